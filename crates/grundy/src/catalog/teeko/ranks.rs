//! Ranks of sets of at most four cells among the cells that another such set leaves free; each rank is the sum of two
//! table entries.
//!
//! Let S and M be disjoint sets of cells. The cells that M leaves free have places 0, 1, …: cell c has place
//! c − |{m ∈ M : m < c}|. If S has the places p₀ < p₁ < …, its rank among the sets of as many free cells is Σ C(pᵢ, i + 1),
//! as in the combinatorial number system (Knuth 2011, "The Art of Computer Programming" 4A, 7.2.1.3, theorem L).
//!
//! The board is cut below cell 12. The summands of the cells of S below the cut depend on S and M below it. The
//! summands of the other cells depend on S and M above the cut and on the numbers of their cells below it, which follow
//! from the sizes of S and M. The first half has one table of 794² entries; the second half has a table of at most
//! 1093² entries for each pair of sizes. The tables take 5 MB and are built on first use.

use super::{CELLS, MEN};
use std::sync::LazyLock;

/// The first cell of the second half.
const CUT: usize = 12;
/// Number of sets of at most four cells below the cut.
pub(super) const LOW: usize = 1 + 12 + 66 + 220 + 495;
/// Number of sets of at most 0, 1, … cells above the cut; smaller sets have smaller numbers.
const HIGH: [usize; MEN + 1] = [1, 1 + 13, 1 + 13 + 78, 1 + 13 + 78 + 286, 1 + 13 + 78 + 286 + 715];

/// The binomial coefficients C(n, k), for places n and set sizes k.
pub(super) const CHOOSE: [[u32; MEN + 1]; CELLS + 1] = {
    let mut choose = [[0; MEN + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MEN {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The sets of at most four cells in a half of the board, by number: smaller ones first.
struct Half {
    /// The number of a set.
    number: Vec<u16>,
    /// The set of a number.
    sets: Vec<u32>,
}

impl Half {
    fn new(cells: usize) -> Self {
        let mut sets: Vec<u32> = (0..1 << cells).filter(|set: &u32| set.count_ones() as usize <= MEN).collect();
        sets.sort_by_key(|set| set.count_ones());
        let mut number = vec![u16::MAX; 1 << cells];
        for (i, &set) in sets.iter().enumerate() {
            number[set as usize] = i as u16;
        }
        Self { number, sets }
    }
}

/// The summands of the cells above the cut, for one pair of sizes of S and M.
#[derive(Default)]
pub(super) struct High {
    /// The summands by the number of S, then that of M.
    pub(super) part: Vec<u16>,
    /// Number of sets M.
    pub(super) width: usize,
}

/// The tables for ranking.
pub(super) struct Ranks {
    low: Half,
    high: Half,
    /// The summands of the cells below the cut, by the number of S, then that of M.
    pub(super) low_part: Vec<u16>,
    /// The summands of the cells above the cut, by the size of S, then that of M; empty for sizes that the game does
    /// not have.
    high_part: [[High; MEN + 1]; MEN + 1],
    /// For each size, the places of each set by its rank; an unused place of a set of fewer than four is 31.
    pub(super) places: [Vec<[u8; MEN]>; MEN + 1],
}

/// The tables, built on first use.
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The sum of the summands of S in a half that begins at cell `first`; below it S has `before` cells and M `taken`.
fn summands(set: u32, first: usize, before: usize, m: u32, taken: usize) -> u16 {
    let (mut rest, mut i, mut sum) = (set, before, 0);
    while rest != 0 {
        let cell = rest.trailing_zeros();
        let place = first + cell as usize - taken - (m & ((1 << cell) - 1)).count_ones() as usize;
        i += 1;
        sum += CHOOSE[place][i];
        rest &= rest - 1;
    }
    sum as u16
}

impl Ranks {
    fn new() -> Self {
        let (low, high) = (Half::new(CUT), Half::new(CELLS - CUT));
        let low_part = low.sets.iter().flat_map(|&s| low.sets.iter().map(move |&m| summands(s, 0, 0, m, 0)));
        let low_part = low_part.collect();
        let mut high_part: [[High; MEN + 1]; MEN + 1] = Default::default();
        for (s, row) in high_part.iter_mut().enumerate() {
            for (m, table) in row.iter_mut().enumerate() {
                // Sets alone on the board, and the men of the player to move among the cells that the other player
                // leaves free.
                if m == 0 || s == m || s + 1 == m {
                    *table = Self::above(&high.sets, s, m);
                }
            }
        }
        Self { low, high, low_part, high_part, places: std::array::from_fn(places) }
    }

    fn above(sets: &[u32], s: usize, m: usize) -> High {
        let (height, width) = (HIGH[s], HIGH[m]);
        let mut part = Vec::with_capacity(height * width);
        for &set in &sets[..height] {
            let before = s - set.count_ones() as usize;
            part.extend(
                sets[..width].iter().map(|&other| summands(set, CUT, before, other, m - other.count_ones() as usize)),
            );
        }
        High { part, width }
    }

    /// The number of the set of `set`'s cells below the cut.
    pub(super) fn low(&self, set: u32) -> usize {
        self.low.number[set as usize & ((1 << CUT) - 1)].into()
    }

    /// The number of the set of `set`'s cells above the cut.
    pub(super) fn high(&self, set: u32) -> usize {
        self.high.number[(set >> CUT) as usize & ((1 << (CELLS - CUT)) - 1)].into()
    }

    /// The table for the cells above the cut, if S has `s` cells and M has `m`.
    pub(super) fn above_cut(&self, s: usize, m: usize) -> &High {
        &self.high_part[s][m]
    }

    /// The rank of a set among the sets of its size of cells that `other` leaves free.
    pub(super) fn among(&self, set: u32, other: u32) -> u32 {
        let above = self.above_cut(set.count_ones() as usize, other.count_ones() as usize);
        let low = self.low_part[self.low(set) * LOW + self.low(other)];
        let high = above.part[self.high(set) * above.width + self.high(other)];
        u32::from(low) + u32::from(high)
    }

    /// The set of `size` cells with this rank among all sets of that size.
    pub(super) fn set(&self, size: usize, rank: u32) -> u32 {
        self.places[size][rank as usize][..size].iter().fold(0, |set, place| set | 1 << place)
    }
}

/// The sets of `size` places in the order of their ranks. The successor of a set moves up by one the first place that
/// can move, and resets the places before it to the least.
fn places(size: usize) -> Vec<[u8; MEN]> {
    let mut set: [u8; MEN] = std::array::from_fn(|i| if i < size { i as u8 } else { 31 });
    let count = CHOOSE[CELLS][size] as usize;
    let mut sets = Vec::with_capacity(count);
    for _ in 0..count {
        sets.push(set);
        let next = (0..size).find(|&i| i + 1 == size || set[i] + 1 < set[i + 1]);
        if let Some(next) = next {
            set[next] += 1;
            for (i, place) in set[..next].iter_mut().enumerate() {
                *place = i as u8;
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_have_so_many_sets() {
        assert_eq!((RANKS.low.sets.len(), RANKS.low_part.len()), (LOW, LOW * LOW));
        assert_eq!(RANKS.high.sets.len(), HIGH[MEN]);
        for (size, &count) in HIGH.iter().enumerate() {
            assert!(RANKS.high.sets[..count].iter().all(|set| set.count_ones() as usize <= size));
        }
        let bytes = |parts: &[u16]| size_of_val(parts);
        let all = RANKS.high_part.iter().flatten().map(|high| bytes(&high.part)).sum::<usize>();
        assert!(all + bytes(&RANKS.low_part) < 5_000_000);
    }

    #[test]
    fn ranks_number_the_sets_that_are_free() {
        for (size, around) in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
            let others = CHOOSE[CELLS][around];
            for other in (0..others).step_by(others as usize / 20 + 1).map(|rank| RANKS.set(around, rank)) {
                assert_eq!(RANKS.set(around, RANKS.among(other, 0)), other);
                // Larger ranks belong to sets that are larger as numbers.
                let free: Vec<u32> =
                    (0..CHOOSE[CELLS][size]).map(|rank| RANKS.set(size, rank)).filter(|set| set & other == 0).collect();
                assert!(free.is_sorted());
                assert_eq!(free.len(), CHOOSE[CELLS - around][size] as usize);
                assert!(free.iter().zip(0..).all(|(&set, rank)| RANKS.among(set, other) == rank));
            }
        }
    }
}
