//! A lower bound of the size of the game expanded from a sum of heaps, computed without expanding it.

use crate::theory::ExpansionBound;
use dashu_int::UBig;
use rustc_hash::FxHashSet;

/// The most different sizes of heaps that are looked at.
const MAX_SIZES: usize = 512;
/// The most moves of each that are looked at.
const MAX_TRIED_MOVES: usize = 64;
/// A number of positions beyond those of any game that is expanded.
const ENOUGH: f64 = 1e12;

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
/// positions. Many different heaps give one by a single move in some of them ([`positions_by_single_moves`]).
///
/// `each_move` calls a function with the parts that the moves of a heap leave, until it returns `false`.
pub(super) fn expansion_bound(
    heaps: &[UBig],
    expansion_size: impl Fn(&UBig) -> ExpansionSize,
    each_move: impl Fn(&UBig, &mut dyn FnMut(&[UBig]) -> bool),
) -> ExpansionBound {
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
    let single = positions_by_single_moves(&sorted, each_move);
    // Every position but the first is an option of another one.
    bound = ExpansionSize { positions: bound.positions.max(single), moves: bound.moves.max(single - 1.0) };
    bound.expansion_bound()
}

/// A lower bound of the positions in which at most one move was made in each heap. `sorted` are the heaps, the largest first.
///
/// Let S be a set of sizes of heaps, each with a move whose parts are not in S. Make this move in some of the heaps of each size in S, and
/// leave the other heaps. The numbers of heaps of the sizes in S tell in how many of them it was made, so all these positions differ: they
/// are the product of m + 1 over the sizes in S, for m heaps of a size.
fn positions_by_single_moves(sorted: &[UBig], each_move: impl Fn(&UBig, &mut dyn FnMut(&[UBig]) -> bool)) -> f64 {
    let (mut sizes, mut left): (FxHashSet<&UBig>, FxHashSet<UBig>) = Default::default();
    let mut positions = 1.0;
    for run in sorted.chunk_by(|a, b| a == b).take(MAX_SIZES) {
        let size = &run[0];
        if left.contains(size) {
            continue;
        }
        let (mut tried, mut found) = (0, None);
        each_move(size, &mut |parts| {
            tried += 1;
            if parts.iter().all(|part| part != size && !sizes.contains(part)) {
                found = Some(parts.to_vec());
            }
            found.is_none() && tried < MAX_TRIED_MOVES
        });
        let Some(parts) = found else { continue };
        sizes.insert(size);
        left.extend(parts);
        positions *= run.len() as f64 + 1.0;
        if positions > ENOUGH {
            break;
        }
    }
    positions
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
