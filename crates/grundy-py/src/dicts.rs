//! Graphs whose rows are dicts, as NetworkX has them.

use crate::errors::Failure;
use crate::graph::{Graph, Marks};
use crate::index::{Index, word};
use crate::watch::{Watch, run_with};
use grundy::{Graph as LibraryGraph, Play, Vertex};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Number of rows that are read together.
const ROWS: usize = 64;

/// The place of a name that is not there.
const MISSING: Vertex = Vertex(u32::MAX);

/// The rows of a graph as far as they are read.
struct Rows<'py> {
    index: Index<'py>,
    /// Options that are integers, of the last rows, to be looked up together.
    words: Vec<i64>,
    options: Vec<Vertex>,
}

impl<'py> Rows<'py> {
    fn push(&mut self, option: &Bound<'py, PyAny>) -> PyResult<()> {
        match word(option) {
            Some(word) => self.words.push(word),
            None => {
                self.look_up(option.py())?;
                self.options.push(self.index.find(option)?.map_or(MISSING, Vertex));
            }
        }
        Ok(())
    }

    fn look_up(&mut self, py: Python<'py>) -> PyResult<()> {
        self.index.find_words(py, &self.words, MISSING, &mut self.options)?;
        self.words.clear();
        Ok(())
    }

    /// The number of options so far.
    fn end(&self) -> u64 {
        (self.options.len() + self.words.len()) as u64
    }
}

/// A graph whose rows are dicts, or other iterables, of its vertices' names; and the numbers of the names, as words or a dict.
#[pyfunction]
pub(crate) fn graph_of_dicts<'py>(
    py: Python<'py>,
    names: Bound<'py, PyList>,
    rows: &Bound<'py, PyList>,
    ends: Option<Vec<i8>>,
    players: Option<Vec<i8>>,
) -> PyResult<(Graph, Py<PyAny>)> {
    let watch = Watch::new(None);
    let mut read = Rows { index: Index::of(names)?, words: Vec::new(), options: Vec::new() };
    let mut offsets = vec![0_u64];
    let mut keys = Vec::with_capacity(ROWS);
    for first in (0..rows.len()).step_by(ROWS) {
        watch.check(py)?;
        // The names lie anywhere in memory. Making lists of them is short work for each, so that the processor waits for many at a time.
        for row in rows.get_slice(first, first + ROWS) {
            keys.push(match row.cast_exact::<PyDict>() {
                Ok(row) => row.keys().into_any(),
                Err(_) => row,
            });
        }
        for row in keys.drain(..) {
            match row.cast_exact::<PyList>() {
                Ok(row) => row.iter().try_for_each(|option| read.push(&option))?,
                Err(_) => row.try_iter()?.try_for_each(|option| read.push(&option?))?,
            }
            offsets.push(read.end());
        }
        read.look_up(py)?;
    }
    let Rows { index, options, .. } = read;
    if options.contains(&MISSING) {
        return Err(PyValueError::new_err("an edge leads to a node that is not in the graph"));
    }
    let graph = run_with(py, &watch, |_| {
        let graph = LibraryGraph::from_rows(offsets, options, Play::Normal)?;
        Ok::<_, Failure>(Graph::new(Marks { ends: ends.as_deref(), players: players.as_deref() }.put(graph)?))
    })?;
    let (names, numbers) = index.into_parts(py)?;
    Ok((graph, numbers.map_or(names, Py::into_any)))
}
