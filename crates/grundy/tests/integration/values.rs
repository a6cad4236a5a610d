//! The fast values, P-positions and periods of subtraction games are those of five slow lines.

use fastrand::Rng;
use grundy::heap::values::{find_period, grundy_values, p_positions, window};
use grundy::heap::{NamedSet, Set};
use grundy::theory::{Period, PeriodSearch, SearchEnd};
use proptest::prelude::*;
use std::ops::RangeInclusive;

/// The definition: `takes(s)` tells whether s may be taken.
fn slow(takes: impl Fn(u64) -> bool, heaps: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..heaps {
        let mut options = vec![false; n as usize + 1];
        (1..=n).filter(|&s| takes(s)).for_each(|s| options[values[(n - s) as usize] as usize] = true);
        values.push(options.iter().position(|&o| !o).unwrap() as u32);
    }
    values
}

/// The definition once more, faster for few numbers.
fn slow_of(members: &[u64], heaps: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..heaps {
        let mut options = vec![false; members.len() + 1];
        for s in members.iter().filter(|&&s| s <= n) {
            options[values[(n - s) as usize] as usize] = true;
        }
        values.push(options.iter().position(|&o| !o).unwrap() as u32);
    }
    values
}

/// Asserts values and P-positions of heaps 0 to `expected.len()` − 1.
fn assert_values(set: &Set, expected: &[u32]) {
    let heaps = expected.len() as u64;
    let values = grundy_values(set, heaps);
    if let Some(n) = (0..expected.len()).find(|&n| values[n] != expected[n]) {
        panic!("{set:?}: heap {n} of {heaps} has value {}, not {}", values[n], expected[n]);
    }
    assert_eq!(values.len(), expected.len());
    let mut lost = vec![0u64; expected.len().div_ceil(64)];
    for n in (0..expected.len()).filter(|&n| expected[n] == 0) {
        lost[n / 64] |= 1 << (n % 64);
    }
    assert!(p_positions(set, heaps) == lost, "{set:?}: P-positions below {heaps}");
}

/// The least preperiod, period and saltus by brute force: the first period that the last half of the values has. `None`
/// where they do not repeat for so long that it is proved.
fn slow_period(values: &[u32], k: usize, rising: bool) -> Option<Repetition> {
    let len = values.len();
    let period = (1..len / 2).find(|&p| {
        let saltus = values[len - 1] - values[len - 1 - p].min(values[len - 1]);
        (rising || saltus == 0) && (len / 2..len - p).all(|n| values[n + p] == values[n] + saltus)
    })?;
    let saltus = values[len - 1] - values[len - 1 - period];
    let preperiod = (0..len - period).rev().find(|&n| values[n + period] != values[n] + saltus).map_or(0, |n| n + 1);
    // The last k values come again; and of an all-but set the least open value goes along.
    if len - period - preperiod <= 2 * k + 2 {
        return None;
    }
    let open = |n: usize| values[..n - k].iter().max().map_or(0, |&v| v + 1);
    assert!(!rising || open(len) == open(len - period) + saltus);
    Some(Repetition { preperiod: preperiod as u64, period: period as u64, saltus: saltus.into() })
}

/// A period without its proof, as the slow search finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Repetition {
    preperiod: u64,
    period: u64,
    saltus: u64,
}

impl Repetition {
    fn of(period: Period) -> Self {
        Self { preperiod: period.preperiod(), period: period.period(), saltus: period.saltus() }
    }
}

fn found(set: &Set) -> Repetition {
    Repetition::of(proved(set))
}

fn proved(set: &Set) -> Period {
    let search = find_period(set, 1 << 32, &mut |_| true);
    search.proved().unwrap_or_else(|| panic!("no period of {set:?} in {search:?}"))
}

fn all_but(ranges: Vec<RangeInclusive<u64>>) -> Set {
    Set::new(ranges, vec![], true).unwrap()
}

/// A set of at most `most` numbers up to `largest`.
fn random_set(random: &mut Rng, most: u64, largest: u64) -> Vec<u64> {
    let mut members: Vec<u64> = (0..random.u64(1..=most)).map(|_| random.u64(1..=largest)).collect();
    members.sort_unstable();
    members.dedup();
    members
}

#[test]
fn values_of_random_finite_sets() {
    let mut random = Rng::with_seed(1);
    for (cases, most, largest, heaps) in [
        (1000, 5, 9, 700),
        (1000, 6, 40, 700),
        (500, 8, 64, 1200),
        (300, 12, 66, 1200),
        (300, 12, 130, 2000),
        (200, 40, 200, 2000),
        (200, 8, 600, 3000),
        (200, 30, 2000, 5000),
        (20, 300, 3000, 8000),
        (10, 8, 20_000, 100_000),
    ] {
        for _ in 0..cases {
            let members = random_set(&mut random, most, largest);
            let heaps = random.u64(1..=heaps);
            assert_values(&Set::of(&members).unwrap(), &slow_of(&members, heaps));
        }
    }
}

#[test]
fn values_of_random_ranges() {
    let mut random = Rng::with_seed(2);
    for _ in 0..600 {
        let spread = random.u64(1..=1000);
        let ranges: Vec<_> = (0..random.u8(1..=4))
            .map(|_| {
                let first = random.u64(1..=spread);
                first..=first + random.u64(..spread)
            })
            .collect();
        let takes = |s: u64| ranges.iter().any(|r| r.contains(&s));
        let heaps = random.u64(..900);
        assert_values(&Set::new(ranges.clone(), vec![], false).unwrap(), &slow(takes, heaps));
        let others = |s: u64| !takes(s);
        assert_values(&all_but(ranges.clone()), &slow(others, heaps));
    }
}

#[test]
fn values_beyond_what_planes_and_memory_keep() {
    // Odd numbers keep their planes, the others make many values.
    let odd: Vec<u64> = (1..3000).step_by(2).collect();
    assert_values(&Set::of(&odd).unwrap(), &slow_of(&odd, 9000));
    let mut random = Rng::with_seed(3);
    let many: Vec<u64> = (1..4000).filter(|_| random.u8(..3) > 0).collect();
    let values = slow_of(&many, 20_000);
    assert!(values.iter().max() > Some(&300));
    assert_values(&Set::of(&many).unwrap(), &values);
    // More values than a byte holds within the first block: at most two heaps have the same, as of three numbers that are 3
    // modulo 7 none is the sum of the others.
    let dense: Vec<u64> = (1..700).filter(|s| s % 7 != 3).collect();
    let values = slow_of(&dense, 6000);
    assert!(values[..512].iter().max() > Some(&255));
    assert_values(&Set::of(&dense).unwrap(), &values);
    // Values that are closed are dropped, here more than once.
    for excluded in [vec![2, 5, 11], vec![1], vec![7, 50, 100]] {
        let set = all_but(excluded.iter().map(|&x| x..=x).collect());
        let found = found(&set);
        let values = grundy_values(&set, 100_000);
        let period = found.period as usize;
        assert!(
            (0..values.len() - period).all(|n| u64::from(values[n + period]) == u64::from(values[n]) + found.saltus)
        );
    }
}

#[test]
fn values_of_infinite_sets_with_names() {
    for named in NamedSet::ALL {
        let set = Set::new(vec![], vec![named], false).unwrap();
        let members = set.up_to(6000);
        assert_values(&set, &slow(|s| members.binary_search(&s).is_ok(), 6000));
        for heaps in [0, 1, 2, 63, 64, 65, 511, 512, 513] {
            assert_values(&set, &slow(|s| members.binary_search(&s).is_ok(), heaps));
        }
        assert_eq!(find_period(&set, 1000, &mut |_| true), PeriodSearch::not_begun(SearchEnd::NoTheorem, ""));
    }
    let both = Set::new(vec![40..=45, 1000..=1100], vec![NamedSet::Squares, NamedSet::Fibonacci], false).unwrap();
    let members = both.up_to(4000);
    assert_values(&both, &slow(|s| members.binary_search(&s).is_ok(), 4000));
    let squares = grundy_values(&Set::new(vec![], vec![NamedSet::Squares], false).unwrap(), 30);
    assert_eq!(squares, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5]);
    let powers = Set::new(vec![], vec![NamedSet::PowersOf2], false).unwrap();
    assert!(grundy_values(&powers, 100_000).iter().enumerate().all(|(n, &v)| v as usize == n % 3));
}

#[test]
fn bounds_of_numbers() {
    for set in [
        Set::new(vec![1..=u64::MAX - 1], vec![], false).unwrap(),
        Set::new(vec![1..=u64::MAX], vec![], false).unwrap(),
        all_but(vec![]),
    ] {
        assert_values(&set, &(0..700).collect::<Vec<u32>>());
    }
    // As far as heaps are looked at, this is 1 to 4.
    let almost_up_to_4 = all_but(vec![5..=u64::MAX - 1]);
    assert_values(&almost_up_to_4, &slow(|s| s <= 4, 700));
    assert_eq!(find_period(&almost_up_to_4, 1 << 32, &mut |_| true).period, None);
    for far in [Set::of(&[u64::MAX]).unwrap(), Set::of(&[1 << 40]).unwrap(), all_but(vec![1..=1 << 40])] {
        assert_values(&far, &[0; 700]);
        assert_eq!(find_period(&far, 1 << 32, &mut |_| true).period, None);
    }
    assert_eq!(found(&all_but(vec![])), Repetition { preperiod: 0, period: 1, saltus: 1 });
}

#[test]
fn periods_of_random_finite_sets() {
    let mut random = Rng::with_seed(4);
    let mut with_preperiod = 0;
    for case in 0..2500 {
        let members = random_set(&mut random, 6, if case % 2 == 0 { 12 } else { 25 });
        let set = Set::of(&members).unwrap();
        let k = *members.last().unwrap() as usize;
        let values = slow_of(&members, 40_000);
        let Some(slow) = slow_period(&values, k, false) else {
            panic!("no period of {members:?} in 20000 heaps");
        };
        let proved = proved(&set);
        assert_eq!(Repetition::of(proved), slow, "{members:?}");
        with_preperiod += usize::from(slow.preperiod > 0);
        let window = window(&set, &proved, 1 << 20).unwrap();
        let n = random.u64(..40_000);
        let (heap, added) = proved.fold(n);
        assert_eq!(u64::from(values[n as usize]), u64::from(window[heap as usize]) + added);
    }
    assert!(with_preperiod > 100, "only {with_preperiod} sets with a preperiod");
}

#[test]
fn periods_of_random_all_but_sets() {
    let mut random = Rng::with_seed(5);
    let (mut compared, mut with_preperiod) = (0, 0);
    for (cases, most, largest, heaps) in [(600, 5, 9, 700), (200, 6, 14, 2000), (20, 8, 40, 4000)] {
        for _ in 0..cases {
            let excluded = random_set(&mut random, most, largest);
            let set = all_but(excluded.iter().map(|&x| x..=x).collect());
            let k = *excluded.last().unwrap() as usize;
            // Where brute force sees no period, it is too long for it.
            let values = slow(|s| !excluded.contains(&s), heaps);
            let Some(slow) = slow_period(&values, k, true) else { continue };
            assert_eq!(found(&set), slow, "all but {excluded:?}");
            let search = find_period(&set, heaps, &mut |_| true);
            assert_eq!(search.proved().map(Repetition::of), Some(slow), "all but {excluded:?}, {heaps} heaps");
            compared += 1;
            with_preperiod += usize::from(slow.preperiod > 0);
        }
    }
    assert!(compared > 700 && with_preperiod > 15, "{with_preperiod} with a preperiod of {compared}");
}

#[test]
fn all_but_sets_of_theory() {
    for (excluded, period, saltus) in [
        (vec![1..=1], 2, 1),
        (vec![2..=2], 4, 2),
        (vec![1..=2], 3, 1),
        (vec![1..=1, 3..=3], 2, 1),
        (vec![2..=3], 4, 2),
        (vec![1..=1, 4..=4, 6..=6], 2, 1),
    ] {
        assert_eq!(found(&all_but(excluded)), Repetition { preperiod: 0, period, saltus });
    }
}

/// Two numbers: the period is 2a if b is an odd multiple of a, else a + b (Winning Ways, chapter 4).
#[test]
fn two_numbers() {
    for a in 1..=30 {
        for b in a + 1..=40 {
            let period = if b % (2 * a) == a { 2 * a } else { a + b };
            assert_eq!(found(&Set::of(&[a, b]).unwrap()), Repetition { preperiod: 0, period, saltus: 0 }, "{a} {b}");
        }
    }
}

#[test]
fn large_numbers() {
    for (members, period) in [
        (vec![1, 1_000_000], 1_000_001),
        (vec![1, 999_999], 2),
        (vec![2, 1_000_000], 1_000_002),
        (vec![999_999, 1_000_000], 1_999_999),
        (vec![1, 65], 2),
        (vec![10_000, 30_000], 20_000),
        (vec![777, 10_001], 10_778),
    ] {
        assert_eq!(found(&Set::of(&members).unwrap()), Repetition { preperiod: 0, period, saltus: 0 }, "{members:?}");
    }
    for most in [100, 10_000, 1_000_000] {
        let set = Set::new(vec![1..=most], vec![], false).unwrap();
        assert_eq!(found(&set), Repetition { preperiod: 0, period: most + 1, saltus: 0 });
    }
    // Excluding 1 to k, the values are the heaps divided by k + 1.
    for most in [100, 10_000, 1_000_000] {
        assert_eq!(found(&all_but(vec![1..=most])), Repetition { preperiod: 0, period: most + 1, saltus: 1 });
    }
}

#[test]
fn large_numbers_by_brute_force() {
    let mut random = Rng::with_seed(6);
    let mut compared = 0;
    for (cases, most, largest, heaps) in [(60, 3, 150, 60_000), (40, 2, 10_000, 90_000), (60, 200, 250, 10_000)] {
        for _ in 0..cases {
            let members = random_set(&mut random, most, largest);
            let k = *members.last().unwrap() as usize;
            let Some(slow) = slow_period(&slow_of(&members, heaps), k, false) else { continue };
            let set = Set::of(&members).unwrap();
            assert_eq!(found(&set), slow, "{members:?}");
            // As many heaps as the theorem needs are enough.
            let needed = slow.preperiod + slow.period + k as u64;
            let search = find_period(&set, needed, &mut |_| true);
            assert_eq!((search.proved().map(Repetition::of), search.heaps), (Some(slow), needed), "{members:?}");
            assert_eq!(find_period(&set, needed - 1, &mut |_| true).period, None, "{members:?}");
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} compared");
}

/// The least number of heaps that proves a period, by the theorems alone: the first n for which the last k of the n `terms` occur
/// earlier among them, with the distance of the latest earlier occurrence.
fn slow_proof(terms: &[u32], k: usize) -> Option<(u64, u64)> {
    (k + 1..=terms.len()).find_map(|n| {
        let last = &terms[n - k..n];
        let at = (0..n - k).rev().find(|&at| terms[at..at + k] == *last)?;
        Some((n as u64, (n - k - at) as u64))
    })
}

/// The differences d of theorem 3: the number of different values before a heap, less its value.
fn differences(values: &[u32]) -> Vec<u32> {
    let mut count = 0;
    let difference = |&value: &u32| {
        let difference = count - value;
        count += u32::from(difference == 0);
        difference
    };
    values.iter().map(difference).collect()
}

/// Asserts that exactly `needed` heaps prove the period `expected`, and that a larger limit changes nothing.
fn assert_least_proof(set: &Set, needed: u64, expected: Repetition, random: &mut Rng) {
    let whole = find_period(set, 1 << 32, &mut |_| true);
    assert_eq!((whole.proved().map(Repetition::of), whole.heaps), (Some(expected), needed), "{set:?}");
    assert_eq!(whole.period.unwrap().heaps(), needed);
    let below = find_period(set, needed - 1, &mut |_| true);
    assert_eq!((below.period, below.heaps, below.ended), (None, needed - 1, SearchEnd::Limit), "{set:?}");
    for limit in [needed, needed + 1, needed + random.u64(..5000), 2 * needed + 4096] {
        assert_eq!(find_period(set, limit, &mut |_| true), whole, "{set:?} with the limit {limit}");
    }
}

#[test]
fn finite_sets_are_proved_from_the_least_number_of_heaps() {
    let mut random = Rng::with_seed(7);
    let mut with_preperiod = 0;
    for case in 0..600 {
        let members = random_set(&mut random, 6, [6, 10, 16, 24][case % 4]);
        let k = *members.last().unwrap();
        let values = slow_of(&members, 1500);
        let Some((needed, period)) = slow_proof(&values, k as usize) else { continue };
        let expected = Repetition { preperiod: needed - k - period, period, saltus: 0 };
        // A shorter limit, for which there is nothing to compute, has another message.
        if needed - 1 > k {
            assert_least_proof(&Set::of(&members).unwrap(), needed, expected, &mut random);
        }
        with_preperiod += usize::from(expected.preperiod > 0);
    }
    assert!(with_preperiod >= 50, "only {with_preperiod} sets with a preperiod");
    let set = Set::of(&[2, 4, 5, 8]).unwrap();
    assert_least_proof(&set, 20, Repetition { preperiod: 9, period: 3, saltus: 0 }, &mut random);
}

#[test]
fn all_but_sets_are_proved_from_the_least_number_of_heaps() {
    let mut random = Rng::with_seed(8);
    let (mut compared, mut with_preperiod) = (0, 0);
    for case in 0..300 {
        let excluded = random_set(&mut random, 5, [5, 8, 11][case % 3]);
        let set = all_but(excluded.iter().map(|&x| x..=x).collect());
        let k = *excluded.last().unwrap() as usize;
        let values = slow(|s| !excluded.contains(&s), 400);
        let Some((needed, period)) = slow_proof(&differences(&values), k) else { continue };
        // The values may have a period before their differences do.
        let later = &values[needed as usize - k - period as usize..];
        let saltus = u64::from(later[period as usize] - later[0]);
        let preperiod = (0..values.len() - period as usize)
            .rev()
            .find(|&n| u64::from(values[n + period as usize]) != u64::from(values[n]) + saltus)
            .map_or(0, |n| n as u64 + 1);
        if needed - 1 > k as u64 {
            assert_least_proof(&set, needed, Repetition { preperiod, period, saltus }, &mut random);
        }
        compared += 1;
        with_preperiod += usize::from(preperiod > 0);
    }
    assert!(compared > 200 && with_preperiod >= 2, "{with_preperiod} with a preperiod of {compared}");
}

#[test]
fn the_last_look_for_a_period_can_be_stopped() {
    let set = Set::of(&[1, 1_000_000]).unwrap();
    let limit = 1_500_000;
    let mut reported = Vec::new();
    let search = find_period(&set, limit, &mut |heaps| {
        reported.push(heaps);
        heaps < limit + 500_000
    });
    assert_eq!((search.period, search.heaps, search.ended), (None, limit, SearchEnd::Stopped));
    assert!(reported.last() < Some(&(limit + 600_000)) && reported.windows(2).all(|w| w[1] - w[0] <= 1 << 16));
}

#[test]
fn a_search_ends_at_its_limit_and_when_stopped() {
    let set = Set::of(&[1, 3, 4]).unwrap();
    let needed = find_period(&set, 1 << 20, &mut |_| true).heaps;
    for limit in 0..40 {
        let search = find_period(&set, limit, &mut |_| true);
        assert_eq!(search.proved().is_some(), limit >= needed, "limit {limit}");
        let ended = match limit {
            0..=4 => SearchEnd::LimitTooLow { more_than: 4 },
            _ if limit < needed => SearchEnd::Limit,
            _ => SearchEnd::Proved,
        };
        assert_eq!(search.ended, ended, "limit {limit}");
        assert!(search.heaps <= limit);
    }
    let long = Set::of(&[1, 1_000_000]).unwrap();
    let search = find_period(&long, 1_500_000, &mut |_| true);
    assert_eq!((search.heaps, search.max_value, search.period), (1_500_000, Some(2), None));
    // While the least preperiod is looked for, too.
    let two_steps = Set::of(&[8, 18, 35, 45, 53]).unwrap();
    let whole = find_period(&two_steps, u64::MAX, &mut |_| true);
    assert_eq!(whole.proved().map(Repetition::of), Some(Repetition { preperiod: 1004, period: 71_178, saltus: 0 }));
    assert_eq!(whole.ended, SearchEnd::Proved);
    // As many heaps are computed until the values are seen to repeat; fewer would prove it.
    let computed = 202_394;
    assert_eq!(whole.heaps, 1004 + 71_178 + 53);
    let mut times = 0;
    let stopped = find_period(&two_steps, u64::MAX, &mut |heaps| {
        times += usize::from(heaps >= computed);
        times < 3
    });
    assert_eq!((stopped.heaps, stopped.period, times), (computed, None, 3));
    assert_eq!(stopped.ended, SearchEnd::Stopped);
    let mut reported = Vec::new();
    let search = find_period(&long, u64::MAX, &mut |heaps| {
        reported.push(heaps);
        heaps < 500_000
    });
    assert_eq!((search.period, search.ended), (None, SearchEnd::Stopped));
    assert_eq!(search.heaps, *reported.last().unwrap());
    assert!(search.heaps < 600_000 && reported.windows(2).all(|w| w[0] < w[1] && w[1] - w[0] <= 1 << 16));
}

#[test]
fn a_window_is_refused_above_its_bound() {
    let set = Set::of(&[1, 3, 4]).unwrap();
    let period = proved(&set);
    assert_eq!(window(&set, &period, 7), Some(vec![0, 1, 0, 1, 2, 3, 2]));
    assert_eq!(window(&set, &period, 6), None);
    let endless = Period::Proved { preperiod: u64::MAX, period: u64::MAX, saltus: 0, checked_to: 0, by: "no theorem" };
    assert_eq!(window(&set, &endless, u64::MAX), None);
}

proptest! {
    #[test]
    fn values_are_the_definition(
        ranges in prop::collection::vec((1u64..90, 0u64..30), 1..5),
        complement: bool,
        heaps in 0u64..600,
    ) {
        let ranges: Vec<_> = ranges.into_iter().map(|(first, more)| first..=first + more).collect();
        let takes = |s: u64| ranges.iter().any(|r| r.contains(&s)) != complement;
        let set = Set::new(ranges.clone(), vec![], complement).unwrap();
        assert_values(&set, &slow(takes, heaps));
    }

    #[test]
    fn periods_hold_and_are_least(members in prop::collection::btree_set(1u64..20, 1..5)) {
        let members: Vec<u64> = members.into_iter().collect();
        let found = found(&Set::of(&members).unwrap());
        let values = slow_of(&members, 30_000);
        prop_assume!(found.preperiod + 2 * found.period < 30_000);
        let slow = slow_period(&values, *members.last().unwrap() as usize, false);
        prop_assert_eq!(Some(found), slow);
    }
}
