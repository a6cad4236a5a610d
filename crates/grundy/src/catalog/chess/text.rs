//! The text of chess positions and moves.
//!
//! A position is its men, each a letter and a square, White's as capitals, Black's king as `k`, and `w` or `b` for who moves:
//! `Kc3 Rb1 kc1 w`, in any order. The first two fields of the Forsyth–Edwards notation, `8/8/8/8/8/2K5/8/1Rk5 w`, are read as
//! well, or all six where the others say what must hold here: no castling, no taking in passing, two numbers.
//! A move is written in short algebraic notation, which has no need here to say where a man comes from: `Rb8#`, `Kxb2`, `a8=Q+`.
//!
//! Source: FIDE Laws of Chess (2023), appendix C, for moves; Edwards 1994, "Portable game notation specification and
//! implementation guide", section 16.1, for the other notation.

use super::{Chess, ChessMove, Endgame, Piece, Square};
use crate::catalog::grid::wrong;
use crate::game::Player;
use crate::text::{ParseError, words};
use std::fmt;
use std::ops::Range;

/// A man in text: its byte range, its letter, its square.
type Named = (Range<usize>, char, Square);

impl Piece {
    pub(super) fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
        }
    }
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{} ", self.king)?;
        if let Some((piece, at)) = self.man {
            write!(f, "{}{at} ", piece.letter())?;
        }
        write!(f, "k{} {}", self.bare, if self.mover == Player::Left { 'w' } else { 'b' })
    }
}

impl Endgame {
    /// The text of a move.
    pub(super) fn label(&self, m: ChessMove) -> String {
        let mut text = String::new();
        match self.man.filter(|&(_, at)| self.mover == Player::Left && at == m.from) {
            None => text.push('K'),
            Some((Piece::Pawn, _)) => {}
            Some((piece, _)) => text.push(piece.letter()),
        }
        if self.mover == Player::Right && self.man.is_some_and(|(_, at)| at == m.to) {
            text.push('x');
        }
        text.push_str(&m.to.to_string());
        if let Some(piece) = m.becomes {
            text.push('=');
            text.push(piece.letter());
        }
        let after = self.after(m);
        if after.is_check() {
            let mut moves = 0;
            after.each_move(|_| moves += 1);
            text.push(if moves == 0 && after.mating_man().is_some() { '#' } else { '+' });
        }
        text
    }
}

impl Chess {
    fn help(&self) -> String {
        format!("write a position as `Kc3 {}b2 kc1 w`: men on squares, and who moves", self.man.letter())
    }

    /// Reads a position.
    pub(super) fn read_text(&self, text: &str) -> Result<Endgame, ParseError> {
        let mut men = Vec::new();
        let mut mover = None;
        let mut rest = words(text).peekable();
        let is_board = rest.peek().is_some_and(|(_, word)| word.contains('/'));
        if is_board && let Some((at, board)) = rest.next() {
            self.read_board(at, board, &mut men)?;
        }
        while let Some((at, word)) = rest.next() {
            let who = match word {
                "w" | "W" => Player::Left,
                "b" | "B" => Player::Right,
                _ if is_board => return Err(error(at, format!("`{word}` does not say who moves"), MOVER)),
                _ => {
                    men.push(self.read_man(at, word)?);
                    continue;
                }
            };
            if mover.replace(who).is_some() {
                return Err(error(at, "it is said twice who moves".to_owned(), MOVER));
            }
            if is_board {
                rest_of_fields(rest)?;
                break;
            }
        }
        if men.is_empty() {
            return Err(wrong(text, "there are no men", self.help()));
        }
        self.position(text, &men, mover)
    }

    /// Reads a man on its square.
    fn read_man(&self, at: Range<usize>, word: &str) -> Result<Named, ParseError> {
        let mut rest = word.chars();
        let (letter, square) = (rest.next(), Square::parse_name(rest.as_str()));
        match (letter, square) {
            (Some(letter), Some(square)) => Ok((at, letter, square)),
            (Some('K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k'), None) => {
                let message = format!("`{}` in `{word}` is not a square", rest.as_str());
                Err(error(at, message, "a square is a letter from a to h and a number from 1 to 8, as in `Kc3`"))
            }
            _ => Err(error(at, format!("`{word}` is not a man on a square"), self.help())),
        }
    }

    /// Reads a board row by row from the top: letters are men, digits are numbers of empty squares.
    fn read_board(&self, at: Range<usize>, board: &str, men: &mut Vec<Named>) -> Result<(), ParseError> {
        let help = "write eight rows of eight squares from the top, as in `8/8/8/8/8/2K5/8/1Rk5 w`";
        let (mut row, mut column) = (7, 0);
        for (i, c) in board.char_indices() {
            let here = at.start + i..at.start + i + c.len_utf8();
            match c {
                '/' if column != 8 => return Err(error(here, format!("a row of {column} squares"), help)),
                '/' if row == 0 => return Err(error(here, "more than eight rows".to_owned(), help)),
                '/' => (row, column) = (row - 1, 0),
                '1'..='8' => column += c as u8 - b'0',
                _ => {
                    if column < 8 {
                        men.push((here.clone(), c, Square::new(8 * row + column)));
                    }
                    column += 1;
                }
            }
            if column > 8 {
                return Err(error(here, "a row of more than eight squares".to_owned(), help));
            }
        }
        if (row, column) != (0, 8) {
            return Err(error(at, format!("the board ends after {} squares", 8 * (7 - row) + column), help));
        }
        Ok(())
    }

    /// The position with these men; an error if it is illegal.
    fn position(&self, text: &str, men: &[Named], mover: Option<Player>) -> Result<Endgame, ParseError> {
        let (mut king, mut bare, mut man) = (None, None, None);
        for (at, letter, square) in men {
            let twice = match letter {
                'K' => king.replace(*square).map(|_| "White has two kings".to_owned()),
                'k' => bare.replace(*square).map(|_| "Black has two kings".to_owned()),
                'q' | 'r' | 'b' | 'n' | 'p' => Some(format!("`{letter}` would be a man of Black")),
                _ => {
                    let Some(piece) = Piece::ALL.into_iter().find(|piece| piece.letter() == *letter) else {
                        return Err(error(at.clone(), format!("`{letter}` is not a man"), self.help()));
                    };
                    if piece != self.man && self.man != Piece::Pawn {
                        let message = format!("there is no {} in {}", piece.as_str(), self.name);
                        return Err(error(at.clone(), message, self.help()));
                    }
                    man.replace((piece, *square)).map(|_| "White has two men beside the king".to_owned())
                }
            };
            if let Some(message) = twice {
                let help = format!("White has a king and a {}, Black a king", self.man.as_str());
                return Err(error(at.clone(), message, help));
            }
        }
        let Some(king) = king else { return Err(wrong(text, "White has no king", self.help())) };
        let Some(bare) = bare else { return Err(wrong(text, "Black has no king", self.help())) };
        let Some(mover) = mover else { return Err(wrong(text, "the text does not say who moves", MOVER)) };
        let position = Endgame { king, man, bare, mover };
        match position.find_illegality() {
            None => Ok(position),
            Some(illegality) => {
                let named = men.iter().rfind(|(_, _, square)| *square == illegality.square());
                let at = named.map_or(0..text.len(), |(at, ..)| at.clone());
                Err(error(at, illegality.to_string(), illegality.help()))
            }
        }
    }
}

/// Help for a text that does not give the player to move.
const MOVER: &str = "write `w` for White or `b` for Black after the men";

fn error(at: Range<usize>, message: String, help: impl Into<String>) -> ParseError {
    ParseError { at, message, help: help.into() }
}

/// Reads the remaining fields of the Forsyth–Edwards notation: no castling, no square for taking in passing, two numbers.
fn rest_of_fields<'a>(rest: impl Iterator<Item = (Range<usize>, &'a str)>) -> Result<(), ParseError> {
    for (i, (at, word)) in rest.enumerate() {
        let number = !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
        if i < 2 && word != "-" || i >= 2 && !number || i > 3 {
            let help =
                "after who moves there is nothing, or `- - 0 1`: nothing is left to castle or to take in passing";
            return Err(error(at, format!("`{word}` does not belong here"), help));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::text::TextGame;

    #[test]
    fn positions_are_read_in_two_notations() {
        let game = Chess::new(Piece::Rook).unwrap();
        for text in ["Kc3 Rb1 kc1 b", "b  kc1 Rb1 Kc3", "8/8/8/8/8/2K5/8/1Rk5 b", "8/8/8/8/8/2K5/8/1Rk5 b - - 12 40"] {
            assert_eq!(game.parse(text).map(|at| at.to_string()), Ok("Kc3 Rb1 kc1 b".to_owned()), "{text}");
        }
        assert_eq!(game.parse("8/8/8/8/8/2K5/8/k7 w").map(|at| at.to_string()), Ok("Kc3 ka1 w".to_owned()));
    }

    #[test]
    fn what_is_no_position_is_refused_where_it_stands() {
        let game = Chess::new(Piece::Rook).unwrap();
        for (text, at, message) in [
            ("", 0..0, "there are no men"),
            ("w", 0..1, "there are no men"),
            ("Kc3 Rb1 kc1", 0..11, "the text does not say who moves"),
            ("Kc3 Rb1 w", 0..9, "Black has no king"),
            ("Rb1 kc1 w", 0..9, "White has no king"),
            ("Kc3 Rb1 kc1 w b", 14..15, "it is said twice who moves"),
            ("Kc3 Rb9 kc1 w", 4..7, "`b9` in `Rb9` is not a square"),
            ("Kc3 Zb1 kc1 w", 4..7, "`Z` is not a man"),
            ("Kc3 hello kc1 w", 4..9, "`hello` is not a man on a square"),
            ("Kc3 Qb1 kc1 w", 4..7, "there is no queen in chess:KRvK"),
            ("Kc3 rb1 kc1 w", 4..7, "`r` would be a man of Black"),
            ("Kc3 Rb1 kc1 Rb2 w", 12..15, "White has two men beside the king"),
            ("Kc3 Rb1 kc1 Kb2 w", 12..15, "White has two kings"),
            ("Kc3 Rc3 kc1 w", 4..7, "two men on c3"),
            ("Kc3 Rb1 kc3 w", 8..11, "two men on c3"),
            ("Kc3 Rb1 kc2 w", 8..11, "the kings stand beside each other"),
            ("Kc3 Rb1 kc1 w", 8..11, "White is to move while the king on c1 is in check"),
            ("8/8/8/8/8/2K5/8/1Rk5", 0..20, "the text does not say who moves"),
            ("8/8/8/8/8/2K5/8/1Rk5 x", 21..22, "`x` does not say who moves"),
            ("8/8/8/8/8/2K5/8/1Rk5 b KQ", 23..25, "`KQ` does not belong here"),
            ("8/8/8/8/8/2K5/8/1Rk5 b - - 0 1 2", 31..32, "`2` does not belong here"),
            ("8/8/8/8/8/2K6/8/1Rk5 b", 12..13, "a row of more than eight squares"),
            ("8/8/8/8/8/2K4/8/1Rk5 b", 13..14, "a row of 7 squares"),
            ("8/8/8/8/8/2K5/1Rk5 b", 0..18, "the board ends after 56 squares"),
            ("8/8/8/8/8/8/8/2K5/1Rk5 b", 17..18, "more than eight rows"),
            ("8/8/8/8/8/2K5/8/1R\u{e9}5 b", 18..20, "`\u{e9}` is not a man"),
        ] {
            let error = game.parse(text).unwrap_err();
            assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
        }
        let pawn = Chess::new(Piece::Pawn).unwrap();
        assert_eq!(pawn.parse("Kc3 Pb8 kc1 w").unwrap_err().message, "a pawn on b8");
        for piece in ["Q", "R", "B", "N"] {
            assert!(pawn.parse(&format!("Kc3 {piece}b8 kc1 w")).is_ok(), "{piece}");
        }
    }

    #[test]
    fn moves_are_written_short() {
        for (piece, at, labels) in [
            (Piece::Rook, "Kc3 Rb8 ka1 b", "Ka2"),
            (Piece::Rook, "Kh8 Rb2 ka1 b", "Kxb2"),
            (Piece::Pawn, "Kf6 Pa7 kh1 w", "Ke5 Kf5 Kg5 Ke6 Kg6 Ke7 Kf7 Kg7 a8=Q+ a8=R a8=B+ a8=N"),
            (Piece::Pawn, "Ka1 Pb7 kd7 w", "Kb1 Ka2 Kb2 b8=Q b8=R b8=B b8=N+"),
            (Piece::Pawn, "Kg6 Pb7 kh8 w", "Kf5 Kg5 Kh5 Kf6 Kh6 Kf7 b8=Q# b8=R# b8=B b8=N"),
            (Piece::Pawn, "Ka8 Pa2 kc8 w", "Ka7 a3 a4"),
            (Piece::Pawn, "Ka8 Pa7 kc8 w", ""),
            (Piece::Pawn, "Ka8 Ba7 kc8 w", ""),
            (Piece::Pawn, "Kd4 Pd3 kh8 w", "Kc3 Ke3 Kc4 Ke4 Kc5 Kd5 Ke5"),
        ] {
            let game = Chess::new(piece).unwrap();
            let at = game.parse(at).unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let found: Vec<String> = moves.iter().map(|m| game.move_text(&at, m)).collect();
            assert_eq!(found.join(" "), labels, "{at}");
        }
    }
}
