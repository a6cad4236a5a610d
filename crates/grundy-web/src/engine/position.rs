//! Answers about one position: its value, the reason for it, and the move of an opponent.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::request::{PositionQuery, ReplyQuery};
use grundy::answer::json::{Position, PositionValue};
use grundy::answer::{PartialAnswer, Proved};
use grundy::explain::{explain, explain_partial};
use grundy::play::{Rng, Skill, reply};
use grundy::solver::json::{Mex, TraceAnswer};
use grundy::solver::{self, MAX_MOVES, SolveError, TraceError};
use grundy::text::Key;
use grundy::theory::{Evidence, LostHeaps};
use grundy::{Answer, Player};
use serde::Serialize;
use utoipa::ToSchema;

/// A position with its value, or with what is proved of it.
#[derive(Serialize)]
#[serde(untagged)]
enum PositionAnswer {
    Solved(Answer),
    Partial(PartialAnswer),
}

/// A position, with the reason for its value
#[derive(Serialize, ToSchema)]
pub(crate) struct Explanation {
    #[serde(flatten)]
    #[schema(value_type = Position<'static>)]
    answer: PositionAnswer,
    /// Why the position has its value, in a few paragraphs; of a position that was not solved, what is proved
    why: String,
    /// How the Grundy value of each part follows from those of its options; empty where it does not, or there are many options
    mex: Vec<Mex>,
    /// Best play to the end, as moves; empty for draws, and where theory gives the value
    line: Vec<String>,
    /// The lost heaps of the game, if the position is a single heap and the period is proved
    #[schema(required)]
    p_positions: Option<LostHeaps>,
    /// Who moves, in games in which the two players have different moves
    #[schema(required)]
    turn: Option<&'static str>,
    /// What the `show` of a rules file draws
    #[schema(required)]
    picture: Option<String>,
}

/// The move of an opponent
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplyAnswer {
    /// `grundy/reply/1`
    schema: &'static str,
    game: String,
    position: String,
    /// null: the game is over
    #[schema(required)]
    r#move: Option<String>,
    /// The position after the move, with its value or what is proved of it
    #[schema(required)]
    after: Option<PositionValue>,
    /// What is not known, and what is proved of the move
    notes: Vec<String>,
}

impl PositionAnswer {
    /// Whether the same request always has this answer. What is proved within the limits depends on the machine.
    fn is_final(&self) -> bool {
        matches!(self, Self::Solved(answer) if !answer.is_interrupted())
    }
}

impl Session<'_> {
    /// Solves a position. If the limits end that in the last queue, the answer is what is proved. The answer names the game as the request
    /// did.
    fn answer(&mut self, name: &str, at: &Key) -> Result<PositionAnswer, Failure> {
        let error = match self.solver.solve(at) {
            // A later attempt has more time.
            Ok(answer) if answer.is_interrupted() && !self.is_final_attempt => {
                return Err(Failure::limit("the position was not solved"));
            }
            Ok(mut answer) => {
                name.clone_into(&mut answer.game);
                return Ok(PositionAnswer::Solved(answer));
            }
            Err(error) => error,
        };
        let failure = self.failure(&error);
        if !self.is_final_attempt {
            return Err(failure);
        }
        let partial = self.solver.partial_answer(at, &error).map_err(|error| self.failure(&error))?;
        let mut partial = partial.ok_or_else(|| failure.clone())?;
        partial.why = Some(failure.message().to_owned());
        name.clone_into(&mut partial.game);
        Ok(PositionAnswer::Partial(partial))
    }

    pub(super) fn solve(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let answer = self.answer(name, &at)?;
        Ok(Response { is_final: answer.is_final(), ..Response::of(&answer)? })
    }

    pub(super) fn explain(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let answer = self.answer(name, &at)?;
        let (why, evidence) = match &answer {
            PositionAnswer::Solved(answer) => {
                let evidence = self.solver.evidence(&at, answer).map_err(|error| self.failure(&error))?;
                (explain(answer, &evidence), evidence)
            }
            PositionAnswer::Partial(answer) => (explain_partial(answer), Evidence::default()),
        };
        self.explanation(&at, answer, why, evidence)
    }

    /// Traces retrograde analysis on the positions that can be reached.
    pub(super) fn trace(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let traced = solver::trace(self.game, Some(&at), &self.limits).map_err(|error| match error {
            TraceError::Rules(error) => Failure::rules(&error),
            TraceError::TooLarge => {
                Failure::input(error.to_string(), "take a position from which fewer can be reached")
                    .of_parameter("position")
            }
            error => Failure::limit(error.to_string()),
        })?;
        Response::of(&TraceAnswer::new(name, &traced))
    }

    /// Lists the moves of a position without solving it.
    pub(super) fn moves(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let mut answer = self.solver.answer_without_solving(&at).map_err(|error| self.failure(&error))?;
        name.clone_into(&mut answer.game);
        if let Some(moves) = answer.moves.as_ref().filter(|moves| !moves.total.is_zero()) {
            answer.notes = vec!["only the moves were requested, so the position was not solved".to_owned()];
            if moves.listed.is_empty() {
                let total = &moves.total;
                answer.notes.push(format!(
                    "{total} moves are more than the {MAX_MOVES} that are listed; `/api/solve` lists the best of them"
                ));
            }
        }
        self.explanation(&at, PositionAnswer::Partial(answer), String::new(), Evidence::default())
    }

    fn explanation(
        &self,
        at: &Key,
        answer: PositionAnswer,
        why: String,
        evidence: Evidence,
    ) -> Result<Response, Failure> {
        let game = self.game.as_dyn();
        let rules = |error| Failure::rules(&error);
        let [first, second] = game.info().players;
        let player = game.player(at).map_err(rules)?;
        let turn = player.map(|player| if player == Player::Left { first } else { second });
        // The page draws games of the catalogue itself.
        let picture = if game.info().rules.is_some() { game.picture(at).map_err(rules)? } else { None };
        // A line of best play that the limits cut is left out.
        let is_final = answer.is_final() && !(self.limits.stop)();
        let mex = evidence.steps.iter().map(Mex::from).collect();
        let (line, p_positions) = (evidence.line, evidence.lost_heaps);
        let explanation = Explanation { answer, why, mex, line, p_positions, turn, picture };
        Ok(Response { is_final, ..Response::of(&explanation)? })
    }

    pub(super) fn reply(
        &mut self,
        name: &str,
        position: &PositionQuery,
        query: &ReplyQuery,
    ) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let skill = Skill::new(query.skill).ok_or_else(|| Failure::input("`skill` must be from 0 to 1", ""))?;
        let reply = reply(&mut self.solver, &at, skill, &mut Rng::new(query.seed));
        let reply = reply.map_err(|error| self.failure(&error))?;
        let text = |at| self.game.as_dyn().to_text(at).map_err(|error| Failure::rules(&error));
        let mut answer = ReplyAnswer {
            schema: "grundy/reply/1",
            game: name.to_owned(),
            position: text(&at)?,
            r#move: None,
            after: None,
            notes: vec!["the game is over".to_owned()],
        };
        let Some(reply) = reply else { return Response::of(&answer) };
        // A best move may be known even if the values of other moves are not.
        let is_known = match &reply.known {
            Some(answer) => !answer.is_interrupted(),
            None => reply.is_best && reply.bounds().is_some_and(|bounds| bounds.verdict().is_some()),
        };
        if !is_known && !self.is_final_attempt {
            return Err(Failure::limit("the position was not solved"));
        }
        let mut listed = reply.known.iter().flat_map(|answer| &answer.moves).flat_map(|moves| &moves.listed);
        answer.after = Some(match listed.find(|made| made.text == reply.chosen.text) {
            Some(made) => PositionValue::new(made.after.clone(), &made.after_value),
            None => {
                let proved = reply.proved.as_ref().unwrap_or(&Proved::NOTHING);
                PositionValue::partial(text(&reply.chosen.option)?, proved)
            }
        });
        answer.r#move = Some(reply.chosen.text);
        let describe = |error: &SolveError| self.failure(error).message().to_owned();
        answer.notes = reply.notes.iter().map(|note| note.describe(describe)).collect();
        Ok(Response { is_final: is_known, ..Response::of(&answer)? })
    }
}
