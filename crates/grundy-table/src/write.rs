//! The writer of tables, row by row.

use crate::checksum::{BODY, ChecksumWriter, DIGITS, FOOTER, INDEX, hex};
use crate::chunk_writer::ColumnChunkWriter;
use crate::header::{Counts, Header};
use crate::loopy::NewSets;
use crate::page::MAX_PAGE_BYTES;
use crate::schema::{properties, schema};
use crate::write_error::WriteError;
use bytes::Bytes;
use grundy::game::Player;
use grundy::value::{Nimber, Remoteness, Verdict};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use std::io::{self, Write};
use std::sync::Arc;

/// The index of `draw` in [`WORDS`](crate::chunk_writer::WORDS).
const DRAW: u16 = 2;

/// A row for [`Writer::push`].
#[derive(Clone, Copy, Debug)]
pub struct NewRow<'a> {
    /// The text of the position; empty in a table without texts.
    pub text: &'a str,
    /// The index of the position; used in a table without texts.
    pub number: u64,
    /// The value and remoteness of the position.
    pub verdict: Verdict,
    /// The Grundy value of the position, if it has one.
    pub grundy: Option<Nimber>,
    /// The set K, ascending, if the Grundy value is ∞(K); used in the table of a game with a cycle.
    pub loopy: Option<&'a [Nimber]>,
    /// The stage of a finite Grundy value; used in the table of a game with a cycle.
    pub stage: Option<u32>,
    /// The player to move, if the position has one.
    pub player: Option<Player>,
    /// The number of positions that the row represents.
    pub weight: u64,
}

/// A writer that writes a table row by row, in the order of the rows.
///
/// [`write_solution`](crate::write_solution) writes the table of a solved game in one call. A `Writer` is for rows from elsewhere:
///
/// ```
/// use grundy::{Play, Remoteness, Verdict, text::Order};
/// use grundy_table::{Header, NewRow, Writer};
/// let header = Header {
///     game: "bash:3".to_owned(),
///     play: Play::Normal,
///     rules: "catalogue 1".to_owned(),
///     program: "an example".to_owned(),
///     order: Order::Key,
///     is_reduced: false,
///     has_texts: true,
///     is_dense: false,
///     has_weights: false,
///     has_stages: false,
///     has_infinite_values: false,
///     start: None,
///     opening: None,
/// };
/// let game = grundy::open("bash:3")?;
/// let mut writer = Writer::new(Vec::new(), header)?;
/// for (text, verdict) in [("0", Verdict::Loss(Remoteness(0))), ("1", Verdict::Win(Remoteness(1)))] {
///     if writer.wants_first_key() {
///         let mut key = Vec::new();
///         let position = game.as_dyn().parse(text)?;
///         Order::Key.sort_key(game.as_dyn(), &position, &mut key).expect("every position has a key");
///         writer.push_first_key(&key);
///     }
///     let row = NewRow { text, number: 0, verdict, grundy: None, loopy: None, stage: None, player: None, weight: 1 };
///     writer.push(&row)?;
/// }
/// let (bytes, counts) = writer.finish(1)?;
/// assert!(bytes.starts_with(b"PAR1") && counts.stored == 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<ChecksumWriter<W>>,
    header: Header,
    counts: Counts,
    by_turn: Option<[grundy::solver::Histogram; 2]>,
    first_keys: String,
    /// The number of first keys added so far.
    first_key_count: u64,
    rows: Columns,
    chunk_writer: ColumnChunkWriter,
}

/// The columns of the row group that is being written.
#[derive(Default)]
struct Columns {
    texts: Vec<u8>,
    ends: Vec<usize>,
    numbers: Vec<i32>,
    /// The values, as indices of the words.
    values: Vec<u16>,
    /// The remotenesses of the rows that are not draws.
    remoteness: Vec<i32>,
    /// The Grundy values of the rows that have one, and for each row 1 if it has one, else 0. Both are empty until the first Grundy
    /// value.
    grundy: Vec<i64>,
    grundy_there: Vec<i16>,
    weights: Vec<i64>,
    sets: NewSets,
    /// The stages of the rows that have one, and for each row 1 if it has one, else 0.
    stages: Vec<i32>,
    stages_there: Vec<i16>,
}

impl<W: Write + Send> Writer<W> {
    /// Starts a table.
    ///
    /// # Errors
    /// If the header contradicts itself, or the table cannot be written.
    pub fn new(out: W, header: Header) -> Result<Self, WriteError> {
        if let Some(contradiction) = header.contradiction() {
            return Err(WriteError::Header(contradiction));
        }
        let schema = Arc::new(schema(&header).map_err(to_write_error)?);
        let chunk_writer = ColumnChunkWriter::new(header.page() as usize)?;
        let file = SerializedFileWriter::new(ChecksumWriter::new(out), schema, Arc::new(properties(&header)))
            .map_err(to_write_error)?;
        Ok(Self {
            file,
            header,
            counts: Counts::default(),
            by_turn: Some(Default::default()),
            first_keys: String::new(),
            first_key_count: 0,
            rows: Columns::default(),
            chunk_writer,
        })
    }

    /// Returns whether [`Writer::push_first_key`] must be called before the next row, which is then the first of a page of a table with
    /// texts.
    pub fn wants_first_key(&self) -> bool {
        self.header.has_texts && self.first_key_count < self.pages_with_next_row()
    }

    /// The number of pages of the table including the next row.
    fn pages_with_next_row(&self) -> u64 {
        self.counts.stored / self.header.page() + 1
    }

    /// Adds the sort key of the next row, as [`grundy::text::Order::sort_key`] returns it. Only tables with texts have such keys.
    pub fn push_first_key(&mut self, key: &[u8]) {
        self.first_key_count += 1;
        self.first_keys.push_str(&hex(key));
        // A space follows each key, because a key may be empty, such as that of a position without heaps.
        self.first_keys.push(' ');
    }

    /// The error of the next row.
    fn row_error(&self, what: &'static str) -> WriteError {
        WriteError::Row { row: self.counts.stored, what }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the table cannot be written, the row holds what the table cannot store, or it is the first of a page and its sort key is missing.
    pub fn push(&mut self, row: &NewRow<'_>) -> Result<(), WriteError> {
        if row.loopy.is_some() && !self.header.has_infinite_values {
            return Err(self.row_error("a set of Grundy values in a table without the column `loopy`"));
        }
        let pages = self.pages_with_next_row();
        if self.header.has_texts {
            if self.first_key_count != pages {
                return Err(WriteError::FirstKeys { row: self.counts.stored });
            }
            self.rows.texts.extend_from_slice(row.text.as_bytes());
            self.rows.ends.push(self.rows.texts.len());
        } else if !self.header.is_dense {
            let number = u32::try_from(row.number).map_err(|_| self.row_error("an index of 2³² or more"))?;
            if self.first_key_count < pages {
                self.push_first_key(&number.to_be_bytes());
            }
            self.rows.numbers.push(number.cast_signed());
        }
        let stored = self.counts.stored;
        let too_large = |what| WriteError::Row { row: stored, what };
        let rows = &mut self.rows;
        let (word, remoteness) = match row.verdict {
            Verdict::Win(Remoteness(r)) => (0, Some(r)),
            Verdict::Loss(Remoteness(r)) => (1, Some(r)),
            Verdict::Draw => (DRAW, None),
        };
        rows.values.push(word);
        if let Some(r) = remoteness {
            rows.remoteness.push(i32::try_from(r).map_err(|_| too_large("a remoteness of 2³¹ or more"))?);
        }
        if let Some(Nimber(value)) = row.grundy {
            rows.grundy.push(i64::try_from(value).map_err(|_| too_large("a Grundy value of 2⁶³ or more"))?);
            rows.grundy_there.resize(rows.values.len() - 1, 0);
            rows.grundy_there.push(1);
        }
        if self.header.has_infinite_values {
            rows.sets.push(row.loopy).map_err(|_| too_large("a number of 2³¹ or more in a set of Grundy values"))?;
        }
        if self.header.has_stages {
            if let Some(stage) = row.stage {
                rows.stages.push(i32::try_from(stage).map_err(|_| too_large("a stage of 2³¹ or more"))?);
            }
            rows.stages_there.push(row.stage.is_some().into());
        }
        if self.header.has_weights {
            rows.weights.push(i64::try_from(row.weight).map_err(|_| too_large("a class of 2⁶³ positions or more"))?);
        }
        self.counts.stored += 1;
        self.counts.rows.add(row.verdict, 1);
        if self.header.has_weights {
            self.counts.positions.add(row.verdict, row.weight);
        }
        match (row.player, &mut self.by_turn) {
            (Some(player), Some(sides)) => sides[player as usize].add(row.verdict, 1),
            (_, sides) => *sides = None,
        }
        if rows.values.len() as u64 == self.header.group() {
            self.close_group()?;
        }
        Ok(())
    }

    /// Finishes the table, and returns the output and the counts of the table. `moves` is the number of moves of all positions.
    ///
    /// # Errors
    /// If the table cannot be written, or a sort key was added for a row that was not.
    pub fn finish(mut self, moves: u64) -> Result<(W, Counts), WriteError> {
        let pages = if self.header.is_dense { 0 } else { self.counts.stored.div_ceil(self.header.page()) };
        if self.first_key_count != pages {
            return Err(WriteError::FirstKeys { row: self.counts.stored });
        }
        if !self.rows.values.is_empty() {
            self.close_group()?;
        }
        self.counts.moves = moves;
        if !self.header.has_weights {
            self.counts.positions = self.counts.rows.clone();
        }
        self.counts.by_turn = self.by_turn.filter(|_| self.counts.stored > 0);
        self.file.flush()?;
        let (pages, blocks) = self.file.inner_mut().end_pages();
        let mut values = Vec::new();
        self.header.write(&mut values);
        self.counts.write(&mut values);
        values.push(("grundy.fences", self.first_keys));
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
        let out = self.file.into_inner().map_err(to_write_error)?;
        Ok((out.finish()?, self.counts))
    }

    fn close_group(&mut self) -> io::Result<()> {
        let Self { file, header, rows, chunk_writer, .. } = self;
        let columns = file.schema_descr().columns().to_vec();
        let mut columns = columns.into_iter();
        let mut column = || columns.next().expect("a column of the schema");
        let mut group = file.next_row_group().map_err(to_write_error)?;
        if header.has_texts {
            column();
            let mut page_at = 0;
            for page in rows.ends.chunks(header.page() as usize) {
                let end = page.last().copied().unwrap_or(page_at);
                if end - page_at + 4 * page.len() > MAX_PAGE_BYTES {
                    return Err(io::Error::other(format!("the texts of a page have more than {MAX_PAGE_BYTES} bytes")));
                }
                page_at = end;
            }
            // Slices of one buffer, so that no text is copied.
            let all = Bytes::from(std::mem::take(&mut rows.texts));
            let mut from = 0;
            let text = |&end: &usize| ByteArray::from(all.slice(std::mem::replace(&mut from, end)..end));
            let texts: Vec<ByteArray> = rows.ends.iter().map(text).collect();
            by_parquet::<ByteArrayType, W>(&mut group, &texts, None)?;
        } else if !header.is_dense {
            column();
            by_parquet::<Int32Type, W>(&mut group, &rows.numbers, None)?;
        }
        let (bytes, close) = chunk_writer.values(column(), &rows.values).map_err(to_write_error)?;
        group.append_column(&bytes, close).map_err(to_write_error)?;
        let there: Vec<i16> = rows.values.iter().map(|value| i16::from(*value != DRAW)).collect();
        by_parquet::<Int32Type, W>(&mut group, &rows.remoteness, Some(&there))?;
        rows.grundy_there.resize(rows.values.len(), 0);
        by_parquet::<Int64Type, W>(&mut group, &rows.grundy, Some(&rows.grundy_there))?;
        if header.has_infinite_values {
            sets_by_parquet(&mut group, &rows.sets, header.page() as usize)?;
        }
        if header.has_stages {
            by_parquet::<Int32Type, W>(&mut group, &rows.stages, Some(&rows.stages_there))?;
        }
        if header.has_weights {
            by_parquet::<Int64Type, W>(&mut group, &rows.weights, None)?;
        }
        group.close().map_err(to_write_error)?;
        // Reuse the buffers of the columns.
        rows.texts.clear();
        rows.ends.clear();
        rows.numbers.clear();
        rows.values.clear();
        rows.remoteness.clear();
        rows.grundy.clear();
        rows.grundy_there.clear();
        rows.weights.clear();
        rows.sets.clear();
        rows.stages.clear();
        rows.stages_there.clear();
        Ok(())
    }
}

/// Writes the next column of a row group with the Parquet writer.
fn by_parquet<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, ChecksumWriter<W>>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> io::Result<()> {
    let mut column = group.next_column().map_err(to_write_error)?.expect("a column of the schema");
    column.typed::<T>().write_batch(values, there, None).map_err(to_write_error)?;
    column.close().map_err(to_write_error)
}

/// Writes the column of sets of a row group with the Parquet writer.
fn sets_by_parquet<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, ChecksumWriter<W>>,
    sets: &NewSets,
    page_rows: usize,
) -> io::Result<()> {
    let mut column = group.next_column().map_err(to_write_error)?.expect("a column of the schema");
    // The Parquet writer counts the rows of a page after each batch, so a batch must not go beyond a page.
    for (numbers, definition, repetition) in sets.pages(page_rows)? {
        let levels = (Some(definition), Some(repetition));
        column.typed::<Int32Type>().write_batch(numbers, levels.0, levels.1).map_err(to_write_error)?;
    }
    column.close().map_err(to_write_error)
}

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("header", &self.header).finish_non_exhaustive()
    }
}

fn to_write_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner.to_string()),
        },
        other => io::Error::other(other.to_string()),
    }
}
