//! A table of a rules file, with the rules in it, as a worker has it open.

use super::refusal::wrong_rules;
use super::solve::position;
use crate::failure::Failure;
use crate::job::{Done, Job, Op};
use crate::table_failure;
use crate::tables::{self, Statistics};
use grundy::Solution;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy_table::{Table, TableSolution};

/// Opens the table of a job, if it has one, and sees that it is still the one that the server began with.
pub(super) fn open(job: &Job) -> Result<Option<Table>, Failure> {
    let Some(file) = &job.table else { return Ok(None) };
    let table = Table::open(&file.path).map_err(|error| table_failure::unread(&job.game, &error))?;
    if table.digest() != file.identity {
        let message = format!("{}: the file is another one than when the server began", job.game);
        return Err(Failure::new(503, message, "whoever runs the server can start it again"));
    }
    Ok(Some(table))
}

/// Opens the rules that a table keeps.
pub(super) fn game(job: &Job, table: &Table, limits: &Limits<'_>) -> Result<Opened, Failure> {
    let header = table.header();
    let opened = grundy_rules::open_embedded(&job.game, &header.rules, header.play, limits);
    opened
        .ok_or_else(|| table_failure::unread(&job.game, &"it keeps no rules"))?
        .map_err(|error| wrong_rules(&error, &job.game))
}

/// A table with its game.
pub(super) struct Held<'a> {
    name: String,
    table: &'a Table,
    stored: TableSolution<'a>,
}

impl<'a> Held<'a> {
    pub(super) fn new(name: &str, table: &'a Table, game: &'a Opened) -> Self {
        Self { name: name.to_owned(), table, stored: TableSolution::new(table, game.as_dyn()) }
    }

    /// Its answers.
    pub(super) fn store(&self) -> &grundy::solver::Store<'_> {
        &self.stored
    }

    /// Sees that the position that a job is about is in the table; without one it is the table's start.
    pub(super) fn find(&self, job: &mut Job, game: &Opened) -> Result<(), Failure> {
        if !matches!(job.op, Op::Solve | Op::Explain | Op::Reply) {
            return Ok(());
        }
        if job.position.as_ref().is_none_or(String::is_empty) {
            job.position.clone_from(&self.table.header().start);
        }
        let at = position(game, job.position.as_deref())?;
        let known = self.stored.get(&at).map_err(|error| table_failure::unreadable(&self.name, &error))?;
        let asked = || job.position.as_deref().unwrap_or_default();
        known.map(|_| ()).ok_or_else(|| table_failure::absent(&self.name, self.table, asked()))
    }
}

/// What is in a table.
pub(super) fn statistics(held: Option<&Held<'_>>, game: &Opened, tell: Option<Statistics>) -> Result<Done, Failure> {
    let (Some(held), Some(tell)) = (held, tell) else {
        return Err(Failure::limit("nobody here tells what is in a table"));
    };
    let told = tell(held.table, game).and_then(|told| tables::told(told, &held.name, &held.name));
    told.map(Done::always).map_err(|error| table_failure::unread(&held.name, &error))
}
