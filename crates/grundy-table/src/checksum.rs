//! The checksums of a table, computed while it is written, and the digests of its parts.
//!
//! The body is divided into blocks of [`crate::header::BLOCK`] bytes, regardless of page boundaries, with a CRC-32 each (ISO 3309, as in
//! gzip). A CRC-32 detects every change within 32 consecutive bits, so it detects every changed byte.

use crate::header::BLOCK;
use crc32fast::Hasher;
use parquet::file::metadata::ParquetMetaDataReader;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// The metadata keys of the digests.
pub(crate) const FOOTER: &str = "grundy.footer-digest";
pub(crate) const BODY: &str = "grundy.body-digest";
pub(crate) const INDEX: &str = "grundy.index-digest";
/// The number of hexadecimal digits of a digest.
pub(crate) const DIGITS: usize = 64;

/// The bytes between a metadata key and its value, a string of [`DIGITS`] bytes: in Thrift's compact protocol, the header of the next
/// field, which is a binary field, and its length.
const KEY_VALUE_SEPARATOR: [u8; 2] = [0x18, DIGITS as u8];

/// A writer that forwards bytes to another writer and computes the checksums of a table.
pub(crate) struct ChecksumWriter<W> {
    out: W,
    crc: Hasher,
    filled: u64,
    blocks: Vec<u32>,
    body: Sha256,
    written: u64,
    /// The bytes after the pages; `None` while the pages are written.
    tail: Option<Vec<u8>>,
}

impl<W: Write> ChecksumWriter<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, crc: Hasher::new(), filled: 0, blocks: Vec::new(), body: Sha256::new(), written: 0, tail: None }
    }

    /// Ends the pages, and returns their size in bytes and the checksums of their blocks.
    pub(crate) fn end_pages(&mut self) -> (u64, Vec<u32>) {
        if self.filled > 0 {
            self.blocks.push(std::mem::take(&mut self.crc).finalize());
        }
        self.tail = Some(Vec::new());
        (self.written, std::mem::take(&mut self.blocks))
    }

    /// Writes the digests into the footer, and the footer to the writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        let mut tail = self.tail.take().unwrap_or_default();
        let broken = || io::Error::other("the footer has no room for its digests");
        let at = tail.len().checked_sub(8).ok_or_else(broken)?;
        let length = u32::from_le_bytes([tail[at], tail[at + 1], tail[at + 2], tail[at + 3]]) as usize;
        let footer = at.checked_sub(length).ok_or_else(broken)?;
        let offsets = ParquetMetaDataReader::decode_metadata(&tail[footer..at])
            .map_err(|_| broken())?
            .row_groups()
            .first()
            .map(|group| group.column(0).offset_index_offset().unwrap_or_default().cast_unsigned());
        // A table without rows has no indexes.
        let offsets = offsets.map_or(Some(footer), |at| Some(at.checked_sub(self.written)? as usize));
        let offsets = offsets.filter(|&at| at <= footer).ok_or_else(broken)?;
        let index = hex(&Sha256::digest(&tail[offsets..footer]));
        self.body.update(&tail[..footer]);
        let body = hex(&self.body.finalize());
        for (key, digest) in [(INDEX, index), (BODY, body)] {
            let field = field(&tail[footer..], key).ok_or_else(broken)?;
            tail[footer..][field].copy_from_slice(digest.as_bytes());
        }
        let own = field(&tail[footer..], FOOTER).ok_or_else(broken)?;
        let digest = footer_digest(&tail[footer..], own.clone());
        tail[footer..][own].copy_from_slice(digest.as_bytes());
        self.out.write_all(&tail)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(tail) = &mut self.tail {
            tail.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        self.out.write_all(bytes)?;
        self.body.update(bytes);
        self.written += bytes.len() as u64;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (here, after) = rest.split_at(rest.len().min((BLOCK - self.filled) as usize));
            self.crc.update(here);
            self.filled += here.len() as u64;
            if self.filled == BLOCK {
                self.blocks.push(std::mem::take(&mut self.crc).finalize());
                self.filled = 0;
            }
            rest = after;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The byte range of a digest in a footer, at the last occurrence of its key.
pub(crate) fn field(footer: &[u8], key: &str) -> Option<std::ops::Range<usize>> {
    let pattern = [key.as_bytes(), &KEY_VALUE_SEPARATOR].concat();
    let at = footer.windows(pattern.len()).rposition(|window| window == pattern)? + pattern.len();
    (at + DIGITS <= footer.len()).then_some(at..at + DIGITS)
}

/// The digest of a footer, computed with zeros in the range of the digest itself.
pub(crate) fn footer_digest(footer: &[u8], own: std::ops::Range<usize>) -> String {
    let mut digest = Sha256::new();
    digest.update(&footer[..own.start]);
    digest.update([b'0'; DIGITS]);
    digest.update(&footer[own.end..]);
    hex(&digest.finalize())
}

/// Formats bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGIT: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|b| [DIGIT[usize::from(b >> 4)] as char, DIGIT[usize::from(b & 15)] as char]).collect()
}

/// Parses hexadecimal digits and appends their bytes; `None` if the text is not hexadecimal.
pub(crate) fn unhex_into(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    for [high, low] in pairs {
        out.push(digit(*high)? << 4 | digit(*low)?);
    }
    rest.is_empty().then_some(())
}

/// Parses hexadecimal digits.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    unhex_into(text, &mut bytes).map(|()| bytes)
}
