//! `grundy build`: a game solved whole, and its positions counted.

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::question::Question;
use grundy::ask::{self, Built};
use grundy::catalog::Opened;
use grundy::limits::Bytes;
use grundy::{Facts, Grundy, Outcome, Remoteness};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
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
        // A graph without a start is solved at every vertex.
        let whole =
            matches!(game, Opened::Drawn(_)) && args.question.position.is_empty() && game.any().start().is_none();
        let start = if whole { None } else { Some(args.question.position(&game)?) };
        let built = ask::build(&game, start.as_ref(), &limits).map_err(|hit| Failure::Limit(hit.to_string()))?;
        let seconds = began.elapsed().as_secs_f64();
        let mut out = anstream::stdout().lock();
        if args.json {
            writeln!(out, "{}", as_json(&args.question.game, &game, &built, seconds))?;
        } else {
            write_text(&args.question.game, &game, &built, seconds, &mut out)?;
        }
        Ok(out.flush()?)
    })
}

fn as_json(name: &str, game: &Opened, built: &Built, seconds: f64) -> Value {
    let start = built.start.as_ref().map(|(at, facts)| {
        json!({
            "position": game.any().show(at),
            "value": word(facts.outcome),
            "remoteness": facts.remoteness.map(|Remoteness(r)| r),
            "grundy": grundy(facts),
        })
    });
    json!({
        "schema": "grundy/table/1",
        "game": name,
        "positions": built.positions,
        "stored": built.positions,
        "moves": built.moves,
        "win": built.wins,
        "loss": built.losses,
        "draw": built.draws,
        "max_remoteness": built.max_remoteness.map(|Remoteness(r)| r),
        "start": start,
        "seconds": (seconds * 1000.0).round() / 1000.0,
        "peak_bytes": peak_bytes(),
    })
}

fn write_text(name: &str, game: &Opened, built: &Built, seconds: f64, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{name}: {} positions, {} moves", built.positions, built.moves)?;
    writeln!(out, "for the player to move: {} won, {} lost, {} drawn", built.wins, built.losses, built.draws)?;
    if let Some(Remoteness(most)) = built.max_remoteness {
        writeln!(out, "largest remoteness {most}")?;
    }
    if let Some((at, facts)) = &built.start {
        write_start(&game.any().show(at), facts, out)?;
    }
    match peak_bytes() {
        Some(peak) => writeln!(out, "{seconds:.1} s, {} at the peak", Bytes(peak)),
        None => writeln!(out, "{seconds:.1} s"),
    }
}

fn write_start(text: &str, facts: &Facts, out: &mut impl Write) -> std::io::Result<()> {
    write!(out, "start {text}: {}", word(facts.outcome))?;
    if let Some(Remoteness(r)) = facts.remoteness {
        write!(out, " in {r}")?;
    }
    match &facts.grundy {
        Grundy::Finite(value) => writeln!(out, ", Grundy value {}", value.0),
        _ => writeln!(out),
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    }
}

fn grundy(facts: &Facts) -> Value {
    match &facts.grundy {
        Grundy::Finite(value) if value.0 < 1 << 53 => json!(value.0),
        Grundy::Finite(value) => json!(value.0.to_string()),
        _ => Value::Null,
    }
}

/// The most memory that the program had so far, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}
