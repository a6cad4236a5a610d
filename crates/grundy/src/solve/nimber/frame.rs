//! The stack of the components that a thread is searching, with their options.

use super::recent::Recent;
use super::table::{Known, Table};
use super::value_set::{FULL_SET, LAST_BIT, add_heap, bit, least_missing, up_to};
use crate::text::{ComponentSum, DynComponents, RulesError};
use crate::value::{Nimber, mex};
use std::cmp::Reverse;

/// The answer to the question whether the value of a component is in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Its value.
    Value(u32),
    /// It is not in the set.
    NotInSet,
}

impl Known {
    /// The reply that follows from what is known, to the question whether the value is in `wanted`.
    #[inline]
    pub(super) fn reply(self, wanted: u64) -> Option<Reply> {
        match self {
            Self::Value(value) => Some(Reply::Value(value)),
            Self::Excluded(set) => (wanted & !set == 0).then_some(Reply::NotInSet),
        }
    }
}

/// The question whether the value of a component is in a set. The value itself is not known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) component: u64,
    pub(super) wanted: u64,
    pub(super) known: Known,
}

/// A component about which there is a question, with the state of its search.
#[derive(Debug)]
struct Frame {
    component: u64,
    /// The values that are searched for among the options: those of the question or, if `wants_value`, the least one that the component may
    /// have.
    wanted: u64,
    /// Whether the question is about the value itself, or can be answered only by finding it.
    wants_value: bool,
    /// The set of the question. If all of its values are excluded, the reply is known.
    asked: u64,
    /// The first of its options, and the first of their components.
    options: usize,
    components: usize,
    /// The values that the component is proved not to have.
    excluded: u64,
    /// The values of solved options.
    seen: u64,
    /// The values that the component may have: the least ones that are not excluded, one more than there are options left, since each
    /// smaller value that is not excluded is the value of an option. Its bits above the largest wanted value have no meaning.
    candidates: u64,
    /// How many values the last bit of `candidates` stands for.
    count_at_last_bit: u32,
    /// The next option to examine.
    next: usize,
    /// Whether only wanted values are searched for among the options, since these questions are likely to be answered soon.
    is_first_pass: bool,
    /// Whether the value of every option is computed, because the question is about values that share the last bit of a set.
    is_exhaustive: bool,
    /// The number of steps before this component.
    steps: u64,
    /// The value, once it is proved.
    value: Option<u32>,
}

/// An option: a sum of the components that are not yet solved, and of a Nim heap.
#[derive(Clone, Copy, Debug)]
struct OptionSum {
    heap: u32,
    /// The index of its first component; the hardest component comes first.
    first: u32,
    count: u32,
    weight: u32,
    /// Whether its value is already excluded from its position.
    is_counted: bool,
}

/// What the search does next.
pub(super) enum Step {
    /// Another component has to be searched first.
    Open(Question),
    /// The component of the last frame is answered.
    Done(Reply),
}

/// The open components of one thread. Each is a component of an option of the one before.
#[derive(Debug, Default)]
pub(super) struct Stack {
    frames: Vec<Frame>,
    options: Vec<OptionSum>,
    components: Vec<u64>,
    sum: ComponentSum,
    /// A cache of the values that this thread has used recently.
    recent: Recent,
    /// Space for the sorted options of one component.
    sorted: Vec<OptionSum>,
    /// Changes the order of equally promising options, so that threads search different ones.
    variant: u32,
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
            + self.options.len() * size_of::<OptionSum>()
            + self.components.len() * size_of::<u64>()) as u64
    }

    /// Opens a component. If one of its options has the only wanted value, the reply is known at once.
    ///
    /// If play may come back to a component, the number of its options does not bound its value: it may have no finite value, and its sum
    /// with a larger heap need not be won. In such a game a value is excluded only by an option that has it, or because the value of the
    /// component is found.
    pub(super) fn open(
        &mut self,
        game: &dyn DynComponents,
        table: &Table,
        Question { component, wanted, known }: Question,
        steps: u64,
    ) -> Result<(), RulesError> {
        let (options, components) = (self.options.len(), self.components.len());
        let Known::Excluded(known) = known else { unreachable!("a known value is not asked for") };
        let excluded = known | game.impossible_values(component);
        let mut seen = 0;
        self.sorted.clear();
        let (unsolved, sorted, recent) = (&mut self.components, &mut self.sorted, &mut self.recent);
        game.expand(component, &mut self.sum, &mut |sum| {
            let first = unsolved.len();
            let mut heap = sum.heap;
            for &part in &sum.components {
                match recent.get(table, part) {
                    Known::Value(value) => heap ^= value,
                    Known::Excluded(_) => unsolved.push(part),
                }
            }
            let parts = &mut unsolved[first..];
            if parts.len() > 1 {
                parts.sort_unstable_by_key(|&part| (Reverse(game.weight(part)), part));
                // The sum of two equal components is 0 if they have a value, but not if play can go on in them for ever.
                if !game.may_repeat() {
                    let left = cancel_pairs(parts);
                    unsolved.truncate(first + left);
                }
            }
            let parts = &unsolved[first..];
            let (first, count) = (first as u32, parts.len() as u32);
            let weight = parts.iter().fold(0u32, |sum, &part| sum.saturating_add(game.weight(part)));
            if count == 0 {
                seen |= bit(heap);
            }
            if count > 0 || heap >= LAST_BIT {
                sorted.push(OptionSum { heap, first, count, weight, is_counted: false });
            }
            wanted & !(excluded | seen) != 0
        })?;
        let parts = |option: &OptionSum| &self.components[option.first as usize..][..option.count as usize];
        self.sorted.sort_unstable_by(|a, b| {
            (a.heap, a.count).cmp(&(b.heap, b.count)).then_with(|| parts(a).cmp(parts(b))).then(a.first.cmp(&b.first))
        });
        self.sorted.dedup_by(|a, b| a.heap == b.heap && parts(a) == parts(b));
        // The game's order for options of equal weight; other threads shuffle them.
        let order = |option: &OptionSum| match self.variant {
            0 => u64::from(option.first),
            variant => (u64::from(option.first) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ u64::from(variant)) >> 16,
        };
        self.sorted.sort_unstable_by_key(|option| (option.weight, order(option)));
        self.options.extend_from_slice(&self.sorted);
        let mut frame = Frame {
            component,
            wanted,
            wants_value: wanted == FULL_SET || game.may_repeat(),
            asked: wanted,
            options,
            components,
            excluded: excluded | seen,
            seen,
            candidates: 0,
            count_at_last_bit: 0,
            next: options,
            is_first_pass: true,
            is_exhaustive: false,
            steps,
            value: None,
        };
        frame.restart(&mut self.options[options..]);
        self.frames.push(frame);
        Ok(())
    }

    /// Continues with the last component until it is answered, or another question has to be answered first.
    pub(super) fn step(&mut self, table: &Table) -> Step {
        let frame = self.frames.last_mut().expect("a component is open");
        loop {
            if frame.asked & !frame.excluded == 0 {
                return Step::Done(Reply::NotInSet);
            }
            let candidates = frame.candidates;
            let Some(limit) = (candidates & frame.wanted).checked_ilog2() else {
                if !frame.wants_value {
                    return Step::Done(Reply::NotInSet);
                }
                frame.restart(&mut self.options[frame.options..]);
                continue;
            };
            let is_last = frame.next == self.options.len();
            if limit == LAST_BIT {
                if !frame.is_exhaustive {
                    (frame.is_exhaustive, frame.is_first_pass, frame.next) = (true, false, frame.options);
                } else if is_last {
                    let value = frame.mex(&self.options[frame.options..]);
                    frame.value = Some(value);
                    return Step::Done(Reply::Value(value));
                }
            } else if candidates.is_power_of_two() {
                frame.value = Some(limit);
                return Step::Done(Reply::Value(limit));
            } else if frame.is_first_pass && (is_last || candidates & up_to(limit) & !frame.wanted == 0) {
                frame.is_first_pass = false;
                frame.next = frame.options;
            }
            let option = &mut self.options[frame.next];
            // What is known of the last component that is left.
            let mut known = Known::NOTHING;
            while let Some(last) = option.count.checked_sub(1) {
                known = table.get(self.components[(option.first + last) as usize]);
                let Known::Value(value) = known else { break };
                option.heap ^= value;
                option.count = last;
            }
            match option.count {
                0 if frame.is_exhaustive => {}
                0 => {
                    if !option.is_counted {
                        frame.remove(option.heap);
                        option.is_counted = true;
                    }
                }
                1 if !frame.is_exhaustive => {
                    let asked = if frame.is_first_pass {
                        candidates & frame.wanted
                    } else {
                        candidates & !frame.largest_candidate() & up_to(limit)
                    };
                    let wanted = add_heap(asked, option.heap);
                    if known.reply(wanted).is_none() {
                        return Step::Open(Question {
                            component: self.components[option.first as usize],
                            wanted,
                            known,
                        });
                    }
                    if !frame.is_first_pass {
                        frame.remove_largest();
                    }
                }
                count => {
                    let component = self.components[(option.first + count - 1) as usize];
                    return Step::Open(Question { component, wanted: FULL_SET, known });
                }
            }
            frame.next += 1;
        }
    }

    /// Takes the reply to the last question of [`Step::Open`].
    pub(super) fn receive(&mut self, reply: Reply) {
        let frame = self.frames.last_mut().expect("a component is open");
        let option = &mut self.options[frame.next];
        match reply {
            Reply::Value(value) => {
                option.heap ^= value;
                option.count -= 1;
            }
            Reply::NotInSet => {
                if !frame.is_first_pass {
                    frame.remove_largest();
                }
                frame.next += 1;
            }
        }
    }

    /// Closes the last component. Returns it, what is proved of it, and the number of steps before it.
    pub(super) fn pop(&mut self) -> Option<(u64, Known, u64)> {
        let frame = self.frames.pop()?;
        self.options.truncate(frame.options);
        self.components.truncate(frame.components);
        Some((frame.component, frame.known(), frame.steps))
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

impl Frame {
    fn largest_candidate(&self) -> u64 {
        if self.count_at_last_bit > 1 { 0 } else { 1 << self.candidates.ilog2() }
    }

    /// Removes the largest candidate: one option less is left that may have a missing value.
    fn remove_largest(&mut self) {
        if self.count_at_last_bit > 1 {
            self.count_at_last_bit -= 1;
        } else {
            self.candidates &= !self.largest_candidate();
            self.count_at_last_bit = 0;
        }
    }

    /// Removes this value from the candidates, since an option has it.
    fn remove(&mut self, value: u32) {
        self.excluded |= bit(value);
        self.seen |= bit(value);
        if self.candidates & bit(value) != 0 { self.candidates &= !bit(value) } else { self.remove_largest() }
    }

    /// Restarts the examination of all options, for the least possible value if `wants_value`.
    fn restart(&mut self, options: &mut [OptionSum]) {
        let mut unsolved = 0;
        for option in options {
            option.is_counted = option.count == 0;
            if option.is_counted {
                self.seen |= bit(option.heap);
            } else {
                unsolved += 1;
            }
        }
        self.excluded |= self.seen;
        (self.candidates, self.count_at_last_bit) = least_missing(self.excluded, unsolved + 1);
        if self.wants_value {
            let least = !self.excluded & FULL_SET;
            self.wanted = least & least.wrapping_neg();
        }
        self.next = self.options;
        self.is_first_pass = true;
    }

    /// The least number that is not the value of an option; all options are solved.
    fn mex(&self, options: &[OptionSum]) -> u32 {
        let values =
            options.iter().map(|option| option.heap).chain((0..LAST_BIT).filter(|&value| self.seen & bit(value) != 0));
        mex(values.map(|value| Nimber(value.into()))).0 as u32
    }

    fn known(&self) -> Known {
        self.value.map_or(Known::Excluded(self.excluded), Known::Value)
    }
}
