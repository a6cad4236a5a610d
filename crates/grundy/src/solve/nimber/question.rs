//! Questions about the value of a component, and their answers.

use super::numbers::Numbers;
use super::table::Known;
use super::value_set::contains;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The value.
    Value,
    /// The value, by those of all options: each value that has a bit of its own is excluded.
    LargeValue,
    /// Whether the value is `n`, which has a bit of its own, unless a number of this question reaches its limit before.
    Test { n: u32, limits: Numbers },
}

/// A question about a component whose value is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) component: u64,
    pub(super) goal: Goal,
    /// The values that the component is known not to have.
    pub(super) excluded: u64,
    /// Whether this is a part of the last question: it is about the same component.
    pub(super) is_part: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The value.
    Value(u32),
    /// The component has none of these values, and the tested one is among them.
    Excluded(u64),
    /// The numbers of a question that was left, since one has reached its limit.
    Open(Numbers),
}

impl Goal {
    /// The reply that follows from what is known of a component.
    pub(super) fn reply(self, known: Known) -> Option<Reply> {
        match (known, self) {
            (Known::Value(value), _) => Some(Reply::Value(value)),
            (Known::Excluded(set), Self::Test { n, .. }) if contains(set, n) => Some(Reply::Excluded(set)),
            _ => None,
        }
    }
}
