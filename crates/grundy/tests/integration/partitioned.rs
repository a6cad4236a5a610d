//! Games solved in partitions against the same games solved in memory.

use crate::common::random::{Drawing, acyclic, drawings, fixed};
use grundy::catalog::MensMorris;
use grundy::checkpoint::Checkpointer;
use grundy::limits::{Limits, RunError};
use grundy::solve::partitioned::{Exchange, ExchangeError, LocalExchange, Storage, StorageError, Work};
use grundy::solver::{BuildError, Extent, Row, RowId, SolvedGame};
use grundy::text::{Key, WithText};
use grundy::{Nimber, Play, Verdict, catalog};
use std::fs;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// A row with its text, the set K of a value ∞(K), and the stage of another value.
type TextRow = (Row, String, Option<Box<[Nimber]>>, Option<u32>);

/// The rows of a solution.
fn rows(game: &catalog::OpenedGame, solved: &SolvedGame<'_>, both: bool) -> Vec<TextRow> {
    let mut rows = Vec::new();
    let each = &mut |row: &Row| {
        // Explored games are solved by vertex in memory, and listed in partitions.
        let id = match row.id {
            RowId::Vertex(_) => RowId::Listed(rows.len() as u64),
            id => id,
        };
        let text = solved.text(game.as_dyn(), row).unwrap();
        rows.push((Row { id, ..*row }, text, solved.loopy(row), solved.stage(row)));
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
    compare_game(&game, name, extent, reduced, exchange);
}

/// Compares the positions of `extent` solved in partitions with those solved in memory. Returns the rows.
fn compare_game(
    game: &catalog::OpenedGame,
    name: &str,
    extent: Extent<'_>,
    reduced: bool,
    exchange: &mut dyn Exchange,
) -> Vec<TextRow> {
    let expected = SolvedGame::solve(game, extent, reduced, &Limits::NONE).unwrap();
    let solved =
        SolvedGame::solve_partitioned(game, extent, reduced, exchange, &Limits::NONE, Checkpointer::none()).unwrap();
    assert_eq!(solved.count(&Limits::NONE).unwrap(), expected.count(&Limits::NONE).unwrap(), "{name}");
    assert_eq!(solved.order(), expected.order(), "{name}");
    assert_eq!(solved.is_dense(), expected.is_dense(), "{name}");
    assert_eq!(solved.is_weighted(), expected.is_weighted(), "{name}");
    assert_eq!(solved.has_stages(), expected.has_stages(), "{name}");
    assert_eq!(solved.has_infinite_values(), expected.has_infinite_values(), "{name}");
    assert!(rows(game, &solved, true) == rows(game, &expected, true), "{name}: other rows");
    let without_images = rows(game, &expected, false);
    assert!(rows(game, &solved, false) == without_images, "{name}: other rows");
    without_images
}

/// A graph file as a game, and its text.
fn open_graph(drawing: &Drawing, with_header: bool) -> (catalog::OpenedGame, String) {
    let (folder, text) = (tempfile::tempdir().unwrap(), drawing.text(with_header));
    let path = folder.path().join("graph.txt");
    fs::write(&path, &text).unwrap();
    let game = catalog::open(&format!("graph:{}", path.display()), drawing.play, &Limits::NONE).unwrap();
    (game, format!("{}\n{text}", drawing.play.as_str()))
}

/// Compares a graph at every vertex, and from the vertex of its first move. Returns the rows of all vertices.
fn compare_graph(drawing: &Drawing, with_header: bool) -> Vec<TextRow> {
    let (game, text) = open_graph(drawing, with_header);
    let mut rows = Vec::new();
    for (partitions, threads, block_bytes) in [(1, 1, 1 << 14), (2, 2, 1), (3, 1, 100), (64, 3, 10)] {
        let exchange = || LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes);
        rows = compare_game(&game, &text, Extent::All, false, &mut exchange());
        if let Some(start) = game.as_dyn().opening() {
            compare_game(&game, &text, Extent::From(&start), false, &mut exchange());
        }
    }
    rows
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
        // Larger games, each in one of the ways.
        match (all, reduced) {
            (false, true) => compare("dao", all, reduced, &mut exchange(7, 2, 100)),
            (true, true) => compare("chess:KPvK", all, reduced, &mut exchange(3, 2, 1 << 12)),
            (false, false) => compare("chess:KRvK", all, reduced, &mut exchange(5, 2, 1 << 12)),
            (true, false) => {}
        }
    }
}

#[test]
fn games_in_layers_have_the_rows_of_a_solution_in_memory() {
    // A test of the command line compares the tables of five men's morris.
    let game = catalog::OpenedGame::from(WithText::new(MensMorris::on_two_squares(3)));
    let start = game.as_dyn().opening().unwrap();
    for (extent, partitions) in [(Extent::From(&start), 5), (Extent::All, 2)] {
        let mut exchange = LocalExchange::new(Storage::in_memory(), partitions, 2, 1 << 12);
        compare_game(&game, "three men on two squares", extent, true, &mut exchange);
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

#[test]
fn graphs_have_the_rows_of_a_solution_in_memory() {
    let all = || fixed(drawings(12), 250).chain(fixed(drawings(60), 100));
    assert!(all().any(|drawing| drawing.turns.is_some() && drawing.has_cycle()), "players");
    assert!(all().any(|drawing| drawing.play == Play::Misere && drawing.isolated().next().is_some()));
    all().zip(0..).for_each(|(drawing, number)| drop(compare_graph(&drawing, number % 2 == 0)));
}

#[test]
fn graphs_without_cycles_have_the_grundy_values_of_a_solution_in_memory() {
    let mut largest = None;
    // In the last one, the value of vertex v is v: positions with more options than a mask has bits.
    let moves = (0..70).flat_map(|v| (0..v).map(move |to| (v, to))).collect();
    let complete = Drawing { vertices: 70, moves, ends: Vec::new(), turns: None, play: Play::Normal };
    for drawing in fixed(acyclic(50), 150).chain([complete]) {
        let rows = compare_graph(&drawing, true);
        assert!(rows.iter().all(|(row, _, set, stage)| row.grundy.is_some() && set.is_none() && stage.is_none()));
        largest = largest.max(rows.iter().filter_map(|(row, ..)| row.grundy).max());
    }
    assert_eq!(largest, Some(Nimber(69)));
}

/// A graph of vertices that each have up to `most` options: mostly smaller numbers, and now and then any.
fn graph_with_cycles(vertices: u32, most: u32, random: &mut fastrand::Rng) -> Drawing {
    let mut moves = Vec::new();
    for v in 1..vertices {
        for _ in 0..random.u32(0..=most) {
            let to = if random.u32(0..12) == 0 { random.u32(0..vertices) } else { random.u32(0..v) };
            moves.push((v, to));
        }
    }
    Drawing { vertices, moves, ends: Vec::new(), turns: None, play: Play::Normal }
}

#[test]
fn graphs_with_cycles_have_the_grundy_values_of_a_solution_in_memory() {
    let mut random = fastrand::Rng::with_seed(22);
    let (mut late, mut infinite, mut drawn, mut without_draws, mut without_cycles) = (0, 0, 0, 0, 0);
    for number in 0..120 {
        let drawing = graph_with_cycles(random.u32(2..150), random.u32(1..9), &mut random);
        let rows = compare_graph(&drawing, number % 2 == 0);
        late += rows.iter().filter(|(row, _, _, stage)| row.grundy > Some(Nimber(1)) && *stage > Some(2)).count();
        infinite += rows.iter().filter(|(_, _, set, _)| set.as_ref().is_some_and(|set| set.len() > 2)).count();
        let has_stages = rows.iter().any(|(_, _, set, stage)| set.is_some() || stage.is_some());
        match rows.iter().any(|(row, ..)| row.verdict == Verdict::Draw) {
            true => drawn += 1,
            false if has_stages => without_draws += 1,
            false => without_cycles += 1,
        }
    }
    let counts = [late, infinite, drawn, without_draws, without_cycles];
    assert!(counts.iter().all(|count| *count >= 5), "{counts:?}");
}

#[test]
fn games_with_grundy_values_have_the_rows_of_a_solution_in_memory() {
    for (partitions, threads, block_bytes) in [(1, 1, 1 << 14), (3, 2, 1), (16, 3, 1 << 12)] {
        for reduced in [false, true] {
            let exchange = || LocalExchange::new(Storage::in_memory(), partitions, threads, block_bytes);
            compare("cram:3x4", false, reduced, &mut exchange());
            compare("chomp:4,4", false, false, &mut exchange());
            compare("nim", false, false, &mut exchange());
        }
    }
}

#[test]
fn every_vertex_of_a_graph_has_no_classes() {
    let drawing = Drawing { vertices: 2, moves: vec![(0, 1)], ends: Vec::new(), turns: None, play: Play::Misere };
    let (game, _) = open_graph(&drawing, true);
    let mut exchange = LocalExchange::new(Storage::in_memory(), 2, 1, 100);
    let mut solve = |game, reduced| {
        let none = Checkpointer::none();
        SolvedGame::solve_partitioned(game, Extent::All, reduced, &mut exchange, &Limits::NONE, none).map(|_| ())
    };
    assert_eq!(solve(&game, true), Err(BuildError::NoClasses));
    let without_indices = catalog::open("dots-and-boxes:1x2", Play::Normal, &Limits::NONE).unwrap();
    assert_eq!(solve(&without_indices, false), Err(BuildError::NoIndices));
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
        self.rounds = self.rounds.checked_sub(1).ok_or_else(|| ExchangeError::peer("lost"))?;
        self.exchange.round(work)
    }

    fn sum(&mut self, counts: &mut [u64]) -> Result<(), ExchangeError> {
        self.exchange.sum(counts)
    }

    fn collect(&mut self, name: &dyn Fn(u32) -> String) -> Result<(), ExchangeError> {
        self.exchange.collect(name)
    }
}

/// Interrupts a game from its opening, [`interrupt_game_everywhere`].
fn interrupt_everywhere(name: &str, reduced: bool, every: u32) {
    let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().opening().unwrap();
    interrupt_game_everywhere(&game, name, Extent::From(&start), reduced, [every, 1]);
}

/// Ends a run in its rounds and between them, and continues it in another back end, until it is done. It is saved at every boundary of the
/// number `every`. There are at most `most_rounds` rounds between two boundaries.
fn interrupt_game_everywhere(
    game: &catalog::OpenedGame,
    name: &str,
    extent: Extent<'_>,
    reduced: bool,
    [every, most_rounds]: [u32; 2],
) {
    let expected = SolvedGame::solve(game, extent, reduced, &Limits::NONE).unwrap();
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
        let rounds = if run.is_multiple_of(2) { u32::MAX } else { most_rounds * most + 1 };
        let mut lost = Lost { exchange: &mut exchange, rounds };
        match SolvedGame::solve_partitioned(game, extent, reduced, &mut lost, &limits, checkpointer) {
            Err(BuildError::Run(RunError::Interrupted { .. }) | BuildError::Exchange(ExchangeError::Peer { .. })) => (),
            solved => {
                let solved = solved.unwrap();
                assert_eq!(solved.count(&Limits::NONE).unwrap(), expected.count(&Limits::NONE).unwrap());
                assert!(rows(game, &solved, false) == rows(game, &expected, false), "{name}: other rows");
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
        interrupt_everywhere("tictactoe", false, every);
        interrupt_everywhere("three-mens-morris", true, every);
        interrupt_everywhere("connect4:3x3", true, every);
    }
    // Between the boundaries of two layers are rounds that send the values of earlier ones.
    let game = catalog::open("chess:KPvK", Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().opening().unwrap();
    interrupt_game_everywhere(&game, "chess:KPvK", Extent::From(&start), false, [7, 6]);
}

#[test]
fn a_run_with_grundy_values_continues_from_every_boundary() {
    let mut random = fastrand::Rng::with_seed(22);
    let any = std::iter::repeat_with(|| graph_with_cycles(60, 5, &mut random));
    let with_cycles: Vec<Drawing> = any.filter(Drawing::has_cycle).take(3).collect();
    for every in [1, 2, 3, 5] {
        interrupt_everywhere("cram:3x3", true, every);
        interrupt_everywhere("chomp:3,3", false, every);
        for drawing in &with_cycles {
            let (game, text) = open_graph(drawing, true);
            interrupt_game_everywhere(&game, &text, Extent::All, false, [every, 1]);
        }
    }
}

/// The solution of all positions that can be reached from `start`.
fn solved_from<'g>(game: &'g catalog::OpenedGame, start: &Key, exchange: &mut dyn Exchange) -> SolvedGame<'g> {
    let (extent, limits) = (Extent::From(start), &Limits::NONE);
    SolvedGame::solve_partitioned(game, extent, false, exchange, limits, Checkpointer::none()).unwrap()
}

#[test]
fn a_damaged_stream_is_found() {
    let game = catalog::open("tictactoe", Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().start().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut exchange = LocalExchange::new(Storage::in_folder(folder.path()), 3, 1, 1000);
    let solved = solved_from(&game, &start, &mut exchange);
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

/// A stream that is missing is one without blocks, unless a saved state needs it.
#[test]
fn a_run_does_not_continue_without_one_of_its_streams() {
    let folder = tempfile::tempdir().unwrap();
    let (saved, copy) = (folder.path().join("saved"), folder.path().join("copy"));
    let mut found = 0;
    for name in ["connect4:3x3", "three-mens-morris", "cram:3x3"] {
        let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
        let start = game.as_dyn().opening().unwrap();
        let state = Mutex::new(Vec::new());
        let solve = |folder: &std::path::Path, stop_after: u32, previous: &[u8]| {
            let boundaries = AtomicU32::new(0);
            let is_over = || boundaries.load(Ordering::Relaxed) > stop_after;
            let save = |write: &mut grundy::checkpoint::StateWriter<'_>| {
                let mut bytes = Vec::new();
                write(&mut bytes)?;
                *state.lock().unwrap() = bytes;
                Ok(())
            };
            let checkpointer = Checkpointer::new(|| boundaries.fetch_add(1, Ordering::Relaxed) < u32::MAX, save);
            let checkpointer = if previous.is_empty() { checkpointer } else { checkpointer.with_previous(previous) };
            let mut exchange = LocalExchange::new(Storage::in_folder(folder), 3, 1, 1000);
            let limits = Limits { stop: &is_over, ..Limits::NONE };
            let extent = Extent::From(&start);
            let solved = SolvedGame::solve_partitioned(&game, extent, false, &mut exchange, &limits, checkpointer);
            solved.map(drop)
        };
        fs::create_dir_all(&saved).unwrap();
        let interrupted = solve(&saved, 6, &[]);
        assert!(matches!(interrupted, Err(BuildError::Run(RunError::Interrupted { .. }))), "{interrupted:?}");
        let previous = state.lock().unwrap().clone();
        let files: Vec<_> = fs::read_dir(&saved).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        for removed in files {
            fs::create_dir_all(&copy).unwrap();
            fs::read_dir(&saved).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != removed).for_each(
                |entry| {
                    fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
                },
            );
            let continued = solve(&copy, u32::MAX - 1, &previous);
            match continued {
                Err(BuildError::Exchange(ExchangeError::Storage(StorageError::Missing { name })))
                    if name == removed.to_str().unwrap() =>
                {
                    found += 1;
                }
                // The run wrote it after it had saved its state.
                Ok(()) => {}
                error => panic!("{name} without {removed:?}: {error:?}"),
            }
            fs::remove_dir_all(&copy).unwrap();
        }
        fs::remove_dir_all(&saved).unwrap();
    }
    assert!(found > 20, "{found} streams were missed");
}

/// The rows of an explored game are read one by one: a row that was kept has no position any more, rather than that of another row.
#[test]
fn a_kept_row_has_no_position() {
    let game = catalog::open("bash:2", Play::Normal, &Limits::NONE).unwrap();
    let start = game.as_dyn().parse("9").unwrap();
    let mut exchange = LocalExchange::new(Storage::in_memory(), 2, 1, 100);
    let solved = solved_from(&game, &start, &mut exchange);
    let mut kept = Vec::new();
    let each = &mut |row: &Row| {
        assert_eq!(row.id, RowId::Listed(kept.len() as u64));
        solved.position(row);
        kept.push(*row);
        true
    };
    solved.rows(true, &Limits::NONE, each).unwrap();
    let [first, .., last] = kept.as_slice() else { panic!("{} rows", kept.len()) };
    solved.position(last);
    let position = || solved.position(first);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(position)).is_err());
}
