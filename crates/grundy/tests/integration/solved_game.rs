//! Rows of games solved whole: in order, each position once, with the values that a solver gives.

use grundy::limits::Limits;
use grundy::solver::{Extent, SolvedGame, Solver};
use grundy::text::{Key, Order};
use grundy::{Play, catalog};
use std::collections::HashSet;

const GAMES: [&str; 8] =
    ["tictactoe", "connect4:4x3", "mnk:3,2,2", "dao", "quixo:2", "three-mens-morris", "chess:KRvK", "chomp:3,4"];

#[test]
fn rows_are_the_positions_in_order() {
    for name in GAMES {
        for reduced in [false, true] {
            let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
            let any = game.as_dyn();
            let start = any.start();
            let extent = start.as_ref().map_or(Extent::All, Extent::From);
            let Ok(solved) = SolvedGame::solve(&game, extent, reduced, &Limits::NONE) else {
                assert!(reduced, "{name}");
                continue;
            };
            let built = solved.count(&Limits::NONE).unwrap();
            let (mut count, mut weights, mut last) = (0, 0, None::<Vec<u8>>);
            let mut texts = HashSet::new();
            let mut some: Vec<(Key, _)> = Vec::new();
            solved
                .rows(false, &Limits::NONE, &mut |row| {
                    let at = solved.position(row);
                    let mut place = Vec::new();
                    solved.order().sort_key(any, &at, &mut place).unwrap();
                    assert!(last.as_ref().is_none_or(|last| *last < place), "{name}: in order");
                    last = Some(place);
                    assert_eq!(any.player(&at), Ok(row.player), "{name}");
                    count += 1;
                    weights += row.weight;
                    if count % 997 == 1 {
                        some.push((at.clone(), row.verdict));
                    }
                    assert!(texts.insert(any.to_text(&at).unwrap()), "{name}: once");
                    true
                })
                .unwrap();
            assert_eq!((count, weights), (built.stored, built.positions), "{name} {reduced}");
            let mut solver = Solver::new(&game);
            for (at, verdict) in some.into_iter().take(20) {
                assert_eq!(solver.solve(&at).unwrap().value.verdict(), Some(verdict), "{name}: {:?}", any.to_text(&at));
            }
        }
    }
}

#[test]
fn one_row_for_both_positions_of_a_number() {
    let game = catalog::open("dao", Play::Normal, &Limits::NONE).unwrap();
    let solved = SolvedGame::solve(&game, Extent::All, false, &Limits::NONE).unwrap();
    let (mut rows, mut positions) = (0, 0);
    solved
        .rows(true, &Limits::NONE, &mut |row| {
            rows += 1;
            positions += row.weight;
            true
        })
        .unwrap();
    assert_eq!(solved.order(), Order::Index);
    assert_eq!(positions, solved.count(&Limits::NONE).unwrap().positions);
    assert_eq!(2 * rows, positions);
}

#[test]
fn a_reader_can_stop_early() {
    for name in ["tictactoe", "connect4:4x3", "dao"] {
        let game = catalog::open(name, Play::Normal, &Limits::NONE).unwrap();
        let start = game.as_dyn().start().unwrap();
        let solved = SolvedGame::solve(&game, Extent::From(&start), false, &Limits::NONE).unwrap();
        let mut rows = 0;
        let read = |row: &grundy::solver::Row| {
            rows += u64::from(row.weight > 0);
            rows < 10
        };
        solved.rows(false, &Limits::NONE, &mut { read }).unwrap();
    }
}
