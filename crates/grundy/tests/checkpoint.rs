//! A run that is ended and taken up again, at every boundary, comes to the same as one that is not.

use grundy::Play;
use grundy::catalog::{self, Opened};
use grundy::checkpoint::{Checkpointer, State};
use grundy::limits::Limits;
use grundy::solver::{BuildError, Extent, Row, SolvedGame};
use grundy::text::Key;
use std::io::{Read, Write as _};
use std::num::NonZeroUsize;

/// Keeps a run at each boundary and ends it at some.
#[derive(Default)]
struct Ending {
    kept: Option<Vec<u8>>,
    /// Boundaries until the run is ended; `None`: never.
    left: Option<u32>,
    boundaries: u32,
}

impl Checkpointer for Ending {
    fn kept(&mut self) -> Option<Box<dyn Read + '_>> {
        self.kept.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
    }

    fn is_due(&mut self) -> bool {
        self.boundaries += 1;
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            return *left == 0;
        }
        false
    }

    fn keep(&mut self, state: &mut State<'_>) -> bool {
        let mut bytes = Vec::new();
        state(&mut bytes).unwrap();
        self.kept = Some(bytes);
        false
    }
}

fn open(game: &str) -> Opened {
    catalog::open(game, Play::Normal, &Limits::NONE).unwrap()
}

fn rows(whole: &SolvedGame<'_>) -> Vec<(Key, Row)> {
    let mut rows = Vec::new();
    whole
        .rows(false, &Limits::NONE, &mut |row| {
            rows.push((whole.position(row), *row));
            true
        })
        .unwrap();
    rows
}

/// Ends a run after some boundaries, `each` at first, until it is done, each part on another number of threads. Gives how often.
fn ended_again_and_again(name: &str, from: Option<&str>, reduced: bool, each: u32) -> u32 {
    let game = open(name);
    let start = match from {
        Some(text) => Some(game.as_dyn().parse(text).unwrap()),
        None => game.as_dyn().start(),
    };
    let extent = start.as_ref().map_or(Extent::All, Extent::From);
    let right = SolvedGame::solve(&game, extent, reduced, &Limits::NONE).unwrap();
    let mut keeper = Ending::default();
    let mut ended = 0;
    loop {
        // As in a process of its own.
        let game = open(name);
        // Later each time, so that a run that begins with a boundary gets further.
        keeper.left = Some(each + ended);
        let limits = Limits { threads: NonZeroUsize::new(1 + ended as usize % 3), ..Limits::NONE };
        match SolvedGame::solve_resumable(&game, extent, reduced, &limits, &mut keeper) {
            Ok(whole) => {
                assert_eq!(whole.count(&limits).unwrap(), right.count(&limits).unwrap(), "{name}");
                assert!(rows(&whole) == rows(&right), "{name}");
                return ended;
            }
            Err(BuildError::Interrupted { .. }) => ended += 1,
            Err(error) => panic!("{name}: {error}"),
        }
        assert!(ended < 10_000, "{name} gets nowhere");
    }
}

#[test]
fn every_kind_of_run() {
    let cycle =
        tempfile(&(1..3000).map(|i| format!("{i} {}\n{i} {}\n", (i * 7 + 3) % 3000, i / 2)).collect::<String>());
    for (game, from, reduced, each, least) in [
        // By number: from a start, with colours alike, all of them, classes, one that has wide positions or holes.
        ("dao", None, false, 30, 2),
        ("three-mens-morris", None, false, 2, 3),
        ("three-mens-morris", None, true, 2, 3),
        ("quixo:3", None, false, 2, 2),
        ("chess:KQvK", None, false, 4, 2),
        // By words, of 44 bits and of more.
        ("connect4:4x3", None, false, 2, 5),
        ("mnk:3,3,3", None, false, 2, 4),
        ("kalah:3,2", None, false, 2, 2),
        // Explored: without a cycle, and by classes.
        ("chomp:5,6", None, false, 2, 1),
        ("nim", Some("9 10 11 3"), false, 2, 1),
        ("tictactoe", None, true, 2, 1),
        ("connect4:4x4", None, true, 2, 3),
        // Graphs.
        (&*format!("graph:{}", cycle.0), None, false, 2, 1),
        (&*format!("graph:{}", cycle.0), Some("2999"), false, 2, 1),
    ] {
        let ended = ended_again_and_again(game, from, reduced, each);
        assert!(ended >= least, "{game}: ended {ended} times");
    }
}

/// A file that is removed when it is dropped.
struct File(String);

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn tempfile(text: &str) -> File {
    let path = std::env::temp_dir().join(format!("grundy-kept-{}.txt", std::process::id()));
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    File(path.to_str().unwrap().to_owned())
}

/// What is no state of the game is refused, or read as one; nothing panics while it is read.
#[test]
fn what_is_cut_or_changed() {
    for (name, reduced) in [("three-mens-morris", false), ("connect4:4x3", false), ("tictactoe", true)] {
        let game = open(name);
        let start = game.as_dyn().start().unwrap();
        for left in [1, 2, 5, 9] {
            let mut keeper = Ending { left: Some(left), ..Ending::default() };
            let ended = SolvedGame::solve_resumable(&game, Extent::From(&start), reduced, &Limits::NONE, &mut keeper);
            let Some(state) = keeper.kept.take() else {
                assert!(ended.is_ok());
                continue;
            };
            let solve = |bytes: &[u8]| {
                let mut keeper = Ending { kept: Some(bytes.to_vec()), ..Ending::default() };
                SolvedGame::solve_resumable(&game, Extent::From(&start), reduced, &Limits::NONE, &mut keeper)
                    .map(|_| ())
            };
            assert!(solve(&state).is_ok(), "{name}");
            let longer = [&state[..], b"x"].concat();
            assert!(matches!(solve(&longer), Err(BuildError::Checkpoint(_))), "{name}");
            for length in (0..state.len()).step_by(state.len() / 40 + 1) {
                assert!(matches!(solve(&state[..length]), Err(BuildError::Checkpoint(_))), "{name} {length}");
            }
            // Lengths beyond all memory.
            for place in (0..state.len().min(400) - 8).step_by(8) {
                let mut changed = state.clone();
                changed[place..place + 8].fill(0xff);
                let _ = std::hint::black_box(read_only(&game, &start, reduced, changed));
            }
        }
    }
}

/// Reads a state and ends at the next boundary, so that nothing is done with what was read.
fn read_only(game: &Opened, start: &Key, reduced: bool, kept: Vec<u8>) -> Result<(), BuildError> {
    let mut keeper = Ending { kept: Some(kept), left: Some(1), ..Ending::default() };
    SolvedGame::solve_resumable(game, Extent::From(start), reduced, &Limits::NONE, &mut keeper).map(|_| ())
}

#[test]
fn a_run_that_is_not_due_is_not_kept() {
    let game = open("dao");
    let start = game.as_dyn().start().unwrap();
    let mut keeper = Ending::default();
    SolvedGame::solve_resumable(&game, Extent::From(&start), false, &Limits::NONE, &mut keeper).unwrap();
    assert!(keeper.boundaries > 20 && keeper.kept.is_none(), "{}", keeper.boundaries);
}
