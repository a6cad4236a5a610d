//! Chooses a move without known values: looks two moves ahead.

use super::Rng;
use super::reply::{MoveQuality, Reply};
use crate::solver::SolveError;
use crate::text::{DynGame, Key, ListedMove, RulesError};
use crate::value::Outcome;
use dashu_int::UBig;
use std::fmt::Display;

/// The most moves of a position that are examined, and the most replies to each.
const MAX_MOVES: usize = 200;

/// Chooses a move that wins at once, if there is one; otherwise a move after which the other player cannot win at once,
/// if there is one. With [`MoveQuality::None`] it chooses any move.
pub(super) fn reply(
    game: &dyn DynGame,
    at: &Key,
    quality: MoveQuality,
    rng: &mut Rng,
    why: &dyn Display,
) -> Result<Option<Reply>, SolveError> {
    let list = game.moves(at, MAX_MOVES)?;
    let mut worth: Vec<u8> = Vec::new();
    for m in &list.moves {
        worth.push(if quality == MoveQuality::None { 0 } else { rate(game, m)? });
    }
    let most = worth.iter().max().copied();
    let candidates: Vec<usize> = (0..worth.len()).filter(|&i| Some(worth[i]) == most).collect();
    if candidates.is_empty() {
        return Ok(None);
    }
    let chosen = list.moves[candidates[rng.below(candidates.len())]].clone();
    let notes = vec![format!("values are not known here, so the move was chosen by looking two moves ahead: {why}")];
    Ok(Some(Reply { chosen, quality, known: None, notes, unknown: None }))
}

/// The outcome of a move that ends the game, for the player who makes it; `None` if the game goes on.
fn terminal_outcome(game: &dyn DynGame, m: &ListedMove) -> Result<Option<Outcome>, RulesError> {
    if game.count_moves(&m.option)? != UBig::ZERO {
        return Ok(None);
    }
    let outcome = game.terminal(&m.option)?;
    Ok(Some(if m.moves_again { outcome } else { outcome.for_opponent() }))
}

/// The rating of a move: 3 wins at once, 0 loses at once or lets the other player win at once.
fn rate(game: &dyn DynGame, m: &ListedMove) -> Result<u8, RulesError> {
    match terminal_outcome(game, m)? {
        Some(Outcome::Win) => return Ok(3),
        Some(Outcome::Draw) => return Ok(1),
        Some(Outcome::Loss) => return Ok(0),
        None if m.moves_again => return Ok(2),
        None => {}
    }
    for reply in game.moves(&m.option, MAX_MOVES)?.moves {
        if terminal_outcome(game, &reply)? == Some(Outcome::Win) {
            return Ok(0);
        }
    }
    Ok(2)
}
