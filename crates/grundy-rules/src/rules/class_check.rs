//! Checks the symmetries of a rules file before any answer uses them.
//!
//! Wrong symmetries give wrong values, and nothing in a value shows it. So the positions nearest the starts are compared with their
//! canonical forms, and with their images under each of the file's `symmetries`: a position may be its own canonical form. The command `check`
//! compares more positions and reports every kind of difference.

use super::Rules;
use super::callbacks::{PositionArg, SumOfComponents};
use crate::script::{CallError, Session};
use crate::{literal, position};
use grundy::text::{Key, RulesError, RulesErrorKind};
use grundy::{Outcome, Player};
use std::collections::{BTreeSet, VecDeque};

/// The number of positions to compare.
const POSITIONS: usize = 300;

/// How a position differs from one that should be equivalent.
pub(crate) enum Difference {
    /// The canonical form is not its own canonical form.
    NotCanonical,
    /// One of the two has a move to this class, and the other has none.
    Moves {
        has: Box<[u8]>,
        lacks: Box<[u8]>,
        class: SumOfComponents,
    },
    Outcome,
    Player,
}

impl Difference {
    pub(crate) fn message(&self) -> &'static str {
        match self {
            Self::NotCanonical => "the canonical form of a canonical form is another position",
            Self::Moves { .. } => "equivalent positions have moves that are not equivalent",
            Self::Outcome => "equivalent positions end differently",
            Self::Player => "equivalent positions have different players to move",
        }
    }

    /// Names the positions that differ: `at` and `other`.
    pub(crate) fn note(&self, at: &[u8], other: &[u8]) -> String {
        match self {
            Self::Moves { has, lacks, class } => {
                let [has, lacks] = [has, lacks].map(|position| literal::of_bytes(position));
                let class = class.iter().map(|part| literal::of_bytes(part)).collect::<Vec<_>>().join(" + ");
                format!("{has} has a move to {class} or a position equivalent to it, and {lacks} has none")
            }
            Self::NotCanonical => {
                format!("{} and its canonical form {}", literal::of_bytes(at), literal::of_bytes(other))
            }
            Self::Outcome | Self::Player => format!("{} and {}", literal::of_bytes(at), literal::of_bytes(other)),
        }
    }
}

/// How a position differs from others of its class, with each other position.
type Differences = Vec<(Box<[u8]>, Difference)>;

/// The properties in which equivalent positions must agree.
struct Class {
    /// The options, each as a sum of canonical components.
    options: BTreeSet<SumOfComponents>,
    /// The outcome, if the position has no options.
    outcome: Option<Outcome>,
    player: Option<Player>,
}

impl Rules {
    /// Whether the file declares classes of equivalent positions.
    pub(crate) fn has_classes(&self) -> bool {
        self.group.is_some() || self.script.defines(crate::script::Callback::Canonical)
    }

    /// Fails if one of the positions nearest the starts is not equivalent to those of its class.
    pub(super) fn check_classes(&self) -> Result<(), RulesError> {
        if !self.has_classes() {
            return Ok(());
        }
        let found = self.class_error.get_or_init(|| self.find_difference());
        found.clone().map_or(Ok(()), Err)
    }

    /// What declares the classes.
    fn class_declaration(&self) -> &'static str {
        if self.group.is_some() { "symmetries" } else { "canonical" }
    }

    /// The error of rules that fail at a position which should be equivalent to `at`, or of a `canonical` that fails at `at`.
    pub(crate) fn failure_in_class(&self, at: &[u8], failed: CallError) -> RulesError {
        let mut error = self.error(failed);
        if self.script.session(|session| self.canonical_part(session, at).is_ok()) {
            let name = self.class_declaration();
            error.notes.push(format!("`{name}` makes it equivalent to {}", literal::of_bytes(at)));
        }
        error
    }

    pub(crate) fn class_error(&self, at: &[u8], other: &[u8], difference: &Difference) -> RulesError {
        let name = self.class_declaration();
        self.script
            .wrong(format!("`{name}`: {}", difference.message()), self.script.definition(name))
            .with_notes([difference.note(at, other)])
            .with_help(format!("without `{name}` the game is solved position by position"))
            .with_kind(RulesErrorKind::Classes)
    }

    /// Finds the first difference. The comparison ends at a position where the rules fail: a question that reaches it reports the failure.
    /// An image at which they fail is a difference.
    fn find_difference(&self) -> Option<RulesError> {
        let starts = || self.starts.iter().map(|Key(start)| start.clone());
        let mut seen: BTreeSet<Box<[u8]>> = starts().collect();
        let mut queue: VecDeque<Box<[u8]>> = starts().collect();
        for _ in 0..POSITIONS {
            let at = queue.pop_front()?;
            let options = self.script.session(|session| self.options_in(session, &at)).ok()?;
            match self.difference_at(&at) {
                Ok(None) => {}
                Ok(Some(error)) => return Some(error),
                Err(failed) => return failed,
            }
            for option in options {
                if seen.len() < POSITIONS && seen.insert(option.clone()) {
                    queue.push_back(option);
                }
            }
        }
        None
    }

    /// The first difference between a position, or a component of a sum, and its class. `Err`: the rules fail in its class, with the error if it is
    /// to be reported here.
    fn difference_at(&self, at: &[u8]) -> Result<Option<RulesError>, Option<RulesError>> {
        match self.differences(at) {
            // If a canonical form is not its own canonical form, solving takes longer, but no answer is wrong.
            Ok(differences) if differences.iter().all(|(_, found)| matches!(found, Difference::NotCanonical)) => {
                Ok(None)
            }
            Ok(differences) => Ok(differences.first().map(|(other, found)| self.class_error(at, other, found))),
            // If the rules fail at an equivalent position, report it here: solving may never reach that position. If `canonical` fails at
            // `at` itself, the caller that needs the class reports that.
            Err(failed) => {
                let has_class = self.script.session(|session| self.canonical_part(session, at).is_ok());
                Err(has_class.then(|| self.failure_in_class(at, failed)).filter(|error| !error.is_limit()))
            }
        }
    }

    /// Fails if a position is not equivalent to those of its class. If the rules fail at the position itself, whatever needs its moves reports that.
    pub(super) fn check_class_of(&self, at: &[u8]) -> Result<(), RulesError> {
        if !self.has_classes() {
            return Ok(());
        }
        for part in position::components(at) {
            if self.script.session(|session| self.class(session, &part).is_err()) {
                continue;
            }
            if let Ok(Some(error)) | Err(Some(error)) = self.difference_at(&part) {
                return Err(error);
            }
        }
        Ok(())
    }

    /// The options of a position; of a component, the components of its options.
    pub(super) fn options_in(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Vec<Box<[u8]>>, CallError> {
        if self.components.is_some() {
            return Ok(self.sums_as_returned(session, at)?.into_iter().flatten().collect());
        }
        self.row_in(session, at).map(|row| row.options)
    }

    /// Lists the differences between a position, or a component of a sum, and others of its class, each with the other position.
    pub(crate) fn differences(&self, at: &[u8]) -> Result<Differences, CallError> {
        self.script.session(|session| self.differences_in(session, at))
    }

    fn differences_in(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Differences, CallError> {
        let canonical = self.canonical_part(session, at)?;
        let mut others = self.group.as_ref().map_or_else(Vec::new, |group| group.images(at));
        if *canonical != *at && !others.contains(&canonical) {
            others.push(canonical.clone());
        }
        let mut found = Vec::new();
        if others.is_empty() {
            return Ok(found);
        }
        if self.canonical_part(session, &canonical)? != canonical {
            // Other differences would follow from this one, and be named wrongly.
            found.push((canonical.clone(), Difference::NotCanonical));
        }
        let ours = self.class(session, at)?;
        for other in others {
            let theirs = self.class(session, &other)?;
            if ours.player != theirs.player {
                found.push((other.clone(), Difference::Player));
            }
            if ours.outcome != theirs.outcome && ours.options.len() == theirs.options.len() {
                found.push((other.clone(), Difference::Outcome));
            }
            let lone = ours.options.difference(&theirs.options).map(|class| (at, &*other, class));
            let lone = lone.chain(theirs.options.difference(&ours.options).map(|class| (&*other, at, class))).next();
            if let Some((has, lacks, class)) = lone {
                let difference = Difference::Moves { has: has.into(), lacks: lacks.into(), class: class.clone() };
                found.push((other, difference));
            }
        }
        Ok(found)
    }

    fn class(&self, session: &mut Session<'_, '_>, at: &[u8]) -> Result<Class, CallError> {
        let position = PositionArg::Bytes(at);
        let value = position.value(session);
        let player = self.player_at(session, position, value, &mut Vec::new())?;
        let outcome = self.outcome_at(session, position, value)?;
        let options = if outcome.is_none() { self.sum_options(session, at)? } else { Vec::new() };
        let outcome = options.is_empty().then(|| outcome.unwrap_or(self.play.terminal_outcome()));
        Ok(Class { options: options.into_iter().collect(), outcome, player })
    }
}
