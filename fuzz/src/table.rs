//! The fuzz target of tables: finds bytes that make a reader panic, hang or use unbounded memory, and tables that pass verification but
//! answer wrongly.
//!
//! A digest detects any changed byte, so the readers behind it would never be reached. So a table is changed and then given valid
//! checksums again. `crates/grundy-table/tests/fuzz.rs` also runs this as an ordinary test. A file that includes this one must have the
//! module `common` of those tests beside it.

use super::common::sealed::{Parts, place, put};
use super::common::thrift::{Field, Kind, integer, structures, varint};
use super::common::{Plan, file, open, written_weighted, written_with};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::text::{Key, Order};
use grundy::{Nimber, Remoteness, Solution, Verdict};
use grundy_table::{Table, TableSolution, verify};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The memory limit of verification: twice what reading takes.
const MEMORY: u64 = 40 << 20;
/// A correct table, with the correct values of its game.
struct Base {
    plan: Plan,
    game: OpenedGame,
    parts: Parts,
    truth: HashMap<Key, (Verdict, Option<Nimber>)>,
}

/// Base tables of every order, with and without text, dense and with a column of numbers, of several pages, with weights and Grundy
/// values.
fn bases() -> &'static [Base] {
    static BASES: OnceLock<Vec<Base>> = OnceLock::new();
    BASES.get_or_init(|| {
        let all = [
            ("nim", "3 4 5", false, true),
            ("bash:3", "2100", false, true),
            ("mnk:3,2,2", "", false, true),
            ("mnk:3,2,2", "", true, true),
            ("quixo:2", "", false, true),
            ("quixo:2", "", false, false),
            ("quixo:3", "", true, false),
            ("three-mens-morris", "", false, false),
        ];
        all.map(|(game, from, reduced, texts)| Base::new(Plan { game, from, reduced, texts })).into()
    })
}

/// A stream of the input's bytes, followed by zeros.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn below(&mut self, below: usize) -> usize {
        let number =
            [self.byte(), self.byte(), self.byte()].iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
        number % below.max(1)
    }
}

/// The entry point: the input selects arbitrary bytes, a correct table that is changed and sealed again, or a table with some wrong rows.
pub fn table(data: &[u8]) {
    let mut input = Input(data);
    let base = &bases()[usize::from(input.byte()) % bases().len()];
    match input.byte() % 8 {
        0 => check(base, input.0, false),
        1 => check(base, &[b"PAR1", input.0, b"PAR1"].concat(), false),
        2 | 3 => wrong_rows(base, &mut input),
        _ => {
            let mut parts = base.parts.clone();
            while !input.0.is_empty() {
                change(&mut parts, &mut input);
            }
            check(base, &parts.sealed(), false);
        }
    }
}

/// Writes a table with some rows changed or left out, which must fail verification.
fn wrong_rows(base: &Base, input: &mut Input<'_>) {
    let rows = base.truth.len();
    let mut changes = HashMap::new();
    while !input.0.is_empty() {
        changes.insert(input.below(rows) as u64, (input.byte(), u32::from(input.byte())));
    }
    let is_wrong = std::cell::Cell::new(false);
    let written = written_weighted(base.plan, &Limits::NONE, |row, verdict, grundy, weight| {
        let (what, more) = *changes.get(&row).unwrap_or(&(0, 0));
        let changed = match what % 8 {
            1 => Some((Verdict::Win(Remoteness(more)), grundy, weight)),
            2 => Some((Verdict::Loss(Remoteness(more)), grundy, weight)),
            3 => Some((Verdict::Draw, grundy, weight)),
            4 => Some((verdict, grundy.map(|_| Nimber(u64::from(more))), weight)),
            5 => Some((verdict, None, weight)),
            6 if base.plan.reduced => Some((verdict, grundy, 1 + u64::from(more))),
            7 if base.plan.texts => None,
            _ => Some((verdict, grundy, weight)),
        };
        is_wrong.set(is_wrong.get() || changed != Some((verdict, grundy, weight)));
        changed
    });
    let (bytes, _) = written.expect("the base was written");
    check(base, &bytes, is_wrong.get());
}

/// Opens, probes, reads and verifies a table. If verification succeeds, all values must be correct.
fn check(base: &Base, bytes: &[u8], is_wrong: bool) {
    let file = file(bytes);
    let Ok(table) = Table::open(file.path()) else { return };
    let game = base.game.as_dyn();
    let header = table.header();
    // The caller must ensure that the table belongs to the game; the program does.
    let fits = match header.order {
        Order::Index => game.indexed().is_some(),
        Order::Word => game.tiered().is_some(),
        Order::Key => true,
    };
    if header.game != base.plan.game || header.play != game.play() || !fits {
        return;
    }
    let solution = TableSolution::new(&table, game);
    let probed: Vec<_> = base.truth.iter().take(60).map(|(at, truth)| (at, truth, solution.get(at))).collect();
    // Computing these sums must not overflow.
    let counts = table.counts();
    for histogram in [&counts.positions, &counts.rows].into_iter().chain(counts.by_turn.iter().flatten()) {
        std::hint::black_box((histogram.total(), histogram.max_remoteness()));
    }
    let mut found = Vec::new();
    let _ = table.each(&mut |rows| {
        (0..rows.len()).all(|row| {
            let at = table.position(game, rows, row);
            at.is_ok_and(|at| {
                found.push((at, rows.verdict(row), rows.grundy(row)));
                true
            })
        })
    });
    let limits = Limits { memory: Some(MEMORY), ..Limits::NONE };
    if verify(&table, game, &limits, &mut |_, _| ()).is_err() {
        return;
    }
    assert!(!is_wrong, "wrong rows were proved: {:?}", base.plan);
    let text = |at: &Key| game.to_text(at).expect("rules that cannot fail");
    for (at, verdict, grundy) in &found {
        assert_eq!(base.truth.get(at), Some(&(*verdict, *grundy)), "{:?} {}", base.plan, text(at));
    }
    for (at, (verdict, grundy), value) in probed {
        let Ok(Some(value)) = value else { continue };
        let what = format!("{:?} {}", base.plan, text(at));
        assert_eq!((value.verdict(), value.grundy.finite()), (Some(*verdict), *grundy), "{what}");
    }
    for (at, ..) in found.iter().step_by(found.len() / 20 + 1) {
        assert!(matches!(solution.get(at), Ok(Some(_))), "{:?} {} is a row and is not found", base.plan, text(at));
    }
}

impl Base {
    fn new(plan: Plan) -> Self {
        let game = open(plan);
        let bytes = written_with(plan, &Limits::NONE, |_, verdict, grundy| Some((verdict, grundy))).expect("a table");
        let file = file(&bytes);
        let table = Table::open(file.path()).expect("it was just written");
        let mut truth = HashMap::new();
        let each = &mut |rows: &grundy_table::Rows| {
            (0..rows.len()).for_each(|row| {
                let at = table.position(game.as_dyn(), rows, row).expect("it was just written");
                truth.insert(at, (rows.verdict(row), rows.grundy(row)));
            });
            true
        };
        table.each(each).expect("it was just written");
        let parts = Parts::of(&bytes);
        assert!(parts.sealed() == bytes, "what is not changed is sealed as it was");
        Self { plan, parts, truth, game }
    }
}

/// Makes one change, which the input selects.
fn change(parts: &mut Parts, input: &mut Input<'_>) {
    let Parts { pages, indexes, footer, digested } = parts;
    match input.byte() % 12 {
        0 => flip(pages, input),
        1 => flip(indexes, input),
        2 => flip(footer, input),
        3 => {
            let at = input.below(footer.len());
            let to = (at + input.below(4)).min(footer.len());
            footer.splice(at..to, [input.byte()]);
        }
        4 => {
            // Write the longest possible number where one may be.
            let part = if input.byte().is_multiple_of(2) { footer } else { indexes };
            let at = input.below(part.len());
            part.iter_mut().skip(at).take(input.below(9)).for_each(|byte| *byte = 0xff);
        }
        5 | 6 => {
            let key = KEYS[input.below(KEYS.len())];
            let value = match input.byte() % 4 {
                0 => VALUES[input.below(VALUES.len())].to_owned(),
                1 => place(footer, KEYS[input.below(KEYS.len())])
                    .map_or_else(String::new, |(_, value)| String::from_utf8_lossy(&footer[value]).into_owned()),
                2 => (u64::MAX >> (input.byte() % 64)).to_string(),
                _ => input.below(10_000).to_string(),
            };
            put(footer, key, &value);
        }
        7 => repack(pages, input),
        8 | 9 => {
            // Change a number of the column or offset indexes without changing its length, so that the others stay in place.
            let fields = structures(indexes, if input.byte().is_multiple_of(4) { 0 } else { *digested });
            let Some((range, number)) = some_number(&fields, indexes, input) else { return };
            if number.len() == range.len() {
                indexes[range].copy_from_slice(&number);
            }
        }
        10 => {
            let fields = structures(footer, 0);
            let Some((range, number)) = some_number(&fields, footer, input) else { return };
            footer.splice(range, number);
        }
        _ => {
            // Make a text or a list of the metadata empty.
            let mut fields = structures(footer, 0).into_iter().flatten().filter(|field| field.kind != Kind::Integer);
            let Some(field) = fields.nth(input.below(200)) else { return };
            let empty = if field.kind == Kind::List { footer[field.range.start] & 15 } else { 0 };
            footer.splice(field.range, [empty]);
        }
    }
}

/// One of the numbers of some structures, and another number to replace it; the input selects both.
fn some_number(fields: &[Vec<Field>], bytes: &[u8], input: &mut Input<'_>) -> Option<(Range<usize>, Vec<u8>)> {
    let numbers: Vec<&Field> = fields.iter().flatten().filter(|field| field.kind == Kind::Integer).collect();
    let range = numbers.get(input.below(numbers.len()))?.range.clone();
    let right = integer(&bytes[range.clone()]);
    let number = match input.byte() % 8 {
        0 => right.wrapping_sub(1),
        1 => right.wrapping_add(1),
        2 => right.wrapping_neg(),
        3 => i64::MAX >> (input.byte() % 64),
        4 => i64::MIN >> (input.byte() % 64),
        5 => right.wrapping_add(i64::from(input.byte())),
        6 => right.wrapping_sub(i64::from(input.byte())),
        // The number of another field.
        _ => integer(&bytes[numbers.get(input.below(numbers.len()))?.range.clone()]),
    };
    Some((range, varint(number)))
}

/// Keys of the metadata, and possible values for them.
const KEYS: [&str; 16] = [
    "grundy.stored",
    "grundy.moves",
    "grundy.histogram",
    "grundy.histogram.rows",
    "grundy.fences",
    "grundy.page-rows",
    "grundy.pages-end",
    "grundy.order",
    "grundy.dense",
    "grundy.texts",
    "grundy.reduced",
    "grundy.weights",
    "grundy.start",
    "grundy.positions",
    "grundy.max-remoteness",
    "grundy.histogram.first",
];
const VALUES: [&str; 16] = [
    "true",
    "false",
    "number",
    "word",
    "key",
    "",
    " ",
    "00 ",
    "ff ff ",
    "win loss draw 0",
    "win 1:1 loss 0:1 draw 3",
    "win 200000000:1 loss draw 0",
    "win 0:18446744073709551615 loss 0:18446744073709551615 draw 18446744073709551615",
    "0 0 0",
    "-1",
    "00000000 00000001 ",
];

fn flip(part: &mut [u8], input: &mut Input<'_>) {
    let at = input.below(part.len());
    part[at] ^= input.byte();
}

/// Changes bytes of a page before compression, if the compressed page then fits in its old place.
fn repack(pages: &mut [u8], input: &mut Input<'_>) {
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    const SKIPPED: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];
    let starts: Vec<usize> = (0..pages.len().saturating_sub(4)).filter(|&at| pages[at..at + 4] == FRAME).collect();
    let Some(&at) = starts.get(input.below(starts.len())) else { return };
    let Ok(length) = zstd::zstd_safe::find_frame_compressed_size(&pages[at..]) else { return };
    let Ok(mut body) = zstd::bulk::decompress(&pages[at..at + length], 1 << 20) else { return };
    if body.is_empty() {
        return;
    }
    for _ in 0..=input.byte() % 4 {
        flip(&mut body, input);
    }
    for level in [1, 3, 9, 19] {
        let Ok(mut packed) = zstd::bulk::compress(&body, level) else { return };
        let Some(room) = length.checked_sub(packed.len()).filter(|room| *room == 0 || *room >= 8) else { continue };
        if room > 0 {
            packed.extend(SKIPPED);
            packed.extend((room as u32 - 8).to_le_bytes());
            packed.resize(length, 0);
        }
        pages[at..at + length].copy_from_slice(&packed);
        return;
    }
}
