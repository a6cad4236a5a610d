//! Retrograde analysis of one layer in partitions.

use super::exits::{self, ExitValues};
use super::layer_cells::LayerCells;
use super::ranges::{BLOCK, Ranges};
use super::rows::layer_name;
use super::weights::Weights;
use crate::game::{Index, InitialState, Layer};
use crate::limits::{Limits, Phase, Progress};
use crate::solve::partitioned::cells::{Cells, Update};
use crate::solve::partitioned::exchange::{ExchangeError, Outbox};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::versions::Versions;
use crate::text::DynIndexed;
use crate::value::Outcome;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of indices of an earlier layer whose values are sent in one round, about.
const SLICE: u64 = if cfg!(test) { 1 << 5 } else { 1 << 27 };

/// The layer that is solved.
pub(super) struct Current<'a> {
    pub(super) game: &'a dyn DynIndexed,
    /// All indices.
    pub(super) ranges: &'a Ranges,
    /// Those of this layer.
    pub(super) own: Ranges,
    pub(super) number: usize,
    pub(super) layer: &'a Layer,
    /// Whether the game has other layers.
    pub(super) is_one_of_many: bool,
    /// Number of indices of the layers that are solved.
    pub(super) solved: u64,
}

/// The numbers of the analysis at a boundary.
pub(super) struct State {
    pub(super) cells: LayerCells,
    /// Number of positions that are decided.
    pub(super) decided: u64,
    /// Number of options of all positions.
    pub(super) moves: u64,
    /// The remoteness of the positions that the next round decides.
    pub(super) remoteness: u32,
    /// The round that wrote the messages of earlier layers, and the last wave that has some.
    pub(super) exits: u64,
    pub(super) last_exit: u32,
}

/// A run that continues may pass through other rounds than the interrupted one, because it may solve other layers in one pass. With the layer in its
/// name, a stream that was left for another layer is never read.
fn exits_name(layer: usize, version: u64, partition: u32) -> String {
    format!("exits-{layer}-{version}-{partition}")
}

fn wave_name(layer: usize, version: u64, wave: u32, partition: u32) -> String {
    format!("wave-{layer}-{version}-{wave}-{partition}")
}

/// Counts of a round, summed over its partitions.
#[derive(Default)]
struct Totals {
    decided: AtomicU64,
    moves: AtomicU64,
    last_exit: AtomicU64,
}

impl Current<'_> {
    /// Writes the initial cells, applies the values of earlier layers, and sends the messages of the terminal positions.
    pub(super) fn begin(&self, run: &mut Run<'_, '_>) -> Result<State, ExchangeError> {
        // Version 0 means that no stream was written.
        if run.exchange.next_round() == 0 {
            run.round(&|_, _, _| Ok(()))?;
        }
        let partitions = run.exchange.partitions();
        let parts = self.parts(partitions);
        let (layer_cells, values) =
            (LayerCells::new(Versions::new(partitions), self.ranges.largest_part(), run), Versions::new(partitions));
        let totals = Totals::default();
        for step in 0..=parts.len() {
            let (old, old_values) = (layer_cells.versions.of_this_process(), values.of_this_process());
            let (storage, limits, version) = (run.exchange.storage().clone(), run.limits, run.exchange.next_round());
            run.round(&|partition, inbox, outbox| {
                let is_last = step == parts.len();
                let count = self.own.len(partition);
                if count > 0 && (step == 0 || is_last || !inbox.is_empty()) {
                    let mut cells = match step {
                        0 => self.initial_cells(partition, layer_cells.bytes(), limits, &totals)?,
                        _ => layer_cells.take(&storage, partition, count)?,
                    };
                    let mut exits = match values.get(partition) {
                        Versions::NEVER => None,
                        version => {
                            Some(ExitValues::read(&storage, &exits_name(self.number, version, partition), count)?)
                        }
                    };
                    if !inbox.is_empty() {
                        let values = match exits.take() {
                            Some(values) => values,
                            None => ExitValues::new(count)?,
                        };
                        exits.insert(values).receive(&self.own, inbox, &mut cells)?;
                    }
                    let held = cells.bytes() + exits.as_ref().map_or(0, ExitValues::bytes);
                    let others = layer_cells.bytes() + storage.held_bytes();
                    limits.check(0, limits.workers() as u64 * held + others)?;
                    let last = match &exits {
                        Some(exits) if !is_last => {
                            exits.write(&storage, &exits_name(self.number, version, partition))?;
                            values.set(partition, version);
                            0
                        }
                        Some(exits) if self.layer.has_moves_inside => {
                            exits.write_waves(&storage, |wave| wave_name(self.number, version, wave, partition))?
                        }
                        Some(exits) => exits.decide(&mut cells)?,
                        None => 0,
                    };
                    totals.last_exit.fetch_max(last.into(), Ordering::Relaxed);
                    drop(exits);
                    let terminals = is_last.then(|| self.terminals(partition, &cells, &totals));
                    layer_cells.put(&storage, partition, version, cells)?;
                    if let Some([won, lost]) = terminals {
                        self.send(&won, false, limits, outbox)?;
                        self.send(&lost, true, limits, outbox)?;
                    }
                }
                let Some(part) = parts.get(step) else { return Ok(()) };
                self.send_part(part, (partition, layer_cells.bytes()), &storage, limits, outbox)
            })?;
            if step == parts.len() {
                run.exchange.local().for_each(|partition| values.set(partition, Versions::NEVER));
            }
            layer_cells.retire_replaced(&old, run)?;
            values.retire_replaced(
                &old_values,
                |version, partition| exits_name(self.number, version, partition),
                run,
            )?;
        }
        let exits = run.exchange.next_round() - 1;
        let mut counts = [totals.decided.into_inner(), totals.moves.into_inner()];
        run.exchange.sum(&mut counts)?;
        let last_exit = run.greatest(totals.last_exit.into_inner())? as u32;
        Ok(State { cells: layer_cells, decided: counts[0], moves: counts[1], remoteness: 1, exits, last_exit })
    }

    /// The parts of the earlier layers that are sent one after another: the layer, the number of the part, and the number of its parts. Part *k*
    /// of *n* has the partitions whose remainder modulo *n* is *k*.
    fn parts(&self, partitions: u32) -> Vec<(usize, u32, u32)> {
        let of_layer = |&layer: &usize| {
            let parts = self.ranges.layer_len(layer).div_ceil(SLICE).min(partitions.into()) as u32;
            (0..parts).map(move |part| (layer, part, parts))
        };
        self.layer.leads_to.iter().flat_map(of_layer).collect()
    }

    /// Sends the values of a part of an earlier layer in a partition. The cells of this layer take `others` bytes.
    fn send_part(
        &self,
        &(layer, part, parts): &(usize, u32, u32),
        (partition, others): (u32, u64),
        storage: &Storage,
        limits: &Limits<'_>,
        outbox: &mut Outbox<'_>,
    ) -> Result<(), ExchangeError> {
        let range = self.ranges.of(layer, partition);
        if partition % parts != part || range.is_empty() {
            return Ok(());
        }
        let cells = Cells::read(storage, &layer_name(layer, partition), (range.end - range.start) as usize)?;
        self.report(0, 0, limits.workers() as u64 * cells.bytes() + storage.held_bytes() + others, limits)?;
        exits::send(self.game, (range.start, &cells), (self.number, &self.own), limits, outbox)
    }

    /// The cells before the first wave. Those of other partitions take `others` bytes.
    fn initial_cells(
        &self,
        partition: u32,
        others: u64,
        limits: &Limits<'_>,
        totals: &Totals,
    ) -> Result<Cells, ExchangeError> {
        let range = self.own.of(0, partition);
        let mut cells = Cells::new((range.end - range.start) as usize);
        let mut states = vec![InitialState::Unused; BLOCK];
        let mut options = 0;
        let mut weights = Weights::new(self.game, self.layer);
        for first in range.clone().step_by(BLOCK) {
            let states = &mut states[..BLOCK.min((range.end - first) as usize)];
            states.fill(InitialState::Unused);
            self.game.initial_states(Index(first), states);
            let weights = weights.of(Index(first), states.len());
            for ((index, state), weight) in (first..).zip(&*states).zip(weights) {
                let at = (index - range.start) as usize;
                match *state {
                    InitialState::Unused => (),
                    InitialState::Open(count) => {
                        cells.open(at, count)?;
                        if *weight == 0 {
                            let why = "the game does not know the sizes of its classes";
                            return Err(ExchangeError::Unsupported(why.to_owned()));
                        }
                        options += u64::from(count) * weight;
                    }
                    InitialState::Terminal(outcome) => cells.end(at, outcome),
                }
            }
            limits.check(0, limits.workers() as u64 * cells.bytes() + others)?;
        }
        totals.moves.fetch_add(options, Ordering::Relaxed);
        let bytes = limits.workers() as u64 * cells.bytes() + others;
        if self.is_one_of_many {
            self.report(0, 0, bytes, limits)?;
        } else {
            limits.report(Progress {
                phase: Phase::Count,
                level: 0,
                done: range.end,
                of: Some(self.game.count()),
                bytes,
            })?;
        }
        Ok(cells)
    }

    /// Counts the decided positions. Returns the terminal positions that are won and those that are lost, if moves of the layer lead to them.
    fn terminals(&self, partition: u32, cells: &Cells, totals: &Totals) -> [Vec<Index>; 2] {
        let first = self.own.of(0, partition).start;
        let (mut terminals, mut decided) = ([Vec::new(), Vec::new()], 0);
        for (index, at) in (first..).zip(0..cells.len()) {
            let Some(verdict) = cells.verdict(at) else { continue };
            decided += u64::from(verdict.outcome() != Outcome::Draw);
            if self.layer.has_moves_inside && verdict.remoteness().is_some_and(|remoteness| remoteness.0 == 0) {
                terminals[usize::from(verdict.outcome() == Outcome::Loss)].push(Index(index));
            }
        }
        totals.decided.fetch_add(decided, Ordering::Relaxed);
        terminals
    }

    /// Sends messages to the positions of the layer before these, for which they are won or lost.
    fn send(
        &self,
        of: &[Index],
        is_won: bool,
        limits: &Limits<'_>,
        outbox: &mut Outbox<'_>,
    ) -> Result<(), ExchangeError> {
        let mut before = Vec::new();
        for batch in of.chunks(BLOCK) {
            limits.check(0, 0)?;
            before.clear();
            if self.is_one_of_many {
                self.game.predecessors_within(batch, self.number, &mut before);
            } else {
                self.game.predecessors(batch, &mut before);
            }
            self.own.send(outbox, &before, is_won)?;
        }
        Ok(())
    }

    /// Reports that `decided` positions of the layer are decided. Of several layers, those that are solved count as a whole, so that the time that
    /// is left can be estimated.
    pub(super) fn report(
        &self,
        level: u32,
        decided: u64,
        bytes: u64,
        limits: &Limits<'_>,
    ) -> Result<(), ExchangeError> {
        let of = self.is_one_of_many.then(|| self.game.count());
        Ok(limits.report(Progress { phase: Phase::Solve, level, done: self.solved + decided, of, bytes })?)
    }

    /// Decides the positions of one remoteness, and returns their number.
    pub(super) fn wave(&self, state: &State, run: &mut Run<'_, '_>) -> Result<u64, ExchangeError> {
        let (storage, limits) = (run.exchange.storage().clone(), run.limits);
        let version = run.exchange.next_round();
        let decided = AtomicU64::new(0);
        run.round(&|partition, inbox, outbox| {
            let exits = wave_name(self.number, state.exits, state.remoteness, partition);
            if inbox.is_empty() && !storage.contains(&exits)? {
                return Ok(());
            }
            let (count, first) = (self.own.len(partition), self.own.of(0, partition).start);
            let mut cells = state.cells.take(&storage, partition, count)?;
            cells.make_room_for(state.remoteness);
            let (mut won, mut lost, mut block) = (Vec::new(), Vec::new(), Vec::new());
            let mut update = |at: usize, is_won: bool| {
                match cells.update(at, is_won, state.remoteness)? {
                    Update::Unchanged => (),
                    Update::Won => won.push(Index(first + at as u64)),
                    Update::Lost => lost.push(Index(first + at as u64)),
                }
                Ok(())
            };
            while inbox.next(&mut block)?.is_some() {
                self.own.read(&mut block)?.try_for_each(|(at, is_won)| update(at, is_won))?;
            }
            exits::each_of_wave(&storage, &exits, update)?;
            let held = cells.bytes();
            state.cells.put(&storage, partition, version, cells)?;
            let new = (won.len() + lost.len()) as u64;
            let done = state.decided + decided.fetch_add(new, Ordering::Relaxed) + new;
            let bytes = state.cells.bytes() + storage.held_bytes() + limits.workers() as u64 * (held + 8 * new);
            self.report(state.remoteness, done, bytes, limits)?;
            self.send(&won, false, limits, outbox)?;
            self.send(&lost, true, limits, outbox)
        })?;
        for partition in run.exchange.local() {
            run.retire(wave_name(self.number, state.exits, state.remoteness, partition), state.exits)?;
        }
        let mut counts = [decided.into_inner()];
        run.exchange.sum(&mut counts)?;
        Ok(counts[0])
    }

    /// Stores the solved cells under the name of the layer, compressed.
    pub(super) fn finish(&self, state: &State, run: &mut Run<'_, '_>) -> Result<(), ExchangeError> {
        let (storage, limits) = (run.exchange.storage().clone(), run.limits);
        let old = state.cells.versions.of_this_process();
        run.round(&|partition, _, _| {
            let count = self.own.len(partition);
            if count == 0 {
                return Ok(());
            }
            let cells = state.cells.take(&storage, partition, count)?;
            let others = state.cells.bytes() + storage.held_bytes();
            limits.check(0, limits.workers() as u64 * cells.bytes() + others)?;
            state.cells.versions.set(partition, Versions::NEVER);
            Ok(cells.write_compressed(&storage, &layer_name(self.number, partition))?)
        })?;
        state.cells.retire_replaced(&old, run)
    }
}
