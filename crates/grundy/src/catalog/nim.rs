//! Nim, by name.

use super::heaps::{HeapGame, Opening, Wording};
use super::{Cost, Entry, Opener};
use crate::heap::Nim;
use crate::text::WithText;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "nim",
    form: "nim",
    rules: "Take any number of stones, at least one, from one heap. Whoever cannot move loses.",
    moves: "`take 4 from 14`",
    source: "Bouton 1901, \"Nim, a game with a complete mathematical theory\"",
    cost: Cost::Formula,
    open: Opener::Game(|parameters, play| {
        let game = HeapGame::new(parameters.game(), Nim, play, Wording::TakeFrom, Opening::At("3 4 5"));
        Ok(Box::new(WithText::new(game)))
    }),
    ..Entry::HEAPS
};
