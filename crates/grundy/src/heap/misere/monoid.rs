//! A finite commutative monoid with a subset P of lost elements, and the element of each heap.

use super::element_set::ElementSet;
use crate::heap::octal::Game;
use rustc_hash::FxHashMap;

/// A sum of heaps, ascending; heaps without moves are left out.
pub(super) type Sum = Vec<u32>;

/// Returns a sum of two sums.
pub(super) fn add(a: &[u32], b: &[u32]) -> Sum {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}

/// A finite commutative monoid with the outcomes of its elements. Element 0 is the neutral element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Monoid {
    /// The products, row by row.
    products: Vec<u32>,
    /// Whether each element is lost for the player to move: the set P.
    lost: Vec<bool>,
    /// For each element x the elements z such that x·z is in P.
    lost_with: Vec<ElementSet>,
}

impl Monoid {
    /// The monoid in which all sums are equal and won.
    pub(super) fn trivial() -> Self {
        Self::new(vec![0], vec![false])
    }

    pub(super) fn new(products: Vec<u32>, lost: Vec<bool>) -> Self {
        let order = lost.len();
        debug_assert_eq!(products.len(), order * order);
        let row = |x: usize| ElementSet::of(order, |z| lost[products[x * order + z] as usize]);
        let lost_with = (0..order).map(row).collect();
        Self { products, lost, lost_with }
    }

    /// The approximate size in memory of a monoid of this order.
    pub(super) fn bytes(order: usize) -> usize {
        order * (4 * order + 1 + ElementSet::bytes(order))
    }

    pub(super) fn order(&self) -> usize {
        self.lost.len()
    }

    pub(super) fn product(&self, x: usize, y: usize) -> usize {
        self.products[x * self.order() + y] as usize
    }

    /// The products of x with all elements.
    pub(super) fn row(&self, x: usize) -> &[u32] {
        &self.products[x * self.order()..(x + 1) * self.order()]
    }

    pub(super) fn is_lost(&self, x: usize) -> bool {
        self.lost[x]
    }

    /// The elements z such that x·z is in P.
    pub(super) fn lost_with(&self, x: usize) -> &ElementSet {
        &self.lost_with[x]
    }

    /// The elements z such that e·z is in P for some e of a set.
    pub(super) fn lost_with_any(&self, set: &ElementSet) -> ElementSet {
        let mut union = ElementSet::new(self.order());
        set.iter().for_each(|e| union.unite(&self.lost_with[e]));
        union
    }

    /// Merges the elements that no element distinguishes; returns the new element of each old one, if there were such.
    pub(super) fn reduced(&self) -> Option<(Self, Vec<usize>)> {
        let mut classes = FxHashMap::default();
        let mut first = Vec::new();
        let class_of: Vec<usize> = (0..self.order())
            .map(|x| {
                *classes.entry(&self.lost_with[x]).or_insert_with(|| {
                    first.push(x);
                    first.len() - 1
                })
            })
            .collect();
        if first.len() == self.order() {
            return None;
        }
        let product = |(&x, &y): (&usize, &usize)| class_of[self.product(x, y)] as u32;
        let products = first.iter().flat_map(|x| first.iter().map(move |y| (x, y))).map(product).collect();
        let lost = first.iter().map(|&x| self.lost[x]).collect();
        Some((Self::new(products, lost), class_of))
    }
}

/// A monoid with the elements of the heaps 0, 1, 2, …
#[derive(Clone, Debug)]
pub(super) struct Pretending {
    pub(super) monoid: Monoid,
    /// The element of each heap; heap 0 is the empty sum.
    pub(super) elements: Vec<u32>,
    /// Whether each heap has moves.
    pub(super) has_moves: Vec<bool>,
}

impl Pretending {
    pub(super) fn new() -> Self {
        Self { monoid: Monoid::trivial(), elements: vec![0], has_moves: vec![false] }
    }

    pub(super) fn element(&self, heap: u32) -> usize {
        self.elements[heap as usize] as usize
    }

    /// The element of a sum.
    pub(super) fn of(&self, sum: &[u32]) -> usize {
        sum.iter().fold(0, |x, &heap| self.monoid.product(x, self.element(heap)))
    }

    /// The elements of the options of a heap. All smaller heaps must have elements.
    pub(super) fn options(&self, game: &Game, heap: u32) -> ElementSet {
        let mut set = ElementSet::new(self.monoid.order());
        game.each_move(heap.into(), &mut |m| {
            let [a, b, c] = m.left.map(|part| self.element(part as u32));
            set.insert(self.monoid.product(self.monoid.product(a, b), c));
            true
        });
        set
    }
}

/// The options of a heap as sums, without heaps that have no moves; each sum once.
pub(super) fn options(game: &Game, has_moves: &[bool], heap: u32) -> Vec<Sum> {
    let mut sums = Vec::new();
    game.each_move(heap.into(), &mut |m| {
        let mut sum: Sum = m.left.iter().filter(|&&part| has_moves[part as usize]).map(|&part| part as u32).collect();
        sum.sort_unstable();
        sums.push(sum);
        true
    });
    sums.sort_unstable();
    sums.dedup();
    sums
}
