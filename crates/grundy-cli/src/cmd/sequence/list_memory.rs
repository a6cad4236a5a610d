//! Memory accounting for a list that must be complete before any of it is written.

use crate::fail::Failure;
use grundy::limits::{Bytes, Limits};

/// The memory of a list so far, checked against the limit of the run.
pub(super) struct ListMemory<'a> {
    limits: &'a Limits<'a>,
    /// The size of the rows so far, in bytes.
    bytes: u64,
    /// The number of rows so far.
    rows: u64,
}

impl<'a> ListMemory<'a> {
    /// Starts a list of the rows from `first` to `last`, each of at least `row` bytes.
    ///
    /// # Errors
    /// If the list does not fit in the memory of the run.
    pub(super) fn new(first: u64, last: u64, row: usize, limits: &'a Limits<'a>) -> Result<Self, Failure> {
        let rows = u128::from(last.saturating_sub(first)) + 1;
        let needed = u64::try_from(rows.saturating_mul(row as u128)).unwrap_or(u64::MAX);
        if needed > limits.max_memory() {
            return Err(too_many(&format!("{rows} rows take {} or more", Bytes(needed)), limits));
        }
        Ok(Self { limits, bytes: 0, rows: 0 })
    }

    /// Counts a row of `bytes` bytes.
    ///
    /// # Errors
    /// If the list no longer fits in the memory of the run.
    pub(super) fn add(&mut self, bytes: usize) -> Result<(), Failure> {
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(bytes as u64);
        if self.bytes > self.limits.max_memory() {
            return Err(too_many(&format!("the first {} rows take {}", self.rows, Bytes(self.bytes)), self.limits));
        }
        Ok(())
    }
}

fn too_many(what: &str, limits: &Limits<'_>) -> Failure {
    let limit = Bytes(limits.max_memory());
    Failure::Limit(format!(
        "this format needs all rows in memory: {what}, and {limit} are allowed; lower --to, raise --memory, or choose \
         --format csv or bfile, which write each row when it is found"
    ))
}
