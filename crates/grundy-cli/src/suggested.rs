//! A parser of any text, with values that shells offer to complete.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use grundy::catalog::ENTRIES;
use std::ffi::OsStr;

/// The parser. Its argument should hide the values in its help, since others are as good.
#[derive(Clone)]
pub(crate) struct Suggested {
    values: fn() -> Vec<&'static str>,
}

impl Suggested {
    /// Creates a parser with these values.
    pub(crate) const fn new(values: fn() -> Vec<&'static str>) -> Self {
        Self { values }
    }

    /// Creates a parser of games, with each game of the catalogue. Parameters are those of its example.
    pub(crate) const fn game() -> Self {
        Self::new(|| ENTRIES.iter().filter_map(|entry| entry.example()).collect())
    }
}

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter().map(PossibleValue::new)))
    }
}
