//! Games whose rules are written in numpy: positions are words, and the rules expand many at a time.

use crate::convert::outcome_of;
use crate::errors::Failure;
use crate::game::raised;
use crate::graph::{Graph, graph_of};
use crate::watch::{RawLimits, Watch, run_with};
use grundy::Outcome;
use grundy::graph::WordExplorer;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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
    let (words, graph) = raised(py, finished.map_err(Failure::from))?;
    Ok((words.into_pyarray(py), graph_of(py, Ok(graph))?))
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
