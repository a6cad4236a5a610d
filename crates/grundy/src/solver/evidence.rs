//! Collects the evidence for an answer: the reason of theory, the steps of mex, the lost heaps, and the line of best play.

use super::{Solver, fold_period, lost_heaps};
use crate::answer::Answer;
use crate::catalog::OpenedGame;
use crate::game::Play;
use crate::solver::SolveError;
use crate::text::{Key, TextGame};
use crate::theory::{Evidence, MexStep, Reason, ValueSource};
use crate::value::{Grundy, Outcome};
use rustc_hash::FxHashMap;

/// The most options of a part whose step is computed.
const MAX_OPTIONS: usize = 100;
/// The most different parts whose steps are computed.
const MAX_PARTS: usize = 16;
/// The most moves of a line of best play.
const MAX_LINE: u32 = 200;

impl Solver<'_> {
    /// Collects the evidence for an answer of this solver about the position `at`, which [`explain`](crate::explain::explain) puts into
    /// words.
    ///
    /// ```
    /// use grundy::{solver::Solver, catalog, limits::Limits, Play};
    /// let game = catalog::open("subtraction:1,3,4", Play::Normal, &Limits::NONE)?;
    /// let at = game.as_dyn().parse("5")?;
    /// let mut solver = Solver::new(&game);
    /// let answer = solver.solve(&at)?;
    /// let evidence = solver.evidence(&at, &answer)?;
    /// let values = evidence.steps[0].options.iter().map(|(_, value)| value.to_string());
    /// assert_eq!(values.collect::<Vec<_>>(), ["2", "0", "1"]); // of the heaps 4, 2 and 1
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Solver::reason`].
    ///
    /// # Panics
    /// If `at` is not a position of the game.
    pub fn evidence(&mut self, at: &Key, answer: &Answer) -> Result<Evidence, SolveError> {
        let reason = self.reason(at)?;
        let steps = self.mex_steps(at, answer, reason.as_ref())?;
        let lost_heaps = match &reason {
            Some(Reason::Sum(parts)) if parts.len() == 1 && answer.play == Play::Normal => match &parts[0].source {
                ValueSource::Period(period) => lost_heaps(self.game(), period, &self.limits),
                // A formula that repeats.
                ValueSource::Residue { .. } => fold_period(self.game(), &self.limits)
                    .and_then(|period| lost_heaps(self.game(), &period, &self.limits)),
                _ => None,
            },
            _ => None,
        };
        let line = match &reason {
            None | Some(Reason::Loopy(_)) => self.line(answer)?,
            Some(_) => Vec::new(),
        };
        Ok(Evidence { reason, steps, lost_heaps, line })
    }

    /// The steps of the different parts of a position.
    fn mex_steps(&mut self, at: &Key, answer: &Answer, reason: Option<&Reason>) -> Result<Vec<MexStep>, SolveError> {
        let game = self.game.as_dyn();
        if game.play() == Play::Misere || game.info().without_grundy.is_some() {
            return Ok(Vec::new());
        }
        let mut parts: Vec<(String, Key, Option<usize>)> = Vec::new();
        match (self.game, reason) {
            (OpenedGame::Sum(sum), _) => {
                for (i, part) in sum.parts(at).into_iter().enumerate() {
                    parts.push((sum.show_part(i, &part)?, part, Some(i)));
                }
            }
            (OpenedGame::Graph(graph), _) => {
                for v in graph.position(at) {
                    let text = graph.game().to_text(&vec![v]);
                    if let Ok(key) = game.parse(&text) {
                        parts.push((text, key, None));
                    }
                }
            }
            (_, Some(Reason::Sum(components))) => {
                for component in components {
                    if let Ok(key) = game.parse(&component.text) {
                        parts.push((component.text.clone(), key, None));
                    }
                }
            }
            (_, Some(_)) => return Ok(Vec::new()),
            (_, None) => parts.push((answer.position.clone(), at.clone(), None)),
        }
        let is_alone = parts.len() == 1;
        let mut steps: Vec<MexStep> = Vec::new();
        for (text, part, summand) in parts {
            if steps.len() == MAX_PARTS || steps.iter().any(|step| step.part == text) {
                continue;
            }
            let step = match summand {
                None if is_alone && part == *at => step_of_answer(self, at, answer)?,
                None => self.step(&part)?,
                Some(i) => self.summands[i].step(&part)?,
            };
            steps.extend(step.map(|step| MexStep { part: text, ..step }));
        }
        Ok(steps)
    }

    /// The step of a position that is a part of another one; `None` if it has many options, or a value is not known.
    fn step(&mut self, at: &Key) -> Result<Option<MexStep>, SolveError> {
        let listed = std::mem::replace(&mut self.with_moves, false);
        let step = self.step_without_remoteness(at);
        self.with_moves = listed;
        match step {
            // What takes too long is left out.
            Err(SolveError::Run(_) | SolveError::NoValue { .. } | SolveError::NoGrundy { .. }) => Ok(None),
            step => step,
        }
    }

    fn step_without_remoteness(&mut self, at: &Key) -> Result<Option<MexStep>, SolveError> {
        let game = self.game.as_dyn();
        let list = game.moves(at, MAX_OPTIONS)?;
        if list.total > MAX_OPTIONS.into() {
            return Ok(None);
        }
        let source = self.source(at)?;
        let value = self.value_from(&source, at)?.grundy;
        let mut options = Vec::new();
        for m in list.moves {
            options.push((game.to_text(&m.option)?, self.value_from(&source, &m.option)?.grundy));
        }
        Ok(step_of(value, options))
    }

    /// Best play from a position that was solved by its moves, as moves. None where each position of the line would be searched anew.
    fn line(&mut self, answer: &Answer) -> Result<Vec<String>, SolveError> {
        let game = self.game.as_dyn();
        let is_sum = matches!(self.game, OpenedGame::Sum(_));
        let long = answer.value.remoteness.is_none_or(|moves| moves.0 > MAX_LINE);
        let mut line = Vec::new();
        if is_sum || long || self.is_searched || answer.value.outcome == Outcome::Draw {
            return Ok(line);
        }
        let mut left = answer.value.remoteness.map_or(0, |moves| moves.0);
        let mut moves = answer.moves.clone();
        while left > 0 {
            let Some(best) = moves.and_then(|moves| moves.listed.into_iter().find(|m| m.is_best)) else { break };
            line.push(best.text);
            left -= 1;
            let Ok(next) = game.parse(&best.after) else { break };
            moves = match self.solve(&next) {
                Ok(answer) => answer.moves,
                // What takes too long is left out.
                Err(SolveError::Run(_) | SolveError::Undecided(_)) => break,
                Err(error) => return Err(error),
            };
        }
        Ok(if left == 0 { line } else { Vec::new() })
    }
}

/// The step of the position that was answered.
fn step_of_answer(solver: &mut Solver<'_>, at: &Key, answer: &Answer) -> Result<Option<MexStep>, SolveError> {
    let listed = answer.moves.as_ref().filter(|moves| !moves.is_truncated());
    let Some(listed) = listed else { return solver.step(at) };
    let game = solver.game.as_dyn();
    let list = game.moves(at, MAX_OPTIONS)?;
    if list.total > MAX_OPTIONS.into() {
        return Ok(None);
    }
    let values: FxHashMap<&str, &Grundy> =
        listed.listed.iter().map(|m| (m.after.as_str(), &m.after_value.grundy)).collect();
    let mut options = Vec::new();
    for m in list.moves {
        let text = game.to_text(&m.option)?;
        let Some(value) = values.get(text.as_str()) else { return Ok(None) };
        options.push((text, (*value).clone()));
    }
    Ok(step_of(answer.value.grundy.clone(), options))
}

/// A step without the text of its part; `None` if a value is not known.
fn step_of(value: Grundy, all: Vec<(String, Grundy)>) -> Option<MexStep> {
    let is_known = |value: &Grundy| value.outcome().is_some();
    if !is_known(&value) || !all.iter().all(|(_, value)| is_known(value)) {
        return None;
    }
    let mut options: Vec<(String, Grundy)> = Vec::new();
    for option in all {
        if !options.contains(&option) {
            options.push(option);
        }
    }
    Some(MexStep { part: String::new(), value, options })
}
