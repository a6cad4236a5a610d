//! Rejects requests that do not name this host, or that come from another website.
//!
//! A website that is open in the user's browser can send requests to this machine. Its own name may resolve to this machine (DNS
//! rebinding), so an unknown `Host` is rejected. Its scripts send the header `Origin`, and its images and links send `Sec-Fetch-Site`;
//! both show that the request comes from elsewhere.

use crate::failure::Failure;
use axum::http::{HeaderMap, Method, Uri, header};
use std::net::IpAddr;

/// The content type of posted rules. A website cannot send it without a CORS preflight request, which the server refuses.
pub(crate) const RULES_TYPE: &str = "application/x-starlark";

/// The host names under which a server answers.
#[derive(Debug)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// Creates the list of `localhost`, every address, and these names.
    pub(crate) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Checks which host a request names, and where it comes from.
    pub(crate) fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Failure> {
        let host = one(headers, header::HOST.as_str())?.map(str::to_owned);
        let host = host.or_else(|| uri.authority().map(ToString::to_string)).unwrap_or_default();
        if !self.is_known(&host) {
            return Err(Failure::new(
                421,
                format!("this server does not answer as `{host}`"),
                "name the server by its address, or start it with that name: `--host NAME`",
            ));
        }
        let foreign = || {
            Failure::new(
                403,
                "requests from other websites are refused",
                "open the page of this server, or use a program",
            )
        };
        if let Some(origin) = one(headers, header::ORIGIN.as_str())? {
            let of_origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if of_origin.is_none_or(|of_origin| !same_host(of_origin, &host)) {
                return Err(foreign());
            }
        }
        // A link on any website may open the page itself.
        let is_page = *method == Method::GET && (uri.path() == "/" || uri.path().starts_with("/page/"));
        match one(headers, "sec-fetch-site")? {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if is_page => Ok(()),
            Some(_) => Err(foreign()),
        }
    }

    fn is_known(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        name == "localhost" || address.parse::<IpAddr>().is_ok() || self.0.contains(&name)
    }
}

/// The value of a header that may occur at most once.
fn one<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Failure> {
    let mut values = headers.get_all(name).iter();
    let wrong = || Failure::input(format!("the header `{name}` is given twice or is not text"), "send it once");
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| wrong()),
        (Some(_), Some(_)) => Err(wrong()),
    }
}

/// The host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Whether two hosts with their ports are equal. A proxy may have added the default port to one of them.
fn same_host(a: &str, b: &str) -> bool {
    let plain = |host: &str| {
        let host = host.to_ascii_lowercase();
        host.strip_suffix(":80").or_else(|| host.strip_suffix(":443")).map_or(host.clone(), str::to_owned)
    };
    plain(a) == plain(b)
}

/// Checks that posted rules have the right content type.
pub(crate) fn check_type(headers: &HeaderMap) -> Result<(), Failure> {
    let given = one(headers, header::CONTENT_TYPE.as_str())?.unwrap_or_default();
    let plain = given.split(';').next().unwrap_or_default().trim();
    if plain.eq_ignore_ascii_case(RULES_TYPE) {
        return Ok(());
    }
    Err(Failure::new(
        415,
        format!("rules have the content type `{RULES_TYPE}`, got `{given}`"),
        format!("send the header `content-type: {RULES_TYPE}`"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in lines {
            map.append(*name, value.parse().unwrap());
        }
        map
    }

    fn status(path: &str, lines: &[(&'static str, &str)]) -> u16 {
        let hosts = Hosts::new(&["Games.Example".to_owned()]);
        let checked = hosts.check(&Method::GET, &path.parse().unwrap(), &headers(lines));
        checked.map_or_else(|failure| failure.status, |()| 200)
    }

    #[test]
    fn hosts_are_addresses_localhost_and_those_that_were_named() {
        for host in [
            "localhost",
            "LOCALHOST:8000",
            "127.0.0.1",
            "127.0.0.1:8000",
            "[::1]:8000",
            "[::1]",
            "10.1.2.3",
            "games.example:80",
        ] {
            assert_eq!(status("/api/games", &[("host", host)]), 200, "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "x:y",
            ":80",
            "[::1",
        ] {
            assert_eq!(status("/api/games", &[("host", host)]), 421, "{host}");
        }
        assert_eq!(status("/api/games", &[]), 421);
        assert_eq!(status("/api/games", &[("host", "localhost"), ("host", "evil.example")]), 400);
    }

    #[test]
    fn other_websites_are_refused() {
        let with = |name, value| status("/api/games", &[("host", "localhost:8000"), (name, value)]);
        assert_eq!(with("origin", "http://localhost:8000"), 200);
        for origin in
            ["null", "http://evil.example", "http://localhost:9000", "file://", "http://localhost:8000.evil.example"]
        {
            assert_eq!(with("origin", origin), 403, "{origin}");
        }
        assert_eq!((with("sec-fetch-site", "same-origin"), with("sec-fetch-site", "none")), (200, 200));
        assert_eq!((with("sec-fetch-site", "cross-site"), with("sec-fetch-site", "same-site")), (403, 403));
        let link = [("host", "localhost"), ("sec-fetch-site", "cross-site")];
        assert_eq!((status("/", &link), status("/page/index.js", &link), status("/metrics", &link)), (200, 200, 403));
    }

    #[test]
    fn a_type_that_a_form_can_send_is_refused() {
        for (given, right) in [
            ("application/x-starlark", true),
            ("Application/X-Starlark; charset=utf-8", true),
            ("text/plain", false),
            ("application/x-www-form-urlencoded", false),
            ("multipart/form-data; boundary=application/x-starlark", false),
            ("", false),
        ] {
            assert_eq!(check_type(&headers(&[("content-type", given)])).is_ok(), right, "{given}");
        }
        assert!(check_type(&HeaderMap::new()).is_err());
    }
}
