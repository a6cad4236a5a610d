//! What goes wrong in a script, said to its author: where, at which position, and what to do.

use super::advice::advice;
use super::{Name, STEPS, Script};
use crate::position::NoPosition;
use grundy::text::{Place, RulesError};

/// What can go wrong in a call.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The interpreter stopped.
    Starlark(starlark::Error),
    /// What was returned is not what it should be.
    Returned(NoPosition),
    /// A bound of the program was passed.
    Limit(String),
}

impl From<NoPosition> for Fault {
    fn from(error: NoPosition) -> Self {
        Self::Returned(error)
    }
}

impl Fault {
    /// A value that is not what a function should return.
    pub(crate) fn returned(message: impl Into<String>, help: &'static str) -> Self {
        Self::Returned(NoPosition { message: message.into(), help })
    }
}

/// The interpreter's bounds in plain words, with what to do.
fn limit(message: &str) -> Option<(String, &'static str)> {
    if message.contains("ticks has been exceeded") {
        let message = format!("the rules took more than {STEPS} calls and rounds of loops");
        return Some((message, "look for a loop that is longer than it need be"));
    }
    if message.contains("Heap memory limit") {
        let message = "the rules took more memory than one call may".to_owned();
        return Some((message, "look for a list or a string that grows too long; a larger --memory may help"));
    }
    if message.contains("call stack overflow") {
        let message = "functions call one another too deep".to_owned();
        return Some((message, "look for a function that calls itself without end"));
    }
    None
}

impl Script {
    /// The trouble of a fault in a call, or in the file itself.
    pub(crate) fn said(&self, fault: Fault, call: Option<(Name, &[&[u8]])>) -> RulesError {
        let note = |trouble: RulesError| {
            let at = call.and_then(|(_, arguments)| arguments.first());
            let notes = at.map(|bytes| format!("at position {}", self.shown(bytes))).into_iter().collect();
            RulesError { notes, ..trouble }
        };
        match fault {
            Fault::Limit(message) => note(RulesError { is_limit: true, ..self.wrong(message, None) }),
            Fault::Returned(NoPosition { message, help }) => {
                let (name, arguments) = call.expect("what is returned is returned by a call");
                let at = self.last_statement(name, arguments).or_else(|| self.definition(name.as_str()));
                note(RulesError { help: help.to_owned(), ..self.wrong(format!("`{}`: {message}", name.as_str()), at) })
            }
            Fault::Starlark(error) => {
                // What is missing at the end of a file is missing after its last word.
                let last = self.source.trim_end().len();
                let place = error.span().filter(|span| span.filename() == self.path).map(|span| {
                    Box::new(Place {
                        path: self.path.clone(),
                        source: self.source.clone(),
                        at: (span.span.begin().get() as usize).min(last)..(span.span.end().get() as usize).min(last),
                    })
                });
                let text = error.without_diagnostic().to_string();
                let text = text.trim();
                let trouble = match limit(text) {
                    Some((message, help)) => {
                        RulesError { help: help.to_owned(), is_limit: true, ..self.wrong(message, None) }
                    }
                    None => {
                        let text = text.strip_prefix("fail:").map(str::trim).unwrap_or(text);
                        let help = advice(text).to_owned();
                        // A word of Python's that Starlark lacks was not misspelled.
                        let text =
                            if help.is_empty() { text } else { text.split(", did you mean").next().unwrap_or(text) };
                        RulesError {
                            help,
                            ..self.wrong(text.lines().next().unwrap_or(text).trim_end_matches('.'), None)
                        }
                    }
                };
                // A call that never began is one with other parameters than the contract's.
                let place = place.or_else(|| match (&trouble.place, call) {
                    (None, Some((name, _))) if !trouble.is_limit => {
                        self.wrong("", self.definition(name.as_str())).place
                    }
                    _ => None,
                });
                let where_to = match &place {
                    None if trouble.place.is_none() => format!("{}: {}", self.path, trouble.message),
                    _ => trouble.message.clone(),
                };
                note(RulesError { place, message: where_to, ..trouble })
            }
        }
    }

    /// A position as its text; as its literal, where the script's own text fails.
    fn shown(&self, bytes: &[u8]) -> String {
        crate::rules::text(self, bytes).unwrap_or_else(|_| crate::rules::literal(bytes))
    }
}
