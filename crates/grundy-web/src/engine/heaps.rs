//! Single heaps of a game: the sequence of their values, and its period.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use crate::schema;
use grundy::Play;
use grundy::answer::Integer;
use grundy::solver::{self, HeapError, PeriodError, SingleHeap, SingleHeaps};
use grundy::theory::{Period, SearchEnd};
use serde::Serialize;
use utoipa::ToSchema;

/// The number of heaps among which a period is searched; the page folds the sequence by the period.
const FOLD_SEARCH: u64 = 100_000;
/// The maximum number of winning moves listed for a heap.
const LISTED: usize = 20;

/// The single heaps of a game, or the cold pairs of Wythoff's game
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct SequenceAnswer<'a> {
    /// `grundy/sequence/1`
    schema: &'static str,
    game: &'a str,
    play: &'static str,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cold_pairs: Option<Vec<ColdPair>>,
}

/// A heap of a sequence
#[derive(Serialize, ToSchema)]
pub(crate) struct Term {
    n: u64,
    #[schema(value_type = schema::Outcome)]
    value: &'static str,
    #[schema(required, value_type = Option<schema::Integer>)]
    grundy: Option<Integer>,
    /// Moves that win, at most 20
    #[schema(max_items = 20)]
    winning_moves: Vec<String>,
}

/// A lost position of two heaps
#[derive(Serialize, ToSchema)]
pub(crate) struct ColdPair {
    index: u64,
    #[schema(value_type = schema::Integer)]
    smaller: Integer,
    #[schema(value_type = schema::Integer)]
    larger: Integer,
}

/// The period of a heap game
#[derive(Serialize, ToSchema)]
pub(crate) struct PeriodAnswer<'a> {
    /// `grundy/period/1`
    schema: &'static str,
    game: &'a str,
    #[schema(required)]
    period: Option<u64>,
    #[schema(required)]
    preperiod: Option<u64>,
    #[schema(required)]
    saltus: Option<u64>,
    proved: bool,
    /// The theorem that proves it
    #[schema(required)]
    theorem: Option<&'static str>,
    /// How many heaps were looked at
    heaps: u64,
    #[schema(required)]
    max_value: Option<u64>,
    /// How the values of a take-and-break game were computed
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<String>,
}

impl Session<'_> {
    pub(super) fn sequence(&mut self, name: &str, to: u64) -> Result<Response, Failure> {
        let game = self.game.as_dyn();
        let theory = game.theory();
        let mut answer = SequenceAnswer {
            schema: "grundy/sequence/1",
            game: name,
            play: game.play().as_str(),
            ..SequenceAnswer::default()
        };
        if let Some(theory) = theory.filter(|theory| theory.cold_pair(0).is_some()) {
            let pair = |index| {
                let (smaller, larger) = theory.cold_pair(index)?;
                Some(ColdPair { index, smaller: Integer(smaller), larger: Integer(larger) })
            };
            answer.game = game.name();
            answer.cold_pairs = Some((0..=to).filter_map(pair).collect());
            return Response::of(&answer);
        }
        let heaps = SingleHeaps::new(self.game, to, LISTED, self.limits).ok_or_else(|| {
            Failure::input(
                format!("the heaps of `{name}` are not a sequence"),
                "sequences are those of games with single heaps, as `/api/games` says of each",
            )
        })?;
        let mut terms = Vec::new();
        for heap in heaps {
            let SingleHeap { size, value, winning_moves } = heap.map_err(|error| match error {
                HeapError::Position { text, error } => Failure::text(&error, "to", &text),
                HeapError::Solve(error) => Failure::solve(&error),
                other => Failure::limit(other.to_string()),
            })?;
            let grundy = value.grundy.number().map(Integer);
            terms.push(Term { n: size, value: value.outcome.as_str(), grundy, winning_moves });
        }
        answer.terms = Some(terms);
        let stop = self.limits.stop;
        if game.play() == Play::Normal {
            let search = theory.and_then(|theory| theory.find_period(FOLD_SEARCH, &mut |_| !stop()));
            if let Some(period) = search.and_then(|search| search.proved()) {
                answer.period = Some(period.period());
                answer.preperiod = Some(period.preperiod());
                answer.saltus = Some(period.saltus());
            }
        }
        // Whether the search for the period ends in time depends on the machine.
        Ok(Response { is_final: !stop(), ..Response::of(&answer)? })
    }

    pub(super) fn period(&mut self, name: &str, limit: u64) -> Result<Response, Failure> {
        let limit = (limit > 0).then_some(limit);
        let search = solver::period(self.game, limit, &self.limits).map_err(|error| match error {
            PeriodError::NoHeaps => Failure::input(
                format!("`{name}` is not a game of single heaps, so it has no period that can be proved"),
                "periods are those of subtraction and take-and-break games",
            ),
            PeriodError::Misere => Failure::input(
                format!("`{name}` is under misère play here: {error}"),
                "name the game itself, which is then under normal play",
            ),
            _ => Failure::limit(error.to_string()),
        })?;
        let period = search.period.as_ref();
        let is_cut = search.proved().is_none() && (self.limits.stop)();
        let mut notes = Vec::new();
        if !search.note.is_empty() {
            let is_too_low = matches!(search.ended, SearchEnd::LimitTooLow { .. });
            notes.push(format!("{}{}", search.note, if is_too_low { "; a larger `limit` may help" } else { "" }));
        }
        if is_cut {
            notes.push("the time was up".to_owned());
        }
        let answer = PeriodAnswer {
            schema: "grundy/period/1",
            game: name,
            period: period.map(Period::period),
            preperiod: period.map(Period::preperiod),
            saltus: period.map(Period::saltus),
            proved: period.is_some_and(Period::is_proved),
            theorem: period.and_then(Period::theorem),
            heaps: search.heaps,
            max_value: search.max_value,
            method: Some(search.method.clone()).filter(|method| !method.is_empty()),
            notes,
        };
        Ok(Response { is_final: !is_cut, ..Response::of(&answer)? })
    }
}
