//! The lost single heaps of a game whose Grundy values have a period, as residues.

use super::Period;
use crate::value::Nimber;
use std::fmt;

/// The most numbers that the text lists.
const MAX_SHOWN: usize = 24;

/// The lost single heaps (P-positions) of a game: the residues modulo a period from some heap on, and the heaps before it one by one.
///
/// Both the preperiod and the period are the least ones of won and lost, so they may be smaller than those of the values.
///
/// ```
/// use grundy::{Nimber, theory::{LostHeaps, Period}};
/// let period = Period::Proved { preperiod: 0, period: 7, saltus: 0, checked_to: 11, by: "an example" };
/// let values = [0, 1, 0, 1, 2, 3, 2].map(Nimber);
/// let lost = LostHeaps::new(&values, &period).unwrap();
/// assert_eq!(lost.to_string(), "n mod 7 is 0 or 2");
/// assert!(lost.contains(9) && !lost.contains(10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LostHeaps {
    /// The first heap from which the residues decide.
    preperiod: u64,
    /// The modulus.
    period: u64,
    /// The residues of the lost heaps from the preperiod on, ascending.
    residues: Vec<u64>,
    /// The lost heaps below the preperiod, ascending.
    before: Vec<u64>,
}

impl LostHeaps {
    /// Creates the lost heaps from the values of the heaps from 0 to the end of the first period. `None` if there are fewer values.
    pub fn new(values: &[Nimber], period: &Period) -> Option<Self> {
        let length = usize::try_from(period.period()).ok().filter(|&length| length > 0)?;
        let preperiod = usize::try_from(period.preperiod()).ok()?;
        let values = values.get(..preperiod.checked_add(length)?)?;
        let zero = |n: usize| values[n] == Nimber::ZERO;
        // A saltus makes every value after the first period positive.
        let (mut from, length) = if period.saltus() > 0 { (values.len(), 1) } else { (preperiod, length) };
        let is_lost = |n: usize| match n < values.len() {
            true => zero(n),
            false => period.saltus() == 0 && zero(preperiod + (n - preperiod) % length),
        };
        let repeats =
            |d: &usize| length.is_multiple_of(*d) && (from..from + length).all(|n| is_lost(n) == is_lost(n + d));
        let least = (1..=length).find(repeats)?;
        while from > 0 && is_lost(from - 1) == is_lost(from - 1 + least) {
            from -= 1;
        }
        let mut residues: Vec<u64> = (from..from + least).filter(|&n| is_lost(n)).map(|n| (n % least) as u64).collect();
        residues.sort_unstable();
        let before = (0..from).filter(|&n| is_lost(n)).map(|n| n as u64).collect();
        Some(Self { preperiod: from as u64, period: least as u64, residues, before })
    }

    /// Returns whether a heap is lost.
    pub fn contains(&self, heap: u64) -> bool {
        match heap < self.preperiod {
            true => self.before.binary_search(&heap).is_ok(),
            false => self.residues.binary_search(&(heap % self.period)).is_ok(),
        }
    }
}

impl fmt::Display for LostHeaps {
    /// Writes the condition for a lost heap n.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = match self.preperiod {
            0 => String::new(),
            from => format!("n is at least {from} and "),
        };
        let residues = match (&self.residues[..], self.period) {
            ([], _) => None,
            (_, 1) if self.preperiod == 0 => Some("n is any number".to_owned()),
            (_, 1) => Some(format!("n is at least {}", self.preperiod)),
            (residues, period) => Some(format!("{from}n mod {period} is {}", one_of(residues))),
        };
        match (&self.before[..], residues) {
            ([], None) => f.write_str("never"),
            ([], Some(residues)) => f.write_str(&residues),
            (before, None) => write!(f, "n is {}", one_of(before)),
            (before, Some(residues)) => write!(f, "n is {}, or {residues}", one_of(before)),
        }
    }
}

/// Numbers as alternatives; of many, the first ones.
fn one_of(numbers: &[u64]) -> String {
    let text = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match numbers {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        // One number is as short as "1 more".
        [start @ .., last] if numbers.len() <= MAX_SHOWN + 1 => format!("{} or {last}", text(start)),
        _ => format!("{} or one of {} more", text(&numbers[..MAX_SHOWN]), numbers.len() - MAX_SHOWN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random eventually periodic values; each heap is compared with the value that the period gives it.
    #[test]
    fn a_heap_is_lost_when_its_value_is_0() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut shorter = 0;
        for _ in 0..500 {
            let (preperiod, period) = (random.u64(0..9), random.u64(1..13));
            let saltus = if random.u8(0..4) == 0 { random.u64(1..4) } else { 0 };
            let values: Vec<Nimber> = (0..preperiod + period).map(|_| Nimber(random.u64(0..3))).collect();
            let proved = Period::Proved { preperiod, period, saltus, checked_to: 0, by: "" };
            let lost = LostHeaps::new(&values, &proved).unwrap();
            for heap in 0..100 {
                let (folded, more) = proved.fold(heap);
                let value = values[folded as usize].0 + more;
                assert_eq!(lost.contains(heap), value == 0, "{heap} of {values:?} {proved:?} {lost:?}");
            }
            assert!(lost.preperiod <= preperiod + period && lost.period <= period);
            shorter += usize::from(saltus == 0 && (lost.period < period || lost.preperiod < preperiod));
        }
        assert!(shorter > 50, "{shorter}");
        let proved = Period::Proved { preperiod: 2, period: 2, saltus: 0, checked_to: 0, by: "" };
        assert_eq!(LostHeaps::new(&[Nimber::ZERO; 3], &proved), None);
    }

    #[test]
    fn the_condition_in_words() {
        let words = |values: &[u64], preperiod, period, saltus| {
            let values: Vec<Nimber> = values.iter().copied().map(Nimber).collect();
            let proved = Period::Proved { preperiod, period, saltus, checked_to: 0, by: "" };
            LostHeaps::new(&values, &proved).unwrap().to_string()
        };
        assert_eq!(words(&[0, 1, 2, 0, 1, 2], 0, 6, 0), "n mod 3 is 0");
        assert_eq!(words(&[0, 1, 1, 1], 0, 4, 1), "n is 0");
        assert_eq!(words(&[0, 0, 1, 2, 0], 2, 3, 0), "n is 0, or n is at least 1 and n mod 3 is 1");
        assert_eq!(words(&[0, 1, 2, 1], 2, 2, 0), "n is 0");
        assert_eq!(words(&[0], 0, 1, 0), "n is any number");
        assert_eq!(words(&[1, 0], 1, 1, 0), "n is at least 1");
        assert_eq!(words(&[1, 2], 0, 2, 0), "never");
    }
}
