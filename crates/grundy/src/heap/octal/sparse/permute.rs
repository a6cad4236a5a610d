//! Unions of sets after a number is added to each: words of sixteen heaps in parallel.

use super::super::value_set::LOWER;

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 16;
/// One word for each heap of a block.
pub(super) type Words = [u64; BLOCK];

/// Offsets, grouped by the number that is added to the sets there.
///
/// The low six bits of a number permute the bits of a word, and the other bits permute the planes. Sets with the same
/// low bits are united first; between groups, only the bits are permuted in which neighbouring groups differ.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    offsets: Vec<u32>,
    /// The plane that is added.
    add: usize,
    /// The difference between the low bits and those of the next group; for the last group, the low bits themselves.
    turn: u16,
}

impl Groups {
    /// The groups of these offsets, each with a number.
    pub(super) fn new(mut list: Vec<(usize, usize)>) -> Self {
        list.sort_unstable();
        list.dedup();
        let mut lows: Vec<usize> = list.iter().map(|&(_, number)| number % 64).collect();
        lows.sort_unstable();
        lows.dedup();
        // From the last group back to the first; each time the nearest number is next.
        let mut groups = Vec::new();
        let mut after = 0;
        while let Some(next) = (0..lows.len()).min_by_key(|&i| (lows[i] ^ after).count_ones()) {
            let low = lows.swap_remove(next);
            let mut planes: Vec<usize> =
                list.iter().map(|&(_, n)| n).filter(|n| n % 64 == low).map(|n| n / 64).collect();
            planes.sort_unstable();
            planes.dedup();
            let mut turn = (low ^ after) as u16;
            for add in planes {
                let with = list.iter().filter(|&&(_, number)| number == 64 * add + low);
                groups.push(Group { offsets: with.map(|&(offset, _)| offset as u32).collect(), add, turn });
                turn = 0;
            }
            after = low;
        }
        groups.reverse();
        Self { groups }
    }

    /// The union of the sets of a block's heaps at all offsets back, after the number is added to each. The block
    /// begins at `at`.
    #[inline(always)]
    pub(super) fn unite<const N: usize>(&self, one_hot_sets: &[Vec<u64>; N], at: usize) -> [Words; N] {
        let mut sets = [[0; BLOCK]; N];
        for group in &self.groups {
            for (p, set) in sets.iter_mut().enumerate() {
                *set = group.turn(group.unite_group(*set, one_hot_sets, p, at));
            }
        }
        sets
    }
}

impl Group {
    /// `set` united with the words at all offsets back from `at` that go to plane `p`.
    #[inline(always)]
    fn unite_group<const N: usize>(&self, mut set: Words, one_hot_sets: &[Vec<u64>; N], p: usize, at: usize) -> Words {
        let plane = one_hot_sets[(p ^ self.add) & (N - 1)].as_slice();
        for &offset in &self.offsets {
            let words: &Words = plane[at - offset as usize..][..BLOCK].try_into().expect("as long as a block");
            for l in 0..BLOCK {
                set[l] |= words[l];
            }
        }
        set
    }

    /// `set` with its bits permuted for the next group.
    #[inline(always)]
    fn turn(&self, mut set: Words) -> Words {
        for (bit, &lower) in LOWER.iter().enumerate() {
            if self.turn >> bit & 1 == 1 {
                for word in &mut set {
                    *word = (*word & lower) << (1 << bit) | *word >> (1 << bit) & lower;
                }
            }
        }
        set
    }
}
