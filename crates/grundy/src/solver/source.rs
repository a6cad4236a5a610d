//! Sources of the values of a position and of its options: a store, theory, the summands of a sum, a solved graph, a
//! completely solved game, or explored positions.

use super::build::{by_index, by_word, check_least_positions, value_by_index, value_by_word};
use super::{DEFAULT_MAX_POSITIONS, MAX_EXPANDED_MOVES, POSITIONS_IN_TIERS, SolveError, Solver, Store};
use crate::answer::{PositionValue, Solution};
use crate::catalog::{GraphGame, Opened, Sum};
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::{self, IndexedSolution, Solved, TieredSolution};
use crate::text::{DynIndexed, DynTiered, Key, Text, Theory, TheoryError};
use crate::value::{Grundy, Nimber, Outcome, Undefined, Unknown};
use dashu_int::UBig;
use std::sync::Arc;

/// The source of the values of a position and of its options.
pub(super) enum Source<'a> {
    Store(&'a Store<'a>),
    Theory {
        theory: &'a dyn Theory,
        beside: Beside,
    },
    SumOf {
        sum: &'a Sum,
        /// The source of each summand.
        parts: Vec<Source<'a>>,
        beside: Beside,
    },
    /// One token on a solved graph.
    Graph(GraphSolution<'a>),
    /// Several tokens on a solved graph whose Grundy values are known.
    Chips {
        graph: GraphSolution<'a>,
        beside: Beside,
    },
    Indexed {
        indexed: &'a dyn DynIndexed,
        solution: Arc<IndexedSolution>,
        undefined: Undefined,
    },
    Tiered {
        tiered: &'a dyn DynTiered,
        solution: Arc<TieredSolution>,
        undefined: Undefined,
    },
    /// The positions explored from this one and earlier ones.
    Explored,
}

/// Whether the game was expanded in addition to theory, to find what theory does not give: remoteness, and values of
/// some positions.
pub(super) enum Beside {
    Expanded,
    /// It was not requested.
    NotWanted,
    TooLarge(LimitHit),
}

/// An explicit graph with its solution.
pub(super) struct GraphSolution<'a> {
    game: &'a Text<GraphGame>,
    solved: Arc<Solved>,
}

impl GraphSolution<'_> {
    /// The values of the vertices of a position.
    fn values(&self, at: &Key) -> Result<Vec<PositionValue>, SolveError> {
        let mut values = Vec::new();
        for v in self.game.position(at) {
            values.push(self.solved.get(&v)?.ok_or(SolveError::Unsolved)?);
        }
        Ok(values)
    }

    fn method(&self) -> String {
        let graph = self.game.game().graph();
        let (v, e) = (graph.vertices(), graph.edges());
        format!("{} over the graph, {v} vertices and {e} edges", self.solved.method().as_str())
    }
}

impl Source<'_> {
    /// Whether the remoteness of the position is known, or the position is a draw.
    pub(super) fn has_remoteness(&self) -> bool {
        match self {
            Self::Theory { beside, .. } | Self::SumOf { beside, .. } => matches!(beside, Beside::Expanded),
            Self::Store(_) | Self::Graph(_) | Self::Chips { .. } | Self::Indexed { .. } | Self::Tiered { .. } => true,
            Self::Explored => true,
        }
    }

    /// The limit because of which the position was not expanded, if one was exceeded.
    pub(super) fn not_expanded(&self) -> Option<&LimitHit> {
        match self {
            Self::Theory { beside: Beside::TooLarge(hit), .. }
            | Self::SumOf { beside: Beside::TooLarge(hit), .. }
            | Self::Chips { beside: Beside::TooLarge(hit), .. } => Some(hit),
            _ => None,
        }
    }

    /// The method by which the value of a position was found, as answers state it.
    pub(super) fn method(&self, at: &Key) -> String {
        match self {
            Self::Store(_) => "stored table".to_owned(),
            Self::Theory { theory, .. } => theory.method(at),
            Self::Graph(graph) => graph.method(),
            Self::Chips { graph, .. } => format!("Nim sum of the chips' Grundy values; {}", graph.method()),
            Self::SumOf { .. } => "Nim sum of the summands' Grundy values (Sprague 1935, Grundy 1939)".to_owned(),
            Self::Indexed { .. } => "retrograde analysis of every position of the game".to_owned(),
            Self::Tiered { .. } | Self::Explored => "solving every position that can be reached".to_owned(),
        }
    }
}

impl<'a> Solver<'a> {
    /// The limits of an exploration.
    fn exploring(&self) -> Limits<'a> {
        self.at_most(DEFAULT_MAX_POSITIONS)
    }

    /// The limits; if they do not limit positions, with this number of positions.
    fn at_most(&self, positions: u64) -> Limits<'a> {
        Limits { positions: self.limits.positions.or(Some(positions)), ..self.limits }
    }

    /// Solves canonical positions for which there is no theory, all in one pass.
    pub(super) fn solve_all(&mut self, all: &[Key]) -> Result<Source<'a>, SolveError> {
        let limits = self.exploring();
        self.memory.solve_all(all, &limits)?;
        Ok(Source::Explored)
    }

    /// Chooses the source of the values of a position and of its options, and solves positions if necessary.
    pub(super) fn source(&mut self, at: &Key) -> Result<Source<'a>, SolveError> {
        let (opened, game) = (self.game, self.game.as_dyn());
        let canonical = game.canonical(at)?;
        if let Some(store) = self.store
            && stored(store, at, &canonical)?.is_some()
        {
            return Ok(Source::Store(store));
        }
        match opened {
            Opened::Graph(graph) => return self.graph_source(graph, &canonical),
            Opened::Sum(sum) => return self.sum_source(sum, at, &canonical),
            Opened::Game(_) | Opened::Own(_) => {}
        }
        if let Some(theory) = game.theory() {
            match theory.claim(at) {
                Ok(claim) => {
                    // The values of a summand's options are needed even if moves are not listed.
                    let is_wanted = self.with_moves
                        || claim.grundy == Grundy::Unknown(Unknown::TooLarge)
                        || !theory.claims_values();
                    let beside = if is_wanted { self.expand_beside(&canonical)? } else { Beside::NotWanted };
                    return Ok(Source::Theory { theory, beside });
                }
                Err(TheoryError::NoTheory) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let Some((indexed, undefined)) = by_index(game)
            && game.count_moves(at)? != UBig::ZERO
        {
            let solution = match &self.indexed {
                Some(solution) => solution.clone(),
                None => self.indexed.insert(Arc::new(solve::retrograde_indexed(indexed, &self.limits)?)).clone(),
            };
            return Ok(Source::Indexed { indexed, solution, undefined });
        }
        if let Some((tiered, undefined)) = by_word(game) {
            return self.tiered_source(tiered, undefined, at);
        }
        let limits = self.exploring();
        self.memory.solve(&canonical, u64::MAX, &limits)?;
        Ok(Source::Explored)
    }

    /// The tiered solution of the game; reuses the solution of an earlier position if it contains the new one.
    fn tiered_source(
        &mut self,
        tiered: &'a dyn DynTiered,
        undefined: Undefined,
        at: &Key,
    ) -> Result<Source<'a>, SolveError> {
        let (word, tier) = (tiered.word(at), tiered.tier(at));
        let solution = match self.tiered.take().filter(|solution| solution.verdict(tier, word).is_some()) {
            Some(solution) => solution,
            None => {
                let limits = self.at_most(POSITIONS_IN_TIERS);
                check_least_positions(self.game.as_dyn(), at, &limits)?;
                Arc::new(solve::solve_tiered(tiered, word, tier, &limits)?)
            }
        };
        self.tiered = Some(solution.clone());
        Ok(Source::Tiered { tiered, solution, undefined })
    }

    fn graph_source(&mut self, game: &'a Text<GraphGame>, canonical: &Key) -> Result<Source<'a>, SolveError> {
        let solved = match &self.graph {
            Some(solved) => solved.clone(),
            None => self.graph.insert(Arc::new(solve::solve_with_grundy(game.game().graph(), &self.limits)?)).clone(),
        };
        let graph = GraphSolution { game, solved };
        let vertices = game.position(canonical);
        if vertices.len() == 1 {
            return Ok(Source::Graph(graph));
        }
        if vertices.iter().all(|&v| graph.solved.grundy(v).finite().is_some()) {
            let beside = if self.with_moves { self.expand_beside(canonical)? } else { Beside::NotWanted };
            return Ok(Source::Chips { graph, beside });
        }
        let (least, most) = game.game().product_size(&vertices);
        let too_large = |hit| SolveError::Product { least, most, hit };
        let limits = self.exploring();
        if least > u128::from(limits.max_positions()) {
            let needed = u64::try_from(least).unwrap_or(u64::MAX);
            return Err(too_large(LimitHit::Positions { limit: limits.max_positions(), needed }));
        }
        match self.memory.solve(canonical, u64::MAX, &limits) {
            Ok(()) => Ok(Source::Explored),
            Err(SolveError::Run(RunError::Limit(hit))) => Err(too_large(hit)),
            Err(error) => Err(error),
        }
    }

    /// Solves the game expanded from a position, if it is small enough.
    pub(super) fn expand_beside(&mut self, canonical: &Key) -> Result<Beside, SolveError> {
        let limits = self.exploring();
        match self.beside.solve(canonical, MAX_EXPANDED_MOVES, &limits) {
            Ok(()) => Ok(Beside::Expanded),
            Err(SolveError::Run(RunError::Limit(hit))) => Ok(Beside::TooLarge(hit)),
            Err(error) => Err(error),
        }
    }

    /// The value of the position for which the source was chosen, or of one of its options.
    pub(super) fn value(&self, source: &Source<'a>, at: &Key) -> Result<PositionValue, SolveError> {
        let canonical = || self.game.as_dyn().canonical(at);
        let expanded = |beside: &Beside| match beside {
            Beside::Expanded => Ok::<_, SolveError>(self.beside.get(&canonical()?)?),
            Beside::NotWanted | Beside::TooLarge(_) => Ok(None),
        };
        let remoteness = |beside: &Beside| Ok::<_, SolveError>(expanded(beside)?.and_then(|value| value.remoteness));
        match source {
            Source::Store(store) => stored(*store, at, &canonical()?)?.ok_or(SolveError::StoreIncomplete),
            Source::Theory { theory, beside } => {
                let claim = theory.claim(at)?;
                let known = expanded(beside)?;
                let remoteness = known.as_ref().and_then(|value| value.remoteness);
                let grundy = match (claim.grundy, known) {
                    (Grundy::Unknown(_), Some(value)) => value.grundy,
                    (grundy, _) => grundy,
                };
                Ok(PositionValue { outcome: claim.outcome, remoteness, grundy })
            }
            Source::SumOf { sum, parts, beside } => {
                Ok(PositionValue { remoteness: remoteness(beside)?, ..self.value_of_sum(sum, parts, at)? })
            }
            Source::Graph(graph) => graph.values(at)?.pop().ok_or(SolveError::Unsolved),
            Source::Chips { graph, beside } => {
                let mut sum = Nimber::ZERO;
                for value in graph.values(at)? {
                    sum = sum + value.grundy.finite().ok_or(SolveError::Unsolved)?;
                }
                let outcome = if sum == Nimber::ZERO { Outcome::Loss } else { Outcome::Win };
                Ok(PositionValue { outcome, remoteness: remoteness(beside)?, grundy: Grundy::Finite(sum) })
            }
            Source::Indexed { indexed, solution, undefined } => Ok(value_by_index(*indexed, solution, *undefined, at)),
            Source::Tiered { tiered, solution, undefined } => {
                value_by_word(*tiered, solution, *undefined, at).ok_or(SolveError::Unsolved)
            }
            Source::Explored => self.memory.get(&canonical()?)?.ok_or(SolveError::Unsolved),
        }
    }
}

/// The stored value of a position; if there is none, that of the canonical position of its class.
fn stored(store: &Store<'_>, at: &Key, canonical: &Key) -> Result<Option<PositionValue>, SolveError> {
    match store.get(at)? {
        None if at != canonical => Ok(store.get(canonical)?),
        value => Ok(value),
    }
}
