//! The catalogue: the texts of each game, an example that can be opened, and the requests that the game supports.

use crate::failure::Failure;
use grundy::Play;
use grundy::catalog::{self, ENTRIES, Entry, NameHint, OpenedGame, UnknownGame};
use grundy::limits::Limits;
use grundy::solver::two_heaps;
use serde::Serialize;
use utoipa::ToSchema;

/// A game of the catalogue
#[derive(Serialize, ToSchema)]
pub(crate) struct Game<'a> {
    /// `grundy/game/1`, of a single game
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    name: &'static str,
    /// The name with its parameters, as `bash:M`
    form: &'static str,
    aliases: &'static [&'static str],
    #[schema(required)]
    parameters: Option<&'static str>,
    rules: &'static str,
    /// How a position is written
    position: &'static str,
    /// How a move is written
    r#move: &'static str,
    #[schema(required)]
    start: Option<&'static str>,
    /// Whether it has misère play
    misere: bool,
    #[schema(required)]
    source: Option<&'static str>,
    impartial: bool,
    /// Whether it has single heaps, for sequences
    single_heaps: bool,
    /// Whether it has two heaps, for heat maps
    two_heaps: bool,
    example: Example<'a>,
}

/// A game with its parameters, and a position to begin with
#[derive(Serialize, ToSchema)]
pub(crate) struct Example<'a> {
    game: &'a str,
    #[schema(required)]
    position: Option<String>,
}

/// The games of the catalogue, except graph files, each with a small example.
pub(crate) fn all() -> Vec<Game<'static>> {
    let described = |entry: &'static Entry| {
        let example = entry.example()?;
        let opened = catalog::open(example, Play::Normal, &Limits::NONE).ok();
        Some(Game { schema: None, ..describe(entry, example, opened.as_ref()) })
    };
    ENTRIES.iter().filter_map(described).collect()
}

/// A game of the catalogue by its name. If the text has parameters, only the name is checked.
pub(crate) fn game(text: &str) -> Result<Option<Game<'static>>, Failure> {
    let name = text.split(':').next().unwrap_or_default();
    let entry = catalog::entry(name);
    let Some((entry, example)) = entry.and_then(|entry| Some((entry, entry.example()?))) else {
        let hint = catalog::nearest_name(name).map_or(NameHint::None, NameHint::Nearest);
        return Err(Failure::unknown_game(&UnknownGame { at: 0..name.len(), name: name.to_owned(), hint }, "name"));
    };
    if text.contains(':') {
        return Ok(None);
    }
    let opened = catalog::open(example, Play::Normal, &Limits::NONE).ok();
    Ok(Some(describe(entry, example, opened.as_ref())))
}

/// An opened game of the catalogue with its parameters, described with itself as the example.
pub(crate) fn with_parameters(game: &OpenedGame) -> Result<Game<'_>, Failure> {
    let name = game.as_dyn().name();
    let entry = catalog::entry(name.split(':').next().unwrap_or_default());
    let entry = entry.ok_or_else(|| Failure::input("a sum is not a game of the catalogue", "name one of its games"))?;
    Ok(describe(entry, name, Some(game)))
}

fn describe<'a>(entry: &'static Entry, example: &'a str, opened: Option<&OpenedGame>) -> Game<'a> {
    let game = opened.map(|game| game.as_dyn());
    Game {
        schema: Some("grundy/game/1"),
        name: entry.name,
        form: entry.form,
        aliases: entry.aliases,
        parameters: entry.form.split_once(':').map(|(_, parameters)| parameters),
        rules: entry.rules,
        position: entry.position,
        r#move: entry.moves,
        start: entry.start,
        misere: entry.misere,
        source: Some(entry.source).filter(|source| !source.is_empty()),
        impartial: game.is_some_and(|game| game.info().without_grundy.is_none()),
        single_heaps: game.is_some_and(|game| game.theory().is_some_and(|theory| theory.least_heap().is_some())),
        two_heaps: opened.is_some_and(|game| two_heaps(game).is_ok_and(|least| least.is_some())),
        example: Example { game: example, position: game.and_then(|game| game.to_text(&game.opening()?).ok()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_opened_and_has_a_position() {
        let all = all();
        assert!(all.len() + 1 == ENTRIES.len());
        for game in all {
            let opened = catalog::open(game.example.game, Play::Normal, &Limits::NONE).unwrap();
            let position = game.example.position.unwrap_or_else(|| panic!("{}", game.name));
            opened.as_dyn().parse(&position).unwrap_or_else(|error| panic!("{} {position}: {error}", game.name));
        }
    }
}
