//! Proves that a monoid with elements for the heaps predicts the outcome of every sum of these heaps.
//!
//! Let Φ(S) be the product of the elements of the heaps of a sum S, and W(S) the set of all elements z such that some
//! option S′ of S has Φ(S′)·z in P: the contexts in which a move in S wins, by prediction. Then
//!
//! W(S + T) = { z : Φ(T)·z ∈ W(S) } ∪ { z : Φ(S)·z ∈ W(T) }.
//!
//! **Theorem.** If the neutral element is not in P, and
//!
//! - (b) for every heap h with moves and every z ∈ W(h), Φ(h)·z is not in P, and
//! - (c) for every sum S ≠ 0 of heaps with moves, Φ(S) is in P or 1 ∈ W(S),
//!
//! then a sum is lost for the player to move, under misère play, if and only if its element is in P.
//!
//! *Proof* by induction on the sum. The empty sum is won, and its element is not in P. Let S be another sum whose element is in P,
//! and let a move in its heap h leave h′ + R, where R are the other heaps. If Φ(h′)·Φ(R) were in P, then Φ(R) ∈ W(h),
//! and Φ(S) = Φ(h)·Φ(R) would not be in P by (b). So all options of S have elements outside P; they are won by
//! induction, and S is lost. If Φ(S) is not in P, then 1 ∈ W(S) by (c), so some option has an element in P; it is lost by induction, and
//! S is won. ∎
//!
//! For (c) it is enough to examine the pairs (Φ(S), W(S)), of which there are finitely many: they are the products of the pairs of the
//! single heaps. The product is monotone in W, and a smaller W is worse; so for each element only the minimal sets W
//! are multiplied further. The theorem depends on the *set* of pairs alone: a heap whose pair occurred before needs no new proof.

use super::element_set::ElementSet;
use super::meter::Meter;
use super::monoid::{Monoid, Sum, add};
use std::collections::VecDeque;

/// The pair of a heap: its element and the contexts in which a move in it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) element: usize,
    /// W of the heap.
    pub(super) winning: ElementSet,
    /// The heap, for counterexamples.
    pub(super) heap: u32,
}

/// Why the pairs are no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The prediction is wrong for this sum or for one of its options.
    Mispredicted(Sum),
    /// The meter ended the search.
    Stopped,
}

/// Checks the conditions of the theorem. `sums` has a sum of heaps for each element.
pub(super) fn prove(monoid: &Monoid, sums: &[Sum], pairs: &[Pair], meter: &Meter<'_>) -> Result<(), Failure> {
    let order = monoid.order();
    for pair in pairs {
        if !meter.count_work(order as u64 / 64) {
            return Err(Failure::Stopped);
        }
        let lost = monoid.lost_with(pair.element);
        if let Some(z) = pair.winning.iter().find(|&z| lost.contains(z)) {
            return Err(Failure::Mispredicted(add(&[pair.heap], &sums[z])));
        }
    }
    let is_minimal = |a: &&Pair| {
        let is_smaller = |b: &Pair| b.element == a.element && b.winning != a.winning && b.winning.is_subset(&a.winning);
        !pairs.iter().any(is_smaller)
    };
    let factors: Vec<&Pair> = pairs.iter().filter(is_minimal).collect();
    let set_bytes = ElementSet::bytes(order);
    let entry_bytes = |sum: &[u32]| set_bytes + 80 + 4 * sum.len();
    let mut memory = meter.memory();
    if !memory.grow(factors.len() * entry_bytes(&[0]) + 24 * order) {
        return Err(Failure::Stopped);
    }
    let mut minimal: Vec<Vec<ElementSet>> = vec![Vec::new(); order];
    let mut queue: VecDeque<(usize, ElementSet, Sum)> =
        factors.iter().map(|pair| (pair.element, pair.winning.clone(), vec![pair.heap])).collect();
    while let Some((x, winning, sum)) = queue.pop_front() {
        memory.shrink(entry_bytes(&sum));
        if minimal[x].iter().any(|smaller| smaller.is_subset(&winning)) {
            continue;
        }
        if !monoid.is_lost(x) && !winning.contains(0) {
            return Err(Failure::Mispredicted(sum));
        }
        if !meter.count_work((factors.len() * order) as u64) {
            return Err(Failure::Stopped);
        }
        let row = monoid.row(x);
        for pair in &factors {
            let y = monoid.product(x, pair.element);
            let other = monoid.row(pair.element);
            let product = ElementSet::of(order, |z| {
                winning.contains(other[z] as usize) || pair.winning.contains(row[z] as usize)
            });
            if !minimal[y].iter().any(|smaller| smaller.is_subset(&product)) {
                let sum = add(&sum, &[pair.heap]);
                if !memory.grow(entry_bytes(&sum)) {
                    return Err(Failure::Stopped);
                }
                queue.push_back((y, product, sum));
            }
        }
        let before = minimal[x].len();
        minimal[x].retain(|larger| !winning.is_subset(larger));
        memory.shrink((before - minimal[x].len()) * set_bytes);
        memory.grow(set_bytes);
        minimal[x].push(winning);
    }
    Ok(())
}
