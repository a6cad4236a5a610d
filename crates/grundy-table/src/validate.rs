//! Validates that a footer describes the structure of a table: its columns, row groups and pages.
//!
//! Valid checksums show that a file is what was written, but not who wrote it. A crafted table with valid checksums is rejected here: no
//! field becomes an allocation size before it is validated, and the Parquet reader, which panics at some invalid fields, never reads
//! them.

use crate::checksum::{BODY, FOOTER, INDEX};
use crate::first_keys::FirstKeys;
use crate::header::{BLOCK, Counts, Header, Values, text};
use crate::schema::schema;
use crate::{TableError, loopy};
use parquet::basic::{Compression, Type as Physical};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::page_index::offset_index::PageLocation;

/// The most characters of a value in a message.
const MAX_SHOWN: usize = 60;

/// The offset at which the pages begin.
const MAGIC: u64 = 4;

fn wrong(what: &str) -> TableError {
    TableError::damaged("its structure", what)
}

/// The number of rows, if the columns and the row groups match the header.
pub(crate) fn rows(parquet: &ParquetMetaData, header: &Header, pages_end: u64) -> Result<u64, TableError> {
    let &Header { has_texts, is_dense, has_weights, has_stages, has_infinite_values, .. } = header;
    if header.contradiction().is_some() {
        return Err(TableError::damaged("its metadata", "what it says of its rows does not go together"));
    }
    let mut columns = Vec::new();
    if has_texts {
        columns.push(("position", Physical::BYTE_ARRAY, 0, 0));
    } else if !is_dense {
        columns.push(("rank", Physical::INT32, 0, 0));
    }
    columns.push(("value", Physical::BYTE_ARRAY, 0, 0));
    columns.extend([("remoteness", Physical::INT32, 1, 0), ("grundy", Physical::INT64, 1, 0)]);
    let path_of_sets = loopy::PATH.join(".");
    if has_infinite_values {
        columns.push((path_of_sets.as_str(), Physical::INT32, 2, 1));
    }
    if has_stages {
        columns.push(("stage", Physical::INT32, 1, 0));
    }
    if has_weights {
        columns.push(("weight", Physical::INT64, 0, 0));
    }
    let there = parquet.file_metadata().schema_descr().columns();
    let wanted = columns.iter().map(Some).chain(std::iter::repeat(None));
    for (column, wanted) in there.iter().zip(wanted) {
        let path = column.path().string();
        let levels = (column.max_def_level(), column.max_rep_level());
        if wanted != Some(&(path.as_str(), column.physical_type(), levels.0, levels.1)) {
            return Err(wrong(&format!("the column `{path}` is not that of a table")));
        }
    }
    let same_types = schema(header).is_ok_and(|schema| *parquet.file_metadata().schema() == schema);
    if there.len() < columns.len() || !same_types {
        return Err(wrong("the columns are not those of a table"));
    }
    let (mut rows, mut chunk_at, groups) = (0, MAGIC, parquet.row_groups());
    for (number, group) in groups.iter().enumerate() {
        let here = group.num_rows().cast_unsigned();
        let is_full = here == header.group() || number + 1 == groups.len() && (1..header.group()).contains(&here);
        // The order of the rows is that of their keys, which are no column.
        let has_order = group.sorting_columns().is_some();
        if !is_full
            || has_order
            || !group.columns().iter().map(|chunk| chunk.column_type()).eq(columns.iter().map(|c| c.1))
        {
            return Err(wrong("a row group has not the rows or the columns of a table"));
        }
        for chunk in group.columns() {
            let end = end_of_chunk(chunk, group, chunk_at).filter(|end| *end <= pages_end);
            chunk_at = end.ok_or_else(|| wrong("the columns of the row groups do not follow one another"))?;
        }
        rows += here;
    }
    if parquet.file_metadata().num_rows().cast_unsigned() != rows {
        return Err(wrong("the row groups have not as many rows as the footer says"));
    }
    if chunk_at == pages_end { Ok(rows) } else { Err(wrong("the pages end before or after the last column")) }
}

/// The end of a column chunk, which is its dictionary, if it has one, followed by its pages. `None` if the chunk does not begin at
/// `start`, or is not a chunk of a table.
fn end_of_chunk(chunk: &ColumnChunkMetaData, group: &RowGroupMetaData, start: u64) -> Option<u64> {
    let [data, size] = [chunk.data_page_offset(), chunk.compressed_size()].map(|number| u64::try_from(number).ok());
    let (data, end) = (data?, start.checked_add(size?)?);
    let is_first = match chunk.dictionary_page_offset() {
        Some(dictionary) => u64::try_from(dictionary) == Ok(start) && start < data,
        None => start == data,
    };
    let is_zstd = matches!(chunk.compression(), Compression::ZSTD(_));
    // The numbers of a row of the column of sets are values of their own.
    let is_list = chunk.column_descr().max_rep_level() > 0;
    let has_rows = chunk.num_values() == group.num_rows() || is_list && chunk.num_values() > group.num_rows();
    // Other programs skip pages by these. A table has no bloom filters, which are not checked.
    let has_bounds = chunk.column_index_offset().is_some() && chunk.column_index_length().is_some();
    let has_indexes = (has_bounds || chunk.column_path().string() == "value") && chunk.bloom_filter_offset().is_none();
    let is_here = chunk.file_path().is_none();
    (is_first && is_zstd && has_rows && has_indexes && is_here && data < end).then_some(end)
}

/// Whether the pages of a column chunk, of `page_rows` rows each, are contiguous and hold all its rows.
pub(crate) fn are_pages(pages: &[PageLocation], group: &RowGroupMetaData, column: usize, page_rows: u64) -> bool {
    let (chunk, rows) = (group.column(column), group.num_rows().cast_unsigned());
    let end = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset()) + chunk.compressed_size();
    let mut at = chunk.data_page_offset();
    for (page, first) in pages.iter().zip((0..rows).step_by(page_rows as usize)) {
        let size = i64::from(page.compressed_page_size);
        if page.first_row_index.cast_unsigned() != first || page.offset != at || size <= 0 || size > end - at {
            return false;
        }
        at += size;
    }
    at == end && pages.len() as u64 == rows.div_ceil(page_rows)
}

/// The keys of the metadata whose values are checked where they are used.
const OTHER_KEYS: [&str; 5] = ["grundy.fences", "grundy.blocks", INDEX, BODY, FOOTER];

/// Checks that the metadata has exactly the keys of a table, and that each value is written as this crate writes it, so that all programs
/// read the same of it. `count` is the number of key-value pairs.
pub(crate) fn check_metadata(
    header: &Header,
    counts: &Counts,
    values: &Values,
    count: usize,
    pages_end: u64,
) -> Result<(), TableError> {
    let mut expected = vec![
        ("grundy.page-rows", header.page().to_string()),
        ("grundy.block-bytes", BLOCK.to_string()),
        ("grundy.pages-end", pages_end.to_string()),
    ];
    header.write(&mut expected);
    counts.write(&mut expected);
    let damaged = |what: String| Err(TableError::damaged("its metadata", what));
    for (key, right) in &expected {
        let value = text(values, key)?;
        if value != right {
            return damaged(format!(
                "`{key}` is `{}`, where the other keys give `{}`",
                shortened(value),
                shortened(right)
            ));
        }
    }
    let is_known = |key: &str| expected.iter().any(|pair| pair.0 == key) || OTHER_KEYS.contains(&key);
    if let Some(unknown) = values.keys().find(|key| !is_known(key)) {
        return damaged(format!("a table has no key `{unknown}`"));
    }
    if count != values.len() { damaged("a key occurs twice, or has no value".to_owned()) } else { Ok(()) }
}

/// The beginning of a value, which may be long.
fn shortened(value: &str) -> String {
    if value.chars().count() <= MAX_SHOWN {
        value.to_owned()
    } else {
        value.chars().take(MAX_SHOWN).chain("…".chars()).collect()
    }
}

/// Checks the counts and the first keys against the number of rows.
pub(crate) fn check_counts(
    header: &Header,
    counts: &Counts,
    first_keys: &FirstKeys,
    rows: u64,
) -> Result<(), TableError> {
    if counts.stored != rows || counts.rows.total() != rows {
        return Err(wrong("the rows are not as many as the metadata says"));
    }
    let pages = if header.is_dense { 0 } else { rows.div_ceil(header.page()) };
    if first_keys.len() as u64 != pages {
        return Err(wrong("the first keys are not as many as the pages"));
    }
    Ok(())
}
