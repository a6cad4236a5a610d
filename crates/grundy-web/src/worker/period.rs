//! The period of a heap game, proved as `grundy period` proves it, or how far it was looked for.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::{self, PeriodError};
use grundy::theory::Period;
use serde_json::json;

pub(super) fn period(job: &Job, game: &Opened, limits: &Limits<'_>) -> Result<Done, Failure> {
    let limit = (job.number > 0).then_some(job.number);
    let search = solver::period(game, limit, limits).map_err(|error| match error {
        PeriodError::NoHeaps => Failure::input(
            format!("`{}` is not a game of single heaps, so it has no period that can be proved", job.game),
            "periods are those of subtraction and take-and-break games",
        ),
        PeriodError::Misere => Failure::input(
            format!("`{}` is under misère play here: {error}", job.game),
            "name the game itself, which is then under normal play",
        ),
        PeriodError::Memory { .. } | PeriodError::Inconsistent { .. } => Failure::limit(error.to_string()),
    })?;
    let found = &search.found;
    let period = found.period.as_ref();
    let cut = !period.is_some_and(Period::is_proved) && (limits.stop)();
    let theorem = match period {
        Some(Period::Proved { by, .. }) => Some(*by),
        _ => None,
    };
    let mut answer = json!({
        "schema": "grundy/period/1",
        "game": job.game,
        "period": period.map(Period::period),
        "preperiod": period.map(Period::preperiod),
        "saltus": period.map(Period::saltus),
        "proved": period.is_some_and(Period::is_proved),
        "theorem": theorem,
        "heaps": found.heaps,
        "max_value": found.max_value,
    });
    if !search.method.is_empty() {
        answer["method"] = json!(search.method);
    }
    let notes: Vec<&str> = [found.note.as_str(), if cut { "the time was up" } else { "" }]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect();
    if !notes.is_empty() {
        answer["notes"] = json!(notes);
    }
    Ok(Done { keep: !cut, ..Done::always(answer.to_string()) })
}
