//! The sets that blocks of 128 heaps read: planes of bytes for the ranks of the latest heaps.
//!
//! Splits may take different numbers of stones. The planes hold for each heap the union of the sets of the heaps that are left after
//! these stones are taken, so that each rare heap is one offset.

use super::byte_groups::{BLOCK, Unions};
use super::history::History;
use super::one_hot::OneHot;
use super::space::Space;
use crate::simd::{SimdLevel, Vectorized};

/// The rank of a heap that is rare, before the first, or whose rank does not fit a byte.
pub(super) const NONE: u16 = 256;

/// Number of heaps that are filled in at a time, which takes some milliseconds.
const FILL_STEP: u64 = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// Instead of the next heap while heaps are filled in: no heap is so large.
const NO_HEAP: u64 = 1 << 63;

/// The planes of consecutive heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteSets {
    space: Space,
    /// The numbers of stones that are taken in a split, less the least of them.
    breaks: Vec<usize>,
    /// For each heap, the set of the ranks of the heaps at these offsets back; those before the first heap that is kept may be missing.
    planes: Vec<Vec<u8>>,
    /// The ranks of the heaps, or [`NONE`].
    ranks: Vec<u16>,
    /// Number of heaps that must be kept.
    span: usize,
    /// The most heaps that are kept.
    capacity: usize,
    /// The heap whose rank comes next.
    heap: u64,
    /// Number of heaps that are still to be filled in; 0 if none is.
    unfilled: u64,
    /// The next heap when filling in began.
    fill_end: u64,
    simd: SimdLevel,
}

impl ByteSets {
    /// No heaps yet. `breaks` are the numbers of stones that are taken in a split, ascending. At least `span` heaps are kept.
    pub(super) fn new(space: Space, breaks: &[usize], planes: usize, span: usize, simd: SimdLevel) -> Self {
        let breaks = breaks.iter().map(|i| i - breaks[0]).collect();
        let capacity = span + (span / 2).max(1 << 12);
        let planes = vec![Vec::new(); planes];
        Self { space, breaks, planes, ranks: Vec::new(), span, capacity, heap: 0, unfilled: 0, fill_end: 0, simd }
    }

    /// Fills in the latest heaps. The history may keep fewer heaps than the span: a window determines the values after it.
    pub(super) fn fill(&mut self, history: &History) {
        while !self.fill_some(history) {}
    }

    /// Fills in about a million of the latest heaps. Returns whether all are filled in. If the history has changed meanwhile, begins again.
    pub(super) fn fill_some(&mut self, history: &History) -> bool {
        if self.unfilled == 0 || self.fill_end != history.heaps() {
            // Until all are filled in, no heap may be appended.
            (self.heap, self.fill_end) = (NO_HEAP, history.heaps());
            self.truncate(0);
            self.ranks.reserve(self.capacity);
            self.planes.iter_mut().for_each(|plane| plane.reserve(self.capacity));
            self.unfilled = self.span as u64;
        }
        self.simd.run(FillCall { sets: self, history });
        if self.unfilled == 0 {
            self.heap = history.heaps();
        }
        self.unfilled == 0
    }

    /// [`Self::fill_some`], compiled for the vectors of the caller.
    #[inline(always)]
    fn fill_here(&mut self, history: &History) {
        let (latest, base) = history.latest();
        let end = self.unfilled.saturating_sub(FILL_STEP);
        while self.unfilled > end {
            let back = self.unfilled;
            let mut ranks = [NONE; BLOCK];
            let count = back.min(BLOCK as u64);
            match history.heaps().checked_sub(back).filter(|&heap| heap > 0 && heap >= base && count == BLOCK as u64) {
                // Most blocks are like this one.
                Some(heap) => {
                    let values: &[u16; BLOCK] = latest[(heap - base) as usize..].first_chunk().expect("a whole block");
                    let flip = [0, 1].map(|i| self.space.class_flip(heap + i));
                    for j in 0..BLOCK {
                        let rank = self.space.rank(values[j]).min(NONE);
                        ranks[j] = if self.space.is_common(values[j], flip[j % 2]) { rank } else { NONE };
                    }
                }
                None => {
                    for (back, rank) in (0..=back).rev().zip(&mut ranks[..count as usize]) {
                        let heap = history.heaps().checked_sub(back).filter(|&heap| heap > 0);
                        let value = heap.and_then(|heap| Some((heap, history.get(heap)?)));
                        *rank = self.rank_of(value.filter(|&(heap, value)| !self.space.is_rare(heap, value)));
                    }
                }
            }
            self.extend(&ranks);
            self.truncate(self.ranks.len() - (BLOCK - count as usize));
            self.unfilled -= count;
        }
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.reserve_heaps(1);
        let rank = self.rank_of(Some((self.heap, value)));
        self.ranks.push(rank);
        let last = self.ranks.len() - 1;
        for (p, plane) in self.planes.iter_mut().enumerate() {
            let ranks = self.breaks.iter().filter_map(|&i| Some(self.ranks[last.checked_sub(i)?]));
            plane.push(ranks.fold(0, |set, rank| set | byte(rank, p)));
        }
        self.heap += 1;
    }

    fn rank_of(&self, common: Option<(u64, u16)>) -> u16 {
        common.map_or(NONE, |(_, value)| self.space.rank(value).min(NONE))
    }

    /// Appends a block of heaps with these ranks.
    #[inline(always)]
    pub(super) fn extend(&mut self, ranks: &[u16; BLOCK]) {
        let at = self.ranks.len();
        self.ranks.extend_from_slice(ranks);
        for plane in &mut self.planes {
            plane.extend_from_slice(&[0; BLOCK]);
        }
        for &i in &self.breaks {
            let left = OneHot::new(&self.ranks_from(at, i));
            for (p, plane) in self.planes.iter_mut().enumerate() {
                left.unite(p, plane[at..].first_chunk_mut().expect("a block"));
            }
        }
        self.heap += BLOCK as u64;
    }

    /// Unites the sets of a block at place `at` with those of the heaps that are left after this number of stones is taken.
    #[inline(always)]
    pub(super) fn unite_left(&self, stones: usize, at: usize, unions: &mut Unions) {
        let left = OneHot::new(&self.ranks_from(at, stones));
        for (p, plane) in unions.planes_mut().iter_mut().enumerate() {
            left.unite(p, plane);
        }
    }

    /// The ranks `back` places before those of a block.
    #[inline(always)]
    fn ranks_from(&self, at: usize, back: usize) -> [u16; BLOCK] {
        if let Some(from) = at.checked_sub(back) {
            return self.ranks[from..][..BLOCK].try_into().expect("a block");
        }
        let mut ranks = [NONE; BLOCK];
        let missing = (back - at).min(BLOCK);
        ranks[missing..].copy_from_slice(&self.ranks[..BLOCK - missing]);
        ranks
    }

    /// Drops the latest heaps, back to a place.
    pub(super) fn drop_from(&mut self, place: usize) {
        self.heap -= (self.ranks.len() - place) as u64;
        self.truncate(place);
    }

    fn truncate(&mut self, places: usize) {
        self.ranks.truncate(places);
        self.planes.iter_mut().for_each(|plane| plane.truncate(places));
    }

    /// Makes room for some heaps, so that none are dropped while they are appended.
    #[inline(always)]
    pub(super) fn reserve_heaps(&mut self, heaps: usize) {
        if self.ranks.len() + heaps > self.capacity {
            self.drop_old(heaps);
        }
    }

    /// Drops all heaps that need not be kept.
    #[cold]
    fn drop_old(&mut self, heaps: usize) {
        self.capacity = self.capacity.max(self.span + heaps);
        let gone = self.ranks.len().saturating_sub(self.span);
        self.ranks.drain(..gone);
        self.planes.iter_mut().for_each(|plane| drop(plane.drain(..gone)));
    }

    /// Forgets all heaps; heap `heap` is next.
    pub(super) fn restart(&mut self, heap: u64) {
        self.truncate(0);
        self.heap = heap;
    }

    /// Whether the planes hold the ranks of all heaps that are kept, and none is rare.
    pub(super) fn holds_all(&self) -> bool {
        self.ranks.iter().rev().take(self.span).all(|&rank| usize::from(rank) < 8 * self.planes.len())
    }

    /// The heap whose rank comes next.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// The planes of the heaps that are left after stones are taken in a split, if the least number of them were taken before.
    #[inline(always)]
    pub(super) fn planes(&self) -> &[Vec<u8>] {
        &self.planes
    }

    /// The ranks of the heaps, or [`NONE`].
    #[inline(always)]
    pub(super) fn ranks(&self) -> &[u16] {
        &self.ranks
    }
}

/// A call of [`ByteSets::fill_here`].
struct FillCall<'a> {
    sets: &'a mut ByteSets,
    history: &'a History,
}

impl Vectorized for FillCall<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.sets.fill_here(self.history);
    }
}

/// The byte of the set of one rank in a plane.
fn byte(rank: u16, plane: usize) -> u8 {
    if usize::from(rank / 8) == plane { 1 << (rank % 8) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heaps are filled in in steps as they would be one by one, whatever the span and the values that the history keeps.
    #[test]
    fn heaps_are_filled_in_as_one_by_one() {
        let mut random = fastrand::Rng::with_seed(205);
        for (parity, breaks, heaps, span) in [
            (None, &[0, 2, 3][..], 5000, 4000),
            (Some(0), &[2, 4], 5000, 4096),
            (Some(1), &[1], 4999, 4097),
            (None, &[1, 200], 300, 1000),
            (Some(1), &[3], 100, 1),
            (None, &[2, 3], 2500, 2500),
        ] {
            let space = Space { mask: 0b1_0010, parity };
            let values: Vec<u16> = (0..heaps).map(|_| random.u16(..700)).collect();
            let (first, base) = (values[..heaps / 3].to_vec(), heaps / 2);
            let dropped = History::resume(first, base as u64, values[base..].to_vec(), heaps - base);
            for history in [History::new(values, usize::MAX), dropped] {
                let mut sets = ByteSets::new(space, breaks, 8, span, SimdLevel::best());
                let mut steps = 1;
                while !sets.fill_some(&history) {
                    assert_ne!(sets.heap(), history.heaps());
                    steps += 1;
                }
                assert_eq!((steps, sets.heap()), ((span as u64).div_ceil(FILL_STEP), heaps as u64));
                let expected = (1..=span as u64).rev().map(|back| {
                    let heap = history.heaps().checked_sub(back).filter(|&heap| heap > 0)?;
                    history.get(heap).filter(|&value| !space.is_rare(heap, value))
                });
                let expected: Vec<u16> = expected.map(|v| v.map_or(NONE, |v| space.rank(v).min(NONE))).collect();
                assert_eq!(sets.ranks(), expected);
                for (p, plane) in sets.planes().iter().enumerate() {
                    let left = |place: usize| breaks.iter().filter_map(move |i| (place + breaks[0]).checked_sub(*i));
                    let sets = (0..expected.len()).map(|x| left(x).fold(0, |set, y| set | byte(expected[y], p)));
                    assert!(plane.iter().copied().eq(sets), "{breaks:?}, plane {p}");
                }
            }
        }
    }

    #[test]
    fn heaps_that_come_while_others_are_filled_in_are_not_lost() {
        let space = Space { mask: 0b101, parity: Some(1) };
        let mut random = fastrand::Rng::with_seed(9);
        let values: Vec<u16> = (0..9000).map(|_| random.u16(..50)).collect();
        let mut history = History::new(values, usize::MAX);
        let mut sets = ByteSets::new(space, &[1], 8, 5000, SimdLevel::best());
        assert!(!sets.fill_some(&history) && !sets.fill_some(&history));
        history.extend(&[3, 1, 4, 1, 5]);
        sets.fill(&history);
        let mut again = ByteSets::new(space, &[1], 8, 5000, SimdLevel::best());
        again.fill(&history);
        assert_eq!((sets.heap(), sets.ranks(), sets.planes()), (9005, again.ranks(), again.planes()));
    }
}
