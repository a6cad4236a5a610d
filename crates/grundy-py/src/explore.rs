//! Games whose rules are Python functions: explored breadth first, with one call of `moves` for each position.

use crate::calls::{Function, at_position, outcome_from, player_from};
use crate::errors::{Failure, ToPyErr};
use crate::graph::Graph;
use crate::index::{Index, word};
use crate::watch::{RawLimits, Watch, run_with};
use grundy::limits::{LimitHit, RunError};
use grundy::{Graph as LibraryGraph, Outcome, Play, Vertex};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyTuple};
use std::iter;

/// Number of positions or options between two looks at signals and limits.
const STEPS: u32 = 256;

/// Number of options that are integers and are looked up together.
const TOGETHER: usize = 1024;

/// The most positions: numbers have 32 bits, and options are numbered together before they are counted.
const MOST: u64 = u32::MAX as u64 - TOGETHER as u64;

/// The positions of a game, numbered in the order in which they are found, and the options of those that were expanded.
struct Positions<'a, 'py> {
    index: Index<'py>,
    canonical: Option<Bound<'py, PyAny>>,
    options: Vec<Vertex>,
    /// Options that are integers, the last ones, to be looked up together.
    words: Vec<i64>,
    watch: &'a Watch,
    /// The most positions.
    most: u64,
    /// Number of positions whose options were requested.
    expanded: u32,
}

impl<'py> Positions<'_, 'py> {
    /// The number of a position; adds it if it is new.
    fn number(&mut self, position: Bound<'py, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let position = match &self.canonical {
            Some(canonical) => canonical.call1((position,))?,
            None => position,
        };
        let number = self.index.number(position)?;
        self.check_count(py)?;
        Ok(number)
    }

    fn check_count(&self, py: Python<'py>) -> PyResult<()> {
        if u64::from(self.index.count()) <= self.most {
            return Ok(());
        }
        let hit = LimitHit::Positions { limit: self.most, needed: self.most + 1 };
        Err(RunError::from(hit).to_py_err(py))
    }

    /// Looks at signals and limits.
    fn check(&self, py: Python<'py>) -> PyResult<()> {
        self.watch.report(self.index.count().into());
        self.watch.check(py)?;
        let rows = 8 * u64::from(self.expanded) + 4 * self.options.len() as u64;
        self.watch.check_memory(py, rows + self.index.bytes())
    }

    /// The number of options so far.
    fn end(&self) -> usize {
        self.options.len() + self.words.len()
    }

    /// Adds an option. A position may have any number of them, so signals and limits are looked at now and then.
    fn push(&mut self, option: Bound<'py, PyAny>) -> PyResult<()> {
        let py = option.py();
        if self.canonical.is_none()
            && matches!(self.index, Index::Words(_))
            && let Some(word) = word(&option)
        {
            self.words.push(word);
            return if self.words.len() < TOGETHER { Ok(()) } else { self.number_words(py) };
        }
        self.number_words(py)?;
        if self.options.len().is_multiple_of(STEPS as usize) {
            self.check(py)?;
        }
        let number = self.number(option)?;
        self.options.push(Vertex(number));
        Ok(())
    }

    /// Numbers the options that were kept as words.
    fn number_words(&mut self, py: Python<'py>) -> PyResult<()> {
        if self.words.is_empty() {
            return Ok(());
        }
        if let Index::Words(index) = &mut self.index {
            index.number_all(&self.words, &mut self.options);
        }
        self.words.clear();
        self.check_count(py)?;
        self.check(py)
    }

    /// Adds the options that the rules gave; `true` if these are a mapping from moves.
    fn push_all(&mut self, given: Bound<'py, PyAny>) -> PyResult<bool> {
        if let Ok(options) = given.cast_exact::<PyList>() {
            let mut i = 0;
            // The functions of positions may change the list.
            while i < options.len() {
                self.push(options.get_item(i)?)?;
                i += 1;
            }
        } else if let Ok(options) = given.cast_exact::<PyTuple>() {
            for option in options {
                self.push(option)?;
            }
        } else if let Ok(moves) = given.cast::<PyMapping>() {
            for option in moves.values()? {
                self.push(option)?;
            }
            return Ok(true);
        } else if given.is_none() {
            return Err(PyTypeError::new_err("`moves` returned None; return a list of positions, empty at the end"));
        } else {
            for option in given.try_iter()? {
                self.push(option?)?;
            }
        }
        Ok(false)
    }
}

/// The positions, a list or words; the numbers of those in a list; their graph; and whether the rules name moves.
type Explored = (Py<PyAny>, Option<Py<PyDict>>, Graph, bool);

/// Explores a game whose rules are Python functions.
#[pyfunction]
pub(crate) fn explore<'py>(
    py: Python<'py>,
    moves: Bound<'py, PyAny>,
    start: Bound<'py, PyAny>,
    end: Option<Bound<'py, PyAny>>,
    player: Option<Bound<'py, PyAny>>,
    canonical: Option<Bound<'py, PyAny>>,
    limits: Option<RawLimits>,
) -> PyResult<Explored> {
    let watch = Watch::new(limits);
    let most = watch.positions().unwrap_or(u64::MAX).min(MOST);
    let mut positions = Positions {
        index: Index::new(),
        canonical,
        options: Vec::new(),
        words: Vec::new(),
        watch: &watch,
        most,
        expanded: 0,
    };
    positions
        .number(start.clone())
        .map_err(|error| at_position(py, error, "the canonical form or the hash", &start))?;
    let moves = Function::new(moves, "the moves")?;
    let end = end.map(|end| Function::new(end, "the end")).transpose()?;
    let player = player.map(|player| Function::new(player, "the player")).transpose()?;
    // The number of options of each position.
    let mut counts = Vec::new();
    let (mut ends, mut players) = (Vec::new(), Vec::new());
    let mut has_names = false;
    while positions.expanded < positions.index.count() {
        positions.check(py)?;
        let first = positions.expanded;
        let list = positions.index.objects(py, first..positions.index.count().min(first + STEPS))?;
        let without_moves = PyList::empty(py);
        let mut moves = moves.over(&list)?;
        let mut end = end.as_ref().map(|end| end.over(&without_moves)).transpose()?;
        let mut player = player.as_ref().map(|player| player.over(&list)).transpose()?;
        for at in 0..list.len() {
            let before = positions.end();
            has_names |= moves.next(|given| positions.push_all(given))?;
            let count = positions.end() - before;
            if count == 0
                && let Some(end) = &mut end
            {
                without_moves.append(list.get_item(at)?)?;
                let outcome = end.next(|given| outcome_from(&given))?;
                // A loss is what normal play says.
                if let Some(outcome) = outcome.filter(|outcome| *outcome != Outcome::Loss) {
                    ends.push((Vertex(positions.expanded), outcome));
                }
            }
            if let Some(player) = &mut player {
                players.push(player.next(|given| player_from(&given))?);
            }
            counts.push(count);
            positions.expanded += 1;
        }
        positions.number_words(py)?;
    }
    let Positions { index, options, .. } = positions;
    let graph = run_with(py, &watch, |_| {
        let ends_of_rows = counts.iter().scan(0, |sum, &count| {
            *sum += count;
            Some(*sum)
        });
        let graph = LibraryGraph::from_rows(iter::once(0).chain(ends_of_rows), options, Play::Normal)?;
        let graph = if ends.is_empty() { graph } else { graph.with_terminals(ends)? };
        Ok::<_, Failure>(match players.is_empty() {
            true => graph,
            false => graph.with_players((0..).map(Vertex).zip(players))?,
        })
    })?;
    let (list, places) = index.into_parts(py)?;
    Ok((list, places, Graph::new(graph), has_names))
}
