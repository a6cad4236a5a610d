//! A lower bound of the size of the game expanded from a sum of heaps, computed without expanding it.

use crate::theory::ExpansionBound;
use dashu_int::UBig;

/// A lower bound of the size of the game expanded from one heap, in positions and in moves.
#[derive(Clone, Copy, Debug)]
pub struct ExpansionSize {
    /// Number of positions, including the heap itself.
    pub positions: f64,
    /// Number of moves.
    pub moves: f64,
}

/// A lower bound of the game expanded from `heaps`, sorted in each position.
///
/// Sorting the heaps merges at most k! orders of k heaps, and of a move in them. The largest heaps alone, with the other
/// heaps unchanged, give a bound. So do m equal heaps that have R positions each: they are multisets, C(m + R − 1, m)
/// positions.
pub(super) fn expansion_bound(heaps: &[UBig], expansion_size: impl Fn(&UBig) -> ExpansionSize) -> ExpansionBound {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut bound = ExpansionSize { positions: 1.0, moves: 0.0 };
    let mut so_far = bound;
    for (i, heap) in sorted.iter().take(12).enumerate() {
        let one = expansion_size(heap);
        let orders = i as f64 + 1.0;
        so_far = ExpansionSize {
            positions: so_far.positions * one.positions / orders,
            moves: (so_far.moves * one.positions + so_far.positions * one.moves) / orders,
        };
        bound =
            ExpansionSize { positions: bound.positions.max(so_far.positions), moves: bound.moves.max(so_far.moves) };
    }
    for run in sorted.chunk_by(|a, b| a == b) {
        let sizes = expansion_size(&run[0]).positions;
        let mut multisets = 1f64;
        for i in 1..=run.len() {
            multisets *= (sizes - 1.0 + i as f64) / i as f64;
        }
        bound = ExpansionSize { positions: bound.positions.max(multisets), moves: bound.moves.max(multisets - 1.0) };
    }
    bound.expansion_bound()
}

impl ExpansionSize {
    /// Returns the bound in integers, rounded down.
    pub fn expansion_bound(self) -> ExpansionBound {
        ExpansionBound { positions: (self.positions * 0.999) as u64, moves: (self.moves * 0.999) as u64 }
    }
}

/// A size as a floating-point number; only for bounds.
pub(super) fn approximate(n: &UBig) -> f64 {
    n.to_f64().value()
}
