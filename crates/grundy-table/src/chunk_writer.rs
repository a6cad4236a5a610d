//! Encodes the column chunks of game values: win, loss, draw.
//!
//! The Parquet writer looks each word up in a hash map. That takes three and a half times as long as encoding all columns of a table
//! without text takes here, where the three words are known beforehand (`bench/README.md`). The Parquet writer writes the other columns.

use crate::page::{PLAIN, PageHeader, RLE_DICTIONARY};
use crate::rle_bitpacked;
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::schema::types::ColumnDescPtr;
use std::io;
use zstd::bulk::Compressor;

/// The compression level, the lowest one: the next level makes a table a few per cent smaller and takes half as long again.
const LEVEL: i32 = 1;

/// The words of the column of values; a value is encoded as an index of this array.
pub(crate) const WORDS: [&str; 3] = ["win", "loss", "draw"];

/// Encodes the values of the row groups of one table, one group after another.
pub(crate) struct ColumnChunkWriter {
    zstd: Compressor<'static>,
    /// The number of rows of a page.
    page: usize,
    chunk: Vec<u8>,
    body: Vec<u8>,
    /// The size of the chunk before compression, in bytes.
    unpacked: usize,
}

impl ColumnChunkWriter {
    pub(crate) fn new(page: usize) -> io::Result<Self> {
        Ok(Self { zstd: Compressor::new(LEVEL)?, page, chunk: Vec::new(), body: Vec::new(), unpacked: 0 })
    }

    /// Encodes values, given as indices of [`WORDS`].
    pub(crate) fn values(
        &mut self,
        column: ColumnDescPtr,
        values: &[u16],
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        self.body.clear();
        for word in WORDS {
            self.body.extend_from_slice(&(word.len() as u32).to_le_bytes());
            self.body.extend_from_slice(word.as_bytes());
        }
        self.compress(true, WORDS.len(), PLAIN)?;
        let data = self.chunk.len();
        let mut pages = OffsetIndexBuilder::new();
        for values in values.chunks(self.page) {
            self.body.clear();
            self.body.push(2);
            rle_bitpacked::encode(values, 2, &mut self.body);
            let from = self.chunk.len();
            self.compress(false, values.len(), RLE_DICTIONARY)?;
            pages.append_offset_and_size(from as i64, (self.chunk.len() - from) as i32);
            pages.append_row_count(values.len() as i64);
        }
        let bytes = Bytes::from(std::mem::take(&mut self.chunk));
        let metadata = ColumnChunkMetaData::builder(column)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(std::mem::take(&mut self.unpacked) as i64)
            .set_num_values(values.len() as i64)
            .set_data_page_offset(data as i64)
            .set_dictionary_page_offset(Some(0))
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: values.len() as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(pages.build()),
        };
        Ok((bytes, close))
    }

    /// Compresses the body and appends it as a page of `values` values.
    fn compress(&mut self, is_dictionary: bool, values: usize, encoding: i64) -> io::Result<()> {
        let mut packed = Vec::with_capacity(zstd::zstd_safe::compress_bound(self.body.len()));
        let compressed = self.zstd.compress_to_buffer(&self.body, &mut packed)?;
        let from = self.chunk.len();
        PageHeader { is_dictionary, bytes: self.body.len(), compressed, values, encoding }.write(&mut self.chunk);
        self.unpacked += self.chunk.len() - from + self.body.len();
        self.chunk.extend_from_slice(&packed);
        Ok(())
    }
}
