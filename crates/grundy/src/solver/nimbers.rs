//! Values of positions by a search over their components, for games whose positions are sums of components.

use super::source::{Expansion, SearchedOptions, Source};
use super::{SolveError, Solver};
use crate::answer::PositionValue;
use crate::checkpoint::CheckpointError;
use crate::limits::RunError;
use crate::solve::NimberSearch;
use crate::text::{DynComponents, Key};
use crate::value::{Grundy, Nimber, Outcome};
use rustc_hash::FxHashMap;
use std::io::{self, Read, Write};

impl<'a> Solver<'a> {
    /// Searches a position and, if moves are listed, as many of its options as the list needs. What is proved stays in the search for later
    /// questions.
    pub(super) fn nimber_source(
        &mut self,
        components: &'a dyn DynComponents,
        at: &Key,
        canonical: &Key,
    ) -> Result<Source<'a>, SolveError> {
        self.nimber_search(components).renew_limits();
        let value = self.searched_value(at, None)?;
        let expansion = if self.with_moves {
            self.expand_if_small(canonical).map_err(|error| error.with_position(&value))?
        } else {
            Expansion::NotRequested
        };
        let mut searched = SearchedOptions { at: at.clone(), position: value, options: FxHashMap::default() };
        if self.with_moves && !matches!(expansion, Expansion::Done) {
            self.search_options(at, &mut searched)?;
        }
        Ok(Source::Nimbers { searched: Box::new(searched), expansion })
    }

    /// Searches options until as many winning moves are found as are listed, or none is left. In a lost position every move loses, so no more
    /// options are searched than are listed.
    fn search_options(&self, at: &Key, searched: &mut SearchedOptions) -> Result<(), SolveError> {
        let game = self.game.as_dyn();
        let mut missing = self.max_moves;
        if missing == 0 {
            return Ok(());
        }
        for m in game.moves(at, usize::MAX)?.moves {
            let value = self.searched_value(&m.option, Some(&searched.position))?;
            if searched.position.outcome == Outcome::Loss || value.outcome == Outcome::Loss {
                missing -= 1;
            }
            searched.options.insert(m.option, value);
            if missing == 0 {
                break;
            }
        }
        Ok(())
    }

    fn nimber_search(&mut self, components: &'a dyn DynComponents) -> &mut NimberSearch<'a> {
        let bytes = NimberSearch::table_bytes(&self.limits) / self.memory_shares;
        self.nimbers.get_or_insert_with(|| NimberSearch::with_table(components, bytes))
    }

    /// The value of a position, by search; `of` is the value of the position whose option it is.
    pub(super) fn searched_value(&self, at: &Key, of: Option<&PositionValue>) -> Result<PositionValue, SolveError> {
        let search = self.nimbers.as_ref().ok_or(SolveError::Unsolved)?;
        match search.value(at, &self.limits).map_err(SolveError::from) {
            Ok(value) => {
                let outcome = if value == Nimber::ZERO { Outcome::Loss } else { Outcome::Win };
                Ok(PositionValue { outcome, remoteness: None, grundy: Grundy::Finite(value) })
            }
            Err(SolveError::Run(stopped @ (RunError::Limit(_) | RunError::Interrupted { .. }))) => Err(match of {
                Some(position) => SolveError::Run(stopped).with_position(position),
                None => SolveError::NoGrundy { outcome: search.known_outcome(at)?, grundy: None, stopped },
            }),
            Err(error) => Err(error),
        }
    }

    /// Writes what searches have proved of components of the game, for [`Solver::load_components`] of a later solver. Returns `false`, and
    /// writes nothing, if the game has no search over components.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save_components(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let Some(components) = self.game.as_dyn().components() else { return Ok(false) };
        self.nimber_search(components).save(out)?;
        Ok(true)
    }

    /// Adds what [`Solver::save_components`] has written. Returns the number of components, or `None` if the game has no search over
    /// components.
    ///
    /// The caller must ensure that the state belongs to the game and is undamaged, as [`crate::checkpoint::read`] does.
    ///
    /// # Errors
    /// If the state cannot be read, or has a component that the game has not.
    pub fn load_components(&mut self, state: &mut dyn Read) -> Result<Option<u64>, CheckpointError> {
        let Some(components) = self.game.as_dyn().components() else { return Ok(None) };
        self.nimber_search(components).load(state).map(Some)
    }
}
