//! The indices of each partition, and messages about them.

use crate::game::Index;
use crate::solve::partitioned::exchange::{ExchangeError, Outbox, invalid};
use crate::solve::partitioned::numbers::{put_number, read_number};
use std::ops::Range;

/// Number of indices for which the game is called at a time.
pub(super) const BLOCK: usize = 1 << 10;

/// The indices of each partition: as many for each, a multiple of 64, but fewer for the last ones.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve::partitioned) struct Ranges {
    count: u64,
    size: u64,
}

impl Ranges {
    pub(super) fn new(count: u64, partitions: u32) -> Self {
        let size = count.div_ceil(partitions.into()).next_multiple_of(64).max(64);
        Self { count, size }
    }

    pub(super) fn of(self, partition: u32) -> Range<u64> {
        let first = (u64::from(partition) * self.size).min(self.count);
        first..(first + self.size).min(self.count)
    }

    /// Number of indices of a partition.
    pub(super) fn len(self, partition: u32) -> usize {
        let range = self.of(partition);
        (range.end - range.start) as usize
    }

    #[inline]
    pub(super) fn owner(self, Index(index): Index) -> (u32, u64) {
        ((index / self.size) as u32, index % self.size)
    }

    /// Sends a message about an index to its owner: twice the index in its partition, and one more if `flag` is set.
    #[inline]
    pub(super) fn send(self, outbox: &mut Outbox<'_>, index: Index, flag: bool) -> Result<(), ExchangeError> {
        if index.0 >= self.count {
            return Err(ExchangeError::Invalid);
        }
        let (to, local) = self.owner(index);
        let mut message = [0; 10];
        let length = put_number(&mut message, 2 * local + u64::from(flag));
        outbox.send_short(to, &message, length)?;
        Ok(())
    }
}

/// Reads the next message: an index in the partition and a flag.
pub(super) fn read_message(rest: &mut &[u8]) -> Result<(usize, bool), ExchangeError> {
    let number = read_number(rest).ok_or_else(invalid)?;
    Ok(((number / 2) as usize, number % 2 == 1))
}
