//! Bits that are noted of rows: one each, or the debts of each row.

/// Bits in words.
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(bits: u64) -> Self {
        Self(vec![0; bits.div_ceil(64) as usize])
    }

    pub(super) fn get(&self, at: u64) -> bool {
        self.0[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, at: u64) {
        self.0[(at / 64) as usize] |= 1 << (at % 64);
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The first of `from..to` that is not set.
    pub(super) fn first_unset(&self, from: u64, to: u64) -> Option<u64> {
        let mut at = from;
        while at < to {
            let rest = !self.0[(at / 64) as usize] >> (at % 64);
            match rest {
                0 => at = (at / 64 + 1) * 64,
                _ => return Some(at + u64::from(rest.trailing_zeros())).filter(|&at| at < to),
            }
        }
        None
    }
}

/// What rows owe ([`grundy::verify::debts`]), and what was paid.
pub(super) struct Debts {
    paid: Bits,
    /// Where the bits of each row begin; `None` where each has one.
    begins: Option<Vec<u64>>,
    rows: u64,
    bits: u64,
    room: u64,
}

impl Debts {
    /// Debts of at most `rows` rows in so many bytes; `is_one` where none owes more than one.
    pub(super) fn new(rows: u64, is_one: bool, room: u64) -> Self {
        let most = if is_one { rows.min(room.saturating_mul(8)).max(1) } else { 0 };
        Self { paid: Bits::new(most), begins: (!is_one).then(Vec::new), rows: 0, bits: 0, room }
    }

    /// Notes the debts of the next row; `false` where there is no room for it. The first row finds room.
    pub(super) fn owe(&mut self, debts: u64) -> bool {
        let (at, bits) = (self.bits, if self.begins.is_some() { debts } else { 1 });
        // Twice, because buffers that grow do so by doubling.
        let bytes = match &self.begins {
            Some(begins) => 2 * (8 * (begins.len() as u64 + 1) + (at + bits) / 8),
            None => (at + bits).div_ceil(8),
        };
        if self.rows > 0 && bytes > self.room {
            return false;
        }
        if let Some(begins) = &mut self.begins {
            begins.push(at);
        }
        self.bits += bits;
        self.rows += 1;
        let words = self.bits.div_ceil(64) as usize;
        if words > self.paid.0.len() {
            self.paid.0.resize(words, 0);
        }
        if self.begins.is_none() && debts == 0 {
            self.paid.set(at);
        }
        true
    }

    /// Pays a debt of a row, which is counted from the first.
    pub(super) fn pay(&mut self, row: u64, debt: u64) {
        let begin = self.begins.as_ref().map_or(row, |begins| begins[row as usize]);
        self.paid.set(begin + debt);
    }

    /// The first row that has a debt unpaid.
    pub(super) fn first_unpaid(&self) -> Option<u64> {
        let bit = self.paid.first_unset(0, self.bits)?;
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
    fn debts_of_rows() {
        for is_one in [true, false] {
            let mut debts = Debts::new(300, is_one, 1 << 20);
            (0..300).for_each(|row| assert!(debts.owe(if is_one { 1 } else { row % 3 })));
            let owed = |row: u64| if is_one { 1 } else { row % 3 };
            for row in (0..300).filter(|&row| owed(row) > 0) {
                assert_eq!(debts.first_unpaid(), Some(row));
                (0..owed(row)).for_each(|debt| debts.pay(row, debt));
            }
            assert_eq!(debts.first_unpaid(), None);
        }
    }

    #[test]
    fn no_more_rows_than_there_is_room_for() {
        let mut debts = Debts::new(300, true, 10);
        assert_eq!((0..300).take_while(|_| debts.owe(1)).count(), 80);
        let mut debts = Debts::new(300, false, 10);
        assert_eq!((0..300).take_while(|_| debts.owe(9)).count(), 1);
    }
}
