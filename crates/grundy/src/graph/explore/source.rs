//! The interface between an explorer and a game.

use crate::game::Play;
use crate::text::{DynGame, Expand, KeyCodec, Keys};
use crate::value::Undefined;

/// A game that can be explored: a [`DynGame`], or a typed game whose positions are integers.
pub(super) trait Source<'a>: Send + Sync {
    /// Calls `work` with an expander, as [`DynGame::with_expander`] does.
    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_>) -> bool);

    /// The codec for the positions, as [`DynGame::codec`] gives it.
    fn codec(&self, sample: &Keys) -> Option<&'a KeyCodec>;

    /// Normal or misère play, as [`crate::Game::play_kind`] gives it.
    fn play(&self) -> Play;

    /// The reason why there are no Grundy values, as [`crate::Game::without_grundy`] gives it.
    fn without_grundy(&self) -> Option<Undefined>;

    /// Bytes that the source itself uses for each position.
    fn bytes_per_position(&self) -> u64 {
        0
    }
}

/// A game in text, explored position by position or by canonical positions only.
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

    fn play(&self) -> Play {
        self.game.play()
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.info().without_grundy
    }
}
