//! Why a table has no answer.

use crate::failure::Failure;
use grundy::answer::StoreError;
use grundy::solver::SolveError;
use grundy_table::{Table, TableError};
use serde_json::json;
use std::fmt;

/// A question to a table without an answer.
pub(crate) fn from_table(name: &str, error: &SolveError) -> Failure {
    match error {
        SolveError::Store(error) => unreadable(name, error),
        error => Failure::ask(error),
    }
}

/// A table that could not be read at a position: it is damaged, or the rules of its game failed.
pub(crate) fn unreadable(name: &str, error: &StoreError) -> Failure {
    match error.source.as_deref().and_then(|source| source.downcast_ref::<TableError>()) {
        Some(TableError::Rules(error)) => Failure::rules(error),
        _ => unread(name, error),
    }
}

/// A table that cannot be read.
pub(crate) fn unread(name: &str, error: &dyn fmt::Display) -> Failure {
    let help = "whoever runs the server can restore the table from a copy, or build it again";
    Failure::new(503, format!("{name}: {error}"), help)
}

/// A position that is not in a table.
pub(crate) fn absent(name: &str, table: &Table, asked: &str) -> Failure {
    let help = match &table.header().start {
        Some(start) => format!("it holds what can be reached from {start}"),
        None => "ask for another position".to_owned(),
    };
    Failure::new(404, format!("`{asked}` is not in {name}"), help).with("parameter", json!("position"))
}
