//! `grundy build`: solves a whole game and counts its positions.

#[cfg(feature = "table")]
mod checkpoint;
pub(crate) mod say;

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::{advice, progress};
use crate::question::Question;
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
#[cfg(feature = "table")]
use crate::{atomic_file, stored};
#[cfg(feature = "table")]
use checkpoint::Checkpoint;
use grundy::catalog::Opened;
use grundy::checkpoint::Checkpointer;
use grundy::limits::{Limits, RunError};
use grundy::solver::{self, BuildError, Extent, Forecast, SolvedGame, Statistics};
use grundy::text::{Counted, Key};
#[cfg(feature = "table")]
use grundy_table::{WriteError, WriteOptions};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The minimum estimated time of a run for which a forecast is shown: a shorter run ends before anyone has read it.
const LONG: Duration = Duration::from_secs(2);

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Solve every position with a number, or every vertex of a graph, not only what can be reached from the start
    #[arg(long, conflicts_with = "position")]
    all: bool,
    /// Keep one position of each class under the symmetries of the game
    #[arg(long)]
    reduced: bool,
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
    #[arg(long, value_name = "DIR", conflicts_with = "forecast")]
    checkpoint: Option<String>,
    /// Seconds between two saves; 0 saves as often as possible
    #[cfg(feature = "table")]
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "checkpoint")]
    checkpoint_every: f64,
    /// Say how many positions, how much memory and about how much time it will take, and stop there
    #[arg(long)]
    forecast: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.question.game, &self.bounds)
    }

    /// The files that the command line names.
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().reads([&self.question.game]);
        #[cfg(feature = "table")]
        let files = files.writes(&self.output).keeps(&self.checkpoint);
        files
    }
}

/// Runs `grundy build`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let began = Instant::now();
    args.bounds.within(|limits| {
        let game = args.question.open(&limits)?;
        if matches!(game, Opened::Sum(_)) {
            return Err(Failure::input(
                "a sum across games is not built: its value follows from those of its summands",
                "build the games one by one, or ask `grundy solve` for the sum",
            ));
        }
        let whole = args.all || args.question.position.is_empty() && is_whole(&game);
        let start = if whole { None } else { Some(args.question.position(&game)?) };
        let extent = start.as_ref().map_or(Extent::All, Extent::From);
        #[cfg(feature = "table")]
        if let Some(path) = &args.output {
            if has_sums(&game) {
                return Err(Failure::input(
                    format!(
                        "{}: a rules file with `Sum` makes no table: its components have values, and no remoteness",
                        args.question.game
                    ),
                    "leave out -o to count the components; `grundy sequence` lists the values of single heaps",
                ));
            }
            // Report an output that cannot be written before the work, not after it.
            if args.no_positions && !stored::has_numbers(&game) {
                return Err(Failure::input(
                    format!("{}: its positions have no numbers by which a table could know them", args.question.game),
                    "leave out --no-positions",
                ));
            }
            atomic_file::check_writable(path)
                .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))?;
        }
        let forecast = solver::forecast(&game, extent, args.reduced, &limits);
        let too_large = too_large(args, &game, start.as_ref(), &limits);
        let mut out = anstream::stdout().lock();
        if args.forecast {
            return say_forecast(args, forecast.as_ref(), too_large, &limits, &mut out);
        }
        if let Some(message) = too_large {
            return Err(Failure::Limit(message));
        }
        if let Some(forecast) = &forecast
            && std::io::stderr().is_terminal()
        {
            fits(forecast, &limits).map_err(|error| Failure::run(&error))?;
            let seconds = seconds(forecast);
            if seconds >= LONG.as_secs_f64() {
                anstream::eprintln!("{}", say::forecast_text(&args.question.game, forecast, seconds));
            }
        }
        #[cfg(feature = "table")]
        let built = solve_with_checkpoints(args, &game, start.as_ref(), extent, &limits)?;
        #[cfg(not(feature = "table"))]
        let built = solve(args, &game, extent, &limits, Checkpointer::none())?;
        let seconds = began.elapsed().as_secs_f64();
        progress::wipe();
        if args.json {
            writeln!(out, "{}", say::as_json(&args.question.game, &game, &built, args.reduced, Some(seconds))?)?;
        } else {
            #[cfg(feature = "table")]
            let texts = !args.no_positions;
            #[cfg(not(feature = "table"))]
            let texts = true;
            let kept = say::kept(args.reduced, texts);
            say::write_text(&args.question.game, &game, &built, kept, args.reduced, Some(seconds), &mut out)?;
        }
        Ok(out.flush()?)
    })
}

/// Solves and counts the game, and writes the table if `--output` names one.
fn solve(
    args: &Args,
    game: &Opened,
    extent: Extent<'_>,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<Statistics, Failure> {
    if has_sums(game) {
        return solver::solve_and_count(game, extent, args.reduced, limits).map_err(|error| failure(error, args));
    }
    let whole = SolvedGame::solve_resumable(game, extent, args.reduced, limits, checkpointer);
    let whole = whole.map_err(|error| failure(error, args))?;
    let built = whole.count(limits).map_err(|error| failure(error, args))?;
    #[cfg(feature = "table")]
    if let Some(path) = &args.output {
        return write(args, path, &whole, built, game, limits);
    }
    Ok(built)
}

/// Solves and counts the game, with checkpoints if `--checkpoint` names a folder for them.
#[cfg(feature = "table")]
fn solve_with_checkpoints(
    args: &Args,
    game: &Opened,
    start: Option<&Key>,
    extent: Extent<'_>,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let Some(folder) = &args.checkpoint else { return solve(args, game, extent, limits, Checkpointer::none()) };
    let start = start.map(|at| game.as_dyn().to_text(at)).transpose()?;
    let mut checkpoint = Checkpoint::open(folder, args, game, start.as_deref())?;
    match solve(args, game, extent, limits, checkpoint.checkpointer()) {
        Ok(built) => checkpoint.remove().map(|()| built),
        Err(Failure::Checkpoint(error)) => Err(checkpoint.failure(&error)),
        Err(failure) => {
            checkpoint.say_how_to_go_on();
            Err(failure)
        }
    }
}

/// Whether moves of the game lead to sums; then components are counted.
fn has_sums(game: &Opened) -> bool {
    game.as_dyn().info().counted == Counted::Components
}

/// Writes the table and returns the counts of what it stores.
#[cfg(feature = "table")]
fn write(
    args: &Args,
    path: &str,
    whole: &SolvedGame<'_>,
    built: Statistics,
    game: &Opened,
    limits: &Limits<'_>,
) -> Result<Statistics, Failure> {
    let options = WriteOptions {
        game: Some(&args.question.game),
        program: concat!("grundy ", env!("CARGO_PKG_VERSION")),
        texts: !args.no_positions,
        statistics: Some(&built),
        limits: *limits,
    };
    let counts = stored::write(path, game, whole, &options).map_err(|failed| match failed {
        WriteError::Io(error) => {
            Failure::unwritable(path, &error, "the table was not written; the previous file is unchanged")
        }
        WriteError::Build(error) => failure(error, args),
        WriteError::Rules(error) => Failure::Rules(error),
        WriteError::NoRows => Failure::input(
            format!(
                "{}: no position with a number can be reached from there, so that there is no table",
                args.question.game
            ),
            "leave out -o, or begin at another position",
        ),
        other => Failure::input(format!("{path}: {other}"), ""),
    })?;
    let end = std::path::Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default();
    if ["csv", "tsv", "txt", "json"].contains(&end.to_ascii_lowercase().as_str()) {
        progress::wipe();
        anstream::eprintln!("note: {path} is a Parquet table; `grundy export {path} > FILE` writes CSV");
    }
    Ok(Statistics { stored: counts.stored, histogram: counts.rows, by_turn: counts.by_turn, ..built })
}

/// Whether a game without a start can be solved whole: a graph at every vertex, or a game at every index.
fn is_whole(game: &Opened) -> bool {
    let any = game.as_dyn();
    any.start().is_none() && (matches!(game, Opened::Graph(_)) || any.indexed().is_some())
}

fn failure(error: BuildError, args: &Args) -> Failure {
    Failure::build(error, &args.question.game)
}

/// The message for a game that is known to have too many positions for the limits.
fn too_large(args: &Args, game: &Opened, start: Option<&Key>, limits: &Limits<'_>) -> Option<String> {
    let any = game.as_dyn();
    let least = any.info().least_positions.filter(|_| any.start().as_ref() == start)?;
    limits.check(least, least).err().and_then(|_| advice::too_large(game, &args.question.game))
}

fn fits(forecast: &Forecast<'_>, limits: &Limits<'_>) -> Result<(), RunError> {
    limits.check(forecast.positions, forecast.bytes)
}

/// The estimated time of the run in seconds, from a sample.
fn seconds(forecast: &Forecast<'_>) -> f64 {
    let began = Instant::now();
    let share = forecast.sample();
    began.elapsed().as_secs_f64() / share
}

fn say_forecast(
    args: &Args,
    forecast: Option<&Forecast<'_>>,
    too_large: Option<String>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = &args.question.game;
    let hit = forecast.and_then(|forecast| fits(forecast, limits).err());
    let seconds = forecast.filter(|_| hit.is_none()).map(seconds);
    if args.json {
        let fits = if too_large.is_some() { Some(false) } else { forecast.map(|_| hit.is_none()) };
        writeln!(out, "{}", say::forecast_json(name, forecast, seconds, fits))?;
    } else if let Some((forecast, seconds)) = forecast.zip(seconds) {
        writeln!(out, "{}", say::forecast_text(name, forecast, seconds))?;
    } else if forecast.is_none() && too_large.is_none() {
        writeln!(out, "{name}: how many positions there are is not known beforehand; the run says it as it goes")?;
    }
    out.flush()?;
    match (too_large, hit) {
        (Some(message), _) => Err(Failure::Limit(message)),
        (None, Some(error)) => Err(Failure::run(&error)),
        (None, None) => Ok(()),
    }
}
