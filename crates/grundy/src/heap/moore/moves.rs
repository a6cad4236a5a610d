//! The moves of Moore's Nimₖ: their number, and an enumeration of all of them.
//!
//! Equal heaps give equal moves. So a move is, for each size s of which there are m heaps, a multiset of at most m numbers
//! below s, with 1 to k numbers in all. There are C(s + c − 1, c) multisets of c numbers below s.

use super::MooreMove;
use dashu_int::UBig;

/// The heaps of one size.
pub(super) struct Group {
    pub(super) size: UBig,
    /// The places of the heaps, ascending.
    pub(super) heaps: Vec<usize>,
}

/// The nonempty heaps by size, in the order of their first appearance.
pub(super) fn groups(heaps: &[UBig]) -> Vec<Group> {
    let mut places: Vec<usize> = (0..heaps.len()).filter(|&i| !heaps[i].is_zero()).collect();
    places.sort_by_key(|&i| &heaps[i]);
    let equal = places.chunk_by(|&i, &j| heaps[i] == heaps[j]);
    let mut groups: Vec<Group> =
        equal.map(|equal| Group { size: heaps[equal[0]].clone(), heaps: equal.to_vec() }).collect();
    groups.sort_unstable_by_key(|group| group.heaps[0]);
    groups
}

/// Returns the number of moves; equal moves count once.
///
/// Time: k multiplications for each heap, or one if k is at least the number of heaps.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::moore::count_moves;
/// // Each alone: 2 + 3; both together: 2 · 3. Equal heaps of 2: one to 0 or 1; both to 0 0, 0 1 or 1 1.
/// assert_eq!(count_moves(&[2u8, 3].map(UBig::from), 2), UBig::from(11u8));
/// assert_eq!(count_moves(&[2u8, 2].map(UBig::from), 2), UBig::from(5u8));
/// ```
pub fn count_moves(heaps: &[UBig], k: usize) -> UBig {
    let groups = groups(heaps);
    let stood: usize = groups.iter().map(|group| group.heaps.len()).sum();
    if k >= stood {
        // The multisets of at most m numbers below s are those of m numbers from 0 to s.
        let all: UBig =
            groups.iter().filter_map(|group| multisets(&(&group.size + 1u8), group.heaps.len()).pop()).product();
        return all - 1u8;
    }
    // The number of ways to take from c heaps, at index c.
    let mut ways = vec![UBig::ONE];
    for group in &groups {
        let here = multisets(&group.size, group.heaps.len().min(k));
        let mut longer = vec![UBig::ZERO; (ways.len() + here.len() - 1).min(k + 1)];
        for (i, before) in ways.iter().enumerate() {
            for (sum, now) in longer[i..].iter_mut().zip(&here) {
                *sum += before * now;
            }
        }
        ways = longer;
    }
    ways.into_iter().skip(1).sum()
}

/// The number of multisets of 0, 1, …, `most` elements out of `numbers` numbers.
fn multisets(numbers: &UBig, most: usize) -> Vec<UBig> {
    let mut ways = vec![UBig::ONE];
    for c in 1..=most {
        let next = &ways[c - 1] * (numbers + (c - 1)) / c;
        ways.push(next);
    }
    ways
}

/// Calls `visit` with every move once, until it returns `false`: first the moves that take from the fewest heaps.
pub fn each_move(heaps: &[UBig], k: usize, visit: &mut dyn FnMut(MooreMove) -> bool) {
    let groups = groups(heaps);
    // The number of heaps in each group and those after it.
    let mut behind: Vec<usize> = groups.iter().map(|group| group.heaps.len()).collect();
    for i in (1..behind.len()).rev() {
        behind[i - 1] += behind[i];
    }
    for count in 1..=k.min(behind.first().copied().unwrap_or(0)) {
        let mut takes = vec![Take { group: 0, heap: 0, left: UBig::ZERO }];
        loop {
            // Complete the move with the least takes.
            while takes.len() < count {
                let next = takes[takes.len() - 1].next(&groups);
                takes.push(next);
            }
            let mut found: MooreMove =
                takes.iter().map(|take| (groups[take.group].heaps[take.heap], take.left.clone())).collect();
            found.sort_unstable_by_key(|&(heap, _)| heap);
            if !visit(found) {
                return;
            }
            // Advance the last take that can advance.
            loop {
                let Some(mut take) = takes.pop() else { break };
                take.left += 1u8;
                if take.left == groups[take.group].size {
                    take = Take { group: take.group + 1, heap: 0, left: UBig::ZERO };
                    if behind.get(take.group).is_none_or(|&heaps| takes.len() + heaps < count) {
                        continue;
                    }
                }
                takes.push(take);
                break;
            }
            if takes.is_empty() {
                break;
            }
        }
    }
}

/// The change that a move makes to one heap. In a move they are ordered by group, and within a group by the new size.
struct Take {
    group: usize,
    /// The place of the heap in its group.
    heap: usize,
    left: UBig,
}

impl Take {
    /// The least take that may follow this one.
    fn next(&self, groups: &[Group]) -> Self {
        if self.heap + 1 < groups[self.group].heaps.len() {
            Self { group: self.group, heap: self.heap + 1, left: self.left.clone() }
        } else {
            Self { group: self.group + 1, heap: 0, left: UBig::ZERO }
        }
    }
}
