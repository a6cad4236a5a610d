//! Sources of the values of a position and of its options: a store, theory, the summands of a sum, a solved graph, a
//! completely solved game, searched components, searched positions, or explored positions.

use super::build::{Extent, by_index, by_word, value_by_index, value_by_word};
use super::sum_value::value_of_parts;
use super::{DEFAULT_MAX_POSITIONS, MAX_EXPANDED_MOVES, SolveError, Solver, Store};
use crate::answer::{PositionValue, Solution};
use crate::catalog::{GraphGame, OpenedGame, Sum};
use crate::game::Game;
use crate::limits::{LimitHit, Limits, RunError};
use crate::solve::{self, IndexedSolution, Solved, TieredSolution};
use crate::text::{DynIndexed, DynTiered, Key, TextGame, Theory, TheoryError, WithText};
use crate::theory::{Component, Reason, ValueSource};
use crate::value::{Grundy, Outcome, Remoteness, Undefined, Unknown};
use dashu_int::UBig;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The source of the values of a position and of its options.
pub(super) enum Source<'a> {
    Store(&'a Store<'a>),
    Theory {
        theory: &'a dyn Theory,
        expansion: Expansion,
    },
    SumOf {
        sum: &'a Sum,
        /// The source of each summand.
        parts: Vec<Source<'a>>,
        expansion: Expansion,
    },
    /// One token on a solved graph.
    Graph(GraphSolution<'a>),
    /// Several tokens on a solved graph that has Grundy values.
    GraphSum {
        graph: GraphSolution<'a>,
        expansion: Expansion,
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
    /// A search over the components of the position.
    Nimbers {
        searched: Box<SearchedOptions>,
        expansion: Expansion,
    },
    /// The position and, if moves are listed, its options, each searched or read from the openings.
    Searched {
        values: FxHashMap<Key, PositionValue>,
        from_openings: FromOpenings,
    },
    /// The positions explored from this one and earlier ones.
    Explored,
}

/// The value of a position whose components were searched, and those of the options that were searched for its list of moves.
pub(super) struct SearchedOptions {
    pub(super) at: Key,
    pub(super) position: PositionValue,
    pub(super) options: FxHashMap<Key, PositionValue>,
}

/// How many of the values of a position and its options were read from the openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FromOpenings {
    None,
    Some,
    All,
}

/// Whether the game was expanded in addition to theory, to find what theory does not give: remoteness, and values of
/// some positions.
pub(super) enum Expansion {
    Done,
    /// It was not requested.
    NotRequested,
    /// A limit or an interrupt ended it.
    Ended(RunError),
}

/// An explicit graph with its solution.
pub(super) struct GraphSolution<'a> {
    game: &'a WithText<GraphGame>,
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

    /// `Nim sum`, or `sum` if a value is infinite.
    fn kind_of_sum(&self, at: &Key) -> &'static str {
        let is_finite = self.game.position(at).iter().all(|&v| self.solved.grundy(v).finite().is_some());
        if is_finite { "Nim sum" } else { "sum" }
    }

    fn method(&self) -> String {
        let graph = self.game.game().graph();
        let (v, e) = (graph.vertices(), graph.edges());
        let (vertices, edges) = (if v == 1 { "vertex" } else { "vertices" }, if e == 1 { "edge" } else { "edges" });
        format!("{} over the graph, {v} {vertices} and {e} {edges}", self.solved.method().as_str())
    }
}

impl Source<'_> {
    /// Whether the remoteness of the position is known, or the position is a draw.
    pub(super) fn has_remoteness(&self) -> bool {
        match self {
            Self::Theory { expansion, .. } | Self::SumOf { expansion, .. } | Self::Nimbers { expansion, .. } => {
                matches!(expansion, Expansion::Done)
            }
            _ => true,
        }
    }

    /// The limit or the interrupt because of which the position was not expanded, if there was one.
    pub(super) fn not_expanded(&self) -> Option<&RunError> {
        match self {
            Self::Theory { expansion: Expansion::Ended(why), .. }
            | Self::SumOf { expansion: Expansion::Ended(why), .. }
            | Self::Nimbers { expansion: Expansion::Ended(why), .. }
            | Self::GraphSum { expansion: Expansion::Ended(why), .. } => Some(why),
            _ => None,
        }
    }

    /// The method by which the value of a position was found, as answers state it.
    pub(super) fn method(&self, at: &Key) -> String {
        match self {
            Self::Store(_) => "stored table".to_owned(),
            Self::Theory { theory, .. } => theory.method(at),
            Self::Graph(graph) => graph.method(),
            Self::GraphSum { graph, .. } => {
                format!("{} of the chips' Grundy values; {}", graph.kind_of_sum(at), graph.method())
            }
            Self::SumOf { .. } => "Nim sum of the summands' Grundy values (Sprague 1935, Grundy 1939)".to_owned(),
            Self::Indexed { .. } => "retrograde analysis of every position of the game".to_owned(),
            Self::Nimbers { .. } => "nimber search over the components (Lemoine and Viennot 2012)".to_owned(),
            Self::Searched { from_openings, .. } => match from_openings {
                FromOpenings::None => "search of the position and of its moves".to_owned(),
                FromOpenings::Some => "the table of openings, and search of the other moves".to_owned(),
                FromOpenings::All => "the table of openings".to_owned(),
            },
            Self::Tiered { .. } | Self::Explored => "solving every position that can be reached".to_owned(),
        }
    }
}

impl<'a> Solver<'a> {
    /// The limits of an exploration.
    fn exploration_limits(&self) -> Limits<'a> {
        self.with_default_max_positions(DEFAULT_MAX_POSITIONS)
    }

    /// The limits; if they do not limit positions, with this number of positions.
    pub(super) fn with_default_max_positions(&self, positions: u64) -> Limits<'a> {
        Limits { positions: self.limits.positions.or(Some(positions)), ..self.limits }
    }

    /// Solves canonical positions for which there is no theory, all in one pass.
    pub(super) fn solve_all(&mut self, all: &[Key]) -> Result<Source<'a>, SolveError> {
        let limits = self.exploration_limits();
        self.explored.solve_all(all, &limits)?;
        Ok(Source::Explored)
    }

    /// Chooses the source of the values of a position and of its options, and solves positions if necessary.
    pub(super) fn source(&mut self, at: &Key) -> Result<Source<'a>, SolveError> {
        self.proved.clear();
        (self.recurring, self.exceeded_default) = (None, None);
        let (opened, game) = (self.game, self.game.as_dyn());
        let canonical = game.canonical(at)?;
        if let Some(store) = self.store
            && read_store(store, at, &canonical)?.is_some()
        {
            return Ok(Source::Store(store));
        }
        match opened {
            OpenedGame::Graph(graph) => return self.graph_source(graph, &canonical),
            OpenedGame::Sum(sum) => return self.sum_source(sum, at, &canonical),
            OpenedGame::Game(_) | OpenedGame::Own(_) => {}
        }
        if let Some(components) = game.components()
            && !components.is_enumerable(at, &self.limits)?
        {
            return self.nimber_source(components, at, &canonical);
        }
        if let Some(theory) = game.theory() {
            match theory.prepare(at, &self.limits).and_then(|()| theory.claim(at)) {
                Ok(claim) => {
                    // The values of a summand's options are needed even if moves are not listed.
                    let is_wanted = self.with_moves
                        || claim.grundy == Grundy::Unknown(Unknown::TooLarge)
                        || !theory.claims_values();
                    let expansion = if is_wanted { self.expand_if_small(&canonical)? } else { Expansion::NotRequested };
                    return Ok(Source::Theory { theory, expansion });
                }
                Err(TheoryError::NoTheory) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let Some((indexed, undefined)) = by_index(game, Extent::From(at), true)
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
        self.explored_or_searched(at, &canonical)
    }

    /// The tiered solution of the game; reuses the solution of an earlier position if it contains the new one.
    fn tiered_source(
        &mut self,
        tiered: &'a dyn DynTiered,
        undefined: Undefined,
        at: &Key,
    ) -> Result<Source<'a>, SolveError> {
        if let Some(source) = self.opening_source(at)? {
            return Ok(source);
        }
        let (word, tier) = (tiered.word(at), tiered.tier(at));
        if let Some(solution) = self.tiered.take().filter(|solution| solution.verdict(tier, word).is_some()) {
            self.tiered = Some(solution.clone());
            return Ok(Source::Tiered { tiered, solution, undefined });
        }
        if self.has_own_search() {
            return self.search_to_end(at, self.limits.max_positions());
        }
        self.tiered_or_searched(tiered, undefined, at)
    }

    fn graph_source(&mut self, game: &'a WithText<GraphGame>, canonical: &Key) -> Result<Source<'a>, SolveError> {
        let solved = match &self.graph {
            Some(solved) => solved.clone(),
            None => self.graph.insert(Arc::new(solve::solve_with_grundy(game.game().graph(), &self.limits)?)).clone(),
        };
        let graph = GraphSolution { game, solved };
        let vertices = game.position(canonical);
        if vertices.len() == 1 {
            return Ok(Source::Graph(graph));
        }
        if game.game().graph().without_grundy().is_none() {
            let expansion = if self.with_moves {
                // Every position but the first is an option of another one.
                self.expand_product(game.game().product_size(&vertices).0 - 1, canonical)?
            } else {
                Expansion::NotRequested
            };
            return Ok(Source::GraphSum { graph, expansion });
        }
        let (least, most) = game.game().product_size(&vertices);
        let too_large = |hit| SolveError::Product { least, most, hit };
        let limits = self.exploration_limits();
        if least > u128::from(limits.max_positions()) {
            let needed = u64::try_from(least).unwrap_or(u64::MAX);
            return Err(too_large(LimitHit::Positions { limit: limits.max_positions(), needed }));
        }
        match self.explored.solve(canonical, u64::MAX, &limits) {
            Ok(()) => Ok(Source::Explored),
            Err(SolveError::Run(RunError::Limit(hit))) => Err(too_large(hit)),
            Err(error) => Err(error),
        }
    }

    /// The reason for the value of tokens on a graph: their values, if there are several tokens or one value is infinite.
    pub(super) fn reason_on_graph(&mut self, at: &Key) -> Result<Option<Reason>, SolveError> {
        let source = self.source(at)?;
        let (Source::Graph(graph) | Source::GraphSum { graph, .. }) = source else { return Ok(None) };
        let vertices = graph.game.position(at);
        let values = vertices.iter().map(|&v| {
            let vertex = graph.game.game().to_text(&vec![v]);
            (vertex, graph.solved.grundy(v))
        });
        let values: Vec<(String, Grundy)> = values.collect();
        if values.iter().any(|(_, value)| matches!(value, Grundy::Infinite(_))) {
            return Ok(Some(Reason::Loopy(values)));
        }
        let component = |(text, value): &(String, Grundy)| {
            Some(Component { text: text.clone(), value: value.number()?, source: ValueSource::Options })
        };
        let components: Option<Vec<Component>> = values.iter().map(component).collect();
        Ok(components.filter(|components| components.len() > 1).map(Reason::Sum))
    }

    /// Solves the game expanded from a position, which has at least `least` moves, if it is small enough.
    pub(super) fn expand_product(&mut self, least: u128, canonical: &Key) -> Result<Expansion, SolveError> {
        if least > u128::from(MAX_EXPANDED_MOVES) && self.exploration_limits().max_positions() >= MAX_EXPANDED_MOVES {
            return Ok(Expansion::Ended(LimitHit::Moves { limit: MAX_EXPANDED_MOVES }.into()));
        }
        self.expand_if_small(canonical)
    }

    /// Solves the game expanded from a position, if it is small enough.
    pub(super) fn expand_if_small(&mut self, canonical: &Key) -> Result<Expansion, SolveError> {
        let limits = self.exploration_limits();
        match self.expanded.solve(canonical, MAX_EXPANDED_MOVES, &limits) {
            Ok(()) => Ok(Expansion::Done),
            Err(SolveError::Run(why @ (RunError::Limit(_) | RunError::Interrupted { .. }))) => {
                Ok(Expansion::Ended(why))
            }
            Err(error) => Err(error),
        }
    }

    /// The value of the position for which the source was chosen, or of one of its options.
    pub(super) fn value(&self, source: &Source<'a>, at: &Key) -> Result<PositionValue, SolveError> {
        let value = self.value_from(source, at)?;
        // The game is over where there is no move, even if it was too large to be expanded.
        let is_known = value.remoteness.is_some() || value.outcome == Outcome::Draw || source.not_expanded().is_none();
        let is_over = !is_known && self.game.as_dyn().count_moves(at)?.is_zero();
        Ok(if is_over { PositionValue { remoteness: Some(Remoteness(0)), ..value } } else { value })
    }

    /// The value of [`Self::value`], but for the remoteness of a position without moves.
    pub(super) fn value_from(&self, source: &Source<'a>, at: &Key) -> Result<PositionValue, SolveError> {
        let canonical = || self.game.as_dyn().canonical(at);
        let expanded = |expansion: &Expansion| match expansion {
            Expansion::Done => Ok::<_, SolveError>(self.expanded.get(&canonical()?)?),
            Expansion::NotRequested | Expansion::Ended(_) => Ok(None),
        };
        let remoteness =
            |expansion: &Expansion| Ok::<_, SolveError>(expanded(expansion)?.and_then(|value| value.remoteness));
        match source {
            Source::Store(store) => read_store(*store, at, &canonical()?)?.ok_or(SolveError::StoreIncomplete),
            Source::Theory { theory, expansion } => {
                let claim = theory.claim(at)?;
                let known = expanded(expansion)?;
                let remoteness = known.as_ref().and_then(|value| value.remoteness);
                let grundy = match (claim.grundy, known) {
                    (Grundy::Unknown(_), Some(value)) => value.grundy,
                    (grundy, _) => grundy,
                };
                Ok(PositionValue { outcome: claim.outcome, remoteness, grundy })
            }
            Source::SumOf { sum, parts, expansion } => {
                Ok(PositionValue { remoteness: remoteness(expansion)?, ..self.value_of_sum(sum, parts, at)? })
            }
            Source::Nimbers { searched, expansion } => {
                if let Some(value) = expanded(expansion)? {
                    return Ok(value);
                }
                match searched.options.get(at) {
                    Some(value) => Ok(value.clone()),
                    // The position itself, or an option that a sum or a list of winning moves asks for.
                    None if at == &searched.at => Ok(searched.position.clone()),
                    None => self.searched_value(at, Some(&searched.position)),
                }
            }
            Source::Graph(graph) => graph.values(at)?.pop().ok_or(SolveError::Unsolved),
            Source::GraphSum { graph, expansion } => {
                let values = graph.values(at)?.into_iter().map(|value| value.grundy).collect();
                Ok(PositionValue { remoteness: remoteness(expansion)?, ..value_of_parts(values) })
            }
            Source::Indexed { indexed, solution, undefined } => Ok(value_by_index(*indexed, solution, *undefined, at)),
            Source::Tiered { tiered, solution, undefined } => {
                value_by_word(*tiered, solution, *undefined, at).ok_or(SolveError::Unsolved)
            }
            Source::Searched { values, .. } => values.get(at).cloned().ok_or(SolveError::Unsolved),
            Source::Explored => self.explored.get(&canonical()?)?.ok_or(SolveError::Unsolved),
        }
    }
}

/// The stored value of a position; if there is none, that of the canonical position of its class.
pub(super) fn read_store(store: &Store<'_>, at: &Key, canonical: &Key) -> Result<Option<PositionValue>, SolveError> {
    match store.get(at)? {
        None if at != canonical => Ok(store.get(canonical)?),
        value => Ok(value),
    }
}
