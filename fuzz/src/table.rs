//! What fuzzing of tables looks for: bytes that make a reader panic, hang or take memory without bound; and a table that is proved and
//! yet answers wrongly.
//!
//! A changed byte is caught by a digest, which hides the readers behind it. So a table is changed and then sealed again: it says of itself
//! that it is whole. Also run as an ordinary test, by `crates/grundy-table/tests/fuzz.rs`; whoever includes this file has the
//! module `common` of those tests beside it.

use super::common::{Plan, file, open, written_weighted, written_with};
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::text::{Key, Order};
use grundy::{Nimber, Remoteness, Solution, Verdict};
use grundy_table::{Table, TableSolution, verify};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::OnceLock;

/// What verifying may take: twice what it takes to read.
const MEMORY: u64 = 40 << 20;
/// Bytes of a block, and hexadecimal digits of a digest, as `docs/table-format.md` has them.
const BLOCK: usize = 32768;
const DIGITS: usize = 64;

/// A right table, and what is right of its game.
struct Base {
    plan: Plan,
    game: Opened,
    parts: Parts,
    truth: HashMap<Key, (Verdict, Option<Nimber>)>,
}

/// The bytes of a table: pages, indexes, the part of the indexes that has a digest of its own, and the footer.
#[derive(Clone)]
struct Parts {
    pages: Vec<u8>,
    indexes: Vec<u8>,
    digested: usize,
    footer: Vec<u8>,
}

/// Tables of every order, with text and without, dense and with numbers in a column, of several pages, with weights and Grundy values.
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

/// Takes bytes off the input; when there are no more they are 0.
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

/// A file of any bytes, a right table that was changed and sealed again, or one of rows of which some are wrong.
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
                parts.change(&mut input);
            }
            check(base, &parts.sealed(), false);
        }
    }
}

/// Writes a table of rows of which some are changed or left out: it is not proved.
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

/// Opens, probes, reads and verifies; nothing that was proved is wrong.
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
    // Sums that may not overflow.
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

impl Parts {
    fn of(bytes: &[u8]) -> Self {
        let end = bytes.len() - 8;
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().expect("four bytes")) as usize;
        let footer = bytes[end - length..end].to_vec();
        let text = |key: &str| {
            let (_, value) = place(&footer, key).expect("a key of the metadata");
            String::from_utf8(footer[value].to_vec()).expect("it is text")
        };
        let pages: usize = text("grundy.pages-end").parse().expect("a number");
        let indexes = bytes[pages..end - length].to_vec();
        let digest = text("grundy.index-digest");
        let digested = (0..=indexes.len()).find(|&from| hex(&Sha256::digest(&indexes[from..])) == digest);
        Self { pages: bytes[..pages].to_vec(), digested: digested.expect("it has a digest"), indexes, footer }
    }

    /// One change, as the input says.
    fn change(&mut self, input: &mut Input<'_>) {
        let Self { pages, indexes, footer, .. } = self;
        match input.byte() % 8 {
            0 => flip(pages, input),
            1 => flip(indexes, input),
            2 => flip(footer, input),
            3 => {
                let at = input.below(footer.len());
                let to = (at + input.below(4)).min(footer.len());
                footer.splice(at..to, [input.byte()]);
            }
            4 => {
                // The longest of numbers, where one may stand.
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
            _ => repack(pages, input),
        }
    }

    /// The file, with every checksum as it should be.
    fn sealed(&self) -> Vec<u8> {
        let Self { pages, indexes, digested, .. } = self;
        let mut footer = self.footer.clone();
        put(
            &mut footer,
            "grundy.blocks",
            &pages.chunks(BLOCK).map(|block| format!("{:08x}", crc32fast::hash(block))).collect::<String>(),
        );
        put(&mut footer, "grundy.index-digest", &hex(&Sha256::digest(&indexes[*digested..])));
        put(
            &mut footer,
            "grundy.body-digest",
            &hex(&Sha256::new().chain_update(pages).chain_update(indexes).finalize()),
        );
        put(&mut footer, "grundy.footer-digest", &"0".repeat(DIGITS));
        let mut end = footer.clone();
        end.extend((footer.len() as u32).to_le_bytes());
        end.extend(b"PAR1");
        let digest = hex(&Sha256::digest(&end));
        put(&mut end, "grundy.footer-digest", &digest);
        [&pages[..], indexes, &end].concat()
    }
}

/// Keys of the metadata, and values that they might have.
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

/// Changes bytes of a page as it is before it is compressed, where the page then has room where it was.
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

/// Where the value of a key of the metadata stands in a footer, with its length, and alone: in Thrift's compact protocol the header of a
/// text, its length by sevens of bits, the text.
fn place(footer: &[u8], key: &str) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let key = [key.as_bytes(), &[0x18]].concat();
    let from = footer.windows(key.len()).rposition(|window| window == key)? + key.len();
    let (mut at, mut length) = (from, 0);
    for shift in [0, 7, 14, 21] {
        let byte = usize::from(*footer.get(at)?);
        at += 1;
        length |= (byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    let to = at.checked_add(length).filter(|to| *to <= footer.len())?;
    Some((from..to, at..to))
}

/// Gives a key of the metadata another value.
fn put(footer: &mut Vec<u8>, key: &str, value: &str) {
    let Some((whole, _)) = place(footer, key) else { return };
    let mut text = Vec::new();
    let mut length = value.len();
    while length >= 0x80 {
        text.push(length as u8 | 0x80);
        length >>= 7;
    }
    text.push(length as u8);
    text.extend(value.bytes());
    footer.splice(whole, text);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
