//! Holds the nimber search of Cram and Node Kayles to published values, and to values that are computed from their definition.

use crate::common::open;
use grundy::catalog::{Cram, NodeKayles, OpenedGame};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solve::NimberSearch;
use grundy::solver::{SolveError, Solver};
use grundy::text::{DynComponents, TextGame, WithText};
use grundy::{Game, Nimber, Outcome, Play, mex};
use std::collections::HashMap;
use std::num::NonZeroUsize;

/// The value of a position from its definition.
fn value<G: TextGame>(game: &G, at: &G::Position, values: &mut HashMap<G::Position, Nimber>) -> Nimber {
    if let Some(&value) = values.get(at) {
        return value;
    }
    let mut options = Vec::new();
    Game::options(game, at, &mut options);
    let found = mex(options.iter().map(|option| value(game, option, values)).collect::<Vec<_>>());
    values.insert(at.clone(), found);
    found
}

/// Random positions of a board, searched in tables of several sizes.
fn random_positions<G: TextGame + DynComponents>(game: G, cells: u32, rounds: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut values = HashMap::new();
    let game = WithText::new(game);
    for (bytes, rounds) in [(0, rounds / 10), (1 << 20, rounds)] {
        let limits = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
        let search = NimberSearch::with_table(game.game(), bytes);
        for _ in 0..rounds {
            let few = random.u64(..) | if random.bool() { random.u64(..) } else { 0 };
            let text: String = (0..cells).map(|cell| if few >> cell & 1 == 0 { '#' } else { '.' }).collect();
            let at = game.game().parse(&text).unwrap();
            let expected = value(game.game(), &at, &mut values);
            assert_eq!(search.value(&game.key(&at), &limits).unwrap(), expected, "{} {text}", game.game().name());
        }
    }
}

#[test]
fn random_cram_positions() {
    for (rows, columns) in
        [(1, 1), (2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (3, 5), (5, 3), (4, 5), (3, 6), (2, 9), (1, 18)]
    {
        random_positions(Cram::new(rows, columns).unwrap(), (rows * columns) as u32, 700, rows);
        random_positions(Cram::new(rows, columns).unwrap().without_symmetry(), (rows * columns) as u32, 200, columns);
    }
}

#[test]
fn random_node_kayles_positions() {
    for (rows, columns) in
        [(1, 1), (2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (3, 6), (6, 3), (4, 5), (3, 7), (2, 10), (1, 20)]
    {
        random_positions(NodeKayles::new(rows, columns).unwrap(), (rows * columns) as u32, 700, rows);
    }
}

#[test]
fn published_values_of_cram() {
    for line in include_str!("../golden/cram-values.csv").lines().skip(2) {
        let [rows, columns, expected] = line.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u64>>()[..] else {
            panic!("{line}")
        };
        // The largest boards take long without optimization.
        if rows * columns > 30 {
            continue;
        }
        for threads in [1, 2] {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            let game = WithText::new(Cram::new(rows, columns).unwrap());
            let start = game.key(&game.game().start().unwrap());
            let search = NimberSearch::new(game.game(), &limits);
            assert_eq!(search.value(&start, &limits).unwrap(), Nimber(expected), "{rows}x{columns}");
        }
    }
}

#[test]
fn answers_have_values_of_all_moves() {
    let game = open("cram:3x5", Play::Normal);
    let twin = Cram::new(3, 5).unwrap();
    let mut values = HashMap::new();
    for text in ["...............", "..#../...../.....", "#####/...../.....", "###############"] {
        let at = game.as_dyn().parse(text).unwrap();
        let answer = Solver::new(&game).solve(&at).unwrap();
        assert_eq!(answer.value.grundy.finite(), Some(value(&twin, &twin.parse(text).unwrap(), &mut values)));
        assert!(answer.is_proved && answer.value.remoteness.is_some(), "{text}");
        for made in answer.moves.unwrap().listed {
            let expected = value(&twin, &twin.parse(&made.after).unwrap(), &mut values);
            assert_eq!(made.after_value.grundy.finite(), Some(expected), "{text} {}", made.text);
            assert_eq!(made.outcome == Outcome::Win, expected == Nimber(0));
        }
    }
}

#[test]
fn a_sum_across_games_uses_the_search() {
    let game = open("cram:4x5 + nim 3", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    let answer = Solver::new(&game).solve(&start).unwrap();
    assert_eq!(answer.value.grundy.finite(), Some(Nimber(1)));
    assert!(answer.moves.unwrap().listed.iter().any(|made| made.text.contains("take 1 from 3") && made.is_best));
}

/// A board of 56 cells, far too large for the limits of these tests.
fn large() -> OpenedGame {
    open("cram:7x8", Play::Normal)
}

#[test]
fn limits_end_a_search_with_what_is_proved() {
    let game = large();
    let start = game.as_dyn().start().unwrap();
    let limits = Limits { positions: Some(5_000), threads: NonZeroUsize::new(1), ..Limits::NONE };
    let mut solver = Solver::new(&game).limits(limits);
    let error = solver.solve(&start).unwrap_err();
    // The two players' shares of the board are alike but for the middle, so the first player wins.
    let SolveError::NoGrundy { outcome: Some(Outcome::Win), grundy: None, stopped } = &error else { panic!("{error}") };
    assert!(matches!(stopped, RunError::Limit(LimitHit::Positions { limit: 5_000, .. })), "{error}");
    assert!(error.to_string().contains("the position is proved to be a win"), "{error}");
    // What was proved is saved, and a small position is still solved within the same limits.
    let mut state = Vec::new();
    assert!(solver.save_components(&mut state).unwrap());
    assert!(Solver::new(&game).load_components(&mut &state[..]).unwrap() > Some(0));
    let small = game.as_dyn().parse(&("..######".to_owned() + &"########".repeat(6))).unwrap();
    assert_eq!(solver.solve(&small).unwrap().value.grundy.finite(), Some(Nimber(1)));
    let stopped = Solver::new(&game).limits(Limits { stop: &|| true, ..Limits::NONE }).solve(&start).unwrap_err();
    assert!(matches!(stopped, SolveError::NoGrundy { stopped: RunError::Interrupted { .. }, .. }), "{stopped}");
}

#[test]
fn games_without_components_have_no_cache() {
    let game = open("nim", Play::Normal);
    assert!(!Solver::new(&game).save_components(&mut Vec::new()).unwrap());
    assert_eq!(Solver::new(&game).load_components(&mut &[][..]).unwrap(), None);
}
