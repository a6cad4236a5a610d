//! Holds the numbers of Teeko's positions, and what is said of them at speed, to the rules and to the slow way.

use grundy::catalog::{Men, MenMove, Teeko};
use grundy::game::{Game, Index, Indexed, InitialState};
use grundy::text::TextGame;
use grundy::{Outcome, Player};
use std::collections::BTreeSet;

const GOLDEN: &str = include_str!("../golden/solved-boards.tsv");

/// The numbers of the positions of both kinds of game that the tests look at: all of the small phases, and others evenly.
fn sample(game: Teeko, many: usize) -> Vec<Index> {
    let (movement, all) = (Teeko::movement().indices(), game.indices());
    // No man to four.
    let small = movement..all.min(movement + 83_426);
    let step = (movement as usize / many) | 1;
    let mut numbers: Vec<u64> = (0..movement).step_by(step).chain(small).chain((movement..all).step_by(step)).collect();
    numbers.extend([0, 5984, 5985, movement - 1, all - 1]);
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(Index).collect()
}

const BOTH: [Teeko; 2] = [Teeko::new(), Teeko::movement()];

/// The game with nothing done for speed.
struct Slow(Teeko);

impl Game for Slow {
    type Position = Men;
    type Move = MenMove;

    fn moves(&self, at: &Men, out: &mut Vec<MenMove>) {
        self.0.moves(at, out);
    }

    fn play(&self, at: &Men, m: &MenMove) -> Men {
        self.0.play(at, m)
    }

    fn player(&self, at: &Men) -> Option<Player> {
        self.0.player(at)
    }
}

impl Indexed for Slow {
    fn indices(&self) -> u64 {
        self.0.indices()
    }

    fn rank(&self, at: &Men) -> Option<Index> {
        self.0.rank(at)
    }

    fn unrank(&self, index: Index) -> Option<Men> {
        self.0.unrank(index)
    }

    fn predecessors(&self, at: &Men, out: &mut Vec<Men>) {
        self.0.predecessors(at, out);
    }
}

fn colours_exchanged(game: Teeko, at: &Men) -> Option<Men> {
    let text: String = game
        .to_text(at)
        .chars()
        .map(|c| {
            if c == 'X' {
                'O'
            } else if c == 'O' {
                'X'
            } else {
                c
            }
        })
        .collect();
    game.parse(&text).ok()
}

#[test]
fn indices_come_back_as_positions() {
    for game in BOTH {
        let whole = game.start().is_some();
        let mut none = 0;
        for index in sample(game, 300_000) {
            let Some(at) = game.unrank(index) else {
                none += 1;
                continue;
            };
            assert_eq!(game.rank(&at), Some(index));
            let shown = game.to_text(&at);
            assert_eq!(game.parse(&shown).as_ref(), Ok(&at), "{shown}");
            let exchanged = colours_exchanged(game, &at);
            // While men are dropped X has begun, so that the colours cannot be exchanged unless there are none.
            let men = shown.chars().filter(|c| "XO".contains(*c)).count() - 1;
            assert_eq!(exchanged.is_some(), men == 8, "{shown}");
            assert!(exchanged.is_none_or(|at| game.rank(&at) == Some(index)));
            assert!(shown.ends_with(if men % 2 == 0 { 'X' } else { 'O' }));
        }
        // A placement whose player to move has a pattern is no position of the whole game.
        assert_eq!(none > 0, whole, "{none}");
        assert!(game.unrank(Index(game.indices())).is_none());
    }
    let start = Teeko::new().start().unwrap();
    assert_eq!(Teeko::new().rank(&start), Some(Index(75_710_250)));
}

#[test]
fn blocks_of_initial_states_agree_with_the_rules() {
    for game in BOTH {
        let all = game.indices();
        let blocks = sample(game, 400).into_iter().step_by(7).map(|index| (index.0, 1 + index.0 % 97));
        // Across rows, across the phases, and beyond the end.
        let edges = [(5980, 6000), (75_710_250 - 3000, 6700), (all - 50, 100)];
        for (first, many) in blocks.chain(edges) {
            let mut fast = vec![InitialState::Unused; many as usize];
            game.initial_states(Index(first), &mut fast);
            let mut slow = vec![InitialState::Open(99); many as usize];
            Slow(game).initial_states(Index(first), &mut slow);
            assert_eq!(fast, slow, "{many} from {first}");
        }
    }
}

#[test]
fn the_movement_phase_has_its_known_counts() {
    let golden = |quantity: &str| {
        let row = GOLDEN.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let mut rows = row.filter(|row| row[0] == "teeko" && row[2] == quantity);
        rows.next().unwrap_or_else(|| panic!("{quantity}"))[3]
    };
    let game = Teeko::movement();
    let mut block = vec![InitialState::Unused; 1 << 16];
    let (mut open, mut ends, mut moves) = (0_u64, 0_u64, 0_u64);
    for first in (0..game.indices()).step_by(block.len()) {
        game.initial_states(Index(first), &mut block);
        for state in &block {
            match state {
                InitialState::Open(count) => (open, moves) = (open + 1, moves + u64::from(*count)),
                InitialState::Terminal(outcome) => ends += u64::from(*outcome == Outcome::Loss),
                InitialState::Unused => {}
            }
        }
    }
    assert_eq!(format!("{} / {moves}", open + ends), golden("positions / moves"));
    assert_eq!(ends.to_string(), golden("positions without moves"));
}

/// The numbers of all options, from the rules.
fn options(game: Teeko, at: &Men) -> BTreeSet<Index> {
    let mut options = Vec::new();
    game.options(at, &mut options);
    let numbers: BTreeSet<Index> = options.iter().map(|option| game.rank(option).unwrap()).collect();
    assert_eq!(numbers.len(), options.len(), "different moves lead to different positions");
    numbers
}

#[test]
fn options_by_index_are_the_rules() {
    for game in BOTH {
        for index in sample(game, 20_000) {
            let mut fast = Vec::new();
            game.options_by_index(&[index], &mut fast);
            let count = fast.len();
            let fast: BTreeSet<Index> = fast.into_iter().collect();
            assert_eq!(fast.len(), count);
            assert_eq!(fast, game.unrank(index).map(|at| options(game, &at)).unwrap_or_default());
        }
    }
}

#[test]
fn moves_are_undone_as_they_were_made() {
    for game in BOTH {
        let sample = sample(game, 3000);
        // Each number alone; those of the positions that are over may be left out or not.
        let mut apart = Vec::new();
        for &index in &sample {
            let Some(at) = game.unrank(index) else { continue };
            let mut fast = Vec::new();
            game.predecessors_by_index(&[index], &mut fast);
            apart.push((index, fast.clone()));
            let numbers: BTreeSet<Index> = fast.iter().copied().collect();
            assert_eq!(numbers.len(), fast.len(), "{index:?} names a number twice");
            let mut positions = Vec::new();
            game.predecessors(&at, &mut positions);
            let by_position: BTreeSet<Index> = positions.iter().map(|before| game.rank(before).unwrap()).collect();
            for before in &positions {
                let mut after = Vec::new();
                game.options(before, &mut after);
                assert!(after.contains(&at) && game.parse(&game.to_text(before)).is_ok(), "{}", game.to_text(before));
            }
            for &before in &numbers {
                let position = game.unrank(before).expect("the number of a position");
                let found = options(game, &position);
                assert!(found.contains(&index) || found.is_empty(), "{before:?} to {index:?}");
                assert_eq!(by_position.contains(&before), !found.is_empty());
            }
            assert!(by_position.is_subset(&numbers));
        }
        // What a move leads to is undone to where it came from, so that none is missing.
        for index in sample.iter().step_by(5) {
            let Some(at) = game.unrank(*index) else { continue };
            for after in options(game, &at) {
                let mut fast = Vec::new();
                game.predecessors_by_index(&[after], &mut fast);
                assert!(fast.contains(index), "{index:?} to {after:?}");
            }
        }
        // Many at once, in order, are as each alone; what stood there before stays.
        let (numbers, expected): (Vec<Index>, Vec<Vec<Index>>) = apart.into_iter().unzip();
        let mut fast = vec![Index(7)];
        game.predecessors_by_index(&numbers, &mut fast);
        assert_eq!(fast[0], Index(7));
        assert!(fast[1..].iter().eq(expected.iter().flatten()));
        let mut beyond = Vec::new();
        game.predecessors_by_index(&[Index(game.indices()), Index(u64::MAX)], &mut beyond);
        assert!(beyond.is_empty());
        let backwards: Vec<Index> = numbers.iter().rev().copied().collect();
        fast.clear();
        game.predecessors_by_index(&backwards, &mut fast);
        assert!(fast.iter().eq(expected.iter().rev().flatten()));
    }
}

#[test]
fn rows_in_full_are_undone_as_indices_alone() {
    for game in BOTH {
        for first in [5985 * 700 - 900, 75_710_250 - 1000, 75_710_250 + 80_000] {
            let numbers: Vec<Index> = (first..first + 2000).take_while(|&i| i < game.indices()).map(Index).collect();
            let numbers: Vec<Index> = numbers.into_iter().filter(|&index| game.unrank(index).is_some()).collect();
            let mut fast = Vec::new();
            game.predecessors_by_index(&numbers, &mut fast);
            let mut slow = Vec::new();
            for &index in &numbers {
                game.predecessors_by_index(&[index], &mut slow);
            }
            assert_eq!(fast, slow);
            // The slow way leaves out positions that are over.
            let over = |index: &Index| {
                let mut state = [InitialState::Unused];
                game.initial_states(*index, &mut state);
                matches!(state, [InitialState::Terminal(_)])
            };
            let mut slow = Vec::new();
            Slow(game).predecessors_by_index(&numbers, &mut slow);
            fast.retain(|index| !over(index));
            fast.sort_unstable();
            slow.sort_unstable();
            assert_eq!(fast, slow);
        }
    }
}

#[test]
fn moves_have_texts_of_their_own() {
    for game in BOTH {
        for index in sample(game, 1000).into_iter().step_by(3) {
            let Some(at) = game.unrank(index) else { continue };
            let mut bytes = Vec::new();
            game.encode(&at, &mut bytes);
            assert_eq!(game.decode(&bytes), at);
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let labels: BTreeSet<String> = moves.iter().map(|m| game.move_text(&at, m)).collect();
            assert_eq!(labels.len(), moves.len(), "{}", game.to_text(&at));
            assert!(moves.iter().all(|m| game.parse(&game.to_text(&game.play(&at, m))).is_ok()));
        }
    }
    // Rows without `/`, small letters, and nothing said of who moves while men are dropped.
    let game = Teeko::new();
    for (text, shown) in [
        (".........................", "...../...../...../...../..... X"),
        ("x.o......x...............", "X.O../....X/...../...../..... O"),
        ("XOXO./X..../...../...../..... o", "XOXO./X..../...../...../..... O"),
    ] {
        assert_eq!(game.to_text(&game.parse(text).unwrap()), shown);
    }
    assert_eq!(game.players(), ["X", "O"]);
}
