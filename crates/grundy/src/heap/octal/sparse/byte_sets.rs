//! The sets that blocks of 128 heaps read: planes of bytes for the numbers of the latest heaps.

use super::byte_groups::BLOCK;
use super::history::History;
use super::space::Space;

/// The number of a heap that is rare, before the first, or whose number does not fit a byte.
pub(super) const NONE: u16 = 256;

/// The planes of consecutive heaps.
#[derive(Clone, Debug)]
pub(super) struct ByteSets {
    space: Space,
    /// The set of the number of each heap.
    planes: Vec<Vec<u8>>,
    /// The numbers of the heaps, or [`NONE`].
    numbers: Vec<u16>,
    /// Number of heaps that must be kept.
    span: usize,
    /// The most heaps that are kept.
    capacity: usize,
    /// The heap whose number comes next.
    heap: u64,
}

impl ByteSets {
    /// No heaps yet. At least `span` heaps are kept.
    pub(super) fn new(space: Space, planes: usize, span: usize) -> Self {
        let capacity = span + (span / 2).max(1 << 12);
        let planes = vec![Vec::new(); planes];
        Self { space, planes, numbers: Vec::new(), span, capacity, heap: 0 }
    }

    /// Fills in the latest heaps. The history may keep fewer heaps than the span: a window settles the values after it.
    pub(super) fn fill(&mut self, history: &History) {
        self.truncate(0);
        for back in (1..=self.span as u64).rev() {
            let heap = history.heaps().checked_sub(back).filter(|&heap| heap > 0);
            let value = heap.and_then(|heap| Some((heap, history.get(heap)?)));
            self.numbers.push(self.number_of(value.filter(|&(heap, value)| !self.space.is_rare(heap, value))));
        }
        for (p, plane) in self.planes.iter_mut().enumerate() {
            plane.extend(self.numbers.iter().map(|&number| byte(number, p)));
        }
        self.heap = history.heaps();
    }

    /// Appends the value of the next heap, which must be common and was computed alone.
    pub(super) fn push(&mut self, value: u16) {
        self.reserve_heaps(1);
        let number = self.number_of(Some((self.heap, value)));
        self.numbers.push(number);
        for (p, plane) in self.planes.iter_mut().enumerate() {
            plane.push(byte(number, p));
        }
        self.heap += 1;
    }

    fn number_of(&self, common: Option<(u64, u16)>) -> u16 {
        common.map_or(NONE, |(_, value)| self.space.number(value).min(NONE))
    }

    /// Appends a block of heaps with these numbers.
    #[inline(always)]
    pub(super) fn extend(&mut self, numbers: &[u16; BLOCK]) {
        self.numbers.extend_from_slice(numbers);
        let (mut highs, mut bits) = ([0u8; BLOCK], [0u8; BLOCK]);
        for j in 0..BLOCK {
            highs[j] = (numbers[j] / 8).min(u8::MAX.into()) as u8;
            bits[j] = (1u32 << (numbers[j] % 8)) as u8;
        }
        for (p, plane) in self.planes.iter_mut().enumerate() {
            let mut bytes = [0; BLOCK];
            for j in 0..BLOCK {
                bytes[j] = if highs[j] == p as u8 { bits[j] } else { 0 };
            }
            plane.extend_from_slice(&bytes);
        }
        self.heap += BLOCK as u64;
    }

    /// Drops the latest heaps, back to a place.
    pub(super) fn drop_from(&mut self, place: usize) {
        self.heap -= (self.numbers.len() - place) as u64;
        self.truncate(place);
    }

    fn truncate(&mut self, places: usize) {
        self.numbers.truncate(places);
        self.planes.iter_mut().for_each(|plane| plane.truncate(places));
    }

    /// Makes room for some heaps, so that none are dropped while they are appended.
    #[inline(always)]
    pub(super) fn reserve_heaps(&mut self, heaps: usize) {
        if self.numbers.len() + heaps > self.capacity {
            self.drop_old(heaps);
        }
    }

    /// Drops all heaps that need not be kept.
    #[cold]
    fn drop_old(&mut self, heaps: usize) {
        self.capacity = self.capacity.max(self.span + heaps);
        let gone = self.numbers.len().saturating_sub(self.span);
        self.numbers.drain(..gone);
        self.planes.iter_mut().for_each(|plane| drop(plane.drain(..gone)));
    }

    /// Forgets all heaps; heap `heap` is next.
    pub(super) fn restart(&mut self, heap: u64) {
        self.truncate(0);
        self.heap = heap;
    }

    /// Whether the planes hold the numbers of all heaps that are kept, and none is rare.
    pub(super) fn holds_all(&self) -> bool {
        self.numbers.iter().rev().take(self.span).all(|&number| usize::from(number) < 8 * self.planes.len())
    }

    /// The heap whose number comes next.
    pub(super) fn heap(&self) -> u64 {
        self.heap
    }

    /// The planes of the heaps.
    #[inline(always)]
    pub(super) fn planes(&self) -> &[Vec<u8>] {
        &self.planes
    }

    /// The numbers of the heaps, or [`NONE`].
    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers
    }
}

/// The byte of the set of one number in a plane.
fn byte(number: u16, plane: usize) -> u8 {
    if usize::from(number / 8) == plane { 1 << (number % 8) } else { 0 }
}
