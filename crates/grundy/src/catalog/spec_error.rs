//! The error of parsing the text of a game.

use crate::text::ParseError;
use std::fmt;
use std::ops::Range;

/// Why a text does not describe a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// No game has this name.
    UnknownGame(UnknownGame),
    /// Parameters are missing or not allowed, or a sum has an empty summand.
    Text(ParseError),
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The byte range of the name.
    pub at: Range<usize>,
    /// The name.
    pub name: String,
    /// A guess at the intended name.
    pub hint: NameHint,
}

/// A guess at the intended game, for a name that no game has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameHint {
    /// Nothing is similar.
    None,
    /// A name with similar spelling.
    Nearest(&'static str),
    /// A game followed by a position: the name of the game.
    PositionFollows(String),
    /// A graph file, which is opened by `graph:PATH`.
    GraphFile,
}

impl SpecError {
    /// Returns the byte range of the text that is wrong.
    pub fn at(&self) -> Range<usize> {
        match self {
            Self::UnknownGame(unknown) => unknown.at.clone(),
            Self::Text(error) => error.at.clone(),
        }
    }

    /// This error with its byte ranges moved by `offset`, for a game inside a longer text.
    pub(super) fn with_offset(self, offset: usize) -> Self {
        let shift = |at: Range<usize>| at.start + offset..at.end + offset;
        match self {
            Self::UnknownGame(unknown) => Self::UnknownGame(UnknownGame { at: shift(unknown.at), ..unknown }),
            Self::Text(error) => Self::Text(ParseError { at: shift(error.at), ..error }),
        }
    }
}

impl std::error::Error for UnknownGame {}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            return f.write_str("the name of a game is missing");
        }
        write!(f, "there is no game called `{}`", self.name)?;
        match &self.hint {
            NameHint::None => Ok(()),
            NameHint::Nearest(near) => write!(f, "; did you mean `{near}`?"),
            NameHint::PositionFollows(game) => {
                write!(f, "; `{game}` is a game, and its position is given apart from it")
            }
            NameHint::GraphFile => write!(f, "; a graph file is opened by `graph:{}`", self.name),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(unknown) => unknown.fmt(f),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SpecError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::UnknownGame(unknown) => Some(unknown),
            Self::Text(error) => Some(error),
        }
    }
}

impl From<ParseError> for SpecError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}
