//! The opening of a game: every verdict equals that of the whole game, in parts and at once, and the solver that knows it answers alike.

use grundy::answer::{PositionValue, StoreError};
use grundy::catalog::{self, OpenedGame};
use grundy::checkpoint::{self, CheckpointError, Checkpointer};
use grundy::limits::{Limits, RunError};
use grundy::solver::{BuildError, Extent, KnownVerdicts, SolvedGame, Solver};
use grundy::text::Key;
use grundy::value::{Grundy, Unknown};
use grundy::{Play, Solution, Verdict};
use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn open(game: &str) -> OpenedGame {
    catalog::open(game, Play::Normal, &Limits::NONE).unwrap()
}

/// The verdicts and weights by position.
fn rows(solved: &SolvedGame<'_>) -> BTreeMap<Key, (Verdict, u64)> {
    let mut rows = BTreeMap::new();
    let mut each = |row: &grundy::solver::Row| rows.insert(solved.position(row), (row.verdict, row.weight)).is_none();
    solved.rows(false, &Limits::NONE, &mut each).unwrap();
    rows
}

fn opening<'g>(game: &'g OpenedGame, moves: u32, known: Option<&KnownVerdicts<'_>>) -> SolvedGame<'g> {
    let start = game.as_dyn().start().unwrap();
    SolvedGame::solve_opening(game, &start, moves, known, &Limits::NONE, Checkpointer::none()).unwrap()
}

#[test]
fn every_verdict_is_that_of_the_whole_game() {
    for (name, depths) in [
        ("connect4:4x4", 0..7),
        ("connect4:3x5", 2..9),
        ("tictactoe", 0..10),
        ("mnk:4,3,3", 1..4),
        ("dots-and-boxes:2x2", 0..6),
        ("hex:3", 1..4),
    ] {
        let game = open(name);
        let any = game.as_dyn();
        let start = any.start().unwrap();
        let whole = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
        let whole = rows(&whole);
        let tiered = any.tiered().unwrap();
        let first = tiered.tier(&start);
        for moves in depths {
            let solved = opening(&game, moves, None);
            let found = rows(&solved);
            let mut positions = 0;
            for (at, (verdict, _)) in whole.iter().filter(|(at, _)| tiered.tier(at) <= first + moves) {
                let class = any.canonical(at).unwrap();
                assert_eq!(found[&class].0, *verdict, "{name}, {moves} moves, {}", any.to_text(at).unwrap());
                positions += 1;
            }
            let counts = solved.count(&Limits::NONE).unwrap();
            assert_eq!((counts.positions, counts.stored), (positions, found.len() as u64), "{name}, {moves} moves");
            assert_eq!(counts.start.unwrap().1.verdict(), Some(whole[&start].0));
            // What is known of fewer moves changes nothing.
            let earlier = moves.checked_sub(1).map(|moves| rows(&opening(&game, moves, None))).unwrap_or_default();
            let known = |at: &Key| earlier.get(at).map(|(verdict, _)| *verdict);
            assert_eq!(rows(&opening(&game, moves, Some(&known))), found);
        }
    }
}

#[test]
fn games_whose_moves_skip_tiers_or_that_have_none_are_refused() {
    for (name, at) in [("kalah:3,2", None), ("nim", Some("3 5")), ("dao", None)] {
        let game = open(name);
        let start = match at {
            Some(text) => game.as_dyn().parse(text).unwrap(),
            None => game.as_dyn().start().unwrap(),
        };
        let solved = SolvedGame::solve_opening(&game, &start, 3, None, &Limits::NONE, Checkpointer::none());
        assert_eq!(solved.map(|_| ()).unwrap_err(), BuildError::NoOpening, "{name}");
    }
}

#[test]
fn a_run_that_is_ended_at_any_position_is_resumed() {
    let game = open("connect4:4x5");
    let start = game.as_dyn().start().unwrap();
    let expected = rows(&opening(&game, 4, None));
    let mut file: Option<Vec<u8>> = None;
    let mut runs = 0;
    let found = loop {
        runs += 1;
        let boundaries = AtomicU32::new(0);
        let previous = file.take();
        let is_due = || boundaries.fetch_add(1, Relaxed) == runs % 7;
        let save = |state: &mut checkpoint::StateWriter<'_>| {
            let mut bytes = Vec::new();
            checkpoint::write(&mut bytes, "an opening", state)?;
            file = Some(bytes);
            Err(io::Error::other("the test ends the run"))
        };
        let mut checkpointer = Checkpointer::new(is_due, save);
        if let Some(bytes) = previous {
            checkpointer = checkpointer.with_previous(checkpoint::read(Cursor::new(bytes), "an opening").unwrap());
        }
        match SolvedGame::solve_opening(&game, &start, 4, None, &Limits::NONE, checkpointer) {
            Ok(solved) => break rows(&solved),
            Err(BuildError::Checkpoint(CheckpointError::Write(_))) => assert!(file.is_some() && runs < 1000),
            Err(other) => panic!("{other}"),
        }
    };
    assert!(runs > 10, "{runs}");
    assert_eq!(found, expected);
    // The state of another number of moves is refused.
    let mut state = Vec::new();
    let mut write = |run: &mut checkpoint::StateWriter<'_>| {
        state.clear();
        run(&mut state)
    };
    let checkpointer = Checkpointer::new(|| true, &mut write);
    SolvedGame::solve_opening(&game, &start, 3, None, &Limits::NONE, checkpointer).unwrap();
    let checkpointer = Checkpointer::new(|| false, |_| Ok(())).with_previous(&state[..]);
    let refused = SolvedGame::solve_opening(&game, &start, 4, None, &Limits::NONE, checkpointer);
    assert_eq!(refused.map(|_| ()).unwrap_err(), BuildError::Checkpoint(CheckpointError::Invalid));
}

#[test]
fn a_run_that_is_stopped_in_a_search_saves_what_was_searched() {
    let game = open("connect4:6x5");
    let start = game.as_dyn().start().unwrap();
    let mut state = Vec::new();
    let saves = AtomicU32::new(0);
    let stop = || saves.load(Relaxed) >= 4;
    let limits = Limits { stop: &stop, ..Limits::NONE };
    let save = |run: &mut checkpoint::StateWriter<'_>| {
        saves.fetch_add(1, Relaxed);
        state.clear();
        run(&mut state)
    };
    let stopped = SolvedGame::solve_opening(&game, &start, 3, None, &limits, Checkpointer::new(|| true, save));
    assert!(matches!(stopped.map(|_| ()), Err(BuildError::Run(RunError::Interrupted { .. }))));
    // The number of positions, the length of the list, and four bytes for each of the searched ones.
    assert!(state.len() >= 16 + 4 * 4, "{}", state.len());
}

/// An opening as a store.
struct Openings(BTreeMap<Key, (Verdict, u64)>);

impl Solution<Key> for Openings {
    fn get(&self, at: &Key) -> Result<Option<PositionValue>, StoreError> {
        let value =
            |(verdict, _): &(Verdict, u64)| PositionValue::solved(*verdict, Grundy::Unknown(Unknown::NotRequested));
        Ok(self.0.get(at).map(value))
    }

    fn holds_options(&self) -> bool {
        false
    }
}

#[test]
fn a_solver_with_openings_answers_alike_and_says_so() {
    let game = open("connect4:5x5");
    let any = game.as_dyn();
    let openings = Openings(rows(&opening(&game, 3, None)));
    for (columns, expected) in [
        ("", "the table of openings"),
        ("32", "the table of openings"),
        ("123", "the table of openings, and search of the other moves"),
        ("1234", "search of the position and of its moves"),
    ] {
        let at = if columns.is_empty() { any.start().unwrap() } else { any.parse(columns).unwrap() };
        let plain = Solver::new(&game).solve(&at).unwrap();
        for solver in [Solver::new(&game).with_store(&openings), Solver::new(&game).with_openings(&openings)] {
            let answer = solver.without_moves().solve(&at).unwrap();
            assert_eq!(answer.value, plain.value);
        }
        let answer = Solver::new(&game).with_openings(&openings).solve(&at).unwrap();
        assert_eq!((&answer.value, &answer.moves, answer.method.as_str()), (&plain.value, &plain.moves, expected));
        // What the table holds needs no search.
        if expected == "the table of openings" {
            let stop = || true;
            let limits = Limits { stop: &stop, ..Limits::NONE };
            let answer = Solver::new(&game).limits(limits).with_openings(&openings).solve(&at).unwrap();
            assert_eq!(answer.moves, plain.moves);
        }
    }
}
