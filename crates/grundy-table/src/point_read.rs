//! Reads one row of a table: for each column, the page that holds the row, and in that page the one value.
//!
//! The Parquet reader decodes all values of a page before it skips any, and creates a decompressor for each column and read. Here a page
//! is decompressed and only the value at its place is read; pages and blocks are cached for the next read. [`Table::rows`] decodes whole
//! pages with the same functions, so verification covers what a lookup reads.

use crate::cells::{Cells, entry};
use crate::delta_binary_packed::find_ascending;
use crate::loopy::Sets;
use crate::page::{DELTA_BINARY_PACKED, PLAIN, Page, text_ends};
use crate::{Table, TableError};
use bytes::Bytes;
use grundy::value::{Nimber, Remoteness, Verdict};

/// The error for a page that is not encoded as `docs/table-format.md` describes.
pub(crate) fn undecodable(column: usize, first: u64) -> TableError {
    TableError::damaged("its structure", format!("the page of row {first} in column {column} cannot be decoded"))
}

/// The verdict of a row with this word and remoteness; `None` if they contradict each other.
pub(crate) fn verdict_of(word: &[u8], remoteness: Option<u32>) -> Option<Verdict> {
    match (word, remoteness) {
        (b"win", Some(r)) => Some(Verdict::Win(Remoteness(r))),
        (b"loss", Some(r)) => Some(Verdict::Loss(Remoteness(r))),
        (b"draw", None) => Some(Verdict::Draw),
        _ => None,
    }
}

/// The error for a row whose value and remoteness contradict each other.
pub(crate) fn contradiction(row: u64) -> TableError {
    TableError::damaged(format!("row {row}"), "value and remoteness do not go together")
}

/// The error for a row whose set is not ascending.
pub(crate) fn wrong_set(row: u64) -> TableError {
    TableError::damaged(format!("row {row}"), "its set of Grundy values is not ascending")
}

/// The place of a text in its page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FoundText {
    /// The first row of the page.
    first: u64,
    row: u64,
    /// Where the text and its length begin.
    at: usize,
}

/// The set K of a value ∞(K), and the stage of a finite value; each `None` if there is none.
type SetAndStage = (Option<Box<[Nimber]>>, Option<u32>);

impl Table {
    /// The value and the Grundy value of a row.
    pub(crate) fn read_row(&self, row: u64) -> Result<(Verdict, Option<Nimber>), TableError> {
        let column = self.value_column();
        let word = self.read_value(row, column, false, 0)?.ok_or_else(|| undecodable(column, row))?;
        let remoteness = self.read_value(row, column + 1, true, 4)?;
        let grundy = self.read_value(row, column + 2, true, 8)?;
        let number = |bytes: Bytes| bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        // A remoteness is never negative.
        let remoteness = remoteness.map(|bytes| i32::try_from(number(bytes)).map(i32::cast_unsigned)).transpose();
        let verdict = remoteness.ok().and_then(|remoteness| verdict_of(&word, remoteness));
        Ok((verdict.ok_or_else(|| contradiction(row))?, grundy.map(|bytes| Nimber(number(bytes)))))
    }

    /// The set K of the Grundy value ∞(K) of a row, and the stage of its finite value, in a table with stages.
    pub(crate) fn read_set_and_stage(&self, row: u64) -> Result<SetAndStage, TableError> {
        let mut column = self.value_column() + 3;
        let mut set = None;
        if self.header().has_infinite_values {
            let (location, at, rows) = self.page_location(row, column)?;
            let page = self.page_cache.page(&self.source, location.start, location.length)?;
            let sets = Sets::of(&page, rows).ok_or_else(|| undecodable(column, row))?;
            set = sets.get(at).ok_or_else(|| wrong_set(row))?;
            column += 1;
        }
        let stage = self.read_value(row, column, true, 4)?;
        let stage = stage.and_then(|bytes| bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes)));
        Ok((set, stage))
    }

    /// The index of the column of values. The columns of remoteness and Grundy values follow it.
    pub(crate) fn value_column(&self) -> usize {
        usize::from(!self.header().is_dense)
    }

    /// Finds the row with this text in the page that begins with row `first`, beginning with the row that was found last.
    pub(crate) fn find_text(&self, first: u64, text: &str, last: &mut FoundText) -> Result<Option<u64>, TableError> {
        let (page, _) = self.page_of(first, 0)?;
        if page.header.encoding != PLAIN {
            return Err(undecodable(0, first));
        }
        let start = FoundText { first, row: first, at: 0 };
        let begin = if last.first == first { *last } else { start };
        // The texts of a page are in ascending order, but not all searches are.
        let rows_after = (page.header.values as u64).checked_sub(begin.row - first);
        let rows_after = rows_after.ok_or_else(|| undecodable(0, first))?;
        for (begin, rows) in [(begin, rows_after), (start, begin.row - first)] {
            let rest = page.body.get(begin.at..).ok_or_else(|| undecodable(0, first))?;
            let mut ends = text_ends(rest);
            let mut at = begin.at;
            for row in (begin.row..).take(rows as usize) {
                let end = begin.at + ends.next().flatten().ok_or_else(|| undecodable(0, first))?;
                if page.body[at + 4..end] == *text.as_bytes() {
                    *last = FoundText { first, row, at };
                    return Ok(Some(row));
                }
                at = end;
            }
        }
        Ok(None)
    }

    /// Finds the row with this number in the page that begins with row `first`.
    pub(crate) fn find_number(&self, first: u64, number: u32) -> Result<Option<u64>, TableError> {
        let (page, _) = self.page_of(first, 0)?;
        let is_delta = page.header.encoding == DELTA_BINARY_PACKED;
        let found = is_delta.then(|| find_ascending(&page.body, page.header.values, number)).flatten();
        Ok(found.ok_or_else(|| undecodable(0, first))?.map(|at| first + at))
    }

    /// The bytes of a value of `size` bytes, or of a text if `size` is 0; `None` for a null.
    fn read_value(&self, row: u64, column: usize, is_optional: bool, size: usize) -> Result<Option<Bytes>, TableError> {
        let (page, at) = self.page_of(row, column)?;
        let wrong = || undecodable(column, row);
        let cells = Cells::of(&page, is_optional).ok_or_else(wrong)?;
        let Some(index) = cells.get(at).ok_or_else(wrong)? else { return Ok(None) };
        let values = if cells.are_in_dictionary() {
            self.dictionary(row, column, size)?.body
        } else {
            page.body.slice(cells.values_at()..)
        };
        entry(&values, index, size).map(Some).ok_or_else(wrong)
    }

    /// The data page of a column that holds a row, and the index of the row in the page.
    fn page_of(&self, row: u64, column: usize) -> Result<(Page, usize), TableError> {
        let (location, at, rows) = self.page_location(row, column)?;
        let page = self.page_cache.page(&self.source, location.start, location.length)?;
        Ok((page.of_data(rows).ok_or_else(|| undecodable(column, row))?, at))
    }

    /// The dictionary of the column chunk that holds a row.
    fn dictionary(&self, row: u64, column: usize, size: usize) -> Result<Page, TableError> {
        let wrong = || undecodable(column, row);
        let location = self.dictionary_location(row, column).ok_or_else(wrong)?;
        let page = self.page_cache.page(&self.source, location.start, location.length)?;
        page.of_dictionary(size).ok_or_else(wrong)
    }
}
