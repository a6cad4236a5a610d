//! Named games, sums, graph files and rules files: positions, answers, heaps, tables.

use crate::build;
use crate::convert::{self, Arrays, Columns, Integer, Value};
use crate::errors::{Failure, ToPyErr};
use crate::heaps::{self, HeapArrays, PeriodTuple, Square};
use crate::watch::{Current, RawLimits, Watch, quick, run, run_locked};
use grundy::answer::Note;
use grundy::catalog::{ENTRIES, GameSpec, OpenedGame, entry};
use grundy::limits::{LimitHit, Progress, RunError};
use grundy::play::Choices;
use grundy::solver::{self, MAX_MOVES, Solver, Store};
use grundy::text::{Key, ParseError, RulesError};
use grundy::{Answer, Play};
use grundy_rules::Setting;
use grundy_table::{Table, TableSolution};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use self_cell::self_cell;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A game, and the table that its answers come from, if there is one.
pub(crate) struct Source {
    pub(crate) opened: Arc<OpenedGame>,
    pub(crate) table: Option<Arc<Table>>,
    /// The call that uses the solver at the moment.
    current: Arc<Current>,
    stop: Box<dyn Fn() -> bool + Send + Sync>,
    note: Box<dyn Fn(Progress) + Send + Sync>,
}

impl Source {
    fn new(opened: Arc<OpenedGame>, table: Option<Arc<Table>>) -> Arc<Self> {
        let current = Arc::new(Current::default());
        let (stop, note) = (current.clone(), current.clone());
        Arc::new(Self {
            opened,
            table,
            current,
            stop: Box::new(move || stop.stop()),
            note: Box::new(move |stage| note.note(stage)),
        })
    }
}

self_cell!(
    /// A table as the solution of its game.
    struct StoredCell {
        owner: Arc<Source>,
        #[covariant]
        dependent: StoredSolution,
    }
);

/// The solution that a table stores, if there is a table.
struct StoredSolution<'a>(Option<TableSolution<'a>>);

self_cell!(
    /// The solver of a game, which remembers what it solved.
    pub(crate) struct SolverCell {
        owner: StoredCell,
        #[not_covariant]
        dependent: Solver,
    }
);

impl SolverCell {
    fn of(source: Arc<Source>) -> Self {
        let stored = StoredCell::new(source, |source| {
            StoredSolution(source.table.as_ref().map(|table| TableSolution::new(table, source.opened.as_dyn())))
        });
        Self::new(stored, |stored| {
            let opened = &stored.borrow_owner().opened;
            let solver = Solver::new(opened);
            let solver = match grundy_table::openings_of(opened) {
                Some(openings) => solver.with_openings(openings),
                None => solver,
            };
            match &stored.borrow_dependent().0 {
                Some(solution) => solver.with_store(solution as &Store<'_>),
                None => solver,
            }
        })
    }

    /// Calls `work` with the solver, within the limits of a call.
    fn with<T>(&mut self, watch: &Watch, moves: usize, work: impl FnOnce(&OpenedGame, &mut Solver<'_>) -> T) -> T {
        self.with_dependent_mut(|stored, solver| {
            let source = stored.borrow_owner();
            solver.set_limits(watch.limits(&*source.stop, &*source.note));
            solver.set_max_moves(moves);
            work(&source.opened, solver)
        })
    }
}

/// A game.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Game {
    pub(crate) source: Arc<Source>,
    solver: Mutex<SolverCell>,
    /// The text by which the game was opened.
    pub(crate) text: String,
    is_file: bool,
}

/// Position, its value, method, notes.
type AnswerTuple = (String, Value, String, Py<PyTuple>);

/// Move, outcome, whether it is best, option, its value.
type MoveTuple = (String, i8, bool, String, Value);

impl Game {
    pub(crate) fn new(opened: Arc<OpenedGame>, table: Option<Arc<Table>>, text: String, is_file: bool) -> Self {
        let source = Source::new(opened, table);
        Self { solver: Mutex::new(SolverCell::of(source.clone())), source, text, is_file }
    }

    pub(crate) fn opened(&self) -> &OpenedGame {
        &self.source.opened
    }

    pub(crate) fn key(&self, text: &str) -> Result<Key, Failure> {
        self.opened().as_dyn().parse(text).map_err(|error| Failure::position(text, error))
    }

    /// The start of the game.
    fn start_key(&self) -> Result<Key, Failure> {
        self.opened().as_dyn().start().ok_or_else(|| {
            let name = &self.text;
            let help = match entry(name.split(':').next().unwrap_or_default()) {
                Some(entry) => format!("give one: {}", entry.position),
                None => "give one".to_owned(),
            };
            Failure::other("PositionError", format!("`{name}` has no start, so it needs a position"), help)
        })
    }

    /// Calls the library with the solver, within limits.
    pub(crate) fn with_solver<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<RawLimits>,
        moves: usize,
        work: impl FnOnce(&OpenedGame, &mut Solver<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let renew = |cell: &mut SolverCell| *cell = SolverCell::of(self.source.clone());
        let state = (&self.solver, &*self.source.current);
        run_locked(py, limits, state, renew, |cell, watch| cell.with(watch, moves, work))
    }

    /// Calls the library with the game, which may run a script.
    pub(crate) fn with_game<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&OpenedGame) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        quick(py, || work(self.opened()))
    }
}

fn answer_tuple(py: Python<'_>, answer: Answer) -> PyResult<AnswerTuple> {
    let notes = PyTuple::new(py, answer.notes.iter().map(Note::to_string))?.unbind();
    Ok((answer.position, convert::value(&answer.value), answer.method, notes))
}

#[pymethods]
impl Game {
    #[getter]
    fn name(&self) -> &str {
        self.opened().as_dyn().name()
    }

    #[getter]
    fn misere(&self) -> bool {
        self.opened().as_dyn().play() == Play::Misere
    }

    #[getter]
    fn is_file(&self) -> bool {
        self.is_file
    }

    /// The rules: the text of a rules file, or what the catalogue says.
    #[getter]
    fn rules(&self) -> String {
        let game = self.opened().as_dyn();
        let name = game.name().split(':').next().unwrap_or_default();
        match (&game.info().rules, entry(name)) {
            (Some(rules), _) => rules.clone(),
            (None, Some(entry)) => entry.rules.to_owned(),
            (None, None) => String::new(),
        }
    }

    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        self.with_game(py, |opened| Ok(opened.as_dyn().to_text(&self.key(text)?)?))
    }

    fn start(&self, py: Python<'_>) -> PyResult<String> {
        self.with_game(py, |opened| Ok(opened.as_dyn().to_text(&self.start_key()?)?))
    }

    fn picture(&self, py: Python<'_>, position: &str) -> PyResult<String> {
        self.with_game(py, |opened| Ok(grundy::play::picture(opened, &self.key(position)?)?))
    }

    fn options(&self, py: Python<'_>, position: &str) -> PyResult<Vec<(String, String)>> {
        self.with_game(py, |opened| {
            let game = opened.as_dyn();
            let choices = Choices::new(game, &self.key(position)?)?;
            if *choices.total() > grundy::UBig::from(choices.moves().len()) {
                return Err(RunError::from(LimitHit::Moves { limit: choices.moves().len() as u64 }).into());
            }
            let options = choices.moves().iter().map(|m| Ok((m.text.clone(), game.to_text(&m.option)?)));
            Ok(options.collect::<Result<_, RulesError>>()?)
        })
    }

    fn play(&self, py: Python<'_>, position: &str, typed: &str) -> PyResult<(String, String)> {
        self.with_game(py, |opened| {
            let game = opened.as_dyn();
            let choices = Choices::new(game, &self.key(position)?)?;
            let error = |error| Failure::Move { typed: typed.to_owned(), error };
            let chosen = choices.parse(typed).map_err(error)?;
            Ok((chosen.text.clone(), game.to_text(&chosen.option)?))
        })
    }

    fn solve(&self, py: Python<'_>, position: Option<&str>, limits: Option<RawLimits>) -> PyResult<AnswerTuple> {
        let answer = self.with_solver(py, limits, 0, |_, solver| {
            let at = position.map_or_else(|| self.start_key(), |text| self.key(text))?;
            Ok(solver.solve(&at)?)
        })?;
        answer_tuple(py, answer)
    }

    fn moves(
        &self,
        py: Python<'_>,
        position: &str,
        most: usize,
        limits: Option<RawLimits>,
    ) -> PyResult<(Vec<MoveTuple>, Integer)> {
        let moves = self.with_solver(py, limits, most, |_, solver| {
            let answer = solver.solve(&self.key(position)?)?;
            Ok(answer.moves)
        })?;
        let Some(moves) = moves else { return Ok((Vec::new(), Integer::Small(0))) };
        let listed = moves.listed.into_iter().map(|m| {
            let value = convert::value(&m.after_value);
            (m.text, convert::outcome_number(m.outcome), m.is_best, m.after, value)
        });
        Ok((listed.collect(), moves.total.into()))
    }

    fn explain(&self, py: Python<'_>, position: &str, limits: Option<RawLimits>) -> PyResult<String> {
        self.with_solver(py, limits, MAX_MOVES, |_, solver| {
            let at = self.key(position)?;
            let answer = solver.solve(&at)?;
            Ok(grundy::explain::explain(&answer, &solver.evidence(&at, &answer)?))
        })
    }

    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        limits: Option<RawLimits>,
    ) -> PyResult<Arrays<'py>> {
        let columns = self.with_solver(py, limits, 0, |_, solver| {
            let mut columns = Columns::with_capacity(positions.len());
            for text in &positions {
                let answer = solver.solve(&self.key(text)?)?;
                columns.push(&answer.value).map_err(|number| too_large(text, &number))?;
            }
            Ok(columns)
        })?;
        Ok(columns.into_arrays(py))
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        stop: u64,
        limits: Option<RawLimits>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        heaps::values(self, py, stop, limits)
    }

    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        stop: u64,
        limits: Option<RawLimits>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        heaps::outcomes(self, py, stop, limits)
    }

    fn sequence<'py>(&self, py: Python<'py>, stop: u64, limits: Option<RawLimits>) -> PyResult<HeapArrays<'py>> {
        heaps::sequence(self, py, stop, limits)
    }

    fn period(
        &self,
        py: Python<'_>,
        heaps: Option<u64>,
        certificate: Option<String>,
        limits: Option<RawLimits>,
    ) -> PyResult<Option<PeriodTuple>> {
        heaps::period(self, py, heaps, certificate, limits)
    }

    fn heatmap(&self, py: Python<'_>, size: u64, limits: Option<RawLimits>) -> PyResult<Square> {
        heaps::heatmap(self, py, size, limits)
    }

    /// Positions, bytes and seconds of building the whole game; `None` if they are not known beforehand.
    fn forecast(&self, py: Python<'_>, limits: Option<RawLimits>) -> PyResult<Option<(u64, u64, f64)>> {
        run(py, limits, |limits| {
            let start = self.opened().as_dyn().start();
            let extent = start.as_ref().map_or(solver::Extent::All, solver::Extent::From);
            let forecast = solver::forecast(self.opened(), extent, false, limits);
            Ok::<_, Failure>(forecast.map(|forecast| {
                let began = Instant::now();
                let share = forecast.sample();
                (forecast.positions, forecast.bytes, began.elapsed().as_secs_f64() / share)
            }))
        })
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of a method in Python")]
    fn build(
        &self,
        py: Python<'_>,
        path: &str,
        start: Option<&str>,
        reduced: bool,
        positions: bool,
        checkpoint: Option<&str>,
        limits: Option<RawLimits>,
    ) -> PyResult<()> {
        let request = build::Request { path, start, reduced, texts: positions, checkpoint };
        run(py, limits, |limits| build::build(self, &request, limits))
    }

    /// Forgets what the solver has solved.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let renew = |cell: &mut SolverCell| *cell = SolverCell::of(self.source.clone());
        run_locked(py, None, (&self.solver, &*self.source.current), renew, |cell, _| {
            renew(cell);
            Ok::<_, Failure>(())
        })
    }
}

/// The error of a Grundy value that an array cannot hold.
pub(crate) fn too_large(position: &str, number: &grundy::UBig) -> Failure {
    let error = ParseError {
        at: 0..position.len(),
        message: format!("its Grundy value {number} does not fit an array of int64"),
        help: "solve it alone".to_owned(),
    };
    Failure::position(position, error)
}

/// Opens a game by its text.
#[pyfunction]
pub(crate) fn open_game(py: Python<'_>, name: &str, misere: bool) -> PyResult<Game> {
    let play = if misere { Play::Misere } else { Play::Normal };
    let failed = |error| Failure::open(name, error);
    let opened = run(py, None, |limits| grundy_rules::open(name, &[], play, limits).map_err(failed))?;
    let is_file = GameSpec::parse(name).is_ok_and(|spec| spec.needs_file());
    Ok(Game::new(Arc::new(opened), None, name.to_owned(), is_file))
}

/// Opens the text of a rules file.
#[pyfunction]
pub(crate) fn open_rules(
    py: Python<'_>,
    name: &str,
    source: &str,
    settings: Vec<(String, String)>,
    misere: bool,
) -> PyResult<Game> {
    let play = if misere { Play::Misere } else { Play::Normal };
    let settings: Vec<Setting> = settings.into_iter().map(|(name, value)| Setting { name, value }).collect();
    let opened =
        run(py, None, |limits| Ok::<_, Failure>(grundy_rules::open_script(name, source, &settings, play, limits)?))?;
    Ok(Game::new(Arc::new(opened), None, name.to_owned(), true))
}

/// The games of the catalogue: how a user writes each, and its rules.
#[pyfunction]
pub(crate) fn catalog() -> Vec<(&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| (entry.form, entry.rules)).collect()
}

/// The value of a position as Python has it.
pub(crate) fn value_tuple(value: Option<&grundy::PositionValue>) -> Option<Value> {
    value.map(convert::value)
}

/// Raises a failure.
pub(crate) fn raised<T>(py: Python<'_>, result: Result<T, Failure>) -> PyResult<T> {
    result.map_err(|failure| failure.to_py_err(py))
}
