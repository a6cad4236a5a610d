//! Requests that are rejected: those from other websites, and those that name another host.

use crate::served::{STARLARK, Served};

const RULES: &str = "def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n";

fn with_host(served: &Served, host: &str, headers: &str) -> u16 {
    let request = format!("GET /api/games?name=nim HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n");
    served.send(request).status
}

/// DNS rebinding: the name of a website that resolves to this machine.
#[test]
fn another_host_is_refused() {
    let served = Served::with(&["--host", "games.example"]);
    for host in [
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1",
        "127.0.0.1:8000",
        "[::1]:8000",
        "[::1]",
        "10.1.2.3",
        "games.example",
        "Games.Example:80",
        &served.address.to_string(),
    ] {
        assert_eq!(with_host(&served, host, ""), 200, "{host}");
    }
    for host in [
        "",
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "x:y",
        ":80",
        "[::1",
    ] {
        assert_eq!(with_host(&served, host, ""), 421, "{host}");
    }
    assert_eq!(with_host(&served, "localhost", "host: evil.example\r\n"), 400, "two hosts");
    // The target of a request may contain the host, too.
    let target = "GET http://evil.example/api/games HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    assert_eq!(served.send(target).status, 421);
    for path in ["/", "/page/index.html", "/api/solve?game=nim&position=3", "/openapi.json", "/metrics", "/nothing"] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
        assert_eq!(served.send(request).status, 421, "{path}");
    }
    assert_eq!(served.send("GET /api/games HTTP/1.0\r\n\r\n").status, 421);
}

#[test]
fn another_website_is_refused() {
    let served = Served::new();
    let own = format!("origin: http://{}\r\n", served.address);
    assert_eq!(with_host(&served, &served.address.to_string(), &own), 200);
    assert_eq!(with_host(&served, "localhost:8000", "origin: http://localhost:8000\r\n"), 200);
    for site in ["same-origin", "none"] {
        assert_eq!(with_host(&served, "localhost", &format!("sec-fetch-site: {site}\r\n")), 200, "{site}");
    }
    for headers in [
        "origin: http://evil.example\r\n",
        "origin: null\r\n",
        "origin: http://localhost:1\r\n",
        "origin: file://\r\n",
        "origin: http://localhost.evil.example\r\n",
        "sec-fetch-site: cross-site\r\n",
        "sec-fetch-site: same-site\r\n",
    ] {
        assert_eq!(with_host(&served, "localhost", headers), 403, "{headers}");
        assert_eq!(served.post_with(&format!("{STARLARK}{headers}"), RULES).status, 403, "{headers}");
    }
    for (path, status) in [("/", 200), ("/page/index.html", 200), ("/metrics", 403)] {
        assert_eq!(served.get_with(path, "sec-fetch-site: cross-site\r\n").status, status, "a link to {path}");
    }
    assert_eq!(served.get("/").header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(served.get("/api/games").header("access-control-allow-origin"), None);
    let preflight = "OPTIONS /api/rules HTTP/1.1\r\nhost: localhost\r\norigin: http://evil.example\r\n\
        access-control-request-method: POST\r\nconnection: close\r\n\r\n";
    assert_eq!(served.send(preflight).status, 403);
}

/// Forms and scripts of any website can send these types without a preflight request.
#[test]
fn rules_of_a_simple_content_type_are_refused() {
    let served = Served::new();
    for headers in [
        "",
        "content-type: text/plain\r\n",
        "content-type: application/x-www-form-urlencoded\r\n",
        "content-type: multipart/form-data; boundary=application/x-starlark\r\n",
        "content-type: \r\n",
    ] {
        let reply = served.post_with(headers, RULES);
        assert_eq!(reply.status, 415, "{headers}: {}", reply.text());
        assert!(reply.error().1.contains("application/x-starlark"));
    }
    assert_eq!(served.post(RULES).status, 200);
    assert_eq!(served.post_with("content-type: Application/X-Starlark; charset=utf-8\r\n", RULES).status, 200);
}

#[test]
fn rules_run_where_the_operator_allows_them() {
    let post = |args: &[&str]| Served::with(args).post(RULES);
    assert_eq!(post(&["--no-rules", "--rules"]).status, 503);
    let refused = post(&["--no-rules"]);
    assert_eq!(refused.status, 503);
    assert!(refused.error().0.contains("--no-rules"), "{}", refused.text());
    assert_eq!(post(&["--listen", "0.0.0.0"]).status, 503);
    assert_eq!(post(&["--listen", "0.0.0.0", "--rules"]).status, 200);
    assert_eq!(post(&[]).status, 200);
}

/// A proxy on this machine connects from the loopback address for clients from anywhere: `--host` says that there are such clients.
#[test]
fn rules_of_a_proxys_clients_are_refused_unless_the_operator_allows_them() {
    let post = |args: &[&str]| {
        let request = format!(
            "POST /api/rules HTTP/1.1\r\nhost: games.example\r\norigin: https://games.example\r\nconnection: close\r\n\
             content-length: {}\r\n{STARLARK}\r\n{RULES}",
            RULES.len()
        );
        Served::with(&[&["--host", "games.example"], args].concat()).send(request)
    };
    let refused = post(&[]);
    assert_eq!(refused.status, 503, "{}", refused.text());
    let message = refused.error().0;
    assert!(message.contains("`--host`") && message.contains("`--rules`"), "{message}");
    assert_eq!(post(&["--host", "localhost"]).status, 503);
    assert_eq!(post(&["--no-rules"]).status, 503);
    assert_eq!(post(&["--rules"]).status, 200);

    // Names of this machine let in nobody else.
    for name in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        assert_eq!(Served::with(&["--host", name]).post(RULES).status, 200, "{name}");
    }
    assert_eq!(Served::with(&["--host", "10.1.2.3"]).post(RULES).status, 503);
}

#[test]
fn a_host_is_a_name_alone() {
    for name in ["games.example:8000", "http://games.example", ""] {
        let message = crate::common::grundy(&["serve", "--port", "0", "--host", name]).refused();
        assert!(message.contains("without a port, as in `games.example`"), "{message}");
    }
}
