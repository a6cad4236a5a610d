//! `build --list`: every position of a solved game with its value, as CSV, without a table.

use super::{Args, failure, has_sums};
use crate::fail::Failure;
use crate::progress;
use crate::render::quote_csv;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::{Extent, Row, SolvedGame};
use std::io::{BufWriter, Write};

/// Solves the game and writes a row for each position, in the order and the columns of `grundy export`.
pub(super) fn write(args: &Args, game: &OpenedGame, extent: Extent<'_>, limits: &Limits<'_>) -> Result<(), Failure> {
    if has_sums(game) {
        return Err(Failure::input(
            format!("{}: a rules file with `Sum` has no list of positions", args.position_args.game),
            "leave out --list to count the components; `grundy sequence` lists the values of single heaps",
        ));
    }
    let solved = SolvedGame::solve(game, extent, args.reduced, limits).map_err(|error| failure(error, args))?;
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
    read.map_err(|error| failure(error, args))?;
    done?;
    Ok(out.flush()?)
}
