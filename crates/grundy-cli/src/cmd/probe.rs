//! `grundy probe`: looks up one position of a table.

use crate::advice;
use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::text_output;
use crate::{progress, render, tables};
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy_table::TableSolution;
use std::io::Write;

/// Arguments of `probe`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The table, written by `grundy build GAME -o TABLE`
    table: String,
    /// The position; by default the one that the table was built from
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// The file of the game's rules, if it has moved
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// List at most N moves, the best ones; by default 1000, and 20 as text on a terminal
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=1_000_000), allow_negative_numbers = true)]
    max_moves: Option<u64>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

impl Args {
    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.table]).with_games(&self.game)
    }
}

/// Runs `grundy probe`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits: Limits<'_>| {
        let path = &args.table;
        let (table, game) = tables::open(path, args.game.as_deref(), &limits)?;
        let dyn_game = game.as_dyn();
        let text = match &table.header().start {
            Some(start) if args.position.is_empty() => start.clone(),
            None if args.position.is_empty() => {
                return Err(Failure::input(
                    format!("{path}: the table has no start, so it needs a position"),
                    "write it after the table",
                ));
            }
            _ => args.position.join(" "),
        };
        let at = dyn_game.parse_indexed(&text).map_err(|error| Failure::text(error, &text))?;
        if table.get_key(dyn_game, &at).map_err(|error| tables::failure(path, &error))?.is_none() {
            return Err(Failure::input(
                format!("{path}: `{}` is not in the table of {}", dyn_game.to_text(&at)?, table.header().game),
                match &table.header().start {
                    Some(start) if table.header().opening.is_some() => {
                        format!("it holds the first moves from {start}; ask `grundy solve` for others")
                    }
                    Some(start) => format!("it holds what can be reached from {start}; ask `grundy solve` for others"),
                    None => "ask `grundy solve` for it".to_owned(),
                },
            ));
        }
        let stored = TableSolution::new(&table, dyn_game);
        let max_moves = bounds::listed_moves(args.max_moves, !args.json);
        let mut solver = Solver::new(&game).limits(limits).with_store(&stored).max_moves(max_moves);
        let answer = advice::answer(solver.solve(&at).map_err(|error| tables::query_failure(path, &error))?);
        progress::erase();
        let mut out = text_output::stdout();
        if args.json {
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&answer).expect("an answer is JSON"))?;
        } else {
            render::answer(&answer, dyn_game, &mut out)?;
        }
        Ok(out.flush()?)
    })
}
