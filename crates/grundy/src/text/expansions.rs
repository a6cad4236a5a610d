//! The expansions of a batch of positions: the options of each, its terminal outcome, and the player to move.

use super::KeyCodec;
use super::keys::{PositionBatch, PositionRef};
use crate::game::Player;
use crate::value::{Outcome, Verdict};
use std::ops::Range;

/// Number of bytes of options at which the expansion of a batch stops early.
const MAX_OPTION_BYTES: usize = 1 << 20;

/// The terminal outcome and the player to move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// The outcome of the position if it has no options.
    pub terminal: Outcome,
    /// The player to move, as [`crate::Game::player`] gives it.
    pub player: Option<Player>,
}

/// The options of a batch of positions, in the order of the batch, with the [`NodeInfo`] of each.
#[derive(Debug, Default)]
pub struct Expansions {
    options: PositionBatch,
    wants_packed: bool,
    /// The end of each position's options, and its node information.
    nodes: Vec<(usize, NodeInfo)>,
    wants_hints: bool,
    /// A guess for each option, or none at all.
    guesses: Vec<i32>,
    /// Bounds of the verdicts of some positions, each with the index of its position.
    bounds: Vec<(usize, [Verdict; 2])>,
}

impl Expansions {
    /// Removes all positions and options.
    pub fn clear(&mut self) {
        self.options.clear();
        self.nodes.clear();
        self.guesses.clear();
        self.bounds.clear();
    }

    /// Sets whether the game should add what it knows for a search: guesses and bounds.
    pub fn set_wants_hints(&mut self, wants_hints: bool) {
        self.wants_hints = wants_hints;
    }

    /// Returns whether guesses and bounds are of use.
    pub fn wants_hints(&self) -> bool {
        self.wants_hints
    }

    /// Appends the guess for an option, as [`TextGame::guess`](super::TextGame::guess) makes it. A game adds one for each option of a batch,
    /// in their order, or none.
    pub fn push_guess(&mut self, guess: i32) {
        self.guesses.push(guess);
    }

    /// Returns the guess for an option of the batch; 0 if the game made none.
    pub fn guess(&self, option: usize) -> i32 {
        self.guesses.get(option).copied().unwrap_or(0)
    }

    /// Sets bounds of the verdict of the position that is closed next, as [`TextGame::bounds`](super::TextGame::bounds) gives them.
    pub fn set_bounds(&mut self, bounds: [Verdict; 2]) {
        self.bounds.push((self.nodes.len(), bounds));
    }

    /// Returns the bounds of the verdict of position `i` of the batch, if the game gave any.
    pub fn bounds(&self, i: usize) -> Option<[Verdict; 2]> {
        self.bounds.iter().find(|bounds| bounds.0 == i).map(|bounds| bounds.1)
    }

    /// Sets whether options should be integers of the game's [`KeyCodec`] if they have one.
    pub fn set_wants_packed(&mut self, wants_packed: bool) {
        self.wants_packed = wants_packed;
    }

    /// Returns whether options may be integers of the game's [`KeyCodec`].
    pub fn wants_packed(&self) -> bool {
        self.wants_packed
    }

    /// Returns the options of all positions, for appending; appended options belong to the position that is closed next.
    pub fn options_mut(&mut self) -> &mut PositionBatch {
        &mut self.options
    }

    /// Returns the options of all positions, position after position.
    pub fn options(&self) -> &PositionBatch {
        &self.options
    }

    /// Replaces keys among the options by integers if the codec has one.
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
        self.guesses.truncate(last);
        self.bounds.retain(|bounds| bounds.0 < self.nodes.len());
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns whether the expansions are full, so that the rest of the batch should be expanded later.
    pub fn is_full(&self) -> bool {
        self.options.bytes() > MAX_OPTION_BYTES
    }

    /// Returns the range of the options of position `i`, its terminal outcome and its player to move.
    ///
    /// # Panics
    /// If there are not more than `i` positions.
    pub fn node(&self, i: usize) -> (Range<usize>, NodeInfo) {
        let start = if i == 0 { 0 } else { self.nodes[i - 1].0 };
        let (end, node) = self.nodes[i];
        (start..end, node)
    }

    /// Returns the options of position `i` of the batch.
    ///
    /// # Panics
    /// If there are not more than `i` positions.
    pub fn row(&self, i: usize) -> impl ExactSizeIterator<Item = PositionRef<'_>> {
        self.node(i).0.map(|option| self.options.get(option))
    }
}
