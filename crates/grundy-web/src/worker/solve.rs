//! One position: the answer that every face gives, and the same with the text that says why.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::Player;
use grundy::catalog::Opened;
use grundy::explain::explain;
use grundy::solver::Solver;
use grundy::text::Key;
use serde_json::{Value, json};

/// The position of a job; without one, the game's start.
pub(crate) fn position(game: &Opened, asked: Option<&str>) -> Result<Key, Failure> {
    let any = game.any();
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

pub(super) fn solve(job: &Job, game: &Opened, desk: &mut Solver<'_>) -> Result<Done, Failure> {
    let at = position(game, job.position.as_deref())?;
    let mut answer = desk.ask(&at).map_err(|error| Failure::ask(&error))?;
    if let Some(called) = called(job) {
        called.clone_into(&mut answer.game);
    }
    Ok(Done::always(serde_json::to_vec(&answer).map_err(|error| Failure::limit(error.to_string()))?))
}

pub(super) fn explained(job: &Job, game: &Opened, desk: &mut Solver<'_>) -> Result<Done, Failure> {
    let at = position(game, job.position.as_deref())?;
    Ok(Done::always(explanation(game, desk, &at, called(job))?.to_string()))
}

/// What a game is called in answers, if not by its name: a table keeps the name of the file that its rules were in.
fn called(job: &Job) -> Option<&str> {
    job.table.as_ref().map(|_| job.game.as_str())
}

/// The answer with `why`, who moves, and a picture; `called` is what the game is called, if not by its name.
pub(crate) fn explanation(
    game: &Opened,
    desk: &mut Solver<'_>,
    at: &Key,
    called: Option<&str>,
) -> Result<Value, Failure> {
    let any = game.any();
    let mut answer = desk.ask(at).map_err(|error| Failure::ask(&error))?;
    if let Some(called) = called {
        called.clone_into(&mut answer.game);
    }
    let reason = desk.reason(at).map_err(|error| Failure::ask(&error))?;
    let mut told = serde_json::to_value(&answer).map_err(|error| Failure::limit(error.to_string()))?;
    told["why"] = json!(explain(&answer, reason.as_ref()));
    let [first, second] = any.players();
    told["turn"] = any.player(at).map_or(Value::Null, |turn| json!(if turn == Player::Left { first } else { second }));
    told["picture"] = json!(any.picture(at));
    // A picture of someone's rules may fail.
    if let Some(trouble) = any.take_trouble() {
        return Err(Failure::trouble(&trouble));
    }
    Ok(told)
}
