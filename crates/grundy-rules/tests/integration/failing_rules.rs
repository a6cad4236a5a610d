//! Rules that fail at some position: everything that depends on that position fails with the error, and nothing else does.

use grundy::answer::Answer;
use grundy::catalog::OpenedGame;
use grundy::graph::{ExploreError, Explorer};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solver::{BuildError, Extent, SolveError, Solver, solve_and_count};
use grundy::text::{Key, RulesError, TheoryError};
use grundy::{Grundy, Nimber, Play};
use std::num::NonZeroUsize;

/// A game of taking 1, 2 or 3: every position from 13 on reaches 13, at which a callback fails.
const SOURCE: &str = "def initial(): return 40\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n";
/// A game of taking 2 or 4: the odd positions from 13 on reach 13.
const BY_TWOS: &str = "def initial(): return 41\n\
    def moves(s):\n    if s == 13: return 1 // 0\n    return [s - k for k in [2, 4] if k <= s]\n";

fn open(source: &str) -> OpenedGame {
    open_within(source, &Limits::NONE)
}

fn open_within(source: &str, limits: &Limits<'_>) -> OpenedGame {
    grundy_rules::open_script("game.star", source, &[], Play::Normal, limits).unwrap_or_else(|error| panic!("{error}"))
}

fn limits(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

fn key(game: &OpenedGame, n: u64) -> Key {
    game.as_dyn().parse(&n.to_string()).unwrap()
}

/// Variants of the game of [`SOURCE`]; in each one a different callback fails at 13.
fn failing() -> Vec<(&'static str, String)> {
    let moves = SOURCE.replace("def moves(s): return", "def moves(s): return 1 // 0 if s == 13 else");
    let with = |callback: &str| format!("{SOURCE}{callback}\n");
    vec![
        ("moves", moves),
        ("outcome", with("def outcome(s): return 1 // 0 if s == 13 else None")),
        ("turn", with("def turn(s): return 1 // 0 if s == 13 else s % 2")),
        ("canonical", with("def canonical(s): return 1 // 0 if s == 13 else s")),
        ("no list", SOURCE.replace("def moves(s): return", "def moves(s): return {} if s == 13 else")),
        ("no position", SOURCE.replace("def moves(s): return", "def moves(s): return [0.5] if s == 13 else")),
    ]
}

#[track_caller]
fn names_13(what: &str, error: &RulesError) {
    assert!(!error.is_limit() && error.notes == ["at position 13"], "{what}: {error:?}");
}

#[test]
fn an_exploration_that_reaches_a_failing_position_fails() {
    for (what, source) in failing() {
        for (threads, by_class) in [(1, false), (2, false), (3, true), (8, true)] {
            let game = open(&source);
            let mut explorer = Explorer::new(game.as_dyn(), by_class);
            let root = explorer.vertex(&game.as_dyn().start().unwrap());
            // `canonical` is called only if classes are requested.
            let is_failing = by_class || what != "canonical";
            for _ in 0..2 {
                match explorer.reach(&[root], u64::MAX, &limits(threads)) {
                    Err(ExploreError::Rules(error)) if is_failing => names_13(what, &error),
                    Ok(reachable) if !is_failing => assert_eq!(reachable.len(), 41),
                    other => panic!("{what}: {other:?}"),
                }
            }
        }
        let game = open(&source);
        for (at, by_class) in [(40, what == "canonical"), (13, what == "canonical")] {
            match solve_and_count(&game, Extent::From(&key(&game, at)), by_class, &limits(2)) {
                Err(BuildError::Rules(error)) => names_13(what, &error),
                other => panic!("{what}, {at}: {other:?}"),
            }
        }
        let built = solve_and_count(&game, Extent::From(&key(&game, 12)), what == "canonical", &limits(2)).unwrap();
        assert_eq!((built.positions, built.moves), (13, 33), "{what}");
    }
}

#[test]
fn positions_that_reach_a_failing_one_fail_and_the_others_are_answered() {
    for (what, source) in failing() {
        let game = open(&source);
        let mut solver = Solver::new(&game);
        for n in [40, 0, 13, 12, 14, 3, 16, 13, 11].into_iter().chain(0..41) {
            for answer in [solver.solve(&key(&game, n)), Solver::new(&game).threads(2).solve(&key(&game, n))] {
                match answer {
                    Err(SolveError::Rules(error)) if n >= 13 => names_13(what, &error),
                    Ok(answer) if n < 13 => {
                        let has_grundy = !["turn", "outcome"].contains(&what);
                        assert_eq!(answer.value.grundy.finite(), has_grundy.then_some(Nimber(n % 4)), "{what}: {n}");
                        assert_eq!(answer.moves.unwrap().listed.len() as u64, n.min(3), "{what}: {n}");
                    }
                    other => panic!("{what}, {n}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn one_position_fails_by_itself_and_its_neighbours_do_not() {
    for (what, source) in failing() {
        let game = open(&source);
        let any = game.as_dyn();
        for n in (0..41).chain([13, 13, 12]) {
            let at = key(&game, n);
            let is_failing = n == 13 && what != "canonical";
            match any.moves(&at, usize::MAX) {
                // In a file with `turn`, the list of moves includes the next player of each.
                Err(error) if is_failing || what == "turn" && (14..17).contains(&n) => names_13(what, &error),
                Ok(list) if !is_failing => assert_eq!(list.moves.len() as u64, n.min(3), "{what}: {n}"),
                other => panic!("{what}, {n}: {other:?}"),
            }
            assert_eq!(any.count_moves(&at).is_err(), is_failing, "{what}: {n}");
            assert_eq!(any.expand(&at, false).is_err(), is_failing, "{what}: {n}");
            assert_eq!(any.canonical(&at).is_err(), n == 13 && what == "canonical", "{what}: {n}");
            assert_eq!(any.to_text(&at).unwrap(), n.to_string());
        }
    }
    let texts = "def text(s): return 1 // 0 if s == 13 else str(s)\ndef parse(t): return int(t)\n\
        def show(s): return 1 // 0 if s == 13 else '*' * s\ndef label(s, t): return 1 // 0 if t == 13 else str(s - t)\n";
    let game = open(&format!("{SOURCE}{texts}"));
    for n in 0..41 {
        let at = key(&game, n);
        assert_eq!(game.as_dyn().to_text(&at).is_err(), n == 13);
        assert_eq!(game.as_dyn().picture(&at).is_err(), n == 13);
        assert_eq!(game.as_dyn().moves(&at, usize::MAX).is_err(), (14..17).contains(&n), "{n}");
    }
}

/// The contents of an answer, without the statistics of how it was found.
fn describe(answer: &Result<Answer, SolveError>) -> String {
    match answer {
        Ok(answer) => format!("{:?} {:?} {:?}", answer.position, answer.value, answer.moves),
        Err(SolveError::Rules(error)) => format!("{error}"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn threads_that_share_a_game_get_the_answers_of_one_thread() {
    const QUESTIONS: u64 = 3000;
    let game = open(BY_TWOS);
    let expected: Vec<String> = {
        let alone = open(BY_TWOS);
        (0..60).map(|n| describe(&Solver::new(&alone).solve(&key(&alone, n)))).collect()
    };
    for (n, expected_text) in (0..60).zip(&expected) {
        assert_eq!(expected_text.contains("at position 13"), n >= 13 && n % 2 == 1, "{n}: {expected_text}");
    }
    // Two of the threads keep what they have explored; two explore again for each position.
    let run = |seed: u64, is_fresh: bool| {
        let (mut solver, mut random) = (Solver::new(&game), fastrand::Rng::with_seed(seed));
        let (mut answered, mut failed) = (0, 0);
        for _ in 0..QUESTIONS {
            let n = random.u64(..60);
            if is_fresh || random.u8(..16) == 0 {
                solver = Solver::new(&game);
            }
            let answer = solver.solve(&key(&game, n));
            *(if answer.is_ok() { &mut answered } else { &mut failed }) += 1;
            assert_eq!(describe(&answer), expected[n as usize], "{n}");
        }
        (answered, failed)
    };
    let counts: Vec<(u64, u64)> = std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (1..5).map(|seed| scope.spawn(move || run(seed, seed > 2))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (answered, failed) = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(answered + failed == 4 * QUESTIONS && answered > QUESTIONS && failed > QUESTIONS, "{counts:?}");
}

#[test]
fn a_panic_a_limit_an_interrupt_and_failed_rules_are_four_errors() {
    let good = "def initial(): return 100000\ndef moves(s): return [s - k for k in [1, 2, 3] if k <= s]\n";
    let panicking = |_| panic!("the watcher failed");
    for threads in [1, 2, 4] {
        let limits = limits(threads);
        let limited = Limits { positions: Some(1000), ..limits };
        let stopped = Limits { stop: &|| true, ..limits };
        let watched = Limits { on_progress: &panicking, ..limits };
        let solve = |source: &str, limits| {
            let game = open(source);
            let start = game.as_dyn().start().unwrap();
            let built = solve_and_count(&game, Extent::From(&start), false, &limits).unwrap_err();
            (Solver::new(&game).limits(limits).solve(&start).unwrap_err(), built)
        };
        let (one, built) = solve(good, limited);
        assert!(matches!(one, SolveError::Run(RunError::Limit(LimitHit::Positions { limit: 1000, .. }))), "{one:?}");
        assert!(
            matches!(built, BuildError::Run(RunError::Limit(LimitHit::Positions { limit: 1000, .. }))),
            "{built:?}"
        );
        let (one, built) = solve(good, stopped);
        assert!(matches!(one, SolveError::Run(RunError::Interrupted { .. })), "{one:?}");
        assert!(matches!(built, BuildError::Run(RunError::Interrupted { .. })), "{built:?}");
        let (one, built) = solve(good, watched);
        assert!(
            matches!(&one, SolveError::Run(RunError::WorkerPanicked { message }) if message == "the watcher failed"),
            "{one:?}"
        );
        assert!(matches!(built, BuildError::Run(RunError::WorkerPanicked { .. })), "{built:?}");
        let (one, built) = solve(BY_TWOS, limits);
        assert!(matches!(one, SolveError::Rules(_)) && matches!(built, BuildError::Rules(_)), "{one:?} {built:?}");
    }
    // The explorer itself distinguishes a panic from an interrupt, too.
    let game = open(good);
    let mut explorer = Explorer::new(game.as_dyn(), false);
    let root = explorer.vertex(&game.as_dyn().start().unwrap());
    let watched = Limits { on_progress: &panicking, ..Limits::NONE };
    let error = explorer.reach(&[root], u64::MAX, &watched).unwrap_err();
    assert!(matches!(error, ExploreError::Run(RunError::WorkerPanicked { .. })), "{error:?}");
}

/// Each position alone stays below the memory limit of a session, but the positions of a session together do not.
#[test]
fn a_position_does_not_fail_for_what_others_took() {
    let limits = Limits { memory: Some(16 << 20), ..limits(1) };
    let large = "def large(s): return len('a' * 1000000 + str(s)) > 0\ndef initial(): return 60\n";
    for (what, body) in [
        ("moves", "def moves(s): return [s - k for k in [1, 2] if k <= s and large(s)]\n"),
        (
            "canonical",
            "def moves(s): return [s - k for k in [1, 2] if k <= s]\ndef canonical(s): return s if large(s) else 0\n",
        ),
        ("components", "def moves(s): return [Sum(s - k) for k in [1, 2] if k <= s and large(s)]\n"),
        (
            "labels",
            "def moves(s): return [s - k for k in range(1, 61)] if s == 60 else []\n\
             def label(s, t): return str(t) if large(t) else ''\n",
        ),
        (
            "texts",
            "def moves(s): return [s - k for k in range(1, 61)] if s == 60 else []\n\
             def text(s): return str(s) if large(s) else ''\ndef parse(t): return int(t)\n",
        ),
    ] {
        let game = open_within(&format!("{large}{body}"), &limits);
        let start = game.as_dyn().start().unwrap();
        let answer = Solver::new(&game).limits(limits).solve(&start);
        let answer = answer.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(answer.value.grundy.finite().is_some(), "{what}");
    }
}

/// If a larger limit could help, the error has the limit as data.
#[test]
fn an_exceeded_limit_is_in_the_error() {
    let memory = Limits { memory: Some(16 << 20), ..limits(1) };
    let source =
        "def initial(): return 1\ndef moves(s): return ['a' * 60000 + str(i) for i in range(2000)] if s == 1 else []\n";
    let game = open_within(source, &memory);
    let start = game.as_dyn().start().unwrap();
    match Solver::new(&game).limits(memory).solve(&start) {
        Err(SolveError::Rules(error)) => {
            let limit = Some(LimitHit::Memory { limit: 16 << 20, needed: (16 << 20) + 1 });
            assert!(
                error.is_limit() && error.limit() == limit.as_ref() && error.notes == ["at position 1"],
                "{error:?}"
            );
        }
        other => panic!("{other:?}"),
    }
    let few = Limits { positions: Some(50), ..limits(1) };
    let game = open_within("def initial(): return 100\ndef moves(s): return [Sum(s - 1)] if s else []\n", &few);
    let start = game.as_dyn().start().unwrap();
    match Solver::new(&game).limits(few).solve(&start) {
        // The components are more than the limit allows, so they are searched, and the search meets the limit.
        Err(SolveError::NoGrundy { stopped: RunError::Limit(LimitHit::Positions { limit: 50, .. }), .. }) => {}
        other => panic!("{other:?}"),
    }
}

/// A sum that exceeds the limits does not prevent answers about smaller ones.
#[test]
fn a_sum_too_large_fails_alone() {
    let source = "def initial(): return 5\n\
        def moves(s): return [Sum(k, s - k - t) for t in [1, 2] for k in range(s - t + 1)]\n";
    let game = open_within(source, &Limits { positions: Some(30), ..Limits::NONE });
    let theory = game.as_dyn().theory().expect("sums have values");
    let value = |n| theory.claim(&key(&game, n)).map(|claim| claim.grundy);
    // The values of Kayles.
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2];
    for small in 1..=10 {
        let error = value(60).expect_err("61 components are needed");
        let TheoryError::Rules(error) = error else { panic!("{error:?}") };
        assert!(matches!(error.limit(), Some(LimitHit::Positions { limit: 30, .. })), "{error:?}");
        assert_eq!(value(small), Ok(Grundy::Finite(Nimber(kayles[small as usize]))), "{small}");
    }
    assert!(value(25).is_ok());
}
