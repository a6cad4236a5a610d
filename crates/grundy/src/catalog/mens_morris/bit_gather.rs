//! Sets of points by their places among the points that another set leaves free.

/// The values of a byte.
const VALUES: usize = 1 << 8;

/// A table for each byte of free points: of two values of a byte, the one of the result.
type Table = Box<[[u8; VALUES]; VALUES]>;

/// Finds the places of points among free points, and the points at places, byte by byte.
#[derive(Clone, Debug)]
pub(super) struct BitGather {
    gathered: Table,
    scattered: Table,
}

/// Free points: for each byte, the places of the points of each value, and the numbers of free points in the first two bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free<'a> {
    places: [&'a [u8; VALUES]; 3],
    counts: [u32; 2],
}

impl BitGather {
    pub(super) fn new() -> Self {
        let mut all = Self { gathered: table(), scattered: table() };
        for free in 0..VALUES {
            for places in 0..1usize << free.count_ones() {
                let points = (0..8).filter(|point| free >> point & 1 == 1);
                let set = points.zip(0..).fold(0, |set, (point, place)| set | (places >> place & 1) << point);
                all.scattered[free][places] = set as u8;
                all.gathered[free][set] = places as u8;
            }
        }
        all
    }

    /// The free points, among which places are found.
    #[inline]
    pub(super) fn free(&self, free: u32) -> Free<'_> {
        let [a, b, c, _] = free.to_le_bytes();
        let places = [a, b, c].map(|free| &self.gathered[usize::from(free)]);
        Free { places, counts: [a.count_ones(), b.count_ones()] }
    }

    /// The points at these places among the points `free`.
    #[inline]
    pub(super) fn scatter(&self, places: u32, free: u32) -> u32 {
        let free = free.to_le_bytes();
        let part = |byte: usize, places: u32| {
            let places = places & ((1 << free[byte].count_ones()) - 1);
            u32::from(self.scattered[usize::from(free[byte])][places as usize]) << (8 * byte)
        };
        let first = free[0].count_ones();
        part(0, places) | part(1, places >> first) | part(2, places >> (first + free[1].count_ones()))
    }
}

impl Free<'_> {
    /// The places of the points of `set` among the free points, which contain them.
    #[inline]
    pub(super) fn gather(&self, set: u32) -> u32 {
        let set = set.to_le_bytes();
        let part = |byte: usize| u32::from(self.places[byte][usize::from(set[byte])]);
        part(0) | part(1) << self.counts[0] | part(2) << (self.counts[0] + self.counts[1])
    }
}

fn table() -> Table {
    Box::new([[0; VALUES]; VALUES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::subsets::{gather, scatter};

    #[test]
    fn places_are_those_found_bit_by_bit() {
        let (all, mut random) = (BitGather::new(), fastrand::Rng::with_seed(24));
        for _ in 0..10_000 {
            let free = random.u32(..1 << 24) | random.u32(..1 << 24);
            let set = random.u32(..) & free;
            let places = gather(set.into(), free.into()) as u32;
            assert_eq!((all.free(free).gather(set), all.scatter(places, free)), (places, set));
            assert_eq!(scatter(places.into(), free.into()), u64::from(set));
        }
    }
}
