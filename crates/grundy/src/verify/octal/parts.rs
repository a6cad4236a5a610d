//! Chooses the parts whose splits are examined for all heaps of a block. The choice changes only the time of a check.
//!
//! A sample of values shows how often each number occurs, and how often each rare number is needed: it is needed at a heap
//! with a larger value. A part with the number a finds the rare number v of a heap if another heap has the number v ⊕ a.

use super::numbering::Numbering;
use super::word::Word;

/// The most parts.
const MAX_PARTS: usize = 512;

/// Chooses some of the common heaps `parts`, given with their numbers in ascending order, such that each next one adds the
/// most to the rare numbers found, and at least `least` for each heap. `sample` has the values of heaps from `first` on.
pub(super) fn choose<W: Word>(
    numbering: &Numbering<W>,
    parts: &[(usize, usize)],
    (first, sample): (u64, &[u16]),
    least: f64,
) -> Vec<(usize, usize)> {
    let one = 1.0 / sample.len() as f64;
    let (mut frequency, mut needed) = (vec![0.0; W::BITS], vec![0.0; W::BITS]);
    for (heap, &value) in (first..).zip(sample) {
        let Some(number) = numbering.number(value) else { continue };
        frequency[number] += one;
        (0..W::BITS).filter(|&rare| numbering.rare(heap)[rare] < value).for_each(|rare| needed[rare] += one);
    }
    // For each number its parts, the smallest last.
    let mut left = vec![Vec::new(); W::BITS];
    parts.iter().rev().for_each(|&(part, number)| left[number].push(part));
    let mut chosen = Vec::new();
    while chosen.len() < MAX_PARTS {
        let gain = |number: usize| (0..W::BITS).map(|rare| needed[rare] * frequency[rare ^ number]).sum::<f64>();
        let gains = (0..W::BITS).filter(|&number| !left[number].is_empty()).map(|number| (gain(number), number));
        let Some((gain, number)) = gains.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if gain < least {
            break;
        }
        chosen.extend(left[number].pop().map(|part| (part, number)));
        (0..W::BITS).for_each(|rare| needed[rare] *= 1.0 - frequency[rare ^ number]);
    }
    chosen
}
