//! Heap games on the command line: enormous heaps with the right winning moves, input that is not a game or a heap, misère play.

use crate::common::{grundy, grundy_reading, json_lines, says};
use serde_json::Value;

/// The answer to one position.
fn solve(game: &str, position: &str) -> Value {
    let mut args = vec!["solve", game, "--json"];
    args.extend(position.split(' '));
    grundy(&args).json()
}

/// The positions after the listed winning moves.
fn after_wins(answer: &Value) -> Vec<String> {
    let moves = answer["moves"].as_array().expect("moves");
    let wins = moves.iter().filter(|m| m["value"] == "win");
    wins.map(|m| m["after"]["position"].as_str().expect("text").to_owned()).collect()
}

/// Checks that every listed winning move, of which there must be at least one, leads to a loss.
#[track_caller]
fn wins_lead_to_losses(game: &str, answer: &Value) {
    assert_eq!(answer["value"], "win", "{game}");
    let after = after_wins(answer);
    assert!(!after.is_empty(), "{game}: no winning move");
    let answers = json_lines(&grundy_reading(&["solve", game, "--batch", "-", "--no-moves"], after.join("\n")).ok());
    assert_eq!(answers.len(), after.len());
    assert!(answers.iter().all(|a| a["value"] == "loss" && a["grundy"] == 0), "{game}: {answers:?}");
}

/// The sum of two numbers in decimal digits.
fn add(a: &str, b: &str) -> String {
    let (mut a, mut b) = (a.bytes().rev(), b.bytes().rev());
    let (mut digits, mut carry) = (Vec::new(), 0);
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() && carry == 0 {
            break;
        }
        let sum = x.map_or(0, |d| d - b'0') + y.map_or(0, |d| d - b'0') + carry;
        digits.push((b'0' + sum % 10) as char);
        carry = sum / 10;
    }
    digits.iter().rev().collect()
}

/// The Grundy values of the heaps up to `to` of a finite subtraction game.
fn subtraction(set: &[usize], to: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..=to {
        let options: Vec<usize> = set.iter().filter(|&&s| s <= n).map(|s| values[n - s]).collect();
        values.push((0..).find(|v| !options.contains(v)).expect("a free value"));
    }
    values
}

#[test]
fn a_subtraction_heap_of_ten_to_the_eighteenth() {
    let set = [3, 17, 41];
    let values = subtraction(&set, 200_000);
    // 41 matches in a row prove a period from there on (docs/theory/subtraction-games.md).
    let from = 100_000;
    let period = (1..50_000).find(|p| (from..from + 41).all(|n| values[n] == values[n + p])).expect("a period");
    let value = |n: u64| values[from + ((n - from as u64) % period as u64) as usize];
    for n in 1_000_000_000_000_000_000..1_000_000_000_000_000_025u64 {
        let answer = solve("subtraction:3,17,41", &n.to_string());
        assert_eq!(answer["grundy"], value(n), "{answer}");
        let mut wins: Vec<String> =
            set.iter().map(|&s| n - s as u64).filter(|&m| value(m) == 0).map(|m| m.to_string()).collect();
        let mut given = after_wins(&answer);
        wins.sort_unstable();
        given.sort_unstable();
        assert_eq!(given, wins, "{answer}");
    }
}

#[test]
fn wythoff_with_heaps_of_200_digits() {
    // The cold pairs 1 2, 3 5, 8 13, 21 34, ... are neighbours in the sequence of Fibonacci.
    let (mut small, mut large) = ("1".to_owned(), "2".to_owned());
    while small.len() < 200 {
        small = add(&small, &large);
        large = add(&large, &small);
    }
    let cold = solve("wythoff", &format!("{small} {large}"));
    assert_eq!((&cold["value"], &cold["grundy"]), (&"loss".into(), &0.into()));
    assert!(after_wins(&cold).is_empty());
    let cold = format!("{small} {large}");
    for (a, b, by) in [
        (add(&small, "1"), add(&large, "1"), "take 1 from both".to_owned()),
        (small.clone(), add(&large, "7"), format!("take 7 from {}", add(&large, "7"))),
        (add(&small, "12"), large.clone(), format!("take 12 from {}", add(&small, "12"))),
    ] {
        let answer = solve("wythoff", &format!("{a} {b}"));
        let moves = answer["moves"].as_array().unwrap();
        let there = moves.iter().find(|m| m["move"] == by).expect("the move back to the cold pair");
        assert_eq!((&there["value"], &there["after"]["position"]), (&"win".into(), &cold.as_str().into()));
        assert!(after_wins(&answer).len() <= 3);
        wins_lead_to_losses("wythoff", &answer);
    }
}

#[test]
fn kayles_with_a_heap_of_ten_to_the_twelfth() {
    // Naive values up to 300; from 71 on they repeat every 12.
    let mut values: Vec<u64> = Vec::new();
    for n in 0..300usize {
        let mut seen = [false; 64];
        for rest in [1, 2].iter().filter(|&&take| take <= n).map(|take| n - take) {
            (0..=rest / 2).for_each(|a| seen[(values[a] ^ values[rest - a]) as usize] = true);
        }
        values.push(seen.iter().position(|m| !m).unwrap() as u64);
    }
    let value = |n: u64| if n < 300 { values[n as usize] } else { values[(84 + (n - 84) % 12) as usize] };
    let answer = solve("octal:0.77", "1000000000000");
    assert_eq!(answer["grundy"], value(1_000_000_000_000));
    for after in after_wins(&answer) {
        let heaps: Vec<u64> = after.split(' ').map(|h| h.parse().unwrap()).collect();
        let taken = 1_000_000_000_000 - heaps.iter().sum::<u64>();
        assert!((1..=2).contains(&taken) && heaps.len() <= 2, "{after}");
        assert_eq!(heaps.iter().fold(0, |sum, &h| sum ^ value(h)), 0, "{after}");
    }
    wins_lead_to_losses("octal:0.77", &answer);
}

#[test]
fn a_divisor_beyond_two_to_the_53rd() {
    // 9007199254740993 = 3 * 107 * 28059810762433.
    assert_eq!(3 * 107 * 28_059_810_762_433_u64, 9_007_199_254_740_993);
    let answer = solve("divisor", "9007199254740993");
    assert_eq!(answer["grundy"], 3);
    assert_eq!(after_wins(&answer), ["1"]);
    let mut divisors: Vec<&str> =
        answer["moves"].as_array().unwrap().iter().map(|m| m["after"]["position"].as_str().unwrap()).collect();
    divisors.sort_unstable_by_key(|d| d.parse::<u64>().unwrap());
    let all = ["1", "3", "107", "321", "28059810762433", "84179432287299", "3002399751580331"];
    assert_eq!(divisors, all);
}

#[test]
fn nim_moore_and_bash_with_heaps_of_60_digits() {
    let big = |c: &str| c.repeat(59);
    let mut heaps: Vec<String> = ["1", "2", "3", "4"].iter().flat_map(|c| [big(c) + "5", big(c) + "5"]).collect();
    heaps.extend([big("7") + "9", big("7") + "2"]);
    let answer = solve("nim", &heaps.join(" "));
    let texts: Vec<&str> = answer["moves"].as_array().unwrap().iter().map(|m| m["move"].as_str().unwrap()).collect();
    assert!(texts.contains(&format!("take 7 from {}9", big("7")).as_str()), "equal heaps cancel: {texts:?}");
    wins_lead_to_losses("nim", &answer);

    // From heaps a a a in moore:2 every count is a multiple of 3.
    let (a, more) = (big("8") + "1", big("8") + "6");
    assert_eq!(solve("moore:2", &format!("{a} {a} {a}"))["value"], "loss");
    let answer = solve("moore:2", &format!("{more} {a} {more}"));
    assert!(after_wins(&answer).contains(&format!("{a} {a} {a}")), "{answer}");
    let after = after_wins(&answer);
    let answers =
        json_lines(&grundy_reading(&["solve", "moore:2", "--batch", "-", "--no-moves"], after.join("\n")).ok());
    assert!(answers.len() == after.len() && answers.iter().all(|a| a["value"] == "loss"), "{answers:?}");

    // A number of 60 digits modulo 8 is that of its last three.
    let answer = solve("bash:7", &(big("9") + "9"));
    assert_eq!(answer["grundy"], 999 % 8);
    let wins: Vec<&Value> = answer["moves"].as_array().unwrap().iter().filter(|m| m["value"] == "win").collect();
    assert_eq!(wins.iter().map(|m| &m["move"]).collect::<Vec<_>>(), ["take 7"]);
}

#[test]
fn games_that_are_none_are_refused() {
    for (game, words) in [
        ("subtraction:", ["parameter", "subtraction:SET"]),
        ("subtraction:,", ["missing", "write numbers"]),
        ("subtraction:0", ["0 is not a move", "numbers are whole numbers from 1"]),
        ("subtraction:2,0", ["0 is not a move", "numbers are whole numbers from 1"]),
        ("subtraction:18446744073709551616", ["too large", "18446744073709551615"]),
        ("octal:0.7g", ["`g`", "0.137"]),
        ("octal:", ["parameter", "octal:CODE"]),
        ("octal:4.", ["digit", "4.0"]),
        ("octal:1.7", ["first digit", "0, 4, 8 or c"]),
        ("octal:.7", ["before the point", "0.137"]),
        ("octal:0.0", ["not 0", "0.137"]),
        ("moore:0", ["`0`", "moore:2"]),
    ] {
        for verb in [&["solve", game, "20"][..], &["period", game], &["sequence", game, "--to", "9"]] {
            says(&grundy(verb).refused(), &words);
        }
    }
}

#[test]
fn heaps_that_are_none_are_refused() {
    let long = "9".repeat(100_000);
    for game in ["octal:0.77", "grundys-game", "wythoff", "moore:2", "divisor", "subtraction:squares"] {
        for (heap, words) in [
            ("-5", ["`-5` is negative", "whole number"]),
            ("1.5", ["`1.5` is not a whole number", "digits"]),
            ("x", ["`x` is not a number", "whole number"]),
            (&long, ["100000 digits", "at most"]),
        ] {
            says(&grundy(&["solve", game, heap]).refused(), &words);
            says(&grundy(&["explain", game, heap]).refused(), &words);
        }
    }
    says(&grundy(&["solve", "divisor", "0"]).refused(), &["`0` is too small", "at least 1"]);
    says(&grundy(&["solve", "divisor", "18446744073709551616"]).refused(), &["too large", "18446744073709551615"]);
    says(&grundy(&["solve", "wythoff", "1", "2", "3"]).refused(), &["3 heaps", "two"]);
    says(&grundy(&["solve", "king", "0", "3"]).refused(), &["`0`", "from 1", "5 3"]);
}

/// The heaps are listed in `reference/sequences.md`.
#[test]
fn single_heaps_that_are_lost_under_misere_play() {
    for (game, to, lost) in [
        ("octal:0.77", 25, &[1, 4, 9, 12, 20][..]),
        ("octal:0.07", 25, &[2, 3, 7, 8, 12, 16, 17, 21, 22]),
        ("octal:0.75", 23, &[1, 3]),
        ("octal:0.137", 23, &[1, 2, 6, 7, 11, 15, 16, 20, 21]),
    ] {
        let heaps: String = (1..=to).map(|n| format!("{n}\n")).collect();
        let args = ["solve", game, "--batch", "-", "--misere", "--no-moves"];
        let answers = json_lines(&grundy_reading(&args, heaps).ok());
        let found: Vec<usize> = (1..=to).filter(|n| answers[n - 1]["value"] == "loss").collect();
        assert_eq!(found, lost, "{game}");
        assert!(answers.iter().all(|a| a["play"] == "misere" && a["grundy"].is_null()), "{game}");
    }
}

#[test]
fn a_misere_search_that_is_too_large_is_refused() {
    // Heaps beyond the misère quotient.
    let args = ["solve", "octal:0.07", "60", "59", "58", "--misere", "--max-positions", "1000"];
    says(&grundy(&args).limited(), &["1000 allowed", "--max-positions"]);
}

/// Also where remoteness is not computed, so that the moves are not sorted by it.
#[test]
fn the_best_move_is_listed_first() {
    for (position, best) in [(["1000000", "4"], "to 999999 3"), (["3", "1000000"], "to 3 999999")] {
        for most in ["1", "2"] {
            let args = ["solve", "king", position[0], position[1], "--max-moves", most, "--json"];
            let moves = grundy(&args).json()["moves"].clone();
            assert_eq!((&moves[0]["move"], &moves[0]["best"]), (&best.into(), &true.into()), "{position:?}");
            assert_eq!(moves.as_array().map(|moves| moves.len().to_string()).as_deref(), Some(most));
        }
    }
}

/// What is left of a heap that is too large to be played out may be: nothing is.
#[test]
fn a_finished_option_of_a_large_heap_has_a_remoteness() {
    let answer = grundy(&["solve", "nim", "1000000000", "--json", "--max-moves", "1"]).json();
    assert!(answer["remoteness"].is_null() && answer["notes"][0].as_str().unwrap().contains("remoteness"), "{answer}");
    let after = &answer["moves"][0]["after"];
    assert_eq!(
        (&after["position"], &after["remoteness"], &after["grundy"]),
        (&"0".into(), &0.into(), &0.into()),
        "{answer}"
    );
}
