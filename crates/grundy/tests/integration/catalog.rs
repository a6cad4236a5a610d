//! Compares the games of the catalogue with published results, and the solver with brute force.

use crate::common::naive::{self, Naive};
use crate::common::random::{Drawing, config, drawings, fixed, shared};
use crate::common::taking::{Taking, many_sets, sorted};
use crate::common::walk::Walk;
use crate::common::{at, graph, open, text_is_unambiguous, try_graph};
use dashu_int::UBig;
use grundy::answer::StoreError;
use grundy::catalog::{Calendar, Date, ENTRIES, OpenedGame, TicTacToe};
use grundy::game::Game;
use grundy::graph::explore;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solver::{SolveError, Solver};
use grundy::text::{DynGame, Key, TextGame};
use grundy::value::Undefined;
use grundy::{Answer, Grundy, Nimber, Outcome, Play, PositionValue, Remoteness, Solution, Verdict, catalog, solve};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

fn ask(game: &OpenedGame, position: &str) -> Answer {
    Solver::new(game).solve(&at(game, position)).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The texts of the moves that an answer calls winning.
fn winning(answer: &Answer) -> Vec<&str> {
    let listed = &answer.moves.as_ref().unwrap().listed;
    listed.iter().filter(|m| m.outcome == Outcome::Win).map(|m| m.text.as_str()).collect()
}

#[test]
fn tic_tac_toe_has_its_known_values() {
    let explored = explore(&TicTacToe, [TicTacToe::EMPTY], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let mut histogram: BTreeMap<&str, BTreeMap<u32, u32>> = BTreeMap::new();
    for v in explored.graph.all() {
        let verdict = solved.verdict(v);
        let r = verdict.remoteness().map_or(0, |r| r.0);
        *histogram.entry(verdict.outcome().as_str()).or_default().entry(r).or_default() += 1;
    }
    // 5478 positions by enumeration, as widely published: won 2836, lost 1574, drawn 1068.
    assert_eq!(histogram["win"], BTreeMap::from([(1, 2358), (3, 356), (5, 122)]));
    assert_eq!(histogram["loss"], BTreeMap::from([(0, 942), (2, 508), (4, 124)]));
    assert_eq!(histogram["draw"], BTreeMap::from([(0, 1068)]));
    assert_eq!(histogram.values().flat_map(BTreeMap::values).sum::<u32>(), 5478);
    let start = explored.vertex(&TicTacToe::EMPTY).unwrap();
    assert_eq!((solved.verdict(start), solved.grundy(start)), {
        (Verdict::Draw, Grundy::Undefined(Undefined::Partizan))
    });

    let slow = naive::solve(&TicTacToe, [TicTacToe::EMPTY]);
    assert!(slow.all().all(|(at, position_value)| explored.by_position(&solved).get(at).unwrap().as_ref() == Some(position_value)));
}

/// First player wins iff month + day is even, or the date is 30 September or 30 November; so the books.
#[test]
fn the_calendar_obeys_its_rule_on_every_date() {
    let explored = explore(&Calendar::default(), [Date::FIRST], &Limits::NONE).unwrap();
    assert_eq!(explored.positions().len(), 101 * 365 + 25 + 308, "every date from 1900-01-01 to 2001-11-04");
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    for date in explored.positions() {
        let (month, day) = date.month_and_day();
        let wins = (month + day) % 2 == 0 || (month, day) == (9, 30) || (month, day) == (11, 30);
        let expected = if wins { Outcome::Win } else { Outcome::Loss };
        assert_eq!(solution.get(date).unwrap().unwrap().outcome, expected, "{date}");
        assert_eq!(Calendar::is_p_position(*date), !wins, "{date}");
    }
    // The end itself is lost for the player to move, as the rule says: 11 + 4 is odd.
    let end = solution.get(&Date::LAST).unwrap().unwrap();
    assert_eq!((end.outcome, end.remoteness), (Outcome::Loss, Some(Remoteness(0))));
}

#[test]
fn calendar_dates_are_the_dates_there_are() {
    let game = open("calendar", Play::Normal);
    for good in ["1900-01-01", "2000-02-29", "1904-02-29", "2001-11-04", "1994-5-3"] {
        assert!(game.as_dyn().parse(good).is_ok(), "{good}");
    }
    for bad in ["1900-02-29", "2001-02-29", "1999-04-31", "2001-11-05", "1899-12-31", "1994-13-01", "1994-00-01", "x"] {
        assert!(game.as_dyn().parse(bad).is_err(), "{bad}");
    }
    let moves = |date| ask(&game, date).moves.unwrap().listed.into_iter().map(|m| m.text).collect::<BTreeSet<_>>();
    assert_eq!(moves("1999-01-31"), BTreeSet::from(["to 1999-02-01".to_owned()]));
    assert_eq!(moves("2001-10-04"), ["to 2001-10-05", "to 2001-11-04"].map(str::to_owned).into());
    assert_eq!(moves("1999-12-31"), ["to 2000-01-01", "to 2000-01-31"].map(str::to_owned).into());
}

/// What [`text_is_unambiguous`] checks, at the door without types; in the order given, not the canonical one.
fn text_is_unambiguous_in_dyn(game: &dyn DynGame, root: &str) {
    let mut seen = BTreeSet::from([game.parse(root).unwrap()]);
    let mut texts = BTreeSet::new();
    let mut next: Vec<Key> = seen.iter().cloned().collect();
    while let Some(at) = next.pop() {
        let text = game.to_text(&at).unwrap();
        assert_eq!(game.parse(&text), Ok(at.clone()), "{} {text}", game.name());
        assert!(texts.insert(text.clone()));
        let canonical = game.canonical(&at).unwrap();
        assert_eq!(game.canonical(&canonical).as_ref(), Ok(&canonical));
        let all = game.moves(&at, usize::MAX).unwrap();
        assert_eq!(UBig::from(all.moves.len()), all.total);
        let (options, _) = game.expand(&canonical, true).unwrap();
        let of_moves: BTreeSet<Key> = all.moves.iter().map(|m| game.canonical(&m.option).unwrap()).collect();
        assert_eq!(options.into_iter().collect::<BTreeSet<_>>(), of_moves, "{} {text}", game.name());
        next.extend(all.moves.into_iter().map(|m| m.option).filter(|option| seen.insert(option.clone())));
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    text_is_unambiguous(&TicTacToe, TicTacToe::EMPTY);
    for play in BOTH {
        text_is_unambiguous(&Calendar { play }, Date::new(1999, 1, 1).unwrap());
        for (name, root) in [
            ("nim", "5 4 3"),
            ("nim", "130 2"),
            ("bash:3", "7 5 5"),
            ("subtraction:1..2,4", "7 5 5"),
            ("subtraction:all-but:1,2", "7 5 5"),
            ("subtraction:squares,2", "20 3"),
        ] {
            text_is_unambiguous_in_dyn(open(name, play).as_dyn(), root);
        }
        let chips = graph("a b\nb c\nc a\nb d\n\u{e9}\u{1F3B2} a\n", play);
        text_is_unambiguous_in_dyn(chips.as_dyn(), "a \u{e9}\u{1F3B2}");
        text_is_unambiguous_in_dyn(chips.as_dyn(), "a a b");
        let OpenedGame::Graph(chips) = &chips else { panic!("a graph is drawn") };
        let root = TextGame::parse(chips.game(), "\u{e9}\u{1F3B2} \u{e9}\u{1F3B2}").unwrap();
        text_is_unambiguous(chips.game(), root);
    }
    text_is_unambiguous_in_dyn(open("tictactoe", Play::Normal).as_dyn(), ".........");
    text_is_unambiguous_in_dyn(open("calendar", Play::Normal).as_dyn(), "2001-05-05");
}

#[test]
fn names_open_the_games_of_the_list() {
    for entry in ENTRIES {
        let name = match entry.name {
            "bash" => "bash:3",
            "subtraction" => "subtraction:2,3",
            "moore" => "moore:2",
            "octal" => "octal:0.137",
            "mnk" => "mnk:4,3,3",
            "connect4" => "connect4:4x4",
            "quixo" => "quixo:3",
            "kalah" => "kalah:3,2",
            "chomp" => "chomp:3,4",
            "cram" => "cram:2x3",
            "node-kayles" => "node-kayles:2x3",
            "chess" => "chess:KRvK",
            "dots-and-boxes" => "dots-and-boxes:2x2",
            "hex" => "hex:3",
            "domineering" => "domineering:4x4",
            "othello" => "othello:4",
            // Opened by its file in many tests.
            "graph" => continue,
            name => name,
        };
        let game = open(name, Play::Normal);
        assert_eq!((game.as_dyn().name(), game.as_dyn().play()), (name, Play::Normal));
        let start = game.as_dyn().start().map(|at| game.as_dyn().to_text(&at).unwrap());
        // Where the size decides what the start is, the list says it in words.
        let sized = entry.form.contains(':') && entry.start.is_some();
        assert!(start.as_deref() == entry.start || sized && start.is_some(), "{name} starts at {start:?}");
        assert_eq!(
            catalog::open(name, Play::Misere, &Limits::NONE).is_ok(),
            entry.can_be_misere,
            "{name} under misère play"
        );
    }
    let values = |name: &str, heaps: &str| ask(&open(name, Play::Normal), heaps).value;
    for heap in 0..40 {
        let heaps = format!("{heap} 5");
        assert_eq!(values("bachet:3", &heaps), values("bash:3", &heaps));
        assert_eq!(values("subtraction:1..3", &heaps), values("bash:3", &heaps));
        assert_eq!(values("subtraction: 5 , 1..2,9..12", &heaps), values("subtraction:1,2,5,9,10,11,12", &heaps));
        assert_eq!(values("subtraction:all-but:2,4..5", &heaps), values("subtraction:all-but:2,4,5", &heaps));
    }
    for wrong in ["nimm", "", "nim:3", "bash", "bash:0", "bash:x", "subtraction:", "subtraction:0", "subtraction:3..1"]
    {
        assert!(catalog::open(wrong, Play::Normal, &Limits::NONE).is_err(), "{wrong}");
    }
}

#[test]
fn nim_has_the_moves_of_the_books() {
    let nim = open("nim", Play::Normal);
    for (heaps, moves) in [
        ("14 21 39", &["take 12 from 39"][..]),
        ("55 81 121", &["take 15 from 55", "take 3 from 81", "take 19 from 121"]),
        ("29 45 58", &["take 6 from 29", "take 6 from 45", "take 10 from 58"]),
    ] {
        let answer = ask(&nim, heaps);
        assert_eq!(answer.value.outcome, Outcome::Win);
        let found: BTreeSet<&str> = winning(&answer).into_iter().collect();
        assert_eq!(found, moves.iter().copied().collect(), "{heaps}");
        let total: UBig = heaps.split(' ').map(|heap| heap.parse::<UBig>().unwrap()).sum();
        assert_eq!(answer.moves.unwrap().total, total);
    }
}

#[test]
fn take_two_three_or_five() {
    let game = open("subtraction:2,3,5", Play::Normal);
    for (heap, outcome) in (1..).zip("LWWWWWLL".chars()) {
        let expected = if outcome == 'W' { Outcome::Win } else { Outcome::Loss };
        assert_eq!(ask(&game, &heap.to_string()).value.outcome, expected, "{heap}");
    }
    // From 3 both moves win: nothing is left, or a heap of one that nobody can take.
    let mut moves = winning(&ask(&game, "3")).into_iter().map(str::to_owned).collect::<Vec<_>>();
    moves.sort_unstable();
    assert_eq!(moves, ["take 2", "take 3"]);
    let one = ask(&game, "1");
    assert_eq!((one.value.remoteness, one.moves.unwrap().total), (Some(Remoteness(0)), UBig::ZERO));
}

/// What brute force says an answer must be; `after` finds the facts of the option that a move leads to.
fn answers(
    answer: &Answer,
    position_value: &PositionValue,
    moves: &BTreeMap<String, (PositionValue, bool)>,
    case: &dyn Fn() -> String,
) {
    assert_eq!(&answer.value, position_value, "{}", case());
    let listed = &answer.moves.as_ref().unwrap().listed;
    assert_eq!(answer.moves.as_ref().unwrap().total, UBig::from(moves.len()), "{}", case());
    let texts: BTreeSet<&String> = listed.iter().map(|m| &m.text).collect();
    assert_eq!(texts, moves.keys().collect(), "{}", case());
    assert_eq!(listed.len(), moves.len(), "{}", case());

    let for_mover = |(after, moves_again): &(PositionValue, bool)| match (after.outcome, moves_again) {
        (Outcome::Win, false) => Outcome::Loss,
        (Outcome::Loss, false) => Outcome::Win,
        (outcome, _) => outcome,
    };
    // Of the moves that keep the value, the quickest wins and the longest defences.
    let keeping = || moves.values().filter(|m| for_mover(m) == position_value.outcome).map(|m| m.0.remoteness);
    let to_choose = match position_value.outcome {
        Outcome::Win => keeping().min(),
        Outcome::Loss => keeping().max(),
        Outcome::Draw => keeping().next(),
    };
    for m in listed {
        let expected = &moves[&m.text];
        assert_eq!((&m.after_value, m.outcome), (&expected.0, for_mover(expected)), "{} of {}", m.text, case());
        let best = for_mover(expected) == position_value.outcome && Some(expected.0.remoteness) == to_choose;
        assert_eq!(m.is_best, best, "{} of {}", m.text, case());
    }
    let place = |value: Outcome, r: Option<Remoteness>| match (value, r.map_or(0, |r| i64::from(r.0))) {
        (Outcome::Win, r) => (0, r),
        (Outcome::Draw, _) => (1, 0),
        (Outcome::Loss, r) => (2, -r),
    };
    let places: Vec<_> = listed.iter().map(|m| place(m.outcome, m.after_value.remoteness)).collect();
    assert!(places.is_sorted(), "not best first: {listed:?}, {}", case());
}

fn drawing_is_answered(drawing: &Drawing) {
    let opened = graph(&drawing.text(false), drawing.play);
    let mut solver = Solver::new(&opened);
    let slow = naive::solve(drawing, 0..drawing.vertices);
    for v in 0..drawing.vertices {
        let name = |v: u32| drawing.name(v, false);
        let moves_again = |to: u32| drawing.turns.as_ref().is_some_and(|turns| turns[v as usize] == turns[to as usize]);
        let mut options = Vec::new();
        drawing.moves(&v, &mut options);
        let moves =
            options.iter().map(|&to| (format!("to {}", name(to)), (slow.of(&to).clone(), moves_again(to)))).collect();
        let case = || format!("{} on {drawing:?}", name(v));
        let answer = solver.solve(&at(&opened, &name(v))).unwrap();
        answers(&answer, slow.of(&v), &moves, &case);
        assert_eq!((answer.position, answer.play), (name(v), drawing.play));
        assert_eq!(answer.notes.is_empty(), slow.of(&v).grundy.reason().is_none(), "{}", case());
    }
}

#[test]
fn graphs_are_answered_as_brute_force_does() {
    fixed(drawings(10), 5_000).for_each(|drawing| drawing_is_answered(&drawing));
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn any_graph_is_answered_as_brute_force_does(drawing in drawings(8)) {
        drawing_is_answered(&drawing);
    }
}

#[test]
fn heaps_are_answered_as_brute_force_does() {
    for numbers in many_sets().iter() {
        for play in BOTH {
            let opened = open(&numbers.name(), play);
            let mut solver = Solver::new(&opened);
            let slow = naive::solve(&Taking { numbers, play }, [vec![6, 8, 8], vec![25]]);
            for (heaps, position_value) in slow.all() {
                let mut moves = BTreeMap::new();
                for &heap in heaps {
                    for take in (1..=heap).filter(|&n| numbers.contain(n)) {
                        let mut after = heaps.clone();
                        *after.iter_mut().find(|h| **h == heap).unwrap() -= take;
                        let from = if heaps.len() > 1 { format!(" from {heap}") } else { String::new() };
                        moves.insert(format!("take {take}{from}"), (slow.of(&sorted(after)).clone(), false));
                    }
                }
                let text = if heaps.is_empty() { "0".to_owned() } else { show(heaps) };
                let answer = solver.solve(&at(&opened, &text)).unwrap();
                answers(&answer, position_value, &moves, &|| format!("{} {text} {play}", numbers.name()));
            }
        }
    }
}

fn show(heaps: &[u64]) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn fewer_moves_asked_for_are_the_first_of_all() {
    let chips = graph("a b\na c\na d\nb a\nc d\nd e\nb e\n", Play::Normal);
    for (game, position) in
        [(open("nim", Play::Normal), "7 12 5"), (open("tictactoe", Play::Normal), "X...O...."), (chips, "a b c")]
    {
        let at = at(&game, position);
        let all = Solver::new(&game).solve(&at).unwrap();
        for most in 0..=all.moves.as_ref().unwrap().listed.len() + 1 {
            let some = Solver::new(&game).max_moves(most).solve(&at).unwrap();
            let (all, some) = (all.moves.as_ref().unwrap(), some.moves.unwrap());
            assert_eq!(some.total, all.total);
            assert_eq!(some.listed, all.listed[..most.min(all.listed.len())]);
        }
        let none = Solver::new(&game).without_moves().solve(&at).unwrap();
        assert_eq!((none.moves, none.value.outcome, none.value.grundy), (None, all.value.outcome, all.value.grundy));
    }
}

/// Puts many questions to one solver, and each to a solver of its own.
fn batch(game: &OpenedGame, positions: &[String]) {
    let mut one = Solver::new(game);
    for (i, position) in positions.iter().enumerate() {
        let at = at(game, position);
        let (batch, alone) = (one.solve(&at), Solver::new(game).solve(&at));
        // How a position was solved may depend on where it was met first; what is true of it may not.
        let of = |answer: Result<Answer, SolveError>| answer.map(|answer| Answer { method: String::new(), ..answer });
        assert_eq!(of(batch), of(alone), "question {i}, {position}, of {}", game.as_dyn().name());
    }
}

#[test]
fn a_batch_is_answered_as_question_by_question() {
    let heaps = prop::collection::vec(0u64..30, 1..4).prop_map(|heaps| show(&heaps));
    let questions: Vec<String> = fixed(heaps, 60).collect();
    for play in BOTH {
        for name in ["nim", "bash:4", "subtraction:1,3,4", "subtraction:squares", "subtraction:all-but:1,4"] {
            batch(&open(name, play), &questions);
        }
        let dates = ["2001-11-04", "2001-10-31", "2001-01-30", "2000-02-29", "2001-10-04", "1999-12-31"];
        batch(&open("calendar", play), &dates.map(str::to_owned));
    }
    let boards = ["X...O....", ".........", "XOXOXO...", "XO.......", "XXXOO....", "X...O...."];
    batch(&open("tictactoe", Play::Normal), &boards.map(str::to_owned));
    // Sums of three heaps that are too large to be expanded stand between small ones.
    let large = ["9 9", "1000000 7", "300 300 300", "20 20", "400 301 200", "9 9"];
    batch(&open("nim", Play::Normal), &large.map(str::to_owned));
    for drawing in fixed(shared(5), 1500) {
        let chips = prop::collection::vec(0..drawing.vertices, 1..4);
        let places =
            fixed(chips, 12).map(|chips| chips.iter().map(|&v| drawing.name(v, false)).collect::<Vec<_>>().join(" "));
        batch(&graph(&drawing.text(false), drawing.play), &places.collect::<Vec<_>>());
    }
}

#[test]
fn huge_heaps_list_their_winning_moves_first() {
    const E18: u64 = 1_000_000_000_000_000_000;
    let nim = open("nim", Play::Normal);
    for heaps in [&[E18, E18 - 1, 5][..], &[E18], &[E18 + 7, E18, 12, 900], &[E18, E18], &[u64::MAX, 1, 1]] {
        for most in [0, 1, 2, 3, 10, 1000] {
            let at = at(&nim, &show(heaps));
            let answer = Solver::new(&nim).max_moves(most).solve(&at).unwrap();
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let wins = heaps.iter().filter(|&heap| heap ^ sum < *heap);
            let wins: BTreeSet<String> = wins.map(|heap| format!("take {} from {heap}", heap - (heap ^ sum))).collect();
            let moves = answer.moves.as_ref().unwrap();
            let different: BTreeSet<u64> = heaps.iter().copied().collect();
            assert_eq!(moves.total, different.iter().map(|&heap| UBig::from(heap)).sum::<UBig>(), "{heaps:?}");
            assert_eq!(moves.listed.len(), most, "{heaps:?}");
            let found: BTreeSet<String> = winning(&answer).into_iter().map(str::to_owned).collect();
            assert!(found.is_subset(&wins) && found.len() == wins.len().min(most), "{heaps:?}: {found:?} of {wins:?}");
            assert!(moves.listed[..found.len()].iter().all(|m| m.outcome == Outcome::Win && m.is_best), "{heaps:?}");
            assert_eq!(answer.value.grundy, Grundy::Finite(Nimber(sum)));
            assert_eq!(answer.value.remoteness, None);
        }
    }
    // One heap, one formula or period each: (10^18 mod 7, the moves to a heap that is 0 or 2 mod 7), and Bachet's.
    let answer = ask(&open("subtraction:1,3,4", Play::Normal), &E18.to_string());
    assert_eq!((E18 % 7, answer.value.outcome), (1, Outcome::Win));
    assert_eq!(winning(&answer), ["take 1"]);
    let answer = ask(&open("bash:1000000", Play::Normal), &E18.to_string());
    let take = E18 % 1_000_001;
    assert_eq!(
        (winning(&answer), answer.moves.as_ref().unwrap().total.clone()),
        (vec![&*format!("take {take}")], UBig::from(1_000_000u32))
    );
    let answer = ask(&open("subtraction:powers-of-2", Play::Misere), &E18.to_string());
    assert_eq!((E18 % 3, answer.value.outcome), (1, Outcome::Loss));
    let far = open("subtraction:squares", Play::Normal);
    let out_of_reach = Solver::new(&far).solve(&at(&far, &E18.to_string()));
    assert!(matches!(out_of_reach, Err(SolveError::OutOfReach(_))), "{out_of_reach:?}");
}

#[test]
fn remoteness_is_computed_up_to_a_million_moves() {
    // One heap of n has n(n + 1)/2 moves in all: 998,991 for 1413 and 1,000,405 for 1414.
    let nim = open("nim", Play::Normal);
    assert_eq!(ask(&nim, "1413").value.remoteness, Some(Remoteness(1)));
    let beyond = ask(&nim, "1414");
    assert_eq!((beyond.value.outcome, beyond.value.remoteness), (Outcome::Win, None));
    assert!(beyond.notes[0].text.contains("1000000 moves"), "{:?}", beyond.notes);
}

/// A store of some canonical positions, with values that no solver would give.
struct Store(BTreeMap<Key, PositionValue>);

impl Solution<Key> for Store {
    fn get(&self, at: &Key) -> Result<Option<PositionValue>, StoreError> {
        Ok(self.0.get(at).cloned())
    }
}

#[test]
fn a_store_is_asked_first() {
    let game = open("nim", Play::Normal);
    let says =
        |outcome, r| PositionValue { outcome, remoteness: Some(Remoteness(r)), grundy: Grundy::Finite(Nimber(77)) };
    let entries = [("2", says(Outcome::Loss, 8)), ("1", says(Outcome::Win, 7)), ("0", says(Outcome::Win, 5))];
    let mut store = Store(entries.map(|(position, position_value)| (at(&game, position), position_value)).into());
    store.0.insert(at(&game, "1 2"), says(Outcome::Draw, 3));
    let mut solver = Solver::new(&game).with_store(&store);
    let two = solver.solve(&at(&game, "2")).unwrap();
    assert_eq!((two.method.as_str(), &two.value), ("stored table", &says(Outcome::Loss, 8)));
    let moves: Vec<_> =
        two.moves.unwrap().listed.into_iter().map(|m| (m.text, m.is_best, m.outcome, m.after_value)).collect();
    assert_eq!(
        moves,
        [
            ("take 1 from 2".to_owned(), true, Outcome::Loss, says(Outcome::Win, 7)),
            ("take 2 from 2".to_owned(), false, Outcome::Loss, says(Outcome::Win, 5)),
        ]
    );
    // The store is asked for the canonical position, and must hold the options.
    assert_eq!(solver.solve(&at(&game, "2 1")), Err(SolveError::StoreIncomplete));
    let position_value = Solver::new(&game).with_store(&store).without_moves().solve(&at(&game, "2 1")).unwrap().value;
    assert_eq!(position_value, says(Outcome::Draw, 3));
    // What it does not hold is found as ever.
    let three = solver.solve(&at(&game, "3")).unwrap();
    assert_eq!((three.value.remoteness, three.value.grundy), (Some(Remoteness(1)), Grundy::Finite(Nimber(3))));
}

#[test]
fn a_store_of_a_solved_game_changes_nothing_but_the_method() {
    let game = open("tictactoe", Play::Normal);
    let slow: Naive<Key> = naive::solve(&Walk::new(game.as_dyn(), game.as_dyn().start(), true), game.as_dyn().start());
    let mut with = Solver::new(&game).with_store(&slow);
    let mut without = Solver::new(&game);
    for at in slow.positions.iter().step_by(17) {
        let (stored, solved) = (with.solve(at).unwrap(), without.solve(at).unwrap());
        assert_eq!(stored.method, "stored table");
        assert_eq!(Answer { method: solved.method.clone(), ..stored }, solved);
    }
}

#[test]
fn several_chips_are_refused_where_they_are_no_sum() {
    let refused = |text: &str, play: Play, position: &str| graph(text, play).as_dyn().parse(position).is_err();
    let turns = "a b\nb a\n@ a left\n@ b right\n";
    for play in BOTH {
        assert!(refused(turns, play, "a b"));
        assert!(!refused(turns, play, "a"));
        assert!(refused("a b\n! b draw\n", play, "a a"));
        assert!(!refused("a b\n! b draw\n", play, "a"));
    }
    // A `!` line that says what would be so anyway changes nothing.
    for (value, normal, misere) in [("loss", false, true), ("win", true, false)] {
        let text = format!("a b\n! b {value}\n");
        assert_eq!((refused(&text, Play::Normal, "a b"), refused(&text, Play::Misere, "a b")), (normal, misere));
    }
    assert!(refused("a b\n", Play::Normal, ""));
    assert!(refused("a b\n", Play::Normal, "a c"));
    for text in ["", "# nothing\n", "a\n", "a b c\n", "a b\n! a loss\n", "a b\n@ a left\n", "! a won\n", "a b\n> c\n"] {
        assert!(try_graph(text, Play::Normal).is_err(), "{text:?}");
    }
}

#[test]
fn a_game_beyond_the_limits_is_refused() {
    let game = open("tictactoe", Play::Normal);
    let solver = |positions| {
        Solver::new(&game).limits(Limits { positions: Some(positions), ..Limits::NONE }).solve(&at(&game, "........."))
    };
    // All 5478 positions are not needed: a search proves the same.
    for (positions, method) in
        [(5477, "search of the position and of its moves"), (5478, "solving every position that can be reached")]
    {
        let answer = solver(positions).unwrap();
        assert_eq!((answer.value.outcome, answer.method.as_str()), (Outcome::Draw, method));
    }
    let large = open("mnk:7,7,5", Play::Normal);
    let few = Limits { positions: Some(1000), ..Limits::NONE };
    let refused = Solver::new(&large).limits(few).solve(&large.as_dyn().start().unwrap());
    assert!(
        matches!(refused, Err(SolveError::Run(RunError::Limit(LimitHit::Positions { limit: 1000, needed: 1001.. })))),
        "{refused:?}"
    );
    let stop = Limits { stop: &|| true, ..Limits::NONE };
    let stopped = Solver::new(&game).limits(stop).solve(&at(&game, "........."));
    assert!(matches!(stopped, Err(SolveError::Run(RunError::Interrupted { .. }))), "{stopped:?}");
    // Where theory knows the value, an interrupt or a limit costs the remoteness alone.
    let nim = open("nim", Play::Normal);
    let answer = Solver::new(&nim).limits(stop).solve(&at(&nim, "3 4 6")).unwrap();
    assert_eq!((answer.value.outcome, answer.value.remoteness), (Outcome::Win, None));
    let causes: Vec<_> = answer.notes.iter().filter_map(|note| note.cause.as_ref()).collect();
    assert!(matches!(causes[..], [RunError::Interrupted { .. }]) && answer.is_interrupted(), "{answer:?}");
    assert_eq!(winning(&answer), ["take 1 from 3"]);
    let few = Limits { positions: Some(5), ..Limits::NONE };
    let answer = Solver::new(&nim).limits(few).solve(&at(&nim, "3 4 6")).unwrap();
    assert_eq!((answer.value.outcome, answer.value.remoteness), (Outcome::Win, None));
    assert_eq!(winning(&answer), ["take 1 from 3"]);
}

#[test]
fn a_position_with_a_reachable_cycle_has_a_value() {
    let game = graph("a b\nb a\nb c\nd d\nd c\n", Play::Normal);
    let value = |position| ask(&game, position).value.grundy;
    // From b to a and back: a is lost.
    assert_eq!((value("a"), value("b")), (Grundy::Finite(Nimber(0)), Grundy::Finite(Nimber(1))));
    assert_eq!(value("d"), Grundy::Infinite(Box::new([Nimber(0)])));
    assert!(["a", "b", "d"].iter().all(|position| ask(&game, position).notes.is_empty()));
}
