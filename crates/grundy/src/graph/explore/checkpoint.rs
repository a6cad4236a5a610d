//! An exploration that is kept while it is under way: the positions met, and the rows of those that were expanded.
//!
//! Explored from nothing and breadth first, positions are expanded in the order in which they are numbered, so that the rows
//! that are known are those of the first so many. When all are known the exploration is over, and its graph says the same.

use super::{Explored, Explorer, Positions, Said};
use crate::checkpoint::{Checkpointer, Source, Unreadable, number, numbers};
use crate::game::{Game, Player};
use crate::graph::Vertex;
use crate::limits::{Limits, RunError};
use crate::text::Key;
use crate::value::Outcome;
use std::io::{self, Write};

/// The most bytes of a position.
const LONGEST: u32 = 1 << 26;

/// Explores a game from some roots, or from where it was left.
///
/// # Errors
/// If a limit is hit, or the keeper ends the run.
pub(crate) fn explore_resumable<G: Game<Position = Key>>(
    game: &G,
    roots: impl IntoIterator<Item = Key>,
    limits: &Limits<'_>,
    from: Option<Explorer<Key>>,
    keeper: &mut dyn Checkpointer,
) -> Result<Explored<Key>, RunError> {
    let mut explorer = from.unwrap_or_default();
    let roots: Vec<Vertex> = roots.into_iter().map(|root| explorer.number(&root)).collect();
    let look = &mut |explorer: &Explorer<Key>| {
        if !keeper.is_due() || keeper.keep(&mut |out| explorer.write(out)) {
            return Ok(());
        }
        Err(RunError::Interrupted { positions: explorer.count() as u64 })
    };
    let reached = explorer.reach_by(game, &roots, u64::MAX, limits, look)?;
    let graph = explorer.graph(game, &reached);
    Ok(Explored { graph, positions: explorer.positions })
}

/// Writes positions, and the options and what else is said of the first of them.
fn write<'a, R: Iterator<Item = (&'a [Vertex], Said)>>(
    positions: &Positions<Key>,
    rows: impl Fn() -> R,
    out: &mut dyn Write,
) -> io::Result<()> {
    number(out, positions.list.len() as u64)?;
    for Key(bytes) in &positions.list {
        out.write_all(&(bytes.len() as u32).to_le_bytes())?;
        out.write_all(bytes)?;
    }
    let lengths: Vec<u32> = rows().map(|(options, _)| options.len() as u32).collect();
    numbers(out, &lengths)?;
    drop(lengths);
    numbers(out, &rows().map(|(_, said)| said.byte()).collect::<Vec<u8>>())?;
    rows().try_for_each(|(options, _)| options.iter().try_for_each(|option| out.write_all(&option.0.to_le_bytes())))
}

impl Explored<Key> {
    /// Writes what was explored, as an [`Explorer`] with nothing left to expand.
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
    /// Writes what was met.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let expanded = || self.rows.iter().map_while(|row| *row);
        let options = |(start, end): (u32, u32)| &self.options[start as usize..end as usize];
        write(&self.positions, || expanded().map(options).zip(self.said.iter().copied()), out)
    }

    /// Reads what was written.
    pub(crate) fn read(from: &mut Source<'_>) -> Result<Self, Unreadable> {
        let mut explorer = Self::new();
        let count = from.up_to(u32::MAX.into())?;
        let mut bytes = Vec::new();
        for v in 0..count {
            let length = from.word()?;
            if length > LONGEST {
                return Err(Unreadable::WRONG);
            }
            bytes.resize(length as usize, 0);
            from.0.read_exact(&mut bytes)?;
            if u64::from(explorer.number(&Key(bytes.as_slice().into())).0) != v {
                return Err(Unreadable::WRONG);
            }
        }
        let lengths: Vec<u32> = from.numbers(count)?;
        let said: Vec<u8> = from.exactly(lengths.len() as u64)?;
        let mut end = 0_u32;
        for (v, (length, said)) in lengths.into_iter().zip(said).enumerate() {
            let start = end;
            end = start.checked_add(length).ok_or(Unreadable::WRONG)?;
            explorer.rows[v] = Some((start, end));
            explorer.said[v] = Said::of_byte(said).ok_or(Unreadable::WRONG)?;
        }
        for _ in 0..end {
            let option = from.word()?;
            if u64::from(option) >= count {
                return Err(Unreadable::WRONG);
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
