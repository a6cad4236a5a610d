//! Games with indices solved in partitions.

use super::sum::sum;
use crate::answer::PositionValue;
use crate::checkpoint::Checkpointer;
use crate::game::{Index, Player};
use crate::limits::Limits;
use crate::solve::partitioned::{Exchange, ExchangeError, IndexedRows, Marks, solve_indexed_partitioned};
use crate::solver::build::error::{BuildError, Extent};
use crate::solver::build::index_rows::{Stop, emit};
use crate::solver::build::indexed::row_filter::turns;
use crate::solver::build::row::Row;
use crate::solver::build::statistics::{Count, Parts, Statistics};
use crate::text::{DynGame, DynIndexed, Key};
use crate::value::{Grundy, Undefined, Verdict};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of rows between two checks of the limits.
const STEPS: u64 = 1 << 18;

/// A game with indices whose values are in a storage.
pub(super) struct IndexedParts<'a> {
    indexed: &'a dyn DynIndexed,
    rows: IndexedRows,
    /// The player to move at the start.
    mover: Option<Player>,
    /// The parts of the layers.
    parts: Parts,
    /// The canonical positions of the classes, if one position of each is counted.
    classes: Option<Marks>,
    is_dense: bool,
}

/// Solves every index, counts the positions of `extent`, and brings the values to process 0. `None` if the start has no index: then it is
/// drawn, and no other position is counted.
pub(super) fn solve<'a>(
    game: &dyn DynGame,
    (indexed, undefined): (&'a dyn DynIndexed, Undefined),
    extent: Extent<'_>,
    reduced: bool,
    exchange: &mut dyn Exchange,
    limits: &Limits<'_>,
    checkpointer: Checkpointer<'_>,
) -> Result<Option<(IndexedParts<'a>, Statistics)>, BuildError> {
    let start = match extent {
        Extent::From(start) => Some(start.clone()),
        Extent::All => game.start(),
    };
    let root = match extent {
        Extent::All => None,
        Extent::From(start) => match indexed.index_of(start) {
            Some(index) => Some(index),
            None => return Ok(None),
        },
    };
    let mover = start.as_ref().and_then(|start| indexed.player(start));
    let rows = solve_indexed_partitioned(indexed, root, exchange, limits, checkpointer)?;
    let mut parts = IndexedParts { indexed, rows, mover, parts: Parts::new(indexed), classes: None, is_dense: false };
    if reduced && !indexed.is_by_class() {
        parts.classes = Some(parts.classes(exchange)?);
    }
    let start_index = start.as_ref().and_then(|start| indexed.index_of(start));
    let counted = parts.count(start_index, exchange, limits)?;
    parts.is_dense = counted.rows == indexed.count();
    parts.rows.collect(exchange)?;
    if let Some(classes) = parts.classes {
        classes.gather(exchange)?;
    }
    let statistics = counted.count.statistics_with(
        parts.parts.clone(),
        counted.moves,
        start.map(|start| {
            let verdict = counted.start.unwrap_or(Verdict::Draw);
            (start, PositionValue::solved(verdict, Grundy::Undefined(undefined)))
        }),
    );
    Ok(Some((parts, statistics)))
}

/// A function of an index, its verdict, the players to move at its counted positions, and the number of positions that each stands for.
type EachIndex<'a, E> = dyn FnMut(Index, Verdict, &[Option<Player>], u64) -> Result<(), E> + 'a;

/// The counts of all processes.
struct Counted {
    count: Count,
    moves: u64,
    /// Number of indices with a counted position, if not one of each class is counted.
    rows: u64,
    start: Option<Verdict>,
}

impl IndexedParts<'_> {
    /// Finds the canonical positions of the classes of all counted positions.
    fn classes(&self, exchange: &mut dyn Exchange) -> Result<Marks, BuildError> {
        let no_classes = || ExchangeError::Unsupported(BuildError::NoClasses.to_string());
        let marks = Marks::collect(exchange, &self.rows, &|partition, mark| {
            (0..self.rows.layers()).try_for_each(|layer| {
                self.rows.rows(layer, partition, |index, _, sides| {
                    let (class, _) = self.indexed.class(index).ok_or_else(no_classes)?;
                    turns(self.indexed, self.mover, index, sides)
                        .try_for_each(|player| mark(class, player == Some(Player::Right)))
                })
            })
        })?;
        Ok(marks)
    }

    /// Calls `each` with every counted index of a partition and layer.
    fn each<E: From<ExchangeError> + From<BuildError>>(
        &self,
        layer: usize,
        partition: u32,
        each: &mut EachIndex<'_, E>,
    ) -> Result<(), E> {
        let mut movers = Vec::new();
        match self.classes {
            None => {
                let (mut sizes, mut part, mut last) = (ClassSizes::new(self.indexed), 0, None);
                self.rows.rows(layer, partition, |index, verdict, sides| {
                    // If all positions are counted, all indices of a part have the same players to move.
                    let has_parts = sides.is_none() && !self.parts.is_empty();
                    let current = has_parts.then(|| self.parts.of(index, &mut part));
                    if current.is_none() || current != last {
                        movers.clear();
                        movers.extend(turns(self.indexed, self.mover, index, sides));
                        movers.sort_unstable();
                        last = current;
                    }
                    each(index, verdict, &movers, sizes.of(index)?)
                })
            }
            Some(classes) => self.rows.marked(layer, partition, classes, |index, verdict, sides| {
                let (_, size) = self.indexed.class(index).ok_or(BuildError::NoClasses)?;
                let has_player =
                    self.indexed.position(index, None).is_some_and(|at| self.indexed.player(&at).is_some());
                movers.clear();
                let players = [Player::Left, Player::Right].into_iter().zip(sides);
                movers.extend(
                    players.filter(|(_, is_set)| *is_set).map(|(player, _)| Some(player).filter(|_| has_player)),
                );
                each(index, verdict, &movers, size)
            }),
        }
    }

    /// Calls `each` with every counted index of a partition.
    fn each_of<E: From<ExchangeError> + From<BuildError>>(
        &self,
        partition: u32,
        each: &mut EachIndex<'_, E>,
    ) -> Result<(), E> {
        (0..self.rows.layers()).try_for_each(|layer| self.each(layer, partition, each))
    }

    fn count(
        &self,
        start: Option<Index>,
        exchange: &mut dyn Exchange,
        limits: &Limits<'_>,
    ) -> Result<Counted, BuildError> {
        let parts = &self.parts;
        let (counts, first) = (Mutex::new(Count::of_parts(parts)), Mutex::new(None));
        let (moves, indices) = (AtomicU64::new(0), AtomicU64::new(0));
        let is_by_class = self.classes.is_some() || self.indexed.is_by_class();
        // The moves that the solver counts are not those of classes if one position of each is counted, or the reachable ones alone.
        let counts_moves_by_row = self.classes.is_some() || self.indexed.is_by_class() && !self.rows.counts_all();
        exchange.round(&|partition, _, _| {
            let (mut count, mut rows, mut of_partition, mut part) = (Count::of_parts(parts), 0_u64, 0, 0);
            let mut options = Vec::new();
            self.each_of::<Failed>(partition, &mut |index, verdict, movers, size| {
                if rows.is_multiple_of(STEPS) {
                    limits.check(rows, 0).map_err(ExchangeError::from)?;
                }
                rows += 1;
                count.add_all(verdict, movers, size);
                if !parts.is_empty() {
                    count.add_to_part(parts.of(index, &mut part), verdict);
                }
                if counts_moves_by_row {
                    options.clear();
                    of_partition += size * self.indexed.options(&[index], &mut options) * movers.len() as u64;
                }
                Ok(())
            })
            .map_err(|Failed(error)| error)?;
            if let Some(index) = start
                && let Some(verdict) = self.rows.verdict(partition, index)?
            {
                *first.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
            }
            moves.fetch_add(of_partition, Ordering::Relaxed);
            indices.fetch_add(rows, Ordering::Relaxed);
            counts.lock().unwrap_or_else(PoisonError::into_inner).merge(&count);
            Ok(())
        })?;
        let mut totals = [moves.into_inner(), indices.into_inner()];
        exchange.sum(&mut totals)?;
        let moves = if counts_moves_by_row { totals[0] } else { self.rows.moves() };
        let count = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (count, start) = sum(exchange, count, first, self.rows.max_remoteness() as usize + 1)?;
        Ok(Counted { count, moves, rows: if is_by_class { 0 } else { totals[1] }, start })
    }

    /// Calls `each` with every position in the order of the indices, or, with `both`, with every index.
    pub(super) fn rows(
        &self,
        both: bool,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), BuildError> {
        let mut steps = 0_u64;
        let layers = 0..self.rows.layers();
        let all = layers.flat_map(|layer| (0..self.rows.partitions()).map(move |partition| (layer, partition)));
        for (layer, partition) in all {
            let done = self.each::<Stop>(layer, partition, &mut |index, verdict, movers, size| {
                if steps.is_multiple_of(STEPS) {
                    limits.check(steps, 0).map_err(BuildError::from)?;
                }
                steps += 1;
                emit((index, verdict), movers, size, both, each)
            });
            if !Stop::check(done)? {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn is_dense(&self) -> bool {
        self.is_dense
    }

    pub(super) fn is_weighted(&self) -> bool {
        self.classes.is_some() || self.indexed.is_by_class() || self.indexed.is_colour_symmetric()
    }

    pub(super) fn position(&self, index: Index, player: Option<Player>) -> Key {
        self.indexed.position(index, player).expect("the index of a stored position")
    }
}

/// The sizes of classes, for games whose indices stand for them.
struct ClassSizes<'a> {
    indexed: &'a dyn DynIndexed,
    /// The sizes of these indices.
    sizes: Vec<u64>,
    first: u64,
}

impl<'a> ClassSizes<'a> {
    /// Number of indices for which the game is called at a time.
    const BLOCK: u64 = 64;

    fn new(indexed: &'a dyn DynIndexed) -> Self {
        Self { indexed, sizes: Vec::new(), first: 0 }
    }

    /// The size of the class of an index, 1 for other games.
    fn of(&mut self, index: Index) -> Result<u64, BuildError> {
        if !self.indexed.is_by_class() {
            return Ok(1);
        }
        let at = usize::try_from(index.0.wrapping_sub(self.first)).ok();
        let size = match at.and_then(|at| self.sizes.get(at)) {
            Some(size) => *size,
            None => {
                self.first = index.0;
                let rest = self.indexed.count() - index.0;
                self.sizes.resize(rest.min(Self::BLOCK) as usize, 0);
                self.indexed.class_sizes(index, &mut self.sizes);
                self.sizes[0]
            }
        };
        if size == 0 { Err(BuildError::NoClasses) } else { Ok(size) }
    }
}

/// Why a round that counts fails.
struct Failed(ExchangeError);

impl From<ExchangeError> for Failed {
    fn from(error: ExchangeError) -> Self {
        Self(error)
    }
}

impl From<BuildError> for Failed {
    fn from(error: BuildError) -> Self {
        Self(ExchangeError::Unsupported(error.to_string()))
    }
}
