//! The elements of the heaps that a proof needs, and those of their options, derived from the rules.

use super::bits::Bits;
use super::meter::Meter;
use super::table::Table;
use super::{MOST, MisereCheckError, MisereFault};
use crate::heap::misere::certificate::MisereCertificate;
use crate::verify::octal::rules::Rules;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A heap with its element and the elements of its options.
pub(super) struct Pair {
    pub(super) heap: u64,
    pub(super) element: usize,
    pub(super) options: Bits,
}

/// The elements of the heaps from 0 on that must be checked. For a claim about all heaps, checks that preperiod and
/// period are the least, and continues the elements as far as the theorem needs.
pub(super) fn elements(
    rules: &Rules,
    certificate: &MisereCertificate,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, MisereCheckError> {
    let list = |expected| Err(MisereFault::List { name: "elements", expected }.into());
    if certificate.elements.is_empty() {
        return list("those of one heap at least".to_owned());
    }
    meter.allocate(4 * (certificate.elements.len() as u64 + 1))?;
    let mut elements: Vec<u32> = std::iter::once(0).chain(certificate.elements.iter().copied()).collect();
    let Some((preperiod, period)) = certificate.repetition else { return Ok(elements) };
    if !(1..MOST).contains(&preperiod) || !(1..MOST).contains(&period) {
        return Err(MisereFault::Repetition("a preperiod and a period from 1 to a million").into());
    }
    let (start, period) = (preperiod as usize, period as usize);
    if elements.len() != start + period {
        return list(format!("those of the heaps 1 to {}", start + period - 1));
    }
    if start > 1 && elements[start - 1] == elements[start + period - 1] {
        return Err(MisereFault::Repetition("the least preperiod").into());
    }
    let cycle = &elements[start..];
    let repeats = |shift: usize| (0..period).all(|i| cycle[i] == cycle[(i + shift) % period]);
    if (1..period).any(|shift| period.is_multiple_of(shift) && repeats(shift)) {
        return Err(MisereFault::Repetition("the least period").into());
    }
    let parts = rules.parts() as usize;
    let needed = if rules.unequal() { 2 * start + 3 * period } else { parts * (start + period) + rules.last() };
    meter.allocate(4 * needed.saturating_sub(elements.len()) as u64)?;
    elements.reserve_exact(needed.saturating_sub(elements.len()));
    for heap in elements.len()..needed {
        elements.push(elements[heap - period]);
    }
    Ok(elements)
}

/// The elements of the splits of consecutive totals into some heaps, for the last totals or for all.
struct Splits {
    /// A ring buffer of sets of elements; the set of total t is at index t modulo the length.
    sets: Vec<Bits>,
}

impl Splits {
    /// Creates a buffer for this number of totals.
    fn new(totals: usize, order: usize, meter: &mut Meter<'_>) -> Result<Self, MisereCheckError> {
        meter.allocate(totals as u64 * Bits::bytes(order))?;
        Ok(Self { sets: vec![Bits::empty(order); totals] })
    }

    fn of(&self, total: usize) -> &Bits {
        &self.sets[total % self.sets.len()]
    }

    /// Stores the set of a total; it replaces the oldest one.
    fn push(&mut self, total: usize, set: Bits) {
        let place = total % self.sets.len();
        self.sets[place] = set;
    }
}

/// The pairs of the heaps with moves, each once. A heap without moves must have element 0.
pub(super) fn pairs(
    rules: &Rules,
    table: &Table<'_>,
    elements: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Pair>, MisereCheckError> {
    let (order, heaps) = (table.order(), elements.len());
    let element = |heap: usize| elements[heap] as usize;
    // Moves refer to the last few totals. Splits into three heaps refer to all splits into two.
    let recent = heaps.min(rules.last() + 1);
    let splits_in_three = rules.parts() == 3;
    let mut twos = Splits::new(if splits_in_three { heaps } else { recent }, order, meter)?;
    let mut threes = Splits::new(if splits_in_three { recent } else { 0 }, order, meter)?;
    let mut known: BTreeMap<(usize, Bits), u64> = BTreeMap::new();
    for heap in 0..heaps {
        meter.check()?;
        let smaller = if rules.unequal() { heap.saturating_sub(1) / 2 } else { heap / 2 };
        let mut two = Bits::empty(order);
        (1..=smaller).for_each(|a| two.insert(table.times(element(a), element(heap - a))));
        twos.push(heap, two);
        if splits_in_three {
            let mut three = Bits::empty(order);
            for a in 1..heap.saturating_sub(1) {
                meter.check()?;
                twos.of(heap - a).iter().for_each(|x| three.insert(table.times(element(a), x)));
            }
            threes.push(heap, three);
        }
        if heap == 0 {
            continue;
        }
        let mut options = Bits::empty(order);
        if rules.takes_whole(heap as u64) {
            options.insert(0);
        }
        rules.stones_taken_leaving(1).filter(|&i| i < heap).for_each(|i| options.insert(element(heap - i)));
        for taken in rules.stones_taken_leaving(2).filter(|&i| i <= heap) {
            options.unite(twos.of(heap - taken));
        }
        for taken in rules.stones_taken_leaving(3).filter(|&i| i <= heap) {
            options.unite(threes.of(heap - taken));
        }
        if options.is_empty() {
            if element(heap) != 0 {
                return Err(MisereFault::WithoutMoves { heap: heap as u64 }.into());
            }
            continue;
        }
        if let Entry::Vacant(place) = known.entry((element(heap), options)) {
            // The set moves into a pair below. The constant allows for the entry of the map and for the growing list of pairs.
            meter.allocate(128 + Bits::bytes(order))?;
            place.insert(heap as u64);
        }
    }
    let mut pairs: Vec<Pair> =
        known.into_iter().map(|((element, options), heap)| Pair { heap, element, options }).collect();
    pairs.sort_unstable_by_key(|pair| pair.heap);
    Ok(pairs)
}
