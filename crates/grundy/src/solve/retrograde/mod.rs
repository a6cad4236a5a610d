//! Retrograde analysis: decides the positions of any graph from the terminal positions backwards.
//!
//! Positions are vertices. A position without moves has the outcome its rules give; a win has some option that is lost
//! for the opponent, a loss has only options that are won for the opponent, and all remaining positions are draws: the
//! least solution of the rule in [`crate::value`], computed backwards from the terminal positions. Positions are
//! decided tick by tick ([`scheme`]), all of one remoteness in one tick or two, so that remoteness costs nothing. Time
//! O(V + E); a byte for each position ([`cells`]) and lists of at most a quarter of a byte (for a graph; a 64th for
//! games by index) for this tick and for each that waits: one, or three if ends have both outcomes or the game gives
//! the player to move.
//!
//! After Zermelo 1913; as an algorithm linear in the edges, the attractor computation of reachability games. Unlike the
//! textbook algorithm, with its queue in order of discovery, this one finds a tick of at least V/[`PredecessorSource::DENSE`]
//! positions by a search of all cells in the order of the vertices, which reads the rows in their order too; only
//! smaller ticks are queued. The textbook algorithm is kept as the [`reference`].

mod cell_range;
mod cells;
mod checkpoint;
mod indexed;
mod kernel;
mod mailboxes;
mod parallel;
mod partition;
mod parts;
#[cfg(test)]
pub(super) mod plan;
mod reference;
mod scheme;
mod start;
#[cfg(test)]
mod tests;
mod verdicts;
mod worker;

pub(crate) use checkpoint::{IndexedState, RetrogradeState};
pub use indexed::{IndexedSolution, bytes_for_indices, retrograde_indexed};
pub(crate) use indexed::{check_count, retrograde_indexed_resumable};
pub(super) use kernel::{prefetch, prefetch_once};
pub use reference::retrograde_reference;
pub use verdicts::Verdicts;

use crate::checkpoint::Checkpointer;
use crate::graph::{Graph, Offsets, Reverse, Vertex};
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use cell_range::{CellRange, Found};
use cells::{Cell, Cells, POSITIONS_PER_WIDE};
use kernel::{BATCH, Batch, ComputedPredecessors, PredecessorSource, Rows};
use parallel::Pool;
use scheme::Scheme;
use start::Start;

/// Number of vertices between two checks of the limits.
const STEPS: usize = 1 << 18;

/// The most ticks that can be waiting at a time, including the current one.
const MAX_PENDING_TICKS: usize = 4;

/// Number of bytes that the analysis needs on `threads` threads beside the graph and its reverse, unless a byte for
/// each position is too narrow.
pub(super) fn bytes(graph: &Graph, threads: usize) -> u64 {
    bytes_for::<Rows<'_, u64>>(
        graph.vertices() as u64,
        graph.has_players() || !graph.own_terminals().is_empty(),
        threads,
    )
}

/// Number of bytes for `positions` positions; `mixed` if ends may have both outcomes, or the game gives the player to move.
fn bytes_for<S: PredecessorSource>(positions: u64, mixed: bool, threads: usize) -> u64 {
    let n = positions;
    // The lists of the waiting ticks, and, while threads build one, the list under construction.
    let lists = if mixed { MAX_PENDING_TICKS as u64 + 1 } else { 3 };
    let wide = size_of::<(Vertex, u32)>() as u64 * (n / POSITIONS_PER_WIDE as u64);
    let lists = (4 * lists).saturating_mul(n / S::DENSE as u64 + BATCH as u64);
    n.saturating_add(lists).saturating_add(wide).saturating_add(parallel::bytes(n, threads))
}

/// Computes outcome and remoteness of every vertex of a graph, given its reverse.
///
/// No Grundy values are computed. The result is the same, byte for byte, on any number of threads.
///
/// Time O(V + E). Memory beside the graph and its reverse: a byte for each vertex, or two or four if remoteness or
/// options do not fit, and lists of at most a byte for each vertex.
///
/// # Errors
/// If that is more memory than `limits` allow, or if the run was stopped.
pub fn verdicts(reverse: &Reverse<'_>, limits: &Limits<'_>) -> Result<Verdicts, RunError> {
    verdicts_resumable(reverse, limits, None, Checkpointer::none())
}

/// [`verdicts`], continued from the state of an earlier run if `from` holds one.
pub(super) fn verdicts_resumable(
    reverse: &Reverse<'_>,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Verdicts, RunError> {
    verdicts_shared_from(parts::MIN_SHARED, reverse, limits, from, checkpointer)
}

/// [`verdicts_resumable`], with ticks of `min_shared` positions or more shared between threads.
fn verdicts_shared_from(
    min_shared: usize,
    reverse: &Reverse<'_>,
    limits: &Limits<'_>,
    from: Option<RetrogradeState>,
    checkpointer: Checkpointer<'_>,
) -> Result<Verdicts, RunError> {
    let graph = reverse.graph();
    let held_bytes = graph.bytes() + reverse.bytes();
    let mut threads = limits.workers().min(parallel::MAX_THREADS);
    if held_bytes + bytes(graph, threads) > limits.max_memory() {
        threads = 1;
    }
    let needed = held_bytes + bytes(graph, threads);
    limits.check(graph.vertices() as u64, needed)?;
    let state = match from {
        Some(state) => state,
        None => Start::of(graph, held_bytes, threads, limits)?.into(),
    };
    let padded = reverse.padded();
    let predecessors = match reverse.offsets() {
        Offsets::Narrow(first) => Predecessors::Narrow(Rows { first, padded }),
        Offsets::Wide(first) => Predecessors::Wide(Rows { first, padded }),
    };
    let (scheme, cells) =
        RunError::catch(|| finish(predecessors, state, threads, min_shared, needed, limits, checkpointer))??;
    Ok(Verdicts::from_cells(graph.players(), scheme, cells))
}

/// Decides all open positions; `needed` bytes are in use.
fn finish(
    predecessors: Predecessors<'_>,
    state: RetrogradeState,
    threads: usize,
    min_shared: usize,
    needed: u64,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<(Scheme, Cells), RunError> {
    let RetrogradeState { mut cells, wide, scheme, pending, tick, done } = state;
    let mut run = Run {
        limits,
        checkpointer,
        threads,
        pool: Pool::new(threads),
        min_shared,
        scheme,
        wide,
        pending,
        tick,
        positions: cells.count() as u64,
        needed,
        done,
        batch: Batch::new(),
        spare: Vec::new(),
        unchecked: 0,
    };
    loop {
        let finished = match &mut cells {
            Cells::Bytes(cells) => run.run_with(cells, predecessors),
            Cells::Halves(cells) => run.run_with(cells, predecessors),
            Cells::Words(cells) => run.run_with(cells, predecessors),
        }?;
        if finished {
            return Ok((run.scheme, cells));
        }
        if let Cells::Words(_) = cells {
            return Err(LimitHit::TooLarge { limit: u32::LAST.into(), needed: 1 + u64::from(u32::LAST) }.into());
        }
        let wider = 2 * cells.width() * cells.count();
        limits.check(run.done, needed + wider as u64)?;
        cells = cells.wider(run.scheme == Scheme::Owned);
    }
}

/// The source of the predecessors of positions.
#[derive(Clone, Copy)]
enum Predecessors<'a> {
    Narrow(Rows<'a, u32>),
    Wide(Rows<'a, u64>),
    Computed(ComputedPredecessors<'a>),
}

/// A running analysis.
struct Run<'a> {
    limits: &'a Limits<'a>,
    checkpointer: Checkpointer<'a>,
    threads: usize,
    /// The buffers of the threads.
    pool: Pool,
    /// The least number of positions in a tick that is shared between threads; each thread then processes at least
    /// about half of that number.
    min_shared: usize,
    scheme: Scheme,
    /// The counts of wide positions.
    wide: Vec<(Vertex, u32)>,
    /// The positions to propagate at this tick and the next ones; the index is the tick modulo [`MAX_PENDING_TICKS`].
    pending: [Found; MAX_PENDING_TICKS],
    tick: u32,
    /// Number of all positions.
    positions: u64,
    /// Number of bytes in use.
    needed: u64,
    /// Number of positions that are decided and propagated.
    done: u64,
    batch: Batch,
    /// The memory of a list that is no longer needed, for reuse.
    spare: Vec<Vertex>,
    /// Number of vertices propagated since the last check of the limits.
    unchecked: usize,
}

impl Run<'_> {
    /// Continues until all positions are decided (`true`), or the cells are too small for the next tick (`false`).
    fn run_with<C: Cell>(&mut self, cells: &mut [C], predecessors: Predecessors<'_>) -> Result<bool, RunError> {
        match predecessors {
            Predecessors::Narrow(rows) => self.run_ticks(cells, rows),
            Predecessors::Wide(rows) => self.run_ticks(cells, rows),
            Predecessors::Computed(predecessors) => self.run_ticks(cells, predecessors),
        }
    }

    /// The progress of the analysis.
    fn progress(&self) -> Progress {
        let level = self.scheme.remoteness(self.tick);
        Progress { phase: Phase::Solve, level, done: self.done, of: Some(self.positions), bytes: self.needed }
    }

    fn run_ticks<C: Cell>(&mut self, cells: &mut [C], source: impl PredecessorSource) -> Result<bool, RunError> {
        while self.pending.iter().any(|found| found.count > 0) {
            let here = self.tick as usize % MAX_PENDING_TICKS;
            if self.pending[here].count > 0 {
                self.save_if_due(cells)?;
                self.limits.report(self.progress())?;
                let next = self.scheme.next(self.tick);
                if next > C::LAST {
                    return Ok(false);
                }
                let found = std::mem::take(&mut self.pending[here]);
                self.done += found.count as u64;
                self.pending[next as usize % MAX_PENDING_TICKS] = self.run_tick(cells, source, found)?;
            }
            self.tick += 1;
        }
        self.save_if_due(cells)?;
        Ok(true)
    }

    /// Propagates the positions `decided` of this tick to their predecessors, and returns the positions that this decides.
    fn run_tick<C: Cell, S: PredecessorSource>(
        &mut self,
        cells: &mut [C],
        source: S,
        decided: Found,
    ) -> Result<Found, RunError> {
        let n = cells.len();
        let most_listed = n / S::DENSE;
        let listing = decided.count <= most_listed;
        let progress = self.progress();
        let (update, code) = (self.scheme.cell_update(self.tick), C::decided(self.tick));
        let empty_list = |spare: &mut Vec<Vertex>| {
            let mut list = std::mem::take(spare);
            list.reserve_exact(most_listed + BATCH);
            list
        };
        if self.threads > 1 && decided.count >= self.min_shared {
            let threads = self.threads.min(2 * decided.count / self.min_shared);
            let list = decided.list.as_deref();
            let first_list = listing.then(|| empty_list(&mut self.spare));
            let work = worker::Tick { source, code, list, update, most_listed, progress };
            if let Some(found) =
                parallel::tick(cells, &mut self.wide, threads, &mut self.pool, first_list, work, self.limits)?
            {
                if let Some(mut list) = decided.list {
                    list.clear();
                    self.spare = list;
                }
                return Ok(found);
            }
        }
        let list = listing.then(|| empty_list(&mut self.spare));
        let mut cells_here =
            CellRange { cells, base: 0, wide: &mut self.wide, update, found: Found { count: 0, list }, most_listed };
        match decided.list {
            Some(mut list) => {
                for part in list.chunks(STEPS) {
                    self.unchecked += part.len();
                    if self.unchecked >= STEPS {
                        self.limits.report(progress)?;
                        self.unchecked = 0;
                    }
                    source.follow(part, &mut self.batch, &mut cells_here);
                }
                list.clear();
                self.spare = list;
            }
            None => {
                for start in (0..n).step_by(STEPS) {
                    self.limits.report(progress)?;
                    self.batch.search(source, start..n.min(start + STEPS), 0, code, &mut cells_here);
                }
            }
        }
        self.batch.flush(&mut cells_here);
        Ok(cells_here.found)
    }
}
