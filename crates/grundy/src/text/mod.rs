//! Games in text: positions and moves as people write them, and an object-safe trait for any game.
//!
//! To give your own game a text form, implement [`TextGame`]; [`WithText`] then makes it a [`DynGame`], which the solver,
//! tables and front ends use. A game whose rules are data implements [`DynGame`] directly: its rules may fail, so
//! methods that run them return a [`RulesError`].

mod codec;
mod dyn_components;
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
mod text_game;
mod tiered;
#[allow(clippy::module_inception)]
mod with_text;
mod without_text;

pub use codec::KeyCodec;
pub use dyn_components::{ComponentSum, DynComponents};
pub use dyn_game::{CountUnit, DynGame, Expand, GameInfo};
pub use dyn_indexed::DynIndexed;
pub use dyn_tiered::{DynTiered, PositionSearch};
pub use expand_all::ExpandedPosition;
pub(crate) use expand_all::contract_error;
pub use expansions::{Expansions, NodeInfo};
pub use facets::{Symmetry, Theory, TheoryError};
pub use keys::{Keys, PositionBatch, PositionRef};
pub use moves::{ListedMove, MoveList, MoveTexts};
pub use order::Order;
pub use rules_error::{RulesError, RulesErrorKind, SourceLocation};
pub use text_game::TextGame;
pub use with_text::WithText;
pub use without_text::WithoutText;

use std::fmt;
use std::ops::Range;

/// A position as bytes; different positions of a game have different bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Box<[u8]>);

/// Why a text cannot be parsed as a position or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte range of the text that is wrong.
    pub at: Range<usize>,
    /// Description of the error, without a full stop.
    pub message: String,
    /// The next step for the user, without a full stop.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for ParseError {}

/// Splits text at white space; returns each word with its byte range in the text.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut rest = 0;
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        debug_assert!(start >= rest);
        rest = start + word.len();
        (start..rest, word)
    })
}
