//! `grundy check`: explores a rules file up to a bound and reports what is wrong or odd about it.

use crate::advice;
use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::progress::approximate_duration;
use crate::render::counted;
use crate::rules::{self, Settings};
use crate::text_output::{self, TextOutput};
use grundy::catalog::GameSpec;
use grundy::limits::{Bytes, Limits};
use grundy_rules::{Finding, Report, Severity};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// The default number of positions to explore.
const POSITIONS: u64 = 100_000;
/// The number of depths that the text lists.
const DEPTHS: usize = 12;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The rules file
    #[arg(value_name = "FILE.star")]
    file: String,
    #[command(flatten)]
    settings: Settings,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The rules file and the limits.
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.file, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.file])
    }
}

/// Runs `grundy check`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if !GameSpec::is_rules_file(&args.file) {
        return Err(Failure::input(format!("`{}` is not a rules file", args.file), "rules files end in `.star`"));
    }
    args.bounds.within(|limits| {
        let limits = Limits { positions: limits.positions.or(Some(POSITIONS)), ..limits };
        let settings = rules::read(&args.settings)?;
        let began = Instant::now();
        let report = grundy_rules::check(&args.file, &settings, &limits)
            .map_err(|error| rules::failure(error, &args.file, &args.settings))?;
        // Solving the game calls the rules for the same positions, so this time is comparable.
        let seconds = began.elapsed().saturating_sub(report.comparing).as_secs_f64();
        let mut out = text_output::stdout();
        let written = if args.json {
            writeln!(std::io::stdout(), "{}", as_json(&args.file, &report, seconds))
        } else {
            write_text(&args.file, &report, seconds, &mut out)
        };
        Failure::ignore_closed_output(written.and_then(|()| out.flush()))?;
        if report.is_wrong() { Err(Failure::AlreadyReported { status: 1 }) } else { Ok(()) }
    })
}

fn finding(found: &Finding) -> Value {
    let error = found.error.as_ref().map(|error| advice::rules((**error).clone()));
    let place = error.as_ref().and_then(|error| error.location.as_ref());
    let (line, column) = place.map(|place| place.line_and_column()).unzip();
    json!({
        "severity": found.severity.as_str(),
        "message": error.as_ref().map_or(&found.message, |error| &error.message),
        "position": found.position,
        "line": line,
        "column": column,
        "notes": error.as_ref().map(|error| &error.notes),
        "help": error.as_ref().map(|error| &error.help).filter(|help| !help.is_empty()),
    })
}

fn as_json(file: &str, report: &Report, seconds: f64) -> Value {
    let depths: Vec<Value> =
        report.depths.iter().map(|(positions, moves)| json!({"positions": positions, "moves": moves})).collect();
    let parameters: serde_json::Map<String, Value> =
        report.parameters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "schema": "grundy/check/1",
        "game": file,
        "name": report.name,
        "source": report.source,
        "parameters": parameters,
        "ok": !report.is_wrong(),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "counted": format!("{}s", noun(report)),
        "positions": report.positions(),
        "moves": report.moves(),
        "whole": report.is_complete,
        "compared": report.compared,
        "cycles": report.has_cycles,
        "bytes": report.bytes,
        "seconds": (seconds * 1000.0).round() / 1000.0,
        "depths": depths,
    })
}

/// What the check counts.
fn noun(report: &Report) -> &'static str {
    if report.counts_components { "component" } else { "position" }
}

fn write_text(file: &str, report: &Report, seconds: f64, out: &mut TextOutput<impl Write>) -> std::io::Result<()> {
    let name = report.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    writeln!(out, "{file}{name}")?;
    if let Some(source) = &report.source {
        writeln!(out, "source: {source}")?;
    }
    if !report.parameters.is_empty() {
        let parameters = report.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
        writeln!(out, "parameters: {}", parameters.collect::<Vec<_>>().join(", "))?;
    }
    for found in &report.findings {
        match &found.error {
            Some(error) => Failure::Rules(error.clone()).write_to(out)?,
            None => {
                let at = found.position.as_ref().map(|at| format!(", as at {at}")).unwrap_or_default();
                writeln!(out, "{}: {}{at}", found.severity.as_str(), found.message)?;
            }
        }
    }
    let (positions, moves) = (report.positions(), report.moves());
    let completeness = match (report.is_complete, report.has_failures) {
        (true, _) => "all of them",
        (false, true) => "and there may be more beyond the errors",
        (false, false) => "and there are more; raise --max-positions to look at more",
    };
    let noun = noun(report);
    writeln!(out, "{}, {}, {completeness}", counted(positions, noun), counted(moves, "move"))?;
    if report.compared < positions {
        writeln!(out, "texts, names of moves and classes were compared at {} of them", report.compared)?;
    }
    let among = if report.has_cycles || report.is_complete { "" } else { " among these" };
    writeln!(out, "play {} come back to a {noun}{among}", if report.has_cycles { "can" } else { "cannot" })?;
    writeln!(out, "\nmoves from the start  {noun}s  moves")?;
    let width = noun.len() + 1;
    for (depth, (positions, moves)) in report.depths.iter().enumerate().take(DEPTHS) {
        writeln!(out, "{depth:>20}  {positions:>width$}  {moves:>5}")?;
    }
    if report.depths.len() > DEPTHS {
        writeln!(out, "{:>20}", "…")?;
    }
    let least = if report.is_complete { "about" } else { "more than" };
    write!(out, "\nto solve it takes {least} {}", Bytes(report.bytes))?;
    match report.is_complete || seconds >= 1.0 {
        true => writeln!(out, " and {}", approximate_duration(seconds))?,
        false => writeln!(out)?,
    }
    let of = |severity: Severity| report.findings.iter().filter(|found| found.severity == severity).count();
    let counts = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts = counts.map(|(severity, word)| counted(of(severity), word));
    writeln!(out, "{}", counts.join(", "))
}
