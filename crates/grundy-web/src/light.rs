//! Questions that cost less than handing them to a worker: the value alone, in games whose theory is a short sum.

use crate::failure::Failure;
use crate::job::Done;
use crate::worker::position;
use grundy::Play;
use grundy::catalog::{Files, GameSpec};
use grundy::limits::Limits;
use grundy::solver::Solver;

/// Games of which each position is answered by a few operations on its numbers.
const LIGHT: [&str; 3] = ["nim", "bash", "bachet"];

/// The answer without moves, where it costs next to nothing.
pub(crate) fn solve(game: &str, misere: bool, asked: Option<&str>) -> Result<Option<Done>, Failure> {
    if !LIGHT.contains(&game.split(':').next().unwrap_or_default()) {
        return Ok(None);
    }
    let play = if misere { Play::Misere } else { Play::Normal };
    let Ok(spec) = GameSpec::parse(game) else { return Ok(None) };
    let Ok(opened) = spec.open(play, Files::Denied, &Limits::NONE) else { return Ok(None) };
    let at = position(&opened, asked)?;
    // Without a claim of theory the position would have to be expanded.
    if opened.as_dyn().theory().is_none_or(|theory| theory.claim(&at).is_err()) {
        return Ok(None);
    }
    let answer = Solver::new(&opened).without_moves().solve(&at).map_err(|error| Failure::ask(&error))?;
    Ok(serde_json::to_vec(&answer).ok().map(Done::always))
}
