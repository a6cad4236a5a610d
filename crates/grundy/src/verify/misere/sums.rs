//! The check that the predicted outcomes of all sums follow from those of their options.

use super::bits::Bits;
use super::heaps::Pair;
use super::meter::Meter;
use super::table::Table;
use super::{MisereCheckError, MisereFault};

/// Checks for each heap and element: if the heap is predicted to be lost beside the element, none of its options is.
pub(super) fn single_heaps(table: &Table<'_>, pairs: &[Pair], meter: &Meter<'_>) -> Result<(), MisereCheckError> {
    for Pair { heap, element, options } in pairs {
        meter.check()?;
        let lost = table.lost_with(*element);
        let common = |option| lost.first_common(table.lost_with(option)).map(|beside| (option, beside));
        if let Some((option, beside)) = options.iter().find_map(common) {
            return Err(MisereFault::LostOption { heap: *heap, beside, option }.into());
        }
    }
    Ok(())
}

/// A sum: its element, the elements of its options, and its heaps.
struct Sum {
    element: usize,
    options: Bits,
    heaps: Vec<u64>,
}

impl Sum {
    /// The approximate size in memory of a sum of so many heaps, in a list with spare capacity.
    fn bytes(order: usize, heaps: usize) -> u64 {
        96 + Bits::bytes(order) + 8 * heaps as u64
    }
}

/// Checks that every sum that is not predicted to be lost has an option that is. Returns the number of minimal pairs.
pub(super) fn all_sums(table: &Table<'_>, pairs: &[Pair], meter: &mut Meter<'_>) -> Result<usize, MisereCheckError> {
    let order = table.order();
    let set_bytes = Bits::bytes(order);
    let lost = table.lost_with(0);
    // The condition for a smaller set of options implies that for a larger one, so for each element only the minimal sets are kept.
    meter.allocate(24 * order as u64 + pairs.len() as u64 * Sum::bytes(order, 1))?;
    let mut minimal: Vec<Vec<Bits>> = vec![Vec::new(); order];
    let single = |pair: &Pair| Sum { element: pair.element, options: pair.options.clone(), heaps: vec![pair.heap] };
    let mut stack: Vec<Sum> = pairs.iter().rev().map(single).collect();
    while let Some(sum) = stack.pop() {
        meter.release(Sum::bytes(order, sum.heaps.len()));
        if minimal[sum.element].iter().any(|smaller| smaller.is_within(&sum.options)) {
            continue;
        }
        if !table.is_lost(sum.element) && sum.options.first_common(lost).is_none() {
            return Err(MisereFault::NoLostOption { heaps: sum.heaps }.into());
        }
        for factor in pairs {
            meter.check()?;
            let element = table.times(sum.element, factor.element);
            let mut options = Bits::empty(order);
            sum.options.iter().for_each(|y| options.insert(table.times(y, factor.element)));
            factor.options.iter().for_each(|y| options.insert(table.times(sum.element, y)));
            if !minimal[element].iter().any(|smaller| smaller.is_within(&options)) {
                meter.allocate(Sum::bytes(order, sum.heaps.len() + 1))?;
                let mut heaps = Vec::with_capacity(sum.heaps.len() + 1);
                heaps.extend(&sum.heaps);
                heaps.push(factor.heap);
                stack.push(Sum { element, options, heaps });
            }
        }
        let before = minimal[sum.element].len();
        minimal[sum.element].retain(|larger| !sum.options.is_within(larger));
        meter.release((before - minimal[sum.element].len()) as u64 * set_bytes);
        meter.allocate(set_bytes)?;
        minimal[sum.element].push(sum.options);
    }
    Ok(minimal.iter().map(Vec::len).sum())
}
