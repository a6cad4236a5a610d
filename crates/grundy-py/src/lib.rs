//! The native module of the Python package: converts between Python's objects and the library's, and has no logic of its own.
//!
//! The package `python/grundy` is the interface; `python/grundy/_native.pyi` describes this module. Every call that may take long runs
//! without the interpreter's lock ([`watch`]); errors become the classes of `grundy.errors` ([`errors`]).

// An error ends a call and is converted once, so its size does not matter.
#![allow(clippy::result_large_err)]

mod batches;
mod build;
mod calls;
mod convert;
mod dicts;
mod errors;
mod explore;
mod game;
mod graph;
mod heaps;
mod index;
mod play;
mod table;
mod watch;
mod words;

use pyo3::prelude::*;

/// The native module.
#[pymodule(gil_used = false)]
mod _native {
    use super::*;
    #[pymodule_export]
    use crate::batches::explore_words;
    #[pymodule_export]
    use crate::dicts::graph_of_dicts;
    #[pymodule_export]
    use crate::explore::explore;
    #[pymodule_export]
    use crate::game::{Game, catalog, open_game, open_rules};
    #[pymodule_export]
    use crate::graph::{Graph, Solved};
    #[pymodule_export]
    use crate::heaps::{Square, heaps_svg, histogram_svg};
    #[pymodule_export]
    use crate::play::Match;
    #[pymodule_export]
    use crate::table::{Table, verify_file};
    #[pymodule_export]
    use crate::words::PyWords;

    /// Panics, as a defect of the library would.
    #[pyfunction]
    fn panic_for_tests(py: Python<'_>) -> PyResult<()> {
        crate::watch::run(py, None, |_| -> Result<(), crate::errors::Failure> { panic!("a test of panics") })
    }

    /// Returns the number of calls under way, in all threads: the tests ask it in a handler of signals.
    #[pyfunction]
    fn calls_under_way() -> usize {
        crate::watch::calls_under_way()
    }

    /// Loads the C interface of numpy, which must be there. Where the first array does it and Ctrl-C arrives meanwhile, Python gets a panic.
    #[pyfunction]
    fn load_numpy(py: Python<'_>) {
        numpy::PyArray1::<i8>::zeros(py, 0, false);
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
