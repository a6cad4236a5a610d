//! The cells of a data page: for each row a null, or an index into the values of the page or of the dictionary.
//!
//! A page of an optional column begins with its definition levels: for each row 1 if it has a value, else 0. Then follow the values
//! themselves, or their indices in the dictionary. [`Cells::get`] reads one cell; [`Cells::all`] reads all of them.

use crate::page::{PLAIN, PLAIN_DICTIONARY, Page, RLE_DICTIONARY, text_ends};
use crate::rle_bitpacked::{decode, decode_at};
use bytes::Bytes;

/// The cells of a data page.
pub(crate) struct Cells<'a> {
    levels: Option<&'a [u8]>,
    /// The offset in the page of the values or their indices.
    start: usize,
    /// The bit width of the indices in the dictionary, and the encoded indices; `None` if the page has the values.
    indices: Option<(u32, &'a [u8])>,
}

impl<'a> Cells<'a> {
    /// Reads the beginning of a page; `None` if the page is not encoded as the pages of a table are.
    pub(crate) fn of(page: &'a Page, is_optional: bool) -> Option<Self> {
        let (mut levels, mut start) = (None, 0);
        if is_optional {
            let length = u32::from_le_bytes(*page.body.first_chunk()?) as usize;
            start = 4_usize.checked_add(length)?;
            levels = Some(page.body.get(4..start)?);
        }
        let indices = match page.header.encoding {
            PLAIN => None,
            PLAIN_DICTIONARY | RLE_DICTIONARY => {
                // A page of nulls may end before the byte of the bit width.
                let (width, indices) = page.body.get(start..)?.split_first().unwrap_or((&0, &[]));
                if *width > 32 {
                    return None;
                }
                Some((u32::from(*width), indices))
            }
            _ => return None,
        };
        Some(Self { levels, start, indices })
    }

    /// Whether the cells are indices into the dictionary.
    pub(crate) fn are_in_dictionary(&self) -> bool {
        self.indices.is_some()
    }

    /// The offset in the page of the values, if they are not in the dictionary.
    pub(crate) fn values_at(&self) -> usize {
        self.start
    }

    /// The cell of row `at`: the index of its value, or `Some(None)` for a null; `None` if the cell cannot be decoded.
    pub(crate) fn get(&self, at: usize) -> Option<Option<usize>> {
        let mut index = at;
        if let Some(levels) = self.levels {
            let (is_there, before) = decode_at(levels, 1, at, 1)?;
            if is_there == 0 {
                return Some(None);
            }
            index = before;
        }
        match self.indices {
            None => Some(Some(index)),
            Some((width, indices)) => Some(Some(decode_at(indices, width, index, 0)?.0 as usize)),
        }
    }

    /// The cells of the first `rows` rows; `None` if one of them cannot be decoded.
    pub(crate) fn all(&self, rows: usize) -> Option<Vec<Option<usize>>> {
        let levels = self.levels.map_or_else(|| Some(vec![1; rows]), |levels| decode(levels, 1, rows))?;
        let values = levels.iter().filter(|level| **level == 1).count();
        let indices = match self.indices {
            None => None,
            Some((width, indices)) => Some(decode(indices, width, values)?),
        };
        let mut next = 0;
        let cells = levels.iter().map(|&level| {
            (level == 1).then(|| {
                next += 1;
                indices.as_ref().map_or(next - 1, |indices| indices[next - 1] as usize)
            })
        });
        Some(cells.collect())
    }
}

/// The value at `index` among values of `size` bytes each, or among texts if `size` is 0; `None` if there are fewer values.
pub(crate) fn entry(values: &Bytes, index: usize, size: usize) -> Option<Bytes> {
    if size > 0 {
        let from = index.checked_mul(size)?;
        let to = from.checked_add(size).filter(|&to| to <= values.len())?;
        return Some(values.slice(from..to));
    }
    let mut ends = text_ends(values);
    let from = match index.checked_sub(1) {
        None => 0,
        Some(before) => ends.nth(before)??,
    };
    let end = ends.next()??;
    Some(values.slice(from + 4..end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PageHeader;

    fn page(encoding: i64, values: usize, body: Vec<u8>) -> Page {
        let header = PageHeader { is_dictionary: false, bytes: body.len(), compressed: 0, values, encoding };
        Page { header, body: body.into() }
    }

    /// `get` and `all` decode the same cells, even from pages of arbitrary bytes.
    #[test]
    fn one_cell_and_all() {
        let (mut state, mut decoded) = (0x2026_1122_u64, 0);
        for round in 0..60_000_usize {
            let mut body: Vec<u8> = (0..round % 30)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    [(state >> 56) as u8, (state >> 62) as u8, 2 * (state >> 60) as u8][(state >> 33) as usize % 3]
                })
                .collect();
            if let Some(length) = body.first_chunk_mut().filter(|_| round % 2 == 0) {
                *length = (round as u32 / 30 % 12).to_le_bytes();
            }
            let (rows, encoding) = (1 + round % 19, [PLAIN, RLE_DICTIONARY, PLAIN_DICTIONARY, 5][round % 4]);
            let page = page(encoding, rows, body);
            for is_optional in [false, true] {
                let Some(cells) = Cells::of(&page, is_optional) else { continue };
                let one_by_one: Option<Vec<_>> = (0..rows).map(|at| cells.get(at)).collect();
                decoded += usize::from(one_by_one.is_some());
                assert_eq!(cells.all(rows), one_by_one, "{round} {is_optional} {:?}", page.body);
            }
        }
        assert!(decoded > 10_000, "{decoded}");
    }

    #[test]
    fn texts_one_after_another() {
        let texts = Bytes::from_static(b"\x01\0\0\0a\0\0\0\0\x02\0\0\0bc\x09\0\0\0d");
        let found: Vec<_> = (0..5).map(|at| entry(&texts, at, 0)).collect();
        let text = |text: &'static str| Some(Bytes::from_static(text.as_bytes()));
        assert_eq!(found, [text("a"), text(""), text("bc"), None, None]);
        assert_eq!(entry(&texts.slice(..3), 0, 0), None);
        assert_eq!((entry(&texts, 1, 4), entry(&texts, 5, 4)), (Some(texts.slice(4..8)), None));
    }
}
