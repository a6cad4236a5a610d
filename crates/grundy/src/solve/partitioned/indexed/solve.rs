//! Solves the layers of a game with indices one after another.

use super::layer_cells::{LayerCells, cells_name};
use super::one_pass::LayerCounts;
use super::ranges::Ranges;
use super::reach::{Reached, reach};
use super::rows::IndexedRows;
use super::waves::{Current, State};
use crate::game::{Index, Layer};
use crate::solve::partitioned::exchange::{ExchangeError, invalid};
use crate::solve::partitioned::run::Run;
use crate::solve::partitioned::versions::Versions;
use crate::text::DynIndexed;

/// The first number of a state: the search for reachable positions, or the analysis.
const REACHING: u64 = 0;
const SOLVING: u64 = 1;

/// The state of a run that solves layers.
struct Progress {
    /// The layer to solve next, or that is being solved, by its place in the order of the layers.
    layer: usize,
    /// The number of options of the positions of all layers before it, and a number that no remoteness there exceeds.
    moves: u64,
    max_remoteness: u32,
    /// The state of the layer; `None` before its first round.
    state: Option<State>,
}

/// Finds the positions that are reachable from `root`, if there is one, and solves every index.
pub(in crate::solve::partitioned) fn solve(
    game: &dyn DynIndexed,
    root: Option<Index>,
    run: &mut Run<'_, '_>,
    from: Option<Vec<u64>>,
) -> Result<IndexedRows, ExchangeError> {
    let partitions = run.exchange.partitions();
    let layers = game.layers();
    let firsts: Vec<u64> = layers.iter().map(|layer| layer.first.0).collect();
    let ranges = Ranges::new(&firsts, game.count(), partitions);
    let (reached, progress) = match (&from, root) {
        (Some(numbers), Some(_)) if numbers.first() == Some(&SOLVING) => {
            let (reached, progress) = numbers[1..].split_at_checked(1 + partitions as usize).ok_or_else(invalid)?;
            (Some(Reached { moves: reached[0], versions: reached[1..].to_vec() }), Some(progress))
        }
        (Some(numbers), None) if numbers.first() == Some(&SOLVING) => (None, Some(&numbers[1..])),
        (Some(numbers), Some(root)) if numbers.first() == Some(&REACHING) => {
            (Some(reach(game, root, run, Some(&numbers[1..]), &[REACHING], &ranges)?), None)
        }
        (None, Some(root)) => (Some(reach(game, root, run, None, &[REACHING], &ranges)?), None),
        (None, None) => (None, None),
        _ => return Err(ExchangeError::Invalid),
    };
    let mut head = vec![SOLVING];
    if let Some(reached) = &reached {
        head.push(reached.moves);
        head.extend(&reached.versions);
    }
    let (order, is_one_of_many) = (Layer::order(&layers), layers.len() > 1);
    let mut progress = match progress {
        Some(numbers) => Progress::read(numbers, &order, &ranges, run)?,
        None => Progress { layer: 0, moves: 0, max_remoteness: 0, state: None },
    };
    let mut cells = Vec::new();
    let mut solved: u64 = order[..progress.layer].iter().map(|&layer| ranges.layer_len(layer)).sum();
    while progress.layer < layers.len() {
        let number = order[progress.layer];
        let (own, layer) = (ranges.layer(number), &layers[number]);
        let current = Current { game, ranges: &ranges, own, number, layer, is_one_of_many, solved };
        let state = progress.state.take();
        if state.is_none() && is_one_of_many {
            run.save_if_due(&[&head[..], &progress.to_numbers(None)].concat())?;
        }
        let in_one_pass = if state.is_none() { current.solve_in_one_pass(run)? } else { None };
        let counts = match in_one_pass {
            Some(counts) => counts,
            None => {
                let mut state = match state {
                    Some(state) => state,
                    None => current.begin(run)?,
                };
                let max_remoteness = match layer.has_moves_inside {
                    true => waves(&current, &mut state, &head, &progress, run)?,
                    false => state.last_exit,
                };
                let moves = state.moves;
                if is_one_of_many {
                    current.finish(&state, run)?;
                } else {
                    let all = state.cells.write_and_free(run.exchange.storage())?.gather(run)?;
                    cells = (0..).zip(all).map(|(partition, version)| cells_name(version, partition)).collect();
                }
                LayerCounts { moves, max_remoteness }
            }
        };
        progress.moves += counts.moves;
        progress.max_remoteness = progress.max_remoteness.max(counts.max_remoteness);
        progress.layer += 1;
        solved += ranges.layer_len(number);
    }
    let (storage, is_symmetric) = (run.exchange.storage().clone(), game.is_colour_symmetric());
    let Progress { moves, max_remoteness, .. } = progress;
    Ok(IndexedRows { storage, ranges, partitions, is_symmetric, cells, reached, moves, max_remoteness })
}

/// Decides the positions of a layer with moves inside, one remoteness after another, and returns the largest.
fn waves(
    current: &Current<'_>,
    state: &mut State,
    head: &[u64],
    progress: &Progress,
    run: &mut Run<'_, '_>,
) -> Result<u32, ExchangeError> {
    loop {
        let all = state.cells.versions.gather(run)?;
        if run.is_save_due()? {
            state.cells.write_all(run.exchange.storage())?;
            run.save(&[head, &progress.to_numbers(Some((state, &all)))].concat())?;
        }
        let decided = current.wave(state, run)?;
        state.cells.retire_replaced(&all, run)?;
        if decided == 0 && state.remoteness >= state.last_exit {
            return Ok(state.remoteness);
        }
        state.decided += decided;
        state.remoteness += 1;
    }
}

impl Progress {
    /// Reads the numbers of a run that solves layers in this order.
    fn read(numbers: &[u64], order: &[usize], ranges: &Ranges, run: &Run<'_, '_>) -> Result<Self, ExchangeError> {
        let small = |number: u64| u32::try_from(number).map_err(|_| invalid());
        let [layer, moves, max_remoteness, rest @ ..] = numbers else { return Err(invalid()) };
        let layer = usize::try_from(*layer).ok().filter(|layer| *layer < order.len()).ok_or_else(invalid)?;
        let partitions = run.exchange.partitions();
        let state = match rest {
            [] => None,
            [decided, moves, remoteness, exits, last_exit, versions @ ..] if versions.len() == partitions as usize => {
                Some(State {
                    cells: LayerCells::new(Versions::read(versions), ranges.largest_part(), run),
                    decided: *decided,
                    moves: *moves,
                    remoteness: small(*remoteness)?,
                    exits: *exits,
                    last_exit: small(*last_exit)?,
                })
            }
            _ => return Err(invalid()),
        };
        Ok(Self { layer, moves: *moves, max_remoteness: small(*max_remoteness)?, state })
    }

    fn to_numbers(&self, state: Option<(&State, &[u64])>) -> Vec<u64> {
        let mut numbers = vec![self.layer as u64, self.moves, self.max_remoteness.into()];
        if let Some((state, versions)) = state {
            numbers.extend([state.decided, state.moves, state.remoteness.into(), state.exits, state.last_exit.into()]);
            numbers.extend(versions);
        }
        numbers
    }
}
