//! Tables on disk: look-ups, counts, verification.

use crate::convert::{Arrays, Columns, Value};
use crate::errors::Failure;
use crate::game::{Game, too_large, value_tuple};
use crate::watch::{RawLimits, Watch, quick, run, run_with};
use grundy::Play;
use grundy::catalog::OpenedGame;
use grundy::heap::octal::Certificate;
use grundy::limits::{Limits, RunError};
use grundy::verify::octal::{CertificateCheckError, CheckOptions, Scope};
use grundy_table::{TableError, is_parquet_file, rules_of, verify};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

/// The largest certificate, in bytes.
const LARGEST: u64 = 1 << 30;

/// An open table.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Table {
    path: String,
    table: Arc<grundy_table::Table>,
    opened: Arc<OpenedGame>,
}

/// Opens a table with its game. `moved` is the file of the game, if the user gave one.
fn open(path: &str, moved: Option<&str>, limits: &Limits<'_>) -> Result<(grundy_table::Table, OpenedGame), Failure> {
    let failed = |error| Failure::Table { path: path.to_owned(), error };
    let table = grundy_table::Table::open(path).map_err(failed)?;
    let header = table.header();
    if let Some(game) = grundy_rules::open_embedded(&header.game, &header.rules, header.play, limits) {
        let game = game?;
        // The table contains its rules; a file that the user names is only compared with them.
        if let Some(file) = moved {
            let named = grundy_rules::open_like(file, &header.rules, header.play, limits);
            check(path, &table, file, &named.map_err(|error| Failure::open(file, error))?)?;
        }
        return Ok((table, game));
    }
    let text = match moved {
        Some(file) if header.game.starts_with("graph:") && !file.starts_with("graph:") => format!("graph:{file}"),
        Some(game) => game.to_owned(),
        None => header.game.clone(),
    };
    let game = grundy_rules::open(&text, &[], header.play, limits).map_err(|error| Failure::open(&text, error))?;
    check(path, &table, &text, &game)?;
    Ok((table, game))
}

/// Checks that a table belongs to a game that was opened as `text`.
fn check(path: &str, table: &grundy_table::Table, text: &str, game: &OpenedGame) -> Result<(), Failure> {
    let rules = rules_of(text, game).map_err(|error| Failure::io(text, error))?;
    table.check_game(text, &rules, game.as_dyn()).map_err(|error| Failure::table(path, error))
}

impl Table {
    fn failed(&self, error: TableError) -> Failure {
        Failure::table(&self.path, error)
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(py: Python<'_>, path: &str, game: Option<&str>) -> PyResult<Self> {
        let (table, opened) = run(py, None, |limits| open(path, game, limits))?;
        Ok(Self { path: path.to_owned(), table: Arc::new(table), opened: Arc::new(opened) })
    }

    /// The game, whose answers come from the table.
    fn game(&self) -> Game {
        Game::new(self.opened.clone(), Some(self.table.clone()), self.table.header().game.clone(), true)
    }

    #[getter]
    fn stored(&self) -> u64 {
        self.table.counts().stored
    }

    /// Whether the table contains its rules.
    #[getter]
    fn has_rules(&self) -> bool {
        self.table.has_rules_file()
    }

    #[getter]
    fn start(&self) -> Option<String> {
        self.table.header().start.clone()
    }

    fn get(&self, py: Python<'_>, position: &str) -> PyResult<Option<Value>> {
        let game = self.opened.as_dyn();
        let value = quick(py, || {
            let at = game.parse_indexed(position).map_err(|error| Failure::position(position, error))?;
            self.table.get_key(game, &at).map_err(|error| self.failed(error))
        })?;
        Ok(value_tuple(value.as_ref()))
    }

    /// The values of many positions; or the place of the first one that the table does not hold.
    fn get_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        limits: Option<RawLimits>,
    ) -> PyResult<(Option<Arrays<'py>>, Option<usize>)> {
        let columns = run(py, limits, |limits| {
            let game = self.opened.as_dyn();
            let mut keys = Vec::with_capacity(positions.len());
            for (i, text) in positions.iter().enumerate() {
                if i % 4096 == 0 {
                    limits.check(0, 0)?;
                }
                keys.push(game.parse_indexed(text).map_err(|error| Failure::position(text, error))?);
            }
            let values = self.table.get_keys(game, &keys).map_err(|error| self.failed(error))?;
            let mut columns = Columns::with_capacity(values.len());
            for (i, (text, value)) in positions.iter().zip(values).enumerate() {
                let Some(value) = value else { return Ok(Err(i)) };
                columns.push(&value).map_err(|number| too_large(text, &number))?;
            }
            Ok::<_, Failure>(Ok(columns))
        })?;
        Ok(match columns {
            Ok(columns) => (Some(columns.into_arrays(py)), None),
            Err(missing) => (None, Some(missing)),
        })
    }

    fn histogram(&self) -> (Vec<u64>, Vec<u64>, u64) {
        let counts = &self.table.counts().positions;
        (counts.wins.clone(), counts.losses.clone(), counts.draws)
    }

    /// What the file says about itself.
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (header, counts) = (self.table.header(), self.table.counts());
        let all = PyDict::new(py);
        all.set_item("game", &header.game)?;
        all.set_item("play", header.play.as_str())?;
        all.set_item("rules", &header.rules)?;
        all.set_item("program", &header.program)?;
        all.set_item("start", &header.start)?;
        all.set_item("reduced", header.is_reduced)?;
        all.set_item("stored", counts.stored)?;
        all.set_item("positions", counts.positions.total())?;
        all.set_item("moves", counts.moves)?;
        all.set_item("bytes", self.table.bytes())?;
        all.set_item("digest", self.table.digest())?;
        Ok(all)
    }
}

/// Game, positions, the period of a certificate, and a sentence.
type VerifiedTuple = (String, Option<u64>, Option<(u64, u64, u64)>, String);

/// Verifies a table or a certificate.
#[pyfunction]
pub(crate) fn verify_file(
    py: Python<'_>,
    path: &str,
    game: Option<&str>,
    limits: Option<RawLimits>,
) -> PyResult<VerifiedTuple> {
    let watch = Watch::new(limits);
    run_with(py, &watch, |limits| {
        if is_parquet_file(path).map_err(|error| Failure::io(path, error))? {
            verify_table(path, game, limits)
        } else {
            verify_certificate(path, game, limits)
        }
    })
}

fn verify_table(path: &str, game: Option<&str>, limits: &Limits<'_>) -> Result<VerifiedTuple, Failure> {
    let wrong = |error| Failure::VerifyError { path: path.to_owned(), error };
    if let Err(error @ TableError::Damaged { .. }) = grundy_table::Table::open(path) {
        return Err(wrong(error.into()));
    }
    let (table, opened) = open(path, game, limits)?;
    let verified = verify(&table, opened.as_dyn(), limits, &mut |_, _| ()).map_err(wrong)?;
    let summary = format!(
        "all {} rows follow from their options, {} moves; every checksum is right",
        verified.rows, verified.moves
    );
    Ok((table.header().game.clone(), Some(verified.positions), None, summary))
}

fn verify_certificate(path: &str, game: Option<&str>, limits: &Limits<'_>) -> Result<VerifiedTuple, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| Failure::io(path, error))?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| Failure::io(path, error))?;
    let certificate = Certificate::parse(&bytes).map_err(|error| {
        let class = if error.is_damage() { "WrongTable" } else { "TableError" };
        let help = "name a table, by `Game.build`, or a certificate, by `Game.period`";
        Failure::other(class, format!("{path}: {error}"), help)
    })?;
    if let Some(game) = game {
        let opened = grundy_rules::open(game, &[], Play::Normal, limits).map_err(|error| Failure::open(game, error))?;
        let code = opened.as_dyn().theory().and_then(|theory| theory.take_and_break());
        if code.as_ref() != Some(&certificate.game) {
            let message = format!("{path}: the certificate is of `{}`, not of `{game}`", certificate.game);
            return Err(Failure::other("TableError", message, "name the game of the certificate, or leave `game` out"));
        }
    }
    let stop = || (limits.stop)();
    let work = CheckOptions { threads: limits.workers(), scope: &Scope::All, stop: &stop, progress: &|_, _| () };
    let verified = grundy::verify::octal::verify(&certificate, &work).map_err(|error| match error {
        CertificateCheckError::Fault(wrong) => Failure::other("WrongTable", format!("{path}: {wrong}"), ""),
        CertificateCheckError::Stopped { heaps, .. } => RunError::Interrupted { positions: heaps }.into(),
        error => Failure::other("TableError", format!("{path}: {error}"), ""),
    })?;
    let period = (certificate.preperiod, certificate.period, 0);
    let summary = format!("{} heaps were derived again, by {}", verified.heaps, verified.theorem);
    Ok((certificate.game, None, Some(period), summary))
}
