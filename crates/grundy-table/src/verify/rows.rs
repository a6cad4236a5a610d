//! The rows of a table one by one: positions of the game, in order, each once, of the class and the weight they should be.

use super::{Check, STEPS, WrongTable};
use crate::Rows;
use crate::part::Part;
use crate::probe::facts_of;
use crate::rows::MANY;
use grundy::PositionValue;
use grundy::game::Index;
use grundy::solver::Histogram;
use grundy::text::{Key, Order};
use std::ops::Range;

impl Check<'_> {
    /// Calls `each` with rows and their numbers until it says no.
    pub(super) fn each(
        &self,
        range: Range<u64>,
        mut each: impl FnMut(&Rows, usize, u64, Key) -> Result<bool, WrongTable>,
    ) -> Result<(), WrongTable> {
        for first in range.clone().step_by(MANY as usize) {
            let rows = self.table.rows(first, MANY.min(range.end - first))?;
            for row in 0..rows.len() {
                let number = first + row as u64;
                if number.is_multiple_of(STEPS) {
                    self.limits.check(0, 0)?;
                }
                if !each(&rows, row, number, self.table.position(self.game, &rows, row)?)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What is stored of a row.
    pub(super) fn stored(&self, rows: &Rows, row: usize) -> PositionValue {
        facts_of(self.game, rows.verdict(row), rows.grundy(row))
    }

    /// The values of the rows from `first` on, as many as there is room for; they were looked at before.
    pub(super) fn part(&self, first: u64, room: u64) -> Result<Part, WrongTable> {
        let stored = self.table.counts().stored;
        let mut part = Part::new(self.table, &self.finder, first, room);
        self.each(first..stored, |rows, row, number, at| {
            let spot = self.finder.spot(at).ok_or_else(|| WrongTable::Count(format!("row {number} has no place")))?;
            Ok(part.push(&spot, rows.verdict(row), rows.grundy(row)))
        })?;
        Ok(part)
    }

    /// Looks at all rows, and takes the values of the first into memory, as many as there is room for.
    pub(super) fn load(&self, told: &mut dyn FnMut(u64, u64)) -> Result<Part, WrongTable> {
        let (table, game) = (self.table, self.game);
        let (header, counts) = (table.header(), table.counts());
        let mut part = Part::new(table, &self.finder, 0, self.part_room());
        let (mut is_full, most) = (false, counts.rows.max_remoteness());
        let (mut last, mut place) = (Vec::new(), Vec::new());
        let (mut all, mut stored) = (Histogram::default(), Histogram::default());
        let mut by_turn = [Histogram::default(), Histogram::default()];
        let other_counts = || WrongTable::Count("the counts in the metadata are not those of the rows".to_owned());
        self.each(0..counts.stored, |rows, row, number, at| {
            let wrong = |what: &str| Err(self.wrong(number, &at, Some(self.stored(rows, row)), what.to_owned(), None));
            if header.texts && rows.text(row) != Some(&game.to_text(&at)) {
                return wrong("the text is not how the game writes the position");
            }
            if header.order.place(game, &at, &mut place).is_none() {
                return wrong("the position has no place in the order of the table");
            }
            if !header.texts {
                place.truncate(4);
            }
            if number > 0 && place <= last {
                return wrong("the row does not stand after the one before it");
            }
            let page = header.page();
            if !header.dense
                && number.is_multiple_of(page)
                && table.fences.get((number / page) as usize) != Some(&place[..])
            {
                return wrong("the fence of its page is that of another position");
            }
            if header.reduced && table.kept(game, &at).as_ref() != Some(&at) {
                return wrong("another position stands for its class");
            }
            if !self.is_weight(&at, rows.weight(row)) {
                return wrong(&format!("its weight is not {}", rows.weight(row)));
            }
            let verdict = rows.verdict(row);
            if verdict.remoteness() > most {
                return Err(other_counts());
            }
            all.add(verdict, rows.weight(row));
            stored.add(verdict, 1);
            if let Some(player) = game.player(&at) {
                by_turn[player as usize].add(verdict, 1);
            }
            std::mem::swap(&mut last, &mut place);
            if !is_full {
                let spot = self.finder.spot(at).ok_or_else(other_counts)?;
                is_full = !part.push(&spot, verdict, rows.grundy(row));
            }
            if number.is_multiple_of(STEPS) {
                told(number / 4, counts.stored);
            }
            Ok(true)
        })?;
        if counts.positions != all || counts.rows != stored {
            return Err(other_counts());
        }
        if counts.by_turn.as_ref().is_some_and(|counted| *counted != by_turn) {
            return Err(WrongTable::Count("the counts by player in the metadata are not those of the rows".to_owned()));
        }
        Ok(part)
    }

    /// Whether a row of this position may stand for so many.
    fn is_weight(&self, at: &Key, weight: u64) -> bool {
        let header = self.table.header();
        let size = match (header.order, header.reduced) {
            (_, false) => Some(1),
            (Order::Number, true) => self.game.indexed().and_then(|numbers| {
                let (_, size) = numbers.class(numbers.number(at)?)?;
                Some(size)
            }),
            (_, true) => self.game.class_size(at),
        };
        let is_double = |number: Index| self.game.indexed().is_some_and(|numbers| numbers.is_double(number));
        let both = !header.texts && self.game.indexed().and_then(|n| n.number(at)).is_some_and(is_double);
        size.is_some_and(|size| weight == size || both && weight == 2 * size)
    }
}
