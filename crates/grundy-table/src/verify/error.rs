//! Errors of verifying a table.

use crate::TableError;
use grundy::PositionValue;
use grundy::limits::RunError;
use grundy::text::RulesError;
use grundy::value::Grundy;
use std::error::Error;
use std::fmt;

/// The reason why the verification of a table failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file cannot be read, or differs from what was written.
    Table(TableError),
    /// A row is wrong.
    Row(Box<RowFault>),
    /// A count in the metadata is wrong; the text says which.
    Count(String),
    /// The rules of the game failed. This says nothing about the table.
    Rules(Box<RulesError>),
    /// The run ended before all rows were checked: it reached a limit, or it was interrupted.
    Run(RunError),
}

/// The first row that is wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RowFault {
    /// The number of the row, from 0.
    pub row: u64,
    /// The position of the row, as text.
    pub position: String,
    /// The stored value of the position.
    pub stored: Option<PositionValue>,
    /// What is wrong with the row.
    pub wrong: String,
    /// The moves of the position, if they show the error.
    pub options: Vec<StoredOption>,
}

/// A move from the position of a wrong row, with its stored value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StoredOption {
    /// The move as text.
    pub text: String,
    /// The position that it leads to, as text.
    pub position: String,
    /// The stored value of that position; `None` if the table does not hold it.
    pub stored: Option<PositionValue>,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Row(row) => row.fmt(f),
            Self::Count(what) => f.write_str(what),
            Self::Rules(error) => error.fmt(f),
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl Error for VerifyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            Self::Rules(error) => Some(error),
            Self::Run(error) => Some(error),
            Self::Row(_) | Self::Count(_) => None,
        }
    }
}

impl std::error::Error for RowFault {}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, position, stored, wrong, options } = self;
        write!(f, "row {row}, position {position}, {}: {wrong}", describe(stored.as_ref()))?;
        for option in options {
            write!(f, "\n  {}: {}, {}", option.text, option.position, describe(option.stored.as_ref()))?;
        }
        Ok(())
    }
}

fn describe(value: Option<&PositionValue>) -> String {
    let Some(value) = value else { return "not stored".to_owned() };
    let mut text = format!("stored as {}", value.outcome);
    if let Some(r) = value.remoteness {
        text.push_str(&format!(" in {r}"));
    }
    if let grundy @ (Grundy::Finite(_) | Grundy::Large(_) | Grundy::Infinite(_)) = &value.grundy {
        text.push_str(&format!(", Grundy value {grundy}"));
    }
    text
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Rules(error) => Self::Rules(error),
            error => Self::Table(error),
        }
    }
}

impl From<RulesError> for VerifyError {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl From<RunError> for VerifyError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}
