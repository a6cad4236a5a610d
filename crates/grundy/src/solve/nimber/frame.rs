//! The stack of the questions that a thread is answering, with the options of their components.
//!
//! A test for the value *n* has an *item* for each option, and one for each smaller value that the component may have: the component itself,
//! with a heap that makes the sum *n* if it has this value. If an item has the value *n*, the component has not; if no item has it, the
//! component has it. So the disproof number of the component is the least proof number of an item. Its proof number is the largest disproof
//! number of an item, and one more for each other item: since components are reached in many ways, the sum of all would count the same
//! effort many times (Ueda, Hashimoto, Hashimoto and Iida 2008, "Weak proof-number search").

use super::NimberSearch;
use super::estimates::Estimates;
use super::numbers::{NEVER, Numbers};
use super::question::{Goal, Question, Reply};
use super::recent::Recent;
use super::table::Known;
use super::value_set::{FULL_SET, LAST_BIT, bit, contains};
use crate::text::{ComponentSum, RulesError};
use crate::value::{Nimber, mex};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// A question with the state of its search.
#[derive(Debug)]
struct Frame {
    question: Question,
    /// The first of its items, the first one that stands for a smaller value, and the first of their components.
    items: usize,
    smaller: usize,
    components: usize,
    /// The item to which the last question belongs.
    chosen: usize,
    /// The steps before this question.
    steps: u64,
    /// The value, once it is proved.
    value: Option<u32>,
}

/// A sum of the components that are not yet solved, and of a Nim heap.
#[derive(Clone, Copy, Debug)]
struct Item {
    heap: u32,
    /// The index of its first component; the hardest component comes first.
    first: u32,
    count: u32,
    numbers: Numbers,
}

/// What the search does next.
pub(super) enum Step {
    /// Another question has to be answered first.
    Open(Question),
    /// The last question is answered.
    Done(Reply),
}

/// The open questions of one thread. Each belongs to an item of the one before.
#[derive(Debug, Default)]
pub(super) struct Stack {
    frames: Vec<Frame>,
    items: Vec<Item>,
    components: Vec<u64>,
    sum: ComponentSum,
    /// A cache of the values that this thread has used recently.
    recent: Recent,
    /// Changes the estimates of efforts, so that threads search different options.
    variant: u32,
    /// The components of the open questions, in a game in which play may come back to one.
    path: FxHashSet<u64>,
}

impl Stack {
    /// An empty stack.
    pub(super) fn with_variant(variant: u32) -> Self {
        Self { variant, ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.frames.len() * size_of::<Frame>()
            + self.items.len() * size_of::<Item>()
            + self.components.len() * size_of::<u64>()) as u64
    }

    /// Opens a question.
    pub(super) fn open(
        &mut self,
        search: &NimberSearch<'_>,
        mut question: Question,
        steps: u64,
    ) -> Result<(), RulesError> {
        let component = question.component;
        if search.game.may_repeat()
            && !question.is_part
            && !self.path.insert(component)
            && let Some(error) = search.game.repeat_error(component)
        {
            return Err(error);
        }
        let (items, components) = (self.items.len(), self.components.len());
        question.excluded |= search.game.impossible_values(component);
        if question.goal != Goal::Value {
            self.list_options(search, &mut question)?;
        }
        let smaller = self.items.len();
        if let Goal::Test { n, .. } = question.goal
            && !contains(question.excluded, n)
        {
            let estimates = Estimates { search, variant: self.variant, path: &self.path };
            for m in (0..n).filter(|&m| !contains(question.excluded, m)) {
                let numbers = estimates.of_component(component, m);
                self.items.push(Item { heap: n ^ m, first: self.components.len() as u32, count: 1, numbers });
                self.components.push(component);
            }
        }
        self.frames.push(Frame { question, items, smaller, components, chosen: items, steps, value: None });
        Ok(())
    }

    /// Lists the options of the component that are not solved. Excludes the values of the others, up to the tested one.
    fn list_options(&mut self, search: &NimberSearch<'_>, question: &mut Question) -> Result<(), RulesError> {
        let NimberSearch { game, table, .. } = search;
        let tested = match question.goal {
            Goal::Test { n, .. } => Some(n),
            _ => None,
        };
        let start = self.items.len();
        let estimates = Estimates { search, variant: self.variant, path: &self.path };
        let (items, components, recent) = (&mut self.items, &mut self.components, &mut self.recent);
        game.expand(question.component, &mut self.sum, &mut |sum| {
            let first = components.len();
            let mut heap = sum.heap;
            // What the last of the unsolved parts is known not to be.
            let mut excluded = 0;
            for &part in &sum.components {
                match recent.get(table, part) {
                    Known::Value(value) => heap ^= value,
                    Known::Excluded(set) => {
                        components.push(part);
                        excluded = set;
                    }
                }
            }
            let parts = &mut components[first..];
            if parts.len() > 1 {
                parts.sort_unstable_by_key(|&part| (Reverse(game.weight(part)), part));
                // The sum of two equal components is 0 if they have a value, but not if play can go on in them for ever.
                if !game.may_repeat() {
                    let left = cancel_pairs(parts);
                    components.truncate(first + left);
                }
                excluded = 0;
            }
            let parts = &components[first..];
            if parts.is_empty() {
                question.excluded |= bit(heap);
            }
            let item = |numbers| Item { heap, first: first as u32, count: parts.len() as u32, numbers };
            let may_be = |n: u32| parts.len() > 1 || parts.len() == 1 && !contains(excluded, n ^ heap);
            match tested {
                None if !parts.is_empty() || heap >= LAST_BIT => items.push(item(Numbers::NEVER)),
                Some(n) if may_be(n) => {
                    items.push(item(estimates.of_option(parts, heap, n)));
                }
                _ => components.truncate(first),
            }
            tested.is_none_or(|n| !contains(question.excluded, n))
        })?;
        // Items with the least number come first, and equal items side by side.
        let parts = |item: &Item| &self.components[item.first as usize..][..item.count as usize];
        self.items[start..].sort_unstable_by(|a, b| {
            (a.numbers.yes, a.heap).cmp(&(b.numbers.yes, b.heap)).then_with(|| parts(a).cmp(parts(b)))
        });
        let mut kept = start;
        for i in start..self.items.len() {
            let item = self.items[i];
            let is_equal = |last: Item| last.heap == item.heap && parts(&last) == parts(&item);
            if kept == start || !is_equal(self.items[kept - 1]) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.items.truncate(kept);
        Ok(())
    }

    /// Continues with the last question until it is answered, or another one has to be answered first.
    pub(super) fn step(&mut self, search: &NimberSearch<'_>) -> Step {
        let frame = self.frames.last().expect("a question is open");
        match frame.question.goal {
            Goal::Value => self.step_to_value(search),
            Goal::LargeValue => self.step_to_large_value(search),
            Goal::Test { n, limits } => self.step_of_test(search, n, limits),
        }
    }

    /// Tests the least value that the component may have.
    fn step_to_value(&mut self, search: &NimberSearch<'_>) -> Step {
        let Frame { question, value, .. } = self.frames.last_mut().expect("a question is open");
        match (*value, search.table.get(question.component)) {
            (Some(known), _) | (None, Known::Value(known)) => {
                *value = Some(known);
                return Step::Done(Reply::Value(known));
            }
            (None, Known::Excluded(set)) => question.excluded |= set,
        }
        let n = question.excluded.trailing_ones();
        let goal = if n < LAST_BIT { Goal::Test { n, limits: Numbers::NEVER } } else { Goal::LargeValue };
        Step::Open(Question { goal, is_part: true, ..*question })
    }

    /// Finds the values of all options.
    fn step_to_large_value(&mut self, search: &NimberSearch<'_>) -> Step {
        let frame = self.frames.last_mut().expect("a question is open");
        while let Some(item) = self.items.get_mut(frame.chosen) {
            match last_part(item, &self.components, search) {
                None => frame.chosen += 1,
                Some((component, excluded)) => {
                    return Step::Open(Question { component, goal: Goal::Value, excluded, is_part: false });
                }
            }
        }
        // All values that have a bit of their own are excluded.
        let large = self.items[frame.items..].iter().map(|item| item.heap);
        let value = mex((0..LAST_BIT).chain(large).map(|value| Nimber(value.into()))).0 as u32;
        frame.value = Some(value);
        Step::Done(Reply::Value(value))
    }

    /// Examines the item whose test is likely to need the least effort to find the value `n`.
    fn step_of_test(&mut self, search: &NimberSearch<'_>, n: u32, limits: Numbers) -> Step {
        loop {
            let frame = self.frames.last_mut().expect("a question is open");
            if let Some(value) = frame.value {
                return Step::Done(Reply::Value(value));
            }
            if contains(frame.question.excluded, n) {
                return Step::Done(Reply::Excluded(frame.question.excluded));
            }
            let (mut least, mut second, mut largest, mut open) = (NEVER, NEVER, 0, 0);
            for (i, Item { numbers, .. }) in self.items.iter().enumerate().skip(frame.items) {
                if numbers.no == 0 {
                    continue;
                }
                open += 1;
                largest = numbers.no.max(largest);
                if numbers.yes < least {
                    (least, second, frame.chosen) = (numbers.yes, least, i);
                } else {
                    second = numbers.yes.min(second);
                }
            }
            if open == 0 {
                frame.value = Some(n);
                continue;
            }
            let numbers = Numbers { yes: (largest + open - 1).min(NEVER - 1), no: least };
            if numbers.yes >= limits.yes || numbers.no >= limits.no {
                search.numbers.put(frame.question.component, n, numbers);
                return Step::Done(Reply::Open(numbers));
            }
            let chosen = frame.chosen;
            if chosen >= frame.smaller {
                match search.table.get(frame.question.component) {
                    Known::Value(value) => {
                        frame.value = Some(value);
                        continue;
                    }
                    Known::Excluded(set) => frame.question.excluded |= set,
                }
            }
            let item = &mut self.items[chosen];
            let count = item.count;
            let Some((component, excluded)) = last_part(item, &self.components, search) else {
                frame.solved(item, n);
                continue;
            };
            if item.count < count {
                self.renumber(search, n);
                continue;
            }
            let is_part = chosen >= frame.smaller;
            let goal = match n ^ item.heap {
                n if item.count == 1 && n < LAST_BIT => {
                    if contains(excluded, n) {
                        item.numbers = Numbers::NO;
                        continue;
                    }
                    // Two components that play can repeat would make each other's numbers grow by ones.
                    let more = if search.game.may_repeat() { second } else { 1 };
                    let yes = limits.no.min(second + more);
                    let no = if limits.yes == NEVER { NEVER } else { limits.yes - (open - 1) };
                    Goal::Test { n, limits: Numbers { yes: yes.min(NEVER), no } }
                }
                _ => Goal::Value,
            };
            return Step::Open(Question { component, goal, excluded, is_part });
        }
    }

    /// Estimates the effort of the chosen option anew, of which a part was solved.
    fn renumber(&mut self, search: &NimberSearch<'_>, n: u32) {
        let item = &mut self.items[self.frames.last().expect("a question is open").chosen];
        let parts = &self.components[item.first as usize..][..item.count as usize];
        let estimates = Estimates { search, variant: self.variant, path: &self.path };
        item.numbers = estimates.of_option(parts, item.heap, n);
    }

    /// Takes the reply to the last question of [`Step::Open`].
    pub(super) fn receive(&mut self, search: &NimberSearch<'_>, reply: Reply) {
        let frame = self.frames.last_mut().expect("a question is open");
        let chosen = frame.chosen;
        match (frame.question.goal, reply) {
            (Goal::Value, Reply::Value(value)) => frame.value = Some(value),
            (Goal::Value, Reply::Excluded(set)) => frame.question.excluded |= set,
            (Goal::Test { .. }, Reply::Value(value)) if chosen >= frame.smaller => frame.value = Some(value),
            (Goal::Test { n, .. }, Reply::Value(value)) => {
                let item = &mut self.items[chosen];
                item.heap ^= value;
                item.count -= 1;
                if item.count == 0 {
                    frame.solved(item, n);
                } else {
                    self.renumber(search, n);
                }
            }
            (Goal::Test { .. }, Reply::Excluded(set)) => {
                self.items[chosen].numbers = Numbers::NO;
                if chosen >= frame.smaller {
                    frame.question.excluded |= set;
                }
            }
            (Goal::Test { .. }, Reply::Open(numbers)) => self.items[chosen].numbers = numbers,
            (Goal::LargeValue, Reply::Value(value)) => {
                self.items[chosen].heap ^= value;
                self.items[chosen].count -= 1;
            }
            (Goal::Value, Reply::Open(_)) | (Goal::LargeValue, _) => {
                unreachable!("a question without limits has an answer")
            }
        }
    }

    /// Closes the last question. Returns it, what is proved of its component, and the number of steps before it.
    pub(super) fn pop(&mut self) -> Option<(Question, Known, u64)> {
        let frame = self.frames.pop()?;
        if !frame.question.is_part {
            self.path.remove(&frame.question.component);
        }
        self.items.truncate(frame.items);
        self.components.truncate(frame.components);
        let known = frame.value.map_or(Known::Excluded(frame.question.excluded & FULL_SET), Known::Value);
        Some((frame.question, known, frame.steps))
    }
}

impl Frame {
    /// Takes the value of an option, which is its heap.
    fn solved(&mut self, item: &mut Item, n: u32) {
        debug_assert_eq!(item.count, 0, "an option without unsolved components");
        self.question.excluded |= bit(item.heap);
        item.numbers = Numbers::NO;
        debug_assert!(item.heap != n || contains(self.question.excluded, n), "the tested value has a bit of its own");
    }
}

/// Adds the values of solved components of an item to its heap. Returns its easiest component that is not solved, and the values that this
/// one is known not to have.
fn last_part(item: &mut Item, components: &[u64], search: &NimberSearch<'_>) -> Option<(u64, u64)> {
    loop {
        let last = item.count.checked_sub(1)?;
        let component = components[(item.first + last) as usize];
        match search.table.get(component) {
            Known::Value(value) => {
                item.heap ^= value;
                item.count = last;
            }
            Known::Excluded(set) => return Some((component, set)),
        }
    }
}

/// Removes pairs of equal neighbours, whose sum is 0; returns the number of components that are left.
pub(super) fn cancel_pairs(components: &mut [u64]) -> usize {
    let mut left = 0;
    for i in 0..components.len() {
        if left > 0 && components[left - 1] == components[i] {
            left -= 1;
        } else {
            components[left] = components[i];
            left += 1;
        }
    }
    left
}
