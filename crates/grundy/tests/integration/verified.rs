//! Puts every board game of the catalogue of up to ten million positions before the referee, with the values of each solver
//! that takes it; and changed values with them, which it must find.

use grundy::answer::StoreError;
use grundy::catalog::{
    Chess, Chomp, Connect4, Dao, Kalah, Mnk, Piece, Quixo, RemainingSeeds, ThreeMensMorris, TicTacToe,
};
use grundy::game::{Game, Index, Indexed, Tiered};
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solve::{self, IndexedSolution, TieredSolution, retrograde_indexed, solve_tiered};
use grundy::text::TextGame;
use grundy::verify::{check_position, check_table};
use grundy::{Grundy, Outcome, Play, PositionValue, Remoteness, Solution, Verdict};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Positions up to which what is solved by number or by word is solved as a graph too.
const SMALL: usize = 500_000;

/// What is solved by number. Positions without a number are drawn.
struct ByIndex<'a, G> {
    game: &'a G,
    verdicts: IndexedSolution,
}

impl<G: Indexed> Solution<G::Position> for ByIndex<'_, G> {
    fn get(&self, at: &G::Position) -> Result<Option<PositionValue>, StoreError> {
        let Some(why) = self.game.without_grundy() else { return Ok(None) };
        let verdict = match self.game.rank(at) {
            Some(index) => self.verdicts.get(index),
            None => Some(Verdict::Draw),
        };
        Ok(verdict.map(|verdict| PositionValue::solved(verdict, Grundy::Undefined(why))))
    }
}

/// What is solved by word.
struct ByWord<'a, G> {
    game: &'a G,
    solved: TieredSolution,
}

impl<G: Tiered> Solution<G::Position> for ByWord<'_, G> {
    fn get(&self, at: &G::Position) -> Result<Option<PositionValue>, StoreError> {
        let verdict = self.solved.verdict(self.game.tier(at), self.game.pack(at));
        let both = verdict.zip(self.game.without_grundy());
        Ok(both.map(|(verdict, why)| PositionValue::solved(verdict, Grundy::Undefined(why))))
    }
}

/// A solution in which one position's facts were changed by hand.
struct Changed<'a, P, S> {
    truth: &'a S,
    at: &'a P,
    position_value: PositionValue,
}

impl<P: Eq, S: Solution<P>> Solution<P> for Changed<'_, P, S> {
    fn get(&self, at: &P) -> Result<Option<PositionValue>, StoreError> {
        if at == self.at { Ok(Some(self.position_value.clone())) } else { self.truth.get(at) }
    }
}

/// Other outcomes with the remoteness they might have, and other remotenesses.
fn wrong(position_value: &PositionValue) -> Vec<PositionValue> {
    let with = |outcome, remoteness: Option<u32>| PositionValue {
        outcome,
        remoteness: remoteness.map(Remoteness),
        grundy: position_value.grundy.clone(),
    };
    let right = position_value.remoteness.map_or(2, |r| r.0);
    let mut wrong = vec![with(Outcome::Draw, None), with(position_value.outcome, None)];
    for outcome in [Outcome::Win, Outcome::Loss] {
        wrong.extend([0, right.saturating_sub(1), right, right + 1, right + 2].map(|r| with(outcome, Some(r))));
    }
    wrong.retain(|wrong| wrong != position_value);
    wrong
}

/// The referee passes all positions, and finds whatever is changed.
fn passes<G: Game<Position: Debug>>(game: &G, name: &str, all: &[G::Position], solution: &impl Solution<G::Position>) {
    assert!(!all.is_empty() && all.len() <= 10_000_000, "{name} has {} positions", all.len());
    if let Err(fault) = check_table(game, all.iter().cloned(), solution) {
        panic!("{name}: {fault:?}, stored as {:?}", solution.get(&fault.at));
    }
    let changes = |at: &G::Position| wrong(&solution.get(at).unwrap().unwrap());
    for at in all.iter().step_by(1 + all.len() / 1000) {
        for position_value in changes(at) {
            let changed = Changed { truth: solution, at, position_value };
            assert!(check_position(game, at, &changed).is_err(), "{name}: {at:?} as {:?}", changed.position_value);
        }
    }
    // In a whole table it shows where it stands, or before at a position that leads there.
    let at = &all[all.len() / 4];
    let several = if all.len() < 10_000 { usize::MAX } else { 1 };
    for position_value in changes(at).into_iter().take(several) {
        let changed = Changed { truth: solution, at, position_value };
        let fault = check_table(game, all.iter().cloned(), &changed).expect_err(name);
        let mut options = Vec::new();
        game.options(&fault.at, &mut options);
        assert!(fault.at == *at || options.contains(at), "{name}: {at:?} found at {:?}", fault.at);
    }
}

/// What retrograde analysis or one pass over the explored graph says of all that can be reached.
fn as_a_graph<G: Game<Position: Debug>>(
    game: &G,
    name: &str,
    roots: impl IntoIterator<Item = G::Position>,
    same: Option<&dyn Solution<G::Position>>,
) {
    let explored = explore(game, roots, &Limits::NONE).unwrap();
    let all = explored.positions();
    for solved in [
        solve::solve_with_grundy(&explored.graph, &Limits::NONE),
        solve::solve_reference(&explored.graph, &Limits::NONE),
    ] {
        let solved = solved.unwrap();
        let solution = explored.by_position(&solved);
        match same {
            None => passes(game, name, all, &solution),
            Some(same) => {
                for at in all {
                    assert_eq!(solution.get(at), same.get(at), "{name}: {at:?}");
                }
            }
        }
    }
}

/// The position of a text with X and O exchanged, by its bytes: numbers stand for positions that no text can say.
fn exchanged<G: TextGame>(game: &G, at: &G::Position) -> G::Position {
    let mut bytes = Vec::new();
    game.encode(at, &mut bytes);
    let men = (bytes.len() - 1) / 2;
    let (x, o) = (bytes[..men].to_vec(), bytes[men..2 * men].to_vec());
    game.decode(&[o, x, vec![1 - bytes[2 * men]]].concat())
}

/// Every position with a number, both where there are two, and those without a number that a move leads to.
fn numbered<G: Indexed + TextGame<Position: Debug>>(game: &G) -> usize {
    let name = TextGame::name(game);
    let solution = ByIndex { game, verdicts: retrograde_indexed(game, &Limits::NONE).unwrap() };
    let (mut all, mut without, mut options) = (Vec::new(), BTreeSet::new(), Vec::new());
    for index in (0..game.indices()).map(Index) {
        let at = game.unrank(index);
        assert_eq!(at.is_some(), solution.verdicts.get(index).is_some(), "{name}: {index:?}");
        let Some(at) = at else { continue };
        options.clear();
        game.options(&at, &mut options);
        without.extend(options.iter().filter(|option| game.rank(option).is_none()).cloned());
        if Indexed::is_colour_symmetric(game) && Indexed::is_shared(game, index) {
            all.push(exchanged(game, &at));
        }
        all.push(at);
    }
    let count = all.len();
    all.extend(without);
    passes(game, name, &all, &solution);
    if all.len() <= SMALL {
        as_a_graph(game, name, all, Some(&solution));
    }
    count
}

/// Every position that can be reached from the start.
fn packed<G: Tiered + TextGame<Position: Debug>>(game: &G) -> usize {
    let name = TextGame::name(game);
    let start = TextGame::start(game).unwrap();
    let solution =
        ByWord { game, solved: solve_tiered(game, game.pack(&start), game.tier(&start), &Limits::NONE).unwrap() };
    let all: Vec<_> = solution.solved.all().map(|(_, word, _)| game.unpack(word)).collect();
    assert!(all.contains(&start), "{name}");
    passes(game, name, &all, &solution);
    if all.len() <= SMALL {
        as_a_graph(game, name, [start], Some(&solution));
    }
    all.len()
}

#[test]
fn small_games_by_index() {
    // A number of three men's morris stands for two positions once all men are placed.
    assert_eq!(numbered(&ThreeMensMorris), 1 + 9 + 72 + 252 + 756 + 1260 + 2 * 1680);
    assert_eq!(numbered(&Quixo::new(2).unwrap()), 2 * 81);
    assert_eq!(numbered(&Quixo::new(3).unwrap()), 2 * 19_683);
}

#[test]
fn dao_by_index() {
    assert_eq!(numbered(&Dao), 2 * 900_900);
}

#[test]
fn chess_by_index() {
    let [pawn, queen, rook] = [331_352, 368_452, 399_112];
    assert_eq!(numbered(&Chess::new(Piece::Queen).unwrap()), queen);
    assert_eq!(numbered(&Chess::new(Piece::Rook).unwrap()), rook);
    assert_eq!(numbered(&Chess::new(Piece::Pawn).unwrap()), pawn + queen + rook);
}

#[test]
fn lines_by_word() {
    assert_eq!(packed(&TicTacToe), 5478);
    let sizes = [(1, 1, 1), (2, 2, 2), (3, 3, 3), (3, 3, 2), (3, 3, 1), (4, 2, 2), (2, 5, 2), (9, 1, 4), (5, 2, 4)];
    for (columns, rows, length) in sizes {
        packed(&Mnk::new(columns, rows, length).unwrap());
    }
    assert_eq!(packed(&Mnk::new(4, 3, 3).unwrap()), 111_973);
    packed(&Mnk::new(3, 4, 4).unwrap());
    packed(&Mnk::new(4, 4, 3).unwrap());
}

#[test]
fn the_largest_board_of_lines_by_word() {
    packed(&Mnk::new(4, 4, 4).unwrap());
}

#[test]
fn connect_four_by_word() {
    for (columns, rows, positions) in [(4, 4, 161_029), (4, 5, 1_706_255)] {
        assert_eq!(packed(&Connect4::new(columns, rows).unwrap()), positions);
    }
    for (columns, rows) in [(4, 1), (1, 4), (2, 6), (5, 3), (6, 2), (3, 5), (7, 1)] {
        packed(&Connect4::new(columns, rows).unwrap());
    }
}

#[test]
fn kalah_by_word() {
    for left in [RemainingSeeds::Owner, RemainingSeeds::Emptier, RemainingSeeds::Neither] {
        for empty_capture in [false, true] {
            for (pits, seeds) in [(1, 1), (1, 6), (2, 2), (2, 6), (3, 1), (3, 2)] {
                packed(&Kalah::new(pits, seeds, left, empty_capture).unwrap());
            }
        }
    }
    packed(&Kalah::new(3, 4, RemainingSeeds::Emptier, false).unwrap());
    packed(&Kalah::new(4, 2, RemainingSeeds::Owner, true).unwrap());
}

#[test]
fn chomp_as_a_graph() {
    for play in [Play::Normal, Play::Misere] {
        for (rows, columns) in [(1, 1), (1, 9), (9, 1), (3, 4), (4, 5), (7, 7)] {
            let game = Chomp::new(rows, columns, play).unwrap();
            as_a_graph(&game, TextGame::name(&game), TextGame::start(&game), None);
        }
    }
    let game = Chomp::new(9, 9, Play::Normal).unwrap();
    as_a_graph(&game, TextGame::name(&game), TextGame::start(&game), None);
}
