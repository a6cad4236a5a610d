//! `grundy explain`: the reasons of the theory, on one screen, and always with a winning move.

use crate::common::{Scratch, grundy, grundy_reading, json, says};
use std::collections::BTreeMap;

/// The maximum width of a line, in characters.
const COLUMNS: usize = 100;

/// Checks that an explanation fits on one screen and contains these words, wherever its lines break.
#[track_caller]
fn explains(args: &[&str], words: &[&str]) -> String {
    let text = grundy(&[&["explain"], args].concat()).ok();
    assert!(text.lines().count() <= 40, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
    says(&text.split_whitespace().collect::<Vec<_>>().join(" "), words);
    text
}

#[test]
fn nim_as_people_draw_it() {
    let text =
        explains(&["nim", "14", "21", "39"], &["Nim sum", "player to move wins", "The winning move: take 12 from 39"]);
    says(&text, &[" 14   001110 ", " 21   010101 ", " 39   100111 ", "------\n", " 60   111100\n"]);
    explains(&["nim", "5", "5"], &["player to move loses", "cancel"]);
}

#[test]
fn the_reason_of_each_theory() {
    explains(&["subtraction:1,3,4", "20"], &["repeat every 7 heaps", "proved", "stands where 6 does", "take 4"]);
    explains(&["bash:3", "21"], &["21 mod 4 = 1", "take 1"]);
    explains(&["wythoff", "25", "40"], &["cold pair", "(24, 39)", "differ by 15", "take 1 from both"]);
    explains(&["wythoff", "24", "39"], &["cold pair number 15", "player to move loses"]);
    explains(&["divisor", "12"], &["12 = 2^2 * 3 has 3 prime factors", "12 to 1"]);
    explains(&["nim", "1", "1", "1", "--misere"], &["misère play", "number of ones is odd", "It is 3", "loses"]);
    explains(&["nim", "1", "2", "--misere"], &["larger than 1", "take 2 from 2"]);
    explains(&["moore:2", "3", "5", "6"], &["multiple of 3", "counts, modulo 3"]);
}

#[test]
fn a_chess_endgame_says_in_how_many_moves_of_the_winner_it_ends() {
    explains(&["chess:KRvK", "Kc3 Rb2 kc1 w"], &["player to move wins in 5 moves (mate in 3) if the winner hurries"]);
    explains(&["chess:KRvK", "Kc3 Rb4 kc1 b"], &["player to move loses in 4 moves (mate in 2)"]);
    explains(&["chess:KRvK", "Kc3 Re4 kc1 w"], &["player to move wins in one move (mate in 1)"]);
    explains(&["tictactoe", "X.O.XO..."], &["player to move wins in one move."]);
}

#[test]
fn sums_graphs_and_boards() {
    let sum = "nim 3 5 + kayles 7 + wythoff 3 4";
    let values =
        ["nim 3 5 has value 6", "kayles 7 has value 2", "wythoff 3 4 -> ", "the least missing is 2", "Nim sum"];
    explains(&[sum], &values).split_once("Winning moves").expect("winning moves");
    let graph = Scratch::new("a b\nb c\na c\n");
    explains(&[&graph.graph(), "a"], &["player to move wins in one move", "to c, which leaves c"]);
    explains(
        &["tictactoe"],
        &["a draw: neither player can force a win", "keep the draw", "b2, which leaves ....X...."],
    );
}

#[test]
fn the_json() {
    let answer = grundy(&["explain", "nim", "3", "5", "--json"]).json();
    assert_eq!((&answer["schema"], &answer["game"]), (&"grundy/explanation/1".into(), &"nim".into()));
    assert_eq!((&answer["play"], &answer["position"]), (&"normal".into(), &"3 5".into()));
    assert_eq!(answer["value"], "win");
    says(answer["text"].as_str().unwrap(), &["take 2 from 5, which leaves 3 3"]);
}

#[test]
fn every_move_named_as_winning_wins() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut after: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for round in 0..200 {
        let mut n = |to: usize| random.usize(1..=to).to_string();
        let (game, position) = match round % 11 {
            0 => ("nim", vec![n(99), n(99), n(99)]),
            1 => ("bash:5", vec![n(99), n(99)]),
            2 => ("subtraction:2,3,7", vec![n(99), n(99)]),
            3 => ("kayles", vec![n(25), n(25)]),
            4 => ("grundys-game", vec![n(45)]),
            5 => ("wythoff", vec![n(99), n(99)]),
            6 => ("divisor", vec![n(9999), n(9999)]),
            7 => ("king", vec![n(20), n(20)]),
            8 => ("calendar", vec![format!("2001-0{}-1{}", n(9), n(9))]),
            9 => ("moore:2", vec![n(20), n(20), n(20)]),
            _ => ("octal:0.137", vec![n(35), n(35)]),
        };
        let args: Vec<&str> = position.iter().map(String::as_str).collect();
        let text = explains(&[&[game, "--"], &args[..]].concat(), &[]);
        // The words of a verdict may be spread over two lines.
        let verdict = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wins = verdict.contains(": the player to move wins");
        assert!(wins != verdict.contains(": the player to move loses"), "{text}");
        let Some((_, moves)) = text.split_once("inning move").filter(|_| wins) else {
            assert!(!wins, "{text}");
            continue;
        };
        let leaves: Vec<&str> = moves.lines().filter_map(|l| l.split_once("which leaves ")).map(|l| l.1).collect();
        assert!(!leaves.is_empty(), "{text}");
        after.entry(game.to_owned()).or_default().extend(leaves.into_iter().map(str::to_owned));
    }
    for (game, positions) in after {
        let out = grundy_reading(&["solve", &game, "--batch", "-", "--no-moves"], positions.join("\n")).ok();
        for line in out.lines() {
            assert_eq!(json(line)["value"], "loss", "{game}: {line}");
        }
    }
}

/// Grundy values decide misère play of subtraction games, of Nim and of the divisor game, and of no other game here.
#[test]
fn misere_play_is_explained_by_values_where_they_decide_it() {
    for (game, position, source) in [
        ("nim", "3 4", Some("Bouton 1901")),
        ("divisor", "4 2", Some("Bouton 1901")),
        ("subtraction:1,3,4", "7", Some("Ferguson 1974")),
        ("bash:3", "9", Some("Ferguson 1974")),
        ("kayles", "9", None),
        ("octal:0.137", "5", None),
        ("treblecross", "9", None),
        ("grundys-game", "5", None),
    ] {
        let text = grundy(&["explain", game, position, "--misere"]).ok();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.contains("Bouton 1901"), source == Some("Bouton 1901"), "{game}: {text}");
        assert_eq!(text.contains("Ferguson 1974"), source == Some("Ferguson 1974"), "{game}: {text}");
        assert_eq!(text.contains("Nim sum") || text.contains("number of ones"), source.is_some(), "{game}: {text}");
    }
}

#[test]
fn the_json_has_the_steps_and_the_line() {
    let answer = grundy(&["explain", "subtraction:1,3,4", "5", "--json"]).json();
    let option = |position: &str, grundy: u32| serde_json::json!({"position": position, "grundy": grundy});
    let options = [option("4", 2), option("2", 0), option("1", 1)];
    assert_eq!(answer["mex"], serde_json::json!([{"part": "5", "options": options, "grundy": 3}]));
    assert_eq!(answer["p_positions"]["residues"], serde_json::json!([0, 2]));
    let answer = grundy(&["explain", "tictactoe", "XO.......", "--json"]).json();
    assert_eq!(answer["line"].as_array().unwrap().len(), 5, "{answer}");
    assert!(answer["trace"].is_null() && answer["mex"] == serde_json::json!([]), "{answer}");
}

/// The rounds on a small graph, of which the last two positions are draws.
#[test]
fn a_trace_shows_the_queue_the_counters_and_the_draws() {
    let graph = Scratch::new("a b\na c\nb d\nc d\nc e\ne f\nf e\n");
    let text = grundy(&["explain", &graph.graph(), "--trace"]).ok();
    let rounds = "
round  from the queue  position with a move there  counter  decided
0      (no moves)      d                                    loss in 0
1      d (loss)        b                                    win in 1
                       c                                    win in 1
2      b (win)         a                           2 to 1
2      c (win)         a                           1 to 0   loss in 2

Left over, and so draws: e, f
";
    says(&text, &["Retrograde analysis of 6 positions and 7 moves.", "\na         2        b, c\n", rounds]);
    // From a position, the explanation comes first, and only what can be reached is traced.
    let text = grundy(&["explain", &graph.graph(), "e", "--trace"]).ok();
    says(&text, &[" e: a draw", "Retrograde analysis of 2 positions and 2 moves", "Left over, and so draws: e, f"]);
    let trace = grundy(&["explain", &graph.graph(), "--trace", "--json"]).json();
    assert_eq!((&trace["schema"], &trace["left_over"]), (&"grundy/trace/1".into(), &serde_json::json!(["e", "f"])));
    let step = serde_json::json!({"from": "c", "position": "a", "counter": 0, "decided": "loss"});
    assert_eq!(trace["rounds"][2]["steps"][1], step);
    assert_eq!(trace["rounds"][2]["queue"], serde_json::json!(["b", "c"]));
    let first = serde_json::json!({"position": "a", "options": ["b", "c"], "value": "loss", "remoteness": 2});
    assert_eq!(trace["positions"][0], first);
    let nim = grundy(&["explain", "nim", "2", "1", "--trace", "--json"]).json();
    assert_eq!(nim["trace"]["positions"].as_array().unwrap().len(), 5, "{nim}");
    // Left moves from a to b, and again.
    let again = Scratch::new("@ a left\n@ b left\n@ c right\na b\nb c\n");
    let rule = "Where the same player moves again, a move to a won position wins";
    assert!(!text.contains(rule), "{text}");
    says(&grundy(&["explain", &again.graph(), "--trace"]).ok(), &[rule]);
    // A limit that says its size.
    let much = grundy(&["explain", "tictactoe", "--trace"]);
    assert_eq!(much.status, Some(3), "{much}");
    says(&much.stderr, &["at most 200 positions and 2000 moves"]);
    says(&grundy(&["explain", "nim", "--trace"]).refused(), &["needs a position"]);
}

#[cfg(feature = "rules")]
#[test]
fn a_rules_file_is_traced_and_its_steps_are_shown() {
    let rules = crate::common::folder();
    let path = rules.path().join("halve.star");
    let source = "def initial(): return 6\ndef moves(s): return [s // 2, s - 1] if s > 1 else [0] if s == 1 else []\n";
    std::fs::write(&path, source).unwrap();
    let text = grundy(&["explain", path.to_str().unwrap(), "--trace"]).ok();
    says(
        &text,
        &[
            "  6 -> 3, 5, with values 2, 2; the least missing is 0.\n",
            "Best play to the end:\n  to ",
            "Retrograde analysis of 7",
        ],
    );
}
