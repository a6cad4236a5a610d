//! Turns faults of a script into errors for its author: where, at which position, and what to do.

use super::hints::hint;
use super::{Callback, MAX_MEMORY, MAX_STEPS, Script};
use crate::literal;
use crate::position::PositionError;
use grundy::limits::LimitHit;
use grundy::text::{RulesError, RulesErrorKind};
use std::ops::Range;

/// The longest text of a position in an error, in characters.
const MAX_TEXT: usize = 500;

/// The message for what the interpreter calls `Immutable`.
const IMMUTABLE: &str = "a position cannot be changed, nor can a value that is defined at the top of the file";

/// The ways in which a call can fail.
#[derive(Debug)]
pub(crate) enum CallFault {
    /// The interpreter stopped with an error.
    Starlark(starlark::Error),
    /// The return value is not what the callback should return.
    Returned(PositionError),
    /// A limit of the run was exceeded.
    Limit { message: String, hit: LimitHit },
    /// The run was stopped before the call.
    Stopped,
}

impl From<PositionError> for CallFault {
    fn from(error: PositionError) -> Self {
        Self::Returned(error)
    }
}

impl CallFault {
    /// The fault of a callback whose return value is wrong.
    pub(crate) fn wrong_return(message: impl Into<String>, help: &'static str) -> Self {
        Self::Returned(PositionError { message: message.into(), help })
    }
}

/// A call that failed, with its arguments.
#[derive(Debug)]
pub(crate) struct CallError {
    callback: Callback,
    /// The positions that it was called with.
    arguments: Vec<Box<[u8]>>,
    fault: CallFault,
}

impl CallError {
    pub(crate) fn new(callback: Callback, arguments: &[&[u8]], fault: CallFault) -> Self {
        Self { callback, arguments: arguments.iter().map(|bytes| Box::from(*bytes)).collect(), fault }
    }

    /// Whether the run needed more positions or more memory than it allows.
    pub(crate) fn is_run_limit(&self) -> bool {
        matches!(self.fault, CallFault::Limit { hit: LimitHit::Positions { .. } | LimitHit::Memory { .. }, .. })
    }
}

impl Script {
    /// The error for a file that cannot be loaded.
    pub(crate) fn load_error(&self, error: starlark::Error) -> RulesError {
        self.starlark_error(error, None)
    }

    /// The error for a call that failed.
    pub(crate) fn call_error(&self, CallError { callback, arguments, fault }: CallError) -> RulesError {
        let error = match fault {
            CallFault::Limit { message, hit } => self.wrong(message, None).with_kind(RulesErrorKind::Limit(Some(hit))),
            CallFault::Returned(PositionError { message, help }) => {
                let at = self.last_statement(callback, &arguments).or_else(|| self.definition(callback.as_str()));
                self.wrong(format!("`{}`: {message}", callback.as_str()), at).with_help(help)
            }
            CallFault::Starlark(error) => self.starlark_error(error, Some(callback)),
            CallFault::Stopped => self.wrong("the run was stopped", None).with_kind(RulesErrorKind::Limit(None)),
        };
        let notes = arguments.first().map(|bytes| {
            // The literal stands in where the script's own `text` fails.
            let mut text = self.text(bytes).unwrap_or_else(|_| literal::of_bytes(bytes));
            // The text of a position may be of any length.
            if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
                text.replace_range(end.., "…");
            }
            format!("at position {text}")
        });
        error.with_notes(notes)
    }

    /// The error for a failure of the interpreter, in a call or while the file was loaded.
    fn starlark_error(&self, error: starlark::Error, callback: Option<Callback>) -> RulesError {
        // An error at the end of the file is shown at its last word.
        let last = self.source.trim_end().len();
        let span = error.span().filter(|span| span.filename() == self.path);
        let at = span.map(|span| (span.span.begin().get() as usize, span.span.end().get() as usize));
        let at = at.map(|(start, end)| start.min(last)..end.min(last));
        let text = error.without_diagnostic().to_string();
        let text = text.trim();
        // The parser points at the end of the line before the tab.
        let tab = at.as_ref().filter(|_| text.contains("tabs are not allowed")).map(|at| at.start);
        let tab = tab.and_then(|start| Some(start + self.source.get(start..)?.find('\t')?));
        // And at the end of the line before one that is indented wrongly.
        let indented = at.as_ref().filter(|_| text.contains("incorrect indentation")).map(|at| at.start);
        let indented = indented.and_then(|start| self.next_statement(start));
        let at = tab.map(|tab| tab..tab + 1).or(indented).or(at);
        let error = self.limit_error(text).unwrap_or_else(|| {
            let text = text.strip_prefix("fail:").map_or(text, str::trim);
            let help = hint(text).to_owned();
            // A name that Python has and Starlark lacks is not a spelling mistake.
            let text = if help.is_empty() { text } else { text.split(", did you mean").next().unwrap_or(text) };
            let text = match text {
                "Immutable" => IMMUTABLE,
                // The rest names a parameter of the interpreter's own.
                _ if text.starts_with("Error unpacking value for parameter") => {
                    "a value does not fit a parameter of a builtin"
                }
                text => text,
            };
            self.wrong(text.lines().next().unwrap_or(text).trim_end_matches('.'), None).with_help(help)
        });
        // An error without a location means that the call never began: the callback has the wrong number of parameters.
        let never_began = callback.filter(|_| at.is_none() && !error.is_limit());
        let has_other_parameters = ["Found ", "Missing parameter"].iter().any(|start| error.message.starts_with(start));
        let mut error = match never_began {
            Some(callback) if has_other_parameters => error.with_help(format!("write `{}`", callback.signature())),
            _ => error,
        };
        match at.or_else(|| self.definition(never_began?.as_str())) {
            Some(at) => error.with_location(self.location(at)),
            None => {
                error.message = format!("{}: {}", self.path, error.message);
                error
            }
        }
    }

    /// The next statement after the line of the byte `start`, up to the end of its line.
    fn next_statement(&self, start: usize) -> Option<Range<usize>> {
        let mut line = start + self.source.get(start..)?.find('\n')? + 1;
        for text in self.source[line..].split_inclusive('\n') {
            let statement = text.trim();
            if !statement.is_empty() && !statement.starts_with('#') {
                let first = line + (text.len() - text.trim_start().len());
                return Some(first..first + statement.len());
            }
            line += text.len();
        }
        None
    }

    /// The error for a message of the interpreter about one of its limits.
    fn limit_error(&self, message: &str) -> Option<RulesError> {
        let (message, help, limit) = if message.contains("ticks has been exceeded") {
            let message = format!("the rules took more than {MAX_STEPS} calls and rounds of loops");
            (message, "look for a loop with too many rounds", None)
        } else if message.contains("Heap memory limit") {
            let message = "one call of the rules took more memory than it may".to_owned();
            let limit = self.memory as u64;
            let hit = (limit < MAX_MEMORY).then(|| LimitHit::Memory { limit, needed: limit + 1 });
            (message, "look for a list or a string that grows too long", hit)
        } else if message.contains("call stack overflow") {
            let message = format!("functions call one another more than {} deep", super::MAX_CALL_DEPTH);
            (message, "look for a function that calls itself without end", None)
        } else {
            return None;
        };
        Some(self.wrong(message, None).with_help(help).with_kind(RulesErrorKind::Limit(limit)))
    }
}
