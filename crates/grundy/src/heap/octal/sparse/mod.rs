//! The sparse-space engine: values by the hundred million where few heaps are rare.
//!
//! `space` says what is rare and finds the mask; `engine` goes from heap to heap, by blocks of sixteen (`lanes`, with `permute` for
//! unions and `planes` for their width) or one by one (`stamps`), with `witness` for the splits that show rare values; `past` is
//! what is kept of the values. `recurrence` sees a window come again, and `proof` makes a period of that.

mod certify;
mod engine;
mod hunt;
mod lanes;
mod level;
mod past;
mod permute;
mod planes;
mod proof;
mod recurrence;
mod snapshot;
mod space;
mod stamps;
mod witness;

pub(super) use hunt::{BEGIN, Hunt, Step};
pub(super) use proof::Failure;
