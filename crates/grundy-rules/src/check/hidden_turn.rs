//! Finds an item of the position that seems to say who moves, in a file without `turn`.

use super::Check;
use super::report::{Finding, Severity};
use crate::script::Callback;
use crate::{literal, position};
use grundy::text::{CountUnit, DynGame};

/// The items of a position that have alternated between two values at every move so far.
#[derive(Debug, Default)]
pub(super) struct HiddenTurn {
    /// `None` before the first move.
    items: Option<Vec<Alternating>>,
}

/// An item that has alternated between two values at every move so far.
#[derive(Debug)]
struct Alternating {
    /// The number of the item.
    index: usize,
    /// The two values, each as the bytes of a position. The first move led from the first to the second.
    values: [Box<[u8]>; 2],
    /// Whether a move led back from the second value to the first.
    is_back: bool,
}

impl HiddenTurn {
    /// Compares the items of a position with those of an option.
    pub(super) fn observe(&mut self, from: &[u8], to: &[u8]) {
        if self.items.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let (Some(from), Some(to)) = (position::items_of(from), position::items_of(to)) else {
            self.items = Some(Vec::new());
            return;
        };
        if from.len() != to.len() {
            self.items = Some(Vec::new());
            return;
        }
        let Some(items) = &mut self.items else {
            let changed = from.into_iter().zip(to).enumerate().filter(|(_, (from, to))| from != to);
            let first = |(index, (from, to))| Alternating { index, values: [from, to], is_back: false };
            self.items = Some(changed.map(first).collect());
            return;
        };
        items.retain_mut(|item| {
            let Some(pair) = from.get(item.index).zip(to.get(item.index)) else { return false };
            let [first, second] = &item.values;
            let is_back = pair == (second, first);
            item.is_back |= is_back;
            is_back || pair == (first, second)
        });
    }

    /// The first item that alternates, with its two values.
    fn found(&self) -> Option<(usize, [String; 2])> {
        let item = self.items.iter().flatten().find(|item| item.is_back)?;
        Some((item.index, item.values.each_ref().map(|value| literal::of_bytes(value))))
    }
}

impl Check<'_> {
    /// Whether moves are to be observed: the file has no `turn`, and its positions are not components of sums.
    pub(super) fn may_hide_turn(&self) -> bool {
        !self.game.script.defines(Callback::Turn) && self.game.info().count_unit != CountUnit::Components
    }

    /// Reports an item that alternates between two values.
    pub(super) fn report_hidden_turn(&mut self, hidden: &HiddenTurn) {
        let Some((index, [one, other])) = hidden.found() else { return };
        let message = format!(
            "`s[{index}]` changes between {one} and {other} at every move; if it says who moves, define `def turn(s): return \
             s[{index}]`; without it the Grundy values mean nothing"
        );
        self.findings.push(Finding { severity: Severity::Warning, message, position: None, error: None });
    }
}
