//! The column of the sets K of Grundy values ∞(K): for each row a list of numbers, or null.
//!
//! After "Nested Encoding" of the Parquet format. A list has one slot for each of its numbers; an empty list and a null have one slot.
//! The repetition level of a slot is 0 if the slot begins a row, otherwise 1. Its definition level is 0 for a null, 1 for an empty list
//! and 2 for a number. A page has its repetition levels, its definition levels, each after their length in four bytes, and its numbers,
//! in four bytes each.

use crate::page::{MAX_PAGE_BYTES, PLAIN, Page};
use crate::rle_bitpacked::decode;
use bytes::Bytes;
use grundy::value::Nimber;
use std::io;
use std::num::TryFromIntError;
use std::ops::Range;

/// The path of the column in the schema.
pub(crate) const PATH: [&str; 3] = ["loopy", "list", "element"];

/// The definition levels.
const NULL: i16 = 0;
const EMPTY: i16 = 1;
const NUMBER: i16 = 2;

/// The size of a number in bytes.
const SIZE: usize = 4;

/// The sets of consecutive rows, as they are written.
#[derive(Default)]
pub(crate) struct NewSets {
    numbers: Vec<i32>,
    /// The definition level of each slot.
    definition: Vec<i16>,
    /// The repetition level of each slot.
    repetition: Vec<i16>,
}

/// The numbers of a page, and the definition and the repetition levels of its slots.
type NewPage<'a> = (&'a [i32], &'a [i16], &'a [i16]);

impl NewSets {
    /// Adds the set of the next row.
    ///
    /// # Errors
    /// If a number of the set is too large.
    pub(crate) fn push(&mut self, set: Option<&[Nimber]>) -> Result<(), TryFromIntError> {
        let numbers = set.unwrap_or_default();
        if numbers.is_empty() {
            self.definition.push(if set.is_some() { EMPTY } else { NULL });
            self.repetition.push(0);
        }
        for (i, number) in numbers.iter().enumerate() {
            self.numbers.push(i32::try_from(number.0)?);
            self.definition.push(NUMBER);
            self.repetition.push((i > 0).into());
        }
        Ok(())
    }

    /// Divides the rows into pages of `rows` rows.
    pub(crate) fn pages(&self, rows: usize) -> io::Result<Vec<NewPage<'_>>> {
        let is_first = |slot: &usize| self.repetition[*slot] == 0;
        let starts: Vec<usize> = (0..self.repetition.len()).filter(is_first).step_by(rows).collect();
        let ends = starts.iter().skip(1).copied().chain([self.repetition.len()]);
        let (mut pages, mut from) = (Vec::with_capacity(starts.len()), 0);
        for (start, end) in starts.iter().copied().zip(ends) {
            let definition = &self.definition[start..end];
            let to = from + definition.iter().filter(|level| **level == NUMBER).count();
            // The levels take less than a byte for each slot.
            if SIZE * (to - from) + 2 * definition.len() > MAX_PAGE_BYTES {
                return Err(io::Error::other(format!("the sets of a page have more than {MAX_PAGE_BYTES} bytes")));
            }
            pages.push((&self.numbers[from..to], definition, &self.repetition[start..end]));
            from = to;
        }
        Ok(pages)
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.definition.clear();
        self.repetition.clear();
    }
}

/// The sets of a page.
pub(crate) struct Sets {
    /// For each row, the indices of its numbers; `None` for a null.
    rows: Vec<Option<Range<usize>>>,
    numbers: Bytes,
}

impl Sets {
    /// Decodes a data page of `rows` rows; `None` if it is not encoded as the pages of a table are.
    pub(crate) fn of(page: &Page, rows: usize) -> Option<Self> {
        let slots = page.header.values;
        let (repetition, at) = levels(&page.body, 0)?;
        let (definition, at) = levels(&page.body, at)?;
        let numbers = page.body.slice(at..);
        // Every slot but the first of a row has a number, so this bounds the memory for the levels.
        let is_data = !page.header.is_dictionary && page.header.encoding == PLAIN;
        if !is_data || slots.checked_sub(rows)? > numbers.len() / SIZE {
            return None;
        }
        let (repetition, definition) = (decode(repetition, 1, slots)?, decode(definition, 2, slots)?);
        let (mut of_rows, mut next) = (Vec::<Option<Range<usize>>>::with_capacity(rows), 0);
        for (repetition, definition) in repetition.into_iter().zip(definition) {
            match (repetition, definition as i16) {
                (0, _) if of_rows.len() == rows => return None,
                (0, NULL) => of_rows.push(None),
                (0, EMPTY) => of_rows.push(Some(next..next)),
                (0, NUMBER) => of_rows.push(Some(next..next + 1)),
                (1, NUMBER) => {
                    let numbers = of_rows.last_mut()?.as_mut().filter(|numbers| numbers.start < numbers.end)?;
                    numbers.end += 1;
                }
                _ => return None,
            }
            next += usize::from(definition as i16 == NUMBER);
        }
        (of_rows.len() == rows && numbers.len() == SIZE * next).then_some(Self { rows: of_rows, numbers })
    }

    /// The set of a row, or `Some(None)` for a null; `None` if the page has no such row, or its numbers are not ascending.
    pub(crate) fn get(&self, row: usize) -> Option<Option<Box<[Nimber]>>> {
        let Some(indices) = self.rows.get(row)? else { return Some(None) };
        let (numbers, _) = self.numbers[SIZE * indices.start..SIZE * indices.end].as_chunks::<SIZE>();
        let number = |bytes: &[u8; SIZE]| Some(Nimber(u64::try_from(i32::from_le_bytes(*bytes)).ok()?));
        let set: Box<[Nimber]> = numbers.iter().map(number).collect::<Option<_>>()?;
        set.is_sorted_by(|a, b| a < b).then_some(Some(set))
    }
}

/// The encoded levels that begin at `at`, after their length, and their end.
fn levels(body: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = body.get(at..)?;
    let end = 4_usize.checked_add(u32::from_le_bytes(*rest.first_chunk()?) as usize)?;
    Some((rest.get(4..end)?, at + end))
}

/// The sets of rows from the numbers and the levels that the Parquet reader decodes.
pub(crate) fn sets_of_levels(numbers: &[i32], definition: &[i16], repetition: &[i16]) -> Vec<Option<Box<[Nimber]>>> {
    let mut numbers = numbers.iter();
    let mut sets: Vec<Option<Vec<Nimber>>> = Vec::new();
    for (&definition, &repetition) in definition.iter().zip(repetition) {
        if repetition == 0 {
            sets.push((definition != NULL).then(Vec::new));
        }
        if definition == NUMBER
            && let (Some(Some(set)), Some(number)) = (sets.last_mut(), numbers.next())
        {
            set.push(Nimber(i64::from(*number).cast_unsigned()));
        }
    }
    sets.into_iter().map(|set| set.map(Vec::into_boxed_slice)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PageHeader;
    use crate::rle_bitpacked::encode;

    fn set(numbers: &[u64]) -> Box<[Nimber]> {
        numbers.iter().copied().map(Nimber).collect()
    }

    fn page(numbers: &[i32], definition: &[i16], repetition: &[i16]) -> Page {
        let mut body = Vec::new();
        for (levels, width) in [(repetition, 1), (definition, 2)] {
            let (levels, mut encoded) = (levels.iter().map(|&level| level as u16).collect::<Vec<_>>(), Vec::new());
            encode(&levels, width, &mut encoded);
            body.extend((encoded.len() as u32).to_le_bytes());
            body.extend(encoded);
        }
        body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let (bytes, values) = (body.len(), definition.len());
        let header = PageHeader { is_dictionary: false, bytes, compressed: 0, values, encoding: PLAIN };
        Page { header, body: body.into() }
    }

    #[test]
    fn written_is_read_page_by_page() {
        let mut random = fastrand::Rng::with_seed(20);
        for rows in [1, 2, 7, 8, 30] {
            let sets: Vec<Option<Box<[Nimber]>>> = (0..rows)
                .map(|_| {
                    let numbers: Vec<u64> = (0..20).chain([i32::MAX as u64]).filter(|_| random.u8(..5) == 0).collect();
                    [None, Some(set(&[])), Some(set(&numbers))][random.usize(..3)].clone()
                })
                .collect();
            let mut new = NewSets::default();
            sets.iter().for_each(|set| new.push(set.as_deref()).unwrap());
            for page_rows in [1, 3, 8] {
                let pages = new.pages(page_rows).unwrap();
                assert_eq!(pages.len(), sets.len().div_ceil(page_rows));
                for (&(numbers, definition, repetition), sets) in pages.iter().zip(sets.chunks(page_rows)) {
                    let page = page(numbers, definition, repetition);
                    let read = Sets::of(&page, sets.len()).unwrap();
                    let all: Option<Vec<_>> = (0..sets.len()).map(|row| read.get(row)).collect();
                    assert_eq!(all.as_deref(), Some(sets));
                    assert_eq!(read.get(sets.len()), None);
                    assert_eq!(sets_of_levels(numbers, definition, repetition), sets);
                    assert!(Sets::of(&page, sets.len() + 1).is_none() && Sets::of(&page, sets.len() - 1).is_none());
                }
            }
        }
        assert!(NewSets::default().push(Some(&[Nimber(1 << 31)])).is_err());
    }

    #[test]
    fn wrong_pages_are_refused() {
        let rows_of = |numbers: &[i32], definition: &[i16], repetition: &[i16], rows| {
            let sets = Sets::of(&page(numbers, definition, repetition), rows)?;
            (0..rows).map(|row| sets.get(row)).collect::<Option<Vec<_>>>()
        };
        assert_eq!(rows_of(&[4, 9], &[2, 2, 0], &[0, 1, 0], 2), Some(vec![Some(set(&[4, 9])), None]));
        for (numbers, definition, repetition, rows) in [
            (&[9, 4][..], &[2, 2][..], &[0, 1][..], 1), // not ascending
            (&[4, 4], &[2, 2], &[0, 1], 1),
            (&[-1], &[2], &[0], 1),
            (&[4], &[3], &[0], 1),            // no such level
            (&[4], &[2], &[1], 1),            // a row that nothing begins
            (&[4], &[2, 1], &[0, 1], 1),      // an empty list within a list
            (&[4], &[1, 2], &[0, 1], 1),      // a number after an empty list
            (&[4], &[0, 2], &[0, 1], 1),      // a number after a null
            (&[4, 5], &[2], &[0], 1),         // too many numbers
            (&[], &[2], &[0], 1),             // too few
            (&[], &[0, 0, 0], &[0, 0, 0], 2), // too many rows
        ] {
            assert_eq!(
                rows_of(numbers, definition, repetition, rows),
                None,
                "{numbers:?} {definition:?} {repetition:?}"
            );
        }
        // A number of slots that its bytes cannot have.
        let mut page = page(&[4], &[2], &[0]);
        page.header.values = usize::MAX;
        assert!(Sets::of(&page, 1).is_none());
    }

    /// Pages with arbitrary bytes do not make the decoder panic.
    #[test]
    fn arbitrary_bytes() {
        let mut random = fastrand::Rng::with_seed(20);
        let mut decoded = 0;
        for round in 0..60_000 {
            let (values, mut body) = (random.usize(..6), Vec::new());
            let (mut rows, mut count) = (round % 5, random.usize(..4));
            for width in [1, 2] {
                let mut levels = Vec::new();
                if random.u8(..4) == 0 {
                    levels.extend((0..random.usize(..5)).map(|_| random.u8(..)));
                } else {
                    let right: Vec<u16> = (0..values).map(|_| random.u16(..=width)).collect();
                    encode(&right, width.into(), &mut levels);
                    // As many rows and numbers as the levels have.
                    match width {
                        1 => rows = right.iter().filter(|level| **level == 0).count(),
                        _ => count = right.iter().filter(|level| **level == 2).count(),
                    }
                }
                let is_wrong = random.u8(..9) == 0;
                body.extend(if is_wrong { random.u32(..) } else { levels.len() as u32 }.to_le_bytes());
                body.extend(levels);
            }
            body.extend((0..count).flat_map(|_| [random.u8(..9), 0, 0, 0]));
            body.truncate(body.len() - usize::from(random.u8(..9) == 0));
            let header = PageHeader { is_dictionary: false, bytes: body.len(), compressed: 0, values, encoding: PLAIN };
            if let Some(sets) = Sets::of(&Page { header, body: body.into() }, rows) {
                decoded += usize::from((0..rows).all(|row| sets.get(row).is_some()));
            }
        }
        assert!(decoded > 1000, "{decoded}");
    }
}
