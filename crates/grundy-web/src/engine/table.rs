//! A loaded table as the source of answers.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use grundy::Solution;
use grundy::answer::StoreError;
use grundy::catalog::OpenedGame;
use grundy::solver::json::TableStatistics;
use grundy::text::Key;
use grundy_table::{Table, TableError, TableSolution};

/// A function that computes the statistics of a table, or returns an error message.
pub type StatisticsFn = fn(&Table, &OpenedGame) -> Result<TableStatistics, String>;

/// A table with its name in requests, as the store of a solver.
pub(crate) struct StoredTable<'a> {
    name: &'a str,
    /// Whether requests name the table rather than its game.
    is_requested_by_name: bool,
    table: &'a Table,
    solution: TableSolution<'a>,
    statistics: StatisticsFn,
}

impl<'a> StoredTable<'a> {
    /// A table called `name`, for requests about the game `requested`: itself or its game.
    pub(crate) fn new(
        name: &'a str,
        requested: &str,
        table: &'a Table,
        game: &'a OpenedGame,
        statistics: StatisticsFn,
    ) -> Self {
        let is_requested_by_name = requested.starts_with("table:");
        Self { name, is_requested_by_name, table, solution: TableSolution::new(table, game.as_dyn()), statistics }
    }

    /// The table as the store of a solver.
    pub(super) fn store(&self) -> &grundy::solver::Store<'_> {
        &self.solution
    }

    /// The position of a request without one: the start of the table, if requests name the table.
    pub(super) fn default_position(&self) -> Option<&str> {
        self.start().filter(|_| self.is_requested_by_name)
    }

    /// The start of the game, as text.
    fn start(&self) -> Option<&str> {
        self.table.header().start.as_deref()
    }

    pub(super) fn holds(&self, at: &Key) -> Result<bool, Failure> {
        self.solution.get(at).map(|value| value.is_some()).map_err(|error| self.store_error(&error))
    }

    /// The error for a table that could not be read at a position: it is damaged, or the rules of its game failed.
    pub(super) fn store_error(&self, error: &StoreError) -> Failure {
        match error.source.as_deref().and_then(|source| source.downcast_ref::<TableError>()) {
            Some(TableError::Rules(error)) => Failure::rules(error),
            _ => table_error(self.name),
        }
    }

    /// The error for a position that the table does not hold.
    pub(super) fn not_found(&self, position: &str) -> Failure {
        let help = match self.start() {
            Some(start) if self.table.header().opening.is_some() => {
                format!(
                    "the table holds positions that can be reached from {start} in a few moves; name the game itself to search for others"
                )
            }
            Some(start) => format!("the table holds the positions that can be reached from {start}"),
            None => "ask for another position".to_owned(),
        };
        Failure::new(404, format!("`{position}` is not in {}", self.name), help).of_parameter("position")
    }
}

impl Session<'_> {
    pub(super) fn stats(&self) -> Result<Response, Failure> {
        let Some(stored) = self.table else { return Err(Failure::limit("statistics are unavailable")) };
        let counted = (stored.statistics)(stored.table, self.game);
        let mut answer = counted.map_err(|_| table_error(stored.name))?;
        let header = stored.table.header();
        // The answer must not contain a path.
        let has_name = !stored.table.has_rules_file() && !header.game.starts_with("graph:");
        answer.game = if has_name { &header.game } else { stored.name }.to_owned();
        answer.table = Some(stored.name.to_owned());
        Response::of(&answer)
    }
}

/// The error for a table that cannot be read. The message omits the cause, which may contain a path.
pub(crate) fn table_error(name: &str) -> Failure {
    let help =
        "the operator of the server can look at it by `grundy verify`, restore it from a copy, or build it again";
    Failure::new(503, format!("{name}: the table cannot be read, or is damaged"), help)
}
