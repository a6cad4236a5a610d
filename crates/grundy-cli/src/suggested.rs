//! A parser of any text, with values that shells offer to complete.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use grundy::Play;
use grundy::catalog::{self, ENTRIES};
use grundy::limits::Limits;
use grundy::text::Theory;
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

    /// Creates a parser of games, with those of heaps.
    pub(crate) const fn heap_game() -> Self {
        Self::new(|| with_theory(|_| true))
    }

    /// Creates a parser of games, with those of single heaps.
    pub(crate) const fn single_heap_game() -> Self {
        Self::new(|| with_theory(|theory| theory.least_heap().is_some()))
    }

    /// Creates a parser of games, with the take-and-break games.
    pub(crate) const fn take_and_break_game() -> Self {
        Self::new(|| with_theory(|theory| theory.take_and_break().is_some()))
    }
}

/// The games of the catalogue whose theory meets a condition.
fn with_theory(condition: fn(&dyn Theory) -> bool) -> Vec<&'static str> {
    let examples = ENTRIES.iter().filter_map(|entry| entry.example());
    let opened = |example| catalog::open(example, Play::Normal, &Limits::NONE).ok();
    examples
        .filter(|example| opened(example).is_some_and(|game| game.as_dyn().theory().is_some_and(condition)))
        .collect()
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
