//! Games by the name people know: the list, and `open`, the door for names and graph files.

mod calendar;
mod chips;
mod heaps;
mod tictactoe;

pub use calendar::{Calendar, Date};
pub use chips::Chips;
pub use tictactoe::{Board, TicTacToe};

use crate::any::{AnyGame, TextError};
use crate::game::Play;
use crate::graph::{self, FileError};
use crate::heap::{Bash, HeapRules, Heaps, Nim, Subtraction};
use crate::limits::Limits;
use crate::spelling::nearest;
use heaps::HeapGame;
use std::fmt;

/// What the catalogue says of one game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The name with its parameters, as one types it.
    pub form: &'static str,
    /// Other names of the same game.
    pub aliases: &'static [&'static str],
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// The text of a position, with an example.
    pub position: &'static str,
    /// The text of a move, with an example.
    pub moves: &'static str,
    /// Where the game begins, if it says so.
    pub start: Option<&'static str>,
    /// Whether misère play can be asked for.
    pub misere: bool,
    /// Where the rules come from.
    pub source: &'static str,
}

/// The catalogue.
pub const ENTRIES: [Entry; 6] = [
    Entry {
        name: "nim",
        form: "nim",
        aliases: &[],
        rules: "Take any number of stones, at least one, from one heap. Whoever cannot move loses.",
        position: "heap sizes, as in `14 21 39`",
        moves: "`take 4 from 14`",
        start: None,
        misere: true,
        source: "Bouton 1901, \"Nim, a game with a complete mathematical theory\"",
    },
    Entry {
        name: "bash",
        form: "bash:M",
        aliases: &["bachet"],
        rules: "Take 1 up to M stones from one heap. Whoever cannot move loses.",
        position: "heap sizes, as in `21`",
        moves: "`take 3`; with several heaps `take 3 from 14`",
        start: None,
        misere: true,
        source: "Bachet 1612, \"Problèmes plaisans et délectables\"",
    },
    Entry {
        name: "subtraction",
        form: "subtraction:SET",
        aliases: &[],
        rules: "Take a number of stones that is in SET from one heap. Whoever cannot move loses. SET is a list of numbers, \
                ranges and names: `1,3,4`, `1..10`, `powers-of-2`, `fibonacci`, `squares`, `primes`; or \
                `all-but:1,2`, every positive number except those.",
        position: "heap sizes, as in `20`",
        moves: "`take 3`; with several heaps `take 3 from 14`",
        start: None,
        misere: true,
        source: "Berlekamp, Conway and Guy 1982, \"Winning Ways\", chapter 4",
    },
    Entry {
        name: "calendar",
        form: "calendar",
        aliases: &[],
        rules: "From a date go to the next day, or to the same day of the next month if it exists. Whoever reaches \
                2001-11-04 wins; later dates are not allowed.",
        position: "a date from 1900-01-01 to 2001-11-04, as in `1994-05-03`",
        moves: "`to 1994-05-04`",
        start: None,
        misere: true,
        source: "ACM regional contest, Taejon 2001 (LA 2321, POJ 1082)",
    },
    Entry {
        name: "tictactoe",
        form: "tictactoe",
        aliases: &[],
        rules: "X and O in turn mark an empty cell of a board of three by three, X first. Three in a row, column or \
                diagonal win; a full board without them is a draw.",
        position: "the nine cells row by row, `X`, `O` or `.`, as in `X.O.X....`; `/` may stand between rows",
        moves: "the cell, column a to c from the left and row 1 to 3 from the top: `b2`",
        start: Some("........."),
        misere: false,
        source: "traditional",
    },
    Entry {
        name: "graph",
        form: "graph:PATH",
        aliases: &[],
        rules: "A game drawn as a graph file: a chip stands on a vertex and moves along an edge. Whoever cannot move loses, \
                unless the file says otherwise. Several chips are a sum: a move moves one of them.",
        position: "a vertex, or several for a chip on each",
        moves: "`to V`; with several chips `U to V`",
        start: Some("the vertex that `> VERTEX` names, if the file does"),
        misere: true,
        source: "",
    },
];

/// A game that was opened.
pub enum Opened {
    /// A game of the catalogue.
    Spoken(Box<dyn AnyGame>),
    /// A game drawn in full.
    Drawn(Box<Chips>),
}

impl Opened {
    /// The game, whichever kind it is.
    pub fn any(&self) -> &dyn AnyGame {
        match self {
            Self::Spoken(game) => game.as_ref(),
            Self::Drawn(chips) => chips.as_ref(),
        }
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opened").field(&self.any().name()).finish()
    }
}

/// Why a game could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The text names no game.
    Text(TextError),
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

/// The entry of a name or an alias.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// The name of the catalogue that is nearest to a mistyped one.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, ENTRIES.iter().flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied())))
}

/// Opens a game by its name and parameters, as in `nim`, `bash:3`, `subtraction:1,3,4` or `graph:PATH`.
///
/// # Errors
/// If the text names no game, misère play would change nothing, or a graph file cannot be read.
pub fn open(text: &str, play: Play, limits: &Limits<'_>) -> Result<Opened, OpenError> {
    let (name, parameters) = match text.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text, None),
    };
    let error =
        |at: std::ops::Range<usize>, message: String, help: String| OpenError::Text(TextError { at, message, help });
    let Some(entry) = entry(name) else {
        let help = match nearest_name(name) {
            Some(near) => format!("did you mean `{near}`? `grundy games` lists all"),
            None => "`grundy games` lists all".to_owned(),
        };
        return Err(error(0..name.len(), format!("there is no game called `{name}`"), help));
    };
    if play == Play::Misere && !entry.misere {
        return Err(error(
            0..text.len(),
            format!("misère play would change nothing: {name} does not end by a player having no move"),
            "leave out --misere".to_owned(),
        ));
    }
    let after = name.len() + 1;
    match (entry.name, parameters) {
        ("bash" | "subtraction" | "graph", None | Some("")) => {
            Err(error(0..text.len(), format!("`{name}` needs a parameter"), format!("write `{}`", entry.form)))
        }
        ("nim" | "calendar" | "tictactoe", Some(_)) => Err(error(
            name.len()..text.len(),
            format!("`{name}` has no parameters"),
            format!("write `{name}` alone; positions come after a blank"),
        )),
        ("nim", _) => Ok(heap_game(text, Nim, play, true)),
        ("bash", Some(most)) => {
            let most_number =
                heaps::number(after..text.len(), most, "the most stones taken").map_err(OpenError::Text)?;
            let rules = Bash::new(most_number).ok_or_else(|| {
                error(
                    after..text.len(),
                    "no stones may be taken".to_owned(),
                    "write `bash:3` or more than 0".to_owned(),
                )
            })?;
            Ok(heap_game(text, rules, play, false))
        }
        ("subtraction", Some(set)) => {
            let set = heaps::set(set, after).map_err(OpenError::Text)?;
            Ok(heap_game(text, Subtraction::new(set), play, false))
        }
        ("calendar", _) => Ok(Opened::Spoken(Box::new(Calendar { play }))),
        ("tictactoe", _) => Ok(Opened::Spoken(Box::new(TicTacToe))),
        ("graph", Some(path)) => {
            let file = graph::read_path(path, limits).map_err(OpenError::Graph)?;
            Ok(Opened::Drawn(Box::new(Chips::new(text, file, play))))
        }
        _ => unreachable!("every entry of the list is opened above"),
    }
}

fn heap_game(name: &str, rules: impl HeapRules + 'static, play: Play, always_from: bool) -> Opened {
    Opened::Spoken(Box::new(HeapGame { name: name.to_owned(), game: Heaps { rules, play }, always_from }))
}
