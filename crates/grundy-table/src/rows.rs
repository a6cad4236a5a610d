//! Rows of a table, read many at a time.

use crate::error::guarded;
use crate::source::Shared;
use crate::{Table, TableError};
use grundy::value::{Nimber, Remoteness, Verdict};
use parquet::column::reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::serialized_reader::SerializedPageReader;
use std::sync::Arc;

/// Rows that are read at a time where all are read.
pub(crate) const CHUNK_ROWS: u64 = 1 << 15;

/// Some rows of a table.
#[derive(Debug, Default)]
pub struct Rows {
    first: u64,
    texts: Vec<ByteArray>,
    numbers: Vec<i32>,
    verdicts: Vec<Verdict>,
    grundy: Vec<Option<Nimber>>,
    weights: Vec<i64>,
}

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// The number of the first of these rows in the table.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The text of a row's position, in a table with texts.
    pub fn text(&self, row: usize) -> Option<&str> {
        std::str::from_utf8(self.texts.get(row)?.data()).ok()
    }

    /// The index of a row's position, in a table without text.
    pub fn number(&self, row: usize) -> u64 {
        self.numbers.get(row).map_or(self.first + row as u64, |number| number.cast_unsigned().into())
    }

    /// The row with this index, where the indices are a column.
    pub(crate) fn find_number(&self, number: u32) -> Option<usize> {
        self.numbers.binary_search_by_key(&number, |number| number.cast_unsigned()).ok()
    }

    /// The value and the remoteness of a row.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn verdict(&self, row: usize) -> Verdict {
        self.verdicts[row]
    }

    /// The Grundy value of a row, if it has one.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn grundy(&self, row: usize) -> Option<Nimber> {
        self.grundy[row]
    }

    /// The number of positions that a row stands for.
    pub fn weight(&self, row: usize) -> u64 {
        self.weights.get(row).map_or(1, |weight| weight.cast_unsigned())
    }
}

impl Table {
    /// Reads at most `count` rows from `first` on.
    ///
    /// # Errors
    /// If the table cannot be read, or is damaged where it was read.
    pub fn rows(&self, first: u64, count: u64) -> Result<Rows, TableError> {
        let mut rows = Rows { first, ..Rows::default() };
        let (mut at, mut group_first) = (first, 0);
        let end = first.saturating_add(count).min(self.counts().stored);
        for (number, group) in self.parquet.row_groups().iter().enumerate() {
            let group_end = group_first + group.num_rows().cast_unsigned();
            if at < end && at < group_end {
                let take = end.min(group_end) - at;
                self.read_group(number, (at - group_first) as usize, take as usize, &mut rows)?;
                at += take;
            }
            group_first = group_end;
        }
        Ok(rows)
    }

    /// Calls `each` with all rows, many at a time, until it returns `false`.
    ///
    /// # Errors
    /// If the table cannot be read, or is damaged where it was read.
    pub fn each(&self, each: &mut dyn FnMut(&Rows) -> bool) -> Result<(), TableError> {
        for first in (0..self.counts().stored).step_by(CHUNK_ROWS as usize) {
            if !each(&self.rows(first, CHUNK_ROWS)?) {
                break;
            }
        }
        Ok(())
    }

    fn read_group(&self, group: usize, skip: usize, take: usize, rows: &mut Rows) -> Result<(), TableError> {
        let header = self.header();
        let mut column = 0;
        let mut next = || {
            column += 1;
            column - 1
        };
        if header.texts {
            self.column::<ByteArrayType>(group, next(), skip, take, None, &mut rows.texts)?;
        } else if !header.dense {
            self.column::<Int32Type>(group, next(), skip, take, None, &mut rows.numbers)?;
        }
        let mut words = Vec::with_capacity(take);
        self.column::<ByteArrayType>(group, next(), skip, take, None, &mut words)?;
        let (mut remoteness, mut there) = (Vec::with_capacity(take), Vec::with_capacity(take));
        self.column::<Int32Type>(group, next(), skip, take, Some(&mut there), &mut remoteness)?;
        let mut remoteness = remoteness.into_iter();
        for (word, there) in words.iter().zip(there) {
            let r = if there == 1 { remoteness.next() } else { None };
            let verdict = match (word.data(), r.map(u32::try_from)) {
                (b"win", Some(Ok(r))) => Verdict::Win(Remoteness(r)),
                (b"loss", Some(Ok(r))) => Verdict::Loss(Remoteness(r)),
                (b"draw", None) => Verdict::Draw,
                _ => {
                    let row = rows.first + rows.verdicts.len() as u64;
                    return Err(TableError::damaged(format!("row {row}"), "value and remoteness do not go together"));
                }
            };
            rows.verdicts.push(verdict);
        }
        let (mut values, mut there) = (Vec::new(), Vec::with_capacity(take));
        self.column::<Int64Type>(group, next(), skip, take, Some(&mut there), &mut values)?;
        let mut values = values.into_iter();
        rows.grundy.extend(
            there.iter().map(|&there| if there == 1 { values.next().map(|v| Nimber(v.cast_unsigned())) } else { None }),
        );
        if header.weights {
            self.column::<Int64Type>(group, next(), skip, take, None, &mut rows.weights)?;
        }
        Ok(())
    }

    fn column<T: DataType>(
        &self,
        group: usize,
        column: usize,
        skip: usize,
        take: usize,
        there: Option<&mut Vec<i16>>,
        out: &mut Vec<T::T>,
    ) -> Result<(), TableError> {
        guarded(|| self.decode::<T>(group, column, skip, take, there, out))
    }

    fn decode<T: DataType>(
        &self,
        group: usize,
        column: usize,
        skip: usize,
        take: usize,
        mut there: Option<&mut Vec<i16>>,
        out: &mut Vec<T::T>,
    ) -> Result<(), TableError> {
        let metadata = self.parquet.row_group(group);
        let locations = Some(self.locations(group, column)?.to_vec());
        let source = Arc::new(Shared(Arc::clone(&self.source)));
        let pages =
            SerializedPageReader::new(source, metadata.column(column), metadata.num_rows() as usize, locations)?;
        let descriptor = metadata.column(column).column_descr_ptr();
        let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(get_column_reader(descriptor, Box::new(pages)));
        reader.skip_records(skip)?;
        let mut left = take;
        while left > 0 {
            let (records, _, _) = reader.read_records(left, there.as_deref_mut(), None, out)?;
            if records == 0 {
                return Err(TableError::damaged("its structure", format!("row group {group} has too few rows")));
            }
            left -= records;
        }
        Ok(())
    }
}
