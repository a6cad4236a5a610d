//! Positions that are not solved within the limits of the server: what is proved of them, their moves, and the computer's move.

use crate::common::grundy;
use crate::described::wrong;
use crate::served::{Served, encoded};
use serde_json::{Value, json};

/// The positions that are too large for a third of a second.
const LARGE: [(&str, usize); 4] =
    [("connect4:8x7", 8), ("hex:7", 49), ("mnk:15,15,5", 225), ("dots-and-boxes:5x5", 60)];

fn moves(answer: &Value) -> &Vec<Value> {
    answer["moves"].as_array().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn an_undecided_position_is_answered_with_its_moves() {
    let served = Served::with(&["--time", "0.3"]);
    let document: Value = serde_json::from_str(&grundy_web::openapi()).unwrap();
    for (game, count) in LARGE {
        for (route, schema) in [("solve", "Position"), ("explain", "Explanation"), ("moves", "Explanation")] {
            let reply = served.get(&format!("/api/{route}?game={}", encoded(game)));
            assert_eq!((reply.status, reply.header("retry-after")), (200, None), "{route} {game}: {}", reply.text());
            // The answer depends on the time that the machine took.
            assert_eq!(
                (reply.header("cache-control"), reply.header("etag")),
                (Some("no-store"), None),
                "{route} {game}"
            );
            let answer = reply.json();
            assert_eq!((&answer["value"], &answer["proved"]), (&Value::Null, &json!(false)), "{route}: {answer}");
            assert_eq!(moves(&answer).len(), count, "{route} {game}");
            assert!(moves(&answer).iter().all(|made| made["value"].is_null()), "{route}: {answer}");
            let schema = json!({"$ref": format!("#/components/schemas/{schema}")});
            assert_eq!(wrong(&answer, &schema, &document), [""; 0], "{route} {game}");
            let is_searched = route != "moves";
            let note = answer["notes"][0].as_str().unwrap_or_default();
            assert_eq!(note.contains("the time was up"), is_searched, "{route}: {answer}");
            assert!(!note.contains("--"), "{note}");
            if route == "explain" {
                assert!(answer["why"].as_str().unwrap().contains("not solved within the limits"), "{answer}");
            }
        }
    }
    let alone = served.get("/api/solve?game=connect4:8x7&moves=no").json();
    assert_eq!((alone.get("moves"), &alone["value"]), (None, &Value::Null), "{alone}");
}

/// The server has the fields of the command line, and the same values where both have some.
#[test]
fn what_is_proved_is_as_on_the_command_line() {
    let served = Served::with(&["--time", "1"]);
    let (game, at) = ("connect4:7x6", "121212");
    let mut answer = served.get(&format!("/api/solve?game={game}&position={at}")).json();
    let ran = grundy(&["solve", game, at, "--json", "--max-positions", "10000"]);
    let mut alone: Value = serde_json::from_str(&ran.stdout).unwrap();
    (answer["notes"], alone["notes"]) = (Value::Null, Value::Null);
    assert_eq!((&answer["value"], &answer["remoteness"]), (&json!("win"), &json!(1)), "{answer}");
    assert_eq!(
        answer.as_object().unwrap().keys().collect::<Vec<_>>(),
        alone.as_object().unwrap().keys().collect::<Vec<_>>()
    );
    assert_eq!(moves(&answer)[0], moves(&alone)[0]);
    // How many moves are proved depends on the machine.
    for made in moves(&alone).iter().filter(|made| !made["value"].is_null()) {
        let same = moves(&answer).iter().find(|other| other["move"] == made["move"]).unwrap();
        assert!(same == made || same["value"].is_null(), "{made} {same}");
    }
}

#[test]
fn the_computer_says_what_is_proved_of_its_move() {
    let served = Served::with(&["--time", "0.5"]);
    let reply = |game: &str, at: &str| {
        let reply = served.get(&format!("/api/reply?game={}&position={}", encoded(game), encoded(at)));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let unknown = reply("hex:7", "");
    let note = unknown["notes"][0].as_str().unwrap();
    assert!(note.contains("nothing is proved of the move") && note.contains("the time was up"), "{unknown}");
    assert_eq!((&unknown["after"]["value"], unknown["after"].get("bound")), (&Value::Null, None), "{unknown}");
    // A move that wins at once.
    let winning = reply("connect4:7x6", "121212");
    assert_eq!((&winning["move"], &winning["after"]["value"]), (&json!("a"), &json!("loss")), "{winning}");
    assert!(winning["notes"][0].as_str().unwrap().contains("the move is proved to be a win in 1 move"), "{winning}");
    // A move that stops four in a column; what is known of the others is that they lose.
    let blocking = reply("connect4:7x6", "12121");
    assert_eq!(blocking["move"], "a", "{blocking}");
}

/// A request that is refused before it runs, or that the game cannot answer, is an error as before.
#[test]
fn other_errors_stay() {
    let served = Served::with(&["--time", "0.3"]);
    for (path, status) in [
        (format!("/api/solve?game=kayles&position={}", "9".repeat(30)), 400),
        ("/api/moves?game=nimm".to_owned(), 404),
        ("/api/moves?game=nim&position=3x".to_owned(), 400),
        ("/api/moves?game=nim".to_owned(), 400),
    ] {
        let reply = served.get(&path);
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
    }
}

#[test]
fn moves_are_listed_without_values_and_outcomes_of_ended_games_are_known() {
    let served = Served::new();
    let kalah = served.get("/api/moves?game=kalah:3,3").json();
    assert_eq!((&kalah["turn"], moves(&kalah).len()), (&json!("South"), 3), "{kalah}");
    let over = served.get("/api/moves?game=tictactoe&position=XXXOO....").json();
    assert_eq!(
        (&over["value"], &over["remoteness"], &over["proved"]),
        (&json!("loss"), &json!(0), &json!(true)),
        "{over}"
    );
    assert!(moves(&over).is_empty() && over.get("notes").is_none(), "{over}");
    // A lost position has the Grundy value 0; the notes say why others have none.
    let kayles = served.get("/api/moves?game=kayles&position=1").json();
    assert_eq!(moves(&kayles)[0]["after"]["grundy"], 0, "{kayles}");
    assert_eq!(kayles["notes"], json!(["only the moves were requested, so the position was not solved"]));
    assert_eq!(served.get("/api/moves?game=nim&position=0").json()["grundy"], 0);
    let rules = served
        .post("def initial(): return 3\ndef moves(s): return [s - 1] if s else []\ndef show(s): return '#' * s\n");
    let handle = rules.json()["game"].as_str().unwrap().to_owned();
    let start = served.get(&format!("/api/moves?game={handle}")).json();
    assert_eq!((&start["picture"], &moves(&start)[0]["after"]["position"]), (&json!("###"), &json!("2")), "{start}");
    // Theory would look for the best of so many moves, which is what a solution does.
    let many = served.get("/api/moves?game=nim&position=1001").json();
    assert_eq!((moves(&many).len(), &many["moves_total"]), (0, &json!(1001)), "{many}");
    let note = "1001 moves are more than the 1000 that are listed; `/api/solve` lists the best of them";
    assert_eq!(many["notes"][1], note, "{many}");
    assert_eq!(moves(&served.get("/api/moves?game=nim&position=1000").json()).len(), 1000);
}

/// The quick queue has less time than the heavy one, and as much memory: an answer does not depend on the queue.
#[test]
fn the_memory_of_a_request_is_that_of_the_server() {
    let served = Served::with(&["--memory", "2M", "--time", "20"]);
    let answer = served.get("/api/solve?game=kayles&position=9+10+12").json();
    assert_eq!((&answer["remoteness"], answer.get("notes")), (&json!(27), None), "{answer}");
}

#[test]
fn answers_name_posted_rules_as_the_request_did() {
    let served = Served::new();
    let rules = "n = param('n', 3)\ndef initial(): return n\ndef moves(s): return [s - 1] if s else []\n";
    let handle = served.post(rules).json()["game"].as_str().unwrap().to_owned();
    for route in ["solve", "explain", "moves", "reply", "trace"] {
        let answer = served.get(&format!("/api/{route}?game={handle}&set=n=4")).json();
        assert_eq!(answer["game"], handle, "{answer}");
    }
    let twice = served.get(&format!("/api/solve?game={handle}&set=n=4&set=n=5"));
    assert_eq!(twice.status, 400, "{}", twice.text());
    assert!(twice.error().0.contains("the parameter `n` is set twice"), "{}", twice.text());
    assert_eq!(twice.json()["error"]["parameter"], "set");
}

/// JavaScript rounds larger integers.
#[test]
fn large_integers_of_a_sequence_are_texts() {
    let answer = Served::new().get("/api/sequence?game=bash:10000000000000000&to=1").json();
    assert_eq!((&answer["period"], &answer["preperiod"]), (&json!("10000000000000001"), &json!(0)), "{answer}");
}
