//! `grundy build`: a game solved whole, and its positions counted.

mod say;

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::progress;
use crate::question::Question;
use grundy::ask::{self, BuildError, Extent, Forecast};
use grundy::catalog::Opened;
use grundy::limits::{LimitHit, Limits};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A forecast of a shorter run is not shown: the run is over before it is read.
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
    /// Say how many positions, how much memory and about how much time it will take, and stop there
    #[arg(long)]
    forecast: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// Solves and counts.
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
        let forecast = ask::forecast(&game, extent, args.reduced, &limits);
        let mut out = anstream::stdout().lock();
        if args.forecast {
            return say_forecast(args, forecast.as_ref(), &limits, &mut out);
        }
        if let Some(forecast) = &forecast
            && std::io::stderr().is_terminal()
        {
            fits(forecast, &limits).map_err(|hit| Failure::Limit(hit.to_string()))?;
            let seconds = seconds(forecast);
            if seconds >= LONG.as_secs_f64() {
                anstream::eprintln!("{}", say::forecast_text(&args.question.game, forecast, seconds));
            }
        }
        let built = ask::build(&game, extent, args.reduced, &limits).map_err(|error| failure(&error, args))?;
        let seconds = began.elapsed().as_secs_f64();
        progress::wipe();
        if args.json {
            writeln!(out, "{}", say::as_json(&args.question.game, &game, &built, seconds))?;
        } else {
            say::write_text(&args.question.game, &game, &built, seconds, &mut out)?;
        }
        Ok(out.flush()?)
    })
}

/// Whether a game without a start is solved whole: a graph at every vertex, positions with numbers at every number.
fn is_whole(game: &Opened) -> bool {
    let any = game.any();
    any.start().is_none() && (matches!(game, Opened::Drawn(_)) || any.numbered().is_some())
}

fn failure(error: &BuildError, args: &Args) -> Failure {
    let game = &args.question.game;
    match error {
        BuildError::Limit(hit) => Failure::Limit(hit.to_string()),
        BuildError::NoNumbers => Failure::input(format!("{game}: {error}"), "leave out --all"),
        BuildError::NoClasses => Failure::input(format!("{game}: {error}"), "leave out --reduced"),
    }
}

fn fits(forecast: &Forecast<'_>, limits: &Limits<'_>) -> Result<(), LimitHit> {
    limits.check(forecast.positions, forecast.bytes)
}

/// About how long the run will take, from a sample.
fn seconds(forecast: &Forecast<'_>) -> f64 {
    let began = Instant::now();
    let share = forecast.sample();
    began.elapsed().as_secs_f64() / share
}

fn say_forecast(
    args: &Args,
    forecast: Option<&Forecast<'_>>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = &args.question.game;
    let hit = forecast.and_then(|forecast| fits(forecast, limits).err());
    let seconds = forecast.filter(|_| hit.is_none()).map(seconds);
    if args.json {
        writeln!(out, "{}", say::forecast_json(name, forecast, seconds, forecast.map(|_| hit.is_none())))?;
    } else if let Some((forecast, seconds)) = forecast.zip(seconds) {
        writeln!(out, "{}", say::forecast_text(name, forecast, seconds))?;
    } else if forecast.is_none() {
        writeln!(out, "{name}: how many positions there are is not known beforehand; the run says it as it goes")?;
    }
    out.flush()?;
    hit.map_or(Ok(()), |hit| Err(Failure::Limit(hit.to_string())))
}
