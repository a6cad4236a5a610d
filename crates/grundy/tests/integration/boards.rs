//! Solves the board games of the catalogue: against published counts, against the rules written anew, before the referee.

use crate::common::{naive, text_is_unambiguous};
use grundy::catalog::{Chomp, Connect4, Dao, Mnk, Quixo, ThreeMensMorris, TicTacToe};
use grundy::game::Game;
use grundy::graph::{Explored, explore};
use grundy::limits::Limits;
use grundy::solve::{self, Solved};
use grundy::text::TextGame;
use grundy::verify::check_table;
use grundy::{Outcome, Play, PositionValue, Remoteness, Solution};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

const GOLDEN: &str = include_str!("../golden/solved-boards.tsv");

/// What the file of published results says of a game.
fn golden(game: &str, instance: &str, quantity: &str) -> &'static str {
    let row = GOLDEN
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .find(|row| row[..] != [""] && row[0] == game && row[1] == instance && row[2] == quantity);
    row.unwrap_or_else(|| panic!("{game} {instance} {quantity}"))[3]
}

/// A game solved from its start.
struct SolvedBoard<G: TextGame> {
    game: G,
    explored: Explored<G::Position>,
    solved: Solved,
}

impl<G: TextGame<Position: Debug>> SolvedBoard<G> {
    fn new(game: G) -> Self {
        let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
        let solved = solve::solve_with_grundy(&explored.graph, &Limits::NONE).unwrap();
        Self { game, explored, solved }
    }

    fn value_of(&self, at: &G::Position) -> PositionValue {
        self.explored.by_position(&self.solved).get(at).unwrap().unwrap()
    }

    /// Outcome and remoteness of the start.
    fn start(&self) -> (Outcome, Option<u32>) {
        let position_value = self.value_of(&self.game.start().unwrap());
        (position_value.outcome, position_value.remoteness.map(|r| r.0))
    }

    /// The outcome after each first move, for the player who made it.
    fn first_moves(&self) -> BTreeMap<String, Outcome> {
        let (start, mut moves) = (self.game.start().unwrap(), Vec::new());
        self.game.moves(&start, &mut moves);
        let after = |m| self.value_of(&self.game.play(&start, m)).outcome.for_opponent();
        moves.iter().map(|m| (self.game.move_text(&start, m), after(m))).collect()
    }

    fn longest(&self) -> u32 {
        let all = self.explored.graph.all();
        all.filter_map(|v| self.solved.verdict(v).remoteness()).map(|r| r.0).max().unwrap()
    }

    fn counts(&self) -> [usize; 3] {
        [Outcome::Win, Outcome::Loss, Outcome::Draw]
            .map(|outcome| self.explored.graph.all().filter(|&v| self.solved.verdict(v).outcome() == outcome).count())
    }

    /// Lets the referee see every position.
    fn refereed(self) -> Self {
        let all = self.explored.positions().iter().cloned();
        check_table(&self.game, all, &self.explored.by_position(&self.solved)).unwrap();
        self
    }

    /// Holds the game, text by text, to its rules written anew: a position's options, or its value where it has none.
    /// Every `step`th position is asked for.
    fn obeys(&self, step: usize, rules: impl Fn(&str) -> Result<BTreeSet<String>, Outcome>) {
        for at in self.explored.positions().iter().step_by(step) {
            let text = self.game.to_text(at);
            let mut options = Vec::new();
            self.game.options(at, &mut options);
            let found = match options.len() {
                0 => Err(self.game.terminal(at)),
                _ => Ok(options.iter().map(|option| self.game.to_text(option)).collect()),
            };
            assert_eq!(found, rules(&text), "{text}");
        }
    }

    /// Samples texts where reading all of them would take long.
    fn speaks(&self, step: usize) {
        for at in self.explored.positions().iter().step_by(step) {
            let text = self.game.to_text(at);
            assert_eq!(self.game.parse(&text).as_ref(), Ok(at), "{text}");
            let mut bytes = Vec::new();
            self.game.encode(at, &mut bytes);
            assert_eq!(&self.game.decode(&bytes), at, "{text}");
            let mut moves = Vec::new();
            self.game.moves(at, &mut moves);
            let labels: BTreeSet<String> = moves.iter().map(|m| self.game.move_text(at, m)).collect();
            assert_eq!(labels.len(), moves.len(), "two moves of {text} have one text");
        }
    }
}

#[test]
fn three_in_a_row_on_three_by_three_is_tic_tac_toe() {
    let solved_board = SolvedBoard::new(Mnk::new(3, 3, 3).unwrap()).refereed();
    let classic = SolvedBoard::new(TicTacToe);
    let published = golden("tic-tac-toe", "3x3", "reachable positions (no symmetry)");
    assert_eq!(solved_board.explored.positions().len().to_string(), published);
    let [win, loss, draw] = solved_board.counts();
    assert_eq!(format!("W {win} L {loss} D {draw}"), golden("tic-tac-toe", "3x3", "positions by value (side to move)"));
    assert!(golden("tic-tac-toe", "3x3", "root").starts_with(solved_board.start().0.as_str()));
    for at in solved_board.explored.positions() {
        let reference = TicTacToe.parse(&solved_board.game.to_text(at)).unwrap();
        assert_eq!(solved_board.value_of(at), classic.value_of(&reference));
    }
    text_is_unambiguous(&solved_board.game, solved_board.game.start().unwrap());
}

#[test]
fn four_columns_and_three_rows_are_won_by_three_in_a_row() {
    let solved_board = SolvedBoard::new(Mnk::new(4, 3, 3).unwrap()).refereed();
    assert_eq!(solved_board.explored.positions().len().to_string(), golden("mnk", "4,3,3", "reachable positions"));
    assert_eq!(solved_board.start(), (Outcome::Win, Some(7)));
    solved_board.speaks(7);
    // Turned on its side the board is the same game.
    let for_opponent = SolvedBoard::new(Mnk::new(3, 4, 3).unwrap());
    assert_eq!((solved_board.counts(), solved_board.start()), (for_opponent.counts(), for_opponent.start()));
    // One in a row is won by the first mark, and a line as long as the board by nobody on two by two.
    assert_eq!(SolvedBoard::new(Mnk::new(5, 1, 1).unwrap()).refereed().start(), (Outcome::Win, Some(1)));
    assert_eq!(SolvedBoard::new(Mnk::new(2, 2, 2).unwrap()).refereed().start(), (Outcome::Win, Some(3)));
}

#[test]
fn connect_four_has_its_published_counts() {
    for (columns, rows) in [(4, 4), (4, 5)] {
        let solved_board = SolvedBoard::new(Connect4::new(columns, rows).unwrap());
        let instance = if rows == 4 { "4x4 (w x h)".to_owned() } else { format!("{columns}x{rows}") };
        let quantity = if rows == 4 { "reachable positions / root" } else { "positions / root" };
        let found = format!("{} / {}", solved_board.explored.positions().len(), solved_board.start().0);
        assert_eq!(found, golden("connect-4", &instance, quantity));
        solved_board.speaks(if rows == 4 { 7 } else { 101 });
        if rows == 4 {
            solved_board.refereed();
        }
    }
    // A row alone: X and O take cells in turn as in four in a row on a strip.
    let strip = SolvedBoard::new(Connect4::new(7, 1).unwrap()).refereed();
    let marks = SolvedBoard::new(Mnk::new(7, 1, 4).unwrap());
    assert_eq!((strip.counts(), strip.start()), (marks.counts(), marks.start()));
}

/// A board as text, in rows of characters, and the player to move, with the other one.
struct Board {
    rows: Vec<Vec<char>>,
    own: char,
    other: char,
}

impl Board {
    fn read(text: &str) -> Self {
        let (board, mover) = text.split_once(' ').unwrap();
        let own = mover.chars().next().unwrap();
        let rows = board.split('/').map(|row| row.chars().collect()).collect();
        Self { rows, own, other: if own == 'X' { 'O' } else { 'X' } }
    }

    fn get(&self, column: i32, row: i32) -> Option<char> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn cells(&self, of: char) -> Vec<(i32, i32)> {
        let n = self.rows.len() as i32;
        let all = (0..n).flat_map(|row| (0..n).map(move |column| (column, row)));
        all.filter(|&(column, row)| self.get(column, row) == Some(of)).collect()
    }

    /// The text after some cells were set and the turn passed.
    fn with(&self, changes: &[((i32, i32), char)]) -> String {
        let mut rows = self.rows.clone();
        for &((column, row), c) in changes {
            rows[row as usize][column as usize] = c;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        format!("{} {}", rows.join("/"), self.other)
    }

    /// Whether a player holds a whole row, column or diagonal.
    fn full_line(&self, of: char) -> bool {
        let n = self.rows.len() as i32;
        let all = |f: &dyn Fn(i32) -> (i32, i32)| (0..n).all(|i| self.get(f(i).0, f(i).1) == Some(of));
        (0..n).any(|j| all(&|i| (i, j)) || all(&|i| (j, i))) || all(&|i| (i, i)) || all(&|i| (i, n - 1 - i))
    }
}

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn morris(text: &str) -> Result<BTreeSet<String>, Outcome> {
    let board = Board::read(text);
    let mut options = BTreeSet::new();
    if !board.full_line(board.other) {
        for to in board.cells('.') {
            if board.cells(board.own).len() < 3 {
                options.insert(board.with(&[(to, board.own)]));
                continue;
            }
            for from in board.cells(board.own) {
                if (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1 {
                    options.insert(board.with(&[(from, '.'), (to, board.own)]));
                }
            }
        }
    }
    if options.is_empty() { Err(Outcome::Loss) } else { Ok(options) }
}

#[test]
fn three_mens_morris_is_won_in_the_centre_alone() {
    let solved_board = SolvedBoard::new(ThreeMensMorris).refereed();
    solved_board.obeys(1, morris);
    text_is_unambiguous(&solved_board.game, ThreeMensMorris::EMPTY);
    assert!(golden("three men's morris", "adjacent points", "root").starts_with("first-player win; draw"));
    assert_eq!(solved_board.start(), (Outcome::Win, Some(9)));
    let mut first = solved_board.first_moves();
    assert_eq!(first.remove("b2"), Some(Outcome::Win));
    // A corner draws and an edge loses, so that without the centre the game is a draw.
    for (text, outcome) in first {
        let corner = ["a1", "c1", "a3", "c3"].contains(&text.as_str());
        assert_eq!(outcome, if corner { Outcome::Draw } else { Outcome::Loss }, "{text}");
    }
    assert_eq!((solved_board.explored.positions().len(), solved_board.counts()), (5390, [2877, 1201, 1312]));
    let slow = naive::solve(&solved_board.game, solved_board.game.start());
    assert!(slow.all().all(|(at, position_value)| solved_board.value_of(at) == *position_value));
}

fn dao(text: &str) -> Result<BTreeSet<String>, Outcome> {
    let board = Board::read(text);
    let other = board.cells(board.other);
    let span = |f: fn(&(i32, i32)) -> i32| other.iter().map(f).max().unwrap() - other.iter().map(f).min().unwrap();
    let corners = [(0, 0), (3, 0), (0, 3), (3, 3)];
    let shaped = match (span(|c| c.0), span(|c| c.1)) {
        (0, 3) | (3, 0) | (1, 1) => true,
        _ => corners.iter().all(|corner| other.contains(corner)),
    };
    if shaped {
        return Err(Outcome::Loss);
    }
    for corner in corners {
        let around = AROUND.iter().filter_map(|by| board.get(corner.0 + by.0, corner.1 + by.1));
        if board.get(corner.0, corner.1) == Some(board.own) && around.clone().all(|c| c == board.other) {
            return Err(Outcome::Win);
        }
    }
    let mut options = BTreeSet::new();
    for from in board.cells(board.own) {
        for by in AROUND {
            let mut to = from;
            while board.get(to.0 + by.0, to.1 + by.1) == Some('.') {
                to = (to.0 + by.0, to.1 + by.1);
            }
            if to != from {
                options.insert(board.with(&[(from, '.'), (to, board.own)]));
            }
        }
    }
    if options.is_empty() { Err(Outcome::Loss) } else { Ok(options) }
}

#[test]
fn dao_is_a_draw() {
    let solved_board = SolvedBoard::new(Dao);
    assert_eq!(solved_board.start().0.as_str(), golden("dao", "4x4", "root"));
    // The deepest forced win is known to take 11 moves; see the source beside the result.
    assert_eq!((solved_board.longest(), solved_board.counts()), (11, [333_720, 47_256, 1_387_132]));
    assert!(solved_board.explored.positions().len() < 2 * 900_900, "placements of both, and who moves");
    assert!(solved_board.first_moves().values().all(|&outcome| outcome == Outcome::Draw));
    solved_board.obeys(23, dao);
    solved_board.speaks(29);
    let solution = solved_board.explored.by_position(&solved_board.solved);
    for at in solved_board.explored.positions().iter().step_by(5) {
        grundy::verify::check_position(&Dao, at, &solution).unwrap();
    }
}

fn quixo(text: &str) -> Result<BTreeSet<String>, Outcome> {
    let board = Board::read(text);
    if board.full_line(board.own) {
        return Err(Outcome::Win);
    }
    if board.full_line(board.other) {
        return Err(Outcome::Loss);
    }
    let n = board.rows.len();
    let mut options = BTreeSet::new();
    let mut push = |line: Vec<(i32, i32)>, taken: usize| {
        let marks: Vec<char> = line.iter().map(|&(column, row)| board.get(column, row).unwrap()).collect();
        if marks[taken] == board.other {
            return;
        }
        for end in [0, n - 1].into_iter().filter(|&end| end != taken) {
            let mut marks = marks.clone();
            marks.remove(taken);
            marks.insert(end, board.own);
            options.insert(board.with(&line.iter().copied().zip(marks).collect::<Vec<_>>()));
        }
    };
    for i in 0..n as i32 {
        for taken in 0..n {
            // Only cubes of the border are taken, so inner lines give none but their ends.
            if i == 0 || i == n as i32 - 1 || taken == 0 || taken == n - 1 {
                push((0..n as i32).map(|j| (j, i)).collect(), taken);
                push((0..n as i32).map(|j| (i, j)).collect(), taken);
            }
        }
    }
    Ok(options)
}

#[test]
fn small_quixo_is_won_by_the_first_player() {
    for (side, moves) in [(2, 3), (3, 7)] {
        let solved_board = SolvedBoard::new(Quixo::new(side).unwrap()).refereed();
        assert_eq!(solved_board.start(), (Outcome::Win, Some(moves)));
        solved_board.obeys(1, quixo);
        text_is_unambiguous(&solved_board.game, solved_board.game.start().unwrap());
    }
    // Far from solving the larger boards: the positions of a few moves.
    for side in [4, 5] {
        let game = Quixo::new(side).unwrap();
        let (mut at, mut options) = (game.start().unwrap(), Vec::new());
        for i in 0..200usize {
            options.clear();
            game.options(&at, &mut options);
            let texts: BTreeSet<String> = options.iter().map(|option| game.to_text(option)).collect();
            assert_eq!(quixo(&game.to_text(&at)), if texts.is_empty() { Err(game.terminal(&at)) } else { Ok(texts) });
            assert_eq!(game.parse(&game.to_text(&at)), Ok(at));
            match options.get(i * 31 % options.len().max(1)) {
                Some(option) => at = *option,
                None => at = game.start().unwrap(),
            }
        }
    }
}

/// The Grundy value and the remoteness of a bar, as the set of its squares, by the definitions.
fn bar(squares: &BTreeSet<(u32, u32)>, known: &mut HashMap<BTreeSet<(u32, u32)>, (u64, u32)>) -> (u64, u32) {
    if let Some(&position_value) = known.get(squares) {
        return position_value;
    }
    let bites = squares.iter().filter(|&&square| square != (1, 1));
    let options: Vec<(u64, u32)> = bites
        .map(|bite| bar(&squares.iter().copied().filter(|s| s.0 < bite.0 || s.1 < bite.1).collect(), known))
        .collect();
    let value = (0..).find(|n| options.iter().all(|option| option.0 != *n)).unwrap();
    let moves = match value {
        0 => options.iter().map(|option| option.1 + 1).max().unwrap_or(0),
        _ => options.iter().filter(|option| option.0 == 0).map(|option| option.1 + 1).min().unwrap(),
    };
    known.insert(squares.clone(), (value, moves));
    (value, moves)
}

#[test]
fn chomp_is_what_brute_force_says() {
    let mut known = HashMap::new();
    for (rows, columns) in [(1, 1), (1, 6), (2, 5), (3, 3), (3, 4), (4, 5), (5, 2)] {
        let solved_board = SolvedBoard::new(Chomp::new(rows, columns, Play::Normal).unwrap()).refereed();
        text_is_unambiguous(&solved_board.game, solved_board.game.start().unwrap());
        // Every staircase but the empty one: (rows + columns) over rows.
        let staircases = (1..=rows).fold(1, |product, i| product * (columns + i) / i);
        assert_eq!(solved_board.explored.positions().len() as u64, staircases - 1);
        for at in solved_board.explored.positions() {
            let text = solved_board.game.to_text(at);
            let lengths = text.split(' ').map(|length| length.parse::<u32>().unwrap());
            let squares = (1..).zip(lengths).flat_map(|(row, length)| (1..=length).map(move |column| (row, column)));
            let (value, moves) = bar(&squares.collect(), &mut known);
            let position_value = solved_board.value_of(at);
            assert_eq!(position_value.grundy.finite().map(|value| value.0), Some(value), "{text}");
            assert_eq!(
                (position_value.outcome == Outcome::Loss, position_value.remoteness),
                (value == 0, Some(Remoteness(moves))),
                "{text}"
            );
        }
    }
}

#[test]
fn chomp_has_the_winning_bites_of_the_books() {
    let wins = |rows, columns| -> Vec<String> {
        let solved_board = SolvedBoard::new(Chomp::new(rows, columns, Play::Normal).unwrap());
        solved_board
            .first_moves()
            .into_iter()
            .filter(|(_, outcome)| *outcome == Outcome::Win)
            .map(|(text, _)| text)
            .collect()
    };
    for n in 2..=9 {
        assert_eq!(wins(n, n), ["eat 2 2"], "a square is won by leaving its two arms alone");
        assert_eq!(wins(2, n), [format!("eat 2 {n}")], "two rows by leaving one square less in the second");
        assert_eq!(wins(1, n), ["eat 1 2"], "one row by leaving the poison");
    }
    let misere = SolvedBoard::new(Chomp::new(3, 4, Play::Misere).unwrap()).refereed();
    assert_eq!(misere.start().0, Outcome::Win);
    let slow = naive::solve(&misere.game, misere.game.start());
    assert!(slow.all().all(|(at, position_value)| misere.value_of(at) == *position_value));
}
