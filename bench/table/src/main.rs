//! Times tables of solved positions: writing and size, with and without text, against the writer of the crate `parquet`; and lookups.
//!
//! The yardsticks write the same rows into the same columns with the same checksums, once with the crate's own settings and once with
//! those of this project's tables. Neither writes first keys of pages or counts. The writers run alternately. With the argument
//! `checkpoint`, it measures the cost of checkpoints to a build instead.

mod checkpoint;
mod plain;

use grundy::catalog::{self, OpenedGame};
use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame, Solver};
use grundy::text::{DynGame, Order};
use grundy::value::{Remoteness, Verdict};
use grundy::{Play, Solution};
use grundy_table::{Header, NewRow, Table, TableSolution, Writer};
use meter::cpu_time;
use plain::{Plain, Settings};
use std::fs::File;
use std::time::{Duration, Instant};

/// The number of rows without text.
const ROWS: u64 = 10_000_000;
/// The number of positions to look up.
const PROBES: u64 = 2000;
/// The number of runs of each writer.
const RUNS: usize = 5;
/// A writer: this project's (`None`), or that of the crate `parquet` with some settings.
type Writers = Option<Settings>;
const WRITERS: [Writers; 3] = [None, Some(Settings::Ours), Some(Settings::Default)];

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
    let any = game.as_dyn();
    let start = any.start().expect("a game with a start");
    let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE).expect("there are no limits");
    println!("{:<34} {:>10} {:>9} {:>14} {:>9}", "what, who", "rows", "CPU s", "CPU s / 10^7", "B/row");
    let walk = median((0..RUNS).map(|_| walk(any, &solved)).collect());
    let with_text = compare("with text", &mut |who| text(any, &solved, &name, path, who), path);
    println!("of these the walk over the solution and the making of the text: {walk:.2} CPU s");
    for (who, seconds) in WRITERS.into_iter().zip(with_text).skip(1) {
        println!("writing alone, {who:?} / ours: {:.2}", (seconds - walk) / (with_text[0] - walk));
    }
    compare("without text", &mut |who| numbers(path, who), path);
    text(any, &solved, &name, path, None);
    drop(solved);
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
        is_reduced: false,
        has_texts: texts,
        is_dense: !texts,
        has_weights: false,
        has_stages: false,
        has_infinite_values: false,
        start: None,
        opening: None,
    }
}

/// The CPU seconds of each of [`WRITERS`]: medians of alternating runs.
fn compare(what: &str, write: &mut dyn FnMut(Writers) -> (u64, Duration), path: &str) -> [f64; 3] {
    let mut seconds = [const { Vec::new() }; 3];
    let mut sizes = [(0, 0); 3];
    for _ in 0..RUNS {
        for (i, who) in WRITERS.into_iter().enumerate() {
            let (rows, cpu) = write(who);
            seconds[i].push(cpu.as_secs_f64());
            sizes[i] = (rows, std::fs::metadata(path).expect("the file was written").len());
        }
    }
    let seconds = seconds.map(median);
    let per_row = sizes.map(|(rows, bytes)| bytes as f64 / rows as f64);
    for i in 0..3 {
        let who = WRITERS[i].map_or("ours".to_owned(), |settings| format!("parquet, {settings:?}"));
        let (rows, cpu, bytes) = (sizes[i].0, seconds[i], per_row[i]);
        println!(
            "{:<34} {rows:>10} {cpu:>9.2} {:>14.2} {bytes:>9.2}",
            format!("{what}, {who}"),
            cpu * 1e7 / rows as f64
        );
    }
    for i in 1..3 {
        println!(
            "{:?} / ours, CPU time {:.2}, bytes {:.2}",
            WRITERS[i],
            seconds[i] / seconds[0],
            per_row[i] / per_row[0]
        );
    }
    seconds
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Writes all positions of a game; their text is generated on the way.
fn text(any: &dyn DynGame, solved: &SolvedGame<'_>, name: &str, path: &str, who: Writers) -> (u64, Duration) {
    let began = cpu_time();
    let file = File::create(path).expect("a file that can be written");
    let mut rows = 0_u64;
    let Some(settings) = who else {
        let mut writer = Writer::new(file, header(name, solved.order(), true)).expect("the file can be written");
        let mut key = Vec::new();
        let each = &mut |row: &grundy::solver::Row| {
            if writer.wants_first_key() {
                solved.order().sort_key(any, &solved.position(row), &mut key).expect("a row has a sort key");
                writer.push_first_key(&key);
            }
            let (verdict, grundy, player, weight) = (row.verdict, row.grundy, row.player, row.weight);
            let text = solved.text(any, row).expect("rules that cannot fail");
            let row = NewRow { text: &text, number: 0, verdict, grundy, loopy: None, stage: None, player, weight };
            writer.push(&row).expect("the file can be written");
            rows += 1;
            true
        };
        solved.rows(false, &Limits::NONE, each).expect("there are no limits");
        writer.finish(0).expect("the file can be written");
        return (rows, cpu_time() - began);
    };
    let mut writer = Plain::new(file, true, settings);
    let each = &mut |row: &grundy::solver::Row| {
        writer.push(&solved.text(any, row).expect("rules that cannot fail"), row.verdict);
        rows += 1;
        true
    };
    solved.rows(false, &Limits::NONE, each).expect("there are no limits");
    writer.finish();
    (rows, cpu_time() - began)
}

/// The CPU seconds of everything except writing: visiting the rows in order, their positions and texts.
fn walk(any: &dyn DynGame, solved: &SolvedGame<'_>) -> f64 {
    let began = cpu_time();
    let mut bytes = 0;
    let each = &mut |row: &grundy::solver::Row| {
        bytes += std::hint::black_box(solved.text(any, row).expect("rules that cannot fail")).len();
        true
    };
    solved.rows(false, &Limits::NONE, each).expect("there are no limits");
    assert!(bytes > 0);
    (cpu_time() - began).as_secs_f64()
}

/// Writes rows without text, with values like those of a game in which runs of indices have equal values.
fn numbers(path: &str, who: Writers) -> (u64, Duration) {
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
    if let Some(settings) = who {
        let mut writer = Plain::new(file, false, settings);
        (0..ROWS).for_each(|row| writer.push("", verdict(row)));
        writer.finish();
    } else {
        let mut writer = Writer::new(file, header("dao", Order::Index, false)).expect("the file can be written");
        for row in 0..ROWS {
            let verdict = verdict(row);
            let row = NewRow {
                text: "",
                number: row,
                verdict,
                grundy: None,
                loopy: None,
                stage: None,
                player: None,
                weight: 1,
            };
            writer.push(&row).expect("the file can be written");
        }
        writer.finish(0).expect("the file can be written");
    }
    (ROWS, cpu_time() - began)
}

/// Opens the table and looks up positions all over it, each with its moves: first with cold caches, then again.
fn probe(game: &OpenedGame, path: &str) {
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
    // The positions are far from one another, so that no page serves two lookups in a row.
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
