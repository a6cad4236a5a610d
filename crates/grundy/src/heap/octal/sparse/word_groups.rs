//! Unions of sets after a rank is added to each: words of the heaps of a block in parallel.

use super::short_word::ShortWord;

/// Offsets, grouped by the rank that is added to the sets there.
///
/// Adding a rank permutes the bits of a word. Sets to which the same rank is added are united first; between groups, only the bits
/// are permuted in which neighbouring groups differ.
#[derive(Clone, Debug)]
pub(super) struct WordGroups {
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    offsets: Vec<u32>,
    /// The difference between the rank and that of the next group; for the last group, the rank itself.
    difference: u16,
}

impl WordGroups {
    /// The groups of these offsets, each with a rank below the number of bits of a word.
    pub(super) fn new(mut list: Vec<(usize, usize)>) -> Self {
        list.sort_unstable();
        list.dedup();
        let mut ranks: Vec<usize> = list.iter().map(|&(_, rank)| rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        // From the last group back to the first; each time the nearest rank is next.
        let mut groups = Vec::new();
        let mut after = 0;
        while let Some(next) = (0..ranks.len()).min_by_key(|&i| (ranks[i] ^ after).count_ones()) {
            let rank = ranks.swap_remove(next);
            let with = list.iter().filter(|&&(_, other)| other == rank);
            let offsets = with.map(|&(offset, _)| offset as u32).collect();
            groups.push(Group { offsets, difference: (rank ^ after) as u16 });
            after = rank;
        }
        groups.reverse();
        Self { groups }
    }

    /// Number of offsets.
    pub(super) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.offsets.len()).sum()
    }

    /// The union of the sets of the `L` heaps from `at` on at all offsets back, after the rank is added to each.
    #[inline(always)]
    pub(super) fn unite<W: ShortWord, const L: usize>(&self, sets: &[W], at: usize) -> [W; L] {
        let mut set = [W::default(); L];
        for group in &self.groups {
            set = group.permute(group.unite_group(set, sets, at));
        }
        set
    }
}

impl Group {
    /// `set` united with the words at all offsets back from `at`.
    #[inline(always)]
    fn unite_group<W: ShortWord, const L: usize>(&self, mut set: [W; L], sets: &[W], at: usize) -> [W; L] {
        for &offset in &self.offsets {
            let words: &[W; L] = sets[at - offset as usize..][..L].try_into().expect("as long as a block");
            for l in 0..L {
                set[l] |= words[l];
            }
        }
        set
    }

    /// `set` with its bits permuted for the next group.
    #[inline(always)]
    fn permute<W: ShortWord, const L: usize>(&self, mut set: [W; L]) -> [W; L] {
        for (bit, &lower) in W::LOWER.iter().enumerate() {
            if self.difference >> bit & 1 == 1 {
                for word in &mut set {
                    *word = (*word & lower) << (1 << bit) | *word >> (1 << bit) & lower;
                }
            }
        }
        set
    }
}
