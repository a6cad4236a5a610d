//! Answers about one position: its value, the reason for it, and the move of an opponent.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::request::{PositionQuery, ReplyQuery};
use grundy::answer::json::{Position, PositionValue};
use grundy::explain::explain;
use grundy::play::{Rng, Skill, reply};
use grundy::{Answer, Player};
use serde::Serialize;
use utoipa::ToSchema;

/// A solved position, with the reason for its value
#[derive(Serialize, ToSchema)]
pub(crate) struct Explanation {
    #[serde(flatten)]
    #[schema(value_type = Position<'static>)]
    answer: Answer,
    /// Why the position has its value, in a few paragraphs
    why: String,
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
    #[schema(required)]
    after: Option<PositionValue>,
    notes: Vec<String>,
}

impl Session<'_> {
    /// Solves a position. An answer from a table names the game as the request did.
    fn answer(&mut self, name: &str, at: &grundy::text::Key) -> Result<Answer, Failure> {
        let mut answer = self.solver.solve(at).map_err(|error| self.failure(&error))?;
        if self.table.is_some() {
            name.clone_into(&mut answer.game);
        }
        Ok(answer)
    }

    pub(super) fn solve(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        Response::of(&self.answer(name, &at)?)
    }

    pub(super) fn explain(&mut self, name: &str, position: &PositionQuery) -> Result<Response, Failure> {
        let at = self.at(position)?;
        let answer = self.answer(name, &at)?;
        let reason = self.solver.reason(&at).map_err(|error| self.failure(&error))?;
        let why = explain(&answer, reason.as_ref());
        let game = self.game.as_dyn();
        let rules = |error| Failure::rules(&error);
        let [first, second] = game.info().players;
        let player = game.player(&at).map_err(rules)?;
        let turn = player.map(|player| if player == Player::Left { first } else { second });
        // The page draws games of the catalogue itself.
        let picture = if game.info().rules.is_some() { game.picture(&at).map_err(rules)? } else { None };
        Response::of(&Explanation { answer, why, turn, picture })
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
        let is_known = reply.known.is_some();
        if !is_known && !self.is_final_attempt {
            return Err(Failure::limit("the position was not solved"));
        }
        let mut listed = reply.known.iter().flat_map(|answer| &answer.moves).flat_map(|moves| &moves.listed);
        answer.after = Some(match listed.find(|made| made.text == reply.chosen.text) {
            Some(made) => PositionValue::new(made.after.clone(), &made.after_value),
            None => PositionValue::unknown(text(&reply.chosen.option)?),
        });
        answer.r#move = Some(reply.chosen.text);
        answer.notes = reply.notes;
        Ok(Response { is_final: is_known, ..Response::of(&answer)? })
    }
}
