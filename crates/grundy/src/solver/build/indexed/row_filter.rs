//! Selects the positions of an indexed game that are counted: the reachable ones, or all, or one of each class.

use crate::game::{Index, InitialState, Player};
use crate::graph::ReachableIndices;
use crate::limits::{Limits, RunError};
use crate::solve::IndexedSolution;
use crate::solver::build::error::BuildError;
use crate::solver::build::statistics::Count;
use crate::text::DynIndexed;
use crate::value::Verdict;
use std::ops::Range;

/// Number of indices for which the game is called at a time.
const BLOCK: usize = 1 << 12;

/// Number of indices between two checks of the limits.
const STEPS: u64 = 1 << 18;

/// The positions that are counted.
pub(super) struct RowFilter<'a> {
    pub(super) indexed: &'a dyn DynIndexed,
    /// The reachable positions; `None`: all positions.
    pub(super) reached: Option<ReachableIndices>,
    /// The player to move at the start.
    pub(super) mover: Option<Player>,
}

/// The players to move at the counted positions of an index; `None` if the game gives no player. `mover` moves at the start, and `sides` says
/// whether the index is reachable with the player to move of the start, and with the other one; `None` if all positions are counted.
pub(in crate::solver::build) fn turns(
    indexed: &dyn DynIndexed,
    mover: Option<Player>,
    index: Index,
    sides: Option<[bool; 2]>,
) -> impl Iterator<Item = Option<Player>> {
    let player = || indexed.mover(index);
    let (movers, sides) = match sides {
        Some(sides) if indexed.is_colour_symmetric() => ([mover, mover.map(Player::other)], sides),
        None if indexed.is_shared(index) => ([Some(Player::Left), Some(Player::Right)], [true, true]),
        _ => ([player(), None], [true, false]),
    };
    movers.into_iter().zip(sides).filter(|(_, is_counted)| *is_counted).map(|(player, _)| player)
}

/// Number of different options of all positions of a range of indices; positions that share an index count separately, and if an index stands
/// for a class, all of it.
fn moves_in(indexed: &dyn DynIndexed, range: Range<u64>, limits: &Limits<'_>) -> Result<u64, BuildError> {
    let mut moves = 0;
    let mut states = vec![InitialState::Unused; BLOCK];
    for first in range.clone().step_by(BLOCK) {
        limits.check(first, 0)?;
        let states = &mut states[..BLOCK.min((range.end - first) as usize)];
        indexed.initial_states(Index(first), states);
        for (index, state) in (first..).map(Index).zip(&*states) {
            if let InitialState::Open(count) = *state {
                let size = if indexed.is_by_class() { indexed.class_size(index) } else { Some(1) };
                let size = size.ok_or(BuildError::NoClasses)?;
                moves += u64::from(count) * size * if indexed.is_shared(index) { 2 } else { 1 };
            }
        }
    }
    Ok(moves)
}

impl RowFilter<'_> {
    /// The players to move at the counted positions of an index; `None` if the game gives no player.
    pub(super) fn turns(&self, index: Index) -> impl Iterator<Item = Option<Player>> {
        let reached = self.reached.as_ref();
        let sides = reached.map(|reached| [reached.contains(index, true), reached.contains(index, false)]);
        turns(self.indexed, self.mover, index, sides)
    }

    /// Calls `each` with every index that has a counted position.
    pub(super) fn each<E: From<RunError>>(
        &self,
        verdicts: &IndexedSolution,
        limits: &Limits<'_>,
        mut each: impl FnMut(Index, Verdict) -> Result<(), E>,
    ) -> Result<(), E> {
        for start in (0..verdicts.count()).step_by(64) {
            if start.is_multiple_of(STEPS) {
                limits.check(start, 0)?;
            }
            let mut word = self.reached.as_ref().map_or(u64::MAX, |reached| reached.word(start as usize / 64));
            while word != 0 {
                let index = Index(start + u64::from(word.trailing_zeros()));
                word &= word - 1;
                if let Some(verdict) = verdicts.get(index) {
                    each(index, verdict)?;
                }
            }
        }
        Ok(())
    }

    /// Counts every position, and all their options.
    pub(super) fn positions(
        &self,
        verdicts: &IndexedSolution,
        limits: &Limits<'_>,
    ) -> Result<(Count, u64), BuildError> {
        let mut count = Count::default();
        self.each(verdicts, limits, |index, verdict| {
            self.turns(index).for_each(|player| count.add(verdict, player, 1));
            Ok::<(), BuildError>(())
        })?;
        let moves = match &self.reached {
            Some(reached) => reached.moves(),
            None if self.indexed.is_colour_symmetric() => self.all_moves(limits)?,
            None => verdicts.moves(),
        };
        Ok((count, moves))
    }

    /// Number of different options of all positions; positions that share an index count separately.
    fn all_moves(&self, limits: &Limits<'_>) -> Result<u64, BuildError> {
        moves_in(self.indexed, 0..self.indexed.count(), limits)
    }

    /// Counts one position of each class, and the options of all classes.
    pub(super) fn classes(&self, verdicts: &IndexedSolution, limits: &Limits<'_>) -> Result<(Count, u64), BuildError> {
        let mut count = Count::default();
        let mut moves = 0;
        let mut options = Vec::new();
        self.each_class(verdicts, limits, |class, verdict, player, size| {
            count.add(verdict, player, size);
            options.clear();
            moves += size * self.indexed.options(&[class], &mut options);
        })?;
        Ok((count, moves))
    }

    /// The canonical indices of the classes as a bitset, with two bits each: the first if the player who begins moves
    /// (or the game gives no player), the second for the other player.
    pub(super) fn canonical_indices(
        &self,
        verdicts: &IndexedSolution,
        limits: &Limits<'_>,
    ) -> Result<Vec<[u64; 2]>, BuildError> {
        self.each_class(verdicts, limits, |_, _, _, _| ())
    }

    /// Calls `each` once for every class and player to move, and returns the classes found.
    fn each_class(
        &self,
        verdicts: &IndexedSolution,
        limits: &Limits<'_>,
        mut each: impl FnMut(Index, Verdict, Option<Player>, u64),
    ) -> Result<Vec<[u64; 2]>, BuildError> {
        // The classes already counted, by the index of their canonical position and the player to move.
        let words = verdicts.count().div_ceil(64);
        limits.check(0, 16 * words)?;
        let mut bits = vec![[0_u64; 2]; words as usize];
        self.each(verdicts, limits, |index, verdict| {
            let (class, size) = self.indexed.class(index).ok_or(BuildError::NoClasses)?;
            let bit = 1 << (class.0 % 64);
            for player in self.turns(index) {
                let word = &mut bits[class.0 as usize / 64][usize::from(player == Some(Player::Right))];
                if *word & bit == 0 {
                    *word |= bit;
                    each(class, verdict, player, size);
                }
            }
            Ok::<(), BuildError>(())
        })?;
        Ok(bits)
    }

    /// Whether the game gives the player to move at the position of an index.
    pub(super) fn has_player(&self, index: Index) -> bool {
        self.indexed.position(index, None).is_some_and(|at| self.indexed.player(&at).is_some())
    }
}
