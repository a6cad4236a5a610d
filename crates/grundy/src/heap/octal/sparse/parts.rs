//! Chooses the parts whose splits are examined for all heaps of a block at once.
//!
//! A split with the common part a is worth the more, the likelier it is to have a rare value that is needed and that no other chosen
//! split has. Heap x needs each rare value below its own value g(x). The split into a and x − i − a has the rare value v if
//! g(x − i − a) = v ⊕ g(a), which happens about as often as that value occurs.

use super::space::{Space, walsh_hadamard};
use std::collections::VecDeque;

/// The most parts that are chosen.
const MAX_PARTS: usize = 1024;

/// Chooses parts among `common`, ascending common heaps with their values, such that each next one adds the most to what is found, and
/// at least `least` rare values a heap. `latest` are values of consecutive heaps, the first of which is heap `first`. Only ranks below
/// `ranks`, a power of two, count. `splits` is the number of splits with one part: one for each
/// number of stones that may be taken.
pub(super) fn choose(
    space: Space,
    common: impl Iterator<Item = (u64, u16)>,
    (first, latest): (u64, &[u16]),
    (ranks, splits): (usize, usize),
    least: f64,
) -> Vec<(u64, u16)> {
    // How often each common rank occurs, and how often each rare rank is needed and was not found yet.
    let (mut share, mut missing) = (vec![0.0; ranks], vec![0.0; ranks]);
    let largest = latest.iter().copied().max().unwrap_or(0);
    let mut counts = [0, 1].map(|_| vec![0u32; usize::from(largest) + 1]);
    for (heap, &value) in (first..).zip(latest) {
        counts[space.class_flip(heap)][usize::from(value)] += 1;
    }
    for (flip, counts) in counts.iter().enumerate() {
        let rare: Vec<u16> = (0..ranks).map(|rank| space.value(rank as u16, false, flip)).collect();
        for (value, &count) in (0..).zip(counts).filter(|&(_, &count)| count > 0) {
            let count = f64::from(count) / latest.len() as f64;
            if let Some(share) = share.get_mut(usize::from(space.rank(value))) {
                *share += count;
            }
            missing.iter_mut().zip(&rare).filter(|&(_, &rare)| rare < value).for_each(|(missing, _)| *missing += count);
        }
    }
    // The least parts of each rank, as many as may be chosen: A can be tens of millions.
    let mut by_rank: Vec<VecDeque<_>> = vec![VecDeque::new(); ranks];
    for (heap, value) in common {
        if let Some(list) = by_rank.get_mut(usize::from(space.rank(value)))
            && list.len() < MAX_PARTS
        {
            list.push_back((heap, value));
        }
    }
    // How often one of a part's splits has a rank.
    share.iter_mut().for_each(|share| *share = 1.0 - (1.0 - *share).powi(splits as i32));
    let mut share_transform = share.clone();
    walsh_hadamard(&mut share_transform);
    let (mut chosen, mut gain) = (Vec::new(), vec![0.0; ranks]);
    while chosen.len() < MAX_PARTS {
        // The gain of a part with rank a is the sum of missing[rare] · share[rare ⊕ a].
        gain.copy_from_slice(&missing);
        walsh_hadamard(&mut gain);
        gain.iter_mut().zip(&share_transform).for_each(|(gain, share)| *gain *= share / ranks as f64);
        walsh_hadamard(&mut gain);
        let left = (0..ranks).filter(|&part| !by_rank[part].is_empty());
        let Some(best) = left.max_by(|&a, &b| gain[a].total_cmp(&gain[b])) else { break };
        if gain[best] < least {
            break;
        }
        chosen.extend(by_rank[best].pop_front());
        for rare in 0..ranks {
            missing[rare] *= 1.0 - share[rare ^ best];
        }
    }
    chosen
}
