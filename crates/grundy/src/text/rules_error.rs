//! The error of a game whose rules are data, with the place in the text of the rules.

use crate::limits::LimitHit;
use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// An error in the rules of a game: a message, the place in the text of the rules, and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// Description of the error, without a full stop.
    pub message: String,
    /// The place in the rules, if it is known.
    pub location: Option<Box<SourceLocation>>,
    /// Further facts, such as the position at which the rules failed.
    pub notes: Vec<String>,
    /// The next step for the user, without a full stop; may be empty.
    pub help: String,
    /// Whether a limit of the interpreter or of the run was exceeded.
    pub is_limit: bool,
    /// The exceeded bound of [`Limits`](crate::limits::Limits), if raising it may help.
    pub limit: Option<LimitHit>,
    /// Whether the name or the value of a parameter that the user set is wrong. If neither this nor a limit is the cause, the rules are wrong.
    pub is_invalid_parameter: bool,
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
        self.limit.as_ref().map(|hit| hit as &(dyn Error + 'static))
    }
}
