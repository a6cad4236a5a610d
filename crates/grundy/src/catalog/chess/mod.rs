//! Chess endgames of a king and one man against a king alone, to the mate.
//!
//! White has a king and a queen, a rook or a pawn; Black has a king. A king moves one square in any of the eight
//! directions, a rook any number of squares along its row or column, a queen along the diagonals too, none of them over
//! another man. A pawn moves one empty square up its column, or two from row 2 if both are empty; on row 8 it becomes a
//! queen, rook, bishop or knight. A king is in check if the other side's men could move to its square next; a pawn
//! attacks diagonally. No move may leave the mover's own king in check. Black's king takes the man by moving to its
//! square, unless White's king stands beside it. A player who has no move is mated and loses if the king is in check;
//! without check the game is drawn. It is drawn as well, and over, as soon as no play whatever could end in a mate: kings
//! alone, or with a bishop or a knight. Play can go on for ever; the rules of fifty moves and of repeated positions are
//! left out, as is usual in tables of endgames, and castling and taking in passing cannot occur.
//!
//! Source: FIDE Laws of Chess (2023), articles 3 (moves), 5.1.1 (mate), 5.2.1 (stalemate) and 5.2.2 (dead positions).
//!
//! A position is any placing of the men that breaks none of these rules ([`IllegalPlacement`]), whether or not a game leads to it.

mod index;
mod legal;
mod squares;
mod symmetry;
mod text;
mod text_game;

pub use legal::IllegalPlacement;
pub use squares::Square;

use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::WithText;
use crate::value::{Outcome, Undefined};
use squares::squares;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "chess",
    form: "chess:KMvK",
    rules: "The endgames of chess in which White has a king and a man M beside it, a queen Q, a rook R or a pawn P, and Black \
            a king. Mate wins. Stalemate is a draw, and so is a board on which no mate is possible, as kings alone. A \
            pawn on row 8 becomes a queen, rook, bishop or knight. There is no rule of fifty moves, and no draw by \
            repetition: play can go on for ever.",
    position: "the men with their squares, White's as capitals, Black's king as `k`, and who moves, `w` or `b`, as in \
               `Kc3 Rb1 kc1 b` for chess:KRvK; or the first two fields of FEN, `8/8/8/8/8/2K5/8/1Rk5 b`",
    moves: "short algebraic notation: `Kc4`, `Rb8+`, `Rb8#`, `Kxb2`; a pawn `a4`, `a8=Q`",
    source: "FIDE Laws of Chess 2023, articles 3 and 5",
    example: "chess:KRvK",
    open: Opener::Game(|parameters, _| {
        match Chess::open(parameters.text()) {
        Some(game) => Ok(Box::new(WithText::new(game))),
        None => Err(parameters
            .error(
                format!("`{}` is not an endgame of the catalogue", parameters.text()),
                format!(
                    "{}write `chess:KQvK`, `chess:KRvK` or `chess:KPvK`: White has a king and a queen, a rook or a pawn",
                    meant(parameters.text())
                ),
            )
            .into()),
    }
    }),
    ..Entry::BOARD
};

/// A question after the endgame whose men have the letters of `text`, such as `krk`; empty if there is none.
fn meant(text: &str) -> String {
    let letters = |text: &str| text.chars().filter(|c| !"vV-".contains(*c)).collect::<String>().to_ascii_uppercase();
    let near = ["KQvK", "KRvK", "KPvK"].into_iter().find(|name| letters(name) == letters(text));
    near.map(|near| format!("did you mean `chess:{near}`? ")).unwrap_or_default()
}

/// White's piece besides the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
}

impl Piece {
    /// All kinds of piece.
    const ALL: [Self; 5] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];
    /// The pieces that a pawn can become, the strongest first.
    const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Whether mate is possible with a king and this piece, or with what a pawn becomes.
    fn can_mate(self) -> bool {
        matches!(self, Self::Pawn | Self::Rook | Self::Queen)
    }

    /// The squares that the piece attacks from `from`; the squares in `taken` are occupied.
    fn attacks(self, from: Square, taken: u64) -> u64 {
        match self {
            Self::Pawn => {
                [(-1, 1), (1, 1)].iter().filter_map(|&step| from.step(step)).fold(0, |set, to| set | to.set())
            }
            Self::Knight => from.knight(),
            Self::Bishop => from.bishop(taken),
            Self::Rook => from.rook(taken),
            Self::Queen => from.rook(taken) | from.bishop(taken),
        }
    }
}

/// A position of a chess endgame: three men, or two kings, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Endgame {
    /// White's king.
    king: Square,
    /// White's other man; `None` if it was taken.
    man: Option<(Piece, Square)>,
    /// Black's king.
    bare: Square,
    /// The player to move; White is [`Player::Left`].
    mover: Player,
}

/// A move of a chess endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessMove {
    from: Square,
    to: Square,
    /// The piece that a pawn becomes on row 8; `None` for other moves.
    becomes: Option<Piece>,
}

/// The rules of a chess endgame: a king and one man against a king.
#[derive(Clone, Debug)]
pub struct Chess {
    name: String,
    man: Piece,
}

impl Chess {
    /// Returns the endgame in which White has `man` besides the king; `None` for a bishop or a knight, which cannot mate.
    ///
    /// ```
    /// use grundy::{text::TextGame, catalog::{Chess, Piece}};
    /// assert_eq!(Chess::new(Piece::Rook).unwrap().name(), "chess:KRvK");
    /// assert!(Chess::new(Piece::Knight).is_none());
    /// ```
    pub fn new(man: Piece) -> Option<Self> {
        man.can_mate().then(|| Self { name: format!("chess:K{}vK", man.letter()), man })
    }

    /// The endgame with this parameter, such as `KRvK`.
    fn open(material: &str) -> Option<Self> {
        let mut games = Piece::ALL.into_iter().filter_map(Self::new);
        games.find(|game| game.name.strip_prefix("chess:") == Some(material))
    }

    /// The kinds of White's man in positions from which a mate is possible; the first one names the game.
    fn men(&self) -> &'static [Piece] {
        match self.man {
            Piece::Pawn => &[Piece::Pawn, Piece::Queen, Piece::Rook],
            Piece::Queen => &[Piece::Queen],
            _ => &[Piece::Rook],
        }
    }
}

impl Endgame {
    /// White's man, if a mate is still possible.
    fn mating_man(&self) -> Option<(Piece, Square)> {
        self.man.filter(|(piece, _)| piece.can_mate())
    }

    /// Whether Black's king would be in check on `square` after leaving its present square.
    fn is_attacked(&self, square: Square) -> bool {
        self.man.is_some_and(|(piece, at)| piece.attacks(at, self.king.set()) & square.set() != 0)
    }

    /// Whether Black's king is in check. White's king never is: the bare king cannot give check.
    fn is_check(&self) -> bool {
        self.is_attacked(self.bare)
    }

    fn after(&self, m: ChessMove) -> Self {
        let mut after = *self;
        match self.mover {
            Player::Left => {
                after.mover = Player::Right;
                match self.man {
                    Some((piece, at)) if at == m.from => after.man = Some((m.becomes.unwrap_or(piece), m.to)),
                    _ => after.king = m.to,
                }
            }
            Player::Right => {
                after.mover = Player::Left;
                after.bare = m.to;
                after.man = self.man.filter(|&(_, at)| at != m.to);
            }
        }
        after
    }

    /// White's moves with the man.
    fn man_moves(&self, (piece, from): (Piece, Square), mut found: impl FnMut(ChessMove)) {
        let taken = self.king.set() | self.bare.set();
        if piece != Piece::Pawn {
            // The attacked squares do not include Black's king, because it would be in check.
            let to = piece.attacks(from, taken) & !taken;
            squares(to).for_each(|to| found(ChessMove { from, to, becomes: None }));
            return;
        }
        let Some(to) = from.step((0, 1)).filter(|to| to.set() & taken == 0) else { return };
        if to.row() == 8 {
            Piece::PROMOTIONS.into_iter().for_each(|piece| found(ChessMove { from, to, becomes: Some(piece) }));
            return;
        }
        found(ChessMove { from, to, becomes: None });
        if from.row() == 2
            && let Some(to) = to.step((0, 1)).filter(|to| to.set() & taken == 0)
        {
            found(ChessMove { from, to, becomes: None });
        }
    }

    /// Calls `found` with every move.
    fn each_move(&self, mut found: impl FnMut(ChessMove)) {
        let Some(man) = self.mating_man() else { return };
        match self.mover {
            Player::Left => {
                let to = self.king.neighbours() & !self.bare.neighbours() & !man.1.set();
                squares(to).for_each(|to| found(ChessMove { from: self.king, to, becomes: None }));
                self.man_moves(man, found);
            }
            Player::Right => {
                let from = self.bare;
                for to in squares(from.neighbours() & !self.king.neighbours()).filter(|&to| !self.is_attacked(to)) {
                    found(ChessMove { from, to, becomes: None });
                }
            }
        }
    }
}

impl Game for Chess {
    type Position = Endgame;
    type Move = ChessMove;

    fn moves(&self, at: &Endgame, out: &mut Vec<ChessMove>) {
        at.each_move(|m| out.push(m));
    }

    fn play(&self, at: &Endgame, m: &ChessMove) -> Endgame {
        at.after(*m)
    }

    fn options(&self, at: &Endgame, out: &mut Vec<Endgame>) {
        at.each_move(|m| out.push(at.after(m)));
    }

    fn terminal(&self, at: &Endgame) -> Outcome {
        let mate = at.mating_man().is_some() && at.mover == Player::Right && at.is_check();
        if mate { Outcome::Loss } else { Outcome::Draw }
    }

    fn player(&self, at: &Endgame) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}
