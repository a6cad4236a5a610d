//! `grundy judge --check`: the first answer of a user's program that differs, with its case; and random inputs of small cases.

use crate::common::{Ran, Scratch, grundy, grundy_reading, says};

/// Compares a file of answers, called FILE in what is returned.
fn check(problem: &str, input: &str, mine: &str) -> Ran {
    let file = Scratch::new(mine);
    let mut ran = grundy_reading(&["judge", problem, "--check", file.path()], input);
    ran.stdout = ran.stdout.replace(file.path(), "FILE");
    ran.stderr = ran.stderr.replace(file.path(), "FILE");
    ran
}

const PROBLEMS: [&str; 14] = [
    "uva10404",
    "la2321",
    "hdu1846",
    "hdu1847",
    "hdu1848",
    "hdu1850",
    "hdu1907",
    "hdu2147",
    "hdu2149",
    "hdu2188",
    "poj1067",
    "poj2425",
    "zoj3529",
    "game-of-stones-1",
];

/// For each answer of a random input in turn: if it alone is wrong, it is named, and the input shown with it has this answer.
#[test]
fn the_case_of_each_wrong_answer_is_found() {
    for problem in PROBLEMS {
        let input = grundy(&["judge", problem, "--random", "6", "--seed", "3", "--max", "9"]).ok();
        let right = grundy_reading(&["judge", problem], input.as_str()).ok();
        let ran = check(problem, &input, &right.replace('\n', " \r\n"));
        let answers = right.lines().count();
        assert_eq!(ran.stdout, format!("{problem}: all {answers} answers of FILE are right\n"), "{ran}");
        let mut before = 0;
        for wrong in 0..answers.min(6) {
            let mine = |(i, line): (usize, &str)| if i >= wrong { "?".to_owned() } else { line.to_owned() };
            let mine: Vec<String> = right.lines().enumerate().map(mine).collect();
            let ran = check(problem, &input, &mine.join("\n"));
            assert_eq!(ran.status, Some(1), "{ran}");
            let answer = right.lines().nth(wrong).unwrap();
            let head = format!("case {}: `?`, the right answer is `{answer}`\nits input, from line ", wrong + 1);
            assert!(ran.stdout.starts_with(&head), "{ran}");
            says(&ran.stderr, &[&format!("{} of {answers} answers of FILE differ", answers - wrong)]);
            // The cases follow one another in the input.
            let line: usize = ran.stdout[head.len()..].split(':').next().unwrap().parse().unwrap();
            let shown: Vec<&str> = ran.stdout.lines().skip(2).map_while(|line| line.strip_prefix("  ")).collect();
            assert!(line > before || wrong == 0, "{ran}");
            if !shown.last().unwrap().starts_with("... and") {
                let there: Vec<&str> = input.lines().skip(line - 1).take(shown.len()).collect();
                assert_eq!(there, shown, "{problem} {wrong}: {input}");
                before = line + shown.len() - 1;
            }
        }
    }
}

#[test]
fn a_case_is_shown_with_its_input() {
    let ran = check("hdu1848", "1 1 1\n1 4 1\n5 5\n 9\n0 0 0\n", "Fibo\nNacci\nNacci\n");
    let case = "case 3: `Nacci`, the right answer is `Fibo`\nits input, from line 3:\n  5 5\n   9\n";
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), case), "{ran}");
    assert_eq!(ran.stderr, "wrong: 1 of 3 answers of FILE differ\n");
    // Too few and too many answers.
    let ran = check("game-of-stones-1", "2\n1\n2\n", "Second\n");
    says(&ran.stdout, &["case 2: FILE ends before it, the right answer is `First`", "from line 3:\n  2\n"]);
    let ran = check("game-of-stones-1", "2\n1\n2\n", "Second\nFirst\nFirst\n");
    assert_eq!(ran.stderr, "wrong: FILE has 1 line after the last of the 2 answers\n");
    assert_eq!(ran.status, Some(1));
    // A long case is cut.
    let long: Vec<String> = (0..40).map(|_| "1".to_owned()).collect();
    let ran = check("zoj3529", &format!("40\n{}\n", long.join("\n")), "x\n");
    says(&ran.stdout, &["  40\n  1\n", "  ... and 29 lines more\n"]);
    // The end of long answers.
    let right: Vec<String> = (1..=1099).map(|bid| bid.to_string()).collect();
    let ran = check("hdu2149", "1 1099\n", &right[..1098].join(" "));
    says(&ran.stdout, &["1097 1098`, the right answer is `...", "1097 1098 1099`\n"]);
    let ran = check("hdu2149", "1 1099\n", &right.join(" ").replace(" 251 252 ", " 251 253 "));
    says(&ran.stdout, &["case 1: `...", " 251 253 253 ", "...`, the right answer is `...", " 251 252 253 "]);
    // Wrong input is an error as without --check, but no cases before it are answered.
    let ran = check("hdu1848", "1 x 1\n", "Fibo\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    says(&ran.stderr, &["standard input:1: `x`", "= `grundy judge hdu1848 --explain`"]);
    // An input that goes on after its last case.
    let ran = check("hdu1846", "1\n23 2\n\n4 3\n", "first\nsecond\n");
    says(
        &ran.stderr,
        &["note: standard input:4: the input goes on", "wrong: FILE has 1 line after the last of the 1 answers"],
    );
    says(&grundy(&["judge", "hdu1848", "--check", "/no/such"]).refused(), &["/no/such", "output of your program"]);
    says(&grundy(&["judge", "hdu1848", "--check", "a", "--random", "1"]).refused(), &["--check", "--random"]);
}

/// A query is shown with its graph, of which it is a part.
#[test]
fn a_query_is_shown_with_its_graph() {
    let input = "2\n1 1\n0\n1 0\n1 1\n1 1\n0\n\n1\n0\n1 0\n0\n";
    for (mine, shown) in [
        (
            "LOSE\nLOSE\nLOSE\nLOSE\n",
            "case 1: `LOSE`, the right answer is `WIN`\nits input, from line 4:\n  1 0\nits graph, from line 1:\n  2\n  1 1\n  0\n",
        ),
        (
            "WIN\nLOSE\nWIN\nLOSE\n",
            "case 3: `WIN`, the right answer is `LOSE`\nits input, from line 6:\n  1 1\nits graph, from line 1:\n  2\n  1 1\n  0\n",
        ),
        (
            "WIN\nLOSE\nLOSE\nWIN\n",
            "case 4: `WIN`, the right answer is `LOSE`\nits input, from line 11:\n  1 0\nits graph, from line 9:\n  1\n  0\n",
        ),
    ] {
        assert_eq!(check("poj2425", input, mine).stdout, shown);
    }
    // A graph of many lines is cut, the query is not.
    let chain: String = (1..30).map(|to| format!("1 {to}\n")).collect();
    let ran = check("poj2425", &format!("30\n{chain}0\n1 28\n1 29\n0\n"), "LOSE\nLOSE\n");
    says(
        &ran.stdout,
        &["its input, from line 32:\n  1 28\nits graph, from line 1:\n  30\n  1 1\n", "  ... and 19 lines more\n"],
    );
}

#[test]
fn sizes_of_random_inputs_can_be_small() {
    for problem in PROBLEMS.into_iter().filter(|problem| *problem != "la2321") {
        let input = grundy(&["judge", problem, "--random", "20", "--max", "7"]).ok();
        let largest = input.split_whitespace().map(|n| n.parse::<u64>().unwrap()).max().unwrap();
        // Beside sizes there are the number of cases, and that of chips.
        assert!(largest <= 20, "{problem}: {largest}");
        grundy_reading(&["judge", problem], input).ok();
    }
    assert!(grundy(&["judge", "zoj3529", "--random", "1000", "--max", "10"]).ok().len() < 100_000);
    says(&grundy(&["judge", "hdu1848", "--random", "1", "--max", "0"]).refused(), &["--max", "0"]);
    says(&grundy(&["judge", "hdu1848", "--max", "5"]).refused(), &["--random"]);
}

#[test]
fn an_input_without_cases_is_refused() {
    for (problem, input) in [("hdu1846", "0\n"), ("poj2425", "2\n1 1\n0\n0\n")] {
        says(&check(problem, input, "").refused(), &["the cases on standard input have no answers", "--explain"]);
    }
    for input in ["", " \n\n"] {
        says(&check("hdu1848", input, "").refused(), &["standard input has no cases", "--explain"]);
    }
}
