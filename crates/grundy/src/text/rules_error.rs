//! What a game says when its own rules fail it: rules that someone wrote may be wrong at any position.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Why a game cannot go on: what is wrong, where in the text of its rules, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// What is wrong, without a full stop.
    pub message: String,
    /// The place in the rules, where it is known.
    pub place: Option<Box<Place>>,
    /// What else there is to know, such as the position that it happened at.
    pub notes: Vec<String>,
    /// What to do next, without a full stop; may be empty.
    pub help: String,
    /// Whether a limit was hit; else the rules are wrong.
    pub is_limit: bool,
}

/// A place in a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: String,
    /// Its whole text.
    pub source: Arc<str>,
    /// The bytes that are meant.
    pub at: Range<usize>,
}

impl Place {
    /// Line and column of the first byte, both from 1; the column counts characters.
    ///
    /// ```
    /// use grundy::text::Place;
    /// let place = Place { path: "a.star".into(), source: "ab\ncd".into(), at: 4..5 };
    /// assert_eq!(place.line_and_column(), (2, 2));
    /// ```
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.source.get(..self.at.start).unwrap_or(&self.source);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            let (line, column) = place.line_and_column();
            write!(f, "{}:{line}:{column}: ", place.path)?;
        }
        f.write_str(&self.message)?;
        self.notes
            .iter()
            .chain((!self.help.is_empty()).then_some(&self.help))
            .try_for_each(|note| write!(f, "; {note}"))
    }
}

impl std::error::Error for RulesError {}
