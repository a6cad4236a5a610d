//! Solves a game with indices in partitions, each of consecutive indices.
//!
//! The reachable positions are found by a breadth-first search, and the values by retrograde analysis, as
//! [`retrograde_indexed`](crate::solve::retrograde_indexed) does: round *r* decides the positions of remoteness *r*. A position that is
//! decided sends a message to each position before it: the number of the round gives its remoteness, so that a message has only an index
//! and whether the position is won. Both effects of messages, marking a win and counting an option down, commute. So their order does not
//! matter, and a round ends with a sum.
//!
//! A partition is read and written in a round only if it has messages.

mod marks;
mod reach;
mod waves;

pub use marks::{Mark, Marks};
use reach::ReachBits;
pub use waves::IndexedRows;
pub(super) use waves::solve;

use super::exchange::{ExchangeError, Outbox, invalid};
use super::numbers::{put_number, read_number};
use crate::game::Index;
use std::ops::Range;

/// Number of indices for which the game is called at a time.
const BLOCK: usize = 1 << 10;

/// The indices of each partition: as many for each, a multiple of 64, but fewer for the last ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranges {
    count: u64,
    size: u64,
}

impl Ranges {
    pub(super) fn new(count: u64, partitions: u32) -> Self {
        let size = count.div_ceil(partitions.into()).next_multiple_of(64).max(64);
        Self { count, size }
    }

    fn of(self, partition: u32) -> Range<u64> {
        let first = (u64::from(partition) * self.size).min(self.count);
        first..(first + self.size).min(self.count)
    }

    /// Number of indices of a partition.
    fn len(self, partition: u32) -> usize {
        let range = self.of(partition);
        (range.end - range.start) as usize
    }

    #[inline]
    fn owner(self, Index(index): Index) -> (u32, u64) {
        ((index / self.size) as u32, index % self.size)
    }

    /// Sends a message about an index to its owner: twice the index in its partition, and one more if `flag` is set.
    #[inline]
    fn send(self, outbox: &mut Outbox<'_>, index: Index, flag: bool) -> Result<(), ExchangeError> {
        if index.0 >= self.count {
            return Err(ExchangeError::Invalid);
        }
        let (to, local) = self.owner(index);
        let mut message = [0; 10];
        let length = put_number(&mut message, 2 * local + u64::from(flag));
        outbox.send(to, &message[..length])?;
        Ok(())
    }
}

/// Reads the next message: an index in the partition and a flag.
fn read_message(rest: &mut &[u8]) -> Result<(usize, bool), ExchangeError> {
    let number = read_number(rest).ok_or_else(invalid)?;
    Ok(((number / 2) as usize, number % 2 == 1))
}
