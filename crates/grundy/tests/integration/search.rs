//! Holds the search of single connect-four positions to the solver of whole games, to itself with other tables and
//! threads, and to published values.

use grundy::answer::Searched;
use grundy::catalog::{Connect4, Discs, SearchOptions, Searcher};
use grundy::game::{Game, Tiered};
use grundy::limits::Limits;
use grundy::solve::{TieredSolution, solve_tiered};
use grundy::text::{TextGame, WithoutText};
use grundy::{Outcome, Remoteness, Tally, Verdict};
use std::num::NonZeroUsize;

const SMALLEST: SearchOptions = SearchOptions { table_bytes: 0 };

fn solved(game: &Connect4) -> TieredSolution {
    let start = TextGame::start(game).unwrap();
    solve_tiered(&WithoutText(game.clone()), game.pack(&start), game.tier(&start), &Limits::NONE).unwrap()
}

fn with_threads(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

/// Compares each position of which the number is a multiple of `step`.
fn as_the_table(columns: u64, rows: u64, step: usize, options: SearchOptions) {
    let game = Connect4::new(columns, rows).unwrap();
    let mut searcher = Searcher::new(&game, options);
    for (_, word, verdict) in solved(&game).all().step_by(step) {
        let at = game.unpack(word);
        let found = searcher.value(&at, &Limits::NONE).unwrap();
        assert_eq!((found.verdict(), found.stopped), (Some(verdict), None), "{}", game.to_text(&at));
    }
}

#[test]
fn every_position_of_4_by_4_is_as_in_the_table() {
    as_the_table(4, 4, 1, SearchOptions::default());
    as_the_table(4, 4, 7, SMALLEST);
}

#[test]
fn every_position_of_4_by_5_is_as_in_the_table() {
    as_the_table(4, 5, 1, SearchOptions::default());
    as_the_table(4, 5, 211, SMALLEST);
}

#[test]
fn every_position_of_5_by_4_is_as_in_the_table() {
    as_the_table(5, 4, 1, SearchOptions::default());
    as_the_table(5, 4, 401, SMALLEST);
}

#[test]
fn positions_of_thin_boards_are_as_in_the_table() {
    for (columns, rows) in [(3, 5), (6, 3), (5, 3), (3, 6), (7, 2), (1, 40), (2, 7), (2, 2), (1, 1)] {
        as_the_table(columns, rows, 3, SMALLEST);
    }
}

#[test]
fn each_move_has_its_value() {
    let game = Connect4::new(4, 5).unwrap();
    let table = solved(&game);
    let mut searcher = Searcher::new(&game, SearchOptions::default());
    for (tier, word, verdict) in table.all().step_by(97) {
        let at = game.unpack(word);
        let mut columns = Vec::new();
        game.moves(&at, &mut columns);
        let found = searcher.moves(&at, &Limits::NONE).unwrap();
        assert_eq!(found.iter().map(|found| found.column).collect::<Vec<_>>(), columns);
        let mut tally = Tally::default();
        for found in &found {
            let option = game.play(&at, &found.column);
            let expected = table.verdict(tier + 1, game.pack(&option)).unwrap();
            tally.add(expected, false);
            let mut one = Tally::default();
            one.add(expected, false);
            assert_eq!(found.searched.verdict(), Some(one.verdict()));
        }
        assert!(found.is_empty() || tally.verdict() == verdict);
    }
}

/// The position after moves to these columns, from 1 at the left.
fn after(game: &Connect4, columns: &str) -> Discs {
    let start = TextGame::start(game).unwrap();
    columns.bytes().fold(start, |at, digit| game.play(&at, &(digit - b'1')))
}

fn search(columns: u64, rows: u64, line: &str, options: SearchOptions, limits: &Limits<'_>) -> Searched {
    let game = Connect4::new(columns, rows).unwrap();
    Searcher::new(&game, options).value(&after(&game, line), limits).unwrap()
}

#[test]
fn tables_and_threads_change_no_answer() {
    // More than the positions that one thread searches before the others begin.
    let game = Connect4::new(6, 5).unwrap();
    let start = TextGame::start(&game).unwrap();
    let expected = search(6, 5, "", SearchOptions::default(), &with_threads(1));
    assert_eq!(expected.outcome(), Some(Outcome::Draw));
    for threads in [1, 2, 4] {
        for table_bytes in [1 << 16, 1 << 26] {
            let mut searcher = Searcher::new(&game, SearchOptions { table_bytes });
            assert_eq!(searcher.value(&start, &with_threads(threads)).unwrap(), expected);
            assert!(searcher.positions_searched() > 300_000, "{} positions", searcher.positions_searched());
        }
    }
    // A position of a board whose entries have two words.
    let line = "4453366275114576612";
    let expected = search(8, 7, line, SearchOptions::default(), &with_threads(1));
    for threads in [2, 4] {
        assert_eq!(search(8, 7, line, SearchOptions { table_bytes: 1 << 20 }, &with_threads(threads)), expected);
    }
}

/// Outcomes of the empty boards for the first player: Tromp, "John's Connect Four Playground", the table of board
/// sizes.
#[test]
fn empty_boards_have_the_published_outcomes() {
    for (columns, rows, outcome) in [
        (4, 4, Outcome::Draw),
        (5, 4, Outcome::Draw),
        (6, 4, Outcome::Loss),
        (7, 4, Outcome::Draw),
        (8, 4, Outcome::Loss),
        (4, 5, Outcome::Draw),
        (5, 5, Outcome::Draw),
        (6, 5, Outcome::Draw),
        (4, 6, Outcome::Draw),
        (5, 6, Outcome::Draw),
        (4, 7, Outcome::Draw),
        (4, 8, Outcome::Draw),
        (4, 9, Outcome::Draw),
    ] {
        let found = search(columns, rows, "", SearchOptions::default(), &with_threads(1));
        assert_eq!(found.outcome(), Some(outcome), "{columns} by {rows}");
        assert!(found.verdict().is_some());
    }
}

/// Scores of positions of 7 by 6, as an independent program gives them: the solver of Pons, "Solving Connect 4: how to
/// build a perfect AI". A score is the number of discs that the winner has left at the end, plus 1, and negative if the
/// player to move loses.
#[test]
fn positions_of_7_by_6_have_known_scores() {
    for (line, score) in [
        ("5777131474464721417456153", -6),
        ("7431475612667316366545723", -8),
        ("15622722773316575322367146", -8),
        ("641256261466353252233116", -9),
        ("6345561236667533562454243532", 4),
        ("432421273372573435375745", 0),
        ("523366765151762465141745", 8),
        ("672525446216127611644462552", -3),
        ("522212322664", 5),
        ("75555655437246", 11),
        ("74667447634224", -14),
        ("3667776212444", 3),
        ("67635566133442", 12),
        ("676415327754", 8),
        ("433132262651", 14),
        ("75515556447642", 13),
    ] {
        let moves = |total: i64| Remoteness((total - line.len() as i64) as u32);
        let is_even = |n: i64| n % 2 == 0;
        let latest = 44 - 2 * i64::from(i32::abs(score));
        let total = |winner_moves_next: bool| {
            let parity = is_even(line.len() as i64) != winner_moves_next;
            if is_even(latest) == parity { latest } else { latest - 1 }
        };
        let expected = match score.signum() {
            1 => Verdict::Win(moves(total(true))),
            -1 => Verdict::Loss(moves(total(false))),
            _ => Verdict::Draw,
        };
        let found = search(7, 6, line, SearchOptions::default(), &with_threads(1));
        assert_eq!(found.verdict(), Some(expected), "{line}");
    }
}
