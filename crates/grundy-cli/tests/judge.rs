//! `grundy judge`: the problems' published samples to the byte, random cases against brute force, and odd input.

mod common;

use common::{Random, grundy, grundy_reading, json, says};
use std::collections::HashMap;
use std::fmt::Write as _;

fn judge(problem: &str, input: impl Into<Vec<u8>>) -> common::Ran {
    grundy_reading(&["judge", problem], input)
}

/// Checks that wrong input ends a run after the answers to the cases before it, with a message that names the line.
#[track_caller]
fn goes_wrong(problem: &str, input: impl Into<Vec<u8>>, answers: &str, line: usize, words: &[&str]) {
    let ran = judge(problem, input);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), answers), "{ran}");
    assert!(ran.stderr.starts_with(&format!("error: standard input:{line}: ")), "line {line}: {ran}");
    says(&ran.stderr, words);
}

const STONES: &str = "\
20 3 1 3 8
21 3 1 3 8
22 3 1 3 8
23 3 1 3 8
1000000 10 1 23 38 11 7 5 4 8 3 13
999996 10 1 23 38 11 7 5 4 8 3 13
";
const STONES_ANSWERS: &str = "Stan wins\nStan wins\nOllie wins\nStan wins\nStan wins\nOllie wins\n";

const CHESS: &str = "\
4
2 1 2
0
1 3
0
1 0
2 0 2
0

4
1 1
1 2
0
0
2 0 1
2 1 1
3 0 1 3
0
";
const CHESS_ANSWERS: &str = "WIN\nWIN\nWIN\nLOSE\nWIN\n";

#[test]
fn the_published_samples() {
    assert_eq!(judge("uva10404", STONES).ok(), STONES_ANSWERS);
    assert_eq!(judge("poj2425", CHESS).ok(), CHESS_ANSWERS);
}

#[test]
fn white_space_is_any() {
    for (problem, input, answers) in [("uva10404", STONES, STONES_ANSWERS), ("poj2425", CHESS, CHESS_ANSWERS)] {
        let no_last_end = input.trim_end().to_owned();
        let crlf = input.replace('\n', "\r\n");
        let blank_lines = format!("\n \n{}\n\n \t\n", input.replace('\n', "\n\n"));
        let one_line = input.split_whitespace().collect::<Vec<_>>().join(" ");
        let one_a_line = input.split_whitespace().collect::<Vec<_>>().join("\n");
        let tabs = input.replace([' ', '\n'], "\t");
        for text in [no_last_end, crlf.clone(), crlf.trim_end().to_owned(), blank_lines, one_line, one_a_line, tabs] {
            assert_eq!(judge(problem, text.as_str()).ok(), answers, "{text:?}");
        }
        for nothing in ["", "\n", " \r\n\t\n"] {
            assert_eq!(judge(problem, nothing).ok(), "", "{nothing:?}");
        }
    }
}

#[test]
fn stones_are_as_if_played_out() {
    let mut random = Random(10404);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..400 {
        let stones = random.below(120);
        let mut takes: Vec<usize> = (0..1 + random.below(6)).map(|_| 1 + random.below(25)).collect();
        if !random.one_in(4) {
            // The problem says that 1 is among the numbers; without it a heap may be stuck, which is a loss as well.
            takes.push(1);
        }
        random.shuffle(&mut takes);
        let mut won = vec![false; stones + 1];
        for n in 1..=stones {
            won[n] = takes.iter().any(|&take| take <= n && !won[n - take]);
        }
        let takes_text: Vec<String> = takes.iter().map(usize::to_string).collect();
        let _ = writeln!(input, "{stones} {} {}", takes.len(), takes_text.join(" "));
        answers.push_str(if won[stones] { "Stan wins\n" } else { "Ollie wins\n" });
    }
    for winner in ["Stan wins", "Ollie wins"] {
        assert!(answers.matches(winner).count() > 100, "cases of both kinds");
    }
    assert_eq!(judge("uva10404", input).ok(), answers);
}

/// Whether the player to move wins with chips on these positions, by trying every move.
fn chips_win(rows: &[Vec<usize>], chips: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut sorted = chips.to_vec();
    sorted.sort_unstable();
    if let Some(&won) = known.get(&sorted) {
        return won;
    }
    let mut won = false;
    for (i, &at) in sorted.iter().enumerate() {
        for &to in &rows[at] {
            let mut after = sorted.clone();
            after[i] = to;
            won |= !chips_win(rows, &after, known);
        }
    }
    known.insert(sorted, won);
    won
}

#[test]
fn chips_are_as_if_played_out() {
    let mut random = Random(2425);
    let (mut input, mut answers) = (String::new(), String::new());
    for _ in 0..150 {
        let n = 1 + random.below(7);
        // Moves go down in a random order of the positions, so that there is no cycle.
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        let mut rows = vec![Vec::new(); n];
        for high in 0..n {
            for low in 0..high {
                if random.one_in(2) {
                    rows[order[high]].push(order[low]);
                }
            }
        }
        let _ = writeln!(input, "{n}");
        for row in &rows {
            let row: Vec<String> = [row.len()].iter().chain(row).map(usize::to_string).collect();
            let _ = writeln!(input, "{}", row.join(" "));
        }
        let mut known = HashMap::new();
        for _ in 0..random.below(8) {
            let chips: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(n)).collect();
            answers.push_str(if chips_win(&rows, &chips, &mut known) { "WIN\n" } else { "LOSE\n" });
            let query: Vec<String> = [chips.len()].iter().chain(&chips).map(usize::to_string).collect();
            let _ = writeln!(input, "{}", query.join(" "));
        }
        let _ = writeln!(input, "0");
    }
    for result in ["WIN", "LOSE"] {
        assert!(answers.matches(result).count() > 80, "queries of both kinds");
    }
    assert_eq!(judge("poj2425", input).ok(), answers);
}

#[test]
fn numbers_may_be_large() {
    // Taking up to m stones, so that the heaps lost are the multiples of m + 1.
    let list = |m: usize| (1..=m).map(|take| take.to_string()).collect::<Vec<_>>().join(" ");
    let input =
        format!("999999999999999999 3 {}\n18446744073709551615 2 {}\n7 1 18446744073709551615\n", list(3), list(2));
    assert_eq!(judge("uva10404", input).ok(), "Stan wins\nOllie wins\nOllie wins\n");
    // A chain of 100,000 positions, whose lost ones are an even number of moves from its end.
    let mut chain = String::from("100000\n");
    for v in 1..100_000 {
        let _ = writeln!(chain, "1 {v}");
    }
    chain.push_str("0\n1 0\n1 1\n2 0 1\n2 0 2\n0\n");
    assert_eq!(judge("poj2425", chain).ok(), "WIN\nLOSE\nWIN\nLOSE\n");
}

#[test]
fn wrong_stones_are_said_after_the_answers() {
    goes_wrong("uva10404", "20 3 1 3 8\n22 3 1 x 8\n", "Stan wins\n", 2, &["`x`", "number"]);
    goes_wrong("uva10404", "20 3 1 3 8\r\n\r\n22 3 1 3\r\n-8\r\n", "Stan wins\n", 4, &["`-8`", "number"]);
    goes_wrong("uva10404", "20 3 1 3 8\n22 3 1 3", "Stan wins\n", 2, &["ends"]);
    goes_wrong("uva10404", "20 3 1 3 8\n22\n", "Stan wins\n", 2, &["ends"]);
    goes_wrong("uva10404", "20 3 1 3 8 22 3 1\n0 8", "Stan wins\n", 2, &[" 0"]);
    goes_wrong("uva10404", "20 3 1 3 8\n22 0\n", "Stan wins\n", 2, &[" 0"]);
    goes_wrong("uva10404", "18446744073709551616 1 1\n", "", 1, &["2^64"]);
    goes_wrong("uva10404", "20 3 1 3 8x\n", "", 1, &["`x`"]);
    goes_wrong("uva10404", "1.5 1 1\n", "", 1, &["`.5`"]);
    goes_wrong("uva10404", "+5 1 1\n", "", 1, &["`+5`"]);
}

#[test]
fn wrong_chips_are_said_after_the_answers() {
    let first = "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n";
    goes_wrong("poj2425", format!("{first}2\n1 2\n0\n0\n"), "WIN\nWIN\n", 10, &["position", " 2"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n1 5\n0\n"), "WIN\nWIN\nWIN\n", 13, &["position", " 5"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n1 x\n0\n"), "WIN\nWIN\nWIN\n", 13, &["`x`"]);
    goes_wrong("poj2425", format!("{first}2\n3 1\n0\n0\n"), "WIN\nWIN\n", 10, &["moves", " 3"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n"), "WIN\nWIN\n", 10, &["ends"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n"), "WIN\nWIN\nWIN\n", 12, &["ends"]);
    goes_wrong("poj2425", format!("{first}0\n"), "WIN\nWIN\n", 9, &[" 0"]);
    // A cycle has no Grundy value; what does not reach it has one all the same.
    goes_wrong("poj2425", "3\n1 1\n1 0\n0\n1 2\n1 0\n0\n", "LOSE\n", 6, &["cycle"]);
}

#[test]
fn the_list_names_every_problem() {
    let list = grundy(&["judge", "--list"]).ok();
    let names: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(["uva10404", "poj2425"].iter().all(|name| names.contains(name)), "{list}");

    let object = json(&grundy(&["judge", "--list", "--json"]).ok());
    let problems = object["problems"].as_array().unwrap();
    assert_eq!(problems.iter().map(|p| p["name"].as_str().unwrap()).collect::<Vec<_>>(), names);
    for problem in problems {
        for key in ["title", "source", "rule"] {
            assert!(problem[key].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
        }
    }
    for name in names {
        assert_eq!(judge(name, "").ok(), "", "every problem listed is there");
    }
}

#[test]
fn problems_that_do_not_exist_are_refused() {
    says(&judge("uva10440", STONES).refused(), &["`uva10440`", "`uva10404`", "--list"]);
    says(&judge("poj2524", CHESS).refused(), &["`poj2524`", "--list"]);
    says(&judge("", "").refused(), &["--list"]);
    says(&grundy(&["judge"]).refused(), &["PROBLEM"]);
    says(&grundy(&["judge", "uva10404", "poj2425"]).refused(), &["poj2425"]);
}
