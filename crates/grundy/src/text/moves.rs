//! The moves of a position, as games in text list them.

use super::Key;
use crate::game::Player;
use dashu_int::UBig;

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The text of the move.
    pub text: String,
    /// The position that it leads to.
    pub option: Key,
    /// Whether the player who makes the move moves again there.
    pub moves_again: bool,
}

/// The moves of a position, or the best of them where there are too many to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// All moves in the game's order, or some with the winning ones first.
    pub moves: Vec<ListedMove>,
    /// The number of all moves.
    pub total: UBig,
    /// The player to move, as [`crate::Game::player`] returns it.
    pub player: Option<Player>,
}

/// The texts of some moves, in one buffer that is used again for the next position.
///
/// ```
/// use grundy::text::MoveTexts;
/// let mut texts = MoveTexts::default();
/// texts.push_with(|text| text.push_str("take 3"));
/// texts.push("take 17");
/// assert_eq!(texts.iter().collect::<Vec<_>>(), ["take 3", "take 17"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTexts {
    text: String,
    /// The end of each text in `text`.
    ends: Vec<usize>,
}

impl MoveTexts {
    /// Removes all texts.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        self.push_with(|buffer| buffer.push_str(text));
    }

    /// Appends what `write` appends to its argument, as one text.
    pub fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the texts, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }
}
