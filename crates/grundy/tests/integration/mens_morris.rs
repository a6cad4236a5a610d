//! Nine, six and five men's morris beside reference rules on characters: lines and mills written out by the names of points.

use crate::common::naive;
use grundy::catalog::MensMorris;
use grundy::game::Game;
use grundy::graph::explore;
use grundy::limits::Limits;
use grundy::solve;
use grundy::text::TextGame;
use grundy::verify::check_table;
use grundy::{Outcome, Solution};
use std::collections::{BTreeMap, BTreeSet};

/// The sides of squares, in three rows of points: each is a mill.
const THREE_SQUARES: &str = "a1 d1 g1, g1 g4 g7, a7 d7 g7, a1 a4 a7, b2 d2 f2, f2 f4 f6, b6 d6 f6, b2 b4 b6, \
                             c3 d3 e3, e3 e4 e5, c5 d5 e5, c3 c4 c5";
/// The lines that cross three squares.
const ACROSS_THREE: &str = "d1 d2 d3, e4 f4 g4, d5 d6 d7, a4 b4 c4";
const TWO_SQUARES: &str = "a1 c1 e1, e1 e3 e5, a5 c5 e5, a1 a3 a5, b2 c2 d2, d2 d3 d4, b4 c4 d4, b2 b3 b4";
const ACROSS_TWO: &str = "c1 c2, d3 e3, c4 c5, a3 b3";

/// The reference rules.
struct Reference {
    points: Vec<String>,
    lines: Vec<Vec<String>>,
    mills: Vec<Vec<String>>,
    row_lengths: Vec<usize>,
}

/// A position: the men on their points, the player to move, the men in hand of X and O.
#[derive(Clone)]
struct Position {
    men: BTreeMap<String, char>,
    mover: char,
    hands: [u32; 2],
}

fn lines(text: &str) -> Vec<Vec<String>> {
    text.split(',').map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

impl Reference {
    fn new(squares: usize) -> Self {
        let (sides, across) = if squares == 3 { (THREE_SQUARES, ACROSS_THREE) } else { (TWO_SQUARES, ACROSS_TWO) };
        let (mut mills, across) = (lines(sides), lines(across));
        let all: Vec<_> = mills.iter().chain(&across).cloned().collect();
        if squares == 3 {
            mills.extend(across);
        }
        let mut points: Vec<String> = all.iter().flatten().cloned().collect();
        let reversed = |point: &String| point.chars().rev().collect::<String>();
        points.sort_by_key(reversed);
        points.dedup();
        let row_lengths = if squares == 3 { vec![3, 3, 3, 6, 3, 3, 3] } else { vec![3, 3, 4, 3, 3] };
        Self { points, lines: all, mills, row_lengths }
    }

    fn parse(&self, text: &str) -> Position {
        let words: Vec<&str> = text.split(' ').collect();
        let marks = words[0].chars().filter(|c| *c != '/');
        let men = self.points.iter().cloned().zip(marks).filter(|(_, mark)| *mark != '.').collect();
        let hand = |i: usize| words.get(i).map_or(0, |word| word.parse().unwrap());
        Position { men, mover: words[1].chars().next().unwrap(), hands: [hand(2), hand(3)] }
    }

    fn text(&self, at: &Position) -> String {
        let marks: Vec<char> = self.points.iter().map(|point| at.men.get(point).copied().unwrap_or('.')).collect();
        let mut rest = marks.as_slice();
        let mut rows: Vec<String> = Vec::new();
        for &length in &self.row_lengths {
            let (row, after) = rest.split_at(length);
            rows.push(row.iter().collect());
            rest = after;
        }
        let hands = if at.hands == [0, 0] { String::new() } else { format!(" {} {}", at.hands[0], at.hands[1]) };
        format!("{} {}{hands}", rows.join("/"), at.mover)
    }

    fn is_in_mill(&self, at: &Position, point: &str) -> bool {
        let owner = at.men[point];
        self.mills
            .iter()
            .any(|mill| mill.iter().any(|p| p == point) && mill.iter().all(|p| at.men.get(p) == Some(&owner)))
    }

    /// The moves with the texts of the positions that they lead to.
    fn options(&self, text: &str) -> BTreeMap<String, String> {
        let at = self.parse(text);
        let (own, other) = if at.mover == 'X' { ('X', 'O') } else { ('O', 'X') };
        let who = usize::from(own == 'O');
        let mine: Vec<&String> = at.men.iter().filter(|(_, owner)| **owner == own).map(|(point, _)| point).collect();
        let mut options = BTreeMap::new();
        if mine.len() as u32 + at.hands[who] < 3 {
            return options;
        }
        let empty: Vec<&String> = self.points.iter().filter(|point| !at.men.contains_key(*point)).collect();
        let mut steps: Vec<(Option<&String>, &String)> = Vec::new();
        if at.hands[who] > 0 {
            steps.extend(empty.iter().map(|to| (None, *to)));
        } else {
            for from in &mine {
                for to in &empty {
                    let joined = self.lines.iter().any(|line| {
                        line.windows(2).any(|pair| {
                            pair == [(*from).clone(), (*to).clone()] || pair == [(*to).clone(), (*from).clone()]
                        })
                    });
                    if joined || mine.len() == 3 {
                        steps.push((Some(*from), *to));
                    }
                }
            }
        }
        for (from, to) in steps {
            let mut after = at.clone();
            match from {
                Some(from) => drop(after.men.remove(from)),
                None => after.hands[who] -= 1,
            }
            after.men.insert(to.clone(), own);
            after.mover = other;
            let label = from.map_or(to.clone(), |from| format!("{from} to {to}"));
            let theirs: Vec<&String> =
                at.men.iter().filter(|(_, owner)| **owner == other).map(|(point, _)| point).collect();
            if !self.is_in_mill(&after, to) || theirs.is_empty() {
                options.insert(label, self.text(&after));
                continue;
            }
            let all_in_mills = theirs.iter().all(|man| self.is_in_mill(&at, man));
            for man in theirs.iter().filter(|man| all_in_mills || !self.is_in_mill(&at, man)) {
                let mut taken = after.clone();
                taken.men.remove(*man);
                options.insert(format!("{label}, take {man}"), self.text(&taken));
            }
        }
        options
    }
}

fn options(game: &MensMorris, text: &str) -> BTreeMap<String, String> {
    let at = game.parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    assert_eq!(game.to_text(&at), text);
    let mut bytes = Vec::new();
    game.encode(&at, &mut bytes);
    assert_eq!(game.decode(&bytes), at);
    let mut moves = Vec::new();
    game.moves(&at, &mut moves);
    let options: BTreeMap<String, String> =
        moves.iter().map(|m| (game.move_text(&at, m), game.to_text(&game.play(&at, m)))).collect();
    assert_eq!(options.len(), moves.len(), "two moves of {text} have one text");
    options
}

#[test]
fn random_games_follow_the_reference_rules() {
    let mut random = fastrand::Rng::with_seed(20_261_124);
    for (game, squares, men) in [
        (MensMorris::nine(), 3, 9),
        (MensMorris::six(), 2, 6),
        (MensMorris::five(), 2, 5),
        (MensMorris::on_two_squares(7), 2, 7),
    ] {
        let reference = Reference::new(squares);
        let (mut taken, mut flights, mut ends, mut all_in_mills) = (0, 0, 0, 0);
        for _ in 0..60 {
            let mut text = game.to_text(&game.start().unwrap());
            for _ in 0..300 {
                let found = options(&game, &text);
                assert_eq!(found, reference.options(&text), "{} {text}", game.name());
                let at = reference.parse(&text);
                let count = |player: char| at.men.values().filter(|owner| **owner == player).count();
                let takes: Vec<&String> = found.keys().filter(|label| label.contains("take")).collect();
                taken += takes.len();
                flights += usize::from(at.hands == [0, 0] && count(at.mover) == 3);
                let other = if at.mover == 'X' { 'O' } else { 'X' };
                let in_mills =
                    at.men.iter().filter(|(point, owner)| **owner == other && reference.is_in_mill(&at, point)).count();
                all_in_mills += usize::from(!takes.is_empty() && in_mills == count(other));
                assert!(count('X') <= men && count('O') <= men);
                if found.is_empty() {
                    ends += 1;
                    let (parsed, lost) = (game.parse(&text).unwrap(), Outcome::Loss);
                    assert_eq!(game.terminal(&parsed), lost);
                    break;
                }
                // Taking is preferred, so that games reach three men and their end.
                let pool: Vec<&String> = if takes.is_empty() { found.keys().collect() } else { takes };
                text.clone_from(&found[random.choice(&pool).copied().unwrap()]);
            }
        }
        assert!(
            taken > 100 && flights > 20 && ends > 10 && all_in_mills > 5,
            "{taken} {flights} {ends} {all_in_mills}"
        );
    }
}

#[test]
fn symmetries_keep_the_moves() {
    let mut random = fastrand::Rng::with_seed(7);
    for game in [MensMorris::nine(), MensMorris::five()] {
        let canonical = |text: &String| game.to_text(&game.canonical(&game.parse(text).unwrap()));
        let mut largest = 0;
        for _ in 0..40 {
            let mut text = game.to_text(&game.start().unwrap());
            assert_eq!((canonical(&text), game.class_size(&game.start().unwrap())), (text.clone(), Some(1)));
            for _ in 0..60 {
                let (at, image) = (game.parse(&text).unwrap(), canonical(&text));
                assert_eq!(canonical(&image), image);
                let size = game.class_size(&at).unwrap();
                assert_eq!(game.class_size(&game.canonical(&at)), Some(size));
                largest = largest.max(size);
                let classes = |text: &String| {
                    let mut all: Vec<String> = options(&game, text).values().map(canonical).collect();
                    all.sort();
                    all
                };
                assert_eq!(classes(&text), classes(&image), "{text}");
                let found = options(&game, &text);
                let all: Vec<&String> = found.values().collect();
                let Some(next) = random.choice(&all) else { break };
                text = (*next).clone();
            }
        }
        assert_eq!(largest, 16, "turns, reflections and the exchange of the squares");
    }
}

/// Three men each on two squares: small enough for the reference solver. Every class is reached whole, since the start is its own
/// image.
#[test]
fn three_men_are_solved_as_the_reference_solver_solves_them() {
    let game = MensMorris::on_two_squares(3);
    let explored = explore(&game, game.start(), &Limits::NONE).unwrap();
    let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
    let solution = explored.by_position(&solved);
    check_table(&game, explored.positions().iter().copied(), &solution).unwrap();
    let slow = naive::solve(&game, game.start());
    let (mut classes, mut members) = (BTreeSet::new(), 0);
    for at in explored.positions() {
        let (value, slow) = (solution.get(at).unwrap().unwrap(), slow.get(at).unwrap().unwrap());
        assert_eq!((value.outcome, value.remoteness), (slow.outcome, slow.remoteness), "{}", game.to_text(at));
        if classes.insert(game.canonical(at)) {
            members += game.class_size(at).unwrap();
        }
    }
    assert_eq!(members, explored.positions().len() as u64);
}

#[test]
fn positions_that_cannot_arise_are_refused() {
    let (nine, five) = (MensMorris::nine(), MensMorris::five());
    for (game, text, message) in [
        (&nine, "", "0 points"),
        (&nine, ".../.../.../....../.../... X 9 9", "21 points"),
        (&nine, ".../.../..../...../.../.../... X 9 9", "the rows have other lengths"),
        (&nine, ".../.../.../..Z.../.../.../... X 9 9", "`Z` is not a point"),
        (&nine, ".../.../.../....../.../.../...", "the text does not say who moves"),
        (&nine, ".../.../.../....../.../.../... Z", "`Z` does not say who moves"),
        (&nine, ".../.../.../....../.../.../... X 10 9", "`10` is not a number of men in hand"),
        (&nine, ".../.../.../....../.../.../... X 9", "the men that O has in hand are missing"),
        (&nine, ".../.../.../....../.../.../... X 9 9 9", "`9` is too much"),
        (&nine, ".../.../.../....../.../.../... O 9 9", "X has 9 men in hand and O has 9"),
        (&nine, ".../.../.../....../.../.../... X 8 9", "X has 8 men in hand and O has 9"),
        (&nine, "X../.../.../....../.../.../... O 9 10", "`10` is not a number"),
        (&nine, "XX./.../.../....../.../.../... X 8 8", "X has 10 men"),
        (&nine, "XX./O../O../.OO.../.../.../... O", "X has 2 men, but the other player is to move"),
        (&five, ".../.../.../....../.../.../... X 5 5", "24 points"),
        (&five, "XXX/XXX/..../OOO/OOO X", "X has 6 men"),
    ] {
        let wrong = game.parse(text).expect_err(text);
        assert!(wrong.message.contains(message), "{text}: {wrong}");
        assert!(!wrong.help.is_empty());
    }
    assert!(nine.parse("........................ X 9 9").is_ok(), "rows may be left out");
    assert!(nine.parse("XX./O../O../.OO.../.../.../... X").is_ok(), "X has lost");
}

#[test]
fn pictures_show_the_lines() {
    let game = MensMorris::nine();
    let at = game.parse("X../.../.../.O..../.../.../... X 8 8").unwrap();
    let picture = "  a b c d e f g
1 X-----.-----.
  |     |     |
2 | .---.---. |
  | |   |   | |
3 | | .-.-. | |
  | | |   | | |
4 .-O-.   .-.-.
  | | |   | | |
5 | | .-.-. | |
  | |   |   | |
6 | .---.---. |
  |     |     |
7 .-----.-----.
X to move; in hand: X 8, O 8";
    assert_eq!(game.picture(&at).unwrap(), picture);
}
