//! A small table, or several, of every game of the catalogue; or why one has none. The tests of the library and of the program
//! walk the catalogue itself, so that a new game cannot be forgotten.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use grundy::catalog::{ENTRIES, Entry};

/// A game and where it begins, small enough to be built by a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small {
    /// As it is opened; of a graph file the lines, after `graph:`.
    pub(crate) game: &'static str,
    /// The position to begin at; empty: the game's start, or all.
    pub(crate) from: &'static str,
    /// Whether it takes seconds, so that a row for each class, without text, is enough.
    pub(crate) is_larger: bool,
}

/// What a test does with a game.
pub(crate) enum Fit {
    /// It builds these.
    Built(&'static [Small]),
    /// It builds none: by number, all of more than so many.
    Large { game: &'static str, numbers: u64 },
}

const fn small(game: &'static str, from: &'static str) -> Small {
    Small { game, from, is_larger: false }
}

const fn larger(game: &'static str) -> Small {
    Small { game, from: "", is_larger: true }
}

/// Two cycles, one with a way out, ends of other values, and a vertex that no move leads to.
const GRAPH: &str = "graph:> a\na b\nb a\nb c\nc d\nc e\nd d\ne a\ne f\ng f\n";
/// The same with players that do not alternate.
const SIDED: &str = "graph:> a\na b\nb a\nb c\nc d\n! d win\n@ a left\n@ b left\n@ c right\n@ d left\n";

/// The small ones of a game, the smallest first.
///
/// # Panics
/// If the catalogue has a game that this list does not know.
pub(crate) fn fit(entry: &Entry) -> Fit {
    Fit::Built(match entry.name {
        "nim" => const { &[small("nim", "5 6 7")] },
        "moore" => const { &[small("moore:2", "3 4 5")] },
        "bash" => const { &[small("bash:3", "40"), small("bachet:2", "5 6")] },
        "subtraction" => const { &[small("subtraction:1,3,4", "60")] },
        "octal" => const { &[small("octal:0.137", "14"), small("octal:0.07f", "12"), small("octal:4.3", "7")] },
        "kayles" => const { &[small("kayles", "9")] },
        "dawsons-kayles" => const { &[small("dawsons-kayles", "17")] },
        "dawsons-chess" => const { &[small("dawsons-chess", "13")] },
        "officers" => const { &[small("officers", "12")] },
        "treblecross" => const { &[small("treblecross", "19")] },
        "grundys-game" => const { &[small("grundys-game", "12")] },
        "wythoff" => const { &[small("wythoff", "12 15")] },
        "divisor" => const { &[small("divisor", "360"), small("divisor", "12 30")] },
        "king" => const { &[small("king", "9 12")] },
        "calendar" => const { &[small("calendar", "2001-05-01")] },
        "tictactoe" => const { &[small("tictactoe", "")] },
        "mnk" => const { &[small("mnk:3,2,2", ""), small("mnk:4,2,3", "")] },
        "connect4" => const { &[small("connect4:4x3", "")] },
        "three-mens-morris" => const { &[small("three-mens-morris", "")] },
        "dao" => const { &[larger("dao")] },
        "teeko" => return Fit::Large { game: "teeko", numbers: 50_000_000 },
        "teeko-movement" => return Fit::Large { game: "teeko-movement", numbers: 50_000_000 },
        "quixo" => const { &[small("quixo:3", ""), small("quixo:2", "")] },
        "kalah" => {
            const { &[small("kalah:2,3", ""), small("kalah:2,2,emptier,empty-capture", ""), small("kalah:3,1,nobody", "")] }
        }
        "chomp" => const { &[small("chomp:3,4", "")] },
        "chess" => const { &[small("chess:KRvK", ""), larger("chess:KQvK"), larger("chess:KPvK")] },
        "graph" => const { &[small(GRAPH, ""), small(GRAPH, "e"), small(SIDED, "")] },
        name => panic!("{name} is new in the catalogue: give it a small table here, or say why it cannot have one"),
    })
}

/// Every game of the catalogue, with what a test does with it.
pub(crate) fn fits() -> impl Iterator<Item = (&'static Entry, Fit)> {
    ENTRIES.iter().map(|entry| (entry, fit(entry)))
}

/// The lines of a graph file, where the game is one.
pub(crate) fn lines(game: &str) -> Option<&str> {
    game.strip_prefix("graph:")
}
