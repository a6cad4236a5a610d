//! Text of Othello: positions, moves and the picture.

use super::{Othello, OthelloDiscs, PASS};
use crate::catalog::grid::{Marks, wrong};
use crate::catalog::picture;
use crate::game::Player;
use crate::text::{DynTiered, ParseError, TextGame};

/// The most cells of a board whose positions fit in a word.
const MAX_PACKED_CELLS: u32 = 31;

impl TextGame for Othello {
    fn name(&self) -> &str {
        &self.name
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        (self.grid.cells() <= MAX_PACKED_CELLS).then_some(self)
    }

    fn start(&self) -> Option<OthelloDiscs> {
        let [a, b, c, d] = self.centre().map(|cell| 1 << cell);
        Some(OthelloDiscs { x: b | c, o: a | d, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<OthelloDiscs, ParseError> {
        let (board, mover) = text.trim_end().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        let mover = match mover {
            "X" | "x" => Player::Left,
            "O" | "o" => Player::Right,
            _ => {
                let start = self.to_text(&self.start().expect("a start"));
                let help = format!("write X or O behind the board, as in `{start}`");
                return Err(wrong(text, "the position does not say who moves", help));
            }
        };
        let Marks { x, o } = self.grid.read(0..board.len(), board.trim_end())?;
        if let Some(cell) = self.centre().into_iter().find(|cell| (x | o) >> cell & 1 == 0) {
            let message = format!("no disc lies on {}", self.grid.cell(cell as u8));
            return Err(wrong(
                text,
                message,
                "discs lie on the four cells of the centre from the start, and stay there",
            ));
        }
        Ok(OthelloDiscs { x, o, mover })
    }

    fn to_text(&self, at: &OthelloDiscs) -> String {
        let mover = if at.mover == Player::Left { 'X' } else { 'O' };
        format!("{} {mover}", self.grid.show(Marks { x: at.x, o: at.o }))
    }

    fn move_text(&self, _at: &OthelloDiscs, &cell: &u8) -> String {
        if cell == PASS { "pass".to_owned() } else { self.grid.cell(cell) }
    }

    fn encode(&self, at: &OthelloDiscs, out: &mut Vec<u8>) {
        out.push(u8::from(at.mover == Player::Right));
        out.extend(at.x.to_le_bytes());
        out.extend(at.o.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> OthelloDiscs {
        let cells = |i: usize| u64::from_le_bytes(std::array::from_fn(|j| bytes[i + j]));
        let mover = if bytes[0] == 0 { Player::Left } else { Player::Right };
        OthelloDiscs { x: cells(1), o: cells(9), mover }
    }

    /// The symmetries that keep the start, which lies along the diagonals.
    fn canonical(&self, at: &OthelloDiscs) -> OthelloDiscs {
        self.symmetries.least_image(*at)
    }

    fn class_size(&self, at: &OthelloDiscs) -> Option<u64> {
        Some(self.symmetries.class_size(*at))
    }

    fn picture(&self, at: &OthelloDiscs) -> Option<String> {
        let picture = picture::cells(&self.to_text(at), None)?;
        Some(format!("{picture}, {} X and {} O", at.x.count_ones(), at.o.count_ones()))
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::grid::BoardSizeError;

    #[test]
    fn boards_and_positions_that_cannot_be_are_refused() {
        assert_eq!(Othello::new(0).unwrap_err(), BoardSizeError::Empty);
        for side in [1, 2, 3, 5, 7] {
            assert_eq!(Othello::new(side).unwrap_err(), BoardSizeError::TooSmall { columns: side, rows: side });
        }
        for side in [9, 10, u64::MAX] {
            assert_eq!(Othello::new(side).unwrap_err(), BoardSizeError::TooLarge { columns: side, rows: side });
        }
        let game = Othello::new(4).unwrap();
        for text in ["", "..../.OX./.XO./....", "..../.OX./.X../.... X", "..../.OX./.XO./.... V", "..../.OX./.XO. X"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        assert_eq!(game.parse(".....OX..XO..... x"), game.parse("..../.OX./.XO./.... X"));
    }
}
