//! Checks of one position: its text, its moves and their names, its class.

use super::Check;
use super::report::{Finding, Severity};
use crate::position;
use crate::rules::{Difference, Rules};
use crate::script::Callback;
use grundy::text::{CountUnit, DynGame, Key, RulesErrorKind};
use starlark::values::list::ListRef;

/// The number of options that are compared with one another.
const MAX_COMPARED_OPTIONS: usize = 100;

impl Check<'_> {
    /// Checks a position; `options` are its options before symmetries are applied.
    pub(super) fn check_position(&mut self, at: &Key, options: &[Key]) {
        let mut distinct: Vec<&Key> = options.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() < options.len() {
            self.find(Severity::Note, "moves that lead to the same position: they are one move", Some(at));
        }
        if self.game.returns_a_list_twice(&at.0) {
            let message = "`moves` gives the same list more than once: a list that is changed afterwards is changed everywhere; append `list(…)`, a list of its own";
            self.find(Severity::Warning, message, Some(at));
        }
        if options.contains(at) {
            self.find(Severity::Warning, "a move leads to the position itself", Some(at));
        }
        match self.game.to_text(at) {
            Err(error) => self.fail(error),
            // A wrong player to move makes `parse` fail too, and is reported itself.
            Ok(text) if self.game.check_player(&at.0, &text).is_ok() => self.check_parse(at, &text),
            Ok(_) => {}
        }
        if let Err(error) = self.game.picture(at)
            && self.seen.insert("show")
        {
            self.fail(error);
        }
        if self.game.script.defines(Callback::Label) {
            self.check_labels(at);
        }
        self.check_class(at);
    }

    /// Reports a position that its own text does not give back.
    fn check_parse(&mut self, at: &Key, text: &str) {
        let why = match self.game.parse(text) {
            Ok(read) if read == *at => return,
            _ if self.game.info().count_unit == CountUnit::Components && text.contains(" + ") => {
                "in a file with `Sum`, ` + ` separates components, and the text of one must not contain it".to_owned()
            }
            Ok(read) => format!("it gives {}", self.game.literal(&read)),
            Err(error) => error.message,
        };
        let message = "`parse` of the text of a position does not give that position";
        if self.seen.insert(message) {
            let script = &self.game.script;
            let error = script
                .wrong(format!("{message}: {why}"), script.definition(Callback::Parse.as_str()))
                .with_notes([format!("the text of {} is `{text}`", self.game.literal(at))]);
            self.findings.push(Finding::of(error));
        }
    }

    /// Reports two moves with the same name.
    fn check_labels(&mut self, at: &Key) {
        match self.game.has_equal_labels(at) {
            Ok(true) => self.find(Severity::Warning, "`label` gives two moves the same name", Some(at)),
            Ok(false) => {}
            Err(error) if self.seen.insert("label") => self.fail(error),
            Err(_) => {}
        }
    }

    /// Reports equivalent positions that differ in their moves, terminal value or player to move.
    fn check_class(&mut self, at: &Key) {
        match self.game.differences(&at.0) {
            Err(failed) => self.fail(self.game.failure_in_class(&at.0, failed)),
            Ok(differences) => {
                let is_canonical = !differences.iter().any(|(_, found)| matches!(found, Difference::NotCanonical));
                for (other, found) in differences {
                    // A wrong canonical form causes further differences: report only the cause.
                    let is_cause = is_canonical || matches!(found, Difference::NotCanonical);
                    if is_cause && self.seen.insert(found.message()) {
                        let error = self.game.class_error(&at.0, &other, &found).with_kind(RulesErrorKind::Rules);
                        self.findings.push(Finding::of(error));
                    }
                }
            }
        }
    }
}

impl Rules {
    /// Whether `moves` returns one list object as two options, which is more than two equal lists.
    fn returns_a_list_twice(&self, at: &[u8]) -> bool {
        self.script.session(|session| {
            let value = session.decode(at);
            let Ok(moves) = session.call(Callback::Moves, &[value]) else { return false };
            let options = position::items(moves).unwrap_or_default();
            let lists: Vec<_> = options
                .iter()
                .filter(|option| ListRef::from_value(**option).is_some())
                .take(MAX_COMPARED_OPTIONS)
                .collect();
            lists.iter().enumerate().any(|(i, list)| lists[..i].iter().any(|other| list.ptr_eq(**other)))
        })
    }

    /// Whether `outcome` says nothing about a position.
    pub(super) fn is_without_outcome(&self, at: &[u8]) -> bool {
        self.row(at).is_ok_and(|row| row.outcome.is_none())
    }

    /// The items to explore among options: the options themselves, or in a file with sums their distinct components.
    pub(super) fn items_to_explore(&self, mut options: Vec<Key>) -> Vec<Key> {
        if self.info().count_unit == CountUnit::Components {
            options = options.iter().flat_map(|sum| position::components(&sum.0)).map(Key).collect();
            options.sort_unstable();
            options.dedup();
        }
        options
    }
}
