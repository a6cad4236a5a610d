//! `grundy build`: solves a whole game and counts its positions.

#[cfg(feature = "table")]
mod checkpoint;
mod forecast;
#[cfg(feature = "cluster")]
pub(crate) mod hosts;
mod list;
#[cfg(feature = "table")]
mod other_runs;
pub(crate) mod report;
#[cfg(feature = "table")]
mod scratch;

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::position_args::PositionArgs;
use crate::text_output;
use crate::{advice, progress, render};
#[cfg(feature = "table")]
use crate::{atomic_file, tables};
#[cfg(feature = "table")]
use checkpoint::{Checkpoint, Method};
#[cfg(feature = "table")]
use grundy::Solution;
use grundy::catalog::OpenedGame;
use grundy::checkpoint::Checkpointer;
use grundy::limits::Limits;
#[cfg(feature = "table")]
use grundy::solver::Forecast;
use grundy::solver::{self, BuildError, Extent, SolvedGame, Statistics};
use grundy::text::{CountUnit, Key};
#[cfg(feature = "table")]
use grundy_table::{NotStorable, WriteError, WriteOptions, check_storable};
#[cfg(feature = "table")]
use scratch::ScratchPart;
use std::io::{IsTerminal, Write};
#[cfg(feature = "table")]
use std::time::Duration;
use std::time::Instant;

/// The most moves of an opening.
const MAX_OPENING: u64 = 1000;

/// The options that a list of positions does not have.
#[cfg(feature = "table")]
const LIST_EXCLUDES: [&str; 4] = ["forecast", "json", "output", "checkpoint"];
#[cfg(not(feature = "table"))]
const LIST_EXCLUDES: [&str; 2] = ["forecast", "json"];

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("saves").multiple(true))]
pub(crate) struct Args {
    #[command(flatten)]
    position_args: PositionArgs,
    /// Solve every position with a number, or every vertex of a graph, not only what can be reached from the start
    #[arg(long, conflicts_with = "position")]
    all: bool,
    /// Keep one position of each class under the symmetries of the game
    #[arg(long)]
    reduced: bool,
    /// Solve the opening of a game too large to be solved whole: the positions after at most N moves, one of each class under the
    /// symmetries of the game. Those after N moves are searched, and the others follow
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=MAX_OPENING), allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["all", "reduced", "forecast"])]
    opening: Option<u64>,
    /// Write a table of all positions, which other programs open as a Parquet file
    #[cfg(feature = "table")]
    #[arg(short, long, value_name = "TABLE", conflicts_with = "forecast")]
    output: Option<String>,
    /// Leave the positions' text out of the table: they are known by their numbers, where the game has some
    #[cfg(feature = "table")]
    #[arg(long, requires = "output")]
    no_positions: bool,
    /// Save the state of the run in this folder about once a minute; to continue a run that ended early, repeat the command
    #[cfg(feature = "table")]
    #[arg(long, value_name = "DIR", conflicts_with = "forecast", group = "saves")]
    checkpoint: Option<String>,
    /// Seconds between two saves; 0 saves as often as possible
    #[cfg(feature = "table")]
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = bounds::interval, requires = "saves", allow_negative_numbers = true)]
    checkpoint_every: Duration,
    /// Where a game does not fit in the memory, solve it on disk in this directory, which needs some ten bytes for each position and move; to
    /// continue a run that ended early, repeat the command
    #[cfg(feature = "table")]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["opening", "list"], group = "saves")]
    scratch: Option<String>,
    /// Say how many positions, how much memory and about how much time it will take, and stop there
    #[arg(long)]
    forecast: bool,
    /// Write every position with its value, remoteness and Grundy value, as CSV, instead of the counts
    #[arg(long, conflicts_with_all = LIST_EXCLUDES)]
    list: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    hosts: hosts::HostArgs,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// Whether one position of each symmetry class is kept.
    fn is_reduced(&self) -> bool {
        self.reduced || self.opening.is_some()
    }

    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.position_args.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().with_games([&self.position_args.game]);
        #[cfg(feature = "table")]
        let files = files.with_outputs(&self.output).with_folders(&self.checkpoint).with_folders(&self.scratch);
        #[cfg(feature = "cluster")]
        let files = files.with_inputs(self.hosts.files());
        files
    }
}

/// Runs `grundy build`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let began = Instant::now();
    args.bounds.within(|limits| {
        let game = args.position_args.open(&limits)?;
        if matches!(game, OpenedGame::Sum(_)) {
            return Err(Failure::input(
                "a sum across games is not built: its value follows from those of its summands",
                "build the games one by one, or ask `grundy solve` for the sum",
            ));
        }
        let solves_all = args.all || args.position_args.position.is_empty() && game.is_solved_without_start();
        let start = if solves_all { None } else { Some(args.position_args.position(&game)?) };
        let extent = start.as_ref().map_or(Extent::All, Extent::From);
        #[cfg(feature = "table")]
        if let Some(path) = args.output.as_ref().filter(|_| !is_follower(args)) {
            // Report an output that cannot be written before the work, not after it.
            check_storable(&game, extent, args.is_reduced(), !args.no_positions)
                .map_err(|error| not_storable(&args.position_args.game, error))?;
            atomic_file::check_writable(path)
                .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))?;
        }
        let is_whole = args.opening.is_none();
        let forecast = if is_whole { solver::forecast(&game, extent, args.reduced, &limits) } else { None };
        let too_large = if is_whole { too_large(args, &game, start.as_ref(), &limits) } else { None };
        let mut out = text_output::stdout();
        if args.forecast {
            return forecast::write(args, forecast.as_ref(), too_large, &limits, &mut out);
        }
        if let Some(message) = too_large {
            return Err(Failure::Limit(message));
        }
        if let Some(forecast) = &forecast
            && std::io::stderr().is_terminal()
            && !is_follower(args)
        {
            forecast::print_before_run(args, forecast, &limits)?;
        }
        if args.list {
            if has_sums(&game) {
                return Err(Failure::input(
                    format!("{}: a rules file with `Sum` has no list of positions", args.position_args.game),
                    "leave out --list to count the components; `grundy sequence` lists the values of single heaps",
                ));
            }
            return list::write(&args.position_args.game, &game, extent, args.reduced, &limits);
        }
        #[cfg(feature = "table")]
        let built = solve_where_it_fits(args, &game, start.as_ref(), forecast.as_ref(), &limits)?;
        #[cfg(not(feature = "table"))]
        let built = solve(args, &game, extent, &limits, Checkpointer::none())?;
        let seconds = began.elapsed().as_secs_f64();
        progress::erase();
        if is_follower(args) {
            return Ok(());
        }
        #[cfg(feature = "table")]
        if atomic_file::is_stdout(args.output.as_deref()) {
            return Ok(());
        }
        let name = render::game_name(&args.position_args.game, game.as_dyn());
        if args.json {
            let counts = report::as_json(name, &game, &built, args.is_reduced(), Some(seconds))?;
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&counts).expect("counts are JSON"))?;
        } else {
            #[cfg(feature = "table")]
            let texts = !args.no_positions;
            #[cfg(not(feature = "table"))]
            let texts = true;
            let reduction = report::reduction(args.is_reduced(), texts);
            report::write_text(name, &game, &built, reduction, args.is_reduced(), Some(seconds), &mut out)?;
        }
        Ok(out.flush()?)
    })
}

/// Solves and counts the game: in memory, or on disk if it does not fit and `--scratch` names a directory.
#[cfg(feature = "table")]
fn solve_where_it_fits(
    args: &Args,
    game: &OpenedGame,
    start: Option<&Key>,
    forecast: Option<&Forecast<'_>>,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    #[cfg(feature = "cluster")]
    if args.hosts.hosts.is_some() {
        if has_sums(game) {
            let name = &args.position_args.game;
            let message = format!("{name}: a rules file with `Sum` is not solved by several processes");
            return Err(Failure::input(message, "leave out --hosts"));
        }
        return hosts::solve(args, game, start, limits, &|solved, limits| count_and_write(args, game, solved, limits));
    }
    let extent = start.map_or(Extent::All, Extent::From);
    let Some(directory) = args.scratch.as_ref().filter(|_| !has_sums(game)) else {
        return solve_with_checkpoints(args, game, start, extent, limits);
    };
    if !scratch::is_needed(directory, forecast, limits) {
        match solve_with_checkpoints(args, game, start, extent, limits) {
            Err(Failure::MemoryLimit(_)) => (),
            done => return done,
        }
    }
    let start = start.map(|at| game.as_dyn().to_text(at)).transpose()?;
    let mut scratch = scratch::Scratch::open(directory, args, game, start.as_deref(), ScratchPart::Whole)?;
    let mut exchange = scratch.exchange(limits);
    let solved = other_runs::take_over(&mut exchange, &mut scratch, &args.position_args.game, limits).and_then(|()| {
        let checkpointer = scratch.checkpoint.checkpointer();
        let solved = SolvedGame::solve_partitioned(game, extent, args.reduced, &mut exchange, limits, checkpointer);
        solved.map_err(|error| failure(error, args))
    });
    let built = match solved {
        Ok(solved) => count_and_write(args, game, &solved, limits),
        Err(Failure::Checkpoint(error)) => Err(scratch.checkpoint.failure(&error)),
        Err(error) => Err(error),
    };
    match built {
        Ok(built) => scratch.remove().map(|()| built),
        Err(failure) => {
            scratch.checkpoint.print_how_to_continue();
            Err(failure)
        }
    }
}

/// Solves and counts the game, and writes the table if `--output` names one.
fn solve(
    args: &Args,
    game: &OpenedGame,
    extent: Extent<'_>,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<Statistics, Failure> {
    if has_sums(game) {
        return solver::solve_and_count(game, extent, args.reduced, limits).map_err(|error| failure(error, args));
    }
    let solved = match (args.opening, extent) {
        (Some(moves), Extent::From(start)) => solve_opening(game, start, moves, limits, checkpointer),
        (Some(_), Extent::All) => Err(BuildError::NoOpening),
        (None, _) => SolvedGame::solve_resumable(game, extent, args.reduced, limits, checkpointer),
    };
    count_and_write(args, game, &solved.map_err(|error| failure(error, args))?, limits)
}

/// Counts the game, and writes the table if `--output` names one.
fn count_and_write(
    args: &Args,
    #[cfg_attr(not(feature = "table"), expect(unused_variables, reason = "only a table needs the game"))]
    game: &OpenedGame,
    solved: &SolvedGame<'_>,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let built = solved.count(limits).map_err(|error| failure(error, args))?;
    #[cfg(feature = "table")]
    if let Some(path) = &args.output {
        return write(args, path, solved, built, game, limits);
    }
    Ok(built)
}

/// Solves the positions after at most `moves` moves. What the program knows of openings after fewer moves makes the search faster.
fn solve_opening<'a>(
    game: &'a OpenedGame,
    start: &Key,
    moves: u64,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<SolvedGame<'a>, BuildError> {
    let moves = u32::try_from(moves).unwrap_or(u32::MAX);
    #[cfg(feature = "table")]
    if let Some(openings) = grundy_table::openings_of(game) {
        let known = |at: &Key| openings.get(at).ok().flatten().and_then(|value| value.verdict());
        return SolvedGame::solve_opening(game, start, moves, Some(&known), limits, checkpointer);
    }
    SolvedGame::solve_opening(game, start, moves, None, limits, checkpointer)
}

/// Solves and counts the game, with checkpoints if `--checkpoint` names a folder for them.
#[cfg(feature = "table")]
fn solve_with_checkpoints(
    args: &Args,
    game: &OpenedGame,
    start: Option<&Key>,
    extent: Extent<'_>,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let Some(folder) = &args.checkpoint else { return solve(args, game, extent, limits, Checkpointer::none()) };
    let start = start.map(|at| game.as_dyn().to_text(at)).transpose()?;
    let mut checkpoint = Checkpoint::open(folder, args, game, start.as_deref(), Method::InMemory)?;
    match solve(args, game, extent, limits, checkpoint.checkpointer()) {
        Ok(built) => checkpoint.remove().map(|()| built),
        Err(Failure::Checkpoint(error)) => Err(checkpoint.failure(&error)),
        Err(failure) => {
            checkpoint.print_how_to_continue();
            Err(failure)
        }
    }
}

/// Whether another process writes the answer.
fn is_follower(_args: &Args) -> bool {
    #[cfg(feature = "cluster")]
    return hosts::is_follower(_args);
    #[cfg(not(feature = "cluster"))]
    false
}

/// Whether moves of the game lead to sums; then components are counted.
fn has_sums(game: &OpenedGame) -> bool {
    game.as_dyn().info().count_unit == CountUnit::Components
}

/// Writes the table and returns the counts of what it stores.
#[cfg(feature = "table")]
fn write(
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
        WriteError::Io(error) => {
            Failure::unwritable(path, &error, "the table was not written; the previous file is unchanged")
        }
        WriteError::Build(error) => failure(error, args),
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
#[cfg(feature = "table")]
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

fn failure(error: BuildError, args: &Args) -> Failure {
    match Failure::build(error, &args.position_args.game) {
        #[cfg(feature = "table")]
        Failure::MemoryLimit(message) if args.scratch.is_none() => {
            Failure::MemoryLimit(format!("{message}, or `--scratch DIR` to solve it on disk"))
        }
        failure => failure,
    }
}

/// The message for a game that is known to have too many positions for the limits.
fn too_large(args: &Args, game: &OpenedGame, start: Option<&Key>, limits: &Limits<'_>) -> Option<String> {
    let any = game.as_dyn();
    let least = any.info().least_positions.filter(|_| any.start().as_ref() == start)?;
    limits.check(least, least).err().and_then(|_| advice::too_large(game, &args.position_args.game))
}
