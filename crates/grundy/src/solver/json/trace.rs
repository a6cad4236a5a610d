//! A trace of retrograde analysis as JSON.

use crate::graph::Vertex;
use crate::solve::TraceStep;
use crate::solver::TracedGame;
use crate::value::{Outcome, Remoteness};
use serde::Serialize;

/// A trace of retrograde analysis on a small game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceAnswer {
    /// `grundy/trace/1`
    schema: &'static str,
    /// The game as text.
    game: String,
    play: &'static str,
    /// The positions, each with its options and its value.
    positions: Vec<TracedPosition>,
    rounds: Vec<Round>,
    /// The positions with moves that no round decides: the draws.
    left_over: Vec<String>,
}

/// A position of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracedPosition {
    position: String,
    /// The positions that the moves lead to; their number is the counter before the first round.
    options: Vec<String>,
    value: Outcome,
    #[cfg_attr(feature = "openapi", schema(required))]
    remoteness: Option<u32>,
}

/// A round of retrograde analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Round {
    /// The number of the round, which is the remoteness of the positions that it decides.
    round: u32,
    /// The positions that the round takes from the queue.
    queue: Vec<String>,
    steps: Vec<RoundStep>,
}

/// A position whose counter falls, or that is decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoundStep {
    /// The option, taken from the queue; null in round 0.
    #[cfg_attr(feature = "openapi", schema(required))]
    from: Option<String>,
    position: String,
    /// The options that are not known to be lost for the player to move, after the step.
    counter: u32,
    /// The value, if the step decides it.
    #[cfg_attr(feature = "openapi", schema(required))]
    decided: Option<Outcome>,
}

impl TraceAnswer {
    /// Creates the JSON of a trace.
    pub fn new(game: &str, traced: &TracedGame) -> Self {
        let text = |v: Vertex| traced.positions[v.index()].clone();
        let positions = traced.graph.all().zip(traced.verdicts()).map(|(v, (value, remoteness))| TracedPosition {
            position: text(v),
            options: traced.graph.row(v).iter().map(|&v| text(v)).collect(),
            value,
            remoteness: remoteness.map(|Remoteness(moves)| moves),
        });
        let step = |step: &TraceStep| RoundStep {
            from: step.from.map(text),
            position: text(step.at),
            counter: step.counter,
            decided: step.decided,
        };
        let rounds = (0..).zip(&traced.trace.rounds).map(|(number, round)| Round {
            round: number,
            queue: round.queue.iter().map(|&v| text(v)).collect(),
            steps: round.steps.iter().map(step).collect(),
        });
        Self {
            schema: "grundy/trace/1",
            game: game.to_owned(),
            play: traced.graph.play_kind().as_str(),
            positions: positions.collect(),
            rounds: rounds.collect(),
            left_over: traced.trace.left_over.iter().map(|&v| text(v)).collect(),
        }
    }
}
