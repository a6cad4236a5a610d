//! Checks Grundy values of games with cycles by their stages, in bounded memory.
//!
//! The conditions of [`grundy::verify::check_staged`] involve the options of a position and, if they are not lower, their options. Their
//! values are read from the table row by row, through its cache of pages, whose checksums were compared before. Time is one expansion of
//! each position and of each of its options that are not lower.

use super::{Check, VerifyError};
use crate::probe::staged_value;
use grundy::text::Key;
use grundy::value::{Grundy, Nimber};
use grundy::verify::{RulesAt, StagedValue, ValueFault, check_staged};

/// Why a row was not found to be right.
enum Fault {
    Value(ValueFault),
    Verify(VerifyError),
}

impl From<ValueFault> for Fault {
    fn from(fault: ValueFault) -> Self {
        Self::Value(fault)
    }
}

impl From<VerifyError> for Fault {
    fn from(error: VerifyError) -> Self {
        Self::Verify(error)
    }
}

impl Check<'_> {
    /// Checks the Grundy value of every row. The outcomes were checked before.
    pub(super) fn staged_values(&self) -> Result<(), VerifyError> {
        let mut options = Vec::new();
        self.each_block(0..self.table.counts().stored, |block| {
            self.game.expand_all(false, &block.positions, |i, node| {
                self.limits.check(0, 0)?;
                let (rows, row, number) = block.row(i);
                let set = rows.loopy(row).map(Into::into);
                let stored = staged_value(rows.grundy(row), set, rows.stage(row));
                node.distinct_options(&mut options)?;
                let rules = RulesAt { terminal: node.info().terminal, without_grundy: self.game.info().without_grundy };
                let outcome = rows.verdict(row).outcome();
                let checked = match stored.grundy.outcome() == Some(outcome) {
                    true => self.check_staged_value(rules, &stored, &options),
                    false => Err(ValueFault::Grundy.into()),
                };
                match checked {
                    Ok(()) => Ok(true),
                    Err(Fault::Verify(error)) => Err(error),
                    Err(Fault::Value(fault)) => {
                        let value = grundy::PositionValue::solved(rows.verdict(row), stored.grundy);
                        let get = |at: &Key| Ok(self.table.get_key(self.game, at)?);
                        Err(self.wrong_row_with_options(
                            number,
                            &block.positions[i],
                            value,
                            &fault.to_string(),
                            &get,
                        )?)
                    }
                }
            })?;
            Ok(true)
        })
    }

    fn check_staged_value(&self, rules: RulesAt, stored: &StagedValue, options: &[Key]) -> Result<(), Fault> {
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            values.push(self.staged_value_of(option)?);
        }
        check_staged(rules, stored, &values, |i, wanted: Nimber| {
            let (further, _) = self.game.expand(&options[i], false).map_err(VerifyError::from)?;
            let mut lowest: Option<u32> = None;
            for option in &further {
                let value = self.staged_value_of(option)?;
                if value.grundy == Grundy::Finite(wanted) {
                    lowest = lowest.into_iter().chain(value.stage).min();
                }
            }
            Ok(lowest)
        })
    }

    fn staged_value_of(&self, at: &Key) -> Result<StagedValue, Fault> {
        let value = self.table.get_staged(self.game, at).map_err(VerifyError::from)?;
        Ok(value.ok_or(ValueFault::Missing)?)
    }
}
