//! The tables of openings that this crate contains.
//!
//! `grundy build GAME --opening N -o TABLE` writes such a table.

use crate::{Table, TableSolution, rules_of};
use grundy::catalog::OpenedGame;
use std::sync::OnceLock;

/// The table of connect four on 7 columns and 6 rows.
const CONNECT4_7X6: &[u8] = include_bytes!("../data/connect4-7x6.parquet");

/// Returns the table of openings of a game that this crate contains; `None` for other games.
///
/// It is a store for [`Solver::with_openings`](grundy::solver::Solver::with_openings):
///
/// ```
/// let game = grundy::open("connect4:7x6")?;
/// let openings = grundy_table::openings_of(&game).expect("this crate has a table of connect four");
/// let start = game.as_dyn().start().expect("the empty board");
/// let answer = grundy::solver::Solver::new(&game).with_openings(&openings).solve(&start)?;
/// assert_eq!(answer.value.remoteness, Some(grundy::Remoteness(41)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn openings_of(game: &OpenedGame) -> Option<TableSolution<'_>> {
    static TABLE: OnceLock<Option<Table>> = OnceLock::new();
    let name = game.as_dyn().name();
    if name != "connect4:7x6" || matches!(game, OpenedGame::Own(_)) {
        return None;
    }
    // A test opens and verifies the table.
    let table = TABLE.get_or_init(|| Table::from_static(CONNECT4_7X6).ok()).as_ref()?;
    table.check_game(name, &rules_of(name, game).ok()?, game.as_dyn()).ok()?;
    Some(TableSolution::new(table, game.as_dyn()))
}
