//! Heat maps: outcomes and Grundy values of two heaps of every size up to a bound, row by row.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::schema;
use grundy::Outcome;
use grundy::answer::Integer;
use grundy::solver::{self, HeatmapError, Pair};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Two heaps of every size
#[derive(Serialize, ToSchema)]
pub(crate) struct HeatmapAnswer<'a> {
    /// `grundy/heatmap/1`
    schema: &'static str,
    game: &'a str,
    play: &'static str,
    /// The smallest heap
    least: u64,
    /// The largest heap
    size: u64,
    /// A row for each first heap, a letter for each second heap: P lost, N won, D drawn for the player to move
    values: Vec<String>,
    #[schema(value_type = Vec<Vec<Option<schema::Integer>>>)]
    grundy: Vec<Vec<Option<Integer>>>,
    /// Why values are missing
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[schema(required = false)]
    notes: &'a [String],
}

impl Session<'_> {
    pub(super) fn heatmap(&mut self, name: &str, size: u64) -> Result<Response, Failure> {
        let map = solver::heatmap(self.game, size, &self.limits).map_err(|error| failure(&error, name))?;
        let letter = |pair: &Pair| match pair.outcome {
            Outcome::Loss => 'P',
            Outcome::Win => 'N',
            Outcome::Draw => 'D',
        };
        let value = |pair: &Pair| pair.grundy.clone().map(Integer);
        Response::of(&HeatmapAnswer {
            schema: "grundy/heatmap/1",
            game: name,
            play: self.game.as_dyn().play().as_str(),
            least: map.least,
            size,
            values: map.rows.iter().map(|row| row.iter().map(letter).collect()).collect(),
            grundy: map.rows.iter().map(|row| row.iter().map(value).collect()).collect(),
            notes: &map.notes,
        })
    }
}

fn failure(error: &HeatmapError, name: &str) -> Failure {
    match error {
        HeatmapError::Solve(error) => Failure::solve(error),
        HeatmapError::NotTwoHeaps => Failure::input(
            format!("a position of `{name}` is not two heaps"),
            "a heat map is of a game of heaps, as `/api/games` says of each",
        ),
        HeatmapError::Size { .. } => {
            Failure::input(error.to_string(), "write such a `size`").with("parameter", json!("size"))
        }
        HeatmapError::Position { text, error } => Failure::text(error, "size", text),
        _ => Failure::limit(error.to_string()),
    }
}
