//! `grundy period`: periods that are proved, that are only observed, and that are not found.

use crate::common::{Ran, grundy, json, says};
use serde_json::{Value, json as object};

/// The JSON answer with a proved period.
#[track_caller]
fn proved(game: &str) -> Value {
    let answer = grundy(&["period", game, "--json"]).json();
    assert_eq!((&answer["schema"], &answer["game"]), (&"grundy/period/1".into(), &game.into()));
    assert!(answer["proved"] == true && answer["theorem"].is_string(), "{answer}");
    assert!(answer["heaps"].is_u64(), "{answer}");
    answer
}

#[track_caller]
fn is(answer: &Value, period: u64, preperiod: u64, saltus: u64) {
    let found = object!([answer["period"], answer["preperiod"], answer["saltus"]]);
    assert_eq!(found, object!([period, preperiod, saltus]), "{answer}");
}

/// The JSON answer of a run with exit status 3.
#[track_caller]
fn not_proved(args: &[&str]) -> Value {
    let Ran { status, stdout, stderr, .. } = grundy(&[&["period"], args, &["--json"]].concat());
    assert_eq!((status, stderr.as_str()), (Some(3), ""), "{args:?}");
    let answer = json(&stdout);
    assert_eq!(answer["proved"], false, "{answer}");
    answer
}

#[test]
fn dawsons_chess_in_words_and_as_json() {
    let text = grundy(&["period", "octal:0.137"]).ok();
    says(&text, &["octal:0.137: period 34, preperiod 52\n", "proved", "Guy and Smith 1956", "largest value 9"]);
    let answer = proved("octal:0.137");
    is(&answer, 34, 52, 0);
    assert_eq!(answer["max_value"], 9);
    assert!(answer["heaps"].as_u64() >= Some(2 * 52 + 34 + 3), "{answer}");
}

/// The periods are from the first column of the table in `reference/sequences.md`.
#[test]
fn periods_of_the_named_games() {
    for (game, period, preperiod) in
        [("kayles", 12, 71), ("octal:0.77", 12, 71), ("dawsons-kayles", 34, 53), ("dawsons-chess", 34, 52)]
    {
        is(&proved(game), period, preperiod, 0);
    }
}

#[test]
fn two_numbers_have_a_closed_form() {
    for (a, b) in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 6), (2, 10), (3, 9), (3, 12), (4, 6), (5, 15), (7, 30)] {
        let odd_multiple = b % a == 0 && (b / a) % 2 == 1;
        is(&proved(&format!("subtraction:{a},{b}")), if odd_multiple { 2 * a } else { a + b }, 0, 0);
    }
    is(&proved("subtraction:1,3,4"), 7, 0, 0);
    is(&proved("bash:3"), 4, 0, 0);
}

/// The sets are from docs/theory/subtraction-games.md, all-but sets.
#[test]
fn all_but_sets_rise() {
    for (set, period, saltus) in
        [("1", 2, 1), ("2", 4, 2), ("1,2", 3, 1), ("1,3", 2, 1), ("2,3", 4, 2), ("1,4,6", 2, 1)]
    {
        is(&proved(&format!("subtraction:all-but:{set}")), period, 0, saltus);
    }
    says(&grundy(&["period", "subtraction:all-but:2"]).ok(), &["period 4, preperiod 0\n", "saltus 2", "proved"]);
}

#[test]
fn formulas_need_no_heaps() {
    is(&proved("nim"), 1, 0, 1);
    let powers = proved("subtraction:powers-of-2");
    is(&powers, 3, 0, 0);
    says(powers["theorem"].as_str().unwrap(), &["multiple of 3"]);
}

/// Readers of JSON may round numbers beyond 2⁵³ − 1.
#[test]
fn large_numbers_are_strings() {
    let answer = proved("bash:9007199254740993");
    assert_eq!((&answer["period"], &answer["max_value"]), (&object!("9007199254740994"), &object!("9007199254740993")));
    let answer = proved("bash:9007199254740990");
    assert_eq!(answer["period"], 9_007_199_254_740_991_u64);
}

#[test]
fn what_is_not_found() {
    let answer = not_proved(&["officers", "--limit", "1000"]);
    assert!(answer["period"].is_null() && answer["preperiod"].is_null() && answer["saltus"].is_null(), "{answer}");
    assert_eq!(answer["heaps"], 1000);
    let ran = grundy(&["period", "officers", "--limit", "1000"]);
    assert_eq!(ran.status, Some(3));
    says(&ran.stdout, &["no period found in 1000 heaps", "--limit"]);

    let answer = not_proved(&["grundys-game", "--limit", "1000"]);
    assert!(answer["period"].is_null() && answer["heaps"] == 1000, "{answer}");
    let answer = not_proved(&["subtraction:squares", "--limit", "1000"]);
    assert!(answer["period"].is_null() && answer["heaps"].is_u64(), "{answer}");
    says(answer["notes"][0].as_str().unwrap(), &["infinite", "tabulated"]);
    // A limit below the number of heaps that the proof needs.
    assert!(not_proved(&["kayles", "--limit", "60"])["period"].is_null());
}

#[test]
fn values_that_rise_are_observed() {
    for game in ["octal:0.3f", "octal:0.8"] {
        let answer = not_proved(&[game, "--limit", "1000"]);
        assert!(answer["period"].is_u64() && answer["theorem"].is_null(), "{answer}");
        assert!(answer["saltus"].as_u64() > Some(0), "{answer}");
        says(&grundy(&["period", game, "--limit", "1000"]).stdout, &["observed in 1000 heaps, not proved"]);
    }
}

#[test]
fn time_ends_a_search() {
    let ran = grundy(&["period", "officers", "--time", "0.01"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(3), ""), "{ran}");
    says(&ran.stdout, &["no period found in", "time was up"]);
    assert_eq!(not_proved(&["officers", "--time", "0.01"])["notes"], serde_json::json!(["the time was up"]));
    // The limit alone ended this one.
    assert!(not_proved(&["officers", "--limit", "1000"]).get("notes").is_none());
}

#[test]
fn games_without_a_period_are_refused() {
    for game in ["wythoff", "tictactoe", "moore:2"] {
        says(&grundy(&["period", game]).refused(), &[game, "subtraction"]);
    }
    says(&grundy(&["period", "kayles", "--limit", "0"]).refused(), &["0", "--limit"]);
}

/// The lost heaps are told as residues; the JSON has them as numbers.
#[test]
fn the_lost_heaps_as_residues() {
    says(&grundy(&["period", "subtraction:1,3,4"]).ok(), &["a heap of n is lost exactly when n mod 7 is 0 or 2\n"]);
    says(&grundy(&["period", "kayles"]).ok(), &["a heap of n is lost exactly when n is 0\n"]);
    says(&grundy(&["period", "divisor"]).stdout, &["divisor: no period found"]);
    for game in ["subtraction:2,3,5", "subtraction:2,7,11", "octal:0.137", "octal:0.07", "grundys-game"] {
        let ran = grundy(&["period", game, "--limit", "2000", "--json"]);
        let lost = &json(&ran.stdout)["p_positions"];
        if game == "grundys-game" {
            assert!(lost.is_null(), "{ran}");
            continue;
        }
        let numbers =
            |key: &str| -> Vec<u64> { lost[key].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect() };
        let [period, preperiod] = ["period", "preperiod"].map(|key| lost[key].as_u64().unwrap());
        for row in grundy(&["sequence", game, "--to", "500", "--format", "csv"]).ok().lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let n: u64 = fields[0].parse().unwrap();
            let is_lost = if n < preperiod {
                numbers("before").contains(&n)
            } else {
                numbers("residues").contains(&(n % period))
            };
            assert_eq!(is_lost, fields[1] == "loss", "{game} {n} {lost}");
        }
    }
}
