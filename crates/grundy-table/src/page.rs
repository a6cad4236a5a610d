//! A page and its header in Thrift's compact protocol, as far as the pages of a table use it.
//!
//! The fields of `PageHeader` in `parquet.thrift`: 1 the kind of page, 2 its size in bytes, 3 its compressed size, 5 the header of a data
//! page (1 the number of values, 2 their encoding, 3 and 4 the encodings of the levels) or 7 the header of a dictionary (1 and 2; 3
//! whether it is sorted, which is ignored).

use crate::rle_bitpacked::{read_varint, varint};
use bytes::Bytes;

/// The encodings, by their numbers in `parquet.thrift`.
pub(crate) const PLAIN: i64 = 0;
const RLE: i64 = 3;
pub(crate) const PLAIN_DICTIONARY: i64 = 2;
pub(crate) const DELTA_BINARY_PACKED: i64 = 5;
pub(crate) const RLE_DICTIONARY: i64 = 8;

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I32: u8 = 5;
const STRUCT: u8 = 12;

/// The maximum size of a page in bytes.
pub(crate) const MAX_PAGE_BYTES: usize = 1 << 26;

/// The header of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageHeader {
    pub(crate) is_dictionary: bool,
    pub(crate) bytes: usize,
    pub(crate) compressed: usize,
    pub(crate) values: usize,
    pub(crate) encoding: i64,
}

impl PageHeader {
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let field = |step: u8, value: i64, out: &mut Vec<u8>| {
            out.push(step << 4 | I32);
            varint((value << 1 ^ value >> 63) as u64, out);
        };
        field(1, if self.is_dictionary { 2 } else { 0 }, out);
        field(1, self.bytes as i64, out);
        field(1, self.compressed as i64, out);
        out.push(if self.is_dictionary { 4 } else { 2 } << 4 | STRUCT);
        field(1, self.values as i64, out);
        field(1, self.encoding, out);
        if !self.is_dictionary {
            field(1, RLE, out);
            field(1, RLE, out);
        }
        out.extend([0, 0]);
    }

    /// Reads a header; returns it with its length. `None` if it has anything that the pages of a table do not have.
    pub(crate) fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let (mut at, mut id) = (0, 0);
        let mut fields = [None; 6];
        // Fields 1 to 3 of the outer struct, and 1 and 2 of the inner one.
        let mut inner = None;
        loop {
            let head = *bytes.get(at)?;
            at += 1;
            match (head, inner) {
                (0, Some(_)) => {
                    if bytes.get(at) != Some(&0) {
                        return None;
                    }
                    at += 1;
                    break;
                }
                (0, None) => return None,
                _ => {}
            }
            id += head >> 4;
            match (head & 15, inner) {
                (STRUCT, None) if id == 5 || id == 7 => (inner, id) = (Some(id), 0),
                (TRUE | FALSE, Some(7)) if id == 3 => {}
                (I32, _) if head >> 4 > 0 => {
                    let number = read_varint(bytes, &mut at)?;
                    let number = (number >> 1) as i64 ^ -((number & 1) as i64);
                    match (inner, id) {
                        (None, 1..=3) => fields[usize::from(id) - 1] = Some(number),
                        (Some(_), 1..=2) => fields[usize::from(id) + 2] = Some(number),
                        // Levels in another encoding would be misread.
                        (Some(_), 3..=4) if number == RLE => {}
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        let is_dictionary = match (fields[0]?, inner?) {
            (0, 5) => false,
            (2, 7) => true,
            _ => return None,
        };
        let size = |field: Option<i64>| usize::try_from(field?).ok();
        let (bytes, compressed, values) = (size(fields[1])?, size(fields[2])?, size(fields[3])?);
        Some((Self { is_dictionary, bytes, compressed, values, encoding: fields[4]? }, at))
    }
}

/// A page, decompressed.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) header: PageHeader,
    pub(crate) body: Bytes,
}

impl Page {
    /// Returns the page if it is a data page of `rows` rows.
    pub(crate) fn of_data(self, rows: usize) -> Option<Self> {
        Some(self).filter(|page| !page.header.is_dictionary && page.header.values == rows)
    }

    /// Returns the page if it is a dictionary of values of `size` bytes each, or of texts if `size` is 0.
    pub(crate) fn of_dictionary(self, size: usize) -> Option<Self> {
        let PageHeader { is_dictionary, encoding, values, .. } = self.header;
        let has_values = || match size {
            0 => text_ends(&self.body).try_fold(0, |count, end| end.map(|_| count + 1)) == Some(values),
            _ => values.checked_mul(size) == Some(self.body.len()),
        };
        (is_dictionary && matches!(encoding, PLAIN | PLAIN_DICTIONARY) && has_values()).then_some(self)
    }
}

/// The ends of consecutive texts, each preceded by its length in four bytes. A text that is cut short gives `None`, as the last item.
pub(crate) fn text_ends(values: &[u8]) -> impl Iterator<Item = Option<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = values.get(at..).filter(|rest| !rest.is_empty())?;
        let end = rest.first_chunk().and_then(|length| (at + 4).checked_add(u32::from_le_bytes(*length) as usize));
        let end = end.filter(|&end| end <= values.len());
        at = end.unwrap_or(values.len());
        Some(end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_is_read() {
        for is_dictionary in [false, true] {
            for size in [0, 1, 100, 1 << 20] {
                let header = PageHeader {
                    is_dictionary,
                    bytes: size,
                    compressed: size / 2,
                    values: 7,
                    encoding: RLE_DICTIONARY,
                };
                let mut bytes = Vec::new();
                header.write(&mut bytes);
                assert_eq!(PageHeader::read(&bytes), Some((header, bytes.len())));
                (0..bytes.len()).for_each(|cut| assert_eq!(PageHeader::read(&bytes[..cut]), None));
                // As the Parquet writer writes it, with a third field that says whether the dictionary is sorted.
                for sorted in [0x11, 0x12] {
                    let mut with_sorted = bytes.clone();
                    with_sorted.insert(bytes.len() - 2, sorted);
                    let expected = is_dictionary.then_some((header, with_sorted.len()));
                    assert_eq!(PageHeader::read(&with_sorted), expected);
                }
            }
        }
    }
}
