//! Solves finite two-player games of perfect information, completely: who wins, by which move, in how many moves, and why.
//!
//! A game in text, asked for one position:
//!
//! ```
//! use grundy::{solver::Solver, catalog, limits::Limits, Outcome, Play};
//! let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
//! let at = game.any().parse("14 21 39")?;
//! let answer = Solver::new(&game, Limits::NONE).ask(&at)?;
//! assert_eq!(answer.facts.outcome, Outcome::Win);
//! assert_eq!(answer.moves.unwrap().listed[0].text, "take 12 from 39");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A graph, solved whole:
//!
//! ```
//! use grundy::{graph, limits::Limits, solve, Outcome, Solution, Vertex};
//! let file = graph::read("a b\nb a\nb c\n".as_bytes(), "cycle", &Limits::NONE)?;
//! let solved = solve::solve(&file.graph, &Limits::NONE)?;
//! let b = file.names.vertex("b").unwrap();
//! assert_eq!(solved.facts(&b).unwrap().outcome, Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of one's own, explored and solved:
//!
//! ```
//! use grundy::{graph::explore, limits::Limits, solve, Game, Nimber, Solution};
//! struct Bachet;
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
//! let explored = explore(&Bachet, [21], &Limits::NONE)?;
//! let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE)?;
//! let facts = explored.by_position(&solved).facts(&21).unwrap();
//! assert_eq!(facts.grundy.finite(), Some(Nimber(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `json`: [`Answer`] serialises to the JSON shape `grundy/position/1`; brings serde.

pub mod answer;
pub mod catalog;
pub mod checkpoint;
pub mod explain;
pub mod game;
pub mod graph;
pub mod heap;
pub mod limits;
pub mod play;
pub mod solve;
pub mod solver;
pub mod spelling;
pub mod text;
pub mod theory;
pub mod value;
pub mod verify;

pub use answer::{Answer, PositionValue, Solution};
pub use game::{Game, Play, Player};
pub use graph::{Graph, Vertex};
pub use value::{Grundy, Nimber, Outcome, Remoteness, Tally, Verdict, decide, mex};
