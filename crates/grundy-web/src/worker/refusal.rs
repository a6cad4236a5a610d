//! Why a job has no answer.

use crate::failure::Failure;
use crate::job::Job;
use crate::table_failure::from_table;
use grundy::solver::SolveError;
use grundy_rules::OpenError;

/// What a question of a job becomes that has no answer.
pub(super) fn failure(job: &Job) -> impl Fn(&SolveError) -> Failure + '_ {
    |error| match &job.table {
        Some(_) => from_table(&job.game, error),
        None => Failure::ask(error),
    }
}

/// Rules that cannot be opened.
pub(super) fn wrong_rules(error: &OpenError, game: &str) -> Failure {
    match error {
        OpenError::Rules(error) => Failure::rules(error),
        OpenError::Catalog(error) => Failure::open(error, game),
        OpenError::Text(error) => Failure::text(error, "game", game),
        OpenError::File { error, .. } => Failure::new(422, error.to_string(), ""),
        error => Failure::limit(error.to_string()),
    }
}
