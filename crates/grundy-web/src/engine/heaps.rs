//! Heaps of a game: the sequence of their values with its period, and the square of two of them.

use super::Session;
use crate::failure::Failure;
use crate::pipe::Response;
use grundy::Outcome;
use grundy::answer::json::{Integer, set as set_json};
use grundy::solver::json::{ColdPair, PeriodAnswer, SequenceAnswer, Term};
use grundy::solver::{self, HeapError, HeatmapError, Pair, PeriodError, SingleHeaps};
use grundy::theory::SearchEnd;
use serde::Serialize;
use utoipa::ToSchema;

/// The maximum number of winning moves listed for a heap.
const LISTED: usize = 20;

/// Two heaps of every size
#[derive(Serialize, ToSchema)]
pub(crate) struct HeatmapAnswer {
    /// `grundy/heatmap-letters/1`
    schema: &'static str,
    game: String,
    play: &'static str,
    /// The smallest heap
    least: u64,
    /// The largest heap
    size: u64,
    /// A row for each first heap, a letter for each second heap: P lost, N won, D drawn for the player to move
    values: Vec<String>,
    grundy: Vec<Vec<Option<Integer>>>,
    /// A row for each first heap, for each second heap the numbers of K if the Grundy value is ∞(K); only if there are such values
    #[serde(skip_serializing_if = "Option::is_none")]
    loopy: Option<Vec<Vec<Option<Vec<Integer>>>>>,
    /// Why values are missing
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Session<'_> {
    pub(super) fn sequence(&mut self, name: &str, to: u64) -> Result<Response, Failure> {
        let game = self.game.as_dyn();
        if let Some(theory) = game.theory().filter(|theory| theory.cold_pair(0).is_some()) {
            let pair = |index| Some(ColdPair::new(index, theory.cold_pair(index)?));
            let mut answer = SequenceAnswer::of_pairs(game.name(), game.play());
            answer.cold_pairs = Some((0..=to).filter_map(pair).collect());
            return Response::of(&answer);
        }
        let heaps = SingleHeaps::new(self.game, to, LISTED, self.limits).ok_or_else(|| {
            let help = "a sequence needs single heaps: try `kayles`, `subtraction:1,3,4` or `divisor`";
            Failure::input(format!("the heaps of `{name}` are not a sequence"), help)
        })?;
        let terms = heaps.map(|heap| heap.map(Term::from)).collect::<Result<_, _>>();
        let terms = terms.map_err(|error| match error {
            HeapError::Position { text, error } => Failure::text(&error, "to", &text),
            HeapError::Solve(error) => Failure::solve(&error),
            other => Failure::limit(other.to_string()),
        })?;
        let period = solver::fold_period(self.game, &self.limits);
        let mut answer = SequenceAnswer::of_heaps(name, game.play(), period.as_ref());
        answer.terms = Some(terms);
        // Whether the search for the period ends in time depends on the machine.
        Ok(Response { is_final: !(self.limits.stop)(), ..Response::of(&answer)? })
    }

    pub(super) fn period(&mut self, name: &str, limit: u64) -> Result<Response, Failure> {
        let limit = (limit > 0).then_some(limit);
        let mut search = solver::period(self.game, limit, &self.limits).map_err(|error| match error {
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
        if matches!(search.ended, SearchEnd::LimitTooLow { .. }) && !search.note.is_empty() {
            search.note += "; a larger `limit` may help";
        }
        let mut answer = PeriodAnswer::new(name, &search);
        answer.p_positions = search.proved().and_then(|period| solver::lost_heaps(self.game, &period, &self.limits));
        let is_cut = search.proved().is_none() && (self.limits.stop)();
        if is_cut {
            answer.notes.push("the time was up");
        }
        Ok(Response { is_final: !is_cut, ..Response::of(&answer)? })
    }

    pub(super) fn heatmap(&mut self, name: &str, size: u64) -> Result<Response, Failure> {
        let map = solver::heatmap(self.game, size, &self.limits).map_err(|error| match error {
            HeatmapError::Solve(error) => Failure::solve(&error),
            HeatmapError::NotTwoHeaps => Failure::input(
                format!("a position of `{name}` is not two heaps"),
                "a heat map needs two heaps or numbers: try `nim`, `wythoff` or `king`",
            ),
            HeatmapError::Size { .. } => Failure::input(error.to_string(), "write such a `size`").of_parameter("size"),
            HeatmapError::Position { text, error } => Failure::text(&error, "size", &text),
            _ => Failure::limit(error.to_string()),
        })?;
        let letter = |pair: &Pair| match pair.outcome {
            Outcome::Loss => 'P',
            Outcome::Win => 'N',
            Outcome::Draw => 'D',
        };
        let value = |pair: &Pair| pair.grundy.clone().map(Integer::from);
        let set = |pair: &Pair| pair.loopy.as_deref().map(set_json);
        let has_sets = map.rows.iter().flatten().any(|pair| pair.loopy.is_some());
        let sets = || map.rows.iter().map(|row| row.iter().map(set).collect()).collect();
        Response::of(&HeatmapAnswer {
            schema: "grundy/heatmap-letters/1",
            game: name.to_owned(),
            play: self.game.as_dyn().play().as_str(),
            least: map.least,
            size,
            values: map.rows.iter().map(|row| row.iter().map(letter).collect()).collect(),
            grundy: map.rows.iter().map(|row| row.iter().map(value).collect()).collect(),
            loopy: has_sets.then(sets),
            notes: map.notes,
        })
    }
}
