//! Checks certificates by the plain method: recomputes all values that the theorem requires, from all moves of every heap.
//!
//! Let k be the most stones that a move takes and h the most heaps that it leaves, p ≥ 1 and n₀ ≥ 1, or n₀ ≥ 0 if all
//! digits are 0 or 3. If g(n + p) = g(n) for n₀ ≤ n < h·n₀ + (h − 1)·p + k, then for all n ≥ n₀ (Guy and Smith 1956, for
//! h = 2); in Grundy's game, for n₀ ≤ n < 2·n₀ + 2·p. The proofs are in the theory notes of the repository.

use super::least::{head, primes};
use super::progress::CheckProgress;
use super::rules::Rules;
use super::{CertificateCheckError, CertificateFault};
use crate::heap::octal::certificate::Certificate;

/// The most heaps that are checked if a move leaves up to two heaps, and if it leaves up to three.
const MAX_CHECKED_HEAPS: [u64; 2] = [400_000, 20_000];
/// Number of heaps between two checks whether to stop.
const CHECK_INTERVAL: u64 = 64;

/// A certificate whose numbers are consistent.
pub(super) struct Plain {
    rules: Rules,
    preperiod: u64,
    period: u64,
    max_value: u16,
    /// Number of heaps that the theorem requires.
    pub(super) heaps: u64,
}

impl Plain {
    /// Checks that the numbers of a certificate are consistent.
    pub(super) fn new(certificate: &Certificate, checked_to: u64) -> Result<Self, CertificateFault> {
        let rules = Rules::read(&certificate.game)?;
        let &Certificate { preperiod, period, max_value, .. } = certificate;
        let max_value = head(preperiod, period, max_value)?;
        // The first heap of the theorem's range.
        let from = preperiod.max(u64::from(!rules.only_subtracts()));
        let (parts, last) = (rules.parts(), rules.last() as u64);
        // The numbers of the head are below 2⁵⁴.
        let needed = if rules.unequal() { 2 * from + 3 * period } else { parts * (from + period) + last };
        if checked_to != needed {
            let expected = format!("{needed}, as the theorem asks of this game, preperiod and period");
            return Err(CertificateFault::Number { name: "checked-to", value: checked_to, expected });
        }
        let most = MAX_CHECKED_HEAPS[usize::from(parts == 3)];
        if needed > most {
            let expected = format!("at most {most}, as far as the plain method goes");
            return Err(CertificateFault::Number { name: "checked-to", value: checked_to, expected });
        }
        Ok(Self { rules, preperiod, period, max_value, heaps: needed })
    }

    /// The theorem that extends the values of these heaps to all heaps.
    pub(super) fn theorem(&self) -> &'static str {
        match self.rules.parts() {
            _ if self.rules.unequal() => {
                "matches from n0 up to 2 n0 + 2 p heaps (after Guy and Smith 1956, for unequal parts)"
            }
            1 => "as many consecutive matches as the most that a move takes (Winning Ways, chapter 4)",
            2 => "matches from n0 up to 2 n0 + p + k heaps (Guy and Smith 1956)",
            _ => "matches from n0 up to 3 n0 + 2 p + k heaps (after Guy and Smith 1956, for three parts)",
        }
    }

    /// Computes the values and compares them with the claims.
    pub(super) fn check(&self, progress: &CheckProgress<'_>) -> Result<(), CertificateCheckError> {
        let values = self.values(progress)?;
        let (preperiod, period) = (self.preperiod as usize, self.period as usize);
        let repeats = |heap: usize| values[heap] == values[heap + period];
        if let Some(heap) = (preperiod..values.len() - period).find(|&heap| !repeats(heap)) {
            let (value, later) = (values[heap], values[heap + period]);
            return Err(CertificateFault::Repeats { heap: heap as u64, value, later }.into());
        }
        if preperiod > 0 && repeats(preperiod - 1) {
            let expected = format!("heaps {} and {} of different values", preperiod - 1, preperiod - 1 + period);
            return Err(CertificateFault::NotLeast { name: "preperiod", expected }.into());
        }
        let cycle = &values[preperiod..preperiod + period];
        for prime in primes(self.period) {
            let apart = period / prime as usize;
            if (0..period).all(|i| cycle[i] == cycle[(i + apart) % period]) {
                let expected = format!("two heaps from {preperiod} on, {apart} apart, of different values");
                return Err(CertificateFault::NotLeast { name: "period", expected }.into());
            }
        }
        let computed = values.into_iter().max().unwrap_or(0);
        if computed < self.max_value {
            return Err(CertificateFault::Largest { claimed: self.max_value.into(), computed }.into());
        }
        Ok(())
    }

    /// The values from heap 0 on.
    fn values(&self, progress: &CheckProgress<'_>) -> Result<Vec<u16>, CertificateCheckError> {
        let rules = &self.rules;
        let pairs = rules.stones_taken_leaving(2).max().map_or(0, |i| i + 1);
        let triples: Vec<usize> = rules.stones_taken_leaving(3).collect();
        let mut values: Vec<u16> = Vec::new();
        // For each total, the set of values of splits into two heaps; empty for totals that are no longer needed.
        let mut twos: Vec<Vec<u64>> = Vec::new();
        for heap in 0..self.heaps as usize {
            twos.push(if pairs > 0 || !triples.is_empty() { self.splits(&values) } else { Vec::new() });
            if triples.is_empty() && heap >= pairs {
                twos[heap - pairs] = Vec::new();
            }
            let mut options = Vec::new();
            if rules.takes_whole(heap as u64) {
                insert(&mut options, 0);
            }
            for taken in rules.stones_taken_leaving(1).take_while(|&taken| taken < heap) {
                insert(&mut options, values[heap - taken]);
            }
            for taken in rules.stones_taken_leaving(2).take_while(|&taken| taken < heap) {
                unite(&mut options, &twos[heap - taken], 0);
            }
            for &taken in triples.iter().take_while(|&&taken| taken < heap) {
                let total = heap - taken;
                for part in 1..=total / 3 {
                    unite(&mut options, &twos[total - part], values[part]);
                }
            }
            match u16::try_from(least_missing(&options)) {
                Ok(value) if value <= self.max_value => values.push(value),
                _ => {
                    return Err(
                        CertificateFault::Exceeds { heap: heap as u64, max_value: self.max_value.into() }.into()
                    );
                }
            }
            if heap as u64 % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                progress.advance(CHECK_INTERVAL)?;
            }
        }
        progress.advance(self.heaps % CHECK_INTERVAL)?;
        Ok(values)
    }

    /// The values of splits into two heaps of the total `values.len()`.
    fn splits(&self, values: &[u16]) -> Vec<u64> {
        let total = values.len();
        let last = if self.rules.unequal() { total.saturating_sub(1) / 2 } else { total / 2 };
        if last == 0 {
            return Vec::new();
        }
        let bound = (usize::from(self.max_value) + 1).next_power_of_two().max(64);
        // A mark for each value, because marks do not depend on one another; the last remainder shows the compiler that
        // the index is within bounds.
        let mut marks = vec![false; bound];
        for (a, b) in values[1..=last].iter().zip(values[total - last..].iter().rev()) {
            marks[usize::from(a ^ b) & (bound - 1)] = true;
        }
        let words = marks.chunks(64).map(|marks| marks.iter().rev().fold(0, |word, &mark| word << 1 | u64::from(mark)));
        let mut set: Vec<u64> = words.collect();
        set.truncate(set.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1));
        set
    }
}

/// Adds a value to a set.
fn insert(set: &mut Vec<u64>, value: u16) {
    let word = usize::from(value / 64);
    set.resize(set.len().max(word + 1), 0);
    set[word] |= 1 << (value % 64);
}

/// Adds the values of another set, each after ⊕ `value`.
fn unite(set: &mut Vec<u64>, other: &[u64], value: u16) {
    let high = usize::from(value / 64);
    for (i, &word) in other.iter().enumerate() {
        if word != 0 {
            set.resize(set.len().max((i ^ high) + 1), 0);
            set[i ^ high] |= swap_bits(word, value % 64);
        }
    }
}

/// The word whose bit j ⊕ `value` is bit j of the given one: for each bit of `value`, neighbours at that distance
/// change places.
fn swap_bits(word: u64, value: u16) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    (0..6).filter(|bit| value >> bit & 1 == 1).fold(word, |word, bit| {
        let even = EVEN[bit];
        (word & even) << (1 << bit) | (word >> (1 << bit)) & even
    })
}

/// The least value that is not in a set.
fn least_missing(set: &[u64]) -> usize {
    match set.iter().position(|&word| word != u64::MAX) {
        Some(i) => 64 * i + set[i].trailing_ones() as usize,
        None => 64 * set.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_swapped_bit_by_bit() {
        for (word, value) in [(1u64, 5u16), (0x8000_0001_0000_f0f1, 37), (u64::MAX, 63), (0x1234_5678_9abc_def0, 63)] {
            let slow = (0..64).filter(|j| word >> j & 1 == 1).fold(0, |all, j| all | 1 << (j ^ value));
            assert_eq!(swap_bits(word, value), slow);
        }
        let (mut set, mut sum) = (Vec::new(), Vec::new());
        insert(&mut set, 70);
        insert(&mut set, 3);
        unite(&mut sum, &set, 129);
        assert_eq!(sum, [0, 0, 1 << (3 ^ 1), 1 << (6 ^ 1)]);
        assert_eq!((least_missing(&[]), least_missing(&[7]), least_missing(&[u64::MAX, 1])), (0, 3, 65));
    }
}
