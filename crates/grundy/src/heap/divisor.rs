//! The divisor game: replace a number by one of its proper divisors.
//!
//! Let Ω(n) be the number of prime factors of n, counted with multiplicity. A proper divisor has fewer, and every smaller
//! number is Ω of some proper divisor. So the values of Ω at the options of n are exactly the options of
//! a Nim heap of size Ω(n): a number is equal to that heap, for Grundy values, misère play and remoteness alike.
//!
//! Numbers have 64 bits, so there are at most 63 prime factors and 103680 divisors.

pub use super::omega::{OmegaTable, omega_sieve};

use super::arithmetic::word;
use super::factor::factor;
use super::misere::MisereTheory;
use super::{ExpansionSize, HeapMove, bulk};
use crate::limits::{Bytes, Limits};
use crate::theory::{ClaimError, PeriodSearch, SearchEnd, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use std::ops::Range;

/// The most bytes of a table.
const MAX_TABLE_BYTES: u64 = 1 << 40;
/// The largest ratio of the last number of a range to its length for which a table of all numbers is used: half a byte
/// for each number of the table, so at most 16 bytes for each number of the range.
const SPARSE: u64 = 32;
/// Number of numbers in a block of which each is factored: some milliseconds.
const FACTORED: u64 = 64;

/// The rules of the divisor game; a "heap" is a number from 1 on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Divisor;

/// Returns Ω(n), the Grundy value of `n`; 0 for 0, which is not a position.
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

/// Returns the number of proper divisors of the number with these prime factors.
pub fn count(factors: &[(u64, u32)]) -> u64 {
    factors.iter().map(|&(_, count)| u64::from(count) + 1).product::<u64>() - 1
}

/// Returns the proper divisors of the number with these prime factors, ascending.
///
/// ```
/// use grundy::heap::{divisor::divisors, factor::factor};
/// assert_eq!(divisors(&factor(12)), [1, 2, 3, 4, 6]);
/// ```
pub fn divisors(factors: &[(u64, u32)]) -> Vec<u64> {
    let mut divisors = vec![1];
    for &(p, count) in factors {
        // Multiplies each divisor so far by p, p², …: each block is the previous block times p.
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

/// Returns the least proper divisors with Ω = `target` of the number with these prime factors, ascending, at most `want`.
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
    // Divisors made of the factors so far, with their Ω, without those that can no longer reach the target.
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

impl Divisor {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it returns `false`.
    pub fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool) {
        let Some(n) = word(heap) else { return };
        divisors(&factor(n)).into_iter().rev().all(|leave| visit(HeapMove::take((n - leave).into(), heap)));
    }

    /// Returns the number of moves of a heap.
    pub fn count(&self, heap: &UBig) -> UBig {
        word(heap).map_or(UBig::ZERO, |n| count(&factor(n)).into())
    }

    /// Returns the Grundy value of a number of 64 bits.
    ///
    /// # Errors
    /// None: the theory reaches all numbers of 64 bits.
    pub fn nimber(&self, heap: u64) -> Result<Nimber, ClaimError> {
        Ok(Nimber(big_omega(heap).into()))
    }

    /// Returns the Grundy value of a number.
    ///
    /// # Errors
    /// If the theory does not reach the number.
    pub fn value(&self, heap: &UBig) -> Result<UBig, ClaimError> {
        let n = word(heap).ok_or_else(|| ClaimError::OutOfReach("numbers are factored below 2^64".to_owned()))?;
        Ok(big_omega(n).into())
    }

    /// Returns at most `want` moves of a heap to options of value `target`.
    ///
    /// # Errors
    /// If the theory does not reach the heap.
    pub fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, ClaimError> {
        self.value(heap)?;
        let (Some(n), Ok(target)) = (word(heap), u32::try_from(target)) else { return Ok(Vec::new()) };
        let found = divisors_with_omega(&factor(n), target, usize::MAX);
        Ok(found.into_iter().rev().take(want).map(|leave| HeapMove::take((n - leave).into(), heap)).collect())
    }

    /// Returns the theory of misère play.
    pub fn misere(&self) -> MisereTheory {
        MisereTheory::NimHeaps
    }

    /// Returns the source of the value of a heap.
    pub fn value_source(&self, heap: &UBig) -> ValueSource {
        ValueSource::Primes(word(heap).map(factor).unwrap_or_default())
    }

    /// Returns a lower bound of the size of the game expanded from a heap.
    pub fn expansion_size(&self, heap: &UBig) -> ExpansionSize {
        // Positions are the divisors; a move is a pair of divisors of which one divides the other.
        let (mut divisors, mut pairs) = (1.0, 1.0);
        for (_, count) in word(heap).map(factor).unwrap_or_default() {
            let exponents = f64::from(count) + 1.0;
            divisors *= exponents;
            pairs *= exponents * (exponents + 1.0) / 2.0;
        }
        ExpansionSize { positions: divisors, moves: pairs - divisors }
    }

    /// Searches for the period of the values of heaps, as [`HeapRules::find_period`](super::HeapRules::find_period) does.
    pub fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
        PeriodSearch::not_begun(
            SearchEnd::NoTheorem,
            "the values are numbers of prime factors, which do not repeat: a power of 2 is larger than all before it",
        )
    }

    /// Calls `visit` with the Grundy values of consecutive heaps, a block at a time.
    ///
    /// # Errors
    /// If the theory does not reach one of them, or `limits` end the computation.
    pub fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Result<(), ClaimError> {
        let Some(last) = bulk::last(&heaps) else { return Ok(()) };
        let is_dense = last / SPARSE <= heaps.end - heaps.start;
        // The table has half a byte for each number, and the sieve needs some more.
        let bytes = last / 2;
        if is_dense && (bytes > limits.max_memory() || bytes > MAX_TABLE_BYTES) {
            let allowed = limits.max_memory().min(MAX_TABLE_BYTES);
            return Err(ClaimError::OutOfReach(format!(
                "the table of the numbers up to {last} takes {}, and {} are allowed",
                Bytes(bytes),
                Bytes(allowed)
            )));
        }
        let table = match is_dense {
            true => Some(OmegaTable::up_to_within(last, limits).ok_or(ClaimError::Interrupted)?),
            false => None,
        };
        let block = if is_dense { bulk::BLOCK } else { FACTORED };
        bulk::in_blocks(heaps, block, limits, visit, |values, heaps| {
            match &table {
                Some(table) => values.extend(heaps.map(|n| Nimber(table.of(n).unwrap_or(0).into()))),
                None => values.extend(heaps.map(|n| Nimber(big_omega(n).into()))),
            }
            Ok(())
        })
    }
}
