//! Symmetries as data: permutations of the cells of a position, closed under composition, applied without the script.

use crate::position::{self, Item};

/// The most permutations of a group.
const MOST: usize = 10_000;

/// A group of permutations of so many cells. Each says which cell comes to each place.
pub(crate) struct Group {
    cells: usize,
    permutations: Vec<Vec<usize>>,
}

impl Group {
    /// The group that some permutations generate; `None` if they have different lengths, or there are too many.
    pub(crate) fn generated(generators: &[Vec<usize>]) -> Option<Self> {
        let cells = generators.first().map_or(0, Vec::len);
        if generators.iter().any(|permutation| permutation.len() != cells) {
            return None;
        }
        let mut permutations: Vec<Vec<usize>> = vec![(0..cells).collect()];
        let mut seen: std::collections::HashSet<Vec<usize>> = permutations.iter().cloned().collect();
        let mut next = 0;
        while next < permutations.len() {
            for generator in generators {
                let product: Vec<usize> = generator.iter().map(|&cell| permutations[next][cell]).collect();
                if seen.insert(product.clone()) {
                    permutations.push(product);
                }
            }
            next += 1;
            if permutations.len() > MOST {
                return None;
            }
        }
        Some(Self { cells, permutations })
    }

    /// Whether a position has a part with as many cells as the permutations.
    pub(crate) fn fits(&self, bytes: &[u8]) -> bool {
        self.permutations.len() < 2 || self.moved(&position::read(&mut &*bytes), &self.permutations[0]).is_some()
    }

    /// The member of a position's class that comes first.
    pub(crate) fn canonical(&self, bytes: &[u8]) -> Box<[u8]> {
        self.images(bytes).min().unwrap_or_else(|| bytes.into())
    }

    /// How many positions are in the class.
    pub(crate) fn class(&self, bytes: &[u8]) -> u64 {
        let mut images: Vec<_> = self.images(bytes).collect();
        images.sort_unstable();
        images.dedup();
        images.len().max(1) as u64
    }

    /// The same position in every attitude.
    pub(crate) fn images(&self, bytes: &[u8]) -> impl Iterator<Item = Box<[u8]>> {
        let item = position::read(&mut &*bytes);
        self.permutations.iter().filter_map(move |permutation| {
            let mut out = Vec::with_capacity(bytes.len());
            position::write(&self.moved(&item, permutation)?, &mut out);
            Some(out.into_boxed_slice())
        })
    }

    /// A position with its cells moved: the position itself, where it has that many, else all of its parts that have.
    fn moved(&self, item: &Item, permutation: &[usize]) -> Option<Item> {
        self.permuted(item, permutation).or_else(|| match item {
            Item::Tuple(parts) => {
                let mut has_cells = false;
                let moved = parts.iter().map(|part| {
                    let permuted = self.permuted(part, permutation);
                    has_cells |= permuted.is_some();
                    permuted.unwrap_or_else(|| part.clone())
                });
                let moved = moved.collect();
                has_cells.then_some(Item::Tuple(moved))
            }
            _ => None,
        })
    }

    fn permuted(&self, item: &Item, permutation: &[usize]) -> Option<Item> {
        match item {
            Item::Text(text) if text.is_ascii() && text.len() == self.cells => {
                let cells = text.as_bytes();
                Some(Item::Text(permutation.iter().map(|&cell| char::from(cells[cell])).collect()))
            }
            Item::Text(text) if !text.is_ascii() && text.chars().count() == self.cells => {
                let cells: Vec<char> = text.chars().collect();
                Some(Item::Text(permutation.iter().map(|&cell| cells[cell]).collect()))
            }
            Item::Tuple(items) if items.len() == self.cells => {
                Some(Item::Tuple(permutation.iter().map(|&cell| items[cell].clone()).collect()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_and_a_mirror_make_eight() {
        let turn = vec![6, 3, 0, 7, 4, 1, 8, 5, 2];
        let mirror = vec![2, 1, 0, 5, 4, 3, 8, 7, 6];
        let group = Group::generated(&[turn, mirror]).unwrap();
        assert_eq!(group.permutations.len(), 8);
        let bytes = |board: &str| {
            let mut out = Vec::new();
            position::write(&Item::Tuple(vec![Item::Int(3), Item::Text(board.to_owned())]), &mut out);
            out
        };
        let corner = group.canonical(&bytes("x........"));
        assert_eq!(group.canonical(&bytes("........x")), corner);
        assert_ne!(group.canonical(&bytes(".x.......")), corner);
        assert_eq!([".........", "x........", "xo......."].map(|board| group.class(&bytes(board))), [1, 4, 8]);
        assert!(group.fits(&bytes(".........")) && !group.fits(&bytes("........")));
    }

    #[test]
    fn too_many_or_uneven_permutations_are_refused() {
        let rotation: Vec<usize> = (0..9).map(|i| (i + 1) % 9).collect();
        let swap = vec![1, 0, 2, 3, 4, 5, 6, 7, 8];
        assert!(Group::generated(&[rotation, swap.clone()]).is_none());
        assert!(Group::generated(&[swap, vec![0]]).is_none());
        assert!(Group::generated(&[]).is_some());
    }
}
