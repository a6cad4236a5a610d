//! The questions about a sum across games: each summand is asked at a desk of its own.

use super::{SolveError, Solver, Way};
use crate::answer::PositionValue;
use crate::catalog::Sum;
use crate::text::Key;
use crate::theory::{Component, Why};
use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::collections::HashSet;

impl Solver<'_> {
    /// Chooses where each summand's values come from.
    pub(super) fn way_of_sum(&mut self, sum: &Sum, at: &Key) -> Result<Way, SolveError> {
        let parts = sum.parts(at);
        let ways = self.summands.iter_mut().zip(&parts).map(|(desk, part)| desk.way(part)).collect::<Result<_, _>>()?;
        self.summand_ways = ways;
        self.part_values(sum, at)?;
        let canonical = self.game.any().canonical(at);
        Ok(Way::Sum { remoteness: self.with_moves && self.expand_a_little(&canonical)? })
    }

    /// The Grundy values of the summands.
    fn part_values(&self, sum: &Sum, at: &Key) -> Result<Vec<UBig>, SolveError> {
        let parts = sum.parts(at);
        (0..parts.len())
            .map(|i| {
                let facts = self.summands[i].facts(self.summand_ways[i], &parts[i])?;
                facts.grundy.number().ok_or_else(|| SolveError::NoValue {
                    part: sum.show_part(i, &parts[i]),
                    grundy: facts.grundy.clone(),
                })
            })
            .collect()
    }

    /// Outcome and Grundy value of a sum, one move from the position asked for at most.
    pub(super) fn facts_of_sum(&self, sum: &Sum, at: &Key) -> Result<PositionValue, SolveError> {
        let value = crate::heap::nim_sum(&self.part_values(sum, at)?);
        let outcome = if value.is_zero() { Outcome::Loss } else { Outcome::Win };
        Ok(PositionValue { outcome, remoteness: None, grundy: Grundy::from(value) })
    }

    /// At most `want` moves of a sum that has more, the winning ones first: of a summand of value v, those to options of
    /// value v + s, s being the value of the sum.
    pub(super) fn best_moves_of_sum(&self, sum: &Sum, at: &Key, want: usize) -> Result<Vec<(String, Key)>, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, at)?;
        let total = crate::heap::nim_sum(&values);
        let different = || (0..parts.len()).filter(|&i| !sum.is_repeated(&parts, i));
        let in_sum =
            |i: usize, (label, option): (String, Key)| (sum.label_part(i, &label), sum.with_part(at, i, option));
        let mut moves: Vec<(String, Key)> = Vec::new();
        for i in different() {
            let goal = &values[i] ^ &total;
            if goal != values[i] && moves.len() < want {
                let found = self.summands[i].moves_to(self.summand_ways[i], &parts[i], &goal, want - moves.len())?;
                moves.extend(found.into_iter().map(|m| in_sum(i, m)));
            }
        }
        let winning: HashSet<Key> = moves.iter().map(|(_, option)| option.clone()).collect();
        for (i, game) in sum.games().enumerate() {
            if sum.is_repeated(&parts, i) || moves.len() >= want {
                continue;
            }
            // As many more as could be among the winning ones already.
            for m in game.any().moves(&parts[i], want + winning.len()).moves {
                let m = in_sum(i, m);
                if moves.len() < want && !winning.contains(&m.1) {
                    moves.push(m);
                }
            }
        }
        Ok(moves)
    }

    /// The moves of a position to options of Grundy value `target`, at most `want`.
    fn moves_to(&self, way: Way, at: &Key, target: &UBig, want: usize) -> Result<Vec<(String, Key)>, SolveError> {
        let game = self.game.any();
        if let Some(moves) = game.moves_to(at, target, want) {
            return Ok(moves);
        }
        // Theory knows the position and not its options; too many to be looked at one by one.
        if game.count_moves(at) > UBig::from(super::MOVES_EXPANDED) {
            let part = format!("{} {}", game.name(), game.to_text(at));
            return Err(SolveError::NoOptionValues { part });
        }
        let mut moves = Vec::new();
        for (label, option) in game.moves(at, usize::MAX).moves {
            if moves.len() < want && self.facts(way, &option)?.grundy.number().as_ref() == Some(target) {
                moves.push((label, option));
            }
        }
        Ok(moves)
    }

    /// The summands as components, for an explanation.
    pub(super) fn components(&self, sum: &Sum, at: &Key) -> Result<Vec<Component>, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, at)?;
        let component = |(i, value): (usize, UBig)| Component {
            text: sum.show_part(i, &parts[i]),
            value,
            why: Why::Text(self.summands[i].method(self.summand_ways[i], &parts[i])),
        };
        Ok(values.into_iter().enumerate().map(component).collect())
    }
}
