//! Games solved in partitions against the same games solved in memory.

use grundy::checkpoint::Checkpointer;
use grundy::limits::{Limits, RunError};
use grundy::solve::partitioned::{Exchange, ExchangeError, LocalExchange, Storage, Work};
use grundy::solver::{BuildError, Extent, Row, RowId, SolvedGame};
use grundy::{Play, Vertex, catalog};
use std::fs;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// The rows of a solution, each with its text.
fn rows(game: &catalog::OpenedGame, solved: &SolvedGame<'_>, both: bool) -> Vec<(Row, String)> {
    let mut rows = Vec::new();
    let each = &mut |row: &Row| {
        // Vertices have other numbers than in memory.
        let id = if let RowId::Vertex(_) = row.id { RowId::Vertex(Vertex(0)) } else { row.id };
        rows.push((Row { id, ..*row }, solved.text(game.as_dyn(), row).unwrap()));
        true
    };
    solved.rows(both, &Limits::NONE, each).unwrap();
    rows
}

/// Compares a game solved in partitions with the same game in memory.
fn compare(name: &str, all: bool, reduced: bool, exchange: &mut dyn Exchange) {
    let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().opening().unwrap();
    let extent = if all { Extent::All } else { Extent::From(&start) };
    let expected = SolvedGame::solve(&game, extent, reduced, &Limits::NONE).unwrap();
    let solved =
        SolvedGame::solve_partitioned(&game, extent, reduced, exchange, &Limits::NONE, Checkpointer::none()).unwrap();
    assert_eq!(solved.count(&Limits::NONE).unwrap(), expected.count(&Limits::NONE).unwrap(), "{name}");
    assert_eq!(solved.order(), expected.order(), "{name}");
    assert_eq!(solved.is_dense(), expected.is_dense(), "{name}");
    assert_eq!(solved.is_weighted(), expected.is_weighted(), "{name}");
    for both in [false, true] {
        assert!(rows(&game, &solved, both) == rows(&game, &expected, both), "{name}: other rows");
    }
}

#[test]
fn tiered_games_have_the_rows_of_a_solution_in_memory() {
    for name in ["tictactoe", "connect4:4x3", "connect4:3x4", "mnk:3,3,2", "kalah:2,2", "dots-and-boxes:1x2"] {
        for (partitions, threads, block_bytes) in [(1, 1, 1 << 14), (2, 2, 1), (7, 2, 100), (64, 3, 1 << 12)] {
            compare(
                name,
                false,
                false,
                &mut LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes),
            );
        }
        let folder = tempfile::tempdir().unwrap();
        compare(name, false, false, &mut LocalExchange::new(Storage::in_folder(folder.path()), 5, 2, 1000));
    }
}

#[test]
fn games_with_indices_have_the_rows_of_a_solution_in_memory() {
    for (all, reduced) in [(false, false), (false, true), (true, false), (true, true)] {
        let exchange = |partitions, threads, block_bytes| {
            LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes)
        };
        compare("three-mens-morris", all, reduced, &mut exchange(1, 1, 1 << 14));
        compare("three-mens-morris", all, reduced, &mut exchange(64, 3, 1));
        compare("dao", all, reduced, &mut exchange(7, 2, 100));
        compare("chess:KRvK", all, reduced, &mut exchange(5, 2, 1 << 12));
        compare("chess:KPvK", all, reduced, &mut exchange(3, 2, 1 << 12));
    }
}

#[test]
fn games_in_layers_have_the_rows_of_a_solution_in_memory() {
    for all in [false, true] {
        let mut exchange = LocalExchange::new(Storage::in_memory(), 5, 2, 1 << 12);
        compare("five-mens-morris", all, true, &mut exchange);
    }
}

#[test]
fn explored_games_have_the_rows_of_a_solution_in_memory() {
    for (partitions, threads, block_bytes) in [(1, 1, 1 << 14), (7, 2, 1), (16, 3, 1 << 12)] {
        let exchange = || LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes);
        compare("connect4:3x3", false, true, &mut exchange());
        compare("dots-and-boxes:1x2", false, true, &mut exchange());
        compare("tictactoe", false, true, &mut exchange());
    }
}

/// A back end that is lost after a number of rounds.
struct Lost<'a> {
    exchange: &'a mut LocalExchange,
    rounds: u32,
}

impl Exchange for Lost<'_> {
    fn partitions(&self) -> u32 {
        self.exchange.partitions()
    }

    fn local(&self) -> Range<u32> {
        self.exchange.local()
    }

    fn storage(&self) -> &Arc<Storage> {
        self.exchange.storage()
    }

    fn next_round(&self) -> u64 {
        self.exchange.next_round()
    }

    fn set_next_round(&mut self, round: u64) {
        self.exchange.set_next_round(round);
    }

    fn round(&mut self, work: &Work<'_>) -> Result<(), ExchangeError> {
        self.rounds = self.rounds.checked_sub(1).ok_or_else(|| ExchangeError::Peer("lost".to_owned()))?;
        self.exchange.round(work)
    }

    fn sum(&mut self, counts: &mut [u64]) -> Result<(), ExchangeError> {
        self.exchange.sum(counts)
    }

    fn collect(&mut self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        self.exchange.collect(name)
    }
}

/// Ends a run in its rounds and between them, and continues it in another back end, until it is done. It is saved at every boundary of the
/// number `every`. There are
/// at most `rounds_between` rounds between two boundaries.
fn interrupt_everywhere(name: &str, reduced: bool, every: u32, rounds_between: u32) {
    let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().opening().unwrap();
    let extent = Extent::From(&start);
    let expected = SolvedGame::solve(&game, extent, reduced, &Limits::NONE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let state = Mutex::new(Vec::new());
    for run in 0..1000_u32 {
        // Each run goes at least as far as its next save. Every other one ends in a step of a round, the others between two rounds.
        let most = every + run % (every + 2);
        let boundaries = AtomicU32::new(0);
        let is_over = || run.is_multiple_of(2) && boundaries.load(Ordering::Relaxed) > most;
        let limits = Limits { stop: &is_over, ..Limits::NONE };
        let previous = state.lock().unwrap().clone();
        let checkpointer = Checkpointer::new(
            || boundaries.fetch_add(1, Ordering::Relaxed) % every == every - 1,
            |write| {
                let mut bytes = Vec::new();
                write(&mut bytes)?;
                *state.lock().unwrap() = bytes;
                Ok(())
            },
        );
        let checkpointer = if previous.is_empty() { checkpointer } else { checkpointer.with_previous(&previous[..]) };
        let storage = Storage::in_folder(folder.path());
        let mut exchange = LocalExchange::new(storage, 3, 1 + run as usize % 3, [10, 1000][run as usize % 2]);
        // The first run has a round before its first boundary.
        let rounds = if run.is_multiple_of(2) { u32::MAX } else { rounds_between * most + 1 };
        let mut lost = Lost { exchange: &mut exchange, rounds };
        match SolvedGame::solve_partitioned(&game, extent, reduced, &mut lost, &limits, checkpointer) {
            Err(BuildError::Run(RunError::Interrupted { .. }) | BuildError::Exchange(ExchangeError::Peer(_))) => (),
            solved => {
                let solved = solved.unwrap();
                assert_eq!(solved.count(&Limits::NONE).unwrap(), expected.count(&Limits::NONE).unwrap());
                assert!(rows(&game, &solved, false) == rows(&game, &expected, false), "{name}: other rows");
                assert!(run >= 2, "{name}: it was interrupted {run} times");
                return;
            }
        }
    }
    panic!("{name}: it makes no progress");
}

#[test]
fn a_run_continues_from_every_boundary() {
    for every in [1, 2, 3, 5] {
        interrupt_everywhere("tictactoe", false, every, 1);
        interrupt_everywhere("three-mens-morris", true, every, 1);
        interrupt_everywhere("connect4:3x3", true, every, 1);
    }
    // Between the boundaries of two layers are rounds that send the values of earlier ones.
    interrupt_everywhere("chess:KPvK", false, 7, 6);
}

#[test]
fn a_damaged_stream_is_found() {
    let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().start().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut exchange = LocalExchange::new(Storage::in_folder(folder.path()), 3, 1, 1000);
    let solved = SolvedGame::solve_partitioned(
        &game,
        Extent::From(&start),
        false,
        &mut exchange,
        &Limits::NONE,
        Checkpointer::none(),
    );
    let solved = solved.unwrap();
    let name = |at: &std::path::Path| at.file_name().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| name(path).starts_with("values-") || name(path).starts_with("words-"));
    assert!(!files.is_empty());
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        let middle = bytes.len() / 2;
        changed[middle] ^= 1;
        fs::write(&path, changed).unwrap();
        let read = solved.rows(false, &Limits::NONE, &mut |_| true);
        assert!(matches!(read, Err(BuildError::Exchange(ExchangeError::Storage(_)))), "{}: {read:?}", path.display());
        fs::write(&path, bytes).unwrap();
    }
}
