//! JSON in the shape `grundy/position/1`, to which an [`Answer`] serialises, and parts that other shapes share.
//!
//! With the feature `openapi`, each type is also the schema of its JSON.

use super::{Answer, MoveAnswer, Searched};
use crate::game::Play;
use crate::value::{Grundy, Nimber, Outcome, Remoteness, Verdict};
use dashu_int::UBig;
use serde::ser::{Serialize, Serializer};

/// The largest integer that every JSON parser represents exactly: 2⁵³ − 1.
const EXACT: u64 = (1 << 53) - 1;

/// An integer; beyond 2⁵³ − 1 a string of its decimal digits, because a JSON parser might round it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Integer {
    /// A number that every JSON parser represents exactly.
    Small(u64),
    /// The decimal digits.
    Large(String),
}

impl From<UBig> for Integer {
    fn from(number: UBig) -> Self {
        match u64::try_from(&number) {
            Ok(number) if number <= EXACT => Self::Small(number),
            _ => Self::Large(number.to_string()),
        }
    }
}

/// A position and its value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionValue {
    /// The position as text.
    pub position: String,
    /// For the player to move there; null if it is not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<Outcome>,
    /// Moves to the end under best play.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub remoteness: Option<u32>,
    /// The Grundy value, if it is a number.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub grundy: Option<Integer>,
    /// The numbers of K, if the Grundy value is ∞(K).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<Vec<Integer>>,
}

impl PositionValue {
    /// Creates the JSON of a position with a known value.
    pub fn new(position: String, value: &super::PositionValue) -> Self {
        let (remoteness, grundy, loopy) = (remoteness(value), grundy(value), loopy(&value.grundy));
        Self { position, value: Some(value.outcome), remoteness, grundy, loopy }
    }

    /// Creates the JSON of a position whose value is not known.
    pub fn unknown(position: String) -> Self {
        Self { position, value: None, remoteness: None, grundy: None, loopy: None }
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Move<'a> {
    r#move: &'a str,
    /// Whether the move keeps the outcome and is the fastest win or the slowest loss.
    best: bool,
    /// For the player who makes the move.
    value: Outcome,
    after: PositionValue,
}

impl<'a> From<&'a MoveAnswer> for Move<'a> {
    fn from(made: &'a MoveAnswer) -> Self {
        let after = PositionValue::new(made.after.clone(), &made.after_value);
        Self { r#move: &made.text, best: made.is_best, value: made.outcome, after }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Position<'a> {
    /// `grundy/position/1`
    schema: &'static str,
    game: &'a str,
    /// `normal` or `misere`
    play: &'static str,
    position: &'a str,
    /// For the player to move.
    value: Outcome,
    /// Moves to the end under best play; only beside `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u32>))]
    remoteness: Option<Option<u32>>,
    /// The Grundy value, if it is a number.
    #[cfg_attr(feature = "openapi", schema(required))]
    grundy: Option<Integer>,
    /// The numbers of K, if the Grundy value is ∞(K).
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Vec<Integer>>,
    /// Best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move<'a>>>,
    /// The number of all moves, if not all are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_total: Option<Integer>,
    /// How the value was found.
    method: &'a str,
    proved: bool,
    /// What is not known, and why.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> From<&'a Answer> for Position<'a> {
    fn from(answer: &'a Answer) -> Self {
        let moves = answer.moves.as_ref();
        Self {
            schema: "grundy/position/1",
            game: &answer.game,
            play: answer.play.as_str(),
            position: &answer.position,
            value: answer.value.outcome,
            remoteness: moves.map(|_| remoteness(&answer.value)),
            grundy: grundy(&answer.value),
            loopy: loopy(&answer.value.grundy),
            moves: moves.map(|moves| moves.listed.iter().map(Move::from).collect()),
            moves_total: moves.filter(|moves| moves.is_truncated()).map(|moves| moves.total.clone().into()),
            method: &answer.method,
            proved: answer.is_proved,
            notes: &answer.notes,
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        Position::from(self).serialize(out)
    }
}

/// A position that a search did not decide within its limits, or not all of its moves.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Undecided<'a> {
    schema: &'static str,
    game: &'a str,
    play: &'static str,
    position: &'a str,
    /// `null` unless the outcome is proved.
    value: Option<Outcome>,
    /// `win-or-draw` or `draw-or-loss`, if that is proved and the outcome is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    remoteness: Option<u32>,
    grundy: Option<Integer>,
    proved: bool,
    notes: [String; 1],
}

impl<'a> Undecided<'a> {
    /// Creates the JSON of a position of the game called `game`, with what is proved of it and with why the search ended.
    pub fn new(game: &'a str, play: Play, position: &'a str, searched: &Searched, why: String) -> Self {
        let outcome = searched.outcome();
        let bound = match (searched.at_least.outcome(), searched.at_most.outcome()) {
            _ if outcome.is_some() => None,
            (Outcome::Draw, _) => Some("win-or-draw"),
            (_, Outcome::Draw) => Some("draw-or-loss"),
            _ => None,
        };
        Self {
            schema: "grundy/position/1",
            game,
            play: play.as_str(),
            position,
            value: outcome,
            bound,
            remoteness: searched.verdict().and_then(Verdict::remoteness).map(|Remoteness(moves)| moves),
            grundy: None,
            proved: searched.verdict().is_some(),
            notes: [why],
        }
    }

    /// Creates the JSON of a position whose components were searched, with what is proved of it and with why the search ended.
    pub fn without_grundy(
        game: &'a str,
        position: &'a str,
        outcome: Option<Outcome>,
        grundy: Option<Nimber>,
        why: String,
    ) -> Self {
        Self {
            schema: "grundy/position/1",
            game,
            play: Play::Normal.as_str(),
            position,
            value: outcome,
            bound: None,
            remoteness: None,
            grundy: grundy.map(|Nimber(value)| UBig::from(value).into()),
            proved: grundy.is_some(),
            notes: [why],
        }
    }
}

fn remoteness(value: &super::PositionValue) -> Option<u32> {
    value.remoteness.map(|Remoteness(moves)| moves)
}

fn grundy(value: &super::PositionValue) -> Option<Integer> {
    value.grundy.number().map(Integer::from)
}

/// The numbers of K, ascending, if the value is ∞(K).
pub fn loopy(value: &Grundy) -> Option<Vec<Integer>> {
    match value {
        Grundy::Infinite(set) => Some(self::set(set)),
        _ => None,
    }
}

/// The numbers of a set of Grundy values.
pub fn set(set: &[Nimber]) -> Vec<Integer> {
    set.iter().map(|number| UBig::from(number.0).into()).collect()
}
