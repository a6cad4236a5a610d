//! A table of bounded size of what is proved of the Grundy values of components, shared by all threads.
//!
//! An entry has the complete word of its component, so components with equal hashes cannot be confused, and one word of facts: the value,
//! or the set of values that are excluded. A *bucket* has four entries, and a component is in the first of four neighbouring buckets that
//! was not full when it was inserted. If all four are full, their part of the table is doubled while memory allows it; after that, a new
//! component replaces the one whose proof took the least effort.

use super::value_set::{FULL_SET, SET_BITS};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is proved of the Grundy value of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The value.
    Value(u32),
    /// The values that it does not have. Bit n stands for the value n, the last bit for all larger values too.
    Excluded(u64),
}

const IS_VALUE: u64 = 1 << 63;
/// The position of the logarithm of the effort of an entry: seven bits.
const EFFORT_SHIFT: u32 = SET_BITS;

impl Known {
    /// Nothing is proved.
    pub(super) const NOTHING: Self = Self::Excluded(0);

    pub(super) fn to_bits(self) -> u64 {
        match self {
            Self::Value(value) => IS_VALUE | u64::from(value),
            Self::Excluded(set) => set & FULL_SET,
        }
    }

    fn from_bits(bits: u64) -> Self {
        if bits & IS_VALUE != 0 { Self::Value(bits as u32) } else { Self::Excluded(bits & FULL_SET) }
    }

    /// The facts of saved bits; `None` if no facts have these bits.
    pub(super) fn from_saved(bits: u64) -> Option<Self> {
        let known = Self::from_bits(bits);
        (known.to_bits() == bits && known != Self::Excluded(FULL_SET)).then_some(known)
    }

    /// The facts of both.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Value(_), _) => self,
            (_, Self::Value(_)) => other,
            (Self::Excluded(a), Self::Excluded(b)) => Self::Excluded(a | b),
        }
    }
}

/// Entries of a bucket.
const BUCKET: usize = 4;
/// Buckets in which a component may be.
const PROBES: usize = 4;
/// Bytes of an entry.
const ENTRY_BYTES: u64 = 16;
/// The most parts of a table, each with a lock.
const MAX_PARTS: u64 = 256;
/// The fewest entries of a table.
const MIN_ENTRIES: u64 = 16;

/// A component and its facts; the component 0 marks an unused entry.
type Entry = (u64, u64);

/// Entries that are read at once: a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

const EMPTY: Bucket = Bucket([(0, 0); BUCKET]);

/// A table of facts about components.
pub(super) struct Table {
    parts: Box<[Mutex<Vec<Bucket>>]>,
    /// The most buckets of a part.
    most: usize,
}

impl Table {
    /// Creates an empty table that grows to at most `bytes` bytes, but at least [`MIN_ENTRIES`] entries.
    pub(super) fn new(bytes: u64) -> Self {
        let entries = (bytes / ENTRY_BYTES).max(MIN_ENTRIES);
        // Each part has room for a few buckets.
        let parts = (entries / 64).clamp(1, MAX_PARTS);
        let parts = 1 << parts.ilog2();
        let most = (entries / parts / BUCKET as u64).max(1);
        let empty = || Mutex::new(vec![EMPTY]);
        Self { parts: (0..parts).map(|_| empty()).collect(), most: 1 << most.min(1 << 40).ilog2() }
    }

    #[inline]
    fn part(&self, component: u64) -> (MutexGuard<'_, Vec<Bucket>>, usize) {
        let hash = mix(component);
        let part = &self.parts[(hash >> 8) as usize & (self.parts.len() - 1)];
        // An entry is valid whatever happened to the thread that wrote the last one.
        (part.lock().unwrap_or_else(PoisonError::into_inner), (hash >> 24) as usize)
    }

    /// Returns what is stored of a component.
    #[inline]
    pub(super) fn get(&self, component: u64) -> Known {
        let (part, hash) = self.part(component);
        for probe in 0..PROBES.min(part.len()) {
            let bucket = &part[(hash & (part.len() - 1)) ^ probe].0;
            if let Some(entry) = bucket.iter().find(|entry| entry.0 == component) {
                return Known::from_bits(entry.1);
            }
            // Buckets are filled in this order, and no entry is ever removed.
            if bucket[BUCKET - 1].0 == 0 {
                break;
            }
        }
        Known::NOTHING
    }

    /// Adds facts about a component, whose proof took `steps` steps.
    pub(super) fn put(&self, component: u64, known: Known, steps: u64) {
        if known == Known::NOTHING {
            return;
        }
        let effort = u64::from((steps + 1).ilog2());
        let (mut part, hash) = self.part(component);
        while !insert(&mut part, hash, (component, known.to_bits() | effort << EFFORT_SHIFT)) {
            if part.len() < self.most {
                grow(&mut part);
                continue;
            }
            let mask = part.len() - 1;
            let slots = (0..PROBES.min(part.len())).flat_map(|probe| (0..BUCKET).map(move |i| (probe, i)));
            let effort_at = |&(probe, i): &(usize, usize)| effort_of(part[(hash & mask) ^ probe].0[i].1);
            let (probe, i) = slots.min_by_key(effort_at).expect("a part has buckets");
            part[(hash & mask) ^ probe].0[i] = (0, 0);
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let lock = |part: &Mutex<Vec<_>>| part.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
        self.parts.iter().map(lock).sum::<u64>() * BUCKET as u64 * ENTRY_BYTES
    }

    /// Calls `f` with every stored component.
    pub(super) fn for_each(&self, mut f: impl FnMut(u64, Known)) {
        for part in &self.parts {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.iter()
                .flat_map(|bucket| bucket.0)
                .filter(|entry| entry.0 != 0)
                .for_each(|entry| f(entry.0, Known::from_bits(entry.1)));
        }
    }
}

fn effort_of(bits: u64) -> u64 {
    bits >> EFFORT_SHIFT & 0x7f
}

/// Inserts an entry, or adds its facts to those of the same component. Returns `false` if there is no room.
fn insert(part: &mut [Bucket], hash: usize, new: Entry) -> bool {
    let mask = part.len() - 1;
    for probe in 0..PROBES.min(part.len()) {
        let bucket = &mut part[(hash & mask) ^ probe].0;
        for entry in bucket {
            if entry.0 == 0 {
                *entry = new;
                return true;
            }
            if entry.0 == new.0 {
                let known = Known::from_bits(entry.1).and(Known::from_bits(new.1));
                entry.1 = known.to_bits() | effort_of(entry.1).max(effort_of(new.1)) << EFFORT_SHIFT;
                return true;
            }
        }
    }
    false
}

/// Doubles the number of buckets. The entries of four neighbours go to the same place or to one place above, so there is room for them.
fn grow(part: &mut Vec<Bucket>) {
    let old = std::mem::take(part);
    let mut buckets = vec![EMPTY; 2 * old.len()];
    for entry in old.into_iter().flat_map(|bucket| bucket.0).filter(|entry| entry.0 != 0) {
        let is_inserted = insert(&mut buckets, bucket_hash(entry.0), entry);
        debug_assert!(is_inserted, "a part with twice the room has room");
    }
    *part = buckets;
}

/// A hash of a component. Its bits from 8 on choose the part, those from 24 on the bucket.
#[inline]
fn mix(component: u64) -> u64 {
    let hash = component.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn bucket_hash(component: u64) -> usize {
    (mix(component) >> 24) as usize
}
