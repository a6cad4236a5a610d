//! Grundy values of an explored game without cycles, from the positions without options backwards.
//!
//! A position that got its value sends it to the positions before it, and a position whose options all have one gets the mex of them. So there
//! is a round for each height: the number of moves of the longest play. A position from which a cycle is reachable gets no value; if there is
//! one, [`super::loopy`] finds the values of all.

use super::nodes::Nodes;
use super::reverse::EdgeCache;
use super::segments::{Analysed, VALUES};
use super::value_cells::{ValueCells, name};
use crate::limits::{Phase, Progress};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::numbers::{read_u32, write_number};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::versions::Versions;
use crate::value::Outcome;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers of the computation at a boundary.
struct State {
    versions: Versions,
    /// Number of positions that have a value.
    known: u64,
}

/// Finds the values of all positions. Returns the rounds that wrote the cells of the partitions; `None` if a cycle is reachable from some position.
pub(super) fn solve(
    analysed: &Analysed,
    cache: &EdgeCache,
    run: &mut Run<'_, '_>,
    from: Option<&[u64]>,
) -> Result<Option<Vec<u64>>, ExchangeError> {
    let mut state = match from {
        Some([known, versions @ ..]) if versions.len() == run.exchange.partitions() as usize => {
            State { versions: Versions::read(versions), known: *known }
        }
        Some(_) => return Err(ExchangeError::Invalid),
        None => begin(analysed, cache, run)?,
    };
    let head = [&[VALUES][..], &analysed.to_numbers()].concat();
    loop {
        let all = state.versions.gather(run)?;
        run.save_if_due(&[&head[..], &[state.known], &all].concat())?;
        let found = round(analysed, cache, &state, run)?;
        state.versions.retire_replaced(&all, name, run)?;
        if found == 0 {
            break;
        }
        state.known += found;
    }
    if state.known == analysed.explored.positions {
        return Ok(Some(state.versions.gather(run)?));
    }
    for partition in run.exchange.local() {
        let version = state.versions.get(partition);
        run.retire(name(version, partition), version)?;
    }
    Ok(None)
}

/// Writes the initial cells, and sends the values of the positions without options.
fn begin(analysed: &Analysed, cache: &EdgeCache, run: &mut Run<'_, '_>) -> Result<State, ExchangeError> {
    let (storage, limits, rounds) = (run.exchange.storage().clone(), run.limits, analysed.explored.rounds);
    let version = run.exchange.next_round();
    let versions = Versions::new(run.exchange.partitions());
    let known = AtomicU64::new(0);
    run.round(&|partition, _, outbox| {
        let nodes = Nodes::read(&storage, partition, rounds)?;
        check(&nodes)?;
        let cells = ValueCells::new(&nodes);
        cells.write(&storage, &name(version, partition))?;
        versions.set(partition, version);
        let ends: Vec<usize> = (0..nodes.len()).filter(|number| nodes.count(*number) == 0).collect();
        known.fetch_add(ends.len() as u64, Ordering::Relaxed);
        if ends.is_empty() {
            return Ok(());
        }
        let edges = cache.get(&storage, partition, rounds, nodes.len())?;
        edges.send(&ends, |number| *number, |_, message| write_number(message, 0), limits, outbox)
    })?;
    let mut counts = [known.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(State { versions, known: counts[0] })
}

/// Positions have Grundy values only if both players have the same moves and whoever cannot move loses. A game says beforehand whether this is so.
pub(super) fn check(nodes: &Nodes) -> Result<(), ExchangeError> {
    let is_impartial =
        |number| nodes.player(number).is_none() && (nodes.count(number) > 0 || nodes.terminal(number) == Outcome::Loss);
    if (0..nodes.len()).all(is_impartial) {
        return Ok(());
    }
    let why = "a game with Grundy values must be impartial, but a position names a player to move, or is terminal and not lost";
    Err(ExchangeError::Unsupported(why.to_owned()))
}

/// Finds the positions whose options all have a value since the round before, and returns their number.
fn round(analysed: &Analysed, cache: &EdgeCache, state: &State, run: &mut Run<'_, '_>) -> Result<u64, ExchangeError> {
    let (storage, limits, explored) = (run.exchange.storage().clone(), run.limits, analysed.explored);
    let version = run.exchange.next_round();
    let found = AtomicU64::new(0);
    run.round(&|partition, inbox, outbox| {
        if inbox.is_empty() {
            return Ok(());
        }
        let nodes = Nodes::read(&storage, partition, explored.rounds)?;
        let mut cells = ValueCells::read(&storage, &name(state.versions.get(partition), partition), &nodes)?;
        let (mut new, mut block) = (Vec::new(), Vec::new());
        while inbox.next(&mut block)?.is_some() {
            let mut rest = &block[..];
            while !rest.is_empty() {
                let (number, value) = (read_u32(&mut rest)? as usize, read_u32(&mut rest)?);
                if let Some(mex) = cells.update(number, value)? {
                    new.push((number, mex));
                }
            }
        }
        cells.write(&storage, &name(version, partition))?;
        state.versions.set(partition, version);
        let bytes = storage.held_bytes() + limits.workers() as u64 * cells.bytes();
        drop(cells);
        let done = state.known + found.fetch_add(new.len() as u64, Ordering::Relaxed) + new.len() as u64;
        let (level, of) = (analysed.max_remoteness, Some(explored.positions));
        limits.report(Progress { phase: Phase::Solve, level, done, of, bytes })?;
        if new.is_empty() {
            return Ok(());
        }
        let edges = cache.get(&storage, partition, explored.rounds, nodes.len())?;
        let value = |(_, value): &(usize, u32), message: &mut Vec<u8>| write_number(message, (*value).into());
        edges.send(&new, |(number, _)| *number, value, limits, outbox)
    })?;
    let mut counts = [found.into_inner()];
    run.exchange.sum(&mut counts)?;
    if state.known + counts[0] > explored.positions {
        return Err(invalid());
    }
    Ok(counts[0])
}
