//! `grundy serve` in normal use: posted rules, loaded tables, bursts of requests, and shutdown.
use crate::common::grundy;
use crate::served::Served;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::sync::Barrier;

const BACHET: &str =
    "n = param(\"n\", 21)\ndef initial(): return n\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n";

#[test]
fn rules_that_are_posted_are_a_game() {
    let served = Served::with(&[]);
    let (status, answer) = served.post(BACHET).status_and_json();
    assert_eq!(status, 200, "{answer}");
    assert_eq!((&answer["parameters"], &answer["check"]["positions"]), (&json!({"n": "21"}), &json!(22)));
    let game = answer["game"].as_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bachet.star");
    std::fs::write(&file, BACHET).unwrap();
    for (query, args) in [
        (String::new(), vec![]),
        ("&position=13".to_owned(), vec!["13"]),
        ("&set=n%3D8".to_owned(), vec!["--set", "n=8"]),
        ("&position=7&misere=yes".to_owned(), vec!["7", "--misere"]),
    ] {
        let (status, mut answer) = served.get(&format!("/api/solve?game={game}{query}")).status_and_json();
        let all = [vec!["solve", file.to_str().unwrap(), "--json"], args].concat();
        let mut alone = grundy(&all).json();
        for answer in [&mut answer, &mut alone] {
            answer.as_object_mut().unwrap().remove("game");
        }
        assert_eq!((status, answer), (200, alone), "{query}");
    }
    assert_eq!(served.get(&format!("/api/explain?game={game}&position=20")).json()["value"], "loss");
    assert_eq!(served.get(&format!("/api/reply?game={game}&position=21")).json()["move"], "to 20");
    for set in ["set=m%3D8", "set=n%3D8&set=m%3D8"] {
        let (status, wrong) = served.get(&format!("/api/solve?game={game}&{set}")).status_and_json();
        let wrong = &wrong["error"];
        assert_eq!((status, &wrong["help"]), (400, &json!("did you mean `n`? the file has n")), "{set}");
        assert_eq!(wrong["parameter"], "set", "{set}");
    }
    let (status, wrong) = served.get(&format!("/api/solve?game={game}&set=n%3Dx")).status_and_json();
    let message = &wrong["error"]["message"];
    assert_eq!((status, &wrong["error"]["parameter"]), (400, &json!("set")), "{wrong}");
    assert_eq!(message, "`n=x` is not of the type of the default, 21: write an integer from -2^63 to 2^63 - 1");
    assert_eq!(served.get(&format!("/api/solve?game={game}&position=x")).status, 400);
    // Equal texts have equal handles, and different texts have different handles.
    assert_eq!(served.post(BACHET).json()["game"], game);
    assert_ne!(served.post(format!("{BACHET}# other\n")).json()["game"], game);
}

#[test]
fn positions_with_too_many_moves_to_list_are_explained() {
    let served = Served::with(&["--memory", "64M", "--time", "5"]);
    for (game, position) in [("nim", "1000000000000+1000"), ("wythoff", "10000000+5"), ("moore:2", "1000000000+5+6")] {
        let (status, answer) = served.get(&format!("/api/explain?game={game}&position={position}")).status_and_json();
        assert_eq!((status, answer["value"].as_str()), (200, Some("win")), "{game}: {answer}");
    }
}

#[test]
fn wrong_rules_are_refused_with_their_place() {
    let served = Served::with(&[]);
    for (rules, line, column, message) in [
        ("def initial(): return 3\ndef moves(s) return []\n", 2, 14, "unexpected keyword"),
        ("def initial(): return 3\ndef moves(s):\n  return s.x\n", 3, 10, "x"),
        ("def initial(): return 3\ndef movs(s): return []\n", 2, 5, "no function `moves`"),
        ("def initial(): return 3\ndef moves(s): return 5\n", 2, 15, "`moves`"),
    ] {
        let (status, answer) = served.post(rules).status_and_json();
        let error = &answer["error"];
        assert_eq!(status, 422, "{rules}: {answer}");
        assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{rules}: {answer}");
        assert!(error["end"].as_u64() > Some(column), "{answer}");
        assert!(error["message"].as_str().unwrap().contains(message), "{answer}");
    }
    assert_eq!(served.post("").status, 422);
    assert_eq!(served.post([0xff, 0xfe]).status, 422);
    assert_eq!(served.post(vec![b'#'; 200_000]).status, 413);
}

#[test]
fn rules_that_run_away_are_stopped_and_others_answer() {
    let served = Served::with(&["--time", "2", "--memory", "128M"]);
    let moves = |body: &str| format!("def initial(): return 1\ndef moves(s):\n  {body}\n");
    for body in [
        "for i in range(1000000000): pass",
        "return [\"x\" * 10000000000]",
        "x = [0]\n  for i in range(100): x = x + x\n  return x",
        "return moves(s)",
        "x = 3\n  for i in range(40): x = x * x\n  return [x]",
        "return [s + 1]",
        "x = []\n  for i in range(1000000): x = [x]\n  return [x]",
    ] {
        let (status, answer) = served.post(moves(body)).status_and_json();
        if body == "return [s + 1]" {
            // The first positions of an endless game can be checked. Its start is not decided.
            let solved = served.get(&format!("/api/solve?game={}", answer["game"].as_str().unwrap()));
            let (status, solved) = solved.status_and_json();
            assert_eq!((status, &solved["value"], &solved["proved"]), (200, &Value::Null, &json!(false)), "{solved}");
        } else {
            assert!([422, 503].contains(&status), "{body}: {status} {answer}");
        }
        assert_eq!(served.get("/api/solve?game=kayles&position=5").status, 200, "after {body}");
    }
}

#[test]
fn a_table_answers_for_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("small four.parquet");
    let graph = folder.path().join("ring.graph");
    let ring = folder.path().join("ring.parquet");
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    std::fs::write(&graph, "> a\na b\nb a\nb c\n").unwrap();
    grundy(&["build", "mnk:3,3,3", "-o", &path(&table)]).ok();
    grundy(&["build", &format!("graph:{}", path(&graph)), "-o", &path(&ring)]).ok();
    let served = Served::with(&[&path(&table), &path(&ring)]);
    for game in ["mnk:3,3,3", "table:small-four"] {
        for (query, args) in [("", vec![]), ("&position=.../.X./...", vec![".../.X./..."])] {
            let (status, answer) = served.get(&format!("/api/solve?game={game}{query}")).status_and_json();
            let all = [vec!["probe", table.to_str().unwrap(), "--json"], args].concat();
            let mut probed = grundy(&all).json();
            probed["game"] = json!(game);
            assert_eq!((status, &answer), (200, &probed), "{game}{query}");
            let (_, short) = served.get(&format!("/api/solve?game={game}{query}&moves=no")).status_and_json();
            assert_eq!((&short["method"], &short["value"]), (&json!("stored table"), &probed["value"]));
            assert_eq!(served.get(&format!("/api/explain?game={game}{query}")).json()["value"], probed["value"]);
            assert_eq!(served.get(&format!("/api/reply?game={game}{query}")).json()["after"]["value"], "draw");
        }
    }
    // A position that the table does not hold is solved if the game has a name, and is an error if it has none.
    assert_eq!(served.get("/api/solve?game=mnk:3,3,3&position=XXX/XX./...").status, 400);
    let (_, ring) = served.get("/api/solve?game=table:ring&position=b").status_and_json();
    assert_eq!((&ring["game"], &ring["value"]), (&json!("table:ring"), &json!("win")));
    assert_eq!(served.get("/api/solve?game=table:ring&position=z").status, 400);
    let (_, stats) = served.get("/api/stats?table=small-four").status_and_json();
    let mut alone = grundy(&["stats", &path(&table), "--json"]).json();
    alone["table"] = json!("table:small-four");
    assert_eq!(stats, alone);
    let (_, stats) = served.get("/api/stats?table=table:ring").status_and_json();
    assert_eq!(stats["game"], "table:ring", "no path is told");
    let (_, games) = served.get("/api/games").status_and_json();
    assert_eq!((&games["tables"][0]["name"], &games["tables"][1]["game"]), (&json!("table:small-four"), &Value::Null));
    let none = served.get("/api/stats?table=none");
    assert_eq!((none.status, none.error().1.as_str()), (404, "the loaded tables are `table:small-four`, `table:ring`"));
}

/// A table from another position changes what its name means, and not the start of its game.
#[test]
fn a_table_does_not_change_the_start_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("later.parquet");
    let table = table.to_str().unwrap();
    grundy(&["build", "mnk:3,3,3", "X../.../...", "-o", table]).ok();
    let served = Served::with(&[table]);
    for (game, position) in [("mnk:3,3,3", ".../.../..."), ("table:later", "X../.../...")] {
        for question in ["solve", "explain", "moves", "reply"] {
            let (status, answer) = served.get(&format!("/api/{question}?game={game}")).status_and_json();
            let is_about = answer["position"].as_str().or(answer["before"]["position"].as_str());
            assert_eq!((status, is_about), (200, Some(position)), "{question} {game}: {answer}");
        }
    }
    assert_eq!(served.get("/api/solve?game=table:later&position=.../.../...").status, 404);
}

#[test]
fn a_burst_is_refused_politely_and_light_requests_still_answer() {
    let served = Served::with(&["--workers", "1", "--queue", "4", "--time", "3"]);
    let begun = Barrier::new(13);
    let (statuses, light_statuses) = std::thread::scope(|scope| {
        let heavy: Vec<_> = (0..12)
            .map(|number| {
                let (served, begun) = (&served, &begun);
                scope.spawn(move || {
                    begun.wait();
                    // Different requests, each of which takes longer than three seconds.
                    let route = ["solve?game=", "explain?game=", "solve?moves=no&game="][number % 3];
                    let request = format!(
                        "GET /api/{route}connect4:{}x{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
                        7 + number / 3 % 2,
                        6 + number / 6 % 2
                    );
                    let reply = served.send(request.as_bytes());
                    (reply.status, reply.header("retry-after").is_some())
                })
            })
            .collect();
        begun.wait();
        let light_statuses: Vec<u16> =
            ["/api/solve?game=nim&position=3+4+5", "/api/solve?game=nim&position=1&moves=no", "/api/games"]
                .map(|path| served.get(path).status)
                .into();
        (heavy.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>(), light_statuses)
    });
    assert_eq!(light_statuses, [200; 3]);
    // One client may use a part of the queue: four of its five places.
    let refused = statuses.iter().filter(|(status, retry)| *status == 429 && *retry).count();
    // The others are not decided in time, and answered by what is proved.
    let ended = statuses.iter().filter(|(status, retry)| *status == 200 && !retry).count();
    assert_eq!((refused + ended, refused >= 1, ended >= 4), (12, true, true), "{statuses:?}");
    assert_eq!(served.get("/api/solve?game=mnk:2,2,2").status, 200, "and after it all is as before");
}

#[test]
fn the_server_ends_when_it_is_asked_to() {
    for signal in ["-INT", "-TERM"] {
        let served = Served::with(&[]);
        assert_eq!(served.get("/api/solve?game=kayles&position=5").status, 200);
        // An idle connection does not delay the shutdown.
        let idle = TcpStream::connect(&served.address).unwrap();
        assert_eq!(served.ended_by(signal), Some(130), "{signal}");
        drop(idle);
    }
}

#[test]
fn what_cannot_be_served() {
    let reply = grundy(&["serve", "no-such-table.parquet"]);
    assert_eq!(reply.status, Some(2));
    assert!(reply.stderr.contains("no-such-table.parquet"), "{}", reply.stderr);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    for args in [&["serve", "--port", &port][..], &["serve", "--listen", "localhost", "--port", &port]] {
        let reply = grundy(args);
        assert_eq!(reply.status, Some(2));
        assert!(reply.stderr.contains("cannot listen at 127.0.0.1") && reply.stderr.contains("--port"), "{reply}");
    }
    let reply = grundy(&["serve", "--listen", "games.example"]);
    assert_eq!(reply.status, Some(2));
    assert!(reply.stderr.contains("as in `127.0.0.1`"), "{reply}");
}

/// The answers over HTTP equal those of the command line.
#[test]
fn sequences_periods_and_squares_are_those_of_the_command_line() {
    let served = Served::with(&[]);
    for (game, limit) in [
        ("octal:0.137", None),
        ("octal:0.16", None),
        ("kayles", None),
        ("grundys-game", Some(200)),
        ("subtraction:2,5,9", None),
        ("subtraction:all-but:1,3", None),
        ("bash:3", None),
        ("divisor", None),
        ("octal:0.007", Some(1000)),
    ] {
        let option = limit.map(|limit: u64| ["--limit".to_owned(), limit.to_string()]);
        let query = limit.map_or(String::new(), |limit| format!("&limit={limit}"));
        let args = ["period", game, "--json"].into_iter().chain(option.iter().flatten().map(String::as_str));
        let ran = grundy(&args.collect::<Vec<_>>());
        let alone: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(served.get(&format!("/api/period?game={game}{query}")).status_and_json(), (200, alone), "{game}");
    }
    for game in ["kayles", "subtraction:all-but:1,3", "wythoff", "divisor", "grundys-game"] {
        let alone = grundy(&["sequence", game, "--to", "12", "--json"]).json();
        let answer = served.get(&format!("/api/sequence?game={game}&to=12")).status_and_json();
        assert_eq!(answer, (200, alone), "{game}");
    }
    for (game, size, misere) in [
        ("nim", 1000, false),
        ("wythoff", 1000, false),
        ("kayles", 400, false),
        ("subtraction:1,3,4", 40, true),
        ("moore:2", 300, false),
    ] {
        let (play, query) = if misere { (vec!["--misere"], "&misere=yes") } else { (vec![], "") };
        let size = size.to_string();
        let alone = grundy(&[vec!["heatmap", game, "--size", &size, "--json"], play].concat()).json();
        let (status, answer) = served.get(&format!("/api/heatmap?game={game}&size={size}{query}")).status_and_json();
        assert_eq!(
            (status, answer["least"] == alone["least"], answer["grundy"] == alone["grundy"]),
            (200, true, true),
            "{game}"
        );
        let letter = |word: &Value| if word == "loss" { 'P' } else { 'N' };
        let rows = alone["value"].as_array().unwrap().iter();
        let letters: Vec<String> = rows.map(|row| row.as_array().unwrap().iter().map(letter).collect()).collect();
        assert!(answer["values"] == json!(letters), "{game}");
    }
    // A request without a theory that is too large is rejected in time, with the reason.
    let small = Served::with(&["--time", "2", "--memory", "64M"]);
    let (status, answer) = small.get("/api/heatmap?game=octal:0.37&size=1000&misere=yes").status_and_json();
    assert_eq!(status, 503, "{answer}");
    assert!(!answer["error"]["message"].as_str().unwrap().is_empty() && answer["error"]["help"] != "", "{answer}");
}

/// Numbers as texts, and one text whose parsing hangs in a single operation.
const RULES_WITH_TEXT: &str = "n = param(\"n\", 6)
def initial(): return n
def moves(s): return [s - k for k in [1, 2, 3] if k <= s]
def text(s): return \"n\" + str(s)
def parse(t):
  if t == \"hang\":
    x = 3
    for i in range(40): x = x * x
  return int(t[1:])
def show(s): return \"|\" * s
";

#[test]
fn tables_of_rules_files_are_asked_in_a_process_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("spoken.star"), RULES_WITH_TEXT).unwrap();
    let (rules, spoken, board, other) =
        (path("spoken.star"), path("spoken.parquet"), path("board.parquet"), path("other.parquet"));
    grundy(&["build", &rules, "--set", "n=9", "-o", &spoken]).ok();
    grundy(&["build", "../../games/tictactoe.star", "-o", &board]).ok();
    grundy(&["build", &rules, "-o", &other]).ok();
    // The file of the rules is no longer needed.
    std::fs::remove_file(&rules).unwrap();
    let served = Served::with(&["--time", "2", &spoken, &board, &other]);
    let same = |table: &str, file: &str, position: &str| {
        let query = format!("game=table:{table}&position={position}");
        let (status, mut answer) = served.get(&format!("/api/solve?{query}")).status_and_json();
        assert_eq!((status, &answer["game"]), (200, &json!(format!("table:{table}"))), "{answer}");
        let args = ["probe", file, position, "--json"];
        let mut alone = grundy(&args[..args.len()]).json();
        alone["game"] = answer["game"].take();
        answer["game"] = alone["game"].clone();
        assert_eq!(answer, alone, "{query}");
        assert_eq!(answer["method"], "stored table");
    };
    same("spoken", &spoken, "n7");
    same("board", &board, "XO..X....");
    // Without a position, the request is about the start that the table was built from, with its parameters.
    assert_eq!(served.get("/api/solve?game=table:spoken").json()["position"], "n9");
    let (status, answer) = served.get("/api/explain?game=table:spoken&position=n4").status_and_json();
    assert_eq!((status, &answer["value"], &answer["picture"]), (200, &json!("loss"), &json!("||||")), "{answer}");
    assert_eq!(served.get("/api/reply?game=table:spoken&position=n7").json()["move"], "to n4");
    // The statistics equal those of the command line.
    let (status, mut answer) = served.get("/api/stats?table=spoken").status_and_json();
    let mut alone = grundy(&["stats", &spoken, "--json"]).json();
    assert_eq!(
        (status, answer["table"].take(), answer["game"].take()),
        (200, json!("table:spoken"), json!("table:spoken"))
    );
    (alone["table"], alone["game"]) = (Value::Null, Value::Null);
    assert_eq!(answer, alone);
    let tables = served.get("/api/games").json()["tables"].clone();
    assert_eq!((&tables[1]["name"], &tables[1]["rules"]), (&json!("table:board"), &json!("tictactoe.star")));
    assert_eq!(tables[1]["game"], Value::Null);
    // A position that is not in the table, a text that is not a position of the game, and a text whose parsing never ends.
    let (status, answer) = served.get("/api/solve?game=table:spoken&position=n10").status_and_json();
    assert_eq!(
        (status, &answer["error"]["help"]),
        (404, &json!("the table holds the positions that can be reached from n9")),
        "{answer}"
    );
    assert_eq!(served.get("/api/solve?game=table:spoken&position=x").status, 400);
    assert_eq!(served.get("/api/solve?game=table:spoken&set=n%3D3").status, 400);
    assert_eq!(served.get("/api/solve?game=spoken.star").status, 400);
    assert_eq!(served.get("/api/solve?game=table:spoken&position=hang").status, 503);
    same("spoken", &spoken, "n5");
    // A file that replaces the table is not used.
    std::fs::rename(&spoken, &other).unwrap();
    let (status, answer) = served.get("/api/solve?game=table:other").status_and_json();
    assert_eq!(status, 503, "{answer}");
    assert!(
        answer["error"]["message"].as_str().unwrap().contains("the file changed after the server started"),
        "{answer}"
    );
}

#[test]
fn heaps_of_a_table_are_under_the_play_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("heaps.parquet").to_str().unwrap().to_owned();
    grundy(&["build", "nim", "3", "4", "--misere", "-o", &table]).ok();
    let served = Served::with(&[&table]);
    for (of_table, of_game) in [
        ("/api/heatmap?game=table:heaps&size=5", "/api/heatmap?game=nim&size=5&misere=yes"),
        ("/api/sequence?game=table:heaps&to=5", "/api/sequence?game=nim&to=5&misere=yes"),
    ] {
        let (status, answer) = served.get(of_table).status_and_json();
        assert_eq!((status, &answer["play"]), (200, &json!("misere")), "{answer}");
        assert_eq!(answer, served.get(of_game).json());
    }
    let (status, answer) = served.get("/api/period?game=table:heaps").status_and_json();
    assert_eq!(status, 400, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("normal play"), "{answer}");
}

#[test]
fn an_answer_of_a_table_has_the_tag_of_that_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (rules, table) = (path("bachet.star"), path("bachet.parquet"));
    std::fs::write(&rules, BACHET).unwrap();
    let head = |build: &[&str], query: &str| {
        grundy(&[&["build", "-o", &table], build].concat()).ok();
        let served = Served::with(&[&table]);
        let request = format!("GET /api/{query} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let reply = served.send(request.as_bytes());
        assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-cache")), "{}", reply.text());
        reply.header("etag").unwrap().to_owned()
    };
    let of_rules = |set: &str| head(&[&rules, "--set", set], "sequence?game=table:bachet&to=5");
    assert_ne!(of_rules("n=5"), of_rules("n=6"));
    // Two tables with the same number of rows and bytes, but different starts.
    let of_heaps = |build: &[&str]| head(build, "solve?game=table:bachet");
    assert_ne!(of_heaps(&["nim", "1", "2", "3"]), of_heaps(&["nim", "2", "1", "3"]));
}

/// A table of openings has few positions. The search for others is bounded like every request, in a process of its own.
#[test]
fn tables_of_openings_are_read_by_workers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.parquet").to_str().unwrap().to_owned();
    grundy(&["build", "connect4:6x5", "--opening", "2", "-o", &path]).ok();
    let served = Served::with(&["--time", "0.1", "--memory", "32M", &path]);
    let (status, answer) = served.get("/api/solve?game=table:first&position=1&moves=no").status_and_json();
    assert_eq!((status, &answer["method"]), (200, &json!("the table of openings")), "{answer}");
    // The moves from the last positions of the table are searched for.
    let (status, answer) = served.get("/api/solve?game=table:first&position=12").status_and_json();
    assert!(status == 200 || status == 503, "{answer}");
    if let Ok(text) = std::fs::read_to_string(format!("/proc/{}/status", served.id())) {
        let kibibytes = |line: &str| line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
        let peak = text.lines().find(|line| line.starts_with("VmHWM:")).and_then(kibibytes).unwrap();
        assert!(peak < 100 << 10, "{peak} KiB in the server itself");
    }
    let (status, answer) = served.get("/api/solve?game=table:first&position=123").status_and_json();
    assert_eq!(status, 404, "{answer}");
    assert!(answer["error"]["help"].as_str().unwrap().contains("in a few moves"), "{answer}");
    // The game itself is searched where the table ends.
    let (status, answer) = served.get("/api/solve?game=connect4:6x5&position=123&moves=no").status_and_json();
    assert!(status == 200 || status == 503, "{answer}");
    let heaps = served.get("/api/sequence?game=table:first&to=3");
    assert_eq!(heaps.status, 400, "{heaps:?}");
}

/// What is wrong with a file is for the operator, who also mends it.
#[test]
fn a_table_that_cannot_be_read_tells_no_path_and_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (table, away) = (path("bachet.parquet"), path("away"));
    grundy(&["build", "../../games/bachet.star", "-o", &table]).ok();
    let served = Served::with(&[&table]);
    std::fs::rename(&table, &away).unwrap();
    let reply = served.get("/api/solve?game=table:bachet&position=5");
    assert_eq!(reply.status, 503, "{reply:?}");
    assert!(!reply.text().contains(folder.path().to_str().unwrap()), "{}", reply.text());
    std::fs::rename(&away, &table).unwrap();
    let (status, answer) = served.get("/api/solve?game=table:bachet&position=6").status_and_json();
    assert_eq!((status, &answer["value"]), (200, &json!("win")), "{answer}");
}

/// What clients do not read stays in memory, so it is bounded.
#[cfg(unix)]
#[test]
fn answers_that_nobody_reads_are_bounded() {
    use std::io::Write;
    let served = Served::new();
    let mut refused = 0;
    let mut streams = Vec::new();
    for size in (900..1000).rev() {
        let mut stream = TcpStream::connect(served.address).unwrap();
        // The system keeps little of the answer.
        rustix::net::sockopt::set_socket_recv_buffer_size(&stream, 4096).unwrap();
        let request = format!("GET /api/heatmap?game=nim&size={size} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut status).unwrap();
        refused += u32::from(status.ends_with(b"503"));
        streams.push(stream);
        if refused > 0 {
            break;
        }
    }
    assert!(refused > 0 && streams.len() > 10, "{refused} refused of {}", streams.len());
    // Once its connections have ended, the client is answered again.
    drop(streams);
    let answered = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        served.get("/api/heatmap?game=nim&size=1000").status == 200
    });
    assert!(answered);
}
