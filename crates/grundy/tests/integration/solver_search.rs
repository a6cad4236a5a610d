//! Holds the solver's answers on boards that it searches to complete solutions, and to themselves under limits.

use crate::common::open;
use grundy::catalog::{Connect4, OpenedGame};
use grundy::game::{Game, Tiered};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::play::Rng;
use grundy::solve::solve_tiered;
use grundy::solver::{SolveError, Solver};
use grundy::text::{Key, TextGame, WithText, WithoutText};
use grundy::{Play, Verdict};

/// The position of `game` after `plies` random moves; earlier if the game ends.
fn random_position(game: &Connect4, plies: usize, rng: &mut Rng) -> <Connect4 as Game>::Position {
    let mut at = TextGame::start(game).unwrap();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        if moves.is_empty() {
            break;
        }
        at = game.play(&at, &moves[rng.below(moves.len())]);
    }
    at
}

#[test]
fn searched_positions_and_moves_are_as_in_a_complete_solution() {
    let mut rng = Rng::new(7);
    for (columns, rows, plies) in [(5, 5, 11), (6, 4, 11), (7, 6, 28), (3, 8, 10), (10, 3, 19)] {
        let game = Connect4::new(columns, rows).unwrap();
        let opened = OpenedGame::from(WithText::new(game.clone()));
        let mut solver = Solver::new(&opened);
        for _ in 0..12 {
            let at = random_position(&game, plies, &mut rng);
            let solution =
                solve_tiered(&WithoutText(game.clone()), game.pack(&at), game.tier(&at), &Limits::NONE).unwrap();
            let verdict = |at: &_| solution.verdict(game.tier(at), game.pack(at)).unwrap();
            let text = game.to_text(&at);
            let answer = solver.solve(&opened.as_dyn().parse(&text).unwrap()).unwrap();
            assert_eq!(answer.value.verdict(), Some(verdict(&at)), "{text}");
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let listed = &answer.moves.unwrap().listed;
            assert_eq!(listed.len(), moves.len(), "{text}");
            for column in moves {
                let option = game.play(&at, &column);
                let made = listed.iter().find(|made| made.text == game.move_text(&at, &column)).unwrap();
                assert_eq!(made.after_value.verdict(), Some(verdict(&option)), "{text} {}", made.text);
            }
        }
    }
}

/// The start of the board of 7 columns by 6 rows.
fn start() -> (OpenedGame, Key) {
    let game = open("connect4:7x6", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    (game, start)
}

#[test]
fn limits_end_a_search_with_what_is_proved() {
    let (game, start) = start();
    let limits = Limits { positions: Some(100_000), ..Limits::NONE };
    for _ in 0..2 {
        let error = Solver::new(&game).limits(limits).solve(&start).unwrap_err();
        let SolveError::Undecided(searched) = &error else { panic!("{error}") };
        assert_eq!(searched.verdict(), None);
        let Some(RunError::Limit(LimitHit::Positions { limit: 100_000, needed })) = searched.stopped else {
            panic!("{searched:?}")
        };
        assert!((100_001..300_000).contains(&needed), "{needed}");
        assert!(error.to_string().starts_with("the position was not decided within the limits"), "{error}");
    }
    let limits = Limits { stop: &|| true, ..Limits::NONE };
    let error = Solver::new(&game).limits(limits).solve(&start).unwrap_err();
    assert!(
        matches!(&error, SolveError::Undecided(searched) if matches!(searched.stopped, Some(RunError::Interrupted { .. })))
    );
    let limits = Limits { memory: Some(10), ..Limits::NONE };
    let error = Solver::new(&game).limits(limits).solve(&start).unwrap_err();
    assert!(matches!(error, SolveError::Run(RunError::Limit(LimitHit::Memory { limit: 10, .. }))), "{error}");
}

/// A position whose value is proved at once, with a move that is not: the error says what is proved.
#[test]
fn moves_that_were_not_searched_leave_the_value() {
    let (game, _) = start();
    let at = game.as_dyn().parse("121212").unwrap();
    let limits = Limits { positions: Some(10_000), ..Limits::NONE };
    let error = Solver::new(&game).limits(limits).solve(&at).unwrap_err();
    let SolveError::Undecided(searched) = &error else { panic!("{error}") };
    assert_eq!(searched.verdict().map(Verdict::outcome), Some(grundy::Outcome::Win));
    let start = "the position is a win in 1 move, but not all of its moves were searched: ";
    assert!(error.to_string().starts_with(start), "{error}");
    let alone = Solver::new(&game).limits(limits).without_moves().solve(&at).unwrap();
    assert_eq!(alone.value.verdict(), searched.verdict());
}

#[test]
fn columns_are_a_position() {
    let game = open("connect4:7x6", Play::Normal);
    let parse = |text: &str| game.as_dyn().parse(text);
    let at = parse("4453").unwrap();
    assert_eq!(game.as_dyn().to_text(&at).unwrap(), "......./......./......./......./...O.../..OXX..");
    for (text, place, message) in [
        ("4484", 2..3, "there is no column 8"),
        ("440", 2..3, "there is no column 0"),
        ("44444444", 6..7, "column 4 is full before this move"),
        ("12121217", 7..8, "the game was over before this move"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (place, message), "{text}");
    }
}
