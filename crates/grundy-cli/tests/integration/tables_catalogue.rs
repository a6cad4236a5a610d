//! Tables of every game of the catalogue on the command line: built twice, verified, counted, probed and exported, with and without text,
//! with all positions and by classes.
#![cfg(feature = "table")]

#[path = "../../../grundy-table/tests/common/small.rs"]
mod small;

use crate::common::{Scratch, folder, grundy, path, says};
use fastrand::Rng;
use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::{Play, catalog::Entry};
use serde_json::Value;
use small::{Fit, Small, fits};
use std::fs;

/// The counts that `stats` repeats.
const COUNTS: [&str; 11] =
    ["game", "positions", "stored", "moves", "win", "loss", "draw", "max_remoteness", "start", "histogram", "by_turn"];

/// A game of the list in the form for the command line.
struct Made {
    game: String,
    from: &'static str,
    _file: Option<Scratch>,
}

fn made(small: &Small) -> Made {
    let file = small::lines(small.game).map(Scratch::new);
    let game = file.as_ref().map_or_else(|| small.game.to_owned(), Scratch::graph);
    Made { game, from: small.from, _file: file }
}

fn opened(game: &str) -> OpenedGame {
    catalog::open(game, Play::Normal, &Limits::NONE).unwrap()
}

/// The rows of a table as CSV: position, value, remoteness, Grundy value.
fn rows(table: &str) -> Vec<[String; 4]> {
    let csv = grundy(&["export", table]).ok();
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("position,value,remoteness,grundy"));
    let row = |line: &str| {
        let line = line.replace('"', "");
        // Positions of the catalogue have no commas in them.
        let cells: Vec<&str> = line.split(',').collect();
        [0, 1, 2, 3].map(|cell| cells[cell].to_owned())
    };
    lines.map(row).collect()
}

/// The moves of an answer, independent of their order and of unknown values of options.
fn moves(answer: &Value) -> Vec<String> {
    let one = |m: &Value| format!("{} {} {} {}", m["move"], m["best"], m["value"], m["after"]);
    let mut moves: Vec<String> = answer["moves"].as_array().unwrap().iter().map(one).collect();
    moves.sort_unstable();
    moves
}

/// Builds, verifies, counts, probes and exports one table. Returns the counts of the build, or the reason why there is no such table.
fn one(made: &Made, options: &[&str], dice: &mut Rng) -> Result<Value, String> {
    let folder = folder();
    let paths = ["one.parquet", "two.parquet"].map(|name| folder.path().join(name));
    let [table, second_table] = [path(&paths[0]), path(&paths[1])];
    let what = format!("{} {} {options:?}", made.game, made.from);
    let build = |table: &str, threads: &str| {
        let mut args = vec!["build", &made.game, "-o", table, "--threads", threads, "--json"];
        args.extend(made.from.split_whitespace());
        args.extend(options);
        grundy(&args)
    };
    let built = build(table, "1");
    if built.status == Some(2) {
        assert!(!paths[0].exists());
        return Err(built.refused());
    }
    let built = built.json();
    build(second_table, "2").json();
    assert!(fs::read(table).unwrap() == fs::read(second_table).unwrap(), "{what}: other bytes by two threads");
    let stats = grundy(&["stats", table, "--json"]).json();
    for field in COUNTS {
        assert_eq!(built[field], stats[field], "{what}: {field}");
    }
    let verified = grundy(&["verify", table, "--json"]).json();
    assert_eq!((&verified["proof"], &verified["moves"]), (&true.into(), &built["moves"]), "{what}");
    if built["stored"].as_u64() > Some(10_000) {
        says(&grundy(&["export", table, "--format", "dot"]).refused(), &["too many for a picture"]);
        return Ok(built);
    }

    let rows = rows(table);
    assert_eq!(built["stored"], rows.len(), "{what}");
    for value in ["win", "loss", "draw"] {
        let counted = &built["histogram"][value];
        let counted = counted.as_object().map_or_else(
            || counted.as_u64().unwrap(),
            |by_remoteness| by_remoteness.values().map(|count| count.as_u64().unwrap()).sum(),
        );
        assert_eq!(counted, rows.iter().filter(|row| row[1] == value).count() as u64, "{what}: {value}");
    }
    let misere: &[&str] = if options.contains(&"--misere") { &["--misere"] } else { &[] };
    for _ in 0..2 {
        let [text, value, remoteness, _] = dice.choice(&rows).unwrap();
        let at: Vec<&str> = text.split_whitespace().collect();
        let probed = grundy(&[&["probe", table, "--json"], &at[..]].concat()).json();
        let solved = grundy(&[&["solve", &made.game, "--json"], misere, &at[..]].concat()).json();
        for field in ["schema", "game", "play", "position", "value", "remoteness", "grundy", "proved"] {
            assert_eq!(probed[field], solved[field], "{what} {text}: {field}");
        }
        assert_eq!(moves(&probed), moves(&solved), "{what} {text}");
        assert_eq!((&probed["value"], &probed["method"]), (&value.as_str().into(), &"stored table".into()), "{what}");
        assert_eq!(probed["remoteness"].as_u64(), remoteness.parse().ok(), "{what} {text}");
    }

    let dot = grundy(&["export", table, "--format", "dot"]).ok();
    let drawn = dot.lines().filter(|line| line.contains("fillcolor=")).count();
    assert_eq!(drawn, rows.len(), "{what}");
    // With classes, an edge leads to the representative of the option.
    if built["stored"] == built["positions"] {
        assert_eq!(dot.lines().filter(|line| line.contains(" -> ")).count() as u64, built["moves"], "{what}");
    }
    let is_sequence = rows.iter().all(|row| row[0].parse::<u64>().is_ok() && !row[3].is_empty());
    let bfile = grundy(&["export", table, "--format", "bfile"]);
    if is_sequence {
        let mut pairs: Vec<(u64, &str)> = rows.iter().map(|row| (row[0].parse().unwrap(), row[3].as_str())).collect();
        pairs.sort_unstable();
        assert_eq!(bfile.ok(), pairs.iter().map(|(n, value)| format!("{n} {value}\n")).collect::<String>(), "{what}");
    } else {
        says(&bfile.refused(), &["--format csv"]);
    }
    Ok(built)
}

/// Makes every kind of table that a game supports and returns their number. Other kinds must be rejected with the reason.
fn every_kind(entry: &Entry, small: &Small, dice: &mut Rng) -> u32 {
    let made = made(small);
    let game = opened(&made.game);
    let game = game.as_dyn();
    let class = game.start().and_then(|start| game.class_size(&start));
    let has_classes = class.is_some() || game.indexed().is_some_and(|n| n.class(grundy::game::Index(0)).is_some());
    let mut tables = 0;
    let mut counted = Vec::new();
    for options in [&[][..], &["--reduced"], &["--no-positions"], &["--reduced", "--no-positions"]] {
        if small.is_larger && options.len() < 2 {
            continue;
        }
        // Where a number stands for a class, only tables of classes have numbers, and only where there are not too many.
        let is_reduced = options.contains(&"--reduced");
        let is_used = |indexed: &&dyn grundy::text::DynIndexed| {
            !indexed.is_by_class() || is_reduced && made.game != "nine-mens-morris"
        };
        let has_numbers = game.info().without_grundy.is_some() && game.indexed().filter(is_used).is_some();
        match one(&made, options, dice) {
            Ok(built) => {
                tables += 1;
                counted.push(["positions", "win", "loss", "draw", "moves"].map(|field| built[field].clone()));
            }
            Err(message) if options.contains(&"--no-positions") && !has_numbers => says(&message, &["no numbers"]),
            Err(message) if is_reduced && !has_classes => says(&message, &["no symmetries", "--reduced"]),
            Err(message) => panic!("{} {options:?}: {message}", made.game),
        }
    }
    // The number of positions does not depend on how they are stored, if no other position is in the class of the first one.
    let from = game.parse(made.from).ok();
    let is_alone = from.and_then(|at| game.class_size(&at)).is_none_or(|size| size == 1);
    assert!(!is_alone || counted.iter().all(|counts| *counts == counted[0]), "{}: {counted:?}", made.game);
    // A graph in which terminal vertices have other values has no misère play.
    if entry.can_be_misere && !made.game.starts_with("graph:") {
        assert_eq!(one(&made, &["--misere"], dice).unwrap()["positions"], counted[0][0], "{}", made.game);
        tables += 1;
    }
    tables
}

#[test]
fn every_game() {
    let (mut tables, mut dice) = (0, Rng::with_seed(8));
    for (entry, fit) in fits() {
        match fit {
            // The tests of the library build the other tables.
            Fit::Counts(all) => {
                tables += all.iter().take(1).map(|small| every_kind(entry, small, &mut dice)).sum::<u32>();
            }
            Fit::Large { game, .. } => {
                let folder = folder();
                let table = folder.path().join("t.parquet");
                let message = grundy(&["build", game, "-o", path(&table), "--memory", "20M"]).limited();
                says(&message, &["--memory"]);
                assert!(!table.exists());
            }
        }
    }
    assert!(tables >= 53, "{tables}");
}

/// A sum across games is not a game of the catalogue; the error says what to build instead.
#[test]
fn a_sum_has_no_table() {
    let folder = folder();
    let table = folder.path().join("t.parquet");
    let message = grundy(&["build", "nim 3 5 + kayles 7", "-o", path(&table)]).refused();
    says(&message, &["a sum across games is not built", "one by one"]);
    assert!(!table.exists());
}
