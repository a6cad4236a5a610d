//! The verbs, a file each.

pub(crate) mod build;
pub(crate) mod census;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod judge;
pub(crate) mod man;
pub(crate) mod period;
pub(crate) mod sequence;
pub(crate) mod solve;
pub(crate) mod verify;
