//! A table of the Grundy values of Wythoff's game, for which no formula is known.
//!
//! The value of (i, j) is the least number that is not yet in row i, in column j or on the diagonal j − i. The game is
//! symmetric, so row n and column n are one *line*, and the cells with i ≤ j are sufficient. Lines and diagonals are
//! bitsets; a cell computes the OR of three of them, word by word, until a bit is 0, from the first word that is not
//! full in any. Heaps up to n take at most O(n³/64) steps, and 3n²/4 bytes besides the two bytes for each cell that
//! remain.

use super::WythoffMove;
use crate::theory::ClaimError;
use crate::value::Nimber;
use dashu_int::UBig;

/// The largest heap for which Grundy values are tabulated.
pub const MAX_TABULATED_HEAP: u64 = 2000;

/// The Grundy values of all positions of Wythoff's game up to two heap sizes.
#[derive(Clone, Debug)]
pub struct WythoffTable {
    /// The largest heap of the smaller side, and that of the larger side.
    most: [usize; 2],
    /// The value of (i, j), i ≤ j, at `i * (most[1] + 1) + j`; 0 if i > j.
    values: Vec<u16>,
}

impl WythoffTable {
    /// Tabulates the positions of at most `a` stones in one heap and `b` in the other.
    ///
    /// ```
    /// use grundy::{Nimber, heap::wythoff::WythoffTable};
    /// let table = WythoffTable::new(5, 10)?;
    /// assert_eq!(table.value(9, 3), Some(Nimber(12)));
    /// assert_eq!(table.value(5, 3), Some(Nimber(0)));
    /// assert_eq!(table.value(6, 6), None);
    /// # Ok::<(), grundy::theory::ClaimError>(())
    /// ```
    ///
    /// # Errors
    /// If a heap exceeds [`MAX_TABULATED_HEAP`].
    pub fn new(a: u64, b: u64) -> Result<Self, ClaimError> {
        if a.max(b) > MAX_TABULATED_HEAP {
            return Err(ClaimError::OutOfReach(format!(
                "Grundy values of Wythoff's game have no formula, and are tabulated for heaps up to {MAX_TABULATED_HEAP}"
            )));
        }
        Ok(Self::tabulate(a.min(b) as usize, a.max(b) as usize))
    }

    fn tabulate(short: usize, long: usize) -> Self {
        // An upper bound of the number of options of a position, and so of its value.
        let largest = long + 2 * short;
        let mut lines = Sets::new(long + 1, largest);
        let mut diagonals = Sets::new(long + 1, largest);
        let mut values = vec![0; (short + 1) * (long + 1)];
        for i in 0..=short {
            for j in i..=long {
                let value = Sets::least_free([(&lines, i), (&lines, j), (&diagonals, j - i)]);
                lines.insert(i, value);
                lines.insert(j, value);
                diagonals.insert(j - i, value);
                values[i * (long + 1) + j] = value as u16;
            }
        }
        Self { most: [short, long], values }
    }

    /// Returns the Grundy value of a position; `None` if it is not in the table.
    pub fn value(&self, a: u64, b: u64) -> Option<Nimber> {
        let (i, j) = (usize::try_from(a.min(b)).ok()?, usize::try_from(a.max(b)).ok()?);
        let [short, long] = self.most;
        (i <= short && j <= long).then(|| Nimber(self.values[i * (long + 1) + j].into()))
    }

    /// Returns the moves to positions of value `target`, by heap and the number of stones taken; `None` if the position
    /// is not in the table. Equal heaps have equal moves, which are listed only for the first heap.
    ///
    /// ```
    /// use grundy::{Nimber, heap::wythoff::{WythoffMove, WythoffTable}};
    /// let moves = WythoffTable::new(1, 2)?.moves_to(2, 1, Nimber(1)).unwrap();
    /// assert_eq!(moves, [WythoffMove::First(2u8.into()), WythoffMove::Both(1u8.into())]);
    /// # Ok::<(), grundy::theory::ClaimError>(())
    /// ```
    pub fn moves_to(&self, a: u64, b: u64, target: Nimber) -> Option<Vec<WythoffMove>> {
        self.value(a, b)?;
        let there = |a, b| self.value(a, b) == Some(target);
        let from_b = if a == b { 0 } else { b };
        let first = (1..=a).filter(|take| there(a - take, b)).map(|take| WythoffMove::First(UBig::from(take)));
        let second = (1..=from_b).filter(|take| there(a, b - take)).map(|take| WythoffMove::Second(UBig::from(take)));
        let both =
            (1..=a.min(b)).filter(|take| there(a - take, b - take)).map(|take| WythoffMove::Both(UBig::from(take)));
        Some(first.chain(second).chain(both).collect())
    }
}

/// Sets of numbers up to a bound, as bits.
struct Sets {
    words: usize,
    bits: Vec<u64>,
    /// For each set, a number of words, from the first one on, that are known to be all ones.
    full: Vec<usize>,
}

impl Sets {
    fn new(sets: usize, largest: usize) -> Self {
        let words = largest / 64 + 1;
        Self { words, bits: vec![0; sets * words], full: vec![0; sets] }
    }

    fn row(&self, set: usize) -> &[u64] {
        &self.bits[set * self.words..][..self.words]
    }

    fn insert(&mut self, set: usize, value: usize) {
        let row = &mut self.bits[set * self.words..][..self.words];
        row[value / 64] |= 1 << (value % 64);
        let full = &mut self.full[set];
        while row.get(*full) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    /// The least number that is in none of three sets.
    fn least_free(sets: [(&Self, usize); 3]) -> usize {
        let full = sets.map(|(sets, set)| sets.full[set]).into_iter().max().unwrap_or(0);
        let [x, y, z] = sets.map(|(sets, set)| &sets.row(set)[full..]);
        let unions = x.iter().zip(y).zip(z).map(|((x, y), z)| x | y | z);
        let (word, union) =
            unions.enumerate().find(|&(_, union)| union != u64::MAX).expect("fewer options than numbers");
        64 * (full + word) + union.trailing_ones() as usize
    }
}
