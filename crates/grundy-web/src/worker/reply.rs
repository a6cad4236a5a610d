//! The move of an opponent who knows the truth.

use crate::failure::Failure;
use crate::job::{Done, Job};
use crate::worker::position;
use grundy::catalog::Opened;
use grundy::play::{Rng, Skill, reply};
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use serde_json::{Value, json};

pub(super) fn replied(job: &Job, game: &Opened, solver: &mut Solver<'_>) -> Result<Done, Failure> {
    let at = position(game, job.position.as_deref())?;
    let (told, is_known) =
        chosen(game, solver, &at, &job.game, (job.skill, job.number), &super::refusal::failure(job))?;
    if !is_known && !job.last {
        return Err(Failure::limit("the position was not solved"));
    }
    Ok(Done { keep: is_known, ..Done::always(told.to_string()) })
}

/// The reply with its skill and its seed, and whether the value of the position was known.
pub(crate) fn chosen(
    game: &Opened,
    solver: &mut Solver<'_>,
    at: &Key,
    called: &str,
    (skill, seed): (f64, u64),
    failure: &dyn Fn(&SolveError) -> Failure,
) -> Result<(Value, bool), Failure> {
    let any = game.as_dyn();
    let skill = Skill::new(skill).ok_or_else(|| {
        Failure::input("`skill` is not a number from 0 to 1", "write `skill=1` for an opponent who never errs")
            .with("parameter", json!("skill"))
    })?;
    let reply = reply(solver, at, skill, &mut Rng::new(seed)).map_err(|error| failure(&error))?;
    let mut told = json!({
        "schema": "grundy/reply/1",
        "game": called,
        "position": any.to_text(at).map_err(|error| Failure::rules(&error))?,
        "move": null,
        "after": null,
        "notes": [],
    });
    let Some(reply) = reply else {
        told["notes"] = json!(["the game is over"]);
        return Ok((told, true));
    };
    let known = reply.known.as_ref().and_then(|answer| serde_json::to_value(answer).ok());
    let listed = known.as_ref().and_then(|answer| answer["moves"].as_array());
    let made = listed.into_iter().flatten().find(|made| made["move"] == reply.chosen.text.as_str());
    told["after"] = match made {
        Some(made) => made["after"].clone(),
        None => {
            let after = any.to_text(&reply.chosen.option).map_err(|error| Failure::rules(&error))?;
            json!({"position": after, "value": null, "remoteness": null, "grundy": null})
        }
    };
    told["move"] = json!(reply.chosen.text);
    told["notes"] = json!(reply.notes);
    Ok((told, reply.known.is_some()))
}
