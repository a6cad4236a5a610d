//! Writes a table, row by row.

use crate::header::{Counts, GROUP, Header};
use crate::seal::{BODY, DIGITS, FOOTER, INDEX, Sealing, hex};
use grundy::game::Player;
use grundy::value::{Nimber, Remoteness, Verdict};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// A row to be written.
#[derive(Clone, Copy, Debug)]
pub struct NewRow<'a> {
    /// The position's text; empty in a table without.
    pub text: &'a str,
    /// The position's number, in a table that has numbers in place of text.
    pub number: u32,
    /// Its value and remoteness.
    pub verdict: Verdict,
    /// Its Grundy value, if it has one.
    pub grundy: Option<Nimber>,
    /// Who moves there, where the position says so.
    pub turn: Option<Player>,
    /// How many positions it stands for.
    pub weight: u64,
}

/// Writes a table, row by row, in their order.
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<Sealing<W>>,
    header: Header,
    counts: Counts,
    by_turn: Option<[grundy::ask::Histogram; 2]>,
    fences: String,
    words: [ByteArray; 3],
    rows: Columns,
}

/// The columns of a row group under way.
#[derive(Default)]
struct Columns {
    texts: Vec<u8>,
    ends: Vec<usize>,
    numbers: Vec<i32>,
    values: Vec<ByteArray>,
    remoteness: Vec<i32>,
    remoteness_there: Vec<i16>,
    grundy: Vec<i64>,
    grundy_there: Vec<i16>,
    weights: Vec<i64>,
}

impl<W: Write + Send> Writer<W> {
    /// Begins a table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(out: W, header: Header) -> io::Result<Self> {
        let schema = Arc::new(schema(&header).map_err(failed)?);
        let file = SerializedFileWriter::new(Sealing::new(out), schema, Arc::new(properties(header.page() as usize)))
            .map_err(failed)?;
        Ok(Self {
            file,
            header,
            counts: Counts::default(),
            by_turn: Some(Default::default()),
            fences: String::new(),
            words: ["win", "loss", "draw"].map(|word| ByteArray::from(bytes::Bytes::from_static(word.as_bytes()))),
            rows: Columns::default(),
        })
    }

    /// Whether the place of the next row is to be told, by [`Writer::fence`].
    pub fn wants_fence(&self) -> bool {
        self.counts.stored.is_multiple_of(self.header.page()) && !self.header.dense
    }

    /// Tells the place of the next row in the order of the table, as [`grundy::any::Order::place`] gives it.
    pub fn fence(&mut self, place: &[u8]) {
        self.fences.push_str(&hex(place));
        // A blank after each: a place may be empty, as that of a position without heaps.
        self.fences.push(' ');
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, row: &NewRow<'_>) -> io::Result<()> {
        let rows = &mut self.rows;
        if self.header.texts {
            rows.texts.extend_from_slice(row.text.as_bytes());
            rows.ends.push(rows.texts.len());
        } else if !self.header.dense {
            rows.numbers.push(row.number.cast_signed());
        }
        let (word, remoteness) = match row.verdict {
            Verdict::Win(Remoteness(r)) => (0, Some(r)),
            Verdict::Loss(Remoteness(r)) => (1, Some(r)),
            Verdict::Draw => (2, None),
        };
        rows.values.push(self.words[word].clone());
        if let Some(r) = remoteness {
            rows.remoteness.push(i32::try_from(r).map_err(|_| io::Error::other("a remoteness beyond 2^31"))?);
        }
        rows.remoteness_there.push(remoteness.is_some().into());
        if let Some(Nimber(value)) = row.grundy {
            rows.grundy.push(i64::try_from(value).map_err(|_| io::Error::other("a Grundy value beyond 2^63"))?);
        }
        rows.grundy_there.push(row.grundy.is_some().into());
        if self.header.weights {
            rows.weights.push(i64::try_from(row.weight).map_err(|_| io::Error::other("a class beyond 2^63"))?);
        }
        self.counts.stored += 1;
        self.counts.positions.add(row.verdict, row.weight);
        self.counts.rows.add(row.verdict, 1);
        match (row.turn, &mut self.by_turn) {
            (Some(player), Some(sides)) => sides[player as usize].add(row.verdict, 1),
            (_, sides) => *sides = None,
        }
        if rows.values.len() as u64 == GROUP { self.close_group() } else { Ok(()) }
    }

    /// Ends the table, and gives what it counted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self, moves: u64) -> io::Result<(W, Counts)> {
        if !self.rows.values.is_empty() {
            self.close_group()?;
        }
        self.counts.moves = moves;
        self.counts.by_turn = self.by_turn.filter(|_| self.counts.stored > 0);
        self.file.flush()?;
        let (pages, blocks) = self.file.inner_mut().end_pages();
        let mut values = Vec::new();
        self.header.write(&mut values);
        self.counts.write(&mut values);
        values.push(("grundy.fences", self.fences));
        values.push(("grundy.page-rows", self.header.page().to_string()));
        values.push(("grundy.block-bytes", crate::header::BLOCK.to_string()));
        values.push(("grundy.pages-end", pages.to_string()));
        values.push(("grundy.blocks", blocks.iter().map(|crc| format!("{crc:08x}")).collect()));
        for key in [INDEX, BODY, FOOTER] {
            values.push((key, "0".repeat(DIGITS)));
        }
        for (key, value) in values {
            self.file.append_key_value_metadata(KeyValue::new(key.to_owned(), value));
        }
        let sealing = self.file.into_inner().map_err(failed)?;
        Ok((sealing.finish()?, self.counts))
    }

    fn close_group(&mut self) -> io::Result<()> {
        let mut rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group().map_err(failed)?;
        let all = bytes::Bytes::from(std::mem::take(&mut rows.texts));
        if self.header.texts {
            let starts = std::iter::once(0).chain(rows.ends.iter().copied());
            let texts: Vec<ByteArray> =
                starts.zip(&rows.ends).map(|(start, &end)| ByteArray::from(all.slice(start..end))).collect();
            let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
            column.typed::<ByteArrayType>().write_batch(&texts, None, None).map_err(failed)?;
            column.close().map_err(failed)?;
        } else if !self.header.dense {
            let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
            column.typed::<Int32Type>().write_batch(&rows.numbers, None, None).map_err(failed)?;
            column.close().map_err(failed)?;
        }
        let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
        column.typed::<ByteArrayType>().write_batch(&rows.values, None, None).map_err(failed)?;
        column.close().map_err(failed)?;
        let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
        let there = Some(&rows.remoteness_there[..]);
        column.typed::<Int32Type>().write_batch(&rows.remoteness, there, None).map_err(failed)?;
        column.close().map_err(failed)?;
        let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
        column.typed::<Int64Type>().write_batch(&rows.grundy, Some(&rows.grundy_there), None).map_err(failed)?;
        column.close().map_err(failed)?;
        if self.header.weights {
            let mut column = group.next_column().map_err(failed)?.expect("a column of the schema");
            column.typed::<Int64Type>().write_batch(&rows.weights, None, None).map_err(failed)?;
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        // The rooms of the columns serve again.
        rows.ends.clear();
        rows.numbers.clear();
        rows.values.clear();
        rows.remoteness.clear();
        rows.remoteness_there.clear();
        rows.grundy.clear();
        rows.grundy_there.clear();
        rows.weights.clear();
        self.rows = rows;
        Ok(())
    }
}

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("header", &self.header).finish_non_exhaustive()
    }
}

fn schema(header: &Header) -> Result<Type, ParquetError> {
    let column = |name: &str, physical, repetition, logical| {
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    };
    let text = Some(LogicalType::String);
    let mut columns = Vec::new();
    if header.texts {
        columns.push(column("position", Physical::BYTE_ARRAY, Repetition::REQUIRED, text.clone())?);
    } else if !header.dense {
        columns.push(column("rank", Physical::INT32, Repetition::REQUIRED, Some(LogicalType::integer(32, false)))?);
    }
    columns.push(column("value", Physical::BYTE_ARRAY, Repetition::REQUIRED, text)?);
    columns.push(column("remoteness", Physical::INT32, Repetition::OPTIONAL, None)?);
    columns.push(column("grundy", Physical::INT64, Repetition::OPTIONAL, None)?);
    if header.weights {
        columns.push(column("weight", Physical::INT64, Repetition::REQUIRED, None)?);
    }
    Type::group_type_builder("table").with_fields(columns).build()
}

fn properties(page: usize) -> WriterProperties {
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let path = |name: &str| ColumnPath::new(vec![name.to_owned()]);
    WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(zstd)
        .set_max_row_group_row_count(Some(GROUP as usize))
        .set_data_page_row_count_limit(page)
        .set_write_batch_size(page)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_column_index_truncate_length(Some(32))
        .set_statistics_truncate_length(Some(32))
        // Each word stands in every page, so that bounds would bound nothing.
        .set_column_statistics_enabled(path("value"), EnabledStatistics::None)
        // Of DELTA_BYTE_ARRAY zstd makes a third more than of the plain text (measured with connect4:5x4), and it is slower both ways.
        .set_column_dictionary_enabled(path("position"), false)
        .set_column_encoding(path("position"), Encoding::PLAIN)
        .set_column_dictionary_enabled(path("rank"), false)
        .set_column_encoding(path("rank"), Encoding::DELTA_BINARY_PACKED)
        .build()
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner.to_string()),
        },
        other => io::Error::other(other.to_string()),
    }
}
