//! What is proved of a position that was not solved within the limits, and of its moves.

use super::{MAX_MOVES, SolveError, Solver};
use crate::answer::{PartialAnswer, PartialMove, PartialMoves, Proved, Searched};
use crate::catalog::OpenedGame;
use crate::limits::{Limits, RunError};
use crate::text::Key;
use crate::value::{Grundy, Outcome, Verdict};
use dashu_int::UBig;

impl Solver<'_> {
    /// Returns what is proved of a position for which [`Solver::solve`] has just returned `error`, and of its moves; `None` if the error is
    /// neither a limit nor an interrupt. Nothing more is searched. [`PartialAnswer::why`] is the error, and the notes say why a fact about the
    /// position is not known.
    ///
    /// # Errors
    /// If the rules fail.
    ///
    /// # Panics
    /// If `at` is not a key of this solver's game.
    pub fn partial_answer(&self, at: &Key, error: &SolveError) -> Result<Option<PartialAnswer>, SolveError> {
        let (own, method) = match error {
            SolveError::Undecided(searched) => {
                (Proved { bounds: (**searched).clone(), grundy: None }, Some("search of the position and of its moves"))
            }
            SolveError::NoGrundy { outcome, grundy, .. } => {
                let bounds = outcome.map_or(Searched::UNKNOWN, Searched::of_outcome);
                let method = Some("nimber search over the components (Lemoine and Viennot 2012)");
                (Proved { bounds, grundy: *grundy }, method)
            }
            SolveError::Run(RunError::Limit(_) | RunError::Interrupted { .. }) => (Proved::NOTHING, None),
            _ => return Ok(None),
        };
        let mut answer = self.answer_without_solving(at)?;
        let bounds = own.bounds.and(&answer.proved.bounds);
        answer.proved = Proved { bounds, grundy: own.grundy.or(answer.proved.grundy) };
        answer.proved =
            answer.proved.with_grundy_of_outcome(|outcome| self.game.as_dyn().info().grundy_of_outcome(outcome));
        answer.method = method.filter(|_| answer.is_informative());
        answer.why = Some(error.to_string());
        if answer.is_informative() {
            let proved = &answer.proved;
            if let Some(outcome) = proved.bounds.outcome()
                && outcome != Outcome::Draw
                && proved.bounds.verdict().is_none()
            {
                answer.notes.push("remoteness not known: the position was not solved".to_owned());
            }
            if proved.grundy.is_none() {
                let value = self.game.as_dyn().info().grundy_of_outcome(Outcome::Win);
                answer.notes.extend(value.reason().map(str::to_owned));
            }
        }
        Ok(Some(answer))
    }

    /// Returns what is proved of a position and of its moves without a search: outcomes of terminal positions, and results that earlier
    /// calls of [`Solver::solve`] have stored. Examines the first [`MAX_MOVES`] moves, or as many as are to be listed if those are
    /// more, and lists the best of them; with none to be listed, it examines none. If a game with theory has more moves than that, it examines
    /// none either, since theory would look for the best ones.
    ///
    /// # Errors
    /// If the rules fail.
    ///
    /// # Panics
    /// If `at` is not a key of this solver's game.
    pub fn answer_without_solving(&self, at: &Key) -> Result<PartialAnswer, SolveError> {
        let game = self.game.as_dyn();
        let grundy_of = |outcome| game.info().grundy_of_outcome(outcome);
        let mut proved = self.proved(at)?;
        let mut moves = None;
        if self.with_moves {
            // More moves are examined than are listed, so that the best ones are among them.
            let most = if self.max_moves == 0 { 0 } else { self.max_moves.max(MAX_MOVES) };
            // To list some of more moves, theory would look for the winning ones, which takes the time that is up.
            let has_too_many = game.theory().is_some() && game.count_moves(at)? > UBig::from(most);
            let list = game.moves(at, if has_too_many { 0 } else { most })?;
            let mut examined = Vec::with_capacity(list.moves.len());
            for m in list.moves {
                let (after, proved) = (game.to_text(&m.option)?, self.proved(&m.option)?);
                examined.push(PartialMove { text: m.text, moves_again: m.moves_again, after, proved });
            }
            let bounds: Vec<Searched> = examined.iter().map(PartialMove::bounds).collect();
            if let Some(bounds) = Searched::of_moves(&bounds, list.total == UBig::from(bounds.len())) {
                proved.bounds = proved.bounds.and(&bounds);
            }
            for m in &mut examined {
                m.proved.bounds = proved.bounds.of_each_option(m.moves_again).and(&m.proved.bounds);
                m.proved = m.proved.clone().with_grundy_of_outcome(grundy_of);
            }
            moves = Some(PartialMoves::new(examined, list.total, self.max_moves));
        }
        let proved = proved.with_grundy_of_outcome(grundy_of);
        Ok(PartialAnswer {
            game: game.name().to_owned(),
            play: game.play(),
            position: game.to_text(at)?,
            proved,
            moves,
            method: None,
            why: None,
            notes: Vec::new(),
        })
    }

    /// Returns what is proved of a position, by the last search or because the game is over there. The last search proves facts about its
    /// own position and the options of that position.
    ///
    /// # Errors
    /// If the rules fail.
    ///
    /// # Panics
    /// If `at` is not a position of the game.
    pub fn proved(&self, at: &Key) -> Result<Proved, SolveError> {
        let game = self.game.as_dyn();
        if let Some(searched) = self.proved.get(at).filter(|searched| searched.is_informative()) {
            return Ok(Proved { bounds: searched.clone(), grundy: None });
        }
        let known = match self.game {
            OpenedGame::Sum(sum) => {
                let parts = self.summands.iter().zip(sum.parts(at));
                let values = parts.map(|(solver, part)| solver.known_grundy_of_summand(&part));
                let values = values.collect::<Result<Option<Vec<_>>, _>>()?;
                values.and_then(|values| Grundy::of_sum(values).ok())
            }
            _ => self.known_grundy(at)?,
        };
        if let Some(proved) = known.as_ref().and_then(Proved::of_grundy) {
            return Ok(proved);
        }
        if let Some(search) = &self.nimbers
            && let Some(outcome) = search.known_outcome(at)?
        {
            return Ok(Proved { bounds: Searched::of_outcome(outcome), grundy: None });
        }
        if game.count_moves(at)?.is_zero() {
            return Ok(Proved { bounds: Searched::proved(Verdict::terminal(game.terminal(at)?)), grundy: None });
        }
        Ok(Proved::NOTHING)
    }

    /// The Grundy value of a position, if a search over its components has proved it.
    fn known_grundy(&self, at: &Key) -> Result<Option<Grundy>, SolveError> {
        let Some(search) = &self.nimbers else { return Ok(None) };
        Ok(search.known_value(at)?.map(Grundy::Finite))
    }

    /// The Grundy value of a summand, if a search has proved it or theory gives it.
    fn known_grundy_of_summand(&self, at: &Key) -> Result<Option<Grundy>, SolveError> {
        if let Some(value) = self.known_grundy(at)? {
            return Ok(Some(value));
        }
        let Some(theory) = self.game.as_dyn().theory() else { return Ok(None) };
        // A long computation of tables ends at its first check.
        if theory.prepare(at, &Limits { stop: &|| true, ..self.limits }).is_err() {
            return Ok(None);
        }
        Ok(theory.claim(at).ok().map(|claim| claim.grundy).filter(|grundy| grundy.outcome().is_some()))
    }
}
