//! One position: the answer that every face gives, and the same with the text that says why.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::Player;
use grundy::catalog::Opened;
use grundy::explain::explain;
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
use serde_json::{Value, json};

/// The position of a job; without one, the game's start.
pub(crate) fn position(game: &Opened, asked: Option<&str>) -> Result<Key, Failure> {
    let any = game.as_dyn();
    match (asked, any.start()) {
        (None | Some(""), Some(start)) => Ok(start),
        (None, None) => Err(Failure::input(
            "this game has no start, so it needs a position",
            "write `position=…`; `/api/games` says how",
        )
        .with("parameter", json!("position"))),
        (Some(text), _) => any.parse(text).map_err(|error| Failure::text(&error, "position", text)),
    }
}

pub(super) fn solve(job: &Job, game: &Opened, solver: &mut Solver<'_>) -> Result<Done, Failure> {
    let at = position(game, job.position.as_deref())?;
    let mut answer = solver.solve(&at).map_err(|error| super::refusal::failure(job)(&error))?;
    if let Some(called) = called(job) {
        called.clone_into(&mut answer.game);
    }
    Ok(Done::always(serde_json::to_vec(&answer).map_err(|error| Failure::limit(error.to_string()))?))
}

pub(super) fn explained(job: &Job, game: &Opened, solver: &mut Solver<'_>) -> Result<Done, Failure> {
    let at = position(game, job.position.as_deref())?;
    Ok(Done::always(explanation(game, solver, &at, called(job), &super::refusal::failure(job))?.to_string()))
}

/// What a game is called in answers, if not by its name: a table keeps the name of the file that its rules were in.
fn called(job: &Job) -> Option<&str> {
    job.table.as_ref().map(|_| job.game.as_str())
}

/// The answer with `why`, who moves, and a picture; `called` is what the game is called, if not by its name.
pub(crate) fn explanation(
    game: &Opened,
    solver: &mut Solver<'_>,
    at: &Key,
    called: Option<&str>,
    failure: &dyn Fn(&SolveError) -> Failure,
) -> Result<Value, Failure> {
    let any = game.as_dyn();
    let mut answer = solver.solve(at).map_err(|error| failure(&error))?;
    if let Some(called) = called {
        called.clone_into(&mut answer.game);
    }
    let reason = solver.reason(at).map_err(|error| failure(&error))?;
    let mut told = serde_json::to_value(&answer).map_err(|error| Failure::limit(error.to_string()))?;
    told["why"] = json!(explain(&answer, reason.as_ref()));
    let info = any.info();
    let [first, second] = info.players;
    let player = any.player(at).map_err(|error| Failure::rules(&error))?;
    told["turn"] = player.map_or(Value::Null, |player| json!(if player == Player::Left { first } else { second }));
    // The page draws the games of the catalogue itself.
    let picture = if info.rules.is_some() { any.picture(at).map_err(|error| Failure::rules(&error))? } else { None };
    told["picture"] = json!(picture);
    Ok(told)
}
