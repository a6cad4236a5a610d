//! The indices of each partition, and messages about them.

use crate::game::Index;
use crate::solve::partitioned::exchange::{ExchangeError, Outbox, invalid};
use std::ops::Range;
use std::sync::Arc;

/// Number of indices for which the game is called at a time.
pub(super) const BLOCK: usize = 1 << 10;
/// The most messages that are written at a time.
const GROUP: usize = 1 << 8;
/// The least number of indices of a partition in a layer, if there are several layers: many are small, and each stream takes time.
const MIN_SHARE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 14 };

/// The indices of each partition: as many of each layer for each, a multiple of 64, but fewer for the last ones.
///
/// A partition numbers its indices from 0, layer after layer. The numbers of a layer begin at the same number in all partitions, so that
/// the last ones leave some out.
#[derive(Clone, Debug)]
pub(in crate::solve::partitioned) struct Ranges {
    layers: Arc<[Share]>,
    /// Number of bytes of a message.
    width: usize,
}

/// How a layer is shared.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The first index.
    first: u64,
    /// The number of indices.
    count: u64,
    /// The number of indices of a partition.
    size: u64,
    /// The number of the first index in its partition.
    base: u64,
}

impl Ranges {
    /// Shares the indices of all layers, of which each begins with the next of the indices `firsts` and the last ends with `count`.
    pub(super) fn new(firsts: &[u64], count: u64, partitions: u32) -> Self {
        let ends = firsts.iter().skip(1).copied().chain([count]);
        let min_share = if firsts.len() > 1 { MIN_SHARE } else { 64 };
        let mut base = 0;
        let share = |(&first, end): (&u64, u64)| {
            let count = end - first;
            let size = count.div_ceil(partitions.into()).next_multiple_of(64).max(min_share);
            let share = Share { first, count, size, base };
            base += size;
            share
        };
        Self::of_shares(firsts.iter().zip(ends).map(share).collect())
    }

    fn of_shares(layers: Arc<[Share]>) -> Self {
        let space = layers.last().map_or(0, |last| last.base + last.size);
        let bits = u64::BITS - (2 * space - 1).leading_zeros();
        Self { layers, width: bits.div_ceil(8) as usize }
    }

    /// The indices of one layer, which each partition numbers from 0.
    pub(super) fn layer(&self, layer: usize) -> Self {
        Self::of_shares([Share { base: 0, ..self.layers[layer] }].into())
    }

    /// The number of layers.
    pub(super) fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The number of indices of a layer.
    pub(super) fn layer_len(&self, layer: usize) -> u64 {
        self.layers[layer].count
    }

    /// The indices of a partition in a layer.
    pub(super) fn of(&self, layer: usize, partition: u32) -> Range<u64> {
        let Share { first, count, size, .. } = self.layers[layer];
        let at = |partition: u64| first + (partition * size).min(count);
        at(partition.into())..at(u64::from(partition) + 1)
    }

    /// The numbers of a layer in each partition.
    pub(super) fn numbers(&self, layer: usize, partition: u32) -> Range<usize> {
        let (base, range) = (self.layers[layer].base, self.of(layer, partition));
        base as usize..(base + range.end - range.start) as usize
    }

    /// The number of indices of a partition; with several layers, that of the numbers that it has for them.
    pub(super) fn len(&self, partition: u32) -> usize {
        match &*self.layers {
            [_] => self.numbers(0, partition).len(),
            layers => layers.last().map_or(0, |last| (last.base + last.size) as usize),
        }
    }

    /// The number of indices of the largest partition of a layer.
    pub(super) fn largest_part(&self) -> u64 {
        self.layers.iter().map(|share| share.size.min(share.count)).max().unwrap_or_default()
    }

    /// The index with this number in a partition.
    pub(super) fn index(&self, partition: u32, at: usize) -> Index {
        let share = self.layers[self.layers.partition_point(|share| share.base <= at as u64) - 1];
        Index(share.first + u64::from(partition) * share.size + at as u64 - share.base)
    }

    /// Sends a message about each index to its owner: twice its number in the partition, and one more if `flag` is set. Messages have as many
    /// bytes as the largest one needs, little-endian.
    pub(super) fn send(&self, outbox: &mut Outbox<'_>, indices: &[Index], flag: bool) -> Result<(), ExchangeError> {
        self.send_with(outbox, indices, flag, [])
    }

    /// Sends messages as [`Self::send`], each followed by more bytes.
    ///
    /// Successive indices often have the same owner; it is computed anew only where they do not.
    pub(super) fn send_with<const N: usize>(
        &self,
        outbox: &mut Outbox<'_>,
        indices: &[Index],
        flag: bool,
        more: [u8; N],
    ) -> Result<(), ExchangeError> {
        let mut rest = indices;
        while let Some(&Index(first)) = rest.first() {
            let place = self.layers.partition_point(|share| share.first <= first).checked_sub(1);
            let share = self.layers[place.ok_or_else(invalid)?];
            if first - share.first >= share.count {
                return Err(invalid());
            }
            let owner = (first - share.first) / share.size;
            let begin = share.first + owner * share.size;
            let len = share.size.min(share.first + share.count - begin);
            let most = rest.len().min(GROUP);
            let is_elsewhere = |index: &Index| index.0.wrapping_sub(begin) >= len;
            let (group, after) = rest.split_at(rest[..most].iter().position(is_elsewhere).unwrap_or(most));
            rest = after;
            let width = self.width + N;
            outbox.write(owner as u32, |block| {
                let start = block.len();
                let end = start + width * group.len();
                // A copy of a constant number of bytes is faster. The bytes beyond a message are overwritten by the next one, or cut off.
                block.resize(end + 8, 0);
                for (at, Index(index)) in (start..end).step_by(width).zip(group) {
                    let number = 2 * (share.base + index - begin) + u64::from(flag);
                    block[at..at + 8].copy_from_slice(&number.to_le_bytes());
                    block[at + self.width..at + width].copy_from_slice(&more);
                }
                block.truncate(end);
            })?;
        }
        Ok(())
    }

    /// Reads the messages of a block: each is a number in the partition and a flag.
    pub(super) fn read<'b>(
        &self,
        block: &'b mut Vec<u8>,
    ) -> Result<impl Iterator<Item = (usize, bool)> + use<'b>, ExchangeError> {
        Ok(self.read_with(block)?.map(|(at, flag, [])| (at, flag)))
    }

    /// Reads the messages of [`Self::send_with`].
    pub(super) fn read_with<'b, const N: usize>(
        &self,
        block: &'b mut Vec<u8>,
    ) -> Result<impl Iterator<Item = (usize, bool, [u8; N])> + use<'b, N>, ExchangeError> {
        let (len, bytes) = (block.len(), self.width);
        let width = bytes + N;
        if !len.is_multiple_of(width) {
            return Err(ExchangeError::Invalid);
        }
        block.resize(len + 8, 0);
        let mask = u64::MAX >> (u64::BITS as usize - 8 * bytes);
        Ok((0..len).step_by(width).map(move |at| {
            let number = u64::from_le_bytes(block[at..at + 8].try_into().expect("eight bytes")) & mask;
            let more = block[at + bytes..at + width].try_into().expect("as many bytes");
            ((number / 2) as usize, number % 2 == 1, more)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::partitioned::exchange::Deliver;
    use std::sync::Mutex;

    /// Sends messages in blocks of 100 bytes and reads them again, as the indices with their flags.
    fn pass_on(
        ranges: &Ranges,
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
            for index in &indices {
                ranges.send_with(&mut outbox, &[*index], *flag, (index.0 as u16).to_le_bytes())?;
            }
            ranges.send_with(&mut outbox, &indices, *flag, [7, 9])?;
        }
        outbox.flush()?;
        let mut read = Vec::new();
        for (to, mut block) in delivered.into_inner().unwrap() {
            for (at, flag, more) in ranges.read_with::<2>(&mut block)? {
                assert!(at < ranges.len(to));
                let index = ranges.index(to, at);
                if more == [7, 9] {
                    read.push((index.0, flag));
                } else {
                    assert_eq!(more, (index.0 as u16).to_le_bytes());
                }
            }
        }
        read.sort_unstable();
        Ok(read)
    }

    #[test]
    fn messages_reach_the_owners_of_their_indices() {
        let mut random = fastrand::Rng::with_seed(22);
        for (firsts, count, partitions) in [
            (&[0][..], 1, 1),
            (&[0], 64, 3),
            (&[0], 1000, 3),
            (&[0], 1000, 64),
            (&[0], 100_000, 7),
            (&[0], 1 << 40, 5),
            (&[0, 1, 2, 700], 1000, 3),
            (&[0, 100_000, 100_064], 400_000, 5),
        ] {
            let all = Ranges::new(firsts, count, partitions);
            let layers = (0..firsts.len()).map(|layer| (all.layer(layer), all.layers[layer]));
            let whole = Share { first: 0, count, size: 0, base: 0 };
            for (ranges, Share { first, count: some, .. }) in layers.chain([(all.clone(), whole)]) {
                let mut sent = Vec::new();
                for group in [0, 1, 3, GROUP - 1, GROUP + 1] {
                    let anywhere = (0..group).map(|_| first + random.u64(..some)).collect();
                    let from = first + random.u64(..some);
                    let in_succession = (from..first + some).take(group).collect();
                    sent.extend([
                        (anywhere, random.bool()),
                        (in_succession, random.bool()),
                        (vec![first, first + some - 1], random.bool()),
                    ]);
                }
                let mut expected: Vec<(u64, bool)> =
                    sent.iter().flat_map(|(indices, flag)| indices.iter().map(|index| (*index, *flag))).collect();
                expected.sort_unstable();
                // What looks like the mark of the second message is left out.
                let is_read = |(index, _): &(u64, bool)| *index as u16 != u16::from_le_bytes([7, 9]);
                let mut read = pass_on(&ranges, partitions, &sent).unwrap();
                read.retain(is_read);
                expected.retain(is_read);
                assert_eq!(read, expected, "{count} in {partitions}");
                let beyond = pass_on(&ranges, partitions, &[(vec![first, first + some], true)]);
                assert_eq!(beyond, Err(ExchangeError::Invalid));
            }
            let mut found = Vec::new();
            for (layer, partition) in (0..firsts.len()).flat_map(|layer| (0..partitions).map(move |p| (layer, p))) {
                let (range, numbers) = (all.of(layer, partition), all.numbers(layer, partition));
                assert_eq!(range.end - range.start, numbers.len() as u64);
                assert!(numbers.end <= all.len(partition));
                if count < 1 << 20 {
                    assert!(range.clone().zip(numbers).all(|(index, at)| all.index(partition, at) == Index(index)));
                    found.extend(range);
                }
            }
            assert!(count >= 1 << 20 || found.into_iter().eq(0..count));
        }
    }

    #[test]
    fn a_block_that_ends_within_a_message_is_refused() {
        let ranges = Ranges::new(&[0], 1000, 3);
        assert_eq!(ranges.width, 2);
        assert!(ranges.read(&mut vec![0; 4]).is_ok());
        assert!(matches!(ranges.read(&mut vec![0; 3]), Err(ExchangeError::Invalid)));
        assert!(ranges.read_with::<1>(&mut vec![0; 3]).is_ok());
    }
}
