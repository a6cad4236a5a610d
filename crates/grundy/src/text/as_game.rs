//! A game in text as a [`Game`] again, so that any solver takes it.

use super::{DynGame, Key};
use crate::game::{Game, Player};
use crate::value::{Outcome, Undefined};

/// A game in text, as a [`Game`] again. A move is the option it leads to.
#[derive(Clone, Copy)]
pub struct DynAsGame<'a> {
    game: &'a dyn DynGame,
    by_class: bool,
}

impl<'a> DynAsGame<'a> {
    /// All positions as they are.
    pub fn every(game: &'a dyn DynGame) -> Self {
        Self { game, by_class: false }
    }

    /// The canonical positions alone.
    pub fn canonical(game: &'a dyn DynGame) -> Self {
        Self { game, by_class: true }
    }

    /// The game in text.
    pub fn game(&self) -> &'a dyn DynGame {
        self.game
    }
}

impl Game for DynAsGame<'_> {
    type Position = Key;
    type Move = Key;

    fn moves(&self, at: &Key, out: &mut Vec<Key>) {
        if self.by_class {
            self.game.options(at, out);
        } else {
            self.game.every_option(at, out);
        }
    }

    fn play(&self, _at: &Key, option: &Key) -> Key {
        option.clone()
    }

    fn options(&self, at: &Key, out: &mut Vec<Key>) {
        self.moves(at, out);
    }

    fn terminal(&self, at: &Key) -> Outcome {
        self.game.terminal(at)
    }

    fn player(&self, at: &Key) -> Option<Player> {
        self.game.player(at)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        self.game.without_grundy()
    }
}
