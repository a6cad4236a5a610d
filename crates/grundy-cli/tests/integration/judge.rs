//! `grundy judge`: the problems' published samples to the byte, unusual and wrong input, the list and the explanations.

use crate::common::{grundy, grundy_reading, json, says};
use std::fmt::Write as _;

fn judge(problem: &str, input: impl Into<Vec<u8>>) -> crate::common::Ran {
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

/// Each problem with its published sample.
const SAMPLES: [(&str, &str, &str); 14] = [
    ("uva10404", STONES, STONES_ANSWERS),
    ("la2321", "3\n2001 11 3\n2001 11 2\n2001 10 3\n", "YES\nNO\nNO\n"),
    ("hdu1846", "2\n23 2\n4 3\n", "first\nsecond\n"),
    ("hdu1847", "1\n3\n", "Kiki\nCici\n"),
    ("hdu1848", "1 1 1\n1 4 1\n0 0 0\n", "Fibo\nNacci\n"),
    ("hdu1850", "3\n5 7 9\n0\n", "1\n"),
    ("hdu2147", "5 3\n5 4\n6 6\n0 0\n", "What a pity!\nWonderful!\nWonderful!\n"),
    ("hdu2149", "4 2\n3 2\n3 5\n", "1\nnone\n3 4 5\n"),
    ("hdu2188", "2\n8 10\n11 10\n", "Grass\nRabbit\n"),
    ("poj1067", "2 1\n8 4\n4 7\n", "0\n1\n0\n"),
    ("poj2425", CHESS, CHESS_ANSWERS),
    ("zoj3529", "4\n5 7 9 12\n4\n41503 15991 72 16057\n", "Test #1: Alice 1\nTest #2: Bob\n"),
    ("hdu1907", "2\n3\n3 5 1\n1\n1\n", "John\nBrother\n"),
    ("game-of-stones-1", "8\n1\n2\n3\n4\n5\n6\n7\n10\n", "Second\nFirst\nFirst\nFirst\nFirst\nFirst\nSecond\nFirst\n"),
];

#[test]
fn the_published_samples() {
    for (problem, input, answers) in SAMPLES {
        assert_eq!(judge(problem, input).ok(), answers, "{problem}");
    }
}

/// Some editors begin a file with a byte order mark. Elsewhere it is no number.
#[test]
fn a_byte_order_mark_begins_a_file() {
    let plain = judge("hdu1847", "5 6\n").ok();
    assert_eq!(judge("hdu1847", "\u{feff}5 6\n").ok(), plain);
    assert_eq!(judge("hdu1847", "\u{feff}").ok(), "");
    assert_eq!(judge("hdu1847", "5 \u{feff}6\n").status, Some(2));
    judge("hdu1847", "\u{feff}\u{feff}5\n").refused();
}

#[test]
fn white_space_is_any() {
    for (problem, input, answers) in SAMPLES {
        let no_last_end = input.trim_end().to_owned();
        let crlf = input.replace('\n', "\r\n");
        let blank_lines = format!("\n \n{}\n\n \t\n", input.replace('\n', "\n\n"));
        let one_line = input.split_whitespace().collect::<Vec<_>>().join(" ");
        let one_a_line = input.split_whitespace().collect::<Vec<_>>().join("\n");
        let tabs = input.replace([' ', '\n'], "\t");
        let other = input.replace(' ', "\x0b").replace('\n', "\x0c");
        let zeros = input.split_whitespace().map(|n| format!("000{n} ")).collect::<String>();
        for text in [
            no_last_end,
            crlf.clone(),
            crlf.trim_end().to_owned(),
            blank_lines,
            one_line,
            one_a_line,
            tabs,
            other,
            zeros,
        ] {
            assert_eq!(judge(problem, text.as_str()).ok(), answers, "{problem} {text:?}");
        }
        for nothing in ["", "\n", " \r\n\t\n"] {
            assert_eq!(judge(problem, nothing).ok(), "", "{problem} {nothing:?}");
        }
    }
}

#[test]
fn cases_may_end_without_their_mark() {
    for (problem, mark) in [("hdu1848", "0 0 0\n"), ("hdu1850", "0\n"), ("hdu2147", "0 0\n")] {
        let (_, input, answers) = SAMPLES.iter().find(|sample| sample.0 == problem).unwrap();
        assert_eq!(judge(problem, input.strip_suffix(mark).unwrap()).ok(), *answers, "{problem}");
        assert_eq!(judge(problem, mark).ok(), "", "{problem}");
    }
    for problem in ["la2321", "hdu1846", "hdu2188", "hdu1907", "game-of-stones-1"] {
        assert_eq!(judge(problem, "0").ok(), "", "{problem}");
    }
}

#[test]
fn empty_heaps_and_the_largest_numbers() {
    for (problem, input, answers) in [
        ("uva10404", "0 1 1\n1000000 1 1\n1000000 2 1 1000000\n", "Ollie wins\nOllie wins\nStan wins\n"),
        ("la2321", "4\n1900 1 1\n2001 11 4\n2000 2 29\n1999 12 31\n", "YES\nNO\nNO\nNO\n"),
        ("hdu1846", "3\n0 5\n1000 1000\n1000 999\n", "second\nfirst\nsecond\n"),
        ("hdu1847", "0\n1000\n999\n", "Cici\nKiki\nCici\n"),
        ("hdu1848", "0 1 0\n1000 1000 0\n0 0 0", "Fibo\nNacci\n"),
        ("hdu1850", "2\n0 0\n3\n1000000 0 0\n4\n3 3 3 0\n0\n", "0\n1\n3\n"),
        (
            "hdu2147",
            "1 1\n2000 2000\n1999 1999\n1999 2000\n0 0\n",
            "What a pity!\nWonderful!\nWhat a pity!\nWonderful!\n",
        ),
        ("hdu2149", "1099 1\n1 1099\n2 1\n1099 1098\n", &format!("1\n{}\nnone\nnone\n", list(1099))),
        ("hdu2188", "2\n10000 9999\n1 10000\n", "Rabbit\nGrass\n"),
        (
            "poj1067",
            "0 0\n0 1000000000\n1000000000 1000000000\n618033988 999999999\n618033987 381966010\n618033988 1000000000\n0 1\n",
            "0\n1\n1\n0\n0\n1\n1\n",
        ),
        (
            "zoj3529",
            "1\n1\n1\n5000000\n2\n4194304 4999999\n3 1 1 4999999\n0\n",
            "Test #1: Bob\nTest #2: Alice 1\nTest #3: Alice 1\nTest #4: Alice 3\nTest #5: Bob\n",
        ),
        ("hdu1907", "4\n1\n0\n2\n1 1\n3 1 1 1\n2 4747 4747\n", "John\nJohn\nBrother\nBrother\n"),
        ("game-of-stones-1", "3\n0\n100\n99\n", "Second\nFirst\nSecond\n"),
        ("poj2425", "1\n0\n1 0\n3 0 0 0\n0\n", "LOSE\nLOSE\n"),
    ] {
        assert_eq!(judge(problem, input).ok(), answers, "{problem}");
    }
}

/// The numbers from 1 to n.
fn list(n: usize) -> String {
    (1..=n).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_may_be_large() {
    // Taking up to m stones: the lost heaps are the multiples of m + 1.
    let input =
        format!("999999999999999999 3 {}\n18446744073709551615 2 {}\n7 1 18446744073709551615\n", list(3), list(2));
    assert_eq!(judge("uva10404", input).ok(), "Stan wins\nOllie wins\nOllie wins\n");
    // A chain of 100,000 positions; the lost ones are an even number of moves from its end.
    let mut chain = String::from("100000\n");
    for v in 1..100_000 {
        let _ = writeln!(chain, "1 {v}");
    }
    chain.push_str("0\n1 0\n1 1\n2 0 1\n2 0 2\n0\n");
    assert_eq!(judge("poj2425", chain).ok(), "WIN\nLOSE\nWIN\nLOSE\n");
}

#[test]
fn wrong_stones_are_reported_after_the_answers() {
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
fn wrong_chips_are_reported_after_the_answers() {
    let first = "4\n2 1 2\n0\n1 3\n0\n1 0\n2 0 2\n0\n";
    goes_wrong("poj2425", format!("{first}2\n1 2\n0\n0\n"), "WIN\nWIN\n", 10, &["position", " 2"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n1 5\n0\n"), "WIN\nWIN\nWIN\n", 13, &["position", " 5"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n1 x\n0\n"), "WIN\nWIN\nWIN\n", 13, &["`x`"]);
    goes_wrong("poj2425", format!("{first}2\n3 1\n0\n0\n"), "WIN\nWIN\n", 10, &["moves", " 3"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n"), "WIN\nWIN\n", 10, &["ends"]);
    goes_wrong("poj2425", format!("{first}2\n1 1\n0\n1 0\n"), "WIN\nWIN\nWIN\n", 12, &["ends"]);
    goes_wrong("poj2425", format!("{first}0\n"), "WIN\nWIN\n", 9, &[" 0"]);
    // A vertex that reaches a cycle has no Grundy value; other vertices still have one.
    goes_wrong("poj2425", "3\n1 1\n1 0\n0\n1 2\n1 0\n0\n", "LOSE\n", 6, &["cycle"]);
}

#[test]
fn errors_name_their_line() {
    goes_wrong("la2321", "2\n2001 11 3\n2001 2 29\n", "YES\n", 3, &["2001 2 29", "date"]);
    goes_wrong("la2321", "2\n2001 11 3\n2001 13 1\n", "YES\n", 3, &["month", "13"]);
    goes_wrong("la2321", "2\n2001 11 3\n2001 11 5\n", "YES\n", 3, &["2001 11 5", "2001-11-04"]);
    goes_wrong("la2321", "2\n2001 11 3\n1899 12 31\n", "YES\n", 3, &["year", "1899"]);
    goes_wrong("la2321", "2\n2001 11 3\n2001 11\n", "YES\n", 3, &["ends", "day"]);
    goes_wrong("hdu1846", "3\n23 2\n4 3\n", "first\nsecond\n", 3, &["ends"]);
    goes_wrong("hdu1846", "2\n23 2\n4 0\n", "first\n", 3, &[" 0", "1 at least"]);
    goes_wrong("hdu1847", "1\n2\nthree\n", "Kiki\nKiki\n", 3, &["`three`"]);
    goes_wrong("hdu1848", "1 1 1\n1 4\n", "Fibo\n", 2, &["ends", "heap"]);
    goes_wrong("hdu1850", "3\n5 7 9\n3\n5 7\n", "1\n", 4, &["ends", "heap"]);
    goes_wrong("hdu1850", "3\n5 7 9\n-1\n", "1\n", 3, &["`-1`"]);
    goes_wrong("hdu2147", "5 3\n5 0\n0 0\n", "What a pity!\n", 2, &["5 rows", "0 columns"]);
    goes_wrong("hdu2149", "4 2\n4 0\n", "1\n", 2, &["raise", " 0"]);
    goes_wrong("hdu2188", "2\n8 10\n8\n", "Grass\n", 3, &["ends"]);
    goes_wrong("poj1067", "2 1\n8 4\n7\n", "0\n1\n", 3, &["ends", "heap"]);
    goes_wrong("zoj3529", "1\n5\n2\n6 0\n", "Test #1: Alice 1\n", 4, &["number", " 0"]);
    goes_wrong("zoj3529", "1\n5\n2\n6\n", "Test #1: Alice 1\n", 4, &["ends"]);
    goes_wrong("hdu1907", "2\n1\n1\n2\n1 1e3\n", "Brother\n", 5, &["`e3`"]);
    goes_wrong("game-of-stones-1", "2\n1\n\u{ff11}\n", "Second\n", 3, &["`\u{ff11}`"]);
    goes_wrong("hdu1847", format!("3\n{}\n", "0".repeat(70_000)), "Cici\n", 2, &["65536 characters"]);
    // The help refers to the description of the format.
    says(&judge("hdu1847", "x").refused(), &["grundy judge hdu1847 --explain"]);
}

#[test]
fn what_follows_the_last_case_is_ignored_with_a_note() {
    for (problem, input, answers, line) in [
        ("hdu1846", "1\n23 2\n\n4 3\n", "first\n", 4),
        ("hdu1848", "1 1 1\n0 0 0\n1 4 1\n", "Fibo\n", 3),
        ("hdu1850", "3\n5 7 9\n0\nno number\n", "1\n", 4),
    ] {
        let ran = judge(problem, input);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), answers), "{ran}");
        let note = format!("note: standard input:{line}: the input goes on after its last case; the rest is ignored\n");
        assert_eq!(ran.stderr, note, "{problem}");
    }
    // White space after the last case does not count as input.
    assert_eq!(judge("hdu1846", "1\n23 2\n\n \n").stderr, "");
}

#[test]
fn a_problem_is_found_by_the_names_that_judges_have_for_it() {
    for (name, problem) in
        [("poj1082", "la2321"), ("POJ 1082", "la2321"), ("HDU1848", "hdu1848"), ("hdu-1527", "poj1067")]
    {
        let object = grundy(&["judge", name, "--explain", "--json"]).json();
        assert_eq!(object["name"], problem, "{name}");
    }
    assert_eq!(grundy(&["judge", "poj", "1082", "--explain", "--json"]).json()["name"], "la2321");
    says(&grundy(&["judge", "poj", "1"]).refused(), &["there is no problem called `poj 1`", "grundy judge --list"]);
    says(&grundy(&["judge", "poj", "10", "82"]).refused(), &["82"]);
}

#[test]
fn a_heap_that_theory_does_not_reach_is_a_limit() {
    let ran = judge("hdu1848", "1 1 1\n1 18446744073709551615 1\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), "Fibo\n"), "{ran}");
    assert!(ran.stderr.starts_with("limit: standard input:2: "), "{ran}");
    // More bids than are written; a price beyond the bids is solved.
    let ran = judge("hdu2149", "3000000 2000000\n1 1000001\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), "999999\n"), "{ran}");
    says(&ran.stderr, &["limit: standard input:2: all bids from 1 to 1000001 win"]);
    let ran = judge("uva10404", "10 1000001 1\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
}

#[test]
fn every_problem_is_explained() {
    for (name, ..) in SAMPLES {
        let text = grundy(&["judge", name, "--explain"]).ok();
        let object = grundy(&["judge", name, "--explain", "--json"]).json();
        assert_eq!((object["schema"].as_str(), object["name"].as_str()), (Some("grundy/problem/1"), Some(name)));
        let words: Vec<&str> = text.split_whitespace().collect();
        for key in ["title", "source", "rule", "input", "output", "theorem", "time", "memory"] {
            let stated = object[key].as_str().unwrap();
            let stated =
                if matches!(key, "title" | "source") { Vec::new() } else { stated.split_whitespace().collect() };
            assert!(stated.is_empty() || words.windows(stated.len()).any(|part| part == stated), "{key} in\n{text}");
        }
        for key in ["input", "output", "theorem", "time", "memory"] {
            assert!(text.lines().any(|line| line.starts_with(&format!("{key} "))), "{key} in\n{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
    says(&grundy(&["judge", "zoj3529", "--explain"]).ok(), &["prime factors", "Bouton 1901", "half a byte"]);
}

#[test]
fn random_inputs_are_the_seed_s() {
    for (name, ..) in SAMPLES {
        let input = |seed| grundy(&["judge", name, "--random", "12", "--seed", seed]).ok();
        let (first, same, other) = (input("7"), input("7"), input("8"));
        assert!(first == same && first != other, "{name}");
        assert_eq!(grundy(&["judge", name, "--random", "12"]).ok(), input("1"), "{name}");
        assert!(!judge(name, first).ok().is_empty(), "{name}");
        let nothing = grundy(&["judge", name, "--random", "0"]).ok();
        assert_eq!(judge(name, nothing).ok(), "", "{name}");
    }
    says(&grundy(&["judge", "hdu1846", "--seed", "7"]).refused(), &["--random"]);
    says(&grundy(&["judge", "hdu1846", "--random", "x"]).refused(), &["--random", "x"]);
    says(&grundy(&["judge", "hdu1846", "--random", "5", "--explain"]).refused(), &["--random", "--explain"]);
    says(&grundy(&["judge", "hdu1846", "--random", "5", "--json"]).refused(), &["--json"]);
    says(&grundy(&["judge", "hdu1864", "--random", "5"]).refused(), &["`hdu1864`", "`hdu1846`"]);
    says(&grundy(&["judge", "hdu1846", "--list"]).refused(), &["--list"]);
}

#[test]
fn the_list_names_every_problem() {
    let list = grundy(&["judge", "--list"]).ok();
    let names: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, SAMPLES.map(|sample| sample.0), "{list}");

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
