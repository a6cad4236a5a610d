//! `grundy solve --json` of positions that are not decided within the limits: what is proved of them and of their moves.

use crate::common::{grundy, json};
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
fn a_run_that_ends_before_anything_was_searched_has_the_moves() {
    let answer = undecided(&["mnk:15,15,5", "--time", "0.2"]);
    assert_eq!((&answer["value"], answer["moves"].as_array().unwrap().len()), (&Value::Null, 225), "{answer}");
}
