//! One row of a table: of each column the page that it is in, and of that the one value.
//!
//! The Parquet reader makes all values of a page before one is skipped, and for each column and question a decompressor of its own. Here
//! a page is decompressed and the value read where it stands; pages and blocks are kept for the next question. Whatever is not
//! encoded as this program does it is left to the Parquet reader.

use crate::hybrid::{decode_at, read_varint};
use crate::page::{DELTA_BINARY_PACKED, PLAIN, PLAIN_DICTIONARY, PageHeader, RLE_DICTIONARY};
use crate::{Table, TableError};
use bytes::Bytes;
use grundy::value::{Nimber, Remoteness, Verdict};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zstd::bulk::Decompressor;

/// Bytes of pages that are kept for the next question.
const KEPT: usize = 2 << 20;

/// The largest page that is read here.
const LARGEST: usize = 1 << 26;

/// A page, decompressed.
#[derive(Clone)]
struct Page {
    header: PageHeader,
    body: Bytes,
}

/// The pages read last, and what decompresses the next.
#[derive(Default)]
pub(crate) struct Looker(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    /// By their place in the file, the one asked for last first.
    kept: VecDeque<(u64, Page)>,
    bytes: usize,
    zstd: Option<Decompressor<'static>>,
}

impl Looker {
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a row is: its row group, and its place there.
#[derive(Clone, Copy)]
struct Place {
    group: usize,
    row: u64,
}

impl Table {
    /// What is stored in a row.
    pub(crate) fn look(&self, row: u64) -> Result<(Verdict, Option<Nimber>), TableError> {
        if let Some(found) = self.look_here(row)? {
            return Ok(found);
        }
        let rows = self.rows(row, 1)?;
        if rows.is_empty() {
            return Err(TableError::damaged("its structure", format!("row {row} is not there")));
        }
        Ok((rows.verdict(0), rows.grundy(0)))
    }

    /// Of the rows from `first` on that a page has, the one of this text.
    pub(crate) fn look_for_text(&self, first: u64, text: &str) -> Result<Option<u64>, TableError> {
        if let Some((page, _)) = self.page_of(first, 0)?
            && page.header.encoding == PLAIN
        {
            let (mut rest, mut row) = (&page.body[..], first);
            while let Some((length, after)) = rest.split_first_chunk() {
                let length = u32::from_le_bytes(*length) as usize;
                let Some((here, after)) = after.split_at_checked(length) else { break };
                if here == text.as_bytes() {
                    return Ok(Some(row));
                }
                (rest, row) = (after, row + 1);
            }
            return Ok(None);
        }
        let rows = self.rows(first, self.header().page())?;
        Ok((0..rows.len()).find(|&row| rows.text(row) == Some(text)).map(|row| first + row as u64))
    }

    /// Of the rows from `first` on that a page has, the one of this number.
    pub(crate) fn look_for_number(&self, first: u64, number: u32) -> Result<Option<u64>, TableError> {
        if let Some((page, _)) = self.page_of(first, 0)?
            && page.header.encoding == DELTA_BINARY_PACKED
            && let Some(found) = find_ascending(&page.body, number)
        {
            return Ok(found.map(|at| first + at));
        }
        let rows = self.rows(first, self.header().page())?;
        Ok(rows.find_number(number).map(|row| first + row as u64))
    }

    fn look_here(&self, row: u64) -> Result<Option<(Verdict, Option<Nimber>)>, TableError> {
        let column = usize::from(!self.header().dense);
        let (Some(value), Some(remoteness), Some(grundy)) = (
            self.cell(row, column, false, 0)?,
            self.cell(row, column + 1, true, 4)?,
            self.cell(row, column + 2, true, 8)?,
        ) else {
            return Ok(None);
        };
        let number = |cell: &Bytes| cell.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        let remoteness = remoteness.as_ref().map(|cell| Remoteness(number(cell) as u32));
        let verdict = match (value.as_deref(), remoteness) {
            (Some(b"win"), Some(r)) => Verdict::Win(r),
            (Some(b"loss"), Some(r)) => Verdict::Loss(r),
            (Some(b"draw"), None) => Verdict::Draw,
            // The reader of all rows says what is wrong.
            _ => return Ok(None),
        };
        Ok(Some((verdict, grundy.as_ref().map(|cell| Nimber(number(cell))))))
    }

    /// The bytes of a value of `size` bytes, or 0 for a text; `Some(None)` for a null, `None` for what is not encoded as expected.
    fn cell(
        &self,
        row: u64,
        column: usize,
        is_optional: bool,
        size: usize,
    ) -> Result<Option<Option<Bytes>>, TableError> {
        let Some((page, at)) = self.page_of(row, column)? else { return Ok(None) };
        let Some((index, place)) = index_of(&page, at, is_optional) else { return Ok(None) };
        let Some(index) = index else { return Ok(Some(None)) };
        let (values, index) = if index == PLACE {
            (page.body.slice(place.0..), place.1)
        } else {
            let Some(dictionary) = self.dictionary(row, column)? else { return Ok(None) };
            (dictionary.body, index)
        };
        Ok(plain(&values, index, size).map(Some))
    }

    fn place(&self, row: u64) -> Option<Place> {
        let group = self.group_firsts.partition_point(|&first| first <= row).checked_sub(1)?;
        Some(Place { group, row: row - self.group_firsts[group] })
    }

    /// The data page of a column in which a row is, and its place there.
    fn page_of(&self, row: u64, column: usize) -> Result<Option<(Page, usize)>, TableError> {
        let Some(Place { group, row }) = self.place(row) else { return Ok(None) };
        let locations = self.locations(group, column)?;
        let page = locations.partition_point(|page| page.first_row_index.cast_unsigned() <= row);
        let Some(location) = page.checked_sub(1).and_then(|page| locations.get(page)) else { return Ok(None) };
        let (Ok(start), Ok(length)) = (location.offset.try_into(), location.compressed_page_size.try_into()) else {
            return Ok(None);
        };
        let at = (row - location.first_row_index.cast_unsigned()) as usize;
        let page = self.page(start, length)?;
        Ok(page.filter(|page| !page.header.is_dictionary && at < page.header.values).map(|page| (page, at)))
    }

    fn dictionary(&self, row: u64, column: usize) -> Result<Option<Page>, TableError> {
        let Some(Place { group, .. }) = self.place(row) else { return Ok(None) };
        let chunk = self.parquet.row_group(group).column(column);
        let start = chunk.dictionary_page_offset().and_then(|start| u64::try_from(start).ok());
        let Some(start) = start else { return Ok(None) };
        let Some(length) = chunk.data_page_offset().cast_unsigned().checked_sub(start) else { return Ok(None) };
        Ok(self.page(start, length)?.filter(|page| page.header.is_dictionary && page.header.encoding != RLE_DICTIONARY))
    }

    /// The page at a place in the file, from those that are kept where it is there.
    fn page(&self, start: u64, length: u64) -> Result<Option<Page>, TableError> {
        let mut pages = self.looker.pages();
        if let Some(at) = pages.kept.iter().position(|(place, _)| *place == start) {
            let kept = pages.kept.remove(at).expect("just found");
            let page = kept.1.clone();
            pages.kept.push_front(kept);
            return Ok(Some(page));
        }
        let bytes = self.source.read_kept(start, length)?;
        let Some((header, from)) = PageHeader::read(&bytes) else { return Ok(None) };
        let packed = bytes.get(from..from.saturating_add(header.compressed));
        let Some(packed) = packed.filter(|_| header.bytes <= LARGEST) else { return Ok(None) };
        if pages.zstd.is_none() {
            pages.zstd = Some(Decompressor::new()?);
        }
        let mut body = Vec::with_capacity(header.bytes);
        let unpacked = pages.zstd.as_mut().map(|zstd| zstd.decompress_to_buffer(packed, &mut body));
        if !matches!(unpacked, Some(Ok(bytes)) if bytes == header.bytes) {
            return Ok(None);
        }
        let page = Page { header, body: body.into() };
        pages.bytes += page.body.len();
        pages.kept.push_front((start, page.clone()));
        while pages.bytes > KEPT && pages.kept.len() > 1 {
            let gone = pages.kept.pop_back().map_or(0, |(_, page)| page.body.len());
            pages.bytes -= gone;
        }
        Ok(Some(page))
    }
}

/// Stands for the number in a dictionary where the values are in the page itself.
const PLACE: usize = usize::MAX;

/// The number in the dictionary of a value of a data page, or [`PLACE`], where the values begin and which it is; no number for a null.
#[allow(clippy::type_complexity, reason = "private, and said above")]
fn index_of(page: &Page, at: usize, is_optional: bool) -> Option<(Option<usize>, (usize, usize))> {
    let (mut values, mut at) = (0, at);
    if is_optional {
        let length = u32::from_le_bytes(*page.body.first_chunk()?) as usize;
        values = 4_usize.checked_add(length)?;
        let (there, before) = decode_at(page.body.get(4..values)?, 1, at, 1)?;
        if there == 0 {
            return Some((None, (0, 0)));
        }
        at = before;
    }
    match page.header.encoding {
        PLAIN => Some((Some(PLACE), (values, at))),
        PLAIN_DICTIONARY | RLE_DICTIONARY => {
            let (width, numbers) = page.body.get(values..)?.split_first()?;
            let (index, _) = decode_at(numbers, u32::from(*width), at, 0)?;
            Some((Some(usize::from(index)), (0, 0)))
        }
        _ => None,
    }
}

/// The value of a number among values that stand one after another, of `size` bytes or texts.
fn plain(values: &Bytes, index: usize, size: usize) -> Option<Bytes> {
    if size > 0 {
        let from = index.checked_mul(size)?;
        let to = from.checked_add(size).filter(|&to| to <= values.len())?;
        return Some(values.slice(from..to));
    }
    let mut at = 0;
    for _ in 0..index {
        at += 4 + u32::from_le_bytes(*values.get(at..)?.first_chunk()?) as usize;
    }
    let to = at + 4 + u32::from_le_bytes(*values.get(at..)?.first_chunk()?) as usize;
    (to <= values.len()).then(|| values.slice(at + 4..to))
}

/// Where a number stands among ascending ones that are kept as their differences; `None` if the bytes are not such.
///
/// After "Delta encoding" of the Parquet format: the sizes of blocks, how many parts each has, how many numbers there are, the
/// first; then block by block the least difference, the widths of the parts, and what the differences are more, packed.
fn find_ascending(bytes: &[u8], wanted: u32) -> Option<Option<u64>> {
    let mut at = 0;
    let unfolded = |number: u64| (number >> 1) as i64 ^ -((number & 1) as i64);
    let (block, parts) = (read_varint(bytes, &mut at)?, read_varint(bytes, &mut at)?);
    let (count, first) = (read_varint(bytes, &mut at)?, unfolded(read_varint(bytes, &mut at)?));
    let part = block.checked_div(parts).filter(|part| *part > 0 && part % 8 == 0 && block <= 1 << 16)? as usize;
    let (mut number, mut seen) = ((first as i32).cast_unsigned(), 0);
    loop {
        if count == 0 || number >= wanted {
            return Some((count > 0 && number == wanted).then_some(seen));
        }
        if seen + 1 >= count {
            return Some(None);
        }
        let least = unfolded(read_varint(bytes, &mut at)?);
        let widths = bytes.get(at..at + parts as usize)?;
        at += parts as usize;
        for &width in widths {
            if seen + 1 >= count {
                return Some(None);
            }
            if width > 64 {
                return None;
            }
            let packed = bytes.get(at..at + usize::from(width) * part / 8)?;
            at += packed.len();
            let (mut bits, mut have, mut rest) = (0_u128, 0, packed.iter());
            for _ in 0..part {
                while have < u32::from(width) {
                    bits |= u128::from(*rest.next()?) << have;
                    have += 8;
                }
                let more = (bits & ((1 << width) - 1)) as i64;
                bits >>= width;
                have -= u32::from(width);
                number = number.wrapping_add(least.wrapping_add(more) as u32);
                seen += 1;
                if number >= wanted || seen + 1 >= count {
                    return Some((number == wanted).then_some(seen));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::data_type::Int32Type;
    use parquet::file::properties::WriterProperties;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use std::sync::Arc;

    /// A page of differences as the Parquet writer makes it.
    fn differences(numbers: &[i32]) -> Vec<u8> {
        let schema = parquet::schema::parser::parse_message_type("message t { required int32 n; }").unwrap();
        let properties = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_encoding(parquet::basic::Encoding::DELTA_BINARY_PACKED)
            .build();
        let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).unwrap();
        let mut group = file.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int32Type>().write_batch(numbers, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        let file = SerializedFileReader::new(Bytes::from(file.into_inner().unwrap())).unwrap();
        let page = file.get_row_group(0).unwrap().get_column_page_reader(0).unwrap().next().unwrap().unwrap();
        page.buffer().to_vec()
    }

    #[test]
    fn a_number_among_ascending_ones() {
        for (count, step) in [(1_u32, 1_u32), (2, 5), (33, 3), (128, 1), (129, 1000), (1000, 70_000), (700, 6_000_000)]
        {
            let numbers: Vec<u32> = (0..count).map(|i| 7 + i * step + (i * i) % step).collect();
            let bytes = differences(&numbers.iter().map(|n| n.cast_signed()).collect::<Vec<_>>());
            for (at, &number) in numbers.iter().enumerate() {
                assert_eq!(find_ascending(&bytes, number), Some(Some(at as u64)), "{count} {step}");
                if numbers.get(at + 1) != Some(&(number + 1)) {
                    assert_eq!(find_ascending(&bytes, number + 1), Some(None), "{count} {step}");
                }
            }
            assert_eq!(find_ascending(&bytes, 3), Some(None));
        }
    }

    /// Bytes of any kind hold a number or not.
    #[test]
    fn any_bytes() {
        let mut state = 0x2026_1121_u64;
        for length in (0..300).cycle().take(30_000) {
            // The beginning of a page of 128 differences in blocks of 8, so that any width has room; or anything.
            let mut bytes = if length % 2 == 0 { vec![8, 1, 0x81, 1, 6] } else { Vec::new() };
            bytes.extend((0..length).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                [(state >> 56) as u8, (state >> 60) as u8, 0xff][(state >> 33) as usize % 3]
            }));
            let found = find_ascending(&bytes, (state >> 32) as u32);
            assert!(found.flatten().is_none_or(|at| at < 1 << 40), "{bytes:?}");
        }
    }
}
