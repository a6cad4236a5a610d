//! The symmetry group of a rules file: permutations of the cells of a position, closed under composition and applied without the script.

use crate::position::{self, Next};
use std::cmp::Ordering;
use std::ops::Range;

/// The maximum number of permutations of a group.
const MAX_PERMUTATIONS: usize = 10_000;

/// A group of permutations of the cells of a position. Each permutation lists, for each place, the cell that moves there.
pub(crate) struct SymmetryGroup {
    cells: usize,
    /// The identity, the generators, and the others.
    permutations: Vec<Vec<usize>>,
    /// The number of different generators that are not the identity.
    generators: usize,
}

impl SymmetryGroup {
    /// The group that the permutations generate; `None` if their lengths differ, or the group is too large.
    pub(crate) fn generate(generators: &[Vec<usize>]) -> Option<Self> {
        let cells = generators.first().map_or(0, Vec::len);
        if generators.iter().any(|permutation| permutation.len() != cells) {
            return None;
        }
        let mut permutations: Vec<Vec<usize>> = vec![(0..cells).collect()];
        let mut seen: std::collections::HashSet<Vec<usize>> = permutations.iter().cloned().collect();
        let (mut next, mut different) = (0, 0);
        while next < permutations.len() {
            for generator in generators {
                let product: Vec<usize> = generator.iter().map(|&cell| permutations[next][cell]).collect();
                if seen.insert(product.clone()) {
                    permutations.push(product);
                }
            }
            if next == 0 {
                different = permutations.len() - 1;
            }
            next += 1;
            if permutations.len() > MAX_PERMUTATIONS {
                return None;
            }
        }
        Some(Self { cells, permutations, generators: different })
    }

    /// Whether a position, or a part of it, has as many cells as the permutations.
    pub(crate) fn fits(&self, bytes: &[u8]) -> bool {
        self.find_cells(bytes, &mut Vec::new())
    }

    /// The least position of the class of a position, in the order of bytes.
    pub(crate) fn canonical(&self, bytes: &[u8]) -> Box<[u8]> {
        self.least_image(bytes, &mut Scratch::default()).into()
    }

    /// The least position of the class of a position, in a buffer of `scratch`.
    pub(crate) fn least_image<'b>(&self, bytes: &'b [u8], scratch: &'b mut Scratch) -> &'b [u8] {
        let Scratch { cells, image, best } = scratch;
        if !self.find_cells(bytes, cells) {
            return bytes;
        }
        best.clear();
        best.extend_from_slice(bytes);
        let width = cells[0].len();
        let are_alike = cells.iter().all(|cell| cell.len() == width);
        for permutation in &self.permutations[1..] {
            if are_alike && !comes_before(bytes, cells, permutation, best) {
                continue;
            }
            push_image(bytes, cells, permutation, image);
            if image < best {
                std::mem::swap(image, best);
            }
        }
        best
    }

    /// The images of a position under the generators that are other positions.
    pub(crate) fn images(&self, bytes: &[u8]) -> Vec<Box<[u8]>> {
        let mut cells = Vec::new();
        if !self.find_cells(bytes, &mut cells) {
            return Vec::new();
        }
        let image = |permutation: &Vec<usize>| {
            let mut out = Vec::new();
            push_image(bytes, &cells, permutation, &mut out);
            out.into_boxed_slice()
        };
        self.permutations[1..][..self.generators].iter().map(image).filter(|image| **image != *bytes).collect()
    }

    /// The number of positions in the class of a position.
    pub(crate) fn class_size(&self, bytes: &[u8]) -> u64 {
        let mut cells = Vec::new();
        if !self.find_cells(bytes, &mut cells) {
            return 1;
        }
        let image = |permutation: &Vec<usize>| {
            let mut out = Vec::new();
            push_image(bytes, &cells, permutation, &mut out);
            out
        };
        let mut images: Vec<Vec<u8>> = self.permutations.iter().map(image).collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }

    /// Finds the byte ranges of all cells: those of the position itself if it has the right number, else those of each of its items that
    /// has.
    fn find_cells(&self, bytes: &[u8], cells: &mut Vec<Range<usize>>) -> bool {
        cells.clear();
        let mut rest = bytes;
        if self.cells_of(bytes, &mut rest, cells) {
            return true;
        }
        rest = bytes;
        if let Next::Tuple(length) = position::next(&mut rest) {
            (0..length).for_each(|_| {
                self.cells_of(bytes, &mut rest, cells);
            });
        }
        !cells.is_empty()
    }

    /// Reads one item, and adds its cells if it has the right number of them.
    fn cells_of(&self, bytes: &[u8], rest: &mut &[u8], cells: &mut Vec<Range<usize>>) -> bool {
        let place = |rest: &[u8]| bytes.len() - rest.len();
        match position::next(rest) {
            Next::Text(text) => {
                let start = place(rest) - text.len();
                let has_cells =
                    if text.is_ascii() { text.len() == self.cells } else { text.chars().count() == self.cells };
                if has_cells {
                    cells.extend(text.char_indices().map(|(i, c)| start + i..start + i + c.len_utf8()));
                }
                has_cells && self.cells > 0
            }
            Next::Tuple(length) => {
                let has_cells = length == self.cells as u64;
                for _ in 0..length {
                    let start = place(rest);
                    position::skip(rest);
                    if has_cells {
                        cells.push(start..place(rest));
                    }
                }
                has_cells && self.cells > 0
            }
            _ => false,
        }
    }
}

/// Buffers that are reused from position to position.
#[derive(Default)]
pub(crate) struct Scratch {
    cells: Vec<Range<usize>>,
    image: Vec<u8>,
    best: Vec<u8>,
}

/// Whether the image of a position under a permutation comes before `best`, another image; all cells have the same number of bytes. The
/// first cell that differs decides, and it usually comes early.
fn comes_before(bytes: &[u8], cells: &[Range<usize>], permutation: &[usize], best: &[u8]) -> bool {
    for cells in cells.chunks_exact(permutation.len()) {
        for (place, &cell) in cells.iter().zip(permutation) {
            match bytes[cells[cell].clone()].cmp(&best[place.clone()]) {
                Ordering::Less => return true,
                Ordering::Equal => {}
                Ordering::Greater => return false,
            }
        }
    }
    false
}

/// Appends the image of a position under a permutation.
fn push_image(bytes: &[u8], cells: &[Range<usize>], permutation: &[usize], out: &mut Vec<u8>) {
    out.clear();
    let mut from = 0;
    for cells in cells.chunks_exact(permutation.len()) {
        out.extend_from_slice(&bytes[from..cells[0].start]);
        let last = cells[cells.len() - 1].end;
        let run = &bytes[cells[0].start..last];
        if run.len() == cells.len() {
            out.extend(permutation.iter().map(|&cell| run[cell]));
        } else if run.len() == 2 * cells.len() && cells.iter().all(|cell| cell.len() == 2) {
            // Small integers: a tag and one byte.
            out.extend(permutation.iter().flat_map(|&cell| [run[2 * cell], run[2 * cell + 1]]));
        } else {
            permutation.iter().for_each(|&cell| out.extend_from_slice(&bytes[cells[cell].clone()]));
        }
        from = last;
    }
    out.extend_from_slice(&bytes[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Item;
    use proptest::prelude::*;

    #[test]
    fn a_quarter_turn_and_a_mirror_make_eight() {
        let turn = vec![6, 3, 0, 7, 4, 1, 8, 5, 2];
        let mirror = vec![2, 1, 0, 5, 4, 3, 8, 7, 6];
        let group = SymmetryGroup::generate(&[turn, mirror]).unwrap();
        assert_eq!(group.permutations.len(), 8);
        let bytes = |board: &str| {
            let mut out = Vec::new();
            position::write(&Item::Tuple(vec![Item::Int(3), Item::Text(board.to_owned())]), &mut out);
            out
        };
        let corner = group.canonical(&bytes("x........"));
        assert_eq!(group.canonical(&bytes("........x")), corner);
        assert_ne!(group.canonical(&bytes(".x.......")), corner);
        assert_eq!([".........", "x........", "xo......."].map(|board| group.class_size(&bytes(board))), [1, 4, 8]);
        assert!(group.fits(&bytes(".........")) && !group.fits(&bytes("........")));
        assert_eq!(
            *group.images(&bytes("xo.......")),
            [bytes("..x..o..."), bytes(".ox......")].map(Vec::into_boxed_slice)
        );
        assert!(group.images(&bytes("....x....")).is_empty());
    }

    #[test]
    fn too_many_or_uneven_permutations_are_refused() {
        let rotation: Vec<usize> = (0..9).map(|i| (i + 1) % 9).collect();
        let swap = vec![1, 0, 2, 3, 4, 5, 6, 7, 8];
        assert!(SymmetryGroup::generate(&[rotation, swap.clone()]).is_none());
        assert!(SymmetryGroup::generate(&[swap, vec![0]]).is_none());
        assert!(SymmetryGroup::generate(&[]).is_some());
    }

    proptest! {
        #[test]
        fn the_first_image_is_the_least_of_all(
            numbers in proptest::collection::vec(prop_oneof![0..3_i64, Just(100), Just(-300)], 6),
            text in "[xo.é]{6}",
            is_small in any::<bool>(),
        ) {
            let turn = vec![1, 2, 3, 4, 5, 0];
            let mirror = vec![5, 4, 3, 2, 1, 0];
            let group = SymmetryGroup::generate(&[turn, mirror]).unwrap();
            prop_assert_eq!(group.permutations.len(), 12);
            let number = |n: &i64| Item::Int(if is_small { n.rem_euclid(3) } else { *n });
            let numbers = Item::Tuple(numbers.iter().map(number).collect());
            for item in [numbers.clone(), Item::Text(text.clone()), Item::Tuple(vec![numbers, Item::Text(text)])] {
                let mut bytes = Vec::new();
                position::write(&item, &mut bytes);
                let mut cells = Vec::new();
                prop_assert!(group.find_cells(&bytes, &mut cells));
                let image = |permutation: &Vec<usize>| {
                    let mut out = Vec::new();
                    push_image(&bytes, &cells, permutation, &mut out);
                    out
                };
                let least = group.permutations.iter().map(image).min().unwrap();
                prop_assert_eq!(&*group.canonical(&bytes), &least[..]);
                // An image has the same items in a different order.
                let mut moved = position::read(&mut &*least);
                let mut item = item;
                for item in [&mut moved, &mut item] {
                    sort(item);
                }
                prop_assert_eq!(moved, item);
            }
        }
    }

    fn sort(item: &mut Item) {
        match item {
            Item::Tuple(items) => {
                items.iter_mut().for_each(sort);
                items.sort_by_key(|item| format!("{item:?}"));
            }
            Item::Text(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                *text = letters.into_iter().collect();
            }
            _ => {}
        }
    }
}
