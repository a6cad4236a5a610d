//! Compares the parts of the search with slow references, on boards of many sizes.

use super::board::Board;
use super::bounds::by_following;
use super::score::{of_win, verdict};
use super::table::{ScoreRange, Table};
use super::*;
use crate::text::TextGame;
use crate::value::{Remoteness, Tally};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Boards of every constant stride, of other strides, and with keys of more than 50 bits.
const BOARDS: [(u64, u64); 14] = [
    (7, 6),
    (4, 4),
    (6, 5),
    (8, 7),
    (9, 6),
    (5, 4),
    (4, 12),
    (12, 4),
    (4, 5),
    (5, 9),
    (16, 3),
    (3, 8),
    (26, 1),
    (1, 63),
];

/// The value of a position by the rules alone, without a table.
fn reference(game: &Connect4, at: &Discs) -> Verdict {
    let mut options = Vec::new();
    game.options(at, &mut options);
    if options.is_empty() {
        return Verdict::terminal(game.terminal(at));
    }
    let mut tally = Tally::default();
    options.iter().for_each(|option| tally.add(reference(game, option), false));
    tally.verdict()
}

/// A position by random play with `empty` cells left, or with more where the game is over earlier.
fn random_position(game: &Connect4, empty: u32, random: &mut fastrand::Rng) -> Discs {
    loop {
        let mut at = game.start().unwrap();
        for left in (empty..game.grid.cells()).rev() {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(column) = random.choice(&moves) else { break };
            at = game.play(&at, column);
            if left == empty {
                return at;
            }
        }
        if random.u32(..20) == 0 {
            return at;
        }
    }
}

/// The discs of the player to move, and all discs.
fn sets(game: &Connect4, at: Discs) -> (u64, u64) {
    let (own, last) = game.discs(at).own_and_last();
    (own, own | last)
}

#[test]
fn late_positions_of_many_boards_are_solved_as_by_the_rules() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut found = BTreeSet::new();
    for (columns, rows) in BOARDS {
        let game = Connect4::new(columns, rows).unwrap();
        let mut searcher = Searcher::new(&game, SearchOptions { table_bytes: 0 });
        for i in 0..150 {
            let at = random_position(&game, (i % 9).min(game.grid.cells() - 1), &mut random);
            let expected = reference(&game, &at);
            let searched = searcher.value(&at, &Limits::NONE).unwrap();
            assert_eq!(searched, Searched::proved(expected), "{}", game.to_text(&at));
            found.insert(format!("{expected:?}"));
        }
    }
    assert!(found.len() >= 9, "wins, losses and draws: {found:?}");
}

#[test]
fn a_search_within_known_bounds_finds_the_same() {
    let mut random = fastrand::Rng::with_seed(6);
    for (columns, rows) in [(7, 6), (5, 4), (4, 5), (9, 6)] {
        let game = Connect4::new(columns, rows).unwrap();
        for i in 0..40 {
            let at = random_position(&game, 1 + i % 9, &mut random);
            let expected = reference(&game, &at);
            let bounds = |at_least, at_most| Searched { at_least, at_most, stopped: None };
            let Searched { at_least: worst, at_most: best, .. } = Searched::UNKNOWN;
            let outcome = Searched::of_outcome(expected.outcome());
            for known in [bounds(expected, best), bounds(worst, expected), bounds(expected, expected), outcome] {
                let mut searcher = Searcher::new(&game, SearchOptions { table_bytes: 0 });
                let found = searcher.value_within(&at, &known, &Limits::NONE).unwrap();
                assert_eq!(found, Searched::proved(expected), "{known:?} {}", game.to_text(&at));
            }
        }
    }
}

#[test]
fn bounds_by_following_are_true() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut uses = [0; 3];
    for (columns, rows) in [(7, 6), (6, 6), (4, 4), (5, 5), (8, 7), (4, 5), (7, 7), (6, 3)] {
        let game = Connect4::new(columns, rows).unwrap();
        let board = Board::<0>::new(columns as u32, rows as u32);
        for i in 0..1500 {
            let at = random_position(&game, 1 + i % 9, &mut random);
            let (own, discs) = sets(&game, at);
            let is_over = game.has_line(own ^ discs) || discs == board.all;
            if is_over || board.completing(own) & board.playable(discs) != 0 {
                continue;
            }
            let empty = board.cells - discs.count_ones() as i32;
            let threats = board.completing(own ^ discs);
            let value = reference(&game, &at);
            let is_score = |&score: &i32| verdict(board.cells, board.cells - empty, score) == value;
            let score = (-board.cells..=board.cells).find(is_score).unwrap();
            for beta in -6..=6 {
                match by_following(&board, own, discs, threats, empty, beta) {
                    Some(bound) if bound >= beta => assert!(score >= bound, "{beta} {}", game.to_text(&at)),
                    Some(bound) => assert!(score <= bound, "{beta} {}", game.to_text(&at)),
                    None => continue,
                }
                uses[if beta > score { usize::from(score < 0) } else { 2 }] += 1;
            }
        }
    }
    assert!(uses.iter().all(|&uses| uses > 100), "draws, losses and lower bounds: {uses:?}");
}

#[test]
fn lines_and_threats_are_those_of_the_cells() {
    let mut random = fastrand::Rng::with_seed(3);
    for (columns, rows) in BOARDS {
        let game = Connect4::new(columns, rows).unwrap();
        let board = Board::<0>::new(columns as u32, rows as u32);
        let bit = |column: i64, row: i64| {
            let is_cell = (0..columns as i64).contains(&column) && (0..rows as i64).contains(&row);
            if is_cell { 1u64 << (column * (rows as i64 + 1) + row) } else { 0 }
        };
        for _ in 0..100 {
            let cells = random.u64(..) & random.u64(..) & board.all;
            let mut completing = 0;
            let mut has_line = false;
            for (column, row) in (0..columns as i64).flat_map(|c| (0..rows as i64).map(move |r| (c, r))) {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let line = [0, 1, 2, 3].map(|i| bit(column + i * right, row + i * up));
                    if line.iter().all(|&cell| cell != 0) {
                        has_line |= line.iter().all(|cell| cells & cell != 0);
                        // In a column, only the cell above the three: the cell below a disc is taken.
                        for &missing in if up == 1 && right == 0 { &line[3..] } else { &line } {
                            let rest = line.iter().filter(|&&cell| cell != missing);
                            completing |= if rest.copied().all(|cell| cells & cell != 0) { missing } else { 0 };
                        }
                    }
                }
            }
            assert_eq!(board.has_line(cells), has_line);
            assert_eq!(game.has_line(cells), has_line);
            assert_eq!(board.completing(cells), completing, "{columns} by {rows}");
        }
    }
}

#[test]
fn keys_differ_and_mirrors_are_mirrors() {
    let mut random = fastrand::Rng::with_seed(4);
    for (columns, rows) in BOARDS {
        let game = Connect4::new(columns, rows).unwrap();
        let board = Board::<0>::new(columns as u32, rows as u32);
        let (mut keys, mut positions) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..300 {
            let empty = random.u32(..game.grid.cells());
            let at = random_position(&game, empty, &mut random);
            let key = |at| {
                let (own, discs) = sets(&game, at);
                board.key(own, discs)
            };
            assert!(key(at) != 0 && u128::from(key(at)) < 1 << board.key_bits());
            assert_eq!(board.mirror(key(at)), key(game.mirror(at)));
            keys.insert(key(at));
            positions.insert(at);
        }
        assert_eq!(keys.len(), positions.len());
    }
}

#[test]
fn a_table_returns_what_was_stored_or_nothing() {
    for (columns, rows) in [(7, 6), (8, 7)] {
        let board = Board::<0>::new(columns, rows);
        for entries in [16, 1 << 14] {
            let mut table = Table::new(&board, entries);
            let mut random = fastrand::Rng::with_seed(5);
            let keys: Vec<u64> = (0..3000).map(|_| random.u64(1..u64::MAX >> (64 - board.key_bits()))).collect();
            let range = |key: u64| ScoreRange { lower: -((key % 30) as i32), upper: (key % 29) as i32 };
            assert!(keys.iter().all(|&key| table.get(key).is_none()));
            for &key in &keys {
                table.put(key, ScoreRange { lower: -30, upper: 30 });
                table.put(key, range(key));
                assert_eq!(table.get(key), Some(range(key)));
            }
            let stored = |table: &Table| {
                let found = keys.iter().filter_map(|&key| Some((key, table.get(key)?)));
                found.inspect(|&(key, found)| assert_eq!(found, range(key))).count()
            };
            let before = stored(&table);
            assert!(if entries == 16 { before == 16 } else { before > 2500 }, "{before}");
            table = table.resized(&board, 8 * entries);
            assert_eq!((stored(&table), table.len()), (before, 8 * entries));
            let load = before as f64 / (8.0 * entries as f64);
            assert!((table.load() - load).abs() < 0.01);
        }
    }
}

#[test]
fn the_score_of_a_win_falls_with_its_length() {
    assert_eq!((of_win(42, 7), of_win(42, 41), of_win(42, 42)), (18, 1, 1));
    assert_eq!(verdict(42, 0, 1), Verdict::Win(Remoteness(41)));
}

/// A search that takes some ten thousand positions, and its value.
fn medium() -> (Connect4, Discs, Verdict) {
    let game = Connect4::new(6, 5).unwrap();
    let at = game.start().unwrap();
    let value = Searcher::new(&game, SearchOptions::default()).value(&at, &Limits::NONE).unwrap();
    (game, at, value.verdict().unwrap())
}

fn is_better(a: Verdict, b: Verdict) -> bool {
    let rank = |verdict| match verdict {
        Verdict::Win(r) => 1000 - i64::from(r.0),
        Verdict::Draw => 0,
        Verdict::Loss(r) => i64::from(r.0) - 1000,
    };
    rank(a) >= rank(b)
}

#[test]
fn a_search_that_is_stopped_leaves_true_bounds() {
    let (game, at, value) = medium();
    let mut narrowed = 0;
    for threads in [1, 2] {
        for checks in [0, 1, 5, 20, 60] {
            let count = AtomicU64::new(0);
            let stop = || count.fetch_add(1, Ordering::Relaxed) >= checks;
            let limits = Limits { stop: &stop, threads: NonZeroUsize::new(threads), ..Limits::NONE };
            let mut searcher = Searcher::new(&game, SearchOptions { table_bytes: 1 << 20 });
            let searched = searcher.value(&at, &limits).unwrap();
            assert!(is_better(value, searched.at_least) && is_better(searched.at_most, value), "{searched:?}");
            assert_eq!(searched.verdict().is_some(), searched.stopped.is_none());
            assert!(searched.stopped.is_none() || searcher.positions_searched() >= 4096 * checks);
            narrowed += u32::from(searched.stopped.is_some() && searched.at_least != Verdict::Loss(Remoteness(2)));
            // The next search uses the stored bounds.
            let all = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            assert_eq!(searcher.value(&at, &all).unwrap().verdict(), Some(value));
        }
    }
    assert!(narrowed > 0, "some search was stopped after its first window");
}

#[test]
fn progress_is_reported_and_memory_is_bounded() {
    let (game, at, value) = medium();
    let reports = Mutex::new(Vec::new());
    let on_progress = |progress| reports.lock().unwrap().push(progress);
    let one = NonZeroUsize::new(1);
    let limits = Limits { memory: Some(1 << 19), on_progress: &on_progress, threads: one, ..Limits::NONE };
    let mut searcher = Searcher::new(&game, SearchOptions::default());
    assert_eq!(searcher.value(&at, &limits).unwrap().verdict(), Some(value));
    let reports = reports.into_inner().unwrap();
    assert!(reports.len() > 3 && reports.is_sorted_by_key(|progress| progress.done));
    assert!(reports.iter().all(|progress| progress.bytes <= 1 << 19));
    assert!(searcher.table_load() > 0.1 && searcher.table_bytes() == 1 << 19);
    assert!(searcher.positions_searched() >= reports.last().unwrap().done);
    let refused = Limits { memory: Some(127), ..Limits::NONE };
    let mut smallest = Searcher::new(&game, SearchOptions { table_bytes: 0 });
    assert!(matches!(smallest.value(&at, &refused), Err(RunError::Limit(_))));
}
