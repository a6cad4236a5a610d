//! Holds the search of single positions to complete solutions: of random graphs, and of the small games of the catalogue.

use crate::common::{naive, open, random};
use grundy::answer::Searched;
use grundy::catalog::{Marks, Mnk};
use grundy::game::{Game, Player, Tiered};
use grundy::graph::Explorer;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::solve::{self, SearchError, SearchOptions, Searcher, TieredSolution, solve_tiered};
use grundy::text::{DynGame, ParseError, TextGame, WithText, WithoutText};
use grundy::{Outcome, Play, Remoteness, Verdict, Vertex};
use random::Drawing;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The smallest table.
const SMALLEST: SearchOptions = SearchOptions { table_bytes: 0 };

fn with_threads(threads: usize) -> Limits<'static> {
    Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE }
}

/// Searches every position of a drawing with one searcher; returns the numbers of answers and of refusals.
fn compare(drawing: &Drawing, options: SearchOptions) -> (usize, usize) {
    let expected = naive::solve(drawing, 0..drawing.vertices);
    let game = WithText::new(drawing.clone());
    let mut searcher = Searcher::with_options(&game, options);
    let (mut answers, mut refusals) = (0, 0);
    for (at, value) in expected.all() {
        match searcher.value(&game.key(at), &with_threads(1)) {
            Ok(found) => {
                assert_eq!((found.verdict(), found.stopped), (value.verdict(), None), "{at} of {drawing:?}");
                answers += 1;
            }
            Err(SearchError::Recurs { position }) => {
                assert!(drawing.has_cycle(), "{position} does not recur in {drawing:?}");
                // Wins and losses of so small a graph are proved in spite of the cycles.
                assert_eq!(value.verdict(), Some(Verdict::Draw), "{at} of {drawing:?}");
                assert!(drawing.moves.iter().any(|m| m.0.to_string() == position));
                refusals += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    (answers, refusals)
}

#[test]
fn positions_of_random_graphs_are_solved_or_refused() {
    let (mut answers, mut refusals, mut acyclic) = (0, 0, 0);
    for (i, drawing) in random::fixed(random::drawings(12), 400).enumerate() {
        let options = if i % 2 == 0 { SearchOptions::default() } else { SMALLEST };
        let (answered, refused) = compare(&drawing, options);
        (answers, refusals) = (answers + answered, refusals + refused);
        acyclic += usize::from(!drawing.has_cycle());
    }
    assert!(answers > 1_200 && refusals > 120 && acyclic > 100, "{answers} {refusals} {acyclic}");
}

/// The searchers of a game: with a large table, and with the smallest one.
fn searchers(game: &dyn DynGame) -> [Searcher<'_>; 2] {
    [Searcher::new(game), Searcher::with_options(game, SMALLEST)]
}

/// Compares the search with the values of all positions that can be reached from the start; by one searcher, and every `step`-th position
/// by one with the smallest table. Returns the number of positions.
fn as_enumerated(name: &str, step: usize) -> usize {
    let opened = open(name, Play::Normal);
    let game = opened.as_dyn();
    let mut explorer = Explorer::new(game, false);
    let roots: Vec<Vertex> = game.starts().iter().map(|start| explorer.vertex(start)).collect();
    let reachable = explorer.reach(&roots, u64::MAX, &Limits::NONE).unwrap();
    let solved = solve::solve(&explorer.take_graph(&reachable), &Limits::NONE).unwrap();
    let [mut large, mut small] = searchers(game);
    for i in 0..reachable.len() {
        let at = explorer.key(Vertex(i as u32));
        let expected = Some(solved.verdict(Vertex(i as u32)));
        let check = |searcher: &mut Searcher<'_>| {
            let found = searcher.value(&at, &with_threads(1)).unwrap();
            assert_eq!((found.verdict(), found.stopped), (expected, None), "{name} {}", game.to_text(&at).unwrap());
        };
        check(&mut large);
        if i % step == 0 {
            check(&mut small);
        }
    }
    reachable.len()
}

#[test]
fn positions_of_small_games_are_as_enumerated() {
    let games = [
        ("tictactoe", 1),
        ("mnk:3,3,3", 1),
        ("mnk:4,3,3", 50),
        ("mnk:4,3,4", 50),
        ("mnk:2,5,2", 1),
        ("mnk:1,7,3", 1),
        ("connect4:4x3", 5),
        ("kalah:2,2", 1),
        ("kalah:3,1", 1),
        ("kalah:2,3,nobody", 3),
        ("kalah:3,2,emptier", 7),
        ("kalah:2,4,empty-capture", 3),
        ("chomp:4,5", 1),
        ("kalah:4,2,nobody", 500),
        // Whoever completes a box moves again.
        ("dots-and-boxes:2x2", 100),
        ("dots-and-boxes:1x4", 100),
        ("hex:3", 10),
        ("domineering:3x4", 10),
        ("domineering:4x4", 100),
    ];
    let positions: usize = games.into_iter().map(|(name, step)| as_enumerated(name, step)).sum();
    assert!(positions > 150_000, "{positions} positions");
}

#[test]
fn positions_of_larger_games_are_as_enumerated() {
    let games = [("connect4:4x4", 5000), ("kalah:3,3", 5000), ("mnk:4,4,3", 20_000)];
    let positions: usize = games.into_iter().map(|(name, step)| as_enumerated(name, step)).sum();
    assert!(positions > 200_000, "{positions} positions");
}

/// Boards that are not tiered are searched by the keys of their positions.
#[test]
fn both_backends_agree() {
    struct Untiered(Mnk);
    impl Game for Untiered {
        type Position = Marks;
        type Move = u8;
        fn moves(&self, at: &Marks, out: &mut Vec<u8>) {
            self.0.moves(at, out);
        }
        fn play(&self, at: &Marks, m: &u8) -> Marks {
            self.0.play(at, m)
        }
        fn terminal(&self, at: &Marks) -> Outcome {
            self.0.terminal(at)
        }
        fn player(&self, at: &Marks) -> Option<Player> {
            self.0.player(at)
        }
    }
    impl TextGame for Untiered {
        fn name(&self) -> &str {
            "untiered"
        }
        fn parse(&self, text: &str) -> Result<Marks, ParseError> {
            self.0.parse(text)
        }
        fn to_text(&self, at: &Marks) -> String {
            self.0.to_text(at)
        }
        fn move_text(&self, at: &Marks, m: &u8) -> String {
            self.0.move_text(at, m)
        }
        fn encode(&self, at: &Marks, out: &mut Vec<u8>) {
            self.0.encode(at, out);
        }
        fn decode(&self, bytes: &[u8]) -> Marks {
            self.0.decode(bytes)
        }
    }
    let mnk = Mnk::new(4, 3, 3).unwrap();
    let table = tiered_solution(&mnk);
    let (plain, hinted) = (WithText::new(Untiered(mnk.clone())), WithText::new(mnk.clone()));
    let [mut plainly, mut hints] = [Searcher::new(&plain), Searcher::new(&hinted)];
    for (_, word, verdict) in table.all().step_by(3) {
        let at = hinted.key(&mnk.unpack(word));
        for searcher in [&mut plainly, &mut hints] {
            assert_eq!(searcher.value(&at, &with_threads(1)).unwrap().verdict(), Some(verdict));
        }
    }
    assert!(hints.positions_visited() < plainly.positions_visited());
}

fn tiered_solution(game: &Mnk) -> TieredSolution {
    let start = TextGame::start(game).unwrap();
    solve_tiered(&WithoutText(game.clone()), game.pack(&start), game.tier(&start), &Limits::NONE).unwrap()
}

/// The static bounds of an m,n,k-game hold in every position.
#[test]
fn bounds_without_a_search_are_true() {
    for (columns, rows, length) in [(3, 3, 3), (4, 3, 3), (4, 3, 4), (3, 4, 2), (2, 3, 5), (5, 2, 1)] {
        let game = Mnk::new(columns, rows, length).unwrap();
        let score = |verdict| Searched::proved(verdict).order().0;
        for (_, word, verdict) in tiered_solution(&game).all() {
            let at = game.unpack(word);
            let [worst, best] = TextGame::bounds(&game, &at).unwrap().map(score);
            assert!((worst..=best).contains(&score(verdict)), "{} {verdict:?}", game.to_text(&at));
        }
    }
}

/// Positions of a board with too many positions for a test, each searched with other tables and threads.
#[test]
fn tables_and_threads_change_no_answer() {
    let opened = open("mnk:5,4,4", Play::Normal);
    let kalah = open("kalah:4,3", Play::Normal);
    for (game, text) in [(&opened, "...../.X.../..O../....."), (&opened, "...X./.X.../..O../...O."), (&kalah, "")] {
        let game = game.as_dyn();
        let at = if text.is_empty() { game.start().unwrap() } else { game.parse(text).unwrap() };
        let expected = Searcher::new(game).value(&at, &with_threads(1)).unwrap();
        assert!(expected.verdict().is_some());
        for threads in [1, 2, 4] {
            for table_bytes in [1 << 16, 1 << 24] {
                let mut searcher = Searcher::with_options(game, SearchOptions { table_bytes });
                assert_eq!(searcher.value(&at, &with_threads(threads)).unwrap(), expected, "{text} {threads}");
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_has_proved_its_bounds() {
    let score = |verdict| Searched::proved(verdict).order().0;
    let (mut stops, mut informative) = (0, 0);
    for (name, step) in [("connect4:4x4", 3), ("connect4:5x3", 3)] {
        let opened = open(name, Play::Normal);
        let game = opened.as_dyn();
        let mut explorer = Explorer::new(game, false);
        let start = explorer.vertex(&game.start().unwrap());
        let reachable = explorer.reach(&[start], u64::MAX, &Limits::NONE).unwrap();
        let solved = solve::solve(&explorer.take_graph(&reachable), &Limits::NONE).unwrap();
        for i in (0..1500).step_by(step) {
            let verdict = solved.verdict(Vertex(i as u32));
            for checks in [0, 1, 2, 4, 8] {
                let left = AtomicU64::new(checks);
                let stop = || left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err();
                let limits = Limits { stop: &stop, ..with_threads(1) };
                let found = Searcher::new(game).value(&explorer.key(Vertex(i as u32)), &limits).unwrap();
                let (least, most) = found.order();
                assert!((least..=most).contains(&score(verdict)), "{name} {found:?} {verdict:?}");
                if let Some(error) = &found.stopped {
                    assert!(matches!(error, RunError::Interrupted { .. }), "{error}");
                    stops += 1;
                    informative += u32::from(found.at_least != Searched::UNKNOWN.at_least);
                }
            }
        }
    }
    assert!(stops > 30 && informative > 10, "{stops} {informative}");
}

#[test]
fn limits_and_failures_are_errors() {
    let opened = open("mnk:6,6,5", Play::Normal);
    let game = opened.as_dyn();
    let start = game.start().unwrap();
    let error = Searcher::new(game).value(&start, &Limits { memory: Some(10), ..Limits::NONE }).unwrap_err();
    assert!(matches!(error, SearchError::Run(RunError::Limit(LimitHit::Memory { limit: 10, .. }))), "{error}");
    // Two vertices that lead to each other, and the way out is a draw.
    let text = "vertices 3\n0 1\n1 0\n1 2\n! 2 draw\n";
    let drawing = Drawing {
        vertices: 3,
        moves: vec![(0, 1), (1, 0), (1, 2)],
        ends: vec![(2, Outcome::Draw)],
        turns: None,
        play: Play::Normal,
    };
    assert_eq!(drawing.text(true), text);
    let game = WithText::new(drawing);
    let error = Searcher::new(&game).value(&game.parse("0").unwrap(), &Limits::NONE).unwrap_err();
    assert_eq!(error, SearchError::Recurs { position: "0".to_owned() });
    let message = "`0` can come back: the search solves only games in which no position recurs";
    assert_eq!(error.to_string(), message);
}

/// The winner may go back and forth, and a win takes more positions than the first turn of bounded questions has.
#[test]
fn a_slow_win_is_proved_although_positions_recur() {
    const LAST: u32 = 70;
    let back = (1..LAST).filter(|v| (LAST - v) % 2 == 1).map(|v| (v, v - 1));
    let mut moves: Vec<(u32, u32)> = (0..LAST).map(|v| (v, v + 1)).chain(back).collect();
    moves.sort_unstable();
    let drawing = Drawing { vertices: LAST + 1, moves, ends: vec![], turns: None, play: Play::Normal };
    let game = WithText::new(drawing);
    for (start, verdict) in [("0", Verdict::Loss(Remoteness(LAST))), ("1", Verdict::Win(Remoteness(LAST - 1)))] {
        let found = Searcher::new(&game).value(&game.parse(start).unwrap(), &with_threads(1)).unwrap();
        assert_eq!((found.verdict(), found.stopped), (Some(verdict), None));
    }
}

/// A graph file is searched as a game of one token.
#[test]
fn graphs_can_be_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.txt");
    let mut decided = 0;
    for drawing in random::fixed(random::drawings(30), 200) {
        std::fs::write(&path, drawing.text(true)).unwrap();
        let opened = open(&format!("graph:{}", path.display()), drawing.play);
        let solved = drawing.graph().solve().unwrap();
        let mut searcher = Searcher::new(opened.as_dyn());
        for v in 0..drawing.vertices {
            let at = opened.as_dyn().parse(&v.to_string()).unwrap();
            let Ok(found) = searcher.value(&at, &with_threads(2)) else { continue };
            assert_eq!(found.verdict(), Some(solved.verdict(Vertex(v))));
            decided += 1;
        }
    }
    assert!(decided > 1000, "{decided}");
}
