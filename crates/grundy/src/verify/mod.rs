//! Independent verification: checks whether every stored value follows from its options, and whether a certificate
//! proves a period or a misère quotient. This module shares no code with the solvers, except the choice of the
//! processor's vectors.

mod fault;
mod loopy;
mod loopy_piecewise;
pub mod misere;
pub mod octal;
mod piecewise;
mod table;

pub use fault::{RulesAt, ValueFault};
pub use loopy::{StagedValue, check_staged};
pub use loopy_piecewise::{LoopyValue, NO_STAGE};
pub use piecewise::{discharged_by, obligations};
pub use table::{PositionFault, check_position, check_table, check_values};
