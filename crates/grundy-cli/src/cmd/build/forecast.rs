//! `build --forecast`: the positions, memory and time of a run, before it starts.

use super::Args;
#[cfg(feature = "table")]
use super::scratch;
use crate::fail::Failure;
use crate::progress::{approximate_duration, group_digits};
use crate::text_output;
use grundy::limits::{Bytes, Limits, RunError};
use grundy::solver::Forecast;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// The minimum estimated time of a run for which a forecast is shown: a shorter run ends before anyone has read it.
const MIN_FORECAST_TIME: Duration = Duration::from_secs(2);

/// Where a run stores the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Location {
    Memory,
    #[cfg(feature = "table")]
    Disk,
}

/// Prints the forecast of a run that takes a while.
///
/// # Errors
/// If the run would exceed a limit.
pub(super) fn print_before_run(args: &Args, forecast: &Forecast<'_>, limits: &Limits<'_>) -> Result<(), Failure> {
    #[cfg(feature = "cluster")]
    if args.hosts.hosts.is_some() {
        // Each process has a part of the positions, and their time is not estimated.
        return limits.check(forecast.positions, 0).map_err(|error| Failure::run(&error));
    }
    let location = location_of_run(args, forecast, limits).map_err(|error| Failure::run(&error))?;
    if let Some(seconds) = estimate_seconds(forecast, location, limits)
        && seconds >= MIN_FORECAST_TIME.as_secs_f64()
    {
        text_output::eprintln(format_args!("{}", text(&args.position_args.game, forecast, location, Some(seconds))));
    }
    Ok(())
}

/// Writes the forecast, as text or JSON. `too_large` is the message for a game that is known to be too large for the limits.
///
/// # Errors
/// If the run would exceed a limit, or the forecast cannot be written.
pub(super) fn write(
    args: &Args,
    forecast: Option<&Forecast<'_>>,
    too_large: Option<String>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = &args.position_args.game;
    let location = forecast.map(|forecast| location_of_run(args, forecast, limits)).transpose();
    let (location, hit) = match location {
        Ok(location) => (location, None),
        Err(error) => (None, Some(error)),
    };
    let seconds = forecast.zip(location).and_then(|(forecast, location)| estimate_seconds(forecast, location, limits));
    if args.json {
        let is_within = |forecast: &Forecast<'_>| limits.check(forecast.positions, forecast.bytes).is_ok();
        let fits = if too_large.is_some() { Some(false) } else { forecast.map(is_within) };
        writeln!(std::io::stdout(), "{}", as_json(name, forecast, seconds, fits))?;
    } else if let Some((forecast, location)) = forecast.zip(location) {
        writeln!(out, "{}", text(name, forecast, location, seconds))?;
    } else if forecast.is_none() && too_large.is_none() {
        writeln!(out, "{name}: the number of positions is not known in advance; the run reports it as it proceeds")?;
    }
    out.flush()?;
    match (too_large, hit) {
        (Some(message), _) => Err(Failure::Limit(message)),
        (None, Some(error)) => Err(Failure::run(&error)),
        (None, None) => Ok(()),
    }
}

/// Where the run stores the positions: on disk if they do not fit in the memory and `--scratch` is given, or an earlier run continues there.
fn location_of_run(args: &Args, forecast: &Forecast<'_>, limits: &Limits<'_>) -> Result<Location, RunError> {
    #[cfg(feature = "table")]
    if args.scratch.as_ref().is_some_and(|directory| scratch::is_needed(directory, Some(forecast), limits)) {
        return limits.check(forecast.positions, 0).map(|()| Location::Disk);
    }
    #[cfg(not(feature = "table"))]
    let _ = args;
    limits.check(forecast.positions, forecast.bytes).map(|()| Location::Memory)
}

/// The estimated time of the run on one core in seconds, from a sample; `None` if there is none.
fn estimate_seconds(forecast: &Forecast<'_>, location: Location, limits: &Limits<'_>) -> Option<f64> {
    let estimate = |sample: &dyn Fn() -> Option<f64>| {
        let began = Instant::now();
        let share = sample()?;
        Some(began.elapsed().as_secs_f64() / share)
    };
    #[cfg(not(feature = "table"))]
    let _ = limits;
    match location {
        Location::Memory => estimate(&|| Some(forecast.sample())),
        #[cfg(feature = "table")]
        Location::Disk => {
            let samples = forecast.samples_on_disk(scratch::PARTITIONS, limits);
            let times = samples.iter().map(|sample| estimate(&|| sample.perform().ok()));
            if samples.is_empty() { None } else { times.sum() }
        }
    }
}

/// The forecast as JSON.
fn as_json(name: &str, forecast: Option<&Forecast<'_>>, seconds: Option<f64>, fits: Option<bool>) -> Value {
    json!({
        "schema": "grundy/forecast/1",
        "game": name,
        "positions": forecast.map(|forecast| forecast.positions),
        "bytes": forecast.map(|forecast| forecast.bytes),
        "seconds": seconds.map(|seconds| (seconds * 10.0).round() / 10.0),
        "fits": fits,
    })
}

/// The forecast as a sentence.
fn text(name: &str, forecast: &Forecast<'_>, location: Location, seconds: Option<f64>) -> String {
    let time = seconds.map_or_else(String::new, |seconds| {
        let about = if seconds < 1.0 { "" } else { "about " };
        format!(", {about}{}", approximate_duration(seconds))
    });
    let positions = group_digits(forecast.positions);
    match location {
        Location::Memory => format!("{name}: {positions} positions to solve, {}{time}", Bytes(forecast.bytes)),
        #[cfg(feature = "table")]
        Location::Disk => format!("{name}: {positions} positions to solve on disk{time}"),
    }
}
