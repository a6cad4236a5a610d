//! Nine, six and five men's morris: men placed on the points of a board and then moved along its lines, who close mills and
//! take men.
//!
//! The rules are those that Gasser solved: 1996, "Solving nine men's morris", in *Games of No Chance*, pages 101–113. X
//! begins. While players have men in hand, each in turn puts one on an empty point; later each in turn moves a man along a
//! line to an empty point next to it, or to any empty point with only three men left. Three men of a player in a row on a
//! line are a mill. Whoever closes one takes a man of the other player from the board: one that is in no mill, or any if all
//! are. Two mills closed by one move take one man, too. A player with two men left, in hand and on the board, loses, and so
//! does a player who cannot move. Play can go on for ever, which is a draw.
//!
//! Nine men's morris has three squares, joined at the middles of their sides. Six and five men's morris have two, so only the
//! sides of squares are mills; their rules are otherwise the same here.
//!
//! Text of a position: the points of each row from the top, `X`, `O` or `.`, the player to move, and, while there are any,
//! the men that X and O have in hand: `X../.O./.../....../.../.../... X 8 8`.

mod bit_gather;
mod board;
mod groups;
mod index;
mod position;
mod sectors;
mod sets;
mod steps;
mod text;

pub use position::{MorrisMove, MorrisPosition};

use super::grid::bits;
use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::{DynIndexed, ParseError, TextGame, WithText};
use crate::value::Undefined;
use board::Board;
use index::Numbering;
use std::sync::OnceLock;

/// The rules that the games have in common, for the catalogue.
macro_rules! rules {
    ($men:literal, $board:literal) => {
        concat!(
            "X and O have ",
            $men,
            " men each and in turn put one on an empty point, X first. When all are placed, each in turn moves a man along a \
             line to an empty point next to it; a player with three men left moves to any empty point. ",
            $board,
            " Three men of a player in a row on a line are a mill; whoever closes one takes a man of the other player that is \
             in no mill, or any if all are. A player with two men left loses, and so does a player who cannot move. Play can \
             go on for ever."
        )
    };
}

/// The parts of an entry that the three games share.
const FAMILY: Entry = Entry {
    position: "the points of each row from the top, `X`, `O` or `.`, with or without `/` between rows, and who moves; while \
               men are in hand, also the numbers of X and O, as in `X../.O./..../.../... X 4 4` for five-mens-morris",
    moves: "the point, column and row as on the board's picture: `d2`; later both points: `d2 to d3`; and the man that is \
            taken: `d2 to d3, take f4`",
    ..Entry::BOARD
};

/// The entry of nine men's morris.
pub(super) const NINE: Entry = Entry {
    name: "nine-mens-morris",
    form: "nine-mens-morris",
    rules: rules!("nine", "The board has three squares inside one another, joined at the middles of their sides."),
    start: Some(".../.../.../....../.../.../... X 9 9"),
    source: "Gasser 1996, \"Solving nine men's morris\", Games of No Chance",
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(MensMorris::nine())))),
    ..FAMILY
};

/// The entry of six men's morris.
pub(super) const SIX: Entry = Entry {
    name: "six-mens-morris",
    form: "six-mens-morris",
    rules: rules!("six", "The board has two squares, one inside the other, joined at the middles of their sides."),
    start: Some(".../.../..../.../... X 6 6"),
    source: "the rules of nine men's morris in Gasser 1996 on the smaller board",
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(MensMorris::six())))),
    ..FAMILY
};

/// The entry of five men's morris.
pub(super) const FIVE: Entry = Entry {
    name: "five-mens-morris",
    form: "five-mens-morris",
    rules: rules!("five", "The board has two squares, one inside the other, joined at the middles of their sides."),
    start: Some(".../.../..../.../... X 5 5"),
    source: "the rules of nine men's morris in Gasser 1996 on the smaller board",
    open: Opener::Game(|_, _| Ok(Box::new(WithText::new(MensMorris::five())))),
    ..FAMILY
};

/// The number of men below which a player has lost, and with which a player's men move to any empty point.
const FEWEST_MEN: u32 = 3;

/// The rules of nine, six or five men's morris.
///
/// ```
/// use grundy::{catalog::MensMorris, game::Game, text::TextGame};
/// let game = MensMorris::nine();
/// let mut moves = Vec::new();
/// game.moves(&game.start().unwrap(), &mut moves);
/// assert_eq!(moves.len(), 24);
/// ```
#[derive(Clone, Debug)]
pub struct MensMorris {
    name: String,
    board: Board,
    /// The men of each player.
    men: u32,
    /// The indices of positions, made when they are first needed.
    numbering: OnceLock<Box<Numbering>>,
}

impl MensMorris {
    /// Creates nine men's morris, on 24 points.
    pub fn nine() -> Self {
        Self::on_three_squares(9)
    }

    /// Creates six men's morris, on 16 points.
    pub fn six() -> Self {
        Self::on_two_squares(6)
    }

    /// Creates five men's morris, on 16 points.
    pub fn five() -> Self {
        Self::on_two_squares(5)
    }

    /// Creates a game on the 24 points of three squares with `men` men for each player: `nine-mens-morris` with fewer men. Once all men are
    /// placed, positions have the values that they have in `nine-mens-morris`.
    ///
    /// # Panics
    /// If `men` is not from 3 to 9: with fewer men both players have lost, and with more the board fills up.
    pub fn on_three_squares(men: u32) -> Self {
        assert!((FEWEST_MEN..=9).contains(&men), "from 3 to 9 men, not {men}");
        let name = if men == 9 { NINE.name.to_owned() } else { format!("{men}-mens-morris on three squares") };
        Self::new(name, 3, men)
    }

    /// Creates a game on the 16 points of two squares with `men` men for each player: `six-mens-morris` with fewer or more men.
    ///
    /// # Panics
    /// If `men` is not from 3 to 7: with fewer men both players have lost, and with more the board fills up.
    pub fn on_two_squares(men: u32) -> Self {
        assert!((FEWEST_MEN..=7).contains(&men), "from 3 to 7 men, not {men}");
        let name = match men {
            5 => FIVE.name.to_owned(),
            6 => SIX.name.to_owned(),
            _ => format!("{men}-mens-morris"),
        };
        Self::new(name, 2, men)
    }

    fn new(name: String, squares: u32, men: u32) -> Self {
        Self { name, board: Board::new(squares), men, numbering: OnceLock::new() }
    }

    /// Appends the move of a man from `from`, or from the hand, to `to`: with each man that it may take if it closes a mill.
    fn append(&self, own: u32, other: u32, from: Option<u8>, to: u8, out: &mut Vec<MorrisMove>) {
        let after = own & !from.map_or(0, |from| 1 << from) | 1 << to;
        if other == 0 || !self.board.is_in_mill(after, to) {
            out.push(MorrisMove { from, to, take: None });
            return;
        }
        out.extend(bits(self.board.may_be_taken(other).into()).map(|man| MorrisMove { from, to, take: Some(man) }));
    }
}

impl Game for MensMorris {
    type Position = MorrisPosition;
    type Move = MorrisMove;

    fn moves(&self, at: &MorrisPosition, out: &mut Vec<MorrisMove>) {
        let (own, other) = at.own_and_other();
        let hand = at.own_hand();
        let count = own.count_ones();
        if count + hand < FEWEST_MEN {
            return;
        }
        let empty = self.board.all() & !(own | other);
        if hand > 0 {
            bits(empty.into()).for_each(|to| self.append(own, other, None, to, out));
            return;
        }
        for from in bits(own.into()) {
            let reachable = if count == FEWEST_MEN { empty } else { empty & self.board.neighbours[usize::from(from)] };
            bits(reachable.into()).for_each(|to| self.append(own, other, Some(from), to, out));
        }
    }

    fn play(&self, at: &MorrisPosition, m: &MorrisMove) -> MorrisPosition {
        at.after(*m)
    }

    fn player(&self, at: &MorrisPosition) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl TextGame for MensMorris {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<MorrisPosition> {
        Some(MorrisPosition { x: 0, o: 0, x_hand: self.men as u8, o_hand: self.men as u8, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<MorrisPosition, ParseError> {
        text::parse(&self.board, self.men, text)
    }

    fn to_text(&self, at: &MorrisPosition) -> String {
        text::to_text(&self.board, at)
    }

    fn move_text(&self, _at: &MorrisPosition, m: &MorrisMove) -> String {
        text::move_text(&self.board, m)
    }

    fn encode(&self, at: &MorrisPosition, out: &mut Vec<u8>) {
        out.extend(at.to_word().to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> MorrisPosition {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[..8]);
        MorrisPosition::from_word(u64::from_le_bytes(word))
    }

    fn canonical(&self, at: &MorrisPosition) -> MorrisPosition {
        self.board.symmetries.least_image(*at)
    }

    fn class_size(&self, at: &MorrisPosition) -> Option<u64> {
        Some(self.board.symmetries.class_size(*at))
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        Some(self)
    }

    fn picture(&self, at: &MorrisPosition) -> Option<String> {
        Some(text::picture(&self.board, at))
    }

    fn players(&self) -> [&'static str; 2] {
        ["X", "O"]
    }
}
