//! Memory for the granules of growing pages: slabs of 1, 2, 4 … granules, with free lists.

use super::budget::MemoryBudget;
use super::page::Page;
use crate::limits::{LimitHit, RunError};

/// Number of slab sizes: two to the power of 0 to 6.
const SIZES: usize = 7;
/// Number of low bits of a slab's address that give its size.
const SIZE_BITS: u32 = 3;
const SIZE: u32 = (1 << SIZE_BITS) - 1;

/// The slabs of a tier.
pub(super) struct Slabs<P: Page> {
    /// The granules of all slabs of a size.
    sets: [Vec<P::Set>; SIZES],
    /// The first free slab of each size. Its first granule is the number of the next free slab plus one.
    free: [Option<u32>; SIZES],
}

impl<P: Page> Slabs<P> {
    pub(super) fn new() -> Self {
        Self { sets: std::array::from_fn(|_| Vec::new()), free: [None; SIZES] }
    }

    pub(super) fn bytes(&self) -> usize {
        self.sets.iter().map(|sets| sets.capacity() * size_of::<P::Set>()).sum()
    }

    /// The granules of a slab, and its unused entries.
    #[inline]
    pub(super) fn at(&self, address: u32) -> &[P::Set] {
        let size = address & SIZE;
        let from = ((address >> SIZE_BITS) as usize) << size;
        &self.sets[size as usize][from..from + (1 << size)]
    }

    /// The granules of a slab, for modification.
    #[inline]
    pub(super) fn at_mut(&mut self, address: u32) -> &mut [P::Set] {
        let size = address & SIZE;
        let from = ((address >> SIZE_BITS) as usize) << size;
        &mut self.sets[size as usize][from..from + (1 << size)]
    }

    /// Inserts a granule of one bit into a slab that has `count`, before the granule `index`; returns the new address
    /// of the slab.
    pub(super) fn insert(
        &mut self,
        address: u32,
        count: u32,
        index: u32,
        set: P::Set,
        budget: &mut MemoryBudget<'_>,
    ) -> Result<u32, RunError> {
        let (count, index) = (count as usize, index as usize);
        let mut address = address;
        if count == 0 {
            address = self.take(0, budget)?;
        } else if count.is_power_of_two() {
            let larger = self.take(count.ilog2() + 1, budget)?;
            let mut copy = [P::Set::default(); 64];
            copy[..count].copy_from_slice(self.at(address));
            self.at_mut(larger)[..count].copy_from_slice(&copy[..count]);
            self.release(address);
            address = larger;
        }
        let sets = self.at_mut(address);
        sets.copy_within(index..count, index + 1);
        sets[index] = set;
        Ok(address)
    }

    /// Allocates a slab of two to the power of `size` granules.
    fn take(&mut self, size: u32, budget: &mut MemoryBudget<'_>) -> Result<u32, RunError> {
        let sets = &mut self.sets[size as usize];
        if let Some(slab) = self.free[size as usize] {
            let next = P::bits(sets[(slab as usize) << size]) as u32;
            self.free[size as usize] = next.checked_sub(1);
            return Ok(slab << SIZE_BITS | size);
        }
        let slab = sets.len() >> size;
        if slab >= 1 << (32 - SIZE_BITS) {
            return Err(RunError::Limit(LimitHit::Positions { limit: budget.positions, needed: budget.positions + 1 }));
        }
        if sets.len() == sets.capacity() {
            // A quarter more at a time, so that only little memory is held twice or unused.
            let more = (sets.len() >> size).div_ceil(4).max(2) << size;
            let (old, new) = (sets.len() * size_of::<P::Set>(), (sets.len() + more) * size_of::<P::Set>());
            budget.reserve(new)?;
            sets.reserve_exact(more);
            budget.release(old + new - sets.capacity() * size_of::<P::Set>());
        }
        sets.resize(sets.len() + (1 << size), P::Set::default());
        Ok((slab as u32) << SIZE_BITS | size)
    }

    /// Frees a slab.
    fn release(&mut self, address: u32) {
        let size = (address & SIZE) as usize;
        let next = self.free[size].map_or(0, |next| next + 1);
        self.at_mut(address)[0] = P::set(next.into());
        self.free[size] = Some(address >> SIZE_BITS);
    }
}
