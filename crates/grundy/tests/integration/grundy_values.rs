//! The values of consecutive heaps in one call are those of one heap at a time.

use crate::common::random::config;
use crate::common::taking::{Numbers, many_sets};
use dashu_int::UBig;
use grundy::heap::octal::Code;
use grundy::heap::{Bash, Divisor, HeapRules, Heaps, NamedSet, Nim, Set, Subtraction, TakeBreak};
use grundy::limits::Limits;
use grundy::theory::ClaimError;
use grundy::{Nimber, Play};
use proptest::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The rules are opened twice, so that no call finds the tables of the other.
#[track_caller]
fn check(open: impl Fn() -> HeapRules, heaps: Range<u64>) {
    let (once, each) = (open(), open());
    let values: Vec<Nimber> = heaps.clone().map(|heap| each.nimber(heap).unwrap()).collect();
    assert_eq!(once.grundy_values(heaps.clone()).unwrap(), values, "{once:?} {heaps:?}");
    assert_eq!(each.grundy_values(heaps.clone()).unwrap(), values, "{heaps:?} after one at a time");
    let slow = heaps.clone().map(|heap| u64::try_from(&each.value(&heap.into()).unwrap()).map(Nimber).unwrap());
    assert!(slow.eq(values), "{heaps:?} as integers of any size");
}

fn set(set: Set) -> impl Fn() -> HeapRules {
    move || Subtraction::new(set.clone()).into()
}

fn code(text: &str) -> impl Fn() -> HeapRules {
    let code = Code::parse(text).unwrap();
    move || TakeBreak::code(code.clone()).into()
}

/// Ranges from 0 on, ranges in the middle, short ranges far away and the last heaps of 64 bits.
fn ranges() -> [Range<u64>; 6] {
    [0..500, 700..900, 40..41, 1 << 40..(1 << 40) + 60, u64::MAX - 60..u64::MAX, 7..7]
}

#[test]
fn every_family_at_every_distance() {
    for heaps in ranges() {
        check(|| Nim.into(), heaps.clone());
        check(|| Divisor.into(), heaps.clone());
        for most in [1u64, 6, u64::MAX - 1, u64::MAX] {
            check(|| Bash::new(most.into()).unwrap().into(), heaps.clone());
        }
        check(|| Bash::new(UBig::from(u64::MAX) + 5u8).unwrap().into(), heaps.clone());
        for text in ["0.77", "0.137", "0.3", "0.1", "4.0", "4.c"] {
            check(code(text), heaps.clone());
        }
    }
    check(|| Divisor.into(), 0..100_000);
    check(|| Divisor.into(), 99_000..100_000);
    check(|| TakeBreak::grundy().into(), 0..1000);
    check(code("0.007"), 900..1900);
    // More than a block of a period that is shorter than a block.
    for text in ["0.77", "0.137", "4.0", "0.1"] {
        check(code(text), 0..20_000);
        check(code(text), 1_000_003..1_020_000);
    }
}

#[test]
fn every_kind_of_set() {
    for numbers in many_sets() {
        for heaps in ranges() {
            let rules = HeapRules::from(numbers.rules());
            // Of the infinite sets that have a name, most are tabulated only.
            if numbers.named.is_empty() || heaps.end < 1000 {
                check(|| numbers.rules().into(), heaps.clone());
            } else if rules.grundy_values(heaps.clone()).is_ok() {
                assert!(heaps.clone().all(|heap| rules.nimber(heap).is_ok()), "{numbers:?} {heaps:?}");
            } else {
                assert!(heaps.clone().any(|heap| rules.nimber(heap).is_err()), "{numbers:?} {heaps:?}");
            }
        }
    }
    // A preperiod of 1004 and a period of 71178: across their ends.
    let long = Set::of(&[8, 18, 35, 45, 53]).unwrap();
    check(set(long.clone()), 0..200_000);
    check(set(long), 71_000..73_000);
    // Short periods over many blocks, without and with a saltus; and no period.
    let all_but = || Numbers { list: vec![1, 4, 6], named: Vec::new(), all_but: true }.rules().into();
    for heaps in [0..20_000, 5..9_000, 3_000_000..3_020_000] {
        check(set(Set::of(&[2, 3, 7, 9]).unwrap()), heaps.clone());
        check(all_but, heaps);
    }
    check(set(Set::new(vec![], vec![NamedSet::Squares], false).unwrap()), 0..20_000);
}

/// Interrupts a computation at each look at the limits, at most 2000 of them, and continues it until it ends; with the number of
/// interruptions.
fn interrupted<T>(mut work: impl FnMut(&Limits<'_>) -> Result<T, ClaimError>) -> (T, u32) {
    for passes in 0..2000 {
        let looks = AtomicU32::new(0);
        let limits = Limits { stop: &|| looks.fetch_add(1, Ordering::Relaxed) >= passes, ..Limits::NONE };
        match work(&limits) {
            Ok(done) => return (done, passes),
            Err(error) => assert_eq!(error, ClaimError::Interrupted),
        }
    }
    panic!("2000 interruptions");
}

/// Rules, heaps, and the least number of interruptions.
type Case<'a> = (&'a dyn Fn() -> HeapRules, Range<u64>, u32);

#[test]
fn values_that_are_interrupted() {
    let squares = || set(Set::new(vec![], vec![NamedSet::Squares], false).unwrap())();
    let long = || set(Set::of(&[8, 18, 35, 45, 53]).unwrap())();
    let all_but = || Numbers { list: vec![1, 4, 6], named: Vec::new(), all_but: true }.rules().into();
    let cases: [Case<'_>; 9] = [
        (&|| Nim.into(), 0..40_000, 10),
        (&|| Bash::new(6u8.into()).unwrap().into(), 0..40_000, 10),
        (&|| Divisor.into(), 0..200_000, 50),
        (&|| Divisor.into(), 1 << 40..(1 << 40) + 200, 4),
        (&squares, 0..60_000, 15),
        (&long, 100_000..200_000, 25),
        (&all_but, 0..60_000, 15),
        (&|| TakeBreak::grundy().into(), 0..20_000, 5),
        (&code("0.007"), 3_000..30_000, 7),
    ];
    for (open, heaps, least) in cases {
        let rules = open();
        let (values, interruptions) = interrupted(|limits| {
            let mut values = Vec::new();
            rules.visit_grundy_values(heaps.clone(), limits, &mut |block| values.extend_from_slice(block))?;
            Ok(values)
        });
        assert!(interruptions >= least, "{rules:?}: {interruptions}");
        assert_eq!(Ok(values), open().grundy_values(heaps));
    }
}

#[test]
fn a_table_that_is_interrupted() {
    let squares = || set(Set::new(vec![], vec![NamedSet::Squares], false).unwrap())();
    let long = || set(Set::of(&[8, 18, 35, 45, 53]).unwrap())();
    for (open, heap) in [(&squares as &dyn Fn() -> HeapRules, 100_000u64), (&long, 1 << 50), (&code("0.007"), 30_000)] {
        let rules = open();
        let ((), interruptions) = interrupted(|limits| rules.prepare(&heap.into(), limits));
        assert!(interruptions >= 2, "{rules:?}: {interruptions}");
        assert_eq!(rules.value(&heap.into()), open().value(&heap.into()));
        // All is known.
        let never = Limits { stop: &|| panic!("nothing is left to do"), ..Limits::NONE };
        assert_eq!(rules.prepare(&heap.into(), &never), Ok(()));
    }
    // A heap that the theory does not reach is an error of its value alone.
    let far: UBig = UBig::ONE << 70;
    for rules in [squares(), code("0.007")(), Nim.into()] {
        assert_eq!(rules.prepare(&far, &Limits::NONE), Ok(()), "{rules:?}");
    }
    assert!(squares().value(&far).is_err() && code("0.007")().value(&far).is_err());
}

#[test]
fn no_values_where_one_is_beyond_the_theory() {
    let squares = || HeapRules::from(Subtraction::new(Set::new(vec![], vec![NamedSet::Squares], false).unwrap()));
    assert!(matches!(squares().grundy_values(u64::MAX - 5..u64::MAX), Err(ClaimError::OutOfReach(_))));
    assert!(matches!(code("0.007")().grundy_values(1 << 40..(1 << 40) + 3), Err(ClaimError::OutOfReach(_))));
    // So many values fit in no memory.
    for rules in [Nim.into(), Divisor.into(), squares(), code("0.77")()] {
        assert!(matches!(rules.grundy_values(0..u64::MAX), Err(ClaimError::OutOfReach(_))), "{rules:?}");
    }
    // A range that ends before it begins is empty.
    let backwards = Range { start: 9, end: 3 };
    for rules in [Nim.into(), Bash::new(3u8.into()).unwrap().into(), Divisor.into(), squares(), code("0.77")()] {
        assert_eq!(rules.grundy_values(backwards.clone()), Ok(Vec::new()), "{rules:?}");
    }
    let heaps = Heaps::new(Bash::new(3u8.into()).unwrap(), Play::Normal);
    assert_eq!(heaps.grundy_values(2..7), Ok([2, 3, 0, 1, 2].map(Nimber).to_vec()));
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn any_set(list in prop::collection::vec(1u64..40, 1..6), all_but: bool, start in 0u64..3000, length in 0u64..1500) {
        let numbers = Numbers { list, named: Vec::new(), all_but };
        check(|| numbers.rules().into(), start..start + length);
    }

    #[test]
    fn any_code(digits in prop::collection::vec(0u32..8, 1..4), start in 0u64..1500, length in 0u64..800) {
        prop_assume!(digits.iter().any(|&digit| digit > 0));
        let text: String = digits.iter().map(u32::to_string).collect();
        check(code(&format!("0.{text}")), start..start + length);
    }

    #[test]
    fn any_numbers(start in 0u64.., shift in 0u32..64, length in 0u64..300) {
        let start = (start >> shift).min(u64::MAX - length);
        check(|| Divisor.into(), start..start + length);
    }
}
