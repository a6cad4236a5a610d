//! Chooses a move in a position whose value is not known, by what is proved of each move.
//!
//! A search that was stopped has proved something of some moves. Looking two moves ahead proves more: that a move ends the game, or that the
//! other player can win at once after it. Among moves of which the same is proved, the one that the game guesses to be the best is chosen.

use super::Rng;
use super::reply::{MoveQuality, Reply};
use crate::answer::{Note, Proved, Searched};
use crate::solver::SolveError;
use crate::text::{DynGame, Expansions, Key, ListedMove, PositionBatch, PositionRef, RulesError};
use crate::value::{Outcome, Remoteness, Verdict};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

/// The most moves of a position among which one is chosen.
const MAX_MOVES: usize = 1000;
/// The most replies that are examined, an equal share after each move: all of them on a board of 300 cells.
const MAX_REPLIES: usize = 90_000;

/// Chooses the best move by what is proved of each, as [`Searched::preference`] orders them, then by the guess of the game; at random among
/// equal ones. With [`MoveQuality::None`] it chooses any move. `proved` returns what a search has proved of an option.
pub(super) fn reply(
    game: &dyn DynGame,
    at: &Key,
    quality: MoveQuality,
    rng: &mut Rng,
    error: Option<SolveError>,
    proved: &dyn Fn(&Key) -> Result<Proved, SolveError>,
) -> Result<Option<Reply>, SolveError> {
    let because = |text: String| match error {
        Some(error) => Note::with_cause(text, error),
        None => Note::new(format!("{text}: the moves were not listed")),
    };
    let list = game.moves(at, MAX_MOVES)?;
    let mut moves = list.moves;
    if moves.is_empty() {
        return Ok(None);
    }
    if quality == MoveQuality::None {
        let chosen = moves.swap_remove(rng.below(moves.len()));
        let notes = vec![because("values are not known here, so the move was chosen at random".to_owned())];
        let (known, value, proved, is_best) = (None, None, None, false);
        return Ok(Some(Reply { chosen, quality, known, value, proved, is_best, notes }));
    }
    let mut position = proved(at)?;
    let mut known = Vec::with_capacity(moves.len());
    for m in &moves {
        let Proved { bounds, grundy } = proved(&m.option)?;
        let mut bounds = position.bounds.of_each_option(m.moves_again).and(&bounds);
        if bounds.outcome().is_none() {
            bounds = bounds.and(&look_ahead(game, m, MAX_REPLIES / moves.len())?);
        }
        known.push(Proved { bounds, grundy });
    }
    let bounds: Vec<Searched> =
        known.iter().zip(&moves).map(|(known, m)| known.bounds.before_move(m.moves_again)).collect();
    let best = bounds.iter().map(Searched::preference).max();
    let mut candidates: Vec<usize> = (0..moves.len()).filter(|&i| Some(bounds[i].preference()) == best).collect();
    if candidates.len() > 1 {
        let guesses = guesses(game, at, &moves, &list.total)?;
        let largest = candidates.iter().map(|&i| guesses[i]).max();
        candidates.retain(|&i| Some(guesses[i]) == largest);
    }
    let chosen = candidates[rng.below(candidates.len())];
    if let Some(of_moves) = Searched::of_moves(&bounds, list.total == UBig::from(moves.len())) {
        position.bounds = position.bounds.and(&of_moves);
    }
    let bounds = &bounds[chosen];
    let is_best = bounds.is_best_in(&position.bounds) == Some(true);
    let note = if is_best && bounds.verdict().is_some() {
        Note::new(format!("the move is proved to be {bounds}, and no move is better"))
    } else if is_best {
        Note::new(format!("the move is proved to be {bounds}, and no move has a better outcome"))
    } else if bounds.is_informative() {
        because(format!("the position is not solved, and the move is proved to be {bounds}"))
    } else {
        because("the position is not solved, and nothing is proved of the move".to_owned())
    };
    let notes = vec![note];
    let (proved, chosen) = (Some(known.swap_remove(chosen)), moves.swap_remove(chosen));
    let value = position.value(|outcome| game.info().grundy_of_outcome(outcome));
    Ok(Some(Reply { chosen, quality, known: None, value, proved, is_best, notes }))
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

/// The guess of the game for each move, as a search uses them; larger is better. All are 0 if there are more moves than these: a guess needs all
/// options of the position.
fn guesses(game: &dyn DynGame, at: &Key, moves: &[ListedMove], total: &UBig) -> Result<Vec<i32>, RulesError> {
    if *total > UBig::from(moves.len()) {
        return Ok(vec![0; moves.len()]);
    }
    let (mut batch, mut expansions) = (PositionBatch::default(), Expansions::default());
    batch.push(&game.canonical(at)?.0);
    expansions.set_wants_hints(true);
    let mut expanded = Ok(());
    game.with_expander(true, &mut |expand| {
        expanded = expand(&batch, &mut expansions);
        false
    });
    expanded?;
    let mut guesses = FxHashMap::default();
    for i in 0..expansions.options().len() {
        if let PositionRef::Key(option) = expansions.options().get(i) {
            guesses.insert(Key(option.into()), expansions.guess(i));
        }
    }
    moves.iter().map(|m| Ok(guesses.get(&game.canonical(&m.option)?).copied().unwrap_or(0))).collect()
}
