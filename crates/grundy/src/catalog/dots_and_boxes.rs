//! Dots and boxes: two players draw lines between dots, and whoever completes a box owns it and moves again.
//!
//! The board has R rows of C boxes between (R + 1) · (C + 1) dots. A moves first. A move draws one line between two dots
//! beside or below each other. A player who completes one or two boxes owns them and moves again; otherwise the other
//! player moves. The player with more boxes wins, and equal numbers are a draw. The game is over when a player owns more
//! boxes than the other player can still reach, or when all lines are drawn; ending it before the last line changes no
//! outcome. After Lucas 1889, "La pipopipette"; Berlekamp 2000, "The Dots and Boxes Game".
//!
//! Text of a position: the lines row by row from the top, first those between the dots of the first row, then those
//! below these dots, and so on, with `/` between rows: `h` is a horizontal line, `v` a vertical line, `.` no line. Then
//! the number of boxes of each player, and who moves: `hh/vv./h./.../.. 1:0 A`. Text of a move: the line in the picture,
//! in which rows and columns of dots alternate with rows and columns of lines: a column from a at the left and a row from 1
//! at the top, so that `b1` is the first line and `a2` the first one below it.
//!
//! A position holds which lines are drawn, the difference of the boxes and the player to move. Who owns which box does
//! not matter for the rest of the game, so positions that differ only in that are equal.

mod estimates;
mod last_move;
mod packed;
mod text_game;

use super::grid::{BoardSizeError, bits};
use super::permutation::Permutation;
use super::{Entry, Opener};
use crate::game::{Game, Player};
use crate::text::WithText;
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "dots-and-boxes",
    form: "dots-and-boxes:RxC",
    rules: "A and B in turn draw a line between two neighbouring dots of a board of R rows and C columns of boxes, A first. Who \
            completes a box, or two, owns it and moves again. More boxes win, equally many are a draw. The game is over when \
            all lines are drawn, or when the boxes that are left cannot change who wins.",
    position: "the lines row by row from the top, `h` or `v` drawn, `.` not drawn, first the lines between the dots of a row, then \
               the lines below them; the boxes of A and of B; and who moves, A or B, as in `hh/vv./h./.../.. 1:0 A` for \
               dots-and-boxes:2x2",
    moves: "the line, by its column from a and its row from 1 in the picture, where dots have columns a, c, e, … and rows 1, 3, \
            5, …: `b1`",
    start: Some("no line drawn, A to move"),
    source: "Lucas 1889, \"La pipopipette\"; Berlekamp 2000, \"The Dots and Boxes Game\"",
    example: "dots-and-boxes:2x2",
    open: Opener::Game(|parameters, _| {
        let [rows, columns] = parameters.sizes('x', "`dots-and-boxes:RxC`, as in `dots-and-boxes:3x3`")?;
        let sizes = "at most 12 columns C, and at most 64 dots in all: (R + 1) times (C + 1)";
        let game = DotsAndBoxes::new(rows, columns).map_err(|wrong| parameters.board_size_error(wrong, sizes))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The most columns of boxes: dots and lines together have a letter each.
const MAX_COLUMNS: u64 = 12;

/// The most dots: each is the left or upper end of at most one line of a direction, which has its bit.
const MAX_DOTS: u64 = 64;

/// The rules of dots and boxes on a board of one size.
///
/// ```
/// use grundy::{Outcome, catalog::DotsAndBoxes, game::Tiered, limits::Limits, solve, text::{TextGame, WithoutText}};
/// let game = DotsAndBoxes::new(2, 2).unwrap();
/// let start = game.start().unwrap();
/// let (word, tier) = (game.pack(&start), game.tier(&start));
/// let solved = solve::solve_tiered(&WithoutText(game), word, tier, &Limits::NONE).unwrap();
/// assert_eq!(solved.verdict(tier, word).unwrap().outcome(), Outcome::Win);
/// ```
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    name: String,
    rows: u32,
    columns: u32,
    /// The horizontal lines of the board, by their left dots: bit (columns + 1) · row + column.
    horizontal: u64,
    /// The vertical lines of the board, by their upper dots.
    vertical: u64,
    /// The boxes, by their upper left dots.
    boxes: u64,
    symmetries: Vec<LineSymmetry>,
}

/// A position of [`DotsAndBoxes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnLines {
    /// The horizontal lines that are drawn, by their left dots.
    horizontal: u64,
    /// The vertical lines that are drawn, by their upper dots.
    vertical: u64,
    /// The boxes of the first player minus those of the second.
    lead: i8,
    mover: Player,
}

/// A line of a board of [`DotsAndBoxes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    is_vertical: bool,
    /// The left or upper dot.
    dot: u8,
}

/// A symmetry of the board, as it moves the lines.
#[derive(Clone, Debug)]
struct LineSymmetry {
    horizontal: Permutation,
    vertical: Permutation,
    /// Whether horizontal lines become vertical.
    exchanges: bool,
}

impl DotsAndBoxes {
    /// Creates the game on a board of `rows` rows and `columns` columns of boxes: at most 12 columns and 64 dots.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(rows: u64, columns: u64) -> Result<Self, BoardSizeError> {
        if rows == 0 || columns == 0 {
            return Err(BoardSizeError::Empty);
        }
        if columns > MAX_COLUMNS || rows.saturating_add(1).saturating_mul(columns + 1) > MAX_DOTS {
            return Err(BoardSizeError::TooLarge { columns, rows });
        }
        let name = format!("dots-and-boxes:{rows}x{columns}");
        let (rows, columns) = (rows as u32, columns as u32);
        let stride = columns + 1;
        let dots = |rows: u32, columns: u32| {
            (0..rows).fold(0, |dots, row| dots | (u64::MAX >> (64 - columns)) << (row * stride))
        };
        Ok(Self {
            name,
            rows,
            columns,
            horizontal: dots(rows + 1, columns),
            vertical: dots(rows, stride),
            boxes: dots(rows, columns),
            symmetries: LineSymmetry::of_board(rows, columns),
        })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The number of boxes of the board.
    fn box_count(&self) -> u32 {
        self.rows * self.columns
    }

    /// The boxes whose four lines are drawn, by their upper left dots.
    fn complete_boxes(&self, horizontal: u64, vertical: u64) -> u64 {
        let (across, down) = (horizontal & horizontal >> (self.columns + 1), vertical & vertical >> 1);
        across & down & self.boxes
    }

    /// The number of boxes whose four lines are drawn.
    fn complete(&self, horizontal: u64, vertical: u64) -> u32 {
        self.complete_boxes(horizontal, vertical).count_ones()
    }

    /// Whether the boxes that are left, if any, cannot change who wins.
    fn is_over(&self, at: &DrawnLines, complete: u32) -> bool {
        let left = self.box_count() - complete;
        left == 0 || u32::from(at.lead.unsigned_abs()) > left
    }

    /// The position after lines were drawn, of which `complete` boxes were complete before.
    fn after(&self, at: &DrawnLines, horizontal: u64, vertical: u64, complete: u32) -> DrawnLines {
        let gained = (self.complete(horizontal, vertical) - complete) as i8;
        let (lead, mover) = match (gained, at.mover) {
            (0, mover) => (at.lead, mover.other()),
            (_, Player::Left) => (at.lead + gained, Player::Left),
            (_, Player::Right) => (at.lead - gained, Player::Right),
        };
        DrawnLines { horizontal, vertical, lead, mover }
    }
}

impl Game for DotsAndBoxes {
    type Position = DrawnLines;
    type Move = Line;

    fn moves(&self, at: &DrawnLines, out: &mut Vec<Line>) {
        if self.is_over(at, self.complete(at.horizontal, at.vertical)) {
            return;
        }
        out.extend(bits(self.horizontal & !at.horizontal).map(|dot| Line { is_vertical: false, dot }));
        out.extend(bits(self.vertical & !at.vertical).map(|dot| Line { is_vertical: true, dot }));
    }

    fn play(&self, at: &DrawnLines, line: &Line) -> DrawnLines {
        let bit = 1 << line.dot;
        let (horizontal, vertical) =
            if line.is_vertical { (at.horizontal, at.vertical | bit) } else { (at.horizontal | bit, at.vertical) };
        self.after(at, horizontal, vertical, self.complete(at.horizontal, at.vertical))
    }

    fn options(&self, at: &DrawnLines, out: &mut Vec<DrawnLines>) {
        let complete = self.complete(at.horizontal, at.vertical);
        if self.is_over(at, complete) {
            return;
        }
        let free = bits(self.horizontal & !at.horizontal);
        out.extend(free.map(|dot| self.after(at, at.horizontal | 1 << dot, at.vertical, complete)));
        let free = bits(self.vertical & !at.vertical);
        out.extend(free.map(|dot| self.after(at, at.horizontal, at.vertical | 1 << dot, complete)));
    }

    fn terminal(&self, at: &DrawnLines) -> Outcome {
        match (at.lead.signum(), at.mover) {
            (0, _) => Outcome::Draw,
            (1, Player::Left) | (-1, Player::Right) => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    fn player(&self, at: &DrawnLines) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

impl LineSymmetry {
    /// The symmetries of a board but the identity: 3 of a rectangle, 7 of a square.
    fn of_board(rows: u32, columns: u32) -> Vec<Self> {
        let stride = columns + 1;
        // The image of a line whose left or upper dot is `dot`; `row` and `column` are the largest that such a dot can have.
        let image = move |dot: u32, (row, column): (u32, u32), element: u32| {
            let (mut r, mut c) = (dot / stride, dot % stride);
            if element & 1 != 0 && c <= column {
                c = column - c;
            }
            if element & 2 != 0 && r <= row {
                r = row - r;
            }
            if element & 4 != 0 { c * stride + r } else { r * stride + c }
        };
        let order = if rows == columns { 8 } else { 4 };
        let dots = (rows + 1) * stride;
        let permutation = |last: (u32, u32), element: u32| Permutation::new(dots, |dot| image(dot, last, element));
        let symmetry = |element: u32| Self {
            horizontal: permutation((rows, columns - 1), element),
            vertical: permutation((rows - 1, columns), element),
            exchanges: element & 4 != 0,
        };
        (1..order).map(symmetry).collect()
    }

    /// The image of a position.
    fn apply(&self, at: &DrawnLines) -> DrawnLines {
        DrawnLines { horizontal: self.horizontal_image(at), vertical: self.vertical_image(at), ..*at }
    }

    /// The image of a position if it is less than another position with the same lead and mover. In most cases the horizontal lines alone
    /// show that it is not.
    fn apply_if_less(&self, at: &DrawnLines, other: &DrawnLines) -> Option<DrawnLines> {
        let horizontal = self.horizontal_image(at);
        if horizontal > other.horizontal {
            return None;
        }
        let image = DrawnLines { horizontal, vertical: self.vertical_image(at), ..*at };
        (image < *other).then_some(image)
    }

    /// The horizontal lines of the image of a position.
    fn horizontal_image(&self, at: &DrawnLines) -> u64 {
        if self.exchanges { self.vertical.apply(at.vertical) } else { self.horizontal.apply(at.horizontal) }
    }

    /// The vertical lines of the image of a position.
    fn vertical_image(&self, at: &DrawnLines) -> u64 {
        if self.exchanges { self.horizontal.apply(at.horizontal) } else { self.vertical.apply(at.vertical) }
    }
}
