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
//! # The functions of a rules file
//!
//! A file must define a start and `moves`; the rest is optional.
//!
//! | the file defines | meaning |
//! |---|---|
//! | `initial()`, or `starts()` | the start, or the list of starts |
//! | `moves(s)` | the list of positions that can be moved to; empty: the game is over. An item may be a `Sum` |
//! | `outcome(s)` | `WIN`, `LOSS` or `DRAW` for the player to move, or `None`: the game goes on. Without it a player without moves loses |
//! | `turn(s)` | who moves, one of any two values. Without it the players alternate and have the same moves |
//! | `text(s)`, `parse(text)` | the position as one line of text, and back; both or neither. Without them a position is its literal |
//! | `show(s)` | a picture of the position, in lines |
//! | `label(s, t)` | the name of the move from `s` to `t`; without it `to POSITION` |
//! | `canonical(s)` | the position that stands for the class of `s` |
//! | `symmetries` | such classes as data: a list of permutations of the cells of a position |
//!
//! | the file calls | meaning |
//! |---|---|
//! | `param(name, default)` | a parameter, which a [`Setting`] sets; the default gives its type |
//! | `game(name = …, misere = …, source = …)` | the name of the game, misère play, the source of the rules |
//! | `Sum(a, b, …)` | a position that is a sum of independent components |
//!
//! A position is an integer below 2⁶³, a string, `None`, `True`, `False`, or a tuple or list of positions.
//!
//! # Untrusted files
//!
//! A script cannot read or write anything, and its steps, memory and recursion are bounded. But the interpreter cannot interrupt a single
//! operation on enormous numbers, or the release of a list nested a million deep. So a front end runs an untrusted file in a process of
//! its own, and stops the process when [`seconds_in_script`] shows that it hangs; [`position_in_script`] returns the position.

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
pub use open::{OpenError, open, open_embedded, open_like, open_script};
pub use setting::{ParseSettingError, Setting};
pub use watchdog::{position_in_script, seconds_in_script};
