//! Games by name: the list of the catalogue, the text of a game, and opening games.
//!
//! Each game is a file with its [`Entry`], its rules and its text; the files that several games share have no entry.

mod bash;
mod calendar;
mod chess;
mod chomp;
mod connect4;
mod dao;
mod divisor;
mod entry;
mod graph_game;
mod grid;
mod heaps;
mod kalah;
mod king;
mod lines;
mod men;
mod mnk;
mod moore;
mod morris;
mod nim;
mod open;
mod open_error;
mod opening;
mod parameters;
mod picture;
mod quixo;
mod set;
mod spec;
mod subsets;
mod subtraction;
mod sum;
mod symmetry;
mod take_break;
mod teeko;
mod text;
mod tictactoe;
mod wythoff;

pub use calendar::{Calendar, Date};
pub use chess::{Broken, Chess, ChessMove, Endgame, Piece, Square};
pub use chomp::{Bar, Chomp};
pub use connect4::{Connect4, Discs};
pub use dao::Dao;
pub use entry::{Cost, Entry, entry, nearest_name};
pub use graph_game::GraphGame;
pub use grid::{Marks, WrongBoard};
pub use kalah::{Kalah, Left, Seeds};
pub use king::King;
pub use men::{Men, Step};
pub use mnk::Mnk;
pub use morris::ThreeMensMorris;
pub use open::{Files, open};
pub use open_error::OpenError;
pub use quixo::{Quixo, Side};
pub use spec::{GameSpec, SumSpec};
pub use sum::Sum;
pub use teeko::Teeko;
pub use tictactoe::{Board, TicTacToe};

use crate::text::{DynGame, Text};
use entry::Opener;
use parameters::Parameters;
use std::fmt;

/// The catalogue: a line for each game.
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
    dao::ENTRY,
    teeko::ENTRY,
    teeko::MOVEMENT,
    quixo::ENTRY,
    kalah::ENTRY,
    chomp::ENTRY,
    chess::ENTRY,
    graph_game::ENTRY,
];

/// A game that was opened.
pub enum Opened {
    /// A game of the catalogue, or of a rules file.
    Game(Box<dyn DynGame>),
    /// An explicit graph.
    Graph(Box<Text<GraphGame>>),
    /// A sum across games.
    Sum(Box<Sum>),
}

impl Opened {
    /// The game, whichever kind it is.
    pub fn as_dyn(&self) -> &dyn DynGame {
        match self {
            Self::Game(game) => game.as_ref(),
            Self::Graph(graph) => graph.as_ref(),
            Self::Sum(sum) => sum.as_ref(),
        }
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opened").field(&self.as_dyn().name()).finish()
    }
}
