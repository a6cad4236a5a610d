//! Holds the nimber search of Cram and Node Kayles to published values, and to values that are computed from their definition.

use crate::common::open;
use grundy::answer::Note;
use grundy::catalog::{Cram, NodeKayles, OpenedGame};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::play::{Rng, Skill};
use grundy::solve::NimberSearch;
use grundy::solver::{SolveError, Solver};
use grundy::text::{DynComponents, TextGame, WithText};
use grundy::{Game, Nimber, Outcome, Play, mex};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
        random_positions(Cram::new(rows, columns, Play::Normal).unwrap(), (rows * columns) as u32, 700, rows);
        random_positions(
            Cram::new(rows, columns, Play::Normal).unwrap().without_symmetry(),
            (rows * columns) as u32,
            200,
            columns,
        );
    }
}

#[test]
fn random_node_kayles_positions() {
    for (rows, columns) in
        [(1, 1), (2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (3, 6), (6, 3), (4, 5), (3, 7), (2, 10), (1, 20)]
    {
        random_positions(NodeKayles::new(rows, columns, Play::Normal).unwrap(), (rows * columns) as u32, 700, rows);
    }
}

#[test]
fn published_values_of_cram() {
    for line in include_str!("../golden/cram-values.csv").lines().skip(2) {
        let [rows, columns, expected] = line.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u64>>()[..] else {
            panic!("{line}")
        };
        // The largest boards take long without optimization, and so do those with two even sides, whose values are known without a search.
        if cfg!(debug_assertions) && rows * columns > 30 {
            continue;
        }
        for threads in [1, 2] {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            let game = Cram::new(rows, columns, Play::Normal).unwrap();
            let is_known = rows % 2 == 0 && columns % 2 == 0;
            let game = WithText::new(if is_known && rows * columns <= 24 { game.without_symmetry() } else { game });
            let start = game.key(&game.game().start().unwrap());
            let search = NimberSearch::new(game.game(), &limits);
            assert_eq!(search.value(&start, &limits).unwrap(), Nimber(expected), "{rows}x{columns}");
        }
    }
}

#[test]
fn answers_have_values_of_all_moves() {
    let game = open("cram:3x5", Play::Normal);
    let reference = Cram::new(3, 5, Play::Normal).unwrap();
    let mut values = HashMap::new();
    for text in ["...............", "..#../...../.....", "#####/...../.....", "###############"] {
        let at = game.as_dyn().parse(text).unwrap();
        let answer = Solver::new(&game).solve(&at).unwrap();
        assert_eq!(answer.value.grundy.finite(), Some(value(&reference, &reference.parse(text).unwrap(), &mut values)));
        assert!(answer.value.remoteness.is_some(), "{text}");
        for made in answer.moves.unwrap().listed {
            let expected = value(&reference, &reference.parse(&made.after).unwrap(), &mut values);
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
fn what_is_proved_of_a_summand_is_not_said_of_the_sum() {
    let limits = Limits { positions: Some(5_000), threads: NonZeroUsize::new(1), ..Limits::NONE };
    // The first player wins the board, and by a value that is not known: so nothing is known of the sums.
    for sum in ["cram:7x8 + nim 5", "nim 5 + cram:7x8", "cram:7x8 + cram:7x8"] {
        let game = open(sum, Play::Normal);
        let start = game.as_dyn().start().unwrap();
        let error = Solver::new(&game).limits(limits).solve(&start).unwrap_err();
        let SolveError::NoGrundy { outcome: None, grundy: None, .. } = &error else { panic!("{sum}: {error}") };
        assert!(error.to_string().starts_with("the position was not decided"), "{error}");
        assert!(Solver::new(&game).limits(limits).reason(&start).is_err_and(|reason| reason == error), "{sum}");
    }
}

#[test]
fn an_error_says_what_is_proved_of_the_position_and_not_of_an_option() {
    let game = open("cram:5x6", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    let (mut without_value, mut with_value) = (0, 0);
    // Each run goes on for longer, so that one of them ends.
    for most in std::iter::successors(Some(1), |most| Some(most * 2)) {
        let calls = AtomicU64::new(0);
        let stop = || calls.fetch_add(1, Relaxed) >= most;
        let limits = Limits { stop: &stop, threads: NonZeroUsize::new(1), ..Limits::NONE };
        match Solver::new(&game).limits(limits).solve(&start) {
            Ok(answer) => {
                assert_eq!(answer.value.grundy.finite(), Some(Nimber(2)));
                break;
            }
            Err(SolveError::NoGrundy { outcome, grundy: None, .. }) => {
                assert!(outcome.is_none_or(|outcome| outcome == Outcome::Win), "{outcome:?}");
                without_value += 1;
            }
            // The search of the position ended, and that of an option was interrupted.
            Err(SolveError::NoGrundy { outcome, grundy, .. }) => {
                assert_eq!((outcome, grundy), (Some(Outcome::Win), Some(Nimber(2))));
                with_value += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(without_value > 0 && with_value > 0, "{without_value} {with_value}");
}

#[test]
fn few_options_are_searched_for_a_short_list_of_moves() {
    let game = open("cram:5x5", Play::Normal);
    // A lost board, and one that is won.
    for (text, outcome) in
        [("...../...../...../...../.....", Outcome::Loss), ("...../...../..#../..#../.....", Outcome::Win)]
    {
        let at = game.as_dyn().parse(text).unwrap();
        let limits = Limits { positions: Some(50_000), threads: NonZeroUsize::new(1), ..Limits::NONE };
        let enough = Limits { positions: Some(2_000_000), ..limits };
        let all = Solver::new(&game).limits(enough).solve(&at).unwrap().moves.unwrap();
        let one = Solver::new(&game).limits(limits).max_moves(1).solve(&at).unwrap().moves.unwrap();
        assert_eq!((all.listed.len(), one.listed.len()), (all.total.clone().try_into().unwrap(), 1));
        assert_eq!((one.total, one.listed[0].outcome), (all.total, outcome));
        assert!(all.listed.iter().any(|made| made.text == one.listed[0].text && made.outcome == outcome));
    }
}

#[test]
fn misere_play_is_solved_without_components() {
    fn is_won<G: TextGame>(game: &G, at: &G::Position) -> bool {
        let mut options = Vec::new();
        Game::options(game, at, &mut options);
        options.is_empty() || options.iter().any(|option| !is_won(game, option))
    }
    for (rows, columns) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4)] {
        let (cram, kayles) =
            (Cram::new(rows, columns, Play::Misere).unwrap(), NodeKayles::new(rows, columns, Play::Misere).unwrap());
        let expected =
            [is_won(&cram, &TextGame::start(&cram).unwrap()), is_won(&kayles, &TextGame::start(&kayles).unwrap())];
        for (name, is_won) in ["cram", "node-kayles"].into_iter().zip(expected) {
            let game = open(&format!("{name}:{rows}x{columns}"), Play::Misere);
            let answer = Solver::new(&game).solve(&game.as_dyn().start().unwrap()).unwrap();
            assert_eq!(answer.value.outcome == Outcome::Win, is_won, "{name}:{rows}x{columns}");
            assert_eq!((answer.play, answer.value.grundy.finite()), (Play::Misere, None));
            assert!(!Solver::new(&game).save_components(&mut Vec::new()).unwrap(), "no search over components");
        }
    }
}

#[test]
fn games_without_components_have_no_cache() {
    let game = open("nim", Play::Normal);
    assert!(!Solver::new(&game).save_components(&mut Vec::new()).unwrap());
    assert_eq!(Solver::new(&game).load_components(&mut &[][..]).unwrap(), None);
}

/// What is proved of moves when a search of components ends agrees with a run that has no limits; and the opponent uses it.
#[test]
fn the_computer_plays_by_what_is_proved_of_components() {
    let game = open("cram:5x5", Play::Normal);
    let at = game.as_dyn().parse("...../...../..#../..#../.....").unwrap();
    let all = Solver::new(&game).solve(&at).unwrap().moves.unwrap().listed;
    let value = |text: &str| all.iter().find(|made| made.text == text).unwrap().after_value.grundy.finite();
    let (mut informative, mut winning) = (0, 0);
    for most in [50, 500, 2_000, 5_000, 8_000, 12_000, 20_000] {
        let limits = Limits { positions: Some(most), threads: NonZeroUsize::new(1), ..Limits::NONE };
        let mut solver = Solver::new(&game).limits(limits);
        let Err(error) = solver.solve(&at) else { continue };
        let partial = solver.partial_answer(&at, &error).unwrap().unwrap();
        let moves = partial.moves.unwrap().listed;
        assert_eq!(moves.len(), all.len());
        for made in &moves {
            let expected = value(&made.text);
            assert!(made.proved.grundy.is_none_or(|value| Some(value) == expected), "{made:?}");
            let outcome = made.bounds().outcome();
            assert!(
                outcome.is_none_or(|outcome| (outcome == Outcome::Win) == (expected == Some(Nimber(0)))),
                "{made:?}"
            );
            informative += u32::from(outcome.is_some());
        }
        let reply = grundy::play::reply(&mut solver, &at, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
        if moves[0].bounds().outcome() == Some(Outcome::Win) {
            assert_eq!(partial.proved.bounds.outcome(), Some(Outcome::Win));
            assert_eq!(value(&reply.chosen.text), Some(Nimber(0)), "{reply:?}");
            assert_eq!(reply.notes, [Note::new("the move is proved to be a win, and no move has a better outcome")]);
            assert!(reply.is_best);
            winning += 1;
        }
    }
    assert!(informative > 0 && winning > 0, "{informative} {winning}");
}

/// A summand whose value theory gives, and one of which a search has proved the values of some options.
#[test]
fn what_is_proved_of_summands_is_said_of_the_moves_of_the_sum() {
    let limits = Limits { positions: Some(5_000), threads: NonZeroUsize::new(1), ..Limits::NONE };
    let game = open("cram:7x8 + nim 5", Play::Normal);
    let at = game.as_dyn().start().unwrap();
    let mut solver = Solver::new(&game).limits(limits);
    let error = solver.solve(&at).unwrap_err();
    let partial = solver.partial_answer(&at, &error).unwrap().unwrap();
    assert_eq!(partial.proved.bounds.outcome(), None);
    let moves = partial.moves.unwrap().listed;
    let proved: Vec<_> = moves.iter().filter_map(|made| Some((made.text.as_str(), made.proved.grundy?))).collect();
    // The move in the middle of the board leaves two equal halves, of value 0, beside the heap of 5.
    assert!(proved.contains(&("cram:7x8: d4 e4", Nimber(5))), "{proved:?}");
    assert!(
        moves
            .iter()
            .filter(|made| made.proved.grundy.is_some())
            .all(|made| made.bounds().outcome() == Some(Outcome::Loss))
    );
    // A move that is proved to lose comes after those of which nothing is proved.
    let reply = grundy::play::reply(&mut solver, &at, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert!(proved.iter().all(|(text, _)| *text != reply.chosen.text), "{reply:?}");
}
