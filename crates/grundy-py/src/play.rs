//! A match against the computer.

use crate::convert::{self, Value, outcome_number};
use crate::errors::{Failure, plain};
use crate::game::Game;
use crate::watch::RawLimits;
use grundy::limits::{LimitHit, RunError};
use grundy::play::{Choices, GameRecord, Rng, Skill, is_out_of_reach, reply};
use grundy::solver::MAX_MOVES;
use grundy::text::{Key, ListedMove};
use grundy::{Outcome, UBig};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Move, and the outcomes before and after it for the player who made it; `None` if one is not known.
type RecordTuple = (String, Option<i8>, Option<i8>);

/// A match under way. Its state is not locked while a position is solved: Python code, which a search calls, may ask the match.
#[pyclass(frozen, module = "grundy._native")]
pub(crate) struct Match {
    game: Py<Game>,
    skill: Skill,
    state: Mutex<State>,
}

struct State {
    record: GameRecord,
    rng: Rng,
}

/// Move, outcome for the player who makes it, whether it is best, the option and its value. Outcome and value are `None` if the position
/// cannot be solved.
type ReplyTuple = (String, Option<i8>, bool, String, Option<Value>);

impl Match {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position now, and the number of moves that led to it.
    fn now(&self) -> (Key, usize) {
        let state = self.lock();
        (state.record.position().clone(), state.record.moves().len())
    }

    /// The state for recording a move that was chosen at `before`; an error if the match has changed since.
    fn state_at(&self, py: Python<'_>, before: &(Key, usize)) -> PyResult<MutexGuard<'_, State>> {
        let state = self.lock();
        if (state.record.position(), state.record.moves().len()) != (&before.0, before.1) {
            // Making an exception runs Python, and another thread may then wait for the state with the interpreter's lock.
            drop(state);
            let help = "make moves of a match one after the other";
            return Err(plain(py, "GrundyError", "the match has changed while a move was computed", help));
        }
        Ok(state)
    }
}

#[pymethods]
impl Match {
    #[new]
    fn new(py: Python<'_>, game: Py<Game>, position: &str, skill: f64, seed: Option<u64>) -> PyResult<Self> {
        let start = game.get().with_game(py, |_| game.get().key(position))?;
        let skill = Skill::new(skill).unwrap_or(Skill::PERFECT);
        let rng = Rng::new(seed.unwrap_or_else(|| {
            use std::hash::{BuildHasher, RandomState};
            RandomState::new().hash_one(0)
        }));
        Ok(Self { game, skill, state: Mutex::new(State { record: GameRecord::new(start), rng }) })
    }

    fn position(&self, py: Python<'_>) -> PyResult<String> {
        self.game.get().with_game(py, |opened| Ok(opened.as_dyn().to_text(self.lock().record.position())?))
    }

    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.game
            .get()
            .with_game(py, |opened| Ok(opened.as_dyn().count_moves(self.lock().record.position())? == UBig::ZERO))
    }

    /// How the game has ended for the player to move; `None` while it goes on.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<i8>> {
        self.game.get().with_game(py, |opened| {
            let (game, state) = (opened.as_dyn(), self.lock());
            let at = state.record.position();
            if game.count_moves(at)? != UBig::ZERO {
                return Ok(None);
            }
            Ok(Some(outcome_number(game.terminal(at)?)))
        })
    }

    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.game.get().with_game(py, |opened| {
            let choices = Choices::new(opened.as_dyn(), &self.now().0)?;
            if *choices.total() > UBig::from(choices.moves().len()) {
                return Err(RunError::from(LimitHit::Moves { limit: choices.moves().len() as u64 }).into());
            }
            Ok(choices.moves().iter().map(|m| m.text.clone()).collect())
        })
    }

    fn push(&self, py: Python<'_>, typed: &str, limits: Option<RawLimits>) -> PyResult<()> {
        let before = self.now();
        // An interrupt ends this call with an error, so no move is made then.
        let (chosen, known) = self.game.get().with_solver(py, limits, MAX_MOVES, |opened, solver| {
            let choices = Choices::new(opened.as_dyn(), &before.0)?;
            let error = |error| Failure::Move { typed: typed.to_owned(), error };
            let chosen = choices.parse(typed).map_err(error)?.clone();
            match solver.solve(&before.0) {
                Ok(answer) => Ok((chosen, Some(answer))),
                Err(error) if is_out_of_reach(&error) => Ok((chosen, None)),
                Err(error) => Err(error.into()),
            }
        })?;
        self.state_at(py, &before)?.record.play(&chosen, known.as_ref());
        Ok(())
    }

    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        self.game.get().with_game(py, |_| {
            let step = self.lock().record.undo();
            step.map(|step| step.text).ok_or_else(|| Failure::other("IllegalMove", "no move was made", ""))
        })
    }

    fn reply(&self, py: Python<'_>, limits: Option<RawLimits>) -> PyResult<ReplyTuple> {
        let before = self.now();
        let mut rng = self.lock().rng.clone();
        let (reply, made) = self.game.get().with_solver(py, limits, MAX_MOVES, |opened, solver| {
            let reply = reply(solver, &before.0, self.skill, &mut rng)?;
            let reply = reply.ok_or_else(|| Failure::other("IllegalMove", "the game is over", ""))?;
            let ListedMove { text, option, moves_again } = &reply.chosen;
            let game = opened.as_dyn();
            let moves = reply.known.as_ref().and_then(|answer| answer.moves.as_ref());
            let listed = moves.and_then(|moves| moves.listed.iter().find(|m| m.text == *text));
            let proved =
                reply.proved.as_ref().and_then(|proved| proved.value(|outcome| game.info().grundy_of_outcome(outcome)));
            let value = match (listed.map(|m| m.after_value.clone()).or(proved), reply.unsolved()) {
                (Some(value), _) => Some(value),
                // The search would come to the same limit again.
                (None, Some(_)) => None,
                (None, None) => Some(solver.solve(option)?.value),
            };
            let of_mover = |outcome: Outcome| if *moves_again { outcome } else { outcome.for_opponent() };
            let outcome = value.as_ref().map(|value| outcome_number(of_mover(value.outcome)));
            let after = game.to_text(option)?;
            let made = (text.clone(), outcome, reply.is_best, after, value.as_ref().map(convert::value));
            Ok((reply, made))
        })?;
        let mut state = self.state_at(py, &before)?;
        state.record.play_reply(&reply);
        state.rng = rng;
        Ok(made)
    }

    /// The moves, each with the outcome before and after it, for the player who made it; `None` if it is not known.
    fn record(&self, py: Python<'_>) -> PyResult<Vec<RecordTuple>> {
        self.game.get().with_game(py, |_| {
            let state = self.lock();
            let steps = state.record.moves().iter();
            let steps = steps.map(|step| {
                let before = step.before.as_ref().map(|value| outcome_number(value.outcome));
                (step.text.clone(), before, step.outcome.map(outcome_number))
            });
            Ok(steps.collect())
        })
    }
}
