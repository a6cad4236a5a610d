//! Checks every row against its options, with one segment of the table in memory at a time.
//!
//! A segment holds the values of consecutive rows. For each segment all rows are read and expanded, and their options in the segment are
//! checked ([`grundy::verify::discharged_by`]). The key ranges of the segments partition all sort keys, so every option belongs to
//! exactly one segment: after the last segment every option of every row has been checked or found missing. A row is correct if no option
//! was wrong and all its obligations are discharged. This takes a bit for each row, and more with Grundy values. If even those bits do
//! not fit, the rows are divided into runs too. With segments of 1/n of the table, its rows are expanded n times.

use super::obligations::Obligations;
use super::rows::Block;
use super::{Check, OptionLookup, STEPS, VerifyError};
use crate::segment::Segment;
use grundy::PositionValue;
use grundy::text::{ExpandedPosition, Key};
use grundy::verify::{RulesAt, ValueFault, check_values, discharged_by, obligations};
use std::ops::Range;

/// Consecutive rows that are checked against all segments in turn.
struct Run {
    rows: Range<u64>,
    obligations: Obligations,
    /// The first row that is wrong, if one was found.
    wrong: Option<u64>,
    /// The number of moves of the positions.
    moves: u64,
    has_values: bool,
}

impl Check<'_> {
    /// Checks every row against its options; returns the total number of moves and the number of segments.
    pub(super) fn derive_in_segments(
        &self,
        segment: Segment,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(u64, u64), VerifyError> {
        let stored = self.table.counts().stored;
        let passes = stored.div_ceil(segment.run().1.max(1)).max(1);
        let mut read = 0;
        let mut report = |rows: u64| {
            read += rows;
            progress((stored / 4).saturating_add((read / passes).min(stored) / 4 * 3), stored);
        };
        let is_one = self.game.info().without_grundy.is_some();
        let (mut from, mut moves, mut segments, mut has_values) = (0, 0_u64, 0, false);
        let mut loaded = Some(segment);
        while from < stored {
            let obligations = Obligations::new(stored - from, is_one, self.obligation_bytes());
            let mut run = Run { rows: from..stored, obligations, wrong: None, moves: 0, has_values: false };
            let mut next = Some(0);
            while let Some(first) = next {
                let segment = match loaded.take() {
                    Some(segment) => segment,
                    None => self.segment(first, self.segment_bytes())?,
                };
                self.check_run(&segment, first == 0, &mut run, &mut report)?;
                segments += u64::from(from == 0);
                next = Some(segment.run().0 + segment.run().1).filter(|&next| next < stored);
            }
            let open = run.obligations.first_open().map(|row| from + row);
            if let Some(row) = [run.wrong, open].into_iter().flatten().min() {
                return Err(self.wrong_on_disk(row, ValueFault::Missing)?);
            }
            (from, moves) = (run.rows.end, moves.saturating_add(run.moves));
            has_values |= run.has_values;
        }
        if has_values {
            self.no_cycles()?;
        }
        Ok((moves, segments))
    }

    /// Checks the rows of a run against those of their options that are in a segment. With the first segment, the run ends where there is
    /// no room for more obligations.
    fn check_run(
        &self,
        segment: &Segment,
        is_first: bool,
        run: &mut Run,
        report: &mut dyn FnMut(u64),
    ) -> Result<(), VerifyError> {
        let mut options = Vec::new();
        self.each_block(run.rows.start..run.wrong.unwrap_or(run.rows.end), |block| {
            report(STEPS);
            self.game.expand_all(false, &block.positions, |i, node| {
                node.distinct_options(&mut options)?;
                if is_first && !self.add_to_run(block, i, &node, options.len(), run) {
                    return Ok(false);
                }
                let (rows, row, number) = block.row(i);
                let value = self.stored_value(rows, row);
                let discharge = |obligation| run.obligations.discharge(number - run.rows.start, obligation);
                // A row that an earlier segment showed to be wrong does not end the check of the rows before it.
                let is_right = self.check_options(segment, &value, &node, &options, discharge)?.is_ok();
                if !is_right {
                    run.wrong = Some(number);
                }
                Ok(is_right)
            })
        })
    }

    /// Adds a row to a run. Returns `false` if the row is wrong, or if there is no room for its obligations; the run then ends before it.
    fn add_to_run(
        &self,
        block: &Block<'_>,
        i: usize,
        node: &ExpandedPosition<'_>,
        options: usize,
        run: &mut Run,
    ) -> bool {
        let (rows, row, number) = block.row(i);
        let rules = RulesAt { terminal: node.info().terminal, without_grundy: self.game.info().without_grundy };
        let Ok(obligations) = obligations(rules, &self.stored_value(rows, row), options) else {
            run.wrong = Some(number);
            return false;
        };
        if !run.obligations.add(obligations) {
            run.rows.end = number;
            return false;
        }
        run.moves = run.moves.saturating_add(rows.weight(row).saturating_mul(options as u64));
        run.has_values |= rows.grundy(row).is_some() && !self.table.header().has_stages;
        true
    }

    /// Checks a value against those options that are in a segment, and calls `discharge` with the obligations that they discharge.
    fn check_options(
        &self,
        segment: &Segment,
        value: &PositionValue,
        node: &ExpandedPosition<'_>,
        options: &[Key],
        mut discharge: impl FnMut(u64),
    ) -> Result<Result<(), ValueFault>, VerifyError> {
        let mover = node.info().player;
        for option in options {
            let (stored, player) = match self.look_up(segment, option)? {
                OptionLookup::Elsewhere => continue,
                OptionLookup::Missing => return Ok(Err(ValueFault::Missing)),
                OptionLookup::Stored { value, player } => (value, player),
            };
            match discharged_by(value, &stored, mover.is_some() && mover == player) {
                Ok(discharged) => discharged.into_iter().flatten().for_each(&mut discharge),
                Err(wrong) => return Ok(Err(wrong)),
            }
        }
        Ok(Ok(()))
    }

    /// A value of the table as it is checked with the outcomes: without the Grundy value if that has a stage.
    fn value_to_check(&self, value: PositionValue) -> PositionValue {
        match value.verdict() {
            Some(verdict) if self.table.header().has_stages => self.value(verdict, None),
            _ => value,
        }
    }

    /// The error for a wrong row. Its options are read from the table, which takes little memory. `otherwise` is the error if the values
    /// of the options do not show one.
    pub(super) fn wrong_on_disk(&self, row: u64, otherwise: ValueFault) -> Result<VerifyError, VerifyError> {
        let rows = self.table.rows(row, 1)?;
        let at = self.table.position(self.game, &rows, 0)?;
        let stored = self.stored_value(&rows, 0);
        let get = |at: &Key| Ok::<_, VerifyError>(self.table.get_key(self.game, at)?);
        let (options, info) = self.game.expand(&at, false)?;
        let mut values = Vec::with_capacity(options.len());
        let mut wrong = None;
        for option in &options {
            let moves_again = info.player.is_some() && info.player == self.game.player(option)?;
            match get(option)?.map(|value| self.value_to_check(value)) {
                Some(value) => values.push((value, moves_again)),
                None => wrong = Some(ValueFault::Missing),
            }
        }
        let rules = RulesAt { terminal: info.terminal, without_grundy: self.game.info().without_grundy };
        let wrong = wrong.or_else(|| check_values(rules, &stored, values).err()).unwrap_or(otherwise);
        self.wrong_row_with_options(row, &at, stored, &wrong.to_string(), &get)
    }
}
