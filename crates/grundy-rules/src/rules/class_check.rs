//! Checks that positions that a file declares equivalent are equivalent, before any answer depends on it.
//!
//! A value does not show that the symmetries it was found by are wrong. So the positions nearest the starts are compared with
//! their canonical forms. The check of a whole file compares more of them and reports every kind of fault.

use super::Rules;
use super::callbacks::Row;
use crate::literal;
use crate::script::{CallError, Session};
use grundy::text::{Key, RulesError};
use std::collections::{BTreeSet, VecDeque};

/// Positions that are compared.
const POSITIONS: usize = 300;

/// How a position differs from its canonical form: the message, and the positions.
type Difference = (String, String);

impl Rules {
    /// Whether the file declares classes of equivalent positions.
    pub(crate) fn has_classes(&self) -> bool {
        self.group.is_some() || self.script.has(crate::script::Callback::Canonical)
    }

    /// Fails if one of the positions nearest the starts is not equivalent to its canonical form.
    pub(super) fn check_classes(&self) -> Result<(), RulesError> {
        if !self.has_classes() || self.components.is_some() {
            return Ok(());
        }
        let found = self.class_error.get_or_init(|| self.find_difference().map(|found| self.class_error(found)));
        found.clone().map_or(Ok(()), Err)
    }

    fn class_error(&self, (message, note): Difference) -> RulesError {
        let name = if self.group.is_some() { "symmetries" } else { "canonical" };
        RulesError {
            notes: vec![note],
            help: format!(
                "a check of the file compares more positions; without `{name}` the game is solved position by position"
            ),
            ..self.script.wrong(format!("`{name}`: {message}"), self.script.definition(name))
        }
    }

    /// The first difference. A position at which the rules fail ends the comparison: a question that reaches it fails by itself.
    fn find_difference(&self) -> Option<Difference> {
        let starts = || self.starts.iter().map(|Key(start)| start.clone());
        let mut seen: BTreeSet<Box<[u8]>> = starts().collect();
        let mut queue: VecDeque<Box<[u8]>> = starts().collect();
        for _ in 0..POSITIONS {
            let at = queue.pop_front()?;
            let compared = self.script.session(|session| {
                let row = self.row_in(session, &at)?;
                let difference = self.difference(session, &at, &row)?;
                Ok::<_, CallError>((row, difference))
            });
            let (row, difference) = compared.ok()?;
            if difference.is_some() {
                return difference;
            }
            for option in row.options {
                if seen.len() < POSITIONS && seen.insert(option.clone()) {
                    queue.push_back(option);
                }
            }
        }
        None
    }

    /// How a position differs from its canonical form.
    fn difference(&self, session: &mut Session<'_, '_>, at: &[u8], row: &Row) -> Result<Option<Difference>, CallError> {
        let canonical = self.canonical_part(session, at)?;
        if *canonical == *at {
            return Ok(None);
        }
        let other = self.row_in(session, &canonical)?;
        let both = format!("{} and {}", literal::of_bytes(at), literal::of_bytes(&canonical));
        if row.player != other.player || row.outcome != other.outcome {
            let what = if row.player == other.player { "end differently" } else { "have different players to move" };
            return Ok(Some((format!("equivalent positions {what}"), format!("at positions {both}"))));
        }
        let mut classes = |row: &Row| -> Result<BTreeSet<Box<[u8]>>, CallError> {
            row.options.iter().map(|option| self.canonical_part(session, option)).collect()
        };
        let (ours, theirs) = (classes(row)?, classes(&other)?);
        let lone = ours.difference(&theirs).map(|class| (at, &*canonical, class));
        let lone = lone.chain(theirs.difference(&ours).map(|class| (&*canonical, at, class))).next();
        Ok(lone.map(|(has, lacks, class)| {
            let [has, lacks, class] = [has, lacks, class].map(literal::of_bytes);
            let note = format!("{has} has a move to {class} or a position equivalent to it, and {lacks} has none");
            ("equivalent positions have moves that are not equivalent".to_owned(), note)
        }))
    }
}
