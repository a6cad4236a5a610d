//! What the search does next: it continues with the last question, and takes the reply when one was answered.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item, Step, last_part};
use super::numbers::{MOST, NEVER, Numbers};
use super::question::{Goal, Question, Reply};
use super::stack::Stack;
use super::table::Known;
use super::value_set::{LAST_BIT, contains};
use crate::value::{Nimber, mex};

impl Stack {
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
            let numbers = Numbers { yes: (largest + open - 1).min(MOST), no: least.min(MOST) };
            if numbers.yes >= limits.yes || numbers.no >= limits.no {
                search.numbers.put(frame.question.component, n, numbers);
                return Step::Done(Reply::Open(numbers));
            }
            let is_part = frame.chosen >= frame.smaller;
            let item = &mut self.items[frame.chosen];
            let count = item.count;
            let (component, excluded) = if is_part {
                // Another thread may have found the value since the last look at the table, so there is one look at it.
                match search.table.get(frame.question.component) {
                    Known::Value(value) => {
                        frame.value = Some(value);
                        continue;
                    }
                    Known::Excluded(set) => frame.question.excluded |= set,
                }
                if contains(frame.question.excluded, n) {
                    continue;
                }
                (frame.question.component, frame.question.excluded)
            } else if let Some(part) = last_part(item, &self.components, search) {
                part
            } else {
                frame.solved(item, n);
                continue;
            };
            if item.count < count {
                self.renumber(search, n);
                continue;
            }
            let goal = match n ^ item.heap {
                n if item.count == 1 && n < LAST_BIT => {
                    if contains(excluded, n) {
                        item.numbers = Numbers::NO;
                        continue;
                    }
                    // If play can go from each of two components to the other, their numbers would grow by ones without end.
                    let more = if search.game.may_repeat() { second } else { 1 };
                    let yes = limits.no.min(second + more);
                    let no = if limits.yes == NEVER { NEVER } else { limits.yes - (open - 1) };
                    Goal::Test { n, limits: Numbers { yes: yes.min(NEVER), no } }
                }
                _ => Goal::Value,
            };
            if self.is_shared
                && let Goal::Test { n, limits } = goal
                && limits.yes <= MOST
            {
                // As if the test had been left already: meanwhile, other threads prefer other items.
                search.numbers.put(component, n, Numbers { yes: limits.yes, ..item.numbers });
            }
            return Step::Open(Question { component, goal, excluded, is_part });
        }
    }

    /// Estimates the effort of the chosen option anew, of which a part was solved.
    fn renumber(&mut self, search: &NimberSearch<'_>, n: u32) {
        let item = &mut self.items[self.frames.last().expect("a question is open").chosen];
        let parts = &self.components[item.first as usize..][..item.count as usize];
        let estimates = Estimates { search, path: &self.path };
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
}
