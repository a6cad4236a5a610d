//! Games defined by rules files: short Starlark scripts.
//!
//! [`open`] opens any game: a name of the catalogue, a graph file, or the path of a rules file, `PATH.star`.
//!
//! ```
//! use grundy::{Play, limits::Limits, solver::Solver};
//! let source = "def initial(): return 21\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n";
//! let game = grundy_rules::open_script("bachet.star", source, &[], Play::Normal, &Limits::NONE)?;
//! let answer = Solver::new(&game).solve(&game.as_dyn().parse("21")?)?;
//! assert_eq!(answer.value.grundy.finite(), Some(grundy::Nimber(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A script reads nothing and writes nothing, and its steps, memory and recursion are bounded. The interpreter cannot stop one
//! operation on enormous numbers, or the release of a list nested a million deep. So a front end runs a file that it does not trust
//! in a process of its own, and stops the process when [`seconds_in_script`] says that it hangs; [`position_in_script`] says where.

mod check;
mod embedded_rules;
mod literal;
mod nesting;
mod open;
mod packing;
mod position;
mod rules;
mod script;
mod setting;
mod sums;
mod symmetry_group;
mod watchdog;

pub use check::{Finding, Report, Severity, check, check_source};
pub use open::{OpenError, is_rules_file, open, open_embedded, open_script};
pub use setting::Setting;
pub use watchdog::{position_in_script, seconds_in_script};
