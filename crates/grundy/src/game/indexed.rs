//! Games whose positions have numbers, so that an array over the numbers is the cheapest store of them.

use super::{Game, sort_and_dedup_tail};
use crate::value::Outcome;

/// The number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u64);

/// What the rules say of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// It is the number of no position.
    Nothing,
    /// The position has no moves; its value.
    End(Outcome),
    /// The position has so many different options, at least one, those without a number included.
    Open(u32),
}

/// A game whose positions have numbers.
///
/// The player to move changes with every move. A number stands for one position, or for two that differ in nothing but
/// the colours ([`Indexed::colours_alike`], [`Indexed::is_double`]). Options without a number are drawn, as those that leave too few men to win.
///
/// ```
/// use grundy::{Game, game::{Begin, Index, Indexed}};
///
/// /// Take one to three of at most 20 stones.
/// struct Bachet;
///
/// impl Game for Bachet {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, &stones: &u64, out: &mut Vec<u64>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, &stones: &u64, &take: &u64) -> u64 {
///         stones - take
///     }
/// }
///
/// impl Indexed for Bachet {
///     fn indices(&self) -> u64 {
///         21
///     }
///     fn rank(&self, &stones: &u64) -> Option<Index> {
///         Some(Index(stones))
///     }
///     fn unrank(&self, Index(stones): Index) -> Option<u64> {
///         Some(stones)
///     }
///     fn unmoves(&self, &stones: &u64, out: &mut Vec<u64>) {
///         out.extend(stones + 1..=20.min(stones + 3));
///     }
/// }
///
/// let mut begins = [Begin::Nothing; 3];
/// Bachet.begin(Index(0), &mut begins);
/// assert_eq!(begins[1..], [Begin::Open(1), Begin::Open(2)]);
/// ```
pub trait Indexed: Game {
    /// All numbers are less than this.
    fn indices(&self) -> u64;

    /// The number of a position; `None` for a drawn one that has none.
    fn rank(&self, at: &Self::Position) -> Option<Index>;

    /// The position of a number, the one in which [`super::Player::Left`] moves where there are two; `None` if there is none.
    fn unrank(&self, index: Index) -> Option<Self::Position>;

    /// Appends the positions with a number from which a move leads to `at`. Some may be named twice.
    fn unmoves(&self, at: &Self::Position, out: &mut Vec<Self::Position>);

    /// Whether some numbers stand for two positions: in one [`super::Player::Left`] moves, in the other, with the colours
    /// exchanged, the other player.
    fn colours_alike(&self) -> bool {
        false
    }

    /// Whether this number of a position stands for two, and not for the one of [`Indexed::unrank`] alone, as while men are
    /// dropped. A move from an index that stands for one position to an index that stands for two leads to that of
    /// [`Indexed::unrank`]; there are no moves back.
    fn is_double(&self, _index: Index) -> bool {
        self.colours_alike()
    }

    /// The same position with the colours exchanged, which has the same number; asked only where [`Indexed::colours_alike`].
    fn recoloured(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// What the rules say of `first` and the numbers after it.
    ///
    /// May be overridden for speed alone, as may what follows.
    fn begin(&self, first: Index, out: &mut [Begin]) {
        let mut positions = Vec::new();
        for (index, begin) in (first.0..).map(Index).zip(out) {
            *begin = match self.unrank(index) {
                None => Begin::Nothing,
                Some(at) => {
                    positions.clear();
                    self.options(&at, &mut positions);
                    positions.sort_unstable();
                    positions.dedup();
                    match positions.len() {
                        0 => Begin::End(self.terminal(&at)),
                        count => Begin::Open(count as u32),
                    }
                }
            };
        }
    }

    /// Appends the numbers of the options of some numbers, in any order, and gives how many different options each has, those
    /// without a number included, all of them together. Some may be named twice.
    fn options_by_index(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
        let mut positions = Vec::new();
        let mut count = 0;
        for at in of.iter().filter_map(|&index| self.unrank(index)) {
            positions.clear();
            self.options(&at, &mut positions);
            positions.sort_unstable();
            positions.dedup();
            count += positions.len() as u64;
            out.extend(positions.iter().filter_map(|option| self.rank(option)));
        }
        count
    }

    /// For each number of `of` in turn, appends the numbers from which a move leads to it, each once a number of `of`. Those
    /// of positions that are over may be among them, unless they are drawn.
    fn unmoves_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let mut positions = Vec::new();
        for at in of.iter().filter_map(|&index| self.unrank(index)) {
            positions.clear();
            self.unmoves(&at, &mut positions);
            append_once(positions.iter().filter_map(|before| self.rank(before)), out);
        }
    }
}

/// Appends the numbers, each once.
fn append_once(numbers: impl Iterator<Item = Index>, out: &mut Vec<Index>) {
    let start = out.len();
    out.extend(numbers);
    sort_and_dedup_tail(out, start);
}
