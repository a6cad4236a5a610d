//! The parts of an explanation for lessons, and the trace of retrograde analysis, over HTTP.

use crate::served::{Served, encoded};
use serde_json::{Value, json};

/// A graph of lessons as a rules file: a, b, c and d lead to one another, and two of them never end.
const RULES: &str = "MOVES = {\"a\": \"bc\", \"b\": \"d\", \"c\": \"de\", \"d\": \"\", \"e\": \"f\", \"f\": \"e\"}\n\
    def initial(): return \"a\"\ndef moves(s): return list(MOVES[s].elems())\ndef text(s): return s\ndef parse(t): return t\n";

#[test]
fn an_explanation_has_the_steps_of_mex_the_line_and_the_lost_heaps() {
    let served = Served::new();
    let get = |query: &str| served.get(&format!("/api/explain?{query}")).json();
    let heap = get("game=subtraction:1,3,4&position=5");
    let option = |position: &str, grundy: u32| json!({"position": position, "grundy": grundy});
    let options = [option("4", 2), option("2", 0), option("1", 1)];
    assert_eq!(heap["mex"], json!([{"part": "5", "options": options, "grundy": 3}]));
    assert_eq!(heap["p_positions"], json!({"preperiod": 0, "period": 7, "residues": [0, 2], "before": []}));
    assert!(heap["why"].as_str().unwrap().contains("5 -> 4, 2, 1, with values 2, 0, 1; the least missing is 3."));
    let board = get("game=tictactoe&position=XO.......");
    assert_eq!((board["line"].as_array().unwrap().len(), &board["p_positions"]), (5, &Value::Null));
    let period = served.get("/api/period?game=subtraction:2,3,5").json();
    assert_eq!(period["p_positions"]["residues"], json!([0, 1]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_graph_is_traced() {
    let served = Served::with(&[]);
    let handle = served.post(RULES).json()["game"].as_str().unwrap().to_owned();
    let trace = served.get(&format!("/api/trace?game={}", encoded(&handle))).json();
    assert_eq!((&trace["schema"], &trace["left_over"]), (&"grundy/trace/1".into(), &json!(["e", "f"])));
    let decided = |round: usize| -> Vec<String> {
        let steps = trace["rounds"][round]["steps"].as_array().unwrap().iter();
        steps
            .filter(|step| !step["decided"].is_null())
            .map(|step| format!("{} {}", step["position"], step["decided"]))
            .collect()
    };
    assert_eq!(decided(0), ["\"d\" \"loss\""]);
    assert_eq!(decided(1), ["\"b\" \"win\"", "\"c\" \"win\""]);
    assert_eq!(decided(2), ["\"a\" \"loss\""]);
    assert_eq!(trace["rounds"][2]["queue"], json!(["b", "c"]));
    // The same request for a game of the catalogue, and one that is too large.
    let nim = served.get("/api/trace?game=nim&position=2+1").json();
    assert_eq!(nim["positions"].as_array().unwrap().len(), 5);
    let large = served.get("/api/trace?game=tictactoe");
    assert_eq!(large.status, 400, "{}", large.text());
    assert!(large.error().0.contains("at most 200 positions"), "{}", large.text());
    let entry = served.get("/api/games?name=subtraction:2,3,5").json();
    assert_eq!(entry["rules_of_example"], "Take 2, 3 or 5 stones from one heap. Whoever cannot move loses.");
}
