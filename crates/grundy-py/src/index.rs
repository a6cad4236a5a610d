//! Numbers of Python objects, as a dict gives them, and much faster as long as all objects are integers of 64 bits.

use grundy::Vertex;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The objects of a list, each with its place. Objects are equal if a dict says so.
pub(crate) struct Index<'py> {
    list: Bound<'py, PyList>,
    count: u32,
    places: Places<'py>,
}

enum Places<'py> {
    /// All objects are of the type `int` itself and fit 64 bits.
    Words(FxHashMap<i64, u32>),
    Objects(Bound<'py, PyDict>),
}

/// The word of an `int`; `None` for other objects, which may be equal to one, such as `True` and `1.0`.
pub(crate) fn word(object: &Bound<'_, PyAny>) -> Option<i64> {
    if object.is_exact_instance_of::<PyInt>() { object.extract().ok() } else { None }
}

impl<'py> Index<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self { list: PyList::empty(py), count: 0, places: Places::Words(FxHashMap::default()) }
    }

    /// The index of a list of different objects.
    pub(crate) fn of(list: Bound<'py, PyList>) -> PyResult<Self> {
        let words: Option<FxHashMap<i64, u32>> =
            (0..).zip(list.iter()).map(|(n, object)| Some((word(&object)?, n))).collect();
        let places = match words {
            Some(words) => Places::Words(words),
            None => Places::Objects(dict(&list)?),
        };
        Ok(Self { count: list.len() as u32, list, places })
    }

    pub(crate) fn list(&self) -> &Bound<'py, PyList> {
        &self.list
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Whether all objects are words.
    pub(crate) fn has_words_only(&self) -> bool {
        matches!(self.places, Places::Words(_))
    }

    /// Appends the places of words, `missing` for those that are not in the list; `false` if not all objects are words. The look-ups do not
    /// depend on one another, so that the processor waits for many of them at a time.
    pub(crate) fn find_words(&self, words: &[i64], missing: u32, out: &mut Vec<Vertex>) -> bool {
        let Places::Words(places) = &self.places else { return false };
        out.extend(words.iter().map(|word| Vertex(places.get(word).copied().unwrap_or(missing))));
        true
    }

    /// The place of a word; appends it to the list if it is new. All objects of the list must be words.
    pub(crate) fn number_word(&mut self, word: i64) -> PyResult<u32> {
        let Places::Words(places) = &mut self.places else {
            return self.number(word.into_pyobject(self.list.py())?.into_any());
        };
        match places.entry(word) {
            Entry::Occupied(place) => Ok(*place.get()),
            Entry::Vacant(place) => {
                place.insert(self.count);
                self.list.append(word)?;
                self.count += 1;
                Ok(self.count - 1)
            }
        }
    }

    /// The place of an object; `None` if it is not in the list.
    pub(crate) fn find(&mut self, object: &Bound<'py, PyAny>) -> PyResult<Option<u32>> {
        if let Places::Words(words) = &self.places {
            match word(object) {
                Some(word) => return Ok(words.get(&word).copied()),
                None => self.places = Places::Objects(dict(&self.list)?),
            }
        }
        let Places::Objects(places) = &self.places else { return Ok(None) };
        places.get_item(object)?.map(|place| place.cast_into::<PyInt>()?.extract()).transpose()
    }

    /// The place of an object; appends it to the list if it is new.
    pub(crate) fn number(&mut self, object: Bound<'py, PyAny>) -> PyResult<u32> {
        let count = self.count;
        if let Places::Words(words) = &mut self.places
            && let Some(word) = word(&object)
        {
            match words.entry(word) {
                Entry::Occupied(place) => return Ok(*place.get()),
                Entry::Vacant(place) => place.insert(count),
            };
        } else if let Some(place) = self.find(&object)? {
            return Ok(place);
        } else if let Places::Objects(places) = &self.places {
            places.set_item(&object, count)?;
        }
        self.list.append(object)?;
        self.count += 1;
        Ok(count)
    }

    /// The list, and the dict of its places if there is one.
    pub(crate) fn into_parts(self) -> (Py<PyList>, Option<Py<PyDict>>) {
        let places = match self.places {
            Places::Words(_) => None,
            Places::Objects(places) => Some(places.unbind()),
        };
        (self.list.unbind(), places)
    }
}

/// The places of the objects of a list, as a dict.
fn dict<'py>(list: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyDict>> {
    let places = PyDict::new(list.py());
    for (n, object) in list.iter().enumerate() {
        places.set_item(object, n)?;
    }
    Ok(places)
}
