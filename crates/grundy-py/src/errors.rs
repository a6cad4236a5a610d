//! Errors of the library as the exceptions of `grundy.errors`.

use grundy::answer::StoreError;
use grundy::catalog::OpenError;
use grundy::checkpoint::CheckpointError;
use grundy::graph::{FileError, FileErrorKind, GraphError, WordsError};
use grundy::limits::{LimitHit, RunError};
use grundy::play::ParseMoveError;
use grundy::solver::{BuildError, HeapError, HeatmapError, PeriodError, SolveError};
use grundy::text::{ParseError, RulesError, TheoryError};
use grundy_table::{TableError, VerifyError, WriteError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::any::Any;
use std::io;

/// An error that Python can raise.
pub(crate) trait ToPyErr {
    fn to_py_err(self, py: Python<'_>) -> PyErr;

    /// The error of a call that was stopped before it began.
    fn stopped() -> Self;
}

/// Any error of a call.
pub(crate) enum Failure {
    Run(RunError),
    Rules(Box<RulesError>),
    Solve(SolveError),
    Open(Box<grundy_rules::OpenError>),
    Position {
        text: String,
        error: ParseError,
    },
    Move {
        typed: String,
        error: ParseMoveError,
    },
    Heatmap(HeatmapError),
    Theory(TheoryError),
    Period(PeriodError),
    Build(BuildError),
    Table {
        path: String,
        error: TableError,
    },
    VerifyError {
        path: String,
        error: VerifyError,
    },
    Write {
        path: String,
        error: WriteError,
    },
    GraphFile(FileError),
    Graph(GraphError),
    Words(WordsError),
    Io {
        path: String,
        error: io::Error,
    },
    Checkpoint(CheckpointError),
    /// A class of `grundy.errors`, the message, and the next step.
    Other {
        class: &'static str,
        message: String,
        help: String,
    },
}

impl Failure {
    pub(crate) fn other(class: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Other { class, message: message.into(), help: help.into() }
    }

    pub(crate) fn position(text: &str, error: ParseError) -> Self {
        Self::Position { text: text.to_owned(), error }
    }

    /// The error of opening a game by its text; its range becomes one in characters.
    pub(crate) fn open(text: &str, mut error: grundy_rules::OpenError) -> Self {
        let at = match &mut error {
            grundy_rules::OpenError::Catalog(OpenError::Text(error)) => Some(&mut error.at),
            grundy_rules::OpenError::Catalog(OpenError::UnknownGame(unknown)) => Some(&mut unknown.at),
            _ => None,
        };
        if let Some(at) = at {
            let (start, end) = characters(text, at);
            *at = start..end;
        }
        error.into()
    }

    pub(crate) fn table(path: &str, error: impl Into<TableError>) -> Self {
        Self::Table { path: path.to_owned(), error: error.into() }
    }

    pub(crate) fn io(path: &str, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }
}

macro_rules! from {
    ($($error:ty => $failure:expr;)*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                $failure(error)
            }
        }
    )*};
}

from! {
    RunError => Self::Run;
    RulesError => |error| Self::Rules(Box::new(error));
    SolveError => Self::Solve;
    grundy_rules::OpenError => |error| Self::Open(Box::new(error));
    HeatmapError => Self::Heatmap;
    TheoryError => Self::Theory;
    PeriodError => Self::Period;
    BuildError => Self::Build;
    FileError => Self::GraphFile;
    GraphError => Self::Graph;
    WordsError => Self::Words;
}

impl From<HeapError> for Failure {
    fn from(error: HeapError) -> Self {
        match error {
            HeapError::Solve(error) => Self::Solve(error),
            HeapError::Position { text, error } => Self::Position { text, error },
            other => Self::other("PositionError", other.to_string(), ""),
        }
    }
}

/// Creates an exception of a class of `grundy.errors`.
fn raise(py: Python<'_>, class: &str, message: &str, attributes: &Bound<'_, PyDict>) -> PyErr {
    let made = py
        .import("grundy.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call((message,), Some(attributes)));
    made.map_or_else(|error| error, PyErr::from_value)
}

macro_rules! attributes {
    ($py:expr, $($name:ident = $value:expr),* $(,)?) => {{
        let attributes = PyDict::new($py);
        let set = (|| {
            $(attributes.set_item(stringify!($name), $value)?;)*
            PyResult::Ok(())
        })();
        match set {
            Ok(()) => attributes,
            Err(error) => return error,
        }
    }};
}

/// The error of a run that took too long.
pub(crate) fn time_is_up(py: Python<'_>) -> PyErr {
    raise(py, "LimitError", "the time is up", &attributes!(py, limit = "time", help = "pass a larger `time`"))
}

/// The error of a panic: a defect of this library.
pub(crate) fn internal(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    RunError::from_panic(panic).to_py_err(py)
}

/// An exception with a message and the next step alone.
pub(crate) fn plain(py: Python<'_>, class: &str, message: &str, help: &str) -> PyErr {
    raise(py, class, message, &attributes!(py, help = help))
}

/// An error of the operating system.
pub(crate) fn os_error(path: &str, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        // `OSError` makes a `FileNotFoundError` and so on from the number.
        Some(code) => PyOSError::new_err((code, description(error), path.to_owned())),
        None => PyOSError::new_err(format!("{path}: {error}")),
    }
}

/// The text of an error of the operating system, without its number.
fn description(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.clone(), |(text, _)| text.to_owned())
}

fn limit(py: Python<'_>, message: &str, hit: &LimitHit) -> PyErr {
    let (name, needed, help) = match hit {
        LimitHit::Positions { needed, .. } => ("max_positions", Some(*needed), "pass a larger `max_positions`"),
        LimitHit::Memory { needed, .. } => ("memory", Some(*needed), "pass a larger `memory`"),
        LimitHit::Moves { .. } => ("moves", None, ""),
        LimitHit::TooLarge { needed, .. } => ("size", Some(*needed), ""),
        _ => ("", None, ""),
    };
    raise(py, "LimitError", message, &attributes!(py, limit = name, needed = needed, help = help))
}

/// The range in characters of a range in bytes.
fn characters(text: &str, at: &std::ops::Range<usize>) -> (usize, usize) {
    let count = |end: usize| text.char_indices().take_while(|(start, _)| *start < end).count();
    (count(at.start), count(at.end))
}

impl ToPyErr for RunError {
    fn to_py_err(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Limit(hit) => limit(py, &hit.to_string(), &hit),
            // The watch has the exception; this one is for a run that nobody stopped.
            Self::Interrupted { .. } => PyKeyboardInterrupt::new_err(()),
            Self::WorkerPanicked { message } => {
                let help = "please report this, with what you called";
                plain(py, "InternalError", &format!("grundy failed: {message}"), help)
            }
            Self::Checkpoint(error) => Failure::Checkpoint(*error).to_py_err(py),
            other => plain(py, "GrundyError", &other.to_string(), ""),
        }
    }

    fn stopped() -> Self {
        Self::Interrupted { positions: 0 }
    }
}

fn rules(py: Python<'_>, error: &RulesError) -> PyErr {
    if let Some(hit) = error.limit() {
        return limit(py, &error.message, hit);
    }
    let notes = error.notes.clone();
    let attributes = attributes!(py, notes = (), help = &error.help);
    let place = error.location.as_ref().map(|at| {
        let (line, column) = at.line_and_column();
        (at.path.clone(), line, column, at.source.to_string(), characters(&at.source, &at.at))
    });
    let set = || -> PyResult<()> {
        attributes.set_item("notes", pyo3::types::PyTuple::new(py, notes)?)?;
        if let Some((path, line, column, source, span)) = place {
            attributes.set_item("path", path)?;
            attributes.set_item("line", line)?;
            attributes.set_item("column", column)?;
            attributes.set_item("source", source)?;
            attributes.set_item("span", span)?;
        }
        Ok(())
    };
    match set() {
        Ok(()) => raise(py, "RulesError", &error.message, &attributes),
        Err(error) => error,
    }
}

fn open(py: Python<'_>, error: OpenError) -> PyErr {
    let message = error.to_string();
    match error {
        OpenError::Text(error) => {
            let span = (error.at.start, error.at.end);
            raise(py, "GameError", &error.message, &attributes!(py, help = error.help, span = span))
        }
        OpenError::UnknownGame(unknown) => {
            let span = (unknown.at.start, unknown.at.end);
            raise(py, "GameError", &message, &attributes!(py, span = span))
        }
        OpenError::MisereChangesNothing { .. } | OpenError::MisereSum => {
            plain(py, "GameError", &message, "open it for normal play")
        }
        OpenError::Graph(error) => Failure::GraphFile(error).to_py_err(py),
        _ => plain(py, "GameError", &message, ""),
    }
}

fn solve(py: Python<'_>, error: SolveError) -> PyErr {
    let message = error.to_string();
    match error {
        SolveError::Run(RunError::Limit(hit)) | SolveError::Product { hit, .. } => limit(py, &message, &hit),
        SolveError::Run(error) => error.to_py_err(py),
        SolveError::Undecided(searched) => match searched.stopped {
            Some(RunError::Limit(hit)) => limit(py, &message, &hit),
            Some(error) => error.to_py_err(py),
            None => plain(py, "LimitError", &message, ""),
        },
        SolveError::NoGrundy { stopped: RunError::Limit(hit), .. } => limit(py, &message, &hit),
        SolveError::NoGrundy { stopped, .. } => stopped.to_py_err(py),
        SolveError::Rules(error) => rules(py, &error),
        SolveError::OutOfReach(_) => raise(py, "LimitError", &message, &attributes!(py, limit = "theory")),
        SolveError::NoValue { .. } | SolveError::NoOptionValues { .. } => plain(py, "PositionError", &message, ""),
        SolveError::Store(error) => store(py, &error),
        SolveError::StoreIncomplete => plain(py, "TableError", &message, ""),
        _ => plain(py, "GrundyError", &message, ""),
    }
}

fn store(py: Python<'_>, error: &StoreError) -> PyErr {
    plain(py, "TableError", &error.to_string(), "restore the table from a copy, or build it again")
}

fn table(py: Python<'_>, path: &str, error: TableError) -> PyErr {
    let help = match &error {
        TableError::Io { error, .. } => return os_error(path, error),
        TableError::Rules(error) => return rules(py, error),
        TableError::NotATable(_) => "name a table; `Game.build` writes one",
        TableError::Newer { .. } => "read it with the version that wrote it, or a later one",
        TableError::Damaged { .. } => "restore it from a copy, or build it again",
        TableError::OtherGame { .. } => "name the table of that game, or build it again",
        _ => "",
    };
    raise(py, "TableError", &format!("{path}: {error}"), &attributes!(py, help = help, path = path))
}

fn build(py: Python<'_>, error: BuildError) -> PyErr {
    let message = error.to_string();
    match error {
        BuildError::Run(error) => error.to_py_err(py),
        BuildError::Rules(error) => rules(py, &error),
        BuildError::Checkpoint(error) => Failure::Checkpoint(error).to_py_err(py),
        BuildError::OutOfReach(_) => raise(py, "LimitError", &message, &attributes!(py, limit = "theory")),
        _ => plain(py, "GameError", &message, ""),
    }
}

fn graph_file(py: Python<'_>, error: FileError) -> PyErr {
    let text = error.to_string();
    let (message, help) = match error.kind {
        FileErrorKind::Io(io) => return os_error(&error.path, &io),
        FileErrorKind::Limit(error) => return error.to_py_err(py),
        FileErrorKind::Damaged { message, help } => (message, help.to_owned()),
        FileErrorKind::Text { message, help } => (message, help),
        _ => (text, String::new()),
    };
    let known = |number: u64| (number > 0).then_some(number);
    let attributes = attributes!(
        py,
        help = help,
        path = error.path,
        line = known(error.line),
        column = known(error.column),
        text = error.text,
    );
    raise(py, "GraphError", &message, &attributes)
}

impl ToPyErr for Failure {
    fn to_py_err(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Run(error) => error.to_py_err(py),
            Self::Rules(error) => rules(py, &error),
            Self::Solve(error) => solve(py, error),
            Self::Open(error) => match *error {
                grundy_rules::OpenError::Catalog(error) => open(py, error),
                grundy_rules::OpenError::Rules(error) => rules(py, &error),
                grundy_rules::OpenError::File { path, error } => os_error(&path, &error),
                grundy_rules::OpenError::Setting(error) => {
                    raise(py, "GameError", &error.message, &attributes!(py, help = error.help))
                }
                grundy_rules::OpenError::Run { error, .. } => error.to_py_err(py),
                other => plain(py, "GameError", &other.to_string(), ""),
            },
            Self::Position { text, error } => {
                let span = characters(&text, &error.at);
                let attributes = attributes!(py, text = text, span = span, help = error.help);
                raise(py, "PositionError", &error.message, &attributes)
            }
            Self::Move { typed, error } => {
                let candidates = match &error {
                    ParseMoveError::Several { moves, .. } => moves.clone(),
                    _ => Vec::new(),
                };
                let candidates = match pyo3::types::PyTuple::new(py, candidates) {
                    Ok(candidates) => candidates,
                    Err(error) => return error,
                };
                let attributes = attributes!(py, move = typed, candidates = candidates);
                raise(py, "IllegalMove", &error.to_string(), &attributes)
            }
            Self::Heatmap(HeatmapError::Solve(error)) => solve(py, error),
            Self::Heatmap(HeatmapError::Position { text, error }) => Self::Position { text, error }.to_py_err(py),
            Self::Heatmap(error @ HeatmapError::NotTwoHeaps) => {
                plain(py, "GameError", &error.to_string(), "take a game of heaps, such as `nim` or `wythoff`")
            }
            Self::Heatmap(error) => plain(py, "GameError", &error.to_string(), ""),
            Self::Theory(TheoryError::Rules(error)) => rules(py, &error),
            Self::Theory(error @ TheoryError::OutOfReach(_)) => {
                raise(py, "LimitError", &error.to_string(), &attributes!(py, limit = "theory"))
            }
            Self::Theory(error) => plain(py, "GameError", &error.to_string(), ""),
            Self::Period(error @ PeriodError::Memory { .. }) => {
                let attributes = attributes!(py, limit = "memory", help = "pass a larger `memory`");
                raise(py, "LimitError", &error.to_string(), &attributes)
            }
            Self::Period(error @ PeriodError::Inconsistent { .. }) => {
                plain(py, "InternalError", &error.to_string(), "")
            }
            Self::Period(error) => plain(py, "GameError", &error.to_string(), ""),
            Self::Build(error) => build(py, error),
            Self::Table { path, error } => table(py, &path, error),
            Self::VerifyError { path, error } => match error {
                VerifyError::Run(error) => error.to_py_err(py),
                VerifyError::Rules(error) => rules(py, &error),
                VerifyError::Table(error @ TableError::Damaged { .. }) => {
                    raise(py, "WrongTable", &format!("{path}: {error}"), &attributes!(py, path = path))
                }
                VerifyError::Table(error) => table(py, &path, error),
                error => raise(py, "WrongTable", &format!("{path}: {error}"), &attributes!(py, path = path)),
            },
            Self::Write { path, error } => match error {
                WriteError::Io(error) => os_error(&path, &error),
                WriteError::Build(error) => build(py, error),
                WriteError::Rules(error) => rules(py, &error),
                error => raise(py, "TableError", &format!("{path}: {error}"), &attributes!(py, path = path)),
            },
            Self::GraphFile(error) => graph_file(py, error),
            Self::Graph(error) => plain(py, "GraphError", &error.to_string(), ""),
            Self::Words(WordsError::Run(error)) => error.to_py_err(py),
            Self::Words(error) => plain(py, "GraphError", &error.to_string(), ""),
            Self::Io { path, error } => os_error(&path, &error),
            Self::Checkpoint(error) => {
                let help = "name another folder, or remove the checkpoint to begin anew";
                plain(py, "TableError", &error.to_string(), help)
            }
            Self::Other { class, message, help } => plain(py, class, &message, &help),
        }
    }

    fn stopped() -> Self {
        Self::Run(RunError::stopped())
    }
}
