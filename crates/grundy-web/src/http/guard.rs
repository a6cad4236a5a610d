//! Rejects requests that do not name this host, or that come from another website.
//!
//! A website that is open in the user's browser can send requests to this machine. Its own name may resolve to this machine (DNS
//! rebinding), so an unknown `Host` is rejected. Its scripts send the header `Origin`, and its images and links send `Sec-Fetch-Site`;
//! both show that the request comes from elsewhere.

use crate::failure::Failure;
use axum::http::{HeaderMap, Method, Uri, header};
use std::net::IpAddr;

/// The content type of posted rules. A website cannot send it without a CORS preflight request, which the server refuses.
const RULES_TYPE: &str = "application/x-starlark";

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
            let help = "name the server by its address, or start it with that name: `--host NAME`";
            let message = match host.as_str() {
                "" => "the request names no host".to_owned(),
                host => format!("this server does not answer as `{host}`"),
            };
            return Err(Failure::new(421, message, help));
        }
        let help = "open the page of this server, or use a program";
        let foreign = || Failure::new(403, "requests from other websites are refused", help);
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
        name == "localhost" || host_address(&name).is_some() || self.0.contains(&name)
    }
}

/// Returns the address that a host is named by, if it is not named by a word. An IPv6 address may be in brackets.
///
/// ```
/// assert!(grundy_web::host_address("[::1]").is_some_and(|address| address.is_loopback()));
/// assert_eq!(grundy_web::host_address("games.example"), None);
/// ```
pub fn host_address(name: &str) -> Option<IpAddr> {
    name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name).parse().ok()
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
    let message = format!("rules have the content type `{RULES_TYPE}`, got `{given}`");
    Err(Failure::new(415, message, format!("send the header `content-type: {RULES_TYPE}`")))
}
