//! Take-and-break games: values against the rule read literally, periods against those published, moves against all moves.

use grundy::Nimber;
use grundy::heap::octal::{Code, Game, HeapOutOfReach, Move, Table, Values, find_period, prove_period};
use grundy::theory::{Period, SearchEnd};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

const SEQUENCES: &str = include_str!("../golden/octal-sequences.csv");
const PERIODS: &str = include_str!("../golden/octal-periods.tsv");

/// The value of a heap by the definition, from the digits of a code as written, d₀ first.
fn naive(digits: &[u32], unequal: bool, n: usize, known: &mut HashMap<usize, u64>) -> u64 {
    if let Some(&value) = known.get(&n) {
        return value;
    }
    let mut g = |m: usize| naive(digits, unequal, m, known);
    let mut options = BTreeSet::new();
    for (i, digit) in digits.iter().enumerate().take(n + 1) {
        let m = n - i;
        let parts = |a: usize, b: usize| digit & 8 != 0 && a + b < m;
        options.extend((digit & 1 != 0 && m == 0).then_some(0));
        options.extend((digit & 2 != 0 && m > 0).then(|| g(m)));
        options.extend((1..m).filter(|a| digit & 4 != 0 && !(unequal && 2 * a == m)).map(|a| g(a) ^ g(m - a)));
        let pairs = (1..m).flat_map(|a| (a..m).map(move |b| (a, b)));
        options.extend(pairs.filter(|&(a, b)| parts(a, b)).map(|(a, b)| g(a) ^ g(b) ^ g(m - a - b)));
    }
    let value = (0..).find(|v| !options.contains(v)).unwrap();
    known.insert(n, value);
    value
}

/// The first values of a game by the definition.
fn naive_values(text: &str, heaps: usize) -> Vec<u64> {
    let unequal = text == "grundys-game";
    let digits = if unequal { vec![4] } else { text.chars().filter_map(|c| c.to_digit(16)).collect() };
    let mut known = HashMap::new();
    (0..heaps).map(|n| naive(&digits, unequal, n, &mut known)).collect()
}

fn game(text: &str) -> Game {
    if text == "grundys-game" { Game::Grundy } else { Game::Code(Code::parse(text).unwrap()) }
}

fn table(game: &Game, heaps: usize) -> Table {
    let mut table = Table::new(game.clone());
    table.grow(heaps).unwrap();
    table
}

fn all_moves(game: &Game, heap: u64) -> Vec<Move> {
    let mut moves = Vec::new();
    game.each_move(heap, &mut |m| {
        moves.push(m);
        true
    });
    moves
}

/// The moves to options of value `target`, by trying all moves.
fn slow_moves_to(game: &Game, values: &[u16], heap: u64, target: u64) -> Vec<Move> {
    let value = |m: &Move| m.left.iter().map(|&part| u64::from(values[part as usize])).fold(0, |sum, v| sum ^ v);
    all_moves(game, heap).into_iter().filter(|m| value(m) == target).collect()
}

/// Codes of one to four digits after the point with digits up to `most`, d₀ among those given.
fn codes(most: u32, first: &'static [char]) -> impl Strategy<Value = String> {
    (prop::sample::select(first), prop::collection::vec(0..=most, 1..5))
        .prop_map(|(first, digits)| {
            let after: String = digits.iter().map(|&d| char::from_digit(d, 16).unwrap()).collect();
            format!("{first}.{after}")
        })
        .prop_filter("a code gives a move", |code| Code::parse(code).is_ok())
}

fn any_code() -> impl Strategy<Value = String> {
    prop_oneof![codes(3, &['0']), codes(7, &['0', '4']), codes(15, &['0', '4', '8', 'c'])]
}

#[test]
fn values_agree_with_published_ones() {
    for line in SEQUENCES.lines().skip(2) {
        println!("{line}");
        let [name, what, terms] = line.split(',').collect::<Vec<_>>()[..] else { panic!("three columns") };
        let terms: Vec<u64> = terms.split(' ').map(|term| term.parse().unwrap()).collect();
        let game = game(name);
        match what {
            "values" => assert!(table(&game, terms.len()).values().iter().map(|&v| u64::from(v)).eq(terms)),
            "zeros" => {
                let heaps = terms.last().unwrap() + 1;
                let table = table(&game, heaps as usize);
                assert_eq!((0..heaps).filter(|&n| table.values()[n as usize] == 0).collect::<Vec<_>>(), terms);
            }
            other => panic!("{other}?"),
        }
    }
}

#[test]
fn larger_values_agree_with_the_definition() {
    // More than 64 values, and more than one word of them in three parts.
    for (name, heaps) in
        [("0.6", 700), ("0.00002", 700), ("0.0a", 200), ("0.0f", 200), ("8.ff", 150), ("grundys-game", 700)]
    {
        println!("{name}");
        let naive = naive_values(name, heaps);
        assert!(table(&game(name), heaps).values().iter().map(|&v| u64::from(v)).eq(naive));
    }
}

#[test]
fn periods_agree_with_published_ones() {
    let mut proved = 0;
    for line in PERIODS.lines().skip(2) {
        println!("{line}");
        let [name, period, preperiod, largest, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns")
        };
        let game = game(name);
        if period.is_empty() {
            assert_eq!(find_period(&game, 1000, &mut |_| true).period, None);
            continue;
        }
        let (period, preperiod): (u64, u64) = (period.parse().unwrap(), preperiod.parse().unwrap());
        let Game::Code(code) = &game else { unreachable!() };
        let (parts, last) = (code.parts() as u64, code.last() as u64);
        let any_empty = name.chars().all(|c| matches!(c, '0' | '3' | '.'));
        let from = preperiod.max(u64::from(!any_empty));
        let needed = parts * from + parts * period + last;
        // Beyond that the sparse space serves: `sparse.rs`.
        if needed > 8192 {
            continue;
        }
        let search = find_period(&game, needed, &mut |_| true);
        let found = search.proved().expect("a period within the heaps of the theorem");
        assert_eq!((found.period(), found.preperiod(), found.heaps()), (period, preperiod, needed));
        assert_eq!((search.max_value, search.ended), (Some(largest.parse().unwrap()), SearchEnd::Proved));
        assert_eq!(find_period(&game, needed - 1, &mut |_| true).period, None);
        proved += 1;
    }
    // The others are 0.127, 0.165, 0.356, 0.16, 0.56, 0.376, 0.354, 0.054, 0.104, 0.454 and 0.106.
    assert_eq!(proved, 650 - 11);
}

#[test]
fn of_the_codes_of_three_digits_675_have_a_period_within_4800_heaps() {
    let published: HashMap<&str, &str> = PERIODS.lines().skip(2).map(|line| line.split_once('\t').unwrap()).collect();
    let mut periods = 0;
    for bits in 1..1024 {
        let code = Code::parse(&format!("{}.{:03o}", 4 * (bits / 512), bits % 512)).unwrap();
        let found = find_period(&Game::Code(code.clone()), 4800, &mut |_| true).proved();
        periods += usize::from(found.is_some());
        if let Some(found) = found
            && let Some(row) = published.get(code.to_string().as_str())
        {
            assert!(row.starts_with(&format!("{}\t{}\t", found.period(), found.preperiod())), "{code}: {row}");
        }
    }
    assert_eq!(periods, 675);
}

#[test]
fn an_empty_heap_is_no_heap_where_one_must_be_left() {
    // 0.1 has the values 0 1 0 0 …, in which g(0 + 2) = g(0) is one match, as many as stones are taken, and proves nothing.
    let found = find_period(&game("0.1"), 100, &mut |_| true).proved().unwrap();
    assert_eq!((found.period(), found.preperiod()), (1, 2));
    assert_eq!(prove_period(&game("0.1"), &[0, 1, 0]), None);
    assert_eq!(prove_period(&game("0.1"), &[0, 1, 0, 0]).map(|f| (f.period(), f.preperiod())), Some((1, 2)));
    let period = prove_period(&game("0.3"), &[0, 1, 0]).unwrap();
    assert_eq!((period.period(), period.preperiod()), (2, 0));
    assert!(matches!(period, Period::Proved { preperiod: 0, period: 2, saltus: 0, checked_to: 3, .. }), "{period}");
}

#[test]
fn rising_periods_are_observed_and_not_proved() {
    // Winning Ways, chapter 4: Kenyon's game 0.3f, and 0.8 and 0.28 beside it.
    for (name, preperiod, period, saltus) in [("0.3f", 0, 6, 3), ("0.8", 1, 3, 1), ("0.28", 1, 53, 16)] {
        let search = find_period(&game(name), 1000, &mut |_| true);
        assert_eq!((search.proved(), search.ended), (None, SearchEnd::Limit), "{name}");
        let observed = Period::Observed { preperiod, period, saltus, heaps: 1000 };
        assert_eq!((search.period, search.max_value), (Some(observed), None), "{name}");
    }
    // A three-part game with a period that does not rise.
    let search = find_period(&game("4.c"), 1000, &mut |_| true);
    assert_eq!(search.proved().map(|p| (p.preperiod(), p.period(), p.heaps())), Some((54, 34, 3 * 54 + 3 * 34 + 1)));
    assert_eq!((search.period, search.ended), (search.proved(), SearchEnd::Proved));
}

#[test]
fn enormous_heaps_agree_with_the_table() {
    for name in ["0.77", "0.07", "0.137", "0.1", "0.3", "0.333", "4.0", "4.07", "0.156", "0.165", "4.c"] {
        let game = game(name);
        let values = Values::new(game.clone());
        let heaps = if name == "4.c" { 3000 } else { 15_000 };
        let table = table(&game, heaps);
        for (heap, &value) in table.values().iter().enumerate().rev() {
            assert_eq!(values.grundy(heap as u64), Ok(Nimber(value.into())), "{name}, heap {heap}");
        }
        let found = values.proved().unwrap();
        assert_eq!(values.period(), Some(found));
        assert_eq!(prove_period(&game, table.values()), Some(found));
        let far = found.preperiod() + found.period() * (u64::MAX / found.period() / 2);
        assert_eq!(values.grundy(far), values.grundy(found.preperiod()), "{name}");
        let large = heaps as u64 / if name == "4.c" { 4 } else { 2 };
        for heap in large..large + 4 {
            for target in 0..=table.largest().into() {
                let slow = slow_moves_to(&game, table.values(), heap, target);
                for want in [0, 1, 7, usize::MAX] {
                    let moves = values.moves_to(heap, Nimber(target), want).unwrap();
                    assert!(moves == slow[..want.min(slow.len())], "{name}, heap {heap}, value {target}, {want}");
                }
            }
        }
    }
}

#[test]
fn winning_moves_of_an_enormous_heap_come_without_the_others() {
    let kayles = Values::new(Game::Code(Code::KAYLES));
    let heap = 1_000_000_000_000;
    let winning = kayles.moves_to(heap, Nimber(0), 1000).unwrap();
    assert_eq!(winning.len(), 1000);
    let value = |part: u64| kayles.grundy(part).unwrap();
    for m in &winning {
        assert_eq!(m.take + m.left.iter().sum::<u64>(), heap);
        assert_eq!(m.left.iter().map(|&part| value(part)).sum::<Nimber>(), Nimber(0));
    }
    assert!(winning.is_sorted_by_key(|m| (m.take, m.left[0])));
    for name in ["0.77", "0.137", "4.c", "4.07"] {
        let values = Values::new(game(name));
        for heap in [u64::MAX, 1 << 63, 10_000_000_000_000_000_000] {
            for target in [values.grundy(heap).unwrap(), Nimber(60), Nimber(1 << 40)] {
                assert_eq!(values.moves_to(heap, target, 1000).unwrap(), [], "{name}, heap {heap}, {target}");
            }
            // Of each smaller value there is an option, though perhaps only with a small heap in it.
            for less in 0..values.grundy(heap).unwrap().0 {
                let moves = values.moves_to(heap, Nimber(less), 1000).unwrap();
                assert!(!moves.is_empty(), "{name}, heap {heap}, {less}");
                for m in moves {
                    assert_eq!(m.left.iter().map(|&part| values.grundy(part).unwrap()).sum::<Nimber>(), Nimber(less));
                }
            }
        }
    }
}

#[test]
fn beyond_the_table_there_is_no_answer() {
    let values = Values::with_limit(game("0.007"), 3000);
    let table = table(&game("0.007"), 3000);
    assert_eq!(values.grundy(2999), Ok(Nimber(table.values()[2999].into())));
    let far = HeapOutOfReach { heap: 3000, heaps: 3000 };
    assert_eq!((values.grundy(3000), values.moves_to(3000, Nimber(0), 1)), (Err(far), Err(far)));
    assert_eq!((values.period(), values.proved()), (None, None));
    assert_eq!(
        values.moves_to(2000, Nimber(0), usize::MAX).unwrap(),
        slow_moves_to(&game("0.007"), table.values(), 2000, 0)
    );
    assert_eq!(Values::with_limit(game("0.77"), 0).grundy(0), Err(HeapOutOfReach { heap: 0, heaps: 0 }));
}

#[test]
fn threads_share_the_values() {
    let values = Values::new(Game::Code(Code::DAWSONS_CHESS));
    std::thread::scope(|scope| {
        for start in 0..4u64 {
            let values = &values;
            scope.spawn(move || {
                for heap in (start..40).chain([1 << 40]) {
                    assert_eq!(values.grundy(heap + 34 * 1000), values.grundy(heap + 34 * 2000));
                }
            });
        }
    });
}

proptest! {
    #[test]
    fn values_are_what_the_definition_says(name in any_code()) {
        let game = game(&name);
        let parts = all_moves(&game, 12).iter().map(|m| m.left.iter().filter(|&&part| part > 0).count()).max();
        let heaps = if parts == Some(3) { 40 } else { 90 };
        prop_assert!(table(&game, heaps).values().iter().map(|&v| u64::from(v)).eq(naive_values(&name, heaps)));
    }

    #[test]
    fn moves_are_counted_and_each_comes_once(name in prop_oneof![Just("grundys-game".to_owned()), any_code()], heap in 0u64..60) {
        let game = game(&name);
        let moves = all_moves(&game, heap);
        prop_assert_eq!(game.count(heap), moves.len() as u128);
        let key = |m: &Move| (m.take, m.left.iter().filter(|&&part| part > 0).count(), m.left);
        prop_assert!(moves.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
        for m in &moves {
            prop_assert_eq!(m.take + m.left.iter().sum::<u64>(), heap);
            let parts = m.left.iter().take_while(|&&part| part > 0).count();
            prop_assert!(m.left[..parts].is_sorted() && m.left[parts..].iter().all(|&part| part == 0));
        }
    }

    #[test]
    fn a_proved_period_holds_further_on(name in any_code()) {
        let game = game(&name);
        let search = find_period(&game, 256, &mut |_| true);
        if let Some(found) = search.proved() {
            let table = table(&game, 1200);
            let repeats = |n: u64| table.values()[n as usize] == table.values()[(n + found.period()) as usize];
            prop_assert!((found.preperiod()..1200 - found.period()).all(repeats));
            prop_assert!(found.preperiod() == 0 || !repeats(found.preperiod() - 1));
            prop_assert_eq!(search.max_value, Some(u64::from(table.largest())));
        }
    }

    #[test]
    fn moves_to_a_value_are_those_of_all_moves(
        name in prop_oneof![Just("grundys-game".to_owned()), any_code()],
        heap in 0u64..200,
        target in 0u64..6,
        want in 0usize..40,
    ) {
        let game = game(&name);
        let table = table(&game, 200);
        let mut slow = slow_moves_to(&game, table.values(), heap, target);
        slow.truncate(want);
        prop_assert_eq!(Values::new(game).moves_to(heap, Nimber(target), want).unwrap(), slow);
    }
}
