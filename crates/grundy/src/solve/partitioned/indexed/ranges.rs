//! The indices of each partition, and messages about them.

use crate::game::Index;
use crate::solve::partitioned::exchange::{ExchangeError, Outbox};
use std::ops::Range;

/// Number of indices for which the game is called at a time.
pub(super) const BLOCK: usize = 1 << 10;
/// The most messages that are written at a time.
const GROUP: usize = 1 << 8;

/// The indices of each partition: as many for each, a multiple of 64, but fewer for the last ones.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve::partitioned) struct Ranges {
    count: u64,
    size: u64,
    /// Number of bytes of a message.
    width: usize,
}

impl Ranges {
    pub(super) fn new(count: u64, partitions: u32) -> Self {
        let size = count.div_ceil(partitions.into()).next_multiple_of(64).max(64);
        let bits = u64::BITS - (2 * size - 1).leading_zeros();
        Self { count, size, width: bits.div_ceil(8) as usize }
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

    /// Sends a message about each index to its owner: twice the index in its partition, and one more if `flag` is set. Messages have as many
    /// bytes as the largest one needs, little-endian.
    ///
    /// Successive indices often have the same owner; it is computed anew only where they do not.
    pub(super) fn send(self, outbox: &mut Outbox<'_>, indices: &[Index], flag: bool) -> Result<(), ExchangeError> {
        let mut rest = indices;
        while let Some(&Index(first)) = rest.first() {
            if first >= self.count {
                return Err(ExchangeError::Invalid);
            }
            let owner = first / self.size;
            let begin = owner * self.size;
            let len = self.size.min(self.count - begin);
            let most = rest.len().min(GROUP);
            let is_elsewhere = |index: &Index| index.0.wrapping_sub(begin) >= len;
            let (group, after) = rest.split_at(rest[..most].iter().position(is_elsewhere).unwrap_or(most));
            rest = after;
            outbox.write(owner as u32, |block| {
                let start = block.len();
                let end = start + self.width * group.len();
                // A copy of a constant number of bytes is faster. The bytes beyond a message are overwritten by the next one, or cut off.
                block.resize(end + 8, 0);
                for (at, Index(index)) in (start..end).step_by(self.width).zip(group) {
                    let number = 2 * (index - begin) + u64::from(flag);
                    block[at..at + 8].copy_from_slice(&number.to_le_bytes());
                }
                block.truncate(end);
            })?;
        }
        Ok(())
    }

    /// Reads the messages of a block: each is an index in the partition and a flag.
    pub(super) fn read(self, block: &mut Vec<u8>) -> Result<impl Iterator<Item = (usize, bool)>, ExchangeError> {
        let len = block.len();
        if !len.is_multiple_of(self.width) {
            return Err(ExchangeError::Invalid);
        }
        block.resize(len + 8, 0);
        let mask = u64::MAX >> (u64::BITS as usize - 8 * self.width);
        Ok((0..len).step_by(self.width).map(move |at| {
            let bytes = block[at..at + 8].try_into().expect("eight bytes");
            let number = u64::from_le_bytes(bytes) & mask;
            ((number / 2) as usize, number % 2 == 1)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::partitioned::exchange::Deliver;
    use std::sync::Mutex;

    /// Sends messages in blocks of 100 bytes and reads them again, with their owners.
    fn pass_on(
        ranges: Ranges,
        partitions: u32,
        messages: &[(Vec<u64>, bool)],
    ) -> Result<Vec<(u64, bool)>, ExchangeError> {
        let delivered: Mutex<Vec<(u32, Vec<u8>)>> = Mutex::default();
        let deliver: &Deliver<'_> = &|to, _, block| {
            delivered.lock().unwrap().push((to, block.to_vec()));
            Ok(())
        };
        let mut outbox = Outbox::new(partitions, 100, deliver);
        for (indices, flag) in messages {
            let indices: Vec<Index> = indices.iter().copied().map(Index).collect();
            ranges.send(&mut outbox, &indices, *flag)?;
        }
        outbox.flush()?;
        let mut read = Vec::new();
        for (to, mut block) in delivered.into_inner().unwrap() {
            let range = ranges.of(to);
            for (at, flag) in ranges.read(&mut block)? {
                assert!(at < ranges.len(to));
                read.push((range.start + at as u64, flag));
            }
        }
        read.sort_unstable();
        Ok(read)
    }

    #[test]
    fn messages_reach_the_owners_of_their_indices() {
        let mut random = fastrand::Rng::with_seed(22);
        for (count, partitions) in [(1, 1), (64, 3), (1000, 3), (1000, 64), (100_000, 7), (1 << 40, 5)] {
            let ranges = Ranges::new(count, partitions);
            let mut sent = Vec::new();
            for group in [0, 1, 3, GROUP - 1, GROUP + 1] {
                let anywhere = (0..group).map(|_| random.u64(..count)).collect();
                let from = random.u64(..count);
                let in_succession = (from..count).take(group).collect();
                sent.extend([
                    (anywhere, random.bool()),
                    (in_succession, random.bool()),
                    (vec![0, count - 1], random.bool()),
                ]);
            }
            let mut expected: Vec<(u64, bool)> =
                sent.iter().flat_map(|(indices, flag)| indices.iter().map(|index| (*index, *flag))).collect();
            expected.sort_unstable();
            assert_eq!(pass_on(ranges, partitions, &sent).unwrap(), expected, "{count} in {partitions}");
            let beyond = pass_on(ranges, partitions, &[(vec![0, count], true)]);
            assert_eq!(beyond, Err(ExchangeError::Invalid));
        }
    }

    #[test]
    fn a_block_that_ends_within_a_message_is_refused() {
        let ranges = Ranges::new(1000, 3);
        assert_eq!(ranges.width, 2);
        assert!(ranges.read(&mut vec![0; 4]).is_ok());
        assert!(matches!(ranges.read(&mut vec![0; 3]), Err(ExchangeError::Invalid)));
    }
}
