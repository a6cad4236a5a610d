//! The rows of a sequence, whose values and moves are found many at a time, beside the theory of one heap at a time and the definition.

use crate::common::taking::many_sets;
use dashu_int::UBig;
use grundy::limits::{Limits, RunError};
use grundy::solver::{HeapError, SingleHeap, SingleHeaps, SolveError, Solver};
use grundy::{Grundy, Nimber, Outcome, Play, catalog};
use std::sync::atomic::{AtomicU32, Ordering};

/// The rows of the heaps up to `last`.
fn rows(game: &str, play: Play, last: u64, max_moves: usize) -> Vec<SingleHeap> {
    let game = catalog::open(game, play, &Limits::NONE).unwrap();
    SingleHeaps::new(&game, last, max_moves, Limits::NONE).unwrap().map(Result::unwrap).collect()
}

/// Compares the rows with the answers about each heap by a solver and by the theory of single positions.
#[track_caller]
fn check(game: &str, play: Play, last: u64, max_moves: usize) {
    let opened = catalog::open(game, play, &Limits::NONE).unwrap();
    let theory = opened.as_dyn().theory().unwrap();
    let mut solver = Solver::new(&opened).without_moves();
    let rows = rows(game, play, last, max_moves);
    assert_eq!(rows.len() as u64, last + 1 - theory.least_heap().unwrap());
    for row in rows {
        let at = opened.as_dyn().parse(&row.size.to_string()).unwrap();
        assert_eq!(row.value, solver.solve(&at).unwrap().value, "{game} {play:?} {}", row.size);
        let moves = if max_moves == 0 { Some(Vec::new()) } else { theory.moves_to(&at, &UBig::ZERO, max_moves) };
        if let Some(moves) = moves {
            let texts: Vec<String> = moves.into_iter().map(|m| m.text).collect();
            assert_eq!(row.winning_moves, texts, "{game} {play:?} {}", row.size);
        }
    }
}

#[test]
fn rows_are_the_answers_about_each_heap() {
    for game in [
        "nim",
        "bash:1",
        "bash:6",
        "subtraction:3,17,41,100",
        "subtraction:1..10",
        "subtraction:4..9",
        "subtraction:2,5",
        "subtraction:3,9",
        "subtraction:squares",
        "subtraction:primes",
        "subtraction:powers-of-2",
        "subtraction:2,squares",
        "subtraction:all-but:1,4,6",
        "subtraction:1,100000",
    ] {
        check(game, Play::Normal, 300, 3);
        check(game, Play::Normal, 130, 1000);
        check(game, Play::Misere, 130, 2);
    }
    for game in ["kayles", "octal:0.137", "octal:4.c", "grundys-game", "divisor"] {
        check(game, Play::Normal, 130, 3);
        check(game, Play::Normal, 60, 0);
    }
    // More than one block of values, with a period and without.
    for game in ["subtraction:3,17,41,100", "subtraction:squares"] {
        check(game, Play::Normal, 9_000, 2);
    }
}

/// Theory does not reach the last heap: all rows that it reaches come first, and then its error.
#[test]
fn rows_end_where_theory_ends() {
    let game = catalog::open("subtraction:primes", Play::Normal, &Limits::NONE).unwrap();
    let mut heaps = SingleHeaps::new(&game, u64::MAX, 0, Limits::NONE).unwrap();
    let mut rows = 0u64;
    let error = loop {
        match heaps.next_ref().unwrap() {
            Ok(row) => assert_eq!(row.size, rows),
            Err(error) => break error.to_string(),
        }
        rows += 1;
    };
    assert!(error.contains(&format!("tabulated up to heap {}", rows - 1)), "{error}");
    assert!(rows > 50_000, "{rows}");
}

#[test]
fn rows_that_are_interrupted() {
    for game in ["subtraction:3,17,41,100", "kayles"] {
        let opened = catalog::open(game, Play::Normal, &Limits::NONE).unwrap();
        let looks = AtomicU32::new(0);
        let limits = Limits { stop: &|| looks.fetch_add(1, Ordering::Relaxed) >= 20, ..Limits::NONE };
        let heaps = SingleHeaps::new(&opened, 1 << 40, 3, limits).unwrap();
        let error = heaps.map(|row| row.map(|_| ())).find_map(Result::err).unwrap();
        assert!(matches!(error, HeapError::Solve(SolveError::Run(RunError::Interrupted { .. }))), "{game}: {error:?}");
    }
}

/// The definition: the values by the mex over all options, and the numbers of the set that leave value 0.
#[test]
fn rows_of_subtraction_sets_are_those_of_the_definition() {
    const HEAPS: u64 = 250;
    for (i, numbers) in many_sets().into_iter().enumerate() {
        let values = numbers.values(HEAPS as usize);
        let takes: Vec<u64> = (1..HEAPS).filter(|&s| numbers.contain(s)).collect();
        let max_moves = i % 5;
        let rows = rows(&numbers.name(), Play::Normal, HEAPS - 1, max_moves);
        assert_eq!(rows.len() as u64, HEAPS);
        for (n, (row, &value)) in (0..).zip(rows.iter().zip(&values)) {
            let winning = takes.iter().filter(|&&s| s <= n && values[(n - s) as usize] == 0).take(max_moves);
            let texts: Vec<String> = winning.map(|s| format!("take {s}")).collect();
            let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
            assert_eq!((row.size, row.value.outcome, &row.value.grundy), (n, outcome, &Grundy::Finite(Nimber(value))));
            // Where values grow without bound, the largest numbers come first.
            let mut found = row.winning_moves.clone();
            if numbers.all_but {
                found.sort_by_key(|text| text["take ".len()..].parse::<u64>().unwrap());
                assert!(found.len() == texts.len(), "{numbers:?} {n}");
            } else {
                assert_eq!(found, texts, "{numbers:?} {n}");
            }
        }
    }
}
