//! The divisor game, by name.

use super::heaps::{HeapGame, Opening, Wording};
use super::{Entry, Opener};
use crate::heap::Divisor;
use crate::text::WithText;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "divisor",
    form: "divisor",
    rules: "Replace a number by one of its proper divisors. Whoever cannot move, because every number is 1, loses.",
    position: "numbers from 1, as in `12` or `5 7 9 12`",
    moves: "`12 to 4`",
    source: "ZOJ 3529, \"A Game Between Alice and Bob\"",
    open: Opener::Game(|parameters, play| {
        let game = HeapGame::new(parameters.game(), Divisor, play, Wording::To, Opening::At("12 30 8"));
        Ok(Box::new(WithText::new(HeapGame { heap: "a number", least: 1, most: Some(u64::MAX.into()), ..game })))
    }),
    ..Entry::HEAPS
};
