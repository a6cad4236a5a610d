//! The indices of positions and, for each position, those of its predecessors.
//!
//! The index is (((2t + w) · 64 + m) · 64 + k) · 64 + b. Here t is the kind of White's man, as its place in the list of
//! the game (in a pawn's game queen and rook follow the pawn); w is 0 if White moves and 1 if Black does; m, k and b are
//! the squares of the man, of White's king and of Black's king. Of the 2¹⁹ indices of a kind 331,352 are positions with a
//! pawn, 368,452 with a queen and 399,112 with a rook; the others break a rule.
//!
//! A predecessor is valid if the position before the move breaks no rule; the move itself is then legal, because it leads
//! to a position that breaks none. A position that is over because no mate is possible has predecessors and no
//! successors.

use super::{Chess, Endgame, Piece, Square, squares};
use crate::game::{Index, Indexed, Layer, Player};

/// Number of indices for each kind of man.
const KIND: u64 = 2 << 18;

impl Endgame {
    /// Appends the positions from which White's last move may have led here.
    fn before_white(&self, men: &[Piece], out: &mut Vec<Self>) {
        let Some((piece, at)) = self.man else { return };
        let before = Self { mover: Player::Left, ..*self };
        let taken = self.king.set() | at.set() | self.bare.set();
        if piece.can_mate() {
            let kings = squares(self.king.neighbours() & !taken);
            out.extend(kings.filter_map(|king| Self { king, ..before }.legal()));
        }
        let mut from = |piece, at| out.extend(Self { man: Some((piece, at)), ..before }.legal());
        let down = |from: Square| from.step((0, -1)).filter(|to| to.set() & taken == 0);
        match piece {
            Piece::Queen | Piece::Rook => {
                squares(piece.attacks(at, taken) & !taken).for_each(|square| from(piece, square));
            }
            Piece::Pawn => {
                if let Some(one) = down(at) {
                    from(Piece::Pawn, one);
                    if at.row() == 4
                        && let Some(two) = down(one)
                    {
                        from(Piece::Pawn, two);
                    }
                }
            }
            Piece::Bishop | Piece::Knight => {}
        }
        if men.contains(&Piece::Pawn)
            && piece != Piece::Pawn
            && at.row() == 8
            && let Some(one) = down(at)
        {
            from(Piece::Pawn, one);
        }
    }

    /// Appends the positions from which Black's last move may have led here.
    fn before_black(&self, men: &[Piece], out: &mut Vec<Self>) {
        let taken = self.king.set() | self.bare.set() | self.man.map_or(0, |(_, at)| at.set());
        for bare in squares(self.bare.neighbours() & !taken) {
            let before = Self { bare, mover: Player::Right, ..*self };
            match self.man {
                Some((piece, _)) if piece.can_mate() => out.extend(before.legal()),
                Some(_) => {}
                // The king has just taken the man on its present square.
                None => {
                    out.extend(men.iter().filter_map(|&piece| Self { man: Some((piece, self.bare)), ..before }.legal()))
                }
            }
        }
    }
}

impl Indexed for Chess {
    fn indices(&self) -> u64 {
        self.men().len() as u64 * KIND
    }

    fn rank(&self, at: &Endgame) -> Option<Index> {
        let (piece, square) = at.man?;
        let kind = self.men().iter().position(|&man| man == piece)? as u64;
        let white_or_black = 2 * kind + u64::from(at.mover == Player::Right);
        let squares = [square, at.king, at.bare];
        Some(Index(squares.iter().fold(white_or_black, |index, square| index << 6 | u64::from(square.number()))))
    }

    fn unrank(&self, Index(index): Index) -> Option<Endgame> {
        let &piece = self.men().get(usize::try_from(index / KIND).ok()?)?;
        let square = |place: u32| Square::new((index >> (6 * place) & 63) as u8);
        let mover = if index >> 18 & 1 == 0 { Player::Left } else { Player::Right };
        Endgame { king: square(1), man: Some((piece, square(2))), bare: square(0), mover }.legal()
    }

    /// A layer for each kind of man: a pawn becomes a queen or a rook, and neither becomes a pawn again.
    fn layers(&self) -> Vec<Layer> {
        if self.men().len() == 1 {
            return vec![Layer::single()];
        }
        let promoted: Vec<usize> = (0..self.men().len()).filter(|kind| self.men()[*kind] != Piece::Pawn).collect();
        let layer = |(&man, first): (&Piece, u64)| Layer {
            first: Index(first),
            leads_to: if man == Piece::Pawn { promoted.clone() } else { Vec::new() },
            has_moves_inside: true,
            parts: Vec::new(),
        };
        self.men().iter().zip((0..).step_by(KIND as usize)).map(layer).collect()
    }

    fn predecessors(&self, at: &Endgame, out: &mut Vec<Endgame>) {
        match at.mover {
            Player::Left => at.before_black(self.men(), out),
            Player::Right => at.before_white(self.men(), out),
        }
    }
}
