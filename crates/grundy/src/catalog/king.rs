//! The king to the corner: a king moves one square left, one down, or both, and the player who cannot move loses.
//!
//! Text of a position: row and column, from 1; the corner is `1 1`. Text of a move: `to 2 5`. After HDU 2147, "kiki's game".

use super::text;
use super::{Entry, Opener};
use crate::game::{Game, Play};
use crate::text::{ParseError, TextGame, WithText, words};
use crate::theory::square_heap;
use crate::theory::{Claim, ClaimError, ExpansionBound, Reason};
use crate::value::{Grundy, Nimber, Outcome, Unknown};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "king",
    form: "king",
    rules: "A king moves one square left, one down, or one both ways. Whoever cannot move, because the king is in the \
            corner 1 1, loses.",
    position: "row and column, from 1, as in `5 3`",
    moves: "`to 2 5`",
    source: "HDU 2147, \"kiki's game\"",
    open: Opener::Game(|_, play| Ok(Box::new(WithText::new(King { play })))),
    ..Entry::HEAPS
};

/// The rules of the king to the corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct King {
    /// Normal or misère play; under misère play, the player who reaches the corner loses.
    pub play: Play,
}

impl Game for King {
    /// Row and column, from 0.
    type Position = (u64, u64);
    type Move = (u64, u64);

    fn moves(&self, &(row, column): &(u64, u64), out: &mut Vec<(u64, u64)>) {
        if row > 0 {
            out.push((row - 1, column));
        }
        if column > 0 {
            out.push((row, column - 1));
        }
        if row > 0 && column > 0 {
            out.push((row - 1, column - 1));
        }
    }

    fn play(&self, _at: &(u64, u64), to: &(u64, u64)) -> (u64, u64) {
        *to
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for King {
    fn name(&self) -> &str {
        "king"
    }

    fn parse(&self, text: &str) -> Result<(u64, u64), ParseError> {
        let mut numbers = Vec::new();
        for (at, word) in words(text) {
            let n = text::small_number(at.clone(), word, "a row or column")?;
            if n == 0 || numbers.len() == 2 {
                return Err(ParseError {
                    at,
                    message: format!("`{word}` is not part of a square"),
                    help: "write row and column, from 1, as in `5 3`".to_owned(),
                });
            }
            numbers.push(n - 1);
        }
        match numbers[..] {
            [row, column] => Ok((row, column)),
            _ => Err(ParseError {
                at: 0..text.len(),
                message: "a square is a row and a column".to_owned(),
                help: "write both, from 1, as in `5 3`".to_owned(),
            }),
        }
    }

    fn to_text(&self, at: &(u64, u64)) -> String {
        format!("{} {}", at.0 + 1, at.1 + 1)
    }

    fn move_text(&self, _at: &(u64, u64), to: &(u64, u64)) -> String {
        format!("to {}", self.to_text(to))
    }

    fn encode(&self, at: &(u64, u64), out: &mut Vec<u8>) {
        text::write_number(&at.0.into(), out);
        text::write_number(&at.1.into(), out);
    }

    fn decode(&self, mut bytes: &[u8]) -> (u64, u64) {
        let mut next = || u64::try_from(&text::read_number(&mut bytes)).expect("a row or column");
        (next(), next())
    }

    fn opening(&self) -> Option<(u64, u64)> {
        self.parse("4 6").ok()
    }

    fn has_theory(&self) -> bool {
        true
    }

    fn claim(&self, at: &(u64, u64)) -> Result<Claim, ClaimError> {
        if self.play == Play::Misere {
            return Err(ClaimError::NoTheory);
        }
        Ok(if at.0.is_multiple_of(2) && at.1.is_multiple_of(2) {
            Claim { outcome: Outcome::Loss, grundy: Grundy::Finite(Nimber::ZERO) }
        } else {
            Claim { outcome: Outcome::Win, grundy: Grundy::Unknown(Unknown::TooLarge) }
        })
    }

    fn claims_values(&self) -> bool {
        false
    }

    fn claim_method(&self, _at: &(u64, u64)) -> String {
        "lost exactly when both distances to the corner are even".to_owned()
    }

    fn expansion_bound(&self, at: &(u64, u64)) -> ExpansionBound {
        // Every square below and to the left is reachable, and each except the corner has a move.
        let squares = at.0.saturating_add(1).saturating_mul(at.1.saturating_add(1));
        ExpansionBound { positions: squares, moves: squares - 1 }
    }

    fn least_in_pair(&self) -> Option<u64> {
        Some(1)
    }

    fn square(&self, largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, ClaimError>> {
        if self.play == Play::Misere {
            return None;
        }
        let side = match square_heap(largest) {
            Ok(side) => side,
            Err(error) => return Some(Err(error)),
        };
        let mut values: Vec<u64> = Vec::with_capacity(side * side);
        for row in 0..side {
            for column in 0..side {
                let option = |is_there: bool, back: usize| is_there.then(|| values[row * side + column - back]);
                let options = [option(row > 0, side), option(column > 0, 1), option(row > 0 && column > 0, side + 1)];
                values.extend((0..4).find(|&value| !options.contains(&Some(value))));
            }
        }
        let cell = |value: u64| {
            let outcome = if value == 0 { Outcome::Loss } else { Outcome::Win };
            (outcome, Grundy::Finite(Nimber(value)))
        };
        Some(Ok(values.into_iter().map(cell).collect()))
    }

    fn reason(&self, at: &(u64, u64)) -> Option<Reason> {
        let (row, column) = at;
        (self.play == Play::Normal).then(|| {
            Reason::Rule(format!(
                "The king is lost exactly when both its distances to the corner are even: from such a square every move makes at \
                 least one of them odd, and then both can be made even again. Here they are {row} and {column}."
            ))
        })
    }
}
