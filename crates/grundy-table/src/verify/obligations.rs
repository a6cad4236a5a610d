//! The obligations of rows ([`grundy::verify::obligations`]), with a bit for each that is set when it is discharged.

use crate::bits::Bits;

/// The obligations of a run of rows, numbered from its first row.
pub(super) struct Obligations {
    discharged: Bits,
    /// The first bit of each row; `None` if every row has one bit.
    begins: Option<Vec<u64>>,
    rows: u64,
    bits: u64,
    max_bytes: u64,
}

impl Obligations {
    /// Creates an empty list for at most `rows` rows in `max_bytes` bytes; `is_one` if no row has more than one obligation.
    pub(super) fn new(rows: u64, is_one: bool, max_bytes: u64) -> Self {
        let most = if is_one { rows.min(max_bytes.saturating_mul(8)).max(1) } else { 0 };
        Self { discharged: Bits::new(most), begins: (!is_one).then(Vec::new), rows: 0, bits: 0, max_bytes }
    }

    /// Adds the obligations of the next row. Returns `false` if there is no room for them. There is always room for the first row.
    pub(super) fn add(&mut self, obligations: u64) -> bool {
        let (at, bits) = (self.bits, if self.begins.is_some() { obligations } else { 1 });
        // Twice, because buffers grow by doubling.
        let bytes = match &self.begins {
            Some(begins) => 2 * (8 * (begins.len() as u64 + 1) + (at + bits) / 8),
            None => (at + bits).div_ceil(8),
        };
        if self.rows > 0 && bytes > self.max_bytes {
            return false;
        }
        if let Some(begins) = &mut self.begins {
            begins.push(at);
        }
        self.bits += bits;
        self.rows += 1;
        self.discharged.grow(self.bits);
        if self.begins.is_none() && obligations == 0 {
            self.discharged.set(at);
        }
        true
    }

    /// Discharges an obligation of a row.
    pub(super) fn discharge(&mut self, row: u64, obligation: u64) {
        let begin = self.begins.as_ref().map_or(row, |begins| begins[row as usize]);
        self.discharged.set(begin + obligation);
    }

    /// The first row with an obligation that is not discharged.
    pub(super) fn first_open(&self) -> Option<u64> {
        let bit = self.discharged.first_unset(0, self.bits)?;
        Some(match &self.begins {
            Some(begins) => begins.partition_point(|&begin| begin <= bit) as u64 - 1,
            None => bit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obligations_of_rows() {
        for is_one in [true, false] {
            let mut all = Obligations::new(300, is_one, 1 << 20);
            (0..300).for_each(|row| assert!(all.add(if is_one { 1 } else { row % 3 })));
            let count = |row: u64| if is_one { 1 } else { row % 3 };
            for row in (0..300).filter(|&row| count(row) > 0) {
                assert_eq!(all.first_open(), Some(row));
                (0..count(row)).for_each(|obligation| all.discharge(row, obligation));
            }
            assert_eq!(all.first_open(), None);
        }
    }

    #[test]
    fn no_more_rows_than_there_is_room_for() {
        let mut all = Obligations::new(300, true, 10);
        assert_eq!((0..300).take_while(|_| all.add(1)).count(), 80);
        let mut all = Obligations::new(300, false, 10);
        assert_eq!((0..300).take_while(|_| all.add(9)).count(), 1);
    }
}
