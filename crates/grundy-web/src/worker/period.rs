//! The period of a heap game, proved, or how far it was looked for.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::theory::Period;
use serde_json::json;

pub(super) fn period(job: &Job, game: &Opened, limits: &Limits<'_>) -> Result<Done, Failure> {
    let found = game.any().find_period(job.number, &mut |_| !(limits.stop)()).ok_or_else(|| {
        Failure::input(
            format!("`{}` is not a game of single heaps, so it has no period", job.game),
            "periods are those of subtraction and take-and-break games",
        )
    })?;
    let period = found.period.as_ref();
    let cut = period.is_none() && (limits.stop)();
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
    let notes: Vec<&str> = [found.note.as_str(), if cut { "the time was up" } else { "" }]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect();
    if !notes.is_empty() {
        answer["notes"] = json!(notes);
    }
    Ok(Done { keep: !cut, ..Done::always(answer.to_string()) })
}
