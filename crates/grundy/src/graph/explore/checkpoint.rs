//! The state of an exploration: the positions met, and the rows of those that were expanded.
//!
//! A breadth-first exploration expands the positions in the order of their numbers, so that the known rows are those of the
//! first positions. When all are known the exploration is complete, and its graph has the same rows.

use super::{Explored, Explorer, Positions, Said};
use crate::checkpoint::{CheckpointError, Checkpointer, Decoder, write_list, write_u64};
use crate::game::{Game, Player};
use crate::graph::Vertex;
use crate::limits::{Limits, RunError};
use crate::text::Key;
use crate::value::Outcome;
use std::io::{self, Write};

/// The most bytes of a position.
const LONGEST: u32 = 1 << 26;

/// Explores a game from some roots, or from the state of an earlier run.
///
/// # Errors
/// If a limit is hit, or the state cannot be saved.
pub(crate) fn explore_resumable<G: Game<Position = Key>>(
    game: &G,
    roots: impl IntoIterator<Item = Key>,
    limits: &Limits<'_>,
    from: Option<Explorer<Key>>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<Explored<Key>, RunError> {
    let mut explorer = from.unwrap_or_default();
    let roots: Vec<Vertex> = roots.into_iter().map(|root| explorer.number(&root)).collect();
    let look = &mut |explorer: &Explorer<Key>| Ok(checkpointer.save_if_due(&mut |out| explorer.write(out))?);
    let reached = explorer.reach_by(game, &roots, u64::MAX, limits, look)?;
    let graph = explorer.graph(game, &reached);
    Ok(Explored { graph, positions: explorer.positions })
}

/// Writes all positions, and the rows of the first of them.
fn write<'a, R: Iterator<Item = (&'a [Vertex], Said)>>(
    positions: &Positions<Key>,
    rows: impl Fn() -> R,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_u64(out, positions.list.len() as u64)?;
    for Key(bytes) in &positions.list {
        out.write_all(&(bytes.len() as u32).to_le_bytes())?;
        out.write_all(bytes)?;
    }
    let lengths: Vec<u32> = rows().map(|(options, _)| options.len() as u32).collect();
    write_list(out, &lengths)?;
    drop(lengths);
    write_list(out, &rows().map(|(_, said)| said.byte()).collect::<Vec<u8>>())?;
    rows().try_for_each(|(options, _)| options.iter().try_for_each(|option| out.write_all(&option.0.to_le_bytes())))
}

impl Explored<Key> {
    /// Writes the exploration, as an [`Explorer`] with nothing left to expand.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = &self.graph;
        let said = |v: Vertex| Said {
            end: graph.row(v).is_empty().then(|| graph.terminal(&v)),
            turn: graph.turns().map(|turns| turns[v.index()]),
        };
        write(&self.positions, || graph.all().map(|v| (graph.row(v), said(v))), out)
    }
}

impl Explorer<Key> {
    /// Writes the state.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let expanded = || self.rows.iter().map_while(|row| *row);
        let options = |(start, end): (u32, u32)| &self.options[start as usize..end as usize];
        write(&self.positions, || expanded().map(options).zip(self.said.iter().copied()), out)
    }

    /// Reads what [`Self::write`] or [`Explored::write`] wrote.
    pub(crate) fn read(from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let mut explorer = Self::new();
        let count = from.read_up_to(u32::MAX.into())?;
        let mut bytes = Vec::new();
        for v in 0..count {
            let length = from.read_u32()?;
            if length > LONGEST {
                return Err(CheckpointError::Invalid);
            }
            from.read_bytes(length as usize, &mut bytes)?;
            if u64::from(explorer.number(&Key(bytes.as_slice().into())).0) != v {
                return Err(CheckpointError::Invalid);
            }
        }
        let lengths: Vec<u32> = from.read_list(count)?;
        let said: Vec<u8> = from.read_list_of(lengths.len() as u64)?;
        let mut end = 0_u32;
        for (v, (length, said)) in lengths.into_iter().zip(said).enumerate() {
            let start = end;
            end = start.checked_add(length).ok_or(CheckpointError::Invalid)?;
            explorer.rows[v] = Some((start, end));
            explorer.said[v] = Said::of_byte(said).ok_or(CheckpointError::Invalid)?;
        }
        for _ in 0..end {
            let option = from.read_u32()?;
            if u64::from(option) >= count {
                return Err(CheckpointError::Invalid);
            }
            explorer.options.push(Vertex(option));
        }
        Ok(explorer)
    }
}

impl Said {
    fn byte(self) -> u8 {
        let end = match self.end {
            None => 0,
            Some(Outcome::Win) => 1,
            Some(Outcome::Loss) => 2,
            Some(Outcome::Draw) => 3,
        };
        let turn = match self.turn {
            None => 0,
            Some(Player::Left) => 1,
            Some(Player::Right) => 2,
        };
        turn << 2 | end
    }

    fn of_byte(byte: u8) -> Option<Self> {
        let end = [None, Some(Outcome::Win), Some(Outcome::Loss), Some(Outcome::Draw)][usize::from(byte & 3)];
        let turn = *[None, Some(Player::Left), Some(Player::Right)].get(usize::from(byte >> 2))?;
        Some(Self { end, turn })
    }
}
