//! Questions that cost less than handing them to a worker: the value alone, in games whose theory is a short sum.

use crate::failure::Failure;
use crate::job::Done;
use crate::worker::position;
use grundy::Play;
use grundy::catalog;
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
    let Ok(opened) = catalog::open(game, play, &Limits::NONE) else { return Ok(None) };
    let at = position(&opened, asked)?;
    // Where theory were silent, the position would have to be expanded.
    if opened.any().claim(&at).is_err() {
        return Ok(None);
    }
    let answer = Solver::new(&opened, Limits::NONE).without_moves().ask(&at).map_err(|error| Failure::ask(&error))?;
    Ok(serde_json::to_vec(&answer).ok().map(Done::always))
}
