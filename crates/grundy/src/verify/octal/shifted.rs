//! Unions of the sets at several distances back, for consecutive heaps at once.

use super::word::Word;

/// Distances back from a heap, each with a number that is added to the set there.
#[derive(Clone, Debug)]
pub(super) struct ShiftedSets {
    /// Those that add equal numbers; neighbouring groups differ in few bits.
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    distances: Vec<usize>,
    /// The number of this group ⊕ that of the next; the number itself in the last group.
    change: usize,
}

impl ShiftedSets {
    /// The sets at these distances, each with the number to add.
    pub(super) fn new(mut list: Vec<(usize, usize)>) -> Self {
        // In a Gray code neighbouring numbers differ in one bit. This is the place of a number in it.
        let place = |number: usize| (0..usize::BITS).fold(0, |place, shift| place ^ number >> shift);
        list.sort_unstable_by_key(|&(distance, number)| (place(number), distance));
        list.dedup();
        let groups: Vec<_> = list.chunk_by(|a, b| a.1 == b.1).collect();
        let number = |group: usize| groups.get(group).map_or(0, |group| group[0].1);
        let group = |i: usize| Group {
            distances: groups[i].iter().map(|&(distance, _)| distance).collect(),
            change: number(i) ^ number(i + 1),
        };
        Self { groups: (0..groups.len()).map(group).collect() }
    }

    /// For `L` consecutive heaps, the first of which is at place `at` in `sets`: the union of the sets at all distances
    /// back, each after its number is added.
    #[inline(always)]
    pub(super) fn unite<W: Word, const L: usize>(&self, sets: &[W], at: usize) -> [W; L] {
        let mut union = [W::default(); L];
        for group in &self.groups {
            for &distance in &group.distances {
                unite_at(&mut union, sets, at - distance);
            }
            for bit in 0..W::BITS.ilog2() {
                if group.change >> bit & 1 == 1 {
                    for set in &mut union {
                        *set = set.exchange(1 << bit);
                    }
                }
            }
        }
        union
    }
}

/// Adds the sets of consecutive places from `at` on.
#[inline(always)]
pub(super) fn unite_at<W: Word, const L: usize>(union: &mut [W; L], sets: &[W], at: usize) {
    let sets: &[W; L] = sets[at..][..L].try_into().expect("as many");
    for l in 0..L {
        union[l] |= sets[l];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_added_to_its_sets_only() {
        let list = vec![(3, 5), (4, 0), (4, 1), (7, 15), (9, 5), (12, 8), (12, 8)];
        let shifted = ShiftedSets::new(list.clone());
        let sets: Vec<u16> = (0..20).map(|place| 1 << (place * 7 % 16)).collect();
        let union: [u16; 4] = shifted.unite(&sets, 14);
        for (j, &found) in union.iter().enumerate() {
            let numbers = list.iter().map(|&(distance, number)| ((14 + j - distance) * 7 % 16) ^ number);
            assert_eq!(found, numbers.fold(0, |set, number| set | 1 << number), "{j}");
        }
    }
}
