//! Errors: every error status, its message, and its help.

use crate::served::{STARLARK, Served, encoded};

#[test]
fn errors_of_input_have_a_place() {
    let served = Served::new();
    for (path, message) in [
        ("/api/solve", "`game` is missing"),
        ("/api/solve?game=", "`game` is missing"),
        ("/api/solve?game=nim", "this game has no start, so it needs a position"),
        ("/api/solve?game=nim&position=3x", "`3x` is not a number"),
        ("/api/solve?game=nim&position=-1", "`-1` is negative"),
        ("/api/solve?gmae=nim", "there is no parameter `gmae`"),
        ("/api/solve?game=nim&game=nim", "`game` is given too often"),
        ("/api/solve?game=nim&position=3&moves=maybe", "`moves` must be `yes` or `no`, got `maybe`"),
        ("/api/solve?game=tictactoe&misere=yes", "misère play would change nothing"),
        ("/api/solve?game=nim:3", "`nim` has no parameters"),
        ("/api/solve?game=bash", "`bash` needs a parameter"),
        ("/api/solve?game=nim&position=3&set=n=3", "`set` is for posted rules"),
        ("/api/solve?game=nim%203%20%2B%20%2B%20nim%201", "a summand is missing"),
        ("/api/solve?game=%", "a percent sign without two hexadecimal digits"),
        ("/api/solve?game=%f", "a percent sign without two hexadecimal digits"),
        ("/api/solve?game=%zz", "a percent sign without two hexadecimal digits"),
        ("/api/solve?%00x=1", "there is no parameter"),
        ("/api/solve?game=n%ffm", "bytes that are not UTF-8"),
        ("/api/sequence?game=kayles", "`to` is missing"),
        ("/api/sequence?game=kayles&to=", "`to` is missing"),
        ("/api/sequence?game=kayles&to=-1", "`to` must be an integer from 0 to 10000, got `-1`"),
        ("/api/reply?game=nim&seed=99999999999999999999", "`seed` must be an integer from 0 to 18446744073709551615"),
        ("/api/sequence?game=kayles&to=10001", "`to` must be an integer from 0 to 10000, got `10001`"),
        ("/api/sequence?game=tictactoe&to=3", "the heaps of `tictactoe` are not a sequence"),
        ("/api/period?game=tictactoe", "`tictactoe` is not a game of single heaps"),
        ("/api/period?game=kayles&limit=-1", "`limit` must be an integer from 0 to 1000000000, got `-1`"),
        ("/api/heatmap?game=chomp:3,4&size=3", "a position of `chomp:3,4` is not two heaps"),
        ("/api/games?name=subtraction:x", "`x` is not"),
        ("/api/heatmap?game=nim&size=1001", "`size` must be an integer from 0 to 1000, got `1001`"),
        ("/api/heatmap?game=divisor&size=0", "the largest heap is from 1 to 1000"),
        ("/api/stats", "`table` is missing"),
        ("/metrics/../api/solve?x=1", "there is no such route"),
    ] {
        let reply = served.get(path);
        let (found, help) = reply.error();
        let status = if path.starts_with("/metrics") { 404 } else { 400 };
        assert_eq!(reply.status, status, "{path}: {found}");
        assert!(found.contains(message), "{path}: {found}");
        assert!(!help.is_empty() && !help.contains("--"), "{path}: {help}");
    }
    let place = &served.get("/api/solve?game=nim&position=3+%C3%A9x+4").json()["error"];
    assert_eq!((&place["parameter"], &place["start"], &place["end"]), (&"position".into(), &2.into(), &4.into()));
    let lower = served.get("/api/solve?game=nim&position=3+%c3%a9x%2b").error().0;
    assert!(lower.contains("`éx+`"), "{lower}");
    for query in ["game=tictactoe&misere=yes", "game=nim+3+%2B+kayles+5&misere=yes"] {
        assert_eq!(served.get(&format!("/api/solve?{query}")).json()["error"]["parameter"], "misere", "{query}");
    }
    let near = served.get("/api/solve?game=nim&positon=3").error().1;
    assert!(near.starts_with("did you mean `position`?"), "{near}");
}

#[test]
fn a_path_is_never_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.graph");
    std::fs::write(&file, "a b\n").unwrap();
    let served = Served::new();
    let file = file.to_str().unwrap();
    for game in [
        file,
        &format!("graph:{file}"),
        "graph:",
        "graph",
        "games/bachet.star",
        "a.star",
        "./nim",
        "../../etc/passwd",
        "~/x",
        "C:\\games\\a.star",
        "nim 3 + graph:/etc/passwd a",
        "graph:/etc/passwd a + nim 3",
        "nim 3\u{2003}+\u{2003}graph:/etc/passwd a",
        "small.parquet",
        "nim\0",
    ] {
        for route in ["solve", "explain", "sequence", "period", "heatmap"] {
            let more = match route {
                "sequence" => "&to=3",
                "heatmap" => "&size=3",
                _ => "",
            };
            let reply = served.get(&format!("/api/{route}?game={}{more}", encoded(game)));
            assert_eq!(reply.status, 400, "{route} {game}: {}", reply.text());
            assert!(reply.error().0.contains("never a path"), "{route} {game}: {}", reply.text());
        }
    }
}

/// Opening a pipe without a writer would block forever.
#[test]
#[cfg(unix)]
fn no_route_opens_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let served = Served::new();
    let pipe = pipe.to_str().unwrap();
    for game in [
        pipe.to_owned(),
        format!("graph:{pipe}"),
        format!("graph:{pipe} a+nim 3"),
        format!("nim 3 +graph:{pipe} a"),
        format!("nim 3 + {pipe} a"),
        format!("nim 3\n+\ngraph:{pipe} a"),
        format!("nim 3\u{a0}+\u{a0}graph:{pipe} a"),
        format!("nim 3 + nim 4 + graph:{pipe}"),
        format!("bash:3 5 + graph:{pipe} x"),
        format!("table:{pipe}"),
        format!("rules:{pipe}"),
        format!("{pipe}.star"),
    ] {
        for (route, parameter, more) in [
            ("solve", "game", ""),
            ("solve", "game", "&moves=no"),
            ("solve", "game=nim&position", ""),
            ("explain", "game", ""),
            ("reply", "game", ""),
            ("sequence", "game", "&to=3"),
            ("period", "game", ""),
            ("heatmap", "game", "&size=3"),
            ("games", "name", ""),
            ("stats", "table", ""),
        ] {
            let reply = served.get(&format!("/api/{route}?{parameter}={}{more}", encoded(&game)));
            assert!([400, 404].contains(&reply.status), "{route} {game}: {}", reply.text());
        }
    }
}

#[test]
fn what_is_not_there() {
    let served = Served::new();
    for (path, message, help) in [
        ("/api/solve?game=nimm", "there is no game called `nimm`", "did you mean `nim`?"),
        ("/api/solve?game=kayles+3", "there is no game called `kayles 3`", "apart from the game"),
        ("/api/solve?game=nim+3+%2B+kalyes+3", "there is no game called `kalyes`", "did you mean `kayles`?"),
        ("/api/solve?game=rules:00", "there are no rules `rules:00` here", "post them"),
        ("/api/solve?game=table:dao", "there is no table `table:dao`", "no table is loaded"),
        ("/api/stats?table=dao", "there is no table `dao`", "no table is loaded"),
        ("/api/games?name=nimm", "there is no game called `nimm`", "did you mean `nim`?"),
        ("/api/games?name=graph", "there is no game called `graph`", "lists all"),
        ("/api/games?name=rules:00", "`rules:00` is not a game of the catalogue", "`/api/rules`"),
        ("/api/nothing", "there is no such route", "/openapi.json"),
        ("/page/nothing.js", "there is no such page", "`/`"),
        ("/page/../Cargo.toml", "there is no such page", "`/`"),
        ("/page/%2e%2e/Cargo.toml", "there is no such page", "`/`"),
    ] {
        let reply = served.get(path);
        let (found, advice) = reply.error();
        assert_eq!((reply.status, reply.header("cache-control")), (404, Some("no-store")), "{path}: {found}");
        assert!(found.contains(message) && advice.contains(help), "{path}: {found}; {advice}");
    }
}

#[test]
fn other_methods_are_refused_with_the_allowed_ones() {
    let served = Served::new();
    let by = |method: &str, path: &str| {
        served.send(format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        ))
    };
    for path in ["/", "/api/games", "/api/solve", "/api/stats", "/openapi.json", "/metrics", "/page/index.html"] {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"] {
            let reply = by(method, path);
            assert_eq!((reply.status, reply.header("allow")), (405, Some("GET,HEAD")), "{method} {path}");
            assert!(reply.error().0.contains(method));
        }
    }
    let reply = by("GET", "/api/rules");
    assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")));
}

#[test]
fn what_is_too_large_or_too_long() {
    let served = Served::with(&["--time", "0.3"]);
    assert_eq!(served.post(vec![b'#'; 200_000]).status, 413);
    let reply = served.get(&format!("/api/solve?game=nim&position={}", "3+".repeat(6000)));
    assert_eq!(reply.status, 400);
    assert!(reply.error().1.contains("8192"));
    // A head beyond all limits is not read to its end.
    assert_eq!(served.get(&format!("/api/solve?game={}", "n".repeat(200_000))).status, 431);
    let large = served.get(&format!("/api/solve?game=kayles&position={}", "9".repeat(30)));
    assert_eq!(large.status, 400, "{}", large.text());
}

#[test]
fn a_body_that_breaks_off_is_not_too_large() {
    let served = Served::new();
    let head = format!("POST /api/rules HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{STARLARK}");
    let chunked = served.send(format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\n"));
    assert!(chunked.status == 400 && chunked.text().contains("broken or ends too early"), "{chunked:?}");
    let large = "#".repeat((128 << 10) + 1);
    let large =
        served.send(format!("{head}transfer-encoding: chunked\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n", large.len()));
    assert_eq!(large.status, 413, "{large:?}");
}

#[test]
fn paths_and_parameters_that_nothing_reads_are_errors_in_json() {
    let served = Served::new();
    let reply = served.get("/page/%ff");
    assert_eq!((reply.status, reply.header("cache-control")), (404, Some("no-store")), "{reply:?}");
    assert_eq!(reply.json()["error"]["status"], 404);
    for path in ["/metrics?x=1", "/openapi.json?x=%ff", "/api/solve?game=nim&positionn=3"] {
        let reply = served.get(path);
        assert!(reply.status == 400 && reply.json()["error"]["parameter"].is_string(), "{path}: {reply:?}");
    }
    for (path, parameter) in [("/api/solve?game=table:zz", "game"), ("/api/stats?table=zz", "table")] {
        let (status, answer) = served.get(path).status_and_json();
        assert_eq!((status, &answer["error"]["parameter"]), (404, &parameter.into()), "{answer}");
    }
    let many = "&set=n%3D3".repeat(33);
    let reply = served.get(&format!("/api/solve?game=nim{many}"));
    assert!(reply.status == 400 && reply.text().contains("write at most 32"), "{reply:?}");
}
