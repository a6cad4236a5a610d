//! Outcomes of sums that contain a new heap, by recursion, with a quotient for the smaller heaps.
//!
//! A sum is a number of copies of the new heap and a sum Y of smaller heaps. Without a copy, the proved quotient of the
//! smaller heaps gives its outcome. Otherwise the outcome follows from the options, and it is stored not for Y but for a *class* of Y:
//! on level 0 the element of Y; on level L + 1 the class of Y on level L with the set of the classes of its options on
//! level L. Classes multiply, because the options of a sum are those of its parts beside the other part.
//!
//! Two sums of one class need not have equal outcomes beside new heaps, so an outcome may be wrong. A wrong outcome makes learning fail,
//! and then a higher level is used; above [`MAX_LEVEL`] each sum is a class of its own. A wrong outcome never makes a proof wrong, since
//! proofs do not use the outcomes of this module.

use super::meter::{Memory, Meter};
use super::monoid::{Pretending, Sum, add, options};
use crate::heap::octal::Game;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The highest level of classes. Where level 2 is too coarse, higher levels mostly are, too.
const MAX_LEVEL: usize = 2;

/// A sum: a number of copies of the new heap, and smaller heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) copies: u32,
    /// The class of the smaller heaps.
    class: u32,
    pub(super) smaller: Sum,
}

/// The classes of one level above level 0.
#[derive(Debug, Default)]
struct Level {
    /// Each class: the class on the level below, and the classes of the options there, ascending.
    classes: Vec<(u32, Box<[u32]>)>,
    index: FxHashMap<(u32, Box<[u32]>), u32>,
    products: FxHashMap<(u32, u32), u32>,
    /// The classes of the smaller heaps.
    heaps: Vec<u32>,
}

/// An interner of sums.
#[derive(Debug, Default)]
struct ExactClasses {
    sums: Vec<Sum>,
    numbers: FxHashMap<Sum, u32>,
}

impl ExactClasses {
    fn number(&mut self, sum: Sum, memory: &mut Memory<'_>) -> u32 {
        if let Some(&number) = self.numbers.get(&sum) {
            return number;
        }
        let number = self.sums.len() as u32;
        memory.grow(160 + 8 * sum.len());
        self.sums.push(sum.clone());
        self.numbers.insert(sum, number);
        number
    }
}

/// The memory of a sum among the options of a heap.
fn sum_bytes(sum: &[u32]) -> usize {
    56 + 4 * sum.len()
}

/// The outcomes of the sums of heaps up to a new one. After the meter has ended the search, they are meaningless.
pub(super) struct Oracle<'a> {
    game: &'a Game,
    /// The proved quotient of the smaller heaps.
    smaller: &'a Pretending,
    heap: u32,
    levels: Vec<Level>,
    /// The sums by number, if each sum is a class.
    exact: Option<ExactClasses>,
    /// The options of the smaller heaps and of the new one: one sum for each class, with the class.
    options: Vec<Option<Vec<(u32, Sum)>>>,
    /// Whether the sum is lost, by its number of copies and its class.
    outcomes: FxHashMap<(u32, u32), bool>,
    meter: &'a Meter<'a>,
    /// The memory that all of these use.
    memory: Memory<'a>,
}

/// The memory of an outcome, with spare capacity.
const OUTCOME_BYTES: usize = 32;

impl<'a> Oracle<'a> {
    pub(super) fn new(game: &'a Game, smaller: &'a Pretending, meter: &'a Meter<'a>) -> Self {
        let heap = smaller.elements.len() as u32;
        let options = vec![None; heap as usize + 1];
        let mut memory = meter.memory();
        memory.grow(32 * options.len());
        let outcomes = FxHashMap::default();
        Self { game, smaller, heap, levels: Vec::new(), exact: None, options, outcomes, meter, memory }
    }

    /// Changes to finer classes; returns `false` if there are none. Words that were created before are no longer valid. If the meter ends
    /// the search during the change, no word may be created afterwards.
    pub(super) fn raise_level(&mut self) -> bool {
        if self.exact.is_some() {
            return false;
        }
        if self.levels.len() == MAX_LEVEL {
            self.levels.clear();
            self.forget();
            let mut exact = ExactClasses::default();
            exact.number(Sum::new(), &mut self.memory);
            self.exact = Some(exact);
            return true;
        }
        self.levels.push(Level::default());
        let level = self.levels.len();
        self.intern(0, Box::new([]));
        let mut heaps = vec![0];
        for heap in 1..self.heap {
            if self.meter.has_ended() {
                return true;
            }
            let below = self.heap_class(level - 1, heap);
            let mut set: Vec<u32> = options(self.game, &self.smaller.has_moves, heap)
                .iter()
                .map(|sum| self.class_on(level - 1, sum))
                .collect();
            set.sort_unstable();
            set.dedup();
            heaps.push(self.intern(below, set.into()));
        }
        self.levels[level - 1].heaps = heaps;
        let (outcomes, options) = (self.outcomes.len() * OUTCOME_BYTES, self.options_bytes());
        self.memory.shrink(outcomes + options);
        self.options.fill(None);
        self.outcomes = FxHashMap::default();
        true
    }

    /// Removes all outcomes and the classes of all options, when no level is left.
    fn forget(&mut self) {
        self.options.fill(None);
        self.outcomes = FxHashMap::default();
        self.memory.set(32 * self.options.len() as u64);
    }

    fn options_bytes(&self) -> usize {
        self.options.iter().flatten().flatten().map(|(_, sum)| sum_bytes(sum)).sum()
    }

    /// Creates the word of some heaps, none larger than the new one.
    pub(super) fn word(&mut self, heaps: &[u32]) -> Word {
        let (copies, smaller): (Sum, Sum) = heaps.iter().partition(|&&heap| heap == self.heap);
        let class = self.class_on(self.levels.len(), &smaller);
        Word { copies: copies.len() as u32, class, smaller }
    }

    pub(super) fn sum(&mut self, a: &Word, b: &Word) -> Word {
        let class = self.times(self.levels.len(), a.class, b.class);
        Word { copies: a.copies + b.copies, class, smaller: add(&a.smaller, &b.smaller) }
    }

    /// Whether the sum of two words is lost.
    pub(super) fn is_lost_sum(&mut self, a: &Word, b: &Word) -> bool {
        let (copies, class) = (a.copies + b.copies, self.times(self.levels.len(), a.class, b.class));
        if let Some(is_lost) = self.known(copies, class) {
            return is_lost;
        }
        self.compute(copies, class, &add(&a.smaller, &b.smaller))
    }

    pub(super) fn is_lost(&mut self, word: &Word) -> bool {
        self.known(word.copies, word.class).unwrap_or_else(|| self.compute(word.copies, word.class, &word.smaller))
    }

    fn known(&self, copies: u32, class: u32) -> Option<bool> {
        if copies == 0 {
            return Some(self.smaller.monoid.is_lost(self.element(class)));
        }
        self.outcomes.get(&(copies, class)).copied()
    }

    /// The element of a class.
    fn element(&self, class: u32) -> usize {
        if let Some(exact) = &self.exact {
            return self.smaller.of(&exact.sums[class as usize]);
        }
        self.levels.iter().rev().fold(class, |class, level| level.classes[class as usize].0) as usize
    }

    fn compute(&mut self, copies: u32, class: u32, smaller: &[u32]) -> bool {
        let level = self.levels.len();
        let mut is_lost = true;
        'search: for place in (0..=smaller.len()).rev() {
            // The new heap first: its options have fewer copies.
            let (heap, copies, rest, rest_class) = if place == smaller.len() {
                (self.heap, copies - 1, smaller.to_vec(), class)
            } else {
                if place > 0 && smaller[place] == smaller[place - 1] {
                    continue;
                }
                let mut rest = smaller.to_vec();
                let heap = rest.remove(place);
                let rest_class = self.class_on(level, &rest);
                (heap, copies, rest, rest_class)
            };
            let count = self.options_of(heap).len();
            for i in 0..count {
                if !self.meter.count_work(if self.exact.is_some() { 60 } else { 10 }) {
                    return false;
                }
                let option = self.options_of(heap)[i].0;
                let after = self.times(level, rest_class, option);
                let is_option_lost = match self.known(copies, after) {
                    Some(is_lost) => is_lost,
                    None => {
                        let sum = add(&rest, &self.options_of(heap)[i].1);
                        self.compute(copies, after, &sum)
                    }
                };
                if is_option_lost {
                    is_lost = false;
                    break 'search;
                }
            }
        }
        if self.meter.has_ended() {
            return false;
        }
        self.memory.grow(OUTCOME_BYTES);
        self.outcomes.insert((copies, class), is_lost);
        is_lost
    }

    /// The options of a heap, one sum for each class.
    fn options_of(&mut self, heap: u32) -> &[(u32, Sum)] {
        if self.options[heap as usize].is_none() {
            let mut classes = BTreeMap::new();
            for sum in options(self.game, &self.smaller.has_moves, heap) {
                let class = self.class_on(self.levels.len(), &sum);
                classes.entry(class).or_insert(sum);
            }
            self.memory.grow(classes.values().map(|sum| sum_bytes(sum)).sum());
            self.options[heap as usize] = Some(classes.into_iter().collect());
        }
        self.options[heap as usize].as_deref().unwrap_or_default()
    }

    fn heap_class(&self, level: usize, heap: u32) -> u32 {
        if level == 0 { self.smaller.elements[heap as usize] } else { self.levels[level - 1].heaps[heap as usize] }
    }

    fn class_on(&mut self, level: usize, sum: &[u32]) -> u32 {
        if let Some(exact) = &mut self.exact {
            return exact.number(sum.to_vec(), &mut self.memory);
        }
        sum.iter().fold(0, |class, &heap| self.times(level, class, self.heap_class(level, heap)))
    }

    /// The product of two classes of a level.
    fn times(&mut self, level: usize, a: u32, b: u32) -> u32 {
        if let Some(exact) = &mut self.exact {
            let sum = add(&exact.sums[a as usize], &exact.sums[b as usize]);
            return exact.number(sum, &mut self.memory);
        }
        if level == 0 {
            return self.smaller.monoid.product(a as usize, b as usize) as u32;
        }
        if a == 0 || b == 0 {
            return a | b;
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&product) = self.levels[level - 1].products.get(&(a, b)) {
            return product;
        }
        let (x, options_of_a) = self.levels[level - 1].classes[a as usize].clone();
        let (y, options_of_b) = self.levels[level - 1].classes[b as usize].clone();
        let below = self.times(level - 1, x, y);
        let mut set: Vec<u32> = options_of_a.iter().map(|&option| self.times(level - 1, option, y)).collect();
        set.extend(options_of_b.iter().map(|&option| self.times(level - 1, option, x)));
        self.meter.count_work(20 * (1 + set.len() as u64));
        set.sort_unstable();
        set.dedup();
        let product = self.intern_on(level, below, set.into());
        self.memory.grow(32);
        self.levels[level - 1].products.insert((a, b), product);
        product
    }

    fn intern(&mut self, below: u32, options: Box<[u32]>) -> u32 {
        self.intern_on(self.levels.len(), below, options)
    }

    fn intern_on(&mut self, level: usize, below: u32, options: Box<[u32]>) -> u32 {
        let level = &mut self.levels[level - 1];
        let next = level.classes.len() as u32;
        let class = *level.index.entry((below, options.clone())).or_insert(next);
        if class == next {
            self.memory.grow(160 + 8 * options.len());
            level.classes.push((below, options));
        }
        class
    }
}
