//! Ranks of the sets of points, and their orbits under the symmetries of a board.

use super::bits;
use super::board::Board;
use arrayvec::ArrayVec;

/// The most points of a board.
const MAX_POINTS: usize = 24;
/// The most men of a player, and so of a set.
const MAX_MEN: usize = 9;
/// Number of bits of a byte of a set.
const BITS: usize = 8;
/// The lowest bit of the number of points in a term of a rank.
const COUNT_SHIFT: u32 = 28;

/// The sets of a board's points that have at most as many points as a player has men.
///
/// The sets of a size are ranked in ascending order as bits. So the sets among the lowest points come first, whatever the number of
/// points.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The sets of each size, in the order of their ranks.
    by_size: Vec<Vec<u32>>,
    /// For each byte of a set, the number of points in the bytes before it, and the value of the byte: what it adds to the rank, and in the
    /// highest four bits the number of points in this byte and those before it, at most `MAX_MEN`.
    terms: [Box<[[u32; 1 << BITS]; MAX_MEN + 1]>; 3],
    /// C(n, k) for n below [`MAX_POINTS`] and k up to [`MAX_MEN`].
    choose: [[u32; MAX_MEN + 1]; MAX_POINTS],
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
            let points = points.zip(before + 1..).filter(|(_, i)| *i <= MAX_MEN);
            let count = (before + value.count_ones() as usize).min(MAX_MEN) as u32;
            points.map(|(bit, i)| choose(BITS * byte + bit, i)).sum::<u32>() | count << COUNT_SHIFT
        };
        let terms = std::array::from_fn(|byte| {
            Box::new(std::array::from_fn(|before| std::array::from_fn(|value| term(byte, before, value))))
        });
        let choose = std::array::from_fn(|n| std::array::from_fn(|k| choose(n, k)));
        Self { by_size, terms, choose }
    }

    /// The rank of a set among those of its size.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> u32 {
        let [a, b, c, _] = set.to_le_bytes();
        let first = self.terms[0][0][usize::from(a)];
        let second = self.terms[1][(first >> COUNT_SHIFT) as usize][usize::from(b)];
        let third = self.terms[2][(second >> COUNT_SHIFT) as usize][usize::from(c)];
        [first, second, third].iter().map(|term| term & ((1 << COUNT_SHIFT) - 1)).sum()
    }

    /// The ranks of the sets that a set becomes without each of its points in turn, from the lowest on.
    #[inline]
    pub(super) fn ranks_without_each(&self, set: u32) -> ArrayVec<u32, MAX_MEN> {
        // Without the i-th point, those above it move down by one in the order.
        let points: ArrayVec<usize, MAX_MEN> = bits(set.into()).map(usize::from).collect();
        let mut ranks: ArrayVec<u32, MAX_MEN> = ArrayVec::new();
        let (mut below, mut above) = (0, 0);
        for (i, point) in points.iter().enumerate() {
            ranks.push(below);
            below += self.choose[*point][i + 1];
        }
        for (i, point) in points.iter().enumerate().rev() {
            ranks[i] += above;
            above += self.choose[*point][i];
        }
        ranks
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

/// A map of sets, point by point, as a table for each byte of a set.
#[derive(Clone, Debug)]
pub(super) struct ByteTables([[u32; 1 << BITS]; 3]);

/// The map of sets that leads from each point to the one in `to`.
pub(super) fn byte_tables(to: &[u32]) -> ByteTables {
    let mut tables = [[0; 1 << BITS]; 3];
    for (table, to) in tables.iter_mut().zip(to.chunks(BITS)) {
        for value in 1..1usize << to.len() {
            table[value] = table[value & (value - 1)] | 1 << to[value.trailing_zeros() as usize];
        }
    }
    ByteTables(tables)
}

impl ByteTables {
    /// The image of a set.
    #[inline]
    pub(super) fn apply(&self, set: u32) -> u32 {
        let [a, b, c, _] = set.to_le_bytes();
        self.0[0][usize::from(a)] | self.0[1][usize::from(b)] | self.0[2][usize::from(c)]
    }
}

/// The sets of each size up to symmetry. An *orbit* is the images of a set; its *representative* has the least rank.
#[derive(Clone, Debug)]
pub(super) struct Orbits {
    /// The symmetries, the identity first.
    symmetries: Vec<ByteTables>,
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
        let tables_of = |image: &dyn Fn(u64) -> u64| {
            byte_tables(&(0..board.points()).map(|point| image(1 << point).trailing_zeros()).collect::<Vec<_>>())
        };
        let mut symmetries = vec![tables_of(&|set| set)];
        symmetries.extend(board.symmetries.others().iter().map(|other| tables_of(&|set| other.apply(set))));
        let inverse_of = |g: usize| {
            let restores =
                |h: &usize| (0..board.points()).all(|p| symmetries[*h].apply(symmetries[g].apply(1 << p)) == 1 << p);
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
                    let image = images.apply(set);
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

    /// The orbit of a set with this size and rank, and a symmetry that leads from the set to the representative.
    pub(super) fn orbit(&self, size: u32, rank: u32) -> (u32, Symmetry<'_>) {
        let found = self.by_size[size as usize].of_rank[rank as usize];
        (found >> 4, Symmetry(&self.symmetries[found as usize & 15]))
    }
}

/// A symmetry of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry<'a>(&'a ByteTables);

impl Symmetry<'_> {
    /// The image of a set.
    #[inline]
    pub(super) fn apply(self, set: u32) -> u32 {
        self.0.apply(set)
    }
}

/// The symmetries that leave a set as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stabilizer<'a> {
    orbits: &'a Orbits,
    number: u8,
}

impl<'a> Stabilizer<'a> {
    /// Whether the identity alone leaves the set as it is.
    pub(super) fn is_identity(self) -> bool {
        self.number == 0
    }

    /// The symmetries.
    pub(super) fn symmetries(self) -> impl Iterator<Item = Symmetry<'a>> {
        let all = &self.orbits.symmetries;
        self.orbits.stabilizers[usize::from(self.number)].iter().map(|g| Symmetry(&all[usize::from(*g)]))
    }

    /// The least image of a set by these symmetries, and the number of these symmetries that leave the set as it is.
    #[inline]
    pub(super) fn least_image(self, set: u32) -> (u32, u32) {
        if self.is_identity() {
            return (set, 1);
        }
        let (mut least, mut fixing) = (set, 0);
        for &g in &self.orbits.stabilizers[usize::from(self.number)] {
            let image = self.orbits.symmetries[usize::from(g)].apply(set);
            fixing += u32::from(image == set);
            least = least.min(image);
        }
        (least, fixing)
    }
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
                    let without_each: Vec<u32> = bits((*set).into()).map(|p| sets.rank(set & !(1 << p))).collect();
                    assert_eq!(sets.ranks_without_each(*set)[..], without_each);
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
                    let (orbit, symmetry) = orbits.orbit(size, sets.rank(*set));
                    let image = symmetry.apply(other);
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
