//! Checks every row against its options, with the values of all rows in memory.

use super::{Check, OptionLookup, VerifyError, acyclic};
use crate::segment::Segment;
use grundy::PositionValue;
use grundy::text::{ExpandedPosition, Key};
use grundy::verify::{RulesAt, ValueFault, check_values};

impl Check<'_> {
    /// Checks every row against its options; returns the total number of moves, and the number of rows of the last tier of a table of
    /// openings, which are not checked.
    pub(super) fn derive_at_once(
        &self,
        segment: Segment,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(u64, u64), VerifyError> {
        let mut searched = 0;
        let of = self.table.counts().stored;
        let (mut moves, mut options, mut has_values) = (0_u64, Vec::new(), false);
        self.each_block(0..of, |block| {
            progress(of / 4 + block.row(0).2 / 4 * 3, of);
            self.game.expand_all(false, &block.positions, |i, node| {
                let ((rows, row, number), at) = (block.row(i), &block.positions[i]);
                let value = self.stored_value(rows, row);
                node.distinct_options(&mut options)?;
                if self.is_searched(at) {
                    searched += 1;
                } else if let Err(wrong) = self.check_against(&segment, &value, &node, &options)? {
                    return Err(self.wrong_in(&segment, number, at, value, wrong)?);
                }
                moves = moves.saturating_add(rows.weight(row).saturating_mul(options.len() as u64));
                has_values |= rows.grundy(row).is_some() && !self.table.header().has_stages;
                Ok(true)
            })
        })?;
        // Grundy values could support one another in a cycle.
        if has_values && self.max_bytes / 2 >= acyclic::bytes(of) {
            self.no_cycles_at_once(&segment)?;
        } else if has_values {
            drop(segment);
            self.no_cycles()?;
        }
        Ok((moves, searched))
    }

    /// Whether a position is one of the last tier of a table of openings.
    fn is_searched(&self, at: &Key) -> bool {
        let Some(last) = self.table.header().opening else { return false };
        self.game.tiered().is_some_and(|tiered| tiered.tier(at) == last)
    }

    /// Checks a value against the values of the options.
    fn check_against(
        &self,
        segment: &Segment,
        value: &PositionValue,
        node: &ExpandedPosition<'_>,
        options: &[Key],
    ) -> Result<Result<(), ValueFault>, VerifyError> {
        let info = node.info();
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            match self.look_up(segment, option)? {
                OptionLookup::Stored { value, player } => {
                    values.push((value, info.player.is_some() && info.player == player))
                }
                OptionLookup::Elsewhere | OptionLookup::Missing => return Ok(Err(ValueFault::Missing)),
            }
        }
        let rules = RulesAt { terminal: info.terminal, without_grundy: self.game.info().without_grundy };
        Ok(check_values(rules, value, values))
    }

    /// The error for a wrong row of a segment that holds the whole table.
    pub(super) fn wrong_in(
        &self,
        segment: &Segment,
        row: u64,
        at: &Key,
        stored: PositionValue,
        wrong: ValueFault,
    ) -> Result<VerifyError, VerifyError> {
        self.wrong_row_with_options(row, at, stored, &wrong.to_string(), &|at| {
            Ok(match self.look_up(segment, at)? {
                OptionLookup::Stored { value, .. } => Some(value),
                OptionLookup::Elsewhere | OptionLookup::Missing => None,
            })
        })
    }
}
