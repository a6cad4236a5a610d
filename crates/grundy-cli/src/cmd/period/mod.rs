//! `grundy period`: the period of a heap game, proved, or how far it looked.

mod breaking;

use crate::bounds::Bounds;
use crate::fail::Failure;
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
use crate::{interrupt, question, rules};
use grundy::Play;
use grundy::heap::octal::Game;
use grundy::solver;
use grundy::theory::{Period, PeriodSearch, SearchEnd};
use serde_json::json;
use std::io::Write;

/// Arguments of `period`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:2,5,9`, `octal:0.137`, `kayles`, …
    game: String,
    /// Heaps to look at; by default 10^7. In take-and-break games that depends on their rare heaps: where there are few, up to
    /// 6·10^8; where there are too many for any but the plain method, 300000, and 20000 if a move leaves three heaps
    #[arg(long, value_name = "HEAPS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Write what another program needs to check the proof; `grundy verify FILE` does
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Save the search to this file now and then and at the end, and take up what it holds
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// Time between two savings
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, requires = "checkpoint")]
    checkpoint_every: f64,
    /// Keep all values in memory, two bytes a heap, not only the first and the latest
    #[arg(long)]
    history: bool,
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
        (&self.game, &self.bounds)
    }

    /// The files that are named.
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().reads([&self.game]).writes(&self.certificate).writes(&self.checkpoint)
    }
}

/// How to go on after the limit.
const GO_ON: &str = "--limit looks at more heaps";

/// The result of a search, and what the command line adds to it.
struct Outcome {
    search: PeriodSearch,
    /// Why the search was stopped; may be empty.
    cut: &'static str,
    /// How to continue.
    go_on: &'static str,
    /// What went wrong after the answer was found.
    failed: Option<Failure>,
}

/// Searches.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        if rules::is_file(&args.game) {
            return Err(Failure::input(
                format!("{}: the period of a rules file cannot be proved: no theorem says how far one must look", args.game),
                format!("`grundy sequence {} --to 1000` lists the values; subtraction and take-and-break games have periods that are proved, as in `grundy period octal:0.07`", args.game),
            ));
        }
        let game = question::open(&args.game, Play::Normal, &limits)?;
        let code = game.as_dyn().theory().and_then(|theory| theory.take_and_break());
        let mut outcome = match code.and_then(|code| Game::named(&code)) {
            Some(game) => breaking::search(game, args, &limits)?,
            None => {
                let only = [("--certificate", args.certificate.is_some()), ("--checkpoint", args.checkpoint.is_some())];
                if let Some((option, _)) = only.iter().chain(&[("--history", args.history)]).find(|(_, given)| *given) {
                    return Err(Failure::input(
                        format!("`{option}` is for take-and-break games, and `{}` is none", args.game),
                        "such are `octal:0.104`, `kayles` and `grundys-game`; leave the option out",
                    ));
                }
                let mut search = solver::period(&game, args.limit, &limits).map_err(|_| {
                    Failure::input(
                        format!("`{}` is not a game of single heaps, so it has no period", args.game),
                        "periods are those of subtraction and take-and-break games",
                    )
                })?;
                if matches!(search.ended, SearchEnd::LimitTooLow { .. }) && !search.note.is_empty() {
                    search.note += "; a larger --limit may help";
                }
                let cut = if search.period.is_none() { why_stopped(&limits).unwrap_or_default() } else { "" };
                Outcome { search, cut, go_on: GO_ON, failed: None }
            }
        };
        let mut out = anstream::stdout().lock();
        if args.json {
            writeln!(out, "{}", as_json(&args.game, &outcome))?;
        } else {
            write_text(&args.game, &outcome, &mut out)?;
        }
        out.flush()?;
        if let Some(failed) = outcome.failed.take() {
            return Err(failed);
        }
        match outcome.search.proved().is_some() {
            true => Ok(()),
            false if interrupt::pressed() => Err(Failure::AlreadyReported { status: interrupt::STATUS }),
            false => Err(Failure::AlreadyReported { status: 3 }),
        }
    })
}

/// Why a run is to end now, if it is.
fn why_stopped(limits: &grundy::limits::Limits<'_>) -> Option<&'static str> {
    if interrupt::pressed() {
        Some("; interrupted")
    } else if (limits.stop)() {
        Some("; the time was up")
    } else {
        None
    }
}

fn as_json(game: &str, outcome: &Outcome) -> serde_json::Value {
    let search = &outcome.search;
    let period = search.period.as_ref();
    let mut answer = json!({
        "schema": "grundy/period/1",
        "game": game,
        "period": period.map(Period::period),
        "preperiod": period.map(Period::preperiod),
        "saltus": period.map(Period::saltus),
        "proved": period.is_some_and(Period::is_proved),
        "theorem": period.and_then(Period::theorem),
        "heaps": search.heaps,
        "max_value": search.max_value,
    });
    if !search.method.is_empty() {
        answer["method"] = json!(search.method);
    }
    if !search.note.is_empty() {
        answer["notes"] = json!([search.note]);
    }
    answer
}

fn write_text(game: &str, outcome: &Outcome, out: &mut impl Write) -> std::io::Result<()> {
    let Outcome { search, cut, go_on, .. } = outcome;
    let PeriodSearch { method, note, .. } = search;
    match &search.period {
        Some(period) => {
            writeln!(out, "{game}: period {}, preperiod {}", period.period(), period.preperiod())?;
            if period.saltus() > 0 {
                writeln!(out, "saltus {}: each period adds it to the values", period.saltus())?;
            }
            match period {
                Period::Proved { by, checked_to: 0, .. } => writeln!(out, "proved: {by}")?,
                Period::Proved { by, checked_to, .. } => writeln!(out, "proved from {checked_to} heaps: {by}")?,
                Period::Observed { heaps, .. } => writeln!(out, "observed in {heaps} heaps, not proved")?,
            }
        }
        None => match search.heaps {
            0 => writeln!(out, "{game}: no period found{cut}")?,
            heaps => writeln!(out, "{game}: no period found in {heaps} heaps{cut}")?,
        },
    }
    if let Some(value) = search.max_value {
        writeln!(out, "largest value {value}")?;
    }
    if !method.is_empty() {
        writeln!(out, "method: {method}")?;
    }
    if search.period.is_none() && note.is_empty() {
        writeln!(out, "{go_on}")?;
    }
    if note.is_empty() { Ok(()) } else { writeln!(out, "note: {note}") }
}
