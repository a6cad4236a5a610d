//! Cram: in turn, put a domino on two empty cells of a board that are next to each other.
//!
//! A player who cannot move loses (under misère play, wins). After Gardner 1974, "Mathematical Games: Cram, crosscram and quadraphage".
//! Dominoes separate the board into regions, so a position is a sum of components, and a search for nimbers reaches boards that are far too
//! large to enumerate.
//!
//! Text of a position: the cells row by row from the top, `.` if empty and `#` if covered; `/` stands between rows, and may be left out.
//! Text of a move: the two cells, each a column from a at the left and a row from 1 at the top: `a1 b1`.

mod components;

use super::cells::{CellText, Cells};
use super::grid::{BoardSizeError, Grid, bits};
use super::shapes::Shapes;
use super::{Entry, Opener, picture};
use crate::game::{Game, Play};
use crate::text::{ComponentSum, DynComponents, Key, ParseError, RulesError, TextGame, WithText};
use components::Components;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "cram",
    form: "cram:RxC",
    rules: "A board of R rows and C columns, at most 64 cells. In turn, put a domino on two empty cells that are next to each other in a \
            row or column. Whoever cannot move loses.",
    position: "the cells row by row from the top, `.` if empty and `#` if covered, as in `..#/..#` for cram:2x3; `/` between rows may be \
               left out",
    moves: "the two cells, column from a at the left and row from 1 at the top: `a1 b1`",
    start: Some("the empty board"),
    source: "Gardner 1974, \"Mathematical Games: Cram, crosscram and quadraphage\"",
    example: "cram:3x4",
    open: Opener::Game(|parameters, play| {
        let [rows, columns] = parameters.sizes('x', "`cram:RxC`, as in `cram:4x5`")?;
        let game = Cram::new(rows, columns, play)
            .map_err(|wrong| parameters.board_size_error(wrong, "at most 26 rows, 26 columns and 64 cells in all"))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    can_be_misere: true,
    ..Entry::BOARD
};

/// The rules of Cram on a board of one size.
#[derive(Debug)]
pub struct Cram {
    name: String,
    grid: Grid,
    play: Play,
    components: Components,
}

impl Cram {
    /// Creates the game on a board of `rows` rows and `columns` columns: at most 26 of each, and 64 cells.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(rows: u64, columns: u64, play: Play) -> Result<Self, BoardSizeError> {
        let grid = Grid::with_both_sides(columns, rows)?;
        let components = Components::new(Shapes::new(grid), true);
        Ok(Self { name: format!("cram:{rows}x{columns}"), grid, play, components })
    }

    /// Returns this game without the theorem on positions that half a turn maps to themselves. The values are the same, but a search has to
    /// find those that the theorem would give.
    #[must_use]
    pub fn without_symmetry(self) -> Self {
        let components = Components::new(self.components.shapes.clone(), false);
        Self { components, ..self }
    }

    /// This game under the name by which the caller opened it.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }
}

impl Game for Cram {
    /// The empty cells.
    type Position = Cells;
    /// The two cells.
    type Move = (u8, u8);

    fn moves(&self, at: &Cells, out: &mut Vec<(u8, u8)>) {
        let columns = self.grid.columns as u8;
        for cell in bits(at.0) {
            let is_empty = |other: u8| u32::from(other) < self.grid.cells() && at.0 >> other & 1 != 0;
            if (cell + 1) % columns != 0 && is_empty(cell + 1) {
                out.push((cell, cell + 1));
            }
            if is_empty(cell + columns) {
                out.push((cell, cell + columns));
            }
        }
    }

    fn play(&self, at: &Cells, &(first, second): &(u8, u8)) -> Cells {
        Cells(at.0 & !(1 << first | 1 << second))
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for Cram {
    fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Option<Cells> {
        Some(Cells::all(self.grid))
    }

    fn parse(&self, text: &str) -> Result<Cells, ParseError> {
        CellText(self.grid).parse(text)
    }

    fn to_text(&self, at: &Cells) -> String {
        CellText(self.grid).show(*at)
    }

    fn move_text(&self, _at: &Cells, &(first, second): &(u8, u8)) -> String {
        format!("{} {}", self.grid.cell(first), self.grid.cell(second))
    }

    fn encode(&self, at: &Cells, out: &mut Vec<u8>) {
        out.extend(at.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Cells {
        Cells(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }

    fn picture(&self, at: &Cells) -> Option<String> {
        picture::cells(&self.to_text(at), None)
    }

    fn canonical(&self, at: &Cells) -> Cells {
        self.grid.least_image(*at)
    }

    fn class_size(&self, at: &Cells) -> Option<u64> {
        Some(self.grid.class_size(*at))
    }

    /// Under misère play, values of components do not add up.
    fn components(&self) -> Option<&dyn DynComponents> {
        (self.play == Play::Normal).then_some(self as _)
    }
}

impl DynComponents for Cram {
    fn split(&self, at: &Key) -> Result<ComponentSum, RulesError> {
        let mut sum = ComponentSum::default();
        self.components.push_all(self.components.shapes.turned_to_stride(self.grid, self.decode(&at.0).0), &mut sum);
        Ok(sum)
    }

    fn expand(
        &self,
        component: u64,
        sum: &mut ComponentSum,
        visit: &mut dyn FnMut(&ComponentSum) -> bool,
    ) -> Result<(), RulesError> {
        self.components.expand(component, sum, visit);
        Ok(())
    }

    fn weight(&self, component: u64) -> u32 {
        self.components.weight(component)
    }

    fn impossible_values(&self, component: u64) -> u64 {
        self.components.impossible_values(component)
    }

    fn read_component(&self, bytes: &[u8]) -> Result<Option<u64>, RulesError> {
        Ok(bytes.try_into().ok().and_then(|bytes| self.components.read(u64::from_le_bytes(bytes))))
    }
}
