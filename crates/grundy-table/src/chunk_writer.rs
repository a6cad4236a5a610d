//! Encodes the columns of a row group as bytes.
//!
//! The Parquet writer looks each value up in a hash map and compares it for the bounds. Of three words and of small numbers both are known
//! beforehand, which saves two thirds of the time. Other columns are left to the Parquet writer.

use crate::page::{PLAIN, PageHeader, RLE_DICTIONARY};
use crate::rle_bitpacked;
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Type, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ColumnIndexBuilder, OffsetIndexBuilder};
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;
use std::io;
use zstd::bulk::Compressor;

/// The level of compression, the lowest: the next one makes a table a few per cent smaller and takes half as long again.
const LEVEL: i32 = 1;

/// The most bytes of a bound.
const BOUND: usize = 32;

/// The words of the column of values, by their index.
pub(crate) const WORDS: [&str; 3] = ["win", "loss", "draw"];

/// The largest remoteness of a row group that is encoded here.
pub(crate) const REMOTENESS: i32 = u16::MAX as i32;

/// Encodes the column chunks of one table, one after another.
pub(crate) struct ColumnChunkWriter {
    zstd: Compressor<'static>,
    /// Rows of a page.
    page: usize,
    chunk: Vec<u8>,
    body: Vec<u8>,
    small: Vec<u16>,
}

/// A column chunk that is being encoded.
struct Chunk {
    kind: Type,
    rows: usize,
    unpacked: usize,
    /// The offset of the data, after the dictionary, if there is one.
    data: usize,
    pages: OffsetIndexBuilder,
    bounds: Option<ColumnIndexBuilder>,
}

impl Chunk {
    fn new(kind: Type, rows: usize, has_bounds: bool) -> Self {
        let bounds = has_bounds.then(|| ColumnIndexBuilder::new(kind));
        Self { kind, rows, unpacked: 0, data: 0, pages: OffsetIndexBuilder::new(), bounds }
    }

    /// Adds the bounds of a page; `None` if all its values are null.
    fn bound(&mut self, bounds: Option<(Vec<u8>, Vec<u8>)>, nulls: usize) {
        let is_null = bounds.is_none();
        let (least, most) = bounds.unwrap_or_default();
        if let Some(all) = &mut self.bounds {
            all.append(is_null, least, most, nulls as i64, None);
        }
    }
}

impl ColumnChunkWriter {
    pub(crate) fn new(page: usize) -> io::Result<Self> {
        Ok(Self { zstd: Compressor::new(LEVEL)?, page, chunk: Vec::new(), body: Vec::new(), small: Vec::new() })
    }

    /// Encodes texts that stand one after another; `ends` are their ends.
    pub(crate) fn texts(
        &mut self,
        column: ColumnDescPtr,
        texts: &[u8],
        ends: &[usize],
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut chunk = Chunk::new(Type::BYTE_ARRAY, ends.len(), true);
        let mut from = 0;
        let mut all: Option<(&[u8], &[u8])> = None;
        for ends in ends.chunks(self.page) {
            self.body.clear();
            let (mut least, mut most): (&[u8], &[u8]) = (&[], &[]);
            for (number, &end) in ends.iter().enumerate() {
                let text = &texts[from..end];
                from = end;
                self.body.extend_from_slice(&(text.len() as u32).to_le_bytes());
                self.body.extend_from_slice(text);
                if number == 0 || text < least {
                    least = text;
                }
                if number == 0 || text > most {
                    most = text;
                }
            }
            let (before, after) = all.unwrap_or((least, most));
            all = Some((before.min(least), after.max(most)));
            chunk.bound(Some((below(least), above(most))), 0);
            self.page(&mut chunk, ends.len(), PLAIN)?;
        }
        let bounds = all.map(|(least, most)| {
            (ByteArray::from(below(least)), ByteArray::from(above(most)), least.len() <= BOUND, most.len() <= BOUND)
        });
        let statistics = bounds.map(|(least, most, is_least, is_most)| {
            let values = parquet::file::statistics::ValueStatistics::new(Some(least), Some(most), None, Some(0), false);
            Statistics::ByteArray(values.with_min_is_exact(is_least).with_max_is_exact(is_most))
        });
        self.close(column, chunk, statistics)
    }

    /// Encodes values, given as indices of [`WORDS`].
    pub(crate) fn values(
        &mut self,
        column: ColumnDescPtr,
        values: &[u16],
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut chunk = Chunk::new(Type::BYTE_ARRAY, values.len(), false);
        self.body.clear();
        for word in WORDS {
            self.body.extend_from_slice(&(word.len() as u32).to_le_bytes());
            self.body.extend_from_slice(word.as_bytes());
        }
        self.dictionary(&mut chunk, WORDS.len())?;
        for values in values.chunks(self.page) {
            self.body.clear();
            self.body.push(2);
            rle_bitpacked::encode(values, 2, &mut self.body);
            self.page(&mut chunk, values.len(), RLE_DICTIONARY)?;
        }
        self.close(column, chunk, None)
    }

    /// Encodes remotenesses of at most [`REMOTENESS`], given for the rows that are not draws.
    pub(crate) fn remoteness(
        &mut self,
        column: ColumnDescPtr,
        values: &[u16],
        remoteness: &[i32],
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut chunk = Chunk::new(Type::INT32, values.len(), true);
        // The index in the dictionary of each remoteness, plus one, in the order of their first occurrences.
        let most = remoteness.iter().copied().max();
        let mut places = vec![0_u32; most.map_or(0, |most| most as usize + 1)];
        let mut met = 0;
        self.body.clear();
        for &r in remoteness {
            let place = &mut places[r as usize];
            if *place == 0 {
                met += 1;
                *place = met;
                self.body.extend_from_slice(&r.to_le_bytes());
            }
        }
        self.dictionary(&mut chunk, met as usize)?;
        let width = u32::BITS - met.saturating_sub(1).leading_zeros();
        let mut rest = remoteness;
        for values in values.chunks(self.page) {
            self.small.clear();
            self.small.extend(values.iter().map(|&value| u16::from(value != 2)));
            let there = self.small.iter().map(|&there| usize::from(there)).sum();
            let (here, after) = rest.split_at(there);
            rest = after;
            self.levels();
            self.body.push(width as u8);
            self.small.clear();
            self.small.extend(here.iter().map(|&r| (places[r as usize] - 1) as u16));
            rle_bitpacked::encode(&self.small, width, &mut self.body);
            let bounds = here.iter().copied().min().zip(here.iter().copied().max());
            chunk.bound(
                bounds.map(|(least, most)| (least.to_le_bytes().into(), most.to_le_bytes().into())),
                values.len() - there,
            );
            self.page(&mut chunk, values.len(), RLE_DICTIONARY)?;
        }
        let nulls = (values.len() - remoteness.len()) as u64;
        let statistics = Statistics::int32(remoteness.iter().copied().min(), most, None, Some(nulls), false);
        self.close(column, chunk, Some(statistics))
    }

    /// Encodes a column of nulls.
    pub(crate) fn nulls(
        &mut self,
        column: ColumnDescPtr,
        rows: usize,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut chunk = Chunk::new(Type::INT64, rows, true);
        for first in (0..rows).step_by(self.page) {
            let here = self.page.min(rows - first);
            self.small.clear();
            self.small.resize(here, 0);
            self.levels();
            chunk.bound(None, here);
            self.page(&mut chunk, here, PLAIN)?;
        }
        let statistics = Statistics::int64(None, None, None, Some(rows as u64), false);
        self.close(column, chunk, Some(statistics))
    }

    /// Begins a page with its levels: for each row 1 if it has a value, else 0.
    fn levels(&mut self) {
        self.body.clear();
        self.body.extend([0; 4]);
        rle_bitpacked::encode(&self.small, 1, &mut self.body);
        let length = (self.body.len() - 4) as u32;
        self.body[..4].copy_from_slice(&length.to_le_bytes());
    }

    fn dictionary(&mut self, chunk: &mut Chunk, values: usize) -> io::Result<()> {
        let header = PageHeader { is_dictionary: true, bytes: 0, compressed: 0, values, encoding: PLAIN };
        self.compress(chunk, header)?;
        chunk.data = self.chunk.len();
        Ok(())
    }

    fn page(&mut self, chunk: &mut Chunk, rows: usize, encoding: i64) -> io::Result<()> {
        let header = PageHeader { is_dictionary: false, bytes: 0, compressed: 0, values: rows, encoding };
        let from = self.chunk.len();
        self.compress(chunk, header)?;
        chunk.pages.append_offset_and_size(from as i64, (self.chunk.len() - from) as i32);
        chunk.pages.append_row_count(rows as i64);
        Ok(())
    }

    /// Appends the body as a compressed page.
    fn compress(&mut self, chunk: &mut Chunk, header: PageHeader) -> io::Result<()> {
        let mut packed = Vec::with_capacity(zstd::zstd_safe::compress_bound(self.body.len()));
        let compressed = self.zstd.compress_to_buffer(&self.body, &mut packed)?;
        let from = self.chunk.len();
        PageHeader { bytes: self.body.len(), compressed, ..header }.write(&mut self.chunk);
        chunk.unpacked += self.chunk.len() - from + self.body.len();
        self.chunk.extend_from_slice(&packed);
        Ok(())
    }

    fn close(
        &mut self,
        column: ColumnDescPtr,
        chunk: Chunk,
        statistics: Option<Statistics>,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let bytes = Bytes::from(std::mem::take(&mut self.chunk));
        debug_assert_eq!(chunk.kind, column.physical_type(), "a chunk of the column's kind");
        let encodings = if chunk.data > 0 {
            vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY]
        } else {
            vec![Encoding::PLAIN, Encoding::RLE]
        };
        let mut metadata = ColumnChunkMetaData::builder(column)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_encodings(encodings)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(chunk.unpacked as i64)
            .set_num_values(chunk.rows as i64)
            .set_data_page_offset(chunk.data as i64)
            .set_dictionary_page_offset((chunk.data > 0).then_some(0));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: chunk.rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: chunk.bounds.map(ColumnIndexBuilder::build).transpose()?,
            offset_index: Some(chunk.pages.build()),
        };
        Ok((bytes, close))
    }
}

/// A lower bound of a text, of at most [`BOUND`] bytes.
fn below(text: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let end = (0..=BOUND.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.as_bytes()[..end.unwrap_or(0)].to_vec()
}

/// An upper bound of a text: cut after a character that is replaced by the next one, where there is one.
fn above(text: &[u8]) -> Vec<u8> {
    let Some(at) = text.get(..BOUND).filter(|_| text.len() > BOUND) else { return text.to_vec() };
    match at.iter().rposition(|byte| *byte < 0x7f) {
        Some(last) => {
            let mut bound = at[..=last].to_vec();
            bound[last] += 1;
            bound
        }
        None => text.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_texts() {
        for text in [
            "",
            "abc",
            &"x".repeat(31),
            &"x".repeat(32),
            &"x".repeat(33),
            &"é".repeat(40),
            &format!("a{}", "\x7f".repeat(50)),
        ] {
            let (least, most) = (below(text.as_bytes()), above(text.as_bytes()));
            assert!(least.as_slice() <= text.as_bytes() && text.as_bytes() <= most.as_slice(), "{text}");
            assert!(std::str::from_utf8(&least).is_ok() && std::str::from_utf8(&most).is_ok() && least.len() <= BOUND);
        }
        assert_eq!(above("x".repeat(40).as_bytes()), format!("{}y", "x".repeat(31)).as_bytes());
    }
}
