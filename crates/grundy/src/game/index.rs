//! The indices of positions.

/// The index of a position, from 0, in a game whose positions are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u64);
