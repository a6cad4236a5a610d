//! Holds the solver's answers on boards that it searches to complete solutions, and to themselves under limits.

use crate::common::open;
use grundy::answer::Searched;
use grundy::catalog::{Connect4, OpenedGame};
use grundy::game::{Game, Tiered};
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::play::{Rng, Skill, reply};
use grundy::solve::solve_tiered;
use grundy::solver::{SolveError, Solver};
use grundy::text::{Key, ParseError, TextGame, WithText, WithoutText};
use grundy::value::Undefined;
use grundy::{Grundy, Outcome, Play, Remoteness, Verdict};

/// The position of `game` after `plies` random moves; earlier if the game ends.
pub(crate) fn random_position(game: &Connect4, plies: usize, rng: &mut Rng) -> <Connect4 as Game>::Position {
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

/// The verdict as both bounds.
fn exact(verdict: Verdict) -> i64 {
    Searched::proved(verdict).order().0
}

#[test]
fn what_is_proved_of_moves_when_a_search_ends_is_true() {
    let mut rng = Rng::new(3);
    let game = Connect4::new(7, 4).unwrap();
    let opened = OpenedGame::from(WithText::new(game.clone()));
    let mut ended = 0;
    for _ in 0..8 {
        let at = random_position(&game, 9, &mut rng);
        let solution = solve_tiered(&WithoutText(game.clone()), game.pack(&at), game.tier(&at), &Limits::NONE).unwrap();
        let key = opened.as_dyn().parse(&game.to_text(&at)).unwrap();
        let limits = Limits { positions: Some(1), ..Limits::NONE };
        let mut solver = Solver::new(&opened).limits(limits);
        ended += u32::from(solver.solve(&key).is_err());
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        for option in moves.iter().map(|column| game.play(&at, column)).chain([at]) {
            let verdict = solution.verdict(game.tier(&option), game.pack(&option)).unwrap();
            let searched = solver.proved(&opened.as_dyn().parse(&game.to_text(&option)).unwrap()).unwrap().bounds;
            let (least, most) = searched.order();
            assert!((least..=most).contains(&exact(verdict)), "{} {searched:?} {verdict:?}", game.to_text(&option));
            let (least, most) = searched.before_move(false).order();
            let before = Searched::proved(verdict).before_move(false);
            assert!((least..=most).contains(&before.order().0), "{searched:?} {verdict:?}");
        }
    }
    assert!(ended > 1, "{ended} searches were ended");
}

#[test]
fn the_computer_plays_by_what_is_proved() {
    let (game, start) = start();
    let limits = Limits { positions: Some(9_000_000), ..Limits::NONE };
    let reply =
        reply(&mut Solver::new(&game).limits(limits), &start, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert!(reply.known.is_none());
    // Allen 1988: the middle column wins, those beside it draw, and the others lose.
    let (chosen, proved) = (&reply.chosen.text, reply.proved.unwrap().bounds.before_move(false));
    let truth = match chosen.as_str() {
        "d" => Outcome::Win,
        "c" | "e" => Outcome::Draw,
        _ => Outcome::Loss,
    };
    assert!((proved.at_least.outcome()..=proved.at_most.outcome()).contains(&truth), "{chosen} {proved}");
    assert!(reply.notes[0].text.starts_with("the position is not solved, and "), "{:?}", reply.notes);
    let random = Skill::new(0.0).unwrap();
    let reply = grundy::play::reply(
        &mut Solver::new(&game).limits(Limits { positions: Some(1000), ..limits }),
        &start,
        random,
        &mut Rng::new(1),
    );
    assert!(reply.unwrap().unwrap().notes[0].text.contains("chosen at random"));
}

/// A position whose value is proved at once, with a move that is not: the error says what is proved.
#[test]
fn moves_that_were_not_searched_leave_the_value() {
    let (game, _) = start();
    let at = game.as_dyn().parse("121212").unwrap();
    let limits = Limits { positions: Some(10_000), ..Limits::NONE };
    let error = Solver::new(&game).limits(limits).solve(&at).unwrap_err();
    let SolveError::Undecided(searched) = &error else { panic!("{error}") };
    assert_eq!(searched.verdict().map(Verdict::outcome), Some(Outcome::Win));
    let start = "the position is a win in 1 move, but not all of its moves were searched: ";
    assert!(error.to_string().starts_with(start), "{error}");
    let alone = Solver::new(&game).limits(limits).without_moves().solve(&at).unwrap();
    assert_eq!(alone.value.verdict(), searched.verdict());
}

/// A game that is neither small nor provides a search of its own.
#[test]
fn a_game_too_large_to_enumerate_is_searched() {
    let game = open("mnk:6,5,4", Play::Normal);
    let start = game.as_dyn().start().unwrap();
    let limits = Limits { positions: Some(1_000_000), ..Limits::NONE };
    let answer = Solver::new(&game).limits(limits).without_moves().solve(&start).unwrap();
    // Van den Herik, Uiterwijk and van Rijswijck 2002: the first player wins on 6 by 5.
    assert_eq!(answer.value.verdict(), Some(Verdict::Win(Remoteness(11))));
    assert_eq!(answer.method, "search of the position and of its moves");
    assert_eq!(answer.value.grundy, Grundy::Undefined(Undefined::Partizan));
    // The small limit ends the search of a move.
    let limits = Limits { positions: Some(5_000), ..Limits::NONE };
    let mut solver = Solver::new(&game).limits(limits);
    let at = game.as_dyn().parse("O...../XXX.../....O./....../..O...").unwrap();
    let error = solver.solve(&at).unwrap_err();
    let SolveError::Undecided(searched) = &error else { panic!("{error}") };
    assert_eq!(searched.verdict(), Some(Verdict::Win(Remoteness(1))));
    assert!(matches!(searched.stopped, Some(RunError::Limit(LimitHit::Positions { limit: 5_000, .. }))), "{error}");
    let reply = reply(&mut solver, &at, Skill::PERFECT, &mut Rng::new(1)).unwrap().unwrap();
    assert!(reply.notes[0].text.contains("the move is proved to be a win in 1 move"), "{:?}", reply.notes);
}

/// An answer found by search equals that of the enumeration, position by position and move by move.
#[test]
fn searched_answers_are_as_enumerated() {
    let mut searched = 0;
    for name in ["kalah:4,3", "mnk:4,4,4"] {
        let game = open(name, Play::Normal);
        let mut at = game.as_dyn().start().unwrap();
        let (mut enumerates, mut rng) = (Solver::new(&game), Rng::new(5));
        for _ in 0..9 {
            let expected = enumerates.solve(&at).unwrap();
            let limits = Limits { positions: Some(200_000), ..Limits::NONE };
            if let Ok(answer) = Solver::new(&game).limits(limits).solve(&at) {
                searched += u32::from(answer.method != expected.method);
                assert_eq!(answer.value, expected.value);
                assert_eq!(answer.moves, expected.moves);
            }
            let moves = game.as_dyn().moves(&at, usize::MAX).unwrap().moves;
            if moves.is_empty() {
                break;
            }
            at = moves[rng.below(moves.len())].option.clone();
        }
    }
    assert!(searched > 3, "{searched}");
}

#[test]
fn games_that_cannot_be_searched_are_enumerated_as_before() {
    // Misère play of heaps has a theory that does not reach this position.
    let game = open("octal:0.37", Play::Misere);
    let at = game.as_dyn().parse("500").unwrap();
    let limits = Limits { positions: Some(1_000), ..Limits::NONE };
    let error = Solver::new(&game).limits(limits).solve(&at).unwrap_err();
    assert!(matches!(error, SolveError::Run(RunError::Limit(LimitHit::Positions { limit: 1_000, .. }))), "{error}");
    // A graph that never ends: no search answers it, and its size is the error.
    let text: String = (0..3000).map(|v| format!("{v} {}\n{v} {}\n", (v + 1) % 3000, (v + 7) % 3000)).collect();
    let game = crate::common::graph(&text, Play::Normal);
    let OpenedGame::Graph(graph) = game else { panic!("a graph") };
    let own = OpenedGame::Own(graph);
    let limits = Limits { positions: Some(1_000), ..Limits::NONE };
    let error = Solver::new(&own).limits(limits).solve(&own.as_dyn().parse("5").unwrap()).unwrap_err();
    assert!(matches!(error, SolveError::Run(RunError::Limit(LimitHit::Positions { limit: 1_000, .. }))), "{error}");
}

/// A counter that two players increase for ever.
struct Counter;

impl Game for Counter {
    type Position = u64;
    type Move = u64;

    fn moves(&self, _at: &u64, out: &mut Vec<u64>) {
        out.extend([1, 2]);
    }

    fn play(&self, at: &u64, by: &u64) -> u64 {
        at + by
    }
}

impl TextGame for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn parse(&self, text: &str) -> Result<u64, ParseError> {
        Ok(text.parse().expect("a number"))
    }

    fn to_text(&self, at: &u64) -> String {
        at.to_string()
    }

    fn move_text(&self, _at: &u64, by: &u64) -> String {
        by.to_string()
    }

    fn encode(&self, at: &u64, out: &mut Vec<u8>) {
        out.extend(at.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| bytes[i]))
    }
}

#[test]
fn a_search_that_needs_more_and_more_memory_ends() {
    let game = OpenedGame::from(WithText::new(Counter));
    let at = game.as_dyn().parse("0").unwrap();
    for threads in [1, 2] {
        let error = Solver::new(&game).threads(threads).memory(16 << 20).solve(&at).unwrap_err();
        assert!(matches!(error, SolveError::Run(RunError::Limit(LimitHit::Memory { .. }))), "{error}");
    }
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
    let wide = open("connect4:10x2", Play::Normal);
    let parse = |text: &str| wide.as_dyn().parse(text);
    for text in ["10 9 1", "10,9,1"] {
        assert_eq!(wide.as_dyn().to_text(&parse(text).unwrap()).unwrap(), "........../X.......OX", "{text}");
    }
    for (text, place, message) in [
        ("1 11", 2..4, "there is no column 11"),
        ("123", 0..3, "there is no column 123"),
        ("1 999 2", 2..5, "there is no column 999"),
        ("10 10 10", 6..8, "column 10 is full before this move"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (place, message), "{text}");
    }
}
