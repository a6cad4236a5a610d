//! What the search does next: it continues with the question on top of the stack, and takes the reply when one was answered.

use super::NimberSearch;
use super::estimates::Estimates;
use super::frame::{Frame, Item, Step, easiest_unsolved};
use super::proof_numbers::{INFINITE, MAX_UNDECIDED, ProofNumbers};
use super::question::{Goal, Question, Reply};
use super::stack::Stack;
use super::table::ComponentFacts;
use super::value_set::{SET_BITS, contains};
use crate::value::{Nimber, mex};

impl Stack {
    /// Continues with the question on top until it is answered, or another one has to be answered first.
    pub(super) fn step(&mut self, search: &NimberSearch<'_>) -> Step {
        let frame = self.frames.last().expect("a question is open");
        match frame.question.goal {
            Goal::Value => self.step_to_value(search),
            Goal::LargeValue => self.step_to_large_value(search),
            Goal::Test { n, thresholds } => self.step_of_test(search, n, thresholds),
        }
    }

    /// Tests the least value that the component may have.
    fn step_to_value(&mut self, search: &NimberSearch<'_>) -> Step {
        let Frame { question, value, .. } = self.frames.last_mut().expect("a question is open");
        match (*value, search.table.get(question.component)) {
            (Some(known), _) | (None, ComponentFacts::Value(known)) => {
                *value = Some(known);
                return Step::Answered(Reply::Value(known));
            }
            (None, ComponentFacts::Excluded(set)) => question.excluded |= set,
        }
        let n = question.excluded.trailing_ones();
        let goal = if n < SET_BITS { Goal::Test { n, thresholds: ProofNumbers::INFINITE } } else { Goal::LargeValue };
        Step::Open(Question { goal, is_same_component: true, ..*question })
    }

    /// Finds the values of all options.
    fn step_to_large_value(&mut self, search: &NimberSearch<'_>) -> Step {
        let frame = self.frames.last_mut().expect("a question is open");
        while let Some(item) = self.items.get_mut(frame.chosen) {
            match easiest_unsolved(item, &self.components, search) {
                None => frame.chosen += 1,
                Some((component, excluded)) => {
                    return Step::Open(Question { component, goal: Goal::Value, excluded, is_same_component: false });
                }
            }
        }
        // All smaller values are excluded.
        let large = self.items[frame.first_item..].iter().map(|item| item.heap);
        let value = mex((0..SET_BITS).chain(large).map(|value| Nimber(value.into()))).0 as u32;
        frame.value = Some(value);
        Step::Answered(Reply::Value(value))
    }

    /// Opens a question about the item with the least proof number: the one that is likely to be the easiest to show to have the value `n`.
    fn step_of_test(&mut self, search: &NimberSearch<'_>, n: u32, thresholds: ProofNumbers) -> Step {
        loop {
            let frame = self.frames.last_mut().expect("a question is open");
            if let Some(value) = frame.value {
                return Step::Answered(Reply::Value(value));
            }
            if contains(frame.question.excluded, n) {
                return Step::Answered(Reply::Excluded(frame.question.excluded));
            }
            let Some(Choice { item, undecided, second, numbers }) = choose(&self.items, frame.first_item) else {
                frame.value = Some(n);
                continue;
            };
            frame.chosen = item;
            if numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof {
                search.proof_numbers.put(frame.question.component, n, numbers);
                return Step::Answered(Reply::Unanswered(numbers));
            }
            let is_same_component = frame.chosen >= frame.first_smaller;
            let item = &mut self.items[frame.chosen];
            let count = item.count;
            let (component, excluded) = if is_same_component {
                // Another thread may have found the value meanwhile, so this looks at the table again.
                match search.table.get(frame.question.component) {
                    ComponentFacts::Value(value) => {
                        frame.value = Some(value);
                        continue;
                    }
                    ComponentFacts::Excluded(set) => frame.question.excluded |= set,
                }
                if contains(frame.question.excluded, n) {
                    continue;
                }
                (frame.question.component, frame.question.excluded)
            } else if let Some(unsolved) = easiest_unsolved(item, &self.components, search) {
                unsolved
            } else {
                frame.exclude_value(item, n);
                continue;
            };
            if item.count < count {
                self.estimate_again(search, n);
                continue;
            }
            let goal = match n ^ item.heap {
                n if item.count == 1 && n < SET_BITS => {
                    if contains(excluded, n) {
                        item.numbers = ProofNumbers::DISPROVED;
                        continue;
                    }
                    // In a game with cycles, two tests can raise each other's numbers by 1 in turn, almost for ever. Larger thresholds end this.
                    let more = if search.game.may_repeat() { second } else { 1 };
                    let proof = thresholds.disproof.min(second + more).min(INFINITE);
                    let is_bounded = thresholds.proof <= MAX_UNDECIDED;
                    let disproof = if is_bounded { thresholds.proof - (undecided - 1) } else { INFINITE };
                    Goal::Test { n, thresholds: ProofNumbers { proof, disproof } }
                }
                _ => Goal::Value,
            };
            if self.has_helpers
                && let Goal::Test { n, thresholds } = goal
                && thresholds.proof <= MAX_UNDECIDED
            {
                // While this thread searches the item, the others read the proof number at which it will leave the item. It is larger, so they
                // prefer other items.
                search.proof_numbers.put(component, n, ProofNumbers { proof: thresholds.proof, ..item.numbers });
            }
            return Step::Open(Question { component, goal, excluded, is_same_component });
        }
    }

    /// Estimates the effort of the chosen option again after one of its components was solved.
    fn estimate_again(&mut self, search: &NimberSearch<'_>, n: u32) {
        let item = &mut self.items[self.frames.last().expect("a question is open").chosen];
        let unsolved = &self.components[item.first as usize..][..item.count as usize];
        let estimates = Estimates { search, path: &self.path };
        item.numbers = estimates.of_option(unsolved, item.heap, n);
    }

    /// Takes the reply to the question that [`Step::Open`] opened and that is no longer on the stack.
    pub(super) fn receive(&mut self, search: &NimberSearch<'_>, reply: Reply) {
        let frame = self.frames.last_mut().expect("a question is open");
        let chosen = frame.chosen;
        match (frame.question.goal, reply) {
            (Goal::Value, Reply::Value(value)) => frame.value = Some(value),
            (Goal::Value, Reply::Excluded(set)) => frame.question.excluded |= set,
            (Goal::Test { .. }, Reply::Value(value)) if chosen >= frame.first_smaller => frame.value = Some(value),
            (Goal::Test { n, .. }, Reply::Value(value)) => {
                let item = &mut self.items[chosen];
                item.heap ^= value;
                item.count -= 1;
                if item.count == 0 {
                    frame.exclude_value(item, n);
                } else {
                    self.estimate_again(search, n);
                }
            }
            (Goal::Test { .. }, Reply::Excluded(set)) => {
                self.items[chosen].numbers = ProofNumbers::DISPROVED;
                if chosen >= frame.first_smaller {
                    frame.question.excluded |= set;
                }
            }
            (Goal::Test { .. }, Reply::Unanswered(numbers)) => self.items[chosen].numbers = numbers,
            (Goal::LargeValue, Reply::Value(value)) => {
                self.items[chosen].heap ^= value;
                self.items[chosen].count -= 1;
            }
            (Goal::Value, Reply::Unanswered(_)) | (Goal::LargeValue, _) => {
                unreachable!("a question without thresholds has an answer")
            }
        }
    }
}

/// The item that a test examines next, and the proof numbers of the test.
struct Choice {
    /// The place of the item with the least proof number.
    item: usize,
    /// The number of items that are not disproved.
    undecided: u32,
    /// The least proof number of the other items.
    second: u32,
    numbers: ProofNumbers,
}

/// Chooses among the items from `first` on; `None` if all are disproved.
fn choose(items: &[Item], first: usize) -> Option<Choice> {
    let (mut least, mut second, mut largest, mut undecided) = (INFINITE, INFINITE, 0, 0);
    let mut chosen = None;
    for (i, Item { numbers, .. }) in items.iter().enumerate().skip(first) {
        if numbers.disproof == 0 {
            continue;
        }
        undecided += 1;
        largest = numbers.disproof.max(largest);
        if numbers.proof < least || chosen.is_none() {
            (least, second, chosen) = (numbers.proof, least, Some(i));
        } else {
            second = numbers.proof.min(second);
        }
    }
    let item = chosen?;
    let proof = (largest + undecided - 1).min(MAX_UNDECIDED);
    Some(Choice { item, undecided, second, numbers: ProofNumbers { proof, disproof: least.min(MAX_UNDECIDED) } })
}
