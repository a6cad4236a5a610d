//! The encoding of a state: unsigned integers, little-endian, and lists of them, each after its length.
//!
//! A length in the bytes is never the size of an allocation: memory grows with the bytes that are read.

use super::CheckpointError;
use std::io::{self, Read, Write};

/// Items of a list that are encoded or decoded at a time.
const PIECE: usize = 1 << 13;

/// An unsigned integer of a fixed number of bytes.
pub(crate) trait Unsigned: Copy {
    const BYTES: usize;
    fn to_u64(self) -> u64;
    /// The integer with these low bits.
    fn from_u64(number: u64) -> Self;
}

macro_rules! unsigned {
    ($($integer:ty)*) => {$(
        impl Unsigned for $integer {
            const BYTES: usize = size_of::<$integer>();
            #[inline]
            fn to_u64(self) -> u64 {
                self.into()
            }
            #[inline]
            fn from_u64(number: u64) -> Self {
                number as $integer
            }
        }
    )*};
}

unsigned!(u8 u16 u32 u64);

/// Writes an integer in eight bytes.
pub(crate) fn write_u64(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Writes the length of a list, in eight bytes, and its items.
pub(crate) fn write_list<T: Unsigned>(out: &mut dyn Write, list: &[T]) -> io::Result<()> {
    write_u64(out, list.len() as u64)?;
    let mut bytes = Vec::with_capacity(PIECE.min(list.len()) * T::BYTES);
    for piece in list.chunks(PIECE) {
        bytes.clear();
        for item in piece {
            bytes.extend_from_slice(&item.to_u64().to_le_bytes()[..T::BYTES]);
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Decodes a state.
pub(crate) struct Decoder<'a>(&'a mut dyn Read);

impl<'a> Decoder<'a> {
    pub(super) fn new(from: &'a mut dyn Read) -> Self {
        Self(from)
    }

    /// The bytes that are not decoded.
    pub(crate) fn rest(&mut self) -> &mut dyn Read {
        self.0
    }

    /// Decodes a state, and checks that no bytes follow it.
    pub(crate) fn read_all<T>(
        from: &mut dyn Read,
        read: impl FnOnce(&mut Decoder<'_>) -> Result<T, CheckpointError>,
    ) -> Result<T, CheckpointError> {
        let state = read(&mut Decoder(from))?;
        match from.read(&mut [0]) {
            Ok(0) => Ok(state),
            Ok(_) => Err(CheckpointError::Invalid),
            Err(error) => Err(CheckpointError::from_decode(error)),
        }
    }

    /// Reads an eight-byte integer.
    pub(crate) fn read_u64(&mut self) -> Result<u64, CheckpointError> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Reads a four-byte integer.
    pub(crate) fn read_u32(&mut self) -> Result<u32, CheckpointError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Reads an eight-byte integer that must be at most `most`.
    pub(crate) fn read_up_to(&mut self, most: u64) -> Result<u64, CheckpointError> {
        self.read_u64().and_then(|number| if number <= most { Ok(number) } else { Err(CheckpointError::Invalid) })
    }

    /// Reads an eight-byte integer that must fit in `usize`.
    pub(crate) fn read_size(&mut self) -> Result<usize, CheckpointError> {
        usize::try_from(self.read_u64()?).map_err(|_| CheckpointError::Invalid)
    }

    /// Reads `count` bytes into `bytes`, in place of its contents.
    pub(crate) fn read_bytes(&mut self, count: usize, bytes: &mut Vec<u8>) -> Result<(), CheckpointError> {
        bytes.clear();
        while bytes.len() < count {
            let start = bytes.len();
            bytes.resize(count.min(start + PIECE), 0);
            self.fill(&mut bytes[start..])?;
        }
        Ok(())
    }

    /// Reads a list of at most `most` integers.
    pub(crate) fn read_list<T: Unsigned>(&mut self, most: u64) -> Result<Vec<T>, CheckpointError> {
        let count = self.read_up_to(most).and_then(|count| count.try_into().map_err(|_| CheckpointError::Invalid))?;
        let mut list = Vec::new();
        let mut bytes = vec![0; PIECE.min(count) * T::BYTES];
        while list.len() < count {
            let left = count - list.len();
            let bytes = &mut bytes[..PIECE.min(left) * T::BYTES];
            self.fill(bytes)?;
            if list.len() == list.capacity() {
                list.reserve_exact(left.min(list.len().max(PIECE)));
            }
            list.extend(bytes.chunks_exact(T::BYTES).map(|item| {
                let mut wide = [0; 8];
                wide[..T::BYTES].copy_from_slice(item);
                T::from_u64(u64::from_le_bytes(wide))
            }));
        }
        Ok(list)
    }

    /// Reads a list of exactly `count` integers.
    pub(crate) fn read_list_of<T: Unsigned>(&mut self, count: u64) -> Result<Vec<T>, CheckpointError> {
        let list = self.read_list(count)?;
        if list.len() as u64 == count { Ok(list) } else { Err(CheckpointError::Invalid) }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        self.0.read_exact(bytes).map_err(CheckpointError::from_decode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Unsigned + PartialEq + std::fmt::Debug>(list: &[T]) {
        let mut bytes = Vec::new();
        write_list(&mut bytes, list).unwrap();
        assert_eq!(bytes.len(), 8 + list.len() * T::BYTES);
        let count = list.len() as u64;
        let read = |bytes: &[u8], most: u64| Decoder(&mut &*bytes).read_list::<T>(most);
        assert_eq!(Decoder(&mut &bytes[..]).read_list_of::<T>(count).unwrap(), list);
        assert_eq!(read(&bytes, u64::MAX).unwrap(), list);
        assert_eq!(read(&bytes[..bytes.len() - 1], u64::MAX), Err(CheckpointError::Invalid));
        if count > 0 {
            assert_eq!(read(&bytes, count - 1), Err(CheckpointError::Invalid));
        }
        assert!(Decoder(&mut &bytes[..]).read_list_of::<T>(count + 1).is_err());
    }

    #[test]
    fn lists_are_read_as_written() {
        round_trip::<u8>(&[]);
        round_trip::<u8>(&[0, 7, 255]);
        round_trip::<u16>(&[0, u16::MAX, 258]);
        for count in [PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 5, 4 * PIECE] {
            round_trip(&(0..count as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect::<Vec<u32>>());
        }
        round_trip(&[u64::MAX, 0, 1 << 40]);
    }

    #[test]
    fn a_length_allocates_nothing() {
        for length in [PIECE as u64 + 1, 1 << 40, u64::MAX / 8, u64::MAX] {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend([0; 8 * PIECE]);
            assert_eq!(Decoder(&mut &bytes[..]).read_list::<u64>(u64::MAX), Err(CheckpointError::Invalid));
            let mut read = Vec::new();
            assert!(Decoder(&mut &bytes[..]).read_bytes(length as usize, &mut read).is_err() || length < 1 << 20);
            assert!(read.capacity() <= 4 * bytes.len(), "{}", read.capacity());
        }
    }

    #[test]
    fn no_bytes_may_follow_a_state() {
        let read = |bytes: &[u8]| Decoder::read_all(&mut &*bytes, |from| from.read_u64());
        assert_eq!(read(&[1, 0, 0, 0, 0, 0, 0, 0]), Ok(1));
        assert_eq!(read(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), Err(CheckpointError::Invalid));
    }
}
