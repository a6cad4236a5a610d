//! Games in text: positions and moves as people write them, and any game behind one object-safe trait.
//!
//! A game of one's own adds text to its rules by [`TextGame`]; [`Text`] then makes it a [`DynGame`], which is what the solver, tables
//! and front ends hold. A game whose rules are data implements [`DynGame`] itself: its rules may fail, so whatever runs them returns
//! a [`RulesError`].

mod codec;
mod dyn_game;
mod dyn_indexed;
mod dyn_tiered;
mod expand_all;
mod expansions;
mod facets;
mod indexed;
mod keys;
mod moves;
mod order;
mod rules_error;
#[allow(clippy::module_inception)]
mod text;
mod text_game;
mod tiered;
mod without_text;

pub use codec::KeyCodec;
pub use dyn_game::{Counted, DynGame, Expand, GameInfo};
pub use dyn_indexed::DynIndexed;
pub use dyn_tiered::DynTiered;
pub use expand_all::ExpandedPosition;
pub use expansions::{Expansions, NodeInfo};
pub use facets::{Symmetry, Theory, TheoryError};
pub use keys::{Keys, PositionBatch, PositionRef};
pub use moves::{ListedMove, MoveList};
pub use order::Order;
pub use rules_error::{RulesError, SourceLocation};
pub use text::Text;
pub use text_game::TextGame;
pub use without_text::WithoutText;

use std::fmt;
use std::ops::Range;

/// A position as bytes; different positions of a game have different bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Box<[u8]>);

/// Why a text cannot be parsed as a position or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The bytes of the text that are meant.
    pub at: Range<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do next, without a full stop.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for ParseError {}

/// Splits text at white space; each word comes with the bytes that it takes in the text.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut rest = 0;
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        debug_assert!(start >= rest);
        rest = start + word.len();
        (start..rest, word)
    })
}
