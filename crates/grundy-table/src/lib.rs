//! Solved games on disk: one Parquet file for a game, read position by position, with checksums over every byte.
//!
//! The example looks up a position in a table that `grundy build GAME -o TABLE` wrote:
//!
//! ```
//! let table = grundy_table::Table::open("tests/data/tictactoe-reduced.parquet")?;
//! let value = table.get("XO..X....")?.expect("the table holds the position");
//! assert_eq!((value.outcome, value.remoteness), (grundy::Outcome::Loss, Some(grundy::Remoteness(4))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`TableSolution`] makes a table the store of a [`Solver`](grundy::solver::Solver), which then answers with all moves:
//! `Solver::new(&game).with_store(&TableSolution::new(&table, game.as_dyn()))`. [`verify()`] checks every byte of a table and derives
//! every row again from the rules.
//!
//! [`write_solution`] writes the table of a solved game:
//!
//! ```
//! use grundy::{limits::Limits, solver::{Extent, SolvedGame}};
//! use grundy_table::{WriteOptions, write_solution};
//! let game = grundy::open("tictactoe")?;
//! let start = game.as_dyn().start().expect("tic-tac-toe has a start");
//! let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE)?;
//! let (bytes, counts) = write_solution(&game, &solved, Vec::new(), &WriteOptions::default())?;
//! assert!(bytes.starts_with(b"PAR1") && counts.stored == 5478);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Format
//!
//! A table is one Parquet file, which other programs open as it is. The key-value metadata of its footer holds what a table has beyond
//! Parquet:
//!
//! ```text
//! PAR1 · pages, row group by row group · column indexes · offset indexes · footer, its length, PAR1
//! └────── blocks: a CRC-32 each ─────┘                    └─ SHA-256 ──┘   └─ SHA-256 of itself, the field blank ─┘
//! └──────────── body: SHA-256 ─────────────────────────────────────────┘
//! ```
//!
//! [`Table::open`] reads the footer and the offset indexes and compares their digests. A lookup reads the blocks that it needs and
//! compares their checksums before it uses any of their bytes, so a damaged table gives an error and never a wrong answer.

mod bits;
mod cells;
mod checksum;
mod chunk_writer;
mod codes;
mod delta_binary_packed;
mod digest;
mod error;
mod fingerprint;
mod first_keys;
mod game;
mod header;
mod locations;
mod loopy;
mod openings;
mod page;
mod page_cache;
mod parquet_rows;
mod point_read;
mod probe;
mod rle_bitpacked;
mod row_key;
mod rows;
mod schema;
mod segment;
mod solution;
mod source;
mod staged_rows;
mod storable;
mod table;
mod validate;
mod verify;
mod write;
mod write_error;
mod write_solution;

pub use digest::{digest_of, digest_of_text};
pub use error::{GetError, TableError};
pub use fingerprint::{build_fingerprint, one_line_rules};
pub use game::rules_of;
pub use header::{Counts, Header};
pub use openings::openings_of;
pub use rows::Rows;
pub use solution::TableSolution;
pub use storable::{NotStorable, check_storable};
pub use table::{Table, is_parquet_file};
pub use verify::{RowFault, StoredOption, Verified, VerifyError, verify};
pub use write::{NewRow, Writer};
pub use write_error::WriteError;
pub use write_solution::{WriteOptions, write_solution};

/// The version of the format that this crate writes, and the newest version that it reads.
pub const VERSION: u32 = 1;

/// The most numbers of a game whose positions a table stores by number: each takes four bytes.
pub const MAX_NUMBERS: u64 = 1 << 32;
