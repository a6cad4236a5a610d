//! Fills a square of two heaps: by theory if there is one, otherwise by one pass over all its positions.
//!
//! - A sum of two heaps under normal play: the Nim sum of the two heaps' values (Sprague 1935, Grundy 1939), so the
//!   value of each heap is computed once, not once for each pair.
//! - A game whose theory gives a whole square at once, such as Wythoff's.
//! - A game whose theory has a claim about each pair, such as Moore's theorem.
//! - Any other game: all pairs are explored together, as one graph, and solved once.

use super::{Heatmap, HeatmapError, Pair};
use crate::catalog::OpenedGame;
use crate::game::Play;
use crate::limits::Limits;
use crate::solver::build::{Extent, by_index, by_word};
use crate::solver::{SolveError, Solver};
use crate::text::{DynGame, Key, TheoryError};
use crate::value::{Grundy, Outcome, Unknown};
use dashu_int::UBig;

/// An outcome with a Grundy value, or the reason why there is none.
type Cell = (Outcome, Grundy);

/// Fills the square of heaps from `least` to `largest`.
pub(super) fn fill(game: &OpenedGame, least: u64, largest: u64, limits: &Limits<'_>) -> Result<Heatmap, HeatmapError> {
    let mut square = Square { least, largest, limits, rows: Vec::new(), notes: Vec::new() };
    let dyn_game = game.as_dyn();
    if dyn_game.info().rules.is_none()
        && let Some(theory) = dyn_game.theory()
    {
        if let Some(cells) = theory.square(largest) {
            let cells = cells.map_err(SolveError::from)?;
            let side = square.side();
            square.each(|_, _| true, |a, b| Ok(cells[a * side + b].clone()))?;
            return Ok(square.done());
        }
        if theory.least_heap().is_some()
            && dyn_game.play() == Play::Normal
            && let Some(values) = square.single_heaps(game)?
        {
            square.sums(&values)?;
            return Ok(square.done());
        }
    }
    square.pairs(game)?;
    Ok(square.done())
}

/// A square that is being filled.
struct Square<'a> {
    least: u64,
    largest: u64,
    limits: &'a Limits<'a>,
    rows: Vec<Vec<Pair>>,
    notes: Vec<String>,
}

impl Square<'_> {
    fn side(&self) -> usize {
        (self.largest - self.least + 1) as usize
    }

    fn done(self) -> Heatmap {
        Heatmap { least: self.least, rows: self.rows, notes: self.notes }
    }

    /// Adds rows; `each` computes a cell by its place, from 0. If the square is `mirrored`, cells of the other triangle
    /// are copied.
    fn each(
        &mut self,
        mirrored: impl Fn(usize, usize) -> bool,
        mut cell: impl FnMut(usize, usize) -> Result<Cell, HeatmapError>,
    ) -> Result<(), HeatmapError> {
        let side = self.side();
        for a in 0..side {
            self.limits.check(0, 0)?;
            let mut row: Vec<Pair> = Vec::with_capacity(side);
            for b in 0..side {
                if b < a && mirrored(a, b) {
                    row.push(self.rows[b][a].clone());
                    continue;
                }
                let (outcome, grundy) = cell(a, b)?;
                if let Some(why) = grundy.reason().filter(|why| !self.notes.iter().any(|note| note == why)) {
                    self.notes.push(why.to_owned());
                }
                let number = grundy.number();
                let loopy = if let Grundy::Infinite(set) = grundy { Some(set) } else { None };
                row.push(Pair { outcome, grundy: number, loopy });
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// The values of the single heaps; `None` if one has no known value.
    fn single_heaps(&self, game: &OpenedGame) -> Result<Option<Vec<UBig>>, HeatmapError> {
        let mut solver = Solver::new(game).limits(*self.limits).without_moves();
        let mut values = Vec::with_capacity(self.side());
        // The largest first, so that tables are computed only once.
        for n in (self.least..=self.largest).rev() {
            self.limits.check(0, 0)?;
            let Some(value) = solver.solve(&key(game.as_dyn(), n.to_string())?)?.value.grundy.number() else {
                return Ok(None);
            };
            values.push(value);
        }
        values.reverse();
        Ok(Some(values))
    }

    fn sums(&mut self, values: &[UBig]) -> Result<(), HeatmapError> {
        self.each(
            |_, _| true,
            |a, b| {
                let sum = &values[a] ^ &values[b];
                Ok((outcome_of(!sum.is_zero()), Grundy::from(sum)))
            },
        )
    }

    fn pairs(&mut self, game: &OpenedGame) -> Result<(), HeatmapError> {
        let dyn_game = game.as_dyn();
        let side = self.side();
        let mut keys = Vec::with_capacity(side * side);
        for a in self.least..=self.largest {
            self.limits.check(0, 0)?;
            for b in self.least..=self.largest {
                keys.push(dyn_game.canonical(&key(dyn_game, format!("{a} {b}"))?).map_err(SolveError::from)?);
            }
        }
        let at = |a: usize, b: usize| &keys[a * side + b];
        let mirrored = |a: usize, b: usize| at(a, b) == at(b, a);
        let mut solver = Solver::new(game).limits(*self.limits).without_moves();
        let claim = |at: &Key| dyn_game.theory().map_or(Err(TheoryError::NoTheory), |theory| theory.claim(at));
        let is_explored = by_index(dyn_game, Extent::All, true).is_none() && by_word(dyn_game).is_none();
        if let (Some(theory), Some(last)) = (dyn_game.theory(), keys.last()) {
            theory.prepare(last, self.limits).map_err(SolveError::from)?;
        }
        if is_explored && keys.last().is_some_and(|last| claim(last) == Err(TheoryError::NoTheory)) {
            let source = solver.solve_all(&keys)?;
            return self.each(mirrored, |a, b| {
                let value = solver.value(&source, at(a, b))?;
                Ok((value.outcome, value.grundy))
            });
        }
        self.each(mirrored, |a, b| {
            if let Ok(claim) = claim(at(a, b))
                && claim.grundy != Grundy::Unknown(Unknown::TooLarge)
            {
                return Ok((claim.outcome, claim.grundy));
            }
            let value = solver.solve(at(a, b))?.value;
            Ok((value.outcome, value.grundy))
        })
    }
}

fn outcome_of(is_won: bool) -> Outcome {
    if is_won { Outcome::Win } else { Outcome::Loss }
}

/// Reads a position of the square.
fn key(dyn_game: &dyn DynGame, text: String) -> Result<Key, HeatmapError> {
    dyn_game.parse(&text).map_err(|error| HeatmapError::Position { text, error })
}
