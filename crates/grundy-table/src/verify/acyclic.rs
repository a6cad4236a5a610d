//! Checks that positions with finite Grundy values form no cycle, with the values of all rows in memory.
//!
//! Values that are correct by their options could support one another in a cycle. The check repeatedly removes a position with a finite
//! value to which no other such position leads. Positions that cannot be removed are on a cycle, or a cycle leads to them. The time is
//! O(V + E), with two expansions of each position.

use super::{Check, STEPS, VerifyError};
use crate::probe::position_value;
use crate::segment::{FoundRow, Lookup, Segment};
use grundy::PositionValue;
use grundy::verify::ValueFault;

/// The memory of the check for `rows` rows, in bytes: a count for each row, and a list of rows that grows by doubling.
pub(super) fn bytes(rows: u64) -> u64 {
    rows.saturating_mul(4 + 16)
}

/// The count for a row that has no Grundy value or was removed.
const NONE: u32 = u32::MAX;

impl Check<'_> {
    /// Checks that positions with finite Grundy values form no cycle. The segment holds all rows.
    pub(super) fn no_cycles_at_once(&self, segment: &Segment) -> Result<(), VerifyError> {
        let rows = segment.run().1 as usize;
        // For each row with a Grundy value, the number of such rows that lead to it.
        let mut entries = vec![NONE; rows];
        let count = |entry: u32, more: u32| if entry == NONE { more } else { entry.saturating_add(more) };
        for first in (0..rows).step_by(STEPS as usize) {
            let block: Vec<usize> = (first..rows.min(first + STEPS as usize)).collect();
            self.each_with_value(segment, &block, |row, options| {
                entries[row] = count(entries[row], 0);
                options.iter().for_each(|&option| entries[option] = count(entries[option], 1));
            })?;
        }
        let mut free: Vec<usize> = (0..rows).filter(|&row| entries[row] == 0).collect();
        while !free.is_empty() {
            let removed = free.split_off(free.len().saturating_sub(STEPS as usize));
            removed.iter().for_each(|&row| entries[row] = NONE);
            self.each_with_value(segment, &removed, |_, options| {
                for &option in options {
                    entries[option] = entries[option].saturating_sub(1);
                    if entries[option] == 0 {
                        free.push(option);
                    }
                }
            })?;
        }
        let left = entries.iter().position(|&entry| entry != NONE);
        match left.and_then(|row| Some((row, segment.key(row)?, segment.row(row)?))) {
            Some((row, at, stored)) => {
                Err(self.wrong_in(segment, row as u64, &at, self.value_of(&stored), ValueFault::Grundy)?)
            }
            None => Ok(()),
        }
    }

    fn value_of(&self, row: &FoundRow) -> PositionValue {
        position_value(self.game, row.verdict, row.value)
    }

    /// Expands those of `rows` that have a Grundy value, and calls `each` with each of them and the rows of its options.
    fn each_with_value(
        &self,
        segment: &Segment,
        rows: &[usize],
        mut each: impl FnMut(usize, &[usize]),
    ) -> Result<(), VerifyError> {
        self.limits.check(0, 0)?;
        let (mut with_value, mut positions) = (Vec::new(), Vec::new());
        for &row in rows {
            if let Some((at, stored)) = segment.key(row).zip(segment.row(row))
                && stored.value.is_some()
            {
                with_value.push((row, stored));
                positions.push(at);
            }
        }
        let (mut options, mut found) = (Vec::new(), Vec::new());
        self.game.expand_all(self.table.header().is_reduced, &positions, |i, node| {
            let (row, stored) = &with_value[i];
            node.distinct_options(&mut options)?;
            found.clear();
            for option in &options {
                let key = self.table.representative(self.game, option)?.and_then(|at| self.finder.row_key(at));
                match key.map_or(Lookup::Missing, |key| segment.find(&key)) {
                    Lookup::Found(option) => found.push(option.row as usize),
                    Lookup::Elsewhere | Lookup::Missing => {
                        let value = self.value_of(stored);
                        return Err(self.wrong_in(segment, *row as u64, &positions[i], value, ValueFault::Missing)?);
                    }
                }
            }
            each(*row, &found);
            Ok(true)
        })?;
        Ok(())
    }
}
