//! A move where no value is known: two moves ahead, and no further.

use super::opponent::{MoveQuality, Reply};
use super::{Chance, moves_again};
use crate::solver::SolveError;
use crate::text::{DynGame, Key};
use crate::value::Outcome;
use dashu_int::UBig;
use std::fmt::Display;

/// Moves of a position that are looked at, and replies to each.
const MOVES: usize = 200;

/// Wins at once where that is possible; else avoids, where it can, to let the other player win at once. Without care it is any
/// of the moves.
pub(super) fn reply(
    game: &dyn DynGame,
    at: &Key,
    care: MoveQuality,
    chance: &mut Chance,
    why: &dyn Display,
) -> Result<Option<Reply>, SolveError> {
    let list = game.moves(at, MOVES);
    let worth: Vec<u8> =
        list.moves.iter().map(|(_, after)| if care == MoveQuality::None { 0 } else { hope(game, at, after) }).collect();
    let most = worth.iter().max().copied();
    let candidates: Vec<usize> = (0..worth.len()).filter(|&i| Some(worth[i]) == most).collect();
    if let Some(trouble) = game.take_trouble() {
        return Err(SolveError::Rules(Box::new(trouble)));
    }
    if candidates.is_empty() {
        return Ok(None);
    }
    let (text, after) = list.moves[candidates[chance.below(candidates.len())]].clone();
    let notes = vec![format!("values are not known here, so the move was chosen by looking two moves ahead: {why}")];
    Ok(Some(Reply { text, after, care, known: None, notes }))
}

/// How good a move looks: 3 wins at once, 0 loses at once or allows that.
fn hope(game: &dyn DynGame, at: &Key, after: &Key) -> u8 {
    let seen = |from: &Key, to: &Key| {
        let value = game.terminal(to);
        if moves_again(game, from, to) { value } else { value.turned() }
    };
    if game.count_moves(after) == UBig::ZERO {
        return match seen(at, after) {
            Outcome::Win => 3,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
    }
    if moves_again(game, at, after) {
        return 2;
    }
    let replies = game.moves(after, MOVES).moves;
    let loses =
        replies.iter().any(|(_, next)| game.count_moves(next) == UBig::ZERO && seen(after, next) == Outcome::Win);
    if loses { 0 } else { 2 }
}
