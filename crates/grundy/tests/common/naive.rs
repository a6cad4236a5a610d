//! A slow reference for the solvers: the definitions of value, remoteness and Grundy value, without optimisation.
//!
//! It shares with the library what a game and an answer are, and none of its rules, orders or shortcuts.

use grundy::answer::StoreError;
use grundy::game::Game;
use grundy::value::{Nimber, Unknown};
use grundy::{Grundy, Outcome, PositionValue, Remoteness, Solution};
use std::collections::BTreeMap;

/// Every position that can be reached from some roots, with what is true of it.
pub(crate) struct Naive<P> {
    pub(crate) positions: Vec<P>,
    pub(crate) position_values: Vec<PositionValue>,
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
    let values = match game.without_grundy() {
        Some(why) => vec![Grundy::Undefined(why); positions.len()],
        None => grundy_values(&options),
    };
    let position_values = decided.into_iter().zip(values).map(|(decided, grundy)| PositionValue {
        outcome: decided.map_or(Outcome::Draw, |(outcome, _)| outcome),
        remoteness: decided.map(|(_, moves)| Remoteness(moves)),
        grundy,
    });
    Naive { position_values: position_values.collect(), positions, number }
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

/// The least number that no option has, wherever every line of play ends.
fn grundy_values(options: &[Vec<usize>]) -> Vec<Grundy> {
    fn value(at: usize, options: &[Vec<usize>], known: &mut Vec<Option<u64>>) -> u64 {
        if let Some(value) = known[at] {
            return value;
        }
        let of_options: Vec<u64> = options[at].iter().map(|&option| value(option, options, known)).collect();
        let least = (0..).find(|n| !of_options.contains(n)).unwrap();
        known[at] = Some(least);
        least
    }
    let reached: Vec<Vec<bool>> = (0..options.len()).map(|at| reached_by_moves(at, options)).collect();
    let on_cycle: Vec<bool> = reached.iter().enumerate().map(|(at, reached)| reached[at]).collect();
    let mut known = vec![None; options.len()];
    let of = |at: usize| {
        let endless =
            on_cycle[at] || reached[at].iter().zip(&on_cycle).any(|(&reached, &on_cycle)| reached && on_cycle);
        if endless {
            Grundy::Unknown(Unknown::CycleReachable)
        } else {
            Grundy::Finite(Nimber(value(at, options, &mut known)))
        }
    };
    (0..options.len()).map(of).collect()
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
