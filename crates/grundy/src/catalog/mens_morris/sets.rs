//! Ranks of the sets of points, and their orbits under the symmetries of a board.

use super::board::Board;

/// The most points of a board.
const MAX_POINTS: usize = 24;
/// The most men of a player, and so of a set.
const MAX_MEN: usize = 9;
/// Number of bits of a byte of a set.
const BITS: usize = 8;

/// The sets of a board's points that have at most as many points as a player has men.
///
/// The sets of a size are ranked in ascending order as bits. So the sets among the lowest points come first, whatever the number of
/// points.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The sets of each size, in the order of their ranks.
    by_size: Vec<Vec<u32>>,
    /// For each byte of a set, the number of points in the bytes before it, and the value of the byte: what it adds to the rank.
    terms: [Box<[[u32; 1 << BITS]; MAX_MEN + 1]>; 3],
}

/// C(n, k) for n up to [`MAX_POINTS`] and k up to [`MAX_MEN`].
fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * (n - i.min(n)) as u64 / (i as u64 + 1)) as u32
}

impl Sets {
    /// The sets of at most `men` of `points` points.
    pub(super) fn new(points: u32, men: u32) -> Self {
        debug_assert!(points as usize <= MAX_POINTS && men as usize <= MAX_MEN);
        let mut by_size: Vec<Vec<u32>> =
            (0..=men).map(|size| Vec::with_capacity(choose(points as usize, size as usize) as usize)).collect();
        for set in 0u32..1 << points {
            if let Some(sets) = by_size.get_mut(set.count_ones() as usize) {
                sets.push(set);
            }
        }
        // The i-th point of a set from below, counted from 1, adds C(point, i).
        let term = |byte: usize, before: usize, value: usize| {
            let points = (0..BITS).filter(|bit| value >> bit & 1 == 1);
            points.zip(before + 1..).filter(|(_, i)| *i <= MAX_MEN).map(|(bit, i)| choose(BITS * byte + bit, i)).sum()
        };
        let terms = std::array::from_fn(|byte| {
            Box::new(std::array::from_fn(|before| std::array::from_fn(|value| term(byte, before, value))))
        });
        Self { by_size, terms }
    }

    /// The rank of a set among those of its size.
    pub(super) fn rank(&self, set: u32) -> u32 {
        let bytes = set.to_le_bytes();
        let first = bytes[0].count_ones() as usize;
        let second = first + bytes[1].count_ones() as usize;
        let term = |byte: usize, before: usize| self.terms[byte][before.min(MAX_MEN)][usize::from(bytes[byte])];
        term(0, 0) + term(1, first) + term(2, second)
    }

    /// The set of a size with this rank.
    pub(super) fn set(&self, size: u32, rank: u32) -> u32 {
        self.by_size[size as usize][rank as usize]
    }

    /// The number of sets of a size among the `points` lowest points.
    pub(super) fn count(&self, size: u32, points: u32) -> u32 {
        choose(points as usize, size as usize)
    }
}

/// A symmetry of the board as a table for each byte of a set.
type Images = [[u32; 1 << BITS]; 3];

/// The sets of each size up to symmetry. An *orbit* is the images of a set; its *representative* has the least rank.
#[derive(Clone, Debug)]
pub(super) struct Orbits {
    /// The symmetries, the identity first.
    symmetries: Vec<Images>,
    by_size: Vec<OrbitsOfSize>,
    /// Groups of symmetries that leave some set as it is, by the symmetries that belong to them as bits; that of the identity alone is
    /// first.
    stabilizers: Vec<Vec<u8>>,
}

/// The orbits of the sets of one size.
#[derive(Clone, Debug)]
struct OrbitsOfSize {
    /// For each rank: 16 times the number of its orbit, and a symmetry that leads to the representative.
    of_rank: Vec<u32>,
    /// The representative of each orbit, and its stabilizer.
    representatives: Vec<(u32, u8)>,
}

impl Orbits {
    /// The orbits of `sets` on a board.
    pub(super) fn new(board: &Board, sets: &Sets) -> Self {
        let images_of = |image: &dyn Fn(u64) -> u64| -> Images {
            let in_board = |set: usize| set as u64 & u64::from(board.all());
            std::array::from_fn(|byte| std::array::from_fn(|value| image(in_board(value << (BITS * byte))) as u32))
        };
        let mut symmetries = vec![images_of(&|set| set)];
        symmetries.extend(board.symmetries.others().iter().map(|other| images_of(&|set| other.apply(set))));
        let inverse_of = |g: usize| {
            let restores = |h: &usize| {
                (0..board.points()).all(|p| apply(&symmetries[*h], apply(&symmetries[g], 1 << p)) == 1 << p)
            };
            (0..symmetries.len()).find(restores).expect("a group has inverses") as u32
        };
        let inverses: Vec<u32> = (0..symmetries.len()).map(inverse_of).collect();

        let mut stabilizers = vec![vec![0]];
        let mut orbits_of_size = |all: &[u32]| {
            const NONE: u32 = u32::MAX;
            let mut of_rank = vec![NONE; all.len()];
            let mut representatives = Vec::new();
            for &set in all {
                if of_rank[sets.rank(set) as usize] != NONE {
                    continue;
                }
                let mut stabilizer = Vec::new();
                for (g, images) in symmetries.iter().enumerate() {
                    let image = apply(images, set);
                    of_rank[sets.rank(image) as usize] = (representatives.len() as u32) << 4 | inverses[g];
                    if image == set {
                        stabilizer.push(g as u8);
                    }
                }
                // The identity for the representative itself.
                of_rank[sets.rank(set) as usize] = (representatives.len() as u32) << 4;
                let number = stabilizers.iter().position(|known| *known == stabilizer).unwrap_or_else(|| {
                    stabilizers.push(stabilizer);
                    stabilizers.len() - 1
                });
                representatives.push((set, number as u8));
            }
            OrbitsOfSize { of_rank, representatives }
        };
        let by_size = sets.by_size.iter().map(|all| orbits_of_size(all)).collect();
        Self { symmetries, by_size, stabilizers }
    }

    /// The number of orbits of the sets of a size.
    pub(super) fn count(&self, size: u32) -> u32 {
        self.by_size[size as usize].representatives.len() as u32
    }

    /// The number of symmetries.
    pub(super) fn symmetries(&self) -> u32 {
        self.symmetries.len() as u32
    }

    /// The representative of an orbit, and its stabilizer.
    pub(super) fn representative(&self, size: u32, orbit: u32) -> (u32, Stabilizer<'_>) {
        let (set, stabilizer) = self.by_size[size as usize].representatives[orbit as usize];
        (set, Stabilizer { orbits: self, number: stabilizer })
    }

    /// The orbit of a set with this size and rank, and the image of another set by a symmetry that makes the first one the
    /// representative.
    pub(super) fn orbit(&self, size: u32, rank: u32, other: u32) -> (u32, u32) {
        let found = self.by_size[size as usize].of_rank[rank as usize];
        (found >> 4, apply(&self.symmetries[found as usize & 15], other))
    }
}

/// The symmetries that leave a set as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stabilizer<'a> {
    orbits: &'a Orbits,
    number: u8,
}

impl Stabilizer<'_> {
    /// The least image of a set by these symmetries, and the number of these symmetries that leave the set as it is.
    pub(super) fn least_image(self, set: u32) -> (u32, u32) {
        if self.number == 0 {
            return (set, 1);
        }
        let (mut least, mut fixing) = (set, 0);
        for &g in &self.orbits.stabilizers[usize::from(self.number)] {
            let image = apply(&self.orbits.symmetries[usize::from(g)], set);
            fixing += u32::from(image == set);
            least = least.min(image);
        }
        (least, fixing)
    }
}

/// The image of a set.
fn apply(images: &Images, set: u32) -> u32 {
    let [a, b, c, _] = set.to_le_bytes();
    images[0][usize::from(a)] | images[1][usize::from(b)] | images[2][usize::from(c)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranked_in_their_order() {
        for (points, men) in [(16, 7), (24, 4)] {
            let sets = Sets::new(points, men);
            for size in 0..=men {
                assert_eq!(sets.count(size, points) as usize, sets.by_size[size as usize].len());
                for (rank, set) in (0..).zip(&sets.by_size[size as usize]) {
                    assert_eq!((sets.rank(*set), sets.set(size, rank)), (rank, *set));
                }
            }
        }
    }

    #[test]
    fn orbits_are_those_of_the_board() {
        let mut random = fastrand::Rng::with_seed(22);
        for (squares, men) in [(2, 6), (3, 5)] {
            let board = Board::new(squares);
            let sets = Sets::new(board.points(), men);
            let orbits = Orbits::new(&board, &sets);
            let images = |set: u32| {
                let others = board.symmetries.others().iter().map(move |g| g.apply(set.into()) as u32);
                std::iter::once(set).chain(others).collect::<Vec<_>>()
            };
            for size in 0..=men {
                for set in &sets.by_size[size as usize] {
                    let other = random.u32(..) & board.all();
                    let (orbit, image) = orbits.orbit(size, sets.rank(*set), other);
                    let (representative, stabilizer) = orbits.representative(size, orbit);
                    let least = images(*set).into_iter().min();
                    assert_eq!(Some(representative), least);
                    // The pair of sets has the same image.
                    let pairs = images(*set).into_iter().zip(images(other)).collect::<Vec<_>>();
                    assert!(pairs.contains(&(representative, image)));
                    let fixing = images(*set).iter().filter(|image| *image == set).count();
                    assert_eq!(stabilizer.least_image(0), (0, fixing as u32));
                    let of_least = pairs.iter().filter(|(set, _)| *set == representative).map(|(_, other)| *other);
                    let of_least: Vec<u32> = of_least.collect();
                    let (least, fixing) = stabilizer.least_image(image);
                    assert_eq!(Some(&least), of_least.iter().min());
                    // Each image by the stabilizer is met once for each symmetry that leaves both sets as they are.
                    assert_eq!(fixing as usize, of_least.iter().filter(|other| **other == least).count());
                }
                let orbit_count = orbits.count(size);
                let sum: u32 = (0..orbit_count)
                    .map(|orbit| orbits.symmetries() / orbits.representative(size, orbit).1.least_image(0).1)
                    .sum();
                assert_eq!(sum, sets.count(size, board.points()), "orbits have all sets of {size}");
            }
        }
    }
}
