//! Whether positions with finite Grundy values form no cycle, in bounded memory.
//!
//! Values that are right by their options could ground one another on a cycle. A position is *grounded* when all its options
//! are, so that a cycle, and what leads to it, never is. Part by part of the table, a bit notes each row that has an option in
//! another part which is not grounded; those of the others that have none in the part itself are grounded, to and fro until no
//! more are; then the same for all parts, to and fro, until a round grounds none. In the order of the keys options mostly stand all before or
//! all after their positions, and a few rounds do; how many are needed at worst, the longest play has as moves. The
//! referee's own way (`check_table`) is taken wherever it fits.

use super::bits::Bits;
use super::{Check, STEPS, WrongTable};
use crate::part::{Found, Part};
use crate::rows::MANY;
use grundy::text::Key;
use grundy::verify::Wrong;
use std::ops::Range;

/// Bytes for what is noted of so many rows.
pub(super) fn bytes(rows: u64) -> u64 {
    rows.div_ceil(64) * 16
}

/// What is noted of rows.
struct Notes {
    grounded: Bits,
    blocked: Bits,
}

impl Check<'_> {
    /// Sees that every position with a Grundy value is grounded.
    pub(super) fn no_cycles(&self) -> Result<(), WrongTable> {
        let stored = self.table.counts().stored;
        let room = self.room - bytes(stored);
        let mut notes = Notes { grounded: Bits::new(stored), blocked: Bits::new(stored) };
        // What has no value is on no cycle of values, and no option of what has one.
        for first in (0..stored).step_by(MANY as usize) {
            self.limits.check(0, 0)?;
            let rows = self.table.rows(first, MANY)?;
            (0..rows.len())
                .filter(|&row| rows.grundy(row).is_none())
                .for_each(|row| notes.grounded.set(first + row as u64));
        }
        let (mut runs, mut next) = (Vec::new(), 0);
        while next < stored {
            let (first, rows) = self.part(next, room)?.run();
            next = first + rows;
            runs.push(first..next);
        }
        let mut is_back = false;
        while let Some(row) = notes.grounded.first_unset(0, stored) {
            let mut is_more = false;
            for number in 0..runs.len() {
                let run = if is_back { runs.len() - 1 - number } else { number };
                is_more |= self.ground(&runs, run, room, &mut notes)?;
            }
            if !is_more {
                return Err(self.shown(row, Wrong::Grundy)?);
            }
            is_back = !is_back;
        }
        Ok(())
    }

    /// Grounds what can be of a run of rows; tells whether there was any.
    fn ground(&self, runs: &[Range<u64>], run: usize, room: u64, notes: &mut Notes) -> Result<bool, WrongTable> {
        let own = runs[run].clone();
        let is_open = |notes: &Notes, run: &Range<u64>| notes.grounded.first_unset(run.start, run.end).is_some();
        if !is_open(notes, &own) {
            return Ok(false);
        }
        notes.blocked.clear();
        for other in runs.iter().filter(|other| **other != own) {
            // What is grounded blocks nothing.
            if is_open(notes, other) {
                let part = self.part(other.start, room)?;
                self.each_open(&own, false, notes, |at, number, notes| {
                    if !self.is_grounded_in(&part, &at, notes) {
                        notes.blocked.set(number);
                    }
                })?;
            }
        }
        let part = self.part(own.start, room)?;
        let (mut any, mut is_back) = (false, false);
        loop {
            let mut is_more = false;
            self.each_open(&own, is_back, notes, |at, number, notes| {
                if self.is_grounded_in(&part, &at, notes) {
                    notes.grounded.set(number);
                    is_more = true;
                }
            })?;
            if !is_more {
                return Ok(any);
            }
            (any, is_back) = (true, !is_back);
        }
    }

    /// Calls `each` with those rows of a run that are neither grounded nor blocked, from the last on where `is_back`.
    fn each_open(
        &self,
        run: &Range<u64>,
        is_back: bool,
        notes: &mut Notes,
        mut each: impl FnMut(Key, u64, &mut Notes),
    ) -> Result<(), WrongTable> {
        let many = (run.end - run.start).div_ceil(MANY);
        for number in 0..many {
            let first = run.start + MANY * if is_back { many - 1 - number } else { number };
            let end = run.end.min(first + MANY);
            if notes.grounded.first_unset(first, end).is_none() {
                continue;
            }
            let rows = self.table.rows(first, end - first)?;
            for row in 0..rows.len() {
                let row = if is_back { rows.len() - 1 - row } else { row };
                let number = first + row as u64;
                if number.is_multiple_of(STEPS) {
                    self.limits.check(0, 0)?;
                }
                if !notes.grounded.get(number) && !notes.blocked.get(number) {
                    each(self.table.position(self.game, &rows, row)?, number, notes);
                }
            }
        }
        Ok(())
    }

    /// Whether those options of a position that are in a part are grounded.
    fn is_grounded_in(&self, part: &Part, at: &Key, notes: &Notes) -> bool {
        let mut options = Vec::new();
        if self.table.header().reduced {
            self.game.options(at, &mut options);
        } else {
            self.game.every_option(at, &mut options);
        }
        options.into_iter().all(|option| {
            let spot = self.table.kept(self.game, &option).and_then(|at| self.finder.spot(at));
            match spot.map_or(Found::Missing, |spot| part.find(&spot)) {
                Found::At(found) => notes.grounded.get(part.row(found)),
                Found::Elsewhere => true,
                Found::Missing => false,
            }
        })
    }
}
