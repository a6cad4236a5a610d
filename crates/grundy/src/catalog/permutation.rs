//! Permutations of the bits of a word, such as the symmetries of a board, applied through one table for each byte.

use super::symmetry::CellSets;

/// A permutation of the lowest bits of a word.
#[derive(Clone, Debug)]
pub(super) struct Permutation {
    /// For each byte of a word, the image of each of its values.
    images: Vec<[u64; 256]>,
}

impl Permutation {
    /// The permutation that moves bit i to bit `to(i)`, for i below `bits`.
    pub(super) fn new(bits: u32, to: impl Fn(u32) -> u32) -> Self {
        let image_of_byte = |byte: u32| {
            std::array::from_fn(|value| {
                let set = (0..8).map(|i| 8 * byte + i).filter(|i| *i < bits && value >> (i % 8) & 1 == 1);
                set.fold(0, |image, i| image | 1 << to(i))
            })
        };
        Self { images: (0..bits.div_ceil(8)).map(image_of_byte).collect() }
    }

    /// The image of a set of bits.
    pub(super) fn apply(&self, set: u64) -> u64 {
        let image = self
            .images
            .iter()
            .fold((0, set), |(image, rest), images| (image | images[(rest & 0xff) as usize], rest >> 8));
        image.0
    }
}

/// A group of symmetries of a board, without the identity, which is implied.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    others: Vec<Permutation>,
}

impl Symmetries {
    /// The group of the identity and these permutations.
    pub(super) fn new(others: Vec<Permutation>) -> Self {
        Self { others }
    }

    /// The symmetries of a rectangle that keep its sides: the identity, two reflections and the half turn. With
    /// `exchanges_sides`, also those that exchange rows and columns of a square.
    pub(super) fn of_rectangle(columns: u32, rows: u32, exchanges_sides: bool) -> Self {
        Self::of_elements(columns, rows, 1..if exchanges_sides { 8 } else { 4 })
    }

    /// The symmetries of a square that keep both diagonals: the identity, the half turn and the reflections in the diagonals.
    pub(super) fn of_diagonals(side: u32) -> Self {
        Self::of_elements(side, side, [3, 4, 7])
    }

    /// A group of symmetries of a rectangle. Bit 0 of an element exchanges left and right, bit 1 top and bottom, and bit 2 then
    /// rows and columns.
    fn of_elements(columns: u32, rows: u32, elements: impl IntoIterator<Item = u32>) -> Self {
        let image = move |cell: u32, element: u32| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if element & 1 != 0 {
                column = columns - 1 - column;
            }
            if element & 2 != 0 {
                row = rows - 1 - row;
            }
            if element & 4 != 0 { column * columns + row } else { row * columns + column }
        };
        let permutation = |element| Permutation::new(columns * rows, |cell| image(cell, element));
        Self::new(elements.into_iter().map(permutation).collect())
    }

    /// The symmetries but the identity.
    pub(super) fn others(&self) -> &[Permutation] {
        &self.others
    }

    /// The least position of the class of `at`.
    pub(super) fn least_image<P: CellSets>(&self, at: P) -> P {
        self.images(at).fold(at, |least, image| least.min(image))
    }

    /// The number of positions in the class of `at`.
    pub(super) fn class_size<P: CellSets>(&self, at: P) -> u64 {
        let fixing = 1 + self.images(at).filter(|image| *image == at).count();
        ((1 + self.others.len()) / fixing) as u64
    }

    /// The image of a position under each symmetry but the identity.
    fn images<P: CellSets>(&self, at: P) -> impl Iterator<Item = P> {
        self.others.iter().map(move |permutation| at.reflected(|cells| permutation.apply(cells)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::grid::{Grid, Marks};

    #[test]
    fn bits_move_one_by_one() {
        let mut random = fastrand::Rng::with_seed(1);
        for bits in [1, 7, 8, 9, 16, 63, 64] {
            let mut to: Vec<u32> = (0..bits).collect();
            random.shuffle(&mut to);
            let permutation = Permutation::new(bits, |i| to[i as usize]);
            for _ in 0..100 {
                let set = random.u64(..) >> (64 - bits);
                let slow = (0..bits).filter(|i| set >> i & 1 == 1).fold(0, |image, i| image | 1 << to[i as usize]);
                assert_eq!(permutation.apply(set), slow);
            }
        }
    }

    #[test]
    fn classes_of_marks_are_those_of_the_grid() {
        let mut random = fastrand::Rng::with_seed(1);
        for (columns, rows) in [(1, 1), (3, 3), (4, 3), (5, 5), (8, 8), (2, 9)] {
            let grid = Grid::new(columns, rows).unwrap();
            let symmetries = Symmetries::of_rectangle(grid.columns, grid.rows, columns == rows);
            for i in 0..100 {
                let all = u64::MAX >> (64 - grid.cells());
                // Few cells, so that some positions are their own images.
                let few = if i % 2 == 0 { all } else { 0x8040_2010_0804_0201 & all };
                let x = random.u64(..) & few;
                let at = Marks { x, o: random.u64(..) & few & !x };
                assert_eq!(symmetries.least_image(at), grid.least_image(at));
                assert_eq!(symmetries.class_size(at), grid.class_size(at));
            }
        }
    }
}
