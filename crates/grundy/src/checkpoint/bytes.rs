//! Numbers as bytes, the least first, and lists of them in pieces.

use super::Unreadable;
use std::io::{self, Read, Write};

/// Items of a list that are turned into bytes at a time.
const PIECE: usize = 1 << 13;

/// A number of so many bytes.
pub(crate) trait Width: Copy {
    const BYTES: usize;
    fn to_number(self) -> u64;
    fn of_number(number: u64) -> Self;
}

macro_rules! width {
    ($($integer:ty)*) => {$(
        impl Width for $integer {
            const BYTES: usize = size_of::<$integer>();
            #[inline]
            fn to_number(self) -> u64 {
                self.into()
            }
            #[inline]
            fn of_number(number: u64) -> Self {
                number as $integer
            }
        }
    )*};
}

width!(u8 u16 u32 u64);

/// Writes a number of eight bytes.
pub(crate) fn number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Writes a short list of bytes: its length, and them.
pub(crate) fn short(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    number(out, bytes.len() as u64)?;
    out.write_all(bytes)
}

/// Writes a list of numbers: how many there are, and them.
pub(crate) fn numbers<T: Width>(out: &mut dyn Write, all: &[T]) -> io::Result<()> {
    number(out, all.len() as u64)?;
    let mut bytes = Vec::with_capacity(PIECE * T::BYTES);
    for piece in all.chunks(PIECE) {
        bytes.clear();
        for item in piece {
            bytes.extend_from_slice(&item.to_number().to_le_bytes()[..T::BYTES]);
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Bytes to read from. Nothing is reserved that they do not hold.
pub(crate) struct Source<'a>(pub(crate) &'a mut dyn Read);

impl Source<'_> {
    pub(crate) fn number(&mut self) -> Result<u64, Unreadable> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// A number of four bytes.
    pub(crate) fn word(&mut self) -> Result<u32, Unreadable> {
        let mut bytes = [0; 4];
        self.0.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// A number of at most `most`.
    pub(crate) fn up_to(&mut self, most: u64) -> Result<u64, Unreadable> {
        self.number().and_then(|number| if number <= most { Ok(number) } else { Err(Unreadable::WRONG) })
    }

    /// A list that [`short`] wrote, of at most `most` bytes.
    pub(crate) fn short(&mut self, most: u64) -> Result<Vec<u8>, Unreadable> {
        let count = self.up_to(most)? as usize;
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// A list of at most `most` numbers, with room for no more than there are.
    pub(crate) fn numbers<T: Width>(&mut self, most: u64) -> Result<Vec<T>, Unreadable> {
        let count = self.up_to(most)? as usize;
        let mut all = Vec::new();
        let mut bytes = vec![0; PIECE.min(count) * T::BYTES];
        while all.len() < count {
            let piece = PIECE.min(count - all.len());
            let bytes = &mut bytes[..piece * T::BYTES];
            self.0.read_exact(bytes)?;
            if all.is_empty() {
                // The first piece is there, so the length is believed.
                all.reserve_exact(count);
            }
            all.extend(bytes.chunks_exact(T::BYTES).map(|item| {
                let mut wide = [0; 8];
                wide[..T::BYTES].copy_from_slice(item);
                T::of_number(u64::from_le_bytes(wide))
            }));
        }
        Ok(all)
    }

    /// A list of just so many numbers.
    pub(crate) fn exactly<T: Width>(&mut self, count: u64) -> Result<Vec<T>, Unreadable> {
        let all = self.numbers(count)?;
        if all.len() as u64 == count { Ok(all) } else { Err(Unreadable::WRONG) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: Width + PartialEq + std::fmt::Debug>(all: &[T]) {
        let mut bytes = Vec::new();
        numbers(&mut bytes, all).unwrap();
        assert_eq!(bytes.len(), 8 + all.len() * T::BYTES);
        assert_eq!(Source(&mut &bytes[..]).exactly::<T>(all.len() as u64).unwrap(), all);
        assert!(Source(&mut &bytes[..bytes.len() - 1]).numbers::<T>(u64::MAX).is_err());
        if !all.is_empty() {
            assert!(Source(&mut &bytes[..]).numbers::<T>(all.len() as u64 - 1).is_err());
        }
        assert!(Source(&mut &bytes[..]).exactly::<T>(all.len() as u64 + 1).is_err());
    }

    #[test]
    fn lists_come_back() {
        comes_back::<u8>(&[]);
        comes_back::<u8>(&[0, 7, 255]);
        comes_back::<u16>(&[0, u16::MAX, 258]);
        comes_back(&(0..3 * PIECE as u32 + 5).map(|i| i.wrapping_mul(0x9e37_79b9)).collect::<Vec<u32>>());
        comes_back(&[u64::MAX, 0, 1 << 40]);
        let mut bytes = Vec::new();
        short(&mut bytes, b"three").unwrap();
        number(&mut bytes, 9).unwrap();
        let mut from = &bytes[..];
        let mut source = Source(&mut from);
        assert_eq!((source.short(5).unwrap(), source.number().unwrap()), (b"three".to_vec(), 9));
        assert!(Source(&mut &bytes[..]).short(4).is_err());
    }
}
