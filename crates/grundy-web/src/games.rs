//! The catalogue as JSON: each game's texts, an example that can be opened, and what may be asked about it.

use crate::failure::Failure;
use crate::tables::Loaded;
use grundy::Play;
use grundy::catalog::{self, ENTRIES, Entry, Opened};
use grundy::limits::Limits;
use grundy::solver::two_heaps;
use serde_json::{Value, json};
use std::sync::Arc;

/// The games of the catalogue, but for graph files; or the one of that name.
pub(crate) fn games(name: Option<&str>, tables: &[Arc<Loaded>]) -> Result<Value, Failure> {
    let known = |entry: &&Entry| entry.name != "graph";
    let Some(name) = name else {
        let games: Vec<Value> = ENTRIES.iter().filter(known).map(described).collect();
        let tables: Vec<Value> = tables.iter().map(|table| table.described()).collect();
        return Ok(json!({"schema": "grundy/games/1", "games": games, "tables": tables}));
    };
    let plain = name.split(':').next().unwrap_or_default();
    let entry = catalog::entry(plain).filter(known).ok_or_else(|| {
        let near = catalog::nearest_name(plain).filter(|near| *near != "graph");
        let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        Failure::new(404, format!("there is no game called `{plain}`"), format!("{near}`/api/games` lists all"))
    })?;
    let mut game = described(entry);
    game["schema"] = json!("grundy/game/1");
    Ok(game)
}

/// A game of the catalogue that is open, with its parameters: that is the example of it.
pub(crate) fn with_parameters(game: &Opened) -> Result<Value, Failure> {
    let name = game.as_dyn().name();
    let plain = name.split(':').next().unwrap_or_default();
    let entry =
        catalog::entry(plain).ok_or_else(|| Failure::new(404, format!("there is no game called `{plain}`"), ""))?;
    let mut told = told(entry, name, Some(game));
    told["schema"] = json!("grundy/game/1");
    Ok(told)
}

fn described(entry: &Entry) -> Value {
    let example = entry.example().unwrap_or(entry.name);
    told(entry, example, catalog::open(example, Play::Normal, &Limits::NONE).ok().as_ref())
}

fn told(entry: &Entry, example: &str, opened: Option<&Opened>) -> Value {
    let any = opened.map(|game| game.as_dyn());
    let position = any.and_then(|any| any.to_text(&any.opening()?).ok());
    // A game in which only one of the two may make a move says who moves.
    let is_impartial = any.is_some_and(|any| any.info().without_grundy.is_none());
    json!({
        "name": entry.name,
        "form": entry.form,
        "aliases": entry.aliases,
        "parameters": entry.form.split_once(':').map(|(_, parameters)| parameters),
        "rules": entry.rules,
        "position": entry.position,
        "move": entry.moves,
        "start": entry.start,
        "misere": entry.misere,
        "source": if entry.source.is_empty() { None } else { Some(entry.source) },
        "impartial": is_impartial,
        "single_heaps": any.is_some_and(|any| any.theory().is_some_and(|theory| theory.least_heap().is_some())),
        "two_heaps": opened.is_some_and(|game| two_heaps(game).is_ok_and(|least| least.is_some())),
        "example": {"game": example, "position": position},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_opened_and_has_a_position() {
        let all = games(None, &[]).unwrap();
        let all = all["games"].as_array().unwrap();
        assert!(all.len() + 1 == ENTRIES.len());
        for game in all {
            let text = game["example"]["game"].as_str().unwrap();
            let opened = catalog::open(text, Play::Normal, &Limits::NONE).unwrap();
            let position = game["example"]["position"].as_str().unwrap_or_else(|| panic!("{text}"));
            opened.as_dyn().parse(position).unwrap_or_else(|error| panic!("{text} {position}: {error}"));
        }
    }
}
