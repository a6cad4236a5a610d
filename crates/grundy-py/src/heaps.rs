//! Single heaps and pairs of heaps as arrays, periods, and pictures.

use crate::convert::{self, outcome_number, outcome_of};
use crate::errors::Failure;
use crate::game::{Game, too_large};
use crate::watch::{RawLimits, Watch, quick, run, run_with};
use grundy::catalog::OpenedGame;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::plot::{self, HeapPoint, MAX_POINTS};
use grundy::solver::{self, Heatmap, Histogram, MAX_HEATMAP_HEAP, SingleHeap, SingleHeaps};
use grundy::text::TheoryError;
use grundy::theory::Period;
use grundy::{Nimber, Outcome, Play};
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ndarray::Array2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{self, Write};

/// Memory of a pair of a heat map in bytes: its outcome and value, also as elements of arrays.
const PAIR: u64 = size_of::<solver::Pair>() as u64 + 9;

/// Preperiod, period, saltus, whether it is proved, the heaps that were computed, the theorem.
pub(crate) type PeriodTuple = (u64, u64, u64, bool, u64, &'static str);

/// Values, outcomes and the period of a sequence.
pub(crate) type HeapArrays<'py> = (Option<Bound<'py, PyArray1<i64>>>, Bound<'py, PyArray1<i8>>, Option<PeriodTuple>);

fn period_tuple(period: &Period, heaps: u64) -> PeriodTuple {
    let by = period.theorem().unwrap_or_default();
    (period.preperiod(), period.period(), period.saltus(), period.is_proved(), heaps, by)
}

/// The least heap of a game of single heaps.
fn least(opened: &OpenedGame) -> Result<u64, Failure> {
    let game = opened.as_dyn();
    game.theory()
        .and_then(|theory| theory.least_heap())
        .ok_or_else(|| TheoryError::NoSingleHeaps { game: game.name().to_owned() }.into())
}

/// An array of `stop` elements that numpy allocates: it asks for large pages, without which the first write takes most of the time.
fn empty<'py, T: Element>(py: Python<'py>, stop: u64) -> PyResult<Bound<'py, PyArray1<T>>> {
    Ok(py.import("numpy")?.call_method1("empty", (stop, T::get_dtype(py)))?.cast_into()?)
}

/// The columns of the heaps below a bound, which are filled from heap 0 on.
struct Columns<'a> {
    values: Option<&'a mut [i64]>,
    outcomes: Option<&'a mut [i8]>,
    /// Number of heaps that are filled.
    filled: usize,
}

impl Columns<'_> {
    /// The next heaps, of which there are `count`, are no positions.
    fn skip(&mut self, count: usize) {
        let heaps = self.filled..self.filled + count;
        if let Some(values) = &mut self.values {
            values[heaps.clone()].fill(-1);
        }
        if let Some(outcomes) = &mut self.outcomes {
            outcomes[heaps].fill(0);
        }
        self.filled += count;
    }

    /// The Grundy values of the next heaps under normal play.
    fn fill(&mut self, block: &[Nimber]) {
        let heaps = self.filled..self.filled + block.len();
        if let Some(values) = &mut self.values {
            for (value, &Nimber(number)) in values[heaps.clone()].iter_mut().zip(block) {
                *value = number.cast_signed();
            }
        }
        if let Some(outcomes) = &mut self.outcomes {
            let outcome = |zero| outcome_number(if zero { Outcome::Loss } else { Outcome::Win });
            for (to, &value) in outcomes[heaps].iter_mut().zip(block) {
                *to = outcome(value == Nimber::ZERO);
            }
        }
        self.filled += block.len();
    }

    /// Outcome and value of the next heap.
    fn push(&mut self, heap: &SingleHeap) -> Result<(), Failure> {
        if let Some(values) = &mut self.values {
            let number = heap.value.grundy.number();
            let fits = |number| i64::try_from(&number).map_err(|_| too_large(&heap.size.to_string(), &number));
            values[self.filled] = number.map_or(Ok(-1), fits)?;
        }
        if let Some(outcomes) = &mut self.outcomes {
            outcomes[self.filled] = outcome_number(heap.value.outcome);
        }
        self.filled += 1;
        Ok(())
    }

    /// Fills all heaps below `stop`.
    fn fill_all(&mut self, opened: &OpenedGame, stop: u64, limits: &Limits<'_>) -> Result<(), Failure> {
        let least = least(opened)?.min(stop);
        self.skip(least as usize);
        if least == stop {
            return Ok(());
        }
        if has_values(opened) {
            match opened.visit_grundy_values(least..stop, limits, &mut |block| self.fill(block)) {
                Ok(()) => return Ok(()),
                // Theory has no values in bulk.
                Err(TheoryError::NoTheory | TheoryError::NoSingleHeaps { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for heap in SingleHeaps::new(opened, stop - 1, 0, *limits).into_iter().flatten() {
            self.push(&heap?)?;
        }
        Ok(())
    }
}

fn has_values(opened: &OpenedGame) -> bool {
    opened.as_dyn().info().without_grundy.is_none()
}

pub(crate) fn values<'py>(
    game: &Game,
    py: Python<'py>,
    stop: u64,
    limits: Option<RawLimits>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let watch = Watch::new(limits);
    let opened = game.opened();
    quick(py, || {
        least(opened)?;
        let Some(why) = opened.as_dyn().info().without_grundy else { return Ok(()) };
        let reason = grundy::Grundy::Undefined(why);
        let help = if opened.as_dyn().play() == Play::Misere { "`outcomes` says who wins" } else { "" };
        Err(Failure::other("GameError", reason.reason().unwrap_or_default(), help))
    })?;
    watch.check_memory(py, stop.saturating_mul(8))?;
    let values = empty(py, stop)?;
    let mut to = values.readwrite();
    let mut columns = Columns { values: Some(to.as_slice_mut()?), outcomes: None, filled: 0 };
    run_with(py, &watch, |limits| columns.fill_all(opened, stop, limits))?;
    drop(to);
    Ok(values)
}

pub(crate) fn outcomes<'py>(
    game: &Game,
    py: Python<'py>,
    stop: u64,
    limits: Option<RawLimits>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let watch = Watch::new(limits);
    quick(py, || least(game.opened()))?;
    watch.check_memory(py, stop)?;
    let outcomes = empty(py, stop)?;
    let mut to = outcomes.readwrite();
    let mut columns = Columns { values: None, outcomes: Some(to.as_slice_mut()?), filled: 0 };
    run_with(py, &watch, |limits| columns.fill_all(game.opened(), stop, limits))?;
    drop(to);
    Ok(outcomes)
}

pub(crate) fn sequence<'py>(
    game: &Game,
    py: Python<'py>,
    stop: u64,
    limits: Option<RawLimits>,
) -> PyResult<HeapArrays<'py>> {
    let watch = Watch::new(limits);
    let opened = game.opened();
    quick(py, || least(opened))?;
    watch.check_memory(py, stop.saturating_mul(9))?;
    let outcomes = empty(py, stop)?;
    let values = if has_values(opened) { Some(empty(py, stop)?) } else { None };
    let (mut to, mut values_to) = (outcomes.readwrite(), values.as_ref().map(|values| values.readwrite()));
    let values_slice = values_to.as_mut().map(|to| to.as_slice_mut()).transpose()?;
    let mut columns = Columns { values: values_slice, outcomes: Some(to.as_slice_mut()?), filled: 0 };
    let period = run_with(py, &watch, |limits| {
        columns.fill_all(opened, stop, limits)?;
        let found = if has_values(opened) { solver::fold_search(opened, limits) } else { None };
        Ok::<_, Failure>(found.and_then(|search| Some(period_tuple(&search.proved()?, search.heaps))))
    })?;
    drop((to, values_to));
    Ok((values, outcomes, period))
}

pub(crate) fn period(
    game: &Game,
    py: Python<'_>,
    heaps: Option<u64>,
    certificate: Option<String>,
    limits: Option<RawLimits>,
) -> PyResult<Option<PeriodTuple>> {
    let watch = Watch::new(limits);
    run_with(py, &watch, |limits| {
        let opened = game.opened();
        let Some(path) = certificate else {
            let search = solver::period(opened, heaps, limits)?;
            return found(&search, &watch);
        };
        if opened.as_dyn().theory().and_then(|theory| theory.take_and_break()).is_none() {
            return Err(Failure::other(
                "GameError",
                format!("certificates are for take-and-break games, and `{}` is none", game.text),
                "such are `octal:0.104`, `kayles` and `grundys-game`; leave `certificate` out",
            ));
        }
        let (search, certificate) = solver::period_with_certificate(opened, heaps, limits)?;
        let period = found(&search, &watch)?;
        match certificate {
            Some(certificate) => {
                write(&path, certificate.encode().as_bytes()).map_err(|error| Failure::io(&path, error))?;
            }
            None if period.is_some() => return Err(RunError::Interrupted { positions: 0 }.into()),
            None => {}
        }
        Ok(period)
    })
}

fn write(path: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The period that a search found; an error if the search was stopped before.
fn found(search: &grundy::theory::PeriodSearch, watch: &Watch) -> Result<Option<PeriodTuple>, Failure> {
    match &search.period {
        Some(period) => Ok(Some(period_tuple(period, search.heaps.max(period.heaps())))),
        None if watch.was_stopped() => Err(RunError::Interrupted { positions: 0 }.into()),
        None => Ok(None),
    }
}

/// A heat map.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Square {
    name: String,
    play: Play,
    size: usize,
    map: Option<Heatmap>,
}

pub(crate) fn heatmap(game: &Game, py: Python<'_>, size: u64, limits: Option<RawLimits>) -> PyResult<Square> {
    let map = run(py, limits, |limits| {
        if size > MAX_HEATMAP_HEAP + 1 {
            return Err(RunError::from(LimitHit::TooLarge { limit: MAX_HEATMAP_HEAP + 1, needed: size }).into());
        }
        limits.check(0, size * size * PAIR)?;
        let least = solver::two_heaps(game.opened())?.unwrap_or(0);
        if size <= least && solver::two_heaps(game.opened())?.is_some() {
            return Ok(None);
        }
        Ok::<_, Failure>(Some(solver::heatmap(game.opened(), size.saturating_sub(1), limits)?))
    })?;
    let dyn_game = game.opened().as_dyn();
    Ok(Square { name: dyn_game.name().to_owned(), play: dyn_game.play(), size: size as usize, map })
}

#[pymethods]
impl Square {
    /// Grundy values, outcomes and notes.
    #[expect(clippy::type_complexity, reason = "a tuple of columns, which Python unpacks at once")]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<i64>>, Bound<'py, PyArray2<i8>>, Vec<String>)> {
        let mut values = Array2::from_elem((self.size, self.size), -1);
        let mut outcomes = Array2::from_elem((self.size, self.size), 0);
        let Some(map) = &self.map else {
            return Ok((values.into_pyarray(py), outcomes.into_pyarray(py), Vec::new()));
        };
        let least = map.least as usize;
        for (a, row) in map.rows.iter().enumerate() {
            for (b, pair) in row.iter().enumerate() {
                outcomes[(least + a, least + b)] = convert::outcome_number(pair.outcome);
                if let Some(number) = &pair.grundy {
                    let fits = i64::try_from(number);
                    let wrong = |_| PyValueError::new_err(format!("the Grundy value {number} does not fit int64"));
                    values[(least + a, least + b)] = fits.map_err(wrong)?;
                }
            }
        }
        Ok((values.into_pyarray(py), outcomes.into_pyarray(py), map.notes.clone()))
    }

    /// The picture; `None` for an empty square.
    fn svg(&self) -> Option<String> {
        self.map.as_ref().map(|map| plot::heatmap(&self.name, self.play, map))
    }
}

/// The picture of a sequence; `None` if there are too many heaps to be seen.
#[pyfunction]
pub(crate) fn heaps_svg(
    name: &str,
    values: Option<PyReadonlyArray1<'_, i64>>,
    outcomes: PyReadonlyArray1<'_, i8>,
    period: Option<(u64, u64, u64)>,
) -> PyResult<Option<String>> {
    let outcomes = outcomes.as_slice()?;
    let values = values.as_ref().map(|values| values.as_slice()).transpose()?;
    if outcomes.len() as u64 > MAX_POINTS {
        return Ok(None);
    }
    let points = outcomes.iter().enumerate().filter_map(|(n, &outcome)| {
        let value = values.and_then(|values| values.get(n)).copied();
        // A heap below the least one has neither.
        if outcome == 0 && value.is_none_or(|value| value < 0) {
            return None;
        }
        let height = value.filter(|value| *value >= 0).map(|value| value as f64);
        Some(HeapPoint { n: n as u64, outcome: outcome_of(outcome)?, height })
    });
    let points: Vec<HeapPoint> = points.collect();
    let proved = |(preperiod, period, saltus)| Period::Proved { preperiod, period, saltus, checked_to: 0, by: "" };
    Ok(Some(plot::heaps(name, &points, period.map(proved).as_ref())))
}

/// The picture of a histogram.
#[pyfunction]
pub(crate) fn histogram_svg(name: &str, wins: Vec<u64>, losses: Vec<u64>, draws: u64) -> String {
    plot::histogram(name, &Histogram { wins, losses, draws })
}
