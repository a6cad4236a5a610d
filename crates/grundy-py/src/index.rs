//! Numbers of Python objects, as a dict gives them, and much faster as long as all objects are integers of 64 bits.

use crate::words::{PyWords, Words};
use grundy::Vertex;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFrozenSet, PyInt, PyList, PyString, PyTuple};
use std::ops::Range;

/// Memory of an object in bytes: a small one, its number, and their places in a list and a dict.
const OBJECT: u64 = 180;
/// The part of [`OBJECT`] that is the object itself.
const SMALL: u64 = 64;
/// The number of new objects of which one is measured.
const SAMPLED: u32 = 16;
/// The depth to which the items of a tuple, list or frozenset are measured.
const MAX_DEPTH: u32 = 4;
/// The most items of each that are measured.
const MAX_ITEMS: usize = 256;

/// Different objects, numbered in the order in which they are added. Objects are equal if a dict says so.
pub(crate) enum Index<'py> {
    /// All objects are of the type `int` itself and fit 64 bits. The objects themselves are not kept.
    Words(Words),
    Objects {
        list: Bound<'py, PyList>,
        places: Bound<'py, PyDict>,
        /// An estimate of the memory that the objects take beyond [`SMALL`] bytes each.
        excess: u64,
    },
}

/// The memory of an object in bytes, with its items if it is a tuple, list or frozenset. What many positions share counts as nothing; so does
/// an object whose size cannot be read.
fn size_of(object: &Bound<'_, PyAny>, depth: u32) -> u64 {
    if object.is_none() || object.is_instance_of::<PyBool>() {
        return 0;
    }
    // Integers of 64 bits inside a position are not counted: many positions share them.
    if depth > 0 && word(object).is_some() {
        return 0;
    }
    if object.cast_exact::<PyString>().is_ok_and(|text| text.len().is_ok_and(|length| length < 2)) {
        return 0;
    }
    let own = object.call_method0("__sizeof__").and_then(|size| size.extract::<u64>()).unwrap_or(0).saturating_add(16);
    let are_items = object.is_exact_instance_of::<PyTuple>()
        || object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PyFrozenSet>();
    if !are_items || depth == MAX_DEPTH {
        return own;
    }
    let (Ok(count), Ok(items)) = (object.len(), object.try_iter()) else { return own };
    let of_items: u64 = items.take(MAX_ITEMS).filter_map(Result::ok).map(|item| size_of(&item, depth + 1)).sum();
    let measured = count.clamp(1, MAX_ITEMS) as u64;
    own.saturating_add(of_items.saturating_mul(count as u64) / measured)
}

/// The word of an `int`; `None` for other objects, which may be equal to one, such as `True` and `1.0`.
pub(crate) fn word(object: &Bound<'_, PyAny>) -> Option<i64> {
    if object.is_exact_instance_of::<PyInt>() { object.extract().ok() } else { None }
}

impl<'py> Index<'py> {
    pub(crate) fn new() -> Self {
        Self::Words(Words::default())
    }

    /// The index of a list of different objects.
    pub(crate) fn of(list: Bound<'py, PyList>) -> PyResult<Self> {
        let mut words = Words::default();
        let are_words = list.iter().all(|object| word(&object).map(|word| words.number(word)).is_some());
        Ok(if are_words { Self::Words(words) } else { Self::Objects { places: dict(&list)?, list, excess: 0 } })
    }

    pub(crate) fn count(&self) -> u32 {
        match self {
            Self::Words(words) => words.count(),
            Self::Objects { list, .. } => list.len() as u32,
        }
    }

    /// An estimate of the memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Words(words) => words.bytes(),
            Self::Objects { list, excess, .. } => OBJECT * list.len() as u64 + excess,
        }
    }

    /// A list of the objects with these numbers.
    pub(crate) fn objects(&self, py: Python<'py>, numbers: Range<u32>) -> PyResult<Bound<'py, PyList>> {
        let numbers = numbers.start as usize..numbers.end as usize;
        match self {
            Self::Words(words) => PyList::new(py, &words.words()[numbers]),
            Self::Objects { list, .. } => Ok(list.get_slice(numbers.start, numbers.end)),
        }
    }

    /// Appends the numbers of words, `missing` for those that are not there.
    pub(crate) fn find_words(
        &self,
        py: Python<'py>,
        words: &[i64],
        missing: Vertex,
        out: &mut Vec<Vertex>,
    ) -> PyResult<()> {
        match self {
            Self::Words(index) => index.find_all(words, missing, out),
            Self::Objects { places, .. } => {
                for word in words {
                    out.push(find(places, word.into_pyobject(py)?.as_any())?.map_or(missing, Vertex));
                }
            }
        }
        Ok(())
    }

    /// The number of an object; `None` if it is not there.
    pub(crate) fn find(&mut self, object: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        if let Self::Words(words) = self
            && let Some(word) = word(object)
        {
            return Ok(words.find(word));
        }
        find(self.places(object.py())?, object)
    }

    /// The number of an object; adds it if it is new.
    pub(crate) fn number(&mut self, object: Bound<'py, PyAny>) -> PyResult<u32> {
        if let Self::Words(words) = self
            && let Some(word) = word(&object)
        {
            return Ok(words.number(word));
        }
        let count = self.count();
        let places = self.places(object.py())?;
        if let Some(place) = find(places, &object)? {
            return Ok(place);
        }
        places.set_item(&object, count)?;
        if let Self::Objects { list, excess, .. } = self {
            if count.is_multiple_of(SAMPLED) {
                let size = size_of(&object, 0).saturating_sub(SMALL);
                *excess = excess.saturating_add(size.saturating_mul(SAMPLED.into()));
            }
            list.append(object)?;
        }
        Ok(count)
    }

    /// The dict of the objects' numbers. From now on the objects are kept.
    fn places(&mut self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if let Self::Words(words) = self {
            let list = PyList::new(py, words.words())?;
            *self = Self::Objects { places: dict(&list)?, list, excess: 0 };
        }
        match self {
            Self::Objects { places, .. } => Ok(places),
            Self::Words(_) => unreachable!("the words have become objects"),
        }
    }

    /// The objects and their numbers: words alone, or a list and a dict.
    pub(crate) fn into_parts(self, py: Python<'py>) -> PyResult<(Py<PyAny>, Option<Py<PyDict>>)> {
        Ok(match self {
            Self::Words(words) => (Py::new(py, PyWords(words))?.into_any(), None),
            Self::Objects { list, places, .. } => (list.unbind().into_any(), Some(places.unbind())),
        })
    }
}

fn find(places: &Bound<'_, PyDict>, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    places.get_item(object)?.map(|place| place.cast_into::<PyInt>()?.extract()).transpose()
}

/// The numbers of the objects of a list, as a dict.
fn dict<'py>(list: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyDict>> {
    let places = PyDict::new(list.py());
    for (n, object) in list.iter().enumerate() {
        places.set_item(object, n)?;
    }
    Ok(places)
}
