//! The moves of a position with their values, best first.

use super::way::Way;
use super::{SolveError, Solver};
use crate::answer::{MoveAnswer, Moves, PositionValue};
use crate::catalog::Opened;
use crate::text::{DynGame, Key, MoveList};
use crate::value::{Outcome, Remoteness};
use dashu_int::UBig;
use std::cmp::Reverse;

impl Solver<'_> {
    /// At most `want` winning moves as text, without listing the others where theory can.
    ///
    /// # Errors
    /// As [`Solver::ask`].
    pub fn winning_moves(&mut self, at: &Key, want: usize) -> Result<Vec<String>, SolveError> {
        let moves = self.some_winning_moves(at, want);
        self.unless_trouble(moves)
    }

    fn some_winning_moves(&mut self, at: &Key, want: usize) -> Result<Vec<String>, SolveError> {
        let way = self.way(at)?;
        let game = self.game.any();
        if matches!(way, Way::Theory { .. })
            && let Some(moves) = game.moves_to(at, &UBig::ZERO, want)
        {
            return Ok(moves.into_iter().map(|(text, _)| text).collect());
        }
        let mut winning = Vec::new();
        for (text, option) in game.moves(at, usize::MAX).moves {
            if winning.len() == want {
                break;
            }
            let after = self.facts(way, &option)?.outcome;
            let value = if again(game, at, &option) { after } else { after.turned() };
            if value == Outcome::Win {
                winning.push(text);
            }
        }
        Ok(winning)
    }

    /// At most as many moves as the desk lists, each with what is known of its option.
    pub(super) fn moves(&self, way: Way, at: &Key, facts: &PositionValue) -> Result<Moves, SolveError> {
        let game = self.game.any();
        // Where remoteness is known the position was expanded, and its moves are few enough to be sorted by it; those of
        // chips are no more than the graph has edges.
        let all = match way {
            Way::Theory { remoteness } | Way::Sum { remoteness } => remoteness,
            Way::Store | Way::Graph | Way::Numbers | Way::Tiers | Way::GraphGame { .. } | Way::Memory => true,
        };
        let list = match self.game {
            Opened::Sum(sum) if !all && game.count_moves(at) > UBig::from(self.max_moves) => {
                MoveList { moves: self.best_moves_of_sum(sum, at, self.max_moves)?, total: game.count_moves(at) }
            }
            _ => game.moves(at, if all { usize::MAX } else { self.max_moves }),
        };
        let mut listed = Vec::with_capacity(list.moves.len());
        for (text, option) in list.moves {
            let after = self.facts(way, &option)?;
            let again = again(game, at, &option);
            let value = if again { after.outcome } else { after.outcome.turned() };
            listed.push(MoveAnswer {
                text,
                best: best(facts, value, &after),
                value,
                after: game.to_text(&option),
                facts: after,
            });
        }
        listed.sort_by_key(|m| preference(m.value, m.facts.remoteness));
        listed.truncate(self.max_moves);
        Ok(Moves { listed, total: list.total })
    }
}

/// Whether the player who moves from `at` to `option` moves there again.
pub(crate) fn again(game: &dyn DynGame, at: &Key, option: &Key) -> bool {
    let turn = game.player(at);
    turn.is_some() && turn == game.player(option)
}

/// Whether a move keeps the position's value and, where known, its remoteness.
fn best(position: &PositionValue, value: Outcome, after: &PositionValue) -> bool {
    let quick = match (position.remoteness, after.remoteness) {
        (Some(r), Some(next)) => r == next.next(),
        _ => true,
    };
    value == position.outcome && quick
}

/// The order of moves: wins by smallest remoteness, then draws, then losses by largest; what is not known comes last.
fn preference(value: Outcome, after: Option<Remoteness>) -> (u8, bool, u32, Reverse<u32>) {
    let r = after.map_or(0, |r| r.0);
    match value {
        Outcome::Win => (0, after.is_none(), r, Reverse(0)),
        Outcome::Draw => (1, false, 0, Reverse(0)),
        Outcome::Loss => (2, after.is_none(), 0, Reverse(r)),
    }
}
