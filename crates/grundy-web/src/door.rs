//! Which texts name a game over HTTP: a name of the catalogue, a sum of such, a table that was loaded, rules that were
//! posted. Never a path: no text that comes from outside is opened as a file.

use crate::failure::Failure;
use crate::shelf::Shelf;
use crate::tables::Loaded;
use grundy::catalog;
use serde_json::json;
use std::sync::Arc;

/// The longest text of a game, in bytes.
const LONGEST: usize = 4096;

/// A game that was asked for.
#[derive(Debug)]
pub(crate) enum Asked {
    /// A table by its name, or by the game that it is of.
    Table(Arc<Loaded>),
    /// Rules that were posted: their text.
    Rules(Arc<str>),
    /// A name of the catalogue, or a sum.
    Catalogue,
}

/// Finds what a text names.
pub(crate) fn find(text: &str, misere: bool, tables: &[Arc<Loaded>], shelf: &Shelf) -> Result<Asked, Failure> {
    if text.len() > LONGEST {
        return Err(Failure::input(
            format!("the game's text has {} bytes", text.len()),
            format!("write at most {LONGEST}"),
        )
        .with("parameter", json!("game")));
    }
    if text.starts_with("rules:") {
        return shelf.get(text).map(Asked::Rules).ok_or_else(|| {
            Failure::new(
                404,
                format!("there are no rules `{text}` here"),
                "post them to `/api/rules` again: the server keeps those that were used last",
            )
            .with("parameter", json!("game"))
        });
    }
    if text.starts_with("table:") {
        let table = tables.iter().find(|table| table.name() == text).ok_or_else(|| no_table(text, tables))?;
        if misere && !table.is_misere() {
            return Err(Failure::input("this table is of normal play", "leave out `misere`"));
        }
        return Ok(Asked::Table(Arc::clone(table)));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.contains(&"+") {
        // What begins each summand.
        check_name(words[0].trim_matches('+'))?;
        for pair in words.windows(2).filter(|pair| pair[0] == "+") {
            check_name(pair[1].trim_matches('+'))?;
        }
    } else {
        check_name(text)?;
    }
    Ok(tables
        .iter()
        .find(|table| table.is_of(text, misere))
        .map_or(Asked::Catalogue, |table| Asked::Table(Arc::clone(table))))
}

/// Sees that a text is a name of the catalogue with its parameters.
fn check_name(text: &str) -> Result<(), Failure> {
    let name = text.split(':').next().unwrap_or_default();
    let is_path = name == "graph"
        || text.contains(['/', '\\', '\0'])
        || text.starts_with(['.', '~'])
        || [".star", ".graph", ".parquet", ".txt"].iter().any(|end| text.ends_with(end));
    if is_path {
        return Err(Failure::path());
    }
    if text.is_empty() {
        return Err(Failure::input("a summand is missing", "write `GAME POSITION + GAME POSITION`")
            .with("parameter", json!("game")));
    }
    if catalog::entry(name).is_some() {
        return Ok(());
    }
    let first = name.split_whitespace().next().unwrap_or_default();
    let help = if first != name && catalog::entry(first).is_some() {
        "write the position apart from the game, as `position`".to_owned()
    } else {
        let near = catalog::nearest_name(name).filter(|near| *near != "graph");
        near.map_or("`/api/games` lists all".to_owned(), |near| {
            format!("did you mean `{near}`? `/api/games` lists all")
        })
    };
    Err(Failure::new(404, format!("there is no game called `{name}`"), help).with("parameter", json!("game")))
}

/// A table that is not loaded.
pub(crate) fn no_table(text: &str, tables: &[Arc<Loaded>]) -> Failure {
    let all: Vec<&str> = tables.iter().map(|table| table.name()).collect();
    let help = match all.as_slice() {
        [] => "no table is loaded; `grundy serve TABLE` loads one".to_owned(),
        some => format!("there are {}", some.join(", ")),
    };
    Failure::new(404, format!("there is no table `{text}`"), help)
}
