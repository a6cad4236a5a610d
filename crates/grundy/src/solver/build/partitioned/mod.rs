//! Games solved in partitions, on disk or by several processes.

mod explored;
mod indexed;
mod sum;
mod tiered;

use super::error::{BuildError, Extent};
use super::facets::{by_index, by_word, why_not_all};
use super::row::{Row, RowId};
use super::statistics::Statistics;
use crate::catalog::OpenedGame;
use crate::checkpoint::Checkpointer;
use crate::limits::Limits;
use crate::solve::partitioned::Exchange;
use crate::text::{Key, Order};
use crate::value::Nimber;
use explored::ExploredParts;
use indexed::IndexedParts;
use tiered::TieredParts;

/// A game solved in partitions, whose values are in the storage of a back end.
pub(super) struct PartitionedGame<'a> {
    parts: Parts<'a>,
    statistics: Statistics,
}

enum Parts<'a> {
    Explored(ExploredParts<'a>),
    Indexed(IndexedParts<'a>),
    Tiered(TieredParts<'a>),
    /// The start is drawn and has no index, so that there are no rows.
    None,
}

/// Solves the positions of `extent` by a back end. The result is the same as without one.
pub(super) fn solve<'a>(
    opened: &'a OpenedGame,
    extent: Extent<'_>,
    reduced: bool,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<PartitionedGame<'a>, BuildError> {
    let game = opened.as_dyn();
    match (extent, by_index(game, extent, reduced), by_word(game)) {
        (_, Some(by_index), _) => {
            match indexed::solve(game, by_index, extent, reduced, exchange, limits, checkpointer)? {
                Some((parts, statistics)) => Ok(PartitionedGame { parts: Parts::Indexed(parts), statistics }),
                None => {
                    // There is nothing to solve.
                    let solved = crate::solver::build::indexed::solve(
                        game,
                        by_index.0,
                        by_index.1,
                        extent,
                        reduced,
                        limits,
                        Checkpointer::none(),
                    )?;
                    Ok(PartitionedGame { parts: Parts::None, statistics: solved.count(limits)? })
                }
            }
        }
        (Extent::From(start), None, Some((words, undefined))) if !reduced => {
            let (parts, statistics) = tiered::solve(words, undefined, start, exchange, limits, checkpointer)?;
            Ok(PartitionedGame { parts: Parts::Tiered(parts), statistics })
        }
        (Extent::From(start), None, _) => {
            let (parts, statistics) = explored::from_start(game, start, reduced, exchange, limits, checkpointer)?;
            Ok(PartitionedGame { parts: Parts::Explored(parts), statistics })
        }
        (Extent::All, None, _) => match opened {
            OpenedGame::Graph(_) if reduced => Err(BuildError::NoClasses),
            OpenedGame::Graph(graph) => {
                let (parts, statistics) = explored::graph(graph, exchange, limits, checkpointer)?;
                Ok(PartitionedGame { parts: Parts::Explored(parts), statistics })
            }
            _ => Err(why_not_all(game)),
        },
    }
}

impl PartitionedGame<'_> {
    pub(super) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    pub(super) fn order(&self) -> Order {
        match self.parts {
            Parts::Explored(_) => Order::Key,
            Parts::Tiered(_) => Order::Word,
            Parts::Indexed(_) | Parts::None => Order::Index,
        }
    }

    pub(super) fn rows(
        &self,
        both: bool,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), BuildError> {
        match &self.parts {
            Parts::Explored(explored) => explored.rows(limits, each),
            Parts::Indexed(indexed) => indexed.rows(both, limits, each),
            Parts::Tiered(tiered) => tiered.rows(limits, each),
            Parts::None => Ok(()),
        }
    }

    pub(super) fn position(&self, row: &Row) -> Key {
        match (&self.parts, row.id) {
            (Parts::Explored(explored), RowId::Listed(number)) => explored.position(number),
            (Parts::Indexed(indexed), RowId::Index(index)) => indexed.position(index, row.player),
            (Parts::Tiered(tiered), RowId::Word(_, word)) => tiered.position(word),
            _ => panic!("a row of another solution"),
        }
    }

    /// Whether the rows with `both` are all indices, without a gap.
    pub(super) fn is_dense(&self) -> bool {
        matches!(&self.parts, Parts::Indexed(indexed) if indexed.is_dense())
    }

    /// Whether a row with `both` may stand for several positions.
    pub(super) fn is_weighted(&self) -> bool {
        matches!(&self.parts, Parts::Indexed(indexed) if indexed.is_weighted())
    }

    /// Whether the game has a cycle and Grundy values.
    pub(super) fn has_stages(&self) -> bool {
        matches!(&self.parts, Parts::Explored(explored) if explored.has_stages())
    }

    /// Whether any position has a value ∞(K).
    pub(super) fn has_infinite_values(&self) -> bool {
        matches!(&self.parts, Parts::Explored(explored) if explored.has_infinite_values())
    }

    /// The set K of a row's value ∞(K); `None` if its value is another one.
    pub(super) fn loopy(&self, row: &Row) -> Option<Box<[Nimber]>> {
        match (&self.parts, row.id) {
            (Parts::Explored(explored), RowId::Listed(number)) => explored.loopy(number),
            _ => None,
        }
    }

    /// The stage of a row's finite value.
    pub(super) fn stage(&self, row: &Row) -> Option<u32> {
        match (&self.parts, row.id) {
            (Parts::Explored(explored), RowId::Listed(number)) => explored.stage(number),
            _ => None,
        }
    }

    /// The text of a position, where there is a faster way than through its key.
    pub(super) fn text(&self, row: &Row) -> Option<String> {
        match (&self.parts, row.id) {
            (Parts::Tiered(tiered), RowId::Word(_, word)) => Some(tiered.text(word)),
            _ => None,
        }
    }
}
