//! Two heaps of a game, of every size up to a bound: values and Grundy values, row by row.

use crate::failure::Failure;
use crate::job::{Done, Job};
use grundy::Outcome;
use grundy::answer::Integer;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::{self, Heatmap, HeatmapError, Pair};
use serde::Serialize;
use serde_json::json;

/// The square as it is sent: an object of lists, not of values of JSON, since there may be a million of them.
#[derive(Serialize)]
struct Sent<'a> {
    schema: &'static str,
    game: &'a str,
    play: &'static str,
    least: u64,
    size: u64,
    values: Vec<String>,
    grundy: Vec<Vec<Option<Integer>>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

pub(super) fn heatmap(job: &Job, game: &Opened, limits: &Limits<'_>) -> Result<Done, Failure> {
    let square = solver::heatmap(game, job.number, limits).map_err(|error| failure(&error, job))?;
    let body = serde_json::to_vec(&sent(job, game, &square)).map_err(|error| Failure::limit(error.to_string()))?;
    Ok(Done::always(body))
}

fn sent<'a>(job: &'a Job, game: &Opened, square: &'a Heatmap) -> Sent<'a> {
    let letter = |pair: &Pair| match pair.outcome {
        Outcome::Loss => 'P',
        Outcome::Win => 'N',
        Outcome::Draw => 'D',
    };
    Sent {
        schema: "grundy/heatmap/1",
        game: &job.game,
        play: game.as_dyn().play().as_str(),
        least: square.least,
        size: job.number,
        values: square.rows.iter().map(|row| row.iter().map(letter).collect()).collect(),
        grundy: square
            .rows
            .iter()
            .map(|row| row.iter().map(|pair| pair.grundy.clone().map(Integer)).collect())
            .collect(),
        notes: &square.notes,
    }
}

fn failure(error: &HeatmapError, job: &Job) -> Failure {
    match error {
        HeatmapError::Solve(error) => Failure::ask(error),
        HeatmapError::NotTwoHeaps => Failure::input(
            format!("a position of `{}` is not two heaps", job.game),
            "a heat map is of a game of heaps, as `/api/games` says of each",
        ),
        HeatmapError::Size { .. } => {
            Failure::input(error.to_string(), "write such a `size`").with("parameter", json!("size"))
        }
        HeatmapError::Position { text, error } => Failure::text(error, "size", text),
        _ => Failure::limit(error.to_string()),
    }
}
