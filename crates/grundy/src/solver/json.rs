//! Answers about heaps and about whole games as JSON.
//!
//! With the feature `openapi`, each type is also the schema of its JSON.

mod heaps;
mod trace;

pub use heaps::{ColdPair, SequenceAnswer, Term};
pub use trace::{Round, RoundStep, TraceAnswer, TracedPosition};

use super::{Histogram, PartStatistics, Statistics};
use crate::answer::json::{Integer, PositionValue, loopy};
use crate::catalog::OpenedGame;
use crate::text::RulesError;
use crate::theory::{LostHeaps, MexStep, Period, PeriodSearch};
use crate::value::{Grundy, Remoteness};
use serde::Serialize;
use std::collections::BTreeMap;

/// The period of a heap game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PeriodAnswer<'a> {
    /// `grundy/period/1`
    schema: &'static str,
    game: &'a str,
    #[cfg_attr(feature = "openapi", schema(required))]
    period: Option<Integer>,
    #[cfg_attr(feature = "openapi", schema(required))]
    preperiod: Option<Integer>,
    #[cfg_attr(feature = "openapi", schema(required))]
    saltus: Option<Integer>,
    proved: bool,
    /// The theorem that proves it.
    #[cfg_attr(feature = "openapi", schema(required))]
    theorem: Option<&'static str>,
    /// How many heaps were looked at.
    heaps: Integer,
    #[cfg_attr(feature = "openapi", schema(required))]
    max_value: Option<Integer>,
    /// The lost heaps; null if the period is not proved, or too long to list them.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub p_positions: Option<LostHeaps>,
    /// How the values of a take-and-break game were computed.
    #[serde(skip_serializing_if = "str::is_empty")]
    method: &'a str,
    /// Notes on the search, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<&'a str>,
}

impl<'a> PeriodAnswer<'a> {
    /// Creates the JSON of a search in `game`, whose note is the first of the notes.
    pub fn new(game: &'a str, search: &'a PeriodSearch) -> Self {
        let period = search.period.as_ref();
        Self {
            schema: "grundy/period/1",
            game,
            period: period.map(|period| period.period().into()),
            preperiod: period.map(|period| period.preperiod().into()),
            saltus: period.map(|period| period.saltus().into()),
            proved: period.is_some_and(Period::is_proved),
            theorem: period.and_then(Period::theorem),
            heaps: search.heaps.into(),
            max_value: search.max_value.map(Integer::from),
            p_positions: None,
            method: &search.method,
            notes: Some(search.note.as_str()).filter(|note| !note.is_empty()).into_iter().collect(),
        }
    }
}

/// How a Grundy value follows from those of the options: the least number that none of them has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mex {
    /// The position, or the part of it: a heap, a chip's vertex, a summand.
    part: String,
    options: Vec<MexOption>,
    /// null if the value is infinite.
    #[cfg_attr(feature = "openapi", schema(required))]
    grundy: Option<Integer>,
    /// The numbers of K, if the Grundy value is ∞(K).
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Vec<Integer>>,
}

/// An option with its Grundy value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MexOption {
    /// The option as text.
    position: String,
    /// null if the value is infinite.
    #[cfg_attr(feature = "openapi", schema(required))]
    grundy: Option<Integer>,
    /// The numbers of K, if the Grundy value is ∞(K).
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Vec<Integer>>,
}

impl From<&MexStep> for Mex {
    fn from(step: &MexStep) -> Self {
        let number = |value: &Grundy| value.number().map(Integer::from);
        let options = step.options.iter().map(|(position, value)| MexOption {
            position: position.clone(),
            grundy: number(value),
            loopy: loopy(value),
        });
        Self {
            part: step.part.clone(),
            options: options.collect(),
            grundy: number(&step.value),
            loopy: loopy(&step.value),
        }
    }
}

/// Positions by outcome and remoteness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Histogram))]
pub struct HistogramCounts {
    /// The number of all positions.
    stored: u64,
    /// Won positions, by remoteness.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, u64>))]
    win: BTreeMap<u32, u64>,
    /// Lost positions, by remoteness.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, u64>))]
    loss: BTreeMap<u32, u64>,
    draw: u64,
}

impl From<&Histogram> for HistogramCounts {
    fn from(counts: &Histogram) -> Self {
        let column = |counts: &[u64]| (0..).zip(counts.iter().copied()).filter(|(_, count)| *count > 0).collect();
        let (win, loss) = (column(&counts.wins), column(&counts.losses));
        Self { stored: counts.total(), win, loss, draw: counts.draws }
    }
}

/// The longest wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LongestWins {
    /// The first positions with the longest wins.
    pub positions: Vec<String>,
    /// Best play from the first of them, as moves.
    pub line: Vec<String>,
}

/// The counts of a part of a game in layers: of the classes of equivalent positions, and of those that differ in the colours alone, one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartCounts {
    /// The name of the part.
    pub name: String,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    /// The largest remoteness of a won position; null if there is none.
    #[cfg_attr(feature = "openapi", schema(required))]
    max_win: Option<u64>,
    /// The largest remoteness of a lost position; null if there is none.
    #[cfg_attr(feature = "openapi", schema(required))]
    max_loss: Option<u64>,
}

impl From<&PartStatistics> for PartCounts {
    fn from(part: &PartStatistics) -> Self {
        let counts = &part.histogram;
        let longest = |column: &[u64]| (column.len() as u64).checked_sub(1);
        Self {
            name: part.name.clone(),
            positions: counts.total(),
            win: counts.won(),
            loss: counts.lost(),
            draw: counts.draws,
            max_win: longest(&counts.wins),
            max_loss: longest(&counts.losses),
        }
    }
}

/// The counts of a completely solved game, or of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableStatistics {
    /// `grundy/table/1`
    schema: &'static str,
    /// The game as text.
    pub game: String,
    positions: u64,
    /// Positions that are stored: all, or one of each class.
    stored: u64,
    moves: u64,
    win: u64,
    loss: u64,
    draw: u64,
    #[cfg_attr(feature = "openapi", schema(required))]
    max_remoteness: Option<u32>,
    #[cfg_attr(feature = "openapi", schema(required))]
    start: Option<PositionValue>,
    /// Positions that are stored, by outcome and remoteness.
    histogram: Option<HistogramCounts>,
    /// Positions that are stored, by the player to move, outcome and remoteness.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, HistogramCounts>>))]
    by_turn: Option<serde_json::Map<String, serde_json::Value>>,
    /// The parts of a game in layers whose positions are solved by class, such as those with the same numbers of men.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub parts: Vec<PartCounts>,
    notes: Vec<&'static str>,
    /// The time of the run; null for a table that was made before.
    pub seconds: Option<f64>,
    /// The memory of the run; null for a table that was made before.
    pub peak_bytes: Option<u64>,
    /// Positions of a table by outcome and remoteness, each class with all of its positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = HistogramCounts, required))]
    pub positions_by_remoteness: Option<HistogramCounts>,
    /// The longest wins of a table; null if no position is won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<LongestWins>, required))]
    pub longest: Option<Option<LongestWins>>,
    /// The name of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String, required))]
    pub table: Option<String>,
}

impl TableStatistics {
    /// Creates the JSON of counts, with a note if they do not count positions.
    ///
    /// # Errors
    /// If the rules of the game fail.
    pub fn new(
        name: &str,
        game: &OpenedGame,
        counts: &Statistics,
        note: Option<&'static str>,
    ) -> Result<Self, RulesError> {
        let dyn_game = game.as_dyn();
        let start = match &counts.start {
            Some((at, value)) => Some(PositionValue::new(dyn_game.to_text(at)?, value)),
            None => None,
        };
        let of_turns = |sides: &[Histogram; 2]| {
            let sides = sides.iter().map(|side| serde_json::to_value(HistogramCounts::from(side)).unwrap_or_default());
            dyn_game.info().players.iter().map(|name| (*name).to_owned()).zip(sides).collect()
        };
        Ok(Self {
            schema: "grundy/table/1",
            game: name.to_owned(),
            positions: counts.positions,
            stored: counts.stored,
            moves: counts.moves,
            win: counts.wins,
            loss: counts.losses,
            draw: counts.draws,
            max_remoteness: counts.max_remoteness.map(|Remoteness(moves)| moves),
            start,
            histogram: (counts.histogram.total() == counts.stored).then(|| (&counts.histogram).into()),
            by_turn: counts.by_turn.as_ref().map(of_turns),
            parts: counts.parts.iter().map(PartCounts::from).collect(),
            notes: note.into_iter().collect(),
            seconds: None,
            peak_bytes: None,
            positions_by_remoteness: None,
            longest: None,
            table: None,
        })
    }
}
