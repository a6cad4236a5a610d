//! Subtraction games whose values have a formula: powers of 2, ranges with or without an end, and two numbers.

use super::arithmetic::word;
use super::{NamedSet, Set};
use crate::theory::{Period, ValueSource};
use crate::value::Nimber;
use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// The formula for the values of a set; no table is needed. Proofs are in the theory notes of the repository.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// Every number may be taken: the value is the heap itself.
    Size,
    /// The value is the heap modulo a number; the text is the source.
    Residue(UBig, &'static str),
    /// From a up to b may be taken: the value is ⌊(n mod (a + b)) / a⌋.
    Range(u64, u64),
    /// Every number from a on may be taken: the value is ⌊n / a⌋.
    From(u64),
    /// Either a or b may be taken, a < b: the values are periodic from 0 on, with period 2a if b is an odd multiple of
    /// a, otherwise a + b.
    Two(u64, u64),
}

const RANGE: &str = "the numbers a to b: heap mod (a + b), divided by a";
const FROM: &str = "every number from a on: heap divided by a, rounded down";
const TWO: &str = "two numbers a < b: period 2a if b is an odd multiple of a, else a + b (Winning Ways, chapter 4)";

impl Formula {
    /// The formula of a set, if there is one.
    pub(super) fn of(set: &Set) -> Option<Self> {
        if set.is_everything() {
            return Some(Self::Size);
        }
        if set.is_named_set(NamedSet::PowersOf2) {
            return Some(Self::Residue(3u8.into(), "as no power of 2 is a multiple of 3"));
        }
        if let Some(most) = set.initial_range() {
            return Some(Self::Residue(UBig::from(most) + 1u8, "Bachet 1612"));
        }
        match set.runs()?[..] {
            [(a, Some(b))] => Some(Self::Range(a, b)),
            [(a, None)] => Some(Self::From(a)),
            [(a, Some(c)), (b, Some(d))] if a == c && b == d => Some(Self::Two(a, b)),
            _ => None,
        }
    }

    /// The value of a heap.
    pub(super) fn value(&self, heap: &UBig) -> UBig {
        match self {
            Self::Size => heap.clone(),
            Self::Residue(modulus, _) => heap % modulus,
            Self::Range(a, b) => heap % (UBig::from(*a) + *b) / *a,
            Self::From(a) => heap / *a,
            Self::Two(a, b) => {
                let (a, b) = (UBig::from(*a), UBig::from(*b));
                let multiple = (&b % &a).is_zero();
                if multiple && (&b / &a).bit(0) {
                    return heap / a % UBig::from(2u8);
                }
                // Below b only a can be taken. From b on, taking b leaves less than a, which has value 0.
                let n = heap % (&a + &b);
                let parity = |n: UBig| n / &a % UBig::from(2u8);
                if n < b { parity(n) } else { parity(n - &a) + 1u8 }
            }
        }
    }

    /// Returns at most `want` options of a heap with the value `target`, the largest first, if the numbers that may be taken are a range, with or
    /// without an end; `None` for other sets.
    pub(super) fn options_of_range(&self, heap: &UBig, target: &UBig, want: usize) -> Option<Vec<UBig>> {
        let (a, first, period) = match self {
            Self::Range(a, b) => {
                (UBig::from(*a), if *heap > UBig::from(*b) { heap - *b } else { UBig::ZERO }, Some(UBig::from(*a) + *b))
            }
            Self::From(a) => (UBig::from(*a), UBig::ZERO, None),
            _ => return None,
        };
        if *heap < a {
            return Some(Vec::new());
        }
        let last = heap - &a;
        // The heaps with this value: the lengths of the ranges are a, but where a period ends.
        let start = target * &a;
        let end = &start + &a - 1u8;
        let ranges = match period {
            None => vec![(start, end)],
            Some(period) if start >= period => Vec::new(),
            Some(period) => {
                // The options are fewer than a period, so those with the value are in two of its repetitions at most.
                let end = end.min(&period - 1u8);
                let repetition = &last / &period;
                let before = (repetition > UBig::ZERO).then(|| &repetition - 1u8);
                let repetitions = std::iter::once(repetition).chain(before);
                repetitions.map(|n| (&period * &n + &start, &period * &n + &end)).collect()
            }
        };
        let mut options = Vec::new();
        for (start, end) in ranges {
            let start = start.max(first.clone());
            let mut next = end.min(last.clone());
            while next >= start && options.len() < want {
                options.push(next.clone());
                if next == UBig::ZERO {
                    break;
                }
                next -= 1u8;
            }
        }
        Some(options)
    }

    /// The value of a 64-bit heap.
    pub(super) fn nimber(&self, heap: u64) -> Nimber {
        let value = match self {
            Self::Size => Some(heap),
            Self::Residue(modulus, _) => Some(word(modulus).map_or(heap, |modulus| heap % modulus)),
            Self::Range(a, b) => a.checked_add(*b).map(|period| heap % period / a),
            Self::From(a) => Some(heap / a),
            Self::Two(..) => None,
        };
        Nimber(value.unwrap_or_else(|| word(&self.value(&heap.into())).expect("a value up to the heap")))
    }

    /// The period, with the theorem, and the largest value; `None` if they do not fit in 64 bits.
    pub(super) fn period(&self) -> Option<(Period, Option<u64>)> {
        let proved = |period, saltus, by| Period::Proved { preperiod: 0, period, saltus, checked_to: 0, by };
        match self {
            Self::Size => Some((proved(1, 1, "the value of a Nim heap is its size (Bouton 1901)"), None)),
            Self::Residue(modulus, source) => {
                let modulus = word(modulus)?;
                Some((proved(modulus, 0, source), Some(modulus - 1)))
            }
            Self::Range(a, b) => {
                let period = a.checked_add(*b)?;
                Some((proved(period, 0, RANGE), Some((period - 1) / a)))
            }
            Self::From(a) => Some((proved(*a, 1, FROM), None)),
            Self::Two(a, b) if b % a == 0 && b / a % 2 == 1 => Some((proved(a.checked_mul(2)?, 0, TWO), Some(1))),
            Self::Two(a, b) => Some((proved(a.checked_add(*b)?, 0, TWO), Some(2))),
        }
    }

    /// The source of a value.
    pub(super) fn value_source(&self) -> ValueSource {
        match (self, self.period()) {
            (Self::Size, _) => ValueSource::Size,
            (Self::Residue(modulus, source), _) => ValueSource::Residue { modulus: modulus.clone(), source },
            (_, Some((period, _))) => ValueSource::Period(period),
            (Self::Two(..), None) => ValueSource::Text(TWO.to_owned()),
            (_, None) => ValueSource::Text(RANGE.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::values::{find_period, grundy_values};

    fn matches_formula(set: &Set) {
        let formula = Formula::of(set).expect("a formula");
        let found = find_period(set, 100_000, &mut |_| true).period.expect("a short period");
        let table = grundy_values(set, 1000);
        for (n, &value) in (0u64..).zip(&table) {
            assert_eq!(formula.value(&n.into()), UBig::from(value), "{set:?} {n}");
            assert_eq!(formula.nimber(n), Nimber(value.into()), "{set:?} {n}");
        }
        let (period, largest) = formula.period().expect("small numbers");
        assert_eq!((period.preperiod(), period.period()), (found.preperiod(), found.period()), "{set:?}");
        assert_eq!(period.saltus(), found.saltus(), "{set:?}");
        if period.saltus() == 0 {
            assert_eq!(largest, table.iter().max().map(|&value| value.into()), "{set:?}");
        } else {
            assert_eq!(largest, None, "{set:?}");
        }
    }

    #[test]
    fn formulas_are_as_tabulated() {
        for (a, b) in (1u64..=30).flat_map(|a| (a + 1..=40).map(move |b| (a, b))) {
            matches_formula(&Set::of(&[a, b]).expect("a set"));
            matches_formula(&Set::new(vec![a..=b], Vec::new(), false).expect("a set"));
        }
        for a in 1..=40 {
            matches_formula(&Set::of(&[a]).expect("a set"));
            matches_formula(&Set::new(vec![1..=a], Vec::new(), true).expect("a set"));
        }
    }
}
