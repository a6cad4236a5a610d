//! The period of a heap game, proved as `grundy period` proves it, or how far it was looked for.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::{self, PeriodError};
use grundy::theory::{Period, SearchEnd};
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
        _ => Failure::limit(error.to_string()),
    })?;
    let period = search.period.as_ref();
    let cut = search.proved().is_none() && (limits.stop)();
    let too_low = matches!(search.ended, SearchEnd::LimitTooLow { .. }) && !search.note.is_empty();
    let note = format!("{}{}", search.note, if too_low { "; a larger `limit` may help" } else { "" });
    let mut answer = json!({
        "schema": "grundy/period/1",
        "game": job.game,
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
    let notes: Vec<&str> =
        [note.as_str(), if cut { "the time was up" } else { "" }].into_iter().filter(|note| !note.is_empty()).collect();
    if !notes.is_empty() {
        answer["notes"] = json!(notes);
    }
    Ok(Done { keep: !cut, ..Done::always(answer.to_string()) })
}
