//! Ranks of sets of a given size: the sets of one size, as bits, in ascending order.
//!
//! The set of cells c₁ < c₂ < … < c_k has the rank C(c₁, 1) + C(c₂, 2) + … + C(c_k, k) in the combinatorial number system.
//! A set among the cells that another set leaves free is ranked among those cells only: `gather` gives their places.

/// The largest number of chosen elements, and the largest number of elements to choose from.
const MAX_CHOOSE: (usize, usize) = (16, 90);

/// The binomial coefficients.
const CHOOSE: [[u64; MAX_CHOOSE.0 + 1]; MAX_CHOOSE.1 + 1] = {
    let mut choose = [[0; MAX_CHOOSE.0 + 1]; MAX_CHOOSE.1 + 1];
    let mut n = 0;
    while n <= MAX_CHOOSE.1 {
        choose[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_CHOOSE.0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The binomial coefficient C(n, k): k is at most 16 and n at most 90.
pub(super) const fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// The rank of a set among the sets of its size.
pub(super) fn rank(set: u64) -> u64 {
    let (mut rest, mut rank, mut k) = (set, 0, 1);
    while rest != 0 {
        rank += choose(rest.trailing_zeros(), k);
        rest &= rest - 1;
        k += 1;
    }
    rank
}

/// The set of `size` elements with this rank; all elements are less than 64.
pub(super) fn unrank(rank: u64, size: u32) -> u64 {
    let (mut rest, mut set, mut below) = (rank, 0, 64);
    for k in (1..=size).rev() {
        below = (0..below).rev().find(|&cell| choose(cell, k) <= rest).expect("C(k − 1, k) is 0");
        rest -= choose(below, k);
        set |= 1 << below;
    }
    set
}

/// The places of the cells of `set` among the cells `free`, which contain `set`.
pub(super) fn gather(set: u64, free: u64) -> u64 {
    super::grid::bits(set).fold(0, |places, cell| places | 1 << (free & ((1 << cell) - 1)).count_ones())
}

/// The inverse of [`gather`]: the set of cells at these places among the cells `free`.
pub(super) fn scatter(places: u64, free: u64) -> u64 {
    (0..).zip(super::grid::bits(free)).fold(0, |set, (place, cell): (u32, _)| set | (places >> place & 1) << cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for size in 0..=5 {
            let sets = (0..1u64 << 11).filter(|set| set.count_ones() == size);
            let mut count = 0;
            for (number, set) in (0..).zip(sets) {
                assert_eq!((rank(set), unrank(number, size)), (number, set));
                count += 1;
            }
            assert_eq!(count, choose(11, size));
        }
        let last = choose(64, 16) - 1;
        assert_eq!((rank(0xffff << 48), unrank(last, 16)), (last, 0xffff << 48));
    }

    #[test]
    fn free_cells_are_counted_off() {
        let free = 0b1011_0110_0001;
        assert_eq!(gather(0b1000_0010_0001, free), 0b10_0011);
        for places in 0..1 << free.count_ones() {
            let set = scatter(places, free);
            assert_eq!((set & !free, gather(set, free)), (0, places));
        }
    }
}
