//! `build --list`: every position of a solved game with its value, as CSV, without a table.

use crate::fail::Failure;
use crate::progress;
use crate::render::quote_csv;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{Extent, Row, SolvedGame};
use std::io::{BufWriter, Write};

/// Solves the game and writes a row for each position, in the order and the columns of `grundy export`.
pub(super) fn write(
    name: &str,
    game: &OpenedGame,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let solved = SolvedGame::solve(game, extent, reduced, limits).map_err(|error| Failure::build(error, name))?;
    progress::erase();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (loopy, weights) = (solved.has_infinite_values(), solved.is_reduced());
    let more = [(loopy, ",loopy"), (weights, ",weight")];
    let more: String = more.iter().filter(|(is_there, _)| *is_there).map(|(_, column)| *column).collect();
    writeln!(out, "position,value,remoteness,grundy{more}")?;
    let mut row_of = |row: &Row| -> Result<(), Failure> {
        let text = solved.text(game.as_dyn(), row)?;
        write!(out, "{},{},", quote_csv(&text), row.verdict.outcome())?;
        row.verdict.remoteness().map_or(Ok(()), |moves| write!(out, "{moves}"))?;
        out.write_all(b",")?;
        row.grundy.map_or(Ok(()), |value| write!(out, "{value}"))?;
        if loopy {
            let set = solved.loopy(row).map(|set| set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            write!(out, ",{}", set.map_or_else(String::new, |set| quote_csv(&format!("[{set}]"))))?;
        }
        if weights {
            write!(out, ",{}", row.weight)?;
        }
        Ok(writeln!(out)?)
    };
    let mut done = Ok(());
    let read = solved.rows(false, limits, &mut |row| {
        done = row_of(row);
        done.is_ok()
    });
    read.map_err(|error| Failure::build(error, name))?;
    done?;
    Ok(out.flush()?)
}
