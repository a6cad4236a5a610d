//! A question with the state of its search.
//!
//! A test for the value *n* has an *item* for each option, and one for each smaller value that the component may have: the component itself,
//! with a heap that makes the sum *n* if it has this value. If an item has the value *n*, the component has not; if no item has it, the
//! component has it. So the disproof number of the component is the least proof number of an item. Its proof number is the largest disproof
//! number of an item, plus one for each other item that is not disproved: since components are reached in many ways, the sum of all would count
//! the same effort many times (Ueda, Hashimoto, Hashimoto and Iida 2008, "Weak proof-number search").

use super::NimberSearch;
use super::proof_numbers::ProofNumbers;
use super::question::{Question, Reply};
use super::table::ComponentFacts;
use super::value_set::{bit, contains};

/// A question with the state of its search.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) question: Question,
    /// The index of its first item.
    pub(super) first_item: usize,
    /// The index of its first item that stands for a smaller value.
    pub(super) first_smaller: usize,
    /// The index of the first component of its items.
    pub(super) first_component: usize,
    /// The index of the item that is examined.
    pub(super) chosen: usize,
    /// The number of components that the thread had expanded when the question was opened.
    pub(super) expansions: u64,
    /// The value, once it is proved.
    pub(super) value: Option<u32>,
}

/// An option, or the component itself with a heap: its unsolved components, and a heap that includes the values of the solved ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) heap: u32,
    /// The index of its first component; the hardest component comes first.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) numbers: ProofNumbers,
}

/// What the search does next.
pub(super) enum Step {
    /// Another question has to be answered first.
    Open(Question),
    /// The question on top of the stack is answered.
    Answered(Reply),
}

impl Frame {
    /// Excludes the value of an option without unsolved components: the heap of its item.
    pub(super) fn exclude_value(&mut self, item: &mut Item, n: u32) {
        debug_assert_eq!(item.count, 0, "an option without unsolved components");
        self.question.excluded |= bit(item.heap);
        item.numbers = ProofNumbers::DISPROVED;
        debug_assert!(item.heap != n || contains(self.question.excluded, n), "the tested value has a bit");
    }
}

/// Adds the values of solved components of an item to its heap. Returns its easiest component that is not solved, and the values that this
/// one is known not to have.
pub(super) fn easiest_unsolved(item: &mut Item, components: &[u64], search: &NimberSearch<'_>) -> Option<(u64, u64)> {
    loop {
        let last = item.count.checked_sub(1)?;
        let component = components[(item.first + last) as usize];
        match search.table.get(component) {
            ComponentFacts::Value(value) => {
                item.heap ^= value;
                item.count = last;
            }
            ComponentFacts::Excluded(set) => return Some((component, set)),
        }
    }
}
