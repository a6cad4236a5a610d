//! An analysis that is kept between two ticks: cells, counts of wide positions, and what the next ticks have to do.

use super::cells::{Cell, Cells};
use super::kernel::Found;
use super::scheme::Scheme;
use super::start::Start;
use super::{Run, WAITING};
use crate::checkpoint::{Source, Unreadable, number, numbers};
use crate::graph::Vertex;
use crate::limits::RunError;
use crate::text::DynIndexed;
use std::io::{self, Write};

/// An analysis between two ticks.
pub(crate) struct RetrogradeState {
    pub(super) cells: Cells,
    pub(super) wide: Vec<(Vertex, u32)>,
    pub(super) scheme: Scheme,
    /// What is to be done at this tick and the next, at the tick's remainder by [`WAITING`].
    pub(super) waiting: [Found; WAITING],
    pub(super) tick: u32,
    /// Positions decided and heard.
    pub(super) done: u64,
}

impl From<Start> for RetrogradeState {
    fn from(Start { cells, wide, scheme, ends }: Start) -> Self {
        let waiting = [ends[0], ends[1], 0, 0].map(|count| Found { count, list: None });
        Self { cells, wide, scheme, waiting, tick: 0, done: 0 }
    }
}

/// The same of a game by number.
pub(crate) struct IndexedState {
    /// A bit for each number that is none of a position; empty if there is no such number.
    pub(super) nothing: Vec<u64>,
    pub(super) moves: u64,
    pub(super) underway: RetrogradeState,
}

impl Run<'_> {
    /// Offers the state to be kept; nothing is half done.
    pub(super) fn offer<C: Cell>(&mut self, cells: &[C]) -> Result<(), RunError> {
        if !self.keeper.is_due() {
            return Ok(());
        }
        let Self { keeper, wide, scheme, waiting, tick, done, .. } = self;
        let (done, tick) = (*done, *tick);
        let state = &mut |out: &mut dyn Write| {
            let scheme = match scheme {
                Scheme::Parity { ends_won } => u64::from(*ends_won),
                Scheme::Valued => 2,
                Scheme::Owned => 3,
            };
            [scheme, tick.into(), done, C::BYTES as u64].into_iter().try_for_each(|word| number(out, word))?;
            numbers(out, cells)?;
            numbers(out, &wide.iter().flat_map(|&(v, count)| [v.0, count]).collect::<Vec<u32>>())?;
            for Found { count, list } in &*waiting {
                number(out, *count as u64)?;
                number(out, list.is_some().into())?;
                numbers(out, &list.iter().flatten().map(|v| v.0).collect::<Vec<u32>>())?;
            }
            io::Result::Ok(())
        };
        if keeper.keep(state) { Ok(()) } else { Err(RunError::Interrupted { positions: done }) }
    }
}

impl RetrogradeState {
    /// Reads the state of an analysis of so many positions.
    pub(crate) fn read(from: &mut Source<'_>, positions: u64) -> Result<Self, Unreadable> {
        let scheme = match from.number()? {
            0 => Scheme::Parity { ends_won: false },
            1 => Scheme::Parity { ends_won: true },
            2 => Scheme::Valued,
            3 => Scheme::Owned,
            _ => return Err(Unreadable::WRONG),
        };
        let (tick, done) = (from.up_to(1 << 31)? as u32, from.up_to(positions)?);
        let cells = match from.number()? {
            1 => Cells::Bytes(from.exactly(positions)?),
            2 => Cells::Halves(from.exactly(positions)?),
            4 => Cells::DynTiered(from.exactly(positions)?),
            _ => return Err(Unreadable::WRONG),
        };
        let is_vertex = |v: u32| u64::from(v) < positions;
        let wide: Vec<(Vertex, u32)> =
            from.numbers::<u32>(2 * positions)?.chunks_exact(2).map(|pair| (Vertex(pair[0]), pair[1])).collect();
        if !wide.is_sorted_by(|a, b| a.0 < b.0) || wide.last().is_some_and(|last| !is_vertex(last.0.0)) {
            return Err(Unreadable::WRONG);
        }
        let mut waiting = [(); WAITING].map(|()| Found::default());
        for found in &mut waiting {
            let (count, is_listed) = (from.up_to(positions)? as usize, from.up_to(1)? == 1);
            let list: Vec<u32> = from.exactly(if is_listed { count as u64 } else { 0 })?;
            if !list.iter().all(|&v| is_vertex(v)) {
                return Err(Unreadable::WRONG);
            }
            *found = Found { count, list: is_listed.then(|| list.into_iter().map(Vertex).collect()) };
        }
        Ok(Self { cells, wide, scheme, waiting, tick, done })
    }
}

impl IndexedState {
    /// Reads the state of a game's analysis.
    pub(crate) fn read(from: &mut Source<'_>, game: &dyn DynIndexed) -> Result<Self, Unreadable> {
        let count = game.count();
        let moves = from.number()?;
        let nothing: Vec<u64> = from.numbers(count.div_ceil(64))?;
        Ok(Self { nothing, moves, underway: RetrogradeState::read(from, count)? })
    }
}
