//! Wythoff's game: cold pairs, winning moves and Grundy values, held against the solver and against definitions.

use dashu_int::UBig;
use grundy::graph::explore;
use grundy::heap::wythoff::{
    MAX_TABULATED_HEAP, WythoffMove, WythoffTable, cold_index, cold_pair, cold_partner, count_moves, each_move,
    is_p_position, is_p_position_u64, winning_moves,
};
use grundy::limits::Limits;
use grundy::theory::ClaimError;
use grundy::{Game, Nimber, Outcome, Solution, mex, solve};
use proptest::prelude::*;
use std::collections::HashMap;

/// The rules and nothing else.
struct Wythoff;

impl Game for Wythoff {
    type Position = [u64; 2];
    /// Stones taken from each heap.
    type Move = [u64; 2];

    fn moves(&self, &[a, b]: &[u64; 2], out: &mut Vec<[u64; 2]>) {
        out.extend((1..=a).map(|take| [take, 0]));
        out.extend((1..=b).map(|take| [0, take]));
        out.extend((1..=a.min(b)).map(|take| [take, take]));
    }

    fn play(&self, at: &[u64; 2], take: &[u64; 2]) -> [u64; 2] {
        [at[0] - take[0], at[1] - take[1]]
    }
}

/// The moves of the rules to positions with some property; those of equal heaps for the first one.
fn moves_where(a: u64, b: u64, good: impl Fn([u64; 2]) -> bool) -> Vec<WythoffMove> {
    let mut moves = Vec::new();
    Wythoff.moves(&[a, b], &mut moves);
    let good = moves.into_iter().filter(|take| good(Wythoff.play(&[a, b], take)));
    let spoken = good.filter_map(|[x, y]| match (x, y) {
        (x, 0) => Some(WythoffMove::First(x.into())),
        (0, y) => (a != b).then(|| WythoffMove::Second(y.into())),
        (x, _) => Some(WythoffMove::Both(x.into())),
    });
    spoken.collect()
}

fn big(n: u64) -> UBig {
    UBig::from(n)
}

#[test]
fn outcomes_values_and_winning_moves_are_the_solvers() {
    const N: u64 = 60;
    let explored = explore(&Wythoff, [[N, N]], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    let table = WythoffTable::new(N, N).unwrap();
    let mut count = 0;
    for &[a, b] in explored.positions() {
        count += 1;
        let (x, y) = (big(a), big(b));
        let position_value = solution.get(&[a, b]).unwrap().unwrap();
        assert_eq!(is_p_position(&x, &y), position_value.outcome == Outcome::Loss, "{a} {b}");
        assert_eq!(is_p_position_u64(a, b), is_p_position(&x, &y), "{a} {b}");
        assert_eq!(table.value(a, b), position_value.grundy.finite(), "{a} {b}");
        let to_cold = moves_where(a, b, |at| solution.get(&at).unwrap().unwrap().outcome == Outcome::Loss);
        assert_eq!(winning_moves(&x, &y), to_cold, "{a} {b}");
        assert_eq!(to_cold.is_empty(), is_p_position(&x, &y), "{a} {b}");
        for target in [0, 1, 2, 7, 30].map(Nimber) {
            let to_target = moves_where(a, b, |at| solution.get(&at).unwrap().unwrap().grundy.finite() == Some(target));
            assert_eq!(table.moves_to(a, b, target), Some(to_target), "{a} {b} to {target}");
        }
        let mut listed = Vec::new();
        each_move(&x, &y, &mut |m| {
            listed.push(m);
            true
        });
        assert_eq!(listed, moves_where(a, b, |_| true), "{a} {b}");
        assert_eq!(count_moves(&x, &y), UBig::from(listed.len()), "{a} {b}");
    }
    assert_eq!(count, 61 * 61);
}

#[test]
fn a_list_of_moves_can_be_cut_anywhere() {
    let (a, b) = (big(2), big(3));
    for cut in 1..=7 {
        let mut listed = 0;
        each_move(&a, &b, &mut |_| {
            listed += 1;
            listed < cut
        });
        assert_eq!(listed, cut);
    }
}

#[test]
fn the_first_cold_pairs() {
    let pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)];
    for (k, (a, b)) in pairs.into_iter().enumerate() {
        assert_eq!(cold_pair(&UBig::from(k)), (big(a), big(b)));
        assert_eq!(cold_index(&big(b), &big(a)), Some(UBig::from(k)));
    }
}

/// From the definition by complementary sequences: the smaller number of pair k is the least not in an earlier pair.
#[test]
fn cold_pairs_are_those_of_least_new_numbers() {
    let mut used = vec![false; 300_000];
    let mut least = 0;
    for k in 0..100_000usize {
        while used[least] {
            least += 1;
        }
        let (a, b) = (least, least + k);
        (used[a], used[b]) = (true, true);
        let (a, b) = (UBig::from(a), UBig::from(b));
        assert_eq!(cold_pair(&UBig::from(k)), (a.clone(), b.clone()));
        assert_eq!((cold_partner(&a), cold_partner(&b)), (b, a));
    }
}

/// 5k² is nearest to a square where k is a Fibonacci number; in floating point of 64 bits k = 102334155 is the first to go wrong.
#[test]
fn fibonacci_numbers_of_any_size_are_exact() {
    let (mut before, mut fib) = (UBig::ONE, UBig::ONE);
    for i in 2..2000 {
        // ⌊φF(i)⌋ is F(i + 1) for odd i and F(i + 1) − 1 for even i.
        let next = &before + &fib;
        let floor = &next - UBig::from(u8::from(i % 2 == 0));
        if fib == big(102_334_155) {
            assert_eq!(cold_pair(&fib), (big(165_580_140), big(267_914_295)));
        }
        assert_eq!(cold_pair(&fib).0, floor, "F({i})");
        (before, fib) = (fib, next);
    }
}

/// OEIS A004481, of which A317205 is the half below the diagonal: row i, columns 0 to i.
#[test]
fn golden_rows() {
    let rows: [&[u64]; 12] = [
        &[0],
        &[1, 2],
        &[2, 0, 1],
        &[3, 4, 5, 6],
        &[4, 5, 3, 2, 7],
        &[5, 3, 4, 0, 6, 8],
        &[6, 7, 8, 1, 9, 10, 3],
        &[7, 8, 6, 9, 0, 1, 4, 5],
        &[8, 6, 7, 10, 1, 2, 5, 3, 4],
        &[9, 10, 11, 12, 8, 7, 13, 14, 15, 16],
        &[10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14],
        &[11, 9, 10, 7, 12, 14, 2, 13, 17, 6, 18, 15],
    ];
    let table = WythoffTable::new(11, 11).unwrap();
    for (i, row) in (0..).zip(rows) {
        for (j, &value) in (0..).zip(row) {
            assert_eq!(table.value(i, j), Some(Nimber(value)), "{i} {j}");
            assert_eq!(table.value(j, i), Some(Nimber(value)), "{j} {i}");
        }
    }
    let rows = [[1, 2, 0, 4, 5, 3, 7, 8, 6, 10], [2, 0, 1, 5, 3, 4, 8, 6, 7, 11], [3, 4, 5, 6, 2, 0, 1, 9, 10, 12]];
    let table = WythoffTable::new(3, 9).unwrap();
    for (i, row) in (1..).zip(rows) {
        for (j, value) in (0..).zip(row) {
            assert_eq!(table.value(i, j), Some(Nimber(value)), "{i} {j}");
            assert_eq!(table.value(j, i), Some(Nimber(value)), "{j} {i}");
        }
    }
    assert_eq!(table.value(4, 4), None);
    assert_eq!(table.value(0, 10), None);
    assert_eq!(table.value(u64::MAX, 0), None);
    assert_eq!(table.moves_to(10, 2, Nimber(0)), None);
}

/// Cells of a long thin table and of the whole one, by mex over their options.
#[test]
fn the_whole_table_keeps_the_rule() {
    let table = WythoffTable::new(MAX_TABULATED_HEAP, MAX_TABULATED_HEAP).unwrap();
    let zeros = (0..=MAX_TABULATED_HEAP).flat_map(|i| (i..=MAX_TABULATED_HEAP).map(move |j| (i, j)));
    let zeros: Vec<_> = zeros.filter(|&(i, j)| table.value(i, j) == Some(Nimber(0))).collect();
    let cold = (0..).map(|k| cold_pair(&big(k))).take_while(|(_, b)| *b <= big(MAX_TABULATED_HEAP));
    assert!(cold.eq(zeros.into_iter().map(|(i, j)| (big(i), big(j)))));
    let value = |i, j| table.value(i, j).unwrap();
    for (i, j) in
        (0..=MAX_TABULATED_HEAP).step_by(97).flat_map(|i| (0..=MAX_TABULATED_HEAP).step_by(89).map(move |j| (i, j)))
    {
        let one = (0..i).map(|x| value(x, j)).chain((0..j).map(|y| value(i, y)));
        let both = (1..=i.min(j)).map(|t| value(i - t, j - t));
        assert_eq!(value(i, j), mex(one.chain(both)), "{i} {j}");
    }
    let thin = WythoffTable::new(MAX_TABULATED_HEAP, 2).unwrap();
    for j in 0..=MAX_TABULATED_HEAP {
        for i in 0..=2 {
            assert_eq!(thin.value(j, i), table.value(i, j));
        }
    }
    assert!(matches!(WythoffTable::new(0, MAX_TABULATED_HEAP + 1), Err(ClaimError::OutOfReach(_))));
    assert!(matches!(WythoffTable::new(u64::MAX, 0), Err(ClaimError::OutOfReach(_))));
}

/// ⌊kφ⌋ without a root: a ≤ kφ exactly when a ≤ k or a(a − k) ≤ k², as φ² = φ + 1.
fn at_most_golden(a: &UBig, k: &UBig) -> bool {
    a <= k || a * (a - k) <= k * k
}

fn any_big(bits: usize) -> impl Strategy<Value = UBig> {
    (prop::collection::vec(any::<u64>(), bits / 64 + 1), 0..bits).prop_map(|(words, bits)| {
        let mut n = words.into_iter().fold(UBig::ZERO, |n, word| (n << 64) + word);
        n.clear_high_bits(bits + 1);
        n
    })
}

proptest! {
    #[test]
    fn cold_pairs_of_any_size_keep_the_definition(k in any_big(1400)) {
        let (a, b) = cold_pair(&k);
        prop_assert!(at_most_golden(&a, &k));
        prop_assert!(!at_most_golden(&(&a + 1u8), &k));
        prop_assert_eq!(&a + &k, b.clone());
        prop_assert_eq!(cold_index(&a, &b), Some(k.clone()));
        prop_assert_eq!(cold_index(&b, &a), Some(k.clone()));
        prop_assert_eq!((cold_partner(&a), cold_partner(&b)), (b.clone(), a.clone()));
        prop_assert_eq!(winning_moves(&a, &b), []);
        // Near misses. The pair of the same difference or with the same heap is another one.
        prop_assert_eq!(cold_index(&(&a + 1u8), &b), None);
        prop_assert_eq!(cold_index(&a, &(&b + 1u8)), None);
        prop_assert_eq!(cold_index(&(&a + 1u8), &(&b + 1u8)), None);
        if !k.is_zero() {
            prop_assert_eq!(cold_index(&(&a - 1u8), &b), None);
            prop_assert_eq!(cold_index(&a, &(&b - 1u8)), None);
            prop_assert_eq!(cold_index(&(&a - 1u8), &(&b - 1u8)), None);
        }
    }

    #[test]
    fn a_cold_pair_with_more_stones_can_be_restored(k in any_big(700), more in any_big(600)) {
        let more = more + 1u8;
        let (a, b) = cold_pair(&k);
        let [from_a, from_b, from_both] =
            [WythoffMove::First(more.clone()), WythoffMove::Second(more.clone()), WythoffMove::Both(more.clone())];
        let (more_a, more_b) = (&a + &more, &b + &more);
        prop_assert!(winning_moves(&more_a, &b).contains(&from_a));
        let turned = if more_a == b { from_a } else { from_b.clone() };
        prop_assert!(winning_moves(&b, &more_a).contains(&turned));
        prop_assert!(winning_moves(&more_a, &more_b).contains(&from_both));
        if a != more_b {
            prop_assert!(winning_moves(&a, &more_b).contains(&from_b));
        }
    }

    #[test]
    fn winning_moves_win(a in any_big(700), b in any_big(700)) {
        let moves = winning_moves(&a, &b);
        prop_assert_eq!(moves.is_empty(), is_p_position(&a, &b));
        prop_assert!(moves.len() <= 3);
        for m in &moves {
            let (x, y) = m.leave(&a, &b);
            prop_assert!(is_p_position(&x, &y));
            prop_assert!(x < a || y < b);
        }
        let kinds: HashMap<_, _> = moves.iter().map(|m| (std::mem::discriminant(m), m)).collect();
        prop_assert_eq!(kinds.len(), moves.len());
        // The other order gives the same moves.
        let turned: Vec<WythoffMove> = winning_moves(&b, &a);
        prop_assert_eq!(turned.len(), moves.len());
    }
}

#[test]
fn heaps_of_200_digits() {
    let k: UBig = UBig::from(10u8).pow(199) + 12_345u32;
    let (a, b) = cold_pair(&k);
    assert_eq!(a.to_string().len(), 200);
    assert!(is_p_position(&a, &b));
    let lifted = (&a + 77u8, &b + 77u8);
    assert_eq!(cold_index(&lifted.0, &lifted.1), None);
    let moves = winning_moves(&lifted.0, &lifted.1);
    assert!(moves.contains(&WythoffMove::Both(77u8.into())));
    for m in moves {
        let (x, y) = m.leave(&lifted.0, &lifted.1);
        assert!(is_p_position(&x, &y));
    }
    // Equal heaps: the first one, or both to nothing.
    let moves = winning_moves(&b, &b);
    assert_eq!(moves, [WythoffMove::First(k), WythoffMove::Both(b.clone())]);
}

/// Beyond the sizes at which big integers change their algorithms for products and roots.
#[test]
fn heaps_of_many_thousand_digits() {
    for digits in [1000, 5000, 20_000, 100_000] {
        for k in [UBig::from(10u8).pow(digits), UBig::from(7u8).pow(digits), UBig::ones(3 * digits)] {
            let (a, b) = cold_pair(&k);
            assert!(at_most_golden(&a, &k) && !at_most_golden(&(&a + 1u8), &k));
            assert_eq!(winning_moves(&a, &(&b + &k)).first(), Some(&WythoffMove::Second(k.clone())));
            assert_eq!(cold_partner(&b), a);
        }
    }
}

#[test]
fn words_are_answered_as_numbers_of_any_size() {
    for k in (0u64..5000).chain((1 << 30) - 50..(1 << 30) + 50).chain([618_033_988, 1_000_000_000, 1 << 40, 1 << 61]) {
        let (a, b) = cold_pair(&UBig::from(k));
        let (a, b) = (u64::try_from(&a).unwrap(), u64::try_from(&b).unwrap());
        assert!(is_p_position_u64(a, b) && is_p_position_u64(b, a), "{a} {b}");
        assert!(!is_p_position_u64(a + 1, b + 1) && !is_p_position_u64(a, b + 1), "{a} {b}");
    }
    assert!(!is_p_position_u64(u64::MAX, 0) && !is_p_position_u64(u64::MAX, u64::MAX));
}
