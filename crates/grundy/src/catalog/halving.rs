//! Halving: replace a number by its half, rounded down, or by the number before it.

use super::{Entry, Opener, text};
use crate::game::{Game, Play};
use crate::text::{ParseError, TextGame, WithText};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "halving",
    form: "halving",
    rules: "Replace a number by its half, rounded down, or by the number before it. Whoever cannot move loses.",
    position: "a number, as in `12`",
    moves: "`to 6`",
    source: "an example",
    open: Opener::Game(|_, play| Ok(Box::new(WithText::new(Halving { play })))),
    ..Entry::HEAPS
};

/// The game.
struct Halving {
    play: Play,
}

impl Game for Halving {
    type Position = u64;
    /// The number that replaces the position.
    type Move = u64;

    fn moves(&self, &n: &u64, out: &mut Vec<u64>) {
        out.extend(n.checked_sub(1));
        out.extend((n > 2).then_some(n / 2));
    }

    fn play(&self, _at: &u64, to: &u64) -> u64 {
        *to
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Halving {
    fn name(&self) -> &str {
        ENTRY.name
    }

    fn parse(&self, text: &str) -> Result<u64, ParseError> {
        text::small_number(0..text.len(), text.trim(), "a position")
    }

    fn to_text(&self, at: &u64) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &u64, to: &u64) -> String {
        format!("to {to}")
    }

    fn encode(&self, at: &u64, out: &mut Vec<u8>) {
        text::write_number(&(*at).into(), out);
    }

    fn decode(&self, mut bytes: &[u8]) -> u64 {
        u64::try_from(text::read_number(&mut bytes)).unwrap_or(u64::MAX)
    }
}
