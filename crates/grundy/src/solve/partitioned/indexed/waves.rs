//! Retrograde analysis in partitions, and the rows of its result.

use super::ranges::{BLOCK, Ranges};
use super::reach::{ReachBits, Reached, reach};
use crate::game::{Index, InitialState};
use crate::limits::{Limits, Phase, Progress};
use crate::solve::partitioned::cells::{Cells, Update};
use crate::solve::partitioned::exchange::{Exchange, ExchangeError, Outbox, invalid};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::versions::Versions;
use crate::text::DynIndexed;
use crate::value::{Outcome, Verdict};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The first number of a state: the search for reachable positions, or the analysis.
const REACHING: u64 = 0;
const SOLVING: u64 = 1;

/// A game with indices that was solved in partitions. Every index is solved.
#[derive(Debug)]
pub struct IndexedRows {
    pub(super) storage: Arc<Storage>,
    pub(super) ranges: Ranges,
    partitions: u32,
    is_symmetric: bool,
    cells: Vec<u64>,
    reached: Option<Reached>,
    moves: u64,
    max_remoteness: u32,
}

/// The numbers of the analysis at a boundary.
struct State {
    versions: Versions,
    /// Number of positions that are decided.
    decided: u64,
    moves: u64,
    /// The remoteness of the positions that the next round decides.
    remoteness: u32,
}

/// Finds the positions that are reachable from `root`, if there is one, and solves every index.
pub(in crate::solve::partitioned) fn solve(
    game: &dyn DynIndexed,
    root: Option<Index>,
    run: &mut Run<'_, '_>,
    from: Option<Vec<u64>>,
) -> Result<IndexedRows, ExchangeError> {
    let partitions = run.exchange.partitions();
    let ranges = Ranges::new(game.count(), partitions);
    let (reached, state) = match (&from, root) {
        (Some(numbers), Some(_)) if numbers.first() == Some(&SOLVING) => {
            let (reached, state) = numbers[1..].split_at_checked(1 + partitions as usize).ok_or_else(invalid)?;
            (Some(Reached { moves: reached[0], versions: reached[1..].to_vec() }), Some(state))
        }
        (Some(numbers), None) if numbers.first() == Some(&SOLVING) => (None, Some(&numbers[1..])),
        (Some(numbers), Some(root)) if numbers.first() == Some(&REACHING) => {
            (Some(reach(game, root, run, Some(&numbers[1..]), &[REACHING])?), None)
        }
        (None, Some(root)) => (Some(reach(game, root, run, None, &[REACHING])?), None),
        (None, None) => (None, None),
        _ => return Err(ExchangeError::Invalid),
    };
    let mut head = vec![SOLVING];
    if let Some(reached) = &reached {
        head.push(reached.moves);
        head.extend(&reached.versions);
    }
    let mut state = match state {
        Some([decided, moves, remoteness, versions @ ..]) if versions.len() == partitions as usize => {
            let remoteness = u32::try_from(*remoteness).map_err(|_| ExchangeError::Invalid)?;
            State { versions: Versions::read(versions), decided: *decided, moves: *moves, remoteness }
        }
        Some(_) => return Err(ExchangeError::Invalid),
        None => begin(game, ranges, run)?,
    };
    let max_remoteness = loop {
        let all = state.versions.gather(run)?;
        let numbers = [state.decided, state.moves, state.remoteness.into()];
        run.save_if_due(&[&head[..], &numbers, &all].concat())?;
        let decided = wave(game, ranges, &state, run)?;
        for partition in run.exchange.local() {
            let old = all[partition as usize];
            if old != state.versions.get(partition) {
                run.retire(cells_name(old, partition), old)?;
            }
        }
        if decided == 0 {
            break state.remoteness;
        }
        state.decided += decided;
        state.remoteness += 1;
    };
    let cells = state.versions.gather(run)?;
    let (storage, is_symmetric) = (run.exchange.storage().clone(), game.is_colour_symmetric());
    Ok(IndexedRows { storage, ranges, partitions, is_symmetric, cells, reached, moves: state.moves, max_remoteness })
}

fn cells_name(version: u64, partition: u32) -> String {
    format!("cells-{version}-{partition}")
}

/// Writes the initial cells, and sends the messages of the positions that are over.
fn begin(game: &dyn DynIndexed, ranges: Ranges, run: &mut Run<'_, '_>) -> Result<State, ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    // Version 0 means that no stream was written.
    if run.exchange.next_round() == 0 {
        run.round(&|_, _, _| Ok(()))?;
    }
    let version = run.exchange.next_round();
    let versions = Versions::new(run.exchange.partitions());
    let (done, decided, moves) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    run.round(&|partition, _, outbox| {
        let range = ranges.of(partition);
        let mut cells = Cells::new(ranges.len(partition));
        let mut states = vec![InitialState::Unused; BLOCK];
        let (mut won, mut lost, mut options) = (Vec::new(), Vec::new(), 0);
        for first in range.clone().step_by(BLOCK) {
            let states = &mut states[..BLOCK.min((range.end - first) as usize)];
            states.fill(InitialState::Unused);
            game.initial_states(Index(first), states);
            for (index, state) in (first..).zip(&*states) {
                let at = (index - range.start) as usize;
                match *state {
                    InitialState::Unused => (),
                    InitialState::Open(count) => {
                        cells.open(at, count)?;
                        options += u64::from(count);
                    }
                    InitialState::Terminal(outcome) => {
                        cells.end(at, outcome);
                        match outcome {
                            Outcome::Win => won.push(Index(index)),
                            Outcome::Loss => lost.push(Index(index)),
                            Outcome::Draw => (),
                        }
                    }
                }
            }
            limits.check(0, limits.workers() as u64 * cells.bytes() + storage.held_bytes())?;
        }
        cells.write(&storage, &cells_name(version, partition))?;
        drop(cells);
        versions.set(partition, version);
        moves.fetch_add(options, Ordering::Relaxed);
        decided.fetch_add((won.len() + lost.len()) as u64, Ordering::Relaxed);
        let done = done.fetch_add(range.end - range.start, Ordering::Relaxed) + range.end - range.start;
        let of = Some(game.count());
        limits.report(Progress { phase: Phase::Count, level: 0, done, of, bytes: storage.held_bytes() })?;
        send(game, ranges, &won, false, limits, outbox)?;
        send(game, ranges, &lost, true, limits, outbox)
    })?;
    let mut counts = [decided.into_inner(), moves.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(State { versions, decided: counts[0], moves: counts[1], remoteness: 1 })
}

/// Sends messages to the positions before these, for which they are won or lost.
fn send(
    game: &dyn DynIndexed,
    ranges: Ranges,
    of: &[Index],
    is_won: bool,
    limits: &Limits<'_>,
    outbox: &mut Outbox<'_>,
) -> Result<(), ExchangeError> {
    let mut before = Vec::new();
    for batch in of.chunks(BLOCK) {
        limits.check(0, 0)?;
        before.clear();
        game.predecessors(batch, &mut before);
        ranges.send(outbox, &before, is_won)?;
    }
    Ok(())
}

/// Decides the positions of one remoteness, and returns their number.
fn wave(game: &dyn DynIndexed, ranges: Ranges, state: &State, run: &mut Run<'_, '_>) -> Result<u64, ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let version = run.exchange.next_round();
    let decided = AtomicU64::new(0);
    run.round(&|partition, inbox, outbox| {
        if inbox.is_empty() {
            return Ok(());
        }
        let (count, first) = (ranges.len(partition), ranges.of(partition).start);
        let name = cells_name(state.versions.get(partition), partition);
        let mut cells = Cells::read_with_room_for(&storage, &name, count, state.remoteness)?;
        let (mut won, mut lost, mut block) = (Vec::new(), Vec::new(), Vec::new());
        while inbox.next(&mut block)?.is_some() {
            for (at, is_won) in ranges.read(&mut block)? {
                match cells.update(at, is_won, state.remoteness)? {
                    Update::Unchanged => (),
                    Update::Won => won.push(Index(first + at as u64)),
                    Update::Lost => lost.push(Index(first + at as u64)),
                }
            }
        }
        cells.write(&storage, &cells_name(version, partition))?;
        let held = cells.bytes();
        drop(cells);
        state.versions.set(partition, version);
        let new = (won.len() + lost.len()) as u64;
        let done = state.decided + decided.fetch_add(new, Ordering::Relaxed) + new;
        let bytes = storage.held_bytes() + limits.workers() as u64 * (held + 8 * new);
        limits.report(Progress { phase: Phase::Solve, level: state.remoteness, done, of: None, bytes })?;
        send(game, ranges, &won, false, limits, outbox)?;
        send(game, ranges, &lost, true, limits, outbox)
    })?;
    let mut counts = [decided.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(counts[0])
}

impl IndexedRows {
    /// The cells of a partition; `None` if it has no index.
    pub(super) fn cells(&self, partition: u32) -> Result<Option<Cells>, ExchangeError> {
        let count = self.ranges.len(partition);
        let name = cells_name(self.cells[partition as usize], partition);
        if count == 0 { Ok(None) } else { Cells::read(&self.storage, &name, count).map(Some) }
    }

    /// Returns the number of moves: of the reachable positions, if they were searched, otherwise of every index.
    pub fn moves(&self) -> u64 {
        self.reached.as_ref().map_or(self.moves, |reached| reached.moves)
    }

    /// Returns whether every index is counted, because no reachable positions were searched.
    pub fn counts_all(&self) -> bool {
        self.reached.is_none()
    }

    /// Returns the indices of a partition.
    pub fn range(&self, partition: u32) -> Range<u64> {
        self.ranges.of(partition)
    }

    /// Returns the verdict of an index if it belongs to this partition and has a position.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub fn verdict(&self, partition: u32, index: Index) -> Result<Option<Verdict>, ExchangeError> {
        let range = self.ranges.of(partition);
        if !range.contains(&index.0) {
            return Ok(None);
        }
        Ok(self.cells(partition)?.and_then(|cells| cells.verdict((index.0 - range.start) as usize)))
    }

    /// Returns a number that no remoteness exceeds.
    pub fn max_remoteness(&self) -> u32 {
        self.max_remoteness
    }

    /// Returns the number of partitions.
    pub fn partitions(&self) -> u32 {
        self.partitions
    }

    /// Copies the result to process 0.
    ///
    /// # Errors
    /// If a stream cannot be read or written, or a process is lost.
    pub fn collect(&self, exchange: &mut dyn Exchange) -> Result<(), ExchangeError> {
        exchange.collect(&|partition| cells_name(self.cells[partition as usize], partition))?;
        match &self.reached {
            Some(reached) => {
                exchange.collect(&|partition| ReachBits::name(reached.versions[partition as usize], partition))
            }
            None => Ok(()),
        }
    }

    /// Calls `each` with every index of a partition that has a position, its verdict, and, if the reachable positions were searched,
    /// whether it is reachable with the player to move of the start, and with the other player.
    ///
    /// # Errors
    /// If a stream cannot be read; the errors of `each`.
    pub fn rows<E: From<ExchangeError>>(
        &self,
        partition: u32,
        mut each: impl FnMut(Index, Verdict, Option<[bool; 2]>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(cells) = self.cells(partition)? else { return Ok(()) };
        let (count, first) = (self.ranges.len(partition), self.ranges.of(partition).start);
        let reached = self.reached.as_ref().map(|reached| match reached.versions[partition as usize] {
            Versions::NEVER => Ok(ReachBits::new(count, self.is_symmetric)),
            version => ReachBits::read(&self.storage, version, partition, count, self.is_symmetric),
        });
        let reached = reached.transpose()?;
        for at in 0..count {
            let sides = reached.as_ref().map(|reached| [reached.contains(at, true), reached.contains(at, false)]);
            if let Some(verdict) = cells.verdict(at).filter(|_| sides != Some([false, false])) {
                each(Index(first + at as u64), verdict, sides)?;
            }
        }
        Ok(())
    }
}
