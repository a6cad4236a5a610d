//! The check that the predicted outcomes of all sums follow from those of their options.

use super::heaps::Pair;
use super::table::Table;
use super::{MisereCheckError, MisereFault};

/// Checks that no heap that is predicted to be lost beside an element has an option that is.
pub(super) fn single_heaps(table: &Table<'_>, pairs: &[Pair]) -> Result<(), MisereFault> {
    for Pair { heap, element, options } in pairs {
        for beside in (0..table.order()).filter(|&z| table.is_lost(table.times(*element, z))) {
            if let Some(&option) = options.iter().find(|&&y| table.is_lost(table.times(y, beside))) {
                return Err(MisereFault::LostOption { heap: *heap, beside, option });
            }
        }
    }
    Ok(())
}

/// A sum: its element, the elements of its options, and its heaps.
#[derive(Clone)]
struct SumPair {
    element: usize,
    options: Vec<u64>,
    heaps: Vec<u64>,
}

fn is_within(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(a, b)| a & !b == 0)
}

/// Checks that every sum that is not predicted to be lost has an option that is. Returns the number of minimal pairs.
pub(super) fn all_sums(table: &Table<'_>, pairs: &[Pair], stop: &dyn Fn() -> bool) -> Result<usize, MisereCheckError> {
    let order = table.order();
    let factors: Vec<SumPair> = pairs
        .iter()
        .map(|pair| {
            let mut options = vec![0u64; order.div_ceil(64)];
            pair.options.iter().for_each(|&y| options[y / 64] |= 1 << (y % 64));
            SumPair { element: pair.element, options, heaps: vec![pair.heap] }
        })
        .collect();
    // A sum with fewer options is worse for a player who looks for a lost one, so larger sets of one element are left out.
    let mut minimal: Vec<Vec<Vec<u64>>> = vec![Vec::new(); order];
    let mut stack: Vec<SumPair> = factors.iter().rev().cloned().collect();
    while let Some(sum) = stack.pop() {
        if minimal[sum.element].iter().any(|smaller| is_within(smaller, &sum.options)) {
            continue;
        }
        if stop() {
            return Err(MisereCheckError::Stopped);
        }
        let members: Vec<usize> = (0..order).filter(|&y| sum.options[y / 64] >> (y % 64) & 1 == 1).collect();
        if !table.is_lost(sum.element) && !members.iter().any(|&y| table.is_lost(y)) {
            return Err(MisereFault::NoLostOption { heaps: sum.heaps }.into());
        }
        for factor in &factors {
            let element = table.times(sum.element, factor.element);
            let mut options = vec![0u64; order.div_ceil(64)];
            let mut insert = |y: usize| options[y / 64] |= 1 << (y % 64);
            members.iter().for_each(|&y| insert(table.times(y, factor.element)));
            for y in (0..order).filter(|&y| factor.options[y / 64] >> (y % 64) & 1 == 1) {
                insert(table.times(sum.element, y));
            }
            if !minimal[element].iter().any(|smaller| is_within(smaller, &options)) {
                let mut heaps = sum.heaps.clone();
                heaps.extend(&factor.heaps);
                stack.push(SumPair { element, options, heaps });
            }
        }
        minimal[sum.element].retain(|larger| !is_within(&sum.options, larger));
        minimal[sum.element].push(sum.options);
    }
    Ok(minimal.iter().map(Vec::len).sum())
}
