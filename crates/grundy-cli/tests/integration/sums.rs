//! Sums across games: values, moves, remoteness, summands that cancel, and rejected input.

use crate::common::{Scratch, grundy, grundy_reading, json, json_lines, says};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

const SUM: &str = "nim 3 5 + kayles 7 + wythoff 3 4";

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

#[test]
fn the_sum_of_the_interface() {
    let answer = grundy(&["solve", SUM, "--json"]).json();
    assert_eq!((text(&answer["game"]), text(&answer["position"])), (SUM, SUM));
    // The Grundy value is 3 xor 5 xor 2 xor 2: kayles 7 has 2, and so has row 3, column 4 of Wythoff's table.
    assert_eq!((&answer["value"], &answer["grundy"]), (&"win".into(), &6.into()));
    let moves = answer["moves"].as_array().unwrap();
    let m = moves.iter().find(|m| m["move"] == "kayles: take 2 from 7, leave 5").expect("the move");
    assert_eq!(m["after"]["position"], "nim 3 5 + kayles 5 + wythoff 3 4");
    let texts: BTreeSet<&str> = moves.iter().map(|m| text(&m["move"])).collect();
    assert_eq!(texts.len(), moves.len());
    for start in ["nim: ", "kayles: ", "wythoff: "] {
        assert!(texts.iter().any(|t| t.starts_with(start)), "{start}");
    }
}

/// If summands have one game, a move names the position of its summand as well.
#[test]
fn a_move_belongs_to_one_summand() {
    let sum = "bash:2 1 + bash:2 2";
    let answer = grundy(&["solve", sum, "--json"]).json();
    let moves = answer["moves"].as_array().unwrap();
    let texts: Vec<(&str, &str)> = moves.iter().map(|m| (text(&m["move"]), text(&m["value"]))).collect();
    let expected = [("bash:2 2: take 1", "win"), ("bash:2 1: take 1", "loss"), ("bash:2 2: take 2", "loss")];
    assert_eq!(texts, expected);
    let played = grundy_reading(&["play", sum, "--coach"], "bash:2 2: take 1\nbash:2 1: take 1\n").ok();
    says(&played, &["You: bash:2 2: take 1\nCoach: that keeps the win.", "The game is over: you win."]);
    // The name of the game alone is no summand.
    let wrong = grundy_reading(&["play", sum], "bash:2: take 1\n");
    assert_eq!(wrong.status, Some(2), "{wrong}");
    says(&wrong.stderr, &["line 1: `bash:2: take 1` is not a move here"]);
    // Equal summands need no place: a move in either leads to the same position.
    let equal = grundy(&["solve", "bash:2 2 + bash:2 2", "--json"]).json();
    let texts: Vec<&str> = equal["moves"].as_array().unwrap().iter().map(|m| text(&m["move"])).collect();
    assert_eq!(texts.len(), 2);
    assert!(texts.iter().all(|text| text.starts_with("bash:2: take ")), "{texts:?}");
}

/// A theorem that decides only who wins is no reason for another value than 0.
#[test]
fn a_theorem_of_outcomes_gives_no_value() {
    let explained = grundy(&["explain", "king 2 3 + wythoff 3 4 + wythoff 3 5 + kayles 5"]).ok();
    let one_line = explained.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        !one_line.contains("has value 3, by: lost exactly") && !one_line.contains("has value 2, by: cold"),
        "{explained}"
    );
    says(&one_line, &["wythoff 3 5 has value 0, by: cold pairs (Wythoff 1907).", "kayles 5 has value 4, by: "]);
}

/// A random position of one of many games, including the graph file at `graph`.
fn summand(random: &mut Rng, graph: &str) -> (String, String) {
    let mut n = |from: usize, to: usize| random.usize(from..=to);
    let (game, position) = match n(0, 9) {
        0 => ("nim", format!("{} {}", n(0, 9), n(0, 9))),
        1 => ("bash:3", n(0, 20).to_string()),
        2 => ("subtraction:1,3,4", n(0, 20).to_string()),
        3 => ("kayles", n(0, 12).to_string()),
        4 => ("grundys-game", n(0, 12).to_string()),
        5 => ("wythoff", format!("{} {}", n(0, 7), n(0, 7))),
        6 => ("divisor", n(1, 60).to_string()),
        7 => ("calendar", format!("2001-10-{:02}", n(10, 31))),
        8 => ("king", format!("2 {}", 2 * n(1, 3))),
        _ => (graph, ["a", "b", "c", "d"][n(0, 3)].to_owned()),
    };
    (game.to_owned(), position)
}

#[test]
fn values_add_up_and_winning_moves_win() {
    let graph = Scratch::new("a b\na c\nb c\na d\nb d\nc d\n");
    let graph = graph.graph();
    let mut random = Rng::with_seed(2026);
    let sums: Vec<Vec<(String, String)>> =
        (0..40).map(|_| (0..random.u8(2..5)).map(|_| summand(&mut random, &graph)).collect()).collect();

    let mut positions_by_game: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (game, position) in sums.iter().flatten() {
        positions_by_game.entry(game).or_default().insert(position);
    }
    let mut values: HashMap<(&str, &str), u64> = HashMap::new();
    for (game, positions) in positions_by_game {
        let lines = positions.iter().copied().collect::<Vec<_>>().join("\n");
        let answers = json_lines(&grundy_reading(&["solve", game, "--batch", "-", "--no-moves"], lines).ok());
        for (position, answer) in positions.into_iter().zip(answers) {
            values.insert((game, position), answer["grundy"].as_u64().expect("a value"));
        }
    }

    let lines: Vec<String> =
        sums.iter().map(|sum| sum.iter().map(|(g, p)| format!("{g} {p}")).collect::<Vec<_>>().join(" + ")).collect();
    let answers = json_lines(&grundy_reading(&["solve", "sum", "--batch", "-"], lines.join("\n")).ok());
    assert_eq!(answers.len(), sums.len());
    let mut after = Vec::new();
    for ((sum, line), answer) in sums.iter().zip(&lines).zip(&answers) {
        let value = sum.iter().fold(0, |s, (g, p)| s ^ values[&(g.as_str(), p.as_str())]);
        assert_eq!(answer["grundy"], value, "{line}");
        assert_eq!(answer["value"], if value == 0 { "loss" } else { "win" }, "{line}");
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(moves.iter().any(|m| m["value"] == "win"), value != 0, "{line}");
        after.extend(moves.iter().map(|m| (text(&m["after"]["position"]), &m["value"])));
    }
    // The option of a sum is a sum again: solve one in five of them, without those that have a king.
    after = after.into_iter().filter(|(sum, _)| !sum.contains("king")).step_by(5).collect();
    let lines: Vec<&str> = after.iter().map(|(position, _)| *position).collect();
    let answers = json_lines(&grundy_reading(&["solve", "sum", "--batch", "-", "--no-moves"], lines.join("\n")).ok());
    assert_eq!(answers.len(), after.len());
    for ((position, value), answer) in after.iter().zip(&answers) {
        assert_ne!(answer["value"], **value, "{position}");
    }
}

#[test]
fn a_batch_takes_positions_of_the_same_sum() {
    let moves = grundy(&["solve", SUM, "--json"]).json();
    let after: Vec<&str> = moves["moves"].as_array().unwrap().iter().map(|m| text(&m["after"]["position"])).collect();
    let answers = json_lines(&grundy_reading(&["solve", SUM, "--batch", "-"], after.join("\n")).ok());
    for (m, answer) in moves["moves"].as_array().unwrap().iter().zip(&answers) {
        for key in ["position", "value", "remoteness", "grundy"] {
            assert_eq!(m["after"][key], answer[key], "{m}");
        }
    }
}

/// Whether a Nim heap beside Kayles heaps is won, and its remoteness, from the definition.
fn remoteness(nim: u32, kayles: &[u32], known: &mut HashMap<(u32, Vec<u32>), (bool, u32)>) -> (bool, u32) {
    let mut kayles: Vec<u32> = kayles.iter().copied().filter(|&h| h > 0).collect();
    kayles.sort_unstable();
    if let Some(&position_value) = known.get(&(nim, kayles.clone())) {
        return position_value;
    }
    let mut options: Vec<(bool, u32)> = (0..nim).map(|left| remoteness(left, &kayles, known)).collect();
    for i in 0..kayles.len() {
        for left in [1, 2].into_iter().filter(|&take| take <= kayles[i]).map(|take| kayles[i] - take) {
            for part in 0..=left / 2 {
                let mut after = kayles.clone();
                after[i] = part;
                after.push(left - part);
                options.push(remoteness(nim, &after, known));
            }
        }
    }
    let quickest = options.iter().filter(|(win, _)| !win).map(|(_, r)| r + 1).min();
    let longest = options.iter().map(|(_, r)| r + 1).max().unwrap_or(0);
    let position_value = quickest.map_or((false, longest), |r| (true, r));
    known.insert((nim, kayles), position_value);
    position_value
}

#[test]
fn remoteness_is_that_of_playing_out() {
    let mut known = HashMap::new();
    let pairs: Vec<(u32, u32)> = (0..=5).flat_map(|a| (0..=7).map(move |b| (a, b))).collect();
    let lines: String = pairs.iter().map(|(a, b)| format!("nim {a} + kayles {b}\n")).collect();
    let answers = json_lines(&grundy_reading(&["solve", "sum", "--batch", "-"], lines).ok());
    for ((a, b), answer) in pairs.into_iter().zip(answers) {
        let (win, moves) = remoteness(a, &[b], &mut known);
        assert_eq!(answer["value"], if win { "win" } else { "loss" }, "nim {a} + kayles {b}");
        assert_eq!(answer["remoteness"], moves, "nim {a} + kayles {b}");
    }
}

#[test]
fn equal_summands_cancel() {
    let twice = "kayles 7 + wythoff 3 4 + kayles 7";
    let (with, without) =
        (grundy(&["solve", twice, "--json"]).json(), grundy(&["solve", "wythoff", "3", "4", "--json"]).json());
    assert_eq!(with["grundy"], without["grundy"]);
    assert_eq!(grundy(&["solve", "divisor 12 + divisor 12", "--json"]).json()["value"], "loss");
    says(&grundy(&["explain", twice]).ok(), &["Equal parts cancel in pairs", "kayles 7 (there are 2)"]);
}

#[test]
fn what_is_no_sum_is_refused() {
    let partizan = Scratch::new("a b\n@ a left\n@ b right\n");
    let loopy = Scratch::new("a b\nb a\n");
    let sum = |summand: &str| format!("nim 3 + {summand}");
    says(&grundy(&["solve", "nim 3 + kayles 4", "--misere"]).refused(), &["normal play", "--misere", "^"]);
    let heaps = grundy(&["solve", "kayles 5 + kayles 7", "--misere"]).ok();
    says(&heaps, &["kayles 5 7, misère play", "misère quotient"]);
    says(&grundy(&["solve", &sum("tictactoe")]).refused(), &["`tictactoe` cannot be a summand", "impartial"]);
    says(&grundy(&["solve", &sum(&(partizan.graph() + " a"))]).refused(), &["cannot be a summand", "partizan"]);
    says(&grundy(&["solve", &sum(&(loopy.graph() + " a"))]).ok(), &["draw for the player to move; Grundy value ∞()"]);
    for (sum, caret, word) in [
        ("nim 3 + kyales 7", "        ^^^^^^", "`kayles`"),
        ("nim 3 + kayles x", "               ^", "`x`"),
        ("nim 3 + wythoff 1 2 3", "                ^^^^^", "3 heaps"),
        ("nim 3  +   octal:0.9g 4", "                    ^", "`g`"),
    ] {
        let message = grundy(&["solve", sum]).refused();
        let lines: Vec<&str> = message.lines().collect();
        assert_eq!(lines[1..3], [format!("  | {sum}"), format!("  | {caret}")], "{message}");
        says(&message, &[word]);
    }
    for missing in ["nim 3 +", "+ nim 3", "nim 3 + + nim 4"] {
        says(&grundy(&["solve", missing]).refused(), &["summand is missing", "GAME POSITION + GAME POSITION"]);
    }
    for (sum, with_blanks) in [
        ("nim 3 4+kayles 7", "write `nim 3 4 + kayles 7`"),
        ("cram:2x2+cram:1x3", "write `cram:2x2 + cram:1x3`"),
        ("kayles +nim 2", "write `kayles + nim 2`"),
    ] {
        says(&grundy(&["solve", sum]).refused(), &["a `+` between games needs spaces around it", with_blanks]);
    }
}

#[test]
fn a_sum_that_is_not_one_argument_is_shown_as_one() {
    for words in [&["3", "5+kayles", "7"][..], &["3", "5", "+", "kayles", "7"], &["3", "5", "+kayles", "7"]] {
        let message = grundy(&[&["solve", "nim"], words].concat()).refused();
        says(&message, &["a sum is one argument, in quotation marks: \"nim 3 5 + kayles 7\""]);
    }
    // What follows is no game.
    for words in [&["tictactoe", "+x"][..], &["chess:KRvK", "Ka1 + Rb2"], &["nim", "3+x"]] {
        let message = grundy(&[&["solve"], words].concat()).refused();
        assert!(!message.contains("one argument"), "{message}");
    }
}

#[test]
fn a_line_of_a_batch_of_sums_may_have_one_summand() {
    let ran =
        grundy_reading(&["solve", "sum", "--batch", "-", "--max-moves", "1"], "nim 3 4\n  tictactoe  \nnim\nnim x\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(2), ""), "{ran}");
    let lines: Vec<Value> = ran.stdout.lines().map(json).collect();
    assert_eq!(lines[0], grundy(&["solve", "nim", "3", "4", "--max-moves", "1", "--json"]).json());
    assert_eq!(lines[1], grundy(&["solve", "tictactoe", "--max-moves", "1", "--json"]).json());
    says(text(&lines[2]["error"]), &["`nim` has no start; write its position after it"]);
    says(text(&lines[3]["error"]), &["`x`"]);
}

#[test]
fn a_bad_line_of_a_batch_of_sums() {
    let lines = "nim 3 + kayles 7\nnim x + nim 3\nnim 3 + tictactoe\nnim 3 + nim 3\n\n";
    let ran = grundy_reading(&["solve", "sum", "--batch", "-"], lines);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(2), ""), "{ran}");
    let lines: Vec<Value> = ran.stdout.lines().map(json).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!((&lines[0]["grundy"], &lines[3]["grundy"]), (&1.into(), &0.into()));
    for (i, word) in [(1, "`x`"), (2, "tictactoe"), (4, "the name of a game is missing")] {
        assert_eq!(lines[i]["line"], i + 1);
        says(text(&lines[i]["error"]), &[word]);
    }
}

#[test]
fn a_sum_without_a_position_is_named_once() {
    for sum in ["nim 3 + cram:3x3", "cram:2x2 + cram:2x2", "cram:2x2 + nim 3"] {
        let text = grundy(&["solve", sum, "--max-moves", "1"]).ok();
        let heading = text.lines().next().unwrap();
        assert_eq!(heading.matches("nim 3").count(), sum.matches("nim").count(), "{heading}");
        assert_eq!(heading.matches("cram:").count(), sum.matches("cram:").count(), "{heading}");
    }
}
