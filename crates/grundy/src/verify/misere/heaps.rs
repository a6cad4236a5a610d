//! The elements of the heaps that a proof needs, and those of their options, derived from the rules.

use super::table::Table;
use super::{MOST, MisereCheckError, MisereFault};
use crate::heap::misere::certificate::MisereCertificate;
use crate::verify::octal::rules::Rules;
use std::collections::BTreeSet;

/// A heap with its element and the elements of its options.
pub(super) struct Pair {
    pub(super) heap: u64,
    pub(super) element: usize,
    pub(super) options: BTreeSet<usize>,
}

/// The elements of the heaps from 0 on that must be checked. For a claim about all heaps, checks that preperiod and
/// period are the least, and continues the elements as far as the theorem needs.
pub(super) fn elements(rules: &Rules, certificate: &MisereCertificate) -> Result<Vec<usize>, MisereFault> {
    let given = certificate.elements.iter().map(|&x| x as usize);
    let mut elements: Vec<usize> = std::iter::once(0).chain(given).collect();
    if elements.len() == 1 {
        return Err(MisereFault::List { name: "elements", expected: "those of one heap at least".to_owned() });
    }
    let Some((preperiod, period)) = certificate.repetition else { return Ok(elements) };
    if !(1..MOST).contains(&preperiod) || !(1..MOST).contains(&period) {
        return Err(MisereFault::Repetition("a preperiod and a period from 1 to a million"));
    }
    let (start, period) = (preperiod as usize, period as usize);
    if elements.len() != start + period {
        let expected = format!("those of the heaps 1 to {}", start + period - 1);
        return Err(MisereFault::List { name: "elements", expected });
    }
    if start > 1 && elements[start - 1] == elements[start + period - 1] {
        return Err(MisereFault::Repetition("the least preperiod"));
    }
    let cycle = elements[start..].to_vec();
    let repeats = |shift: usize| (0..period).all(|i| cycle[i] == cycle[(i + shift) % period]);
    if (1..period).any(|shift| period.is_multiple_of(shift) && repeats(shift)) {
        return Err(MisereFault::Repetition("the least period"));
    }
    let parts = rules.parts() as usize;
    let needed = if rules.unequal() { 2 * start + 3 * period } else { parts * (start + period) + rules.last() };
    for heap in elements.len()..needed {
        elements.push(elements[heap - period]);
    }
    Ok(elements)
}

/// The pairs of the heaps with moves, each once. A heap without moves must have element 0.
pub(super) fn pairs(
    rules: &Rules,
    table: &Table<'_>,
    elements: &[usize],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Pair>, MisereCheckError> {
    // The elements of the splits of each total into two heaps, and into three.
    let (mut twos, mut threes): (Vec<Vec<bool>>, Vec<Vec<bool>>) = (Vec::new(), Vec::new());
    let mut pairs: Vec<Pair> = Vec::new();
    let mut known = BTreeSet::new();
    for heap in 0..elements.len() {
        if stop() {
            return Err(MisereCheckError::Stopped);
        }
        let smaller = if rules.unequal() { heap.saturating_sub(1) / 2 } else { heap / 2 };
        let mut two = vec![false; table.order()];
        (1..=smaller).for_each(|a| two[table.times(elements[a], elements[heap - a])] = true);
        twos.push(two);
        let mut three = vec![false; table.order()];
        if rules.parts() == 3 {
            for a in 1..heap.saturating_sub(1) {
                let rest = &twos[heap - a];
                (0..table.order()).filter(|&x| rest[x]).for_each(|x| three[table.times(elements[a], x)] = true);
            }
        }
        threes.push(three);
        if heap == 0 {
            continue;
        }
        let mut options = BTreeSet::new();
        if rules.takes_whole(heap as u64) {
            options.insert(0);
        }
        options.extend(rules.stones_taken_leaving(1).filter(|&i| i < heap).map(|i| elements[heap - i]));
        for (count, sets) in [(2, &twos), (3, &threes)] {
            for taken in rules.stones_taken_leaving(count).filter(|&i| i <= heap) {
                options.extend((0..table.order()).filter(|&x| sets[heap - taken][x]));
            }
        }
        let element = elements[heap];
        if options.is_empty() && element != 0 {
            return Err(MisereFault::WithoutMoves { heap: heap as u64 }.into());
        }
        if !options.is_empty() && known.insert((element, options.clone())) {
            pairs.push(Pair { heap: heap as u64, element, options });
        }
    }
    Ok(pairs)
}
