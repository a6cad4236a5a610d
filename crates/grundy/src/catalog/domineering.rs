//! Domineering: one player places dominoes upright, the other one flat, until a player has no place for another.
//!
//! Vertical covers two free cells of a column, Horizontal two free cells of a row, in turn. A player who cannot move loses
//! (under misère play, wins). Invented by Göran Andersson about 1973; after Gardner 1974, "Mathematical games: Cram,
//! crosscram and quadraphage". The players have different moves, so positions have outcomes but no Grundy values.
//!
//! Text of a position: the cells row by row from the top, `X` covered or `.` free, and who moves, `V` or `H`. Any set of
//! cells may be covered, because the theory of the game studies boards of any shape. Text of a move: the upper
//! or the left cell of the domino, whose direction is that of its player.

use super::grid::{BoardSizeError, Grid, Marks, bits, wrong};
use super::permutation::Symmetries;
use super::picture;
use super::symmetry::CellSets;
use super::{Entry, Opener};
use crate::game::{Game, Play, Player, Tiered, TieredBlock, TieredOption};
use crate::text::{DynTiered, ParseError, TextGame, WithText};
use crate::value::{Outcome, Undefined};

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "domineering",
    form: "domineering:RxC",
    rules: "Vertical and Horizontal in turn place a domino on two free cells of a board of R rows and C columns, Vertical on two \
            cells of a column, Horizontal on two cells of a row. Vertical moves first. Whoever cannot move loses.",
    position: "the cells row by row from the top, `X` covered or `.` free, and who moves, V or H, as in `X../X../... H` for \
               domineering:3x3; any cells may be covered",
    moves: "the upper or the left cell of the domino, column from a at the left and row from 1 at the top: `b2`",
    start: Some("the empty board, Vertical to move"),
    can_be_misere: true,
    source: "Gardner 1974, \"Mathematical games: Cram, crosscram and quadraphage\"; Breuker, Uiterwijk and van den Herik 2000, \
             \"Solving 8 x 8 Domineering\"",
    example: "domineering:4x4",
    open: Opener::Game(|parameters, play| {
        let [rows, columns] = parameters.sizes('x', "`domineering:RxC`, as in `domineering:4x4`")?;
        let game = Domineering::new(rows, columns, play)
            .map_err(|wrong| parameters.board_size_error(wrong, "at most 26 columns and 64 cells in all"))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    ..Entry::BOARD
};

/// The most cells of a board whose positions fit in a word, with the player to move.
const MAX_PACKED_CELLS: u32 = 63;

/// The rules of Domineering on a board of one size.
///
/// ```
/// use grundy::{Outcome, Play, catalog::Domineering, game::Tiered, limits::Limits, solve, text::{TextGame, WithoutText}};
/// let game = Domineering::new(4, 4, Play::Normal).unwrap();
/// let start = game.start().unwrap();
/// let (word, tier) = (game.pack(&start), game.tier(&start));
/// let solved = solve::solve_tiered(&WithoutText(game), word, tier, &Limits::NONE).unwrap();
/// assert_eq!(solved.verdict(tier, word).unwrap().outcome(), Outcome::Win);
/// ```
#[derive(Clone, Debug)]
pub struct Domineering {
    name: String,
    grid: Grid,
    play: Play,
    /// The cells that are not in the last column.
    not_last: u64,
    symmetries: Symmetries,
}

/// A position of [`Domineering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dominoes {
    /// The cells that are covered; bit columns · row + column.
    covered: u64,
    mover: Player,
}

impl CellSets for Dominoes {
    fn reflected(self, mirror: impl Fn(u64) -> u64) -> Self {
        Self { covered: mirror(self.covered), ..self }
    }
}

impl Domineering {
    /// Creates the game on a board of `rows` rows and `columns` columns: at most 26 columns and 64 cells.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(rows: u64, columns: u64, play: Play) -> Result<Self, BoardSizeError> {
        let grid = Grid::new(columns, rows)?;
        let not_last = (0..grid.cells()).filter(|cell| cell % grid.columns != grid.columns - 1);
        Ok(Self {
            name: format!("domineering:{rows}x{columns}"),
            grid,
            play,
            not_last: not_last.fold(0, |cells, cell| cells | 1 << cell),
            symmetries: Symmetries::of_rectangle(grid.columns, grid.rows, false),
        })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The upper or left cells of the dominoes that `mover` can place, and the cells of a domino in its lowest place.
    fn places(&self, covered: u64, mover: Player) -> (u64, u64) {
        let free = !covered & u64::MAX >> (64 - self.grid.cells());
        match mover {
            // A board with one row has no cell below another.
            Player::Left if self.grid.rows == 1 => (0, 0),
            Player::Left => (free & free >> self.grid.columns, 1 | 1 << self.grid.columns),
            Player::Right => (free & free >> 1 & self.not_last, 0b11),
        }
    }
}

impl Game for Domineering {
    type Position = Dominoes;
    /// The upper or left cell of the domino.
    type Move = u8;

    fn moves(&self, at: &Dominoes, out: &mut Vec<u8>) {
        out.extend(bits(self.places(at.covered, at.mover).0));
    }

    fn play(&self, at: &Dominoes, &cell: &u8) -> Dominoes {
        let (_, domino) = self.places(at.covered, at.mover);
        Dominoes { covered: at.covered | domino << cell, mover: at.mover.other() }
    }

    fn options(&self, at: &Dominoes, out: &mut Vec<Dominoes>) {
        let (places, domino) = self.places(at.covered, at.mover);
        let mover = at.mover.other();
        out.extend(bits(places).map(|cell| Dominoes { covered: at.covered | domino << cell, mover }));
    }

    fn play_kind(&self) -> Play {
        self.play
    }

    fn player(&self, at: &Dominoes) -> Option<Player> {
        Some(at.mover)
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Some(Undefined::Partizan)
    }
}

/// A bit for each cell and one for the player to move; only for boards of at most 63 cells.
impl Tiered for Domineering {
    fn pack(&self, at: &Dominoes) -> u64 {
        at.covered << 1 | u64::from(at.mover == Player::Right)
    }

    fn unpack(&self, word: u64) -> Dominoes {
        Dominoes { covered: word >> 1, mover: if word & 1 == 0 { Player::Left } else { Player::Right } }
    }

    /// The number of covered cells.
    fn tier(&self, at: &Dominoes) -> u32 {
        at.covered.count_ones()
    }

    fn bits(&self) -> u32 {
        self.grid.cells() + 1
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        let terminal: Outcome = self.play.terminal_outcome();
        for &word in words {
            let at = self.unpack(word);
            let (mut places, domino) = self.places(at.covered, at.mover);
            if places == 0 {
                out.push_terminal(terminal);
                continue;
            }
            while places != 0 {
                let cell = places.trailing_zeros();
                out.push_option(TieredOption {
                    tier: tier + 2,
                    moves_again: false,
                    word: (word | domino << (cell + 1)) ^ 1,
                });
                places &= places - 1;
            }
            out.close();
        }
    }
}

impl TextGame for Domineering {
    fn name(&self) -> &str {
        &self.name
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        (self.grid.cells() <= MAX_PACKED_CELLS).then_some(self)
    }

    fn start(&self) -> Option<Dominoes> {
        Some(Dominoes { covered: 0, mover: Player::Left })
    }

    fn parse(&self, text: &str) -> Result<Dominoes, ParseError> {
        let (board, mover) = text.trim_end().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        let mover = match mover {
            "V" | "v" => Player::Left,
            "H" | "h" => Player::Right,
            _ => {
                let help =
                    format!("write V or H behind the board, as in `{}`", self.to_text(&self.start().expect("a start")));
                return Err(wrong(text, "the position does not say who moves", help));
            }
        };
        let marks = self.grid.read(0..board.len(), board.trim_end())?;
        if marks.o != 0 {
            return Err(wrong(
                text,
                "`O` is not a cell of this game",
                "write `X` for a covered cell, `.` for a free one",
            ));
        }
        Ok(Dominoes { covered: marks.x, mover })
    }

    fn to_text(&self, at: &Dominoes) -> String {
        let mover = if at.mover == Player::Left { 'V' } else { 'H' };
        format!("{} {mover}", self.grid.show(Marks { x: at.covered, o: 0 }))
    }

    fn move_text(&self, _at: &Dominoes, &cell: &u8) -> String {
        self.grid.cell(cell)
    }

    fn encode(&self, at: &Dominoes, out: &mut Vec<u8>) {
        out.push(u8::from(at.mover == Player::Right));
        out.extend(at.covered.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Dominoes {
        Dominoes {
            covered: u64::from_le_bytes(std::array::from_fn(|i| bytes[i + 1])),
            mover: if bytes[0] == 0 { Player::Left } else { Player::Right },
        }
    }

    fn canonical(&self, at: &Dominoes) -> Dominoes {
        self.symmetries.least_image(*at)
    }

    fn class_size(&self, at: &Dominoes) -> Option<u64> {
        Some(self.symmetries.class_size(*at))
    }

    fn picture(&self, at: &Dominoes) -> Option<String> {
        let board = picture::cells(&self.grid.show(Marks { x: at.covered, o: 0 }), Some(self.grid.columns as usize))?;
        Some(format!("{board}\n{} to move", self.players()[usize::from(at.mover == Player::Right)]))
    }

    fn players(&self) -> [&'static str; 2] {
        ["Vertical", "Horizontal"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_positions_that_cannot_be_are_refused() {
        for (rows, columns) in [(0, 3), (3, 0)] {
            assert_eq!(Domineering::new(rows, columns, Play::Normal).unwrap_err(), BoardSizeError::Empty);
        }
        for (rows, columns) in [(8, 9), (1, 27), (u64::MAX, 2)] {
            let error = Domineering::new(rows, columns, Play::Normal).unwrap_err();
            assert_eq!(error, BoardSizeError::TooLarge { columns, rows });
        }
        let game = Domineering::new(2, 3, Play::Normal).unwrap();
        for text in ["", ".../...", ".../... X", "../... V", "O../... V", ".../.../... V", "... ... V", "V"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
        for (text, shown) in [("......V", None), ("...... v", Some(".../... V")), ("X../X.. H", Some("X../X.. H"))] {
            assert_eq!(game.parse(text).ok().map(|at| game.to_text(&at)).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn dominoes_stay_on_the_board() {
        for (rows, columns, vertical, horizontal) in
            [(1, 1, 0, 0), (1, 4, 0, 3), (4, 1, 3, 0), (2, 3, 3, 4), (8, 8, 56, 56), (1, 26, 0, 25), (64, 1, 63, 0)]
        {
            let game = Domineering::new(rows, columns, Play::Normal).unwrap();
            for (mover, count) in [(Player::Left, vertical), (Player::Right, horizontal)] {
                let at = Dominoes { covered: 0, mover };
                let mut options = Vec::new();
                game.options(&at, &mut options);
                assert_eq!(options.len(), count, "{rows} by {columns}");
                let cells = u64::MAX >> (64 - game.grid.cells());
                assert!(options.iter().all(|option| option.covered & !cells == 0 && option.covered.count_ones() == 2));
            }
        }
    }

    #[test]
    fn moves_name_the_upper_or_left_cell() {
        let game = Domineering::new(2, 3, Play::Normal).unwrap();
        let moves = |text: &str| {
            let at = game.parse(text).unwrap();
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            moves.iter().map(|m| (game.move_text(&at, m), game.to_text(&game.play(&at, m)))).collect::<Vec<_>>()
        };
        let pair = |m: &str, after: &str| (m.to_owned(), after.to_owned());
        assert_eq!(moves("X../X.. V"), [pair("b1", "XX./XX. H"), pair("c1", "X.X/X.X H")]);
        assert_eq!(moves("X../X.. H"), [pair("b1", "XXX/X.. V"), pair("b2", "X../XXX V")]);
    }
}
