//! Batches of consecutive rows of a table.

use crate::cells::Cells;
use crate::loopy::Sets;
use crate::page::{DELTA_BINARY_PACKED, PLAIN, Page, text_ends};
use crate::page_cache::PageReader;
use crate::point_read::{contradiction, undecodable, verdict_of, wrong_set};
use crate::{Table, TableError, delta_binary_packed};
use bytes::Bytes;
use grundy::value::{Nimber, Verdict};
use std::ops::Range;

/// The number of rows per batch when all rows are read.
pub(crate) const CHUNK_ROWS: u64 = 1 << 15;

/// A batch of consecutive rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub(crate) first: u64,
    pub(crate) texts: Vec<Bytes>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) grundy: Vec<Option<Nimber>>,
    pub(crate) weights: Vec<u64>,
    /// The sets and stages of the rows, in a table with such columns.
    pub(crate) sets: Vec<Option<Box<[Nimber]>>>,
    pub(crate) stages: Vec<Option<u32>>,
}

impl Rows {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Returns whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// Returns the number in the table of the first row of the batch.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the text of a row's position, in a table with texts.
    pub fn text(&self, row: usize) -> Option<&str> {
        std::str::from_utf8(self.texts.get(row)?).ok()
    }

    /// Returns the index of a row's position, in a table without text.
    pub fn number(&self, row: usize) -> u64 {
        self.numbers.get(row).map_or(self.first + row as u64, |&number| number.into())
    }

    /// Returns the value and the remoteness of a row.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn verdict(&self, row: usize) -> Verdict {
        self.verdicts[row]
    }

    /// Returns the Grundy value of a row, if it has one.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn grundy(&self, row: usize) -> Option<Nimber> {
        self.grundy[row]
    }

    /// Returns the set K of a row's Grundy value ∞(K), ascending; `None` if the value is another one.
    pub fn loopy(&self, row: usize) -> Option<&[Nimber]> {
        self.sets.get(row)?.as_deref()
    }

    /// Returns the stage of a row's Grundy value, in the table of a game with a cycle.
    pub fn stage(&self, row: usize) -> Option<u32> {
        self.stages.get(row).copied().flatten()
    }

    /// The index of the first row that differs from the one in `other`; the number of rows if none does.
    pub(crate) fn first_difference(&self, other: &Self) -> usize {
        let row = |rows: &Self, row: usize| {
            let text = rows.texts.get(row).cloned();
            let grundy = (rows.grundy.get(row).copied(), rows.loopy(row).map(<[Nimber]>::to_vec), rows.stage(row));
            (text, rows.number(row), rows.verdicts.get(row).copied(), grundy, rows.weight(row))
        };
        (0..self.len()).find(|&at| row(self, at) != row(other, at)).unwrap_or(self.len())
    }

    /// Returns the number of positions that a row represents.
    pub fn weight(&self, row: usize) -> u64 {
        self.weights.get(row).copied().unwrap_or(1)
    }
}

impl Table {
    /// Reads at most `count` rows from `first` on.
    ///
    /// # Errors
    /// If the table cannot be read, or is damaged where it was read.
    pub fn rows(&self, first: u64, count: u64) -> Result<Rows, TableError> {
        let mut rows = Rows { first, ..Rows::default() };
        let end = first.saturating_add(count).min(self.counts().stored);
        let columns = self.parquet.file_metadata().schema_descr().num_columns();
        let mut reader =
            RowReader { table: self, pages: PageReader::new(&self.source), dictionaries: vec![None; columns] };
        let mut at = first;
        while at < end {
            let (_, skip, page_rows) = self.page_location(at, 0)?;
            let take = (page_rows - skip).min((end - at) as usize);
            reader.read(at, skip..skip + take, &mut rows)?;
            at += take as u64;
        }
        Ok(rows)
    }

    /// Calls `each` with all rows in batches, until it returns `false`.
    ///
    /// # Errors
    /// If the table cannot be read, or is damaged where it was read.
    pub fn each(&self, each: &mut dyn FnMut(&Rows) -> bool) -> Result<(), TableError> {
        for first in (0..self.counts().stored).step_by(CHUNK_ROWS as usize) {
            if !each(&self.rows(first, CHUNK_ROWS)?) {
                break;
            }
        }
        Ok(())
    }
}

/// Reads the rows of a table page by page.
struct RowReader<'a> {
    table: &'a Table,
    pages: PageReader<'a>,
    /// The most recently used dictionary of each column, with its offset in the file.
    dictionaries: Vec<Option<(u64, Bytes)>>,
}

impl RowReader<'_> {
    /// Appends the rows of `range`, which are indices in the page that holds row `at`.
    fn read(&mut self, at: u64, range: Range<usize>, rows: &mut Rows) -> Result<(), TableError> {
        let (table, column) = (self.table, self.table.value_column());
        let header = table.header();
        if header.has_texts {
            self.texts(at, range.clone(), &mut rows.texts)?;
        } else if !header.is_dense {
            let page = self.page(at, 0)?;
            let is_delta = page.header.encoding == DELTA_BINARY_PACKED;
            let numbers = is_delta.then(|| delta_binary_packed::decode(&page.body, page.header.values)).flatten();
            rows.numbers.extend_from_slice(&numbers.ok_or_else(|| undecodable(0, at))?[range.clone()]);
        }
        let (words, entries) = self.cells(at, column, false, 0)?;
        let ends: Option<Vec<usize>> = text_ends(&entries).collect();
        let ends = ends.ok_or_else(|| undecodable(column, at))?;
        let word =
            |cell: usize| Some(&entries[cell.checked_sub(1).map_or(0, |before| ends[before]) + 4..*ends.get(cell)?]);
        let remoteness = self.numbers::<4>(at, column + 1, true)?;
        let (words, remoteness) = (&words[range.clone()], &remoteness[range.clone()]);
        for (row, (cell, remoteness)) in (at..).zip(words.iter().zip(remoteness)) {
            let word = cell.and_then(word).ok_or_else(|| undecodable(column, at))?;
            // A remoteness is never negative.
            let remoteness = remoteness.map(|number| i32::try_from(number).map(i32::cast_unsigned)).transpose();
            let verdict = remoteness.ok().and_then(|remoteness| verdict_of(word, remoteness));
            rows.verdicts.push(verdict.ok_or_else(|| contradiction(row))?);
        }
        let grundy = self.numbers::<8>(at, column + 2, true)?;
        rows.grundy.extend(grundy[range.clone()].iter().map(|value| value.map(Nimber)));
        let mut last = column + 3;
        if header.has_infinite_values {
            let (location, _, page_rows) = table.page_location(at, last)?;
            let page = self.pages.page(location.start, location.length)?;
            let sets = Sets::of(&page, page_rows).ok_or_else(|| undecodable(last, at))?;
            for (row, in_page) in (at..).zip(range.clone()) {
                rows.sets.push(sets.get(in_page).ok_or_else(|| wrong_set(row))?);
            }
            last += 1;
        }
        if header.has_stages {
            let stages = self.numbers::<4>(at, last, true)?;
            rows.stages.extend(stages[range.clone()].iter().map(|stage| stage.map(|stage| stage as u32)));
            last += 1;
        }
        if header.has_weights {
            rows.weights.extend(self.numbers::<8>(at, last, false)?[range].iter().flatten());
        }
        Ok(())
    }

    /// Appends the texts of the rows of `range`.
    fn texts(&mut self, at: u64, range: Range<usize>, texts: &mut Vec<Bytes>) -> Result<(), TableError> {
        let page = self.page(at, 0)?;
        let ends: Option<Vec<usize>> = text_ends(&page.body).collect();
        let ends = ends.filter(|ends| page.header.encoding == PLAIN && ends.len() == page.header.values);
        let ends = ends.ok_or_else(|| undecodable(0, at))?;
        let from = |row: usize| if row == 0 { 0 } else { ends[row - 1] };
        texts.extend(range.map(|row| page.body.slice(from(row) + 4..ends[row])));
        Ok(())
    }

    /// The numbers of a page; `None` for a null.
    fn numbers<const SIZE: usize>(
        &mut self,
        at: u64,
        column: usize,
        is_optional: bool,
    ) -> Result<Vec<Option<u64>>, TableError> {
        let (cells, values) = self.cells(at, column, is_optional, SIZE)?;
        let (values, _) = values.as_chunks::<SIZE>();
        let number = |value: &[u8; SIZE]| value.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        let numbers = cells.into_iter().map(|cell| match cell {
            None => Some(None),
            Some(cell) => values.get(cell).map(|value| Some(number(value))),
        });
        numbers.collect::<Option<_>>().ok_or_else(|| undecodable(column, at))
    }

    /// The cells of a page, and the values that they refer to: of `size` bytes each, or texts if `size` is 0.
    fn cells(
        &mut self,
        at: u64,
        column: usize,
        is_optional: bool,
        size: usize,
    ) -> Result<(Vec<Option<usize>>, Bytes), TableError> {
        let page = self.page(at, column)?;
        let cells = Cells::of(&page, is_optional).ok_or_else(|| undecodable(column, at))?;
        let all = cells.all(page.header.values).ok_or_else(|| undecodable(column, at))?;
        let values = if cells.are_in_dictionary() {
            self.dictionary(at, column, size)?
        } else {
            page.body.slice(cells.values_at()..)
        };
        Ok((all, values))
    }

    fn page(&mut self, at: u64, column: usize) -> Result<Page, TableError> {
        let (location, _, rows) = self.table.page_location(at, column)?;
        let page = self.pages.page(location.start, location.length)?;
        page.of_data(rows).ok_or_else(|| undecodable(column, at))
    }

    fn dictionary(&mut self, at: u64, column: usize, size: usize) -> Result<Bytes, TableError> {
        let wrong = || undecodable(column, at);
        let location = self.table.dictionary_location(at, column).ok_or_else(wrong)?;
        match &self.dictionaries[column] {
            Some((start, values)) if *start == location.start => Ok(values.clone()),
            _ => {
                let page = self.pages.page(location.start, location.length)?.of_dictionary(size).ok_or_else(wrong)?;
                self.dictionaries[column] = Some((location.start, page.body.clone()));
                Ok(page.body)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point_read::FoundText;
    use crate::{Header, NewRow, WriteError, Writer};
    use grundy::Play;
    use grundy::text::Order;
    use grundy::value::Remoteness;

    fn writer() -> Writer<Vec<u8>> {
        writer_with(false, false)
    }

    fn writer_with(stages: bool, loopy: bool) -> Writer<Vec<u8>> {
        let header = Header {
            game: "none".to_owned(),
            play: Play::Normal,
            rules: "none".to_owned(),
            program: "a test".to_owned(),
            order: Order::Key,
            is_reduced: true,
            has_texts: true,
            is_dense: false,
            has_weights: true,
            has_stages: stages,
            has_infinite_values: loopy,
            start: None,
            opening: None,
        };
        Writer::new(Vec::new(), header).unwrap()
    }

    fn push(
        writer: &mut Writer<Vec<u8>>,
        text: &str,
        verdict: Verdict,
        grundy: Option<Nimber>,
    ) -> Result<(), WriteError> {
        if writer.wants_first_key() {
            writer.push_first_key(&[]);
        }
        let weight = text.len() as u64;
        writer.push(&NewRow { text, number: 0, verdict, grundy, loopy: None, stage: None, player: None, weight })
    }

    /// Pages stay correct with texts of more than a mebibyte a page, more Grundy values and remotenesses than a dictionary holds, and
    /// remotenesses of more than sixteen bits: rows read one by one, page by page and by the Parquet reader agree.
    #[test]
    fn large_values() {
        let row = |at: u32| {
            let text = format!("{at:0width$}", width = if at < 5000 { 700 } else { 6 });
            // The rows cover nearly every remoteness up to the largest.
            let remoteness = Remoteness(at / 7 * 6 + at % 7);
            let verdict = match at % 7 {
                0 => Verdict::Draw,
                1..4 => Verdict::Win(remoteness),
                _ => Verdict::Loss(remoteness),
            };
            (text, verdict, (!at.is_multiple_of(11)).then(|| Nimber(u64::from(at) << 20)))
        };
        let (mut writer, count) = (writer(), 300_000);
        for (text, verdict, grundy) in (0..count).map(row) {
            push(&mut writer, &text, verdict, grundy).unwrap();
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), writer.finish(0).unwrap().0).unwrap();
        let table = Table::open(file.path()).unwrap();
        let mut last = FoundText::default();
        for first in (0..count).step_by(CHUNK_ROWS as usize) {
            let rows = table.rows(u64::from(first), CHUNK_ROWS).unwrap();
            assert_eq!(rows, table.rows_by_parquet(u64::from(first), CHUNK_ROWS).unwrap());
            for (at, i) in (first..count).zip(0..rows.len()) {
                let (text, verdict, grundy) = row(at);
                assert_eq!((rows.text(i), rows.verdict(i), rows.grundy(i)), (Some(&*text), verdict, grundy), "{at}");
                assert_eq!(rows.weight(i), text.len() as u64);
                if at % 997 == 0 {
                    assert_eq!(table.read_row(u64::from(at)).unwrap(), (verdict, grundy), "{at}");
                    let page = u64::from(at) / 2048 * 2048;
                    // The row is found from the beginning, from an earlier or later row, and again from itself.
                    for mut last in [FoundText::default(), last] {
                        assert_eq!(table.find_text(page, &text, &mut last).unwrap(), Some(u64::from(at)));
                        assert_eq!(table.find_text(page, &text, &mut last).unwrap(), Some(u64::from(at)));
                        assert_eq!(table.find_text(page, "absent", &mut last).unwrap(), None);
                        let other = page + u64::from(at) * 31 % 2048.min(u64::from(count) - page);
                        let (other_text, ..) = row(other as u32);
                        assert_eq!(table.find_text(page, &other_text, &mut last).unwrap(), Some(other));
                    }
                    table.find_text(page, &text, &mut last).unwrap();
                }
            }
        }
        // A range that neither begins nor ends at a page boundary, and the end of the table.
        let rows = table.rows(262_000, 5000).unwrap();
        assert_eq!((rows.len(), rows.text(4999), rows.verdict(144)), (5000, Some("266999"), row(262_144).1));
        assert_eq!((table.rows(299_999, 10).unwrap().len(), table.rows(300_000, 10).unwrap().len()), (1, 0));
        assert!(table.read_row(300_000).is_err());
    }

    /// Lists of up to 300 numbers, more than a page has rows: rows read one by one, page by page and by the Parquet reader agree.
    #[test]
    fn sets_of_any_size() {
        let set = |at: u32| -> Option<Box<[Nimber]>> {
            let length = if at.is_multiple_of(1000) { 300 } else { at % 5 };
            (!at.is_multiple_of(3))
                .then(|| (0..length).map(|i| Nimber(u64::from(at % 11 + i * (1 + at % 4)))).collect())
        };
        let (mut writer, count) = (writer_with(true, true), 265_000);
        for at in 0..count {
            if writer.wants_first_key() {
                writer.push_first_key(&[]);
            }
            let (set, stage) = (set(at), at.is_multiple_of(3).then_some(at));
            let (grundy, loopy) = (stage.map(|_| Nimber(1)), set.as_deref());
            let verdict = Verdict::Draw;
            writer
                .push(&NewRow { text: "x", number: 0, verdict, grundy, loopy, stage, player: None, weight: 1 })
                .unwrap();
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), writer.finish(0).unwrap().0).unwrap();
        let table = Table::open(file.path()).unwrap();
        for first in (0..count).step_by(CHUNK_ROWS as usize) {
            let rows = table.rows(u64::from(first), CHUNK_ROWS).unwrap();
            assert_eq!(rows, table.rows_by_parquet(u64::from(first), CHUNK_ROWS).unwrap());
            for (at, i) in (first..count).zip(0..rows.len()) {
                assert_eq!((rows.loopy(i), rows.stage(i)), (set(at).as_deref(), at.is_multiple_of(3).then_some(at)));
                if at % 997 == 0 {
                    let read = table.read_set_and_stage(u64::from(at)).unwrap();
                    assert_eq!(read, (set(at), at.is_multiple_of(3).then_some(at)), "{at}");
                }
            }
        }
        let (rows, by_parquet) = (table.rows(262_000, 500).unwrap(), table.rows_by_parquet(262_000, 500).unwrap());
        assert_eq!(rows, by_parquet);
        assert_eq!(rows.loopy(499), set(262_499).as_deref());
    }

    /// A table with stages and without sets, read one by one, page by page and by the Parquet reader.
    #[test]
    fn stages_without_sets() {
        let (mut writer, count) = (writer_with(true, false), 3000);
        let row = |at: u32| {
            let (verdict, stage) = (Verdict::Draw, (!at.is_multiple_of(5)).then_some(at));
            let grundy = stage.map(|stage| Nimber(stage.into()));
            NewRow { text: "x", number: 0, verdict, grundy, loopy: None, stage, player: None, weight: 1 }
        };
        for at in 0..count {
            if writer.wants_first_key() {
                writer.push_first_key(&[]);
            }
            writer.push(&row(at)).unwrap();
        }
        assert!(writer.push(&NewRow { loopy: Some(&[Nimber(0)]), ..row(count) }).is_err());
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), writer.finish(0).unwrap().0).unwrap();
        let table = Table::open(file.path()).unwrap();
        let rows = table.rows(0, count.into()).unwrap();
        assert_eq!(rows, table.rows_by_parquet(0, count.into()).unwrap());
        for (at, i) in (0..count).zip(0..rows.len()) {
            assert_eq!((rows.grundy(i), rows.loopy(i), rows.stage(i)), (row(at).grundy, None, row(at).stage));
            assert_eq!(table.read_set_and_stage(at.into()).unwrap(), (None, row(at).stage));
        }
    }

    /// Writing fails if the table could not be read back.
    #[test]
    fn texts_that_are_too_long() {
        let text = "x".repeat(1 << 20);
        let mut writer = writer();
        (0..64).for_each(|_| push(&mut writer, &text, Verdict::Draw, None).unwrap());
        assert!(writer.finish(0).is_err());
    }
}
