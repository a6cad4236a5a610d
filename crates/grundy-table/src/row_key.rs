//! Sort keys of rows, in a form that compares quickly.

use crate::Table;
use grundy::game::Player;
use grundy::text::{DynGame, Key, Order};

/// The sort key of a row, equivalent to [`Order::sort_key`] but quicker to compare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowKey {
    /// An index. If the two positions of an index are two rows: twice the index, plus one for the second player.
    Number(u64),
    /// A tier and a word.
    Word(u32, u64),
    /// The bytes of the key.
    Key(Key),
}

/// Computes the row keys of positions of a table's game.
#[derive(Clone, Copy)]
pub(crate) struct RowKeyFinder<'a> {
    game: &'a dyn DynGame,
    order: Order,
    /// Whether the two positions of an index are two rows.
    splits_shared: bool,
    /// Whether the Grundy values have stages.
    has_stages: bool,
}

impl<'a> RowKeyFinder<'a> {
    pub(crate) fn new(table: &Table, game: &'a dyn DynGame) -> Self {
        let splits_shared =
            table.header().has_texts && game.indexed().is_some_and(|indexed| indexed.is_colour_symmetric());
        Self { game, order: table.header().order, splits_shared, has_stages: table.header().has_stages }
    }

    pub(crate) fn order(&self) -> Order {
        self.order
    }

    /// The key of the row of a position; `None` if the position can have no row.
    pub(crate) fn row_key(&self, at: Key) -> Option<RowKey> {
        Some(match self.order {
            Order::Index => {
                let indexed = self.game.indexed()?;
                let index = indexed.index_of(&at)?.0;
                let second = self.splits_shared && indexed.player(&at) == Some(Player::Right);
                RowKey::Number(if self.splits_shared { 2 * index + u64::from(second) } else { index })
            }
            Order::Word => {
                let tiered = self.game.tiered()?;
                RowKey::Word(tiered.tier(&at), tiered.word(&at))
            }
            Order::Key => RowKey::Key(at),
        })
    }

    /// The number of possible keys in [`Order::Index`].
    pub(crate) fn numbers(&self) -> u64 {
        self.game.indexed().map_or(0, |indexed| indexed.count()) << u32::from(self.splits_shared)
    }

    /// Whether rows may have Grundy values that are checked with the outcomes.
    pub(crate) fn has_values(&self) -> bool {
        self.order == Order::Key && !self.has_stages && self.game.info().without_grundy.is_none()
    }
}
