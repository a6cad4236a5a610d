//! Schemas of answers whose JSON is made elsewhere: positions in the library, statistics of tables in the program.

#![allow(dead_code, reason = "types that describe JSON")]

use serde::Serialize;
use utoipa::ToSchema;

/// An integer; beyond 2^53 - 1 a string of its decimal digits
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Integer {
    Small(u64),
    Large(String),
}

/// The outcome for a player
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Win,
    Loss,
    Draw,
}

/// The value of a position
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionValue {
    position: String,
    /// For the player to move there; null if it is not known
    #[schema(required)]
    value: Option<Outcome>,
    /// Moves to the end under best play
    #[schema(required)]
    remoteness: Option<u64>,
    #[schema(required)]
    grundy: Option<Integer>,
}

/// A move
#[derive(Serialize, ToSchema)]
pub(crate) struct Move {
    r#move: String,
    /// Whether the move keeps the outcome and is the fastest win or the slowest loss
    best: bool,
    /// For the player who makes the move
    value: Outcome,
    after: PositionValue,
}

/// A solved position
#[derive(Serialize, ToSchema)]
pub(crate) struct Position {
    /// `grundy/position/1`
    schema: String,
    game: String,
    /// `normal` or `misere`
    play: String,
    position: String,
    /// For the player to move
    value: Outcome,
    /// Moves to the end under best play; with the moves alone
    remoteness: Option<u64>,
    #[schema(required)]
    grundy: Option<Integer>,
    /// Best first
    moves: Option<Vec<Move>>,
    moves_total: Option<Integer>,
    /// How the value was found
    method: String,
    proved: bool,
    notes: Option<Vec<String>>,
}

/// Statistics of a solved table
#[derive(Serialize, ToSchema)]
pub(crate) struct TableStatistics {
    /// `grundy/table/1`
    schema: String,
    table: String,
    game: String,
    positions: u64,
    stored: u64,
    moves: u64,
    win: u64,
    loss: u64,
    draw: u64,
    #[schema(required)]
    max_remoteness: Option<u64>,
    #[schema(required)]
    start: Option<PositionValue>,
    /// Positions that are stored, by outcome and remoteness
    #[schema(value_type = Option<Object>)]
    histogram: (),
    /// Positions that are stored, by the player to move, outcome and remoteness
    #[schema(value_type = Option<Object>)]
    by_turn: (),
    /// Positions by outcome and remoteness
    #[schema(value_type = Object)]
    positions_by_remoteness: (),
    /// Positions with the longest wins, and best play from the first of them
    #[schema(value_type = Option<Object>)]
    longest: (),
    notes: Vec<String>,
    seconds: Option<f64>,
    peak_bytes: Option<u64>,
}

/// An error
#[derive(Serialize, ToSchema)]
pub(crate) struct Error {
    error: ErrorDetails,
}

/// What is wrong, and what to do
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorDetails {
    /// The status of the response
    status: u16,
    message: String,
    help: String,
    /// The parameter that is wrong
    parameter: Option<String>,
    /// The first character of it that is wrong, from 0
    start: Option<u64>,
    /// The end of what is wrong
    end: Option<u64>,
    /// The line of a rules file, from 1
    line: Option<u64>,
    column: Option<u64>,
    notes: Option<Vec<String>>,
    findings: Option<Vec<Finding>>,
}

/// What a check of rules found
#[derive(Serialize, ToSchema)]
pub(crate) struct Finding {
    /// `error`, `warning` or `note`
    severity: String,
    message: String,
    position: Option<String>,
    line: Option<u64>,
    column: Option<u64>,
    end: Option<u64>,
    help: Option<String>,
    notes: Option<Vec<String>>,
}
