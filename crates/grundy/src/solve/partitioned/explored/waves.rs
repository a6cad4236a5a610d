//! Retrograde analysis of an explored game, a round for each remoteness.

use super::nodes::{Nodes, player_code, player_of};
use super::reverse::EdgeCache;
use super::segments::{Analysed, Explored, SOLVING, cells_name};
use crate::limits::{Limits, Phase, Progress};
use crate::solve::partitioned::cells::{Cells, Update};
use crate::solve::partitioned::exchange::{ExchangeError, Outbox, invalid};
use crate::solve::partitioned::numbers::read_number;
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::storage::Storage;
use crate::solve::partitioned::versions::Versions;
use crate::value::Outcome;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers of the analysis at a boundary.
struct State {
    versions: Versions,
    /// Number of positions that are decided.
    decided: u64,
    /// The remoteness of the positions that the next round decides.
    remoteness: u32,
}

/// Finds outcome and remoteness of all positions of an explored game.
pub(super) fn solve(
    explored: Explored,
    cache: &EdgeCache,
    run: &mut Run<'_, '_>,
    from: Option<&[u64]>,
) -> Result<Analysed, ExchangeError> {
    let partitions = run.exchange.partitions();
    let mut state = match from {
        Some([decided, remoteness, versions @ ..]) if versions.len() == partitions as usize => {
            let remoteness = u32::try_from(*remoteness).map_err(|_| ExchangeError::Invalid)?;
            State { versions: Versions::read(versions), decided: *decided, remoteness }
        }
        Some(_) => return Err(ExchangeError::Invalid),
        None => begin(explored, cache, run)?,
    };
    let Explored { rounds, positions, moves } = explored;
    loop {
        let all = state.versions.gather(run)?;
        let head = [SOLVING, rounds, positions, moves, state.decided, state.remoteness.into()];
        run.save_if_due(&[&head[..], &all].concat())?;
        let decided = wave(explored, cache, &state, run)?;
        state.versions.retire_replaced(&all, cells_name, run)?;
        if decided == 0 {
            break;
        }
        state.decided += decided;
        state.remoteness += 1;
    }
    let cells = state.versions.gather(run)?;
    Ok(Analysed { explored, decided: state.decided, max_remoteness: state.remoteness, cells })
}

/// Writes the initial cells, and sends the outcomes of the positions without options.
fn begin(explored: Explored, cache: &EdgeCache, run: &mut Run<'_, '_>) -> Result<State, ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let version = run.exchange.next_round();
    let versions = Versions::new(run.exchange.partitions());
    let decided = AtomicU64::new(0);
    run.round(&|partition, _, outbox| {
        let nodes = Nodes::read(&storage, partition, explored.rounds)?;
        let mut cells = Cells::new(nodes.len());
        let mut new = Vec::new();
        for number in 0..nodes.len() {
            match nodes.count(number) {
                0 => {
                    let outcome = nodes.terminal(number);
                    cells.end(number, outcome);
                    if outcome != Outcome::Draw {
                        new.push((number, outcome));
                    }
                }
                count => cells.open(number, count)?,
            }
        }
        cells.write(&storage, &cells_name(version, partition))?;
        versions.set(partition, version);
        decided.fetch_add(new.len() as u64, Ordering::Relaxed);
        send(&new, &nodes, cache, &storage, partition, explored.rounds, limits, outbox)
    })?;
    let mut counts = [decided.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(State { versions, decided: counts[0], remoteness: 1 })
}

/// Sends the outcomes of positions to the positions before them. A message is a number there and a code: 2 bits for the outcome, and the
/// player to move.
#[expect(clippy::too_many_arguments)]
fn send(
    decided: &[(usize, Outcome)],
    nodes: &Nodes,
    cache: &EdgeCache,
    storage: &Storage,
    partition: u32,
    rounds: u64,
    limits: &Limits<'_>,
    outbox: &mut Outbox<'_>,
) -> Result<(), ExchangeError> {
    if decided.is_empty() {
        return Ok(());
    }
    let edges = cache.get(storage, partition, rounds, nodes.len())?;
    let code = |(number, outcome): &(usize, Outcome), message: &mut Vec<u8>| {
        message.push(u8::from(*outcome == Outcome::Win) | player_code(nodes.player(*number)) << 1);
    };
    edges.send(decided, |(number, _)| *number, code, limits, outbox)
}

/// Decides the positions of one remoteness, and returns their number.
fn wave(explored: Explored, cache: &EdgeCache, state: &State, run: &mut Run<'_, '_>) -> Result<u64, ExchangeError> {
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    let version = run.exchange.next_round();
    let decided = AtomicU64::new(0);
    run.round(&|partition, inbox, outbox| {
        if inbox.is_empty() {
            return Ok(());
        }
        let nodes = Nodes::read(&storage, partition, explored.rounds)?;
        let name = cells_name(state.versions.get(partition), partition);
        let mut cells = Cells::read_with_room_for(&storage, &name, nodes.len(), state.remoteness)?;
        let (mut new, mut block) = (Vec::new(), Vec::new());
        while inbox.next(&mut block)?.is_some() {
            let mut rest = &block[..];
            while !rest.is_empty() {
                let number = read_number(&mut rest).ok_or_else(invalid)? as usize;
                let (&code, after) = rest.split_first().ok_or_else(invalid)?;
                rest = after;
                let mover = player_of(code >> 1).ok_or_else(invalid)?;
                if number >= nodes.len() {
                    return Err(ExchangeError::Invalid);
                }
                // An option that the other player loses is won by the mover, and one that the mover moves from again is as it is.
                let moves_again = mover.is_some() && mover == nodes.player(number);
                match cells.update(number, (code & 1 == 1) == moves_again, state.remoteness)? {
                    Update::Unchanged => (),
                    Update::Won => new.push((number, Outcome::Win)),
                    Update::Lost => new.push((number, Outcome::Loss)),
                }
            }
        }
        cells.write(&storage, &cells_name(version, partition))?;
        drop(cells);
        state.versions.set(partition, version);
        let done = state.decided + decided.fetch_add(new.len() as u64, Ordering::Relaxed) + new.len() as u64;
        let (level, of) = (state.remoteness, Some(explored.positions));
        limits.report(Progress { phase: Phase::Solve, level, done, of, bytes: storage.held_bytes() })?;
        send(&new, &nodes, cache, &storage, partition, explored.rounds, limits, outbox)
    })?;
    let mut counts = [decided.into_inner()];
    run.exchange.sum(&mut counts)?;
    Ok(counts[0])
}
