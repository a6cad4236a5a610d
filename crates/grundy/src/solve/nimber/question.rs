//! Questions about the value of a component, and their answers.

use super::proof_numbers::ProofNumbers;
use super::table::ComponentFacts;
use super::value_set::contains;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The value.
    Value,
    /// The value, which is 55 or more: all smaller values are excluded. It follows from the values of all options.
    LargeValue,
    /// Whether the value is `n`, which is below 55. The question is left when its proof number or its disproof number reaches its threshold.
    Test { n: u32, thresholds: ProofNumbers },
}

/// A question about a component whose value is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) component: u64,
    pub(super) goal: Goal,
    /// The values that the component is known not to have.
    pub(super) excluded: u64,
    /// Whether the question below it on the stack is about the same component.
    pub(super) is_same_component: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The value.
    Value(u32),
    /// The component has none of these values, and the tested one is among them.
    Excluded(u64),
    /// The numbers of a question that was left because one reached its threshold.
    Unanswered(ProofNumbers),
}

impl Goal {
    /// The reply that follows from what is known of a component.
    pub(super) fn reply(self, known: ComponentFacts) -> Option<Reply> {
        match (known, self) {
            (ComponentFacts::Value(value), _) => Some(Reply::Value(value)),
            (ComponentFacts::Excluded(set), Self::Test { n, .. }) if contains(set, n) => Some(Reply::Excluded(set)),
            _ => None,
        }
    }
}
