//! A spoken game by the numbers of its positions.

use super::{Key, Spoken, key};
use crate::game::{Index, Indexed, Numbers};

/// A game in text whose positions have numbers.
pub trait Numbered: Numbers {
    /// The number of a position; `None` for a drawn one that has none.
    fn number(&self, at: &Key) -> Option<Index>;

    /// The position of a number, as [`Indexed::unrank`].
    fn position(&self, index: Index) -> Option<Key>;
}

impl<G: Spoken + Indexed> Numbered for G {
    fn number(&self, at: &Key) -> Option<Index> {
        self.rank(&self.read(&at.0))
    }

    fn position(&self, index: Index) -> Option<Key> {
        self.unrank(index).map(|at| key(self, &at))
    }
}
