//! Rules files: games that are data, written in a page of Starlark by people who write no Rust.
//!
//! [`open`] is the one door for games: a name of the catalogue, a graph file, or the path of a rules file, `PATH.star`.
//!
//! ```
//! use grundy::{solver::Solver, limits::Limits, Play};
//! let path = std::env::temp_dir().join(format!("bachet-{}.star", std::process::id()));
//! std::fs::write(&path, "def initial(): return 21\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n")?;
//! let game = grundy_rules::open(path.to_str().unwrap(), &[], Play::Normal, &Limits::NONE)?;
//! let start = game.any().start().unwrap();
//! let answer = Solver::new(&game, Limits::NONE).ask(&start)?;
//! assert_eq!(answer.facts.grundy.finite(), Some(grundy::Nimber(1)));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A script can read nothing and write nothing, and is bounded in steps, memory and recursion. What the interpreter itself
//! cannot stop (one operation on enormous numbers, a list nested a million deep) has to be stopped from outside: a face
//! runs a file that it does not trust in a process of its own, and asks [`seconds_in_script`] whether it hangs
//! and [`position_in_script`] where.

mod cells;
mod check;
mod door;
mod kept;
mod literal;
mod nesting;
mod position;
mod rules;
mod script;
mod shape;
mod store;
mod sums;
mod time;

pub use check::{Finding, Report, Severity, check, check_source};
pub use door::{OpenError, Setting, is_rules_file, open, open_kept, open_source};
pub use time::{position_in_script, seconds_in_script};
