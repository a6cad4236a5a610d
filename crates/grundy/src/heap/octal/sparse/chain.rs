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

/// The numbers of entries for which there are unrolled loops with one to four tables; see [`Near::chain`].
fn unrolled_lengths(tables: usize, has_next: bool) -> &'static [usize] {
    match (tables, has_next) {
        (_, true) => &[3, 4, 8, 16],
        (..=3, false) => &[2, 3, 4, 5, 6, 8, 12, 16],
        (_, false) => &[4, 8, 16],
    }
}

/// The options right before a heap.
///
/// Each heap has a row of sets. An entry has the options of a later heap, at some distance, by taking or by splits with one rare part.
/// So the options of a heap are one entry of each of some rows before it; a row is the union of rows in tables, given the ranks. The set
/// for the very next heap is apart, since that heap waits for it.
#[derive(Clone, Debug)]
pub(super) struct Near<W> {
    /// For each entry, the distance to the heap that has these options: at least 2.
    distances: Vec<usize>,
    tables: Vec<Table<W>>,
    /// Number of sets in a row.
    width: usize,
    /// Whether some options are those of the next heap.
    has_next: bool,
    /// The largest distance.
    reach: usize,
    /// The rows of a block and of the heaps before it; meaningless between blocks.
    rows: Vec<W>,
}

/// What a heap's row, and its set for the next heap, has because of the rank some places back.
#[derive(Clone, Debug)]
struct Table<W> {
    /// The number of places back.
    back: usize,
    /// The row for each rank.
    rows: Vec<W>,
    /// The set for the next heap for each rank.
    next: Vec<W>,
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
        // The sets of the entries added are empty.
        let lengths = unrolled_lengths(backs.len(), has_next);
        let length = lengths.iter().copied().find(|&length| distances.len() <= length).unwrap_or(distances.len());
        let width = length.next_power_of_two();
        let table_of = |back: usize| {
            let mut table = Table { back, rows: vec![W::EMPTY; RANKS * width], next: vec![W::EMPTY; RANKS] };
            for (_, part) in moves.iter().filter(|&&(stones, _)| stones - least == back) {
                let entry = distances.binary_search(&(part.0 + least)).ok();
                for rank in 0..W::BITS {
                    let set = entry.map_or(&mut table.next[rank], |entry| &mut table.rows[rank * width + entry]);
                    *set = set.union(W::of(rank ^ part.1));
                }
            }
            table
        };
        let tables = backs.into_iter().map(table_of).collect();
        let reach = distances.last().copied().unwrap_or(1);
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
            let of_ranks: &[[W; R]; RANKS] = table.rows.as_chunks().0.try_into().expect("a row for each rank");
            for place in CHAIN_REACH - self.reach..CHAIN_REACH {
                let others = &of_ranks[usize::from(ranks[(place - table.back) & (PLACES - 1)]) & (RANKS - 1)];
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

    /// The set that the heap at a place has for the next.
    #[inline(always)]
    fn next(&self, ranks: &Ranks, place: usize) -> W {
        let next = |table: &Table<W>| table.next[usize::from(ranks[place - table.back])];
        self.tables.iter().fold(W::EMPTY, |set, table| set.union(next(table)))
    }

    /// Computes the ranks of some heaps from place `to` on, given the sets of their other options. Those before must be computed.
    /// A rank is [`RankSet::BITS`] if the set is full.
    #[inline(always)]
    pub(super) fn chain(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        // Loops of the lengths in `unrolled_lengths` are unrolled.
        macro_rules! of_lengths {
            ($($entries:literal $width:literal $has_next:literal [$($tables:literal)*]),*) => {
                match (self.distances.len(), self.tables.len(), self.has_next) {
                    $($(
                        ($entries, $tables, $has_next) =>
                            self.chain_of::<$entries, $width, $tables, $has_next>(sets, ranks, to),
                    )*)*
                    _ => self.chain_of_any(sets, ranks, to),
                }
            };
        }
        of_lengths!(
            2 2 false [1 2 3], 3 4 false [1 2 3], 4 4 false [1 2 3 4], 5 8 false [1 2 3], 6 8 false [1 2 3],
            8 8 false [1 2 3 4], 12 16 false [1 2 3], 16 16 false [1 2 3 4],
            3 4 true [1 2 3 4], 4 4 true [1 2 3 4], 8 8 true [1 2 3 4], 16 16 true [1 2 3 4]
        );
    }

    /// [`Self::chain`] for `K` entries in rows of `R` sets, and `T` tables. `NEXT` says whether some options are those of the next heap.
    #[inline(always)]
    fn chain_of<const K: usize, const R: usize, const T: usize, const NEXT: bool>(
        &mut self,
        sets: &[W; STEP],
        ranks: &mut Ranks,
        to: usize,
    ) {
        assert!((CHAIN_REACH..=PLACES - STEP).contains(&to));
        // In a register: a row is slow to read right after it was stored, even more so if the compiler gathers its entries.
        let mut next = if NEXT { self.next(ranks, to - 1) } else { W::EMPTY };
        let rows: &mut [[W; R]; PLACES] = self.rows.as_chunks_mut().0.try_into().expect("a row for each place");
        let tables: [&Table<W>; T] = std::array::from_fn(|t| &self.tables[t]);
        let rows_of_ranks: [&[[W; R]; RANKS]; T] =
            tables.map(|table| table.rows.as_chunks().0.try_into().expect("a row for each rank"));
        let next_of_ranks: [&[W; RANKS]; T] =
            tables.map(|table| table.next[..].try_into().expect("a set for each rank"));
        let backs = tables.map(|table| table.back);
        // The place of each entry among the sets of the CHAIN_REACH heaps before.
        let entries: [usize; K] =
            std::array::from_fn(|k| ((CHAIN_REACH - self.distances[k]) * R + k) & (CHAIN_REACH * R - 1));
        // The masks change no index. They show the compiler that it is within bounds.
        for (j, &others) in sets.iter().enumerate() {
            let (at, mut set) = (to + j, others);
            let before = &rows.as_flattened()[(at - CHAIN_REACH) * R..][..CHAIN_REACH * R];
            // The smallest distance last: the rank at the heap before is known last.
            for k in (0..K).rev() {
                set = set.union(before[entries[k]]);
            }
            let rank = if NEXT { set.union(next) } else { set }.least_missing();
            ranks[at] = rank;
            // The first table is that of the heap itself.
            let rank = usize::from(rank) & (RANKS - 1);
            let mut row = rows_of_ranks[0][rank];
            if NEXT {
                next = next_of_ranks[0][rank];
            }
            for t in 1..T {
                let rank = usize::from(ranks[(at - backs[t]) & (PLACES - 1)]) & (RANKS - 1);
                let others = &rows_of_ranks[t][rank];
                for k in 0..R {
                    row[k] = row[k].union(others[k]);
                }
                if NEXT {
                    next = next.union(next_of_ranks[t][rank]);
                }
            }
            rows[at] = row;
        }
    }

    /// [`Self::chain`] for any number of entries and tables.
    fn chain_of_any(&mut self, sets: &[W; STEP], ranks: &mut Ranks, to: usize) {
        for (at, &set) in (to..).zip(sets) {
            let entries = self.distances.iter().enumerate().map(|(k, back)| self.rows[(at - back) * self.width + k]);
            ranks[at] = entries.fold(set.union(self.next(ranks, at - 1)), W::union).least_missing();
            self.fill_row(ranks, at);
        }
    }
}
