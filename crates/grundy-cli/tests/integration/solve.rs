//! `grundy solve` for one position: the answer as text and as JSON, to the byte.

use crate::common::{Ran, Scratch, grundy, json, program, run, says};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// The example of the interface's documentation, without its line breaks.
const SAMPLE: &str = concat!(
    r#"{"schema":"grundy/position/1","game":"subtraction:1,3,4","play":"normal","position":"20","#,
    r#""value":"win","remoteness":11,"grundy":2,"#,
    r#""moves":[{"move":"take 4","best":true,"value":"win","#,
    r#""after":{"position":"16","value":"loss","remoteness":10,"grundy":0}},"#,
    r#"{"move":"take 1","best":false,"value":"loss","#,
    r#""after":{"position":"19","value":"win","remoteness":11,"grundy":3}},"#,
    r#"{"move":"take 3","best":false,"value":"loss","#,
    r#""after":{"position":"17","value":"win","remoteness":9,"grundy":1}}],"#,
    r#""method":"period 7 from 0, proved","proved":true}"#,
    "\n"
);

#[test]
fn the_json_of_the_interface() {
    assert_eq!(grundy(&["solve", "subtraction:1,3,4", "20", "--json"]).ok(), SAMPLE);
}

#[test]
fn the_text_of_one_heap() {
    assert_eq!(
        grundy(&["solve", "subtraction:1,3,4", "20"]).ok(),
        "\
subtraction:1,3,4 20, normal play
win for the player to move, in 11 moves; Grundy value 2
found by: period 7 from 0, proved

  move    value  leads to  where the next player has  Grundy value
* take 4  win    16        loss in 10                            0
  take 1  loss   19        win in 11                             3
  take 3  loss   17        win in 9                              1
* best: keeps the value, by the quickest win or the longest defence
"
    );
}

#[test]
fn the_text_of_several_heaps_and_of_a_list_cut_short() {
    assert_eq!(
        grundy(&["solve", "nim", "5", "0", "3", "5", "--max-moves", "2"]).ok(),
        "\
nim 5 3 5, normal play
win for the player to move, in 11 moves; Grundy value 3
found by: Nim sum of the heaps (Bouton 1901)

  move           value  leads to  where the next player has  Grundy value
* take 3 from 3  win    5 5       loss in 10                            0
  take 1 from 5  loss   4 3 5     win in 11                             2
2 of 8 moves listed; --max-moves lists more
* best: keeps the value, by the quickest win or the longest defence
"
    );
}

#[test]
fn the_text_of_a_lost_position_under_misere_play() {
    let ran = grundy(&["solve", "nim", "1", "--misere"]);
    assert_eq!(ran.status, Some(0), "a lost position is not an error");
    assert_eq!(
        ran.ok(),
        "\
nim 1, misère play
loss for the player to move, in 1 move
found by: misère Nim (Bouton 1901)
note: no Grundy value: it belongs to normal play, and this is misère play

  move           value  leads to  where the next player has
* take 1 from 1  loss   0         win in 0
* best: keeps the value, by the quickest win or the longest defence
"
    );
}

#[test]
fn the_text_of_a_finished_game() {
    assert_eq!(
        grundy(&["solve", "nim", "0", "0"]).ok(),
        "\
nim 0, normal play
loss for the player to move, in 0 moves; Grundy value 0
found by: Nim sum of the heaps (Bouton 1901)

no moves: the game is over
"
    );
}

#[test]
fn tic_tac_toe_from_its_start() {
    assert_eq!(
        grundy(&["solve", "tictactoe"]).ok(),
        "\
tictactoe ........., normal play
draw for the player to move
found by: solving every position that can be reached
note: no Grundy value: the game is partizan, the two players do not have the same moves

  move  value  leads to   where the next player has
* a1    draw   X........  draw
* b1    draw   .X.......  draw
* c1    draw   ..X......  draw
* a2    draw   ...X.....  draw
* b2    draw   ....X....  draw
* c2    draw   .....X...  draw
* a3    draw   ......X..  draw
* b3    draw   .......X.  draw
* c3    draw   ........X  draw
* best: keeps the value
"
    );
    let answer = grundy(&["solve", "tictactoe", "--json"]).json();
    assert_eq!((&answer["value"], &answer["remoteness"]), (&Value::from("draw"), &Value::Null));
    assert_eq!(grundy(&["solve", "tictactoe", ".........", "--json"]).json(), answer);
}

#[test]
fn a_lost_position_is_no_error() {
    for (args, remoteness) in [(["nim", "7", "7"], 14), (["bash:3", "8", "0"], 4), (["calendar", "2001-11-02", ""], 2)]
    {
        let args: Vec<&str> = ["solve", "--json"].into_iter().chain(args).filter(|arg| !arg.is_empty()).collect();
        let answer = grundy(&args).json();
        assert_eq!((&answer["value"], &answer["remoteness"]), (&"loss".into(), &remoteness.into()), "{answer}");
    }
}

#[test]
fn misere_play_turns_the_end_round() {
    // The player who reaches the last date then loses, so 3 November is lost: the last date is its only option.
    for (args, normal, misere) in [
        (["nim", "1", "1"], "loss", "win"),
        (["nim", "2", "2"], "loss", "loss"),
        (["bachet:3", "5", "0"], "win", "loss"),
        (["subtraction:2,3", "1", "0"], "loss", "win"),
    ] {
        let args: Vec<&str> = ["solve", "--json"].into_iter().chain(args).collect();
        let answer = grundy(&args).json();
        assert_eq!((&answer["value"], &answer["play"]), (&normal.into(), &"normal".into()), "{answer}");
        let answer = grundy(&[&args[..], &["--misere"]].concat()).json();
        assert_eq!((&answer["value"], &answer["play"]), (&misere.into(), &"misere".into()), "{answer}");
        assert_eq!(answer["grundy"], Value::Null, "Grundy values are those of normal play");
        assert!(answer["notes"][0].is_string(), "{answer}");
    }
    assert_eq!(grundy(&["solve", "calendar", "2001-11-03", "--json"]).json()["value"], "win");
    assert_eq!(grundy(&["solve", "calendar", "2001-11-03", "--json", "--misere"]).json()["value"], "loss");
}

#[test]
fn misere_play_is_refused_where_it_would_change_nothing() {
    says(&grundy(&["solve", "tictactoe", "--misere"]).refused(), &["tictactoe", "misère", "--misere"]);
}

/// The texts of the moves, in order.
fn moves(answer: &Value) -> Vec<&str> {
    answer["moves"].as_array().expect("moves").iter().map(|m| m["move"].as_str().expect("text")).collect()
}

#[test]
fn the_text_of_a_move_is_the_interface_s() {
    let text = |args: &[&str]| moves(&grundy(&[&["solve", "--json"], args].concat()).json()).join("; ");
    assert_eq!(text(&["nim", "14", "--max-moves", "1"]), "take 14 from 14");
    assert_eq!(text(&["bash:3", "3"]), "take 3; take 1; take 2");
    assert_eq!(text(&["bash:2", "2", "1"]), "take 1 from 2; take 2 from 2; take 1 from 1");
    assert_eq!(text(&["subtraction:2", "3"]), "take 2");
    assert_eq!(text(&["subtraction:2", "3", "2"]), "take 2 from 3; take 2 from 2");
    assert_eq!(text(&["calendar", "1994-05-03"]), "to 1994-05-04; to 1994-06-03");
    assert_eq!(text(&["calendar", "1999-12-31"]), "to 2000-01-01; to 2000-01-31");
    // The same day of the next month if it exists, and no date after the end.
    assert_eq!(text(&["calendar", "1999-01-30"]), "to 1999-01-31");
    assert_eq!(text(&["calendar", "2001-10-31"]), "to 2001-11-01");
    assert_eq!(text(&["calendar", "2001-10-05"]), "to 2001-10-06");
    assert_eq!(text(&["calendar", "2001-10-04"]), "to 2001-11-04; to 2001-10-05");
    assert_eq!(text(&["tictactoe", "XOXOXO.XO"]), "a3");
}

#[test]
fn equal_heaps_give_equal_moves_and_empty_heaps_none() {
    let answer = grundy(&["solve", "nim", "0", "2", "2", "0", "2", "--json"]).json();
    assert_eq!(answer["position"], "2 2 2");
    assert_eq!(moves(&answer), ["take 2 from 2", "take 1 from 2"]);
    let after: Vec<_> = answer["moves"].as_array().unwrap().iter().map(|m| &m["after"]["position"]).collect();
    assert_eq!(after, ["2 2", "1 2 2"]);
}

#[test]
fn sets_are_read_as_stated() {
    let takes = |set: &str| {
        let answer = grundy(&["solve", &format!("subtraction:{set}"), "30", "--json"]).json();
        let mut takes: Vec<u64> = moves(&answer).iter().map(|m| m["take ".len()..].parse().unwrap()).collect();
        takes.sort_unstable();
        takes
    };
    assert_eq!(takes("7,1,7,3"), [1, 3, 7]);
    assert_eq!(takes("5..8,7..9,12"), [5, 6, 7, 8, 9, 12]);
    assert_eq!(takes("4..4"), [4]);
    assert_eq!(takes("powers-of-2"), [1, 2, 4, 8, 16]);
    assert_eq!(takes("fibonacci"), [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(takes("squares,2"), [1, 2, 4, 9, 16, 25]);
    assert_eq!(takes("primes"), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    let all_but: Vec<u64> = (1..=30).filter(|n| ![1, 2].contains(n) && !(10..=28).contains(n)).collect();
    assert_eq!(takes("all-but:1,2,10..28"), all_but);
}

#[test]
fn a_list_cut_short_begins_with_the_best_moves() {
    let whole = grundy(&["solve", "nim", "14", "21", "39", "--json"]).json();
    let all = whole["moves"].as_array().unwrap();
    assert_eq!(all.len(), 74);
    assert!(whole.get("moves_total").is_none(), "all are listed");
    let cut = grundy(&["solve", "nim", "14", "21", "39", "--json", "--max-moves", "3"]).json();
    assert_eq!(cut["moves"].as_array().unwrap()[..], all[..3]);
    assert_eq!(cut["moves_total"], 74);
    assert_eq!(cut["remoteness"], whole["remoteness"]);
    let full = grundy(&["solve", "nim", "14", "21", "39", "--json", "--max-moves", "74"]).json();
    assert_eq!(full, whole);
}

#[test]
fn a_thousand_moves_are_listed_by_default() {
    let answer = grundy(&["solve", "nim", "1000", "1", "--json"]).json();
    assert_eq!((moves(&answer).len(), &answer["moves_total"]), (1000, &Value::from(1001)));
    let answer = grundy(&["solve", "nim", "1000", "--json"]).json();
    assert_eq!((moves(&answer).len(), answer.get("moves_total")), (1000, None));
}

#[test]
fn enormous_heaps_are_answered_and_their_numbers_are_strings() {
    const HEAP: &str = "1000000000000000000";
    let answer = grundy(&["solve", "nim", HEAP, "--json", "--max-moves", "2"]).json();
    assert_eq!(answer["grundy"], HEAP);
    assert_eq!(answer["moves_total"], HEAP);
    assert_eq!(answer["remoteness"], Value::Null);
    assert!(answer["notes"].to_string().contains("remoteness"), "what is not known has its reason: {answer}");
    assert_eq!(moves(&answer)[0], format!("take {HEAP} from {HEAP}"));
    assert_eq!(answer["moves"][1]["after"]["grundy"], "999999999999999999");

    for (game, grundy_value, take) in [
        ("bash:3", 0, None),
        ("bash:6", 1, Some("take 1")),
        ("subtraction:1,3,4", 1, Some("take 1")),
        ("subtraction:powers-of-2", 1, Some("take 1")),
    ] {
        let answer = grundy(&["solve", game, HEAP, "--json"]).json();
        assert_eq!(answer["grundy"], grundy_value, "{answer}");
        assert_eq!(answer["value"], if take.is_some() { "win" } else { "loss" });
        if let Some(take) = take {
            assert_eq!((&answer["moves"][0]["move"], &answer["moves"][0]["best"]), (&take.into(), &true.into()));
        }
    }

    let exact = |heap: u64| grundy(&["solve", "nim", &heap.to_string(), "--json", "--no-moves"]).json();
    assert_eq!(exact((1 << 53) - 1)["grundy"], (1u64 << 53) - 1);
    assert_eq!(exact(1 << 53)["grundy"], "9007199254740992");

    // The number of moves exceeds 2^64 although no heap does.
    let answer = grundy(&["solve", "nim", "18446744073709551615", "1", "--json", "--max-moves", "1"]).json();
    assert_eq!(answer["moves_total"], "18446744073709551616");
}

#[test]
fn remoteness_is_computed_up_to_a_million_moves() {
    // A Nim heap of n has n(n + 1)/2 moves below it: 998,991 and 1,000,405.
    let remoteness = |heap| grundy(&["solve", "nim", heap, "--json", "--max-moves", "1"]).json()["remoteness"].clone();
    assert_eq!(remoteness("1413"), 1);
    assert_eq!(remoteness("1414"), Value::Null);
}

#[test]
fn no_moves_leaves_moves_and_remoteness_out() {
    let mut whole = grundy(&["solve", "subtraction:1,3,4", "20", "--json"]).json();
    let short = grundy(&["solve", "subtraction:1,3,4", "20", "--json", "--no-moves"]).json();
    for key in ["moves", "remoteness"] {
        assert!(whole.as_object_mut().unwrap().remove(key).is_some());
    }
    assert_eq!(short, whole);
    assert_eq!(
        grundy(&["solve", "subtraction:1,3,4", "20", "--no-moves"]).ok(),
        "subtraction:1,3,4 20, normal play\nwin for the player to move; Grundy value 2\nfound by: period 7 from 0, proved\n"
    );
}

/// A graph that is large enough to be divided among threads.
#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let n = 100_000u64;
    let mut edges = format!("vertices {n}\n");
    for v in 0..3 * n {
        // One vertex in five has no moves; the others have moves to any vertex.
        let from = v * 7919 % n;
        if !from.is_multiple_of(5) {
            let _ = writeln!(edges, "{from} {}", v * v * 31 % n);
        }
    }
    let file = Scratch::new(edges);
    let solve = |threads| grundy(&["solve", &file.graph(), "7919", "--json", "--threads", threads]).ok();
    let one = solve("1");
    assert!(one.contains("retrograde"), "{one}");
    assert_eq!([solve("2"), solve("8")], [one.clone(), one]);
}

/// Solves a small position with one environment variable set.
fn coloured(variable: Option<&str>, args: &[&str]) -> Ran {
    let mut command = program(["solve", "nim"].iter().chain(args));
    if let Some(variable) = variable {
        command.env(variable, "1");
    }
    run(&format!("{variable:?} grundy solve nim {args:?}"), &mut command)
}

#[test]
fn colour_is_written_only_if_it_is_wanted() {
    let plain = coloured(None, &["3", "5"]).ok();
    assert!(!plain.contains('\x1b'), "standard output is not a terminal here");
    assert_eq!(coloured(Some("NO_COLOR"), &["3", "5"]).ok(), plain);
    for (variable, colour) in [(None, "never"), (Some("CLICOLOR_FORCE"), "never"), (None, "auto")] {
        assert_eq!(coloured(variable, &["3", "5", "--color", colour]).ok(), plain);
    }
    assert_eq!(coloured(Some("NO_COLOR"), &["3", "5", "--color=auto"]).ok(), plain);

    let painted = coloured(None, &["3", "5", "--color", "always"]).ok();
    assert!(painted.contains("\x1b["), "{painted}");
    let mut stripped = String::new();
    for (i, part) in painted.split("\x1b[").enumerate() {
        // A colour ends with `m`.
        stripped.push_str(if i == 0 { part } else { part.split_once('m').expect("the end of a colour").1 });
    }
    assert_eq!(stripped, plain, "colour adds nothing else");

    let json = coloured(None, &["3", "5", "--json"]).ok();
    assert_eq!(coloured(None, &["3", "5", "--json", "--color", "always"]).ok(), json, "JSON has no colours");

    assert!(!coloured(None, &["x"]).refused().contains('\x1b'));
    let ran = coloured(None, &["x", "--color", "always"]);
    assert!(ran.status == Some(2) && ran.stderr.contains("\x1b["), "{ran}");
    assert!(coloured(Some("NO_COLOR"), &["x"]).refused().starts_with("error: "));
    says(&coloured(None, &["3", "--color", "sometimes"]).refused(), &["sometimes", "always"]);
}

/// Reads one line of a long answer, closes the pipe, and checks how the program reacts.
#[track_caller]
fn read_one_line_and_close(args: &[&str], stdin: Stdio) {
    let mut child = Command::new(crate::common::PROGRAM)
        .args(args)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty(), "an answer comes: {args:?}");
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(stderr, "", "nobody is left to be told: {args:?}");
    // Ending by a signal is acceptable too.
    assert!(matches!(status.code(), Some(0) | None), "{status}: {args:?}");
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    read_one_line_and_close(&["solve", "nim", "1400", "--max-moves", "2000"], Stdio::null());
    read_one_line_and_close(&["solve", "nim", "1400", "--max-moves", "2000", "--json"], Stdio::null());
    let batch = Scratch::new("3 5 7\n".repeat(5000));
    read_one_line_and_close(&["solve", "nim", "--batch", batch.path()], Stdio::null());
    let bad = Scratch::new("x\n".repeat(5000));
    read_one_line_and_close(&["solve", "nim", "--batch", bad.path()], Stdio::null());
    let cases = Scratch::new("20 3 1 3 8\n".repeat(50_000));
    read_one_line_and_close(&["judge", "uva10404"], std::fs::File::open(cases.path()).unwrap().into());
}

/// The exit status of these commands is an answer, which nobody has to read.
#[test]
fn a_reader_who_goes_away_changes_no_status() {
    let terms = Scratch::new("0 0\n1 5\n");
    let answer = Scratch::new("Nacci\n");
    let case = Scratch::new("1 1 1\n0 0 0\n");
    let certificate = Scratch::new("grundy-certificate 1\ngame octal:0.07\n");
    let mut cases = vec![
        (vec!["period", "octal:0.106", "--limit", "2000"], 3),
        (vec!["sequence", "nim", "--to", "5", "--compare", terms.path()], 1),
        (vec!["judge", "hdu1848", "--check", answer.path()], 1),
        (vec!["verify", certificate.path(), "--json"], 1),
    ];
    let folder = crate::common::folder();
    let rules = folder.path().join("bad.star");
    std::fs::write(&rules, "def initial(): return 1\ndef moves(s): return 5\n").unwrap();
    if cfg!(feature = "rules") {
        cases.push((vec!["check", crate::common::path(&rules)], 1));
    }
    for (args, expected) in cases {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = Command::new(crate::common::PROGRAM);
        let input = std::fs::File::open(case.path()).unwrap();
        let status = child.args(&args).stdin(input).stdout(writer).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(expected), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff");
    for args in [["solve", "nim"].map(OsStr::new), [OsStr::new("solve"), odd]] {
        run("an argument that is not UTF-8", &mut program(args.into_iter().chain([odd]))).refused();
    }
}

#[test]
fn json_of_other_play_and_other_games_has_the_same_keys() {
    let keys = |text: &str| {
        let answer = json(text);
        answer.as_object().unwrap().keys().map(String::from).filter(|key| key != "notes").collect::<Vec<_>>()
    };
    let graph = Scratch::new("a b\nb a\nb c\n> a\n");
    let sample = keys(SAMPLE);
    for args in [
        &["nim", "3", "--misere"][..],
        &["bash:2", "3"],
        &["calendar", "2001-11-04"],
        &["tictactoe"],
        &[&graph.graph()],
        &[&graph.graph(), "a", "b"],
    ] {
        let answer = grundy(&[&["solve", "--json"], args].concat()).ok();
        assert_eq!(keys(&answer), sample, "{answer}");
        assert_eq!(json(&answer)["game"], args[0]);
    }
}
