//! The locations of a table's pages in its file.
//!
//! Every page of a row group except the last has [`Header::page`](crate::Header::page) rows, so the number of a row determines its page;
//! the offset index gives the bytes of the page. An offset index that contradicts this is rejected.

use crate::error::guarded;
use crate::{Table, TableError, validate};
use parquet::file::page_index::index_reader::decode_offset_index;
use parquet::file::page_index::offset_index::PageLocation;

/// The byte range of a page in the file, including its header.
#[derive(Clone, Copy)]
pub(crate) struct Location {
    pub(crate) start: u64,
    pub(crate) length: u64,
}

impl Table {
    /// The locations of the pages of a column of a row group, ascending.
    pub(crate) fn locations(&self, group: usize, column: usize) -> Result<&[PageLocation], TableError> {
        let chunk = self.parquet.row_group(group).column(column);
        let cell = &self.locations[group * self.parquet.row_group(group).num_columns() + column];
        if let Some(locations) = cell.get() {
            return Ok(locations);
        }
        let (start, length) = (chunk.offset_index_offset(), chunk.offset_index_length());
        let bytes = start
            .zip(length)
            .and_then(|(start, length)| self.source.of_tail(u64::try_from(start).ok()?, u64::try_from(length).ok()?));
        let bytes = bytes.ok_or_else(|| TableError::damaged("its structure", "the pages have no index"))?;
        let locations = guarded(|| Ok(decode_offset_index(bytes)?.page_locations))?;
        if !validate::are_pages(&locations, self.parquet.row_group(group), column, self.header().page()) {
            return Err(TableError::damaged("its structure", "an index of pages is not that of its column"));
        }
        Ok(cell.get_or_init(|| locations))
    }

    /// The location of the page of a column that holds a row, the index of the row in that page, and the number of rows of the page.
    pub(crate) fn page_location(&self, row: u64, column: usize) -> Result<(Location, usize, usize), TableError> {
        let no_row = || TableError::damaged("its structure", format!("row {row} is not there"));
        let (group, in_group, page_rows) = (self.group_of(row), row % self.header().group(), self.header().page());
        let rows = self.parquet.row_groups().get(group).ok_or_else(no_row)?.num_rows().cast_unsigned();
        let page = in_group / page_rows;
        let location = self.locations(group, column)?.get(page as usize).ok_or_else(no_row)?;
        let (rows, at) = (page_rows.min(rows - page * page_rows), in_group % page_rows);
        if at >= rows {
            return Err(no_row());
        }
        // Both numbers were validated against the column chunk.
        let location =
            Location { start: location.offset.cast_unsigned(), length: location.compressed_page_size as u64 };
        Ok((location, at as usize, rows as usize))
    }

    /// The location of the dictionary of the column chunk that holds a row, if it has one.
    pub(crate) fn dictionary_location(&self, row: u64, column: usize) -> Option<Location> {
        let chunk = self.parquet.row_groups().get(self.group_of(row))?.column(column);
        let start = u64::try_from(chunk.dictionary_page_offset()?).ok()?;
        let length = u64::try_from(chunk.data_page_offset()).ok()?.checked_sub(start)?;
        Some(Location { start, length })
    }

    /// The row group that holds a row. All but the last have the same number of rows.
    fn group_of(&self, row: u64) -> usize {
        (row / self.header().group()) as usize
    }
}
