//! Games whose positions have indices, so that an array over the indices is the cheapest way to store them.

use super::{Game, sort_and_dedup_tail};
use crate::value::Outcome;

/// The index of a position of a game with a ranking, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u64);

/// Whether an index is unused, terminal, or has options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// No position has this index.
    Nothing,
    /// The position has no moves; this is its value.
    End(Outcome),
    /// The position has this many different options, at least one. Options without an index count.
    Open(u32),
}

/// A game whose positions have indices.
///
/// The player to move changes with every move. An index stands for one position, or for two that differ only in the colours
/// ([`Indexed::colours_alike`], [`Indexed::is_double`]). Options without an index are drawn, such as those with too few men to win.
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
    /// Returns the number of indices: every index is less than this.
    fn indices(&self) -> u64;

    /// Returns the index of a position; `None` for a drawn position without an index.
    fn rank(&self, at: &Self::Position) -> Option<Index>;

    /// Returns the position with this index; `None` if no position has it. Of two positions that share an index, the one in which
    /// [`super::Player::Left`] moves.
    fn unrank(&self, index: Index) -> Option<Self::Position>;

    /// Appends the positions with an index from which a move leads to `at`. Some may appear twice.
    fn unmoves(&self, at: &Self::Position, out: &mut Vec<Self::Position>);

    /// Returns whether some indices stand for two positions: [`super::Player::Left`] moves in one, and the other player moves in the other,
    /// which has the colours exchanged.
    fn colours_alike(&self) -> bool {
        false
    }

    /// Returns whether this index of a position stands for two positions, not only for that of [`Indexed::unrank`]. While men are dropped,
    /// an index may stand for one. A move from an index that stands for one position to an index that stands for two leads to that of
    /// [`Indexed::unrank`]; there are no moves back.
    fn is_double(&self, _index: Index) -> bool {
        self.colours_alike()
    }

    /// Returns the position with the colours exchanged, which has the same index. It is called only if [`Indexed::colours_alike`].
    fn recoloured(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// Writes what the rules say of `first` and the indices after it.
    ///
    /// This method and those below may be overridden for speed alone.
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

    /// Appends the indices of the options of these positions, in any order; some may appear twice. Returns the sum of the numbers of
    /// different options of each position; options without an index count.
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

    /// For each index of `of` in turn, appends the indices from which a move leads to it, each once for an index of `of`. Indices of
    /// positions that are over may be among them, unless they are drawn.
    fn unmoves_by_index(&self, of: &[Index], out: &mut Vec<Index>) {
        let mut positions = Vec::new();
        for at in of.iter().filter_map(|&index| self.unrank(index)) {
            positions.clear();
            self.unmoves(&at, &mut positions);
            append_once(positions.iter().filter_map(|before| self.rank(before)), out);
        }
    }
}

/// Appends the indices, each once.
fn append_once(indices: impl Iterator<Item = Index>, out: &mut Vec<Index>) {
    let start = out.len();
    out.extend(indices);
    sort_and_dedup_tail(out, start);
}
