//! Proves periods from the values of enough heaps.
//!
//! Let k be the most stones that a move takes, h the most heaps that it leaves, n₀ ≥ 1 and p ≥ 1.
//!
//! **Guy and Smith** 1956, "The G-values of various games", for h = 2. If g(n + p) = g(n) for n₀ ≤ n < h·n₀ + (h − 1)·p + k, then
//! g(n + p) = g(n) for all n ≥ n₀. *Proof* by induction on n ≥ h·n₀ + (h − 1)·p + k. Because n > k, a move leaves at
//! least one heap, and all heaps that it leaves are smaller. Let a move turn n + p into heaps with the largest b. It
//! leaves at least n + p − k stones, so b ≥ (n + p − k)/h ≥ n₀ + p. With b − p ≥ n₀ ≥ 1 in the place of b it is a move
//! of n, to the same value, because b − p < n. Let a move turn n into heaps with the largest b. Then b ≥ (n − k)/h ≥
//! n₀, and with b + p in its place it is a move of n + p, to the same value, because b < n. So the options of n and of
//! n + p have the same values. ∎
//!
//! With h = 1, for digits up to 3, these are k consecutive matches. There n₀ = 0 is allowed if all digits are 0 or 3,
//! because then an empty heap is like any other. But 0.1, with the values 0 1 0 0 …, has g(0 + 2) = g(0) and not the
//! period 2 from 0.
//!
//! **Grundy's game.** If g(n + p) = g(n) for n₀ ≤ n < 2·n₀ + 2·p, then for all n ≥ n₀. *Proof* by induction on n ≥ 2·n₀ + 2·p; so the claim
//! holds for all y with n₀ ≤ y < n. Let (a, b) be an option of n + p, a < b. Then b > n₀ + p, so that b − p > n₀, and g(b − p) = g(b).
//! If a ≠ b − p, then (a, b − p) is an option of n of the same value. If a = b − p, then n = 2·a and a ≥ n₀ + p, so the option is
//! (a, a + p) with the value g(a) ⊕ g(a + p) = 0; and (a − p, a + p) is an option of n, as its parts differ and a − p ≥ n₀ ≥ 1, of
//! the value g(a) ⊕ g(a) = 0 too. Let now (a, b) be an option of n, a < b. Then b > n/2 ≥ n₀, g(b + p) = g(b), and (a, b + p) is an
//! option of n + p of the same value. So the options of n and of n + p have the same values. ∎

use super::Game;
use crate::theory::Period;

/// Returns the least period and least preperiod that the values of heaps 0, 1, 2, … prove.
///
/// Time and memory are linear in the number of values.
///
/// For each p, the matches g(n + p) = g(n), counted back from the last heap, give the least n₀. The least p that
/// satisfies a theorem is the least period. For p is a multiple of the least period P, which has the same least
/// preperiod; the theorem requires fewer matches of P than of p, and the values contain more.
///
/// ```
/// use grundy::heap::octal::{Code, Game, Table, prove_period};
/// let mut kayles = Table::new(Game::Code(Code::KAYLES));
/// kayles.grow(168)?;
/// let found = prove_period(kayles.game(), kayles.values()).unwrap();
/// assert_eq!((found.preperiod(), found.period(), found.heaps()), (71, 12, 2 * 71 + 2 * 12 + 2));
/// # Ok::<(), grundy::heap::octal::TableError>(())
/// ```
pub fn prove_period(game: &Game, values: &[u16]) -> Option<Period> {
    // The numbers of matches have 32 bits.
    if u32::try_from(values.len()).is_err() {
        return None;
    }
    let len = values.len() as u64;
    let theorem = Theorem::of(game);
    // With two heaps or more, n₀ + p is at most half of the number of values, so the other half matches.
    if theorem.heaps > 1 && !may_match_suffix(values, values.len() / 2) {
        return None;
    }
    let matches = suffix_matches(values);
    (1..).zip(matches.iter().skip(1)).find_map(|(period, &matches)| {
        let preperiod = len - period - u64::from(matches);
        let checked_to = theorem.first_free(preperiod, period) + period;
        (checked_to <= len).then_some(Period::Proved { preperiod, period, saltus: 0, checked_to, by: theorem.name })
    })
}

/// The range of n in which a theorem requires g(n + p) = g(n): `least ≤ n₀ ≤ n < heaps·n₀ + periods·p + stones`.
struct Theorem {
    least: u64,
    heaps: u64,
    periods: u64,
    stones: u64,
    name: &'static str,
}

impl Theorem {
    fn of(game: &Game) -> Self {
        let Game::Code(code) = game else {
            let name = "matches from n0 up to 2 n0 + 2 p heaps (after Guy and Smith 1956, for unequal parts)";
            return Self { least: 1, heaps: 2, periods: 2, stones: 0, name };
        };
        let heaps = code.parts() as u64;
        let any_empty = (0..=code.last()).all(|i| matches!(code.digit(i), 0 | 3));
        let name = match heaps {
            1 => "as many consecutive matches as the most stones that a move takes (Winning Ways, chapter 4)",
            2 => "matches from n0 up to 2 n0 + p + k heaps (Guy and Smith 1956)",
            _ => "matches from n0 up to 3 n0 + 2 p + k heaps (after Guy and Smith 1956, for three parts)",
        };
        let least = u64::from(!any_empty);
        Self { least, heaps, periods: heaps - 1, stones: code.last() as u64, name }
    }

    /// The first n for which no match is needed.
    fn first_free(&self, preperiod: u64, period: u64) -> u64 {
        self.heaps * preperiod.max(self.least) + self.periods * period + self.stones
    }
}

/// Whether the last `length` values equal those p before them, for some p ≥ 1. Also `true` if this takes too many comparisons, or fewer
/// than eight values are to match.
///
/// A pass over the values: few places are preceded by the last eight values.
fn may_match_suffix(values: &[u16], length: usize) -> bool {
    let Some(last) = values.last_chunk::<8>().filter(|last| last.len() <= length) else { return true };
    let mut compared = 0;
    for (start, before) in values[..values.len() - 1].windows(last.len()).enumerate() {
        if before == last {
            let pairs = values[..start + last.len()].iter().rev().zip(values.iter().rev()).take(length);
            let matches = pairs.take_while(|(a, b)| a == b).count();
            compared += matches;
            if matches == length || compared > values.len() {
                return true;
            }
        }
    }
    false
}

/// For each p, the number of values, counted back from the last one, that equal the value p before them; at index p.
///
/// The Z-function of the values in reverse (Gusfield 1997, *Algorithms on Strings, Trees, and Sequences*, section 1.4).
pub(super) fn suffix_matches<T: PartialEq>(values: &[T]) -> Vec<u32> {
    let len = values.len();
    let back = |i: usize| &values[len - 1 - i];
    let mut matches = vec![0u32; len];
    // The interval from..to that reaches farthest, among those known to match the beginning.
    let (mut from, mut to) = (0, 0);
    for p in 1..len {
        let mut count = if p < to { (matches[p - from] as usize).min(to - p) } else { 0 };
        while p + count < len && back(count) == back(p + count) {
            count += 1;
        }
        if p + count > to {
            (from, to) = (p, p + count);
        }
        matches[p] = count as u32;
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::{Code, Table};
    use proptest::prelude::*;

    /// The theorem, applied literally: the least p, and for it the least n₀, for which every match holds.
    fn slow(game: &Game, values: &[u16]) -> Option<(u64, u64)> {
        let theorem = Theorem::of(game);
        let len = values.len() as u64;
        let repeats = |n0: u64, p: u64| (n0..len - p).all(|n| values[n as usize] == values[(n + p) as usize]);
        (1..len).find_map(|p| {
            let n0 = (theorem.least..len - p).find(|&n0| repeats(n0, p))?;
            let least = (0..=n0).find(|&n| repeats(n, p))?;
            (theorem.first_free(n0, p) <= len - p).then_some((least, p))
        })
    }

    proptest! {
        #[test]
        fn the_least_period_is_what_the_theorem_says(
            tail in prop::collection::vec(0u16..3, 0..6),
            cycle in prop::collection::vec(0u16..3, 1..6),
            heaps in 1usize..60,
            code in prop::sample::select(vec!["0.3", "0.12", "0.7", "0.007", "0.8", "4.0"]),
        ) {
            let game = Game::Code(Code::parse(code).unwrap());
            let values: Vec<u16> = tail.into_iter().chain(cycle.into_iter().cycle()).take(heaps).collect();
            for game in [game, Game::Grundy] {
                let found = prove_period(&game, &values).map(|f| (f.preperiod(), f.period()));
                prop_assert_eq!(found, slow(&game, &values));
            }
        }
    }

    proptest! {
        #[test]
        fn a_suffix_that_matches_is_found(
            tail in prop::collection::vec(0u16..2, 0..40),
            cycle in prop::collection::vec(0u16..2, 1..30),
            heaps in 1usize..120,
        ) {
            let values: Vec<u16> = tail.into_iter().chain(cycle.into_iter().cycle()).take(heaps).collect();
            let longest = suffix_matches(&values).into_iter().skip(1).max().unwrap_or(0) as usize;
            for length in 0..=heaps {
                let may_match = may_match_suffix(&values, length);
                prop_assert!(may_match || length > longest, "{} of {}", length, longest);
                // Few values are compared if no other place is preceded by the last eight.
                prop_assert!(!may_match || length < 8 || longest >= 8);
            }
        }
    }

    #[test]
    fn the_heaps_that_the_theorem_needs_suffice_and_no_fewer_do() {
        for text in ["0.77", "0.07", "0.137", "0.1", "0.3", "0.333", "4.0", "0.156", "4.c"] {
            let game = Game::Code(Code::parse(text).unwrap());
            let mut table = Table::new(game.clone());
            table.grow(8000).unwrap();
            let found = prove_period(&game, table.values()).unwrap();
            let needed = found.heaps() as usize;
            assert_eq!(prove_period(&game, &table.values()[..needed]), Some(found), "{text}");
            assert_ne!(prove_period(&game, &table.values()[..needed - 1]), Some(found), "{text}");
        }
    }

    /// Continues `values` by the rule of Grundy's game.
    fn grow_unequal(values: &mut Vec<u16>, heaps: usize) {
        for n in values.len()..heaps {
            let options = (1..n.div_ceil(2)).fold(0u64, |set, a| set | 1 << (values[a] ^ values[n - a]));
            values.push(options.trailing_ones() as u16);
        }
    }

    /// Counts the sequences with values below 4 that have p matches from n₀ up to `bound`, where the last p heaps that
    /// these need are computed by the rule of Grundy's game: the number that repeat for ever, and the number that do
    /// not.
    fn beginnings(n0: usize, p: usize, bound: usize) -> (usize, usize) {
        let (mut hold, mut fail) = (0, 0);
        for digits in 0..4usize.pow((n0 + p) as u32) {
            let mut values: Vec<u16> = (0..n0 + p).map(|n| (digits >> (2 * n) & 3) as u16).collect();
            for n in n0 + p..bound {
                values.push(values[n - p]);
            }
            grow_unequal(&mut values, bound + p);
            let repeats = |values: &[u16], to| (n0..to).all(|n| values[n] == values[n + p]);
            if repeats(&values, bound) {
                grow_unequal(&mut values, bound + 20 * p);
                *(if repeats(&values, bound + 19 * p) { &mut hold } else { &mut fail }) += 1;
            }
        }
        (hold, fail)
    }

    #[test]
    fn unequal_parts_need_one_period_more() {
        let theorem = Theorem::of(&Game::Grundy);
        let (mut hold, mut fail_earlier) = (0, 0);
        for (n0, p) in (1..4).flat_map(|n0| (1..6).map(move |p| (n0, p))) {
            let (holds, failed) = beginnings(n0, p, theorem.first_free(n0 as u64, p as u64) as usize);
            assert_eq!(failed, 0, "n0 = {n0}, p = {p}");
            hold += holds;
            fail_earlier += beginnings(n0, p, 2 * n0 + p).1;
        }
        assert!(hold > 100 && fail_earlier > 0, "{hold} {fail_earlier}");
    }
}
