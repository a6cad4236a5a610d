//! A match against the computer.

use crate::convert::{self, Value, outcome_number};
use crate::errors::Failure;
use crate::game::Game;
use crate::watch::RawLimits;
use grundy::play::{Choices, GameRecord, Rng, Skill, reply};
use grundy::solver::{MAX_MOVES, Solver};
use grundy::text::ListedMove;
use grundy::{Answer, Outcome, UBig};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A match under way.
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

/// Move, outcome for the player who makes it, whether it is best, the option and its value.
type ReplyTuple = (String, i8, bool, String, Value);

impl Match {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer about a position for the record; `None` if it cannot be solved.
fn known(solver: &mut Solver<'_>, record: &GameRecord) -> Option<Answer> {
    solver.solve(record.position()).ok()
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
            let choices = Choices::new(opened.as_dyn(), self.lock().record.position())?;
            Ok(choices.moves().iter().map(|m| m.text.clone()).collect())
        })
    }

    fn push(&self, py: Python<'_>, typed: &str, limits: Option<RawLimits>) -> PyResult<()> {
        self.game.get().with_solver(py, limits, MAX_MOVES, |opened, solver| {
            let mut state = self.lock();
            let choices = Choices::new(opened.as_dyn(), state.record.position())?;
            let error = |error| Failure::Move { typed: typed.to_owned(), error };
            let chosen = choices.parse(typed).map_err(error)?;
            let known = known(solver, &state.record);
            state.record.play(chosen, known.as_ref());
            Ok(())
        })
    }

    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        self.game.get().with_game(py, |_| {
            let step = self.lock().record.undo();
            step.map(|step| step.text).ok_or_else(|| Failure::other("IllegalMove", "no move was made", ""))
        })
    }

    fn reply(&self, py: Python<'_>, limits: Option<RawLimits>) -> PyResult<ReplyTuple> {
        self.game.get().with_solver(py, limits, MAX_MOVES, |opened, solver| {
            let mut state = self.lock();
            let State { record, rng } = &mut *state;
            let at = record.position().clone();
            let reply = reply(solver, &at, self.skill, rng)?;
            let reply = reply.ok_or_else(|| Failure::other("IllegalMove", "the game is over", ""))?;
            let answer = reply.known.as_ref();
            let ListedMove { text, option, .. } = &reply.chosen;
            let listed = answer.and_then(|answer| answer.moves.as_ref()?.listed.iter().find(|m| m.text == *text));
            let after = opened.as_dyn().to_text(option)?;
            let made = match listed {
                Some(m) => {
                    let value = convert::value(&m.after_value);
                    (text.clone(), outcome_number(m.outcome), m.is_best, after, value)
                }
                None => {
                    let value = solver.solve(option)?.value;
                    let outcome = if reply.chosen.moves_again { value.outcome } else { value.outcome.for_opponent() };
                    (text.clone(), outcome_number(outcome), false, after, convert::value(&value))
                }
            };
            record.play(&reply.chosen, answer);
            Ok(made)
        })
    }

    /// The moves, each with the outcome before and after it, for the player who made it. A value that is not known is a draw.
    fn record(&self, py: Python<'_>) -> PyResult<Vec<(String, i8, i8)>> {
        self.game.get().with_game(py, |_| {
            let state = self.lock();
            let number = |outcome: Option<Outcome>| outcome.map_or(0, outcome_number);
            let steps = state.record.moves().iter();
            let steps = steps.map(|step| {
                let before = step.before.as_ref().map(|value| value.outcome);
                (step.text.clone(), number(before), number(step.outcome))
            });
            Ok(steps.collect())
        })
    }
}
