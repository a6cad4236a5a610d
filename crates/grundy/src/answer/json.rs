//! JSON in the shape `grundy/position/1`, to which an [`Answer`] and a [`PartialAnswer`] serialise, and parts that other shapes
//! share.
//!
//! With the feature `openapi`, each type is also the schema of its JSON.

use super::{Answer, MoveAnswer, Note, PartialAnswer, PartialMove, Proved, Searched};
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

impl<N: Into<UBig>> From<N> for Integer {
    fn from(number: N) -> Self {
        let number = number.into();
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
    /// `win-or-draw` or `draw-or-loss`, if that is proved and the value is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
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
        Self { position, value: Some(value.outcome), bound: None, remoteness, grundy, loopy }
    }

    /// Creates the JSON of a position that was not solved, with what is proved of it.
    pub fn partial(position: String, proved: &Proved) -> Self {
        let Proved { bounds, grundy } = proved;
        Self {
            position,
            value: bounds.outcome(),
            bound: bound(bounds),
            remoteness: exact_remoteness(bounds),
            grundy: grundy.map(nimber),
            loopy: None,
        }
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Move<'a> {
    r#move: &'a str,
    /// Whether the move keeps the outcome and is the fastest win or the slowest loss; null if that is not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    best: Option<bool>,
    /// For the player who makes the move; null if it is not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    value: Option<Outcome>,
    /// `win-or-draw` or `draw-or-loss`, if that is proved and the value is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    after: PositionValue,
}

impl<'a> From<&'a MoveAnswer> for Move<'a> {
    fn from(made: &'a MoveAnswer) -> Self {
        let after = PositionValue::new(made.after.clone(), &made.after_value);
        Self { r#move: &made.text, best: Some(made.is_best), value: Some(made.outcome), bound: None, after }
    }
}

impl<'a> Move<'a> {
    /// Creates the JSON of a move, with what is proved of it and of the position before it.
    fn partial(made: &'a PartialMove, position: &Searched) -> Self {
        let bounds = made.bounds();
        let best = bounds.is_best_in(position);
        let after = PositionValue::partial(made.after.clone(), &made.proved);
        Self { r#move: &made.text, best, value: bounds.outcome(), bound: bound(&bounds), after }
    }
}

/// A position with its moves: solved, or with what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Position<'a> {
    /// `grundy/position/1`
    schema: &'static str,
    game: &'a str,
    /// `normal` or `misere`
    play: &'static str,
    position: &'a str,
    /// For the player to move; null if it is not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    value: Option<Outcome>,
    /// `win-or-draw` or `draw-or-loss`, if that is proved and the value is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
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
    /// How the value was found; null if nothing was.
    #[cfg_attr(feature = "openapi", schema(required))]
    method: Option<&'a str>,
    /// Whether the value is proved, with its remoteness or its Grundy value.
    proved: bool,
    /// What is not known, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl<'a> From<&'a Answer> for Position<'a> {
    fn from(answer: &'a Answer) -> Self {
        let moves = answer.moves.as_ref();
        Self {
            schema: "grundy/position/1",
            game: &answer.game,
            play: answer.play.as_str(),
            position: &answer.position,
            value: Some(answer.value.outcome),
            bound: None,
            remoteness: moves.map(|_| remoteness(&answer.value)),
            grundy: grundy(&answer.value),
            loopy: loopy(&answer.value.grundy),
            moves: moves.map(|moves| moves.listed.iter().map(Move::from).collect()),
            moves_total: moves.filter(|moves| moves.is_truncated()).map(|moves| moves.total.clone().into()),
            method: Some(&answer.method),
            proved: true,
            notes: answer.notes.iter().map(Note::to_string).collect(),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        Position::from(self).serialize(out)
    }
}

impl<'a> From<&'a PartialAnswer> for Position<'a> {
    fn from(answer: &'a PartialAnswer) -> Self {
        let Proved { bounds, grundy } = &answer.proved;
        let moves = answer.moves.as_ref();
        Self {
            schema: "grundy/position/1",
            game: &answer.game,
            play: answer.play.as_str(),
            position: &answer.position,
            value: bounds.outcome(),
            bound: bound(bounds),
            remoteness: moves.map(|_| exact_remoteness(bounds)),
            grundy: grundy.map(nimber),
            loopy: None,
            moves: moves.map(|moves| moves.listed.iter().map(|made| Move::partial(made, bounds)).collect()),
            moves_total: moves.filter(|moves| moves.is_truncated()).map(|moves| moves.total.clone().into()),
            method: answer.method,
            proved: bounds.verdict().is_some() || grundy.is_some(),
            notes: answer.why.iter().chain(&answer.notes).cloned().collect(),
        }
    }
}

impl Serialize for PartialAnswer {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        Position::from(self).serialize(out)
    }
}

/// The bound that is proved of a position or of a move whose outcome is not.
fn bound(bounds: &Searched) -> Option<&'static str> {
    match (bounds.at_least.outcome(), bounds.at_most.outcome()) {
        (Outcome::Draw, Outcome::Win) => Some("win-or-draw"),
        (Outcome::Loss, Outcome::Draw) => Some("draw-or-loss"),
        _ => None,
    }
}

fn exact_remoteness(bounds: &Searched) -> Option<u32> {
    bounds.verdict().and_then(Verdict::remoteness).map(|Remoteness(moves)| moves)
}

fn nimber(Nimber(value): Nimber) -> Integer {
    UBig::from(value).into()
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
    set.iter().copied().map(nimber).collect()
}
