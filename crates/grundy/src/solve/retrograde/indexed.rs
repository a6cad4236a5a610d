//! Retrograde analysis of a game whose positions have indices: it stores no graph and gets predecessors from the game.
//!
//! It takes a byte for each index, the lists of the ticks, and a bit for each index if some indices have no position.
//! It computes the options of every position once, to count them, and the predecessors of a position once if the
//! position is decided; if most are draws, few are.

#[cfg(test)]
mod tests;

use super::cells::{Cell, Cells, POSITIONS_PER_WIDE, max_count};
use super::checkpoint::{IndexedState, RetrogradeState};
use super::kernel::ComputedPredecessors;
use super::parts::each_part;
use super::scheme::Scheme;
use super::start::Start;
use super::{Predecessors, Verdicts, bytes_for, finish};
use super::{parallel, parts};
use crate::checkpoint::{Checkpointer, write_list, write_u64};
use crate::game::{Index, InitialState};
use crate::graph::Vertex;
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use crate::text::DynIndexed;
use crate::value::{Outcome, Verdict};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most indices: the lists of the analysis store each in 32 bits, and two 32-bit values are reserved.
const MAX_INDICES: u64 = u32::MAX as u64 - 1;

/// Number of indices for which the game is called at a time; a multiple of the number of bits in a word.
const BLOCK: usize = 1 << 10;

/// Number of indices between two checks of the limits.
const STEPS: u64 = 1 << 18;

/// Outcome and remoteness of every index of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedSolution {
    verdicts: Verdicts,
    /// A bit for each index, set if no position has it; empty if every index has a position.
    unused: Vec<u64>,
    moves: u64,
}

impl IndexedSolution {
    /// Returns the verdict of an index; `None` if no position has it.
    pub fn get(&self, Index(index): Index) -> Option<Verdict> {
        let v = Vertex(u32::try_from(index).ok()?);
        let word = self.unused.get(v.index() / 64).copied().unwrap_or_default();
        if word >> (v.0 % 64) & 1 == 1 { None } else { self.verdicts.get(v) }
    }

    /// Returns the number of indices: every index is less than this.
    pub fn count(&self) -> u64 {
        self.verdicts.count() as u64
    }

    /// Returns the number of different options, summed over all positions.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.verdicts.bytes() + 8 * self.unused.len() as u64
    }
}

/// Returns the memory needed to solve `count` indices on `threads` threads, in bytes.
///
/// It is more if a remoteness or a number of options does not fit in one byte.
pub fn bytes_for_indices(count: u64, threads: usize) -> u64 {
    bytes_for::<ComputedPredecessors<'_>>(count, true, parallel_threads(threads)).saturating_add(count.div_ceil(8))
}

/// Checks that a game does not have too many indices to be solved.
pub(crate) fn check_count(count: u64) -> Result<(), LimitHit> {
    if count > MAX_INDICES { Err(LimitHit::TooLarge { limit: MAX_INDICES, needed: count }) } else { Ok(()) }
}

fn parallel_threads(threads: usize) -> usize {
    threads.min(parallel::MAX_THREADS)
}

/// Solves a game by retrograde analysis: outcome and remoteness of every index. The result does not depend on the
/// number of threads.
///
/// This takes the memory that [`bytes_for_indices`] returns. It stores no graph: it computes the options of every
/// position once, and its predecessors once. Its lists store an index in 4 bytes, so that a game must have at most 2³²
/// − 2 indices.
///
/// ```
/// use grundy::{catalog::ThreeMensMorris, game::Indexed, limits::Limits, solve, Outcome};
/// let game = ThreeMensMorris;
/// let solved = solve::retrograde_indexed(&game, &Limits::NONE)?;
/// let start = game.rank(&ThreeMensMorris::EMPTY).unwrap();
/// assert_eq!(solved.get(start).map(|verdict| verdict.outcome()), Some(Outcome::Win));
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
///
/// # Errors
/// If the game has more than 2³² − 2 indices or `limits` allow too little memory, both of which are checked before the
/// start; or if the run was stopped.
pub fn retrograde_indexed(game: &dyn DynIndexed, limits: &Limits<'_>) -> Result<IndexedSolution, RunError> {
    retrograde_indexed_resumable(game, limits, None, Checkpointer::none())
}

/// [`retrograde_indexed`], continued from the state of an earlier run if `from` holds one.
///
/// # Errors
/// The errors of [`retrograde_indexed`]; and if the state cannot be saved.
pub(crate) fn retrograde_indexed_resumable(
    game: &dyn DynIndexed,
    limits: &Limits<'_>,
    from: Option<IndexedState>,
    checkpointer: Checkpointer<'_>,
) -> Result<IndexedSolution, RunError> {
    indexed_shared_from(parts::MIN_SHARED, game, limits, from, checkpointer)
}

/// [`retrograde_indexed_resumable`], with ticks of `min_shared` positions or more shared between threads.
fn indexed_shared_from(
    min_shared: usize,
    game: &dyn DynIndexed,
    limits: &Limits<'_>,
    from: Option<IndexedState>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<IndexedSolution, RunError> {
    let count = game.count();
    check_count(count)?;
    let mut threads = parallel_threads(limits.workers());
    if bytes_for_indices(count, threads) > limits.max_memory() {
        threads = 1;
    }
    let needed = bytes_for_indices(count, threads);
    limits.check(count, needed)?;
    let IndexedState { unused, moves, analysis } = match from {
        Some(state) => state,
        None => count_all_indices(game, threads, needed, limits)?,
    };
    let (scheme, cells) = {
        let checkpointer = checkpointer.with_prefix(|out| {
            write_u64(out, moves)?;
            write_list(out, &unused)
        });
        let predecessors = Predecessors::Computed(ComputedPredecessors(game));
        RunError::catch(|| finish(predecessors, analysis, threads, min_shared, needed, limits, checkpointer))??
    };
    Ok(IndexedSolution { verdicts: Verdicts::from_cells(None, scheme, cells), unused, moves })
}

/// The cells before the first tick, as narrow as they can be.
fn count_all_indices(
    game: &dyn DynIndexed,
    threads: usize,
    needed: u64,
    limits: &Limits<'_>,
) -> Result<IndexedState, RunError> {
    let count = game.count();
    let counted = match count_indices::<u8>(game, threads, needed, Cells::Bytes, limits)? {
        Some(counted) => counted,
        None => {
            limits.check(count, needed + count)?;
            match count_indices::<u16>(game, threads, needed + count, Cells::Halves, limits)? {
                Some(counted) => counted,
                None => {
                    limits.check(count, needed + 3 * count)?;
                    count_indices::<u32>(game, threads, needed + 3 * count, Cells::Words, limits)?
                        .expect("no count is too great for 32 bits")
                }
            }
        }
    };
    let CountedIndices { start, unused, moves } = counted;
    Ok(IndexedState { unused, moves, analysis: RetrogradeState::from(start) })
}

/// The cells before the first tick, and the other data that the rules give.
struct CountedIndices {
    start: Start,
    unused: Vec<u64>,
    moves: u64,
}

/// The data that one thread collects for its part of the indices.
#[derive(Default)]
struct Part {
    /// Number of positions without moves, by outcome.
    ends: [usize; 3],
    /// The number of indices in the part.
    count: usize,
    /// A bit for each index, set if no position has it; up to the last such index.
    unused: Vec<u64>,
    wide: Vec<(Vertex, u32)>,
    moves: u64,
}

/// Gets the initial states of all indices from the rules; `None` if too many counts do not fit their cells.
fn count_indices<C: Cell>(
    game: &dyn DynIndexed,
    threads: usize,
    bytes: u64,
    all: fn(Vec<C>) -> Cells,
    limits: &Limits<'_>,
) -> Result<Option<CountedIndices>, RunError> {
    let n = game.count() as usize;
    let done = AtomicU64::new(0);
    let most_wide = n / POSITIONS_PER_WIDE;
    let mut cells = vec![C::of(0); n];
    let parts = each_part(&mut cells, threads, |base, cells| {
        let mut part = Part { count: cells.len(), ..Part::default() };
        let mut states = vec![InitialState::Unused; BLOCK];
        let mut unchecked = 0;
        for (i, cells) in cells.chunks_mut(BLOCK).enumerate() {
            let first = base + i * BLOCK;
            let states = &mut states[..cells.len()];
            game.initial_states(Index(first as u64), states);
            part.fill(first, i * BLOCK, cells, states, most_wide);
            unchecked += cells.len() as u64;
            if unchecked >= STEPS {
                let done = done.fetch_add(unchecked, Ordering::Relaxed) + unchecked;
                unchecked = 0;
                limits.report(Progress { phase: Phase::Count, level: 0, done, of: Some(n as u64), bytes })?;
            }
            if part.wide.len() > most_wide {
                break;
            }
        }
        Ok(part)
    })?;
    let parts = parts.into_iter().collect::<Result<Vec<Part>, RunError>>()?;
    let wide: Vec<_> = parts.iter().flat_map(|part| part.wide.iter().copied()).collect();
    if wide.len() > most_wide {
        return Ok(None);
    }
    let ends = |outcome: Outcome| parts.iter().map(|part| part.ends[outcome as usize]).sum::<usize>();
    let (won, lost) = (ends(Outcome::Win), ends(Outcome::Loss));
    let scheme = Scheme::of(false, won > 0, lost > 0);
    let ends = match scheme {
        Scheme::Parity { .. } => [won + lost, 0],
        Scheme::Valued | Scheme::Owned => [lost, won],
    };
    if scheme == (Scheme::Parity { ends_won: true }) {
        // A won end was decided at tick 1, as in games that have lost ends too.
        let (first, second) = (C::decided(0), C::decided(1));
        cells.iter_mut().filter(|cell| **cell == second).for_each(|cell| *cell = first);
    }
    let moves = parts.iter().map(|part| part.moves).sum();
    let mut unused = Vec::new();
    if parts.iter().any(|part| !part.unused.is_empty()) {
        unused.reserve_exact(n.div_ceil(64));
        for part in parts {
            let end = unused.len() + part.count.div_ceil(64);
            unused.extend(part.unused);
            unused.resize(end, 0);
        }
    }
    Ok(Some(CountedIndices { start: Start { cells: all(cells), wide, scheme, ends }, unused, moves }))
}

impl Part {
    /// Fills the cells from index `first` on; `before` cells of the part precede them.
    fn fill<C: Cell>(
        &mut self,
        first: usize,
        before: usize,
        cells: &mut [C],
        states: &[InitialState],
        most_wide: usize,
    ) {
        let most = max_count::<C>(false).bits();
        for (i, (cells, states)) in cells.chunks_mut(64).zip(states.chunks(64)).enumerate() {
            let mut unused = 0;
            for (bit, (cell, state)) in cells.iter_mut().zip(states).enumerate() {
                *cell = match *state {
                    InitialState::Open(count) => {
                        self.moves += u64::from(count);
                        if count >= most && self.wide.len() <= most_wide {
                            self.wide.push((Vertex((first + 64 * i + bit) as u32), count));
                        }
                        C::of(count.min(most))
                    }
                    InitialState::Terminal(outcome) => {
                        self.ends[outcome as usize] += 1;
                        match outcome {
                            Outcome::Loss => C::decided(0),
                            Outcome::Win => C::decided(1),
                            Outcome::Draw => C::of(0),
                        }
                    }
                    InitialState::Unused => {
                        unused |= 1 << bit;
                        C::of(0)
                    }
                };
            }
            if unused != 0 {
                self.unused.resize(before / 64 + i, 0);
                self.unused.push(unused);
            }
        }
    }
}
