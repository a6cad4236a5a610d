//! An open table and its metadata.

use crate::checksum::{BODY, FOOTER, INDEX, field, footer_digest, hex, unhex};
use crate::error::guarded;
use crate::first_keys::FirstKeys;
use crate::header::{BLOCK, Counts, Header, Values, parse, text};
use crate::page_cache::PageCache;
use crate::source::{TableBytes, TableFile, read_at};
use crate::{TableError, VERSION, validate};
use grundy::catalog::OpenedGame;
use parquet::file::metadata::{
    ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy,
};
use parquet::file::page_index::offset_index::PageLocation;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The bytes that begin and end a Parquet file.
const MAGIC: &[u8; 4] = b"PAR1";

/// The maximum size of a footer in bytes.
const MAX_FOOTER_BYTES: u64 = 1 << 30;

/// An open table: its footer is read and checked on opening, its rows are read on demand. Several threads may read it at once.
pub struct Table {
    pub(crate) source: Arc<TableFile>,
    pub(crate) parquet: ParquetMetaData,
    /// The locations of the pages of each column of each row group, loaded when first needed.
    pub(crate) locations: Vec<OnceLock<Vec<PageLocation>>>,
    pub(crate) page_cache: PageCache,
    header: Header,
    counts: Counts,
    pub(crate) first_keys: FirstKeys,
    /// The game that the header names, opened when first needed.
    pub(crate) game: OnceLock<OpenedGame>,
    body_digest: String,
    digest: String,
    bytes: u64,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// If the file cannot be read, is not a table, has a later format version, or is damaged where it was read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref();
        // To open a pipe would wait for another process.
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Err(TableError::NotATable("it is not a plain file").at(path));
        }
        let file = File::open(path).map_err(TableError::from);
        file.and_then(|file| Self::read(TableBytes::File(file))).map_err(|error| error.at(path))
    }

    /// Opens a table in memory, from the bytes of its file.
    pub(crate) fn from_static(bytes: &'static [u8]) -> Result<Self, TableError> {
        Self::read(TableBytes::Static(Cursor::new(bytes)))
    }

    fn read(mut file: TableBytes) -> Result<Self, TableError> {
        let bytes = file.seek(SeekFrom::End(0))?;
        let footer_at = footer_of(&mut file, bytes)?;
        let footer = read_at(&mut file, footer_at, bytes - footer_at)?;
        let own = field(&footer, FOOTER);
        if own.is_none() && !contains(&footer, b"grundy.table") {
            return Err(TableError::NotATable("a Parquet file of something else, or one whose footer is damaged"));
        }
        let own = own.ok_or_else(|| TableError::damaged("its footer", "the checksum of the footer is not there"))?;
        let (expected, digest) = (String::from_utf8_lossy(&footer[own.clone()]), footer_digest(&footer, own.clone()));
        if expected != digest {
            return Err(digest_mismatch("its footer", &expected, &digest));
        }
        let metadata = decode_metadata(&footer[..footer.len() - 8])?;
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
        let pages_end: u64 = parse(&values, "grundy.pages-end")?;
        if pages_end > footer_at {
            return Err(TableError::damaged("its metadata", "the pages end beyond the footer"));
        }
        let offsets_at = match metadata.row_groups().first() {
            None => footer_at,
            Some(group) => group
                .columns()
                .first()
                .and_then(|chunk| chunk.offset_index_offset())
                .and_then(|at| u64::try_from(at).ok())
                .filter(|at| (pages_end..=footer_at).contains(at))
                .ok_or_else(|| TableError::damaged("its structure", "the pages have no index"))?,
        };
        let tail = read_at(&mut file, offsets_at, bytes - offsets_at)?;
        let (index, second_footer) = tail.split_at((footer_at - offsets_at) as usize);
        if second_footer != footer {
            return Err(TableError::damaged("its footer", "it changed while it was read"));
        }
        let (expected, got) = (text(&values, INDEX)?, hex(&Sha256::digest(index)));
        if expected != got {
            return Err(digest_mismatch("its page indexes", expected, &got));
        }
        let source = Arc::new(TableFile::new(file, blocks(&values, pages_end)?, pages_end, offsets_at, tail.into()));
        let header = Header::read(&values)?;
        let rows = validate::rows(&metadata, &header, pages_end)?;
        let chunks = metadata.row_groups().iter().map(|group| group.num_columns()).sum();
        let table = Self {
            locations: (0..chunks).map(|_| OnceLock::new()).collect(),
            parquet: metadata,
            source,
            page_cache: PageCache::default(),
            game: OnceLock::new(),
            header,
            counts: Counts::read(&values)?,
            first_keys: FirstKeys::read(text(&values, "grundy.fences")?)?,
            body_digest: text(&values, BODY)?.to_owned(),
            digest,
            bytes,
        };
        let pairs = table.parquet.file_metadata().key_value_metadata().map_or(0, Vec::len);
        validate::check_metadata(&table.header, &table.counts, &values, pairs, pages_end)?;
        validate::check_counts(&table.header, &table.counts, &table.first_keys, rows)?;
        Ok(table)
    }

    /// Returns the header: the game, its rules, and the form of the rows.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the counts of rows, moves and positions.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the SHA-256 of the footer, which contains the digests of everything before it: an identifier of the table.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Estimated memory of the open table, in bytes.
    pub(crate) fn memory_bytes(&self) -> u64 {
        8 * self.source.tail().len() as u64
    }

    /// Reads the whole file and compares every checksum. Calls `go_on` with the number of bytes read and the size of the file, and
    /// returns `None` if it returns `false`.
    ///
    /// # Errors
    /// If a checksum differs, or the file cannot be read.
    pub fn check_checksums(&self, go_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<Option<()>, TableError> {
        let mut body = Sha256::new();
        for block in 0..self.source.blocks() {
            let start = block * BLOCK;
            if !go_on(start, self.bytes) {
                return Ok(None);
            }
            let length = BLOCK.min(self.pages_end() - start);
            body.update(self.source.read(start, length)?);
        }
        body.update(self.source.between()?);
        let tail = self.source.tail();
        let index = tail.len() as u64 - (self.bytes - self.footer_at());
        body.update(&tail[..index as usize]);
        let got = hex(&body.finalize());
        if got == self.body_digest { Ok(Some(())) } else { Err(digest_mismatch("the file", &self.body_digest, &got)) }
    }

    /// Decodes the footer with its statistics.
    pub(crate) fn metadata_with_statistics(&self) -> Result<ParquetMetaData, TableError> {
        let tail = self.source.tail();
        let from = tail.len() - (self.bytes - self.footer_at()) as usize;
        guarded(|| Ok(ParquetMetaDataReader::decode_metadata(&tail[from..tail.len() - 8])?))
    }

    fn pages_end(&self) -> u64 {
        self.source.pages_end()
    }

    fn footer_at(&self) -> u64 {
        let tail = self.source.tail();
        let at = tail.len() - 8;
        let length = u32::from_le_bytes([tail[at], tail[at + 1], tail[at + 2], tail[at + 3]]);
        self.bytes - 8 - u64::from(length)
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("header", &self.header).finish_non_exhaustive()
    }
}

/// The offset at which the footer of a Parquet file begins.
fn footer_of(file: &mut TableBytes, bytes: u64) -> Result<u64, TableError> {
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
    if length > MAX_FOOTER_BYTES || length + 12 > bytes {
        return Err(TableError::damaged("its end", "the length of the footer is more than the file has"));
    }
    Ok(bytes - 8 - length)
}

/// Decodes the footer without its statistics, which lookups do not use.
fn decode_metadata(bytes: &[u8]) -> Result<ParquetMetaData, TableError> {
    let options = ParquetMetaDataOptions::new()
        .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_encoding_stats_policy(ParquetStatisticsPolicy::SkipAll)
        .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
    guarded(|| Ok(ParquetMetaDataReader::decode_metadata_with_options(bytes, Some(&options))?))
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

fn digest_mismatch(part: &str, expected: &str, got: &str) -> TableError {
    TableError::damaged(part, format!("its checksum should be {expected} and is {got}"))
}

fn blocks(values: &Values, pages_end: u64) -> Result<Vec<u32>, TableError> {
    let wrong = || TableError::damaged("its metadata", "the checksums of the blocks cannot be read");
    if parse::<u64>(values, "grundy.block-bytes")? != BLOCK {
        return Err(wrong());
    }
    let bytes = unhex(text(values, "grundy.blocks")?).ok_or_else(wrong)?;
    if bytes.len() as u64 != 4 * pages_end.div_ceil(BLOCK) {
        return Err(wrong());
    }
    Ok(bytes.chunks(4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]])).collect())
}

/// Returns whether a file begins or ends with the magic bytes of Parquet. It may be damaged, or no table of this crate.
///
/// # Errors
/// If the file cannot be read.
pub fn is_parquet_file(path: impl AsRef<Path>) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    for from in [0, length.saturating_sub(4)] {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        (&file).take(4).read_to_end(&mut bytes)?;
        if bytes == MAGIC {
            return Ok(true);
        }
    }
    Ok(false)
}
