//! A complete tier: its positions in an open-addressing table of pages, and their values.

use super::page::{Page, below, home, members, mix, split_word};
use super::values::Values;
use crate::checkpoint::{CheckpointError, Decoder, write_u64};
use std::io::{self, Write};
use std::ops::Range;

/// Number of pages or granules that are converted to bytes at a time.
const PIECE: usize = 1 << 12;

/// Number of positions that the game expands at a time.
pub(super) const BLOCK: usize = 256;

/// All positions of a tier. They are numbered in the order of the pages' places, the granules and the bits.
pub(super) struct Tier<P: Page> {
    /// The number of the tier, as the game gives it.
    pub(super) number: u32,
    /// The pages, in at most three quarters of the places, in a table with linear probing.
    places: Vec<P>,
    /// The granules, page after page.
    sets: Vec<P::Set>,
    /// The number of the first position of each granule.
    bases: Vec<u32>,
    /// Number of positions.
    pub(super) positions: u64,
    /// The values of the positions, by number; empty during the forward pass.
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

    /// Number of bytes of the tier, including values.
    pub(super) fn bytes_held(&self) -> usize {
        Self::bytes(self.places.len(), self.sets.len()) + self.values.bytes()
    }

    /// Writes the pages and granules; the values are written separately.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_u64(out, self.number.into())?;
        write_u64(out, self.places.len() as u64)?;
        write_u64(out, self.sets.len() as u64)?;
        let mut bytes = Vec::new();
        for pages in self.places.chunks(PIECE) {
            bytes.clear();
            for page in pages {
                bytes.extend_from_slice(&page.key().to_le_bytes());
                bytes.extend_from_slice(&page.mask().to_le_bytes());
            }
            out.write_all(&bytes)?;
        }
        for sets in self.sets.chunks(PIECE) {
            bytes.clear();
            bytes.extend(sets.iter().flat_map(|&set| P::bits(set).to_le_bytes()));
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads what [`Self::write`] wrote.
    pub(super) fn read(from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let number = from.read_up_to(u32::MAX.into())? as u32;
        let (places, granules) = (from.read_up_to(u32::MAX.into())? as usize, from.read_up_to(u32::MAX.into())?);
        let (mut pages, mut start) = (Vec::new(), 0_u64);
        for _ in 0..places {
            let (key, mask) = (from.read_u64()?, from.read_u64()?);
            if key > P::LAST_KEY || members(mask).last().is_some_and(|last| last >> P::LOW != 0) {
                return Err(CheckpointError::Invalid);
            }
            let mut page = P::new(key);
            members(mask).for_each(|granule| page.mark(granule as u32));
            page.set_start(start as u32);
            start += u64::from(mask.count_ones());
            pages.push(page);
        }
        // One place must be free; otherwise a look-up would not end.
        if start != granules || pages.iter().all(|page| page.mask() != 0) {
            return Err(CheckpointError::Invalid);
        }
        let (mut sets, mut bases, mut base) = (Vec::new(), Vec::new(), 0_u64);
        for _ in 0..granules {
            let bits = from.read_u64()?;
            let set = P::set(bits);
            if bits == 0 || P::bits(set) != bits {
                return Err(CheckpointError::Invalid);
            }
            sets.push(set);
            bases.push(u32::try_from(base).map_err(|_| CheckpointError::Invalid)?);
            base += u64::from(P::bits(set).count_ones());
        }
        if base >= u32::MAX.into() {
            return Err(CheckpointError::Invalid);
        }
        Ok(Self::new(number, pages, sets, bases, base))
    }

    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// The place at which the search for the page of a word begins.
    #[inline]
    pub(super) fn home(&self, word: u64) -> usize {
        home(mix(self.number, split_word::<P>(word).0), self.places.len())
    }

    /// Reads a place, so that it is loaded into the cache.
    #[inline]
    pub(super) fn touch_place(&self, place: usize) -> u32 {
        self.places[place].start()
    }

    /// The place of the granule of a word, given the home of its page.
    #[inline]
    pub(super) fn granule(&self, home: usize, word: u64) -> Option<usize> {
        let (key, granule, _) = split_word::<P>(word);
        let mut at = home;
        loop {
            let page = self.places[at];
            let mask = page.mask();
            if page.key() == key && mask >> granule & 1 != 0 {
                return Some((page.start() + below(mask, granule)) as usize);
            }
            // The page of a key has only one place, so the search ends here.
            if mask == 0 || page.key() == key {
                return None;
            }
            at = if at + 1 == self.places.len() { 0 } else { at + 1 };
        }
    }

    /// Reads a granule, so that it is loaded into the cache.
    #[inline]
    pub(super) fn touch_granule(&self, at: usize) -> u32 {
        self.bases[at] ^ P::bits(self.sets[at]) as u32
    }

    /// The number of a position; `None` if it is not in the granule.
    #[inline]
    pub(super) fn number_in(&self, at: usize, word: u64) -> Option<u32> {
        let (set, low) = (P::bits(self.sets[at]), split_word::<P>(word).2);
        (set >> low & 1 != 0).then(|| self.bases[at] + below(set, low))
    }

    /// The number of the first position at a place or after it.
    pub(super) fn number_at(&self, place: usize) -> u64 {
        let granule = self.places.get(place).and_then(|page| self.bases.get(page.start() as usize));
        granule.map_or(self.positions, |&base| base.into())
    }

    /// Calls `f` with the positions of a range of places in order, at most [`BLOCK`] at a time, until it fails.
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

    /// The granules of these pages, each as its first word and its bits.
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
