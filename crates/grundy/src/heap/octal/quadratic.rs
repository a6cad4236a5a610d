//! The table of values by the plain method: every move of every heap, O(n²) for n heaps.
//!
//! g(n) is the mex of the values that the digits allow: 0 if all n stones may be taken, g(m) for one heap of m, and the
//! sets S₂(m), S₃(m) of the values of two and three heaps with a total of m. In games without splits into three, S₂(m) is
//! searched only for the values that decide. The tests compare all other methods with this one.

use super::options::{collect_options, split_totals};
use super::pairs::{KnownHeaps, PairSearch};
use super::splits::Splits;
use super::value_set::ValueSet;
use super::{Game, TableError, blocks};

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
    splits: SplitValues,
    /// The values of the heaps …, 3, 2, 1, if splits into two are searched.
    reversed: Vec<u16>,
    /// The values of the options of the current heap.
    options: ValueSet,
    /// The number of threads.
    threads: usize,
}

/// The values of splits, for the most parts that a move of the game leaves.
#[derive(Clone, Debug)]
enum SplitValues {
    One,
    Two(PairSearch),
    Three(Splits),
}

impl Table {
    /// Creates a table of no heaps.
    pub fn new(game: Game) -> Self {
        Self {
            digits: game.digits().map(|(take, digit)| (take as usize, digit)).collect(),
            splits: match game.parts() {
                0 | 1 => SplitValues::One,
                2 => SplitValues::Two(PairSearch::new(&game)),
                _ => SplitValues::Three(Splits::new(&game)),
            },
            game,
            values: Vec::new(),
            largest: 0,
            reversed: Vec::new(),
            options: ValueSet::default(),
            threads: 1,
        }
    }

    /// Uses up to this number of threads for splits into two; 1 by default. The values do not depend on it.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Limits the memory for the sets that three parts need to this number of bytes; without a call, to 1 GiB.
    pub(super) fn limit_memory(&mut self, bytes: u64) {
        if let SplitValues::Three(splits) = &mut self.splits {
            splits.limit_memory(bytes);
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
            table.prepare(&values[..total])?;
        }
        table.values = values;
        Ok(table)
    }

    /// A table that uses vectors of this width.
    #[cfg(test)]
    fn with_simd(mut self, simd: crate::simd::SimdLevel) -> Self {
        if let SplitValues::Two(pairs) = &mut self.splits {
            pairs.use_simd(simd);
        }
        self
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
    /// parts, that is multiplied by the number of 64-bit words of a set of values.
    ///
    /// # Errors
    /// If a value does not fit or the table would take too much memory. The values computed before stay valid.
    pub fn grow(&mut self, heaps: usize) -> Result<(), TableError> {
        while self.values.len() < heaps {
            let values = std::mem::take(&mut self.values);
            self.prepare_block(&values, heaps);
            let prepared = self.prepare(&values);
            self.values = values;
            prepared?;
            let value = self.next();
            let value = u16::try_from(value).map_err(|_| TableError::Value { heap: self.values.len() as u64 })?;
            self.values.push(value);
            self.largest = self.largest.max(value);
        }
        Ok(())
    }

    /// Prepares for the splits of the total `values.len()`, where `values` are those of the heaps below it.
    fn prepare(&mut self, values: &[u16]) -> Result<(), TableError> {
        let total = values.len();
        match &mut self.splits {
            SplitValues::One => {}
            SplitValues::Two(pairs) => {
                reserve_reversed(&mut self.reversed, values, total);
                let heaps = KnownHeaps { values, largest: self.largest, reversed: &self.reversed };
                pairs.drop_before(total.saturating_sub(self.game.last()));
                if pairs.next() > total {
                    pairs.complete(total, heaps);
                } else {
                    pairs.add(total, heaps);
                }
            }
            SplitValues::Three(splits) => splits.compute(values, self.largest)?,
        }
        Ok(())
    }

    /// Examines the splits of many heaps, from the next one up to heap `end`, on several threads, if there are enough of them.
    fn prepare_block(&mut self, values: &[u16], end: usize) {
        let SplitValues::Two(pairs) = &mut self.splits else { return };
        let end = end.min(values.len() + blocks::MAX_HEAPS);
        if self.threads > 1 && pairs.next() <= values.len() && blocks::is_worthwhile(values.len()..end) {
            reserve_reversed(&mut self.reversed, values, end);
            let heaps = KnownHeaps { values, largest: self.largest, reversed: &self.reversed };
            blocks::prepare(pairs, heaps, end, &self.digits, self.threads);
        }
    }

    /// The approximate number of steps, of a nanosecond or less, that the next heap takes if `heaps` are known.
    pub(super) fn steps(&self, heaps: usize) -> usize {
        let values = usize::from(self.largest) + 1;
        match self.game.parts() {
            1 => 64,
            2 => 256 + heaps / 16 + values,
            _ => 64 + (heaps + 16 * values) * values.div_ceil(64),
        }
    }

    /// The value of the next heap. The splits must be those of its total.
    fn next(&mut self) -> usize {
        let (heap, values) = (self.values.len(), &self.values);
        let sets = |total| match &self.splits {
            SplitValues::One => [None, None],
            SplitValues::Two(pairs) => [Some(pairs.known(total)), None],
            SplitValues::Three(splits) => [Some(splits.two(total)), Some(splits.three(total))],
        };
        collect_options(&self.digits, heap, values, sets, &mut self.options);
        let SplitValues::Two(pairs) = &mut self.splits else { return self.options.mex() };
        let heaps = KnownHeaps { values, largest: self.largest, reversed: &self.reversed };
        pairs.least_missing(split_totals(&self.digits, heap), &mut self.options, heaps, 1)
    }
}

/// Makes `reversed` contain all smaller parts of the splits of totals up to `total`.
fn reserve_reversed(reversed: &mut Vec<u16>, values: &[u16], total: usize) {
    if total / 2 > reversed.len() {
        let known = total.min(values.len() - 1);
        reversed.clear();
        reversed.extend(values[1..=known].iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;
    use crate::simd::SimdLevel;

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

    /// By the definition: with values below 64 and above, a code's several totals, unequal parts, splits that take nothing, and totals on
    /// both sides of the numbers of splits that are examined together.
    #[test]
    fn values_are_the_mex_of_the_options() {
        let games = ["0.07", "0.137", "0.004", "4.07", "0.6666", "0.10407", "4.4"]
            .map(|text| Game::Code(Code::parse(text).unwrap()));
        let mut largest = Vec::new();
        for game in games.into_iter().chain([Game::Grundy]) {
            let mut table = Table::new(game.clone());
            table.grow(2_400).unwrap();
            for (threads, simd) in
                [1, 2, 3].into_iter().flat_map(|n| SimdLevel::available().into_iter().map(move |s| (n, s)))
            {
                let mut other = Table::new(game.clone()).with_simd(simd);
                other.set_threads(threads);
                // The last blocks begin anywhere.
                for heaps in [2_000, 2_001, 2_200, 2_400] {
                    other.grow(heaps).unwrap();
                }
                assert!(other.values() == table.values(), "{game:?}, {threads} threads, {simd:?}");
                assert_eq!(other.largest(), table.largest());
            }
            let values = table.values();
            for heap in 0..values.len() {
                let mut options = std::collections::HashSet::new();
                for (take, digit) in game.digits().filter(|&(take, _)| take <= heap as u64) {
                    let total = heap - take as usize;
                    options.extend((digit & 1 != 0 && total == 0).then_some(0));
                    options.extend((digit & 2 != 0 && total > 0).then(|| values[total]));
                    let is_split = |&part: &usize| digit & 4 != 0 && (game != Game::Grundy || 2 * part != total);
                    options.extend((1..=total / 2).filter(is_split).map(|part| values[part] ^ values[total - part]));
                }
                assert_eq!((0..).find(|value| !options.contains(value)), Some(values[heap]), "{game:?}: heap {heap}");
            }
            largest.push(table.largest());
        }
        assert!(largest.iter().any(|&value| value < 64) && largest.iter().any(|&value| value > 256), "{largest:?}");
    }

    #[test]
    fn blocks_are_examined_on_several_threads() {
        for (threads, next) in [(1, 2_000), (2, 2_397)] {
            let mut table = Table::new(Game::Code(Code::parse("0.007").unwrap()));
            table.set_threads(threads);
            table.grow(2_000).unwrap();
            let values = table.values.clone();
            table.prepare_block(&values, 2_400);
            assert!(matches!(&table.splits, SplitValues::Two(pairs) if pairs.next() == next), "{threads} threads");
        }
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
