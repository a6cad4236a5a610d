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
    #[serde(flatten)]
    entry: &'static Entry,
    #[schema(required)]
    parameters: Option<&'static str>,
    impartial: bool,
    /// Whether it has single heaps, for sequences
    single_heaps: bool,
    /// Whether it has two heaps, for heat maps
    two_heaps: bool,
    /// Whether each move is a column, written as a letter: `a` is the leftmost
    column_moves: bool,
    example: Example<'a>,
    /// The rules with the parameters of the example: "Take 1 up to 3 stones", where `rules` says "1 up to M"
    rules_of_example: String,
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
    if ["rules", "table"].contains(&name) {
        let help =
            "`/api/games` without `name` lists the loaded tables; the answer of `/api/rules` describes posted rules";
        return Err(Failure::new(404, format!("`{text}` is not a game of the catalogue"), help).of_parameter("name"));
    }
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
        entry,
        parameters: entry.form.split_once(':').map(|(_, parameters)| parameters),
        impartial: game.is_some_and(|game| game.info().without_grundy.is_none()),
        single_heaps: game.is_some_and(|game| game.theory().is_some_and(|theory| theory.least_heap().is_some())),
        two_heaps: opened.is_some_and(|game| two_heaps(game).is_ok_and(|least| least.is_some())),
        column_moves: game.is_some_and(|game| game.info().has_column_moves),
        rules_of_example: entry.rules_of(example),
        example: Example { game: example, position: game.and_then(|game| game.to_text(&game.opening()?).ok()) },
    }
}
