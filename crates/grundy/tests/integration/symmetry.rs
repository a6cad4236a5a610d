//! Holds the classes of board games to the rules: what is in one class is solved alike, and every class is as large as it says.

use crate::common::open;
use crate::common::walk::Walk;
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy::text::{DynGame, Key};
use grundy::{Outcome, Play, PositionValue, Solution, solve};
use std::collections::BTreeMap;

/// All positions that can be reached, with what is true of them, and the classes alone likewise.
fn solved(game: &dyn DynGame, root: &Key, by_class: bool) -> BTreeMap<Key, PositionValue> {
    let walk = Walk::new(game, [root.clone()], by_class);
    let explored = explore(&walk, [root.clone()], &Limits::NONE).unwrap();
    let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    explored.positions().iter().map(|at| (at.clone(), solution.get(at).unwrap().unwrap())).collect()
}

/// Wins, losses and draws.
fn counts<'a>(position_value: impl Iterator<Item = &'a PositionValue>) -> [usize; 3] {
    position_value.fold([0; 3], |mut counts, position_value| {
        let kinds = [Outcome::Win, Outcome::Loss, Outcome::Draw];
        counts[kinds.iter().position(|&kind| kind == position_value.outcome).unwrap()] += 1;
        counts
    })
}

/// Games from starts that look the same from every side, so that whole classes are reached, and how many classes each has.
const GAMES: &[(&str, Option<usize>)] = &[
    ("tictactoe", Some(765)),
    ("mnk:3,3,3", Some(765)),
    ("mnk:4,2,2", None),
    ("mnk:2,4,2", None),
    ("mnk:5,1,2", None),
    ("connect4:4x4", None),
    ("connect4:5x2", None),
    ("hex:2", None),
    ("hex:3", None),
    ("othello:4", None),
    ("three-mens-morris", None),
    ("quixo:2", None),
    ("quixo:3", None),
];

#[test]
fn classes_are_orbits_and_are_solved_alike() {
    for &(name, published) in GAMES {
        let opened = open(name, Play::Normal);
        let game = opened.as_dyn();
        let root = game.start().unwrap();
        assert_eq!(game.info().players, ["X", "O"]);
        assert_eq!((game.canonical(&root).unwrap(), game.class_size(&root)), (root.clone(), Some(1)), "{name}");
        let (all, classes) = (solved(game, &root, false), solved(game, &root, true));
        let mut members: BTreeMap<Key, u64> = BTreeMap::new();
        for (at, position_value) in &all {
            let canonical = game.canonical(at).unwrap();
            assert_eq!(game.canonical(&canonical).as_ref(), Ok(&canonical));
            assert_eq!(game.player(at), game.player(&canonical), "the colours stay");
            assert_eq!(classes.get(&canonical), Some(position_value), "{name} {:?}", game.to_text(at));
            *members.entry(canonical).or_default() += 1;
        }
        for (canonical, members) in &members {
            assert_eq!(game.class_size(canonical), Some(*members), "{name} {:?}", game.to_text(canonical));
        }
        assert!(all.keys().all(|at| game.class_size(at) == game.class_size(&game.canonical(at).unwrap())));
        assert_eq!(members.len(), classes.len(), "{name}");
        if let Some(published) = published {
            assert_eq!(classes.len(), published, "{name}");
            assert_eq!(counts(classes.values()), [390, 224, 151], "canonical positions of tic-tac-toe by value");
        }
    }
}

/// Dao's start is its own image by a half turn alone and by the exchange of its diagonals, which are of two colours.
#[test]
fn dao_has_classes_of_up_to_eight() {
    let opened = open("dao", Play::Normal);
    let game = opened.as_dyn();
    for (text, size) in [
        ("X..O/.XO./.OX./O..X X", 2),
        ("XX../OO../..OO/..XX X", 4),
        (".XX./O..O/O..O/.XX. X", 2),
        ("XX../X..O/...O/X.OO O", 8),
    ] {
        let at = game.parse(text).unwrap();
        assert_eq!(game.class_size(&at), Some(size), "{text}");
        assert_eq!(game.player(&game.canonical(&at).unwrap()), game.player(&at));
    }
}

/// Whoever asks sees positions as they were asked, with a text for every move.
#[test]
fn answers_are_in_the_words_of_the_question() {
    let opened = open("mnk:3,3,3", Play::Normal);
    let game = opened.as_dyn();
    let mut solver = Solver::new(&opened);
    let answers: Vec<_> = ["X../.O./...", "..X/.O./...", ".../.O./..X", ".../.O./X.."]
        .iter()
        .map(|text| {
            let answer = solver.solve(&game.parse(text).unwrap()).unwrap();
            assert_eq!(answer.position, *text);
            let moves = answer.moves.unwrap().listed;
            assert_eq!(moves.len(), 7);
            assert!(moves.iter().all(|m| m.after.bytes().filter(|&c| c == b'X').count() == 2));
            (answer.value, moves.iter().map(|m| m.outcome).collect::<Vec<_>>())
        })
        .collect();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}
