//! The single heaps of a game, or the cold pairs of Wythoff's game, one after the other.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::Play;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::theory::Period;
use serde_json::{Value, json};

/// Heaps looked at for a period to fold the values by.
const FOLD_SEARCH: u64 = 100_000;
/// Winning moves named for a heap.
const NAMED: usize = 20;

pub(super) fn sequence(
    job: &Job,
    game: &Opened,
    solver: &mut Solver<'_>,
    limits: &Limits<'_>,
) -> Result<Done, Failure> {
    let any = game.as_dyn();
    if let Some(theory) = any.theory().filter(|theory| theory.cold_pair(0).is_some()) {
        let pairs: Vec<Value> = (0..=job.number)
            .filter_map(|k| {
                let (small, large) = theory.cold_pair(k)?;
                Some(json!({"index": k, "smaller": number(&small), "larger": number(&large)}))
            })
            .collect();
        let whole = json!({"schema": "grundy/sequence/1", "game": any.name(), "play": "normal", "cold_pairs": pairs});
        return Ok(Done::always(whole.to_string()));
    }
    let theory = any.theory();
    let least = theory.and_then(|theory| theory.least_heap()).ok_or_else(|| {
        Failure::input(
            format!("the heaps of `{}` are not a sequence", job.game),
            "sequences are those of games with single heaps, as `/api/games` says of each",
        )
    })?;
    let mut terms = Vec::new();
    for n in least..=job.number {
        limits.check(0, 0).map_err(|hit| Failure::limit(hit.to_string()))?;
        let text = n.to_string();
        let at = any.parse(&text).map_err(|error| Failure::text(&error, "to", &text))?;
        let answer = solver.solve(&at).map_err(|error| Failure::ask(&error))?;
        let winning = solver.winning_moves(&at, NAMED).map_err(|error| Failure::ask(&error))?;
        terms.push(json!({
            "n": n,
            "value": answer.value.outcome.as_str(),
            "grundy": answer.value.grundy.number().as_ref().map(number),
            "winning_moves": winning,
        }));
    }
    let period = if any.play() == Play::Misere {
        None
    } else {
        theory
            .and_then(|theory| theory.find_period(FOLD_SEARCH, &mut |_| !(limits.stop)()))
            .and_then(|search| search.proved())
    };
    // Whether a period is found within the time is not for ever.
    let keep = !(limits.stop)();
    let whole = json!({
        "schema": "grundy/sequence/1",
        "game": job.game,
        "play": any.play().as_str(),
        "period": period.as_ref().map(Period::period),
        "preperiod": period.as_ref().map(Period::preperiod),
        "saltus": period.as_ref().map(Period::saltus),
        "terms": terms,
    });
    Ok(Done { keep, ..Done::always(whole.to_string()) })
}

/// An integer as JSON, a string where a reader might round it.
fn number(n: &impl ToString) -> Value {
    let text = n.to_string();
    match text.parse::<u64>() {
        Ok(small) if small < 1 << 53 => json!(small),
        _ => json!(text),
    }
}
