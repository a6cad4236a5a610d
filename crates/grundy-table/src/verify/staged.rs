//! Checks Grundy values of games with cycles by their stages, in bounded memory.
//!
//! The conditions are those of [`grundy::verify::LoopyValue`], in two rounds. If the values of all rows fit in memory, they are loaded
//! once. Otherwise the table is divided into segments, of which two are in memory at a time. One segment takes its turn: in the first round
//! its options are looked up in each of the other segments; then, in the second round, the stages of the rows of each other segment are
//! checked by their options in this one. So with *n* segments the table is read 2*n* times. All rows are read in the order of the table, and each position is expanded once a round and segment.

use super::{Check, STEPS, VerifyError};
use crate::Rows;
use crate::bits::Bits;
use crate::probe::staged_value;
use crate::segment::{Lookup, Segment};
use crate::staged_rows::{NewValue, StagedRows};
use grundy::PositionValue;
use grundy::text::Key;
use grundy::value::{Grundy, Nimber};
use grundy::verify::{LoopyValue, NO_STAGE, ValueFault};
use std::ops::Range;

/// The memory in bytes for a bit for each of `rows` rows.
pub(super) fn bytes(rows: u64) -> u64 {
    rows.div_ceil(64) * 8
}

/// Consecutive rows with their Grundy values.
struct StagedSegment {
    keys: Segment,
    rows: StagedRows,
}

impl StagedSegment {
    /// The numbers of the rows.
    fn range(&self) -> Range<u64> {
        let (first, rows) = self.keys.run();
        first..first + rows
    }

    /// The value of the row with this number.
    fn value(&self, number: u64) -> LoopyValue<'_> {
        self.rows.get((number - self.range().start) as usize)
    }
}

/// The results of the first round for the rows of a segment.
struct Seen {
    /// For each number that the value of a row requires, the lowest stage of the options that have it.
    lowest: Vec<u32>,
    /// The infinite rows with an option that keeps them infinite.
    endless: Bits,
}

impl Seen {
    fn new(segment: &StagedSegment) -> Self {
        let (_, rows) = segment.keys.run();
        Self { lowest: vec![NO_STAGE; segment.rows.numbers()], endless: Bits::new(rows) }
    }
}

impl Check<'_> {
    /// Checks the Grundy value of every row. The outcomes and the number of moves were checked before.
    pub(super) fn staged_values(&self) -> Result<(), VerifyError> {
        let stored = self.table.counts().stored;
        if stored > 0 && self.game.info().without_grundy.is_some() {
            return Err(self.wrong_staged_row(0, ValueFault::Grundy)?);
        }
        let max_bytes = self.max_bytes - bytes(stored);
        // The rows whose stage is right, if no option requires a higher one.
        let mut attained = Bits::new(stored);
        let all = self.staged_segment(0..stored, max_bytes)?;
        if all.range().end == stored {
            let mut seen = Seen::new(&all);
            self.see_options(&all, &all, &mut seen)?;
            self.check_seen(&all, &seen, &mut attained)?;
            self.check_stages(&all, &all, &seen, &mut attained)?;
        } else {
            drop(all);
            self.staged_values_in_segments(max_bytes / 2, &mut attained)?;
        }
        match attained.first_unset(0, stored) {
            Some(row) => Err(self.wrong_staged_row(row, ValueFault::Stage)?),
            None => Ok(()),
        }
    }

    /// Checks the values with two segments in memory, of at most `max_bytes` bytes each.
    fn staged_values_in_segments(&self, max_bytes: u64, attained: &mut Bits) -> Result<(), VerifyError> {
        let stored = self.table.counts().stored;
        let (mut ranges, mut next) = (Vec::new(), 0);
        while next < stored {
            let range = self.staged_segment(next..stored, max_bytes)?.range();
            next = range.end;
            ranges.push(range);
        }
        for range in &ranges {
            let own = self.staged_segment(range.clone(), max_bytes)?;
            let mut seen = Seen::new(&own);
            self.see_options(&own, &own, &mut seen)?;
            let others = || ranges.iter().filter(|other| *other != range);
            for other in others() {
                self.see_options(&own, &self.staged_segment(other.clone(), max_bytes)?, &mut seen)?;
            }
            self.check_seen(&own, &seen, attained)?;
            self.check_stages(&own, &own, &seen, attained)?;
            for other in others() {
                self.check_stages(&self.staged_segment(other.clone(), max_bytes)?, &own, &seen, attained)?;
            }
        }
        Ok(())
    }

    /// Loads the rows of a range, as many of the first as fit.
    fn staged_segment(&self, range: Range<u64>, max_bytes: u64) -> Result<StagedSegment, VerifyError> {
        let mut segment = StagedSegment {
            keys: Segment::new(self.table, &self.finder, false, range.start, max_bytes),
            rows: StagedRows::default(),
        };
        let StagedSegment { keys, rows: staged } = &mut segment;
        // One row more, because the segment needs the key at which the next one begins.
        let with_next = range.start..self.table.counts().stored.min(range.end + 1);
        self.each_block(with_next, |block| {
            for i in 0..block.positions.len() {
                let (rows, row, number) = block.row(i);
                let new = self.segment_row(block, i, &block.positions[i], None)?;
                let value = match self.new_value(rows, row) {
                    Ok(value) => value,
                    Err(fault) => return Err(self.wrong_staged_row(number, fault)?),
                };
                let bytes = keys.bytes_with(&new.key).saturating_add(staged.bytes_with(&value));
                if number == range.end || number > range.start && bytes > max_bytes {
                    keys.end_before(new.key);
                    return Ok(false);
                }
                staged.push(&value);
                let is_pushed = keys.push(new);
                debug_assert!(is_pushed, "keys and values have room together");
            }
            Ok(true)
        })?;
        Ok(segment)
    }

    /// The value of a row, if it agrees with the outcome.
    fn new_value<'r>(&self, rows: &'r Rows, row: usize) -> Result<NewValue<'r>, ValueFault> {
        let stored = staged_value(rows.grundy(row), rows.loopy(row).map(Into::into), rows.stage(row));
        if stored.grundy.outcome() != Some(rows.verdict(row).outcome()) {
            return Err(ValueFault::Grundy);
        }
        // A position of value m has m options, one of them of value m − 1, and so on. This bounds what a crafted table makes the check
        // allocate.
        let value_of = |number: Nimber| {
            let value = u32::try_from(number.0).ok()?;
            (number.0 * (number.0 + 1) / 2 <= self.table.counts().moves).then_some(value)
        };
        match (stored.grundy, stored.stage, rows.loopy(row)) {
            (Grundy::Finite(_), Some(0), _) => Err(ValueFault::Stage),
            (Grundy::Finite(number), Some(stage), _) => {
                value_of(number).map(|value| NewValue::Finite { value, stage }).ok_or(ValueFault::Grundy)
            }
            (_, _, Some(set)) if set.last().is_none_or(|&most| value_of(most).is_some()) => Ok(NewValue::Infinite(set)),
            _ => Err(ValueFault::Grundy),
        }
    }

    /// The first round: processes the options of the rows of a segment that are in another segment.
    fn see_options(&self, own: &StagedSegment, other: &StagedSegment, seen: &mut Seen) -> Result<(), VerifyError> {
        self.each_row(own, |row, options| {
            let (value, lowest) = (own.rows.get(row), &mut seen.lowest[own.rows.range(row)]);
            let mut has_infinite_option = seen.endless.get(row as u64);
            for option in options {
                match self.find_staged(other, option)? {
                    Lookup::Elsewhere => {}
                    Lookup::Missing => return Ok(Err(ValueFault::Missing)),
                    Lookup::Found(option) => {
                        let option = other.value(option.row);
                        if let Err(fault) = value.add_option(option, lowest, &mut has_infinite_option) {
                            return Ok(Err(fault));
                        }
                    }
                }
            }
            if has_infinite_option {
                seen.endless.set(row as u64);
            }
            Ok(Ok(()))
        })
    }

    /// Checks the rows of a segment after the first round, and marks those whose stage is the lowest.
    fn check_seen(&self, own: &StagedSegment, seen: &Seen, attained: &mut Bits) -> Result<(), VerifyError> {
        for (row, number) in own.range().enumerate() {
            let (value, lowest) = (own.rows.get(row), &seen.lowest[own.rows.range(row)]);
            if let Err(fault) = value.check_options(lowest, seen.endless.get(row as u64)) {
                return Err(self.wrong_staged_row(number, fault)?);
            }
            if value.check_stage(false).is_ok() {
                attained.set(number);
            }
        }
        Ok(())
    }

    /// The second round: checks the stages of the rows of a segment by those of their options that are in another segment, for which the
    /// first round is complete. Marks the rows whose stage an option requires.
    fn check_stages(
        &self,
        own: &StagedSegment,
        other: &StagedSegment,
        seen: &Seen,
        attained: &mut Bits,
    ) -> Result<(), VerifyError> {
        let first = own.range().start;
        self.each_row(own, |row, options| {
            let value = own.rows.get(row);
            if let LoopyValue::Infinite(_) = value {
                return Ok(Ok(()));
            }
            for option in options {
                if let Lookup::Found(option) = self.find_staged(other, option)? {
                    let lowest = &seen.lowest[other.rows.range((option.row - other.range().start) as usize)];
                    match value.check_stage_by(other.value(option.row), lowest) {
                        Ok(true) => attained.set(first + row as u64),
                        Ok(false) => {}
                        Err(fault) => return Ok(Err(fault)),
                    }
                }
            }
            Ok(Ok(()))
        })
    }

    /// Calls `each` with the index of every row of a segment and its options, which it checks.
    fn each_row(
        &self,
        segment: &StagedSegment,
        mut each: impl FnMut(usize, &[Key]) -> Result<Result<(), ValueFault>, VerifyError>,
    ) -> Result<(), VerifyError> {
        let (first, rows) = segment.keys.run();
        let mut options = Vec::new();
        for from in (0..rows as usize).step_by(STEPS as usize) {
            self.limits.check(0, 0)?;
            let positions: Vec<Key> = (from..from + STEPS as usize).map_while(|row| segment.keys.key(row)).collect();
            self.game.expand_all(self.table.header().is_reduced, &positions, |i, node| {
                node.distinct_options(&mut options)?;
                match each(from + i, &options)? {
                    Ok(()) => Ok(true),
                    Err(fault) => Err(self.wrong_staged_row(first + (from + i) as u64, fault)?),
                }
            })?;
        }
        Ok(())
    }

    fn find_staged(&self, segment: &StagedSegment, at: &Key) -> Result<Lookup, VerifyError> {
        let key = self.table.representative(self.game, at)?.and_then(|at| self.finder.row_key(at));
        Ok(key.map_or(Lookup::Missing, |key| segment.keys.find(&key)))
    }

    /// The error for a wrong row. Its options are read from the table.
    fn wrong_staged_row(&self, row: u64, fault: ValueFault) -> Result<VerifyError, VerifyError> {
        let rows = self.table.rows(row, 1)?;
        let at = self.table.position(self.game, &rows, 0)?;
        let stored = staged_value(rows.grundy(0), rows.loopy(0).map(Into::into), rows.stage(0));
        let value = PositionValue::solved(rows.verdict(0), stored.grundy);
        self.wrong_row_with_options(row, &at, value, &fault.to_string(), &|at| Ok(self.table.get_key(self.game, at)?))
    }
}
