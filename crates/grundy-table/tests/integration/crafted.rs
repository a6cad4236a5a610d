//! Crafted tables with valid checksums: none of them makes a reader panic, and none that passes verification gives a wrong value.

use crate::common::sealed::{Parts, place, put};
use crate::common::thrift::{Field, Kind, integer, structures, varint};
use crate::common::{Plan, file, open, plain, written};
use grundy::PositionValue;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::text::Key;
use grundy_table::{Table, TableError, VerifyError, verify};
use std::cell::Cell;

thread_local! {
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Counts the panics of this thread from now on, including those that are caught.
fn count_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANICS.set(PANICS.get() + 1);
        eprintln!("{info}");
    }));
}

/// A correct table of several pages, with the values of its positions.
struct Base {
    game: OpenedGame,
    parts: Parts,
    values: Vec<(Key, PositionValue)>,
    /// The file of the graph, if the game is one.
    #[expect(dead_code, reason = "it is deleted when it is dropped")]
    graph: Option<tempfile::NamedTempFile>,
}

impl Base {
    fn new(plan: Plan) -> Self {
        let game = open(plan);
        let bytes = written(plan, &Limits::NONE, |_, verdict| verdict).unwrap();
        let file = file(&bytes);
        let table = Table::open(file.path()).unwrap();
        let mut values = Vec::new();
        table
            .each(&mut |rows| {
                for row in 0..rows.len() {
                    let at = table.position(game.as_dyn(), rows, row).unwrap();
                    let value = table.get_key(game.as_dyn(), &at).unwrap().unwrap();
                    assert_eq!(value.verdict(), Some(rows.verdict(row)));
                    values.push((at, value));
                }
                true
            })
            .unwrap();
        let parts = Parts::of(&bytes);
        assert!(parts.sealed() == bytes, "a table that is not changed is sealed as it was");
        Self { game, parts, values, graph: None }
    }

    /// Opens, verifies and probes a changed table; returns whether it passed verification. If it did, all its values must be correct.
    fn check(&self, parts: &Parts, what: &str) -> bool {
        let file = file(&parts.sealed());
        let Ok(table) = Table::open(file.path()) else { return false };
        let game = self.game.as_dyn();
        // Probe before verification, so that no page is in memory, in an order in which no page serves two consecutive probes.
        // About a hundred probes of a large table are enough.
        let step = (self.values.len() / 100).max(5);
        let probes = (0..self.values.len()).step_by(step).map(|i| &self.values[i * 1009 % self.values.len()]);
        let found: Vec<_> = probes.map(|(at, value)| (table.get_key(game, at), value)).collect();
        let _ = table.each(&mut |rows| !rows.is_empty());
        let is_verified = verify(&table, game, &Limits::NONE, &mut |_, _| ()).is_ok();
        for (found, value) in found.into_iter().filter(|_| is_verified) {
            assert_eq!(found.unwrap_or_else(|error| panic!("{what}: {error}")).as_ref(), Some(value), "{what}");
        }
        is_verified
    }
}

/// Other values for an integer field.
fn others(number: i64) -> impl Iterator<Item = i64> {
    let near = [number - 1, number + 1, number.saturating_mul(2), -number];
    let far = [0, 2048, i64::from(i32::MAX), i64::MAX, i64::MIN];
    near.into_iter().chain(far).filter(move |other| *other != number)
}

fn tictactoe() -> Base {
    Base::new(plain("tictactoe", ""))
}

/// A table of two pages with Grundy values.
fn bash() -> Base {
    Base::new(plain("bash:3", "2100"))
}

/// A table with lists and stages: paths into cycles, from some of which a move ends the game.
fn loopy(rows: u32) -> Base {
    let moves = |v: u32| match v % 7 {
        0 => format!("{v} {v}\n{v} end\n"),
        3 => format!("{v} {}\n{v} end\n{v} {}\n", v - 1, v - 3),
        5 => format!("{v} {}\n{v} {}\n", v - 2, v - 5),
        _ => format!("{v} {}\n", v - 1),
    };
    let graph = file((0..rows - 1).map(moves).collect::<String>().as_bytes());
    let game = format!("graph:{}", graph.path().display()).leak();
    Base { graph: Some(graph), ..Base::new(plain(game, "")) }
}

/// In the offset indexes of all columns except the texts, the second page begins at row 2000; in that of the texts, at row 2048.
#[test]
fn pages_of_other_rows() {
    let base = tictactoe();
    let mut parts = base.parts.clone();
    let indexes = structures(&parts.indexes, parts.digested);
    assert_eq!(indexes.len(), 4, "an offset index for each column");
    let second_page =
        |field: &&Field| field.kind == Kind::Integer && integer(&parts.indexes[field.range.clone()]) == 2048;
    let columns: Vec<_> =
        indexes.iter().skip(1).map(|fields| fields.iter().find(second_page).unwrap().range.clone()).collect();
    for range in columns {
        parts.indexes[range].copy_from_slice(&varint(2000));
    }
    let file = file(&parts.sealed());
    let table = Table::open(file.path()).unwrap();
    let game = base.game.as_dyn();
    for (at, _) in base.values.iter().step_by(50) {
        let found = table.get_key(game, at);
        assert!(matches!(found, Err(TableError::Damaged { .. })), "{found:?}");
    }
    let found = verify(&table, game, &Limits::NONE, &mut |_, _| ());
    assert!(matches!(found, Err(VerifyError::Table(TableError::Damaged { .. }))), "{found:?}");
    assert!(table.each(&mut |_| true).is_err());
}

/// A column with another name is refused by name.
#[test]
fn a_column_that_is_not_that_of_a_table() {
    let base = loopy(100);
    for (name, other, column) in
        [("loopy", "loops", "loops.list.element"), ("element", "integer", "loopy.list.integer")]
    {
        let mut parts = base.parts.clone();
        while let Some(at) = parts.footer.windows(name.len()).position(|text| text == name.as_bytes()) {
            // The key `grundy.loopy` of the metadata stays.
            if parts.footer[..at].ends_with(b"grundy.") {
                break;
            }
            parts.footer[at..at + name.len()].copy_from_slice(other.as_bytes());
        }
        let file = file(&parts.sealed());
        let refused = Table::open(file.path()).unwrap_err().to_string();
        assert!(refused.contains(&format!("the column `{column}` is not that of a table")), "{refused}");
    }
}

/// Pages without bytes, beyond whose end the Parquet reader reads.
#[test]
fn pages_without_bytes() {
    let base = tictactoe();
    let game = base.game.as_dyn();
    count_panics();
    // The frames: three pages of the column of texts; a dictionary and three pages of the values; the same of the remotenesses.
    for (frame, name) in
        [(0, "texts"), (3, "dictionary of values"), (4, "values"), (7, "dictionary"), (8, "remotenesses")]
    {
        let mut parts = base.parts.clone();
        empty_page(&mut parts.pages, frame);
        assert!(!base.check(&parts, name));
        let file = file(&parts.sealed());
        let table = Table::open(file.path()).unwrap();
        let found = table.rows(0, 10);
        assert!(matches!(found, Err(TableError::Damaged { .. })), "{name}: {found:?}");
        // A won or lost position of the first page, so that it has a remoteness.
        let (at, _) = base.values[..100].iter().find(|(_, value)| value.remoteness.is_some()).unwrap();
        let found = table.get_key(game, at);
        assert!(matches!(found, Err(TableError::Damaged { .. })), "{name}: {found:?}");
        let found = verify(&table, game, &Limits::NONE, &mut |_, _| ());
        assert!(matches!(found, Err(VerifyError::Table(TableError::Damaged { .. }))), "{name}: {found:?}");
    }
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}

/// Makes the body of a page empty without changing the size of the file; `frame` is the index of its compressed frame.
fn empty_page(pages: &mut [u8], frame: usize) {
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    let starts: Vec<usize> = (0..pages.len() - 4).filter(|&at| pages[at..at + 4] == FRAME).collect();
    assert_eq!(starts.len(), 3 + 4 + 4 + 4);
    let length = |at: usize| zstd::zstd_safe::find_frame_compressed_size(&pages[at..]).unwrap();
    let (at, size_of_frame) = (starts[frame], length(starts[frame]));
    let header_at = frame.checked_sub(1).map_or(4, |before| starts[before] + length(starts[before]));
    // The second field of the header is the size of the page: zero, encoded in the same number of bytes.
    let size = crate::common::thrift::fields(&pages[..at], header_at).unwrap().0[1].range.clone();
    let body = zstd::bulk::decompress(&pages[at..at + size_of_frame], 1 << 20).unwrap();
    assert_eq!(integer(&pages[size.clone()]), body.len() as i64);
    pages[size.clone()].fill(0x80);
    pages[size.end - 1] = 0;
    // An empty frame, and a frame to skip.
    let mut empty = zstd::bulk::compress(&[], 1).unwrap();
    let skipped = size_of_frame - empty.len() - 8;
    empty.extend([0x50, 0x2a, 0x4d, 0x18]);
    empty.extend((skipped as u32).to_le_bytes());
    empty.resize(size_of_frame, 0);
    pages[at..at + size_of_frame].copy_from_slice(&empty);
}

/// Changes every number of the column and offset indexes in several ways.
#[test]
fn every_number_of_the_indexes() {
    count_panics();
    every_number(&bash(), 4);
    every_number(&loopy(2100), 6);
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}

fn every_number(base: &Base, columns: usize) {
    let (mut refused, mut verified) = (0, 0);
    let numbers = |at| {
        let structures = structures(&base.parts.indexes, at).into_iter();
        structures.map(|fields| fields.into_iter().filter(|field| field.kind == Kind::Integer).collect::<Vec<Field>>())
    };
    // In an offset index, the first numbers are the offset, the size and the first row of each of two pages; lookups do not use the rest.
    let offsets: Vec<Field> = numbers(base.parts.digested).flat_map(|numbers| numbers.into_iter().take(6)).collect();
    assert_eq!(offsets.len(), columns * 6);
    for field in numbers(0).chain(numbers(base.parts.digested)).flatten() {
        let right = &base.parts.indexes[field.range.clone()];
        let is_used = offsets.iter().any(|other| other.range == field.range);
        // The new number takes the same number of bytes, so that the other indexes stay in place.
        for other in others(integer(right)).map(varint).filter(|other| other.len() == right.len()) {
            let mut parts = base.parts.clone();
            parts.indexes[field.range.clone()].copy_from_slice(&other);
            let is_verified = base.check(&parts, &format!("{field:?} is {other:?}"));
            assert!(!is_verified || !is_used, "{field:?} is {other:?}");
            verified += u32::from(is_verified);
            refused += u32::from(!is_verified);
        }
    }
    assert!(refused > 50 && verified > 0, "{refused} {verified}");
}

/// The integer of a binary field of 4 or 8 bytes, and whether it has 4.
fn number_of(field: &[u8]) -> Option<(i64, bool)> {
    match field {
        [4, bytes @ ..] => Some((i32::from_le_bytes(bytes.try_into().ok()?).into(), true)),
        [8, bytes @ ..] => Some((i64::from_le_bytes(bytes.try_into().ok()?), false)),
        _ => None,
    }
}

/// The binary field of an integer.
fn binary_of(number: i64, is_short: bool) -> Vec<u8> {
    let bytes = number.to_le_bytes();
    if is_short { [&[4], &bytes[..4]].concat() } else { [&[8], &bytes[..]].concat() }
}

/// Bounds and numbers of nulls by which other programs skip row groups: they are those of the rows.
#[test]
fn statistics_of_columns() {
    for (base, columns) in [(bash(), 2), (loopy(2100), 4)] {
        let fields: Vec<Field> = structures(&base.parts.footer, 0).into_iter().flatten().collect();
        let bytes = |field: &Field| &base.parts.footer[field.range.clone()];
        // The largest and the least value in the old fields, the number of nulls, and the same values again.
        let kinds = [Kind::Binary, Kind::Binary, Kind::Integer, Kind::Binary, Kind::Binary];
        let statistics = fields.windows(5).filter(|five| {
            five.iter().map(|field| field.kind).eq(kinds)
                && bytes(&five[0]) == bytes(&five[3])
                && number_of(bytes(&five[0])).is_some()
        });
        let statistics: Vec<&[Field]> = statistics.collect();
        assert_eq!(statistics.len(), columns);
        for [_, _, nulls, largest, least] in statistics.into_iter().map(|five| five.first_chunk().expect("five")) {
            for (field, by) in [(largest, -1), (largest, 1), (least, 1), (least, -1)] {
                let (number, is_short) = number_of(bytes(field)).expect("a number");
                let mut parts = base.parts.clone();
                parts.footer.splice(field.range.clone(), binary_of(number + by, is_short));
                assert!(!base.check(&parts, "bounds"), "{number} {by}");
            }
            let mut parts = base.parts.clone();
            parts.footer.splice(nulls.range.clone(), varint(integer(bytes(nulls)) + 1));
            assert!(!base.check(&parts, "nulls"));
        }
    }
}

/// Bounds of pages that exclude a value of the page, and a false order of them.
#[test]
fn column_indexes() {
    for (base, columns) in [(bash(), 2), (loopy(2100), 4)] {
        let indexes = structures(&base.parts.indexes[..base.parts.digested], 0);
        assert_eq!(indexes.len(), 1 + columns);
        // The first one is that of the texts, which may be shortened.
        for fields in &indexes[1..] {
            let binaries: Vec<&Field> = fields.iter().filter(|field| field.kind == Kind::Binary).collect();
            // The least values of both pages, then the largest ones.
            assert_eq!(binaries.len(), 4);
            for (i, field) in binaries.into_iter().enumerate() {
                let bytes = &base.parts.indexes[field.range.clone()];
                let (number, is_short) = number_of(bytes).expect("a number");
                let mut parts = base.parts.clone();
                let inward = if i < 2 { 1 } else { -1 };
                parts.indexes.splice(field.range.clone(), binary_of(number + inward, is_short));
                assert!(!base.check(&parts, "bounds of a page"), "{i} {number}");
            }
        }
    }
    // The texts of the second page are below those of the first one as texts: 2048 < 1.
    let base = bash();
    let order = structures(&base.parts.indexes, 0)[1].iter().find(|field| field.kind == Kind::Integer).unwrap().clone();
    let right = integer(&base.parts.indexes[order.range.clone()]);
    let mut refused = 0;
    for other in (0..3).filter(|other| *other != right) {
        let mut parts = base.parts.clone();
        parts.indexes.splice(order.range.clone(), varint(other));
        refused += u32::from(!base.check(&parts, "order of pages"));
    }
    assert!(refused > 0);
}

/// Bounds are shortened between characters: the least text of the second page then comes before that of the first one.
#[test]
fn long_texts_of_characters_of_different_lengths() {
    let name = |v: u32| format!("{}{}{v:05}", "p".repeat(31), if v < 2048 { "." } else { "●" });
    let graph = file((0..4100).map(|v| format!("{} {}\n", name(v), name(v + 1))).collect::<String>().as_bytes());
    let game = format!("graph:{}", graph.path().display()).leak();
    let base = Base { graph: Some(graph), ..Base::new(plain(game, "")) };
    assert!(base.check(&base.parts, "a right table"));
}

/// Every number of rows in the footer: that of the file, of the row group and of each column.
#[test]
fn numbers_of_rows() {
    let base = bash();
    let fields: Vec<Field> = structures(&base.parts.footer, 0).into_iter().flatten().collect();
    let is_rows = |field: &&Field| {
        field.kind == Kind::Integer && integer(&base.parts.footer[field.range.clone()]) == base.values.len() as i64
    };
    let rows: Vec<&Field> = fields.iter().filter(is_rows).collect();
    let is_refused = |field: &Field| {
        let mut parts = base.parts.clone();
        parts.footer.splice(field.range.clone(), varint(base.values.len() as i64 - 1));
        Table::open(file(&parts.sealed()).path()).is_err()
    };
    // The others are parts of histograms, which say how much memory a reader needs.
    assert_eq!(rows.iter().filter(|field| is_refused(field)).count(), 6);
    assert!(is_refused(rows[0]), "the number of rows of the file comes first");
}

/// Counts that only other programs use, keys that occur twice, and unknown keys.
#[test]
fn metadata_that_contradicts_itself() {
    let base = tictactoe();
    let opened = |parts: &Parts| Table::open(file(&parts.sealed()).path()).map(drop).map_err(|error| error.to_string());
    assert_eq!(opened(&base.parts), Ok(()));
    for key in
        ["grundy.positions", "grundy.win", "grundy.loss", "grundy.draw", "grundy.max-remoteness", "grundy.stored"]
    {
        let (_, value) = place(&base.parts.footer, key).unwrap();
        let value = String::from_utf8(base.parts.footer[value].to_vec()).unwrap();
        for wrong in ["1", "e", "", &format!("+{value}"), &format!("0{value}")] {
            let mut parts = base.parts.clone();
            put(&mut parts.footer, key, wrong);
            assert!(opened(&parts).is_err(), "{key} {wrong}");
        }
        let mut parts = base.parts.clone();
        let at = parts.footer.windows(key.len()).rposition(|window| window == key.as_bytes()).unwrap();
        parts.footer[at + key.len() - 1] = b'_';
        assert!(opened(&parts).is_err_and(|error| error.contains(key)), "{key}");
    }
    // The start, which a table may lack, becomes another number of moves before the right one.
    let mut parts = bash().parts;
    let at = parts.footer.windows(12).rposition(|window| window == b"grundy.start").unwrap();
    parts.footer[at..at + 12].copy_from_slice(b"grundy.moves");
    assert!(opened(&parts).is_err_and(|error| error.contains("a key occurs twice")));
}

/// Changes every number of the footer in several ways, and empties or cuts every text and every list.
#[test]
fn every_field_of_the_footer() {
    count_panics();
    every_field(&bash());
    every_field(&loopy(100));
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}

fn every_field(base: &Base) {
    let fields: Vec<Field> = structures(&base.parts.footer, 0).into_iter().flatten().collect();
    let mut tried = 0;
    for field in &fields {
        let right = &base.parts.footer[field.range.clone()];
        let changes: Vec<Vec<u8>> = match field.kind {
            Kind::Integer => others(integer(right)).map(varint).collect(),
            Kind::Binary => vec![vec![0], vec![1, b'x'], vec![3, 0xff, 0xff, 0xff]],
            Kind::List => {
                vec![vec![right[0] & 15], vec![0x15, 0], vec![0x15, 2], vec![0x16, 0xff, 0x7f], vec![0x1c, 0]]
            }
        };
        for change in changes {
            let mut parts = base.parts.clone();
            parts.footer.splice(field.range.clone(), change.iter().copied());
            base.check(&parts, &format!("{field:?} is {change:?}"));
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}
