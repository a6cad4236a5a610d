//! The opponent: chooses a move from the answer about the position.
//!
//! At full skill the move is perfect. In a won position it wins soonest; in a lost one it delays the loss longest; in a
//! drawn one it keeps the draw, and among such moves it prefers one after which the other player has the most losing
//! moves. Among moves that are still equal the choice is random.
//!
//! Below full skill `s` one number u, uniform from 0 to 1, is drawn for each move. If u < s the move is perfect. If u <
//! s + (1 − s)s it is any move that keeps the value, whatever its remoteness. Otherwise it is any legal move. So the
//! probability of wasting time is of the order of 1 − s, the probability of giving away the value is of the order of (1
//! − s)², and skill 0 plays at random.

use super::lookahead;
use super::reply::{MoveQuality, Reply};
use super::rng::Rng;
use crate::answer::{Answer, MoveAnswer, Note, Proved};
use crate::limits::RunError;
use crate::solver::{SolveError, Solver};
use crate::text::{DynGame, Key, ListedMove};
use crate::value::Outcome;
use dashu_int::UBig;
use std::cmp::Reverse;

/// The most options of a drawn position that are examined for losing replies.
const MAX_DRAWN_OPTIONS: usize = 256;
/// If remoteness is not known: the most options whose numbers of moves are compared.
const MAX_COUNTED_OPTIONS: usize = 64;

/// The skill of the opponent, from 0 (random) to 1 (perfect).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Skill(f64);

impl Skill {
    /// Perfect play.
    pub const PERFECT: Self = Self(1.0);

    /// Creates a skill; `None` if the number is not from 0 to 1.
    ///
    /// ```
    /// use grundy::play::Skill;
    /// assert_eq!(Skill::new(1.0), Some(Skill::PERFECT));
    /// assert_eq!(Skill::new(1.5), None);
    /// ```
    pub fn new(skill: f64) -> Option<Self> {
        (0.0..=1.0).contains(&skill).then_some(Self(skill))
    }

    /// Returns the skill as a number from 0 to 1.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Returns the quality of a move for which the random number `u`, from 0 up to 1, was drawn.
    pub fn quality(self, u: f64) -> MoveQuality {
        let Self(skill) = self;
        if u < skill {
            MoveQuality::Best
        } else if u < skill + (1.0 - skill) * skill {
            MoveQuality::Value
        } else {
            MoveQuality::None
        }
    }
}

/// Chooses a move; `None` if the game is over. The solver must list moves ([`Solver::without_moves`] was not called).
///
/// If the value of the position cannot be computed, the move is the best one by what a search and looking two moves ahead prove of each, and
/// a note says what that is.
///
/// ```
/// use grundy::{solver::Solver, catalog, limits::Limits, Play};
/// use grundy::play::{reply, Rng, Skill};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let at = game.as_dyn().parse("3 4 5")?;
/// let reply = reply(&mut Solver::new(&game), &at, Skill::PERFECT, &mut Rng::new(1))?;
/// assert_eq!(reply.unwrap().chosen.text, "take 2 from 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rules of the game fail, or a store is incomplete; an exceeded limit is not an error here.
pub fn reply(solver: &mut Solver<'_>, at: &Key, skill: Skill, rng: &mut Rng) -> Result<Option<Reply>, SolveError> {
    let game = solver.game().as_dyn();
    let quality = skill.quality(rng.unit());
    // A search need not go on when it knows a best move.
    solver.set_until_best_move(quality == MoveQuality::Best);
    let answer = solver.solve(at);
    solver.set_until_best_move(false);
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) if !is_out_of_reach(&error) => return Err(error),
        Err(error) => {
            return lookahead::reply(game, at, quality, rng, Some(error), &|at| solver.proved(at));
        }
    };
    let Some(moves) = &answer.moves else {
        return lookahead::reply(game, at, quality, rng, None, &|_| Ok(Proved::NOTHING));
    };
    if moves.listed.is_empty() {
        return if moves.total.is_zero() {
            Ok(None)
        } else {
            lookahead::reply(game, at, quality, rng, None, &|_| Ok(Proved::NOTHING))
        };
    }
    let mut notes = Vec::new();
    if answer.value.remoteness.is_none() && answer.value.outcome != Outcome::Draw {
        let what = match answer.value.outcome {
            Outcome::Win => "the quickest win is not known here, so the move is one that wins",
            _ => "the longest defence is not known here, so the move is one that leaves much to play",
        };
        notes.push(Note::new(what));
    }
    let mut candidates: Vec<&MoveAnswer> = match quality {
        MoveQuality::Best => perfect(solver, at, &answer)?,
        MoveQuality::Value => moves.listed.iter().filter(|m| m.outcome == answer.value.outcome).collect(),
        MoveQuality::None => moves.listed.iter().collect(),
    };
    if candidates.is_empty() {
        // No listed move keeps the value, because the position has too many moves to list.
        candidates = moves.listed.iter().collect();
        let note =
            "none of the moves that were examined keeps the value, so the move is one of these, and may be a mistake";
        notes.push(Note::new(note));
    }
    let chosen = candidates[rng.below(candidates.len())];
    let is_best = chosen.is_best;
    let chosen =
        ListedMove { text: chosen.text.clone(), option: option(game, at, chosen)?, moves_again: chosen.moves_again };
    let value = Some(answer.value.clone());
    Ok(Some(Reply { chosen, quality, known: Some(answer), value, proved: None, is_best, notes }))
}

/// Returns whether an error means that the value cannot be computed, so that the opponent has to choose without it: any error but those
/// of rules, stores and panics.
pub fn is_out_of_reach(error: &SolveError) -> bool {
    !matches!(
        error,
        SolveError::Rules(_)
            | SolveError::Store(_)
            | SolveError::StoreIncomplete
            | SolveError::Run(RunError::WorkerPanicked { .. })
    )
}

/// The position that a listed move leads to.
fn option(game: &dyn DynGame, at: &Key, m: &MoveAnswer) -> Result<Key, SolveError> {
    if let Ok(option) = game.parse(&m.after) {
        return Ok(option);
    }
    let found = game.moves(at, usize::MAX)?.moves.into_iter().find(|listed| listed.text == m.text);
    found.map(|listed| listed.option).ok_or(SolveError::Unsolved)
}

/// The perfect moves that cannot be distinguished further; at least one if one is listed.
fn perfect<'a>(solver: &mut Solver<'_>, at: &Key, answer: &'a Answer) -> Result<Vec<&'a MoveAnswer>, SolveError> {
    let game = solver.game().as_dyn();
    let listed = answer.moves.iter().flat_map(|moves| &moves.listed);
    let best: Vec<&MoveAnswer> = listed.filter(|m| m.is_best).collect();
    if best.len() < 2 {
        return Ok(best);
    }
    match (answer.value.outcome, answer.value.remoteness) {
        (Outcome::Draw, _) => {
            let mut left = MAX_DRAWN_OPTIONS;
            let mut measured = Vec::new();
            for m in &best {
                let after = option(game, at, m)?;
                measured.push(losing_replies(solver, m.moves_again, &after, &mut left)?);
            }
            Ok(greatest(&best, |i| measured[i].clone()))
        }
        (_, Some(_)) => Ok(best),
        // A position with few moves is more often than not near the end.
        (outcome, None) => {
            let mut measured = Vec::new();
            for m in best.iter().take(MAX_COUNTED_OPTIONS) {
                measured.push(game.count_moves(&option(game, at, m)?)?);
            }
            let looked_at = &best[..measured.len()];
            Ok(match outcome {
                Outcome::Win => greatest(looked_at, |i| Reverse(measured[i].clone())),
                _ => greatest(looked_at, |i| measured[i].clone()),
            })
        }
    }
}

/// The moves whose measure is the greatest.
fn greatest<'a, T: Ord>(moves: &[&'a MoveAnswer], measure: impl Fn(usize) -> T) -> Vec<&'a MoveAnswer> {
    let most = (0..moves.len()).map(&measure).max();
    (0..moves.len()).filter(|&i| Some(measure(i)) == most).map(|i| moves[i]).collect()
}

/// The number of losing moves of the other player after a move to the drawn position `to`. If the player who moved also
/// moves next (`moves_again`), the largest such number that the player can reach while keeping the draw. `left` bounds the
/// work.
fn losing_replies(solver: &mut Solver<'_>, moves_again: bool, to: &Key, left: &mut usize) -> Result<UBig, SolveError> {
    if *left == 0 {
        return Ok(UBig::ZERO);
    }
    *left -= 1;
    let game = solver.game().as_dyn();
    let answer = match solver.solve(to) {
        Ok(answer) => answer,
        Err(error) if !is_out_of_reach(&error) => return Err(error),
        // This is only a preference among moves of equal value; without it the move still keeps the draw.
        Err(_) => return Ok(UBig::ZERO),
    };
    let listed = answer.moves.as_ref().map_or(&[][..], |moves| &moves.listed);
    if !moves_again {
        return Ok(listed.iter().filter(|m| m.outcome == Outcome::Loss).count().into());
    }
    let mut most = UBig::ZERO;
    for m in listed.iter().filter(|m| m.outcome == Outcome::Draw) {
        let next = option(game, to, m)?;
        most = most.max(losing_replies(solver, m.moves_again, &next, left)?);
    }
    Ok(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_skill_never_means_more_care() {
        for u in (0..1000).map(|i| f64::from(i) / 1000.0) {
            let qualities: Vec<MoveQuality> = (0..=20).map(|i| Skill(f64::from(i) / 20.0).quality(u)).collect();
            assert!(qualities.is_sorted(), "{u}: {qualities:?}");
            assert_eq!((qualities[0], qualities[20]), (MoveQuality::None, MoveQuality::Best));
        }
    }

    #[test]
    fn errors_of_value_are_of_second_order() {
        let share = |skill: f64, quality: MoveQuality| {
            let n = (0..100_000).filter(|&i| Skill(skill).quality(f64::from(i) / 1e5) == quality).count();
            n as f64 / 1e5
        };
        for skill in [0.5, 0.8, 0.9] {
            assert!((share(skill, MoveQuality::Value) - (1.0 - skill) * skill).abs() < 1e-3);
            assert!((share(skill, MoveQuality::None) - (1.0 - skill) * (1.0 - skill)).abs() < 1e-3);
        }
    }
}
