//! Games by the name people know: the list, and `open`, the door for names, sums and graph files.

mod calendar;
mod chess;
mod chomp;
mod connect4;
mod dao;
mod entries;
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
mod opening;
mod parameters;
mod picture;
mod quixo;
mod set;
mod subsets;
mod sum;
mod symmetry;
mod teeko;
mod text;
mod tictactoe;
mod wythoff;

pub use calendar::{Calendar, Date};
pub use chess::{Broken, Chess, ChessMove, Endgame, Piece, Square};
pub use chomp::{Bar, Chomp};
pub use connect4::{Connect4, Discs};
pub use dao::Dao;
pub use entries::{ENTRIES, Entry, entry, nearest_name};
pub use graph_game::GraphGame;
pub use grid::{Marks, WrongBoard};
pub use kalah::{Kalah, Left, Seeds};
pub use king::King;
pub use men::{Men, Step};
pub use mnk::Mnk;
pub use morris::ThreeMensMorris;
pub use quixo::{Quixo, Side};
pub use sum::Sum;
pub use teeko::Teeko;
pub use tictactoe::{Board, TicTacToe};

use crate::game::Play;
use crate::graph::{self, FileError};
use crate::heap::octal::Code;
use crate::heap::{Bash, Divisor, HeapRules, Heaps, Nim, Subtraction, TakeBreak};
use crate::limits::Limits;
use crate::text::{DynGame, ParseError, Text, TextGame};
use heaps::{HeapGame, Opening, Wording};
use opening::Tried;
use std::fmt;
use std::ops::Range;

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

/// Why a game could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The text names no game.
    Text(ParseError),
    /// The graph file cannot be read.
    Graph(FileError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

fn error(at: Range<usize>, message: String, help: String) -> OpenError {
    OpenError::Text(ParseError { at, message, help })
}

/// Opens a game by its name and parameters, as in `nim`, `bash:3`, `subtraction:1,3,4` or `graph:PATH`; or a sum across
/// games with their positions, as in `nim 3 5 + kayles 7`.
///
/// # Errors
/// If the text names no game, misère play would change nothing, or a graph file cannot be read.
pub fn open(text: &str, play: Play, limits: &Limits<'_>) -> Result<Opened, OpenError> {
    if sum::is_sum(text) {
        return Sum::open(text, play, limits).map(|sum| Opened::Sum(Box::new(sum)));
    }
    let (name, parameters) = match text.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text, None),
    };
    let Some(entry) = entry(name) else { return Err(unknown(name)) };
    if play == Play::Misere && !entry.misere {
        return Err(error(
            0..text.len(),
            format!("misère play would change nothing: {name} does not end by a player having no move"),
            "leave out --misere".to_owned(),
        ));
    }
    let has_parameters = entry.form.contains(':');
    let parameters = match parameters {
        None | Some("") if has_parameters => {
            return Err(error(0..text.len(), format!("`{name}` needs a parameter"), format!("write `{}`", entry.form)));
        }
        Some(_) if !has_parameters => {
            return Err(error(
                name.len()..text.len(),
                format!("`{name}` has no parameters"),
                format!("write `{name}` alone; positions come after a blank"),
            ));
        }
        parameters => parameters.unwrap_or_default(),
    };
    let from = name.len() + 1;
    let here = from..text.len();
    let whole = |what: &str| text::number(here.clone(), parameters, what).map_err(OpenError::Text);
    let code = |text: &str| TakeBreak::code(Code::parse(text).expect("a code of the catalogue"));
    Ok(match entry.name {
        "nim" => heap_game(text, Nim, play, Wording::TakeFrom, Opening::At("3 4 5")),
        "moore" => {
            let most =
                u64::try_from(&whole("the most heaps of a move")?).ok().and_then(|most| usize::try_from(most).ok());
            let most = most.filter(|&most| (1..=moore::HEAPS).contains(&most)).ok_or_else(|| {
                error(
                    here.clone(),
                    format!("`{parameters}` is not a number of heaps"),
                    format!("a move takes from 1 up to {} heaps, as in `moore:2`", moore::HEAPS),
                )
            })?;
            game(moore::Moore::new(text, most, play))
        }
        "bash" => {
            let rules = Bash::new(whole("the most stones taken")?).ok_or_else(|| {
                error(here.clone(), "no stones may be taken".to_owned(), "write `bash:3` or more than 0".to_owned())
            })?;
            heap_game(
                text,
                rules,
                play,
                Wording::Take,
                Opening::Heap(Tried { least: 20, has_large: true, is_taken_whole: false }),
            )
        }
        "subtraction" => {
            let set = set::read(parameters, from).map_err(OpenError::Text)?;
            let is_taken_whole = parameters.starts_with("all-but");
            let opening = Opening::Heap(Tried { least: 20, has_large: true, is_taken_whole });
            heap_game(text, Subtraction::new(set), play, Wording::Take, opening)
        }
        "octal" => {
            let code = Code::parse(parameters).map_err(|wrong| {
                let at = wrong.at.start + from..wrong.at.end + from;
                error(at, wrong.to_string(), "a code is as `0.137`; `grundy games octal` says what it means".to_owned())
            })?;
            breaking(
                text,
                TakeBreak::code(code),
                play,
                Opening::Heap(Tried { least: 12, has_large: false, is_taken_whole: false }),
            )
        }
        "kayles" => breaking(text, code("0.77"), play, Opening::At("12")),
        "dawsons-kayles" => breaking(text, code("0.07"), play, Opening::At("12")),
        "dawsons-chess" => breaking(text, code("0.137"), play, Opening::At("12")),
        "officers" => breaking(text, code("0.6"), play, Opening::At("11")),
        "treblecross" => breaking(text, code("0.007"), play, Opening::At("12")),
        "grundys-game" => breaking(text, TakeBreak::grundy(), play, Opening::At("12")),
        "wythoff" => game(wythoff::Wythoff::new(play)),
        "divisor" => game(HeapGame {
            heap: "a number",
            least: 1,
            most: Some(u64::MAX.into()),
            ..heaps(text, Divisor, play, Wording::To, Opening::At("12 30 8"))
        }),
        "king" => game(King { play }),
        "calendar" => game(Calendar { play }),
        "tictactoe" => game(TicTacToe),
        "mnk" => {
            let [columns, rows, length] = sizes(text, from, ',', "`mnk:M,N,K`, as in `mnk:4,3,3`")?;
            let game = Mnk::new(columns, rows, length);
            board(text, from, game.map(|game| game.named(text)), "at most 26 columns and 64 cells in all")?
        }
        "connect4" => {
            let [columns, rows] = sizes(text, from, 'x', "`connect4:WxH`, as in `connect4:7x6`")?;
            let game = Connect4::new(columns, rows);
            board(text, from, game.map(|game| game.named(text)), "at most 26 columns W, and W times H + 1 at most 64")?
        }
        "three-mens-morris" => game(ThreeMensMorris),
        "teeko" => game(Teeko::new()),
        "teeko-movement" => game(Teeko::movement()),
        "dao" => game(Dao),
        "quixo" => {
            let [side] = sizes(text, from, ',', "`quixo:N`, as in `quixo:3`")?;
            board(text, from, Quixo::new(side).map(|game| game.named(text)), "N from 2 to 5")?
        }
        "kalah" => game(Kalah::open(text, from).map_err(OpenError::Text)?),
        "chomp" => {
            let [rows, columns] = sizes(text, from, ',', "`chomp:ROWS,COLUMNS`, as in `chomp:3,4`")?;
            let game = Chomp::new(rows, columns, play);
            let help = "a bar as 16 rows of up to 15 columns, 8 of up to 255 or 4 of up to 65535";
            board(text, from, game.map(|game| game.named(text)), help)?
        }
        "chess" => game(Chess::open(parameters).ok_or_else(|| {
            let help =
                "write `chess:KQvK`, `chess:KRvK` or `chess:KPvK`: White has a king and a queen, a rook or a pawn";
            error(here, format!("`{parameters}` is not an endgame of the catalogue"), help.to_owned())
        })?),
        "graph" => {
            let file = graph::read_path(parameters, limits).map_err(OpenError::Graph)?;
            Opened::Graph(Box::new(Text::new(GraphGame::new(text, file, play))))
        }
        _ => unreachable!("every entry of the list is opened above"),
    })
}

/// The sizes after the first `from` bytes of a game's text; `form` is how one types it.
fn sizes<const N: usize>(text: &str, from: usize, between: char, form: &str) -> Result<[u64; N], OpenError> {
    parameters::read(text, from, between, form).map_err(OpenError::Text)
}

/// A game on a board of some size, or why there is none; `help` says which there are.
fn board<G: TextGame + 'static>(
    text: &str,
    from: usize,
    opened: Result<G, WrongBoard>,
    help: &str,
) -> Result<Opened, OpenError> {
    match opened {
        Ok(opened) => Ok(game(opened)),
        Err(wrong) => {
            let help = match wrong {
                WrongBoard::Empty => "each size is at least 1",
                WrongBoard::LineTooLong(_) => "take a larger board or, where it can be chosen, a shorter line",
                WrongBoard::TooSmall { .. } | WrongBoard::TooLarge { .. } => help,
            };
            Err(error(from..text.len(), wrong.to_string(), help.to_owned()))
        }
    }
}

/// The error of a name that no game has.
fn unknown(name: &str) -> OpenError {
    let first = name.split_whitespace().next().unwrap_or_default();
    let help = if first != name.trim() && entry(first.split(':').next().unwrap_or_default()).is_some() {
        format!("write the position apart from the game: `{first}`, then the rest outside the quotation marks")
    } else if std::path::Path::new(name).is_file() {
        format!("a graph file is opened by `graph:{name}`")
    } else {
        match nearest_name(name) {
            Some(near) => format!("did you mean `{near}`? `grundy games` lists all"),
            None => "`grundy games` lists all".to_owned(),
        }
    };
    error(0..name.len(), format!("there is no game called `{name}`"), help)
}

/// A game of the catalogue without its types.
fn game(game: impl TextGame + 'static) -> Opened {
    Opened::Game(Box::new(Text::new(game)))
}

fn heaps(name: &str, rules: impl Into<HeapRules>, play: Play, wording: Wording, opening: Opening) -> HeapGame {
    HeapGame {
        name: name.to_owned(),
        game: Heaps::new(rules, play),
        wording,
        heap: "a heap",
        least: 0,
        most: None,
        opening,
    }
}

fn heap_game(name: &str, rules: impl Into<HeapRules>, play: Play, wording: Wording, opening: Opening) -> Opened {
    game(heaps(name, rules, play, wording, opening))
}

fn breaking(name: &str, rules: TakeBreak, play: Play, opening: Opening) -> Opened {
    game(HeapGame { most: Some(u64::MAX.into()), ..heaps(name, rules, play, Wording::Break, opening) })
}
