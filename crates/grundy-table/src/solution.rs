//! A table as a solution of its game.

use crate::Table;
use grundy::answer::StoreError;
use grundy::text::{DynGame, Key};
use grundy::{PositionValue, Solution};
use std::fmt;

/// A table as a [`Solution`] of its game. Several threads may read it at once.
///
/// A position that cannot be read is an error of [`Solution::get`], whose source is a [`TableError`](crate::TableError).
pub struct TableSolution<'a> {
    table: &'a Table,
    game: &'a dyn DynGame,
}

impl<'a> TableSolution<'a> {
    /// Creates the solution of `game` that is stored in `table`. The caller must ensure that `table` belongs to `game`;
    /// [`Table::check_game`] checks it.
    pub fn new(table: &'a Table, game: &'a dyn DynGame) -> Self {
        Self { table, game }
    }
}

impl fmt::Debug for TableSolution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableSolution").field("table", self.table).finish_non_exhaustive()
    }
}

impl Solution<Key> for TableSolution<'_> {
    fn get(&self, at: &Key) -> Result<Option<PositionValue>, StoreError> {
        self.table.get_key(self.game, at).map_err(StoreError::new)
    }

    fn stage(&self, at: &Key) -> Result<Option<u32>, StoreError> {
        if !self.table.header().has_stages {
            return Ok(None);
        }
        let value = self.table.get_staged(self.game, at).map_err(StoreError::new)?;
        Ok(value.and_then(|value| value.stage))
    }

    fn holds_options(&self) -> bool {
        self.table.header().opening.is_none()
    }
}
