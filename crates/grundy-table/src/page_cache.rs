//! A cache of decompressed pages, shared by the threads that read a table.

use crate::TableError;
use crate::page::PageHeader;
use crate::source::Source;
use bytes::Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zstd::bulk::Decompressor;

/// Bytes of decompressed pages that the cache holds.
const CAPACITY: usize = 2 << 20;

/// Bytes of the largest page that is read by a point read.
const LARGEST: usize = 1 << 26;

/// A page, decompressed.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) header: PageHeader,
    pub(crate) body: Bytes,
}

/// The pages that were read last.
#[derive(Default)]
pub(crate) struct PageCache(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    /// Each with its offset in the file, the page that was used last at the front.
    recent: VecDeque<(u64, Page)>,
    bytes: usize,
    zstd: Option<Decompressor<'static>>,
}

impl PageCache {
    /// The page of `length` bytes at an offset of the file; `None` if it is not encoded as this crate encodes pages.
    ///
    /// A page whose bytes are damaged is never cached: `source` checks them before they are decompressed.
    pub(crate) fn page(&self, source: &Source, start: u64, length: u64) -> Result<Option<Page>, TableError> {
        let mut pages = self.lock();
        if let Some(page) = pages.find(start) {
            return Ok(Some(page));
        }
        let bytes = source.read_cached(start, length)?;
        let Some((header, from)) = PageHeader::read(&bytes) else { return Ok(None) };
        let packed = bytes.get(from..from.saturating_add(header.compressed));
        let Some(packed) = packed.filter(|_| header.bytes <= LARGEST) else { return Ok(None) };
        let Some(body) = pages.decompress(packed, header.bytes)? else { return Ok(None) };
        let page = Page { header, body };
        pages.insert(start, page.clone());
        Ok(Some(page))
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    /// The cached page at an offset, which becomes the one that was used last.
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
