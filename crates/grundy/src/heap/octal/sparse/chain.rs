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

/// The options right before a heap.
///
/// Each heap has a row of sets. An entry has the options of a later heap, at some distance, by taking or by splits with one rare part.
/// So the options of a heap are one entry of each of some rows before it; a row is the union of rows in tables, given the ranks.
#[derive(Clone, Debug)]
pub(super) struct Near<W> {
    /// For each entry, the distance to the heap that has these options.
    distances: Vec<usize>,
    /// Tables, each with a number of places back: the row of a heap unites for each table the entries for the rank so many places
    /// back.
    tables: Vec<(usize, Vec<W>)>,
    /// Number of sets in a row.
    width: usize,
    /// The largest distance.
    reach: usize,
    /// The rows of a block and of the heaps before it; meaningless between blocks.
    rows: Vec<W>,
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
        let mut entries: Vec<_> = moves.iter().map(|&(_, part)| part).collect();
        entries.sort_unstable();
        entries.dedup();
        let mut backs: Vec<_> = moves.iter().map(|&(stones, _)| stones - least).collect();
        backs.sort_unstable();
        backs.dedup();
        // Lengths for which there is a loop: the sets of the entries added are empty.
        let lengths: &[usize] = if backs.len() <= 3 { &[1, 2, 3, 4, 5, 6, 7, 8, 12, 16] } else { &[4, 8, 16] };
        let length = lengths.iter().copied().find(|length| (1..=*length).contains(&entries.len()));
        let length = length.unwrap_or(entries.len());
        let width = length.next_power_of_two();
        let table_of = |back: usize| {
            let mut table = vec![W::EMPTY; RANKS * width];
            for (_, part) in moves.iter().filter(|&&(stones, _)| stones - least == back) {
                let entry = entries.binary_search(part).expect("all are entries");
                (0..W::BITS).for_each(|rank| table[rank * width + entry] = W::of(rank ^ part.1));
            }
            (back, table)
        };
        let tables = backs.into_iter().map(table_of).collect();
        let mut distances: Vec<_> = entries.iter().map(|(part, _)| part + least).collect();
        distances.resize(length, 1);
        assert!(distances.iter().all(|distance| (1..=CHAIN_REACH).contains(distance)));
        let reach = distances.iter().copied().max().unwrap_or(0);
        Self { distances, tables, width, reach, rows: vec![W::EMPTY; width * PLACES] }
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
        for (t, (back, table)) in self.tables.iter().enumerate() {
            let table: &[[W; R]; RANKS] = table.as_chunks().0.try_into().expect("a row for each rank");
            for place in CHAIN_REACH - self.reach..CHAIN_REACH {
                let others = &table[usize::from(ranks[(place - back) & (PLACES - 1)]) & (RANKS - 1)];
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
            for k in 0..self.width {
                let entry = |(back, table): &(usize, Vec<W>)| table[usize::from(ranks[place - back]) * self.width + k];
                self.rows[place * self.width + k] =
                    self.tables.iter().fold(W::EMPTY, |set, table| set.union(entry(table)));
            }
        }
    }

    /// Computes the ranks of some heaps from place `to` on, given the sets of their other options. Those before must be computed.
    /// A rank is [`RankSet::BITS`] if the set is full.
    #[inline(always)]
    pub(super) fn chain(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        // Loops of known lengths are unrolled.
        macro_rules! of_lengths {
            ($($entries:literal $width:literal),*) => {
                match (self.distances.len(), self.tables.len()) {
                    $(
                        ($entries, 1) => self.chain_of::<$entries, $width, 1>(sets, ranks, to),
                        ($entries, 2) => self.chain_of::<$entries, $width, 2>(sets, ranks, to),
                        ($entries, 3) => self.chain_of::<$entries, $width, 3>(sets, ranks, to),
                    )*
                    (4, 4) => self.chain_of::<4, 4, 4>(sets, ranks, to),
                    (8, 4) => self.chain_of::<8, 8, 4>(sets, ranks, to),
                    (16, 4) => self.chain_of::<16, 16, 4>(sets, ranks, to),
                    _ => self.chain_of_any(sets, ranks, to),
                }
            };
        }
        of_lengths!(1 1, 2 2, 3 4, 4 4, 5 8, 6 8, 7 8, 8 8, 12 16, 16 16);
    }

    /// [`Self::chain`] for `K` entries in rows of `R` sets, and `T` tables.
    #[inline(always)]
    fn chain_of<const K: usize, const R: usize, const T: usize>(
        &mut self,
        sets: &[W; STEP],
        ranks: &mut Ranks,
        to: usize,
    ) {
        let rows: &mut [[W; R]; PLACES] = self.rows.as_chunks_mut().0.try_into().expect("a row for each place");
        let first: &[[W; R]; RANKS] = self.tables[0].1.as_chunks().0.try_into().expect("a row for each rank");
        let (mut backs, mut tables) = ([0; T], [first; T]);
        for t in 0..T {
            backs[t] = self.tables[t].0;
            tables[t] = self.tables[t].1.as_chunks().0.try_into().expect("a row for each rank");
        }
        // The place of each entry among the sets of the CHAIN_REACH heaps before.
        let entries: [usize; K] =
            std::array::from_fn(|k| ((CHAIN_REACH - self.distances[k]) * R + k) & (CHAIN_REACH * R - 1));
        assert!((CHAIN_REACH..=PLACES - STEP).contains(&to));
        // The masks change no index. They show the compiler that it is within bounds.
        for (j, &others) in sets.iter().enumerate() {
            let (at, mut set) = (to + j, others);
            let before = &rows.as_flattened()[(at - CHAIN_REACH) * R..][..CHAIN_REACH * R];
            // The smallest distance last: the rank at the heap before is known last.
            for k in (0..K).rev() {
                set = set.union(before[entries[k]]);
            }
            let rank = set.least_missing();
            ranks[at] = rank;
            // The first table is that of the heap itself.
            let mut row = tables[0][usize::from(rank) & (RANKS - 1)];
            for t in 1..T {
                let rank = ranks[(at - backs[t]) & (PLACES - 1)];
                let others = &tables[t][usize::from(rank) & (RANKS - 1)];
                for k in 0..R {
                    row[k] = row[k].union(others[k]);
                }
            }
            rows[at] = row;
        }
    }

    /// [`Self::chain`] for any number of entries and tables.
    #[inline(always)]
    fn chain_of_any(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        for (at, &set) in (to..).zip(sets) {
            let entries = self.distances.iter().enumerate().map(|(k, back)| self.rows[(at - back) * self.width + k]);
            ranks[at] = entries.fold(set, W::union).least_missing();
            for k in 0..self.width {
                let entry = |(back, table): &(usize, Vec<W>)| table[usize::from(ranks[at - back]) * self.width + k];
                self.rows[at * self.width + k] =
                    self.tables.iter().fold(W::EMPTY, |set, table| set.union(entry(table)));
            }
        }
    }
}
