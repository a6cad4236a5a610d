//! The table of `dao.star`, the largest file of `games/`: row for row equal to that of the same game in the catalogue.
#![cfg(all(feature = "rules", feature = "table"))]

use crate::common::{folder, grundy, program, run};
use std::collections::BTreeSet;
use std::time::Duration;

fn dao() -> String {
    format!("{}/../../games/dao.star", env!("CARGO_MANIFEST_DIR"))
}

/// Converts the text of a position of Dao from the rules file to the catalogue.
fn as_in_the_catalogue(text: &str) -> String {
    let (mover, board) = (&text[2..3], &text[7..23]);
    let row = |r: usize| &board[4 * r..4 * r + 4];
    format!("{}/{}/{}/{} {mover}", row(0), row(1), row(2), row(3))
}

/// Dao has 1,768,108 positions. Verifying the file's table takes half a minute, because the script is called for every row again. But the
/// tests of `grundy-table` verify the table of the catalogue, and every row is compared with that.
#[test]
#[ignore = "half a minute of CPU time; grundy-rules compares the file with the catalogue class by class, and smaller files are built, proved and probed"]
fn dao_has_the_rows_of_the_catalogue() {
    let folder = folder();
    let [ours, catalogue] = ["ours.parquet", "twin.parquet"].map(|name| folder.path().join(name));
    let (ours, catalogue) = (ours.to_str().unwrap(), catalogue.to_str().unwrap());
    let mut build = program(["build", &dao(), "--reduced", "-o", ours, "--json"]);
    let build = run("build dao.star", build.timeout(Duration::from_secs(600))).json();
    let built = grundy(&["build", "dao", "--no-positions", "-o", catalogue, "--json"]).json();
    for field in ["positions", "win", "loss", "draw", "moves", "max_remoteness"] {
        assert_eq!(build[field], built[field], "{field}");
    }
    let stats = grundy(&["stats", ours, "--json"]).json();
    for field in ["positions", "stored", "win", "loss", "draw", "moves", "histogram", "start"] {
        assert_eq!(build[field], stats[field], "{field}");
    }

    let dao = grundy::catalog::open("dao", grundy::Play::Normal, &grundy::limits::Limits::NONE).unwrap();
    let dao = dao.as_dyn();
    let (ours_read, twin_read) =
        (grundy_table::Table::open(ours).unwrap(), grundy_table::Table::open(catalogue).unwrap());
    let numbers = dao.indexed().unwrap();
    let mut known = vec![None; numbers.count() as usize];
    let note = &mut |rows: &grundy_table::Rows| {
        (0..rows.len()).for_each(|row| known[rows.number(row) as usize] = Some(rows.verdict(row)));
        true
    };
    twin_read.each(note).unwrap();
    let (mut weights, mut drawn) = (0, Vec::new());
    let mut each = |rows: &grundy_table::Rows| {
        for row in 0..rows.len() {
            let text = rows.text(row).unwrap();
            let number = numbers.index_of(&dao.parse(&as_in_the_catalogue(text)).unwrap()).unwrap();
            assert_eq!(known[number.0 as usize], Some(rows.verdict(row)), "{text}");
            weights += rows.weight(row);
            if (rows.first() + row as u64).is_multiple_of(60_001) {
                drawn.push(text.to_owned());
            }
        }
        true
    };
    ours_read.each(&mut each).unwrap();
    assert_eq!((build["positions"].as_u64(), drawn.len()), (Some(weights), 4));

    // As a user would probe: the value, and the moves by their values; the best ones lead to the same positions.
    for text in drawn {
        let probed = grundy(&["probe", ours, "--json", &text]).json();
        let solved = grundy(&["solve", "dao", "--json", &as_in_the_catalogue(&text)]).json();
        let moves = |answer: &serde_json::Value, show: &dyn Fn(&str) -> String| {
            let one = |m: &serde_json::Value| {
                (show(m["after"]["position"].as_str().unwrap()), m["best"].clone(), m["after"]["remoteness"].clone())
            };
            let moves: Vec<_> = answer["moves"].as_array().unwrap().iter().map(one).collect();
            moves.into_iter().map(|m| format!("{m:?}")).collect::<BTreeSet<_>>()
        };
        assert_eq!((&probed["value"], &probed["remoteness"]), (&solved["value"], &solved["remoteness"]), "{text}");
        assert_eq!(moves(&probed, &as_in_the_catalogue), moves(&solved, &str::to_owned), "{text}");
    }
}

#[test]
#[ignore = "half a minute of CPU time: the script is asked for every position, one at a time"]
fn dao_is_proved() {
    let folder = folder();
    let table = folder.path().join("table.parquet");
    let table = table.to_str().unwrap();
    let slow = |args: &[&str]| run(&args.join(" "), program(args).timeout(Duration::from_secs(600)));
    slow(&["build", &dao(), "--reduced", "-o", table]).ok();
    let verified = slow(&["verify", table, "--json"]).json();
    assert_eq!((&verified["proof"], &verified["positions"]), (&true.into(), &1_768_108.into()));
}
