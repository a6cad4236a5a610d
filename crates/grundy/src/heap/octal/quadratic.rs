//! The table of values by the plain method: every move of every heap, O(n²) for n heaps.
//!
//! g(n) is the mex of the values that the digits allow: 0 if all n stones may be taken, g(m) for one heap of m, and the
//! sets S₂(m), S₃(m) of the values of two and three heaps with a total of m. The tests compare all other methods with
//! this one.

use super::splits::Splits;
use super::value_set::ValueSet;
use super::{Game, TableError};

/// The values of heaps 0, 1, 2, … of a game, up to the largest heap that was requested.
///
/// ```
/// use grundy::heap::octal::{Code, Game, Table};
/// let mut table = Table::new(Game::Code(Code::KAYLES));
/// table.grow(10)?;
/// assert_eq!(table.values(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), grundy::heap::octal::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    /// Digits that are not 0, each after the number of stones taken.
    digits: Vec<(usize, u8)>,
    values: Vec<u16>,
    /// The largest value.
    largest: u16,
    splits: Splits,
    /// The values of the options of the current heap.
    options: ValueSet,
}

impl Table {
    /// Creates a table of no heaps.
    pub fn new(game: Game) -> Self {
        Self {
            digits: game.digits().map(|(take, digit)| (take as usize, digit)).collect(),
            splits: Splits::new(&game),
            game,
            values: Vec::new(),
            largest: 0,
            options: ValueSet::default(),
        }
    }

    /// A table that continues the first values of a game, which must be correct.
    ///
    /// # Errors
    /// If it would take too much memory. With three parts the sets of all totals are computed again.
    pub(super) fn resume(game: Game, values: Vec<u16>) -> Result<Self, TableError> {
        let mut table = Self::new(game);
        table.largest = values.iter().copied().max().unwrap_or(0);
        let retained = if table.game.parts() == 3 { values.len() } else { table.game.last() };
        for total in values.len().saturating_sub(retained)..values.len() {
            table.splits.compute(&values[..total], table.largest)?;
        }
        table.values = values;
        Ok(table)
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the values from heap 0 on.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the largest value in the table, 0 if it is empty.
    pub fn largest(&self) -> u16 {
        self.largest
    }

    /// Computes values until `heaps` are known: heaps 0 to `heaps − 1`. Each takes time linear in its size; with three
    /// parts, that is multiplied by the number of 64s up to the largest value.
    ///
    /// # Errors
    /// If a value does not fit or the table would take too much memory. The values computed before stay valid.
    pub fn grow(&mut self, heaps: usize) -> Result<(), TableError> {
        while self.values.len() < heaps {
            self.splits.compute(&self.values, self.largest)?;
            let value = self.next();
            let value = u16::try_from(value).map_err(|_| TableError::Value { heap: self.values.len() as u64 })?;
            self.values.push(value);
            self.largest = self.largest.max(value);
        }
        Ok(())
    }

    /// The approximate number of steps, of a nanosecond or less, that the next heap takes if `heaps` are known.
    pub(super) fn steps(&self, heaps: usize) -> usize {
        let values = usize::from(self.largest) + 1;
        match self.game.parts() {
            1 => 64,
            2 => 64 + heaps / 2 + values,
            _ => 64 + (heaps + 16 * values) * values.div_ceil(64),
        }
    }

    /// The value of the next heap. The splits must be those of its total.
    fn next(&mut self) -> usize {
        let heap = self.values.len();
        self.options.clear();
        for &(take, digit) in self.digits.iter().take_while(|&&(take, _)| take <= heap) {
            let total = heap - take;
            if digit & 1 != 0 && total == 0 {
                self.options.insert(0);
            }
            if digit & 2 != 0 && total > 0 {
                self.options.insert(self.values[total]);
            }
            if digit & 4 != 0 {
                self.options.unite(self.splits.two(total));
            }
            if digit & 8 != 0 {
                self.options.unite(self.splits.three(total));
            }
        }
        self.options.mex()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;

    #[test]
    fn a_value_that_does_not_fit_is_an_error() {
        let mut table = Table::new(Game::Code(Code::parse("4.0").unwrap()));
        // Not the real values of the game: with these the splits of heap 131073 have all values up to 65535.
        table.values = (0..=131_072u32).map(|n| n.saturating_sub(65_537) as u16).collect();
        table.largest = u16::MAX;
        let ends = Err(TableError::Value { heap: 131_073 });
        assert_eq!((table.grow(131_074), table.grow(131_075)), (ends, ends));
        assert_eq!(table.values().len(), 131_073);
    }

    #[test]
    fn growing_in_steps_changes_nothing() {
        for text in ["0.137", "4.07", "0.8f", "8.31", "0.0000000000006"] {
            let game = Game::Code(Code::parse(text).unwrap());
            let (mut once, mut often) = (Table::new(game.clone()), Table::new(game));
            once.grow(200).unwrap();
            for heaps in (0..=200).step_by(7).chain([200, 100]) {
                often.grow(heaps).unwrap();
            }
            assert_eq!(once.values(), often.values(), "{text}");
            assert_eq!(once.largest(), *once.values().iter().max().unwrap(), "{text}");
        }
    }
}
