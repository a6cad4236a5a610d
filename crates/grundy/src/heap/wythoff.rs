//! Wythoff's game: from two heaps take any number from one of them, or the same number from both.
//!
//! Let φ = (1 + √5)/2. The positions lost for the player to move are the *cold pairs* (⌊kφ⌋, ⌊kφ⌋ + k), k = 0, 1, 2, …
//! (Wythoff 1907, "A modification of the game of Nim"). As 1/φ + 1/φ² = 1 and ⌊kφ⌋ + k = ⌊kφ²⌋, every number from 1 on is
//! in exactly one of them, on one side (Beatty 1926). So each heap alone, and the difference of the heaps alone,
//! determine one cold pair each: a position has at most three winning moves.
//!
//! All computations are exact, in integers of any size: ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋. In 64-bit floating point,
//! k = 102334155 is the first wrong one. No formula gives the Grundy values: [`WythoffTable`] holds them.

mod table;

pub use table::{MAX_TABULATED_HEAP, WythoffTable};

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

/// A move of Wythoff's game: the number of stones taken, and the heaps they are taken from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WythoffMove {
    /// This number of stones from the first heap.
    First(UBig),
    /// This number of stones from the second heap.
    Second(UBig),
    /// This number of stones from each heap.
    Both(UBig),
}

impl WythoffMove {
    /// Returns the heaps that the move leaves, in the same order.
    ///
    /// # Panics
    /// If the move takes more stones than there are.
    pub fn leave(&self, a: &UBig, b: &UBig) -> (UBig, UBig) {
        match self {
            Self::First(take) => (a - take, b.clone()),
            Self::Second(take) => (a.clone(), b - take),
            Self::Both(take) => (a - take, b - take),
        }
    }
}

/// ⌊kφ⌋.
fn golden(k: &UBig) -> UBig {
    (k + (k * k * 5u8).sqrt()) >> 1
}

/// Returns the cold pair of index `k`, the smaller heap first; their difference is `k`.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::wythoff::cold_pair;
/// let (a, b) = cold_pair(&UBig::from(102334155u32));
/// assert_eq!((a, b), (UBig::from(165580140u32), UBig::from(267914295u32)));
/// ```
pub fn cold_pair(k: &UBig) -> (UBig, UBig) {
    let a = golden(k);
    let b = &a + k;
    (a, b)
}

/// Returns the index of the cold pair that the heaps form, in either order; `None` if they do not form one.
pub fn cold_index(a: &UBig, b: &UBig) -> Option<UBig> {
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let k = large - small;
    (golden(&k) == *small).then_some(k)
}

/// Returns whether the position is lost for the player to move.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::wythoff::is_p_position;
/// assert!(is_p_position(&UBig::from(13u8), &UBig::from(8u8)));
/// assert!(!is_p_position(&UBig::from(14u8), &UBig::from(8u8)));
/// ```
pub fn is_p_position(a: &UBig, b: &UBig) -> bool {
    cold_index(a, b).is_some()
}

/// Returns whether a position of 64-bit heaps is lost for the player to move, in a few nanoseconds if the difference is
/// below 2³⁰.
///
/// ```
/// use grundy::heap::wythoff::is_p_position_u64;
/// assert!(is_p_position_u64(4, 7) && is_p_position_u64(267_914_295, 165_580_140) && !is_p_position_u64(8, 4));
/// ```
pub fn is_p_position_u64(a: u64, b: u64) -> bool {
    let k = a.abs_diff(b);
    if k < 1 << 30 {
        // 5k² is below 2⁶³.
        (k + (5 * k * k).isqrt()) / 2 == a.min(b)
    } else {
        is_p_position(&a.into(), &b.into())
    }
}

/// Returns the number that forms a cold pair with `n`.
///
/// Let n ≥ 1. If n = ⌊kφ⌋, then kφ − 1 < n < kφ, so k is the least integer above n/φ = nφ − n, which is ⌊nφ⌋ − n + 1. If
/// n = ⌊kφ²⌋, then k is likewise the least integer above n/φ² = 2n − nφ, which is 2n − ⌊nφ⌋.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::wythoff::cold_partner;
/// assert_eq!(cold_partner(&UBig::from(8u8)), UBig::from(13u8));
/// assert_eq!(cold_partner(&UBig::from(13u8)), UBig::from(8u8));
/// ```
pub fn cold_partner(n: &UBig) -> UBig {
    if n.is_zero() {
        return UBig::ZERO;
    }
    let longer = golden(n);
    let k = &longer - n + 1u8;
    if golden(&k) == *n {
        return k + n;
    }
    let partner = longer - n;
    debug_assert_eq!(cold_pair(&(n - &partner)), (partner.clone(), n.clone()), "n is in one cold pair");
    partner
}

/// Returns all winning moves, those to cold pairs: none if the position is cold itself, otherwise one to three. Equal
/// heaps have equal moves, which are listed only for the first heap.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::wythoff::{WythoffMove, winning_moves};
/// let moves = winning_moves(&UBig::from(2u8), &UBig::from(3u8));
/// assert_eq!(moves, [WythoffMove::Second(2u8.into()), WythoffMove::Both(1u8.into())]);
/// ```
pub fn winning_moves(a: &UBig, b: &UBig) -> Vec<WythoffMove> {
    let mut moves = Vec::new();
    let beside_b = cold_partner(b);
    if beside_b < *a {
        moves.push(WythoffMove::First(a - beside_b));
    }
    if a != b {
        let beside_a = cold_partner(a);
        if beside_a < *b {
            moves.push(WythoffMove::Second(b - beside_a));
        }
    }
    let (small, large) = if a <= b { (a, b) } else { (b, a) };
    let as_far_apart = golden(&(large - small));
    if as_far_apart < *small {
        moves.push(WythoffMove::Both(small - as_far_apart));
    }
    moves
}

/// Returns the number of moves, equal heaps counted once.
pub fn count_moves(a: &UBig, b: &UBig) -> UBig {
    let from_one = if a == b { a.clone() } else { a + b };
    from_one + a.min(b)
}

/// Calls `visit` with the moves until it returns `false`: from the first heap, from the second, from both, each ordered
/// by the number of stones taken. Equal heaps have equal moves, which are listed only for the first heap.
pub fn each_move(a: &UBig, b: &UBig, visit: &mut dyn FnMut(WythoffMove) -> bool) {
    let _ = each_take(a, &mut |take| visit(WythoffMove::First(take)))
        && (a == b || each_take(b, &mut |take| visit(WythoffMove::Second(take))))
        && each_take(a.min(b), &mut |take| visit(WythoffMove::Both(take)));
}

/// Calls `visit` with 1, 2, …, `most` until it returns `false`; returns whether it never did.
fn each_take(most: &UBig, visit: &mut dyn FnMut(UBig) -> bool) -> bool {
    let mut take = UBig::ZERO;
    while take < *most {
        take += 1u8;
        if !visit(take.clone()) {
            return false;
        }
    }
    true
}
