//! The options of one heap.

use super::value_set::ValueSet;

/// The totals of the splits of a heap into two.
pub(super) fn split_totals(digits: &[(usize, u8)], heap: usize) -> impl Iterator<Item = usize> + Clone {
    digits.iter().filter(move |&&(take, digit)| take <= heap && digit & 4 != 0).map(move |&(take, _)| heap - take)
}

/// Collects the values of the options of a heap, as far as they are known; `sets` has those of splits of a total into two and three.
pub(super) fn collect_options<'a>(
    digits: &[(usize, u8)],
    heap: usize,
    values: &[u16],
    sets: impl Fn(usize) -> [Option<&'a ValueSet>; 2],
    options: &mut ValueSet,
) {
    options.clear();
    for &(take, digit) in digits.iter().take_while(|&&(take, _)| take <= heap) {
        let total = heap - take;
        if digit & 1 != 0 && total == 0 {
            options.insert(0);
        }
        if digit & 2 != 0
            && total > 0
            && let Some(&value) = values.get(total)
        {
            options.insert(value);
        }
        if digit & (4 | 8) == 0 {
            continue;
        }
        for (bit, set) in [4, 8].into_iter().zip(sets(total)) {
            if let Some(set) = set.filter(|_| digit & bit != 0) {
                options.unite(set);
            }
        }
    }
}
