//! The error of a game whose rules are data, with the place in the text of the rules.

use crate::limits::LimitHit;
use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// An error in the rules of a game: a message, the place in the text of the rules, and the next step.
///
/// ```
/// use grundy::text::{RulesError, RulesErrorKind};
/// let error = RulesError::new("`n` is no number").with_help("write digits").with_kind(RulesErrorKind::Parameter);
/// assert_eq!(error.to_string(), "`n` is no number; write digits");
/// assert!(!error.is_limit());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesError {
    /// Description of the error, without a full stop.
    pub message: String,
    /// The place in the rules, if it is known.
    pub location: Option<Box<SourceLocation>>,
    /// Further facts, such as the position at which the rules failed.
    pub notes: Vec<String>,
    /// The next step for the user, without a full stop; may be empty.
    pub help: String,
    /// What is at fault.
    pub kind: RulesErrorKind,
}

/// What is at fault when rules fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesErrorKind {
    /// The rules are wrong.
    #[default]
    Rules,
    /// The rules are wrong: positions that they declare equivalent differ. A check of the file may find more of them.
    Classes,
    /// The name or the value of a parameter that the user set is wrong.
    Parameter,
    /// A limit of the interpreter or of the run was exceeded, or the run was stopped. If raising a bound of
    /// [`Limits`](crate::limits::Limits) may help, this is that bound.
    Limit(Option<LimitHit>),
}

impl RulesError {
    /// Creates the error of rules that are wrong. The message has no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        let (notes, help) = (Vec::new(), String::new());
        Self { message: message.into(), location: None, notes, help, kind: RulesErrorKind::Rules }
    }

    /// Sets the next step for the user, without a full stop.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Sets the place in the rules.
    #[must_use]
    pub fn with_location(self, location: SourceLocation) -> Self {
        Self { location: Some(Box::new(location)), ..self }
    }

    /// Appends facts, such as the position at which the rules failed.
    #[must_use]
    pub fn with_notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// Sets what is at fault.
    #[must_use]
    pub fn with_kind(self, kind: RulesErrorKind) -> Self {
        Self { kind, ..self }
    }

    /// Returns whether a limit of the interpreter or of the run was exceeded, or the run was stopped.
    pub fn is_limit(&self) -> bool {
        matches!(self.kind, RulesErrorKind::Limit(_))
    }

    /// Returns the exceeded bound of [`Limits`](crate::limits::Limits), if raising it may help.
    pub fn limit(&self) -> Option<&LimitHit> {
        match &self.kind {
            RulesErrorKind::Limit(hit) => hit.as_ref(),
            _ => None,
        }
    }
}

/// A place in a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// Path of the file.
    pub path: String,
    /// The whole text of the file.
    pub source: Arc<str>,
    /// The byte range of the text that is wrong.
    pub at: Range<usize>,
}

impl SourceLocation {
    /// Returns line and column of the first byte, both from 1; the column counts characters.
    ///
    /// ```
    /// use grundy::text::SourceLocation;
    /// let location = SourceLocation { path: "a.star".into(), source: "ab\ncd".into(), at: 4..5 };
    /// assert_eq!(location.line_and_column(), (2, 2));
    /// ```
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.source.get(..self.at.start).unwrap_or(&self.source);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            let (line, column) = location.line_and_column();
            write!(f, "{}:{line}:{column}: ", location.path)?;
        }
        f.write_str(&self.message)?;
        self.notes
            .iter()
            .chain((!self.help.is_empty()).then_some(&self.help))
            .try_for_each(|note| write!(f, "; {note}"))
    }
}

impl Error for RulesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.limit().map(|hit| hit as &(dyn Error + 'static))
    }
}
