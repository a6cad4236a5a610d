//! A cache of decompressed pages, shared by the threads that read a table.

use crate::TableError;
use crate::page::{MAX_PAGE_BYTES, Page, PageHeader};
use crate::source::TableFile;
use bytes::Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zstd::bulk::Decompressor;

/// The capacity of the cache, in bytes of decompressed pages.
const CAPACITY: usize = 2 << 20;

/// A cache of the most recently used pages.
#[derive(Default)]
pub(crate) struct PageCache(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    /// The pages with their offsets in the file, most recently used first.
    recent: VecDeque<(u64, Page)>,
    bytes: usize,
    zstd: Option<Decompressor<'static>>,
}

impl PageCache {
    /// Returns the page at an offset of the file; its `length` bytes must be exactly a header and its page.
    ///
    /// A page whose bytes are damaged is never cached: `source` checks them before they are decompressed.
    pub(crate) fn page(&self, source: &TableFile, start: u64, length: u64) -> Result<Page, TableError> {
        let mut pages = self.lock();
        if let Some(page) = pages.find(start) {
            return Ok(page);
        }
        let bytes = source.read_cached(start, length)?;
        let page = pages.decode(&bytes)?.ok_or_else(|| no_page(start))?;
        pages.insert(start, page.clone());
        Ok(page)
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error for bytes that are not a page as this crate encodes it.
fn no_page(start: u64) -> TableError {
    TableError::damaged("its structure", format!("the page at byte {start} is not a page of a table"))
}

/// Decodes pages without caching them.
pub(crate) struct PageReader<'a> {
    source: &'a TableFile,
    pages: Pages,
}

impl<'a> PageReader<'a> {
    pub(crate) fn new(source: &'a TableFile) -> Self {
        Self { source, pages: Pages::default() }
    }

    /// Returns the page at an offset of the file; its `length` bytes must be exactly a header and its page.
    pub(crate) fn page(&mut self, start: u64, length: u64) -> Result<Page, TableError> {
        let bytes = self.source.read_cached(start, length)?;
        self.pages.decode(&bytes)?.ok_or_else(|| no_page(start))
    }
}

impl Pages {
    /// Decodes a page; `None` if the bytes are not exactly a header and its page.
    fn decode(&mut self, bytes: &[u8]) -> Result<Option<Page>, TableError> {
        let Some((header, from)) = PageHeader::read(bytes) else { return Ok(None) };
        if header.bytes > MAX_PAGE_BYTES || from.checked_add(header.compressed) != Some(bytes.len()) {
            return Ok(None);
        }
        Ok(self.decompress(&bytes[from..], header.bytes)?.map(|body| Page { header, body }))
    }

    /// Finds the cached page at an offset, and marks it as the most recently used.
    fn find(&mut self, start: u64) -> Option<Page> {
        let at = self.recent.iter().position(|(offset, _)| *offset == start)?;
        let entry = self.recent.remove(at)?;
        let page = entry.1.clone();
        self.recent.push_front(entry);
        Some(page)
    }

    /// Decompresses a page; `None` if it does not have the size that its header states.
    fn decompress(&mut self, packed: &[u8], size: usize) -> Result<Option<Bytes>, TableError> {
        let zstd = match &mut self.zstd {
            Some(zstd) => zstd,
            none => none.insert(Decompressor::new()?),
        };
        let mut body = Vec::with_capacity(size);
        let decompressed = zstd.decompress_to_buffer(packed, &mut body);
        Ok(matches!(decompressed, Ok(bytes) if bytes == size).then(|| body.into()))
    }

    fn insert(&mut self, start: u64, page: Page) {
        self.bytes += page.body.len();
        self.recent.push_front((start, page));
        while self.bytes > CAPACITY && self.recent.len() > 1 {
            let removed = self.recent.pop_back().map_or(0, |(_, page)| page.body.len());
            self.bytes -= removed;
        }
    }
}
