//! The yardstick: connect four by a depth-first search that keeps every position in a hash map.

use std::collections::HashMap;

/// The outcome for the player to move, and the number of moves to the end, 0 for a draw.
pub type Value = (i8, u8);

/// A board: the discs of the player to move, and all discs; each column has one bit more than cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    own: u64,
    all: u64,
}

pub struct Search {
    columns: u32,
    rows: u32,
    pub memo: HashMap<Board, Value>,
}

impl Search {
    pub fn new(columns: u32, rows: u32) -> Self {
        Self { columns, rows, memo: HashMap::new() }
    }

    pub fn start(&mut self) -> Value {
        self.value(Board { own: 0, all: 0 })
    }

    fn won(&self, discs: u64) -> bool {
        [1, self.rows, self.rows + 1, self.rows + 2].into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    fn value(&mut self, at: Board) -> Value {
        if let Some(&known) = self.memo.get(&at) {
            return known;
        }
        let value = self.worked_out(at);
        self.memo.insert(at, value);
        value
    }

    fn worked_out(&mut self, at: Board) -> Value {
        let other = at.all & !at.own;
        if self.won(other) {
            return (-1, 0);
        }
        let (mut win, mut loss, mut drawn, mut moves) = (None::<u8>, 0, false, 0);
        for column in 0..self.columns {
            let from = column * (self.rows + 1);
            let all = at.all | (at.all + (1 << from));
            if all >> (from + self.rows) & 1 == 1 {
                continue;
            }
            moves += 1;
            match self.value(Board { own: other, all }) {
                (-1, r) => win = Some(win.map_or(r + 1, |quickest| quickest.min(r + 1))),
                (1, r) => loss = loss.max(r + 1),
                _ => drawn = true,
            }
        }
        match win {
            Some(r) => (1, r),
            None if drawn || moves == 0 => (0, 0),
            None => (-1, loss),
        }
    }
}
