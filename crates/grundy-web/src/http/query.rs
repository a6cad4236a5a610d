//! Parses the query of a request strictly: every parameter must be known, be given once and be UTF-8.

use crate::failure::Failure;
use crate::request::{
    GameQuery, HeatmapQuery, MAX_HEAPS, MAX_SEARCHED, MAX_SIDE, MovesQuery, NameQuery, PeriodQuery, PositionQuery,
    ReplyQuery, SequenceQuery, SettingsQuery, TableQuery,
};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The maximum size of a query in bytes.
const MAX_QUERY_BYTES: usize = 8192;
/// The maximum size of the text of a game in bytes.
const MAX_GAME_BYTES: usize = 4096;
/// The maximum number of parameters of a rules file that a request may set.
const SETTINGS: usize = 32;

/// The parameters of a route.
pub(crate) trait FromQuery: Sized {
    /// The names of the parameters.
    fn names() -> Vec<&'static str>;
    /// Reads the parameters from a query.
    fn read(query: &Pairs) -> Result<Self, Failure>;
}

/// An extractor of the parameters of a route.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: FromQuery, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        T::read(&Pairs::read(parts.uri.query().unwrap_or_default(), &T::names())?).map(Self)
    }
}

macro_rules! from_query {
    ($($part:ident)+) => {
        impl<$($part: FromQuery),+> FromQuery for ($($part,)+) {
            fn names() -> Vec<&'static str> {
                [$($part::names()),+].concat()
            }
            fn read(query: &Pairs) -> Result<Self, Failure> {
                Ok(($($part::read(query)?,)+))
            }
        }
    };
    ($type:ident { $($field:ident = $read:expr),+ }) => {
        impl FromQuery for $type {
            fn names() -> Vec<&'static str> {
                vec![$(stringify!($field)),+]
            }
            fn read(query: &Pairs) -> Result<Self, Failure> {
                Ok(Self { $($field: $read(query, stringify!($field))?),+ })
            }
        }
    };
}

impl FromQuery for () {
    fn names() -> Vec<&'static str> {
        Vec::new()
    }
    fn read(_: &Pairs) -> Result<Self, Failure> {
        Ok(())
    }
}

from_query!(A);
from_query!(A B);
from_query!(A B C);
from_query!(GameQuery { game = game, misere = yes_or("no"), set = all });
from_query!(NameQuery { name = optional_game });
from_query!(PositionQuery { position = optional });
from_query!(MovesQuery { moves = yes_or("yes") });
from_query!(ReplyQuery { skill = skill, seed = integer(Some(0), u64::MAX) });
from_query!(SequenceQuery { to = integer(None, MAX_HEAPS) });
from_query!(PeriodQuery { game = game, limit = integer(Some(0), MAX_SEARCHED) });
from_query!(HeatmapQuery { size = integer(None, MAX_SIDE) });
from_query!(TableQuery { table = required });
from_query!(SettingsQuery { set = all });

fn optional(query: &Pairs, name: &str) -> Result<Option<String>, Failure> {
    Ok(query.get(name).map(str::to_owned))
}

fn required(query: &Pairs, name: &str) -> Result<String, Failure> {
    let given = query.get(name).filter(|value| !value.is_empty());
    given.map(str::to_owned).ok_or_else(|| wrong(name, format!("`{name}` is missing"), "add it to the query"))
}

fn game(query: &Pairs, name: &str) -> Result<String, Failure> {
    let text = required(query, name)?;
    if text.len() > MAX_GAME_BYTES {
        let message = format!("the game's text has {} bytes", text.len());
        return Err(wrong(name, message, &format!("write at most {MAX_GAME_BYTES}")));
    }
    Ok(text)
}

fn optional_game(query: &Pairs, name: &str) -> Result<Option<String>, Failure> {
    query.get(name).map(|_| game(query, name)).transpose()
}

fn all(query: &Pairs, name: &str) -> Result<Vec<String>, Failure> {
    Ok(query.0.iter().filter(|(given, _)| given == name).map(|(_, value)| value.clone()).collect())
}

fn yes_or(default: &'static str) -> impl Fn(&Pairs, &str) -> Result<bool, Failure> {
    move |query, name| match query.get(name).unwrap_or(default) {
        "yes" | "true" | "1" => Ok(true),
        "no" | "false" | "0" => Ok(false),
        other => Err(wrong(name, format!("`{name}` must be `yes` or `no`, got `{other}`"), "write `yes` or `no`")),
    }
}

fn skill(query: &Pairs, name: &str) -> Result<f64, Failure> {
    let Some(given) = query.get(name) else { return Ok(1.0) };
    let skill = given.parse::<f64>().ok().filter(|skill| (0.0..=1.0).contains(skill));
    skill.ok_or_else(|| {
        wrong(name, format!("`{name}` must be a number from 0 to 1, got `{given}`"), "write such a number, as `0.5`")
    })
}

fn integer(default: Option<u64>, most: u64) -> impl Fn(&Pairs, &str) -> Result<u64, Failure> {
    move |query, name| {
        let given = match (query.get(name), default) {
            (None | Some(""), Some(default)) => return Ok(default),
            (None | Some(""), None) => required(query, name)?,
            (Some(given), _) => given.to_owned(),
        };
        given.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
            let message = format!("`{name}` must be an integer from 0 to {most}, got `{given}`");
            wrong(name, message, "write such an integer")
        })
    }
}

/// The parameters of a query, decoded.
#[derive(Debug)]
pub(crate) struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// Parses a query whose parameters must be among `names`; only `set` may be given more than once.
    fn read(raw: &str, names: &[&str]) -> Result<Self, Failure> {
        if raw.len() > MAX_QUERY_BYTES {
            let message = format!("the query has {} bytes", raw.len());
            return Err(Failure::input(message, format!("write one of at most {MAX_QUERY_BYTES}")));
        }
        let mut read: Vec<(String, String)> = Vec::new();
        for pair in raw.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decoded(name, name)?;
            let value = decoded(value, &name)?;
            if !names.contains(&name.as_str()) {
                return Err(unknown(&name, names));
            }
            let before = read.iter().filter(|(given, _)| *given == name).count();
            if before >= if name == "set" { SETTINGS } else { 1 } {
                let help = if name == "set" { format!("write at most {SETTINGS}") } else { "write it once".to_owned() };
                return Err(wrong(&name, format!("`{name}` is given too often"), &help));
            }
            read.push((name, value));
        }
        Ok(Self(read))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

fn unknown(name: &str, names: &[&str]) -> Failure {
    let near = grundy::spelling::nearest(name, names.iter().copied());
    let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    let all = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let all = match names {
        [] => "this route has none".to_owned(),
        [_] => format!("this route has {all}"),
        _ => format!("the parameters are {all}"),
    };
    Failure::input(format!("there is no parameter `{name}`"), format!("{near}{all}")).of_parameter(name)
}

fn wrong(parameter: &str, message: String, help: &str) -> Failure {
    Failure::input(message, help).of_parameter(parameter)
}

/// Decodes percent signs and plus signs.
fn decoded(text: &str, parameter: &str) -> Result<String, Failure> {
    let begins_with_digits = |rest: &str| rest.len() >= 2 && rest.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit);
    if !text.split('%').skip(1).all(begins_with_digits) {
        let message = "a percent sign without two hexadecimal digits after it".to_owned();
        return Err(wrong(parameter, message, "write `%25` for the sign itself"));
    }
    let decoded = percent_decode_str(&text.replace('+', " ")).decode_utf8().map(Cow::into_owned);
    decoded.map_err(|_| wrong(parameter, "bytes that are not UTF-8".to_owned(), "encode text as UTF-8"))
}
