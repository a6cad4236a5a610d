//! Every row against its options, the values of one part of the table in memory after another.
//!
//! A part holds the values of a run of rows. For each part all rows are read and derived, and those of their options that are
//! in it are looked at ([`grundy::verify::payment`]); every option is in just one part, as the parts' bounds share out all
//! places, so after the last part every option of every row was looked at, or was found missing. A row is right when none was
//! wrong and all of its debts are paid: a bit a row, more with Grundy values. Where not even those fit, the rows
//! are taken a run at a time too. So with parts of the n-th of the table its rows are derived n times.

use super::bits::Debts;
use super::{Check, STEPS, WrongTable};
use crate::part::{Found, Part};
use crate::probe::{Stored, facts_of};
use grundy::PositionValue;
use grundy::text::{DynAsGame, Key};
use grundy::value::Verdict;
use grundy::verify::{Wrong, check_position, debts, payment};

impl Check<'_> {
    /// Derives every row from its options; gives how many moves all have, and in how many parts it was done.
    pub(super) fn derive_in_parts(&self, part: Part, told: &mut dyn FnMut(u64, u64)) -> Result<(u64, u64), WrongTable> {
        let stored = self.table.counts().stored;
        let passes = stored.div_ceil(part.run().1.max(1)).max(1);
        let mut read = 0;
        let mut tell = || {
            read += STEPS;
            told((stored / 4).saturating_add((read / passes).min(stored) / 4 * 3), stored);
        };
        let (mut from, mut moves, mut parts, mut has_values) = (0, 0_u64, 0, false);
        let mut part = Some(part);
        let mut options = Vec::new();
        while from < stored {
            let mut owed = Debts::new(stored - from, self.game.without_grundy().is_some(), self.debt_room());
            let (mut to, mut wrong, mut is_first) = (stored, None, true);
            let mut next = Some(0);
            while let Some(first) = next {
                let here = match part.take() {
                    Some(part) => part,
                    None => self.part(first, self.part_room())?,
                };
                self.each(from..wrong.unwrap_or(to), |rows, row, number, at| {
                    if number.is_multiple_of(STEPS) {
                        tell();
                    }
                    let facts = self.stored(rows, row);
                    options.clear();
                    self.game.every_option(&at, &mut options);
                    options.sort_unstable();
                    options.dedup();
                    if is_first {
                        let Ok(debts) = debts(&DynAsGame::every(self.game), &at, &facts, options.len()) else {
                            wrong = Some(number);
                            return Ok(false);
                        };
                        if !owed.owe(debts) {
                            to = number;
                            return Ok(false);
                        }
                        moves = moves.saturating_add(rows.weight(row).saturating_mul(options.len() as u64));
                        has_values |= rows.grundy(row).is_some();
                    }
                    let looked = self.look(&here, &at, &facts, &options, |debt| owed.pay(number - from, debt));
                    if looked.is_err() {
                        wrong = Some(number);
                    }
                    Ok(looked.is_ok())
                })?;
                is_first = false;
                parts += u64::from(from == 0);
                next = Some(here.run().0 + here.run().1).filter(|&next| next < stored);
            }
            let unpaid = owed.first_unpaid().map(|row| from + row);
            if let Some(row) = [wrong, unpaid].into_iter().flatten().min() {
                return Err(self.shown(row, Wrong::Missing)?);
            }
            from = to;
        }
        if has_values {
            self.no_cycles()?;
        }
        Ok((moves, parts))
    }

    /// Looks at those options that are in a part.
    fn look(
        &self,
        part: &Part,
        at: &Key,
        facts: &PositionValue,
        options: &[Key],
        mut pay: impl FnMut(u64),
    ) -> Result<(), Wrong> {
        let turn = self.game.player(at);
        for option in options {
            let stored = match self.table.kept(self.game, option) {
                // Drawn, in whichever part.
                None => facts_of(self.game, Verdict::Draw, None),
                Some(kept) => match part.find(&self.finder.spot(kept).ok_or(Wrong::Missing)?) {
                    Found::Elsewhere => continue,
                    Found::Missing => return Err(Wrong::Missing),
                    Found::At(found) => {
                        let (verdict, value) = part.value(found);
                        facts_of(self.game, verdict, value)
                    }
                },
            };
            let again = turn.is_some() && turn == self.game.player(option);
            payment(facts, &stored, again)?.into_iter().flatten().for_each(&mut pay);
        }
        Ok(())
    }

    /// A wrong row as it is shown: its options are probed, which takes no memory to speak of. `otherwise` is what is wrong where its
    /// options show nothing.
    pub(super) fn shown(&self, row: u64, otherwise: Wrong) -> Result<WrongTable, WrongTable> {
        let rows = self.table.rows(row, 1)?;
        let at = self.table.position(self.game, &rows, 0)?;
        let values = Stored::new(self.table, self.game);
        let wrong = check_position(&DynAsGame::every(self.game), &at, &values).err().unwrap_or(otherwise);
        let shown = self.wrong(row, &at, Some(self.stored(&rows, 0)), wrong.to_string(), Some(&values));
        values.trouble().map_or(Ok(shown), |trouble| Err(trouble.into()))
    }
}
