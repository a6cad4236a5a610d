//! Take-and-break games by name: octal games of any code, the games that have names, and Grundy's game.

use super::heaps::{HeapGame, Opening, Wording};
use super::opening::HeapCandidates;
use super::{Entry, OpenError, Opener, Parameters};
use crate::game::Play;
use crate::heap::TakeBreak;
use crate::heap::octal::Code;
use crate::text::{DynGame, ParseError, WithText};

/// The form of a move in games in which a move may take two stones and leave two heaps.
const MOVES: &str = "`take 2 from 9, leave 3 4`";
const WINNING_WAYS: &str = "Berlekamp, Conway and Guy 1982, \"Winning Ways\", chapter 4";

/// A game with these rules. Its demonstration begins with one heap.
fn open(
    parameters: &Parameters<'_>,
    rules: TakeBreak,
    play: Play,
    opening: Opening,
) -> Result<Box<dyn DynGame>, OpenError> {
    let game = HeapGame::new(parameters.game(), rules, play, Wording::Break, opening);
    Ok(Box::new(WithText::new(HeapGame { most: Some(u64::MAX.into()), ..game })))
}

/// Any code.
pub(super) const OCTAL: Entry = Entry {
    name: "octal",
    form: "octal:CODE",
    rules: "Take and break by a code, as 0.137: the digit in place i after the point says what may be left of a heap from \
            which i stones are taken: 1 nothing, 2 one heap, 4 two heaps, 8 three, or sums of these (digits up to f). \
            The digit before the point, 0, 4, 8 or c, allows heaps to be split without taking. Whoever cannot \
            move loses.",
    moves: MOVES,
    source: "Guy and Smith 1956, \"The G-values of various games\"",
    example: "octal:0.137",
    open: Opener::Game(|parameters, play| {
        let code = Code::parse(parameters.text()).map_err(|wrong| {
            let from = parameters.at().start;
            let at = wrong.at.start + from..wrong.at.end + from;
            let help = "a code looks like `0.137`".to_owned();
            ParseError { at, message: wrong.to_string(), help }
        })?;
        let opening = Opening::Heap(HeapCandidates { first: 12, has_large: false, is_taken_whole: false });
        open(parameters, TakeBreak::code(code), play, opening)
    }),
    ..Entry::HEAPS
};

/// 0.77.
pub(super) const KAYLES: Entry = Entry {
    name: "kayles",
    form: "kayles",
    rules: "Take one or two stones from a heap, and split what is left of it into two heaps if you like: 0.77. Whoever \
            cannot move loses.",
    moves: MOVES,
    source: "Dudeney 1908, \"The Canterbury Puzzles\"",
    open: Opener::Game(|parameters, play| open(parameters, TakeBreak::code(Code::KAYLES), play, Opening::At("12"))),
    ..Entry::HEAPS
};

/// 0.07.
pub(super) const DAWSONS_KAYLES: Entry = Entry {
    name: "dawsons-kayles",
    form: "dawsons-kayles",
    rules: "Take two stones from a heap, and split what is left of it into two heaps if you like: 0.07. Whoever cannot \
            move loses.",
    moves: MOVES,
    source: WINNING_WAYS,
    open: Opener::Game(|parameters, play| {
        open(parameters, TakeBreak::code(Code::DAWSONS_KAYLES), play, Opening::At("12"))
    }),
    ..Entry::HEAPS
};

/// 0.137.
pub(super) const DAWSONS_CHESS: Entry = Entry {
    name: "dawsons-chess",
    form: "dawsons-chess",
    rules: "Take one stone that is a whole heap, or two that leave nothing or one heap, or three that leave at most two: \
            0.137. Whoever cannot move loses.",
    moves: "`take 3 from 9, leave 2 4`",
    source: "Dawson 1935, \"Caissa's Wild Roses\"",
    open: Opener::Game(|parameters, play| {
        open(parameters, TakeBreak::code(Code::DAWSONS_CHESS), play, Opening::At("12"))
    }),
    ..Entry::HEAPS
};

/// 0.6.
pub(super) const OFFICERS: Entry = Entry {
    name: "officers",
    form: "officers",
    rules: "Take one stone from a heap of at least two, and split what is left of it into two heaps if you like: 0.6. \
            Whoever cannot move loses.",
    moves: "`take 1 from 9, leave 3 5`",
    source: WINNING_WAYS,
    open: Opener::Game(|parameters, play| open(parameters, TakeBreak::code(Code::OFFICERS), play, Opening::At("11"))),
    ..Entry::HEAPS
};

/// 0.007.
pub(super) const TREBLECROSS: Entry = Entry {
    name: "treblecross",
    form: "treblecross",
    rules: "Take three stones from a heap, and split what is left of it into two heaps if you like: 0.007, the game of three \
            marks in a row on a strip. Whoever cannot move loses.",
    moves: "`take 3 from 9, leave 2 4`",
    source: WINNING_WAYS,
    open: Opener::Game(|parameters, play| {
        open(parameters, TakeBreak::code(Code::TREBLECROSS), play, Opening::At("12"))
    }),
    ..Entry::HEAPS
};

/// Grundy's game, which has no code.
pub(super) const GRUNDYS_GAME: Entry = Entry {
    name: "grundys-game",
    form: "grundys-game",
    rules: "Split a heap into two heaps of different sizes. Whoever cannot move loses.",
    moves: "`split 9 into 4 5`",
    source: "Grundy 1939, \"Mathematics and games\"",
    open: Opener::Game(|parameters, play| open(parameters, TakeBreak::grundy(), play, Opening::At("12"))),
    ..Entry::HEAPS
};
