//! Text, bytes and symmetry classes of chess endgames.

use super::{Chess, ChessMove, Endgame, Piece, Square};
use crate::catalog::picture;
use crate::game::Player;
use crate::text::{DynIndexed, ParseError, TextGame};

impl TextGame for Chess {
    fn name(&self) -> &str {
        &self.name
    }

    fn parse(&self, text: &str) -> Result<Endgame, ParseError> {
        self.read_text(text)
    }

    fn to_text(&self, at: &Endgame) -> String {
        at.to_string()
    }

    fn move_text(&self, at: &Endgame, m: &ChessMove) -> String {
        at.label(*m)
    }

    /// Three bytes, lowest first: six bits each for the squares of the two kings and the man, three bits for the kind of
    /// the man, one bit for the player to move.
    fn encode(&self, at: &Endgame, out: &mut Vec<u8>) {
        let (kind, man) = at.man.map_or((0, 0), |(piece, square)| (piece as u32 + 1, square.number().into()));
        let kings = u32::from(at.king.number()) | u32::from(at.bare.number()) << 6;
        let bits = kings | man << 12 | kind << 18 | u32::from(at.mover == Player::Right) << 21;
        out.extend(&bits.to_le_bytes()[..3]);
    }

    fn decode(&self, bytes: &[u8]) -> Endgame {
        let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
        let square = |place: u32| Square::new((bits >> place & 63) as u8);
        let piece = (bits >> 18 & 7).checked_sub(1).and_then(|kind| Piece::ALL.get(kind as usize));
        Endgame {
            king: square(0),
            man: piece.map(|&piece| (piece, square(12))),
            bare: square(6),
            mover: if bits >> 21 & 1 == 0 { Player::Left } else { Player::Right },
        }
    }

    fn canonical(&self, at: &Endgame) -> Endgame {
        at.least_image()
    }

    fn class_size(&self, at: &Endgame) -> Option<u64> {
        Some(at.count_images())
    }

    fn opening(&self) -> Option<Endgame> {
        let text = match self.man {
            Piece::Queen => "Kc3 Qd1 ke5 w",
            Piece::Rook => "Kc3 Rd1 ke5 w",
            _ => "Ke6 Pe5 ke8 w",
        };
        self.parse(text).ok()
    }

    fn picture(&self, at: &Endgame) -> Option<String> {
        picture::squares(&self.to_text(at))
    }

    fn players(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        Some(self)
    }
}
