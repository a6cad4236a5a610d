//! Moore's Nimₖ: outcomes, winning moves and counts, held against the solver and against enumeration.

use dashu_int::UBig;
use grundy::game::Play;
use grundy::graph::explore;
use grundy::heap::moore::{
    MooreMove, count_moves, each_move, is_p_position, is_p_position_misere, value_of_few, winning_moves,
    winning_moves_misere,
};
use grundy::heap::{Heaps, Nim};
use grundy::limits::Limits;
use grundy::{Game, Outcome, Solution, solve};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The rules and nothing else. Positions are sorted; a move is what becomes of every heap.
struct Moore {
    k: usize,
    play: Play,
}

impl Game for Moore {
    type Position = Vec<u64>;
    type Move = Vec<u64>;

    fn moves(&self, at: &Vec<u64>, out: &mut Vec<Vec<u64>>) {
        let mut afters = vec![Vec::new()];
        for &heap in at {
            afters = afters
                .iter()
                .flat_map(|after| (0..=heap).map(move |left| after.iter().copied().chain([left]).collect()))
                .collect();
        }
        out.extend(afters.into_iter().filter(|after| (1..=self.k).contains(&taken_from(at, after))));
    }

    fn play(&self, _at: &Vec<u64>, after: &Vec<u64>) -> Vec<u64> {
        let mut after = after.clone();
        after.sort_unstable();
        after
    }

    fn terminal(&self, _at: &Vec<u64>) -> Outcome {
        self.play.terminal_outcome()
    }
}

fn taken_from(at: &[u64], after: &[u64]) -> usize {
    at.iter().zip(after).filter(|(old, new)| old != new).count()
}

fn big(heaps: &[u64]) -> Vec<UBig> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

/// A move without the places of the heaps: the old and new sizes, sorted.
type Sizes = Vec<(UBig, UBig)>;

fn sizes(heaps: &[UBig], m: &MooreMove) -> Sizes {
    let mut sizes: Sizes = m.iter().map(|(i, left)| (heaps[*i].clone(), left.clone())).collect();
    sizes.sort_unstable();
    sizes
}

/// The moves without places, after a check that each is legal and none is there twice.
fn legal(heaps: &[UBig], k: usize, moves: &[MooreMove]) -> BTreeSet<Sizes> {
    for m in moves {
        assert!((1..=k).contains(&m.len()), "{heaps:?} {m:?}");
        assert!(m.is_sorted_by(|a, b| a.0 < b.0), "{heaps:?} {m:?}");
        assert!(m.iter().all(|(i, left)| *left < heaps[*i]), "{heaps:?} {m:?}");
        for (i, left) in m {
            // Of equal heaps the first ones are taken from.
            let free = (0..*i).filter(|j| heaps[*j] == heaps[*i]).find(|j| m.iter().all(|(taken, _)| taken != j));
            assert_eq!(free, None, "{heaps:?} {m:?} {left}");
        }
    }
    let set: BTreeSet<Sizes> = moves.iter().map(|m| sizes(heaps, m)).collect();
    assert_eq!(set.len(), moves.len(), "{heaps:?}");
    set
}

fn after(heaps: &[UBig], m: &MooreMove) -> Vec<UBig> {
    let mut after = heaps.to_vec();
    for (i, left) in m {
        after[*i] = left.clone();
    }
    after
}

/// All positions up to some heaps of some size: everything that the module says, against the solver.
fn agrees_with_the_solver(heaps: usize, size: u64, ks: std::ops::RangeInclusive<usize>) {
    for k in ks {
        for play in [Play::Normal, Play::Misere] {
            let game = Moore { k, play };
            let explored = explore(&game, [vec![size; heaps]], &Limits::NONE).unwrap();
            let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
            let solution = explored.by_position(&solved);
            let lost = |at: &Vec<u64>| solution.get(at).unwrap().unwrap().outcome == Outcome::Loss;
            for at in explored.positions() {
                let at_big = big(at);
                let (claim, won) = match play {
                    Play::Normal => (is_p_position(&at_big, k), winning_moves(&at_big, k, usize::MAX)),
                    Play::Misere => (is_p_position_misere(&at_big, k), winning_moves_misere(&at_big, k, usize::MAX)),
                };
                assert_eq!(claim, lost(at), "{play} {k} {at:?}");
                let (mut all, mut winning) = (BTreeSet::new(), BTreeSet::new());
                let mut moves = Vec::new();
                game.moves(at, &mut moves);
                for m in moves {
                    let mut old_and_new: Sizes = at
                        .iter()
                        .zip(&m)
                        .filter(|(old, new)| old != new)
                        .map(|(&old, &new)| (old.into(), new.into()))
                        .collect();
                    old_and_new.sort_unstable();
                    if lost(&game.play(at, &m)) {
                        winning.insert(old_and_new.clone());
                    }
                    all.insert(old_and_new);
                }
                assert_eq!(legal(&at_big, k, &won), winning, "{play} {k} {at:?}");
                for want in 0..3 {
                    let some = match play {
                        Play::Normal => winning_moves(&at_big, k, want),
                        Play::Misere => winning_moves_misere(&at_big, k, want),
                    };
                    assert_eq!(some, won[..want.min(won.len())], "{play} {k} {at:?}");
                }
                if play == Play::Normal {
                    if let Some(value) = value_of_few(&at_big, k) {
                        assert_eq!(solution.get(at).unwrap().unwrap().grundy.number(), Some(value), "{k} {at:?}");
                    }
                    assert_eq!(count_moves(&at_big, k), UBig::from(all.len()), "{k} {at:?}");
                    let mut listed = Vec::new();
                    each_move(&at_big, k, &mut |m| {
                        listed.push(m);
                        true
                    });
                    assert!(listed.is_sorted_by_key(Vec::len));
                    assert_eq!(legal(&at_big, k, &listed), all, "{k} {at:?}");
                }
            }
        }
    }
}

#[test]
fn four_heaps_are_the_solvers() {
    agrees_with_the_solver(4, 5, 1..=5);
}

#[test]
fn three_heaps_are_the_solvers() {
    agrees_with_the_solver(3, 9, 1..=3);
}

#[test]
fn six_small_heaps_are_the_solvers() {
    agrees_with_the_solver(6, 3, 2..=6);
}

#[test]
fn no_heaps_and_no_takes() {
    for heaps in [vec![], big(&[0]), big(&[0, 0])] {
        for k in [0, 1, 2, usize::MAX] {
            assert!(is_p_position(&heaps, k));
            assert!(!is_p_position_misere(&heaps, k));
            assert_eq!(winning_moves(&heaps, k, 9), [] as [MooreMove; 0]);
            assert_eq!(winning_moves_misere(&heaps, k, 9), [] as [MooreMove; 0]);
            assert_eq!(count_moves(&heaps, k), UBig::ZERO);
            each_move(&heaps, k, &mut |m| panic!("{m:?}"));
        }
    }
    let heaps = big(&[1, 2]);
    assert!(is_p_position(&heaps, 0) && !is_p_position_misere(&heaps, 0));
    assert_eq!(winning_moves(&heaps, 0, 9), [] as [MooreMove; 0]);
    assert_eq!(winning_moves_misere(&heaps, 0, 9), [] as [MooreMove; 0]);
    assert_eq!(count_moves(&heaps, 0), UBig::ZERO);
}

#[test]
fn with_as_many_takes_as_heaps_all_are_taken() {
    let heaps = big(&[7, 0, 3, 7]);
    for k in [3, 4, usize::MAX] {
        assert_eq!(winning_moves(&heaps, k, 9), [[(0, UBig::ZERO), (2, UBig::ZERO), (3, UBig::ZERO)]]);
        // A single one is left: of the 3, or of one 7.
        assert_eq!(winning_moves_misere(&heaps, k, 9).len(), 2);
    }
}

#[test]
fn empty_heaps_keep_their_places() {
    assert_eq!(winning_moves(&big(&[0, 5, 0, 3]), 1, 9), [[(1, UBig::from(3u8))]]);
}

#[test]
fn a_list_of_moves_can_be_cut_anywhere() {
    let heaps = big(&[2, 2, 3]);
    let total = usize::try_from(count_moves(&heaps, 2)).unwrap();
    for cut in 1..=total {
        let mut listed = 0;
        each_move(&heaps, 2, &mut |_| {
            listed += 1;
            listed < cut
        });
        assert_eq!(listed, cut);
    }
}

/// Number of ways to make every column count a multiple of k + 1 by lessening 1 to k of the heaps, all different: a plain
/// digit by digit count over the sets of heaps still equal to the old ones.
fn count_winning(heaps: &[u64], k: usize) -> u64 {
    let all = (1usize << heaps.len()) - 1;
    let mut ways = BTreeMap::from([(all, 1u64)]);
    for bit in (0..64).rev() {
        let column = heaps.iter().enumerate().map(|(i, heap)| (heap >> bit & 1) << i).sum::<u64>() as usize;
        let mut next = BTreeMap::new();
        for (equal, count) in ways {
            for digits in 0..=all {
                if (digits.count_ones() as usize).is_multiple_of(k + 1) && digits & equal & !column == 0 {
                    *next.entry(equal & !(column & !digits)).or_default() += count;
                }
            }
        }
        ways = next;
    }
    let lessened = |equal: usize| heaps.len() - equal.count_ones() as usize;
    ways.into_iter().filter(|&(equal, _)| (1..=k).contains(&lessened(equal))).map(|(_, count)| count).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_winning_moves_are_found(heaps in prop::collection::btree_set(1u64..4000, 2..6), k in 1usize..6) {
        let heaps: Vec<u64> = heaps.into_iter().collect();
        let count = count_winning(&heaps, k);
        let heaps = big(&heaps);
        let moves = winning_moves(&heaps, k, 20_000);
        legal(&heaps, k, &moves);
        prop_assert_eq!(moves.len() as u64, count.min(20_000));
        prop_assert!(moves.iter().all(|m| is_p_position(&after(&heaps, m), k)));
        prop_assert_eq!(moves.is_empty(), is_p_position(&heaps, k));
    }

    #[test]
    fn one_heap_at_a_time_is_nim(heaps in prop::collection::vec(any::<u64>(), 1..6), small in 0u32..64) {
        let heaps: Vec<u64> = heaps.into_iter().map(|heap| heap >> small).filter(|&heap| heap > 0).collect();
        for play in [Play::Normal, Play::Misere] {
            let nim = Heaps::new(Nim, play);
            let heaps = big(&heaps);
            let known = nim.winning_moves(&heaps, usize::MAX).unwrap();
            let known: BTreeSet<Sizes> =
                known.into_iter().map(|(heap, m)| vec![(heap, m.leave[0].clone())]).collect();
            let found = match play {
                Play::Normal => winning_moves(&heaps, 1, usize::MAX),
                Play::Misere => winning_moves_misere(&heaps, 1, usize::MAX),
            };
            prop_assert_eq!(legal(&heaps, 1, &found), known);
        }
    }

    #[test]
    fn heaps_of_many_digits(
        words in prop::collection::vec(prop::collection::vec(any::<u64>(), 1..12), 2..9),
        copies in 0usize..3,
        k in 1usize..9,
    ) {
        let mut heaps: Vec<UBig> = words.iter().map(|words| words.iter().fold(UBig::ZERO, |n, w| (n << 64) + w)).collect();
        for i in 0..copies {
            heaps.push(heaps[i].clone());
        }
        let moves = winning_moves(&heaps, k, 50);
        legal(&heaps, k, &moves);
        prop_assert_eq!(moves.is_empty(), is_p_position(&heaps, k));
        prop_assert!(count_moves(&heaps, k) >= UBig::from(moves.len()));
        for m in &moves {
            let after = after(&heaps, m);
            prop_assert!(is_p_position(&after, k));
            prop_assert!(winning_moves(&after, k, 1).is_empty());
        }
        // With large heaps about, misère play differs at the very end alone.
        let misere = winning_moves_misere(&heaps, k, 50);
        legal(&heaps, k, &misere);
        prop_assert!(misere.iter().all(|m| is_p_position_misere(&after(&heaps, m), k)));
        prop_assert_eq!(misere.is_empty(), is_p_position_misere(&heaps, k));
    }
}

#[test]
fn counts_of_large_positions() {
    // Two heaps of n and 2n: 3n alone, 2n² together.
    let n = UBig::from(10u8).pow(200);
    let heaps = [n.clone(), &n * 2u8];
    assert_eq!(count_moves(&heaps, 1), &n * 3u8);
    assert_eq!(count_moves(&heaps, 2), &n * 3u8 + &n * &n * 2u8);
    // Equal heaps: pairs n(n + 1)/2.
    let heaps = vec![n.clone(); 5];
    assert_eq!(count_moves(&heaps, 1), n);
    assert_eq!(count_moves(&heaps, 2), &n + &n * (&n + 1u8) / 2u8);
    // The two ways to count all moves agree: one more heap than can be taken from differs by the moves of all.
    let heaps = big(&[3, 5, 5, 8, 8, 8]);
    let all = UBig::from(3u8) * 15u8 * 120u8;
    assert_eq!(count_moves(&heaps, 6) - count_moves(&heaps, 5), all);
}

#[test]
fn ten_thousand_heaps_and_a_hundred_thousand_digits() {
    let heaps: Vec<UBig> = (1..=10_000u64).map(|i| (i * i * i % 1_000_003).into()).collect();
    for k in [1, 2, 5, 300, 20_000] {
        let moves = winning_moves(&heaps, k, 100);
        legal(&heaps, k, &moves);
        assert!(!moves.is_empty() && moves.iter().all(|m| is_p_position(&after(&heaps, m), k)), "{k}");
    }
    let ones = vec![UBig::ONE; 10_000];
    let mut count = 0;
    each_move(&ones, usize::MAX, &mut |m| {
        count += 1;
        m.len() == count && count < 2000
    });
    assert_eq!(count, 2000);
    assert_eq!(count_moves(&ones, 3000), UBig::from(3000u32));
    assert_eq!(winning_moves(&ones, 4000, 9).len(), 1);
    let long: Vec<UBig> = [7u8, 9, 11, 13].iter().map(|&base| UBig::from(base).pow(20_000)).collect();
    let moves = winning_moves(&long, 2, 20);
    assert_eq!(legal(&long, 2, &moves).len(), 20);
    assert!(moves.iter().all(|m| is_p_position(&after(&long, m), 2)));
}
