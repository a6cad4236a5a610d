//! Chooses a move in a position whose value is not known, by what is proved of each move.
//!
//! A search that was stopped has proved something of some moves. Looking two moves ahead proves more: that a move ends the game, or that the
//! other player can win at once after it.

use super::Rng;
use super::reply::{MoveQuality, Reply};
use crate::answer::{Proved, Searched};
use crate::solver::SolveError;
use crate::text::{DynGame, Key, ListedMove, RulesError};
use crate::value::{Outcome, Remoteness, Verdict};
use dashu_int::UBig;
use std::fmt::Display;

/// The most moves of a position among which one is chosen.
const MAX_MOVES: usize = 1000;
/// The most replies that are examined, an equal share after each move.
const MAX_REPLIES: usize = 20_000;

/// Chooses the best move by what is proved of each, as [`Searched::preference`] orders them; at random among equal ones. With
/// [`MoveQuality::None`] it chooses any move. `proved` returns what a search has proved of an option.
pub(super) fn reply(
    game: &dyn DynGame,
    at: &Key,
    quality: MoveQuality,
    rng: &mut Rng,
    why: &dyn Display,
    proved: &dyn Fn(&Key) -> Result<Proved, SolveError>,
) -> Result<Option<Reply>, SolveError> {
    let mut moves = game.moves(at, MAX_MOVES)?.moves;
    if moves.is_empty() {
        return Ok(None);
    }
    if quality == MoveQuality::None {
        let chosen = moves.swap_remove(rng.below(moves.len()));
        let notes = vec![format!("values are not known here, so the move was chosen at random: {why}")];
        return Ok(Some(Reply { chosen, quality, known: None, proved: None, notes, unknown: None }));
    }
    let mut known = Vec::with_capacity(moves.len());
    for m in &moves {
        let Proved { mut bounds, grundy } = proved(&m.option)?;
        if bounds.outcome().is_none() {
            bounds = bounds.and(&look_ahead(game, m, MAX_REPLIES / moves.len())?);
        }
        known.push(Proved { bounds, grundy });
    }
    let bounds_of_move = |i: usize| known[i].bounds.before_move(moves[i].moves_again);
    let best = (0..moves.len()).map(|i| bounds_of_move(i).preference()).max();
    let candidates: Vec<usize> = (0..moves.len()).filter(|&i| Some(bounds_of_move(i).preference()) == best).collect();
    let chosen = candidates[rng.below(candidates.len())];
    let bounds = bounds_of_move(chosen);
    let how = if bounds.is_informative() {
        format!("the move is proved to be {bounds}")
    } else {
        "nothing is proved of the move".to_owned()
    };
    let notes = vec![format!("the position is not solved, and {how}: {why}")];
    let (proved, chosen) = (Some(known.swap_remove(chosen)), moves.swap_remove(chosen));
    Ok(Some(Reply { chosen, quality, known: None, proved, notes, unknown: None }))
}

/// What the option of a move and at most `at_most` replies to it prove of the option, for the player who moves there.
fn look_ahead(game: &dyn DynGame, m: &ListedMove, at_most: usize) -> Result<Searched, RulesError> {
    if game.count_moves(&m.option)? == UBig::ZERO {
        return Ok(Searched::proved(Verdict::terminal(game.terminal(&m.option)?)));
    }
    for reply in game.moves(&m.option, at_most)?.moves {
        if game.count_moves(&reply.option)? == UBig::ZERO {
            let outcome = game.terminal(&reply.option)?;
            let outcome = if reply.moves_again { outcome } else { outcome.for_opponent() };
            if outcome == Outcome::Win {
                return Ok(Searched::proved(Verdict::Win(Remoteness(1))));
            }
        }
    }
    Ok(Searched::UNKNOWN)
}
