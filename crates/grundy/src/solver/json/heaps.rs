//! The single heaps of a game as JSON.

use crate::answer::json::{Integer, loopy};
use crate::game::Play;
use crate::solver::SingleHeap;
use crate::theory::Period;
use crate::value::Outcome;
use dashu_int::UBig;
use serde::Serialize;

/// A heap of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Term {
    n: u64,
    value: Outcome,
    #[cfg_attr(feature = "openapi", schema(required))]
    grundy: Option<Integer>,
    /// The numbers of K, if the Grundy value is ∞(K).
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Vec<Integer>>,
    /// The first moves that win.
    winning_moves: Vec<String>,
}

impl From<SingleHeap> for Term {
    fn from(heap: SingleHeap) -> Self {
        let grundy = heap.value.grundy.number().map(Integer::from);
        let loopy = loopy(&heap.value.grundy);
        Self { n: heap.size, value: heap.value.outcome, grundy, loopy, winning_moves: heap.winning_moves }
    }
}

/// A lost position of two heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ColdPair {
    index: u64,
    smaller: Integer,
    larger: Integer,
}

impl ColdPair {
    /// Creates the JSON of the pair with this index.
    pub fn new(index: u64, (smaller, larger): (UBig, UBig)) -> Self {
        Self { index, smaller: smaller.into(), larger: larger.into() }
    }
}

/// The single heaps of a game, or the cold pairs of Wythoff's game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SequenceAnswer<'a> {
    /// `grundy/sequence/1`
    schema: &'static str,
    game: &'a str,
    /// `normal` or `misere`
    play: &'static str,
    /// The period of single heaps; null if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Integer>, required = false))]
    period: Option<Option<Integer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Integer>, required = false))]
    preperiod: Option<Option<Integer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Integer>, required = false))]
    saltus: Option<Option<Integer>>,
    /// The heaps, if the answer is about single heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    /// The cold pairs, if the answer is about those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold_pairs: Option<Vec<ColdPair>>,
}

impl<'a> SequenceAnswer<'a> {
    /// Creates the JSON of single heaps with their period, if it is known, but without the heaps.
    pub fn of_heaps(game: &'a str, play: Play, period: Option<&Period>) -> Self {
        Self {
            period: Some(period.map(|period| period.period().into())),
            preperiod: Some(period.map(|period| period.preperiod().into())),
            saltus: Some(period.map(|period| period.saltus().into())),
            ..Self::of_pairs(game, play)
        }
    }

    /// Creates the JSON of cold pairs, but without the pairs.
    pub fn of_pairs(game: &'a str, play: Play) -> Self {
        Self {
            schema: "grundy/sequence/1",
            game,
            play: play.as_str(),
            period: None,
            preperiod: None,
            saltus: None,
            terms: None,
            cold_pairs: None,
        }
    }
}
