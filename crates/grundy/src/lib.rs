//! Completely solves finite two-player games of perfect information: who wins, by which move, in how many moves, and why.
//!
//! Solve a position of a named game, given as text:
//!
//! ```
//! let answer = grundy::solve("nim", "14 21 39")?;
//! assert_eq!(answer.value.outcome, grundy::Outcome::Win);
//! assert_eq!(answer.moves.unwrap().listed[0].text, "take 12 from 39");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Solve your own game, a struct with two methods:
//!
//! ```
//! use grundy::{Game, Nimber, solve_game};
//!
//! struct Bachet;
//!
//! impl Game for Bachet {
//!     type Position = u32;
//!     type Move = u32;
//!     fn moves(&self, &stones: &u32, out: &mut Vec<u32>) {
//!         out.extend(1..=stones.min(3));
//!     }
//!     fn play(&self, &stones: &u32, &take: &u32) -> u32 {
//!         stones - take
//!     }
//! }
//!
//! let solved = solve_game(&Bachet, 21)?;
//! assert_eq!(solved.grundy(&21), Some(Nimber(1)));
//! # Ok::<(), grundy::limits::RunError>(())
//! ```
//!
//! Compute Grundy values of a heap game:
//!
//! ```
//! use grundy::Nimber;
//! let values: Vec<Nimber> = grundy::open("kayles")?.grundy_values(0..100)?;
//! assert_eq!(values[67..71], [2, 1, 8, 6].map(Nimber));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve a graph, which may have cycles:
//!
//! ```
//! use grundy::{Graph, Play, Remoteness, Verdict, Vertex};
//! let edges = [(0, 1), (1, 0), (1, 2)].map(|(from, to)| (Vertex(from), Vertex(to)));
//! let graph = Graph::from_edges(3, edges.into(), Play::Normal)?;
//! let solved = graph.solve()?;
//! assert_eq!(solved.verdict(Vertex(0)), Verdict::Loss(Remoteness(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read a solved table from disk, with the crate `grundy-table`:
//!
//! ```no_run
//! let table = grundy_table::Table::open("ttt.parquet")?;
//! let value = table.get("XO..X....")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # By task
//!
//! | task | begin with |
//! |---|---|
//! | solve every position of your own game | [`solve_game`]; with limits [`solve_game_with`] |
//! | solve one position of a named game | [`fn@solve`]; for many positions [`Solver`] |
//! | give your own game a text form, for [`Solver`] and tables | [`text::TextGame`] |
//! | Grundy values of single heaps | [`OpenedGame::grundy_values`](catalog::OpenedGame::grundy_values) |
//! | the period of Grundy values, with its proof | [`solver::period`]; a certificate: [`heap::octal::PeriodSearcher`] |
//! | solve a graph | [`Graph::from_edges`], [`Graph::solve`] |
//! | solve a whole game, row by row | [`solver::SolvedGame`] |
//! | write and read a table | `grundy_table::write_solution`, `grundy_table::Table` |
//! | explain an answer, play against the solver | [`explain`], [`play`] |
//!
//! # Modules, by layer
//!
//! | layer | modules |
//! |---|---|
//! | 6 | [`open`], [`fn@solve`] and [`solve_game`]: the shortcuts; [`plot`]: pictures |
//! | 5 | [`solver`] answers a question about a position; [`play`] plays a game to its end; [`explain`] gives the reasons |
//! | 4 | [`mod@solve`] solves whole graphs and games; [`catalog`] has the named games |
//! | 3 | [`graph`]: explicit graphs, and games explored into them; [`heap`]: the theory of heap games; [`verify`]: independent checks |
//! | 2 | [`game`]: the rules of a game; [`text`]: games in text; [`theory`]: periods and claims; [`answer`]: answers and solutions |
//! | 1 | [`value`]: outcomes, remoteness, Grundy values; [`limits`]: bounds of a run; [`checkpoint`]: saved states of runs; [`spelling`] |
//!
//! A module depends only on lower layers. The repository has six short example programs, in `examples/`.
//!
//! # Features
//!
//! - `json`: [`Answer`] serialises to the JSON shape `grundy/position/1`, and other answers to theirs; brings serde.
//! - `openapi`: these shapes as schemas of an OpenAPI document; brings utoipa.

pub mod answer;
pub mod catalog;
pub mod checkpoint;
pub mod explain;
pub mod game;
pub mod graph;
pub mod heap;
pub mod limits;
pub mod play;
pub mod plot;
mod shortcuts;
mod simd;
pub mod solve;
pub mod solver;
pub mod spelling;
pub mod text;
pub mod theory;
pub mod value;
pub mod verify;

pub use answer::{Answer, PositionValue, Solution};
pub use dashu_int::UBig;
pub use game::{Game, Play, Player};
pub use graph::{Graph, Vertex};
pub use limits::Limits;
pub use shortcuts::{Error, GameSolution, open, solve, solve_game, solve_game_with};
pub use solver::Solver;
pub use value::{Grundy, Nimber, Outcome, Remoteness, Tally, Verdict, decide, mex};
