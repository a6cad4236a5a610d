//! Chess written anew, for a few men: the board as a list of men, moves by walking over it, and a move is legal if nobody
//! can take the king after it.

use grundy::Outcome;

/// A man: its letter, White's as a capital, with its column and row, from 0.
type Man = (char, i32, i32);

/// Some men and who moves.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    men: Vec<Man>,
    white: bool,
}

/// What a move does: the man that moves, where it goes, what it is then.
type Step = (usize, (i32, i32), char);

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn name((column, row): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Board {
    /// Reads text as `Kc3 Rb1 kc1 w`.
    pub(crate) fn read(text: &str) -> Self {
        let (men, mover) = text.rsplit_once(' ').unwrap();
        let man = |word: &str| {
            let bytes = word.as_bytes();
            (char::from(bytes[0]), i32::from(bytes[1]) - 97, i32::from(bytes[2]) - 49)
        };
        Self { men: men.split(' ').map(man).collect(), white: mover == "w" }
    }

    fn text(&self) -> String {
        let men: Vec<String> =
            self.men.iter().map(|&(letter, column, row)| format!("{letter}{}", name((column, row)))).collect();
        format!("{} {}", men.join(" "), if self.white { 'w' } else { 'b' })
    }

    fn at(&self, square: (i32, i32)) -> Option<char> {
        self.men.iter().find(|man| (man.1, man.2) == square).map(|man| man.0)
    }

    /// The moves of the player to move, whether or not their king could be taken after them.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let on_board = |(column, row): (i32, i32)| (0..8).contains(&column) && (0..8).contains(&row);
        for (i, &(letter, column, row)) in self.men.iter().enumerate() {
            if letter.is_uppercase() != self.white {
                continue;
            }
            let own = |square| self.at(square).is_some_and(|man| man.is_uppercase() == self.white);
            if letter == 'P' {
                let mut to = Vec::new();
                if self.at((column, row + 1)).is_none() {
                    to.push((column, row + 1));
                    if row == 1 && self.at((column, 3)).is_none() {
                        to.push((column, 3));
                    }
                }
                let aslant = [(column - 1, row + 1), (column + 1, row + 1)];
                to.extend(aslant.into_iter().filter(|&square| self.at(square).is_some() && !own(square)));
                for to in to {
                    let becomes = if to.1 == 7 { "QRBN" } else { "P" };
                    steps.extend(becomes.chars().map(|letter| (i, to, letter)));
                }
                continue;
            }
            let leaps = || (-2i32..=2).flat_map(|x| (-2i32..=2).map(move |y| (x, y)));
            let (ways, far): (Vec<_>, i32) = match letter {
                'K' | 'k' => ([STRAIGHT, ASLANT].concat(), 1),
                'Q' => ([STRAIGHT, ASLANT].concat(), 7),
                'R' => (STRAIGHT.to_vec(), 7),
                'B' => (ASLANT.to_vec(), 7),
                _ => (leaps().filter(|(x, y)| x * x + y * y == 5).collect(), 1),
            };
            for way in ways {
                for distance in 1..=far {
                    let to = (column + distance * way.0, row + distance * way.1);
                    if !on_board(to) || own(to) {
                        break;
                    }
                    steps.push((i, to, letter));
                    if self.at(to).is_some() {
                        break;
                    }
                }
            }
        }
        steps
    }

    /// Whether the player to move could take the other one's king.
    fn takes_king(&self) -> bool {
        let king = if self.white { 'k' } else { 'K' };
        self.steps().iter().any(|&(_, to, _)| self.at(to) == Some(king))
    }

    fn after(&self, (i, to, letter): Step) -> Self {
        let mut men = self.men.clone();
        men[i] = (letter, to.0, to.1);
        let mut place = 0..;
        men.retain(|man| place.next() == Some(i) || (man.1, man.2) != to);
        Self { men, white: !self.white }
    }

    /// Whether the king of the player to move could be taken if it were the other one's turn.
    fn in_check(&self) -> bool {
        Self { white: !self.white, ..self.clone() }.takes_king()
    }

    /// Whether the men may stand so.
    pub(crate) fn is_legal(&self) -> bool {
        let place = |i: usize| (self.men[i].1, self.men[i].2);
        let different = (0..self.men.len()).all(|i| (0..i).all(|j| place(i) != place(j)));
        let pawns = self.men.iter().all(|&(letter, _, row)| letter != 'P' || (1..7).contains(&row));
        different && pawns && !self.takes_king()
    }

    /// Whether some play could end in a mate.
    fn is_alive(&self) -> bool {
        self.men.iter().any(|man| "PRQ".contains(man.0))
    }

    /// What a player who has no move has reached.
    pub(crate) fn end(&self) -> Outcome {
        if self.in_check() && self.legal_steps().is_empty() { Outcome::Loss } else { Outcome::Draw }
    }

    /// Each move as text with the text of the position after it.
    pub(crate) fn moves(&self) -> Vec<(String, String)> {
        let mut moves = Vec::new();
        if !self.is_alive() {
            return moves;
        }
        for step in self.legal_steps() {
            let (i, to, letter) = step;
            let after = self.after(step);
            let mut text = String::new();
            if self.men[i].0 != 'P' {
                text.push(letter.to_ascii_uppercase());
            }
            if after.men.len() < self.men.len() {
                text.push('x');
            }
            text += &name(to);
            if letter != self.men[i].0 {
                text += &format!("={letter}");
            }
            if after.end() == Outcome::Loss {
                text.push('#');
            } else if after.in_check() {
                text.push('+');
            }
            moves.push((text, after.text()));
        }
        moves
    }

    fn legal_steps(&self) -> Vec<Step> {
        self.steps().into_iter().filter(|&step| !self.after(step).takes_king()).collect()
    }
}
