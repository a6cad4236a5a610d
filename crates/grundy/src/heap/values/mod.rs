//! The Grundy values and P-positions of subtraction games, many heaps at a time, and the proof of their periods.
//!
//! g(n) is the least number that is not the value of n − s for an s ≤ n in the set S. There are three methods, and
//! `value_stream.rs` chooses the one that suits the set: 64 heaps to a word (`planes.rs`), counting over long runs
//! (`counts.rs`), or the definition (`plain.rs`). None of them uses a period; `cycle.rs` proves a period from the
//! output of any of them.
//!
//! # Finite sets
//!
//! **Theorem 1** (Winning Ways, chapter 4). Let k be the largest number in S. If g(n + p) = g(n) for n₀ ≤ n < n₀ + k, then for
//! all n ≥ n₀. *Proof.* For n ≥ n₀ + k all options n − s are at least n₀, and by induction their values are those
//! of n + p − s. ∎
//!
//! # All-but sets
//!
//! S is the set of all positive numbers except those of a finite set X. Let k ≥ 1 be at least as large as any number in
//! X, so that each number above k may be taken; and let c(n) be the number of different values among the heaps below n.
//!
//! **Lemma 1.** The values of the heaps below n are 0, 1, …, c(n) − 1. *Proof.* A heap of value v has options of all smaller
//! values. ∎ So g(n) ≤ c(n), and c(n + 1) is c(n) + 1 if g(n) = c(n), otherwise c(n).
//!
//! A value is *closed* at n if a heap below n − k has it, and *open* otherwise: then it is a value of some of the last k
//! heaps, or of no heap so far.
//!
//! **Lemma 2.** The values closed at n are those below b(n) = c(n − k), where b(n) = 0 for n ≤ k. All of them are values of
//! options of n, and g(n) is the least v ≥ b(n) that is not g(n − i) for an i ≤ k outside X. *Proof.* The first claim
//! is lemma 1. A heap below n − k is an option of n, and for i ≤ k heap n − i is one exactly if i is not in X; and
//! values below b(n) need no longer be considered. ∎
//!
//! So b(n) is the least open value; and because no closed value exceeds an open one, b(n) determines all closed values.
//!
//! **Theorem 2.** Let t(n) be the list of the k numbers g(n − i) − b(n), 1 ≤ i ≤ k, in which a dash replaces negative
//! numbers and those with i > n. If t(n + p) = t(n), n ≥ 0, p ≥ 1, and σ = b(n + p) − b(n), then g(m + p) = g(m) + σ
//! and b(m + p) = b(m) + σ for all m ≥ n. *Proof.* By lemma 2, g(n) − b(n) is a function of t(n), on which dashes have
//! no influence. By lemma 1, b(n + 1) is b(n) + 1 if the last number in t(n) is 0, otherwise b(n). With these two, t(n)
//! determines t(n + 1). Hence t(m + p) = t(m) for all m ≥ n, and g and b increase by the same steps from m = n and from
//! m = n + p. ∎
//!
//! Such a p always exists: the values in t(n) are below c(n) ≤ b(n) + k, so there are finitely many lists. And σ > 0:
//! heaps of the same value are at most k apart, so values grow without bound.
//!
//! The search compares something simpler: d(n) = c(n) − g(n), the difference between the first value that no smaller
//! heap has and g(n).
//!
//! **Theorem 3.** If d(m + p) = d(m) for n₀ ≤ m < n₀ + k, then for all m ≥ n₀; and for these g(m + p) = g(m) + σ, where σ is the
//! number of m with d(m) = 0 and n₀ ≤ m < n₀ + p. *Proof.* Let n = n₀ + k. For n₀ ≤ m ≤ n, c(n) − c(m) is the number of zeros
//! of d from m to n − 1. So these k numbers give b(n) − c(n) = c(n₀) − c(n) and g(m) − c(n), hence t(n); so t(n + p) = t(n). By
//! theorem 2, with its σ, g(m + p) = g(m) + σ for m ≥ n, and c(m + p) = b(m + k + p) = c(m) + σ for m ≥ n₀. Then d(m + p) = d(m) for m ≥ n
//! as well, and g = c − d gives the rest; σ = c(n₀ + p) − c(n₀) counts the zeros. ∎
//!
//! # The least period
//!
//! The *terms* are g for a finite set and d for an all-but set. If the k terms from n₀ on recur for the first time from
//! n₀ + q on, q is the least period of all. By theorem 1 or 3 the terms have period q from n₀ on. If they have period p
//! from some heap on, they also have it from n₀ on, because adding a multiple of q leads there; so q ≤ p. And p is a
//! period of d exactly if it is one of g, with a saltus. Theorem 3 is one half. If g(m + p) = g(m) + σ for m ≥ n₀,
//! then, because values are unbounded, the largest value below m, and the largest below m + p, belong to heaps from n₀,
//! and from n₀ + p, on, for all large m, so that c(m + p) = c(m) + σ, and d(m + p) = d(m). ∎

mod counts;
mod cycle;
mod is_p_position;
mod kmp;
mod mex_set;
mod p_positions;
mod plain;
mod planes;
mod recent;
mod shifts;
mod value_stream;

pub use cycle::find_period;
pub(super) use cycle::period_search_bytes;
pub use is_p_position::is_p_position;
pub use p_positions::p_positions;

use super::Set;
use crate::theory::Period;
use shifts::BLOCK;
use value_stream::ValueStream;

/// Number of operations for each heap of a block between two calls of `go_on`: a millisecond.
const STEPS: u64 = 1 << 13;

/// Returns the values of heaps 0 to `heaps` − 1, for any set.
///
/// # Panics
/// If the values, or the numbers below `heaps` that may be taken, do not fit in memory, or if `heaps` does not fit in
/// 32 bits.
///
/// ```
/// use grundy::heap::{Set, values::grundy_values};
/// assert_eq!(grundy_values(&Set::of(&[1, 3, 4])?, 10), [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn grundy_values(set: &Set, heaps: u64) -> Vec<u32> {
    grundy_values_within(set, heaps, &mut || true).expect("not stopped")
}

/// [`grundy_values`]; calls `go_on` from time to time, and returns `None` if that returns `false`.
pub(super) fn grundy_values_within(set: &Set, heaps: u64, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<u32>> {
    assert!(u32::try_from(heaps).is_ok(), "heaps that fit in 32 bits");
    let mut values = vec![0; heaps as usize];
    let mut stream = ValueStream::new(set, heaps);
    let rising = value_stream::is_rising(set);
    let mut count = 0;
    let heaps_each = (STEPS / stream.cost()).max(1) as usize * BLOCK;
    for values in values.chunks_mut(heaps_each) {
        if !go_on() {
            return None;
        }
        stream.fill(values);
        if rising {
            for value in values {
                let short = *value;
                *value = count - short;
                count += u32::from(short == 0);
            }
        }
    }
    Some(values)
}

/// Returns the values of heaps 0 to preperiod + period − 1. `None` if there are more than `most`, or more than fit in
/// 32 bits.
///
/// With [`Period::fold`] they give the values of all heaps.
///
/// ```
/// use grundy::heap::{Set, values::{find_period, window}};
/// let set = Set::of(&[1, 3, 4])?;
/// let period = find_period(&set, 1 << 20, &mut |_| true).period.expect("a short period");
/// let values = window(&set, &period, 1 << 20).expect("few values");
/// assert_eq!(values, [0, 1, 0, 1, 2, 3, 2]);
/// let (heap, added) = period.fold(1_000_000_000);
/// assert_eq!((heap, u64::from(values[heap as usize]) + added), (6, 2));
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn window(set: &Set, period: &Period, most: u64) -> Option<Vec<u32>> {
    let heaps = period.preperiod().checked_add(period.period())?;
    (heaps <= most.min(u32::MAX.into())).then(|| grundy_values(set, heaps))
}
