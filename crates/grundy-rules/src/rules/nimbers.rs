//! Sums of components as words, for a search over components that are too many to be solved one by one.

use super::Rules;
use crate::literal;
use crate::position::{self, Item};
use crate::script::{CallError, CallFault, Callback};
use crate::sums::cycle_error;
use grundy::limits::{Bytes, LimitHit, Limits};
use grundy::text::{ComponentSum, DynComponents, Key, RulesError, TheoryError};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::{Arc, PoisonError, RwLock};

/// The most components that are solved one by one before a search begins: some ten seconds.
const MAX_ENUMERATED: u64 = 300_000;

/// The number of components that a search expands between two checks of its limits.
const CHECK_INTERVAL: u64 = 16;

/// The bytes of a component beside those of its position.
const WORD_BYTES: u64 = 100;

/// Gives components their words: 1 for the first one that a search finds, and so on.
#[derive(Debug)]
pub(super) struct ComponentInterner(RwLock<Interned>);

#[derive(Debug, Default)]
struct Interned {
    numbers: FxHashMap<Arc<[u8]>, u64>,
    /// The components in the order of their words, and their weights.
    list: Vec<(Arc<[u8]>, u32)>,
    bytes: u64,
    max_bytes: u64,
}

impl ComponentInterner {
    /// Creates an empty interner, which uses at most `max_bytes` bytes.
    pub(super) fn new(max_bytes: u64) -> Self {
        Self(RwLock::new(Interned { max_bytes, ..Interned::default() }))
    }

    fn read<T>(&self, read: impl FnOnce(&Interned) -> T) -> T {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The word of a component.
    fn word(&self, component: &[u8]) -> Result<u64, CallError> {
        if let Some(word) = self.read(|interned| interned.numbers.get(component).copied()) {
            return Ok(word);
        }
        let mut interned = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&word) = interned.numbers.get(component) {
            return Ok(word);
        }
        interned.bytes += component.len() as u64 + WORD_BYTES;
        if interned.bytes > interned.max_bytes {
            let (needed, limit) = (interned.bytes, interned.max_bytes);
            let message = format!("at least {} are needed for components and {} allowed", Bytes(needed), Bytes(limit));
            let hit = LimitHit::Memory { limit, needed };
            return Err(CallError::new(Callback::Moves, &[component], CallFault::Limit { message, hit }));
        }
        let component: Arc<[u8]> = component.into();
        interned.list.push((component.clone(), weight(&position::read(&mut &*component))));
        let word = interned.list.len() as u64;
        interned.numbers.insert(component, word);
        Ok(word)
    }

    fn component(&self, word: u64) -> Arc<[u8]> {
        self.read(|interned| interned.list[word as usize - 1].0.clone())
    }
}

/// The largest number that counts as a heap; larger ones are sets of bits.
const MAX_HEAP: u32 = 1000;

/// An estimate of the effort of solving a component: a long string, a large heap or a large set has many moves.
fn weight(item: &Item) -> u32 {
    match item {
        Item::None | Item::Bool(_) => 1,
        Item::Int(n) => n.unsigned_abs().min(MAX_HEAP.into()) as u32 + n.unsigned_abs().count_ones(),
        Item::Text(text) => u32::try_from(text.len().pow(2)).unwrap_or(u32::MAX),
        Item::Tuple(items) => items.iter().fold(items.len() as u32, |sum, item| sum.saturating_add(weight(item))),
    }
}

impl Rules {
    /// The interner of components, in a file with sums.
    fn interner(&self) -> &ComponentInterner {
        self.interner.as_ref().expect("a file with sums")
    }
}

impl DynComponents for Rules {
    fn split(&self, at: &Key) -> Result<ComponentSum, RulesError> {
        self.check_classes()?;
        let words =
            self.canonical_parts(at).and_then(|parts| parts.iter().map(|part| self.interner().word(part)).collect());
        Ok(ComponentSum { components: words.map_err(|failed| self.error(failed))?, heap: 0 })
    }

    fn expand(
        &self,
        component: u64,
        sum: &mut ComponentSum,
        visit: &mut dyn FnMut(&ComponentSum) -> bool,
    ) -> Result<(), RulesError> {
        let at = self.interner().component(component);
        let options = self.script.session(|session| self.sum_options(session, &at));
        for option in options.map_err(|failed| self.error(failed))? {
            sum.clear();
            for part in option {
                sum.components.push(self.interner().word(&part).map_err(|failed| self.error(failed))?);
            }
            if !visit(sum) {
                break;
            }
        }
        Ok(())
    }

    fn weight(&self, component: u64) -> u32 {
        self.interner().read(|interned| interned.list[component as usize - 1].1)
    }

    fn is_enumerable(&self, at: &Key, limits: &Limits<'_>) -> Result<bool, TheoryError> {
        self.has_few_components(at, MAX_ENUMERATED, limits)
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn repeat_error(&self, component: u64) -> Option<RulesError> {
        let component = self.interner().component(component);
        let error = self.growth_error().or_else(|| self.limit_error(&component, MAX_ENUMERATED));
        Some(self.error(error.unwrap_or_else(|| cycle_error(&component))))
    }

    fn check_interval(&self, max: u64) -> u64 {
        max.min(CHECK_INTERVAL)
    }

    fn write_component(&self, component: u64, out: &mut Vec<u8>) {
        out.extend(literal::of_bytes(&self.interner().component(component)).bytes());
    }

    fn read_component(&self, bytes: &[u8]) -> Result<Option<u64>, RulesError> {
        let Some(item) = std::str::from_utf8(bytes).ok().and_then(|text| literal::read(text).ok()) else {
            return Ok(None);
        };
        let mut component = Vec::new();
        position::write(&item, &mut component);
        self.interner().word(&component).map(Some).map_err(|failed| self.error(failed))
    }

    fn compare_components(&self, a: u64, b: u64) -> Ordering {
        self.interner().component(a).cmp(&self.interner().component(b))
    }
}
