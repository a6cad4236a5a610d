//! `build --opening`: the table of the first moves of a game, with checkpoints, and its use by other commands.
#![cfg(feature = "table")]

use crate::common::{folder, grundy, path, says};
use std::fs;

#[test]
fn an_opening_is_built_verified_and_used() {
    let here = folder();
    let table = here.path().join("opening.parquet");
    let built = grundy(&["build", "connect4:5x5", "--opening", "3", "-o", path(&table), "--json"]).json();
    let whole = grundy(&["solve", "connect4:5x5", "--json"]).json();
    assert_eq!(built["start"]["value"], whole["value"]);
    assert_eq!(built["start"]["remoteness"], whole["remoteness"]);
    assert!(built["stored"].as_u64() < built["positions"].as_u64(), "one of each class: {built}");
    let text = grundy(&["verify", path(&table)]).ok();
    says(&text, &["connect4:5x5: proved", "were found by search", "every checksum is right"]);
    let json = grundy(&["verify", path(&table), "--json"]).json();
    assert!(json["searched"].as_u64().unwrap() > 0);
    for position in ["", "12", "123"] {
        let at: &[&str] = if position.is_empty() { &[] } else { &[position] };
        let plain = grundy(&[&["solve", "connect4:5x5", "--json"], at].concat()).json();
        for with_table in [
            grundy(&[&["solve", "connect4:5x5", "--json", "--table", path(&table)], at].concat()).json(),
            grundy(&[&["probe", path(&table), "--json"], at].concat()).json(),
        ] {
            assert_eq!((&with_table["value"], &with_table["moves"]), (&plain["value"], &plain["moves"]), "{position}");
            assert!(with_table["method"].as_str().unwrap().contains("table of openings"), "{with_table}");
        }
    }
    says(&grundy(&["probe", path(&table), "12345"]).refused(), &["is not in the table", "holds the first moves from"]);
    let stats = grundy(&["stats", path(&table), "--json"]).json();
    assert_eq!(stats["positions"], built["positions"]);
}

#[test]
fn an_opening_goes_on_from_its_checkpoint() {
    let here = folder();
    let (saved, table) = (here.path().join("saved"), here.path().join("opening.parquet"));
    let whole = here.path().join("whole.parquet");
    let build = |moves: &str, more: &[&str]| {
        let args = ["build", "connect4:6x5", "--opening", moves, "--threads", "1"];
        grundy(&[&args[..], &["--checkpoint", path(&saved), "--checkpoint-every", "0"], more].concat())
    };
    let mut runs = 0;
    let ended = loop {
        runs += 1;
        // Each run has more time than the one before, so that some position is searched to its end on a slow machine too.
        let time = format!("{:.1}", 0.2 * 1.4_f64.powi(runs));
        let ran = build("2", &["-o", path(&table), "--time", &time]);
        if ran.status == Some(0) {
            break ran;
        }
        assert_eq!(ran.status, Some(3), "{ran}");
        assert!(!table.exists() && runs < 20);
        if runs == 1 {
            // The state of one opening is not taken for another.
            says(&build("3", &[]).refused(), &["the opening of 2 moves", "the opening of 3 moves"]);
            let file = saved.join("build.checkpoint");
            let bytes = fs::read(&file).unwrap();
            let mut damaged = bytes.clone();
            let last = bytes.len() - 40;
            damaged[last] ^= 1;
            fs::write(&file, &damaged).unwrap();
            says(&build("2", &[]).refused(), &["build.checkpoint", "damaged"]);
            fs::write(&file, &bytes).unwrap();
        }
    };
    assert!(ended.stderr.contains("goes on from the checkpoint"), "{ended}");
    assert_eq!(fs::read_dir(&saved).unwrap().count(), 0);
    grundy(&["build", "connect4:6x5", "--opening", "2", "-o", path(&whole)]).ok();
    assert!(fs::read(&table).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn openings_that_cannot_be_built_are_refused() {
    says(&grundy(&["build", "nim", "3", "5", "--opening", "2"]).refused(), &["nim", "leave out --opening"]);
    says(&grundy(&["build", "kalah:3,2", "--opening", "2"]).refused(), &["kalah", "leave out --opening"]);
    for other in ["--all", "--reduced", "--forecast"] {
        says(&grundy(&["build", "connect4:5x5", "--opening", "2", other]).refused(), &["--opening", other]);
    }
}

#[test]
fn the_empty_board_of_connect_four_is_answered_from_the_table() {
    // Without the table, a search of some ten million positions is nowhere near an answer.
    let limits = ["--max-positions", "10000", "--threads", "1"];
    let answer = grundy(&[&["solve", "connect4:7x6", "--json"], &limits[..]].concat()).json();
    assert_eq!((answer["value"].as_str(), answer["remoteness"].as_u64()), (Some("win"), Some(41)));
    assert_eq!(answer["method"], "the table of openings");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((moves.len(), moves[0]["move"].as_str(), moves[0]["best"].as_bool()), (7, Some("d"), Some(true)));
    let values: Vec<_> = moves.iter().map(|m| m["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["win", "draw", "draw", "loss", "loss", "loss", "loss"]);
    says(&grundy(&[&["explain", "connect4:7x6"], &limits[..]].concat()).ok(), &["41"]);
}
