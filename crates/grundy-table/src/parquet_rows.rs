//! Rows of a table as the Parquet reader decodes them. [`crate::verify()`] compares them with those of [`Table::rows`], since other
//! programs read the file as the Parquet reader does.

use crate::error::guarded;
use crate::loopy::sets_of_levels;
use crate::point_read::{contradiction, verdict_of};
use crate::source::ParquetInput;
use crate::{Rows, Table, TableError};
use grundy::value::Nimber;
use parquet::column::reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::serialized_reader::SerializedPageReader;
use std::sync::Arc;

/// Where the levels of a column are decoded to, if it has them.
struct Levels<'a> {
    definition: Option<&'a mut Vec<i16>>,
    repetition: Option<&'a mut Vec<i16>>,
}

impl Table {
    /// Reads at most `count` rows from `first` on. The caller must have read the same rows by [`Table::rows`] before.
    pub(crate) fn rows_by_parquet(&self, first: u64, count: u64) -> Result<Rows, TableError> {
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

    fn read_group(&self, group: usize, skip: usize, take: usize, rows: &mut Rows) -> Result<(), TableError> {
        let header = self.header();
        let mut column = 0;
        let mut next = || {
            column += 1;
            column - 1
        };
        if header.has_texts {
            let mut texts: Vec<ByteArray> = Vec::with_capacity(take);
            self.column::<ByteArrayType>(group, next(), skip, take, None, &mut texts)?;
            rows.texts.extend(texts.iter().map(|text| text.data().to_vec().into()));
        } else if !header.is_dense {
            let mut numbers = Vec::with_capacity(take);
            self.column::<Int32Type>(group, next(), skip, take, None, &mut numbers)?;
            rows.numbers.extend(numbers.into_iter().map(i32::cast_unsigned));
        }
        let mut words = Vec::with_capacity(take);
        self.column::<ByteArrayType>(group, next(), skip, take, None, &mut words)?;
        let (mut remoteness, mut there) = (Vec::with_capacity(take), Vec::with_capacity(take));
        self.column::<Int32Type>(group, next(), skip, take, Some(&mut there), &mut remoteness)?;
        let mut remoteness = remoteness.into_iter();
        for (word, there) in words.iter().zip(there) {
            let r = if there == 1 { remoteness.next() } else { None };
            let verdict = r.map(u32::try_from).transpose().ok().and_then(|r| verdict_of(word.data(), r));
            rows.verdicts.push(verdict.ok_or_else(|| contradiction(rows.first + rows.verdicts.len() as u64))?);
        }
        let (mut values, mut there) = (Vec::new(), Vec::with_capacity(take));
        self.column::<Int64Type>(group, next(), skip, take, Some(&mut there), &mut values)?;
        let mut values = values.into_iter();
        rows.grundy.extend(
            there.iter().map(|&there| if there == 1 { values.next().map(|v| Nimber(v.cast_unsigned())) } else { None }),
        );
        if header.has_infinite_values {
            let (mut numbers, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
            let levels = Levels { definition: Some(&mut definition), repetition: Some(&mut repetition) };
            guarded(|| self.decode::<Int32Type>(group, next(), skip, take, levels, &mut numbers))?;
            rows.sets.extend(sets_of_levels(&numbers, &definition, &repetition));
        }
        if header.has_stages {
            let (mut stages, mut there) = (Vec::new(), Vec::with_capacity(take));
            self.column::<Int32Type>(group, next(), skip, take, Some(&mut there), &mut stages)?;
            let mut stages = stages.into_iter().map(i32::cast_unsigned);
            rows.stages.extend(there.iter().map(|&there| if there == 1 { stages.next() } else { None }));
        }
        if header.has_weights {
            let mut weights = Vec::with_capacity(take);
            self.column::<Int64Type>(group, next(), skip, take, None, &mut weights)?;
            rows.weights.extend(weights.into_iter().map(i64::cast_unsigned));
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
        guarded(|| self.decode::<T>(group, column, skip, take, Levels { definition: there, repetition: None }, out))
    }

    fn decode<T: DataType>(
        &self,
        group: usize,
        column: usize,
        skip: usize,
        take: usize,
        mut levels: Levels<'_>,
        out: &mut Vec<T::T>,
    ) -> Result<(), TableError> {
        let metadata = self.parquet.row_group(group);
        let locations = Some(self.locations(group, column)?.to_vec());
        let source = Arc::new(ParquetInput(Arc::clone(&self.source)));
        let pages =
            SerializedPageReader::new(source, metadata.column(column), metadata.num_rows() as usize, locations)?;
        let descriptor = metadata.column(column).column_descr_ptr();
        let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(get_column_reader(descriptor, Box::new(pages)));
        reader.skip_records(skip)?;
        let mut left = take;
        while left > 0 {
            let Levels { definition, repetition } = &mut levels;
            let (records, _, _) =
                reader.read_records(left, definition.as_deref_mut(), repetition.as_deref_mut(), out)?;
            if records == 0 {
                return Err(TableError::damaged("its structure", format!("row group {group} has too few rows")));
            }
            left -= records;
        }
        Ok(())
    }
}
