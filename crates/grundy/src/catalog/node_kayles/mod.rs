//! Node Kayles on a board: in turn, take a free cell; its neighbours in its row and column are no longer free.
//!
//! A player who cannot move loses (under misère play, wins). After Schaefer 1978, "On the complexity of some two-person perfect-information games", who plays it on the
//! vertices of any graph; here the graph is that of a board. The cells that are no longer free separate the board into regions, so a position
//! is a sum of components, and a search for nimbers reaches boards that are far too large to enumerate.
//!
//! Text of a position: the cells row by row from the top, `.` if free and `#` if not; `/` stands between rows, and may be left out. Text of a
//! move: the cell, a column from a at the left and a row from 1 at the top: `b2`.

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
    name: "node-kayles",
    form: "node-kayles:RxC",
    rules: "A board of R rows and C columns, at most 64 cells, all free at first. In turn, take a free cell; the cells next to it in its row \
            and column are no longer free. Whoever cannot move loses.",
    position: "the cells row by row from the top, `.` if free and `#` if not, as in `..#/.##` for node-kayles:2x3; `/` between rows may be \
               left out",
    moves: "the cell, column from a at the left and row from 1 at the top: `b2`",
    start: Some("the board with all cells free"),
    source: "Schaefer 1978, \"On the complexity of some two-person perfect-information games\"",
    example: "node-kayles:3x4",
    open: Opener::Game(|parameters, play| {
        let [rows, columns] = parameters.sizes('x', "`node-kayles:RxC`, as in `node-kayles:4x5`")?;
        let game = NodeKayles::new(rows, columns, play)
            .map_err(|wrong| parameters.board_size_error(wrong, "at most 26 rows, 26 columns and 64 cells in all"))?;
        Ok(Box::new(WithText::new(game.with_name(parameters.game()))))
    }),
    can_be_misere: true,
    ..Entry::BOARD
};

/// The rules of NodeKayles on a board of one size.
#[derive(Debug)]
pub struct NodeKayles {
    name: String,
    grid: Grid,
    play: Play,
    components: Components,
}

impl NodeKayles {
    /// Creates the game on a board of `rows` rows and `columns` columns: at most 26 of each, and 64 cells.
    ///
    /// # Errors
    /// If a number is 0, or the board is larger.
    pub fn new(rows: u64, columns: u64, play: Play) -> Result<Self, BoardSizeError> {
        let grid = Grid::with_both_sides(columns, rows)?;
        let components = Components::new(Shapes::new(grid));
        Ok(Self { name: format!("node-kayles:{rows}x{columns}"), grid, play, components })
    }

    /// This game under the name that the caller opened it by.
    fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }
}

impl Game for NodeKayles {
    /// The free cells.
    type Position = Cells;
    /// The cell.
    type Move = u8;

    fn moves(&self, at: &Cells, out: &mut Vec<u8>) {
        out.extend(bits(at.0));
    }

    fn play(&self, at: &Cells, &cell: &u8) -> Cells {
        let (row, column) = (u32::from(cell) / self.grid.columns, u32::from(cell) % self.grid.columns);
        let taken = 1u64 << cell;
        let beside = [
            (column > 0).then_some(taken >> 1),
            (column + 1 < self.grid.columns).then_some(taken << 1),
            (row > 0).then(|| taken >> self.grid.columns),
            (row + 1 < self.grid.rows).then(|| taken << self.grid.columns),
        ];
        Cells(beside.into_iter().flatten().fold(at.0 & !taken, |cells, other| cells & !other))
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl TextGame for NodeKayles {
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

    fn move_text(&self, _at: &Cells, &cell: &u8) -> String {
        self.grid.cell(cell)
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

impl DynComponents for NodeKayles {
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
        component.count_ones().pow(2)
    }

    fn impossible_values(&self, component: u64) -> u64 {
        self.components.impossible_values(component)
    }

    fn read_component(&self, bytes: &[u8]) -> Result<Option<u64>, RulesError> {
        Ok(bytes.try_into().ok().and_then(|bytes| self.components.read(u64::from_le_bytes(bytes))))
    }
}
