//! The answers over HTTP equal those of the library, on random positions of many games.

use crate::served::{Served, encoded};
use fastrand::Rng;
use grundy::Play;
use grundy::catalog::{self, OpenedGame};
use grundy::explain::explain;
use grundy::limits::Limits;
use grundy::solver::Solver;
use serde_json::Value;

/// A position after some random moves from the start, or heaps of random sizes.
fn somewhere(game: &OpenedGame, heaps: usize, random: &mut Rng) -> String {
    let any = game.as_dyn();
    let Some(mut at) = any.start() else {
        let least = any.theory().and_then(|theory| theory.least_heap()).unwrap_or(0) as usize;
        let sizes: Vec<String> = (0..heaps).map(|_| (least + random.usize(..14)).to_string()).collect();
        return sizes.join(" ");
    };
    for _ in 0..random.usize(..8) {
        let moves = any.moves(&at, usize::MAX).unwrap().moves;
        if moves.is_empty() {
            break;
        }
        at = moves[random.usize(..moves.len())].option.clone();
    }
    any.to_text(&at).unwrap()
}

#[test]
fn positions_are_answered_as_the_library_answers_them() {
    let served = Served::new();
    let mut random = Rng::with_seed(20_261_121);
    for (text, misere, heaps) in [
        ("nim", false, 3),
        ("nim", true, 3),
        ("moore:2", false, 3),
        ("bash:3", false, 1),
        ("bachet:4", true, 2),
        ("subtraction:1,3,4", false, 2),
        ("subtraction:2,5", true, 2),
        ("octal:0.137", false, 2),
        ("kayles", true, 2),
        ("grundys-game", false, 2),
        ("wythoff", false, 2),
        ("wythoff", true, 2),
        ("divisor", false, 2),
        ("tictactoe", false, 0),
        ("three-mens-morris", false, 0),
        ("chomp:3,4", false, 0),
        ("mnk:3,3,3", false, 0),
        ("kalah:2,2", false, 0),
        ("nim 3 5 + kayles 7 + wythoff 3 4", false, 0),
    ] {
        let play = if misere { Play::Misere } else { Play::Normal };
        let game = catalog::open(text, play, &Limits::NONE).unwrap();
        for _ in 0..6 {
            let position = somewhere(&game, heaps, &mut random);
            let at = game.as_dyn().parse(&position).unwrap();
            let query = format!(
                "game={}&position={}&misere={}",
                encoded(text),
                encoded(&position),
                if misere { "yes" } else { "no" }
            );
            let mut solver = Solver::new(&game);
            let answer = solver.solve(&at).unwrap();
            let evidence = solver.evidence(&at, &answer).unwrap();
            let reply = served.get(&format!("/api/solve?{query}"));
            assert_eq!(reply.text(), serde_json::to_string(&answer).unwrap(), "{query}");
            let short = Solver::new(&game).without_moves().solve(&at).unwrap();
            let reply = served.get(&format!("/api/solve?{query}&moves=no"));
            assert_eq!(reply.text(), serde_json::to_string(&short).unwrap(), "{query}&moves=no");
            let reply = served.get(&format!("/api/explain?{query}")).json();
            assert_eq!(reply["why"], explain(&answer, &evidence), "{query}");
            let mut same = serde_json::to_value(&answer).unwrap();
            for name in ["why", "mex", "line", "p_positions", "turn", "picture"] {
                same[name] = reply[name].clone();
            }
            assert_eq!(reply, same, "{query}");
        }
    }
}

#[test]
fn the_player_to_move_is_given_where_it_matters() {
    let served = Served::new();
    let turn = |query: &str| served.get(&format!("/api/explain?{query}")).json()["turn"].clone();
    assert_eq!(turn("game=nim&position=3"), Value::Null);
    let game = catalog::open("kalah:2,2", Play::Normal, &Limits::NONE).unwrap();
    assert_eq!(turn("game=kalah:2,2"), game.as_dyn().info().players[0]);
}

#[test]
fn sequences_periods_and_heat_maps_are_those_of_the_positions() {
    let served = Served::new();
    let solved = |game: &str, position: &str| {
        served.get(&format!("/api/solve?game={}&position={}&moves=no", encoded(game), encoded(position))).json()
    };
    for game in ["kayles", "subtraction:1,3,4", "grundys-game"] {
        let sequence = served.get(&format!("/api/sequence?game={game}&to=12")).json();
        let terms = sequence["terms"].as_array().unwrap();
        assert_eq!(terms.last().unwrap()["n"], 12, "{game}");
        for term in terms {
            let alone = solved(game, &term["n"].to_string());
            assert_eq!((&term["value"], &term["grundy"]), (&alone["value"], &alone["grundy"]), "{game} {term}");
            assert_eq!(term["winning_moves"].as_array().unwrap().is_empty(), term["value"] == "loss", "{game} {term}");
        }
    }
    let pairs = served.get("/api/sequence?game=wythoff&to=5").json();
    assert_eq!(pairs["cold_pairs"][5], serde_json::json!({"index": 5, "smaller": 8, "larger": 13}));
    let period = served.get("/api/period?game=octal:0.137").json();
    assert_eq!((&period["period"], &period["preperiod"]), (&34.into(), &52.into()));
    let none = served.get("/api/period?game=grundys-game&limit=200").json();
    assert_eq!((&none["period"], &none["proved"]), (&Value::Null, &false.into()));
    for (game, least) in [("wythoff", 0), ("nim", 0), ("divisor", 1), ("moore:1", 0), ("kayles", 0)] {
        let map = served.get(&format!("/api/heatmap?game={game}&size=6")).json();
        assert_eq!(map["least"], least, "{game}");
        for a in least..=6 {
            for b in least..=6 {
                let alone = solved(game, &format!("{a} {b}"));
                let letter = &map["values"][a - least].as_str().unwrap()[b - least..=b - least];
                assert_eq!(letter == "P", alone["value"] == "loss", "{game} {a} {b}");
                assert_eq!(map["grundy"][a - least][b - least], alone["grundy"], "{game} {a} {b}");
            }
        }
    }
}

#[test]
fn every_example_can_be_opened_and_has_a_position() {
    let games = Served::new().get("/api/games").json()["games"].clone();
    let games = games.as_array().unwrap();
    // All but graph files.
    assert_eq!(games.len() + 1, catalog::ENTRIES.len());
    for game in games {
        let (text, position) = (game["example"]["game"].as_str().unwrap(), game["example"]["position"].as_str());
        let opened = catalog::open(text, Play::Normal, &Limits::NONE).unwrap();
        let position = position.unwrap_or_else(|| panic!("{game}"));
        opened.as_dyn().parse(position).unwrap_or_else(|error| panic!("{text} {position}: {error}"));
    }
}

#[test]
fn a_game_with_parameters_is_its_own_example() {
    let served = Served::new();
    for (name, position) in [("subtraction:50,60", "160"), ("bash:3", "21"), ("moore:5", "3 4 5 6 7 8 9")] {
        let game = served.get(&format!("/api/games?name={name}")).json();
        assert_eq!((&game["schema"], &game["example"]["game"]), (&"grundy/game/1".into(), &name.into()));
        assert_eq!(game["example"]["position"], position, "{name}");
        assert_eq!(game["name"], name.split(':').next().unwrap());
    }
    let board = served.get("/api/games?name=mnk:4,3,3").json();
    assert_eq!(board["example"]["game"], "mnk:4,3,3");
    assert_eq!(served.get("/api/games?name=nowhere:3").status, 404);
    assert_eq!(served.get("/api/games?name=graph:x").status, 404);
}

#[test]
fn the_opponent_is_that_of_the_library() {
    use grundy::play::{Rng, Skill, reply};
    let served = Served::new();
    for (text, position) in [("nim", "3 4 5"), ("nim", "1 2 3"), ("tictactoe", "........."), ("kalah:2,2", "")] {
        let game = catalog::open(text, Play::Normal, &Limits::NONE).unwrap();
        let at =
            if position.is_empty() { game.as_dyn().start().unwrap() } else { game.as_dyn().parse(position).unwrap() };
        for (skill, seed) in [(1.0, 0), (0.5, 1), (0.5, 2), (0.0, 3)] {
            let mut solver = Solver::new(&game);
            let chosen = reply(&mut solver, &at, Skill::new(skill).unwrap(), &mut Rng::new(seed)).unwrap().unwrap();
            let query = format!("game={text}&position={}&skill={skill}&seed={seed}", encoded(position));
            let reply = served.get(&format!("/api/reply?{query}")).json();
            assert_eq!(reply["move"], chosen.chosen.text, "{query}");
            assert_eq!(reply["after"]["position"], game.as_dyn().to_text(&chosen.chosen.option).unwrap(), "{query}");
            let after = solver.solve(&chosen.chosen.option).unwrap().value;
            assert_eq!(reply["after"]["value"], after.outcome.as_str(), "{query}");
        }
    }
    let over = served.get("/api/reply?game=nim&position=0").json();
    assert_eq!((&over["move"], &over["after"]), (&Value::Null, &Value::Null));
    assert_eq!(served.get("/api/reply?game=nim&position=3&skill=2").status, 400);
}
