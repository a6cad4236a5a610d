//! The output of `build`: the counts of a game, and the forecast.

use crate::fail::Failure;
use crate::machine;
use crate::progress::{approximate_duration, group_digits};
use grundy::catalog::OpenedGame;
use grundy::limits::Bytes;
use grundy::solver::{Forecast, Histogram, Statistics};
use grundy::text::{CountUnit, RulesError};
use grundy::{Grundy, PositionValue, Remoteness};
use serde_json::{Map, Value, json};
use std::io::Write;

/// The noun for the items that are counted, and a note if they are not positions.
struct Noun {
    word: &'static str,
    note: Option<&'static str>,
}

/// The noun for the items of a game. `reduced`: one position of each class is kept.
fn noun_of(game: &OpenedGame, reduced: bool) -> Noun {
    match game.as_dyn().info().count_unit {
        CountUnit::Components => Noun {
            word: "components",
            note: Some(
                "all counts are of components, each met once: the value of a sum follows from theirs, and sums are not counted",
            ),
        },
        CountUnit::Classes if reduced => Noun {
            word: "classes",
            note: Some("all counts are of classes: a scripted `canonical` does not say how many positions a class has"),
        },
        _ => Noun { word: "positions", note: None },
    }
}

/// The counts as JSON. `seconds` is the time of the run; `None` for the counts of a table, which this run did not compute.
///
/// # Errors
/// If the rules of the game fail.
pub(crate) fn as_json(
    name: &str,
    game: &OpenedGame,
    built: &Statistics,
    reduced: bool,
    seconds: Option<f64>,
) -> Result<Value, RulesError> {
    let start = match &built.start {
        None => None,
        Some((at, value)) => Some(json!({
            "position": game.as_dyn().to_text(at)?,
            "value": value.outcome.as_str(),
            "remoteness": value.remoteness.map(|Remoteness(r)| r),
            "grundy": grundy_json(value),
        })),
    };
    let by_turn = built.by_turn.as_ref().map(|sides| {
        let names = game.as_dyn().info().players;
        names.iter().zip(sides).map(|(name, side)| ((*name).to_owned(), histogram(side))).collect::<Map<_, _>>()
    });
    Ok(json!({
        "schema": "grundy/table/1",
        "game": name,
        "positions": built.positions,
        "stored": built.stored,
        "moves": built.moves,
        "win": built.wins,
        "loss": built.losses,
        "draw": built.draws,
        "max_remoteness": built.max_remoteness.map(|Remoteness(r)| r),
        "start": start,
        "histogram": (built.histogram.total() == built.stored).then(|| histogram(&built.histogram)),
        "by_turn": by_turn,
        "notes": noun_of(game, reduced).note.as_slice(),
        "seconds": seconds.map(|seconds| (seconds * 1000.0).round() / 1000.0),
        "peak_bytes": seconds.and_then(|_| machine::peak_memory()),
    }))
}

/// Describes the rule by which fewer positions are kept than there are.
pub(crate) fn reduction(reduced: bool, texts: bool) -> &'static str {
    match (reduced, texts) {
        (true, true) => "one of each class under the symmetries of the game",
        (true, false) => "one of each class under the symmetries of the game and the exchange of the colours",
        (false, _) => "one of each two that differ in the colours alone",
    }
}

/// Writes the counts as text; `reduction` describes the rule by which fewer positions are kept than there are.
pub(crate) fn write_text(
    name: &str,
    game: &OpenedGame,
    built: &Statistics,
    reduction: &str,
    reduced: bool,
    seconds: Option<f64>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Noun { word, note } = noun_of(game, reduced);
    writeln!(out, "{name}: {} {word}, {} moves", built.positions, built.moves)?;
    if let Some(note) = note {
        writeln!(out, "note: {note}")?;
    }
    if built.stored != built.positions {
        writeln!(out, "{} of them kept, {reduction}", built.stored)?;
    }
    writeln!(out, "for the player to move: {} won, {} lost, {} drawn", built.wins, built.losses, built.draws)?;
    if let Some(Remoteness(most)) = built.max_remoteness {
        writeln!(out, "largest remoteness {most}")?;
    }
    if let Some((at, value)) = &built.start {
        write_start(&game.as_dyn().to_text(at)?, value, out)?;
    }
    let Some(seconds) = seconds else { return Ok(()) };
    Ok(match machine::peak_memory() {
        Some(peak) => writeln!(out, "{seconds:.1} s, {} at the peak", Bytes(peak)),
        None => writeln!(out, "{seconds:.1} s"),
    }?)
}

/// The positions that are kept, by value and remoteness, as JSON.
pub(crate) fn histogram(counts: &Histogram) -> Value {
    let column = |counts: &[u64]| -> Map<String, Value> {
        let some = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        some.map(|(remoteness, count)| (remoteness.to_string(), json!(count))).collect()
    };
    json!({
        "stored": counts.total(),
        "win": column(&counts.wins),
        "loss": column(&counts.losses),
        "draw": counts.draws,
    })
}

/// The forecast as JSON.
pub(super) fn forecast_json(
    name: &str,
    forecast: Option<&Forecast<'_>>,
    seconds: Option<f64>,
    fits: Option<bool>,
) -> Value {
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
pub(super) fn forecast_text(name: &str, forecast: &Forecast<'_>, seconds: f64) -> String {
    let about = if seconds < 1.0 { "" } else { "about " };
    let (positions, time) = (group_digits(forecast.positions), approximate_duration(seconds));
    format!("{name}: {positions} positions to solve, {}, {about}{time}", Bytes(forecast.bytes))
}

fn write_start(text: &str, value: &PositionValue, out: &mut impl Write) -> std::io::Result<()> {
    write!(out, "start {text}: {}", value.outcome.as_str())?;
    if let Some(Remoteness(r)) = value.remoteness {
        write!(out, " in {r}")?;
    }
    match &value.grundy {
        Grundy::Finite(value) => writeln!(out, ", Grundy value {}", value.0),
        _ => writeln!(out),
    }
}

fn grundy_json(value: &PositionValue) -> Value {
    match &value.grundy {
        Grundy::Finite(value) if value.0 < 1 << 53 => json!(value.0),
        Grundy::Finite(value) => json!(value.0.to_string()),
        _ => Value::Null,
    }
}
