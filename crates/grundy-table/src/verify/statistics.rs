//! Checks what the Parquet metadata says of columns and pages beside their values: bounds, and numbers of nulls. Other programs skip row
//! groups and pages by it, so a wrong bound would hide rows from them.

use crate::chunk_writer::WORDS;
use crate::error::guarded;
use crate::{Header, Rows, Table, TableError};
use bytes::Bytes;
use grundy::value::Verdict;
use parquet::basic::{BoundaryOrder, Type as Physical};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::page_index::index_reader::decode_column_index;
use std::ops::Range;

/// Checks the statistics of a table against its rows, which are added in order.
pub(super) struct StatisticsCheck<'a> {
    table: &'a Table,
    metadata: ParquetMetaData,
    /// The column index of each column of the current row group, if it has one.
    indexes: Vec<Option<ColumnIndexMetaData>>,
    /// The summary of each column of the rows of the current row group so far, and the values of its last page that has some.
    chunks: Vec<Summary>,
    last: Vec<Option<[Value; 2]>>,
}

impl<'a> StatisticsCheck<'a> {
    pub(super) fn new(table: &'a Table) -> Result<Self, TableError> {
        let metadata = table.metadata_with_statistics()?;
        Ok(Self { table, metadata, indexes: Vec::new(), chunks: Vec::new(), last: Vec::new() })
    }

    /// The most memory of the statistics, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let length = |chunk: &ColumnChunkMetaData| chunk.column_index_length().map_or(0, |length| length.max(0) as u64);
        let groups = self.metadata.row_groups().iter();
        let largest = groups.map(|group| group.columns().iter().map(length).sum::<u64>()).max().unwrap_or(0);
        self.metadata.memory_size() as u64 + 8 * largest
    }

    /// Checks the pages of the next rows, which are complete pages of one row group; and the column chunks, if these are the group's last.
    pub(super) fn add(&mut self, rows: &Rows) -> Result<(), TableError> {
        let header = self.table.header();
        let page_rows = header.page() as usize;
        for from in (0..rows.len()).step_by(page_rows) {
            let first = rows.first() + from as u64;
            let (group, in_group) = ((first / header.group()) as usize, first % header.group());
            if in_group == 0 {
                self.begin_group(group)?;
            }
            let range = from..rows.len().min(from + page_rows);
            let after = in_group + range.len() as u64;
            let page = (in_group / header.page()) as usize;
            for (column, summary) in summaries(header, rows, range).into_iter().enumerate() {
                if let Some(index) = &self.indexes[column]
                    && !(is_true_of_page(index, page, is_unsigned(header, column), &summary)
                        && is_in_order(index, self.last[column].as_ref(), summary.range.as_ref()))
                {
                    return Err(self.wrong(group, column, "the column index is not that of its pages"));
                }
                if summary.range.is_some() {
                    self.last[column].clone_from(&summary.range);
                }
                self.chunks[column].merge(summary);
            }
            if after == self.metadata.row_group(group).num_rows().cast_unsigned() {
                self.end_group(group)?;
            }
        }
        Ok(())
    }

    fn begin_group(&mut self, group: usize) -> Result<(), TableError> {
        let columns = self.metadata.row_group(group).columns();
        let indexes = columns.iter().enumerate().map(|(column, chunk)| {
            let Some(index) = self.column_index(chunk)? else { return Ok(None) };
            let pages = self.metadata.row_group(group).num_rows().cast_unsigned().div_ceil(self.table.header().page());
            if index.num_pages() != pages {
                return Err(self.wrong(group, column, "the column index is not that of its pages"));
            }
            Ok(Some(index))
        });
        self.indexes = indexes.collect::<Result<_, TableError>>()?;
        self.chunks = columns.iter().map(|_| Summary::default()).collect();
        self.last = vec![None; columns.len()];
        Ok(())
    }

    fn column_index(&self, chunk: &ColumnChunkMetaData) -> Result<Option<ColumnIndexMetaData>, TableError> {
        let Some((start, length)) = chunk.column_index_offset().zip(chunk.column_index_length()) else {
            return Ok(None);
        };
        let bytes = self.table.source.read_between(start, length)?;
        guarded(|| Ok(Some(decode_column_index(&bytes, chunk.column_type())?)))
    }

    fn end_group(&self, group: usize) -> Result<(), TableError> {
        for (column, (chunk, summary)) in self.metadata.row_group(group).columns().iter().zip(&self.chunks).enumerate()
        {
            if !is_true_of_chunk(chunk, is_unsigned(self.table.header(), column), summary) {
                return Err(self.wrong(group, column, "the statistics are not those of its rows"));
            }
        }
        Ok(())
    }

    fn wrong(&self, group: usize, column: usize, what: &str) -> TableError {
        let path = self.metadata.row_group(group).column(column).column_path().string();
        TableError::damaged(format!("column `{path}` of row group {group}"), what)
    }
}

/// A value of a column. All values of a column have one variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Number(i64),
    Text(Bytes),
}

impl Value {
    /// Decodes a value as Parquet's metadata has it.
    fn decode(bytes: &[u8], physical: Physical, is_unsigned: bool) -> Option<Self> {
        Some(match physical {
            Physical::INT32 => {
                let number = i32::from_le_bytes(bytes.try_into().ok()?);
                Self::of_i32(number, is_unsigned)
            }
            Physical::INT64 => Self::Number(i64::from_le_bytes(bytes.try_into().ok()?)),
            _ => Self::Text(Bytes::copy_from_slice(bytes)),
        })
    }

    fn of_i32(number: i32, is_unsigned: bool) -> Self {
        Self::Number(if is_unsigned { number.cast_unsigned().into() } else { number.into() })
    }
}

/// The smallest and the largest value of a column in some rows, if there is one, and the number of nulls.
#[derive(Debug, Default)]
struct Summary {
    range: Option<[Value; 2]>,
    nulls: u64,
}

impl Summary {
    fn of<T: Ord + Copy>(cells: impl Iterator<Item = Option<T>>, value: impl Fn(T) -> Value) -> Self {
        let (mut range, mut nulls) = (None::<[T; 2]>, 0);
        for cell in cells {
            match (cell, &mut range) {
                (None, _) => nulls += 1,
                (Some(cell), None) => range = Some([cell; 2]),
                (Some(cell), Some([least, largest])) => {
                    *least = cell.min(*least);
                    *largest = cell.max(*largest);
                }
            }
        }
        Self { range: range.map(|range| range.map(value)), nulls }
    }

    fn merge(&mut self, other: Self) {
        self.nulls += other.nulls;
        self.range = match (self.range.take(), other.range) {
            (Some([least, largest]), Some([other_least, other_largest])) => {
                Some([least.min(other_least), largest.max(other_largest)])
            }
            (one, other) => one.or(other),
        };
    }
}

/// The summary of each column of the rows of a range.
fn summaries(header: &Header, rows: &Rows, range: Range<usize>) -> Vec<Summary> {
    let numbers = |numbers: &mut dyn Iterator<Item = Option<i64>>| Summary::of(numbers, Value::Number);
    let mut all = Vec::new();
    if header.has_texts {
        all.push(Summary::of(rows.texts[range.clone()].iter().map(Some), |text: &Bytes| {
            // A slice of the page would keep the page in memory.
            Value::Text(Bytes::copy_from_slice(text))
        }));
    } else if !header.is_dense {
        all.push(numbers(&mut rows.numbers[range.clone()].iter().map(|&number| Some(number.into()))));
    }
    let verdicts = &rows.verdicts[range.clone()];
    let word = |verdict: &Verdict| match verdict {
        Verdict::Win(_) => WORDS[0],
        Verdict::Loss(_) => WORDS[1],
        Verdict::Draw => WORDS[2],
    };
    let text = |word: &'static str| Value::Text(Bytes::from_static(word.as_bytes()));
    all.push(Summary::of(verdicts.iter().map(|verdict| Some(word(verdict))), text));
    all.push(numbers(&mut verdicts.iter().map(|verdict| verdict.remoteness().map(|r| r.0.into()))));
    all.push(numbers(&mut rows.grundy[range.clone()].iter().map(|value| value.map(|n| n.0.cast_signed()))));
    if header.has_infinite_values {
        // A list that is null or empty has one null in the column of its numbers.
        let cells = rows.sets[range.clone()].iter().flat_map(|set| {
            let set = set.as_deref().unwrap_or_default();
            let null = set.is_empty().then_some(None);
            null.into_iter().chain(set.iter().map(|number| Some(number.0.cast_signed())))
        });
        all.push(Summary::of(cells, Value::Number));
    }
    if header.has_stages {
        all.push(numbers(&mut rows.stages[range.clone()].iter().map(|stage| stage.map(i64::from))));
    }
    if header.has_weights {
        all.push(numbers(&mut rows.weights[range].iter().map(|weight| Some(weight.cast_signed()))));
    }
    all
}

/// Whether the numbers of a column are compared as unsigned: those of the ranks.
fn is_unsigned(header: &Header, column: usize) -> bool {
    column == 0 && !header.has_texts && !header.is_dense
}

/// The bounds in a column index of the values of a page; `None` if it has none.
fn bounds_of_page(index: &ColumnIndexMetaData, page: usize, is_unsigned: bool) -> Option<[Value; 2]> {
    Some(match index {
        ColumnIndexMetaData::INT32(index) => {
            [*index.min_value(page)?, *index.max_value(page)?].map(|number| Value::of_i32(number, is_unsigned))
        }
        ColumnIndexMetaData::INT64(index) => [*index.min_value(page)?, *index.max_value(page)?].map(Value::Number),
        ColumnIndexMetaData::BYTE_ARRAY(index) => {
            [index.min_value(page)?, index.max_value(page)?].map(|text| Value::Text(Bytes::copy_from_slice(text)))
        }
        _ => return None,
    })
}

/// Whether what a column index says of a page is true. The bounds of texts may be shortened.
fn is_true_of_page(index: &ColumnIndexMetaData, page: usize, is_unsigned: bool, summary: &Summary) -> bool {
    let bounds = bounds_of_page(index, page, is_unsigned);
    let are_bounds = match (&bounds, &summary.range) {
        (None, None) => index.is_null_page(page),
        (Some([lower, upper]), Some([least, largest])) => lower <= least && upper >= largest,
        _ => false,
    };
    are_bounds && index.null_count(page).is_none_or(|nulls| u64::try_from(nulls) == Ok(summary.nulls))
}

/// Whether the values of a page and of the one before have the order that the column index states; other programs search for a value by
/// this order. The bounds may be in another order, since they may be shortened.
fn is_in_order(index: &ColumnIndexMetaData, before: Option<&[Value; 2]>, here: Option<&[Value; 2]>) -> bool {
    let Some(([before_least, before_largest], [least, largest])) = before.zip(here) else { return true };
    match index.get_boundary_order() {
        Some(BoundaryOrder::ASCENDING) => before_least <= least && before_largest <= largest,
        Some(BoundaryOrder::DESCENDING) => before_least >= least && before_largest >= largest,
        _ => true,
    }
}

/// Whether the statistics of a column chunk are true, if it has some. Bounds that are called exact are those of the values.
fn is_true_of_chunk(chunk: &ColumnChunkMetaData, is_unsigned: bool, summary: &Summary) -> bool {
    let Some(statistics) = chunk.statistics() else { return true };
    let decode = |bytes: &[u8]| Value::decode(bytes, chunk.column_type(), is_unsigned);
    let is_true = |stated: Option<&[u8]>, is_exact: bool, side: usize| match (stated, &summary.range) {
        (None, _) => true,
        (Some(stated), Some(range)) => decode(stated).is_some_and(|stated| match side {
            _ if is_exact => stated == range[side],
            0 => stated <= range[0],
            _ => stated >= range[1],
        }),
        (Some(_), None) => false,
    };
    is_true(statistics.min_bytes_opt(), statistics.min_is_exact(), 0)
        && is_true(statistics.max_bytes_opt(), statistics.max_is_exact(), 1)
        && statistics.null_count_opt().is_none_or(|nulls| nulls == summary.nulls)
        && statistics.distinct_count_opt().is_none()
        // Bounds in the old fields have no defined order.
        && !(statistics.min_bytes_opt().is_some() && statistics.is_min_max_deprecated())
}
