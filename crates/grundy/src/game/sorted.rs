//! Normalises the options of a position to a row: ascending, without repetition.

/// The longest slice that is sorted without data-dependent branches: most rows of a random graph are that short, and
/// one mispredicted branch costs more than all comparisons of such a row.
const MAX_SHORT: usize = 8;

/// Sorts a slice, moves its different elements to the front, and returns their number. The elements after them are
/// unspecified. A slice that already ascends costs one comparison for each element.
pub(crate) fn sort_and_dedup<T: Ord + Copy>(all: &mut [T]) -> usize {
    if ascends(all) {
        return all.len();
    }
    if all.len() <= MAX_SHORT {
        sort_short(all);
    } else {
        all.sort_unstable();
    }
    if ascends(all) {
        return all.len();
    }
    let mut distinct = 0;
    for i in 0..all.len() {
        if i == 0 || all[i] != all[distinct - 1] {
            all[distinct] = all[i];
            distinct += 1;
        }
    }
    distinct
}

/// Whether each element is greater than the one before.
#[inline(always)]
fn ascends<T: Ord + Copy>(all: &[T]) -> bool {
    if all.len() <= MAX_SHORT {
        all.windows(2).fold(true, |ascends, pair| ascends & (pair[0] < pair[1]))
    } else {
        all.is_sorted_by(|a, b| a < b)
    }
}

/// Insertion sort: each element is compared with all elements before it, which ascend, and the larger one of each pair
/// moves on.
#[inline(always)]
fn sort_short<T: Ord + Copy>(all: &mut [T]) {
    for i in 1..all.len() {
        let (before, rest) = all.split_at_mut(i);
        let Some(last) = rest.first_mut() else { return };
        for other in before {
            (*other, *last) = ((*other).min(*last), (*other).max(*last));
        }
    }
}

/// Sorts the elements from `start` on and removes their repetitions.
pub(crate) fn sort_and_dedup_tail<T: Ord + Copy>(all: &mut Vec<T>, start: usize) {
    let distinct = sort_and_dedup(&mut all[start..]);
    all.truncate(start + distinct);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_sorted_without_repetitions() {
        for (tail, expected) in [
            (&[][..], &[][..]),
            (&[5], &[5]),
            (&[1, 2, 3], &[1, 2, 3]),
            (&[3, 1, 2], &[1, 2, 3]),
            (&[2, 2], &[2]),
            (&[4, 1, 4, 1, 1], &[1, 4]),
        ] {
            let mut all = vec![9, 0];
            all.extend_from_slice(tail);
            sort_and_dedup_tail(&mut all, 2);
            assert_eq!((&all[..2], &all[2..]), (&[9, 0][..], expected));
        }
    }

    #[test]
    fn every_short_slice_is_sorted() {
        for length in 0..=MAX_SHORT as u32 + 1 {
            for code in 0..3u32.pow(length) {
                let all: Vec<u32> = (0..length).map(|i| code / 3u32.pow(i) % 3).collect();
                let mut sorted = all.clone();
                sorted.sort_unstable();
                sorted.dedup();
                let mut row = all.clone();
                sort_and_dedup_tail(&mut row, 0);
                assert_eq!(row, sorted, "{all:?}");
            }
        }
    }
}
