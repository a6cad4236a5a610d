//! Extends a misère quotient from finitely many heaps to all heaps.
//!
//! Let k be the largest number of stones that a move takes, and h the largest number of heaps that it leaves. Let φ(n) be the element of heap n,
//! and E(n) the set of the elements of the options of heap n.
//!
//! **Theorem** (after Guy and Smith 1956, and Plambeck and Siegel 2008). Let φ(n + p) = φ(n) for all n ≥ n₀ ≥ 1. Then E(n + p) = E(n)
//! for all n ≥ B = h·n₀ + (h − 1)·p + k; in Grundy's game for all n ≥ B = 2·n₀ + 2·p. So if the elements of the heaps below B + p
//! satisfy the conditions of a proof, then they do so for all heaps.
//!
//! *Proof.* As n > k, a move leaves at least one heap. Let a move of n + p leave heaps with the largest b. Then b ≥ (n +
//! p − k)/h ≥ n₀ + p, and b − p ≥ n₀ ≥ 1 in its place is a move of n to the same element. Let a move of n leave heaps
//! with the largest b. Then b ≥ (n − k)/h ≥ n₀, and b + p in its place is a move of n + p to the same element. In Grundy's game the parts
//! a < b of n + p have b > n₀ + p; if a ≠ b − p, then (a, b − p) is a move of n. If a = b − p, then n = 2·a and a ≥ n₀ + p, and (a − p, a + p) is a
//! move of n with unequal parts, to the element φ(a)·φ(a) = φ(a)·φ(a + p). The parts a < b of n have b ≥ n₀, and (a, b + p) is a
//! move of n + p. Hence every heap n ≥ B + p has the element and the options' elements of heap n − p, and the set of
//! pairs of all heaps is that of the heaps below B + p. ∎

use crate::heap::octal::Game;

/// A period of the elements of heaps that is proved for all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repetition {
    /// The least heap, at least 1, from which the elements repeat.
    pub(super) preperiod: u64,
    /// The least period.
    pub(super) period: u64,
    /// The heaps below this one prove it.
    pub(super) checked_to: u64,
}

/// The first heap B + p that the proof of a period does not need.
pub(super) fn needed(game: &Game, preperiod: u64, period: u64) -> u64 {
    match game {
        Game::Grundy => 2 * preperiod + 3 * period,
        Game::Code(code) => code.parts() as u64 * (preperiod + period) + code.last() as u64,
    }
}

/// The least period that the elements of the heaps 0, 1, 2, … prove, with its least preperiod.
pub(super) fn find(game: &Game, elements: &[u32]) -> Option<Repetition> {
    let len = elements.len() as u64;
    (1..len).take_while(|&period| needed(game, 1, period) <= len).find_map(|period| {
        let pairs = elements.iter().rev().zip(elements.iter().rev().skip(period as usize));
        let matches = pairs.take_while(|(a, b)| a == b).count() as u64;
        let preperiod = (len - period - matches).max(1);
        let checked_to = needed(game, preperiod, period);
        (checked_to <= len).then_some(Repetition { preperiod, period, checked_to })
    })
}
