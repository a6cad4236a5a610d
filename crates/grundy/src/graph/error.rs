//! The error of building a graph.

use super::Vertex;
use std::fmt;

/// Why a graph cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An outcome was given for a vertex that has moves.
    TerminalWithMoves(Vertex),
    /// This vertex has no player to move, although other vertices have one.
    PlayerMissing(Vertex),
    /// An edge, an outcome or a player is given for a vertex that the graph does not have.
    NoSuchVertex {
        /// The vertex.
        vertex: Vertex,
        /// The number of vertices of the graph.
        vertices: u64,
    },
    /// This entry of the row offsets is wrong: offsets begin with 0, never descend, and end with the number of options.
    RowOffsets {
        /// The number of the entry, from 0.
        entry: usize,
    },
    /// The graph has more vertices than a [`Vertex`] can number.
    TooManyVertices {
        /// The most vertices that a graph may have.
        limit: u64,
        /// The number of vertices requested.
        needed: u64,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TerminalWithMoves(v) => write!(f, "vertex {} has moves, so it cannot be given a value", v.0),
            Self::PlayerMissing(v) => {
                write!(f, "vertex {} has no player to move; give a player for every vertex or for none", v.0)
            }
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "vertex {} does not exist: the graph has {vertices} vertices", vertex.0)
            }
            Self::RowOffsets { entry } => write!(
                f,
                "row offsets must begin with 0, never descend and end with the number of options; entry {entry} is wrong"
            ),
            Self::TooManyVertices { limit, needed } => {
                write!(f, "a graph must have at most {limit} vertices, got {needed}")
            }
        }
    }
}

impl std::error::Error for GraphError {}
