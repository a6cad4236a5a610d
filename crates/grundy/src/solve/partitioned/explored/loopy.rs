//! Grundy values of an explored game with a cycle: finite values, and the values ∞(K).
//!
//! The conditions (a), (b) and (c), the values m = 0, 1, 2, … in turn and their stages are those of the computation in memory
//! ([`crate::solve::grundy`]). Only the positions before a position can be asked, so the steps of one m are rounds of messages:
//!
//! 1. *Candidates.* Each position without a value that satisfies (b) waits for its options without a value. One that waits for none gets the value m
//!    in stage 1, and tells the positions before it.
//! 2. *Answers.* A position that has an option of value m now cannot get it (a), and tells the positions before it, once for each m (c).
//! 3. *Counters.* A candidate waits for one option less. One that waits for none gets the value in the next stage, and tells the positions before it;
//!    then step 2 follows again.
//!
//! Each position counts its options without a value: every option that gets one tells it. The value 0 is known from the outcomes. When no position
//! satisfies (b), the values are sent once more, to those that have none: they are the sets K.

use super::loopy_cells::{LoopyCell, LoopyCells, name, sets_name, write_sets};
use super::nodes::Nodes;
use super::reverse::EdgeCache;
use super::segments::{Analysed, LOOPY_VALUES, Values, cells_name};
use super::values::check;
use crate::limits::{Limits, Phase, Progress};
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{ExchangeError, Inbox};
use crate::solve::partitioned::numbers::{read_u32, write_number};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::versions::Versions;
use std::sync::atomic::{AtomicU64, Ordering};

/// The step of the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Candidates,
    Answers,
    Counters,
    /// Sends the values to the positions before.
    Values,
    /// Writes the sets K.
    Sets,
}

const STEPS: [Step; 5] = [Step::Candidates, Step::Answers, Step::Counters, Step::Values, Step::Sets];

/// The numbers of the computation at a boundary.
struct State {
    versions: Versions,
    step: Step,
    /// The value of the positions that are looked for, and the stage in which the last ones were found.
    value: u32,
    stage: u32,
    /// Number of positions that have a value.
    known: u64,
}

impl State {
    fn to_numbers(&self) -> [u64; 4] {
        [self.step as u64, self.value.into(), self.stage.into(), self.known]
    }

    fn read(numbers: &[u64], partitions: u32) -> Option<Self> {
        let &[step, value, stage, known, ref versions @ ..] = numbers else { return None };
        let step = *STEPS.get(usize::try_from(step).ok()?)?;
        let (value, stage) = (u32::try_from(value).ok()?, u32::try_from(stage).ok()?);
        let is_whole = versions.len() == partitions as usize;
        is_whole.then(|| Self { versions: Versions::read(versions), step, value, stage, known })
    }
}

/// Finds the values of all positions.
pub(super) fn solve(
    analysed: &Analysed,
    cache: &EdgeCache,
    run: &mut Run<'_, '_>,
    from: Option<&[u64]>,
) -> Result<Values, ExchangeError> {
    let mut state = match from {
        Some(numbers) => State::read(numbers, run.exchange.partitions()).ok_or(ExchangeError::Invalid)?,
        None => begin(analysed, cache, run)?,
    };
    let head = [&[LOOPY_VALUES][..], &analysed.to_numbers()].concat();
    loop {
        let all = state.versions.gather(run)?;
        run.save_if_due(&[&head[..], &state.to_numbers(), &all].concat())?;
        let Counts { changed, valued } = round(analysed, cache, &state, run)?;
        state.versions.retire_replaced(&all, name, run)?;
        state.known += valued;
        state.step = match state.step {
            Step::Candidates if changed == 0 => Step::Values,
            Step::Candidates | Step::Counters if valued > 0 => {
                state.stage += 1;
                Step::Answers
            }
            Step::Answers if changed > 0 => Step::Counters,
            Step::Candidates | Step::Answers | Step::Counters => {
                (state.value, state.stage) = (state.value + 1, 0);
                Step::Candidates
            }
            Step::Values => Step::Sets,
            Step::Sets => {
                let infinite = analysed.explored.positions.checked_sub(state.known).ok_or(ExchangeError::Invalid)?;
                return Ok(Values::Loopy { cells: all, infinite });
            }
        };
    }
}

/// Writes the initial cells, and tells the positions before those of value 0.
fn begin(analysed: &Analysed, cache: &EdgeCache, run: &mut Run<'_, '_>) -> Result<State, ExchangeError> {
    let (storage, limits, rounds) = (run.exchange.storage().clone(), run.limits, analysed.explored.rounds);
    let version = run.exchange.next_round();
    let versions = Versions::new(run.exchange.partitions());
    let known = AtomicU64::new(0);
    run.round(&|partition, _, outbox| {
        let nodes = Nodes::read(&storage, partition, rounds)?;
        check(&nodes)?;
        let outcomes = cells_name(analysed.cells[partition as usize], partition);
        let outcomes = Cells::read(&storage, &outcomes, nodes.len())?;
        let cells = LoopyCells::new(&nodes, |number| outcomes.verdict(number))?;
        drop(outcomes);
        cells.write(&storage, &name(version, partition))?;
        versions.set(partition, version);
        let lost: Vec<u32> = numbers_with(&cells, |cell| cell.value().is_some());
        drop(cells);
        known.fetch_add(lost.len() as u64, Ordering::Relaxed);
        if lost.is_empty() {
            return Ok(());
        }
        let edges = cache.get(&storage, partition, rounds, nodes.len())?;
        edges.send(&lost, |number| *number as usize, |_, _| (), limits, outbox)
    })?;
    let mut counts = [known.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(State { versions, step: Step::Candidates, value: 1, stage: 0, known: counts[0] })
}

/// What a round did, at all processes.
struct Counts {
    /// Number of positions that satisfy (b) in step 1, and that sent messages in the other steps.
    changed: u64,
    /// Number of positions that got a value.
    valued: u64,
}

/// Runs a round of the step that is due.
fn round(
    analysed: &Analysed,
    cache: &EdgeCache,
    state: &State,
    run: &mut Run<'_, '_>,
) -> Result<Counts, ExchangeError> {
    let (storage, limits, explored) = (run.exchange.storage().clone(), run.limits, analysed.explored);
    let version = run.exchange.next_round();
    let (changed, valued) = (AtomicU64::new(0), AtomicU64::new(0));
    run.round(&|partition, inbox, outbox| {
        if inbox.is_empty() && matches!(state.step, Step::Answers | Step::Counters) {
            return Ok(());
        }
        let nodes = Nodes::read(&storage, partition, explored.rounds)?;
        let mut cells = LoopyCells::read(&storage, &name(state.versions.get(partition), partition), nodes.len())?;
        let bytes = storage.held_bytes() + limits.workers() as u64 * cells.bytes();
        let done = state.known + valued.load(Ordering::Relaxed);
        let (level, of) = (analysed.max_remoteness, Some(explored.positions));
        limits.report(Progress { phase: Phase::Solve, level, done, of, bytes })?;
        let (found, has_value) = match state.step {
            Step::Candidates => {
                let candidates = find_candidates(&mut cells, state.value, inbox)?;
                changed.fetch_add(candidates, Ordering::Relaxed);
                (numbers_with(&cells, |cell| cell.value() == Some((state.value, 1))), true)
            }
            Step::Answers => (each_number(inbox, |number| cells.get_mut(number)?.answer())?, false),
            Step::Counters => {
                let (value, stage) = (state.value, state.stage + 1);
                (each_number(inbox, |number| cells.get_mut(number)?.count_down(value, stage))?, true)
            }
            Step::Values => {
                let found = numbers_with(&cells, |cell| cell.value().is_some());
                let edges = cache.get(&storage, partition, explored.rounds, nodes.len())?;
                let value_of = |number: &u32| cells.get(*number as usize).value().map_or(0, |(value, _)| value);
                let tail = |number: &u32, message: &mut Vec<u8>| write_number(message, value_of(number).into());
                return edges.send(&found, |number| *number as usize, tail, limits, outbox);
            }
            Step::Sets => {
                let pairs = pairs_without_value(&cells, inbox, limits)?;
                return Ok(write_sets(&cells, pairs, &storage, &sets_name(partition))?);
            }
        };
        cells.write(&storage, &name(version, partition))?;
        state.versions.set(partition, version);
        drop(cells);
        let count = found.len() as u64;
        if has_value {
            valued.fetch_add(count, Ordering::Relaxed);
        }
        if state.step != Step::Candidates {
            changed.fetch_add(count, Ordering::Relaxed);
        }
        if found.is_empty() {
            return Ok(());
        }
        let edges = cache.get(&storage, partition, explored.rounds, nodes.len())?;
        edges.send(&found, |number| *number as usize, |_, _| (), limits, outbox)
    })?;
    let mut counts = [changed.into_inner(), valued.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(Counts { changed: counts[0], valued: counts[1] })
}

/// Step 1: returns the number of positions that satisfy (b) for `value`. The messages are of the options of value 0.
fn find_candidates(cells: &mut LoopyCells, value: u32, inbox: &mut Inbox) -> Result<u64, ExchangeError> {
    each_number(inbox, |number| cells.get_mut(number)?.count_option().map(|()| false))?;
    Ok(cells.iter_mut().map(|cell| u64::from(cell.begin(value))).sum())
}

/// The numbers of the cells that satisfy a condition.
fn numbers_with(cells: &LoopyCells, condition: impl Fn(LoopyCell) -> bool) -> Vec<u32> {
    (0..).zip(cells.iter()).filter(|(_, cell)| condition(*cell)).map(|(number, _)| number).collect()
}

/// Calls `each` with the number of each message, and returns the numbers for which it returns `true`.
fn each_number(
    inbox: &mut Inbox,
    mut each: impl FnMut(u32) -> Result<bool, ExchangeError>,
) -> Result<Vec<u32>, ExchangeError> {
    let (mut found, mut block) = (Vec::new(), Vec::new());
    while inbox.next(&mut block)?.is_some() {
        let mut rest = &block[..];
        while !rest.is_empty() {
            let number = read_u32(&mut rest)?;
            if each(number)? {
                found.push(number);
            }
        }
    }
    Ok(found)
}

/// The positions without a value that have an option with one, each with that value.
fn pairs_without_value(
    cells: &LoopyCells,
    inbox: &mut Inbox,
    limits: &Limits<'_>,
) -> Result<Vec<(u32, u32)>, ExchangeError> {
    let (mut pairs, mut block): (Vec<(u32, u32)>, _) = (Vec::new(), Vec::new());
    while inbox.next(&mut block)?.is_some() {
        limits.check(0, limits.workers() as u64 * (cells.bytes() + 8 * pairs.capacity() as u64))?;
        let mut rest = &block[..];
        while !rest.is_empty() {
            let (number, value) = (read_u32(&mut rest)?, read_u32(&mut rest)?);
            if number as usize >= cells.len() {
                return Err(ExchangeError::Invalid);
            }
            if cells.get(number as usize).value().is_none() {
                pairs.push((number, value));
            }
        }
    }
    Ok(pairs)
}
