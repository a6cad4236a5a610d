//! The output of `build`: the counts of a game.

use crate::fail::Failure;
use crate::machine;
use crate::render;
use grundy::catalog::OpenedGame;
use grundy::limits::Bytes;
use grundy::solver::Statistics;
use grundy::solver::json::TableStatistics;
use grundy::text::{CountUnit, RulesError};
use grundy::{PositionValue, Remoteness};
use std::io::Write;

/// The noun for the items that are counted, and a note if they are not positions.
struct Noun {
    one: &'static str,
    many: &'static str,
    note: Option<&'static str>,
}

/// The noun for the items of a game. `reduced`: one position of each class is kept.
fn noun_of(game: &OpenedGame, reduced: bool) -> Noun {
    match game.as_dyn().info().count_unit {
        CountUnit::Components => Noun {
            one: "component",
            many: "components",
            note: Some(
                "all counts are of components, each met once: the value of a sum follows from theirs, and sums are not counted",
            ),
        },
        CountUnit::Classes if reduced => Noun {
            one: "class",
            many: "classes",
            note: Some("all counts are of classes: a scripted `canonical` does not say how many positions a class has"),
        },
        _ => Noun { one: "position", many: "positions", note: None },
    }
}

/// A number of positions, classes or components with its noun.
pub(crate) fn counted_positions(game: &OpenedGame, reduced: bool, count: u64) -> String {
    let Noun { one, many, .. } = noun_of(game, reduced);
    format!("{count} {}", if count == 1 { one } else { many })
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
) -> Result<TableStatistics, RulesError> {
    let mut answer = TableStatistics::new(name, game, built, noun_of(game, reduced).note)?;
    answer.seconds = seconds.map(|seconds| (seconds * 1000.0).round() / 1000.0);
    answer.peak_bytes = seconds.and_then(|_| machine::peak_memory());
    Ok(answer)
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
    let positions = counted_positions(game, reduced, built.positions);
    let moves = render::counted(built.moves, "move");
    writeln!(out, "{}: {positions}, {moves}", render::titled(name, game.as_dyn()))?;
    if let Some(note) = noun_of(game, reduced).note {
        writeln!(out, "note: {note}")?;
    }
    if built.stored != built.positions {
        writeln!(out, "{} of them kept, {reduction}", built.stored)?;
    }
    writeln!(out, "for the player to move: {} won, {} lost, {} drawn", built.wins, built.losses, built.draws)?;
    if let Some(Remoteness(most)) = built.max_remoteness {
        writeln!(out, "largest remoteness {most}")?;
    }
    if !built.parts.is_empty() {
        let parts = built.parts.len();
        writeln!(out, "{parts} parts; --json prints the counts of each")?;
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

fn write_start(text: &str, value: &PositionValue, out: &mut impl Write) -> std::io::Result<()> {
    write!(out, "start {text}: {}", value.outcome.as_str())?;
    if let Some(Remoteness(r)) = value.remoteness {
        write!(out, " in {r}")?;
    }
    match value.grundy.value_text() {
        Some(value) => writeln!(out, ", Grundy value {value}"),
        None => writeln!(out),
    }
}
