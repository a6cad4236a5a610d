//! Numbers and values as Python has them.

use grundy::game::Player;
use grundy::{Grundy, Nimber, Outcome, PositionValue, Remoteness, UBig};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};

/// An integer of any size.
#[derive(Clone, Debug)]
pub(crate) enum Integer {
    Small(u64),
    Large(UBig),
}

impl From<UBig> for Integer {
    fn from(number: UBig) -> Self {
        u64::try_from(&number).map_or_else(|_| Self::Large(number), Self::Small)
    }
}

impl<'py> IntoPyObject<'py> for Integer {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self {
            Self::Small(number) => Ok(number.into_pyobject(py)?),
            Self::Large(number) => {
                let bytes = PyBytes::new(py, &number.to_le_bytes());
                let number = py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?;
                Ok(number.cast_into::<PyInt>()?)
            }
        }
    }
}

/// The numbers of K, as a tuple, of a Grundy value ∞(K).
#[derive(Clone, Debug)]
pub(crate) struct Numbers(Box<[Nimber]>);

impl<'py> IntoPyObject<'py> for Numbers {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0.iter().map(|number| number.0))
    }
}

/// Outcome, remoteness, Grundy value, and the numbers of K if that is ∞(K).
pub(crate) type Value = (i8, Option<u32>, Option<Integer>, Option<Numbers>);

pub(crate) fn outcome_number(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Loss => -1,
        Outcome::Draw => 0,
        Outcome::Win => 1,
    }
}

pub(crate) fn outcome_of(number: i8) -> Option<Outcome> {
    match number {
        -1 => Some(Outcome::Loss),
        0 => Some(Outcome::Draw),
        1 => Some(Outcome::Win),
        _ => None,
    }
}

pub(crate) fn player_of(number: i8) -> Option<Player> {
    match number {
        0 => Some(Player::Left),
        1 => Some(Player::Right),
        _ => None,
    }
}

pub(crate) fn grundy(value: &Grundy) -> Option<Integer> {
    match value {
        Grundy::Finite(value) => Some(Integer::Small(value.0)),
        Grundy::Large(value) => Some(Integer::Large(value.clone())),
        _ => None,
    }
}

pub(crate) fn loopy(value: &Grundy) -> Option<Numbers> {
    match value {
        Grundy::Infinite(numbers) => Some(Numbers(numbers.clone())),
        _ => None,
    }
}

pub(crate) fn value(value: &PositionValue) -> Value {
    let remoteness = value.remoteness.map(|Remoteness(r)| r);
    (outcome_number(value.outcome), remoteness, grundy(&value.grundy), loopy(&value.grundy))
}

/// The values of many positions as arrays.
#[derive(Default)]
pub(crate) struct Columns {
    value: Vec<i8>,
    remoteness: Vec<i32>,
    grundy: Vec<i64>,
    has_grundy: bool,
}

/// The arrays of [`Columns`].
pub(crate) type Arrays<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>, Option<Bound<'py, PyArray1<i64>>>);

impl Columns {
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self {
            value: Vec::with_capacity(count),
            remoteness: Vec::with_capacity(count),
            grundy: Vec::with_capacity(count),
            has_grundy: false,
        }
    }

    /// Adds a value. The error is a Grundy value that an array cannot hold.
    pub(crate) fn push(&mut self, value: &PositionValue) -> Result<(), UBig> {
        let grundy = match value.grundy.number() {
            Some(number) => i64::try_from(&number).map_err(|_| number)?,
            None => -1,
        };
        self.has_grundy |= grundy >= 0 || matches!(value.grundy, Grundy::Infinite(_));
        self.value.push(outcome_number(value.outcome));
        self.remoteness.push(value.remoteness.map_or(-1, |Remoteness(r)| r.cast_signed()));
        self.grundy.push(grundy);
        Ok(())
    }

    /// The arrays; without Grundy values if no position has one.
    pub(crate) fn into_arrays(self, py: Python<'_>) -> Arrays<'_> {
        let grundy = self.has_grundy.then(|| self.grundy.into_pyarray(py));
        (self.value.into_pyarray(py), self.remoteness.into_pyarray(py), grundy)
    }
}
