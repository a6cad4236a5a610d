//! The moves of a position with their values, best first.

use super::source::Source;
use super::{SolveError, Solver};
use crate::answer::{MoveAnswer, Moves, PositionValue};
use crate::catalog::OpenedGame;
use crate::text::{Key, ListedMove, MoveList};
use crate::value::{Outcome, Remoteness};
use dashu_int::UBig;
use std::cmp::Reverse;

impl<'a> Solver<'a> {
    /// Returns at most `at_most` winning moves as text, without listing the other moves if theory allows that.
    ///
    /// # Errors
    /// The errors of [`Solver::solve`].
    ///
    /// # Panics
    /// If `at` is not a key of this solver's game.
    pub fn winning_moves(&mut self, at: &Key, at_most: usize) -> Result<Vec<String>, SolveError> {
        let source = self.source(at)?;
        self.winning_moves_from(source, at, at_most)
    }

    /// At most `at_most` winning moves of a position with this source.
    pub(super) fn winning_moves_from(
        &mut self,
        source: Source<'a>,
        at: &Key,
        at_most: usize,
    ) -> Result<Vec<String>, SolveError> {
        if at_most == 0 {
            return Ok(Vec::new());
        }
        let source = &self.with_options(source, at)?;
        let game = self.game.as_dyn();
        if let Source::Theory { theory, .. } = source
            && let Some(moves) = theory.moves_to(at, &UBig::ZERO, at_most)
        {
            return Ok(moves.into_iter().map(|m| m.text).collect());
        }
        let mut winning = Vec::new();
        for m in game.moves(at, usize::MAX)?.moves {
            if winning.len() == at_most {
                break;
            }
            let after = self.value_from(source, &m.option)?.outcome;
            let outcome = if m.moves_again { after } else { after.for_opponent() };
            if outcome == Outcome::Win {
                winning.push(m.text);
            }
        }
        Ok(winning)
    }

    /// The source of a position and of its options, given the source of the position: if it was searched alone, they are searched too.
    fn with_options(&mut self, source: Source<'a>, at: &Key) -> Result<Source<'a>, SolveError> {
        if !matches!(source, Source::Searched { .. }) || self.lists_moves() {
            return Ok(source);
        }
        let before = (self.with_moves, self.max_moves);
        (self.with_moves, self.max_moves) = (true, usize::MAX);
        let found = self.source(at);
        (self.with_moves, self.max_moves) = before;
        found
    }

    /// The moves with the values of their options, at most as many as the solver lists.
    pub(super) fn moves(&self, source: &Source<'a>, at: &Key, value: &PositionValue) -> Result<Moves, SolveError> {
        let game = self.game.as_dyn();
        if self.max_moves == 0 {
            return Ok(Moves { listed: Vec::new(), total: game.count_moves(at)? });
        }
        // If remoteness is known, the position was expanded, and its moves are few enough to be sorted by it; the moves of
        // tokens are no more than the edges of the graph.
        let all = source.has_remoteness();
        let list = match (self.game, source) {
            (OpenedGame::Sum(sum), Source::SumOf { parts, .. }) if !all => {
                let total = game.count_moves(at)?;
                if total > UBig::from(self.max_moves) {
                    MoveList { moves: self.best_moves_of_sum(sum, parts, at, self.max_moves)?, total, player: None }
                } else {
                    game.moves(at, self.max_moves)?
                }
            }
            (_, Source::Nimbers { searched, .. }) if !all => {
                let mut list = game.moves(at, usize::MAX)?;
                list.moves.retain(|m| searched.options.contains_key(&m.option));
                list
            }
            _ => game.moves(at, if all { usize::MAX } else { self.max_moves })?,
        };
        let mut listed = self.move_answers(source, value, list.moves)?;
        listed.sort_by_key(|m| preference(m.outcome, m.after_value.remoteness));
        listed.truncate(self.max_moves);
        Ok(Moves { listed, total: list.total })
    }

    /// The moves of a position with this value, each with the value of its option.
    fn move_answers(
        &self,
        source: &Source<'a>,
        value: &PositionValue,
        moves: Vec<ListedMove>,
    ) -> Result<Vec<MoveAnswer>, SolveError> {
        let mut answers = Vec::with_capacity(moves.len());
        for m in moves {
            let after = self.value(source, &m.option)?;
            let outcome = if m.moves_again { after.outcome } else { after.outcome.for_opponent() };
            answers.push(MoveAnswer {
                text: m.text,
                is_best: is_best(value, outcome, &after),
                outcome,
                moves_again: m.moves_again,
                after: self.game.as_dyn().to_text(&m.option)?,
                after_value: after,
            });
        }
        Ok(answers)
    }
}

/// Whether a move keeps the position's value and, if it is known, its remoteness.
fn is_best(position: &PositionValue, outcome: Outcome, after: &PositionValue) -> bool {
    let is_quick = match (position.remoteness, after.remoteness) {
        (Some(r), Some(next)) => r == next.next(),
        _ => true,
    };
    outcome == position.outcome && is_quick
}

/// The order of moves: wins by smallest remoteness, then draws, then losses by largest; unknown values come last.
fn preference(outcome: Outcome, after: Option<Remoteness>) -> (u8, bool, u32, Reverse<u32>) {
    let r = after.map_or(0, |r| r.0);
    match outcome {
        Outcome::Win => (0, after.is_none(), r, Reverse(0)),
        Outcome::Draw => (1, false, 0, Reverse(0)),
        Outcome::Loss => (2, after.is_none(), 0, Reverse(r)),
    }
}
