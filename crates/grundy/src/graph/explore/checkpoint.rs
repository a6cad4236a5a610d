//! Saves and restores an exploration: the positions found, and the rows of those that were expanded.
//!
//! A breadth-first exploration from nothing expands positions in the order of their numbers, so the known rows are
//! those of a prefix of the positions. When all rows are known, the exploration is over, and its graph has the same
//! data.

use super::explorer::{Explorer, NodeByte, UNKNOWN};
use crate::checkpoint::{CheckpointError, Decoder, write_list, write_u64};
use crate::graph::{Graph, Vertex};
use crate::text::{DynGame, Key};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of a position, in the encoding of the interner.
const MAX_POSITION_BYTES: u32 = (1 << 20) - 1;

impl<'a> Explorer<'a> {
    /// Writes the exploration; `graph` is the graph that the rows were moved to, if they were.
    pub(crate) fn write(&self, graph: Option<&Graph>, out: &mut dyn Write) -> io::Result<()> {
        let options = graph.map_or(&self.options[..], Graph::options);
        let known = || self.rows.iter().take_while(|row| row.1 != UNKNOWN);
        write_u64(out, self.count())?;
        let mut key = Vec::new();
        for n in 0..self.interner.len() as u32 {
            key.clear();
            self.interner.key(n, &mut key);
            out.write_all(&(key.len() as u32).to_le_bytes())?;
            out.write_all(&key)?;
        }
        let lengths: Vec<u32> = known().map(|row| row.1).collect();
        write_list(out, &lengths)?;
        write_list(out, &self.nodes.iter().take(lengths.len()).map(|node| node.0).collect::<Vec<u8>>())?;
        drop(lengths);
        known().try_for_each(|&(start, length)| {
            let row = &options[start as usize..start as usize + length as usize];
            row.iter().try_for_each(|option| out.write_all(&option.0.to_le_bytes()))
        })
    }

    /// Reads an exploration that [`Explorer::write`] wrote.
    pub(crate) fn read(game: &'a dyn DynGame, by_class: bool, from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let mut explorer = Self::new(game, by_class);
        let count = from.read_up_to(u32::MAX.into())?;
        let mut bytes = Vec::new();
        for v in 0..count {
            let length = from.read_u32()?;
            if length > MAX_POSITION_BYTES {
                return Err(CheckpointError::Invalid);
            }
            from.read_bytes(length as usize, &mut bytes)?;
            if u64::from(explorer.vertex(&Key(bytes.as_slice().into())).0) != v {
                return Err(CheckpointError::Invalid);
            }
            let Self { interner, source, .. } = &mut explorer;
            interner.choose_codec(source.as_ref());
        }
        let lengths: Vec<u32> = from.read_list(count)?;
        let nodes: Vec<u8> = from.read_list_of(lengths.len() as u64)?;
        explorer.known = lengths.len();
        let mut end = 0_u32;
        for (v, (length, node)) in lengths.into_iter().zip(nodes).enumerate() {
            let start = end;
            end = start.checked_add(length).ok_or(CheckpointError::Invalid)?;
            explorer.rows[v] = (start, length);
            explorer.nodes[v] = NodeByte::from_byte(node).ok_or(CheckpointError::Invalid)?;
        }
        if explorer.count() != count {
            return Err(CheckpointError::Invalid);
        }
        // A game gives the player at every position or at none.
        if explorer.known > 0 {
            let first = explorer.key(Vertex(0));
            // Bytes that are not a position of the game may make its code panic.
            let player =
                catch_unwind(AssertUnwindSafe(|| game.player(&first))).map_err(|_| CheckpointError::Invalid)?;
            let player = player.map_err(|_| CheckpointError::Invalid)?;
            if explorer.nodes[..explorer.known].iter().any(|node| node.player().is_some() != player.is_some()) {
                return Err(CheckpointError::Invalid);
            }
            explorer.names_players = Some(player.is_some());
        }
        for v in 0..explorer.known {
            let length = explorer.rows[v].1;
            let before = explorer.options.len();
            for _ in 0..length {
                let option = from.read_u32()?;
                if u64::from(option) >= count {
                    return Err(CheckpointError::Invalid);
                }
                explorer.options.push(Vertex(option));
            }
            if !explorer.options[before..].is_sorted_by(|a, b| a < b) {
                return Err(CheckpointError::Invalid);
            }
        }
        Ok(explorer)
    }
}
