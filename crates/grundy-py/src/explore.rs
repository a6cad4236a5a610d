//! Games whose rules are Python functions: explored breadth first, with one call of `moves` for each position.

use crate::convert::{outcome_of, player_of};
use crate::errors::{Failure, ToPyErr};
use crate::game::raised;
use crate::graph::{Graph, Marks, graph_of};
use crate::index::{Index, word};
use crate::watch::{RawLimits, Watch, run_with};
use grundy::game::Player;
use grundy::graph::WordExplorer;
use grundy::limits::{LimitHit, RunError};
use grundy::{Graph as Drawn, Outcome, Play, Vertex};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyException, PyStopIteration, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyIterator, PyList, PyMapping, PyString, PyTuple};

/// Number of positions or options between two looks at signals and limits.
const STEPS: u32 = 256;

/// Number of words that are looked up together.
const TOGETHER: usize = 1024;

/// The place of a name that is not there.
const MISSING: Vertex = Vertex(u32::MAX);

/// Memory of a position in bytes: a small object, its number, and their places in a list and a dict.
const POSITION: u64 = 180;

/// Adds to an exception in the rules at which position it was raised.
fn at_position(py: Python<'_>, error: PyErr, what: &str, position: &Bound<'_, PyAny>) -> PyErr {
    if error.is_instance_of::<PyException>(py) {
        let shown = position.repr().map_or_else(|_| "a position without repr".to_owned(), |text| text.to_string());
        // An exception that takes no note is raised without one.
        let _ = error.value(py).call_method1("add_note", (format!("grundy: {what} of the position {shown}"),));
    }
    error
}

/// The outcome that a rule gave, as a number or a word.
fn outcome_from(given: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if given.is_none() {
        return Ok(None);
    }
    let outcome = if let Ok(word) = given.cast::<PyString>() {
        word.to_str()?.parse().ok()
    } else if given.is_instance_of::<PyBool>() {
        // `True` and `False` would be a win and a draw, which those who return them do not mean.
        None
    } else {
        given.extract::<i8>().ok().and_then(outcome_of)
    };
    let wrong = || {
        let shown = given.repr().map_or_else(|_| String::new(), |text| text.to_string());
        PyValueError::new_err(format!("an outcome is -1, 0, 1 or one of 'loss', 'draw', 'win', got {shown}"))
    };
    outcome.map(Some).ok_or_else(wrong)
}

/// The positions of a game, numbered in the order in which they are found.
struct Positions<'a, 'py> {
    index: Index<'py>,
    canonical: Option<Bound<'py, PyAny>>,
    /// Options that are integers, of the last positions that were expanded, to be looked up together.
    words: Vec<i64>,
    watch: &'a Watch,
    /// The most positions.
    most: u64,
    /// Number of positions that were asked for.
    asked: u32,
}

impl<'py> Positions<'_, 'py> {
    /// The number of a position; adds it if it is new.
    fn number(&mut self, position: Bound<'py, PyAny>) -> PyResult<u32> {
        match &self.canonical {
            Some(canonical) => self.add(canonical.call1((position,))?),
            None => self.add(position),
        }
    }

    /// The number of a position that stands for itself; adds it if it is new.
    fn add(&mut self, position: Bound<'py, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let number = self.index.number(position)?;
        self.within_limit(py, number)
    }

    /// The number of a position, if the limit allows as many.
    fn within_limit(&self, py: Python<'py>, number: u32) -> PyResult<u32> {
        if u64::from(number) < self.most {
            return Ok(number);
        }
        let hit = LimitHit::Positions { limit: self.most, needed: self.index.count().into() };
        Err(RunError::from(hit).to_py_err(py))
    }

    /// Looks at signals and limits, with `options` of the positions so far.
    fn check(&self, py: Python<'py>, options: usize) -> PyResult<()> {
        self.watch.report(self.index.count().into());
        self.watch.check(py)?;
        let rows = 8 * u64::from(self.asked) + 4 * options as u64;
        self.watch.check_memory(py, rows + POSITION * u64::from(self.index.count()))
    }

    /// Appends the number of an option. A position may have any number of them, so signals and limits are looked at now and then.
    fn push(&mut self, option: Bound<'py, PyAny>, out: &mut Vec<Vertex>) -> PyResult<()> {
        if out.len().is_multiple_of(STEPS as usize) {
            self.check(option.py(), out.len())?;
        }
        out.push(Vertex(self.number(option)?));
        Ok(())
    }

    /// Keeps the options of a position for [`Positions::number_words`]; `false` if they are no list of integers.
    fn keep_words(&mut self, given: &Bound<'py, PyAny>) -> bool {
        if self.canonical.is_some() || !self.index.has_words_only() {
            return false;
        }
        let Ok(options) = given.cast_exact::<PyList>() else { return false };
        let before = self.words.len();
        for option in options {
            match word(&option) {
                Some(word) => self.words.push(word),
                None => {
                    self.words.truncate(before);
                    return false;
                }
            }
        }
        true
    }

    /// Appends the numbers of the options that were kept.
    fn number_words(&mut self, py: Python<'py>, out: &mut Vec<Vertex>) -> PyResult<()> {
        let mut kept = std::mem::take(&mut self.words);
        for words in kept.chunks(TOGETHER) {
            let before = out.len();
            let are_words = self.index.find_words(words, MISSING.0, out);
            debug_assert!(are_words, "words are kept only while all positions are words");
            for (number, &word) in out[before..].iter_mut().zip(words) {
                if *number == MISSING {
                    let new = self.index.number_word(word)?;
                    *number = Vertex(self.within_limit(py, new)?);
                }
            }
            self.check(py, out.len())?;
        }
        kept.clear();
        self.words = kept;
        Ok(())
    }

    /// Appends the numbers of the options that the rules gave; `true` if these are a mapping from moves.
    fn number_all(&mut self, given: Bound<'py, PyAny>, out: &mut Vec<Vertex>) -> PyResult<bool> {
        if let Ok(options) = given.cast_exact::<PyList>() {
            let mut i = 0;
            // The functions of positions may change the list.
            while i < options.len() {
                self.push(options.get_item(i)?, out)?;
                i += 1;
            }
        } else if let Ok(options) = given.cast_exact::<PyTuple>() {
            for option in options {
                self.push(option, out)?;
            }
        } else if let Ok(moves) = given.cast::<PyMapping>() {
            for option in moves.values()? {
                self.push(option, out)?;
            }
            return Ok(true);
        } else if given.is_none() {
            return Err(PyTypeError::new_err("`moves` returned None; return a list of positions, empty at the end"));
        } else {
            for option in given.try_iter()? {
                self.push(option?, out)?;
            }
        }
        Ok(false)
    }
}

/// Calls a function with one object of a growing list after the other. `map` calls functions faster than `call1` does, which must make
/// a tuple for each call.
struct Calls<'py> {
    results: Bound<'py, PyIterator>,
    list: Bound<'py, PyList>,
    done: usize,
    what: &'static str,
}

impl<'py> Calls<'py> {
    fn new(function: &Bound<'py, PyAny>, list: &Bound<'py, PyList>, what: &'static str) -> PyResult<Self> {
        let map = function.py().import("builtins")?.getattr("map")?;
        Ok(Self { results: map.call1((function, list))?.try_iter()?, list: list.clone(), done: 0, what })
    }

    /// What `then` makes of the result for the next object, which the list must have. Errors say which object it is.
    fn next<T>(&mut self, then: impl FnOnce(Bound<'py, PyAny>) -> PyResult<T>) -> PyResult<T> {
        // The list is not at its end, so it is the function that raised StopIteration.
        let result = self.results.next().unwrap_or_else(|| Err(PyStopIteration::new_err(())));
        let result = result.and_then(then);
        self.done += 1;
        result.map_err(|error| match self.list.get_item(self.done - 1) {
            Ok(position) => at_position(self.list.py(), error, self.what, &position),
            Err(_) => error,
        })
    }
}

/// The positions, their numbers unless all of them are integers, their graph, and whether the rules name moves.
type Explored = (Py<PyList>, Option<Py<PyDict>>, Graph, bool);

/// Explores a game whose rules are Python functions.
#[pyfunction]
pub(crate) fn explore<'py>(
    py: Python<'py>,
    moves: &Bound<'py, PyAny>,
    start: Bound<'py, PyAny>,
    end: Option<Bound<'py, PyAny>>,
    player: Option<Bound<'py, PyAny>>,
    canonical: Option<Bound<'py, PyAny>>,
    limits: Option<RawLimits>,
) -> PyResult<Explored> {
    let watch = Watch::new(limits);
    let most = watch.positions().unwrap_or(u64::MAX).min(u32::MAX as u64 - 1);
    let mut positions =
        Positions { index: Index::new(py), canonical, words: Vec::new(), watch: &watch, most, asked: 0 };
    positions
        .number(start.clone())
        .map_err(|error| at_position(py, error, "the canonical form or the hash", &start))?;
    let list = positions.index.list().clone();
    let without_moves = PyList::empty(py);
    let mut moves = Calls::new(moves, &list, "the moves")?;
    let mut end = end.map(|end| Calls::new(&end, &without_moves, "the end")).transpose()?;
    let mut player = player.map(|player| Calls::new(&player, &list, "the player")).transpose()?;
    let (mut offsets, mut options) = (vec![0_u64], Vec::new());
    let (mut ends, mut players) = (Vec::new(), Vec::new());
    let mut has_names = false;
    for at in 0.. {
        if at == positions.index.count() || positions.words.len() >= TOGETHER {
            positions.number_words(py, &mut options)?;
        }
        if at == positions.index.count() {
            break;
        }
        if at % STEPS == 0 {
            positions.asked = at;
            positions.check(py, options.len())?;
        }
        let before = (options.len() + positions.words.len()) as u64;
        has_names |= moves.next(|given| {
            if positions.keep_words(&given) {
                return Ok(false);
            }
            positions.number_words(py, &mut options)?;
            positions.number_all(given, &mut options)
        })?;
        let after = (options.len() + positions.words.len()) as u64;
        let vertex = Vertex(at);
        if after == before
            && let Some(end) = &mut end
        {
            without_moves.append(list.get_item(at as usize)?)?;
            let outcome = end.next(|given| outcome_from(&given))?;
            // A loss is what normal play says.
            if let Some(outcome) = outcome.filter(|outcome| *outcome != Outcome::Loss) {
                ends.push((vertex, outcome));
            }
        }
        if let Some(player) = &mut player {
            players.push((vertex, player.next(|given| player_from(&given))?));
        }
        offsets.push(after);
    }
    let graph = run_with(py, &watch, |_| {
        let graph = Drawn::from_rows(offsets, options, Play::Normal)?;
        let graph = if ends.is_empty() { graph } else { graph.with_terminals(ends)? };
        Ok::<_, Failure>(if players.is_empty() { graph } else { graph.with_players(players)? })
    })?;
    let (list, places) = positions.index.into_parts();
    Ok((list, places, Graph::new(graph), has_names))
}

fn player_from(given: &Bound<'_, PyAny>) -> PyResult<Player> {
    let player = given.extract::<i8>().ok().and_then(player_of);
    player.ok_or_else(|| {
        let shown = given.repr().map_or_else(|_| String::new(), |text| text.to_string());
        PyValueError::new_err(format!("a player is 0 or 1, got {shown}"))
    })
}

/// Explores a game whose rules expand many positions at a time.
#[pyfunction]
pub(crate) fn explore_words<'py>(
    py: Python<'py>,
    expand: &Bound<'py, PyAny>,
    start: u64,
    batch: usize,
    limits: Option<RawLimits>,
) -> PyResult<(Bound<'py, PyArray1<u64>>, Graph)> {
    let watch = Watch::new(limits);
    let mut explorer = WordExplorer::new(start);
    loop {
        let words = explorer.next_batch(batch);
        if words.is_empty() {
            break;
        }
        let count = words.len();
        let words = PyArray1::from_slice(py, words);
        let given = expand.call1((words,))?;
        let given = given.cast::<PyTuple>().map_err(|_| wrong_answer(&given))?;
        let (options, counts, outcomes) = match given.len() {
            2 => (given.get_item(0)?, given.get_item(1)?, None),
            3 => (given.get_item(0)?, given.get_item(1)?, Some(given.get_item(2)?)),
            _ => return Err(wrong_answer(given)),
        };
        let options = array::<u64>(py, &options, "the options")?;
        let counts = array::<i64>(py, &counts, "the numbers of options")?;
        let outcomes = outcomes.map(|outcomes| array::<i8>(py, &outcomes, "the outcomes")).transpose()?;
        let (options, counts) = (options.as_slice()?, counts.as_slice()?);
        let outcomes = outcomes.as_ref().map(|outcomes| outcomes.as_slice()).transpose()?;
        if counts.len() != count || outcomes.is_some_and(|outcomes| outcomes.len() != count) {
            let message = format!(
                "for {count} positions as many numbers of options and outcomes are needed, got {} and {}",
                counts.len(),
                outcomes.map_or_else(|| "none".to_owned(), |outcomes| outcomes.len().to_string())
            );
            return raised(py, Err(Failure::other("GraphError", message, "")));
        }
        if outcomes.is_some_and(|outcomes| outcomes.iter().any(|&outcome| !(-1..=2).contains(&outcome))) {
            let message = "outcomes are -1, 0 or 1, and 2 for positions that have moves";
            return raised(py, Err(Failure::other("GraphError", message, "")));
        }
        run_with(py, &watch, |limits| {
            let counts: Result<Vec<usize>, _> = counts.iter().map(|&count| usize::try_from(count)).collect();
            let counts = counts.map_err(|_| Failure::other("GraphError", "a number of options is negative", ""))?;
            // A loss is what normal play says.
            let terminal = |i: usize| outcome_of(outcomes?[i]).filter(|outcome| *outcome != Outcome::Loss);
            Ok::<_, Failure>(explorer.answer(options, &counts, terminal, limits)?)
        })?;
        watch.check(py)?;
    }
    let finished = py.detach(|| explorer.finish());
    let (words, graph) = match finished {
        Ok((words, graph)) => (words, Ok(graph)),
        Err(error) => (Vec::new(), Err(error)),
    };
    Ok((words.into_pyarray(py), graph_of(py, graph)?))
}

fn wrong_answer(given: &Bound<'_, PyAny>) -> PyErr {
    let what = given.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "`expand` returns a tuple of the options, how many each position has, and optionally the outcomes; got {what}"
    ))
}

/// An array of one dimension of elements of type `T`, converted if necessary.
fn array<'py, T: numpy::Element>(
    py: Python<'py>,
    given: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let wrong = |error: PyErr| {
        let made = PyTypeError::new_err(format!("{what} must be an array of {}", T::get_dtype(py)));
        made.set_cause(py, Some(error));
        made
    };
    if let Ok(array) = given.cast::<PyArray1<T>>()
        && array.is_contiguous()
    {
        return Ok(array.readonly());
    }
    let array = py.import("numpy")?.call_method1("asarray", (given,)).map_err(wrong)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["i", "u", "b"].contains(&kind.as_str()) && array.len()? > 0 {
        return Err(PyTypeError::new_err(format!("{what} must be integers, got {}", array.getattr("dtype")?)));
    }
    let converted = array.call_method1("astype", (T::get_dtype(py),)).map_err(wrong)?;
    if converted.rich_compare(&array, CompareOp::Ne)?.call_method0("any")?.is_truthy()? {
        let message = format!("{what} must be numbers that {} can hold", T::get_dtype(py));
        return Err(PyValueError::new_err(message));
    }
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (converted,))?;
    let array = array.cast_into::<PyArray1<T>>().map_err(|error| wrong(error.into()))?;
    Ok(array.readonly())
}

/// A graph whose rows are dicts, or other iterables, of its vertices' names; and the places of the names, unless all of them are integers.
#[pyfunction]
pub(crate) fn graph_of_dicts<'py>(
    py: Python<'py>,
    names: Bound<'py, PyList>,
    rows: &Bound<'py, PyList>,
    ends: Option<Vec<i8>>,
    players: Option<Vec<i8>>,
) -> PyResult<(Graph, Option<Py<PyDict>>)> {
    let watch = Watch::new(None);
    let mut index = Index::of(names)?;
    let look_up = |index: &mut Index<'py>, words: &mut Vec<i64>, options: &mut Vec<Vertex>| {
        if !index.find_words(words, MISSING.0, options) {
            for word in &*words {
                let found = index.find(word.into_pyobject(py)?.as_any())?;
                options.push(found.map_or(MISSING, Vertex));
            }
        }
        words.clear();
        Ok::<_, PyErr>(())
    };
    let mut words = Vec::new();
    let (mut offsets, mut options) = (vec![0_u64], Vec::new());
    for (n, row) in rows.iter().enumerate() {
        if n % STEPS as usize == 0 {
            watch.check(py)?;
        }
        for option in row.try_iter()? {
            let option = option?;
            match word(&option) {
                Some(word) => words.push(word),
                None => {
                    look_up(&mut index, &mut words, &mut options)?;
                    options.push(index.find(&option)?.map_or(MISSING, Vertex));
                }
            }
        }
        offsets.push((options.len() + words.len()) as u64);
        if words.len() >= TOGETHER {
            look_up(&mut index, &mut words, &mut options)?;
        }
    }
    look_up(&mut index, &mut words, &mut options)?;
    if options.contains(&MISSING) {
        return Err(PyValueError::new_err("an edge leads to a node that is not in the graph"));
    }
    let graph = run_with(py, &watch, |_| {
        let graph = Drawn::from_rows(offsets, options, Play::Normal)?;
        Ok::<_, Failure>(Graph::new(Marks { ends: ends.as_deref(), players: players.as_deref() }.put(graph)?))
    })?;
    Ok((graph, index.into_parts().1))
}
