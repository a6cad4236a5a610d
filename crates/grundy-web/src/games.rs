//! The list of all games that requests can name: the catalogue and the loaded tables.

use crate::catalogue::{self, Game};
use crate::tables::{LoadedTable, TableEntry};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The catalogue and the loaded tables
#[derive(Serialize, ToSchema)]
pub(crate) struct Games<'a> {
    /// `grundy/games/1`
    schema: &'static str,
    games: Vec<Game<'static>>,
    tables: Vec<TableEntry<'a>>,
}

/// Lists the games of the catalogue, except graph files, and the tables.
pub(crate) fn games(tables: &[Arc<LoadedTable>]) -> Games<'_> {
    let tables = tables.iter().map(|table| table.entry()).collect();
    Games { schema: "grundy/games/1", games: catalogue::all(), tables }
}
