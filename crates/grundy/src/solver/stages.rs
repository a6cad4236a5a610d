//! Solves a position of a game of unknown size: enumerates it and searches it by turns.
//!
//! A small game is enumerated at once. A larger one is searched for a while, then enumerated up to the default limit, and then searched
//! until the limits end. So a position that can be enumerated within the limits is always solved. A search that is decided soon saves
//! the enumeration, and one that is not costs a fraction of it.

use super::search::{CountedSearch, knows_best_move};
use super::solved_positions::SolvedPositions;
use super::source::Source;
use super::{DEFAULT_MAX_POSITIONS, DEFAULT_MAX_POSITIONS_IN_TIERS, SolveError, Solver};
use crate::answer::Searched;
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::{self, SearchError};
use crate::text::{DynTiered, Key};
use crate::value::Undefined;
use dashu_int::UBig;
use std::sync::Arc;

/// The most positions that are explored, and then visited by a search, stage by stage. The last stage has no bounds of its own. Exploring the
/// positions of the first stage takes about a second.
const EXPLORED: [(u64, u64); 3] = [(300_000, 100_000), (1_000_000, 300_000), (u64::MAX, u64::MAX)];

/// The most positions that are enumerated tier by tier, and then visited by a search, stage by stage.
const IN_TIERS: [(u64, u64); 2] = [(3_000_000, 3_000_000), (u64::MAX, u64::MAX)];

/// The most moves of a position that is searched.
const MAX_SEARCHED_MOVES: u64 = 10_000;

impl<'a> Solver<'a> {
    /// Explores and searches a position by turns. `canonical` is its canonical position.
    pub(super) fn explored_or_searched(&mut self, at: &Key, canonical: &Key) -> Result<Source<'a>, SolveError> {
        let limits = self.with_default_max_positions(DEFAULT_MAX_POSITIONS);
        self.in_stages(at, &EXPLORED, limits, |solver, limits| {
            solver.explored.solve(canonical, u64::MAX, limits)?;
            Ok(Source::Explored)
        })
    }

    /// Enumerates tier by tier and searches a position by turns.
    pub(super) fn tiered_or_searched(
        &mut self,
        tiered: &'a dyn DynTiered,
        undefined: Undefined,
        at: &Key,
    ) -> Result<Source<'a>, SolveError> {
        let (word, tier) = (tiered.word(at), tiered.tier(at));
        let limits = self.with_default_max_positions(DEFAULT_MAX_POSITIONS_IN_TIERS);
        self.in_stages(at, &IN_TIERS, limits, |solver, limits| {
            let solution = Arc::new(solve::solve_tiered(tiered, word, tier, limits)?);
            solver.tiered = Some(solution.clone());
            Ok(Source::Tiered { tiered, solution, undefined })
        })
    }

    fn in_stages(
        &mut self,
        at: &Key,
        stages: &[(u64, u64)],
        limits: Limits<'a>,
        mut enumerate: impl FnMut(&mut Self, &Limits<'a>) -> Result<Source<'a>, SolveError>,
    ) -> Result<Source<'a>, SolveError> {
        let game = self.game.as_dyn();
        let most = limits.max_positions();
        let mut can_search = None;
        for &(positions, visited) in stages {
            let kept = self.saved_search.as_ref().map_or(0, CountedSearch::bytes);
            let memory = limits.memory.map(|memory| memory.saturating_sub(kept));
            let error = match enumerate(self, &Limits { positions: Some(positions.min(most)), memory, ..limits }) {
                // The bound of this stage is not one that the user knows.
                Err(SolveError::Run(RunError::Limit(LimitHit::Positions { needed, .. }))) if needed > most => {
                    SolveError::Run(RunError::Limit(LimitHit::Positions { limit: most, needed }))
                }
                Err(error) => error,
                solved => return solved,
            };
            let is_last = match &error {
                SolveError::Run(RunError::Limit(LimitHit::Positions { needed, .. })) => {
                    positions >= most || *needed > most
                }
                SolveError::Run(RunError::Limit(LimitHit::Memory { .. } | LimitHit::TooLarge { .. })) => true,
                SolveError::Run(RunError::Interrupted { .. }) => return Err(self.with_what_is_proved(at, error)),
                // A row of moves that is too long to be stored, or a failure of the rules.
                _ => return Err(error),
            };
            // Heap games know how many positions can be reached, which are too many for a search wherever theory does not reach.
            let is_heap_game = || game.theory().is_some_and(|theory| theory.expansion_bound(at).positions > 0);
            let can_search_now = match can_search {
                Some(known) => known,
                None => game.count_moves(at)? <= UBig::from(MAX_SEARCHED_MOVES) && !is_heap_game(),
            };
            can_search = Some(can_search_now);
            if can_search_now {
                let allowed =
                    if is_last { self.limits.max_positions() } else { visited.min(self.limits.max_positions()) };
                if is_last {
                    let is_default = self.limits.positions.is_none()
                        && matches!(&error, SolveError::Run(RunError::Limit(LimitHit::Positions { .. })));
                    self.exceeded_default = is_default.then_some(most);
                    self.explored = SolvedPositions::new(self.game.as_dyn());
                }
                let searched = if is_last { self.search_to_end(at, allowed) } else { self.search(at, allowed) };
                let is_enough = self.until_best_move && knows_best_move(game, &self.proved, &self.searched_keys(at)?)?;
                match searched {
                    Ok(source) => return Ok(source),
                    Err(error @ SolveError::Undecided(_)) if is_enough => return Err(error),
                    Err(SolveError::Undecided(_)) if !is_last && !(self.limits.stop)() => {}
                    // The error of the enumeration is more precise about the size of the game.
                    Err(SolveError::Undecided(_)) if !self.has_proved_anything() && !(self.limits.stop)() => {}
                    Err(SolveError::Search(SearchError::Recurs { position })) => {
                        (can_search, self.recurring) = (Some(false), Some(position));
                    }
                    Err(error) => return Err(error),
                }
                if !is_last {
                    // The enumeration may need all of the memory.
                    self.search = None;
                }
            }
            if is_last {
                return Err(self.with_what_is_proved(at, error));
            }
        }
        Err(SolveError::Unsolved)
    }

    /// Whether a search has proved anything about the position or one of its options.
    fn has_proved_anything(&self) -> bool {
        self.proved.values().any(Searched::is_informative)
    }

    /// The error of an enumeration that a limit ended; with what an earlier search has proved, if that is anything.
    fn with_what_is_proved(&self, at: &Key, error: SolveError) -> SolveError {
        match error {
            SolveError::Run(why) if self.has_proved_anything() => self.undecided(at, Some(why)),
            error => error,
        }
    }
}
