//! `grundy play`: plays a game against the program, line by line.

mod input;
mod messages;
mod record;
mod session;
mod start;

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::position_args::PositionArgs;
#[cfg(feature = "table")]
use crate::tables;
use grundy::play::Skill;
use grundy::solver::Solver;
#[cfg(feature = "table")]
use grundy_table::TableSolution;
use session::PlaySession;
use start::start_position;
use std::time::Duration;

/// The default maximum time of one answer.
const DEFAULT_TIME: Duration = Duration::from_secs(20);

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position_args: PositionArgs,
    /// Who begins
    #[arg(long, value_name = "WHO", default_value = "me")]
    first: First,
    /// Skill of the computer, from 0 (random moves) to 1 (perfect); in between it sometimes wins more slowly than it could, and more rarely makes a
    /// mistake
    #[arg(long, value_name = "0..1", default_value = "1", value_parser = skill)]
    skill: Skill,
    /// Say after each move of yours whether it kept what the position was worth, and which move would have
    #[arg(long)]
    coach: bool,
    /// The seed of the computer's choices among equal moves, and of its errors; by default 1, and on a terminal another one
    /// each time
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Keep the game in this file as JSON, after every move
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Look positions up in this table first
    #[cfg(feature = "table")]
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum First {
    /// You
    Me,
    /// The computer
    Computer,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.position_args.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().with_games([&self.position_args.game]).with_outputs(&self.record);
        #[cfg(feature = "table")]
        let files = files.with_inputs(&self.table);
        files
    }
}

fn skill(text: &str) -> Result<Skill, String> {
    let number = text.parse().ok().and_then(Skill::new);
    number.ok_or_else(|| "write a number from 0 to 1, as `0.5`".to_owned())
}

/// Runs `grundy play`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.with_turn_clock(DEFAULT_TIME, |limits, turn| {
        turn.start();
        let game = args.position_args.open(&limits)?;
        #[cfg(feature = "table")]
        let table =
            args.table.as_ref().map(|path| tables::open_for(path, &args.position_args.game, &game)).transpose()?;
        #[cfg(feature = "table")]
        let store = table.as_ref().map(|table| TableSolution::new(table, game.as_dyn()));
        let mut solver = Solver::new(&game).limits(limits);
        #[cfg(feature = "table")]
        {
            solver = tables::with_openings(solver);
        }
        #[cfg(feature = "table")]
        if let Some(store) = &store {
            solver = solver.with_store(store);
        }
        let at = start_position(&args.position_args, &game, args.first, &mut solver, &limits)?;
        PlaySession::new(args, &game, solver, at, turn)?.play()
    })
}
