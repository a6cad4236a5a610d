//! Caching: what a client may cache, and which responses are compressed.

use crate::served::Served;
use std::io::Read;

#[test]
fn an_answer_that_is_known_is_not_sent_again() {
    let served = Served::new();
    for (path, caching) in [
        ("/", "no-cache"),
        ("/page/index.html", "no-cache"),
        ("/api/games", "no-cache"),
        ("/openapi.json", "no-cache"),
        ("/api/solve?game=nim&position=3+4&moves=no", "public, max-age=86400"),
        ("/api/solve?game=nim&position=3+4", "public, max-age=86400"),
        ("/api/explain?game=kayles&position=7", "public, max-age=86400"),
        ("/api/sequence?game=kayles&to=9", "public, max-age=86400"),
        ("/api/period?game=kayles", "public, max-age=86400"),
        ("/api/heatmap?game=nim&size=3", "public, max-age=86400"),
    ] {
        let first = served.get(path);
        assert_eq!((first.status, first.header("cache-control")), (200, Some(caching)), "{path}");
        let tag = first.header("etag").unwrap_or_else(|| panic!("{path}: {}", first.head));
        let second = served.get_with(path, &format!("if-none-match: \"x\", {tag}\r\n"));
        assert_eq!((second.status, second.body.len(), second.header("etag")), (304, 0, Some(tag)), "{path}");
        // The comparison is weak: the tag without its `W/` is the same tag.
        for known in ["*", &tag["W/".len()..], &format!("\"x\", {}", &tag["W/".len()..])] {
            assert_eq!(served.get_with(path, &format!("if-none-match: {known}\r\n")).status, 304, "{path} {known}");
        }
        let other = served.get_with(path, "if-none-match: \"x\"\r\n");
        assert_eq!((other.status, other.body == first.body), (200, true), "{path}");
        let head = served.send(format!("HEAD {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"));
        assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, Some(tag)), "{path}");
        assert_eq!(head.header("content-length"), Some(first.body.len().to_string().as_str()), "{path}");
    }
    let one = served.get("/api/solve?game=nim&position=3+4");
    let other = served.get("/api/solve?game=nim&position=3+5");
    assert_ne!(one.header("etag"), other.header("etag"));
    // An invalid request has no cacheable answer.
    assert_eq!(served.get_with("/api/solve?game=nimm", "if-none-match: *\r\n").status, 404);
    assert_eq!(served.get_with("/api/solve?game=nim&position=zzz", "if-none-match: *\r\n").status, 400);
}

#[test]
fn clients_that_accept_gzip_get_it() {
    let served = Served::new();
    for path in
        ["/api/games", "/openapi.json", "/api/solve?game=nim&position=13+14+15", "/api/sequence?game=nim&to=3000"]
    {
        let plain = served.get(path);
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        assert_eq!(plain.header("vary"), Some("accept-encoding"), "{path}");
        let zipped = served.get_with(path, "accept-encoding: br, gzip;q=0.5\r\n");
        assert_eq!(zipped.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(zipped.header("content-length"), Some(zipped.body.len().to_string().as_str()), "{path}");
        assert!(zipped.body.len() * 2 < plain.body.len(), "{path}: {} of {}", zipped.body.len(), plain.body.len());
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(&zipped.body[..]).read_to_end(&mut text).unwrap();
        assert!(text == plain.body, "{path}");
    }
    for (accepted, encoding) in [
        ("gzip, deflate, br", Some("gzip")),
        ("GZIP;q=0.5", Some("gzip")),
        ("gzip;q=0", None),
        ("br, *;q=0.1", Some("gzip")),
        ("*;q=0, br", None),
        ("identity", None),
        ("", None),
    ] {
        let reply = served.get_with("/api/games", &format!("accept-encoding: {accepted}\r\n"));
        assert_eq!(reply.header("content-encoding"), encoding, "{accepted}");
    }
}

#[test]
fn the_page_brings_all_that_it_needs() {
    let served = Served::new();
    let page = served.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'self'"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.body, served.get("/page/index.html").body);
    // Every file that the page names exists.
    let text = page.text();
    for name in text.split(['"', '\'']).filter(|word| word.starts_with("/page/") || word.starts_with("page/")) {
        let reply = served.get(&format!("/{}", name.trim_start_matches('/')));
        assert_eq!(reply.status, 200, "{name}");
    }
    // The chapters of the theory are beside them.
    let chapter = served.get("/page/theory/wythoff.md");
    assert_eq!(chapter.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(chapter.text().starts_with("# Wythoff's game"));
}

/// A cache between client and server must not mix answers of different encodings, whether they are sent or known already.
#[test]
fn an_answer_that_is_known_varies_as_the_answer_does() {
    let served = crate::served::Served::new();
    let path = "/api/solve?game=nim&position=13+14+15";
    let whole = served.get(path);
    let known = served.get_with(path, &format!("if-none-match: {}\r\n", whole.header("etag").unwrap()));
    assert_eq!((whole.status, known.status), (200, 304));
    assert_eq!((whole.header("vary"), known.header("vary")), (Some("accept-encoding"), Some("accept-encoding")));
}
