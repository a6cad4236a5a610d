//! A tier that is still growing: tables of pages that grow one at a time.

use super::budget::MemoryBudget;
use super::page::{Page, below, home, members, mix, put, split_word};
use super::slabs::Slabs;
use super::tier::Tier;
use crate::game::TieredOption;
use crate::limits::{LimitHit, RunError};
use std::hint::black_box;

/// Number of tables, chosen by the highest bits of the mixed key: when one table of many grows, only little memory is
/// held twice.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 3;
/// Slots of a table that gets its first page.
const FIRST: usize = 4;

/// The positions of a tier found so far.
pub(super) struct GrowingTier<P: Page> {
    /// The tier's number.
    number: u32,
    parts: [Part<P>; PARTS],
    slabs: Slabs<P>,
    /// Number of positions, and of granules that have a position.
    positions: u64,
    granule_count: usize,
}

/// An open-addressing table with linear probing, at most three quarters full.
struct Part<P> {
    places: Vec<P>,
    used: usize,
}

impl<P: Page> GrowingTier<P> {
    pub(super) fn new(number: u32) -> Self {
        let parts = std::array::from_fn(|_| Part { places: Vec::new(), used: 0 });
        Self { number, parts, slabs: Slabs::new(), positions: 0, granule_count: 0 }
    }

    /// Adds positions, all of which must be in this tier.
    pub(super) fn insert(&mut self, options: &[TieredOption], budget: &mut MemoryBudget<'_>) -> Result<(), RunError> {
        self.touch(options);
        for option in options {
            let (key, granule, low) = split_word::<P>(option.word);
            let mixed = mix(self.number, key);
            let part = &mut self.parts[(mixed >> (64 - PART_BITS)) as usize];
            if part.used >= part.places.len() - part.places.len() / 4 {
                part.grow(self.number, budget)?;
            }
            let page = part.page(mixed << PART_BITS, key);
            let (mask, index) = (page.mask(), below(page.mask(), granule));
            if mask >> granule & 1 == 0 {
                let count = mask.count_ones();
                let set = P::set(1 << low);
                page.set_start(self.slabs.insert(page.start(), count, index, set, budget)?);
                page.mark(granule);
                part.used += usize::from(count == 0);
                self.granule_count += 1;
            } else {
                let set = &mut self.slabs.at_mut(page.start())[index as usize];
                let before = P::bits(*set);
                if before >> low & 1 != 0 {
                    continue;
                }
                *set = P::set(before | 1 << low);
            }
            self.positions += 1;
            budget.positions += 1;
        }
        Ok(())
    }

    /// Number of positions found.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Calls `f` with every granule that has a position: its first word and its bits.
    pub(super) fn granules<E>(&self, mut f: impl FnMut(u64, u64) -> Result<(), E>) -> Result<(), E> {
        for page in self.parts.iter().flat_map(|part| &part.places).filter(|page| page.mask() != 0) {
            let first = page.key() << P::LOW;
            for (granule, &set) in members(page.mask()).zip(self.slabs.at(page.start())) {
                f((first | granule) << P::LOW, P::bits(set))?;
            }
        }
        Ok(())
    }

    /// Reads the places at which the search for each page begins. The reads do not depend on one another, so that many
    /// are in flight at a time; the following search finds the places in the cache.
    fn touch(&self, options: &[TieredOption]) {
        let mut sum = 0;
        for option in options {
            let mixed = mix(self.number, split_word::<P>(option.word).0);
            let places = &self.parts[(mixed >> (64 - PART_BITS)) as usize].places;
            sum ^= places.get(home(mixed << PART_BITS, places.len())).map_or(0, P::start);
        }
        black_box(sum);
    }

    /// Converts the tier to a complete one, in tables of exactly the necessary size.
    pub(super) fn close(self, budget: &mut MemoryBudget<'_>) -> Result<Tier<P>, RunError> {
        // A position's number in its tier has 32 bits.
        if self.positions >= u32::MAX.into() {
            return Err(RunError::Limit(LimitHit::Positions { limit: u32::MAX.into(), needed: self.positions }));
        }
        let used = self.parts.iter().map(|part| part.used).sum::<usize>();
        let size = used + used / 3 + 1;
        budget.reserve(Tier::<P>::bytes(size, self.granule_count))?;
        let mut places = vec![P::default(); size];
        for part in self.parts {
            // The pages are nearly in the order of the mixed keys, so both tables are accessed from one end to the other.
            for page in part.places.iter().filter(|page| page.mask() != 0) {
                put(&mut places, mix(self.number, page.key()), *page);
            }
            budget.release(part.places.len() * size_of::<P>());
        }
        let (mut sets, mut bases) = (Vec::with_capacity(self.granule_count), Vec::with_capacity(self.granule_count));
        let mut base = 0;
        for page in &mut places {
            let start = sets.len();
            let count = page.mask().count_ones() as usize;
            if count > 0 {
                for &set in &self.slabs.at(page.start())[..count] {
                    sets.push(set);
                    bases.push(base);
                    base += P::bits(set).count_ones();
                }
            }
            page.set_start(start as u32);
        }
        budget.release(self.slabs.bytes());
        Ok(Tier::new(self.number, places, sets, bases, self.positions))
    }
}

impl<P: Page> Part<P> {
    /// The page of a key, or an empty one if there is none yet. The table must have a free place.
    #[inline]
    fn page(&mut self, mixed: u64, key: u64) -> &mut P {
        let mut at = home(mixed, self.places.len());
        loop {
            let page = self.places[at];
            if page.mask() == 0 {
                self.places[at] = P::new(key);
                break;
            }
            if page.key() == key {
                break;
            }
            at = if at + 1 == self.places.len() { 0 } else { at + 1 };
        }
        &mut self.places[at]
    }

    /// Increases the capacity by a half.
    #[cold]
    fn grow(&mut self, tier: u32, budget: &mut MemoryBudget<'_>) -> Result<(), RunError> {
        let old = self.places.len();
        let size = (old + old / 2).max(FIRST);
        budget.reserve(size * size_of::<P>())?;
        let mut places = vec![P::default(); size];
        for page in self.places.iter().filter(|page| page.mask() != 0) {
            put(&mut places, mix(tier, page.key()) << PART_BITS, *page);
        }
        self.places = places;
        budget.release(old * size_of::<P>());
        Ok(())
    }
}
