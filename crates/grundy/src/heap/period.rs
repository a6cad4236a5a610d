//! Proves that the Grundy values of a subtraction game with a finite set are periodic.
//!
//! Let k be the largest number that may be taken. The next value depends on the last k values only, so if k consecutive
//! values repeat, `g(n + p) = g(n)` for n₀ ≤ n < n₀ + k, they repeat for ever. (Winning Ways, chapter 4.)

/// The least preperiod and least period of a sequence whose next value is a function of the last `k`, if the values so
/// far prove one. Time is linear in the number of values, memory in `k`.
///
/// The last k values are looked for among the earlier ones, nearest first: states of such a sequence repeat with the
/// least period as soon as they repeat at all. The preperiod is then found by walking back.
///
/// ```
/// use grundy::heap::period::prove;
/// let values = [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2];
/// assert_eq!(prove(&values, 4), Some((0, 7)));
/// assert_eq!(prove(&values[..10], 4), None);
/// ```
pub fn prove<T: PartialEq>(values: &[T], k: usize) -> Option<(usize, usize)> {
    let len = values.len();
    if k == 0 || len <= k {
        return None;
    }
    // Knuth, Morris and Pratt 1977, on the values in reverse.
    let back = |i: usize| &values[len - 1 - i];
    let mut borders = vec![0usize; k];
    let mut matched = 0;
    for i in 1..k {
        while matched > 0 && back(i) != back(matched) {
            matched = borders[matched - 1];
        }
        matched += usize::from(back(i) == back(matched));
        borders[i] = matched;
    }
    let mut matched = 0;
    for i in 1..len {
        while matched > 0 && (matched == k || back(i) != back(matched)) {
            matched = borders[matched - 1];
        }
        matched += usize::from(back(i) == back(matched));
        if matched == k {
            let period = i + 1 - k;
            let repeats = (0..len - period).rev().take_while(|&n| values[n] == values[n + period]).count();
            return Some((len - period - repeats, period));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::prove;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_trying_every_period(
            tail in prop::collection::vec(0u8..3, 0..8),
            cycle in prop::collection::vec(0u8..3, 1..6),
            copies in 1usize..6,
            k in 1usize..7,
        ) {
            let mut values = tail;
            for _ in 0..copies {
                values.extend(&cycle);
            }
            let len = values.len();
            let slow = (1..len)
                .find(|p| len >= p + k && (len - k..len).all(|n| values[n] == values[n - p]))
                .map(|p| ((0..=len - p).find(|&from| (from..len - p).all(|n| values[n] == values[n + p])).unwrap(), p));
            prop_assert_eq!(prove(&values, k), slow);
        }
    }
}
