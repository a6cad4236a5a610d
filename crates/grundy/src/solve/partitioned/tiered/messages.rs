//! The messages of the tiered solver, and the partition of a word.

use crate::solve::partitioned::exchange::{ExchangeError, Outbox, invalid};
use crate::solve::partitioned::numbers::{put_number, read_number};

/// The most low bits of a word that do not matter for its partition.
const MAX_PAGE_BITS: u32 = 18;
/// The most bytes of a message: a word and two numbers of at most 33 bits.
const MAX_MESSAGE: usize = 8 + 5 + 5;

/// How words are sent: to which partition, and in how many bytes.
#[derive(Clone, Copy)]
pub(super) struct WordCodec {
    partitions: u32,
    bytes: usize,
    /// Words that agree in all bits but the lowest ones of this number are in the same partition.
    page_bits: u32,
}

impl WordCodec {
    /// A codec of words of this many bits.
    pub(super) fn new(partitions: u32, bits: u32) -> Self {
        Self { partitions, bytes: bits.div_ceil(8).clamp(1, 8) as usize, page_bits: MAX_PAGE_BITS.min(bits / 2) }
    }

    /// The partition of a word: that of its page, mixed by the finalizer of MurmurHash3 (Appleby 2011).
    #[inline]
    pub(super) fn owner(self, word: u64) -> u32 {
        let mut page = word >> self.page_bits;
        page = (page ^ page >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        page = (page ^ page >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        // The high half of a product spreads a hash over any number of partitions.
        ((((page ^ page >> 33) >> 32) * u64::from(self.partitions)) >> 32) as u32
    }

    /// Sends a number of at most 33 bits, a word, and perhaps another number, to the owner of the word. Returns whether this ends a block.
    #[inline]
    pub(super) fn send(
        self,
        outbox: &mut Outbox<'_>,
        to: u32,
        number: u64,
        word: u64,
        row: Option<u32>,
    ) -> Result<bool, ExchangeError> {
        let mut message = [0; MAX_MESSAGE];
        let mut length = put_number(&mut message, number);
        message[length..length + 8].copy_from_slice(&word.to_le_bytes());
        length += self.bytes;
        if let Some(row) = row {
            length += put_number(&mut message[length..], row.into());
        }
        outbox.send_short(to, &message, length)
    }

    /// Reads a number and a word.
    #[inline]
    pub(super) fn read(self, rest: &mut &[u8]) -> Result<(u64, u64), ExchangeError> {
        let number = read_number(rest).ok_or_else(invalid)?;
        // Eight bytes at a time where there are eight: a copy of a number of bytes that is not constant is slower.
        let word = match rest.first_chunk() {
            Some(eight) => u64::from_le_bytes(*eight) & u64::MAX >> (64 - 8 * self.bytes),
            None if rest.len() >= self.bytes => {
                rest[..self.bytes].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
            }
            None => return Err(invalid()),
        };
        *rest = &rest[self.bytes..];
        Ok((number, word))
    }
}

/// Sends two numbers of at most 32 bits. Returns whether this ends a block.
#[inline]
pub(super) fn send_numbers(outbox: &mut Outbox<'_>, to: u32, numbers: [u32; 2]) -> Result<bool, ExchangeError> {
    let mut message = [0; MAX_MESSAGE];
    let first = put_number(&mut message, numbers[0].into());
    let second = put_number(&mut message[first..], numbers[1].into());
    outbox.send_short(to, &message, first + second)
}

/// For each partition that messages go to, the last row in the current block: a row is sent as the difference to it.
pub(super) struct LastRows(Vec<u32>);

impl LastRows {
    /// Before the first message.
    pub(super) fn new(partitions: u32) -> Self {
        Self(vec![0; partitions as usize])
    }

    /// The difference to send for a row.
    #[inline]
    pub(super) fn difference(&mut self, to: u32, row: u32) -> u32 {
        row.wrapping_sub(std::mem::replace(&mut self.0[to as usize], row))
    }

    /// A new block begins.
    #[inline]
    pub(super) fn begin(&mut self, to: u32) {
        self.0[to as usize] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn messages_come_back() {
        let sent = Mutex::new(Vec::new());
        let deliver = |_: u32, _: u32, block: &[u8]| {
            sent.lock().unwrap().extend_from_slice(block);
            Ok(())
        };
        let mut outbox = Outbox::new(1, 10, &deliver);
        let codec = WordCodec::new(1, 33);
        codec.send(&mut outbox, 0, (1 << 33) - 1, (1 << 33) - 1, Some(u32::MAX)).unwrap();
        codec.send(&mut outbox, 0, 0, 5, None).unwrap();
        send_numbers(&mut outbox, 0, [u32::MAX, 127]).unwrap();
        outbox.flush().unwrap();
        let sent = sent.lock().unwrap().clone();
        let mut rest = &sent[..];
        assert_eq!(codec.read(&mut rest), Ok(((1 << 33) - 1, (1 << 33) - 1)));
        assert_eq!(read_number(&mut rest), Some(u32::MAX.into()));
        assert_eq!(codec.read(&mut rest), Ok((0, 5)));
        assert_eq!((read_number(&mut rest), read_number(&mut rest)), (Some(u32::MAX.into()), Some(127)));
        assert_eq!(codec.read(&mut rest), Err(ExchangeError::Invalid));
    }

    #[test]
    fn pages_are_spread_over_the_partitions() {
        for partitions in [1, 3, 64] {
            let codec = WordCodec::new(partitions, 40);
            let mut counts = vec![0; partitions as usize];
            (0..64_000_u64).for_each(|page| counts[codec.owner(page << 18) as usize] += 1);
            let even = 64_000 / partitions;
            assert!(counts.iter().all(|count| (even / 2..2 * even).contains(count)), "{counts:?}");
            assert_eq!(codec.owner(7 << 18), codec.owner((8 << 18) - 1), "one page");
        }
    }
}
