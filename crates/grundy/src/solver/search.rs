//! Values of positions by the search of a game that is too large to be solved whole.

use super::{SolveError, Solver};
use crate::answer::{PositionValue, Searched};
use crate::text::{DynTiered, Key};
use crate::value::{Grundy, Undefined};
use rustc_hash::FxHashMap;

impl<'a> Solver<'a> {
    /// Searches a position and, if moves are listed, its options; `None` if the game has no search of its own.
    pub(super) fn search(
        &mut self,
        tiered: &'a dyn DynTiered,
        undefined: Undefined,
        at: &Key,
    ) -> Result<Option<FxHashMap<Key, PositionValue>>, SolveError> {
        let (limits, with_options) = (self.limits, self.with_moves && self.max_moves > 0);
        if self.search.is_none() {
            self.search = tiered.search();
        }
        let Some(search) = &mut self.search else { return Ok(None) };
        let mut values = FxHashMap::default();
        let searched = search(at, &limits)?;
        let Some(verdict) = searched.verdict() else { return Err(SolveError::Undecided(Box::new(searched))) };
        let mut insert = |at: &Key, verdict| {
            values.insert(at.clone(), PositionValue::solved(verdict, Grundy::Undefined(undefined)));
        };
        insert(at, verdict);
        if with_options {
            for m in self.game.as_dyn().moves(at, usize::MAX)?.moves {
                let option = search(&m.option, &limits)?;
                match option.verdict() {
                    Some(verdict) => insert(&m.option, verdict),
                    // The position itself is proved, which the error says.
                    None => {
                        let stopped = option.stopped;
                        return Err(SolveError::Undecided(Box::new(Searched { stopped, ..searched })));
                    }
                }
            }
        }
        Ok(Some(values))
    }
}
