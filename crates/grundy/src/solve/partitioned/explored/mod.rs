//! Solves a game whose positions are keys in partitions: explores it, and analyses the graph from its ends backwards.
//!
//! A key belongs to the partition that its hash gives, where it has a *number*, in the order of arrival. The exploration is breadth-first, a
//! round for each distance from the start: a partition reads the keys that were sent to it, with the number of the position that each is an
//! option of; it stores the new keys and all these edges, expands the new keys, and sends their options. So the edges are stored where they
//! end, which is what retrograde analysis needs: a position that is decided sends its outcome along them.
//!
//! Each round of the exploration adds *segments*, streams that never change.
//!
//! The Grundy values of an impartial game follow: without cycles ([`values`]), or if that leaves a position without a value or some position is
//! drawn, with them ([`loopy`]).

mod keys;
mod loopy;
mod loopy_cells;
mod nodes;
mod reverse;
mod rows;
mod segments;
mod value_cells;
mod values;
mod waves;

pub use rows::{KeyRow, KeyRows, KeyValue};

use super::cells::check_options;
use super::exchange::{ExchangeError, Outbox, invalid};
use super::numbers::{read_number, write_number};
use super::run::Run;
use crate::limits::{Phase, Progress};
use crate::text::{DynGame, Expansions, Key, PositionBatch, PositionRef};
use keys::{KeySet, owner};
use nodes::Nodes;
use reverse::EdgeCache;
use segments::{Analysed, EXPLORING, Explored, LOOPY_VALUES, SOLVING, VALUES, Values, edges_name};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of positions that are expanded at a time.
const BATCH: usize = 64;

/// Calls the function with the roots that a partition sends to their owners. Each root must be sent by some partition.
pub(crate) type Roots<'a> =
    dyn Fn(u32, &mut dyn FnMut(&Key) -> Result<(), ExchangeError>) -> Result<(), ExchangeError> + Sync + 'a;

/// Explores and solves all positions that are reachable from `roots`; with `by_class`, one position of each class.
pub(super) fn solve(
    game: &dyn DynGame,
    roots: &Roots<'_>,
    by_class: bool,
    run: &mut Run<'_, '_>,
    from: Option<Vec<u64>>,
) -> Result<KeyRows, ExchangeError> {
    let partitions = run.exchange.partitions();
    // Half of the memory is for edges, the other half for the partitions in work.
    let cache = EdgeCache::new(partitions, run.limits.max_memory() / 2);
    let (analysed, state) = match from.as_deref() {
        Some([phase @ (VALUES | LOOPY_VALUES), numbers @ ..]) => {
            let (analysed, rest) = Analysed::read(numbers, partitions)?;
            (analysed, Some((*phase, rest)))
        }
        Some([SOLVING, rounds, positions, moves, rest @ ..]) => {
            let explored = Explored { rounds: *rounds, positions: *positions, moves: *moves };
            (waves::solve(explored, &cache, run, Some(rest))?, None)
        }
        None | Some([EXPLORING, ..]) => {
            let explored = explore(game, roots, by_class, run, from.as_deref().map(|numbers| &numbers[1..]))?;
            (waves::solve(explored, &cache, run, None)?, None)
        }
        Some(_) => return Err(ExchangeError::Invalid),
    };
    let values = if game.info().without_grundy.is_some() {
        Values::Undefined
    } else {
        grundy_values(&analysed, &cache, run, state)?
    };
    Ok(KeyRows::new(run.exchange, analysed, values))
}

/// Finds the Grundy values of all positions. `from` is the phase of a state, with the numbers of the phase.
fn grundy_values(
    analysed: &Analysed,
    cache: &EdgeCache,
    run: &mut Run<'_, '_>,
    from: Option<(u64, &[u64])>,
) -> Result<Values, ExchangeError> {
    match from {
        Some((LOOPY_VALUES, rest)) => return loopy::solve(analysed, cache, run, Some(rest)),
        // A drawn position lies on a cycle or leads to one.
        None if analysed.decided < analysed.explored.positions => (),
        _ => {
            if let Some(cells) = values::solve(analysed, cache, run, from.map(|(_, rest)| rest))? {
                return Ok(Values::Finite(cells));
            }
        }
    }
    loopy::solve(analysed, cache, run, None)
}

/// Explores all positions that are reachable from `roots`.
fn explore(
    game: &dyn DynGame,
    roots: &Roots<'_>,
    by_class: bool,
    run: &mut Run<'_, '_>,
    from: Option<&[u64]>,
) -> Result<Explored, ExchangeError> {
    let partitions = run.exchange.partitions();
    let mut explored = match from {
        Some(&[positions, moves]) => Explored { rounds: run.exchange.next_round(), positions, moves },
        Some(_) => return Err(ExchangeError::Invalid),
        None => {
            run.round(&|partition, _, outbox| roots(partition, &mut |root| send(outbox, partitions, &root.0, None)))?;
            Explored { rounds: 1, positions: 0, moves: 0 }
        }
    };
    let (storage, limits) = (run.exchange.storage().clone(), run.limits);
    for level in 0.. {
        run.save_if_due(&[EXPLORING, explored.positions, explored.moves])?;
        let round = run.exchange.next_round();
        let (found, moves) = (AtomicU64::new(0), AtomicU64::new(0));
        run.round(&|partition, inbox, outbox| {
            if inbox.is_empty() {
                return Ok(());
            }
            let mut keys = KeySet::read(&storage, partition, round)?;
            let known = keys.len();
            let mut edges = storage.create(&edges_name(partition, round))?;
            let (mut block, mut edge_block) = (Vec::new(), Vec::new());
            while let Some(source) = inbox.next(&mut block)? {
                edge_block.clear();
                let mut rest = &block[..];
                while !rest.is_empty() {
                    let (key, before) = receive(&mut rest)?;
                    let number = keys.number(key)?;
                    if let Some(before) = before {
                        write_number(&mut edge_block, number.into());
                        write_number(&mut edge_block, before.into());
                    }
                }
                edges.append(source, &edge_block)?;
                let held = storage.held_bytes() + limits.workers() as u64 * keys.bytes();
                limits.check(explored.positions + (keys.len() - known) as u64, held)?;
            }
            edges.finish()?;
            let new = (keys.len() - known) as u64;
            if new == 0 {
                return Ok(());
            }
            keys.write_from(known, &storage, partition, round)?;
            let done = explored.positions + found.fetch_add(new, Ordering::Relaxed) + new;
            let bytes = storage.held_bytes() + keys.bytes();
            limits.report(Progress { phase: Phase::Explore, level, done, of: None, bytes })?;
            let (nodes, options) =
                expand(game, by_class, &keys, known, partitions, outbox, &|| Ok(limits.check(done, 0)?))?;
            moves.fetch_add(options, Ordering::Relaxed);
            Ok(nodes.write(&storage, partition, round)?)
        })?;
        let mut counts = [found.into_inner(), moves.into_inner()];
        run.exchange.sum(&mut counts)?;
        explored.positions += counts[0];
        explored.moves += counts[1];
        explored.rounds = run.exchange.next_round();
        if counts[0] == 0 {
            break;
        }
    }
    Ok(explored)
}

/// Expands the keys from number `known` on, and sends their options. Returns their nodes and the number of options.
fn expand(
    game: &dyn DynGame,
    by_class: bool,
    keys: &KeySet,
    known: usize,
    partitions: u32,
    outbox: &mut Outbox<'_>,
    check: &dyn Fn() -> Result<(), ExchangeError>,
) -> Result<(Nodes, u64), ExchangeError> {
    let (mut nodes, mut moves) = (Nodes::default(), 0);
    let mut next = known;
    let (mut batch, mut expansions) = (PositionBatch::default(), Expansions::default());
    let mut done = Ok(());
    game.with_expander(by_class, &mut |expand| {
        let mut step = || {
            check()?;
            batch.clear();
            expansions.clear();
            (next..keys.len().min(next + BATCH)).for_each(|number| batch.push(keys.get(number)));
            let expanded = expand(&batch, &mut expansions);
            let count = expansions.len().min(batch.len());
            for i in 0..count {
                let mut options: Vec<&[u8]> = Vec::new();
                for option in expansions.row(i) {
                    let PositionRef::Key(key) = option else { return Err(ExchangeError::Invalid) };
                    options.push(key);
                }
                options.sort_unstable();
                options.dedup();
                check_options(options.len() as u32)?;
                nodes.push(expansions.node(i).1, options.len() as u32);
                moves += options.len() as u64;
                let number = (next + i) as u32;
                options.iter().try_for_each(|key| send(outbox, partitions, key, Some(number)))?;
            }
            next += count;
            expanded.map_err(|error| ExchangeError::Rules(Box::new(error)))?;
            if count == 0 { Err(ExchangeError::Invalid) } else { Ok(next < keys.len()) }
        };
        match step() {
            Ok(go_on) => go_on,
            Err(error) => {
                done = Err(error);
                false
            }
        }
    });
    done?;
    if next == keys.len() { Ok((nodes, moves)) } else { Err(ExchangeError::Invalid) }
}

/// Sends a key to its owner, with the number of the position that it is an option of.
fn send(outbox: &mut Outbox<'_>, partitions: u32, key: &[u8], before: Option<u32>) -> Result<(), ExchangeError> {
    let mut message = Vec::with_capacity(key.len() + 8);
    write_number(&mut message, key.len() as u64);
    message.extend_from_slice(key);
    write_number(&mut message, before.map_or(0, |number| u64::from(number) + 1));
    outbox.send(owner(key, partitions), &message)?;
    Ok(())
}

/// Reads the next message.
fn receive<'m>(rest: &mut &'m [u8]) -> Result<(&'m [u8], Option<u32>), ExchangeError> {
    let length = read_number(rest).ok_or_else(invalid)?;
    let length = usize::try_from(length).map_err(|_| ExchangeError::Invalid)?;
    let (key, after) = rest.split_at_checked(length).ok_or_else(invalid)?;
    *rest = after;
    let before = read_number(rest).ok_or_else(invalid)?;
    let before = before.checked_sub(1).map(u32::try_from).transpose().map_err(|_| ExchangeError::Invalid)?;
    Ok((key, before))
}
