//! `grundy sequence`: text and formats to the byte, first terms from the literature, rejected input.

use crate::common::{Scratch, grundy, says};

/// The terms in `reference/sequences.md`, from heap 0 on; comments give the number of the OEIS where it has the sequence.
const FIRST_TERMS: [(&str, &str); 9] = [
    ("subtraction:1,3,4", "0 1 0 1 2 3 2 0 1 0 1 2 3 2"),
    // A002186
    ("octal:0.77", "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4"),
    ("octal:0.07", "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0"),
    // A002187
    ("octal:0.137", "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5"),
    // A046695
    ("octal:0.6", "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1"),
    ("octal:0.007", "0 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3 3 3 2 2 2 4 4 0 5 5"),
    ("octal:0.16", "0 1 0 0 1 2 2 1 4 0 1 4 2 1 4 0 1 4 2 1 4 2 1 0"),
    // A002188
    ("grundys-game", "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2"),
    // A014586
    ("subtraction:squares", "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5"),
];

#[test]
fn first_terms() {
    let named = [("kayles", 1), ("dawsons-kayles", 2), ("dawsons-chess", 3), ("officers", 4), ("treblecross", 5)];
    let named = named.map(|(name, row)| (name, FIRST_TERMS[row].1));
    for (game, terms) in FIRST_TERMS.into_iter().chain(named) {
        let lines: Vec<String> = terms.split(' ').enumerate().map(|(n, value)| format!("{n} {value}\n")).collect();
        let to = (lines.len() - 1).to_string();
        assert_eq!(grundy(&["sequence", game, "--to", &to, "--format", "bfile"]).ok(), lines.concat(), "{game}");
    }
}

/// The zeros of Officers, A046695, in `reference/sequences.md`.
#[test]
fn zeros_of_officers() {
    let text = grundy(&["sequence", "officers", "--to", "408", "--format", "bfile"]).ok();
    let zeros: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix(" 0")).collect();
    assert_eq!(zeros.join(" "), "0 1 4 12 20 30 46 72 98 124 150 176 314 408");
}

#[test]
fn kayles_as_text() {
    assert_eq!(
        grundy(&["sequence", "kayles", "--to", "6"]).ok(),
        "\
n     Grundy  winning moves
0  P       0
1  N       1  take 1 from 1
2  N       2  take 2 from 2
3  N       3  take 1 from 3, leave 1 1
4  N       1  take 2 from 4, leave 1 1
5  N       4  take 1 from 5, leave 2 2
6  N       3  take 1 from 6, leave 1 4; take 2 from 6, leave 2 2

Grundy values: period 12 from 71, proved
0: 0 1 2 3 1 4 3
"
    );
}

#[test]
fn kayles_as_csv_and_json() {
    assert_eq!(
        grundy(&["sequence", "kayles", "--to", "4", "--format", "csv"]).ok(),
        "\
n,value,grundy,winning_moves
0,loss,0,
1,win,1,take 1 from 1
2,win,2,take 2 from 2
3,win,3,\"take 1 from 3, leave 1 1\"
4,win,1,\"take 2 from 4, leave 1 1\"
"
    );
    let json = grundy(&["sequence", "kayles", "--to", "2", "--format", "json"]).ok();
    assert_eq!(
        json,
        concat!(
            r#"{"schema":"grundy/sequence/1","game":"kayles","play":"normal","period":12,"preperiod":71,"saltus":0,"terms":["#,
            r#"{"n":0,"value":"loss","grundy":0,"winning_moves":[]},"#,
            r#"{"n":1,"value":"win","grundy":1,"winning_moves":["take 1 from 1"]},"#,
            r#"{"n":2,"value":"win","grundy":2,"winning_moves":["take 2 from 2"]}]}"#,
            "\n"
        )
    );
    assert_eq!(grundy(&["sequence", "kayles", "--to", "2", "--json"]).ok(), json);
}

#[test]
fn text_is_folded_by_the_period() {
    let text = grundy(&["sequence", "subtraction:1,3,4", "--to", "20"]).ok();
    let folded = text.split("folded by the period: ").nth(1).expect("a folded table");
    assert_eq!(
        folded,
        "\
period 7 from 0, proved
 0: 0 1 0 1 2 3 2 0 1 0 1 2 3 2
14: 0 1 0 1 2 3 2
"
    );
}

#[test]
fn cold_pairs_of_wythoff() {
    // The pairs are from docs/theory/wythoff.md.
    let pairs = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)];
    let rows = |row: &dyn Fn(usize, (u64, u64)) -> String| -> String {
        pairs.into_iter().enumerate().map(|(k, pair)| row(k, pair)).collect()
    };
    let run = |format: &str| grundy(&["sequence", "wythoff", "--to", "9", "--format", format]).ok();
    assert_eq!(run("bfile"), rows(&|k, (a, _)| format!("{k} {a}\n")));
    assert_eq!(run("csv"), "index,smaller,larger\n".to_owned() + &rows(&|k, (a, b)| format!("{k},{a},{b}\n")));
    let text = run("text");
    assert!(text.ends_with(&rows(&|k, (a, b)| format!("{k:>5}  {a:>7}  {b:>6}\n"))), "{text}");
    says(&text, &["cold pairs", "loses"]);
    let json = grundy(&["sequence", "wythoff", "--to", "9", "--json"]).json();
    for (k, (a, b)) in pairs.into_iter().enumerate() {
        assert_eq!(json["cold_pairs"][k], serde_json::json!({"index": k, "smaller": a, "larger": b}));
    }
}

#[test]
fn numbers_of_the_divisor_game_begin_at_1() {
    let run = |format| grundy(&["sequence", "divisor", "--to", "12", "--format", format]).ok();
    assert_eq!(run("bfile"), "1 0\n2 1\n3 1\n4 2\n5 1\n6 2\n7 1\n8 3\n9 2\n10 2\n11 1\n12 3\n");
    assert!(run("csv").ends_with("12,win,3,12 to 1\n"));
}

#[test]
fn misere_play_has_no_grundy_values() {
    // The lost heaps are 1 4 9 12 20, see `reference/sequences.md`.
    let text = grundy(&["sequence", "kayles", "--to", "20", "--misere"]).ok();
    let lost: Vec<&str> = text.lines().filter(|line| line.contains("  P  ")).map(|l| l[..2].trim()).collect();
    assert_eq!(lost, ["1", "4", "9", "12", "20"], "{text}");
    let json = grundy(&["sequence", "kayles", "--to", "4", "--misere", "--json"]).json();
    assert_eq!(json["play"], "misere");
    assert!(json["terms"].as_array().unwrap().iter().all(|t| t["grundy"].is_null()), "{json}");
}

#[test]
fn what_is_no_sequence_is_refused() {
    says(&grundy(&["sequence", "tictactoe", "--to", "3"]).refused(), &["tictactoe", "single heaps"]);
    says(
        &grundy(&["sequence", "kayles", "--to", "3", "--format", "bfile", "--misere"]).refused(),
        &["Grundy", "--format", "--misere"],
    );
    says(&grundy(&["sequence", "kayles"]).refused(), &["--to"]);
    says(&grundy(&["sequence", "kayls", "--to", "3"]).refused(), &["`kayles`", "^"]);
    says(&grundy(&["sequence", "kayles", "--to", "-3"]).refused(), &["-3"]);
    // The advice helps: without --misere there is a sequence, or it is not named.
    for (game, help) in
        [("wythoff", "leave out --misere"), ("moore:2", "sequences are those of"), ("king", "sequences are those of")]
    {
        let refused = grundy(&["sequence", game, "--to", "3", "--misere"]).refused();
        says(&refused, &[help]);
        assert_eq!(refused.contains("--misere"), grundy(&["sequence", game, "--to", "3"]).status == Some(0), "{game}");
    }
    says(&grundy(&["sequence", "kayles", "--to", "3", "--format", "xml"]).refused(), &["xml", "bfile"]);
}

/// Rows that are written as they are found take no memory. A list that must be complete before it is written is limited.
#[test]
fn a_list_without_end_is_bounded_in_memory_and_time() {
    let last = u64::MAX.to_string();
    for (game, format) in
        [("nim", "text"), ("nim", "json"), ("kayles", "text"), ("kayles", "json"), ("wythoff", "json")]
    {
        let message = grundy(&["sequence", game, "--to", &last, "--format", format]).limited();
        says(&message, &["rows take", "are allowed", "--to", "--memory", "--format csv"]);
    }
    // The texts of the moves are counted too.
    let many = ["sequence", "subtraction:1..500", "--to", "20000", "--json", "--memory", "2M"];
    says(&grundy(&many).limited(), &["rows take", "2.0 MiB are allowed"]);
    for (game, format) in [("nim", "csv"), ("kayles", "bfile"), ("wythoff", "csv"), ("wythoff", "text")] {
        let ran = grundy(&["sequence", game, "--to", &last, "--format", format, "--time", "0.3"]);
        assert_eq!(ran.status, Some(3), "{game} {format}");
        says(&ran.stderr, &["time was up"]);
        assert!(ran.stdout.lines().count() > 100, "{game} {format}");
    }
}

#[test]
fn values_are_compared_with_a_b_file() {
    let folder = crate::common::folder();
    let path = folder.path().join("b.txt");
    let file = path.to_str().unwrap();
    let terms = grundy(&["sequence", "kayles", "--to", "300", "--format", "bfile"]).ok();
    std::fs::write(&path, format!("# A002186\n\n{terms}")).unwrap();
    let ran = grundy(&["sequence", "kayles", "--compare", file]);
    assert_eq!(ran.ok(), format!("kayles: all 301 terms of {file} up to n = 300 are equal\n"));
    // The comparison goes only as far as `--to`.
    std::fs::write(&path, terms.replace("\n300 ", "\n300 9")).unwrap();
    assert_eq!(grundy(&["sequence", "kayles", "--compare", file, "--to", "299"]).status, Some(0));
    let ran = grundy(&["sequence", "kayles", "--compare", file]);
    assert_eq!(ran.status, Some(1), "{ran}");
    assert!(ran.stdout.starts_with("n = 300: ") && ran.stderr.contains("1 of 301 terms"), "{ran}");
    std::fs::write(&path, "0 0\n1 1\n2 3\n3 4\n4 6\n").unwrap();
    assert_eq!(grundy(&["sequence", "wythoff", "--compare", file]).status, Some(0));
    for (text, words) in [
        ("", "no terms"),
        ("0 0\n0\n", "is not an index and a value"),
        ("0, x\n", ":1: `x`"),
        ("0 x\n", ":1:"),
        ("1 -1\n", ":1:"),
    ] {
        std::fs::write(&path, text).unwrap();
        says(&grundy(&["sequence", "kayles", "--compare", file]).refused(), &[words]);
    }
    says(&grundy(&["sequence", "kayles", "--compare", "/no/such"]).refused(), &["no such file"]);
}

/// Each heap is solved only once, not again for every larger heap: the second run has eight times as many.
#[cfg(feature = "rules")]
#[test]
fn heaps_of_a_rules_file_are_solved_in_blocks() {
    let folder = crate::common::folder();
    let path = folder.path().join("dawson.star");
    std::fs::write(&path, "def initial(): return 10\ndef moves(n): return [n - k for k in [1, 3, 4] if k <= n]\n")
        .unwrap();
    let rules = grundy(&["sequence", path.to_str().unwrap(), "--to", "20000", "--format", "bfile"]).ok();
    assert_eq!(rules, grundy(&["sequence", "subtraction:1,3,4", "--to", "20000", "--format", "bfile"]).ok());
}

/// Heaps that are searched, since their positions are endless or too many, have their winning moves too.
#[cfg(feature = "rules")]
#[test]
fn heaps_of_a_rules_file_are_searched() {
    let folder = crate::common::folder();
    let write = |name: &str, rules: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, rules).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let endless =
        write("endless.star", "def initial(): return 5\ndef moves(n): return [n + 1, n - 1, 0] if n > 0 else []\n");
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let winning = |path: &str, args: &[&str]| {
        let text = grundy(&[&["sequence", path, "--format", "csv"], args].concat()).ok();
        let row = |row: &String| row.split(',').take(2).collect::<Vec<_>>().join(" ");
        rows(&text).iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(winning(&endless, &["--to", "3"]), ["0 loss", "1 win", "2 win", "3 win"]);
    let finite =
        write("finite.star", "def initial(): return 10\ndef moves(s): return [s - k for k in (1, 2) if k <= s]\n");
    let all = ["--to", "10"];
    assert_eq!(winning(&finite, &[&all[..], &["--max-positions", "3"]].concat()), winning(&finite, &all));
    // There is no Grundy value of what was searched.
    let limited = ["sequence", &finite, "--to", "10", "--max-positions", "3", "--format", "bfile"];
    let ran = grundy(&limited);
    assert_eq!(ran.status, Some(3), "{ran}");
    says(&ran.stderr, &["limit: heap ", "Grundy value not known", "larger limits may help"]);
}

/// A list has the values from index 0 on, in any number of lines; the first heap that differs is named.
#[test]
fn values_are_compared_with_a_list() {
    let compare = |game: &str, text: &str| {
        let file = Scratch::new(text);
        let ran = grundy(&["sequence", game, "--compare", file.path()]);
        (ran.status, ran.stdout.replace(file.path(), "FILE"), ran.stderr.replace(file.path(), "FILE"))
    };
    let equal = |n| {
        (Some(0), format!("subtraction:1,3,4: all {} terms of FILE up to n = {n} are equal\n", n + 1), String::new())
    };
    let game = "subtraction:1,3,4";
    assert_eq!(compare(game, "0, 1, 0, 1, 2, 3, 2, 0"), equal(7));
    assert_eq!(compare(game, "# values\n0 1 0\n\n1 2 3 # and so on\n2\n"), equal(6));
    assert_eq!(compare(game, "0\n1\n0\n"), equal(2));
    assert_eq!(compare(game, "[0, 1, 0,\n 1]\n"), equal(3));
    let (status, stdout, stderr) = compare(game, "0 1 0 1 2 2 2 0 0");
    assert_eq!((status, stdout.as_str()), (Some(1), "n = 5: 3, the file has 2\nn = 8: 1, the file has 0\n"));
    says(&stderr, &["2 of 9 terms", "the first at n = 5"]);
}
