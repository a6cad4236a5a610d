//! `grundy solve` with input that it rejects: games, positions, sets and bounds.

use crate::common::{Scratch, grundy, says};

#[test]
fn a_game_without_a_start_needs_a_position() {
    let graph = Scratch::new("a b\n");
    for game in ["nim", "bash:3", "subtraction:1,3", "calendar", &graph.graph()] {
        says(&grundy(&["solve", game]).refused(), &[game, "position"]);
    }
}

#[test]
fn games_that_do_not_exist_are_refused() {
    for (game, near) in [
        ("nmi", "`nim`"),
        ("subtracton:1,2", "`subtraction:1,2`"),
        ("tictactoo", "`tictactoe`"),
        ("baschet:3", "`bachet:3`"),
    ] {
        let name = format!("`{}`", game.split(':').next().unwrap());
        says(&grundy(&["solve", game, "3"]).refused(), &[&name, "^", near]);
    }
    for game in ["xyzzyxyzzy", "", ":", "Nim", " nim"] {
        says(&grundy(&["solve", game, "3"]).refused(), &["grundy games"]);
    }
    for (game, form) in [("bash", "bash:M"), ("subtraction", "subtraction:SET"), ("graph", "graph:PATH")] {
        says(&grundy(&["solve", game, "3"]).refused(), &["parameter", form]);
        says(&grundy(&["solve", &format!("{game}:"), "3"]).refused(), &["parameter", form]);
    }
    for game in ["nim:3", "calendar:2001", "tictactoe:3"] {
        says(&grundy(&["solve", game, "3"]).refused(), &["no parameters"]);
    }
    for (game, word) in
        [("bash:0", "allows no move"), ("bash:x", "`x`"), ("bash:-1", "negative"), ("bash:1.5", "whole")]
    {
        says(&grundy(&["solve", game, "3"]).refused(), &[word, "^"]);
    }
}

#[test]
fn heaps_are_separated_by_blanks_or_commas() {
    let plain = grundy(&["solve", "nim", "3", "4", "5"]).ok();
    for heaps in [&["3,4,5"][..], &["3, 4,5"], &["3,", "4", ",5"], &["3 4 5"]] {
        assert_eq!(grundy(&[&["solve", "nim"], heaps].concat()).ok(), plain, "{heaps:?}");
    }
}

#[test]
fn heaps_that_are_none_are_refused() {
    for (heap, words) in [
        ("-5", ["`-5`", "negative"]),
        ("1.5", ["`1.5`", "whole number"]),
        ("1e3", ["`1e3`", "digits"]),
        ("+3", ["`+3`", "digits"]),
        ("x", ["`x`", "not a number"]),
        ("3,x", ["`x`", "not a number"]),
        ("inf", ["`inf`", "not a number"]),
        ("\u{663}", ["`\u{663}`", "not a number"]),
        (&"9".repeat(10_001), ["10001 digits", "at most 10000"]),
        ("", ["missing", "number"]),
        ("  ", ["missing", "number"]),
    ] {
        for game in ["nim", "bash:3", "subtraction:1,3,4"] {
            says(&grundy(&["solve", game, heap]).refused(), &words);
            says(&grundy(&["solve", game, heap, "--json"]).refused(), &words);
            if !heap.trim().is_empty() {
                says(&grundy(&["solve", game, "7", heap, "9"]).refused(), &words);
            }
        }
    }
}

#[test]
fn the_caret_stands_under_what_is_wrong() {
    let message = grundy(&["solve", "nim", "14", "é7", "39"]).refused();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[1..3], ["  | 14 é7 39", "  |    ^^"], "{message}");
    let message = grundy(&["solve", "subtraction:1,3,0,4", "20"]).refused();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[1..3], ["  | subtraction:1,3,0,4", "  |                 ^"], "{message}");
}

#[test]
fn sets_that_are_none_are_refused() {
    for (set, words) in [
        (",", ["missing", "^"]),
        ("1,,3", ["missing", "^"]),
        ("1,3,", ["missing", "^"]),
        ("all-but:", ["missing", "^"]),
        ("all-but:1..18446744073709551615", ["empty", "^"]),
        ("all-but:5..18446744073709551615", ["cannot be left out", "^^^^"]),
        ("0", ["0 ", "^"]),
        ("1,0,3", ["0 ", "^"]),
        ("0..4", ["0 ", "^"]),
        ("all-but:0", ["0 ", "^"]),
        ("18446744073709551616", ["too large", "18446744073709551615"]),
        ("1..18446744073709551616", ["too large", "18446744073709551615"]),
        ("5..3", ["before it begins", "^"]),
        ("1,9..8", ["before it begins", "^^^^"]),
        ("1..", ["not a number", "^"]),
        ("-3", ["negative", "^"]),
        ("1.5", ["whole number", "^"]),
        ("sqares", ["`squares`", "^^^^^^"]),
        ("1,prime", ["`primes`", "^^^^^"]),
        ("powers-of-two", ["`powers-of-two`", "^"]),
        ("fibonaci", ["`fibonacci`", "^"]),
        ("all-bt:1", ["`all-but:", "^"]),
    ] {
        says(&grundy(&["solve", &format!("subtraction:{set}"), "20"]).refused(), &words);
    }
}

#[test]
fn dates_and_boards_that_are_none_are_refused() {
    for date in ["2001-11-05", "1899-12-31", "1999-02-29", "1900-02-29", "2000-13-01", "2000-00-10", "2000-01-00"] {
        says(&grundy(&["solve", "calendar", date]).refused(), &[date, "not a date", "2001-11-04"]);
    }
    for date in ["yesterday", "2000/01/01", "2000-01", "2000-01-01-01", "20000-01-01", "-1-1-1", ""] {
        says(&grundy(&["solve", "calendar", "--", date]).refused(), &["not a date", "1994-05-03"]);
    }
    for (board, word) in [
        ("X.", "expected 9 cells, got 2"),
        ("..........", "expected 9 cells, got 10"),
        ("X.Z......", "`Z`"),
        ("XX.......", "2 X and 0 O"),
        ("O........", "0 X and 1 O"),
        ("XXXOOO...", "over"),
        ("OOOXX.XX.", "over"),
        ("", "cells"),
    ] {
        says(&grundy(&["solve", "tictactoe", board]).refused(), &[word]);
    }
}

#[test]
fn limits_that_are_hit_give_status_3() {
    let date = ["solve", "calendar", "1994-05-03"];
    says(&grundy(&[&date[..], &["--max-positions", "100"]].concat()).limited(), &["100 allowed", "--max-positions"]);
    says(&grundy(&[&date[..], &["--memory", "1K"]].concat()).limited(), &["1.0 KiB", "--memory"]);
    says(&grundy(&[&date[..], &["--time", "0.000000001"]].concat()).limited(), &["time", "--time"]);

    // Two chips on a ring of 200 with a way out have 20,100 positions, which is known before the first is visited.
    let ring: String = (0..200).map(|v| format!("{v} {}\n", (v + 1) % 200)).collect();
    let ring = Scratch::new(ring + "0 out\n");
    // Misère play has no Grundy values that add up.
    let chips = ["solve", &ring.graph(), "0", "1", "--misere"];
    says(&grundy(&[&chips[..], &["--max-positions", "1000"]].concat()).limited(), &["40401", "--max-positions"]);
    says(&grundy(&[&chips[..], &["--memory", "50K"]].concat()).limited(), &["50.0 KiB", "--memory"]);
    says(&grundy(&[&chips[..], &["--time", "0.000000001"]].concat()).limited(), &["time", "--time"]);
    assert_eq!(grundy(&[&chips[..], &["--max-positions", "100000", "--json"]].concat()).json()["value"], "draw");

    // The positions of six chips are far too many to be numbered, which is reported at once and not when the time is up.
    let six = ["solve", &ring.graph(), "0", "1", "2", "3", "4", "5", "--time", "20", "--misere"];
    says(&grundy(&six).limited(), &["65944160601201", "--max-positions"]);

    // For a set without a theory, there is a largest heap.
    says(&grundy(&["solve", "subtraction:squares", "1000000000000"]).limited(), &["heap", "tabulated"]);
}

#[test]
fn a_graph_that_is_too_large_is_refused_beforehand() {
    let path: String = (0..5000).map(|v| format!("{v} {}\n", v + 1)).collect();
    let path = Scratch::new(path);
    let solve = ["solve", &path.graph(), "0"];
    says(&grundy(&[&solve[..], &["--max-positions", "5000"]].concat()).limited(), &[path.path(), "--max-positions"]);
    says(&grundy(&[&solve[..], &["--memory", "20K"]].concat()).limited(), &[path.path(), "--memory", "20.0 KiB"]);
    let answer = grundy(&[&solve[..], &["--max-positions", "5001", "--json"]].concat()).json();
    assert_eq!((&answer["value"], &answer["remoteness"]), (&"loss".into(), &5000.into()));

    // The header alone shows that this graph does not fit in memory.
    let vast = Scratch::new("vertices 4294967294\n");
    says(&grundy(&["solve", &vast.graph(), "0", "--memory", "1G"]).limited(), &["GiB are needed", "1.0 GiB"]);
}

#[test]
fn bounds_are_read_as_stated() {
    for size in ["400M", "2G", "1048576K", "4000000000"] {
        grundy(&["solve", "calendar", "2001-10-03", "--memory", size]).ok();
    }
    for (option, value) in [
        ("--memory", "4X"),
        ("--memory", "M"),
        ("--memory", ""),
        ("--memory", "-1"),
        ("--memory", "99999999999T"),
        ("--time", "soon"),
        ("--time", "-1"),
        ("--time", "0"),
        ("--time", "nan"),
        ("--max-positions", "0"),
        ("--max-positions", "many"),
        ("--threads", "0"),
        ("--threads", "1025"),
        ("--threads", "two"),
        ("--max-moves", "-1"),
        ("--max-moves", "x"),
    ] {
        says(&grundy(&["solve", "nim", "3", &format!("{option}={value}")]).refused(), &[option]);
    }
}

/// The example of a board in a message is a position.
#[test]
fn the_example_of_a_board_can_be_solved() {
    for game in ["connect4:4x4", "connect4:1x4", "connect4:4x1", "tictactoe", "mnk:3,3,3"] {
        let message = grundy(&["solve", game, "x"]).refused();
        let example = message.split("as in `").nth(1).unwrap_or_else(|| panic!("{message}"));
        let example = example.split('`').next().unwrap();
        grundy(&["solve", game, example, "--no-moves"]).ok();
    }
}
