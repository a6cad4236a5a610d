//! A run that is ended at any boundary and resumed gives the result of an uninterrupted run; a checkpoint that is damaged or
//! belongs to another run is refused.

use grundy::Play;
use grundy::catalog::{self, OpenedGame};
use grundy::checkpoint::{self, CheckpointError, Checkpointer};
use grundy::heap::octal::{Code, Game, Method, PeriodSearcher};
use grundy::limits::Limits;
use grundy::solver::{BuildError, Extent, Row, SolvedGame};
use grundy::text::Key;
use std::io::{self, Cursor};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::NamedTempFile;

const FINGERPRINT: &str = "a build of these tests";

/// The checkpoints of a build, in memory.
#[derive(Default)]
struct Memory {
    file: Option<Vec<u8>>,
    /// The boundary, from 1 on, at which the next run is saved and ended.
    end: Option<u32>,
    /// The boundaries of the last run.
    boundaries: u32,
}

impl Memory {
    /// Solves a game from the checkpoint, if there is one.
    fn solve<'g>(
        &mut self,
        game: &'g OpenedGame,
        extent: Extent<'_>,
        reduced: bool,
        limits: &Limits<'_>,
    ) -> Result<SolvedGame<'g>, BuildError> {
        let (boundaries, end) = (AtomicU32::new(0), self.end);
        let previous = self.file.take();
        let is_due = || end == Some(1 + boundaries.fetch_add(1, Ordering::Relaxed));
        let save = |state: &mut checkpoint::StateWriter<'_>| {
            let mut file = Vec::new();
            checkpoint::write(&mut file, FINGERPRINT, state)?;
            self.file = Some(file);
            // The error ends the run.
            Err(io::Error::other("the test ends the run"))
        };
        let mut checkpointer = Checkpointer::new(is_due, save);
        if let Some(file) = previous {
            checkpointer = checkpointer.with_previous(checkpoint::read(Cursor::new(file), FINGERPRINT)?);
        }
        let solved = SolvedGame::solve_resumable(game, extent, reduced, limits, checkpointer);
        self.boundaries = boundaries.into_inner();
        solved
    }
}

fn open(game: &str) -> OpenedGame {
    catalog::open(game, Play::Normal, &Limits::NONE).unwrap()
}

fn rows(solved: &SolvedGame<'_>) -> Vec<(Key, Row)> {
    let mut rows = Vec::new();
    solved
        .rows(false, &Limits::NONE, &mut |row| {
            rows.push((solved.position(row), *row));
            true
        })
        .unwrap();
    rows
}

/// Ends a run after some boundaries, `each` at first, until it is done, each part on another number of threads. Gives how often.
fn resume_until_done(name: &str, from: Option<&str>, reduced: bool, each: u32) -> u32 {
    let game = open(name);
    let start = match from {
        Some(text) => Some(game.as_dyn().parse(text).unwrap()),
        None => game.as_dyn().start(),
    };
    let extent = start.as_ref().map_or(Extent::All, Extent::From);
    let expected = SolvedGame::solve(&game, extent, reduced, &Limits::NONE).unwrap();
    let mut memory = Memory::default();
    let mut ended = 0;
    loop {
        // As in a process of its own.
        let game = open(name);
        // Later each time, so that a run that begins with a boundary gets further.
        memory.end = Some(each + ended);
        let limits = Limits { threads: NonZeroUsize::new(1 + ended as usize % 3), ..Limits::NONE };
        match memory.solve(&game, extent, reduced, &limits) {
            Ok(solved) => {
                assert_eq!(solved.count(&limits).unwrap(), expected.count(&limits).unwrap(), "{name}");
                assert!(rows(&solved) == rows(&expected), "{name}");
                return ended;
            }
            Err(BuildError::Checkpoint(CheckpointError::Write(error))) => {
                assert_eq!(error.to_string(), "the test ends the run");
                ended += 1;
            }
            Err(error) => panic!("{name}: {error}"),
        }
        assert!(ended < 10_000, "{name} gets nowhere");
    }
}

#[test]
fn every_kind_of_build_resumes() {
    let cycle = graph_file(3000);
    for (game, from, reduced, each, least) in [
        // By number: from a start, with colours alike, all of them, classes, one that has wide positions or holes.
        ("dao", None, false, 30, 2),
        ("three-mens-morris", None, false, 2, 3),
        ("three-mens-morris", None, true, 2, 3),
        ("quixo:3", None, false, 2, 2),
        ("chess:KQvK", None, false, 4, 2),
        // By tiers, in words of 44 bits and of more.
        ("connect4:4x3", None, false, 2, 5),
        ("mnk:3,3,3", None, false, 2, 4),
        ("kalah:3,2", None, false, 2, 2),
        // Explored: without a cycle, and by classes.
        ("chomp:5,6", None, false, 2, 1),
        ("nim", Some("9 10 11 3"), false, 2, 1),
        ("tictactoe", None, true, 2, 1),
        ("connect4:4x4", None, true, 2, 3),
        // Graphs.
        (&*format!("graph:{}", cycle.path().display()), None, false, 2, 1),
        (&*format!("graph:{}", cycle.path().display()), Some("2999"), false, 2, 1),
    ] {
        let ended = resume_until_done(game, from, reduced, each);
        assert!(ended >= least, "{game}: ended {ended} times");
    }
}

/// A file of a graph with cycles.
fn graph_file(vertices: usize) -> NamedTempFile {
    let text: String = (1..vertices).map(|i| format!("{i} {}\n{i} {}\n", (i * 7 + 3) % vertices, i / 2)).collect();
    let file = NamedTempFile::new().unwrap();
    std::fs::write(&file, text).unwrap();
    file
}

/// The checkpoint of a build that is ended at its `boundary`th boundary.
fn build_checkpoint(name: &str, from: Option<&str>, boundary: u32) -> Vec<u8> {
    let game = open(name);
    let start = from.map(|text| game.as_dyn().parse(text).unwrap()).or_else(|| game.as_dyn().start());
    let extent = start.as_ref().map_or(Extent::All, Extent::From);
    let mut memory = Memory { end: Some(boundary), ..Memory::default() };
    assert!(memory.solve(&game, extent, false, &Limits::NONE).is_err(), "{name} has a boundary {boundary}");
    memory.file.unwrap()
}

fn octal(code: &str) -> Game {
    Game::Code(Code::parse(code).unwrap())
}

/// The checkpoint of a search for a period that has looked at so many heaps.
fn search_checkpoint(code: &str, heaps: u64, is_sparse: bool) -> Vec<u8> {
    let mut run = PeriodSearcher::new(octal(code));
    run.search(heaps, &mut |_| true);
    assert_eq!(matches!(run.progress().method, Method::Sparse { .. }), is_sparse, "{code}");
    let mut file = Vec::new();
    run.save(&mut file).unwrap();
    file
}

/// Every single changed byte and every truncation is found; `read` reads a checkpoint in the way that its kind is read.
#[track_caller]
fn every_damage_is_refused(kind: &str, file: &[u8], read: &dyn Fn(&[u8]) -> Result<(), CheckpointError>) {
    println!("{kind}: {} bytes", file.len());
    assert_eq!(read(file), Ok(()), "{kind}");
    let is_refusal = |at: usize, error: &CheckpointError| match error {
        CheckpointError::NotACheckpoint | CheckpointError::OtherVersion => at < 20,
        CheckpointError::Damaged => at >= 20,
        _ => false,
    };
    let mut changed = file.to_vec();
    for at in 0..file.len() {
        changed[at] ^= 1 << (at % 8);
        let error = read(&changed).expect_err(kind);
        assert!(is_refusal(at, &error), "{kind}, byte {at} changed: {error}");
        changed[at] = file[at];
        let error = read(&file[..at]).expect_err(kind);
        assert!(is_refusal(at, &error), "{kind}, the first {at} bytes: {error}");
    }
}

#[test]
fn damaged_checkpoints_of_builds_are_refused() {
    let cycle = graph_file(300);
    let graph = format!("graph:{}", cycle.path().display());
    for (kind, game, from, boundary) in [
        ("indexed, reaching", "three-mens-morris", None, 1),
        ("indexed, solving", "quixo:3", None, 3),
        ("tiered, forward", "mnk:3,3,3", None, 2),
        ("tiered, backward", "mnk:3,2,3", None, 9),
        ("explored", "nim", Some("3 4 5"), 1),
        ("explored, solving", &graph, Some("299"), 4),
        ("graph", &graph, None, 1),
    ] {
        let file = build_checkpoint(game, from, boundary);
        every_damage_is_refused(kind, &file, &|bytes| checkpoint::read(Cursor::new(bytes), FINGERPRINT).map(|_| ()));
    }
}

#[test]
fn damaged_checkpoints_of_searches_are_refused() {
    for (kind, code, heaps, is_sparse) in [("plain", "0.007", 1000, false), ("sparse", "0.106", 8400, true)] {
        let file = search_checkpoint(code, heaps, is_sparse);
        every_damage_is_refused(kind, &file, &|bytes| {
            PeriodSearcher::resume(octal(code), Cursor::new(bytes)).map(|_| ())
        });
    }
}

#[test]
fn a_checkpoint_of_another_run_is_refused_with_its_fingerprint() {
    let build = build_checkpoint("mnk:3,3,3", None, 1);
    let error = checkpoint::read(Cursor::new(&build), "another build").map(|_| ()).unwrap_err();
    let (found, expected) = (FINGERPRINT.to_owned(), "another build".to_owned());
    assert_eq!(error, CheckpointError::OtherRun { found, expected });
    assert!(error.to_string().contains(FINGERPRINT) && error.to_string().contains("another build"), "{error}");
    for (code, heaps, is_sparse) in [("0.007", 1000, false), ("0.16", 10_000, true)] {
        let file = search_checkpoint(code, heaps, is_sparse);
        let error = PeriodSearcher::resume(octal("0.6"), Cursor::new(&file)).unwrap_err();
        assert!(matches!(error, CheckpointError::OtherRun { .. }), "{error}");
        assert!(error.to_string().contains(&format!("search for the period of octal:{code}")), "{error}");
        // A search does not continue from a build, and a build not from a search.
        assert!(
            PeriodSearcher::resume(octal(code), Cursor::new(&build)).unwrap_err().to_string().contains(FINGERPRINT)
        );
        assert!(checkpoint::read(Cursor::new(&file), FINGERPRINT).is_err());
    }
}

#[test]
fn checkpoints_of_earlier_versions_are_refused() {
    for magic in ["grundy builds 1\n", "grundy search 1\n", "grundy checkpoint 2\n"] {
        let file = [magic.as_bytes(), &[0; 200]].concat();
        let error = PeriodSearcher::resume(octal("0.16"), Cursor::new(file)).unwrap_err();
        assert_eq!(error, CheckpointError::OtherVersion);
        assert!(error.to_string().contains("another version"), "{error}");
    }
    let error = PeriodSearcher::resume(octal("0.16"), Cursor::new(b"something else")).unwrap_err();
    assert_eq!(error, CheckpointError::NotACheckpoint);
}

/// A search that is saved and resumed after every so many heaps.
#[test]
fn searches_resume() {
    for (code, heaps, step) in
        [("0.007", 3000, 500), ("0.16", 400_000, 60_000), ("0.127", 100_000, 3000), ("0.106", 4_000_000, 700_000)]
    {
        let mut run = PeriodSearcher::new(octal(code));
        for stop in (step..heaps).step_by(step as usize) {
            run.search(heaps, &mut |at| at.heaps < stop && !at.is_found);
            let mut file = Vec::new();
            run.save(&mut file).unwrap();
            run = PeriodSearcher::resume(octal(code), Cursor::new(file)).unwrap();
        }
        let mut uninterrupted = PeriodSearcher::new(octal(code));
        assert_eq!(run.search(heaps, &mut |_| true), uninterrupted.search(heaps, &mut |_| true), "{code}");
        let shared = run.values().len().min(uninterrupted.values().len());
        assert!(run.values()[..shared] == uninterrupted.values()[..shared], "{code}");
    }
}

/// The state in a checkpoint with a fingerprint of so many bytes.
fn state_of(file: &[u8], fingerprint: &str) -> Vec<u8> {
    let mut state = Vec::new();
    io::Read::read_to_end(&mut checkpoint::read(Cursor::new(file), fingerprint).unwrap(), &mut state).unwrap();
    state
}

/// A checkpoint with a right checksum.
fn sealed(state: &[u8], fingerprint: &str) -> Vec<u8> {
    let mut file = Vec::new();
    checkpoint::write(&mut file, fingerprint, &mut |out| out.write_all(state)).unwrap();
    file
}

/// Bytes with a right checksum that are no state of the run are refused, or read as one; reading them does not panic.
#[test]
fn wrong_states_of_builds_are_refused() {
    for (name, reduced) in [("three-mens-morris", false), ("connect4:4x3", false), ("tictactoe", true)] {
        let game = open(name);
        let start = game.as_dyn().start().unwrap();
        for boundary in [1, 2, 5, 9] {
            let solve = |file: Option<Vec<u8>>, end: Option<u32>| {
                let mut memory = Memory { file, end, ..Memory::default() };
                let solved = memory.solve(&game, Extent::From(&start), reduced, &Limits::NONE).map(|_| ());
                (solved, memory.file)
            };
            let (ended, file) = solve(None, Some(boundary));
            let Some(file) = file else {
                assert_eq!(ended, Ok(()));
                continue;
            };
            let state = state_of(&file, FINGERPRINT);
            assert_eq!(solve(Some(sealed(&state, FINGERPRINT)), None).0, Ok(()), "{name}");
            let invalid = Err(BuildError::Checkpoint(CheckpointError::Invalid));
            let longer = [&state[..], b"x"].concat();
            assert_eq!(solve(Some(sealed(&longer, FINGERPRINT)), None).0, invalid, "{name}");
            for length in (0..state.len()).step_by(state.len() / 40 + 1) {
                let shorter = sealed(&state[..length], FINGERPRINT);
                assert_eq!(solve(Some(shorter), None).0, invalid, "{name}, {length} bytes");
            }
            // Lengths beyond all memory. A state that is read is saved at once, so that nothing is solved with it.
            for at in (0..state.len().min(400) - 8).step_by(8) {
                let mut changed = state.clone();
                changed[at..at + 8].fill(0xff);
                let _ = solve(Some(sealed(&changed, FINGERPRINT)), Some(1));
            }
        }
    }
}

/// Whatever a state says, the run that continues from it comes to an end, with a result or an error.
#[test]
fn runs_from_wrong_states_end() {
    let cycle = graph_file(12);
    let graph = format!("graph:{}", cycle.path().display());
    for (name, from, reduced, boundary) in [
        ("nim", Some("2 1"), false, 1),
        ("nim", Some("2 1"), false, 3),
        ("tictactoe", Some("XOX...O.."), true, 2),
        ("kalah:2,1", None, false, 2),
        ("mnk:2,2,2", None, false, 2),
        (&graph, Some("11"), false, 3),
        (&graph, None, false, 1),
    ] {
        let game = open(name);
        let start = from.map(|text| game.as_dyn().parse(text).unwrap()).or_else(|| game.as_dyn().start());
        let extent = start.as_ref().map_or(Extent::All, Extent::From);
        let limits = Limits { positions: Some(100_000), threads: NonZeroUsize::new(1), ..Limits::NONE };
        let solve = |file: Option<Vec<u8>>, end: Option<u32>| {
            let mut memory = Memory { file, end, ..Memory::default() };
            (memory.solve(&game, extent, reduced, &limits).map(|_| ()), memory.file)
        };
        let (ended, file) = solve(None, Some(boundary));
        let file = file.unwrap_or_else(|| panic!("{name} has no boundary {boundary}: {ended:?}"));
        let state = state_of(&file, FINGERPRINT);
        let mut refused = 0;
        for at in 0..state.len() - 4 {
            for bytes in [[0; 4], [1, 0, 0, 0], [0xff, 0xff, 0xff, 0x7f], [0xff; 4], [0x7f; 4]] {
                let mut changed = state.clone();
                changed[at..at + 4].copy_from_slice(&bytes);
                let (solved, _) = solve(Some(sealed(&changed, FINGERPRINT)), None);
                refused += u32::from(solved == Err(BuildError::Checkpoint(CheckpointError::Invalid)));
            }
        }
        assert!(refused > 50, "{name}: {refused}");
    }
}

/// The state of a solved graph, without the row of its last vertex: the exploration in it is not over.
#[test]
fn a_graph_is_not_solved_before_it_is_explored() {
    let game = open("nim");
    let start = game.as_dyn().parse("1 1").unwrap();
    let solve = |file: Option<Vec<u8>>, end: Option<u32>| {
        let mut memory = Memory { file, end, ..Memory::default() };
        (memory.solve(&game, Extent::From(&start), false, &Limits::NONE).map(|_| ()), memory.file)
    };
    let mut solving = (1..9).filter_map(|end| Some(state_of(&solve(None, Some(end)).1?, FINGERPRINT)));
    let state = solving.find(|state| state[0] == 1).expect("the graph is solved");
    let number = |at: usize| u64::from_le_bytes(state[at..at + 8].try_into().unwrap());
    assert_eq!(number(8), 3, "1 1, 1 and the empty position");
    let mut lengths = 16;
    for _ in 0..3 {
        lengths += 4 + u32::from_le_bytes(state[lengths..lengths + 4].try_into().unwrap()) as usize;
    }
    let nodes = lengths + 8 + 3 * 4;
    assert_eq!((number(lengths), number(nodes)), (3, 3));
    let two = 2_u64.to_le_bytes();
    // The empty position has no options.
    let shorter = [
        &state[..lengths],
        &two,
        &state[lengths + 8..lengths + 16],
        &two,
        &state[nodes + 8..nodes + 10],
        &state[nodes + 11..],
    ]
    .concat();
    assert_eq!(solve(Some(sealed(&state, FINGERPRINT)), None).0, Ok(()));
    let (solved, _) = solve(Some(sealed(&shorter, FINGERPRINT)), None);
    assert_eq!(solved, Err(BuildError::Checkpoint(CheckpointError::Invalid)));
}

/// A run that continues from the second of its stages does not save the first one over it.
#[test]
fn a_resumed_run_keeps_its_stage() {
    let cycle = graph_file(300);
    let game = open(&format!("graph:{}", cycle.path().display()));
    let start = game.as_dyn().parse("299").unwrap();
    let stage = |file: &[u8]| state_of(file, FINGERPRINT)[0];
    let mut memory = Memory { end: Some(4), ..Memory::default() };
    assert!(memory.solve(&game, Extent::From(&start), false, &Limits::NONE).is_err());
    assert_eq!(memory.file.as_deref().map(stage), Some(1), "solving");
    memory.end = Some(1);
    assert!(memory.solve(&game, Extent::From(&start), false, &Limits::NONE).is_err());
    assert_eq!(memory.file.as_deref().map(stage), Some(1), "solving still");
}

#[test]
fn wrong_states_of_searches_are_refused() {
    for (code, heaps, is_sparse) in [("0.007", 1000, false), ("0.106", 8400, true), ("0.127", 100_000, true)] {
        let fingerprint = format!("search for the period of octal:{code}");
        let state = state_of(&search_checkpoint(code, heaps, is_sparse), &fingerprint);
        let resume = |state: &[u8]| {
            let resumed = PeriodSearcher::resume(octal(code), Cursor::new(sealed(state, &fingerprint)));
            resumed.map(|run| run.progress().heaps)
        };
        assert!(resume(&state).is_ok(), "{code}");
        assert_eq!(resume(&[&state[..], b"x"].concat()), Err(CheckpointError::Invalid), "{code}");
        for length in (0..state.len()).step_by(state.len() / 40 + 1).chain(state.len() - 40..state.len()) {
            assert_eq!(resume(&state[..length]), Err(CheckpointError::Invalid), "{code}, {length} bytes");
        }
        let (head, tail) = (0..state.len().min(400) - 8, state.len() - 400..state.len() - 8);
        for at in head.step_by(8).chain(tail.step_by(7)) {
            for byte in [0, 0xff] {
                let mut changed = state.clone();
                changed[at..at + 8].fill(byte);
                let _ = resume(&changed);
            }
        }
    }
}

#[test]
fn a_run_that_is_not_due_is_not_saved() {
    let game = open("dao");
    let start = game.as_dyn().start().unwrap();
    let mut memory = Memory::default();
    memory.solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
    assert!(memory.boundaries > 20 && memory.file.is_none(), "{}", memory.boundaries);
}
