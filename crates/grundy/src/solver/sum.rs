//! Solves sums across games: each summand has its own solver.

use super::source::{Expansion, Source};
use super::{MAX_EXPANDED_MOVES, SolveError, Solver};
use crate::answer::PositionValue;
use crate::catalog::Sum;
use crate::text::{Key, ListedMove};
use crate::theory::{Component, ValueSource};
use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::collections::HashSet;

impl<'a> Solver<'a> {
    /// The source of a sum: the sources of its summands, and remoteness from the expanded game if that is small.
    pub(super) fn sum_source(&mut self, sum: &'a Sum, at: &Key, canonical: &Key) -> Result<Source<'a>, SolveError> {
        let parts = self.sources_of_parts(sum, at)?;
        self.part_values(sum, &parts, at)?;
        let expansion = if self.with_moves { self.expand_if_small(canonical)? } else { Expansion::NotRequested };
        Ok(Source::SumOf { sum, parts, expansion })
    }

    /// Chooses the source of each summand's values.
    pub(super) fn sources_of_parts(&mut self, sum: &Sum, at: &Key) -> Result<Vec<Source<'a>>, SolveError> {
        self.summands
            .iter_mut()
            .zip(sum.parts(at))
            .map(|(solver, part)| solver.source(&part).map_err(SolveError::of_summand))
            .collect()
    }

    /// The Grundy values of the summands.
    fn part_values(&self, sum: &Sum, sources: &[Source<'a>], at: &Key) -> Result<Vec<UBig>, SolveError> {
        let mut values = Vec::new();
        for (i, ((solver, source), part)) in self.summands.iter().zip(sources).zip(sum.parts(at)).enumerate() {
            let grundy = solver.value(source, &part).map_err(SolveError::of_summand)?.grundy;
            match grundy.number() {
                Some(value) => values.push(value),
                None => return Err(SolveError::NoValue { part: sum.show_part(i, &part)?, grundy }),
            }
        }
        Ok(values)
    }

    /// Outcome and Grundy value of a sum, which is the requested position or one of its options.
    pub(super) fn value_of_sum(
        &self,
        sum: &Sum,
        sources: &[Source<'a>],
        at: &Key,
    ) -> Result<PositionValue, SolveError> {
        let value = crate::heap::nim_sum(&self.part_values(sum, sources, at)?);
        let outcome = if value.is_zero() { Outcome::Loss } else { Outcome::Win };
        Ok(PositionValue { outcome, remoteness: None, grundy: Grundy::from(value) })
    }

    /// At most `at_most` moves of a sum that has more, the winning ones first: the winning moves of a summand of value
    /// v are those to options of value v + s, where s is the value of the sum.
    pub(super) fn best_moves_of_sum(
        &self,
        sum: &Sum,
        sources: &[Source<'a>],
        at: &Key,
        at_most: usize,
    ) -> Result<Vec<ListedMove>, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, sources, at)?;
        let total = crate::heap::nim_sum(&values);
        let mut moves: Vec<ListedMove> = Vec::new();
        for (i, ((solver, source), value)) in self.summands.iter().zip(sources).zip(&values).enumerate() {
            let goal = value ^ &total;
            if !sum.is_repeated(&parts, i) && goal != *value && moves.len() < at_most {
                let found =
                    solver.moves_to(source, &parts[i], &goal, at_most - moves.len()).map_err(SolveError::of_summand)?;
                moves.extend(found.into_iter().map(|m| sum.move_in_part(&parts, i, m)));
            }
        }
        let winning: HashSet<Key> = moves.iter().map(|m| m.option.clone()).collect();
        for (i, game) in sum.games().enumerate() {
            if sum.is_repeated(&parts, i) || moves.len() >= at_most {
                continue;
            }
            // In addition, as many moves as could already be among the winning ones.
            for m in game.as_dyn().moves(&parts[i], at_most + winning.len())?.moves {
                let m = sum.move_in_part(&parts, i, m);
                if moves.len() < at_most && !winning.contains(&m.option) {
                    moves.push(m);
                }
            }
        }
        Ok(moves)
    }

    /// The moves of a position to options of Grundy value `target`, at most `at_most`.
    fn moves_to(
        &self,
        source: &Source<'a>,
        at: &Key,
        target: &UBig,
        at_most: usize,
    ) -> Result<Vec<ListedMove>, SolveError> {
        let game = self.game.as_dyn();
        if let Some(moves) = game.theory().and_then(|theory| theory.moves_to(at, target, at_most)) {
            return Ok(moves);
        }
        // Theory gives the value of the position but not those of its options, and there are too many options to be
        // examined one by one.
        if game.count_moves(at)? > UBig::from(MAX_EXPANDED_MOVES) {
            return Err(SolveError::NoOptionValues { part: format!("{} {}", game.name(), game.to_text(at)?) });
        }
        let mut moves = Vec::new();
        for m in game.moves(at, usize::MAX)?.moves {
            if moves.len() < at_most && self.value(source, &m.option)?.grundy.number().as_ref() == Some(target) {
                moves.push(m);
            }
        }
        Ok(moves)
    }

    /// The summands as components, for an explanation.
    pub(super) fn components(&self, sum: &Sum, at: &Key, sources: &[Source<'a>]) -> Result<Vec<Component>, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, sources, at)?;
        let mut components = Vec::new();
        for (i, (value, source)) in values.into_iter().zip(sources).enumerate() {
            let source = ValueSource::Text(source.method(&parts[i]));
            components.push(Component { text: sum.show_part(i, &parts[i])?, value, source });
        }
        Ok(components)
    }
}
