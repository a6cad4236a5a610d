//! Why the values of more heaps cannot be computed.

use crate::theory::SearchEnd;
use std::fmt;

/// Why a table cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The value of this heap exceeds 65535.
    Value {
        /// The heap.
        heap: u64,
    },
    /// The sets of values that three parts need take more than 1 GiB, or more than is allowed.
    Memory {
        /// The first heap whose value is not computed.
        heap: u64,
        /// Memory of the sets, in bytes.
        bytes: u64,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { heap } => write!(f, "the value of heap {heap} exceeds {}; ask for smaller heaps", u16::MAX),
            Self::Memory { heap, bytes } => {
                write!(f, "the table of values takes {bytes} bytes before heap {heap}; ask for smaller heaps")
            }
        }
    }
}

impl std::error::Error for TableError {}

impl From<TableError> for SearchEnd {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Value { heap } => Self::ValueTooLarge { heap },
            TableError::Memory { heap, bytes } => Self::Memory { heap, bytes },
        }
    }
}
