//! Moore's Nimₖ: take from at least one and at most k heaps, any number from each.
//!
//! Write the heaps in binary. A position is lost for the player to move exactly if, in every column, the number of heaps
//! with a 1 is a multiple of k + 1 (Moore 1910, "A generalization of the game called Nim"). Under misère play the
//! same rule holds as long as some heap exceeds 1; if none does, the position is lost if the number of ones is 1 modulo
//! k + 1. With k = 1 the game is Nim, and the theorem is Bouton's.
//!
//! Heaps are integers of any size.

mod columns;
mod moves;
mod search;

pub use moves::{count_moves, each_move};

use columns::{modulus, ones};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use search::Search;

/// A move of Moore's Nim: the heaps that it takes from, by their places in ascending order, each with its new size.
pub type MooreMove = Vec<(usize, UBig)>;

/// Returns whether the position is lost for the player to move under normal play.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::moore::is_p_position;
/// let heaps = [3u8, 5, 6, 7].map(UBig::from);
/// assert!(!is_p_position(&heaps, 1));
/// assert!(is_p_position(&heaps, 2));
/// ```
pub fn is_p_position(heaps: &[UBig], k: usize) -> bool {
    let modulus = modulus(heaps, k);
    ones(heaps).iter().all(|ones| ones % modulus == 0)
}

/// Returns whether the position is lost for the player to move under misère play.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::moore::is_p_position_misere;
/// let ones = vec![UBig::ONE; 4];
/// assert!(is_p_position_misere(&ones, 2));
/// assert!(!is_p_position_misere(&ones[..3], 2));
/// ```
pub fn is_p_position_misere(heaps: &[UBig], k: usize) -> bool {
    if k == 0 {
        // No player has a move, and a player without a move wins.
        false
    } else if heaps.iter().any(|heap| heap.bit_len() > 1) {
        is_p_position(heaps, k)
    } else {
        heaps.iter().filter(|heap| heap.is_one()).count() % modulus(heaps, k) == 1
    }
}

/// Returns the Grundy value of a position of at most `k` heaps, which is the number of stones; `None` for other positions.
///
/// Some move leads to every smaller number of stones, and no move to the same number.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::moore::value_of_few;
/// let heaps = [3u8, 5].map(UBig::from);
/// assert_eq!(value_of_few(&heaps, 2), Some(UBig::from(8u8)));
/// assert_eq!(value_of_few(&heaps, 1), None);
/// ```
pub fn value_of_few(heaps: &[UBig], k: usize) -> Option<UBig> {
    (heaps.len() <= k).then(|| heaps.iter().sum())
}

/// Returns at most `want` winning moves under normal play: all of them, if there are no more. Equal heaps give equal moves, listed
/// for the first of them.
///
/// ```
/// use grundy::UBig;
/// use grundy::heap::moore::winning_moves;
/// let heaps = [14u8, 21, 39].map(UBig::from);
/// assert_eq!(winning_moves(&heaps, 1, 9), [[(2, UBig::from(27u8))]]);
/// assert_eq!(winning_moves(&heaps, 2, 9), [[(1, UBig::from(14u8)), (2, UBig::from(14u8))]]);
/// ```
pub fn winning_moves(heaps: &[UBig], k: usize, want: usize) -> Vec<MooreMove> {
    if is_p_position(heaps, k) { Vec::new() } else { Search::new(heaps, k, 0).moves(want) }
}

/// Returns at most `want` winning moves under misère play, as [`winning_moves`] does under normal play.
pub fn winning_moves_misere(heaps: &[UBig], k: usize, want: usize) -> Vec<MooreMove> {
    // Without moves the game is over, and the player to move has won.
    if k == 0 || heaps.iter().all(UBig::is_zero) || is_p_position_misere(heaps, k) {
        return Vec::new();
    }
    let large = heaps.iter().filter(|heap| heap.bit_len() > 1).count();
    Search::new(heaps, k, usize::from(large <= k)).moves(want)
}
