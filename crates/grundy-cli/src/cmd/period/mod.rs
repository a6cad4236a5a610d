//! `grundy period`: finds and proves the period of a heap game, or reports how far it searched.

mod args;
mod period_result;
mod take_break;

pub(crate) use args::Args;

use crate::fail::Failure;
use crate::text_output;
use crate::{atomic_file, interrupt, position_args};
use grundy::Play;
use grundy::catalog::GameSpec;
use grundy::heap::octal::Game;
use grundy::limits::Limits;
use grundy::solver::{self, json::PeriodAnswer};
use grundy::theory::{LostHeaps, Period, PeriodSearch, SearchEnd};
use period_result::{PeriodResult, RAISE_LIMIT_ADVICE, as_addition, why_stopped};
use std::io::Write;

/// Runs `grundy period`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        if GameSpec::is_rules_file(&args.game) {
            return Err(Failure::input(
                format!("{}: the period of a rules file cannot be proved: no theorem says how far one must look", args.game),
                format!("`grundy sequence {} --to 1000` lists the values; subtraction and take-and-break games have periods that are proved, as in `grundy period octal:0.07`", args.game),
            ));
        }
        let game = position_args::open(&args.game, Play::Normal, &limits)?;
        let code = game.as_dyn().theory().and_then(|theory| theory.take_and_break());
        let mut result = match code.and_then(|code| Game::from_name(&code)) {
            Some(game) => take_break::search(game, args, &limits)?,
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
                let stopped = why_stopped(&limits).filter(|_| search.period.is_none());
                let advice = match search.ended {
                    SearchEnd::Memory { .. } => "try a larger --memory",
                    _ => RAISE_LIMIT_ADVICE,
                };
                PeriodResult { search, stopped, advice, failed: None }
            }
        };
        // A few heaps complete the answer, even if the run was stopped after the proof.
        let go_on = Limits { stop: &|| false, ..limits };
        let lost = result.search.proved().and_then(|period| solver::lost_heaps(&game, &period, &go_on));
        let mut out = text_output::stdout();
        let written = if result.search.proved().is_some() && atomic_file::is_stdout(args.certificate.as_deref()) {
            Ok(())
        } else if args.json {
            let mut answer = PeriodAnswer::new(&args.game, &result.search);
            answer.p_positions = lost;
            if result.search.period.is_none() {
                answer.notes.extend(result.stopped);
            }
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&answer).expect("a period is JSON"))
        } else {
            write_text(&args.game, &result, lost.as_ref(), &mut out)
        };
        Failure::ignore_closed_output(written.and_then(|()| out.flush()))?;
        if let Some(failed) = result.failed.take() {
            return Err(failed);
        }
        match result.search.proved().is_some() {
            true => Ok(()),
            false if interrupt::is_pressed() => Err(Failure::AlreadyReported { status: interrupt::STATUS }),
            false => Err(Failure::AlreadyReported { status: 3 }),
        }
    })
}

fn write_text(
    game: &str,
    result: &PeriodResult,
    lost: Option<&LostHeaps>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let PeriodResult { search, stopped, advice, .. } = result;
    let PeriodSearch { method, note, .. } = search;
    match &search.period {
        Some(period) => {
            writeln!(out, "{game}: period {}, preperiod {}", period.period(), period.preperiod())?;
            if period.saltus() > 0 {
                writeln!(out, "saltus {}: each period adds it to the values", period.saltus())?;
            }
            match period {
                Period::Proved { by, checked_to: 0, .. } => writeln!(out, "proved: {by}")?,
                Period::Proved { by, checked_to, .. } => {
                    writeln!(out, "proved from {checked_to} heaps: {}", in_words(by, period))?;
                }
                Period::Observed { heaps, .. } => writeln!(out, "observed in {heaps} heaps, not proved")?,
            }
        }
        None => {
            let heaps = if search.heaps == 0 { String::new() } else { format!(" in {} heaps", search.heaps) };
            writeln!(out, "{game}: no period found{heaps}{}", as_addition(*stopped))?;
        }
    }
    if let Some(value) = search.max_value {
        writeln!(out, "largest value {value}")?;
    }
    if let Some(lost) = lost {
        writeln!(out, "a heap of n is lost exactly when {lost}")?;
    }
    if !method.is_empty() {
        writeln!(out, "method: {method}")?;
    }
    if !note.is_empty() {
        writeln!(out, "note: {note}")?;
    }
    let can_go_on = note.is_empty() || matches!(search.ended, SearchEnd::Memory { .. });
    if search.period.is_none() && can_go_on { writeln!(out, "{advice}") } else { Ok(()) }
}

/// The theorem `by`; where its name has symbols, what it says of this period, with its source.
fn in_words(by: &str, period: &Period) -> String {
    let Some(source) = by.strip_prefix("matches from n0").and_then(|rest| rest.find('(').map(|at| &rest[at..])) else {
        return by.to_owned();
    };
    let from = match period.preperiod() {
        0 => String::new(),
        preperiod => format!(" from {preperiod} on"),
    };
    format!("each heap{from} has the value of the heap {} larger {source}", period.period())
}
