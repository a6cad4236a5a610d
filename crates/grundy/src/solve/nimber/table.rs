//! What is proved of the Grundy values of components, in a table.
//!
//! An entry has the complete word of its component, so components with equal hashes cannot be confused, and one word of facts: the value,
//! or the set of values that are excluded. Once the table has its maximum size and the four buckets of a new component are full, it replaces
//! an entry in them with the least effort.

use super::entries::{Entries, EntryFormat};
use super::value_set::{FULL_SET, SET_BITS};

/// What is proved of the Grundy value of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComponentFacts {
    /// The value.
    Value(u32),
    /// Values that it does not have.
    Excluded(u64),
}

const IS_VALUE: u64 = 1 << 63;
/// The position of the logarithm of the effort of an entry: seven bits.
const EFFORT_SHIFT: u32 = SET_BITS;
/// The number of such logarithms.
const EFFORTS: usize = 1 << 7;

impl ComponentFacts {
    /// Nothing is proved.
    pub(super) const NONE: Self = Self::Excluded(0);

    pub(super) fn to_bits(self) -> u64 {
        match self {
            Self::Value(value) => IS_VALUE | u64::from(value),
            Self::Excluded(set) => set & FULL_SET,
        }
    }

    fn from_bits(bits: u64) -> Self {
        if bits & IS_VALUE != 0 { Self::Value(bits as u32) } else { Self::Excluded(bits & FULL_SET) }
    }

    /// The facts of a saved word, and the effort of their proof up to a factor of 2; `None` if the table has no such words.
    pub(super) fn from_saved(word: u64) -> Option<(Self, u64)> {
        let (known, rank) = (Self::from_bits(word), FactFormat::rank(word));
        let effort = 1u64.checked_shl(rank as u32)? - 1;
        (known.to_bits() | rank << EFFORT_SHIFT == word).then_some((known, effort))
    }

    /// Combines two facts: the value if one has it, otherwise the union of the excluded sets.
    fn combine(self, other: Self) -> Self {
        match (self, other) {
            (Self::Value(_), _) => self,
            (_, Self::Value(_)) => other,
            (Self::Excluded(a), Self::Excluded(b)) => Self::Excluded(a | b),
        }
    }
}

/// The words of a table of facts.
struct FactFormat;

impl EntryFormat for FactFormat {
    fn merge(old: u64, new: u64) -> u64 {
        let known = ComponentFacts::from_bits(old).combine(ComponentFacts::from_bits(new));
        known.to_bits() | Self::rank(old).max(Self::rank(new)) << EFFORT_SHIFT
    }

    fn rank(word: u64) -> u64 {
        word >> EFFORT_SHIFT & 0x7f
    }
}

/// A table of facts about components.
pub(super) struct Table(Entries<FactFormat>);

impl Table {
    /// Creates an empty table that grows to at most `bytes` bytes, but has at least 16 entries.
    pub(super) fn new(bytes: u64) -> Self {
        Self(Entries::new(bytes))
    }

    /// Returns what is stored of a component.
    #[inline]
    pub(super) fn get(&self, component: u64) -> ComponentFacts {
        self.0.get(component).map_or(ComponentFacts::NONE, ComponentFacts::from_bits)
    }

    /// Prefetches what is stored of a component.
    #[inline]
    pub(super) fn prefetch(&self, component: u64) {
        self.0.prefetch(component);
    }

    /// Adds facts about a component. `effort`: the components expanded since its question was last opened; the table keeps the largest such
    /// number, up to a factor of 2.
    pub(super) fn put(&self, component: u64, known: ComponentFacts, effort: u64) {
        if known != ComponentFacts::NONE {
            self.0.put(component, known.to_bits() | u64::from((effort + 1).ilog2()) << EFFORT_SHIFT);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The components whose proofs took the most effort, at most `max`, with their words, in any order. Efforts are known up to a factor of 2.
    pub(super) fn hardest(&self, max: usize) -> Vec<(u64, u64)> {
        let mut counts = [0; EFFORTS];
        self.0.for_each(|_, word| counts[FactFormat::rank(word) as usize] += 1);
        // How many of each effort are taken.
        let mut left = max.min(counts.iter().sum());
        let mut entries = Vec::with_capacity(left);
        for count in counts.iter_mut().rev() {
            *count = left.min(*count);
            left -= *count;
        }
        self.0.for_each(|component, word| {
            let count = &mut counts[FactFormat::rank(word) as usize];
            if *count > 0 {
                *count -= 1;
                entries.push((component, word));
            }
        });
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_about_a_component_are_combined() {
        for bytes in [0, 1 << 16] {
            let table = Table::new(bytes);
            table.put(7, ComponentFacts::Excluded(0b001), 1);
            table.put(7, ComponentFacts::Excluded(0b100), 1);
            assert_eq!(table.get(7), ComponentFacts::Excluded(0b101));
            table.put(7, ComponentFacts::Value(1), 1);
            table.put(7, ComponentFacts::Excluded(0b1000), 1);
            assert_eq!(table.get(7), ComponentFacts::Value(1));
            assert_eq!(table.get(8), ComponentFacts::NONE);
        }
    }

    #[test]
    fn a_full_table_has_what_took_the_most_effort() {
        let table = Table::new(0);
        (1..=1000)
            .for_each(|component| table.put(component, ComponentFacts::Value(component as u32), 1 << (component % 7)));
        let stored = (1..=1000).filter(|&component| table.get(component) != ComponentFacts::NONE).collect::<Vec<_>>();
        // A new entry replaces the easiest, so that it may be an easy one itself.
        let easy = stored.iter().filter(|&component| component % 7 < 6).count();
        assert!(stored.len() == 16 && easy <= 1, "{stored:?}");
        let hardest = table.hardest(3);
        assert!(hardest.len() == 3 && hardest.iter().all(|&(component, _)| component % 7 == 6), "{hardest:?}");
    }

    #[test]
    fn new_entries_of_a_full_table_replace_old_ones_of_equal_effort() {
        let table = Table::new(0);
        (1..=1000).for_each(|component| table.put(component, ComponentFacts::Value(0), 1));
        let oldest = (1..=16).filter(|&component| table.get(component) != ComponentFacts::NONE).count();
        assert_eq!(oldest, 0);
        assert_eq!(table.get(1000), ComponentFacts::Value(0));
    }
    #[test]
    fn a_table_takes_what_it_may() {
        for bytes in [0, 256, 5000, 16_383, 100_000, 1 << 20, 1_500_000, 2_097_151] {
            let table = Table::new(bytes);
            // More entries than it has room for, so that every shard grows as far as it may.
            (1..=bytes.max(256) / 4).for_each(|component| table.put(component, ComponentFacts::Value(0), 1));
            let (taken, most) = (table.bytes(), bytes.max(256));
            // What is left has no room for another shard.
            assert!(taken <= most && taken + 1024.max(most / 128) > most, "{taken} of {most} bytes");
        }
    }
}
