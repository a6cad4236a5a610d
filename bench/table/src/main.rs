//! Times tables of solved positions: writing and size, with text and without, beside the Parquet writer as it comes; probing.
//!
//! The yardstick writes the same rows into the same columns by the crate's own settings (zstd; pages of a mebibyte, dictionaries,
//! bounds): no checksums, no first keys of pages, and no row that is found without reading a mebibyte. With `checkpoint`: what it costs a build to be kept.

mod checkpoint;
mod plain;

use grundy::catalog::{self, Opened};
use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame, Solver};
use grundy::text::{DynGame, Order};
use grundy::value::{Remoteness, Verdict};
use grundy::{Play, Solution};
use grundy_table::{Header, NewRow, Table, TableSolution, Writer};
use meter::cpu_time;
use plain::Plain;
use std::fs::File;
use std::time::{Duration, Instant};

/// Rows without text.
const ROWS: u64 = 10_000_000;
/// Positions that are probed.
const PROBES: u64 = 2000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "connect4:5x4".to_owned());
    if name == "checkpoint" {
        return checkpoint::run(&arguments.next().unwrap_or_else(|| "connect4:5x5".to_owned()));
    }
    let folder = std::env::temp_dir();
    let path = folder.join(format!("bench-table-{}.parquet", std::process::id()));
    let path = path.to_str().expect("a folder for temporary files whose name is text");
    let game = catalog::open(&name, Play::Normal, &Limits::NONE).expect("a game of the catalogue");
    println!("{:<34} {:>10} {:>9} {:>14} {:>9}", "what, who", "rows", "CPU s", "CPU s / 10^7", "B/row");
    let with_text = [true, false].map(|ours| text(&game, &name, path, ours));
    println!(
        "ours / plain, CPU time {:.2}, bytes {:.2}",
        with_text[0].0 / with_text[1].0,
        with_text[0].1 / with_text[1].1
    );
    let walk = walk(&game);
    println!(
        "of these the walk over the solution and the making of the text: {walk:.2} CPU s; writing alone {:.2}",
        with_text[0].0 - walk
    );
    let without = [true, false].map(|ours| numbers(path, ours));
    println!("ours / plain, CPU time {:.2}, bytes {:.2}", without[0].0 / without[1].0, without[0].1 / without[1].1);
    text(&game, &name, path, true);
    probe(&game, path);
    let _ = std::fs::remove_file(path);
}

fn header(name: &str, order: Order, texts: bool) -> Header {
    Header {
        game: name.to_owned(),
        play: Play::Normal,
        rules: "catalogue 1".to_owned(),
        program: "bench-table".to_owned(),
        order,
        reduced: false,
        texts,
        dense: !texts,
        weights: false,
        start: None,
    }
}

/// Writes all positions of a game, their text made on the way.
fn text(game: &Opened, name: &str, path: &str, ours: bool) -> (f64, f64) {
    let any = game.as_dyn();
    let start = any.start().expect("a game with a start");
    let whole = SolvedGame::solve(game, Extent::From(&start), false, &Limits::NONE).expect("there are no limits");
    let began = cpu_time();
    let file = File::create(path).expect("a file that can be written");
    let mut rows = 0_u64;
    if ours {
        let mut writer = Writer::new(file, header(name, whole.order(), true)).expect("the file can be written");
        let mut key = Vec::new();
        let each = &mut |row: &grundy::solver::Row| {
            if writer.wants_first_key() {
                whole.order().sort_key(any, &whole.position(row), &mut key).expect("a row has a sort key");
                writer.push_first_key(&key);
            }
            let (verdict, grundy, turn, weight) = (row.verdict, row.grundy, row.turn, row.weight);
            let text = whole.text(any, row).expect("rules that cannot fail");
            let row = NewRow { text: &text, number: 0, verdict, grundy, turn, weight };
            writer.push(&row).expect("the file can be written");
            rows += 1;
            true
        };
        whole.rows(false, &Limits::NONE, each).expect("there are no limits");
        writer.finish(0).expect("the file can be written");
    } else {
        let mut writer = Plain::new(file, true);
        let each = &mut |row: &grundy::solver::Row| {
            writer.push(&whole.text(any, row).expect("rules that cannot fail"), row.verdict);
            rows += 1;
            true
        };
        whole.rows(false, &Limits::NONE, each).expect("there are no limits");
        writer.finish();
    }
    say("with text", ours, rows, cpu_time() - began, path)
}

/// CPU seconds of all that is not writing: the rows in order, their positions and texts.
fn walk(game: &Opened) -> f64 {
    let any = game.as_dyn();
    let start = any.start().expect("a game with a start");
    let whole = SolvedGame::solve(game, Extent::From(&start), false, &Limits::NONE).expect("there are no limits");
    let began = cpu_time();
    let mut bytes = 0;
    let each = &mut |row: &grundy::solver::Row| {
        bytes += std::hint::black_box(whole.text(any, row).expect("rules that cannot fail")).len();
        true
    };
    whole.rows(false, &Limits::NONE, each).expect("there are no limits");
    assert!(bytes > 0);
    (cpu_time() - began).as_secs_f64()
}

/// Writes rows without text: values as of a game in which runs of numbers are alike.
fn numbers(path: &str, ours: bool) -> (f64, f64) {
    let verdict = |row: u64| {
        let mixed = (row / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        match mixed % 8 {
            0 | 1 => Verdict::Draw,
            2..5 => Verdict::Win(Remoteness(2 * (mixed as u32 % 13) + 1)),
            _ => Verdict::Loss(Remoteness(2 * (mixed as u32 % 11))),
        }
    };
    let began = cpu_time();
    let file = File::create(path).expect("a file that can be written");
    if ours {
        let mut writer = Writer::new(file, header("dao", Order::Index, false)).expect("the file can be written");
        for row in 0..ROWS {
            let row = NewRow { text: "", number: row, verdict: verdict(row), grundy: None, turn: None, weight: 1 };
            writer.push(&row).expect("the file can be written");
        }
        writer.finish(0).expect("the file can be written");
    } else {
        let mut writer = Plain::new(file, false);
        (0..ROWS).for_each(|row| writer.push("", verdict(row)));
        writer.finish();
    }
    say("without text", ours, ROWS, cpu_time() - began, path)
}

fn say(what: &str, ours: bool, rows: u64, cpu: Duration, path: &str) -> (f64, f64) {
    let bytes = std::fs::metadata(path).expect("the file was written").len() as f64 / rows as f64;
    let cpu = cpu.as_secs_f64();
    let who = if ours { "ours" } else { "plain" };
    println!("{:<34} {rows:>10} {cpu:>9.2} {:>14.2} {bytes:>9.2}", format!("{what}, {who}"), cpu * 1e7 / rows as f64);
    (cpu, bytes)
}

/// Opens the table and looks up positions all over it, each with its moves: cold, and again.
fn probe(game: &Opened, path: &str) {
    let any: &dyn DynGame = game.as_dyn();
    let began = Instant::now();
    let table = Table::open(path).expect("the table was just written");
    println!("open: {:.0} µs", began.elapsed().as_secs_f64() * 1e6);
    let mut keys = Vec::new();
    let step = (table.counts().stored / PROBES).max(1);
    for row in (0..table.counts().stored).step_by(step as usize) {
        let rows = table.rows(row, 1).expect("the table was just written");
        keys.push(table.position(any, &rows, 0).expect("the table was just written"));
    }
    let solution = TableSolution::new(&table, any);
    // Far from one another, so that no page serves two in a row.
    let shuffled = || (0..keys.len()).map(|i| &keys[i * 7919 % keys.len()]);
    let each = |what: &str, ask: &mut dyn FnMut(&grundy::text::Key)| {
        let began = Instant::now();
        shuffled().for_each(ask);
        println!("{what}: {:.1} µs", began.elapsed().as_secs_f64() * 1e6 / keys.len() as f64);
    };
    each("one position, its page not in memory", &mut |at| assert!(matches!(solution.get(at), Ok(Some(_)))));
    let table = Table::open(path).expect("the table was just written");
    let positions: Vec<_> = shuffled().cloned().collect();
    let began = Instant::now();
    assert!(table.get_keys(any, &positions).expect("the table was just written").iter().all(Option::is_some));
    println!("the same positions in one call: {:.1} µs each", began.elapsed().as_secs_f64() * 1e6 / keys.len() as f64);
    each("one position, its page in memory", &mut |at| {
        std::hint::black_box(solution.get(at).is_ok());
        let began = Instant::now();
        std::hint::black_box(solution.get(at).is_ok());
        WARM.fetch_add(began.elapsed().as_nanos() as u64, std::sync::atomic::Ordering::Relaxed);
    });
    let warm = WARM.load(std::sync::atomic::Ordering::Relaxed) as f64 / 1e3 / keys.len() as f64;
    println!("of these the second look alone: {warm:.2} µs");
    each("one position with its moves, pages not in memory", &mut |at| {
        let answer = Solver::new(game).with_store(&solution).solve(at);
        assert_eq!(answer.expect("a position of the table").method, "stored table");
    });
}

static WARM: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
