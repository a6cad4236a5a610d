//! Calls of functions of the rules, and what they return.

use crate::convert::{outcome_of, player_of};
use grundy::Outcome;
use grundy::game::Player;
use pyo3::exceptions::{PyException, PyStopIteration, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyIterator, PyList, PyString};

/// A function of the rules.
pub(crate) struct Function<'py> {
    function: Bound<'py, PyAny>,
    map: Bound<'py, PyAny>,
    /// What the function gives, for errors.
    what: &'static str,
}

impl<'py> Function<'py> {
    pub(crate) fn new(function: Bound<'py, PyAny>, what: &'static str) -> PyResult<Self> {
        let map = function.py().import("builtins")?.getattr("map")?;
        Ok(Self { function, map, what })
    }

    /// Calls the function with one object of a list after the other; the list may grow. `map` calls functions faster than `call1` does,
    /// which must make a tuple for each call.
    pub(crate) fn over(&self, list: &Bound<'py, PyList>) -> PyResult<Calls<'py>> {
        let results = self.map.call1((&self.function, list))?.try_iter()?;
        Ok(Calls { results, list: list.clone(), done: 0, what: self.what })
    }
}

/// See [`Function::over`].
pub(crate) struct Calls<'py> {
    results: Bound<'py, PyIterator>,
    list: Bound<'py, PyList>,
    done: usize,
    what: &'static str,
}

impl<'py> Calls<'py> {
    /// What `then` makes of the result for the next object, which the list must have. Errors say which object it is.
    pub(crate) fn next<T>(&mut self, then: impl FnOnce(Bound<'py, PyAny>) -> PyResult<T>) -> PyResult<T> {
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

/// Adds to an exception in the rules at which position it was raised.
pub(crate) fn at_position(py: Python<'_>, error: PyErr, what: &str, position: &Bound<'_, PyAny>) -> PyErr {
    if error.is_instance_of::<PyException>(py) {
        let shown = position.repr().map_or_else(|_| "a position without repr".to_owned(), |text| text.to_string());
        // An exception that takes no note is raised without one.
        let _ = error.value(py).call_method1("add_note", (format!("grundy: {what} of the position {shown}"),));
    }
    error
}

/// The outcome that a rule gave, as a number or a word.
pub(crate) fn outcome_from(given: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
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

/// The player that a rule gave.
pub(crate) fn player_from(given: &Bound<'_, PyAny>) -> PyResult<Player> {
    let player = given.extract::<i8>().ok().and_then(player_of);
    player.ok_or_else(|| {
        let shown = given.repr().map_or_else(|_| String::new(), |text| text.to_string());
        PyValueError::new_err(format!("a player is 0 or 1, got {shown}"))
    })
}
