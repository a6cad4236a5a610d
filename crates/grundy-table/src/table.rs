//! A table that was opened.

use crate::header::{BLOCK, Counts, Header, Values, parsed, text};
use crate::rows::Cached;
use crate::seal::{BODY, DIGITS, FOOTER, INDEX, field, footer_digest, hex, unhex};
use crate::source::{Shared, Source};
use crate::{TableError, VERSION};
use parquet::basic::Type as Physical;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The bytes that begin and end a Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";

/// The largest footer that is read.
const FOOTER_MOST: u64 = 1 << 30;

/// A table that was opened: its footer was read and checked, its rows are read when they are asked for.
pub struct Table {
    pub(crate) source: Arc<Source>,
    pub(crate) parquet: ParquetMetaData,
    pub(crate) cached: Mutex<Cached>,
    header: Header,
    counts: Counts,
    /// The place of the first row of each page.
    pub(crate) fences: Vec<Box<[u8]>>,
    body_digest: String,
    bytes: u64,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// If there is no such file, or it is no table, or of a later format, or damaged where it was read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let mut file = File::open(path)?;
        let bytes = file.seek(SeekFrom::End(0))?;
        let footer_at = footer_of(&mut file, bytes)?;
        let mut footer = vec![0; (bytes - footer_at) as usize];
        file.seek(SeekFrom::Start(footer_at))?;
        file.read_exact(&mut footer)?;
        let own = field(&footer, FOOTER);
        if own.is_none() && !contains(&footer, b"grundy.table") {
            return Err(TableError::NotATable("a Parquet file of something else, or one whose footer is damaged"));
        }
        let own = own.ok_or_else(|| TableError::damaged("its footer", "the checksum of the footer is not there"))?;
        let (expected, got) = (String::from_utf8_lossy(&footer[own.clone()]), footer_digest(&footer, own.clone()));
        if expected != got {
            return Err(differ("its footer", &expected, &got));
        }
        let metadata = ParquetMetaDataReader::decode_metadata(&footer[..footer.len() - 8])?;
        let values: Values = metadata
            .file_metadata()
            .key_value_metadata()
            .into_iter()
            .flatten()
            .filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)))
            .collect();
        let version = text(&values, "grundy.table")?;
        if version != VERSION.to_string() {
            return Err(TableError::Newer { version: version.to_owned() });
        }
        let pages_end: u64 = parsed(&values, "grundy.pages-end")?;
        if pages_end > footer_at {
            return Err(TableError::damaged("its metadata", "the pages end beyond the footer"));
        }
        let mut tail = vec![0; (footer_at - pages_end) as usize];
        file.seek(SeekFrom::Start(pages_end))?;
        file.read_exact(&mut tail)?;
        let (expected, got) = (text(&values, INDEX)?, hex(&Sha256::digest(&tail)));
        if expected != got {
            return Err(differ("its page indexes", expected, &got));
        }
        tail.extend_from_slice(&footer);
        let source = Arc::new(Source::new(file, blocks(&values, pages_end)?, pages_end, tail.into()));
        let mut reader = ParquetMetaDataReader::new_with_metadata(metadata)
            .with_offset_index_policy(PageIndexPolicy::Required)
            .with_column_index_policy(PageIndexPolicy::Skip);
        reader.read_page_indexes(&Shared(Arc::clone(&source)))?;
        let table = Self {
            parquet: reader.finish()?,
            source,
            cached: Mutex::default(),
            header: Header::read(&values)?,
            counts: Counts::read(&values)?,
            fences: fences(&values)?,
            body_digest: text(&values, BODY)?.to_owned(),
            bytes,
        };
        table.check_shape(&values)?;
        Ok(table)
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What the table says of its rows.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes in memory while it is open, about.
    pub(crate) fn held(&self) -> u64 {
        let fences: usize = self.fences.iter().map(|fence| fence.len() + 16).sum();
        8 * self.source.tail().len() as u64 + fences as u64
    }

    /// Reads the whole file and compares every checksum. `go_on` is told how many of how many bytes are read.
    ///
    /// # Errors
    /// If one differs, or the file cannot be read; `None` within if `go_on` says no.
    pub fn check_sums(&self, go_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<Option<()>, TableError> {
        let mut body = Sha256::new();
        for block in 0..self.source.blocks() {
            let start = block * BLOCK;
            if !go_on(start, self.bytes) {
                return Ok(None);
            }
            let length = BLOCK.min(self.pages_end() - start);
            body.update(self.source.read(start, length)?);
        }
        let tail = self.source.tail();
        let index = tail.len() as u64 - (self.bytes - self.footer_at());
        body.update(&tail[..index as usize]);
        let got = hex(&body.finalize());
        if got == self.body_digest { Ok(Some(())) } else { Err(differ("the file", &self.body_digest, &got)) }
    }

    fn pages_end(&self) -> u64 {
        self.bytes - self.source.tail().len() as u64
    }

    fn footer_at(&self) -> u64 {
        let tail = self.source.tail();
        let at = tail.len() - 8;
        let length = u32::from_le_bytes([tail[at], tail[at + 1], tail[at + 2], tail[at + 3]]);
        self.bytes - 8 - u64::from(length)
    }

    /// Whether columns, rows and fences are as the header says.
    fn check_shape(&self, values: &Values) -> Result<(), TableError> {
        let wrong = |what: &str| Err(TableError::damaged("its structure", what));
        let Header { texts, dense, weights, .. } = self.header;
        let mut columns = Vec::new();
        if texts {
            columns.push(("position", Physical::BYTE_ARRAY));
        } else if !dense {
            columns.push(("rank", Physical::INT32));
        }
        columns.extend([("value", Physical::BYTE_ARRAY), ("remoteness", Physical::INT32), ("grundy", Physical::INT64)]);
        if weights {
            columns.push(("weight", Physical::INT64));
        }
        let schema = self.parquet.file_metadata().schema_descr();
        let there: Vec<_> = schema.columns().iter().map(|column| (column.name(), column.physical_type())).collect();
        if there != columns {
            return wrong("the columns are not those of a table");
        }
        let rows: i64 = self.parquet.row_groups().iter().map(|group| group.num_rows()).sum();
        if u64::try_from(rows) != Ok(self.counts.stored) || self.counts.rows.total() != self.counts.stored {
            return wrong("the rows are not as many as the metadata says");
        }
        let pages = if dense { 0 } else { self.counts.stored.div_ceil(self.header.page()) };
        if parsed::<u64>(values, "grundy.page-rows")? != self.header.page() || self.fences.len() as u64 != pages {
            return wrong("the fences are not as many as the pages");
        }
        Ok(())
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).finish_non_exhaustive()
    }
}

/// Where the footer of a Parquet file begins.
fn footer_of(file: &mut File, bytes: u64) -> Result<u64, TableError> {
    let mut magic = [0; 4];
    file.seek(SeekFrom::Start(0))?;
    if bytes < 12 {
        return Err(TableError::NotATable("it is too short for a Parquet file"));
    }
    file.read_exact(&mut magic)?;
    let mut end = [0; 8];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut end)?;
    match (&magic == MAGIC, end.ends_with(MAGIC)) {
        (true, true) => {}
        (true, false) => {
            return Err(TableError::damaged("its end", "the file was cut short or its last bytes changed"));
        }
        (false, true) => return Err(TableError::damaged("its beginning", "the first bytes changed")),
        (false, false) => return Err(TableError::NotATable("it is not a Parquet file")),
    }
    let length = u64::from(u32::from_le_bytes([end[0], end[1], end[2], end[3]]));
    if length > FOOTER_MOST || length + 12 > bytes {
        return Err(TableError::damaged("its end", "the length of the footer is more than the file has"));
    }
    Ok(bytes - 8 - length)
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

fn differ(part: &str, expected: &str, got: &str) -> TableError {
    let short = |digest: &str| digest.chars().take(DIGITS / 4).collect::<String>();
    TableError::damaged(part, format!("its checksum should be {}… and is {}…", short(expected), short(got)))
}

fn blocks(values: &Values, pages_end: u64) -> Result<Vec<u32>, TableError> {
    let wrong = || TableError::damaged("its metadata", "the checksums of the blocks cannot be read");
    if parsed::<u64>(values, "grundy.block-bytes")? != BLOCK {
        return Err(wrong());
    }
    let bytes = unhex(text(values, "grundy.blocks")?).ok_or_else(wrong)?;
    if bytes.len() as u64 != 4 * pages_end.div_ceil(BLOCK) {
        return Err(wrong());
    }
    Ok(bytes.chunks(4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]])).collect())
}

fn fences(values: &Values) -> Result<Vec<Box<[u8]>>, TableError> {
    let all = text(values, "grundy.fences")?;
    let wrong = || TableError::damaged("its metadata", "the fences cannot be read");
    let words = all.split_terminator(' ');
    words.map(|word| unhex(word).map(Vec::into_boxed_slice).ok_or_else(wrong)).collect()
}
