//! What a game says of a batch of positions: the options of each, its value as an end, and who moves.

use super::KeyCodec;
use super::keys::{PositionBatch, PositionRef};
use crate::game::Player;
use crate::value::Outcome;
use std::ops::Range;

/// Bytes of options after which a batch is answered in part.
const ENOUGH: usize = 1 << 20;

/// Terminal outcome and player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// The value of the position if it has no options.
    pub terminal: Outcome,
    /// Who moves, as [`crate::Game::player`].
    pub player: Option<Player>,
}

/// The options of a batch of positions, in the order of the batch, with the [`NodeInfo`] of each.
#[derive(Debug, Default)]
pub struct Expansions {
    options: PositionBatch,
    wants_packed: bool,
    /// Where the options of each position end.
    nodes: Vec<(usize, NodeInfo)>,
}

impl Expansions {
    /// Removes all positions and options.
    pub fn clear(&mut self) {
        self.options.clear();
        self.nodes.clear();
    }

    /// Asks for options as integers of the game's [`KeyCodec`] where they have one.
    pub fn set_wants_packed(&mut self, wants_packed: bool) {
        self.wants_packed = wants_packed;
    }

    /// Returns whether options may be integers of the game's [`KeyCodec`].
    pub fn wants_packed(&self) -> bool {
        self.wants_packed
    }

    /// Returns the options of all positions; what is appended belongs to the position that is closed next.
    pub fn options_mut(&mut self) -> &mut PositionBatch {
        &mut self.options
    }

    /// Returns the options of all positions, one position's after another's.
    pub fn options(&self) -> &PositionBatch {
        &self.options
    }

    /// Replaces keys among the options by integers where the codec has one.
    pub fn pack_options(&mut self, codec: &KeyCodec) {
        self.options.pack(codec);
    }

    /// Ends the options of a position.
    pub fn close(&mut self, node: NodeInfo) {
        self.nodes.push((self.options.len(), node));
    }

    /// Removes the options appended since the last position was closed.
    pub fn discard_open(&mut self) {
        let last = self.nodes.last().map_or(0, |node| node.0);
        self.options.truncate(last);
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns whether the expansions are full, so that the rest of the batch should wait.
    pub fn is_full(&self) -> bool {
        self.options.bytes() > ENOUGH
    }

    /// Returns the range of the options of position `i`, its terminal outcome and its player to move.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn node(&self, i: usize) -> (Range<usize>, NodeInfo) {
        let start = if i == 0 { 0 } else { self.nodes[i - 1].0 };
        let (end, node) = self.nodes[i];
        (start..end, node)
    }

    /// Returns the options of position number `i` of the batch.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn row(&self, i: usize) -> impl ExactSizeIterator<Item = PositionRef<'_>> {
        self.node(i).0.map(|option| self.options.get(option))
    }
}
