//! Chooses a move without known values: looks two moves ahead.

use super::Rng;
use super::reply::{MoveQuality, Reply};
use crate::answer::Searched;
use crate::solver::SolveError;
use crate::text::{DynGame, Key, ListedMove, RulesError};
use crate::value::Outcome;
use dashu_int::UBig;
use std::fmt::Display;

/// The most moves of a position that are examined, and the most replies to each.
const MAX_MOVES: usize = 200;

/// Chooses a move that wins at once, if there is one; otherwise a move after which the other player cannot win at once,
/// if there is one. Among such moves it takes one of which the best is `proved`. With [`MoveQuality::None`] it chooses any move.
pub(super) fn reply<'p>(
    game: &dyn DynGame,
    at: &Key,
    quality: MoveQuality,
    rng: &mut Rng,
    why: &dyn Display,
    proved: &dyn Fn(&Key) -> Option<&'p Searched>,
) -> Result<Option<Reply>, SolveError> {
    let list = game.moves(at, MAX_MOVES)?;
    let mut worth: Vec<u8> = Vec::new();
    for m in &list.moves {
        worth.push(if quality == MoveQuality::None { 0 } else { rate(game, m)? });
    }
    let most = worth.iter().max().copied();
    let mut candidates: Vec<usize> = (0..worth.len()).filter(|&i| Some(worth[i]) == most).collect();
    if candidates.is_empty() {
        return Ok(None);
    }
    let of_move = |i: usize| {
        let ListedMove { option, moves_again, .. } = &list.moves[i];
        proved(option).unwrap_or(&Searched::UNKNOWN).before_move(*moves_again)
    };
    if quality != MoveQuality::None {
        let best = candidates.iter().map(|&i| of_move(i).order()).max();
        candidates.retain(|&i| Some(of_move(i).order()) == best);
    }
    let chosen = candidates[rng.below(candidates.len())];
    let (searched, chosen) = (of_move(chosen), list.moves[chosen].clone());
    let how = if quality != MoveQuality::None && proved(&chosen.option).is_some() {
        format!("what a search proved of each; this move is {searched}")
    } else {
        "looking two moves ahead".to_owned()
    };
    let notes = vec![format!("values are not known here, so the move was chosen by {how}: {why}")];
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
