//! Decides whether one heap is a P-position; the plane of P-positions is computed only until a period is found.
//!
//! Numbers above the heap cannot be taken, from it or from a smaller one, so the set is finite. Let k be its largest
//! member.
//!
//! **Theorem.** Let P(n) be true if heap n is a P-position. If P(n + p) = P(n) for n₀ ≤ n < n₀ + k, then for all n ≥
//! n₀. *Proof.* P(n) is true if P(n − s) is false for all s in the set, so P(n) is a function of the k terms before it;
//! by induction. ∎ (Theorem 1 in `mod.rs` is the same for values; the outcome may have a period, and a short one, if
//! that of the values is long.)
//!
//! The plane is computed in stages, each four times as long as the one before. After each stage, its last k heaps are
//! searched in the heaps before them: the places that agree in the last 64 heaps are found a word at a time (Shift-And
//! with the roles exchanged: a mask of 64 places, from which each compared heap removes those that differ), the nearest
//! first, and each is compared in full. So the search costs less than it may save, and if it saves nothing, no more
//! than that is lost. Unlike `cycle.rs` it does not search the least period, nor its first heap.

use super::p_positions::{Plane, members};
use crate::heap::Set;

/// The least number of heaps in the first stage.
const FIRST_STAGE_HEAPS: u64 = 2048;
/// The factor by which each stage is longer than the one before.
const STAGE_GROWTH: u64 = 4;
/// The most places that are compared in full after a stage.
const MAX_COMPARED_PLACES: usize = 64;
/// The most words that are read to compute the plane: a second or so.
const MAX_WORK: u64 = 1 << 31;

/// Returns whether `heap` is a P-position of the subtraction game on `set`. `None` if neither the plane of P-positions
/// up to it nor a period of the plane is within about a second of work and 2²⁸ heaps.
///
/// Time O(h (1 + m / 64)) for m numbers up to the heap and h heaps: those up to the heap, or some four times the sum of
/// preperiod, period and largest number, whichever is less. Memory h / 8 bytes, and 8 bytes for each number.
///
/// ```
/// use grundy::heap::{Set, values::is_p_position};
/// let set = Set::of(&[1, 3, 8])?;
/// assert_eq!(is_p_position(&set, 22), Some(true));
/// assert_eq!(is_p_position(&set, 1_000_000_000_000_000_006), Some(false));
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn is_p_position(set: &Set, heap: u64) -> Option<bool> {
    let most = heap.checked_add(1)?.min(1 << 28);
    // A set that cannot be listed cannot be processed either.
    let members = match set.count(heap) {
        Some(count) if count > MAX_WORK / 64 => return None,
        _ if set.max().is_none() && heap >= most => return None,
        _ => members(set, heap + 1),
    };
    let affordable = MAX_WORK * 64 / (members.len() as u64 + 1);
    let most = most.min(affordable);
    let Some(&largest) = members.last() else { return Some(true) };
    let near = members.partition_point(|&s| (s as u64) < most);
    let mut plane = Plane::new(&members[..near], most);
    let mut stage = FIRST_STAGE_HEAPS.max((largest as u64).saturating_mul(2));
    loop {
        let made = plane.grow(stage.min(most));
        let words = plane.words();
        if heap < made {
            return Some(words[(heap / 64) as usize] >> (heap % 64) & 1 == 1);
        }
        if let Some(period) = period(words, largest) {
            let from = made - largest as u64 - period;
            let at = from + (heap - from) % period;
            return Some(words[(at / 64) as usize] >> (at % 64) & 1 == 1);
        }
        if made >= most {
            return None;
        }
        stage = made.saturating_mul(STAGE_GROWTH);
    }
}

/// A distance at which the last `order` heaps of the plane recur: the least one, if few places look similar.
fn period(words: &[u64], order: usize) -> Option<u64> {
    let heaps = 64 * words.len();
    let last = *words.last()?;
    let mut left = MAX_COMPARED_PLACES;
    // A place is the start of 64 heaps that may equal the last 64.
    for at in (0..words.len() - 1).rev() {
        let mut places = !0u64;
        for i in 0..64 {
            let heaps = words[at] >> i | words[at + 1] << 1 << (63 - i);
            places &= if last >> i & 1 == 1 { heaps } else { !heaps };
            if places == 0 {
                break;
            }
        }
        while places != 0 {
            let place = 63 - places.leading_zeros() as usize;
            places ^= 1 << place;
            let period = heaps - 64 - (64 * at + place);
            if order + period > heaps {
                return None;
            }
            if recurs(words, order, period) {
                return Some(period as u64);
            }
            left -= 1;
            if left == 0 {
                return None;
            }
        }
    }
    None
}

/// Whether the last `order` heaps of the plane equal those `period` heaps before them.
fn recurs(words: &[u64], order: usize, period: usize) -> bool {
    let heaps = 64 * words.len();
    let (back, shift) = (period.div_ceil(64), period.wrapping_neg() % 64);
    let full = words.len() - order / 64;
    let earlier = |at: usize| words[at - back] >> shift | words[at - back + 1] << 1 << (63 - shift);
    (full..words.len()).rev().all(|at| words[at] == earlier(at)) && {
        let bit = |n: usize| words[n / 64] >> (n % 64) & 1;
        (heaps - order..64 * full).all(|n| bit(n) == bit(n - period))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::values::p_positions;
    use proptest::prelude::*;

    fn bit(words: &[u64], heap: u64) -> bool {
        words[(heap / 64) as usize] >> (heap % 64) & 1 == 1
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn agrees_with_the_plane_made_in_full(
            members in prop::collection::vec((1u64..3000, 1u64..60).prop_map(|(s, small)| s / small + 1), 1..12),
            heaps in prop::collection::vec(0u64..60_000, 20),
        ) {
            let set = Set::of(&members).expect("a set");
            let table = p_positions(&set, 60_000);
            for heap in heaps {
                prop_assert_eq!(is_p_position(&set, heap), Some(bit(&table, heap)), "{:?} {}", members, heap);
            }
        }
    }

    #[test]
    fn sets_of_few_small_numbers_are_answered_far_away() {
        for a in 1..=20u64 {
            for b in a + 1..=21 {
                let set = Set::of(&[a, b, 2 * b + 1]).expect("a set");
                let found =
                    crate::heap::values::find_period(&set, 1 << 20, &mut |_| true).period.expect("a short period");
                let table = p_positions(&set, found.preperiod() + found.period());
                for heap in (1 << 40..(1 << 40) + 50).chain([0, 1, 2047, 2048, 4095]) {
                    assert_eq!(is_p_position(&set, heap), Some(bit(&table, found.fold(heap).0)), "{set:?} {heap}");
                }
            }
        }
    }

    #[test]
    fn large_numbers_and_infinite_sets() {
        use crate::heap::NamedSet;
        let far = Set::of(&[1, 999_999, 1_000_000]).expect("a set");
        let table = p_positions(&far, 1_000_002);
        for heap in [0, 1, 2, 999_997, 999_998, 999_999, 1_000_000, 1_000_001] {
            assert_eq!(is_p_position(&far, heap), Some(bit(&table, heap)), "{heap}");
        }
        let primes = Set::new(vec![], vec![NamedSet::Primes], false).expect("a set");
        let table = p_positions(&primes, 5000);
        for heap in [0, 1, 9, 10, 25, 34, 35, 4999] {
            assert_eq!(is_p_position(&primes, heap), Some(bit(&table, heap)), "{heap}");
        }
        assert_eq!(is_p_position(&primes, u64::MAX), None);
        let many: Vec<u64> = (0..100).map(|i| 3 * i + 2).chain([1 << 40, 1 << 63]).collect();
        let many = Set::of(&many).expect("a set");
        assert_eq!(is_p_position(&many, 1 << 63), None);
        assert_eq!(is_p_position(&many, 300), Some(bit(&p_positions(&many, 301), 300)));
        assert_eq!(is_p_position(&Set::of(&[1, u64::MAX]).expect("a set"), u64::MAX), None);
        assert_eq!(is_p_position(&Set::of(&[u64::MAX]).expect("a set"), u64::MAX - 1), Some(true));
    }
}
