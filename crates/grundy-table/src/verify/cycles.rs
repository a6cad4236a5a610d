//! Checks that positions with finite Grundy values form no cycle, in bounded memory.
//!
//! Values that are correct by their options could support one another in a cycle. A position is *grounded* if all its options are. So a
//! position on a cycle, or one that leads to a cycle, is never grounded. For each segment of the table, a bit marks the rows that have an
//! option in another segment which is not grounded. Of the other rows, those whose options in the segment are all grounded become
//! grounded. This repeats, forwards and backwards in turn, until no row is added; then all segments are visited, forwards and backwards,
//! until a round adds no row. In the order of keys most options come all before or all after their positions, so a few rounds suffice; in
//! the worst case there are as many rounds as the longest play has moves. The check of `acyclic` is used instead wherever it fits in
//! memory.

use super::{Check, STEPS, VerifyError};
use crate::bits::Bits;
use crate::rows::CHUNK_ROWS;
use crate::segment::{Lookup, Segment};
use grundy::text::Key;
use grundy::verify::ValueFault;
use std::ops::Range;

/// The size of the bits for `rows` rows, in bytes.
pub(super) fn bytes(rows: u64) -> u64 {
    rows.div_ceil(64) * 16
}

/// Two bits for each row of the table.
struct Marks {
    grounded: Bits,
    blocked: Bits,
}

impl Check<'_> {
    /// Checks that every position with a Grundy value is grounded.
    pub(super) fn no_cycles(&self) -> Result<(), VerifyError> {
        let stored = self.table.counts().stored;
        let max_bytes = self.max_bytes - bytes(stored);
        let mut marks = Marks { grounded: Bits::new(stored), blocked: Bits::new(stored) };
        // A position without a value is on no cycle of values, and a position with a value has no such option.
        for first in (0..stored).step_by(CHUNK_ROWS as usize) {
            self.limits.check(0, 0)?;
            let rows = self.table.rows(first, CHUNK_ROWS)?;
            (0..rows.len())
                .filter(|&row| rows.grundy(row).is_none())
                .for_each(|row| marks.grounded.set(first + row as u64));
        }
        let (mut runs, mut next) = (Vec::new(), 0);
        while next < stored {
            let (first, rows) = self.segment(next, max_bytes)?.run();
            next = first + rows;
            runs.push(first..next);
        }
        let mut is_backwards = false;
        while let Some(row) = marks.grounded.first_unset(0, stored) {
            let mut is_more = false;
            for number in 0..runs.len() {
                let run = if is_backwards { runs.len() - 1 - number } else { number };
                is_more |= self.ground(&runs, run, max_bytes, &mut marks)?;
            }
            if !is_more {
                return Err(self.wrong_on_disk(row, ValueFault::Grundy)?);
            }
            is_backwards = !is_backwards;
        }
        Ok(())
    }

    /// Grounds all rows of a run that can be grounded now; returns whether any row was added.
    fn ground(&self, runs: &[Range<u64>], run: usize, max_bytes: u64, marks: &mut Marks) -> Result<bool, VerifyError> {
        let own = runs[run].clone();
        let is_open = |marks: &Marks, run: &Range<u64>| marks.grounded.first_unset(run.start, run.end).is_some();
        if !is_open(marks, &own) {
            return Ok(false);
        }
        marks.blocked.clear();
        for other in runs.iter().filter(|other| **other != own) {
            // Grounded rows block no other row.
            if is_open(marks, other) {
                let segment = self.segment(other.start, max_bytes)?;
                self.each_open(&own, false, &segment, marks, |number, is_grounded, marks| {
                    if !is_grounded {
                        marks.blocked.set(number);
                    }
                })?;
            }
        }
        let segment = self.segment(own.start, max_bytes)?;
        let (mut any, mut is_backwards) = (false, false);
        loop {
            let mut is_more = false;
            self.each_open(&own, is_backwards, &segment, marks, |number, is_grounded, marks| {
                if is_grounded {
                    marks.grounded.set(number);
                    is_more = true;
                }
            })?;
            if !is_more {
                return Ok(any);
            }
            (any, is_backwards) = (true, !is_backwards);
        }
    }

    /// Calls `each` with every row of a run that is neither grounded nor blocked, and with whether its options in a segment are all
    /// grounded. The order is descending if `is_backwards`. A row that `each` grounds counts as grounded for the following rows.
    fn each_open(
        &self,
        run: &Range<u64>,
        is_backwards: bool,
        segment: &Segment,
        marks: &mut Marks,
        mut each: impl FnMut(u64, bool, &mut Marks),
    ) -> Result<(), VerifyError> {
        let blocks = (run.end - run.start).div_ceil(STEPS);
        for number in 0..blocks {
            self.limits.check(0, 0)?;
            let first = run.start + STEPS * if is_backwards { blocks - 1 - number } else { number };
            let end = run.end.min(first + STEPS);
            if marks.grounded.first_unset(first, end).is_none() {
                continue;
            }
            let rows = self.table.rows(first, end - first)?;
            let (mut numbers, mut positions) = (Vec::new(), Vec::new());
            for row in 0..rows.len() {
                let row = if is_backwards { rows.len() - 1 - row } else { row };
                let number = first + row as u64;
                if !marks.grounded.get(number) && !marks.blocked.get(number) {
                    numbers.push(number);
                    positions.push(self.table.position(self.game, &rows, row)?);
                }
            }
            let mut options = Vec::new();
            self.game.expand_all::<VerifyError>(self.table.header().is_reduced, &positions, |i, node| {
                node.distinct_options(&mut options)?;
                let is_grounded = self.are_grounded_in(segment, &options, marks)?;
                each(numbers[i], is_grounded, marks);
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// Whether all options that are in a segment are grounded.
    fn are_grounded_in(&self, segment: &Segment, options: &[Key], marks: &Marks) -> Result<bool, VerifyError> {
        for option in options {
            let key = self.table.representative(self.game, option)?.and_then(|at| self.finder.row_key(at));
            let is_grounded = match key.map_or(Lookup::Missing, |key| segment.find(&key)) {
                Lookup::Found(found) => marks.grounded.get(found.row),
                Lookup::Elsewhere => true,
                Lookup::Missing => false,
            };
            if !is_grounded {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
