//! Solves sums across games: each summand has its own solver.

use super::source::{Expansion, Source};
use super::sum_value::value_of_parts;
use super::{MAX_EXPANDED_MOVES, SolveError, Solver};
use crate::answer::PositionValue;
use crate::catalog::{OpenedGame, Sum};
use crate::text::{DynGame, Key, ListedMove};
use crate::theory::{Component, Reason, ValueSource};
use crate::value::{Grundy, Outcome};
use dashu_int::UBig;
use std::collections::HashSet;

/// A lower bound of the number of moves of the game expanded from a sum, by its graphs with one token. Equal graphs count once, since
/// positions of them that differ in their order may be one position.
fn least_moves(sum: &Sum, at: &Key) -> u128 {
    let (mut positions, mut moves) = (1u128, 0u128);
    let mut counted = HashSet::new();
    for (game, part) in sum.games().zip(sum.parts(at)) {
        if let OpenedGame::Graph(game) = game
            && let [v] = game.position(&part)[..]
            && counted.insert(game.name().to_owned())
        {
            let (vertices, edges) = game.game().reachable_size(v);
            // A move changes this part and no other, or one of the parts before.
            moves = moves.saturating_mul(vertices as u128).saturating_add(positions.saturating_mul(edges as u128));
            positions = positions.saturating_mul(vertices as u128);
        }
    }
    moves
}

impl<'a> Solver<'a> {
    /// The source of a sum: the sources of its summands, and remoteness from the expanded game if that is small.
    pub(super) fn sum_source(&mut self, sum: &'a Sum, at: &Key, canonical: &Key) -> Result<Source<'a>, SolveError> {
        let parts = self.sources_of_parts(sum, at)?;
        self.part_values(sum, &parts, at)?;
        let expansion = if self.with_moves {
            self.expand_product(least_moves(sum, at), canonical)?
        } else {
            Expansion::NotRequested
        };
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

    /// The Grundy values of the summands, finite or infinite.
    fn part_values(&self, sum: &Sum, sources: &[Source<'a>], at: &Key) -> Result<Vec<Grundy>, SolveError> {
        let mut values = Vec::new();
        for (i, ((solver, source), part)) in self.summands.iter().zip(sources).zip(sum.parts(at)).enumerate() {
            let grundy = solver.value(source, &part).map_err(SolveError::of_summand)?.grundy;
            if grundy.outcome().is_none() {
                return Err(SolveError::NoValue { part: sum.show_part(i, &part)?, grundy });
            }
            values.push(grundy);
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
        Ok(value_of_parts(self.part_values(sum, sources, at)?))
    }

    /// At most `at_most` moves of a sum that has more, the best ones first.
    ///
    /// The winning moves of a summand lead to options whose value is the Nim sum of the other summands, so a summand besides an infinite
    /// one has none. If there is no winning move, the moves that keep the draw come first.
    pub(super) fn best_moves_of_sum(
        &self,
        sum: &Sum,
        sources: &[Source<'a>],
        at: &Key,
        at_most: usize,
    ) -> Result<Vec<ListedMove>, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, sources, at)?;
        let mut moves: Vec<ListedMove> = Vec::new();
        for (i, (solver, source)) in self.summands.iter().zip(sources).enumerate() {
            let others = values.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, value)| value.clone());
            let Some(goal) = Grundy::of_sum(others).ok().and_then(|goal| goal.number()) else { continue };
            if !sum.is_repeated(&parts, i) && values[i].number().as_ref() != Some(&goal) && moves.len() < at_most {
                let found =
                    solver.moves_to(source, &parts[i], &goal, at_most - moves.len()).map_err(SolveError::of_summand)?;
                moves.extend(sum.moves_in_part(&parts, i, found)?);
            }
        }
        if value_of_parts(values.clone()).outcome == Outcome::Draw {
            self.add_drawing_moves(sum, sources, &parts, &values, at_most, &mut moves)?;
        }
        let listed: HashSet<Key> = moves.iter().map(|m| m.option.clone()).collect();
        for (i, game) in sum.games().enumerate() {
            if sum.is_repeated(&parts, i) || moves.len() >= at_most {
                continue;
            }
            // In addition, as many moves as could already be listed.
            let more = game.as_dyn().moves(&parts[i], at_most + listed.len())?.moves;
            for m in sum.moves_in_part(&parts, i, more)? {
                if moves.len() < at_most && !listed.contains(&m.option) {
                    moves.push(m);
                }
            }
        }
        Ok(moves)
    }

    /// Adds moves that keep a draw, up to `at_most` moves. Examines at most [`MAX_EXAMINED`] moves of each summand.
    fn add_drawing_moves(
        &self,
        sum: &Sum,
        sources: &[Source<'a>],
        parts: &[Key],
        values: &[Grundy],
        at_most: usize,
        moves: &mut Vec<ListedMove>,
    ) -> Result<(), SolveError> {
        for (i, (solver, source)) in self.summands.iter().zip(sources).enumerate() {
            if sum.is_repeated(parts, i) || moves.len() >= at_most {
                continue;
            }
            // Most often one of the first moves keeps the draw.
            let (mut examined, mut portion) = (0, FIRST_EXAMINED);
            loop {
                self.limits.check(0, 0)?;
                let listed = solver.game.as_dyn().moves(&parts[i], portion)?.moves;
                let count = listed.len();
                for m in listed.into_iter().skip(examined) {
                    let mut after = values.to_vec();
                    after[i] = solver.value(source, &m.option)?.grundy;
                    if after[i].outcome().is_some() && value_of_parts(after).outcome == Outcome::Draw {
                        moves.extend(sum.moves_in_part(parts, i, vec![m])?);
                        if moves.len() >= at_most {
                            return Ok(());
                        }
                    }
                }
                if count < portion || portion >= MAX_EXAMINED {
                    break;
                }
                (examined, portion) = (count, (8 * portion).min(MAX_EXAMINED));
            }
        }
        Ok(())
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
            if moves.len() < at_most && self.value_from(source, &m.option)?.grundy.number().as_ref() == Some(target) {
                moves.push(m);
            }
        }
        Ok(moves)
    }

    /// The reason for the value of a sum: its summands with their values.
    pub(super) fn reason_of_sum(&self, sum: &Sum, at: &Key, sources: &[Source<'a>]) -> Result<Reason, SolveError> {
        let parts = sum.parts(at);
        let values = self.part_values(sum, sources, at)?;
        let (mut finite, mut all) = (Vec::new(), Vec::new());
        for (i, (value, source)) in values.into_iter().zip(sources).enumerate() {
            let text = sum.show_part(i, &parts[i])?;
            if let Some(value) = value.number() {
                // A theorem about positions of several heaps decides only the outcome.
                let has_theorem_of_outcomes =
                    matches!(source, Source::Theory { theory, .. } if theory.least_heap().is_none());
                let source = match has_theorem_of_outcomes && !value.is_zero() {
                    true => ValueSource::Options,
                    false => ValueSource::Text(source.method(&parts[i])),
                };
                finite.push(Component { text: text.clone(), value, source });
            }
            all.push((text, value));
        }
        Ok(if finite.len() == all.len() { Reason::Sum(finite) } else { Reason::Loopy(all) })
    }
}

/// The most moves of a summand that are examined for those that keep a draw.
const MAX_EXAMINED: usize = 100_000;
/// The number of them that are listed first.
const FIRST_EXAMINED: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::game::Play;
    use crate::limits::Limits;
    use std::fmt::Write;

    /// The number of moves of the game expanded from a position, counted one by one.
    fn expanded_moves(game: &dyn DynGame, at: Key) -> u128 {
        let (mut open, mut found, mut moves) = (vec![at.clone()], HashSet::from([at]), 0);
        while let Some(at) = open.pop() {
            let options: HashSet<Key> = game
                .moves(&at, usize::MAX)
                .unwrap()
                .moves
                .into_iter()
                .map(|m| game.canonical(&m.option).unwrap())
                .collect();
            moves += options.len() as u128;
            open.extend(options.into_iter().filter(|option| found.insert(option.clone())));
        }
        moves
    }

    #[test]
    fn a_sum_of_graphs_has_at_least_the_moves_of_their_product() {
        let (folder, mut random) = (tempfile::tempdir().unwrap(), fastrand::Rng::with_seed(9));
        let mut near = 0;
        for round in 0..100 {
            let mut names = Vec::new();
            for part in 0..3 {
                let path = folder.path().join(format!("{round}-{part}.txt"));
                let mut text = String::from("vertices 4\n");
                for _ in 0..random.u32(0..9) {
                    writeln!(text, "{} {}", random.u32(0..4), random.u32(0..4)).unwrap();
                }
                std::fs::write(&path, text).unwrap();
                names.push(format!("graph:{}", path.display()));
            }
            if round % 4 == 0 {
                names[1] = names[0].clone();
            }
            let text: Vec<String> = names.iter().map(|name| format!("{name} {}", random.u32(0..4))).collect();
            let opened = catalog::open(&text.join(" + "), Play::Normal, &Limits::NONE).unwrap();
            let OpenedGame::Sum(sum) = &opened else { panic!("a sum") };
            let start = opened.as_dyn().start().unwrap();
            let (least, all) =
                (least_moves(sum, &start), expanded_moves(opened.as_dyn(), opened.as_dyn().canonical(&start).unwrap()));
            assert!(least <= all, "{least} {all} {text:?}");
            near += usize::from(2 * least > all && all > 20);
        }
        assert!(near > 10, "{near}");
    }
}
