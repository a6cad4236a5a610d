//! What an explorer needs of a game.

use crate::text::{DynGame, Expand, KeyCodec, Keys};
use crate::value::Undefined;

/// A game as the explorer sees it: a [`DynGame`], or a game with types whose positions are integers.
pub(super) trait Source<'a>: Send + Sync {
    /// As [`DynGame::with_expander`].
    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_>) -> bool);

    /// As [`DynGame::codec`].
    fn codec(&self, sample: &Keys) -> Option<&'a KeyCodec>;

    /// As [`crate::Game::without_grundy`].
    fn without_grundy(&self) -> Option<Undefined>;

    /// Bytes that the source itself uses for each position.
    fn bytes_per_position(&self) -> u64 {
        0
    }
}

/// A game in text: its positions as they are, or canonical ones alone.
pub(super) struct GameSource<'a> {
    pub(super) game: &'a dyn DynGame,
    pub(super) by_class: bool,
}

impl<'a> Source<'a> for GameSource<'a> {
    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        self.game.with_expander(self.by_class, work);
    }

    fn codec(&self, sample: &Keys) -> Option<&'a KeyCodec> {
        self.game.codec(sample)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.info().without_grundy
    }
}
