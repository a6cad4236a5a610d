//! Ranks of consecutive heaps, each of which may depend on those right before it.

use super::rank_set::RankSet;

/// Number of heaps in a block.
pub(super) const BLOCK: usize = 64;
/// Number of heaps to which the options with larger rare parts are added at once.
pub(super) const STEP: usize = 16;
/// The most places before a heap that the chain reads: a rare part up to [`STEP`], and the stones taken.
pub(super) const CHAIN_REACH: usize = 64;
/// The ranks of a block and of the heaps before it.
pub(super) type Ranks = [u16; PLACES];
/// The places of a block and of the heaps before it: a power of two.
const PLACES: usize = CHAIN_REACH + BLOCK;

/// How many ranks a heap may have; one of them stands for no rank.
const RANKS: usize = 512;

/// The numbers of entries for which there are unrolled loops, without and with options of the next heap; see [`Near::chain`].
const UNROLLED_LENGTHS: [&[usize]; 2] = [&[2, 3, 4, 5, 6, 8, 12, 16], &[3, 4, 8, 16]];

/// The options right before a heap.
///
/// Each heap has a row of sets. An entry has the options of a later heap, at some distance, by taking or by splits with one rare part.
/// So the options of a heap are one entry of each of some rows before it; a row is the union of rows in tables, given the ranks. The set
/// at distance 1 is in no row: the next rank is known as soon as it is.
#[derive(Clone, Debug)]
pub(super) struct Near<W> {
    /// For each entry, the distance to the heap that has these options: at least 2.
    distances: Vec<usize>,
    tables: Vec<Table<W>>,
    /// Number of sets in a row.
    width: usize,
    /// Whether a heap has options of the next one, at distance 1.
    has_next: bool,
    /// The largest distance.
    reach: usize,
    /// The rows of a block and of the heaps before it; meaningless between blocks.
    rows: Vec<W>,
}

/// The options of later heaps that depend on the rank some places before a heap.
#[derive(Clone, Debug)]
struct Table<W> {
    /// The number of places back.
    back: usize,
    /// For each rank, the row.
    rows: Vec<W>,
    /// For each rank, the options of the next heap.
    next: Vec<W>,
}

impl<W> Table<W> {
    /// The rows of `R` sets.
    #[inline(always)]
    fn rows<const R: usize>(&self) -> &[[W; R]; RANKS] {
        self.rows.as_chunks().0.try_into().expect("a row for each rank")
    }

    /// For each rank, the options of the next heap.
    #[inline(always)]
    fn next(&self) -> &[W; RANKS] {
        self.next[..].try_into().expect("a set for each rank")
    }
}

impl<W: RankSet> Near<W> {
    /// The options by taking stones, at common heaps, and by splits that take as many as `breaks` says and leave a rare part of at most
    /// [`STEP`] stones; each part with its rank.
    pub(super) fn new(takes: &[usize], breaks: &[usize], parts: &[(usize, usize)]) -> Self {
        // The stones of a move, with those of the part that is left and its rank.
        let splits = parts.iter().flat_map(|&part| breaks.iter().map(move |&stones| (stones, part)));
        // Taking stones is like a split that leaves an empty part. If a split may take none, one stone counts as the part: the
        // options of a heap must be those of a later one.
        let part = usize::from(breaks.contains(&0));
        let moves: Vec<_> = takes.iter().map(|&stones| (stones - part, (part, 0))).chain(splits).collect();
        let least = moves.iter().map(|&(stones, _)| stones).min().unwrap_or(1);
        let sorted = |mut list: Vec<usize>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let mut distances = sorted(moves.iter().map(|&(_, (part, _))| part + least).collect());
        assert!(distances.iter().all(|distance| (1..=CHAIN_REACH).contains(distance)));
        let has_next = distances.first() == Some(&1);
        distances.retain(|&distance| distance > 1);
        let backs = sorted(moves.iter().map(|&(stones, _)| stones - least).collect());
        // The sets of the entries added are empty. They are at the largest distance, where the row was stored longest ago.
        let lengths = UNROLLED_LENGTHS[usize::from(has_next)];
        let length = lengths.iter().copied().find(|&length| distances.len() <= length).unwrap_or(distances.len());
        let width = length.next_power_of_two();
        let table_of = |back: usize| {
            let mut table = Table { back, rows: vec![W::EMPTY; RANKS * width], next: vec![W::EMPTY; RANKS] };
            for (_, part) in moves.iter().filter(|&&(stones, _)| stones - least == back) {
                let entry = match part.0 + least {
                    1 => None,
                    distance => Some(distances.binary_search(&distance).expect("all are entries")),
                };
                for rank in 0..W::BITS {
                    let set = entry.map_or(&mut table.next[rank], |entry| &mut table.rows[rank * width + entry]);
                    *set = set.union(W::of(rank ^ part.1));
                }
            }
            table
        };
        let tables = backs.into_iter().map(table_of).collect();
        let reach = distances.last().copied().unwrap_or(2);
        distances.resize(length, reach);
        Self { distances, tables, width, has_next, reach, rows: vec![W::EMPTY; width * PLACES] }
    }

    /// Prepares for a block, given the ranks before it.
    #[inline(always)]
    pub(super) fn begin(&mut self, ranks: &Ranks) {
        match self.width {
            1 => self.begin_of::<1>(ranks),
            2 => self.begin_of::<2>(ranks),
            4 => self.begin_of::<4>(ranks),
            8 => self.begin_of::<8>(ranks),
            16 => self.begin_of::<16>(ranks),
            _ => self.begin_of_any(ranks),
        }
    }

    /// [`Self::begin`] for rows of `R` sets.
    #[inline(always)]
    fn begin_of<const R: usize>(&mut self, ranks: &Ranks) {
        let rows: &mut [[W; R]; PLACES] = self.rows.as_chunks_mut().0.try_into().expect("a row for each place");
        for (t, table) in self.tables.iter().enumerate() {
            let table_rows: &[[W; R]; RANKS] = table.rows();
            for place in CHAIN_REACH - self.reach..CHAIN_REACH {
                let others = &table_rows[usize::from(ranks[(place - table.back) & (PLACES - 1)]) & (RANKS - 1)];
                let row = &mut rows[place];
                for k in 0..R {
                    row[k] = if t == 0 { others[k] } else { row[k].union(others[k]) };
                }
            }
        }
    }

    /// [`Self::begin`] for rows of any width.
    fn begin_of_any(&mut self, ranks: &Ranks) {
        for place in CHAIN_REACH - self.reach..CHAIN_REACH {
            self.fill_row(ranks, place);
        }
    }

    /// Fills in the row of a heap.
    fn fill_row(&mut self, ranks: &Ranks, place: usize) {
        for k in 0..self.width {
            let entry = |table: &Table<W>| table.rows[usize::from(ranks[place - table.back]) * self.width + k];
            self.rows[place * self.width + k] = self.tables.iter().fold(W::EMPTY, |set, table| set.union(entry(table)));
        }
    }

    /// The options of the heap after a place that are at distance 1.
    #[inline(always)]
    fn next_options(&self, ranks: &Ranks, place: usize) -> W {
        let options = |table: &Table<W>| table.next[usize::from(ranks[place - table.back])];
        self.tables.iter().fold(W::EMPTY, |set, table| set.union(options(table)))
    }

    /// Computes the ranks of some heaps from place `to` on, given the sets of their other options. Those before must be computed.
    /// A rank is [`RankSet::BITS`] if the set is full.
    #[inline(always)]
    pub(super) fn chain(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        // Loops over the entries are unrolled for each of `UNROLLED_LENGTHS`. So are loops over two tables after the first, but where the
        // next heap has options, that gains nothing.
        macro_rules! of_lengths {
            ($($entries:literal $width:literal),*; $($with_next:literal $its_width:literal),*) => {
                match (self.distances.len(), self.has_next, self.tables.len()) {
                    $(
                        ($entries, false, 1) => self.chain_of::<$entries, $width, 0, false>(sets, ranks, to),
                        ($entries, false, 2) => self.chain_of::<$entries, $width, 1, false>(sets, ranks, to),
                        ($entries, false, 3..) => self.chain_of::<$entries, $width, 2, false>(sets, ranks, to),
                    )*
                    $(($with_next, true, 1..) => self.chain_of::<$with_next, $its_width, 0, true>(sets, ranks, to),)*
                    (length, _, tables) => {
                        debug_assert!(tables == 0 || length > 16, "the loop is not unrolled");
                        self.chain_of_any(sets, ranks, to);
                    }
                }
            };
        }
        of_lengths!(2 2, 3 4, 4 4, 5 8, 6 8, 8 8, 12 16, 16 16; 3 4, 4 4, 8 8, 16 16);
    }

    /// [`Self::chain`] for `K` entries in rows of `R` sets, and more than `T` tables: the loop over those after the first is unrolled for `T`.
    /// `NEXT` says whether a heap has options of the next one.
    #[inline(always)]
    fn chain_of<const K: usize, const R: usize, const T: usize, const NEXT: bool>(
        &mut self,
        sets: &[W; STEP],
        ranks: &mut Ranks,
        to: usize,
    ) {
        assert!((CHAIN_REACH..=PLACES - STEP).contains(&to));
        // The options of the next heap stay in a register: rows are slow to read right after they are stored, even more so if the compiler
        // gathers their entries.
        let mut next = if NEXT { self.next_options(ranks, to - 1) } else { W::EMPTY };
        let rows: &mut [[W; R]; PLACES] = self.rows.as_chunks_mut().0.try_into().expect("a row for each place");
        // The first table is that of the heap itself.
        let [first, others @ ..] = &self.tables[..] else { unreachable!("a table at least") };
        let (others, rest) = others.split_first_chunk::<T>().expect("more than T tables");
        let (first_rows, first_next) = (first.rows(), first.next());
        let others = others.each_ref().map(|table| (table.back, table.rows()));
        // The place of each entry among the sets of the CHAIN_REACH heaps before.
        let entries: [usize; K] =
            std::array::from_fn(|k| ((CHAIN_REACH - self.distances[k]) * R + k) & (CHAIN_REACH * R - 1));
        // The masks change no index. They show the compiler that it is within bounds.
        for (j, &options) in sets.iter().enumerate() {
            let (at, mut set) = (to + j, options);
            let before = &rows.as_flattened()[(at - CHAIN_REACH) * R..][..CHAIN_REACH * R];
            // The smallest distance last: that row is known last.
            for k in (0..K).rev() {
                set = set.union(before[entries[k]]);
            }
            let rank = if NEXT { set.union(next) } else { set }.least_missing();
            ranks[at] = rank;
            let rank = usize::from(rank) & (RANKS - 1);
            let mut row: [W; R] = first_rows[rank];
            if NEXT {
                next = first_next[rank];
            }
            let mut unite = |others: &[W; R]| {
                for k in 0..R {
                    row[k] = row[k].union(others[k]);
                }
            };
            let rank_back = |back: usize| usize::from(ranks[(at - back) & (PLACES - 1)]) & (RANKS - 1);
            for &(back, rows) in &others {
                unite(&rows[rank_back(back)]);
            }
            for table in rest {
                let rank = rank_back(table.back);
                unite(&table.rows()[rank]);
                if NEXT {
                    next = next.union(table.next()[rank]);
                }
            }
            rows[at] = row;
        }
    }

    /// [`Self::chain`] for any number of entries and tables.
    fn chain_of_any(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        for (at, &set) in (to..).zip(sets) {
            let entries = self.distances.iter().enumerate().map(|(k, back)| self.rows[(at - back) * self.width + k]);
            ranks[at] = entries.fold(set.union(self.next_options(ranks, at - 1)), W::union).least_missing();
            self.fill_row(ranks, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances of the entries, whether a heap has options of the next one, and the places back of the tables.
    fn shape(near: &Near<[u64; 1]>) -> (&[usize], bool, Vec<usize>) {
        (&near.distances, near.has_next, near.tables.iter().map(|table| table.back).collect())
    }

    #[test]
    fn distance_one_is_no_entry() {
        // As for 4.045, whose ranks do not matter here: of the rare heaps up to 16, heap 1 has distance 1.
        let near = Near::new(&[], &[0, 2, 3], &[(1, 0), (6, 1), (8, 2), (11, 3)]);
        assert_eq!(shape(&near), (&[6, 8, 11][..], true, vec![0, 2, 3]));
        // As for 0.106: no heap has distance 1.
        let near = Near::new(&[], &[3], &[(3, 0), (7, 1), (10, 1)]);
        assert_eq!(shape(&near), (&[6, 10, 13][..], false, vec![0]));
        // Taking a stone and a split that takes none and leaves heap 1 have distance 1.
        let near = Near::new(&[1], &[0], &[(1, 1), (2, 1)]);
        assert_eq!(shape(&near), (&[2, 2, 2][..], true, vec![0]));
    }
}
