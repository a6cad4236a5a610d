//! The state of an analysis between two ticks: cells, counts of wide positions, and the positions that the next ticks
//! propagate.

use super::cell_range::Found;
use super::cells::{Cell, Cells};
use super::scheme::Scheme;
use super::start::Start;
use super::{MAX_PENDING_TICKS, Run};
use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
use crate::graph::Vertex;
use crate::limits::RunError;
use crate::text::DynIndexed;
use std::io::{self, Write};

/// The state of an analysis between two ticks.
pub(crate) struct RetrogradeState {
    pub(super) cells: Cells,
    pub(super) wide: Vec<(Vertex, u32)>,
    pub(super) scheme: Scheme,
    /// The positions to propagate at this tick and the next ones; the index is the tick modulo [`MAX_PENDING_TICKS`].
    pub(super) pending: [Found; MAX_PENDING_TICKS],
    pub(super) tick: u32,
    /// Number of positions that are decided and propagated.
    pub(super) done: u64,
}

impl From<Start> for RetrogradeState {
    fn from(Start { cells, wide, scheme, ends }: Start) -> Self {
        let pending = [ends[0], ends[1], 0, 0].map(|count| Found { count, list: None });
        Self { cells, wide, scheme, pending, tick: 0, done: 0 }
    }
}

/// The state of an analysis by index, between two ticks.
pub(crate) struct IndexedState {
    /// A bit for each index, set if no position has it; empty if every index has a position.
    pub(super) unused: Vec<u64>,
    pub(super) moves: u64,
    pub(super) analysis: RetrogradeState,
}

impl Run<'_> {
    /// Saves the state if that is due.
    pub(super) fn save_if_due<C: Cell>(&mut self, cells: &[C]) -> Result<(), RunError> {
        let Self { checkpointer, wide, scheme, pending, tick, done, .. } = self;
        let (done, tick) = (*done, *tick);
        let state = &mut |out: &mut dyn Write| {
            let scheme = match scheme {
                Scheme::Parity { ends_won } => u64::from(*ends_won),
                Scheme::Valued => 2,
                Scheme::Owned => 3,
            };
            [scheme, tick.into(), done, C::BYTES as u64].into_iter().try_for_each(|word| write_u64(out, word))?;
            write_list(out, cells)?;
            write_list(out, &wide.iter().flat_map(|&(v, count)| [v.0, count]).collect::<Vec<u32>>())?;
            for Found { count, list } in &*pending {
                write_u64(out, *count as u64)?;
                write_u64(out, list.is_some().into())?;
                write_list(out, &list.iter().flatten().map(|v| v.0).collect::<Vec<u32>>())?;
            }
            io::Result::Ok(())
        };
        Ok(checkpointer.save_if_due(state)?)
    }
}

impl RetrogradeState {
    /// Reads the state of an analysis of this many positions.
    pub(crate) fn read(from: &mut Decoder<'_>, positions: u64) -> Result<Self, CheckpointError> {
        let scheme = match from.read_u64()? {
            0 => Scheme::Parity { ends_won: false },
            1 => Scheme::Parity { ends_won: true },
            2 => Scheme::Valued,
            3 => Scheme::Owned,
            _ => return Err(CheckpointError::Invalid),
        };
        // A tick is at most twice a remoteness plus one, and a remoteness is less than the number of positions.
        let last = (2 * positions).min(u32::LAST.into());
        let (tick, done) = (from.read_up_to(last)? as u32, from.read_up_to(positions)?);
        let cells = match from.read_u64()? {
            1 => Cells::Bytes(from.read_list_of(positions)?),
            2 => Cells::Halves(from.read_list_of(positions)?),
            4 => Cells::Words(from.read_list_of(positions)?),
            _ => return Err(CheckpointError::Invalid),
        };
        let is_vertex = |v: u32| u64::from(v) < positions;
        let list: Vec<u32> = from.read_list(2 * positions)?;
        let (pairs, []) = list.as_chunks::<2>() else {
            return Err(CheckpointError::Invalid);
        };
        let wide: Vec<(Vertex, u32)> = pairs.iter().map(|&[v, count]| (Vertex(v), count)).collect();
        if !wide.is_sorted_by(|a, b| a.0 < b.0) || wide.last().is_some_and(|last| !is_vertex(last.0.0)) {
            return Err(CheckpointError::Invalid);
        }
        if !cells.agree_with(&wide, scheme == Scheme::Owned) {
            return Err(CheckpointError::Invalid);
        }
        let mut pending = [(); MAX_PENDING_TICKS].map(|()| Found::default());
        for found in &mut pending {
            let (count, is_listed) = (from.read_up_to(positions)? as usize, from.read_up_to(1)? == 1);
            let list: Vec<u32> = from.read_list_of(if is_listed { count as u64 } else { 0 })?;
            if !list.iter().all(|&v| is_vertex(v)) {
                return Err(CheckpointError::Invalid);
            }
            *found = Found { count, list: is_listed.then(|| list.into_iter().map(Vertex).collect()) };
        }
        Ok(Self { cells, wide, scheme, pending, tick, done })
    }
}

impl IndexedState {
    /// Reads the state of a game's analysis.
    pub(crate) fn read(from: &mut Decoder<'_>, game: &dyn DynIndexed) -> Result<Self, CheckpointError> {
        let count = game.count();
        let moves = from.read_u64()?;
        let unused: Vec<u64> = from.read_list(count.div_ceil(64))?;
        Ok(Self { unused, moves, analysis: RetrogradeState::read(from, count)? })
    }
}
