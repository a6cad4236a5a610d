//! The table of a build.

use super::Args;
use crate::fail::Failure;
use crate::{atomic_file, progress, tables, text_output};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame, Statistics};
use grundy_table::{NotStorable, WriteError, WriteOptions, check_storable};
use std::io::ErrorKind;

/// Checks before the work, which may take days, that the game has a table and that the file can be written.
pub(super) fn check(args: &Args, path: &str, game: &OpenedGame, extent: Extent<'_>) -> Result<(), Failure> {
    check_storable(game, extent, args.is_reduced(), !args.no_positions)
        .map_err(|error| not_storable(&args.position_args.game, error))?;
    atomic_file::check_writable(path)
        .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))
}

/// Writes the table and returns the counts of what it stores.
pub(super) fn write(
    args: &Args,
    path: &str,
    solved: &SolvedGame<'_>,
    built: Statistics,
    game: &OpenedGame,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let options = WriteOptions {
        game: Some(&args.position_args.game),
        program: concat!("grundy ", env!("CARGO_PKG_VERSION")),
        has_texts: !args.no_positions,
        statistics: Some(&built),
        limits: *limits,
    };
    let counts = tables::write(path, game, solved, &options).map_err(|failed| match failed {
        WriteError::Io(error) if error.kind() == ErrorKind::BrokenPipe && atomic_file::is_stdout(Some(path)) => {
            Failure::BrokenPipe
        }
        WriteError::Io(error) => {
            Failure::unwritable(path, &error, "the table was not written; the previous file is unchanged")
        }
        WriteError::Build(error) => args.failure(error),
        WriteError::Rules(error) => Failure::Rules(error),
        WriteError::NoRows => Failure::input(
            format!(
                "{}: no position with a number can be reached from there, so that there is no table",
                args.position_args.game
            ),
            "leave out -o, or begin at another position",
        ),
        other => Failure::input(format!("{path}: {other}"), ""),
    })?;
    let end = std::path::Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default();
    if ["csv", "tsv", "txt", "json"].contains(&end.to_ascii_lowercase().as_str()) {
        progress::erase();
        text_output::eprintln(format_args!(
            "note: {path} is a Parquet table; `grundy export {path} > FILE` writes CSV"
        ));
    }
    Ok(Statistics { stored: counts.stored, histogram: counts.rows, by_turn: counts.by_turn, ..built })
}

/// The failure for a game that has no table.
fn not_storable(game: &str, error: NotStorable) -> Failure {
    let help = match error {
        NotStorable::NoNumbers => "leave out --no-positions",
        NotStorable::Components => {
            "leave out -o to count the components; `grundy sequence` lists the values of single heaps"
        }
        _ => "leave out -o to count the positions",
    };
    Failure::input(format!("{game}: {error}"), help)
}
