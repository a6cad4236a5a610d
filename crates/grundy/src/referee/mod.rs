//! Whether every stored value is implied by its options; takes no part in the game, and knows no solver.

mod table;

pub use table::{Fault, Wrong, check_position, check_table};
