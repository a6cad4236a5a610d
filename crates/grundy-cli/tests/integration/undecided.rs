//! `grundy solve` of positions that are not decided within the limits: what is proved of them and of their moves.

use crate::common::{grundy, grundy_reading, json, json_lines, says};
use serde_json::{Value, json};

/// The object that an undecided position prints, with exit status 3.
fn undecided(args: &[&str]) -> Value {
    let ran = grundy(&[&["solve", "--json"], args].concat());
    assert_eq!(ran.status, Some(3), "{ran}");
    assert_eq!(ran.stdout.matches('\n').count(), 1, "one object, one line: {ran}");
    json(&ran.stdout)
}

#[test]
fn a_position_of_which_nothing_is_proved_has_its_moves() {
    let answer = undecided(&["hex:6", "--max-positions", "100"]);
    assert_eq!((&answer["value"], &answer["proved"]), (&Value::Null, &json!(false)), "{answer}");
    assert_eq!((answer.get("bound"), &answer["method"]), (None, &Value::Null), "{answer}");
    assert!(answer["notes"][0].as_str().unwrap().contains("--max-positions"), "{answer}");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 36);
    for made in moves {
        assert_eq!((&made["value"], &made["best"], made.get("bound")), (&Value::Null, &Value::Null, None), "{made}");
        assert_eq!((&made["after"]["value"], &made["after"]["grundy"]), (&Value::Null, &Value::Null), "{made}");
        assert!(made["after"]["position"].as_str().unwrap().contains('X'), "{made}");
    }
    let few = undecided(&["hex:6", "--max-positions", "100", "--max-moves", "3"]);
    assert_eq!((few["moves"].as_array().unwrap().len(), &few["moves_total"]), (3, &json!(36)), "{few}");
    let none = undecided(&["hex:6", "--max-positions", "100", "--no-moves"]);
    assert_eq!((none.get("moves"), &none["value"]), (None, &Value::Null), "{none}");
}

#[test]
fn proved_moves_come_first_and_have_their_values() {
    // Three discs in a column: one move wins at once, and the others are not searched to the end.
    let answer = undecided(&["connect4:7x6", "121212", "--max-positions", "10000"]);
    assert_eq!((&answer["value"], &answer["remoteness"], &answer["proved"]), (&json!("win"), &json!(1), &json!(true)));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let first = &moves[0];
    assert_eq!(
        (&first["move"], &first["best"], &first["value"]),
        (&json!("a"), &json!(true), &json!("win")),
        "{first}"
    );
    assert_eq!((&first["after"]["value"], &first["after"]["remoteness"]), (&json!("loss"), &json!(0)), "{first}");
    // The other player wins in column b unless it is blocked.
    for made in &moves[1..] {
        let is_proved = !made["value"].is_null();
        assert!(!is_proved || made["best"] == false, "{made}");
        assert_eq!(made["value"] == "loss", made["after"]["value"] == "win", "{made}");
    }
    assert!(moves.iter().any(|made| made["value"].is_null()), "{answer}");
    assert!(moves.iter().filter(|made| made["value"] == "loss").count() >= 5, "{answer}");
}

#[test]
fn moves_have_the_values_that_a_search_of_components_has_proved() {
    let answer = undecided(&["cram:7x8", "--max-positions", "5000", "--threads", "1"]);
    assert_eq!((&answer["value"], &answer["grundy"], &answer["proved"]), (&json!("win"), &Value::Null, &json!(false)));
    let first = &answer["moves"][0];
    assert_eq!((&first["value"], &first["after"]["grundy"]), (&json!("win"), &json!(0)), "{first}");
    assert!(answer["moves"].as_array().unwrap().iter().any(|made| made["value"].is_null()), "{answer}");
}

#[test]
fn every_move_of_a_lost_position_loses() {
    let args = ["cram:8x8", "--max-positions", "100", "--threads", "1"];
    let answer = undecided(&args);
    assert_eq!((&answer["value"], &answer["grundy"]), (&json!("loss"), &json!(0)), "{answer}");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.len() == 112 && moves.iter().all(|made| made["value"] == "loss" && made["best"] == true), "{answer}");
    assert!(moves.iter().all(|made| made["after"]["value"] == "win"), "{answer}");
    let ran = grundy(&[&["solve"], &args[..]].concat());
    says(&ran.stdout, &["a loss; Grundy value 0\n", "proved of 112 of the 112 moves, the best first:\n"]);
}

#[test]
fn a_run_that_ends_before_anything_was_searched_has_the_moves() {
    let answer = undecided(&["mnk:15,15,5", "--time", "0.2"]);
    assert_eq!((&answer["value"], answer["moves"].as_array().unwrap().len()), (&Value::Null, 225), "{answer}");
}

#[test]
fn text_has_what_is_proved() {
    let ran = grundy(&["solve", "connect4:7x6", "121212", "--max-positions", "10000"]);
    assert_eq!(ran.status, Some(3), "{ran}");
    let lines = [
        "proved for the player to move: a win in 1 move\n",
        " of the 7 moves, the best first:\n  a  a win in 1 move\n",
    ];
    says(&ran.stdout, &lines);
    says(&ran.stderr, &["not all of its moves were searched", "--max-positions"]);
    // The last column wins at once, and a move is proved whether it is listed or not.
    let run = |position, most| {
        grundy(&["solve", "connect4:7x6", position, "--max-positions", "10000", "--threads", "1", "--max-moves", most])
    };
    let all = run("717171", "7").stdout;
    let header = all.lines().find(|line| line.starts_with("proved of ")).unwrap();
    let proved: usize = header.split(' ').nth(2).unwrap().parse().unwrap();
    assert!(proved > 1 && all.lines().filter(|line| line.starts_with("  ")).count() == proved, "{all}");
    let cut = format!("{header}\n  g  a win in 1 move\n1 of {proved} listed; --max-moves lists more\n");
    says(&run("717171", "1").stdout, &[&cut]);
    // Moves of which nothing is proved are better than losses, so that no loss is listed.
    says(&run("123272", "7").stdout, &["proved of 6 of the 7 moves, the best first:\n"]);
    let cut = "proved of 6 of the 7 moves, the best first:\n0 of 6 listed; --max-moves lists more\n";
    says(&run("123272", "1").stdout, &[cut]);
    let ran = grundy(&["solve", "cram:7x8", "--max-positions", "5000", "--threads", "1", "--max-moves", "0"]);
    let lines = ["proved for the player to move: a win\n", "\n\n0 of 97 moves listed; --max-moves lists more\n"];
    says(&ran.stdout, &lines);
    // The opening table has the value of the position.
    let ran = grundy(&["solve", "connect4:7x6", "44535", "--max-positions", "20000", "--threads", "1"]);
    says(&ran.stdout, &["proved for the player to move: a win in 31 moves"]);
    // Nothing is proved, which the error says.
    let ran = grundy(&["solve", "hex:6", "--max-positions", "100"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(3), ""), "{ran}");
}

#[test]
fn a_line_of_a_batch_has_what_is_proved() {
    let args = ["solve", "connect4:7x6", "--batch", "-", "--max-positions", "10000"];
    let ran = grundy_reading(&args, "121212\n1212128\n11223344\n");
    assert_eq!(ran.status, Some(2), "{ran}");
    let lines = json_lines(&ran.stdout);
    assert_eq!((&lines[0]["value"], &lines[0]["proved"]), (&json!("win"), &json!(true)), "{}", lines[0]);
    assert_eq!(lines[0]["moves"][0]["value"], "win");
    assert_eq!((&lines[1]["line"], lines[1].get("value")), (&json!(2), None), "{}", lines[1]);
    assert_eq!(lines.len(), 3);
    let ran = grundy_reading(&args, "121212\n");
    assert_eq!(ran.status, Some(3), "{ran}");
}

/// A search is refused by name where play can come back, in a game that is too large to be enumerated.
#[test]
#[cfg(feature = "rules")]
fn a_position_that_can_come_back_is_named() {
    let folder = crate::common::folder();
    let path = folder.path().join("line.star");
    std::fs::write(&path, "def initial(): return 1000\ndef moves(s): return [s - 1, s + 1] if s else []\n").unwrap();
    let path = path.to_str().unwrap();
    let ran = grundy(&["solve", path, "--max-positions", "20000"]);
    assert_eq!(ran.status, Some(3), "{ran}");
    says(&ran.stderr, &["--max-positions", "can recur, so the position cannot be solved by search"]);
    let named = ran.stderr.split("` can recur").next().unwrap().rsplit('`').next().unwrap();
    assert!(named.parse::<u32>().is_ok_and(|named| (1..=1000 + 20000).contains(&named)), "{named:?}: {ran}");
    let answer = undecided(&[path, "--max-positions", "20000"]);
    says(answer["notes"][1].as_str().unwrap(), &["can recur, so the position cannot be solved by search"]);
    assert_eq!(answer["value"], Value::Null, "{answer}");
    let ran = grundy_reading(&["solve", path, "--batch", "-", "--max-positions", "20000"], "1000\n");
    says(&ran.stdout, &[&format!("`{named}` can recur")]);
}
