//! Unions of sets of up to 256 ranks after a rank is added to each: bytes of the heaps of a block in parallel.
//!
//! A set of ranks is a row of bytes, its planes: rank n is bit n mod 8 of plane ⌊n/8⌋. To add a rank exchanges planes by its high
//! bits, and permutes the bits of each byte by its low three. All bytes of one plane for consecutive heaps are contiguous. So one
//! vector of AVX2 holds the bytes of 32 heaps, only as many planes are united as there are ranks, and a plane fits the fastest cache. (With
//! words of 64 bits, whose planes did not fit, the unions took 1.3 cycles for each heap, offset and 32 bytes, and the permutations a
//! fifth of the time beside them.)

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 128;
/// The bytes of one plane for a block.
pub(super) type PlaneBlock = [u8; BLOCK];
/// The lower half of each run of 2^(bit + 1) bits in a byte.
const LOWER: [u8; 3] = [0b0101_0101, 0b0011_0011, 0b0000_1111];
/// Number of different low bits.
const LOWS: usize = 8;

/// Offsets, grouped by the rank that is added to the sets there.
#[derive(Clone, Debug)]
pub(super) struct ByteGroups {
    groups: Vec<Group>,
    /// The smallest offset and the largest.
    nearest: usize,
    reach: usize,
}

#[derive(Clone, Debug)]
struct Group {
    /// The low three bits of the rank.
    low: usize,
    /// The rank without them, divided by eight.
    high: usize,
    /// The largest offset of all groups less each offset: places from there on.
    places: Vec<u32>,
}

/// The unions of a block; those of each low bits apart, until they are complete.
#[derive(Clone, Debug)]
pub(super) struct Unions {
    /// Number of planes.
    planes: usize,
    /// For each low bits, the planes.
    by_low: Vec<PlaneBlock>,
}

impl Unions {
    /// Empty sets with this number of planes.
    pub(super) fn new(planes: usize) -> Self {
        Self { planes, by_low: vec![[0; BLOCK]; LOWS * planes] }
    }

    /// The unions, once they are complete.
    pub(super) fn planes(&self) -> &[PlaneBlock] {
        &self.by_low[..self.planes]
    }

    /// The planes of the ranks to which nothing is added.
    pub(super) fn planes_mut(&mut self) -> &mut [PlaneBlock] {
        &mut self.by_low[..self.planes]
    }

    /// The unions as words, once they are complete: for each word, that of each heap.
    #[inline(always)]
    pub(super) fn words<const N: usize>(&self) -> [[u64; BLOCK]; N] {
        let mut words = [[0; BLOCK]; N];
        for (p, plane) in self.planes().iter().enumerate() {
            let (words, shift) = (&mut words[p / 8 % N], p % 8 * 8);
            for j in 0..BLOCK {
                words[j] |= u64::from(plane[j]) << shift;
            }
        }
        words
    }

    /// Makes all unions empty.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.by_low.fill([0; BLOCK]);
    }

    /// Completes the unions: two low bits that differ in one bit become one.
    #[inline(always)]
    pub(super) fn complete(&mut self) {
        let planes = self.planes;
        for (bit, &lower) in LOWER.iter().enumerate() {
            for pair in self.by_low.chunks_exact_mut((2 * planes) << bit) {
                let (even, odd) = pair.split_at_mut(planes << bit);
                for (even, odd) in even[..planes].iter_mut().zip(&odd[..planes]) {
                    for l in 0..BLOCK {
                        even[l] |= (odd[l] & lower) << (1 << bit) | odd[l] >> (1 << bit) & lower;
                    }
                }
            }
        }
    }
}

impl ByteGroups {
    /// The groups of these offsets, each with a rank below 256.
    pub(super) fn new(mut list: Vec<(usize, usize)>) -> Self {
        list.sort_unstable_by_key(|&(offset, rank)| (rank, offset));
        list.dedup();
        let offsets = || list.iter().map(|&(offset, _)| offset);
        let (nearest, reach) = (offsets().min().unwrap_or(0), offsets().max().unwrap_or(0));
        let groups = list.chunk_by(|a, b| a.1 == b.1).map(|group| Group {
            low: group[0].1 % LOWS,
            high: group[0].1 / LOWS,
            places: group.iter().map(|&(offset, _)| (reach - offset) as u32).collect(),
        });
        Self { groups: groups.collect(), nearest, reach }
    }

    /// Number of offsets.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.places.len()).sum()
    }

    /// Unites `unions` with the sets of the heaps from place `at` on at all offsets back, after the rank is added to each. `planes` are
    /// those of all heaps; ranks beyond them are left out. The unions are not complete.
    #[inline(always)]
    pub(super) fn unite(&self, planes: &[Vec<u8>], at: usize, unions: &mut Unions) {
        // Source by source, so that each plane is read from the fastest cache.
        if self.groups.is_empty() {
            return;
        }
        for (source, bytes) in planes.iter().enumerate() {
            let bytes = &bytes[at - self.reach..at + BLOCK - self.nearest];
            for group in &self.groups {
                let target = source ^ group.high;
                if target >= planes.len() {
                    continue;
                }
                let union = &mut unions.by_low[group.low * planes.len() + target];
                *union = group.unite(*union, bytes);
            }
        }
    }
}

impl Group {
    /// `set` united with the bytes of a block at all offsets back; the first of `bytes` is that at the largest.
    #[inline(always)]
    fn unite(&self, mut set: PlaneBlock, bytes: &[u8]) -> PlaneBlock {
        for &place in &self.places {
            let place = place as usize;
            let others: &PlaneBlock = bytes[place..place + BLOCK].try_into().expect("as long as a block");
            for l in 0..BLOCK {
                set[l] |= others[l];
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn unions_are_those_of_the_sums(
            ranks in prop::collection::vec(0usize..160, 3 * BLOCK),
            list in prop::collection::vec((1usize..=BLOCK, 0usize..256), 0..40),
            planes in 1usize..20,
        ) {
            let bytes: Vec<Vec<u8>> = (0..planes)
                .map(|p| ranks.iter().map(|n| if n / 8 == p { 1 << (n % 8) } else { 0 }).collect())
                .collect();
            let groups = ByteGroups::new(list.clone());
            let mut unions = Unions::new(planes);
            groups.unite(&bytes, 2 * BLOCK, &mut unions);
            unions.complete();
            let words: [[u64; BLOCK]; 4] = unions.words();
            for j in 0..BLOCK {
                let sources = list.iter().map(|&(offset, rank)| (ranks[2 * BLOCK + j - offset], rank));
                let sums: BTreeSet<usize> =
                    sources.filter(|(n, _)| n / 8 < planes).map(|(n, rank)| n ^ rank).filter(|n| n / 8 < planes).collect();
                let found: BTreeSet<usize> = (0..256).filter(|n| words[n / 64][j] >> (n % 64) & 1 == 1).collect();
                prop_assert_eq!(found, sums);
            }
        }
    }
}
