//! A slow reference for the solvers: the definitions of value, remoteness and Grundy value, without optimisation.
//!
//! It shares with the library what a game and an answer are, and none of its rules, orders or shortcuts.

use grundy::answer::StoreError;
use grundy::game::Game;
use grundy::value::Nimber;
use grundy::{Grundy, Outcome, PositionValue, Remoteness, Solution};
use std::collections::{BTreeMap, BTreeSet};

/// Every position that can be reached from some roots, with what is true of it.
pub(crate) struct Naive<P> {
    pub(crate) positions: Vec<P>,
    pub(crate) position_values: Vec<PositionValue>,
    /// The stages of finite Grundy values, if the game has values and a cycle.
    stages: Vec<Option<u32>>,
    number: BTreeMap<P, usize>,
}

impl<P: Clone + Ord> Naive<P> {
    /// What is true of a position that can be reached.
    pub(crate) fn of(&self, at: &P) -> &PositionValue {
        &self.position_values[self.number[at]]
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&P, &PositionValue)> {
        self.positions.iter().zip(&self.position_values)
    }
}

impl<P: Clone + Ord> Solution<P> for Naive<P> {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        Ok(self.number.get(at).map(|&i| self.position_values[i].clone()))
    }

    fn stage(&self, at: &P) -> Result<Option<u32>, StoreError> {
        Ok(self.number.get(at).and_then(|&i| self.stages[i]))
    }
}

/// Solves whatever can be reached from `roots`.
pub(crate) fn solve<G: Game>(game: &G, roots: impl IntoIterator<Item = G::Position>) -> Naive<G::Position> {
    let mut positions = Vec::new();
    let mut number = BTreeMap::new();
    let mut options: Vec<Vec<usize>> = Vec::new();
    let mut meet = |at: G::Position, positions: &mut Vec<G::Position>| {
        *number.entry(at.clone()).or_insert_with(|| {
            positions.push(at);
            positions.len() - 1
        })
    };
    for root in roots {
        meet(root, &mut positions);
    }
    while options.len() < positions.len() {
        let mut moves = Vec::new();
        let at = positions[options.len()].clone();
        game.moves(&at, &mut moves);
        options.push(moves.iter().map(|m| meet(game.play(&at, m), &mut positions)).collect());
    }
    let decided = decide(game, &positions, &options);
    let (values, stages) = match game.without_grundy() {
        Some(why) => (vec![Grundy::Undefined(why); positions.len()], vec![None; positions.len()]),
        None => grundy_values(&options),
    };
    let position_values = decided.into_iter().zip(values).map(|(decided, grundy)| PositionValue {
        outcome: decided.map_or(Outcome::Draw, |(outcome, _)| outcome),
        remoteness: decided.map(|(_, moves)| Remoteness(moves)),
        grundy,
    });
    Naive { position_values: position_values.collect(), stages, positions, number }
}

/// Round after round: what do the positions decided in fewer moves decide? A draw is what no round decides.
fn decide<G: Game>(game: &G, positions: &[G::Position], options: &[Vec<usize>]) -> Vec<Option<(Outcome, u32)>> {
    let end = |at: &G::Position| match game.terminal(at) {
        Outcome::Draw => None,
        outcome => Some((outcome, 0)),
    };
    let mut decided: Vec<Option<(Outcome, u32)>> =
        positions.iter().zip(options).map(|(at, options)| if options.is_empty() { end(at) } else { None }).collect();
    for round in 1.. {
        let before = decided.clone();
        for (i, at) in positions.iter().enumerate() {
            if before[i].is_some() || options[i].is_empty() {
                continue;
            }
            // Who wins at the option: the player who moves now, or the other one?
            let mover_wins_at = |&option: &usize| {
                let (outcome, _) = before[option]?;
                let same_player = game.player(at).is_some() && game.player(at) == game.player(&positions[option]);
                Some((outcome == Outcome::Win) == same_player)
            };
            if options[i].iter().any(|option| mover_wins_at(option) == Some(true)) {
                decided[i] = Some((Outcome::Win, round));
            } else if options[i].iter().all(|option| mover_wins_at(option) == Some(false)) {
                decided[i] = Some((Outcome::Loss, round));
            }
        }
        if decided == before {
            break;
        }
    }
    decided
}

/// The Grundy values: without a cycle, the least number that no option has; otherwise, with their stages, by the conditions for games
/// with cycles.
fn grundy_values(options: &[Vec<usize>]) -> (Vec<Grundy>, Vec<Option<u32>>) {
    fn value(at: usize, options: &[Vec<usize>], known: &mut Vec<Option<u64>>) -> u64 {
        if let Some(value) = known[at] {
            return value;
        }
        let of_options: Vec<u64> = options[at].iter().map(|&option| value(option, options, known)).collect();
        let least = (0..).find(|n| !of_options.contains(n)).unwrap();
        known[at] = Some(least);
        least
    }
    if (0..options.len()).any(|at| reached_by_moves(at, options)[at]) {
        return values_with_cycles(options);
    }
    let mut known = vec![None; options.len()];
    let values = (0..options.len()).map(|at| Grundy::Finite(Nimber(value(at, options, &mut known)))).collect();
    (values, vec![None; options.len()])
}

/// For each number in turn, round after round: which positions get it?
fn values_with_cycles(options: &[Vec<usize>]) -> (Vec<Grundy>, Vec<Option<u32>>) {
    let mut values: Vec<Option<u64>> = vec![None; options.len()];
    let mut stages = vec![None; options.len()];
    for value in 0.. {
        let has = |values: &[Option<u64>], at: usize, n: u64| options[at].iter().any(|&o| values[o] == Some(n));
        let is_candidate =
            |values: &[Option<u64>], at: usize| values[at].is_none() && (0..value).all(|lower| has(values, at, lower));
        if !(0..options.len()).any(|at| is_candidate(&values, at)) {
            break;
        }
        for stage in 1.. {
            let before = values.clone();
            let gets_value = |at: usize| {
                let is_answered = |&option: &usize| before[option].is_some() || has(&before, option, value);
                is_candidate(&before, at) && !has(&before, at, value) && options[at].iter().all(is_answered)
            };
            for at in (0..options.len()).filter(|&at| gets_value(at)) {
                (values[at], stages[at]) = (Some(value), Some(stage));
            }
            if values == before {
                break;
            }
        }
    }
    let grundy = |at: usize| match values[at] {
        Some(value) => Grundy::Finite(Nimber(value)),
        None => {
            let finite: BTreeSet<u64> = options[at].iter().filter_map(|&option| values[option]).collect();
            Grundy::Infinite(finite.into_iter().map(Nimber).collect())
        }
    };
    ((0..options.len()).map(grundy).collect(), stages)
}

/// What can be reached from a position by one move or more.
fn reached_by_moves(at: usize, options: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; options.len()];
    let mut next = options[at].clone();
    while let Some(at) = next.pop() {
        if !reached[at] {
            reached[at] = true;
            next.extend(&options[at]);
        }
    }
    reached
}
