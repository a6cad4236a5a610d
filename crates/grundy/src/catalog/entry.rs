//! An entry of the catalogue: the texts that describe a game, and how to open it.

use super::{ENTRIES, OpenError, Parameters};
use crate::game::Play;
use crate::spelling::nearest;
use crate::text::DynGame;

/// A game of the catalogue, or a family of games with parameters.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CatalogEntry))]
pub struct Entry {
    /// The name of the game.
    pub name: &'static str,
    /// The name with its parameters, as a user writes it.
    pub form: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// The text of a position, with an example.
    pub position: &'static str,
    /// The text of a move, with an example.
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub moves: &'static str,
    /// The start, if the game has one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub start: Option<&'static str>,
    /// Whether the game can be played under misère play.
    pub misere: bool,
    /// Source of the rules; may be empty.
    #[cfg_attr(feature = "json", serde(serialize_with = "none_if_empty"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, required))]
    pub source: &'static str,
    /// Cost of an answer.
    #[cfg_attr(feature = "json", serde(skip))]
    pub cost: Cost,
    /// A small game of the family; empty if there are no parameters.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(super) example: &'static str,
    /// The way in which the game is opened.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(super) open: Opener,
}

/// Serialises an empty text as null.
#[cfg(feature = "json")]
fn none_if_empty<S: serde::Serializer>(text: &str, out: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&Some(text).filter(|text| !text.is_empty()), out)
}

/// The typical cost of an answer about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few operations on the numbers of the position.
    Formula,
    /// A table of theory, or an expansion of at most some thousand positions.
    Moderate,
    /// An expansion of the game from the position, which may be large.
    Expansion,
}

/// A function that reads the parameters of a game and opens it.
type OpenGame = fn(&Parameters<'_>, Play) -> Result<Box<dyn DynGame>, OpenError>;

/// A way of opening a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opener {
    /// By a function that reads the parameters.
    Game(OpenGame),
    /// By the graph file whose path is the parameter.
    GraphFile,
}

impl Entry {
    /// The parts of an entry that all heap games share, which have normal and misère play.
    pub(super) const HEAPS: Self = Self {
        name: "",
        form: "",
        aliases: &[],
        rules: "",
        position: "heap sizes, as in `20`, or several, as in `14 21 39`",
        moves: "",
        start: None,
        misere: true,
        source: "",
        cost: Cost::Moderate,
        example: "",
        open: Opener::GraphFile,
    };

    /// The parts of an entry that all games share whose result depends on the board.
    pub(super) const BOARD: Self = Self { position: "", misere: false, cost: Cost::Expansion, ..Self::HEAPS };

    /// Returns whether the game has parameters, after a colon.
    pub fn has_parameters(&self) -> bool {
        self.form.contains(':')
    }

    /// Returns whether the parameter is the path of a file.
    pub fn is_file(&self) -> bool {
        matches!(self.open, Opener::GraphFile)
    }

    /// Returns the text of a game of this entry that [`open`](super::open) accepts: the name, with small parameters if
    /// it has any. `None` if the parameter is the path of a file.
    pub fn example(&self) -> Option<&'static str> {
        match self.open {
            Opener::GraphFile => None,
            Opener::Game(_) => Some(if self.has_parameters() { self.example } else { self.name }),
        }
    }
}

/// Returns the entry of a name or an alias.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// Usual names of games that are far from the names in the catalogue.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("connect-four", "connect4"),
    ("connect-4", "connect4"),
    ("four-in-a-row", "connect4"),
    ("noughts-and-crosses", "tictactoe"),
    ("mancala", "kalah"),
    ("m-n-k", "mnk"),
    ("gomoku", "mnk"),
    ("reversi", "othello"),
    ("crosscram", "domineering"),
];

/// Returns the name of the catalogue that is nearest to a mistyped one.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    let names = ENTRIES.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()));
    nearest(name, names).or_else(|| {
        let other = nearest(name, OTHER_NAMES.iter().map(|(other, _)| *other))?;
        OTHER_NAMES.iter().find(|(name, _)| *name == other).map(|(_, name)| *name)
    })
}
