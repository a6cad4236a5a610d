//! What a search has proved is saved, and a later search goes on from it.

use crate::common::{naive, open, random};
use crate::solver_search::random_position;
use grundy::answer::Searched;
use grundy::catalog::{self, Connect4, Mnk, OpenedGame};
use grundy::checkpoint::{CheckpointError, Checkpointer, StateWriter};
use grundy::limits::{Limits, Progress, RunError};
use grundy::play::Rng;
use grundy::solve::{SearchError, SearchOptions, Searcher};
use grundy::solver::{SolveError, Solver};
use grundy::text::{DynGame, Key, ParseError, TextGame, WithText};
use grundy::{Game, Outcome, Play};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ONE_THREAD: Limits<'static> = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
const SMALLEST: SearchOptions = SearchOptions { table_bytes: 0 };

/// Searches a position until a number of positions is visited in total.
fn value_within(searcher: &mut Searcher<'_>, at: &Key, most: u64) -> Searched {
    let visited = AtomicU64::new(0);
    let stop = || visited.load(Relaxed) > most;
    let on_progress = |progress: Progress| visited.store(progress.done, Relaxed);
    let limits = Limits { stop: &stop, on_progress: &on_progress, ..ONE_THREAD };
    searcher.value(at, &limits).unwrap()
}

fn saved(searcher: &Searcher<'_>) -> Vec<u8> {
    let mut state = Vec::new();
    searcher.save(&mut state).unwrap();
    state
}

/// A game whose positions are words, one whose positions are keys, and one in which a player may move again.
#[test]
fn a_search_goes_on_from_what_is_saved() {
    let mnk = WithText::new(Mnk::new(4, 4, 4).unwrap());
    let kalah = open("kalah:3,3", Play::Normal);
    let dots = open("dots-and-boxes:3x2", Play::Normal);
    let games: [(&dyn DynGame, &str); 3] = [(&mnk, "4x4"), (kalah.as_dyn(), "kalah"), (dots.as_dyn(), "dots")];
    for (game, name) in games {
        let start = game.start().unwrap();
        let mut whole = Searcher::new(game);
        let expected = whole.value(&start, &ONE_THREAD).unwrap();
        assert!(expected.verdict().is_some(), "{name}");
        let all = whole.positions_visited();
        let state = saved(&whole);
        // A finished search: the answer is stored, and not searched again.
        let mut again = Searcher::new(game);
        again.load(&mut &state[..], &ONE_THREAD).unwrap();
        assert_eq!(again.value(&start, &ONE_THREAD).unwrap(), expected, "{name}");
        assert!(again.positions_visited() * 10 < all, "{name}: {} of {all}", again.positions_visited());
        // A search that is stopped again and again, each time in another process, ends with the same answer.
        let (mut state, mut stops) = (None, 0);
        loop {
            let mut searcher = Searcher::new(game);
            if let Some(state) = &state {
                searcher.load(&mut &Vec::<u8>::as_slice(state)[..], &ONE_THREAD).unwrap();
            }
            let found = value_within(&mut searcher, &start, all / 3);
            if found.stopped.is_none() {
                assert_eq!(found, expected, "{name}");
                break;
            }
            state = Some(saved(&searcher));
            stops += 1;
            assert!(stops < 50, "{name}: a search that does not go on");
        }
        assert!(stops > 0, "{name}");
        // A table without room for what is saved gives the same answer.
        let mut small = Searcher::with_options(game, SMALLEST);
        let state = state.unwrap();
        small.load(&mut &state[..], &ONE_THREAD).unwrap();
        assert!(saved(&small).len() < state.len() / 10, "{name}: {} bytes", small.table_bytes());
        let option = game.moves(&start, 1).unwrap().moves.remove(0).option;
        assert_eq!(small.value(&option, &ONE_THREAD).unwrap(), whole.value(&option, &ONE_THREAD).unwrap(), "{name}");
    }
}

/// What is saved of a game with cycles is true on every path, also if the search was stopped.
#[test]
fn saved_results_of_random_graphs_are_true() {
    let (mut answers, mut random) = (0, Rng::new(22));
    for drawing in random::fixed(random::drawings(12), 300) {
        let expected = naive::solve(&drawing, 0..drawing.vertices);
        let game = WithText::new(drawing.clone());
        let mut searcher = Searcher::with_options(&game, SearchOptions::default());
        for (at, value) in expected.all() {
            // Another searcher for each position, with the results of all before it.
            let mut next = Searcher::with_options(&game, SMALLEST);
            next.load(&mut &saved(&searcher)[..], &ONE_THREAD).unwrap();
            let stops = AtomicU64::new(random.below(3) as u64);
            let stop = || stops.fetch_sub(1, Relaxed) == 0;
            let limits = Limits { stop: &stop, ..ONE_THREAD };
            for (searcher, limits) in [(&mut searcher, &limits), (&mut next, &ONE_THREAD)] {
                match searcher.value(&game.key(at), limits) {
                    Ok(found) if found.stopped.is_some() => {}
                    Ok(found) => {
                        assert_eq!(found.verdict(), value.verdict(), "{at} of {drawing:?}");
                        answers += 1;
                    }
                    Err(SearchError::Recurs { .. }) => assert!(drawing.has_cycle()),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(answers > 1_000, "{answers}");
}

/// Boards whose entries are one word and two words.
#[test]
fn the_search_of_connect_four_goes_on_from_what_is_saved() {
    let mut rng = Rng::new(19);
    for (columns, rows, plies) in [(6, 5, 6), (7, 6, 18), (8, 7, 30)] {
        let game = Connect4::new(columns, rows).unwrap();
        let searcher = || catalog::Searcher::new(&game, catalog::SearchOptions::default());
        // A position that needs several runs but little time.
        let (at, expected, all) = loop {
            let at = random_position(&game, plies, &mut rng);
            let mut whole = searcher();
            let searched = AtomicU64::new(0);
            let stop = || searched.load(Relaxed) > 2_000_000;
            let on_progress = |progress: Progress| searched.store(progress.done, Relaxed);
            let found = whole.value(&at, &Limits { stop: &stop, on_progress: &on_progress, ..ONE_THREAD }).unwrap();
            if found.stopped.is_none() && whole.positions_searched() > 100_000 {
                break (at, found, whole.positions_searched());
            }
        };
        let (mut state, mut stops) = (None::<Vec<u8>>, 0);
        loop {
            let mut part = searcher();
            if let Some(state) = &state {
                part.load(&mut &state[..], &ONE_THREAD).unwrap();
            }
            let searched = AtomicU64::new(0);
            let stop = || searched.load(Relaxed) > all / 3;
            let on_progress = |progress: Progress| searched.store(progress.done, Relaxed);
            let found = part.value(&at, &Limits { stop: &stop, on_progress: &on_progress, ..ONE_THREAD }).unwrap();
            if found.stopped.is_none() {
                assert_eq!(found.verdict(), expected.verdict());
                break;
            }
            let mut bytes = Vec::new();
            part.save(&mut bytes).unwrap();
            state = Some(bytes);
            stops += 1;
            assert!(stops < 50, "{columns} by {rows}: a search that does not go on");
        }
        assert!(stops > 0, "{columns} by {rows}: {all} positions");
        let state = state.unwrap();
        let mut small = catalog::Searcher::new(&game, catalog::SearchOptions { table_bytes: 1 << 16 });
        small.load(&mut &state[..], &ONE_THREAD).unwrap();
        assert_eq!(small.table_bytes(), 1 << 16);
        assert_eq!(small.value(&at, &ONE_THREAD).unwrap().verdict(), expected.verdict());
    }
}

/// A state that is not one of a search is refused, and no state makes the program fail.
#[test]
fn other_states_are_refused() {
    let mnk = WithText::new(Mnk::new(3, 3, 3).unwrap());
    let mut searcher = Searcher::new(&mnk);
    searcher.value(&<dyn DynGame>::start(&mnk).unwrap(), &ONE_THREAD).unwrap();
    let state = saved(&searcher);
    let load = |state: &[u8]| Searcher::new(&mnk).load(&mut &state[..], &ONE_THREAD);
    assert_eq!(load(&state), Ok(()));
    for length in [0, 7, 8, 9, state.len() - 1] {
        assert_eq!(load(&state[..length]), Err(CheckpointError::Invalid), "{length}");
    }
    assert_eq!(load(&[&state[..], &[0]].concat()), Err(CheckpointError::Invalid));
    for at in 0..state.len() {
        let mut changed = state.clone();
        changed[at] ^= 0x80;
        assert!(matches!(load(&changed), Ok(()) | Err(CheckpointError::Invalid)), "{at}");
    }
    // Positions with keys of several lengths.
    let drawing = random::fixed(random::drawings(12), 1).next().unwrap();
    let keys = WithText::new(drawing);
    let mut searcher = Searcher::new(&keys);
    let _ = searcher.value(&keys.key(&0), &ONE_THREAD);
    let state = saved(&searcher);
    for at in 0..state.len() {
        let mut changed = state.clone();
        changed[at] ^= 0x80;
        let loaded = Searcher::new(&keys).load(&mut &changed[..], &ONE_THREAD);
        assert!(matches!(loaded, Ok(()) | Err(CheckpointError::Invalid)), "{at}");
    }
    let game = Connect4::new(5, 4).unwrap();
    let mut searcher = catalog::Searcher::new(&game, catalog::SearchOptions::default());
    searcher.value(&TextGame::start(&game).unwrap(), &Limits::NONE).unwrap();
    let mut state = Vec::new();
    searcher.save(&mut state).unwrap();
    state.truncate(16 + 16 * 100);
    state[8..16].copy_from_slice(&100_u64.to_le_bytes());
    let load = |state: &[u8]| {
        catalog::Searcher::new(&game, catalog::SearchOptions::default()).load(&mut &state[..], &ONE_THREAD)
    };
    assert_eq!(load(&state), Ok(()));
    for at in 0..state.len() {
        let mut changed = state.clone();
        changed[at] ^= 0x80;
        assert!(matches!(load(&changed), Ok(()) | Err(CheckpointError::Invalid)), "{at}");
    }
    state[23] = 0x80;
    assert_eq!(load(&state), Err(CheckpointError::Invalid), "no board has such a key");
}

/// The solver saves whenever that is due, goes on from each of the states with the same answer, and does not overwrite what it cannot read.
#[test]
fn a_solver_saves_what_it_searches() {
    let game = open("connect4:6x5", Play::Normal);
    let at = game.as_dyn().parse("33").unwrap();
    let expected = Solver::new(&game).threads(2).solve(&at).unwrap();
    let (mut states, mut asked) = (Vec::new(), 0);
    let checkpointer = Checkpointer::new(
        || {
            asked += 1;
            asked % 50 == 0
        },
        |write: &mut StateWriter<'_>| {
            let mut state = Vec::new();
            write(&mut state)?;
            states.push(state);
            Ok(())
        },
    );
    let mut solver = Solver::new(&game).threads(2).with_checkpointer(checkpointer);
    assert_eq!(solver.solve(&at).unwrap(), expected);
    solver.save_searched().unwrap();
    drop(solver);
    assert!(states.len() > 2, "{}", states.len());
    for state in [&states[0], &states[states.len() / 2], &states[states.len() - 1]] {
        let checkpointer = Checkpointer::new(|| false, |_| Ok(())).with_previous(&state[..]);
        assert_eq!(Solver::new(&game).with_checkpointer(checkpointer).solve(&at).unwrap(), expected);
    }
    // A state is also read if none is saved.
    let checkpointer = Checkpointer::none().with_previous(&states[states.len() - 1][..]);
    assert_eq!(Solver::new(&game).with_checkpointer(checkpointer).solve(&at).unwrap(), expected);
    let checkpointer = Checkpointer::none().with_previous(&b"no state of a search"[..]);
    let error = Solver::new(&game).with_checkpointer(checkpointer).solve(&at).unwrap_err();
    assert_eq!(error, SolveError::Run(RunError::from(CheckpointError::Invalid)));
    let mut is_saved = false;
    let save = |_: &mut StateWriter<'_>| {
        is_saved = true;
        Ok(())
    };
    let checkpointer = Checkpointer::new(|| true, save).with_previous(&b"no state of a search"[..]);
    let mut solver = Solver::new(&game).with_checkpointer(checkpointer);
    let error = solver.solve(&at).unwrap_err();
    assert_eq!(error, SolveError::Run(RunError::from(CheckpointError::Invalid)));
    solver.save_searched().unwrap();
    drop(solver);
    assert!(!is_saved);
    let full = |_: &mut StateWriter<'_>| Err(io::ErrorKind::StorageFull.into());
    let error = Solver::new(&game).with_checkpointer(Checkpointer::new(|| true, full)).solve(&at).unwrap_err();
    assert!(
        matches!(&error, SolveError::Run(RunError::Checkpoint(error)) if matches!(**error, CheckpointError::Write(_)))
    );
}

/// A move adds one or two to one of six numbers. After twelve moves, the numbers say who has won.
struct Adding;

impl Game for Adding {
    type Position = [u8; 6];
    type Move = (u8, u8);

    fn moves(&self, at: &[u8; 6], out: &mut Vec<(u8, u8)>) {
        // The lowest bits of each number count its moves.
        if at.iter().map(|number| number & 15).sum::<u8>() < 12 {
            out.extend((0..6).flat_map(|i| [(i, 1), (i, 2)]));
        }
    }

    fn play(&self, at: &[u8; 6], &(i, add): &(u8, u8)) -> [u8; 6] {
        let mut next = *at;
        next[usize::from(i)] += 1 + ((add - 1) << 4);
        next
    }

    fn terminal(&self, at: &[u8; 6]) -> Outcome {
        let sum: u32 =
            at.iter().zip([3, 5, 7, 11, 13, 17]).map(|(number, weight)| u32::from(number >> 4) * weight).sum();
        match sum % 7 {
            0 => Outcome::Loss,
            1 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

impl TextGame for Adding {
    fn name(&self) -> &str {
        "adding"
    }

    fn parse(&self, text: &str) -> Result<[u8; 6], ParseError> {
        Err(ParseError { at: 0..text.len(), message: "no text".to_owned(), help: String::new() })
    }

    fn to_text(&self, at: &[u8; 6]) -> String {
        format!("{at:?}")
    }

    fn move_text(&self, _: &[u8; 6], (i, add): &(u8, u8)) -> String {
        format!("{i}+{add}")
    }

    fn encode(&self, at: &[u8; 6], out: &mut Vec<u8>) {
        out.extend(at);
    }

    fn decode(&self, bytes: &[u8]) -> [u8; 6] {
        bytes.try_into().unwrap()
    }
}

/// A game that is enumerated and searched by turns: what is saved is used when nothing can be enumerated any more, and never lost.
#[test]
fn stages_keep_what_is_saved() {
    let game = OpenedGame::from(WithText::new(Adding));
    let start = Key([0; 6].into());
    let expected = Solver::new(&game).solve(&start).unwrap();
    let limits = Limits { positions: Some(302_000), ..ONE_THREAD };
    let (mut state, mut runs) = (None::<Vec<u8>>, 0);
    let found = loop {
        let kept = Mutex::new(state.clone());
        let save = |write: &mut StateWriter<'_>| {
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            *kept.lock().unwrap() = Some(bytes);
            Ok(())
        };
        let mut checkpointer = Checkpointer::new(|| runs % 2 == 1, save);
        if let Some(state) = &state {
            checkpointer = checkpointer.with_previous(&state[..]);
        }
        let mut solver = Solver::new(&game).limits(limits).with_checkpointer(checkpointer);
        let found = solver.solve(&start);
        // Every second run saves while it searches.
        assert!(runs % 2 == 0 || *kept.lock().unwrap() != state, "run {runs}");
        // Another position on the same solver neither drops nor replaces it.
        let option = game.as_dyn().moves(&start, 1).unwrap().moves.remove(0).option;
        let _ = solver.solve(&option);
        solver.save_searched().unwrap();
        drop(solver);
        let next = kept.into_inner().unwrap().unwrap();
        assert!(next.len() >= state.as_ref().map_or(0, Vec::len), "run {runs}");
        state = Some(next);
        runs += 1;
        match found {
            Ok(found) => break found,
            Err(SolveError::Undecided(_)) => assert!(runs < 30, "a search that does not go on"),
            Err(error) => panic!("{error}"),
        }
    };
    assert!(runs > 1);
    assert_eq!(found.value.verdict(), expected.value.verdict());
    // With limits that allow it, the game is enumerated as without what is saved.
    let state = state.unwrap();
    let checkpointer = Checkpointer::new(|| true, |_| panic!("nothing was searched")).with_previous(&state[..]);
    assert_eq!(Solver::new(&game).with_checkpointer(checkpointer).solve(&start).unwrap(), expected);
}

/// A state is read when a position is searched: a game that is small enough is enumerated as without it.
#[test]
fn an_enumerated_game_reads_and_saves_nothing() {
    let game = open("tictactoe", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    let save = |_: &mut StateWriter<'_>| panic!("nothing was searched");
    let checkpointer = Checkpointer::new(|| true, save).with_previous(&b"no state of a search"[..]);
    let mut solver = Solver::new(&game).with_checkpointer(checkpointer);
    assert_eq!(solver.solve(&start).unwrap(), Solver::new(&game).solve(&start).unwrap());
    solver.save_searched().unwrap();
}
