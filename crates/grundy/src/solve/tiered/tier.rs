//! A tier that is met in full: its positions in an open-addressing table of pages, and their values.

use super::page::{Page, below, cut, home, members, mixed};
use super::values::Values;
use std::ops::Range;

/// Positions handed to the game at a time.
pub(super) const BLOCK: usize = 256;

/// All positions of a tier. They are numbered in the order of the pages' places, the granules and the bits.
pub(super) struct Tier<P: Page> {
    /// As the game numbers its tiers.
    pub(super) number: u32,
    /// The pages, in at most three quarters of the places, found by linear probing.
    places: Vec<P>,
    /// The granules of one page after those of another.
    sets: Vec<P::Set>,
    /// The number of the first position of each granule.
    bases: Vec<u32>,
    /// How many positions there are.
    pub(super) positions: u64,
    /// Their values, by number; none yet while tiers are met.
    pub(super) values: Values,
}

impl<P: Page> Tier<P> {
    pub(super) fn new(number: u32, places: Vec<P>, sets: Vec<P::Set>, bases: Vec<u32>, positions: u64) -> Self {
        Self { number, places, sets, bases, positions, values: Values::default() }
    }

    /// The bytes of a tier without its values.
    pub(super) fn bytes(places: usize, granules: usize) -> usize {
        places * size_of::<P>() + granules * (size_of::<P::Set>() + 4) + size_of::<Self>()
    }

    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Where the page of a word is looked for first.
    #[inline]
    pub(super) fn home(&self, word: u64) -> usize {
        home(mixed(self.number, cut::<P>(word).0), self.places.len())
    }

    /// Reads a place, so that it is in the cache.
    #[inline]
    pub(super) fn touch_place(&self, place: usize) -> u32 {
        self.places[place].start()
    }

    /// Where the granule of a word is, from the home of its page.
    #[inline]
    pub(super) fn granule(&self, home: usize, word: u64) -> Option<usize> {
        let (key, granule, _) = cut::<P>(word);
        let mut at = home;
        loop {
            let page = self.places[at];
            let mask = page.mask();
            if page.key() == key && mask >> granule & 1 != 0 {
                return Some((page.start() + below(mask, granule)) as usize);
            }
            // A key has one place, so a second is not looked for.
            if mask == 0 || page.key() == key {
                return None;
            }
            at = if at + 1 == self.places.len() { 0 } else { at + 1 };
        }
    }

    /// Reads a granule, so that it is in the cache.
    #[inline]
    pub(super) fn touch_granule(&self, at: usize) -> u32 {
        self.bases[at] ^ P::bits(self.sets[at]) as u32
    }

    /// The number of a position, if it is one of its granule.
    #[inline]
    pub(super) fn number_in(&self, at: usize, word: u64) -> Option<u32> {
        let (set, low) = (P::bits(self.sets[at]), cut::<P>(word).2);
        (set >> low & 1 != 0).then(|| self.bases[at] + below(set, low))
    }

    /// The number of the first position at a place or after it.
    pub(super) fn number_at(&self, place: usize) -> u64 {
        let granule = self.places.get(place).and_then(|page| self.bases.get(page.start() as usize));
        granule.map_or(self.positions, |&base| base.into())
    }

    /// Calls `f` with the positions of some places in order, at most [`BLOCK`] at a time, until it fails.
    pub(super) fn blocks<X>(&self, places: Range<usize>, mut f: impl FnMut(&[u64]) -> Result<(), X>) -> Result<(), X> {
        let mut words = Vec::with_capacity(BLOCK);
        for (first, set) in self.granules(&self.places[places]) {
            if words.len() + (1 << P::LOW) > BLOCK {
                f(&words)?;
                words.clear();
            }
            words.extend(members(set).map(|low| first | low));
        }
        if words.is_empty() { Ok(()) } else { f(&words) }
    }

    /// The granules of some pages, each by its first word and its bits.
    fn granules<'a>(&'a self, pages: &'a [P]) -> impl Iterator<Item = (u64, u64)> + 'a {
        pages.iter().flat_map(move |page| {
            let first = page.key() << P::LOW;
            let sets = self.sets[page.start() as usize..].iter();
            members(page.mask()).zip(sets).map(move |(granule, &set)| ((first | granule) << P::LOW, P::bits(set)))
        })
    }

    /// All positions in the order of their numbers.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.granules(&self.places).flat_map(|(first, set)| members(set).map(move |low| first | low))
    }
}
