//! The divisor game: replace a number by one of its proper divisors.
//!
//! Let Ω(n) be the number of prime factors of n, counted with multiplicity. A proper divisor has fewer, and every fewer
//! number of them is that of some proper divisor. So the values of Ω at the options of n are just those of the options of
//! a Nim heap of size Ω(n): a number *is* that heap, for Grundy values, misère play and remoteness alike.
//!
//! Numbers have 64 bits, so there are at most 63 prime factors and 103680 divisors.

pub use super::omega::{OmegaTable, omega_sieve};

use super::factor::factor;
use super::misere::MisereTheory;
use super::{Extent, HeapMove, HeapRules, word};
use crate::theory::{PeriodFound, Silent, Why};
use dashu_int::UBig;

/// The rules of the divisor game; a "heap" is a number from 1 on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Divisor;

/// Ω(n), the Grundy value of `n`; 0 for 0, which is no position.
///
/// ```
/// assert_eq!(grundy::heap::divisor::big_omega(360), 6);
/// ```
pub fn big_omega(n: u64) -> u32 {
    omega(&factor(n))
}

/// Ω of the number with these prime factors.
fn omega(factors: &[(u64, u32)]) -> u32 {
    factors.iter().map(|&(_, count)| count).sum()
}

/// Number of proper divisors of the number with these prime factors.
pub fn count(factors: &[(u64, u32)]) -> u64 {
    factors.iter().map(|&(_, count)| u64::from(count) + 1).product::<u64>() - 1
}

/// The proper divisors of the number with these prime factors, ascending.
///
/// ```
/// use grundy::heap::{divisor::divisors, factor::factor};
/// assert_eq!(divisors(&factor(12)), [1, 2, 3, 4, 6]);
/// ```
pub fn divisors(factors: &[(u64, u32)]) -> Vec<u64> {
    let mut divisors = vec![1];
    for &(p, count) in factors {
        // Each divisor so far, times p, p², …: the block before, times p.
        let block = divisors.len();
        for i in 0..block * count as usize {
            divisors.push(divisors[i] * p);
        }
    }
    // The last one is the number itself.
    divisors.pop();
    divisors.sort_unstable();
    divisors
}

/// The least proper divisors with Ω = `target` of the number with these prime factors, ascending, at most `want`.
///
/// ```
/// use grundy::heap::{divisor::divisors_with_omega, factor::factor};
/// assert_eq!(divisors_with_omega(&factor(360), 2, 3), [4, 6, 9]);
/// ```
pub fn divisors_with_omega(factors: &[(u64, u32)], target: u32, want: usize) -> Vec<u64> {
    let mut left = omega(factors);
    if target >= left {
        return Vec::new();
    }
    // Divisors of the factors seen, with Ω; those that can no longer come to the target are dropped.
    let mut partial = vec![(1u64, 0u32)];
    for &(p, count) in factors {
        left -= count;
        let mut longer = Vec::new();
        for (divisor, has) in partial {
            let least = target.saturating_sub(has + left);
            let most = count.min(target - has);
            longer.extend((least..=most).map(|e| (divisor * p.pow(e), has + e)));
        }
        partial = longer;
    }
    let mut found: Vec<u64> = partial.into_iter().map(|(divisor, _)| divisor).collect();
    found.sort_unstable();
    found.truncate(want);
    found
}

impl HeapRules for Divisor {
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        let Some(n) = word(heap) else { return };
        divisors(&factor(n)).into_iter().rev().all(|leave| visit(HeapMove::take((n - leave).into(), heap)));
    }

    fn count(&self, heap: &UBig) -> UBig {
        word(heap).map_or(UBig::ZERO, |n| count(&factor(n)).into())
    }

    fn value(&self, heap: &UBig) -> Result<UBig, Silent> {
        let n = word(heap).ok_or_else(|| Silent::TooFar("numbers are factored below 2^64".to_owned()))?;
        Ok(big_omega(n).into())
    }

    fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, Silent> {
        self.value(heap)?;
        let (Some(n), Ok(target)) = (word(heap), u32::try_from(target)) else { return Ok(Vec::new()) };
        let found = divisors_with_omega(&factor(n), target, usize::MAX);
        Ok(found.into_iter().rev().take(want).map(|leave| HeapMove::take((n - leave).into(), heap)).collect())
    }

    fn misere(&self) -> MisereTheory {
        MisereTheory::NimHeaps
    }

    fn why(&self, heap: &UBig) -> Why {
        Why::Primes(word(heap).map(factor).unwrap_or_default())
    }

    fn extent(&self, heap: &UBig) -> Extent {
        // Positions are the divisors; a move is a pair of them, one dividing the other.
        let (mut divisors, mut pairs) = (1.0, 1.0);
        for (_, count) in word(heap).map(factor).unwrap_or_default() {
            let exponents = f64::from(count) + 1.0;
            divisors *= exponents;
            pairs *= exponents * (exponents + 1.0) / 2.0;
        }
        Extent { positions: divisors, moves: pairs - divisors }
    }

    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound {
        PeriodFound::none(
            0,
            "the values are numbers of prime factors, which do not repeat: a power of 2 is larger than all before it",
        )
    }
}
