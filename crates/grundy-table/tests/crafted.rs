//! Tables that were changed on purpose and have valid checksums: none makes a reader panic, and none that is verified gives a wrong value.

mod common;

use common::sealed::Parts;
use common::thrift::{Field, Kind, integer, structures, varint};
use common::{Plan, file, open, plain, written};
use grundy::PositionValue;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::text::Key;
use grundy_table::{Table, TableError, WrongTable, verify};
use std::cell::Cell;

thread_local! {
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// Counts the panics of this thread from now on, those that are caught too.
fn count_panics() {
    std::panic::set_hook(Box::new(|info| {
        PANICS.set(PANICS.get() + 1);
        eprintln!("{info}");
    }));
}

/// A right table of several pages, and the values of its positions.
struct Base {
    game: Opened,
    parts: Parts,
    values: Vec<(Key, PositionValue)>,
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
        Self { game, parts, values }
    }

    /// Opens, verifies and probes a changed table; whether it was verified. A verified table gives the right values alone.
    fn check(&self, parts: &Parts, what: &str) -> bool {
        let file = file(&parts.sealed());
        let Ok(table) = Table::open(file.path()) else { return false };
        let game = self.game.as_dyn();
        // Before it is verified, so that no page is in memory, in an order in which no page serves two probes in a row.
        let probes = (0..self.values.len()).step_by(5).map(|i| &self.values[i * 1009 % self.values.len()]);
        let found: Vec<_> = probes.map(|(at, value)| (table.get_key(game, at), value)).collect();
        let _ = table.each(&mut |rows| !rows.is_empty());
        let is_verified = verify(&table, game, &Limits::NONE, &mut |_, _| ()).is_ok();
        for (found, value) in found.into_iter().filter(|_| is_verified) {
            assert_eq!(found.unwrap_or_else(|error| panic!("{what}: {error}")).as_ref(), Some(value), "{what}");
        }
        is_verified
    }
}

/// Values that an integer field may be given.
fn others(number: i64) -> impl Iterator<Item = i64> {
    let near = [number - 1, number + 1, number - 48, number + 48, number / 2, number.saturating_mul(2), -number];
    let far = [0, 1, 2048, i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN];
    near.into_iter().chain(far).filter(move |other| *other != number)
}

fn tictactoe() -> Base {
    Base::new(plain("tictactoe", ""))
}

/// Two pages, with Grundy values.
fn bash() -> Base {
    Base::new(plain("bash:3", "2100"))
}

/// The first row of the second page is 2000 in the offset indexes of all columns but the texts, where it is 2048.
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
    assert!(matches!(found, Err(WrongTable::Table(TableError::Damaged { .. }))), "{found:?}");
    assert!(table.each(&mut |_| true).is_err());
}

/// A page of no bytes, of which the Parquet reader reads four.
#[test]
fn a_page_without_levels() {
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    let base = tictactoe();
    let mut parts = base.parts.clone();
    let pages = &mut parts.pages;
    // Of the column of remotenesses, the third, the first page: after three pages of texts, and the dictionary and the three pages of values,
    // and its own dictionary.
    let starts: Vec<usize> = (0..pages.len() - 4).filter(|&at| pages[at..at + 4] == FRAME).collect();
    assert_eq!(starts.len(), 3 + 4 + 4 + 3);
    let (before, at) = (starts[7], starts[8]);
    let length = zstd::zstd_safe::find_frame_compressed_size(&pages[at..]).unwrap();
    let header_at = before + zstd::zstd_safe::find_frame_compressed_size(&pages[before..]).unwrap();
    let (header, _) = common::thrift::fields(&pages[..at], header_at).unwrap();
    let size = header[1].range.clone();
    assert_eq!(
        integer(&pages[size.clone()]),
        zstd::bulk::decompress(&pages[at..at + length], 1 << 20).unwrap_or_default().len() as i64
    );
    // Zero in as many bytes, and a frame of nothing, then one that is skipped.
    let last = size.len() - 1;
    pages[size.clone()].fill(0x80);
    pages[size.start + last] = 0;
    let mut empty = zstd::bulk::compress(&[], 1).unwrap();
    let skipped = length - empty.len() - 8;
    empty.extend([0x50, 0x2a, 0x4d, 0x18]);
    empty.extend((skipped as u32).to_le_bytes());
    empty.resize(length, 0);
    pages[at..at + length].copy_from_slice(&empty);
    count_panics();
    assert!(!base.check(&parts, "a page without levels"));
    let file = file(&parts.sealed());
    let table = Table::open(file.path()).unwrap();
    let found = table.rows(0, 10);
    assert!(matches!(found, Err(TableError::Damaged { .. })), "{found:?}");
    let found = table.get_key(base.game.as_dyn(), &base.values[0].0);
    assert!(matches!(found, Err(TableError::Damaged { .. })), "{found:?}");
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}

/// Every number of the column and offset indexes is changed in several ways.
#[test]
fn every_number_of_the_indexes() {
    let base = bash();
    let (mut offsets, mut verified) = (0, 0);
    count_panics();
    let fields: Vec<Field> =
        [0, base.parts.digested].into_iter().flat_map(|at| structures(&base.parts.indexes, at)).flatten().collect();
    for field in fields.iter().filter(|field| field.kind == Kind::Integer) {
        let right = &base.parts.indexes[field.range.clone()];
        // The other indexes stay where they are.
        for other in others(integer(right)).map(varint).filter(|other| other.len() == right.len()) {
            let mut parts = base.parts.clone();
            parts.indexes[field.range.clone()].copy_from_slice(&other);
            let is_verified = base.check(&parts, &format!("{field:?} is {other:?}"));
            verified += u32::from(is_verified);
            offsets += u32::from(field.range.start >= base.parts.digested);
            // Nothing that lookups use may be changed.
            assert!(!is_verified || field.range.start < base.parts.digested, "{field:?} is {other:?}");
        }
    }
    assert!(offsets > 100 && verified > 0, "{offsets} {verified}");
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}

/// Every number of the footer is changed in several ways, and every text and every list is left empty or cut.
#[test]
fn every_field_of_the_footer() {
    let base = bash();
    let fields: Vec<Field> = structures(&base.parts.footer, 0).into_iter().flatten().collect();
    let mut tried = 0;
    count_panics();
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
    assert_eq!(PANICS.get(), 0, "nothing panics, not even where it is caught");
}
