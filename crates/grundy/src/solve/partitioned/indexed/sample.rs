//! Samples of the work of a run in partitions, from which its time is estimated.

use super::one_pass::bytes_in_one_pass;
use super::ranges::{BLOCK, Ranges};
use crate::game::{EarlierLayers, Index, InitialState, Layer};
use crate::limits::Limits;
use crate::solve::partitioned::cells::Cells;
use crate::solve::partitioned::exchange::{ExchangeError, Outbox};
use crate::text::DynIndexed;
use std::hint::black_box;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The most blocks of indices, and the most groups, of a sample.
const SAMPLES: u64 = 256;
/// Number of bytes of a block of messages.
const BLOCK_BYTES: usize = 1 << 16;
/// The most cells that a sample writes to: as many as a partition of a large layer has.
const MAX_CELLS: usize = 1 << 23;

/// A sample of the work of a run in partitions.
///
/// It counts every index as decided, since a sample cannot tell draws from other positions.
pub struct PartitionedSample<'a> {
    game: &'a dyn DynIndexed,
    layers: Vec<Layer>,
    /// How the run solves each layer.
    kinds: Vec<Kind>,
    ranges: Ranges,
    partitions: u32,
    kind: Kind,
    cells: Mutex<Cells>,
}

/// How layers are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Messages,
    Groups,
}

impl<'a> PartitionedSample<'a> {
    /// Creates the samples of a run with this number of partitions within these limits, one for each way in which it solves layers.
    pub fn all(game: &'a dyn DynIndexed, partitions: u32, limits: &Limits<'_>) -> Vec<Self> {
        // The tables that a game makes when they are first needed are not part of the sample.
        game.initial_states(Index(0), &mut [InitialState::Unused]);
        let layers = game.layers();
        let firsts: Vec<u64> = layers.iter().map(|layer| layer.first.0).collect();
        let ranges = Ranges::new(&firsts, game.count(), partitions);
        let kind_of = |(number, layer)| match bytes_in_one_pass(game, (number, layer), &ranges, limits) {
            Some(bytes) if bytes <= limits.max_memory() => Kind::Groups,
            _ => Kind::Messages,
        };
        let kinds: Vec<Kind> = layers.iter().enumerate().map(kind_of).collect();
        let len = MAX_CELLS.min(ranges.largest_part() as usize);
        let of = |kind| {
            let (layers, kinds, ranges) = (layers.clone(), kinds.clone(), ranges.clone());
            Self { game, layers, kinds, ranges, partitions, kind, cells: Mutex::new(Cells::new(len)) }
        };
        let samples = [Kind::Messages, Kind::Groups].map(of).into_iter();
        samples.filter(|sample| sample.indices() > 0).collect()
    }

    /// Performs the sample, and returns its approximate share of the work that it stands for.
    ///
    /// # Errors
    /// If the game violates the contract of [`Indexed`](crate::game::Indexed).
    pub fn perform(&self) -> Result<f64, ExchangeError> {
        let (mut sampled, all) = (0, self.indices());
        let count = SAMPLES.min(all.div_ceil(BLOCK as u64));
        for sample in 0..count {
            // The samples are spread over all indices of this kind.
            let (layer, at) = self.find((2 * sample + 1) * (all / (2 * count)));
            sampled += match self.kind {
                Kind::Messages => self.block(layer, at)?,
                Kind::Groups => self.group(layer, at),
            };
        }
        Ok(sampled as f64 / all as f64)
    }

    fn layers_of_kind(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.layers.len()).filter(|layer| self.kinds[*layer] == self.kind)
    }

    /// Number of indices of all layers of the kind.
    fn indices(&self) -> u64 {
        self.layers_of_kind().map(|layer| self.ranges.layer_len(layer)).sum()
    }

    /// The layer of the kind with the index that has this number among all of the kind, and the number of the index in the layer.
    fn find(&self, mut number: u64) -> (usize, u64) {
        for layer in self.layers_of_kind() {
            let len = self.ranges.layer_len(layer);
            if number < len {
                return (layer, number);
            }
            number -= len;
        }
        unreachable!("a number of an index of this kind")
    }

    fn range(&self, layer: usize) -> Range<u64> {
        let first = self.layers[layer].first.0;
        first..first + self.ranges.layer_len(layer)
    }

    /// Does for a block of indices what the run does for each. Returns the number of indices.
    fn block(&self, layer: usize, at: u64) -> Result<u64, ExchangeError> {
        let range = self.range(layer);
        let first = range.start + at;
        let mut states = vec![InitialState::Unused; BLOCK.min((range.end - first) as usize)];
        self.game.initial_states(Index(first), &mut states);
        let used = (first..).map(Index).zip(&states).filter(|(_, state)| **state != InitialState::Unused);
        let of: Vec<Index> = used.map(|(index, _)| index).collect();
        let to = (0..self.layers.len()).filter(|to| {
            let is_inside = *to == layer && self.layers[layer].has_moves_inside;
            is_inside || self.layers[*to].leads_to.contains(&layer) && self.kinds[*to] == Kind::Messages
        });
        for to in to {
            let mut before = Vec::new();
            match self.layers.len() {
                1 => self.game.predecessors(&of, &mut before),
                _ => self.game.predecessors_within(&of, to, &mut before),
            }
            self.pass_on(to, &before)?;
        }
        Ok(states.len() as u64)
    }

    /// Sends messages about indices of a layer, and applies them to cells.
    fn pass_on(&self, layer: usize, indices: &[Index]) -> Result<(), ExchangeError> {
        let own = self.ranges.layer(layer);
        let deliver = |_: u32, _: u32, block: &[u8]| {
            let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
            let len = cells.len();
            for (at, is_won) in own.read(&mut block.to_vec())? {
                cells.open(at % len, 2)?;
                black_box(cells.update(at % len, is_won, 1)?);
            }
            Ok(())
        };
        let mut outbox = Outbox::new(self.partitions, BLOCK_BYTES, &deliver);
        own.send(&mut outbox, indices, false)?;
        outbox.flush()
    }

    /// Evaluates the group of a layer whose number is about the same share of all groups as `at` is of the indices. Returns the indices of a group,
    /// on average.
    fn group(&self, layer: usize, at: u64) -> u64 {
        let Some(game) = self.game.grouped_layers() else { return 0 };
        // Memory that is never written to takes no room.
        let zeros = |layer: &usize| (self.layers[*layer].first, vec![0; self.ranges.layer_len(*layer) as usize]);
        let earlier = EarlierLayers::new(self.layers[layer].leads_to.iter().map(zeros).collect());
        let (groups, len) = (game.group_count(layer).unwrap_or(1), self.ranges.layer_len(layer));
        let group = (u128::from(groups) * u128::from(at) / u128::from(len)) as u64;
        let mut out = Vec::new();
        black_box(game.evaluate(layer, group, &earlier, &mut out));
        len.div_ceil(groups)
    }
}
