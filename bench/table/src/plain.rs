//! The yardsticks: the same rows, written by the writer of the crate `parquet` with its own settings or with those of this project's
//! tables.

use bytes::Bytes;
use crc32fast::Hasher;
use grundy::value::{Remoteness, Verdict};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

/// The settings of a yardstick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settings {
    /// The defaults of the crate with zstd: pages of a mebibyte, groups of a mebirow, bounds and a dictionary for every column.
    Default,
    /// The settings of this project's tables: rows of a page and of a group, dictionaries, bounds and their length.
    Ours,
}

/// A writer to a file that computes a SHA-256 of all bytes and a CRC-32 of each block of 32 KiB, as the writer of tables does.
struct Checksums {
    file: File,
    body: Sha256,
    block: Hasher,
    filled: usize,
    blocks: Vec<u32>,
}

impl Write for Checksums {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const BLOCK: usize = 1 << 15;
        self.file.write_all(bytes)?;
        self.body.update(bytes);
        let mut rest = bytes;
        while !rest.is_empty() {
            let (here, after) = rest.split_at(rest.len().min(BLOCK - self.filled));
            self.block.update(here);
            self.filled += here.len();
            if self.filled == BLOCK {
                self.blocks.push(std::mem::take(&mut self.block).finalize());
                self.filled = 0;
            }
            rest = after;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

pub struct Plain {
    file: SerializedFileWriter<Checksums>,
    has_text: bool,
    group: usize,
    words: [ByteArray; 3],
    texts: Vec<u8>,
    ends: Vec<usize>,
    values: Vec<u8>,
    remoteness: Vec<i32>,
}

impl Plain {
    pub fn new(file: File, has_text: bool, settings: Settings) -> Self {
        let text = if has_text { "required binary position (string);" } else { "" };
        let schema = format!(
            "message table {{ {text} required binary value (string); optional int32 remoteness; optional int64 grundy; }}"
        );
        let schema = Arc::new(parse_message_type(&schema).expect("a schema"));
        let builder = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
        let (builder, group) = match settings {
            Settings::Default => (builder, 1 << 20),
            Settings::Ours => ours(builder, has_text),
        };
        let out = Checksums { file, body: Sha256::new(), block: Hasher::new(), filled: 0, blocks: Vec::new() };
        let file = SerializedFileWriter::new(out, schema, Arc::new(builder.build())).expect("the file can be written");
        let words = ["win", "loss", "draw"].map(|word| ByteArray::from(Bytes::from_static(word.as_bytes())));
        Self { file, has_text, group, words, texts: vec![], ends: vec![], values: vec![], remoteness: vec![] }
    }

    pub fn push(&mut self, text: &str, verdict: Verdict) {
        if self.has_text {
            self.texts.extend_from_slice(text.as_bytes());
            self.ends.push(self.texts.len());
        }
        self.values.push(match verdict {
            Verdict::Win(_) => 0,
            Verdict::Loss(_) => 1,
            Verdict::Draw => 2,
        });
        if let Some(Remoteness(r)) = verdict.remoteness() {
            self.remoteness.push(r as i32);
        }
        if self.values.len() == self.group {
            self.close_group();
        }
    }

    pub fn finish(mut self) {
        if !self.values.is_empty() {
            self.close_group();
        }
        let out = self.file.into_inner().expect("the file can be written");
        std::hint::black_box((out.body.finalize(), out.blocks));
    }

    fn close_group(&mut self) {
        const WORKS: &str = "the file can be written";
        let mut group = self.file.next_row_group().expect(WORKS);
        if self.has_text {
            // Slices of one buffer, so that no text is allocated.
            let all = Bytes::from(std::mem::take(&mut self.texts));
            let mut from = 0;
            let slice = |&end: &usize| ByteArray::from(all.slice(std::mem::replace(&mut from, end)..end));
            let texts: Vec<ByteArray> = self.ends.iter().map(slice).collect();
            let mut column = group.next_column().expect(WORKS).expect("a column");
            column.typed::<ByteArrayType>().write_batch(&texts, None, None).expect(WORKS);
            column.close().expect(WORKS);
        }
        let values: Vec<ByteArray> = self.values.iter().map(|&word| self.words[usize::from(word)].clone()).collect();
        let there: Vec<i16> = self.values.iter().map(|&word| i16::from(word != 2)).collect();
        let mut column = group.next_column().expect(WORKS).expect("a column");
        column.typed::<ByteArrayType>().write_batch(&values, None, None).expect(WORKS);
        column.close().expect(WORKS);
        let mut column = group.next_column().expect(WORKS).expect("a column");
        column.typed::<Int32Type>().write_batch(&self.remoteness, Some(&there), None).expect(WORKS);
        column.close().expect(WORKS);
        let mut column = group.next_column().expect(WORKS).expect("a column");
        let none = vec![0; self.values.len()];
        column.typed::<Int64Type>().write_batch(&[], Some(&none), None).expect(WORKS);
        column.close().expect(WORKS);
        group.close().expect(WORKS);
        self.ends.clear();
        self.values.clear();
        self.remoteness.clear();
    }
}

/// The settings of this project's tables, and the number of rows of a row group.
fn ours(builder: WriterPropertiesBuilder, has_text: bool) -> (WriterPropertiesBuilder, usize) {
    let (page, group) = if has_text { (1 << 11, 1 << 18) } else { (1 << 14, 1 << 20) };
    let path = |name: &str| ColumnPath::new(vec![name.to_owned()]);
    let builder = builder
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_max_row_group_row_count(Some(group))
        .set_data_page_row_count_limit(page)
        .set_write_batch_size(page)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_column_statistics_enabled(path("value"), EnabledStatistics::None)
        .set_column_index_truncate_length(Some(32))
        .set_statistics_truncate_length(Some(32))
        .set_column_dictionary_enabled(path("position"), false)
        .set_column_dictionary_enabled(path("grundy"), false);
    (builder, group)
}
