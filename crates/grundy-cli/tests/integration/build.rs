//! `grundy build`: solves and counts whole games.

use crate::common::{Scratch, grundy, says};
use serde_json::json;

#[test]
fn tic_tac_toe_has_its_published_counts() {
    // The counts in `reference/solved-games.tsv`, found by enumeration.
    let built = grundy(&["build", "tictactoe", "--json"]).json();
    assert_eq!(built["schema"], "grundy/table/1");
    let counts = json!([built["positions"], built["stored"], built["win"], built["loss"], built["draw"]]);
    assert_eq!(counts, json!([5478, 5478, 2836, 1574, 1068]), "{built}");
    assert_eq!((&built["moves"], &built["max_remoteness"]), (&json!(16_167), &json!(5)), "{built}");
    assert_eq!((&built["start"]["value"], &built["start"]["grundy"]), (&json!("draw"), &json!(null)), "{built}");
    assert!(built["seconds"].is_f64() && built["peak_bytes"].as_u64() > Some(0), "{built}");
    says(&grundy(&["build", "tictactoe"]).ok(), &["5478 positions, 16167 moves", "2836 won, 1574 lost, 1068 drawn"]);
}

#[test]
fn heaps_are_counted_in_the_order_given() {
    // Each heap has any size from 0 to its start; empty heaps are not shown, so `2` of either heap is the same position.
    let built = grundy(&["build", "nim", "1", "2", "--json"]).json();
    // The positions are 1 2, 1 1, 1, 2 and 0.
    assert_eq!((&built["positions"], &built["win"], &built["loss"]), (&json!(5), &json!(3), &json!(2)), "{built}");
    assert_eq!(built["start"], json!({"position": "1 2", "value": "win", "remoteness": 3, "grundy": 3}));
    let other = grundy(&["build", "nim", "2", "3", "--json"]).json();
    let turned = grundy(&["build", "nim", "3", "2", "--json"]).json();
    assert_eq!(other["positions"], turned["positions"]);
    let misere = grundy(&["build", "nim", "1", "2", "--misere", "--json"]).json();
    assert!(misere["start"]["grundy"].is_null() && misere["positions"] == 5, "{misere}");
}

#[test]
fn graphs_are_built_from_their_start_or_whole() {
    let graph = Scratch::new("a b\nb a\nb c\nd d\n");
    let name = format!("graph:{}", graph.path());
    let object = grundy(&["build", &name, "--json"]).json();
    let counts =
        json!([object["positions"], object["moves"], object["win"], object["loss"], object["draw"], object["start"]]);
    assert_eq!(counts, json!([4, 4, 1, 2, 1, null]), "{object}");
    let from = grundy(&["build", &name, "d", "--json"]).json();
    assert_eq!((&from["positions"], &from["draw"], &from["max_remoteness"]), (&json!(1), &json!(1), &json!(null)));
}

#[test]
fn what_cannot_be_built_is_refused() {
    says(&grundy(&["build", "nim"]).refused(), &["needs a position"]);
    says(&grundy(&["build", "nim 3 + kayles 4"]).refused(), &["sum", "solve"]);
    says(&grundy(&["build", "tictactoe", "--max-positions", "100"]).limited(), &["--max-positions"]);
    // The figure that is stated beforehand is enough: of a game with numbers, it is their number.
    let figure = "at least 900900 positions are needed";
    says(&grundy(&["build", "dao", "--max-positions", "900899"]).limited(), &[figure]);
    grundy(&["build", "dao", "--max-positions", "900900"]).ok();
}

/// The counts of endgame tables; `crates/grundy/tests/chess.rs` has all of them with their sources.
#[test]
fn chess_endgames_are_counted_by_who_moves() {
    let built = grundy(&["build", "chess:KRvK", "--all", "--reduced", "--json"]).json();
    assert_eq!((&built["positions"], &built["stored"]), (&399_112.into(), &(21_959 + 28_056).into()));
    let (white, black) = (&built["by_turn"]["white"], &built["by_turn"]["black"]);
    assert_eq!((&white["stored"], &white["draw"], &white["win"]["31"]), (&21_959.into(), &0.into(), &121.into()));
    assert_eq!((&black["stored"], &black["draw"], &black["loss"]["32"]), (&28_056.into(), &2796.into(), &390.into()));
}
