//! The yardstick: the same columns by the Parquet crate's own settings.

use grundy::value::{Remoteness, Verdict};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::sync::Arc;

/// Rows of a row group.
const GROUP: usize = 1 << 20;

pub struct Plain {
    file: SerializedFileWriter<File>,
    has_text: bool,
    texts: Vec<ByteArray>,
    values: Vec<ByteArray>,
    remoteness: Vec<i32>,
    there: Vec<i16>,
}

impl Plain {
    pub fn new(file: File, has_text: bool) -> Self {
        let text = if has_text { "required binary position (string);" } else { "" };
        let schema = format!(
            "message table {{ {text} required binary value (string); optional int32 remoteness; optional int64 grundy; }}"
        );
        let schema = Arc::new(parse_message_type(&schema).expect("a schema"));
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
        let file = SerializedFileWriter::new(file, schema, Arc::new(properties)).expect("the file can be written");
        Self { file, has_text, texts: vec![], values: vec![], remoteness: vec![], there: vec![] }
    }

    pub fn push(&mut self, text: &str, verdict: Verdict) {
        if self.has_text {
            self.texts.push(ByteArray::from(text));
        }
        self.values.push(ByteArray::from(verdict.outcome().as_str()));
        if let Some(Remoteness(r)) = verdict.remoteness() {
            self.remoteness.push(r as i32);
        }
        self.there.push(verdict.remoteness().is_some().into());
        if self.values.len() == GROUP {
            self.close_group();
        }
    }

    pub fn finish(mut self) {
        if !self.values.is_empty() {
            self.close_group();
        }
        self.file.close().expect("the file can be written");
    }

    fn close_group(&mut self) {
        const WORKS: &str = "the file can be written";
        let mut group = self.file.next_row_group().expect(WORKS);
        if self.has_text {
            let mut column = group.next_column().expect(WORKS).expect("a column");
            column.typed::<ByteArrayType>().write_batch(&self.texts, None, None).expect(WORKS);
            column.close().expect(WORKS);
        }
        let mut column = group.next_column().expect(WORKS).expect("a column");
        column.typed::<ByteArrayType>().write_batch(&self.values, None, None).expect(WORKS);
        column.close().expect(WORKS);
        let mut column = group.next_column().expect(WORKS).expect("a column");
        column.typed::<Int32Type>().write_batch(&self.remoteness, Some(&self.there), None).expect(WORKS);
        column.close().expect(WORKS);
        let mut column = group.next_column().expect(WORKS).expect("a column");
        let none = vec![0; self.there.len()];
        column.typed::<Int64Type>().write_batch(&[], Some(&none), None).expect(WORKS);
        column.close().expect(WORKS);
        group.close().expect(WORKS);
        self.texts.clear();
        self.values.clear();
        self.remoteness.clear();
        self.there.clear();
    }
}
