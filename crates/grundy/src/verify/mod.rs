//! Whether every stored value is implied by its options, and whether a certificate of a period proves it; takes no part in
//! the game, and knows no solver.

pub mod octal;
mod piecewise;
mod table;

pub use piecewise::{debts, payment};
pub use table::{Fault, Wrong, check_position, check_table};
