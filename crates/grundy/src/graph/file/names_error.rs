//! The error of words that cannot name the vertices of a graph.

use std::fmt;

/// Why words cannot be the names of a graph's vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamesError {
    /// A word cannot be a name in a graph file.
    NotAName {
        /// The word.
        word: String,
        /// Why it cannot be a name, and what to do; without a full stop.
        why: String,
    },
    /// A name is empty.
    Empty,
    /// Two vertices have the same name.
    Repeated {
        /// The name.
        word: String,
    },
    /// There are not as many names as vertices.
    Count {
        /// Number of vertices.
        vertices: u64,
        /// Number of names.
        names: u64,
    },
}

impl fmt::Display for NamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAName { word, why } => write!(f, "`{word}` cannot be a name: {why}"),
            Self::Empty => f.write_str("a name must not be empty"),
            Self::Repeated { word } => write!(f, "the name `{word}` is repeated"),
            Self::Count { vertices, names } => write!(f, "{vertices} vertices must have as many names, got {names}"),
        }
    }
}

impl std::error::Error for NamesError {}
