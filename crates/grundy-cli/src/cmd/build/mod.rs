//! `grundy build`: solves a whole game and counts its positions.

mod args;
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
#[cfg(feature = "table")]
mod table;

pub(crate) use args::Args;

#[cfg(feature = "table")]
use crate::atomic_file;
use crate::fail::Failure;
use crate::text_output;
use crate::{advice, progress, render};
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
use scratch::ScratchPart;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

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
        refuse_options(args, &game)?;
        let solves_all = args.all || args.position_args.position.is_empty() && game.is_solved_without_start();
        let start = if solves_all { None } else { Some(args.position_args.position(&game)?) };
        let extent = start.as_ref().map_or(Extent::All, Extent::From);
        #[cfg(feature = "table")]
        if let Some(path) = args.output.as_ref().filter(|_| !is_follower(args)) {
            table::check(args, path, &game, extent)?;
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
        progress::erase();
        write_report(args, &game, &built, began.elapsed(), &mut out)
    })
}

/// Writes what was found, unless another process does, or the table is written to standard output.
fn write_report(
    args: &Args,
    game: &OpenedGame,
    built: &Statistics,
    time: Duration,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if is_follower(args) {
        return Ok(());
    }
    #[cfg(feature = "table")]
    if atomic_file::is_stdout(args.output.as_deref()) {
        return Ok(());
    }
    let seconds = time.as_secs_f64();
    let name = render::game_name(&args.position_args.game, game.as_dyn());
    if args.json {
        let counts = report::as_json(name, game, built, args.is_reduced(), Some(seconds))?;
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&counts).expect("counts are JSON"))?;
    } else {
        #[cfg(feature = "table")]
        let texts = !args.no_positions;
        #[cfg(not(feature = "table"))]
        let texts = true;
        let reduction = report::reduction(args.is_reduced(), texts);
        report::write_text(name, game, built, reduction, args.is_reduced(), Some(seconds), out)?;
    }
    Ok(out.flush()?)
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
        solved.map_err(|error| args.failure(error))
    });
    let built = match solved {
        Ok(solved) => count_and_write(args, game, &solved, limits),
        Err(Failure::Checkpoint(error)) => Err(scratch.checkpoint.failure(&error)),
        Err(error) => Err(error),
    };
    match built {
        Ok(built) => {
            // It may have begun in the memory.
            args.checkpoint.as_deref().map_or(Ok(()), Checkpoint::remove_from)?;
            scratch.remove().map(|()| built)
        }
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
        return solver::solve_and_count(game, extent, args.reduced, limits).map_err(|error| args.failure(error));
    }
    let solved = match (args.opening, extent) {
        (Some(moves), Extent::From(start)) => solve_opening(game, start, moves, limits, checkpointer),
        (Some(_), Extent::All) => Err(BuildError::NoOpening),
        (None, _) => SolvedGame::solve_resumable(game, extent, args.reduced, limits, checkpointer),
    };
    count_and_write(args, game, &solved.map_err(|error| args.failure(error))?, limits)
}

/// Counts the game, and writes the table if `--output` names one.
fn count_and_write(
    args: &Args,
    #[cfg_attr(not(feature = "table"), expect(unused_variables, reason = "only a table needs the game"))]
    game: &OpenedGame,
    solved: &SolvedGame<'_>,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let built = solved.count(limits).map_err(|error| args.failure(error))?;
    #[cfg(feature = "table")]
    if let Some(path) = &args.output {
        return table::write(args, path, solved, built, game, limits);
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
        // The run goes on, on disk.
        Err(failure @ Failure::MemoryLimit(_)) if args.scratch.is_some() => Err(failure),
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

/// Whether several processes solve the game.
#[cfg(feature = "table")]
fn has_hosts(_args: &Args) -> bool {
    #[cfg(feature = "cluster")]
    return _args.hosts.hosts.is_some();
    #[cfg(not(feature = "cluster"))]
    false
}

/// Whether moves of the game lead to sums; then components are counted.
fn has_sums(game: &OpenedGame) -> bool {
    game.as_dyn().info().count_unit == CountUnit::Components
}

/// Refuses options that would have no effect, or a wrong one, before the work.
fn refuse_options(args: &Args, game: &OpenedGame) -> Result<(), Failure> {
    let options = [("--opening", args.opening.is_some())];
    #[cfg(feature = "table")]
    let options = [options[0], ("--checkpoint", args.checkpoint.is_some()), ("--scratch", args.scratch.is_some())];
    if has_sums(game)
        && let Some((option, _)) = options.iter().find(|(_, is_given)| *is_given)
    {
        let message = format!("{}: a rules file with `Sum` is built without {option}", args.position_args.game);
        return Err(Failure::input(message, format!("leave out {option}")));
    }
    #[cfg(feature = "table")]
    if let Some(directory) = args.scratch.as_ref().filter(|_| !has_hosts(args)) {
        scratch::check_writable(directory)?;
    }
    #[cfg(feature = "table")]
    if let (Some(output), Some(folder)) = (&args.output, &args.checkpoint)
        && atomic_file::is_same(output, &format!("{folder}/{}", Checkpoint::NAME))
    {
        return Err(Failure::input(format!("{output} is the file of the checkpoint"), "give the table another name"));
    }
    #[cfg(feature = "table")]
    if let (Some(output), Some(directory)) = (&args.output, &args.scratch)
        && scratch::is_removed_with_run(directory, output)
    {
        let message = format!("{output} is in a folder that is removed when the game is solved");
        return Err(Failure::input(message, "write the table to another folder"));
    }
    Ok(())
}

/// The message for a game that is known to have too many positions for the limits.
fn too_large(args: &Args, game: &OpenedGame, start: Option<&Key>, limits: &Limits<'_>) -> Option<String> {
    let dyn_game = game.as_dyn();
    let least = dyn_game.info().least_positions.filter(|_| dyn_game.start().as_ref() == start)?;
    limits.check(least, least).err().and_then(|_| advice::too_large(game, &args.position_args.game))
}
