//! Small tables of every game of the catalogue, or the reason why a game has none. The tests of the library and of the program iterate
//! over the catalogue itself, so that no new game can be forgotten.

#![allow(dead_code, reason = "every test file is a crate of its own and uses a part of this")]

use grundy::catalog::{ENTRIES, Entry};

/// A game and its start, small enough to be built in a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small {
    /// The text that opens the game; for a graph file, its lines after `graph:`.
    pub(crate) game: &'static str,
    /// The position to begin at; empty: the game's start, or all positions.
    pub(crate) from: &'static str,
    /// Whether the build takes seconds, so that only a table with a row for each class and without text is made.
    pub(crate) is_larger: bool,
}

/// The use of a game in a test.
pub(crate) enum Fit {
    /// The test builds these tables.
    Counts(&'static [Small]),
    /// The test builds no table: by index, every table has more than this number of positions.
    Large { game: &'static str, numbers: u64 },
}

const fn small(game: &'static str, from: &'static str) -> Small {
    Small { game, from, is_larger: false }
}

const fn larger(game: &'static str) -> Small {
    Small { game, from: "", is_larger: true }
}

/// A game from a position whose build takes seconds.
const fn larger_from(game: &'static str, from: &'static str) -> Small {
    Small { game, from, is_larger: true }
}

/// Six or five men's morris, X to move without a move.
const BLOCKED: &str = "XXX/.O./XO.O/.../O.. X";
/// Five men's morris, three men left of each player.
const THREE_EACH: &str = "XX./.O./XO../.../O.. X";

/// Two cycles, one with a way out, terminal vertices with other values, and a vertex that no move leads to.
const GRAPH: &str = "graph:> a\na b\nb a\nb c\nc d\nc e\nd d\ne a\ne f\ng f\n";
/// A similar graph with players that do not alternate.
const SIDED: &str = "graph:> a\na b\nb a\nb c\nc d\n! d win\n@ a left\n@ b left\n@ c right\n@ d left\n";

/// The small tables of a game, the smallest first.
///
/// # Panics
/// If the catalogue has a game that this list does not know.
pub(crate) fn fit(entry: &Entry) -> Fit {
    Fit::Counts(match entry.name {
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
        "five-mens-morris" => {
            const { &[small("five-mens-morris", BLOCKED), larger_from("five-mens-morris", THREE_EACH)] }
        }
        "six-mens-morris" => const { &[small("six-mens-morris", BLOCKED)] },
        "nine-mens-morris" => const { &[small("nine-mens-morris", "XXX/.O./.../XO...O/.../.../O.. X")] },
        "dao" => const { &[larger("dao")] },
        "teeko" => return Fit::Large { game: "teeko", numbers: 50_000_000 },
        "teeko-movement" => return Fit::Large { game: "teeko-movement", numbers: 50_000_000 },
        "quixo" => const { &[small("quixo:3", ""), small("quixo:2", "")] },
        "kalah" => {
            const { &[small("kalah:2,3", ""), small("kalah:2,2,emptier,empty-capture", ""), small("kalah:3,1,nobody", "")] }
        }
        "chomp" => const { &[small("chomp:3,4", "")] },
        "chess" => const { &[small("chess:KRvK", ""), larger("chess:KQvK"), larger("chess:KPvK")] },
        "dots-and-boxes" => {
            const { &[small("dots-and-boxes:1x2", ""), small("dots-and-boxes:2x2", "h./vv./h./.../.. 0:1 B")] }
        }
        "cram" => const { &[small("cram:2x3", "")] },
        "node-kayles" => const { &[small("node-kayles:2x3", "")] },
        "hex" => const { &[small("hex:3", "")] },
        "domineering" => const { &[small("domineering:3x4", ""), small("domineering:4x3", "X.X/.../X../... H")] },
        "othello" => const { &[small("othello:4", "")] },
        "graph" => const { &[small(GRAPH, ""), small(GRAPH, "e"), small(SIDED, "")] },
        name => panic!("{name} is new in the catalogue: give it a small table here, or say why it cannot have one"),
    })
}

/// Every game of the catalogue with its use in a test.
pub(crate) fn fits() -> impl Iterator<Item = (&'static Entry, Fit)> {
    ENTRIES.iter().map(|entry| (entry, fit(entry)))
}

/// The lines of a graph file, if the game is one.
pub(crate) fn lines(game: &str) -> Option<&str> {
    game.strip_prefix("graph:")
}
