//! Sums by the Grundy values of their components, as 64-bit integers: the winner, and the components with a winning move.
//!
//! For many sums of small heaps; no moves are listed. The theorems are those of [`super::Heaps`].

use crate::game::Play;
use crate::value::Nimber;

/// Returns whether a sum of components with these values is lost for the player to move.
///
/// Normal play: exactly if the Nim sum is 0 (Sprague 1935, Grundy 1939). Misère play, for games in which it is misère
/// Nim on the values, such as Nim itself and subtraction games ([`super::misere`]): as in normal play if some value
/// exceeds 1, otherwise if the number of ones is odd (Bouton 1901).
///
/// ```
/// use grundy::{Nimber, Play, heap::is_p_position};
/// assert!(!is_p_position([3, 5, 1].map(Nimber), Play::Misere));
/// assert!(is_p_position([1].map(Nimber), Play::Misere) && !is_p_position([1].map(Nimber), Play::Normal));
/// ```
pub fn is_p_position(values: impl IntoIterator<Item = Nimber>, play: Play) -> bool {
    let (mut sum, mut any) = (0, 0);
    for value in values {
        sum ^= value.0;
        any |= value.0;
    }
    // If all values are 0 or 1, the Nim sum is the parity of the number of ones.
    match play {
        Play::Misere if any <= 1 => sum == 1,
        _ => sum == 0,
    }
}

/// Returns the indices of the components with a winning move, under normal play: a move to the value that makes the Nim
/// sum 0.
///
/// The iterator is empty if the sum is lost. In games whose options have only smaller values, such as Nim and the
/// divisor game, these are all winning moves; in other games there may be more, to an option of larger value.
///
/// ```
/// use grundy::{Nimber, heap::winning_components};
/// assert_eq!(winning_components(&[5, 7, 9].map(Nimber)).collect::<Vec<_>>(), [2]);
/// assert_eq!(winning_components(&[3, 3, 3].map(Nimber)).collect::<Vec<_>>(), [0, 1, 2]);
/// ```
pub fn winning_components(values: &[Nimber]) -> impl Iterator<Item = usize> {
    let sum: Nimber = values.iter().copied().sum();
    values.iter().enumerate().filter(move |&(_, &value)| value + sum < value).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{Heaps, Nim, misere, nim_sum};
    use dashu_int::UBig;

    #[test]
    fn as_the_sums_of_heaps_of_any_size() {
        let game = Heaps::new(Nim, Play::Normal);
        for code in 0..4096u64 {
            let heaps: Vec<u64> = (0..4).map(|i| code >> (3 * i) & 7).collect();
            let large: Vec<UBig> = heaps.iter().map(|&heap| heap.into()).collect();
            let values: Vec<Nimber> = heaps.iter().map(|&heap| Nim.nimber(heap).expect("Nim")).collect();
            assert_eq!(is_p_position(values.iter().copied(), Play::Normal), nim_sum(&large).is_zero(), "{heaps:?}");
            assert_eq!(is_p_position(values.iter().copied(), Play::Misere), misere::is_p_position(&large), "{heaps:?}");
            let mut distinct: Vec<u64> = winning_components(&values).map(|place| heaps[place]).collect();
            distinct.sort_unstable();
            distinct.dedup();
            let mut winning: Vec<UBig> =
                game.winning_moves(&large, 9).expect("Nim").into_iter().map(|(heap, _)| heap).collect();
            winning.sort_unstable();
            assert_eq!(distinct.into_iter().map(UBig::from).collect::<Vec<_>>(), winning, "{heaps:?}");
        }
    }
}
