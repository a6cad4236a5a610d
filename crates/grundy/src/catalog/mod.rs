//! Games by name: the list of the catalogue, the text of a game, and opening games.
//!
//! Each game is a file with its [`Entry`], its rules and its text; the other files are shared by several games.

mod bash;
mod calendar;
mod cells;
mod chess;
mod chomp;
mod connect4;
mod cram;
mod dao;
mod divisor;
mod domineering;
mod dots_and_boxes;
mod entry;
mod graph_game;
mod grid;
mod heaps;
mod hex;
mod kalah;
mod king;
mod lines;
mod men;
mod mens_morris;
mod mnk;
mod moore;
mod morris;
mod nim;
mod node_kayles;
mod open;
mod open_error;
mod opening;
mod othello;
mod parameters;
mod permutation;
mod picture;
mod quixo;
mod set;
mod shapes;
mod spec;
mod spec_error;
mod starting_at;
mod subsets;
mod subtraction;
mod sum;
mod symmetry;
mod take_break;
mod teeko;
mod text;
mod threats;
mod tictactoe;
mod windows;
mod wythoff;

pub use calendar::{Calendar, Date};
pub use cells::Cells;
pub use chess::{Chess, ChessMove, Endgame, IllegalPlacement, Piece, Square};
pub use chomp::{Bar, Chomp};
pub use connect4::{Connect4, Discs, SearchOptions, SearchedMove, Searcher};
pub use cram::Cram;
pub use dao::Dao;
pub use domineering::{Domineering, Dominoes};
pub use dots_and_boxes::{DotsAndBoxes, DrawnLines, Line};
pub use entry::{Cost, Entry, entry, nearest_name};
pub use graph_game::GraphGame;
pub use grid::{BoardSizeError, Marks};
pub use hex::Hex;
pub use kalah::{Kalah, RemainingSeeds, Seeds};
pub use king::King;
pub use men::{Men, MenMove};
pub use mens_morris::{MensMorris, MorrisMove, MorrisPosition};
pub use mnk::Mnk;
pub use morris::ThreeMensMorris;
pub use node_kayles::NodeKayles;
pub use open::{FileAccess, open};
pub use open_error::OpenError;
pub use othello::{Othello, OthelloDiscs};
pub use quixo::{Quixo, Side};
pub use spec::{GameSpec, SumSpec};
pub use spec_error::{NameHint, SpecError, UnknownGame};
pub use sum::Sum;
pub use teeko::Teeko;
pub use tictactoe::{Board, TicTacToe};

use crate::text::{DynGame, TextGame, WithText};
use entry::Opener;
use parameters::Parameters;
use std::fmt;

/// The entries of the catalogue, one for each game or family of games.
pub const ENTRIES: &[Entry] = &[
    nim::ENTRY,
    moore::ENTRY,
    bash::ENTRY,
    subtraction::ENTRY,
    take_break::OCTAL,
    take_break::KAYLES,
    take_break::DAWSONS_KAYLES,
    take_break::DAWSONS_CHESS,
    take_break::OFFICERS,
    take_break::TREBLECROSS,
    take_break::GRUNDYS_GAME,
    wythoff::ENTRY,
    divisor::ENTRY,
    king::ENTRY,
    calendar::ENTRY,
    tictactoe::ENTRY,
    mnk::ENTRY,
    connect4::ENTRY,
    morris::ENTRY,
    mens_morris::FIVE,
    mens_morris::SIX,
    mens_morris::NINE,
    dao::ENTRY,
    teeko::ENTRY,
    teeko::MOVEMENT,
    quixo::ENTRY,
    kalah::ENTRY,
    dots_and_boxes::ENTRY,
    hex::ENTRY,
    domineering::ENTRY,
    othello::ENTRY,
    chomp::ENTRY,
    cram::ENTRY,
    node_kayles::ENTRY,
    chess::ENTRY,
    graph_game::ENTRY,
];

/// A game that is ready to solve: a named game, a graph, a sum or your own.
pub enum OpenedGame {
    /// A game of the catalogue or of a rules file.
    Game(Box<dyn DynGame>),
    /// A game that a program defines itself, in [`WithText`].
    Own(Box<dyn DynGame>),
    /// An explicit graph.
    Graph(Box<WithText<GraphGame>>),
    /// A sum across games.
    Sum(Box<Sum>),
}

impl OpenedGame {
    /// Returns the game as a trait object, whichever variant it is.
    pub fn as_dyn(&self) -> &dyn DynGame {
        match self {
            Self::Game(game) | Self::Own(game) => game.as_ref(),
            Self::Graph(graph) => graph.as_ref(),
            Self::Sum(sum) => sum.as_ref(),
        }
    }

    /// Returns whether the game has no start and can be solved without one: a graph at every vertex, another game at every index.
    pub fn is_solved_without_start(&self) -> bool {
        let game = self.as_dyn();
        game.start().is_none() && (matches!(self, Self::Graph(_)) || game.indexed().is_some())
    }
}

/// A game of your own, ready for a solver and for tables.
///
/// [`TextGame`] has an example.
impl<G: TextGame + 'static> From<WithText<G>> for OpenedGame {
    fn from(game: WithText<G>) -> Self {
        Self::Own(Box::new(game))
    }
}

impl fmt::Debug for OpenedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenedGame").field(&self.as_dyn().name()).finish()
    }
}

/// The game that `CONTRIBUTING.md` shows.
#[cfg(test)]
mod halving;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::value::Outcome;

    #[test]
    fn the_game_of_contributing_is_this_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md");
        let text = std::fs::read_to_string(path).expect("CONTRIBUTING.md");
        assert!(text.contains(&format!("```rust\n{}```\n", include_str!("halving.rs"))), "copy `halving.rs` to {path}");
    }

    #[test]
    fn the_game_of_contributing_can_be_played() {
        let Opener::Game(open) = halving::ENTRY.open else { panic!("a game") };
        for (play, outcome) in [(Play::Normal, Outcome::Loss), (Play::Misere, Outcome::Win)] {
            let game = open(&Parameters::new("halving", 7), play).unwrap();
            let moves = |text: &str| {
                let list = game.moves(&game.parse(text).unwrap(), 10).unwrap();
                list.moves.iter().map(|m| (m.text.clone(), game.to_text(&m.option).unwrap())).collect::<Vec<_>>()
            };
            let to = |n: &str| (format!("to {n}"), n.to_owned());
            assert_eq!((moves("12"), moves("2"), moves("0")), (vec![to("11"), to("6")], vec![to("1")], Vec::new()));
            assert_eq!(game.terminal(&game.parse("0").unwrap()), Ok(outcome));
            assert!(game.parse("x").is_err());
        }
    }
}
