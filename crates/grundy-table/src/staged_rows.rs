//! The Grundy values of consecutive rows of the table of a game with a cycle, in memory.

use grundy::value::Nimber;
use grundy::verify::LoopyValue;
use std::ops::Range;

/// The Grundy values of consecutive rows, each a finite one with its stage, or ∞(K).
#[derive(Default)]
pub(crate) struct StagedRows {
    /// The stage of each row; 0 if its value is infinite.
    stages: Vec<u32>,
    /// For each row, how many numbers the values of this row and of those before it require of options ([`LoopyValue::numbers`]).
    ends: Vec<u32>,
    /// For each row, the end of its set in `numbers`. A row with a finite value has an empty one.
    set_ends: Vec<u32>,
    numbers: Vec<u32>,
}

/// The value of a row that is added to [`StagedRows`].
pub(crate) enum NewValue<'a> {
    /// A finite value, with its stage, which is not 0.
    Finite { value: u32, stage: u32 },
    /// A value ∞(K), whose numbers have 32 bits.
    Infinite(&'a [Nimber]),
}

impl NewValue<'_> {
    fn numbers(&self) -> u64 {
        match self {
            Self::Finite { value, .. } => u64::from(*value),
            Self::Infinite(set) => set.len() as u64,
        }
    }

    fn set(&self) -> &[Nimber] {
        match self {
            Self::Finite { .. } => &[],
            Self::Infinite(set) => set,
        }
    }
}

impl StagedRows {
    /// The memory with one more row in bytes, with [`bytes_of_round`](Self::bytes_of_round).
    pub(crate) fn bytes_with(&self, value: &NewValue<'_>) -> u64 {
        let ends = u64::from(self.ends.last().copied().unwrap_or(0)).saturating_add(value.numbers());
        if ends > u64::from(u32::MAX) {
            return u64::MAX;
        }
        let rows = self.stages.len() as u64 + 1;
        let numbers = (self.numbers.len() + value.set().len()) as u64;
        // Twice, because buffers grow by doubling.
        2 * (12 * rows + 4 * numbers) + Self::bytes_of_round(rows, ends)
    }

    /// The memory in bytes for what the first round of a check finds of rows that require so many numbers.
    fn bytes_of_round(rows: u64, numbers: u64) -> u64 {
        rows.div_ceil(64) * 8 + 4 * numbers
    }

    pub(crate) fn push(&mut self, value: &NewValue<'_>) {
        let before = self.ends.last().copied().unwrap_or(0);
        self.stages.push(if let NewValue::Finite { stage, .. } = value { *stage } else { 0 });
        self.ends.push(before.saturating_add(value.numbers() as u32));
        self.numbers.extend(value.set().iter().map(|number| number.0 as u32));
        self.set_ends.push(self.numbers.len() as u32);
    }

    pub(crate) fn get(&self, row: usize) -> LoopyValue<'_> {
        match self.stages[row] {
            0 => {
                let from = row.checked_sub(1).map_or(0, |before| self.set_ends[before]);
                LoopyValue::Infinite(&self.numbers[from as usize..self.set_ends[row] as usize])
            }
            stage => LoopyValue::Finite { value: self.range(row).len() as u32, stage },
        }
    }

    /// The range of a row among the numbers that all rows require.
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        let from = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        from as usize..self.ends[row] as usize
    }

    /// How many numbers all rows together require.
    pub(crate) fn numbers(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }
}
