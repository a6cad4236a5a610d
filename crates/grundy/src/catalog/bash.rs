//! Bash's game, by name.

use super::heaps::{HeapGame, Opening, Wording};
use super::opening::HeapCandidates;
use super::{Cost, Entry, Opener};
use crate::heap::Bash;
use crate::text::{ParseError, WithText};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "bash",
    form: "bash:M",
    aliases: &["bachet"],
    rules: "Take 1 up to M stones from one heap. Whoever cannot move loses.",
    moves: "`take 3`; with several heaps `take 3 from 14`",
    source: "Bachet 1612, \"Problèmes plaisans et délectables\"",
    cost: Cost::Formula,
    example: "bash:3",
    open: Opener::Game(|parameters, play| {
        let most = parameters.number("M").map_err(|error| ParseError {
            help: "M, the most stones of a move, is a whole number, as in `bash:3`".to_owned(),
            ..error
        })?;
        let rules = Bash::new(most)
            .ok_or_else(|| parameters.error("`0` allows no move", "give a number from 1, as in `bash:3`"))?;
        let opening = Opening::Heap(HeapCandidates { first: 20, has_large: true, is_taken_whole: false });
        Ok(Box::new(WithText::new(HeapGame::new(parameters.game(), rules, play, Wording::Take, opening))))
    }),
    ..Entry::HEAPS
};
