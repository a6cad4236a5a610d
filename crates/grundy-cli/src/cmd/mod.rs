//! The verbs of the command line, one file each.

pub(crate) mod build;
pub(crate) mod census;
#[cfg(feature = "rules")]
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
#[cfg(feature = "table")]
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod heatmap;
pub(crate) mod judge;
pub(crate) mod man;
pub(crate) mod misere;
pub(crate) mod period;
pub(crate) mod play;
#[cfg(feature = "table")]
pub(crate) mod probe;
pub(crate) mod sequence;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod solve;
#[cfg(feature = "table")]
pub(crate) mod stats;
pub(crate) mod verify;
