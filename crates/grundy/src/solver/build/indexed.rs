//! Games whose positions have indices: solves every index and counts the requested positions.

pub(super) mod row_filter;

use super::error::{BuildError, Extent};
use super::index_rows::{Stop, emit};
use super::row::Row;
use super::statistics::{Count, Parts, Statistics};
use crate::answer::PositionValue;
use crate::checkpoint::{CheckpointError, Checkpointer, Decoder, write_u64};
use crate::game::{Index, Player};
use crate::graph::{ReachState, ReachableIndices, reachable_indices_resumable};
use crate::limits::{Limits, RunError};
use crate::solve::{IndexedSolution, IndexedState, check_count, retrograde_indexed_resumable};
use crate::text::{DynGame, DynIndexed, Key};
use crate::value::{Grundy, Undefined, Verdict};
use row_filter::RowFilter;

/// A game solved by the indices of its positions.
pub(super) struct IndexedGame<'a> {
    rows: RowFilter<'a>,
    undefined: Undefined,
    start: Option<Key>,
    /// The verdicts; `None` if the start has no index: then it is drawn, and no other position is counted.
    verdicts: Option<IndexedSolution>,
    reduced: bool,
}

/// Solves every index, even if only the positions of `extent` or one of each class will be read.
pub(super) fn solve<'a>(
    game: &'a dyn DynGame,
    indexed: &'a dyn DynIndexed,
    undefined: Undefined,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<IndexedGame<'a>, BuildError> {
    let start = match extent {
        Extent::From(start) => Some(start.clone()),
        Extent::All => game.start(),
    };
    let mut rows = RowFilter { indexed, reached: None, mover: start.as_ref().and_then(|start| indexed.player(start)) };
    let root = match extent {
        Extent::From(start) => match indexed.index_of(start) {
            Some(index) => Some(index),
            None => return Ok(IndexedGame { rows, undefined, start: Some(start.clone()), verdicts: None, reduced }),
        },
        Extent::All => None,
    };
    // A game that is too large is rejected before the search for reachable positions.
    check_count(indexed.count()).map_err(RunError::from)?;
    limits.check(indexed.count(), bytes(indexed, extent, reduced, limits))?;
    let BuildState { reaching, reached, solving } =
        checkpointer.take_previous(|from| BuildState::read(from, indexed, root))?.unwrap_or_default();
    rows.reached = match (root, reached) {
        (Some(root), None) => {
            let checkpointer = checkpointer.with_prefix(|out| write_u64(out, REACHING));
            Some(reachable_indices_resumable(indexed, root, limits, reaching, checkpointer)?)
        }
        (_, reached) => reached,
    };
    let held_bytes = rows.reached.as_ref().map_or(0, ReachableIndices::bytes);
    let verdicts = {
        let checkpointer = checkpointer.with_prefix(|out| {
            write_u64(out, SOLVING)?;
            rows.reached.as_ref().map_or(Ok(()), |reached| reached.write(out))
        });
        let limits = Limits { memory: limits.memory.map(|memory| memory.saturating_sub(held_bytes)), ..*limits };
        retrograde_indexed_resumable(indexed, &limits, solving, checkpointer)?
    };
    Ok(IndexedGame { rows, undefined, start, verdicts: Some(verdicts), reduced })
}

/// The state of a run: that of the search for reachable positions, or its result and the state of the analysis.
#[derive(Default)]
struct BuildState {
    reaching: Option<ReachState>,
    reached: Option<ReachableIndices>,
    solving: Option<IndexedState>,
}

/// The stages of a run: the first number in the state of each.
const REACHING: u64 = 0;
const SOLVING: u64 = 1;

impl BuildState {
    fn read(from: &mut Decoder<'_>, indexed: &dyn DynIndexed, root: Option<Index>) -> Result<Self, CheckpointError> {
        if from.read_up_to(SOLVING)? == REACHING {
            return Ok(Self { reaching: Some(ReachState::read(from, indexed)?), ..Self::default() });
        }
        let reached = root.map(|_| ReachableIndices::read(from, indexed)).transpose()?;
        Ok(Self { reaching: None, reached, solving: Some(IndexedState::read(from, indexed)?) })
    }
}

impl IndexedGame<'_> {
    pub(super) fn count(&self, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
        let Some(verdicts) = &self.verdicts else {
            return Ok(self.alone());
        };
        let value = self.start.as_ref().map(|start| value(self.rows.indexed, verdicts, self.undefined, start));
        let parts = Parts::new(self.rows.indexed);
        let (mut count, moves) =
            if self.reduced { self.rows.classes(verdicts, limits)? } else { self.rows.positions(verdicts, limits)? };
        if !parts.is_empty() {
            let (mut of_parts, mut last) = (Count::of_parts(&parts), 0);
            self.rows.each(verdicts, limits, |index, verdict| {
                of_parts.add_to_part(parts.of(index, &mut last), verdict);
                Ok::<(), BuildError>(())
            })?;
            count.merge(&of_parts);
        }
        Ok(count.statistics_with(parts, moves, self.start.clone().zip(value)))
    }

    /// The statistics of a drawn start without an index, from which no other position counts as reachable.
    fn alone(&self) -> Statistics {
        let mut count = Count::default();
        let player = self.start.as_ref().and_then(|start| self.rows.indexed.player(start));
        count.add(Verdict::Draw, player, 1);
        let value = PositionValue::solved(Verdict::Draw, Grundy::Undefined(self.undefined));
        count.statistics(0, self.start.clone().map(|start| (start, value)))
    }

    /// Calls `each` with every position in the order of the indices, or, with `both`, with every index.
    pub(super) fn rows(
        &self,
        both: bool,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), BuildError> {
        let Some(verdicts) = &self.verdicts else { return Ok(()) };
        let mut turns = Vec::new();
        let done = if self.reduced {
            self.rows.canonical_indices(verdicts, limits).map_err(Stop::Failed).and_then(|canonical_indices| {
                each_bit(&canonical_indices, |index, canonical_indices| {
                    let known = verdicts.get(index).zip(self.rows.indexed.class(index));
                    let (verdict, (_, size)) = known.ok_or(BuildError::NoClasses)?;
                    let has_player = self.rows.has_player(index);
                    turns.clear();
                    turns.extend(
                        canonical_indices.into_iter().flatten().map(|player| Some(player).filter(|_| has_player)),
                    );
                    emit((index, verdict), &turns, size, both, each)
                })
            })
        } else {
            self.rows.each(verdicts, limits, |index, verdict| {
                turns.clear();
                turns.extend(self.rows.turns(index));
                turns.sort_unstable();
                emit((index, verdict), &turns, 1, both, each)
            })
        };
        Stop::check(done).map(|_| ())
    }

    /// Whether every index represents a position that is counted.
    pub(super) fn is_dense(&self) -> bool {
        let Some(verdicts) = self.verdicts.as_ref().filter(|_| !self.reduced) else { return false };
        let count = verdicts.count();
        let all = |word: u64| if 64 * word + 64 <= count { u64::MAX } else { (1 << (count % 64)) - 1 };
        let is_reached = self.rows.reached.as_ref().is_none_or(|reached| {
            (0..count.div_ceil(64)).all(|word| reached.word(word as usize) & all(word) == all(word))
        });
        is_reached && (0..count).all(|index| verdicts.get(Index(index)).is_some())
    }

    /// Whether a row may represent several positions.
    pub(super) fn is_weighted(&self) -> bool {
        self.reduced || self.rows.indexed.is_colour_symmetric()
    }

    /// The position of an index in which `player` moves.
    pub(super) fn position(&self, index: Index, player: Option<Player>) -> Key {
        self.rows.indexed.position(index, player).expect("the index of a stored position")
    }
}

/// Calls `each` with every index that has a bit set, and with the players of its bits: the first bit is for the player who
/// begins, or for a position without a player.
fn each_bit<E>(
    canonical_indices: &[[u64; 2]],
    mut each: impl FnMut(Index, [Option<Player>; 2]) -> Result<(), E>,
) -> Result<(), E> {
    for (word, [first, second]) in (0_u64..).zip(canonical_indices) {
        let mut set = first | second;
        while set != 0 {
            let bit = set.trailing_zeros();
            set &= set - 1;
            let player = |word: &u64, player| (word >> bit & 1 == 1).then_some(player);
            each(Index(64 * word + u64::from(bit)), [player(first, Player::Left), player(second, Player::Right)])?;
        }
    }
    Ok(())
}

/// The value of a position when all indices are solved.
pub(in crate::solver) fn value(
    indexed: &dyn DynIndexed,
    solution: &IndexedSolution,
    undefined: Undefined,
    at: &Key,
) -> PositionValue {
    let verdict = indexed.index_of(at).and_then(|index| solution.get(index)).unwrap_or(Verdict::Draw);
    PositionValue::solved(verdict, Grundy::Undefined(undefined))
}

/// Memory needed to build, in bytes: with all allowed threads, or with one if that exceeds the limit.
pub(in crate::solver) fn bytes(
    indexed: &dyn DynIndexed,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> u64 {
    let on_all = bytes_on(limits.workers(), indexed, extent, reduced);
    if on_all > limits.max_memory() { bytes_on(1, indexed, extent, reduced) } else { on_all }
}

fn bytes_on(threads: usize, indexed: &dyn DynIndexed, extent: Extent<'_>, reduced: bool) -> u64 {
    let count = indexed.count();
    let searched = ReachableIndices::bytes_for(count, indexed.is_colour_symmetric());
    let held_bytes = match extent {
        Extent::From(_) => searched / 2,
        Extent::All => 0,
    };
    let classes = if reduced { 16 * count.div_ceil(64) } else { 0 };
    let solving = held_bytes.saturating_add(crate::solve::bytes_for_indices(count, threads));
    solving.max(searched).max(held_bytes.saturating_add(count).saturating_add(classes))
}
