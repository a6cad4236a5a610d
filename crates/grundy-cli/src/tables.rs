//! Writes tables of solved games, and opens tables with their games.

use crate::atomic_file;
use crate::fail::Failure;
#[cfg(feature = "rules")]
use crate::interrupt;
use crate::position_args;
#[cfg(feature = "rules")]
use crate::rules::{self, Settings};
#[cfg(feature = "rules")]
use crate::sandbox;
use grundy::answer::StoreError;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{SolveError, SolvedGame, Solver};
use grundy_table::{Counts, Table, TableError, WriteError, WriteOptions, openings_of, rules_of, write_solution};
use std::io;

/// Writes the table of a solved game atomically: it has a temporary name until all of it is on the disk.
pub(crate) fn write(
    path: &str,
    game: &OpenedGame,
    solved: &SolvedGame<'_>,
    options: &WriteOptions<'_>,
) -> Result<Counts, WriteError> {
    let mut why = None;
    let written = atomic_file::write_by(path, |out| {
        write_solution(game, solved, out, options).map(|(_, counts)| counts).map_err(|error| match error {
            WriteError::Io(error) => error,
            other => {
                why = Some(other);
                io::Error::other("the table was not written")
            }
        })
    });
    written.map_err(|error| why.unwrap_or(WriteError::Io(error)))
}

/// Opens a table and its game. `game_path` is the path of the file of the rules, if the user gave one.
pub(crate) fn open(path: &str, game_path: Option<&str>, limits: &Limits<'_>) -> Result<(Table, OpenedGame), Failure> {
    let table = Table::open(path).map_err(|error| failure(path, &error))?;
    let header = table.header();
    let play = header.play;
    #[cfg(feature = "rules")]
    if let Some(game) = open_embedded(&table, limits) {
        let game = game?;
        // The table contains its rules; if the user names a file, it is only compared with them.
        if let Some(file) = game_path {
            // A pipe may take its time.
            let named = interrupt::while_reading(|| grundy_rules::open_like(file, &header.rules, play, limits))
                .map_err(|error| rules::failure(error, file, &Settings::NONE))?;
            check(path, &table, file, &named)?;
        }
        return Ok((table, game));
    }
    let text = match game_path {
        Some(file) if header.game.starts_with("graph:") && !file.starts_with("graph:") => format!("graph:{file}"),
        Some(game) => game.to_owned(),
        None => header.game.clone(),
    };
    let game = position_args::open(&text, play, limits).map_err(|error| {
        match (error, header.game.strip_prefix("graph:")) {
            (Failure::Input { message, location, .. }, Some(_)) if game_path.is_none() => Failure::Input {
                message,
                location,
                help: format!("{path} is a table of that file; if it has moved, give its path by `--game FILE`"),
            },
            (error, _) => error,
        }
    })?;
    check(path, &table, &text, &game)?;
    Ok((table, game))
}

/// The game of a table that contains its rules as a script. Scripts run only in a child process.
#[cfg(feature = "rules")]
fn open_embedded(table: &Table, limits: &Limits<'_>) -> Option<Result<OpenedGame, Failure>> {
    let header = table.header();
    if table.has_rules_file() && !sandbox::is_child() {
        let done = sandbox::run_in_child();
        return Some(Err(done.map_or_else(|failure| failure, |status| Failure::AlreadyReported { status })));
    }
    let opened = grundy_rules::open_embedded(&header.game, &header.rules, header.play, limits)?;
    Some(opened.map_err(|error| rules::failure(error, &header.game, &Settings::NONE)))
}

/// The solver with the table of openings of its game, if the program has one.
pub(crate) fn with_openings(solver: Solver<'_>) -> Solver<'_> {
    match openings_of(solver.game()) {
        Some(openings) => solver.with_openings(openings),
        None => solver,
    }
}

/// Opens a table for a game that is already open.
pub(crate) fn open_for(path: &str, text: &str, game: &OpenedGame) -> Result<Table, Failure> {
    let table = Table::open(path).map_err(|error| failure(path, &error))?;
    check(path, &table, text, game)?;
    Ok(table)
}

/// Checks that a table belongs to a game that was opened as `text`.
fn check(path: &str, table: &Table, text: &str, game: &OpenedGame) -> Result<(), Failure> {
    let rules = rules_of(text, game).map_err(|error| Failure::file(text, &error, ""))?;
    table.check_game(text, &rules, game.as_dyn()).map_err(|error| failure(path, &error))
}

/// The failure for a table that cannot be used, with advice.
pub(crate) fn failure(path: &str, error: &TableError) -> Failure {
    let help = match error {
        TableError::Io { error, .. } => {
            return Failure::file(path, error, "name a table; `grundy build GAME -o TABLE` writes one");
        }
        TableError::NotATable(_) => "name a table; `grundy build GAME -o TABLE` writes one",
        TableError::Newer { .. } => "read it with the program that wrote it, or a later one",
        TableError::Damaged { .. } => "restore it from a copy, or build it again",
        TableError::OtherGame { .. } => "name the table of that game, or build it again",
        TableError::Rules(error) => return Failure::Rules(error.clone()),
        _ => "",
    };
    Failure::input(format!("{path}: {error}"), help)
}

/// The failure for a position of a table that cannot be read during a query.
pub(crate) fn read_failure(path: &str, error: &StoreError) -> Failure {
    match table_error(error) {
        Some(TableError::Rules(error)) => Failure::Rules(error.clone()),
        _ => Failure::input(format!("{path}: {error}"), "restore the table from a copy, or build it again"),
    }
}

/// The failure for a query to a table that cannot be answered.
pub(crate) fn query_failure(path: &str, error: &SolveError) -> Failure {
    match error {
        SolveError::Store(error) => {
            table_error(error).map_or_else(|| read_failure(path, error), |error| failure(path, error))
        }
        other => Failure::solve(other),
    }
}

/// The error of the table that caused an error of a store.
fn table_error(error: &StoreError) -> Option<&TableError> {
    error.source.as_deref()?.downcast_ref()
}
