//! Symmetry classes of chess positions: images of a position by turning and reflecting the board.
//!
//! All men except the pawn move alike in every direction. Without a pawn, therefore, the eight symmetries of the square
//! preserve moves and values; with a pawn only the reflection that exchanges left and right does. A position's class is
//! the set of its images. Only a reflection in a long diagonal maps a square to itself. Therefore a class has 2 positions
//! with a pawn; otherwise it has 8, or 4 if all men stand on one long diagonal.

use super::{Endgame, Piece, Square};

/// A symmetry: three bits, for exchanging left and right, top and bottom, columns and rows, in this order.
#[derive(Clone, Copy)]
struct Symmetry(u8);

impl Symmetry {
    fn of(self, square: Square) -> Square {
        let mut n = square.number();
        if self.0 & 1 != 0 {
            n ^= 7;
        }
        if self.0 & 2 != 0 {
            n ^= 56;
        }
        Square::new(if self.0 & 4 != 0 { n >> 3 | n << 3 } else { n })
    }
}

impl Endgame {
    /// The images of the position, one for each symmetry, so that equal images repeat; the first is the position itself.
    fn images(&self) -> impl Iterator<Item = Self> {
        let symmetries = if matches!(self.man, Some((Piece::Pawn, _))) { 2 } else { 8 };
        (0..symmetries).map(Symmetry).map(|symmetry| Self {
            king: symmetry.of(self.king),
            man: self.man.map(|(piece, at)| (piece, symmetry.of(at))),
            bare: symmetry.of(self.bare),
            mover: self.mover,
        })
    }

    /// The least of the images.
    pub(super) fn least_image(&self) -> Self {
        self.images().min().unwrap_or(*self)
    }

    /// Number of different images.
    pub(super) fn count_images(&self) -> u64 {
        let all = self.images().count();
        let same = self.images().filter(|image| image == self).count();
        // The symmetries that fix a position form a group, and each image occurs once for each element of that group.
        (all / same) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Chess;
    use crate::text::TextGame;
    use std::collections::BTreeSet;

    #[test]
    fn classes_have_their_sizes() {
        let game = Chess::new(Piece::Pawn).unwrap();
        for (text, size) in [
            ("Kc3 Rb1 kc1 b", 8),
            ("Ka1 Rh8 kc3 b", 4),
            ("Ka1 kh8 w", 4),
            ("Ka1 ka3 w", 8),
            ("Kc3 Pb2 kc1 w", 2),
            ("Ka1 Pa7 kc3 w", 2),
        ] {
            let at = game.parse(text).unwrap();
            let images: BTreeSet<Endgame> = at.images().collect();
            assert_eq!((images.len() as u64, at.count_images()), (size, size), "{text}");
            assert!(
                images.iter().all(|image| image.least_image() == at.least_image() && image.find_illegality().is_none())
            );
        }
    }
}
