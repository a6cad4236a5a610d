//! One exploration: a queue of positions, worker threads that get rows from the game, and the rows, stored in the order
//! of the queue.
//!
//! A worker that holds the lock stores all rows that are next in the order, and takes the next positions to expand; it
//! calls the game without the lock. The numbers of positions are therefore the same as with one thread, and so is the
//! row at which a limit is exceeded or the rules fail.

use super::error::ExploreError;
use super::estimate::PositionEstimate;
use super::explorer::{Explorer, NodeByte, Reachable, UNKNOWN};
use super::interner::{self, NEW};
use crate::game::sort_and_dedup_tail;
use crate::graph::Vertex;
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use crate::text::{Expansions, PositionRef, RulesError, contract_error};
use rustc_hash::FxHashMap;

/// Number of positions and moves found between two checks of the limits.
const STEPS: u64 = 4096;
/// The most positions of a batch.
const BATCH: usize = 64;
/// The most positions by which workers may be ahead of the next row to be stored: while one batch takes long, the other
/// rows wait in memory.
const MAX_AHEAD: usize = 1 << 16;

/// Rows that wait to be stored, and the numbers that their options had when the rows arrived.
#[derive(Default)]
pub(super) struct ExpandedRows {
    pub(super) rows: Expansions,
    pub(super) numbers: Vec<u32>,
    next: usize,
    /// The error of the rules at the position after these rows.
    error: Option<RulesError>,
}

impl ExpandedRows {
    /// The failure of the rules at a position, without rows.
    pub(super) fn from_error(error: RulesError) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    fn is_used_up(&self) -> bool {
        self.next >= self.rows.len() && self.error.is_none()
    }
}

/// A function that is called with the explorer whenever it may be saved; its error ends the exploration.
pub(super) type AtBoundary<'r> = dyn FnMut(&Explorer<'_>) -> Result<(), ExploreError> + Send + 'r;

/// A running exploration.
pub(super) struct Exploration<'r, 'a> {
    pub(super) explorer: &'r mut Explorer<'a>,
    limits: &'r Limits<'r>,
    at_boundary: Option<&'r mut AtBoundary<'r>>,
    /// The positions to expand; `None`: all positions of the explorer, in the order in which it finds them.
    list: Option<Vec<Vertex>>,
    /// The places in the queue of the next position to expand, and of the next row to store.
    dispatched: usize,
    stored: usize,
    /// Number of positions that workers are expanding.
    in_progress: usize,
    /// Rows by the first of their positions.
    expanded: FxHashMap<Vertex, ExpandedRows>,
    current: ExpandedRows,
    /// Buffers that can be reused.
    spare: Vec<ExpandedRows>,
    /// The most moves that are allowed.
    moves: u64,
    counted: u64,
    checked: u64,
    estimate: PositionEstimate,
    /// The result of the exploration, once it has ended.
    end: Option<Result<(), ExploreError>>,
}

impl<'r, 'a> Exploration<'r, 'a> {
    pub(super) fn new(
        explorer: &'r mut Explorer<'a>,
        roots: &[Vertex],
        moves: u64,
        limits: &'r Limits<'r>,
        at_boundary: Option<&'r mut AtBoundary<'r>>,
    ) -> Self {
        let are_all =
            at_boundary.is_some() || explorer.calls == 0 && roots.iter().map(|root| root.index()).eq(0..explorer.roots);
        let mut this = Self {
            explorer,
            limits,
            at_boundary,
            list: (!are_all).then(Vec::new),
            dispatched: 0,
            stored: 0,
            in_progress: 0,
            expanded: FxHashMap::default(),
            current: ExpandedRows::default(),
            spare: Vec::new(),
            moves,
            counted: 0,
            checked: 0,
            estimate: PositionEstimate::default(),
            end: None,
        };
        if !are_all {
            this.explorer.calls += 1;
            roots.iter().for_each(|&root| this.record_found(root));
        }
        this
    }

    /// The positions found, after the exploration has ended.
    pub(super) fn finish(self) -> Result<Reachable, ExploreError> {
        let positions = self.stored as u64;
        self.end.unwrap_or(Err(RunError::Interrupted { positions }.into()))?;
        let count = self.list.as_ref().map_or(self.explorer.rows.len(), Vec::len);
        self.limits.check(count as u64, self.explorer.bytes())?;
        Ok(Reachable { list: self.list, count })
    }

    /// Whether the exploration has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Ends the exploration with an error, unless it has ended already.
    pub(super) fn fail(&mut self, error: ExploreError) {
        self.end.get_or_insert(Err(error));
    }

    /// Whether workers are expanding some positions.
    pub(super) fn has_work_in_progress(&self) -> bool {
        self.in_progress > 0
    }

    /// Number of positions that were found and not yet given to a worker.
    pub(super) fn queued_count(&self) -> usize {
        self.found_so_far() - self.dispatched
    }

    fn found_so_far(&self) -> usize {
        self.list.as_ref().map_or(self.explorer.rows.len(), Vec::len)
    }

    fn at(&self, i: usize) -> Vertex {
        self.list.as_ref().map_or(Vertex(i as u32), |list| list[i])
    }

    fn record_found(&mut self, v: Vertex) {
        let Some(list) = &mut self.list else { return };
        let explorer = &mut *self.explorer;
        if explorer.found_by.len() < explorer.rows.len() {
            explorer.found_by.resize(explorer.rows.len(), 0);
        }
        let found_by = &mut explorer.found_by[v.index()];
        if std::mem::replace(found_by, explorer.calls) != explorer.calls {
            interner::push(list, v);
        }
    }

    /// A buffer for rows.
    pub(super) fn buffer(&mut self) -> ExpandedRows {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes over the rows of `count` positions, the first of which is `first`.
    pub(super) fn accept_rows(&mut self, first: Vertex, count: usize, mut expanded: ExpandedRows) {
        self.explorer.interner.find_all(expanded.rows.options(), &mut expanded.numbers);
        self.in_progress -= count;
        self.expanded.insert(first, expanded);
    }

    /// Stores all rows that are next in the order.
    pub(super) fn store(&mut self) {
        while self.end.is_none() {
            if let Err(end) = self.store_next() {
                self.end = Some(end);
            } else if !self.is_next_known() {
                return;
            }
        }
    }

    /// Whether the row of the next position is there, or nothing is left.
    fn is_next_known(&mut self) -> bool {
        if self.stored == self.found_so_far() {
            return true;
        }
        let v = self.at(self.stored);
        if self.explorer.rows[v.index()].1 != UNKNOWN || !self.current.is_used_up() {
            return true;
        }
        let Some(next) = self.expanded.remove(&v) else { return false };
        let mut done = std::mem::replace(&mut self.current, next);
        done.rows.clear();
        done.next = 0;
        self.spare.push(done);
        true
    }

    /// Stores the row of the next position, if it is known. `Err` ends the exploration with that result.
    fn store_next(&mut self) -> Result<(), Result<(), ExploreError>> {
        if !self.is_next_known() {
            return Ok(());
        }
        if self.counted + self.stored as u64 >= self.checked {
            self.check_and_save().map_err(Err)?;
        }
        if self.stored == self.found_so_far() {
            if let Some(at_boundary) = &mut self.at_boundary {
                at_boundary(self.explorer).map_err(Err)?;
            }
            return Err(Ok(()));
        }
        let v = self.at(self.stored);
        let (start, length) = match self.explorer.rows[v.index()] {
            (_, UNKNOWN) => self.store_row(v).map_err(Err)?,
            row => row,
        };
        self.counted += u64::from(length);
        if self.counted > self.moves {
            return Err(Err(LimitHit::Moves { limit: self.moves }.into()));
        }
        self.stored += 1;
        if self.list.is_some() {
            for i in start as usize..start as usize + length as usize {
                self.record_found(self.explorer.options[i]);
            }
        }
        Ok(())
    }

    /// Checks the limits, and saves the exploration if that is due.
    fn check_and_save(&mut self) -> Result<(), ExploreError> {
        if let Some(at_boundary) = &mut self.at_boundary {
            at_boundary(self.explorer)?;
        }
        let found = self.found_so_far();
        let (done, of) = (found as u64, self.estimate.update(self.stored, found));
        let bytes = self.explorer.bytes();
        self.limits.report(Progress { phase: Phase::Explore, level: 0, done, of, bytes })?;
        self.checked = self.counted + self.stored as u64 + STEPS;
        let Explorer { interner, source, .. } = &mut *self.explorer;
        interner.choose_codec(source.as_ref());
        Ok(())
    }

    /// Stores the row of a position.
    fn store_row(&mut self, v: Vertex) -> Result<(u32, u32), ExploreError> {
        if self.current.next >= self.current.rows.len()
            && let Some(error) = self.current.error.take()
        {
            return Err(error.into());
        }
        let (range, node) = self.current.rows.node(self.current.next);
        self.current.next += 1;
        let explorer = &mut *self.explorer;
        if *explorer.names_players.get_or_insert(node.player.is_some()) != node.player.is_some() {
            return Err(contract_error("the player to move at some positions only").into());
        }
        let start = explorer.options.len();
        let most = u32::MAX as usize;
        let needed = (start + range.len()).max(explorer.interner.len() + range.len());
        if needed >= most {
            return Err(LimitHit::TooLarge { limit: most as u64 - 1, needed: needed as u64 }.into());
        }
        let options = self.current.rows.options();
        let key_bytes = |i| match options.get(i) {
            PositionRef::Key(key) => key.len(),
            PositionRef::Packed(_) => 0,
        };
        // Which options are known already depends on the threads, and the place of a limit must not: all count as new.
        let growth = explorer.growth(range.len(), range.clone().map(key_bytes).sum());
        // Before the memory is allocated. The other limits are checked after so many steps.
        if growth > 0 {
            let needed = explorer.bytes() + growth;
            if let Some(limit) = self.limits.memory.filter(|&limit| needed > limit) {
                return Err(LimitHit::Memory { limit, needed }.into());
            }
        }
        for i in range {
            let n = match (self.current.numbers.get(i), options.get(i)) {
                (Some(&n), _) if n != NEW => n,
                (_, PositionRef::Packed(integer)) => explorer.interner.number_packed(integer),
                (_, PositionRef::Key(key)) => explorer.interner.number(key),
            };
            let option = explorer.add(n);
            interner::push(&mut explorer.options, option);
        }
        // Different moves to the same position count as one edge, as in a graph file.
        sort_and_dedup_tail(&mut explorer.options, start);
        let row = (start as u32, (explorer.options.len() - start) as u32);
        explorer.rows[v.index()] = row;
        explorer.nodes[v.index()] = NodeByte::new(node);
        explorer.known += 1;
        Ok(row)
    }

    /// Takes the next batch of positions to expand.
    pub(super) fn take_batch(&mut self, workers: usize, out: &mut Vec<Vertex>) {
        if self.dispatched.saturating_sub(self.stored) > MAX_AHEAD {
            return;
        }
        let found = self.found_so_far();
        let most = (found - self.dispatched).div_ceil(2 * workers).clamp(1, BATCH);
        while out.len() < most && self.dispatched < found {
            let v = self.at(self.dispatched);
            self.dispatched += 1;
            if self.explorer.rows[v.index()].1 == UNKNOWN {
                out.push(v);
            }
        }
        self.in_progress += out.len();
    }
}
