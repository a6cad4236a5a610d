//! Where the facts of a position and of its options come from: a store, a solved graph, a game solved whole, theory, a sum, or
//! what was explored.

use super::build::{by_number, by_word, facts_by_number, facts_by_word};
use super::{MOVES_EXPANDED, POSITIONS_EXPLORED, POSITIONS_IN_TIERS, SolveError, Solver};
use crate::answer::{PositionValue, Solution};
use crate::catalog::{GraphGame, Opened};
use crate::graph::Vertex;
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve;
use crate::text::{DynGame, Key};
use crate::theory::Silent;
use crate::value::{Grundy, Nimber, Outcome, Unknown};
use dashu_int::UBig;

/// Where the facts of a position and of its options come from.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Store,
    /// One chip on a solved graph.
    Graph,
    /// A game that is solved by the numbers of its positions.
    Numbers,
    /// A game that is solved tier by tier.
    Tiers,
    /// Several chips whose Grundy values are known; with the remoteness from the memory where it was computed.
    GraphGame {
        remoteness: bool,
    },
    /// Theory, likewise; what it does not know is then in the memory too.
    Theory {
        remoteness: bool,
    },
    /// A sum across games, likewise.
    Sum {
        remoteness: bool,
    },
    Memory,
}

impl<'a> Solver<'a> {
    /// The limits of an exploration.
    fn exploring(&self) -> Limits<'a> {
        self.no_more_than(POSITIONS_EXPLORED)
    }

    /// The limits, with so many positions unless they say how many.
    fn no_more_than(&self, positions: u64) -> Limits<'a> {
        Limits { positions: self.limits.positions.or(Some(positions)), ..self.limits }
    }

    /// Solves canonical positions of which there is no theory, all in one pass; [`Way::Memory`] has their facts.
    pub(super) fn know(&mut self, all: &[Key]) -> Result<(), SolveError> {
        Ok(self.memory.solve_all(all, &self.exploring())?)
    }

    /// Chooses where the facts come from, and solves what has to be solved.
    pub(super) fn way(&mut self, at: &Key) -> Result<Way, SolveError> {
        let way = self.choose_way(at);
        self.unless_trouble(way)
    }

    fn choose_way(&mut self, at: &Key) -> Result<Way, SolveError> {
        self.unexpanded = None;
        let game = self.game.any();
        let canonical = game.canonical(at);
        if self.stored(at, &canonical).is_some() {
            return Ok(Way::Store);
        }
        if let Opened::Graph(chips) = self.game {
            return self.way_of_chips(chips, &canonical);
        }
        if let Opened::Sum(sum) = self.game {
            return self.way_of_sum(sum, at);
        }
        match game.claim(at) {
            Ok(claim) => {
                // A summand's options are looked at for their values, even where moves are not.
                let wanted =
                    self.with_moves || claim.grundy == Grundy::Unknown(Unknown::TooLarge) || !game.claims_values();
                let remoteness = wanted && self.expand_a_little(&canonical)?;
                Ok(Way::Theory { remoteness })
            }
            Err(Silent::TooFar(how_far)) => Err(SolveError::TooFar(how_far)),
            Err(Silent::NoTheory) if by_number(self.game).is_some() && !is_over(game, at) => self.way_of_numbers(),
            Err(Silent::NoTheory) if by_word(self.game).is_some() => self.way_of_tiers(at),
            Err(Silent::NoTheory) => {
                self.memory.solve(&canonical, u64::MAX, &self.exploring())?;
                Ok(Way::Memory)
            }
        }
    }

    /// What the store knows of a position as it is, else of the one that stands for its class.
    fn stored(&self, at: &Key, canonical: &Key) -> Option<PositionValue> {
        let store = self.store?;
        store.facts(at).or_else(|| if at == canonical { None } else { store.facts(canonical) })
    }

    fn way_of_numbers(&mut self) -> Result<Way, SolveError> {
        if self.numbers.is_none() {
            let numbers = by_number(self.game).expect("asked before");
            self.numbers = Some(solve::retrograde_indexed(numbers, &self.limits)?);
        }
        Ok(Way::Numbers)
    }

    /// What was met from an earlier position serves, where the new one is among it.
    fn way_of_tiers(&mut self, at: &Key) -> Result<Way, SolveError> {
        let words = by_word(self.game).expect("asked before");
        let (word, tier) = (words.word(at), words.tier(at));
        if self.tiers.as_ref().is_none_or(|solved| solved.verdict(tier, word).is_none()) {
            self.tiers = None;
            self.tiers = Some(solve::solve_tiered(words, word, tier, &self.no_more_than(POSITIONS_IN_TIERS))?);
        }
        Ok(Way::Tiers)
    }

    fn way_of_chips(&mut self, chips: &GraphGame, canonical: &Key) -> Result<Way, SolveError> {
        let solved = match self.drawn.take() {
            Some(solved) => solved,
            None => solve::solve_with_grundy(chips.graph(), &self.limits)?,
        };
        let solved = self.drawn.insert(solved);
        let vertices = chips.vertices(canonical);
        if vertices.len() == 1 {
            return Ok(Way::Graph);
        }
        if vertices.iter().all(|&v| solved.grundy(v).finite().is_some()) {
            let remoteness = self.with_moves && self.expand_a_little(canonical)?;
            return Ok(Way::GraphGame { remoteness });
        }
        let (least, most) = chips.product_size(&vertices);
        let too_large = |hit| SolveError::Product { least, most, hit };
        let limits = self.exploring();
        if least > u128::from(limits.max_positions()) {
            let needed = u64::try_from(least).unwrap_or(u64::MAX);
            return Err(too_large(RunError::Limit(LimitHit::Positions { limit: limits.max_positions(), needed })));
        }
        self.memory.solve(canonical, u64::MAX, &limits).map(|()| Way::Memory).map_err(too_large)
    }

    /// Solves the game expanded from a position if it is small; tells whether it is.
    pub(super) fn expand_a_little(&mut self, canonical: &Key) -> Result<bool, SolveError> {
        match self.beside.solve(canonical, MOVES_EXPANDED, &self.exploring()) {
            Ok(_) => Ok(true),
            Err(hit @ RunError::Interrupted { .. }) => Err(hit.into()),
            Err(hit) => {
                self.unexpanded = Some(hit);
                Ok(false)
            }
        }
    }

    pub(super) fn facts(&self, way: Way, at: &Key) -> Result<PositionValue, SolveError> {
        let game = self.game.any();
        let canonical = game.canonical(at);
        let expanded = |known: bool| if known { self.beside.facts(&canonical) } else { None };
        match (way, self.game) {
            (Way::Store, _) => self.stored(at, &canonical).ok_or(SolveError::StoreIncomplete),
            (Way::Theory { remoteness: known }, _) => match game.claim(at) {
                Ok(claim) => {
                    let known = expanded(known);
                    let remoteness = known.as_ref().and_then(|facts| facts.remoteness);
                    let grundy = match (claim.grundy, known) {
                        (Grundy::Unknown(_), Some(facts)) => facts.grundy,
                        (grundy, _) => grundy,
                    };
                    Ok(PositionValue { outcome: claim.outcome, remoteness, grundy })
                }
                Err(Silent::TooFar(how_far)) => Err(SolveError::TooFar(how_far)),
                Err(Silent::NoTheory) => unreachable!("theory speaks of every position of a game or of none"),
            },
            (Way::Graph, Opened::Graph(chips)) => Ok(self.on_graph(chips.vertices(at)[0])),
            (Way::GraphGame { remoteness: known }, Opened::Graph(chips)) => {
                let values = chips.vertices(at).into_iter().map(|v| self.on_graph(v).grundy.finite());
                let sum: Nimber = values.map(|v| v.expect("values of options of positions that have one")).sum();
                let outcome = if sum == Nimber::ZERO { Outcome::Loss } else { Outcome::Win };
                let remoteness = expanded(known).and_then(|facts| facts.remoteness);
                Ok(PositionValue { outcome, remoteness, grundy: Grundy::Finite(sum) })
            }
            (Way::Sum { remoteness: known }, Opened::Sum(sum)) => {
                let remoteness = expanded(known).and_then(|facts| facts.remoteness);
                Ok(PositionValue { remoteness, ..self.facts_of_sum(sum, at)? })
            }
            (Way::Numbers, game) => {
                let (numbers, solved) = by_number(game).zip(self.numbers.as_ref()).expect("solved before");
                Ok(facts_by_number(game, numbers, solved, at))
            }
            (Way::Tiers, game) => {
                let (words, solved) = by_word(game).zip(self.tiers.as_ref()).expect("solved before");
                Ok(facts_by_word(game, words, solved, at).expect("an option of a position that was met"))
            }
            (Way::Memory, _) => Ok(self.memory.facts(&canonical).expect("a position that was solved")),
            (Way::Graph | Way::GraphGame { .. } | Way::Sum { .. }, _) => unreachable!("ways of graphs and sums"),
        }
    }

    fn on_graph(&self, v: Vertex) -> PositionValue {
        self.drawn.as_ref().and_then(|solved| solved.facts(&v)).expect("a vertex of the solved graph")
    }

    /// The way in words, as answers give it.
    pub(super) fn method(&self, way: Way, at: &Key) -> String {
        let graph = || match (self.game, &self.drawn) {
            (Opened::Graph(chips), Some(solved)) => {
                let (v, e) = (chips.graph().vertices(), chips.graph().edges());
                format!("{} over the graph, {v} vertices and {e} edges", solved.method().words())
            }
            _ => unreachable!("ways of graphs"),
        };
        match way {
            Way::Store => "stored table".to_owned(),
            Way::Theory { .. } => self.game.any().claim_method(at),
            Way::Graph => graph(),
            Way::GraphGame { .. } => format!("Nim sum of the chips' Grundy values; {}", graph()),
            Way::Sum { .. } => "Nim sum of the summands' Grundy values (Sprague 1935, Grundy 1939)".to_owned(),
            Way::Numbers => "retrograde analysis of every position of the game".to_owned(),
            Way::Tiers | Way::Memory => "solving every position that can be reached".to_owned(),
        }
    }
}

/// Whether a position has no moves: then nothing has to be solved.
fn is_over(game: &dyn DynGame, at: &Key) -> bool {
    game.count_moves(at) == UBig::ZERO
}
