//! Holds what theory says of heap games to the solver, which knows nothing of heaps.

use crate::common::random::{config, fixed};
use crate::common::taking::{Numbers, many_sets};
use crate::common::{at, open};
use dashu_int::UBig;
use grundy::graph::explore;
use grundy::heap::{Bash, Divisor, HeapRules, Heaps, NamedSet, Nim, Set, SetError, Subtraction, SumMove};
use grundy::limits::Limits;
use grundy::theory::{ClaimError, Period};
use grundy::{Game, Nimber, Outcome, Play, Solution, solve};
use proptest::prelude::*;

const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

fn big(heaps: &[u64]) -> Vec<UBig> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

fn sorted(mut heaps: Vec<UBig>) -> Vec<UBig> {
    heaps.sort_unstable();
    heaps
}

/// The Grundy value of a heap that theory reaches.
fn value(rules: &HeapRules, heap: u64) -> u64 {
    let value = u64::try_from(&rules.value(&heap.into()).unwrap()).unwrap();
    assert_eq!(rules.nimber(heap), Ok(Nimber(value)), "as a word");
    value
}

/// Compares what theory claims about a position, and about all positions reached from it, with exploring and solving.
fn check(game: &Heaps, root: &[u64], name: &str) {
    let explored = explore(game, [big(root)], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    for heaps in explored.positions() {
        let case = || format!("{name} {heaps:?} under {}", game.play);
        let position_value = solution.get(heaps).unwrap().unwrap();
        let claim = game.claim(heaps).unwrap();
        assert_eq!((claim.outcome, claim.grundy), (position_value.outcome, position_value.grundy), "{}", case());

        let mut moves: Vec<SumMove> = Vec::new();
        game.moves(heaps, &mut moves);
        assert_eq!(game.count(heaps), UBig::from(moves.len()), "{}", case());
        let wins = |m: &SumMove| solution.get(&game.play(heaps, m)).unwrap().unwrap().outcome == Outcome::Loss;
        let winning: Vec<SumMove> = moves.iter().filter(|m| wins(m)).cloned().collect();
        moves.sort_unstable();
        for want in [0, 1, 2, winning.len(), moves.len(), usize::MAX] {
            let mut found = game.winning_moves(heaps, want).unwrap();
            found.sort_unstable();
            assert_eq!(found.len(), winning.len().min(want), "{want} winning moves of {}", case());
            assert!(found.iter().all(|m| winning.contains(m)), "{found:?} are not all of {winning:?}, {}", case());
            found.dedup();
            assert_eq!(found.len(), winning.len().min(want), "a winning move twice, {}", case());

            let mut best = game.best_moves(heaps, want);
            assert_eq!(best.len(), moves.len().min(want), "{want} best moves of {}", case());
            let first = best.iter().take_while(|m| wins(m)).count();
            assert_eq!(first, winning.len().min(want), "the winning moves come first: {best:?}, {}", case());
            best.sort_unstable();
            best.dedup();
            assert_eq!(best.len(), moves.len().min(want), "a best move twice, {}", case());
            assert!(best.iter().all(|m| moves.binary_search(m).is_ok()), "no move among {best:?}, {}", case());
        }
    }
}

#[test]
fn nim_is_as_the_solver_finds_it() {
    for play in BOTH {
        check(&Heaps::new(Nim, play), &[12, 12, 12], "nim");
        check(&Heaps::new(Nim, play), &[60], "nim");
        check(&Heaps::new(Nim, play), &[3, 1, 2, 2, 1], "nim");
    }
}

#[test]
fn bash_is_as_the_solver_finds_it() {
    for (most, play) in (1u64..=6).flat_map(|most| BOTH.map(|play| (most, play))) {
        let game = Heaps::new(Bash::new(most.into()).unwrap(), play);
        for root in [&[60][..], &[17, 12], &[9, 8, 7], &[2, 2, 2, 1, 1]] {
            check(&game, root, &format!("bash:{most}"));
        }
    }
}

#[test]
fn subtraction_is_as_the_solver_finds_it() {
    for (numbers, play) in many_sets().iter().flat_map(|numbers| BOTH.map(|play| (numbers, play))) {
        let game = Heaps::new(numbers.rules(), play);
        for root in [&[60][..], &[14, 11], &[8, 6, 5], &[3, 3, 2, 2]] {
            check(&game, root, &numbers.name());
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn subtraction_is_as_the_solver_finds_it_for_any_set(
        list in prop::collection::vec(1u64..20, 1..6),
        heaps in prop::collection::vec(1u64..9, 1..4),
        misere: bool,
    ) {
        let numbers = Numbers::of(&list);
        let game = Heaps::new(numbers.rules(), BOTH[usize::from(misere)]);
        check(&game, &heaps, &numbers.name());
    }
}

/// Heaps as they are expanded when a question is asked: sorted.
struct Sorted<'a>(&'a Heaps);

impl Game for Sorted<'_> {
    type Position = Vec<UBig>;
    type Move = Vec<UBig>;

    fn moves(&self, at: &Vec<UBig>, out: &mut Vec<Vec<UBig>>) {
        let mut options = Vec::new();
        self.0.options(at, &mut options);
        out.extend(options.into_iter().map(sorted));
    }

    fn play(&self, _at: &Vec<UBig>, after: &Vec<UBig>) -> Vec<UBig> {
        after.clone()
    }
}

/// The bound and the number that it bounds, different moves to one option being one.
fn bound_and_moves(rules: impl Into<HeapRules>, heaps: &[u64]) -> (u64, u64) {
    let game = Heaps::new(rules, Play::Normal);
    let explored = explore(&Sorted(&game), [sorted(big(heaps))], &Limits::NONE).unwrap();
    (game.expansion_bound(&big(heaps)).moves, explored.graph.edges() as u64)
}

#[test]
fn the_expanded_game_has_as_many_moves_as_its_bound() {
    let heaps = prop::collection::vec(1u64..13, 1..=4);
    let runs = (1u64..7, 1usize..7).prop_map(|(heap, count)| vec![heap; count]);
    // Many heaps of different sizes, with few moves each.
    let many = prop::collection::vec(1u64..9, 5..=6);
    let roots: Vec<Vec<u64>> =
        fixed(heaps, 25).chain(fixed(many, 12)).chain(fixed(runs, 15)).chain([vec![40], vec![1], vec![]]).collect();
    for root in &roots {
        let mut cases = vec![("nim".to_owned(), bound_and_moves(Nim, root))];
        cases.push(("bash:3".to_owned(), bound_and_moves(Bash::new(3u8.into()).unwrap(), root)));
        for numbers in many_sets().iter().step_by(8).chain(many_sets().iter().rev().take(18)) {
            cases.push((numbers.name(), bound_and_moves(numbers.rules(), root)));
        }
        for (name, (bound, moves)) in cases {
            assert!(bound <= moves, "{name} {root:?} has {moves} moves, not {bound}");
        }
    }
}

/// A bound of nothing would be right and of no use.
#[test]
fn the_bound_is_near_where_counting_is_easy() {
    for heap in 10..200 {
        for (bound, moves) in [bound_and_moves(Nim, &[heap]), bound_and_moves(Bash::new(7u8.into()).unwrap(), &[heap])]
        {
            assert!(bound + 1 >= moves * 998 / 1000, "{heap}: {bound} of {moves}");
        }
        let (bound, moves) = bound_and_moves(Numbers::of(&[2, 6, 10]).rules(), &[heap]);
        assert!(bound + 1 >= moves * 998 / 1000, "{heap}: {bound} of {moves}");
    }
    let (bound, moves) = bound_and_moves(Nim, &[20, 15, 10]);
    assert!(bound * 6 >= moves, "{bound} of {moves}");
    // Many small heaps: few sizes, and very many ways to have them.
    let (bound, moves) = bound_and_moves(Nim, &[2; 40]);
    assert!(bound * 4 >= moves, "{bound} of {moves}");
    assert!(Heaps::new(Nim, Play::Normal).expansion_bound(&big(&[1_000_000; 3])).moves > 1 << 40);
    // Many heaps with few moves each: their numbers of positions multiply.
    let primes = [2u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];
    assert!(Heaps::new(Divisor, Play::Normal).expansion_bound(&big(&primes)).positions > 1 << 24);
    let (many, one) = ((1000..1040).collect::<Vec<u64>>(), Numbers::of(&[1000]).rules());
    assert!(Heaps::new(one, Play::Normal).expansion_bound(&big(&many)).positions > 1 << 35);
    let (one, row) = (Numbers::of(&[1]).rules(), (1..60).collect::<Vec<u64>>());
    assert!(Heaps::new(one, Play::Normal).expansion_bound(&big(&row)).positions > 1 << 28);
}

/// The period proved for a set, which must be finite.
fn proved(rules: &Subtraction) -> (usize, usize) {
    match rules.find_period(1 << 20, &mut |_| true).period {
        Some(Period::Proved { preperiod, period, saltus: 0, .. }) => (preperiod as usize, period as usize),
        other => panic!("{:?}: {other:?}", rules.set()),
    }
}

#[test]
fn periods_are_proved_right_and_least() {
    let mut late = 0;
    let large = fixed(prop::collection::vec(1u64..60, 2..9), 200).map(|list| Numbers::of(&list));
    for numbers in many_sets().into_iter().chain(large) {
        let (name, rules) = (numbers.name(), numbers.rules());
        if !numbers.is_finite() {
            let powers = numbers.named == [NamedSet::PowersOf2] && numbers.list.is_empty();
            let period = rules.find_period(1 << 20, &mut |_| true).period;
            assert_eq!(period.is_some(), powers || numbers.all_but, "{name}: {period:?}");
            continue;
        }
        let (preperiod, period) = proved(&rules);
        let values = numbers.values((preperiod + 3 * period + 30).max(3000));
        let repeats = |n: usize, p: usize| values[n] == values[n + p];
        let broken = (preperiod..values.len() - period).find(|&n| !repeats(n, period));
        assert_eq!(broken, None, "{name} has not period {period} from {preperiod}");
        for shorter in 1..period {
            let to = preperiod + period;
            assert!((preperiod..to).any(|n| !repeats(n, shorter)), "{name} has period {shorter} and not {period}");
        }
        assert!(preperiod == 0 || !repeats(preperiod - 1, period), "{name} repeats before {preperiod}");
        let rules = rules.into();
        for heap in (0..values.len()).chain([usize::MAX - 7, usize::MAX]) {
            let n = if heap < preperiod { heap } else { preperiod + (heap - preperiod) % period };
            assert_eq!(value(&rules, heap as u64), values[n], "{name}, heap {heap}");
        }
        late += u32::from(preperiod > 0);
    }
    assert!(late > 30, "only {late} sets have a preperiod, so it is hardly tested");
}

#[test]
fn two_numbers_have_the_period_of_winning_ways() {
    for (a, b) in (1u64..=12).flat_map(|a| (a + 1..=20).map(move |b| (a, b))) {
        let odd_multiple = b % a == 0 && b / a % 2 == 1;
        let period = if odd_multiple { 2 * a } else { a + b };
        assert_eq!(proved(&Numbers::of(&[a, b]).rules()), (0, period as usize), "take {a} or {b}");
    }
}

#[test]
fn values_of_one_stand_above_values_of_zero() {
    for numbers in many_sets() {
        let (rules, least) = (numbers.rules(), numbers.least());
        assert_eq!(rules.set().min(), least, "{}", numbers.name());
        let rules = rules.into();
        let is = |heap, wanted| value(&rules, heap) == wanted;
        for n in least..1000 {
            assert_eq!(is(n, 1), is(n - least, 0), "{}, heap {n} (Ferguson 1974)", numbers.name());
        }
    }
}

#[test]
fn sets_have_their_members() {
    for numbers in many_sets() {
        let (name, rules) = (numbers.name(), numbers.rules());
        let members: Vec<u64> = (1..=200).filter(|&n| numbers.contain(n)).collect();
        assert_eq!(rules.set().up_to(200), members, "{name}");
        for heap in 0..=200 {
            let count = members.iter().filter(|&&s| s <= heap).count();
            assert_eq!(rules.count(&heap.into()), UBig::from(count), "{name} to {heap}");
        }
        let largest = numbers.is_finite().then(|| members.last().copied()).flatten();
        assert_eq!(rules.set().max(), largest, "{name}");
    }
}

#[test]
fn closed_forms_agree_with_tables() {
    let one_three_four = Numbers::of(&[1, 3, 4]);
    let powers = Numbers { list: Vec::new(), named: vec![NamedSet::PowersOf2], all_but: false };
    let (three, two) = (one_three_four.values(500), powers.values(500));
    let (take_three, take_powers) = (one_three_four.rules().into(), powers.rules().into());
    for n in 0..500 {
        assert_eq!(three[n] == 0, matches!(n % 7, 0 | 2), "take 1, 3 or 4 from {n}");
        assert_eq!(value(&take_three, n as u64), three[n]);
        assert_eq!((two[n], value(&take_powers, n as u64)), (n as u64 % 3, n as u64 % 3), "powers of 2, {n}");
        for most in 1..=6 {
            let values = value(&Bash::new(most.into()).unwrap().into(), n as u64);
            assert_eq!(values, n as u64 % (most + 1), "1 to {most} from {n}");
            let range = Subtraction::new(Set::new(vec![1..=most], Vec::new(), false).unwrap());
            assert_eq!(value(&range.into(), n as u64), values);
        }
    }
    for (n, p) in [(10u64.pow(18), 1), (u64::MAX, 0), (u64::MAX - 1, 2)] {
        assert_eq!(value(&take_powers, n), p, "powers of 2, {n}");
    }
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    const MAX: u64 = u64::MAX;
    let bash = |most: u64| Bash::new(most.into()).unwrap().into();
    assert_eq!((value(&bash(MAX), MAX), value(&bash(MAX - 1), MAX)), (MAX, 0));
    let nim = Heaps::new(Nim, Play::Normal);
    assert_eq!(nim.count(&big(&[MAX, MAX - 1])), UBig::from(MAX) + (MAX - 1));
    let only = nim.winning_moves(&big(&[MAX, MAX - 1]), usize::MAX).unwrap();
    let only: Vec<(UBig, UBig)> = only.into_iter().map(|(heap, m)| (heap, m.take)).collect();
    assert_eq!(only, [(MAX.into(), UBig::ONE)]);
    assert!(nim.expansion_bound(&big(&vec![MAX; 1000])).moves > 1 << 60);
    // Every number below 2^64 in the set: as many moves as there are stones.
    let all = Subtraction::new(Set::new(vec![1..=MAX], Vec::new(), false).unwrap());
    assert_eq!(all.count(&MAX.into()), UBig::from(MAX));
    // Squares: no period is known, and the table does not reach this far.
    let squares = Numbers { list: Vec::new(), named: vec![NamedSet::Squares], all_but: false };
    let far = Heaps::new(squares.rules(), Play::Normal);
    assert!(matches!(far.claim(&big(&[MAX])), Err(ClaimError::OutOfReach(_))));
}

/// The moves to the options of a value, against all moves; and where all moves would take hours.
#[test]
fn moves_of_a_range_lead_to_the_value() {
    let up_to = |(a, b)| Set::new(vec![a..=b], vec![], false).unwrap();
    let from = |a: u64| Set::new(vec![1..=a - 1], vec![], true).unwrap();
    let ranges = [(2, 2), (2, 3), (2, 7), (3, 4), (3, 12), (5, 9), (7, 7), (4, 30)].map(up_to);
    for set in ranges.into_iter().chain([2, 3, 7, 40].map(from)) {
        let game = Subtraction::new(set.clone());
        for heap in (0u32..120).map(UBig::from) {
            for target in (0u32..12).map(UBig::from).filter(|target| game.value(&heap).as_ref() != Ok(target)) {
                let mut all = Vec::new();
                game.each_move(&heap, &mut |m| {
                    if game.value(&m.leave[0]).as_ref() == Ok(&target) {
                        all.push(m);
                    }
                    true
                });
                for want in [0, 1, 2, 1000] {
                    let found = game.moves_to(&heap, &target, want).unwrap();
                    assert_eq!(found, all[..want.min(all.len())], "{set:?}: {heap} to {target}");
                }
            }
        }
    }
    let large = 1_000_000_000_000;
    let game = Subtraction::new(Set::new(vec![2..=large], vec![], false).unwrap());
    let heap = UBig::from(100_000_000_000_100u64);
    let found = game.moves_to(&heap, &UBig::from(5u8), 3).unwrap();
    let takes: Vec<u64> = found.iter().map(|m| (&heap - &m.leave[0]).try_into().unwrap()).collect();
    assert!(takes.iter().all(|take| (2..=large).contains(take)) && takes.len() == 2, "{takes:?}");
    assert!(found.iter().all(|m| game.value(&m.leave[0]) == Ok(UBig::from(5u8))));
    let game = Subtraction::new(from(1_000_000_000));
    assert_eq!(game.value(&5u8.into()), Ok(UBig::ZERO));
    let heap = UBig::from(u64::MAX) * 3u8;
    let found = game.moves_to(&heap, &UBig::ONE, 2).unwrap();
    let left: Vec<UBig> = found.into_iter().map(|m| m.leave[0].clone()).collect();
    assert_eq!(left, [1_999_999_999u64, 1_999_999_998].map(UBig::from));
}

/// No family lists a move that is not wanted.
#[test]
fn no_moves_are_listed_if_none_are_wanted() {
    let rules: [HeapRules; 5] = [
        Nim.into(),
        Bash::new(3u8.into()).unwrap().into(),
        Subtraction::new(Set::of(&[1, 4, 6]).unwrap()).into(),
        Subtraction::new(Set::new(vec![2..=2], vec![], true).unwrap()).into(),
        Subtraction::new(Set::new(vec![], vec![NamedSet::Squares], false).unwrap()).into(),
    ];
    for rules in rules {
        for (heap, target) in (1u8..30).flat_map(|heap| (0u8..3).map(move |target| (heap, target))) {
            let listed = rules.moves_to(&heap.into(), &target.into(), 0).unwrap();
            assert!(listed.is_empty(), "{rules:?} {heap}");
        }
    }
}

/// Moves of sets with names are counted and listed at once, however large the heap is.
#[test]
fn moves_of_huge_heaps() {
    let game = |named: &[NamedSet], ranges: Vec<std::ops::RangeInclusive<u64>>| {
        Subtraction::new(Set::new(ranges, named.to_vec(), false).unwrap())
    };
    let squares = game(&[NamedSet::Squares], vec![]);
    let mut listed = Vec::new();
    squares.each_move(&u64::MAX.into(), &mut |m| {
        listed.push(m.take);
        listed.len() < 3
    });
    assert_eq!(listed, [1u8, 4, 9].map(UBig::from));
    assert_eq!(squares.count(&u64::MAX.into()), UBig::from(u32::MAX));
    let mixed = game(&[NamedSet::Squares, NamedSet::PowersOf2], vec![100..=200]);
    // Every second power of 2 is a square; 101 numbers in the range, of which five are squares and one is a power of 2.
    assert_eq!(mixed.count(&(1u64 << 60).into()), UBig::from((1u64 << 30) + 30 + 101 - 5 - 1));
    let primes = game(&[NamedSet::Primes], vec![]);
    assert_eq!(primes.count(&20_000_000u64.into()), UBig::from(1_270_607u64));
}

/// Larger numbers than 2⁶⁴ − 1 may be taken if finitely many are left out, and they have no representation.
#[test]
fn the_largest_number_is_not_left_out() {
    for first in [1 << 60, u64::MAX] {
        let left_out = Set::new(vec![first..=u64::MAX], vec![], true);
        assert_eq!(left_out, Err(SetError::LeavesOutTheLargest), "{first}");
    }
    let game = Subtraction::new(Set::new(vec![5..=u64::MAX - 1], vec![], true).unwrap());
    assert!(game.set().contains(u64::MAX) && !game.set().contains(u64::MAX - 1));
}

#[test]
fn first_terms_are_the_published_ones() {
    let golden = include_str!("../golden/sequences.csv");
    let mut lines = golden.lines();
    assert!(lines.next().unwrap().starts_with("# "), "the first line names the source");
    for line in lines {
        println!("{line}");
        let (name, values) = line.strip_prefix('"').and_then(|line| line.split_once("\",")).unwrap();
        let game = open(name, Play::Normal);
        for (heap, value) in values.split(' ').enumerate() {
            let claim = game.as_dyn().theory().unwrap().claim(&at(&game, &heap.to_string())).unwrap();
            assert_eq!(claim.grundy.finite(), Some(Nimber(value.parse().unwrap())), "heap {heap}");
        }
    }
}

#[test]
fn a_heap_s_outcome_without_its_value_is_the_same() {
    for numbers in many_sets() {
        let rules = numbers.rules();
        for heap in (0..200).chain([1000, 4095, 4096, 9999]) {
            assert_eq!(
                rules.is_p_position(heap),
                rules.nimber(heap).map(|value| value == Nimber::ZERO),
                "{numbers:?} {heap}"
            );
        }
    }
    // A set whose values have a period of 71178.
    let rules = Subtraction::new(Set::of(&[8, 18, 35, 45, 53]).unwrap());
    for heap in (0..100_000).step_by(77).chain([1 << 50, (1 << 50) + 1, u64::MAX - 1, u64::MAX]) {
        assert_eq!(rules.is_p_position(heap), rules.nimber(heap).map(|value| value == Nimber::ZERO), "{heap}");
    }
    for (most, heap) in [(1, 7), (6, 7), (u64::MAX, u64::MAX), (u64::MAX - 1, u64::MAX), (3, u64::MAX)] {
        let bash = Bash::new(most.into()).unwrap();
        assert_eq!(bash.nimber(heap).unwrap().0, u64::try_from(&bash.value(&heap.into()).unwrap()).unwrap());
    }
}
