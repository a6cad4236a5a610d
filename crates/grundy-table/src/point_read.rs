//! Reads one row of a table: of each column the page that holds it, and of that page the one value.
//!
//! The Parquet reader decodes all values of a page before it skips any, and makes a decompressor for each column and read. Here a page is
//! decompressed and the value is read at its place; pages and blocks are cached for the next read. A page that is encoded otherwise than
//! this crate encodes it is left to the Parquet reader.

use crate::delta_binary_packed::find_ascending;
use crate::page::{DELTA_BINARY_PACKED, PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY};
use crate::page_cache::Page;
use crate::rle_bitpacked::decode_at;
use crate::{Table, TableError};
use bytes::Bytes;
use grundy::value::{Nimber, Remoteness, Verdict};

/// A row group, and the index of a row in it.
#[derive(Clone, Copy)]
struct RowInGroup {
    group: usize,
    row: u64,
}

/// Where a data page has the value of a row.
enum Cell {
    Null,
    /// Entry `index` of the dictionary of the column chunk.
    InDictionary {
        index: usize,
    },
    /// Value `index` of those that begin at byte `start` of the page.
    InPage {
        start: usize,
        index: usize,
    },
}

impl Table {
    /// The value and the Grundy value of a row.
    pub(crate) fn read_row(&self, row: u64) -> Result<(Verdict, Option<Nimber>), TableError> {
        if let Some(found) = self.read_row_directly(row)? {
            return Ok(found);
        }
        let rows = self.rows(row, 1)?;
        if rows.is_empty() {
            return Err(TableError::damaged("its structure", format!("row {row} is not there")));
        }
        Ok((rows.verdict(0), rows.grundy(0)))
    }

    /// The row with this text, of those in the page that begins with row `first`.
    pub(crate) fn find_text(&self, first: u64, text: &str) -> Result<Option<u64>, TableError> {
        if let Some((page, _)) = self.page_of(first, 0)?
            && page.header.encoding == PLAIN
        {
            let (mut rest, mut row) = (&page.body[..], first);
            while let Some((length, after)) = rest.split_first_chunk() {
                let length = u32::from_le_bytes(*length) as usize;
                let Some((here, after)) = after.split_at_checked(length) else { break };
                if here == text.as_bytes() {
                    return Ok(Some(row));
                }
                (rest, row) = (after, row + 1);
            }
            return Ok(None);
        }
        let rows = self.rows(first, self.header().page())?;
        Ok((0..rows.len()).find(|&row| rows.text(row) == Some(text)).map(|row| first + row as u64))
    }

    /// The row with this number, of those in the page that begins with row `first`.
    pub(crate) fn find_number(&self, first: u64, number: u32) -> Result<Option<u64>, TableError> {
        if let Some((page, _)) = self.page_of(first, 0)?
            && page.header.encoding == DELTA_BINARY_PACKED
            && let Some(found) = find_ascending(&page.body, number)
        {
            return Ok(found.map(|at| first + at));
        }
        let rows = self.rows(first, self.header().page())?;
        Ok(rows.find_number(number).map(|row| first + row as u64))
    }

    /// A row, read without the Parquet reader; `None` if a page is encoded otherwise than this crate encodes it.
    fn read_row_directly(&self, row: u64) -> Result<Option<(Verdict, Option<Nimber>)>, TableError> {
        let column = usize::from(!self.header().dense);
        let (Some(value), Some(remoteness), Some(grundy)) = (
            self.read_value(row, column, false, 0)?,
            self.read_value(row, column + 1, true, 4)?,
            self.read_value(row, column + 2, true, 8)?,
        ) else {
            return Ok(None);
        };
        let number = |bytes: &Bytes| bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        let remoteness = remoteness.as_ref().map(|bytes| Remoteness(number(bytes) as u32));
        let verdict = match (value.as_deref(), remoteness) {
            (Some(b"win"), Some(r)) => Verdict::Win(r),
            (Some(b"loss"), Some(r)) => Verdict::Loss(r),
            (Some(b"draw"), None) => Verdict::Draw,
            // The Parquet reader reports what is wrong.
            _ => return Ok(None),
        };
        Ok(Some((verdict, grundy.as_ref().map(|bytes| Nimber(number(bytes))))))
    }

    /// The bytes of a value of `size` bytes, or of a text where `size` is 0; `Some(None)` for a null, `None` for an unexpected encoding.
    fn read_value(
        &self,
        row: u64,
        column: usize,
        is_optional: bool,
        size: usize,
    ) -> Result<Option<Option<Bytes>>, TableError> {
        let Some((page, at)) = self.page_of(row, column)? else { return Ok(None) };
        let Some(cell) = cell(&page, at, is_optional) else { return Ok(None) };
        let value = match cell {
            Cell::Null => return Ok(Some(None)),
            Cell::InPage { start, index } => plain(&page.body.slice(start..), index, size),
            Cell::InDictionary { index } => {
                let Some(dictionary) = self.dictionary(row, column)? else { return Ok(None) };
                plain(&dictionary.body, index, size)
            }
        };
        Ok(value.map(Some))
    }

    fn row_in_group(&self, row: u64) -> Option<RowInGroup> {
        let group = self.group_firsts.partition_point(|&first| first <= row).checked_sub(1)?;
        Some(RowInGroup { group, row: row - self.group_firsts[group] })
    }

    /// The data page of a column that holds a row, and the index of the row in the page.
    fn page_of(&self, row: u64, column: usize) -> Result<Option<(Page, usize)>, TableError> {
        let Some(RowInGroup { group, row }) = self.row_in_group(row) else { return Ok(None) };
        let locations = self.locations(group, column)?;
        let page = locations.partition_point(|page| page.first_row_index.cast_unsigned() <= row);
        let Some(location) = page.checked_sub(1).and_then(|page| locations.get(page)) else { return Ok(None) };
        let (Ok(start), Ok(length)) = (location.offset.try_into(), location.compressed_page_size.try_into()) else {
            return Ok(None);
        };
        let at = (row - location.first_row_index.cast_unsigned()) as usize;
        let page = self.page_cache.page(&self.source, start, length)?;
        Ok(page.filter(|page| !page.header.is_dictionary && at < page.header.values).map(|page| (page, at)))
    }

    fn dictionary(&self, row: u64, column: usize) -> Result<Option<Page>, TableError> {
        let Some(RowInGroup { group, .. }) = self.row_in_group(row) else { return Ok(None) };
        let chunk = self.parquet.row_group(group).column(column);
        let start = chunk.dictionary_page_offset().and_then(|start| u64::try_from(start).ok());
        let Some(start) = start else { return Ok(None) };
        let Some(length) = chunk.data_page_offset().cast_unsigned().checked_sub(start) else { return Ok(None) };
        let page = self.page_cache.page(&self.source, start, length)?;
        Ok(page.filter(|page| page.header.is_dictionary && page.header.encoding != RLE_DICTIONARY))
    }
}

/// Where a data page has the value of row `at`; `None` if the page is not encoded as this crate encodes it.
fn cell(page: &Page, at: usize, is_optional: bool) -> Option<Cell> {
    let (mut start, mut index) = (0, at);
    if is_optional {
        let length = u32::from_le_bytes(*page.body.first_chunk()?) as usize;
        start = 4_usize.checked_add(length)?;
        let (is_there, before) = decode_at(page.body.get(4..start)?, 1, at, 1)?;
        if is_there == 0 {
            return Some(Cell::Null);
        }
        index = before;
    }
    match page.header.encoding {
        PLAIN => Some(Cell::InPage { start, index }),
        PLAIN_DICTIONARY | RLE_DICTIONARY => {
            let (width, indices) = page.body.get(start..)?.split_first()?;
            let (index, _) = decode_at(indices, u32::from(*width), index, 0)?;
            Some(Cell::InDictionary { index: usize::from(index) })
        }
        _ => None,
    }
}

/// Value `index` of values of `size` bytes each, or of texts where `size` is 0, one after another.
fn plain(values: &Bytes, index: usize, size: usize) -> Option<Bytes> {
    if size > 0 {
        let from = index.checked_mul(size)?;
        let to = from.checked_add(size).filter(|&to| to <= values.len())?;
        return Some(values.slice(from..to));
    }
    let mut at = 0;
    for _ in 0..index {
        at += 4 + u32::from_le_bytes(*values.get(at..)?.first_chunk()?) as usize;
    }
    let to = at + 4 + u32::from_le_bytes(*values.get(at..)?.first_chunk()?) as usize;
    (to <= values.len()).then(|| values.slice(at + 4..to))
}
