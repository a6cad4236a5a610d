//! A list of JSON objects in memory.

use super::list_memory::ListMemory;
use crate::fail::Failure;
use grundy::limits::Limits;
use serde::Serialize;
use std::io::Write;

/// A list of JSON objects as text. It is completed before it is written, so that an error leaves no partial output.
pub(super) struct JsonList<'a> {
    text: Vec<u8>,
    memory: ListMemory<'a>,
}

impl<'a> JsonList<'a> {
    /// The minimum size of an object in bytes.
    const ROW: usize = 32;

    /// Creates an empty list for the rows from `first` to `last`.
    pub(super) fn new(first: u64, last: u64, limits: &'a Limits<'a>) -> Result<Self, Failure> {
        Ok(Self { text: Vec::new(), memory: ListMemory::new(first, last, Self::ROW, limits)? })
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        let before = self.text.len();
        if before > 0 {
            self.text.push(b',');
        }
        serde_json::to_writer(&mut self.text, row).expect("a row is JSON");
        // Twice, because the text grows by doubling.
        self.memory.add(2 * (self.text.len() - before))
    }

    /// Writes `object`, whose JSON is an object with fields, and the list as its last field.
    pub(super) fn write_last_in(
        &self,
        object: &impl Serialize,
        name: &str,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let object = serde_json::to_string(object)?;
        let fields = object.strip_suffix('}').unwrap_or(&object);
        write!(out, "{fields},\"{name}\":[")?;
        out.write_all(&self.text)?;
        writeln!(out, "]}}")
    }
}
