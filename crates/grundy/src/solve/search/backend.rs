//! The interface between the search and a game.

use super::score::Range;
use crate::checkpoint::{CheckpointError, Decoder};
use crate::game::Player;
use crate::text::RulesError;
use crate::value::Outcome;
use std::hash::Hash;
use std::io::{self, Write};

/// A game as the search uses it.
pub(super) trait Backend: Sync {
    /// A position, with the data that its expansion needs.
    type Position: Clone + Send + Sync;
    /// The part of a position that the table stores; different positions have different keys.
    type Key: Clone + Eq + Hash + Send;

    /// Whether one play can reach the same position twice. If this is `false`, the rules of the game exclude it.
    const MAY_RECUR: bool;
    /// Number of positions between two checks of the limits.
    const INTERVAL: u64;
    /// Number of positions that one thread searches before the others begin, since threads take time to start.
    const ALONE: u64;

    /// The key of a position.
    fn key(at: &Self::Position) -> &Self::Key;

    /// A number that moves of the same kind mostly share, such as a mark on the same cell.
    fn move_kind(from: &Self::Position, to: &Self::Position) -> u64;

    /// Writes a key, for [`Self::read_key`].
    fn write_key(key: &Self::Key, out: &mut dyn Write) -> io::Result<()>;

    /// Reads a key.
    fn read_key(&self, from: &mut Decoder<'_>) -> Result<Self::Key, CheckpointError>;

    /// The bytes that a key uses outside the table, approximately.
    fn key_bytes(&self) -> u64;

    /// Bounds of the score of a position, if the game provides them without an expansion.
    fn bounds(&self, _at: &Self::Position) -> Option<Range> {
        None
    }

    /// Bytes in use for anything but the table.
    fn bytes(&self) -> u64 {
        0
    }

    /// Sets the most bytes that may be in use for anything but the table.
    fn set_max_bytes(&mut self, _bytes: u64) {}

    /// Calls `work` with an expander until it returns `false`. `work` expands at most one position at a time.
    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_, Self::Position>) -> bool);
}

/// A function that expands a position: it appends the options of the position.
pub(super) type Expand<'e, P> = dyn FnMut(&P, &mut Vec<Choice<P>>) -> Result<Expanded, RulesError> + 'e;

/// Facts about an expanded position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expanded {
    /// The outcome of the position if it has no options.
    pub(super) terminal: Outcome,
    /// The player to move; `None` if the players alternate, or each option says who moves there.
    pub(super) player: Option<Player>,
    /// Bounds of the score, if the game provides them only with the expansion.
    pub(super) bounds: Option<Range>,
}

/// An option of a position that is being searched.
#[derive(Clone, Debug)]
pub(super) struct Choice<P> {
    pub(super) position: P,
    /// Whether the player who makes the move also moves next; `None` if that is known only after the option was expanded.
    pub(super) moves_again: Option<bool>,
    /// The number of the option in the game's order.
    pub(super) index: u16,
    /// Options of larger rank are tried first. The expander computes it from the game's estimate of the move.
    pub(super) rank: i64,
}

impl<P> Choice<P> {
    /// The rank of an option for which the game returns this estimate.
    pub(super) fn rank(guess: i32) -> i64 {
        i64::from(guess) << 24
    }

    /// The number of an option as [`Choice::index`] stores it. Options beyond the largest number share it, which only costs time.
    pub(super) fn index(i: usize) -> u16 {
        u16::try_from(i).unwrap_or(u16::MAX)
    }
}
