//! What a game tells of its theory, so that nobody has to match its name: its code, its cold pairs, its own search for a period.

use grundy::catalog::{self, ENTRIES, OpenedGame};
use grundy::heap::octal::{Code, Game};
use grundy::limits::Limits;
use grundy::solver::{self, PERIOD_MEMORY, PeriodError};
use grundy::text::Theory;
use grundy::theory::SearchEnd;
use grundy::{Outcome, Play};

fn open(game: &str, play: Play) -> OpenedGame {
    catalog::open(game, play, &Limits::NONE).unwrap()
}

fn theory(game: &OpenedGame) -> &dyn Theory {
    game.as_dyn().theory().expect("a game with theory")
}

#[test]
fn take_and_break_games_name_their_code() {
    let codes = [
        ("kayles", Game::Code(Code::KAYLES)),
        ("dawsons-kayles", Game::Code(Code::DAWSONS_KAYLES)),
        ("dawsons-chess", Game::Code(Code::DAWSONS_CHESS)),
        ("officers", Game::Code(Code::OFFICERS)),
        ("treblecross", Game::Code(Code::TREBLECROSS)),
        ("grundys-game", Game::Grundy),
        ("octal:0.137", Game::Code(Code::DAWSONS_CHESS)),
    ];
    for (game, code) in &codes {
        let name = theory(&open(game, Play::Normal)).take_and_break().unwrap();
        assert_eq!((Game::from_name(&name).as_ref(), name), (Some(code), code.to_string()), "{game}");
    }
    for example in ENTRIES.iter().filter_map(|entry| entry.example()) {
        let game = open(example, Play::Normal);
        let name = game.as_dyn().theory().and_then(Theory::take_and_break);
        assert_eq!(name.is_some(), codes.iter().any(|(game, _)| *game == example), "{example}");
    }
}

#[test]
fn cold_pairs_are_the_lost_pairs() {
    let game = open("wythoff", Play::Normal);
    let pairs: Vec<(u64, u64)> = (0..12)
        .map(|index| theory(&game).cold_pair(index).unwrap())
        .map(|(small, large)| (u64::try_from(small).unwrap(), u64::try_from(large).unwrap()))
        .collect();
    for small in 0..20 {
        for large in small..20 {
            let at = game.as_dyn().parse(&format!("{small} {large}")).unwrap();
            let is_lost = theory(&game).claim(&at).unwrap().outcome == Outcome::Loss;
            assert_eq!(is_lost, pairs.contains(&(small, large)), "{small} {large}");
        }
    }
    for (game, play) in [("wythoff", Play::Misere), ("nim", Play::Normal), ("moore:2", Play::Normal)] {
        assert_eq!(theory(&open(game, play)).cold_pair(3), None, "{game}");
    }
}

#[test]
fn a_search_for_a_period_keeps_its_limits() {
    let game = open("octal:0.16", Play::Normal);
    let found = theory(&game).search_period(None, &Limits::NONE).unwrap().unwrap();
    assert_eq!(found.proved().map(|period| (period.period(), period.preperiod())), Some((149_459, 105_351)));
    assert_eq!(Ok(found), solver::period(&game, None, &Limits::NONE));
    let few = theory(&game).search_period(Some(1000), &Limits::NONE).unwrap().unwrap();
    assert_eq!((few.ended, few.heaps), (SearchEnd::Limit, 1000));
    let stop = || true;
    let stopped = theory(&game).search_period(None, &Limits { stop: &stop, ..Limits::NONE }).unwrap().unwrap();
    assert_eq!((stopped.ended, stopped.period), (SearchEnd::Stopped, None));
    let little = Limits { memory: Some(PERIOD_MEMORY - 1), ..Limits::NONE };
    let refused = theory(&game).search_period(None, &little);
    assert_eq!(refused, Some(Err(PeriodError::Memory { allowed: PERIOD_MEMORY - 1 })));
    // A formula needs no memory.
    assert!(theory(&open("nim", Play::Normal)).search_period(None, &little).unwrap().unwrap().proved().is_some());
    assert_eq!(
        theory(&open("kayles", Play::Misere)).search_period(None, &Limits::NONE),
        Some(Err(PeriodError::Misere))
    );
    assert_eq!(theory(&open("king", Play::Normal)).search_period(None, &Limits::NONE), None);
}
