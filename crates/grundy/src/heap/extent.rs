//! How large the game expanded from a sum of heaps is at least, found without expanding it.

use dashu_int::UBig;

/// A lower bound of the game expanded from one heap, in positions and in moves.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Positions, the heap itself included.
    pub positions: f64,
    /// Moves.
    pub moves: f64,
}

/// A number of moves that the game expanded from `heaps`, sorted in each position, has at least.
///
/// Of k heaps, at most k! orders of a position and its move fall together when heaps are sorted. Leaving the other heaps
/// as they are, the largest heaps alone give a bound, and so do m equal heaps that have R positions each: they are
/// multisets, C(m + R − 1, m) positions.
pub(super) fn expansion_at_least(heaps: &[UBig], extent: impl Fn(&UBig) -> Extent) -> u64 {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut bound = 0f64;
    let (mut positions, mut moves) = (1f64, 0f64);
    for (i, heap) in sorted.iter().take(12).enumerate() {
        let one = extent(heap);
        let orders = i as f64 + 1.0;
        moves = (moves * one.positions + positions * one.moves) / orders;
        positions = positions * one.positions / orders;
        bound = bound.max(moves);
    }
    for run in sorted.chunk_by(|a, b| a == b) {
        let sizes = extent(&run[0]).positions;
        let mut multisets = 1f64;
        for i in 1..=run.len() {
            multisets *= (sizes - 1.0 + i as f64) / i as f64;
        }
        bound = bound.max(multisets - 1.0);
    }
    // Rounding must not turn a lower bound into a claim.
    (bound * 0.999) as u64
}

/// A size as a floating-point number, for bounds alone.
pub(super) fn approximate(n: &UBig) -> f64 {
    n.to_f64().value()
}
