//! `grundy stats`: reports the contents of a table.

use crate::bounds::Bounds;
use crate::cmd::build::report;
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::text_output;
use crate::{atomic_file, render, tables};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::plot;
use grundy::solver::json::{LongestWins, TableStatistics};
use grundy::solver::{Histogram, Solver, Statistics};
use grundy::value::{Outcome, Verdict};
use grundy_table::{Table, TableSolution};
use std::io::Write;

/// The number of longest wins to list.
const MAX_LONGEST_WINS: usize = 5;
/// The maximum width of a bar, in characters.
const WIDTH: u64 = 50;

/// Arguments of `stats`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The table, written by `grundy build GAME -o TABLE`
    table: String,
    /// The file of the game's rules, if it has moved
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Answer as JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the positions by value and remoteness alone
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Draw them into this file, as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = atomic_file::svg)]
    plot: Option<String>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

impl Args {
    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.table]).with_games(&self.game).with_outputs(&self.plot)
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Csv,
    Json,
}

/// Runs `grundy stats`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let path = &args.table;
        let (table, game) = tables::open(path, args.game.as_deref(), &limits)?;
        let name = render::game_name(&table.header().game, game.as_dyn());
        let counts = table.counts();
        if let Some(svg) = &args.plot {
            let picture = plot::histogram(name, &counts.positions);
            atomic_file::write(svg, picture.as_bytes())
                .map_err(|error| Failure::unwritable(svg, &error, "name a file that can be written"))?;
        }
        if atomic_file::is_stdout(args.plot.as_deref()) {
            return Ok(());
        }
        let mut out = text_output::stdout();
        if let Some(Format::Csv) = args.format {
            write_csv(&counts.positions, &mut std::io::stdout())?;
            return Ok(out.flush()?);
        }
        if args.json || args.format.is_some() {
            let statistics = as_json(path, &table, &game, &limits)?;
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&statistics).expect("statistics are JSON"))?;
        } else {
            let built = stored_statistics(path, &table, &game)?;
            let reduction = report::reduction(table.header().is_reduced, table.header().has_texts);
            report::write_text(name, &game, &built, reduction, table.header().is_reduced, None, &mut out)?;
            write_histogram(&counts.positions, &mut out)?;
            if let Some(found) = longest_wins(path, &table, &game, &limits)? {
                writeln!(out, "longest wins: {}", found.positions.join("; "))?;
                writeln!(out, "best play from the first: {}", found.line.join(", "))?;
            }
        }
        Ok(out.flush()?)
    })
}

/// All statistics as JSON.
pub(crate) fn as_json(
    path: &str,
    table: &Table,
    game: &OpenedGame,
    limits: &Limits<'_>,
) -> Result<TableStatistics, Failure> {
    let longest = longest_wins(path, table, game, limits)?;
    let header = table.header();
    let name = render::game_name(&header.game, game.as_dyn());
    let mut answer = report::as_json(name, game, &stored_statistics(path, table, game)?, header.is_reduced, None)?;
    answer.positions_by_remoteness = Some((&table.counts().positions).into());
    answer.longest = Some(longest);
    Ok(answer)
}

/// Reads the counts of a table in the form of the counts of a build.
fn stored_statistics(path: &str, table: &Table, game: &OpenedGame) -> Result<Statistics, Failure> {
    let counts = table.counts();
    let dyn_game = game.as_dyn();
    let start = match &table.header().start {
        None => None,
        Some(text) => {
            let at = dyn_game.parse(text).map_err(|error| Failure::text(error, text))?;
            let value = table.get_key(dyn_game, &at).map_err(|error| tables::failure(path, &error))?;
            value.map(|value| (at, value))
        }
    };
    Ok(Statistics {
        positions: counts.positions.total(),
        stored: counts.stored,
        moves: counts.moves,
        wins: counts.positions.won(),
        losses: counts.positions.lost(),
        draws: counts.positions.draws,
        max_remoteness: counts.rows.max_remoteness(),
        histogram: counts.rows.clone(),
        by_turn: counts.by_turn.clone(),
        parts: Vec::new(),
        start,
    })
}

/// Finds the first rows with the longest wins.
fn longest_wins(
    path: &str,
    table: &Table,
    game: &OpenedGame,
    limits: &Limits<'_>,
) -> Result<Option<LongestWins>, Failure> {
    let dyn_game = game.as_dyn();
    let Some(most) = table.counts().rows.wins.len().checked_sub(1) else { return Ok(None) };
    let mut keys = Vec::new();
    let mut failed = None;
    let want = MAX_LONGEST_WINS.min(table.counts().rows.wins[most] as usize);
    let read = table.each(&mut |rows| {
        for row in 0..rows.len() {
            if matches!(rows.verdict(row), Verdict::Win(r) if r.0 as usize == most) && keys.len() < want {
                match table.position(dyn_game, rows, row) {
                    Ok(at) => keys.push(at),
                    Err(error) => failed = Some(error),
                }
            }
        }
        keys.len() < want && failed.is_none() && !(limits.stop)()
    });
    if let Some(error) = read.err().or(failed) {
        return Err(tables::failure(path, &error));
    }
    limits.check(0, 0).map_err(|error| Failure::run(&error))?;
    let Some(mut at) = keys.first().cloned() else { return Ok(None) };
    let stored = TableSolution::new(table, dyn_game);
    let mut solver = Solver::new(game).limits(*limits).with_store(&stored);
    let mut line = Vec::new();
    // Every best move reduces the remoteness by one.
    for _ in 0..most {
        let answer = solver.solve(&at).map_err(|error| tables::query_failure(path, &error))?;
        let Some(best) = answer.moves.and_then(|moves| moves.listed.into_iter().find(|one| one.is_best)) else { break };
        at = dyn_game.parse(&best.after).map_err(|error| Failure::text(error, &best.after))?;
        line.push(best.text);
    }
    let positions = keys.iter().map(|at| dyn_game.to_text(at)).collect::<Result<_, _>>()?;
    Ok(Some(LongestWins { positions, line }))
}

fn write_csv(all: &Histogram, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "value,remoteness,positions")?;
    for (value, counts) in [(Outcome::Win, &all.wins), (Outcome::Loss, &all.losses)] {
        for (remoteness, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(out, "{value},{remoteness},{count}")?;
        }
    }
    if all.draws > 0 {
        writeln!(out, "{},,{}", Outcome::Draw, all.draws)?;
    }
    Ok(())
}

/// Writes the numbers of positions by remoteness as bars.
fn write_histogram(all: &Histogram, out: &mut impl Write) -> std::io::Result<()> {
    let share = |count: u64| 100.0 * count as f64 / all.total().max(1) as f64;
    writeln!(out, "{:.1} % won, {:.1} % lost, {:.1} % drawn", share(all.won()), share(all.lost()), share(all.draws))?;
    let most = all.wins.iter().chain(&all.losses).copied().max().unwrap_or(0).max(all.draws).max(1);
    let bar = |count: u64| "#".repeat((u128::from(count) * u128::from(WIDTH)).div_ceil(most.into()) as usize);
    writeln!(out, "{:>10}  {:<5} {:>14}", "remoteness", "value", "positions")?;
    for remoteness in 0..all.wins.len().max(all.losses.len()) {
        for (value, counts) in [(Outcome::Win, &all.wins), (Outcome::Loss, &all.losses)] {
            let count = counts.get(remoteness).copied().unwrap_or_default();
            if count > 0 {
                writeln!(out, "{remoteness:>10}  {value:<5} {count:>14} {}", bar(count))?;
            }
        }
    }
    if all.draws > 0 {
        writeln!(out, "{:>10}  {:<5} {:>14} {}", "", Outcome::Draw, all.draws, bar(all.draws))?;
    }
    Ok(())
}
