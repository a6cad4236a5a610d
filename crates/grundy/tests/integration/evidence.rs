//! The evidence for answers, held to the definitions: steps of mex, lost heaps, lines of best play, rounds of retrograde analysis.

use crate::common::naive::{self, Naive};
use crate::common::random::{Drawing, acyclic, drawings, fixed, shared};
use crate::common::{at, graph, open};
use grundy::catalog::OpenedGame;
use grundy::explain::explain;
use grundy::game::{Game, Play};
use grundy::limits::Limits;
use grundy::solve;
use grundy::solver::{Solver, TraceError, fold_period, heatmap, lost_heaps, period, trace};
use grundy::text::WithText;
use grundy::theory::{Evidence, MexStep};
use grundy::{Grundy, Outcome, Remoteness, Vertex};
use std::collections::BTreeSet;

fn evidence(game: &OpenedGame, position: &str) -> (String, Evidence) {
    let at = at(game, position);
    let mut solver = Solver::new(game);
    let answer = solver.solve(&at).unwrap();
    let evidence = solver.evidence(&at, &answer).unwrap();
    (explain(&answer, &evidence), evidence)
}

/// The step's value is the least number that is not the value of an option, by trying one number after the other.
fn assert_mex(step: &MexStep) {
    let values: BTreeSet<String> = step.options.iter().map(|(_, value)| value.to_string()).collect();
    let mex = (0..).find(|n: &u32| !values.contains(&n.to_string())).unwrap();
    assert_eq!(step.value.to_string(), mex.to_string(), "{step:?}");
}

#[test]
fn lost_heaps_are_those_of_the_proved_period() {
    for name in ["bash:3", "subtraction:1..6", "subtraction:2..5", "subtraction:1,3,4", "kayles", "octal:0.137"] {
        let game = open(name, Play::Normal);
        let period = fold_period(&game, &Limits::NONE).unwrap();
        let expected = lost_heaps(&game, &period, &Limits::NONE);
        assert!(expected.is_some(), "{name}");
        assert_eq!(evidence(&game, "21").1.lost_heaps, expected, "{name}");
    }
    assert!(evidence(&open("bash:3", Play::Normal), "21").0.contains("n mod 4 is 0"));
}

#[test]
fn steps_are_the_options_with_their_values() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut many = 0;
    for (name, largest) in [
        ("subtraction:1,3,4", 40),
        ("subtraction:2,3,5", 40),
        ("bash:4", 40),
        ("kayles", 12),
        ("grundys-game", 15),
        ("divisor", 60),
        ("octal:0.137", 12),
        ("nim", 9),
        ("subtraction:fibonacci", 30),
    ] {
        let game = open(name, Play::Normal);
        for _ in 0..8 {
            let heaps: Vec<String> = (0..random.usize(1..4)).map(|_| random.u32(1..=largest).to_string()).collect();
            let (text, evidence) = evidence(&game, &heaps.join(" "));
            let different: BTreeSet<&String> = heaps.iter().collect();
            assert_eq!(evidence.steps.len(), different.len(), "{name} {heaps:?}");
            for step in &evidence.steps {
                assert_mex(step);
                // The options are those of the part, and each value is the answer about the option alone.
                let moves = game.as_dyn().moves(&at(&game, &step.part), usize::MAX).unwrap().moves;
                let options: BTreeSet<String> =
                    moves.iter().map(|m| game.as_dyn().to_text(&m.option).unwrap()).collect();
                assert_eq!(step.options.iter().map(|(option, _)| option.clone()).collect::<BTreeSet<_>>(), options);
                for (option, value) in &step.options {
                    let alone = Solver::new(&game).without_moves().solve(&at(&game, option)).unwrap();
                    assert_eq!(&alone.value.grundy, value, "{name} {option}");
                }
                many += 1;
            }
            if name != "nim" {
                assert!(text.contains("the least missing is") || text.contains("has no moves"), "{text}");
            }
        }
    }
    assert!(many > 100, "{many}");
    // Theory decides misère play and Wythoff's pairs otherwise.
    for (name, play, position) in [("wythoff", Play::Normal, "3 4"), ("subtraction:1,3,4", Play::Misere, "7")] {
        assert_eq!(evidence(&open(name, play), position).1.steps, [], "{name}");
    }
    // No step is shown of a part with many options.
    assert_eq!(evidence(&open("kayles", Play::Normal), "5000").1.steps, []);
}

#[test]
fn the_sentences_of_steps() {
    let text = |name: &str, position: &str| evidence(&open(name, Play::Normal), position).0;
    let has = |text: String, words: &str| assert!(text.contains(words), "{words}\n{text}");
    has(text("subtraction:1,3,4", "5"), "\n  5 -> 4, 2, 1, with values 2, 0, 1; the least missing is 3.\n");
    has(text("subtraction:1,3,4", "5"), "A single heap n is lost exactly when n mod 7 is 0 or 2.\n");
    has(text("subtraction:1,3,4", "1"), "\n  1 -> 0, with value 0; the least missing is 1.\n");
    has(text("subtraction:1,3,4", "0 1"), "  1 -> 0, with value 0; the least missing is 1.\n");
    has(
        text("kayles", "40"),
        "  40 -> 40 positions, with the values 0, 2 to 4, 6 to 7, 11 to 12 and 14; the least missing is 1.",
    );
    has(text("calendar", "1994-05-03"), "Here 5 + 3 = 8 is even.");
    has(text("calendar", "1994-09-30"), "Here 9 + 30 = 39 is odd, but this date is an exception.");
    has(text("divisor", "7"), "7 is a prime: it has 1 prime factor, and that is its value.");
    let sum = text("nim 3 5 + kayles 3", "nim 3 5 + kayles 3");
    has(sum, "\n  kayles 3 -> 2, 1 1, 1, with values 2, 0, 1; the least missing is 3.\n");
}

#[test]
fn chips_on_a_graph_have_their_values_and_their_sum() {
    let game = graph("0 1\n0 2\n1 2\n2 3\n", Play::Normal);
    let (text, evidence) = evidence(&game, "0 1");
    for words in [
        "  0 -> 1, 2, with values 0, 1; the least missing is 2.\n",
        "  1 -> 2, with value 1; the least missing is 0.\n",
        "  0 has 2   10",
        "The result, 2, is called the Nim sum",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(evidence.steps.iter().map(|step| &step.part[..]).eq(["0", "1"]));
    let one = self::evidence(&game, "0").0;
    assert!(one.contains("  0 -> 1, 2, with values 0, 1; the least missing is 2.\n"), "{one}");
}

/// On random graphs without cycles, each chip's step has the values of the slow solver.
#[test]
fn steps_on_random_graphs() {
    let mut many = 0;
    for drawing in fixed(acyclic(9), 60) {
        let game = graph(&drawing.text(true), Play::Normal);
        let slow = naive::solve(&drawing, 0..drawing.vertices);
        for v in 0..drawing.vertices {
            let other = (v + 1) % drawing.vertices;
            for position in [v.to_string(), format!("{v} {other}")] {
                for step in evidence(&game, &position).1.steps {
                    let part: u32 = step.part.parse().unwrap();
                    assert_eq!(step.value, slow.of(&part).grundy);
                    assert_mex(&step);
                    for (option, value) in &step.options {
                        assert_eq!(value, &slow.of(&option.parse().unwrap()).grundy, "{drawing:?} {position}");
                    }
                    many += 1;
                }
            }
        }
    }
    assert!(many > 500, "{many}");
}

/// With cycles an option of infinite value does not count, and the others give the value by mex all the same.
#[test]
fn steps_with_infinite_values() {
    let mut infinite = 0;
    for drawing in fixed(shared(7), 300).filter(|drawing| drawing.play == Play::Normal && drawing.has_cycle()) {
        let game = graph(&drawing.text(true), Play::Normal);
        for v in 0..drawing.vertices {
            let (text, evidence) = evidence(&game, &v.to_string());
            for step in evidence.steps.iter().filter(|step| !matches!(step.value, Grundy::Infinite(_))) {
                assert_mex(step);
                let some = step.options.iter().any(|(_, value)| matches!(value, Grundy::Infinite(_)));
                infinite += usize::from(some);
                assert_eq!(some, text.contains("An infinite value is left out of account"), "{text}");
            }
        }
    }
    assert!(infinite > 5, "{infinite}");
}

/// A line is best play: each move keeps the value, the moves left fall by one, and the last position is an end.
#[test]
fn lines_are_best_play_to_the_end() {
    let check = |game: &OpenedGame, position: &str| {
        let (text, evidence) = evidence(game, position);
        let mut here = at(game, position);
        let first = Solver::new(game).solve(&here).unwrap().value;
        assert_eq!(evidence.line.len(), first.remoteness.map_or(0, |moves| moves.0 as usize), "{position} {text}");
        assert_eq!(text.contains("Best play to the end:"), evidence.line.len() > 1);
        for text in &evidence.line {
            let answer = Solver::new(game).solve(&here).unwrap();
            let chosen = answer.moves.unwrap().listed.into_iter().find(|m| m.text == *text).expect("a move");
            assert!(chosen.is_best && chosen.outcome == answer.value.outcome);
            here = at(game, &chosen.after);
        }
        if first.outcome != Outcome::Draw {
            assert!(game.as_dyn().moves(&here, 1).unwrap().moves.is_empty());
        }
        evidence.line.len()
    };
    assert!(check(&open("domineering:3x3", Play::Normal), &start("domineering:3x3")) > 2);
    assert!(check(&open("kalah:2,2", Play::Normal), &start("kalah:2,2")) > 2);
    assert_eq!(check(&open("tictactoe", Play::Normal), "........."), 0);
    assert!(check(&open("tictactoe", Play::Normal), "XO.......") > 3);
    for drawing in fixed(drawings(7), 40) {
        let game = graph(&drawing.text(true), drawing.play);
        for v in 0..drawing.vertices {
            check(&game, &v.to_string());
        }
    }
}

fn start(name: &str) -> String {
    let game = open(name, Play::Normal);
    let game = game.as_dyn();
    game.to_text(&game.start().unwrap()).unwrap()
}

/// Far beyond the period, a heap is lost where the game says so.
#[test]
fn lost_heaps_are_those_of_value_0() {
    for name in [
        "subtraction:2,3,5",
        "subtraction:1,3,4",
        "bash:6",
        "kayles",
        "octal:0.137",
        "octal:0.07",
        "nim",
        "octal:0.165",
    ] {
        let game = open(name, Play::Normal);
        let proved = period(&game, None, &Limits::NONE).unwrap().proved().unwrap();
        let lost = lost_heaps(&game, &proved, &Limits::NONE).unwrap();
        for heap in (0..400).chain(10_000..10_050) {
            let value = Solver::new(&game).without_moves().solve(&at(&game, &heap.to_string())).unwrap().value;
            assert_eq!(lost.contains(heap), value.outcome == Outcome::Loss, "{name} {heap}: {lost}");
        }
    }
    // Too long a period to list.
    let game = open("octal:0.56", Play::Normal);
    let proved = period(&game, None, &Limits::NONE).unwrap().proved().unwrap();
    assert_eq!(lost_heaps(&game, &proved, &Limits::NONE), None);
}

/// The rounds of a trace, held to the slow solver and to the description of the algorithm.
#[test]
fn traces_are_retrograde_analysis() {
    let (mut draws, mut wins, mut falls) = (0, 0, 0);
    for drawing in fixed(drawings(9), 300) {
        let graph = drawing.graph();
        let traced = solve::trace(&graph);
        let slow: Naive<u32> = naive::solve(&drawing, 0..drawing.vertices);
        // What is decided before a step, as a set that grows step by step.
        let mut decided: Vec<Option<Outcome>> = vec![None; drawing.vertices as usize];
        let mut counters: Vec<usize> = graph.all().map(|v| graph.row(v).len()).collect();
        let mut before: Vec<Vertex> = Vec::new();
        for (number, round) in (0..).zip(&traced.rounds) {
            assert_eq!(round.queue, before, "{drawing:?}");
            before.clear();
            for step in &round.steps {
                let (v, value) = (step.at.index(), slow.of(&step.at.0));
                assert_eq!(decided[v], None);
                if let Some(from) = step.from {
                    assert!(round.queue.contains(&from) && graph.row(step.at).contains(&from));
                    let same =
                        drawing.player(&step.at.0).is_some() && drawing.player(&step.at.0) == drawing.player(&from.0);
                    if (decided[from.index()] == Some(Outcome::Win)) == same {
                        assert_eq!(step.decided, Some(Outcome::Win));
                        wins += 1;
                    } else {
                        counters[v] -= 1;
                        falls += 1;
                        assert_eq!(step.decided.is_some(), counters[v] == 0);
                    }
                } else {
                    assert!(graph.row(step.at).is_empty());
                }
                assert_eq!(step.counter as usize, counters[v]);
                if let Some(outcome) = step.decided {
                    assert_eq!(outcome, value.outcome, "{drawing:?}");
                    if outcome != Outcome::Draw {
                        assert_eq!(value.remoteness, Some(Remoteness(number)));
                        before.push(step.at);
                    }
                    decided[v] = step.decided;
                }
            }
        }
        let left: Vec<Vertex> = graph.all().filter(|v| decided[v.index()].is_none()).collect();
        assert_eq!(traced.left_over, left);
        assert!(left.iter().all(|v| slow.of(&v.0).outcome == Outcome::Draw));
        draws += left.len();
    }
    assert!(draws > 50 && wins > 200 && falls > 200, "{draws} {wins} {falls}");
}

/// The trace of a game in text has the positions that can be reached, and the values of the solver.
#[test]
fn traces_of_games() {
    for drawing in fixed(drawings(9), 60) {
        let slow = naive::solve(&drawing, [0]);
        let game = OpenedGame::from(WithText::new(Drawing { ..drawing }));
        let traced = trace(&game, Some(&at(&game, "0")), &Limits::NONE).unwrap();
        assert_eq!(traced.positions.len(), slow.positions.len());
        for (text, (outcome, remoteness)) in traced.positions.iter().zip(traced.verdicts()) {
            let value = slow.of(&text.parse().unwrap());
            assert_eq!((outcome, remoteness), (value.outcome, value.remoteness), "{text}");
        }
    }
    let large = |name: &str, position: &str| {
        let game = open(name, Play::Normal);
        trace(&game, Some(&at(&game, position)), &Limits::NONE).map(|traced| traced.positions.len())
    };
    assert_eq!(large("nim", "199"), Err(TraceError::TooLarge), "too many moves");
    assert_eq!(large("bash:2", "200"), Err(TraceError::TooLarge));
    assert_eq!(large("bash:2", "199"), Ok(200));
    assert_eq!(large("nim", "1000000000000000000000"), Err(TraceError::TooLarge));
    assert_eq!(large("tictactoe", "........."), Err(TraceError::TooLarge));
    let nim = open("nim", Play::Normal);
    assert_eq!(trace(&nim, None, &Limits::NONE).map(|_| ()), Err(TraceError::NoPosition));
    let all = trace(&graph("a b\nc d\n", Play::Normal), None, &Limits::NONE).unwrap();
    assert_eq!(all.positions, ["a", "b", "c", "d"]);
}

/// The king's square, held to the slow solver on every square.
#[test]
fn the_heat_map_of_the_king() {
    for play in [Play::Normal, Play::Misere] {
        let square = heatmap(&open("king", play), 9, &Limits::NONE).unwrap();
        let king = grundy::catalog::King { play };
        let slow = naive::solve(&king, [(8, 8)]);
        assert_eq!((square.least, square.rows.len()), (1, 9));
        for (row, cells) in (0..).zip(&square.rows) {
            for (column, cell) in (0..).zip(cells) {
                let value = slow.of(&(row, column));
                assert_eq!((cell.outcome, &cell.grundy), (value.outcome, &value.grundy.number()), "{row} {column}");
            }
        }
    }
}
