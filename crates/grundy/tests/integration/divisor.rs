//! The divisor game: factors, divisors and the sieve, held against trial division, and values against the solver.

use dashu_int::UBig;
use grundy::game::Play;
use grundy::graph::explore;
use grundy::heap::divisor::{Divisor, big_omega, count, divisors, divisors_with_omega, omega_sieve};
use grundy::heap::factor::factor;
use grundy::heap::{HeapMove, Heaps};
use grundy::limits::Limits;
use grundy::{Game, Nimber, Outcome, Solution, solve};
use proptest::prelude::*;

/// The rules and nothing else: a number and, for sums, more of them.
struct Plain(Play);

impl Game for Plain {
    type Position = Vec<u64>;
    type Move = (usize, u64);

    fn moves(&self, at: &Vec<u64>, out: &mut Vec<(usize, u64)>) {
        for (i, &n) in at.iter().enumerate() {
            out.extend((1..n).filter(|&d| n % d == 0).map(|d| (i, d)));
        }
    }

    fn play(&self, at: &Vec<u64>, &(i, d): &(usize, u64)) -> Vec<u64> {
        let mut after = at.clone();
        after[i] = d;
        after.sort_unstable();
        after
    }

    fn terminal(&self, _at: &Vec<u64>) -> Outcome {
        self.0.terminal_outcome()
    }
}

fn by_trial(mut n: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    for p in 2.. {
        if p * p > n {
            break;
        }
        let mut e = 0;
        while n.is_multiple_of(p) {
            (n, e) = (n / p, e + 1);
        }
        if e > 0 {
            factors.push((p, e));
        }
    }
    if n > 1 {
        factors.push((n, 1));
    }
    factors
}

#[test]
fn factors_are_those_of_trial_division() {
    assert_eq!(factor(0), []);
    for n in 1..=20_000u64 {
        assert_eq!(factor(n), by_trial(n), "{n}");
        assert_eq!(big_omega(n), by_trial(n).iter().map(|f| f.1).sum::<u32>(), "{n}");
    }
    // Where the primes that are divided out end, and beyond their square.
    for n in (60_000..72_000).chain(257 * 257 * 257 - 300..257 * 257 * 257 + 300) {
        assert_eq!(factor(n), by_trial(n), "{n}");
    }
}

/// Primes and pairs of primes beyond those that are divided out: the test and the split, on every one of a range.
#[test]
fn products_of_two_middling_primes() {
    let primes: Vec<u64> = (257..2000).filter(|&n| by_trial(n) == [(n, 1)]).collect();
    for (i, &p) in primes.iter().enumerate() {
        for &q in &primes[..=i] {
            let expected = if p == q { vec![(p, 2)] } else { vec![(q, 1), (p, 1)] };
            assert_eq!(factor(p * q), expected);
        }
        assert_eq!(factor(p * p * p), [(p, 3)]);
    }
}

#[test]
fn hard_numbers() {
    let golden: &[(u64, &[(u64, u32)])] = &[
        (9_007_199_254_740_993, &[(3, 1), (107, 1), (28_059_810_762_433, 1)]),
        (u64::MAX, &[(3, 1), (5, 1), (17, 1), (257, 1), (641, 1), (65_537, 1), (6_700_417, 1)]),
        ((1 << 63) - 25, &[((1 << 63) - 25, 1)]),
        // The largest primes below 2³² and 2⁶⁴.
        (4_294_967_291, &[(4_294_967_291, 1)]),
        (u64::MAX - 58, &[(u64::MAX - 58, 1)]),
        // Squares and products of primes near 2³²; the third is the largest product of two different such primes.
        (4_294_967_291 * 4_294_967_291, &[(4_294_967_291, 2)]),
        (4_294_967_279 * 4_294_967_279, &[(4_294_967_279, 2)]),
        (4_294_967_279 * 4_294_967_291, &[(4_294_967_279, 1), (4_294_967_291, 1)]),
        (4_294_967_197 * 4_294_967_291, &[(4_294_967_197, 1), (4_294_967_291, 1)]),
        (4_294_967_311 * 4_294_967_231, &[(4_294_967_231, 1), (4_294_967_311, 1)]),
        // Powers: 2⁶³, 3⁴⁰, 2642239³ (the largest prime whose cube has 64 bits), 65521⁴, 7129⁵, 1621⁶, 563⁷.
        (1 << 63, &[(2, 63)]),
        (12_157_665_459_056_928_801, &[(3, 40)]),
        (2_642_239 * 2_642_239 * 2_642_239, &[(2_642_239, 3)]),
        (65_521 * 65_521 * 65_521 * 65_521, &[(65_521, 4)]),
        (7_129u64.pow(5), &[(7_129, 5)]),
        (1_621u64.pow(6), &[(1_621, 6)]),
        (563u64.pow(7), &[(563, 7)]),
        // Three primes near 2²¹.
        (2_097_143 * 2_097_133 * 2_097_131, &[(2_097_131, 1), (2_097_133, 1), (2_097_143, 1)]),
        // Fermat numbers, Mersenne's 2⁶¹ − 1 and 2⁵⁹ − 1.
        ((1 << 32) + 1, &[(641, 1), (6_700_417, 1)]),
        ((1 << 61) - 1, &[((1 << 61) - 1, 1)]),
        ((1 << 59) - 1, &[(179_951, 1), (3_203_431_780_337, 1)]),
        // The number with most divisors.
        (
            897_612_484_786_617_600,
            &[(2, 8), (3, 4), (5, 2), (7, 2), (11, 1), (13, 1), (17, 1), (19, 1), (23, 1), (29, 1), (31, 1), (37, 1)],
        ),
    ];
    for &(n, factors) in golden {
        assert_eq!(factor(n), factors, "{n}");
    }
}

/// The least composites that pass the test to the first 1, 2, … 11 prime bases (OEIS A014233; Jaeschke 1993, Jiang and
/// Deng 2014), and whole families that pass tests more often than others.
#[test]
fn pseudoprimes_are_found_out() {
    let strong = [
        2047,
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ];
    for n in strong {
        assert!(big_omega(n) > 1, "{n}");
        check(n);
    }
    assert_eq!(factor(3_825_123_056_546_413_051), [(149_491, 1), (747_451, 1), (34_233_211, 1)]);
    let prime = |n| by_trial(n) == [(n, 1)];
    // Carmichael numbers by Chernick 1939: (6m + 1)(12m + 1)(18m + 1), if these are primes.
    let mut carmichael = 0;
    for m in (43..2000).chain(200_000..=242_000) {
        let primes @ [p, q, r] = [6 * m + 1, 12 * m + 1, 18 * m + 1];
        if primes.into_iter().all(prime) {
            assert_eq!(factor(p * q * r), primes.map(|p| (p, 1)));
            carmichael += 1;
        }
    }
    assert!(carmichael > 100, "{carmichael}");
    // p(2p − 1), which passes to a base in four.
    let mut pairs = 0;
    for p in (1_000_001..1_020_000).chain(3_037_000_001..3_037_003_000).step_by(2) {
        if prime(p) && prime(2 * p - 1) {
            assert_eq!(factor(p * (2 * p - 1)), [(p, 1), (2 * p - 1, 1)]);
            pairs += 1;
        }
    }
    assert!(pairs > 50, "{pairs}");
    for n in [561, 1105, 1729, 2465, 2821, 6601, 8911, 41_041, 825_265, 60_977_817_398_996_785] {
        assert!(factor(n).iter().all(|&(p, e)| e == 1 && (n - 1) % (p - 1) == 0), "{n}");
        check(n);
    }
}

/// The factors are ascending, multiply to the number, and are primes by Fermat's test to another base and by trial
/// division of the small ones.
fn check(n: u64) {
    let factors = factor(n);
    assert!(factors.is_sorted_by(|a, b| a.0 < b.0), "{n}");
    assert_eq!(factors.iter().map(|&(p, e)| u128::from(p).pow(e)).product::<u128>(), u128::from(n), "{n}");
    for (p, e) in factors {
        assert!(e > 0);
        if p < 1 << 24 {
            assert_eq!(by_trial(p), [(p, 1)], "{n}");
        } else {
            let (mut power, mut square, mut left) = (1, 41, p - 1);
            while left > 0 {
                if left % 2 == 1 {
                    power = power * square % u128::from(p);
                }
                square = square * square % u128::from(p);
                left /= 2;
            }
            assert_eq!(power, 1, "{p} in {n}");
        }
    }
}

#[test]
fn numbers_near_the_end() {
    for n in u64::MAX - 300..=u64::MAX {
        check(n);
    }
}

proptest! {
    #[test]
    fn any_number_is_the_product_of_its_primes(n in 1u64.., shift in 0u32..64) {
        check((n >> shift).max(1));
    }

    #[test]
    fn products_of_any_two_numbers_of_32_bits(a in 1u32.., b in 1u32..) {
        let n = u64::from(a) * u64::from(b);
        check(n);
        prop_assert_eq!(big_omega(n), big_omega(a.into()) + big_omega(b.into()));
    }
}

#[test]
fn divisors_are_those_of_trial_division() {
    for n in 1..=3000u64 {
        let factors = factor(n);
        let proper: Vec<u64> = (1..n).filter(|&d| n % d == 0).collect();
        assert_eq!(divisors(&factors), proper, "{n}");
        assert_eq!(count(&factors), proper.len() as u64, "{n}");
        for target in 0..=big_omega(n) + 1 {
            let with: Vec<u64> = proper.iter().copied().filter(|&d| big_omega(d) == target).collect();
            assert_eq!(divisors_with_omega(&factors, target, usize::MAX), with, "{n} to {target}");
            assert_eq!(divisors_with_omega(&factors, target, 2), with[..with.len().min(2)], "{n} to {target}");
        }
    }
    assert!(divisors_with_omega(&factor(12), u32::MAX, 9).is_empty());
}

#[test]
fn the_number_with_most_divisors_has_its_103680() {
    let factors = factor(897_612_484_786_617_600);
    let proper = divisors(&factors);
    assert_eq!((count(&factors), proper.len()), (103_679, 103_679));
    assert!(proper.is_sorted_by(|a, b| a < b));
    assert!(proper.iter().all(|d| 897_612_484_786_617_600 % d == 0));
    let by_omega: usize = (0..24).map(|target| divisors_with_omega(&factors, target, usize::MAX).len()).sum();
    assert_eq!(by_omega, 103_679);
}

#[test]
fn the_sieve_counts_factors() {
    assert_eq!(omega_sieve(0), [0]);
    assert_eq!(omega_sieve(1), [0, 0]);
    for n in (2..=1200).chain([8191, 8192, 8193, 8194, 16_383, 16_384, 16_385]) {
        let sieve = omega_sieve(n);
        assert_eq!(sieve.len() as u64, n + 1);
        for (m, &omega) in (1..=n).zip(&sieve[1..]) {
            if n < 200 || m + 20 > n {
                assert_eq!(u32::from(omega), big_omega(m), "{m} of {n}");
            }
        }
    }
    let sieve = omega_sieve(300_000);
    for (m, &omega) in (1..).zip(&sieve[1..]) {
        assert_eq!(u32::from(omega), big_omega(m), "{m}");
    }
    let sieve = omega_sieve(5_000_000);
    for m in (1..=5_000_000).step_by(997).chain(4_999_000..=5_000_000).chain((1..22).map(|e| 1 << e)) {
        assert_eq!(u32::from(sieve[m]), big_omega(m as u64), "{m}");
    }
    // π(5·10⁶), OEIS A000720.
    assert_eq!(sieve.iter().filter(|&&omega| omega == 1).count(), 348_513);
}

#[test]
fn values_are_the_solvers() {
    let explored = explore(&Plain(Play::Normal), (1..=2000).map(|n| vec![n]), &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    for n in 1..=2000 {
        let position_value = solution.get(&vec![n]).unwrap().unwrap();
        assert_eq!(position_value.grundy.finite(), Some(Nimber(big_omega(n).into())), "{n}");
        assert_eq!(Divisor.value(&n.into()), Ok(big_omega(n).into()));
        let mut listed = Vec::new();
        Divisor.each_move(&n.into(), &mut |m| {
            listed.push(m);
            true
        });
        let plain = (1..n).rev().filter(|&d| n % d == 0).map(|d| HeapMove::take((n - d).into(), &n.into()));
        assert!(plain.eq(listed.iter().cloned()), "{n}");
        assert_eq!(Divisor.count(&n.into()), UBig::from(listed.len()));
        let size = Divisor.expansion_size(&n.into());
        let reached = explore(&Plain(Play::Normal), [vec![n]], &Limits::NONE).unwrap();
        assert_eq!(size.positions, reached.graph.vertices() as f64, "{n}");
        assert_eq!(size.moves, reached.graph.edges() as f64, "{n}");
    }
}

/// Sums, normal and misère: claims, winning moves and remoteness, the last that of Nim on the numbers' values.
#[test]
fn sums_are_nim_on_the_values() {
    for play in [Play::Normal, Play::Misere] {
        let numbers = [1, 2, 4, 6, 12, 16, 30, 36, 48];
        let mut roots = Vec::new();
        for (i, &a) in numbers.iter().enumerate() {
            for (j, &b) in numbers[..=i].iter().enumerate() {
                roots.extend(numbers[..=j].iter().map(|&c| vec![c, b, a]));
            }
        }
        let game = Heaps::new(Divisor, play);
        let explored = explore(&Plain(play), roots.clone(), &Limits::NONE).unwrap();
        let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
        let solution = explored.by_position(&solved);
        let nim_roots = roots.iter().map(|root| big(&values(root)));
        let nim = Heaps::new(grundy::heap::Nim, play);
        let nim_explored = explore(&nim, nim_roots, &Limits::NONE).unwrap();
        let nim_solved = solve::solve_with_grundy(&nim_explored.graph, &Limits::NONE).unwrap();
        let nim_solution = nim_explored.by_position(&nim_solved);
        for root in &roots {
            let position_value = solution.get(root).unwrap().unwrap();
            assert_eq!(game.claim(&big(root)).unwrap().outcome, position_value.outcome, "{play} {root:?}");
            let nim_value = nim_solution.get(&big(&values(root))).unwrap().unwrap();
            assert_eq!(nim_value.outcome, position_value.outcome, "{play} {root:?}");
            assert_eq!(nim_value.remoteness, position_value.remoteness, "{play} {root:?}");
            let winning = game.winning_moves(&big(root), usize::MAX).unwrap();
            let mut all = Vec::new();
            game.moves(&big(root), &mut all);
            let good = all.into_iter().filter(|m| {
                let after = game.play(&big(root), m);
                let mut after: Vec<u64> = after.iter().map(|n| u64::try_from(n).unwrap()).collect();
                after.sort_unstable();
                solution.get(&after).unwrap().unwrap().outcome == Outcome::Loss
            });
            assert_eq!(winning, good.collect::<Vec<_>>(), "{play} {root:?}");
        }
    }
}

fn big(numbers: &[u64]) -> Vec<UBig> {
    numbers.iter().map(|&n| n.into()).collect()
}

fn values(numbers: &[u64]) -> Vec<u64> {
    numbers.iter().map(|&n| big_omega(n).into()).filter(|&value| value > 0).collect()
}
