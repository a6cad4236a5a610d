//! A small cache of values of components, one for each thread.

use super::table::{ComponentFacts, Table};

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 12;

/// A direct-mapped cache: the word of a component determines its slot.
#[derive(Debug)]
pub(super) struct ValueCache(Box<[(u64, u32)]>);

impl Default for ValueCache {
    fn default() -> Self {
        Self(vec![(0, 0); SLOTS].into())
    }
}

impl ValueCache {
    /// Returns the value of a component if the cache has it.
    #[inline]
    pub(super) fn value(&self, component: u64) -> Option<u32> {
        let slot = self.0[slot_of(component)];
        (slot.0 == component).then_some(slot.1)
    }

    /// Returns what is known of a component, from the cache or from `table`.
    #[inline]
    pub(super) fn get(&mut self, table: &Table, component: u64) -> ComponentFacts {
        let slot = &mut self.0[slot_of(component)];
        if slot.0 == component {
            return ComponentFacts::Value(slot.1);
        }
        let known = table.get(component);
        if let ComponentFacts::Value(value) = known {
            *slot = (component, value);
        }
        known
    }
}

#[inline]
fn slot_of(component: u64) -> usize {
    (component.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize & (SLOTS - 1)
}
