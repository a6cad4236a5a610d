//! Verifies a table: derives its rows again.

use super::args::{Args, report_rejection};
use crate::cmd::build::report;
use crate::fail::Failure;
use crate::progress::{ProgressLine, approximate_duration, group_digits};
use crate::{atomic_file, render, tables};
use grundy::catalog::OpenedGame;
use grundy_table::{Table, TableError, Verified, VerifyError, is_parquet_file, verify};
use serde_json::json;

/// Whether the file is a regular file that begins or ends like a Parquet file.
pub(super) fn is_parquet(path: &str) -> bool {
    !atomic_file::is_special(path) && is_parquet_file(path).unwrap_or(false)
}

/// Runs `grundy verify` on a table.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let path = &args.file;
    args.require_whole("a table")?;
    args.bounds.within(|limits| {
        let wrong = |error: &TableError| match error {
            TableError::Damaged { .. } => report_rejection(args, &format!("{path}: {error}")),
            other => Err(tables::failure(path, other)),
        };
        if let Err(error) = grundy_table::Table::open(path) {
            return wrong(&error);
        }
        let (table, game) = tables::open(path, args.game.as_deref(), &limits)?;
        let line = ProgressLine::new();
        let checked = verify(&table, game.as_dyn(), &limits, &mut |done, of| {
            line.show(|elapsed| {
                let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
                let left = approximate_duration(of.saturating_sub(done) as f64 / rate.max(1.0));
                format!("{} of {} rows; {left} left", group_digits(done), group_digits(of))
            });
        });
        drop(line);
        match checked {
            Ok(verified) => write_answer(args, &table, &game, &verified),
            Err(VerifyError::Run(error)) => Err(Failure::run(&error)),
            Err(VerifyError::Rules(error)) => Err(Failure::Rules(error)),
            Err(VerifyError::Table(error)) => wrong(&error),
            Err(error) => report_rejection(args, &format!("{path}: {error}")),
        }
    })
}

fn write_answer(args: &Args, table: &Table, opened: &OpenedGame, verified: &Verified) -> Result<(), Failure> {
    let game = render::game_name(&table.header().game, opened.as_dyn());
    let Verified { rows, positions, moves, segments: parts, searched } = *verified;
    let counted = report::counted_positions(opened, table.header().is_reduced, positions);
    let mut fields = json!({ "game": game, "stored": rows, "positions": positions, "moves": moves, "parts": parts });
    let mut text = if searched > 0 {
        fields["searched"] = searched.into();
        format!(
            "{game}: proved: {} rows follow from their options, {moves} moves\n\
             the other {searched} rows, after the last move of the opening, were found by search: they are not proved again\n\
             the rows stand for {counted}; every checksum is right",
            rows - searched
        )
    } else {
        format!(
            "{game}: proved: all {rows} rows follow from their options, {moves} moves\n\
             they stand for {counted}; every checksum is right"
        )
    };
    if parts > 1 {
        text +=
            &format!("\ntheir values were in memory a part at a time, {parts} parts; more --memory makes it faster");
    }
    args.write_proof(fields, &text)
}
