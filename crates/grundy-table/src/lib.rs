//! Solved games on disk: memory that outlives the process, and admits damage.
//!
//! A table is one Parquet file, which other programs open as it is; `docs/table-format.md` describes it for someone who writes
//! a reader. What is beyond Parquet stands in the key-value metadata of its footer:
//!
//! ```text
//! PAR1 · pages, row group by row group · column indexes · offset indexes · footer, its length, PAR1
//! └────── blocks: a CRC-32 each ─────┘                    └─ SHA-256 ──┘   └─ SHA-256 of itself, the field blank ─┘
//! └──────────── body: SHA-256 ─────────────────────────────────────────┘
//! ```
//!
//! Opening reads the footer and the offset indexes and checks both; a probe reads the blocks that it needs and checks those, so
//! that nothing is believed that was not checked. [`verify()`] checks everything, and derives every row again.

mod chunk;
mod digest;
mod error;
mod fences;
mod header;
mod hybrid;
mod look;
mod page;
mod part;
mod probe;
mod rows;
mod schema;
mod seal;
mod shape;
mod source;
mod table;
mod verify;
mod write;

pub use digest::{digest_of, digest_of_text};
pub use error::TableError;
pub use header::{Counts, Header};
pub use probe::Stored;
pub use rows::Rows;
pub use table::Table;
pub use verify::{Verified, WrongRow, WrongTable, verify};
pub use write::{NewRow, Writer};

/// The version of the format that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;
