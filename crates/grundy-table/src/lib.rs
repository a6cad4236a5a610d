//! Solved games on disk: one Parquet file for a game, read position by position, with checksums over every byte.
//!
//! A position of a game that `grundy build GAME -o TABLE` solved:
//!
//! ```
//! # use grundy::{Play, catalog, limits::Limits, solver::{Extent, SolvedGame}, text::DynGame};
//! # use grundy_table::{Header, NewRow, Writer};
//! # let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE)?;
//! # let start = game.as_dyn().start().unwrap();
//! # let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE)?;
//! # let path = std::env::temp_dir().join(format!("grundy-table-doc-{}.parquet", std::process::id()));
//! # let header = Header {
//! #     game: "tictactoe".to_owned(),
//! #     play: Play::Normal,
//! #     rules: grundy_table::rules_of("tictactoe", game.as_dyn())?,
//! #     program: "an example".to_owned(),
//! #     order: solved.order(),
//! #     reduced: false,
//! #     texts: true,
//! #     dense: false,
//! #     weights: false,
//! #     start: None,
//! # };
//! # let mut writer = Writer::new(std::fs::File::create(&path)?, header)?;
//! # let mut key = Vec::new();
//! # solved.rows(false, &Limits::NONE, &mut |row| {
//! #     let at = solved.position(row);
//! #     if writer.wants_first_key() {
//! #         solved.order().sort_key(game.as_dyn(), &at, &mut key).unwrap();
//! #         writer.push_first_key(&key);
//! #     }
//! #     let text = game.as_dyn().to_text(&at).unwrap();
//! #     let (verdict, grundy, turn, weight) = (row.verdict, row.grundy, row.turn, row.weight);
//! #     writer.push(&NewRow { text: &text, number: 0, verdict, grundy, turn, weight }).is_ok()
//! # })?;
//! # writer.finish(0)?;
//! let table = grundy_table::Table::open(&path)?;
//! let value = table.get("XO..X....")?.expect("the table holds the position");
//! assert_eq!((value.outcome, value.remoteness), (grundy::Outcome::Loss, Some(grundy::Remoteness(4))));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`TableSolution`] makes a table the store of a [`Solver`](grundy::solver::Solver), which then answers with all moves:
//! `Solver::new(&game).with_store(&TableSolution::new(&table, game.as_dyn()))`. [`Writer`] writes a table, and [`verify()`] checks every
//! byte of it and derives every row again.
//!
//! # Format
//!
//! A table is one Parquet file, which other programs open as it is. `docs/table-format.md` describes it for the author of a reader. What
//! a table has beyond Parquet is in the key-value metadata of its footer:
//!
//! ```text
//! PAR1 · pages, row group by row group · column indexes · offset indexes · footer, its length, PAR1
//! └────── blocks: a CRC-32 each ─────┘                    └─ SHA-256 ──┘   └─ SHA-256 of itself, the field blank ─┘
//! └──────────── body: SHA-256 ─────────────────────────────────────────┘
//! ```
//!
//! [`Table::open`] reads the footer and the offset indexes and compares their digests. A lookup reads the blocks that it needs and compares
//! their checksums before it uses a byte of them, so that a damaged table gives an error and never an answer.

mod bits;
mod checksum;
mod chunk_writer;
mod codes;
mod delta_binary_packed;
mod digest;
mod error;
mod first_keys;
mod game;
mod header;
mod page;
mod page_cache;
mod point_read;
mod probe;
mod rle_bitpacked;
mod row_key;
mod rows;
mod schema;
mod segment;
mod solution;
mod source;
mod table;
mod validate;
mod verify;
mod write;

pub use digest::{digest_of, digest_of_text};
pub use error::{GetError, TableError};
pub use game::rules_of;
pub use header::{Counts, Header};
pub use rows::Rows;
pub use solution::TableSolution;
pub use table::Table;
pub use verify::{StoredOption, Verified, WrongRow, WrongTable, verify};
pub use write::{NewRow, Writer};

/// The version of the format that this crate writes, and the newest that it reads.
pub const VERSION: u32 = 1;
