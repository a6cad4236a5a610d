//! The one way in which options become a row: ascending, each once.

/// Sorts a slice and moves one of each of its different elements to the front; gives how many there are. What stands behind
/// them is unspecified. A slice that ascends already costs one comparison an element.
pub(crate) fn sort_and_dedup<T: Ord + Copy>(all: &mut [T]) -> usize {
    if all.is_sorted_by(|a, b| a < b) {
        return all.len();
    }
    all.sort_unstable();
    let mut kept = 0;
    for i in 0..all.len() {
        if i == 0 || all[i] != all[kept - 1] {
            all[kept] = all[i];
            kept += 1;
        }
    }
    kept
}

/// Sorts the elements from `start` on and removes their repetitions.
pub(crate) fn sort_and_dedup_tail<T: Ord + Copy>(all: &mut Vec<T>, start: usize) {
    let kept = sort_and_dedup(&mut all[start..]);
    all.truncate(start + kept);
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
}
