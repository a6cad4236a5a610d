//! Every row against its options, the values of all rows in memory.

use super::{Check, STEPS, WrongTable};
use crate::part::{Found, Part};
use crate::probe::facts_of;
use grundy::text::{DynAsGame, Key};
use grundy::value::Verdict;
use grundy::verify::{check_position, check_table};
use grundy::{PositionValue, Solution};

/// Bytes a row for which the referee looks for cycles at once: two hash maps of keys.
const CYCLES: u64 = 256;

/// A table whose values are all in memory.
struct Values<'a> {
    check: &'a Check<'a>,
    part: &'a Part,
}

impl Solution<Key> for Values<'_> {
    fn facts(&self, at: &Key) -> Option<PositionValue> {
        let Check { table, game, finder, .. } = *self.check;
        let Some(at) = table.kept(game, at) else {
            return Some(facts_of(game, Verdict::Draw, None));
        };
        match self.part.find(&finder.spot(at)?) {
            Found::At(found) => {
                let (verdict, value) = self.part.value(found);
                Some(facts_of(game, verdict, value))
            }
            Found::Elsewhere | Found::Missing => None,
        }
    }
}

impl Check<'_> {
    /// Derives every row from its options; gives how many moves all have.
    pub(super) fn derive_at_once(&self, part: Part, told: &mut dyn FnMut(u64, u64)) -> Result<u64, WrongTable> {
        let of = self.table.counts().stored;
        let game = DynAsGame::every(self.game);
        let values = Values { check: self, part: &part };
        let (mut moves, mut options, mut has_values) = (0_u64, Vec::new(), false);
        self.each(0..of, |rows, row, number, at| {
            if let Err(wrong) = check_position(&game, &at, &values) {
                return Err(self.wrong(number, &at, values.facts(&at), wrong.to_string(), Some(&values)));
            }
            options.clear();
            self.game.every_option(&at, &mut options);
            options.sort_unstable();
            options.dedup();
            moves = moves.saturating_add(rows.weight(row).saturating_mul(options.len() as u64));
            has_values |= rows.grundy(row).is_some();
            if number.is_multiple_of(STEPS) {
                told(of / 4 + number / 4 * 3, of);
            }
            Ok(true)
        })?;
        // Grundy values could ground one another on a cycle.
        if has_values && self.room / 2 >= CYCLES.saturating_mul(of) {
            let game = if self.table.header().reduced { DynAsGame::canonical(self.game) } else { game };
            check_table(&game, part.keys(), &values).map_err(|fault| {
                let row = part.keys().position(|key| key == fault.at).unwrap_or_default() as u64;
                self.wrong(row, &fault.at, values.facts(&fault.at), fault.wrong.to_string(), Some(&values))
            })?;
        } else if has_values {
            drop(part);
            self.no_cycles()?;
        }
        Ok(moves)
    }
}
