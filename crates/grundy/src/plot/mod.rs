//! Pictures as SVG: the values of heaps, heat maps, histograms.

mod heaps;
mod heatmap;
mod histogram;
mod svg;

pub use heaps::{HeapPoint, MAX_POINTS, cold_pairs, heaps};
pub use heatmap::heatmap;
pub use histogram::histogram;
