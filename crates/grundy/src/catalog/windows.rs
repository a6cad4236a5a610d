//! Grundy values of the sets of cells in a window of four rows and five columns, in a table that is filled as it is used.
//!
//! A set in the window is a word: the cell in row *r* and column *c* is bit *5r + c*.

use super::shapes::{Shape, Shapes};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The rows of the window.
const ROWS: u32 = 4;
/// The columns of the window.
pub(super) const COLUMNS: u32 = 5;
/// The cells that have a right neighbour in the window.
pub(super) const NOT_LAST_COLUMN: u32 = 0x0007_bdef;

/// Calls a function with each option of a set, or with another set of the same value.
type EachOption = fn(u32, &mut dyn FnMut(u32));

/// A set in the window, moved up and to the left as far as it can be.
pub(super) fn upper_left(set: u32) -> u32 {
    if set == 0 {
        return 0;
    }
    let set = set >> (set.trailing_zeros() / COLUMNS * COLUMNS);
    let any_row = (1..ROWS).fold(set, |any, row| any | set >> (row * COLUMNS));
    set >> any_row.trailing_zeros()
}

/// The cells beside those of a set, and perhaps cells outside the window.
pub(super) fn beside(set: u32) -> u32 {
    (set & NOT_LAST_COLUMN) << 1 | set >> 1 & NOT_LAST_COLUMN | set << COLUMNS | set >> COLUMNS
}

/// The cells of a set that are connected to its first cell.
fn component(set: u32) -> u32 {
    let mut found = set & set.wrapping_neg();
    loop {
        let more = found | beside(found) & set;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// The mirror image of a set in which the first column is the last.
fn left_to_right(set: u32) -> u32 {
    const FIRST: u32 = 0x0000_8421;
    let column = |number: u32| set >> number & FIRST;
    (0..COLUMNS).fold(0, |image, number| image | column(number) << (COLUMNS - 1 - number))
}

/// The mirror image of a set in which the first row is the last.
fn top_to_bottom(set: u32) -> u32 {
    const FIRST: u32 = (1 << COLUMNS) - 1;
    let row = |number: u32| set >> (number * COLUMNS) & FIRST;
    (0..ROWS).fold(0, |image, number| image | row(number) << ((ROWS - 1 - number) * COLUMNS))
}

/// The values of one game, which does not change under reflection.
#[derive(Debug)]
pub(super) struct Windows {
    each_option: EachOption,
    /// For each set, four bits: one more than its value, or 0 if it was not computed yet. A set with an even number has the lower half of a
    /// byte. No value is greater than 10, since no play is longer.
    values: Box<[AtomicU8]>,
}

impl Windows {
    pub(super) fn new(each_option: EachOption) -> Self {
        Self { each_option, values: (0..1 << (ROWS * COLUMNS - 1)).map(|_| AtomicU8::new(0)).collect() }
    }

    /// The value of a shape that is not higher than wide; `None` if it does not fit in the window.
    pub(super) fn value_of(&self, shapes: &Shapes, shape: Shape) -> Option<u8> {
        if shape.rows > ROWS || shape.columns > COLUMNS {
            return None;
        }
        // The rows of this board are as long as those of the window.
        if shapes.stride() == COLUMNS {
            return Some(self.value(shape.cells as u32));
        }
        let all_columns = (1 << shape.columns) - 1;
        let window = (0..shape.rows).fold(0, |window, row| {
            let cells = shape.cells >> (row * shapes.stride()) & all_columns;
            window | (cells as u32) << (row * COLUMNS)
        });
        Some(self.value(window))
    }

    /// The value of a set: the Nim sum of the values of its connected components. That of a component is the mex of those of its options.
    fn value(&self, set: u32) -> u8 {
        if let Some(value) = self.known(set) {
            return value;
        }
        let component = component(set);
        if component != set {
            let value = self.value(upper_left(component)) ^ self.value(upper_left(set & !component));
            self.store(set, value);
            return value;
        }
        let mut values = 0u64;
        (self.each_option)(set, &mut |option| values |= 1 << self.value(option));
        let value = values.trailing_ones() as u8;
        // A reflection does not change the value.
        let mirrored = left_to_right(set);
        for image in [set, mirrored, top_to_bottom(set), top_to_bottom(mirrored)] {
            self.store(upper_left(image), value);
        }
        value
    }

    /// The value of a set if it was computed.
    fn known(&self, set: u32) -> Option<u8> {
        let byte = self.values[set as usize / 2].load(Relaxed);
        (byte >> (set % 2 * 4) & 0xf).checked_sub(1)
    }

    /// Stores the value of a set. If another thread stores that of its neighbour in the same byte at the same time, one of the two may be
    /// lost, and is computed again when it is needed.
    fn store(&self, set: u32, value: u8) {
        debug_assert!(value < 15, "a value of a set in a window");
        let byte = &self.values[set as usize / 2];
        byte.store(byte.load(Relaxed) | (value + 1) << (set % 2 * 4), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_of_a_set() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..1000 {
            let set = random.u32(..1 << (ROWS * COLUMNS));
            let image = |cell_of: &dyn Fn(u32, u32) -> u32| {
                let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
                let held = cells.filter(|(row, column)| set >> (row * COLUMNS + column) & 1 != 0);
                held.fold(0, |image, (row, column)| image | 1 << cell_of(row, column))
            };
            assert_eq!(left_to_right(set), image(&|row, column| row * COLUMNS + COLUMNS - 1 - column));
            assert_eq!(top_to_bottom(set), image(&|row, column| (ROWS - 1 - row) * COLUMNS + column));
        }
    }
}
