//! How a square of two heaps is filled: by theory where there is one, else by one pass over all its positions.
//!
//! - A sum of two heaps under normal play: the Nim sum of the two heaps' values (Sprague 1935, Grundy 1939), so a heap is
//!   asked for once, and not a pair.
//! - Wythoff's game: its table of Grundy values; under misère play a pass that marks the lines of each lost position.
//! - What theory claims of each pair, as Moore's theorem.
//! - Else all pairs are explored together, as one graph, and solved once.

use super::{Heatmap, HeatmapError, Pair};
use crate::catalog::Opened;
use crate::game::Play;
use crate::heap::wythoff::{TABLE, WythoffTable};
use crate::limits::Limits;
use crate::solver::{SolveError, Solver, Way, build};
use crate::text::{DynGame, Key};
use crate::theory::Silent;
use crate::value::{Grundy, Outcome, Unknown};
use dashu_int::UBig;

const _: () = assert!(super::LARGEST_HEAP <= TABLE, "Wythoff's values are tabulated as far as squares go");

/// A value with its Grundy value, or why there is none.
type Cell = (Outcome, Grundy);

/// Fills the square of heaps from `least` to `largest`.
pub(super) fn fill(game: &Opened, least: u64, largest: u64, limits: &Limits<'_>) -> Result<Heatmap, HeatmapError> {
    let any = game.any();
    let mut square = Square { least, largest, limits, rows: Vec::new(), notes: Vec::new() };
    if any.rules().is_none() {
        if any.name() == "wythoff" {
            square.wythoff(any)?;
            return Ok(square.done());
        }
        if any.least_heap().is_some()
            && any.play_kind() == Play::Normal
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

    /// Adds rows, each cell by its place from 0; `mirrored` says which cells are those of the other triangle.
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
                row.push(Pair { outcome, grundy: grundy.number() });
            }
            self.rows.push(row);
        }
        Ok(())
    }

    fn wythoff(&mut self, any: &dyn DynGame) -> Result<(), HeatmapError> {
        if let Some(undefined) = any.without_grundy() {
            let lost = lost_at_wythoff(self.side());
            let side = self.side();
            return self.each(
                |_, _| true,
                |a, b| {
                    Ok((if lost[a * side + b] { Outcome::Loss } else { Outcome::Win }, Grundy::Undefined(undefined)))
                },
            );
        }
        let too_far = |silent| match silent {
            Silent::TooFar(how_far) => SolveError::TooFar(how_far),
            Silent::NoTheory => unreachable!("a table has bounds alone"),
        };
        let table = WythoffTable::new(self.largest, self.largest).map_err(too_far)?;
        self.each(
            |_, _| true,
            |a, b| {
                let value = table.value(a as u64, b as u64).expect("a pair of the table");
                Ok((won(value.0 != 0), Grundy::Finite(value)))
            },
        )
    }

    /// The values of the single heaps; `None` where one has none that is known.
    fn single_heaps(&self, game: &Opened) -> Result<Option<Vec<UBig>>, HeatmapError> {
        let mut desk = Solver::new(game, *self.limits).without_moves();
        let mut values = Vec::with_capacity(self.side());
        // The largest first: what has to be tabulated then is so once.
        for n in (self.least..=self.largest).rev() {
            self.limits.check(0, 0)?;
            let Some(value) = desk.ask(&key(game.any(), n.to_string())?)?.facts.grundy.number() else {
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
                Ok((won(!sum.is_zero()), Grundy::from(sum)))
            },
        )
    }

    fn pairs(&mut self, game: &Opened) -> Result<(), HeatmapError> {
        let any = game.any();
        let side = self.side();
        let mut keys = Vec::with_capacity(side * side);
        for a in self.least..=self.largest {
            self.limits.check(0, 0)?;
            for b in self.least..=self.largest {
                keys.push(any.canonical(&key(any, format!("{a} {b}"))?));
            }
            trouble(any)?;
        }
        let last = keys.last().expect("a square has a cell");
        let at = |a: usize, b: usize| &keys[a * side + b];
        let mirrored = |a: usize, b: usize| at(a, b) == at(b, a);
        let mut desk = Solver::new(game, *self.limits).without_moves();
        match any.claim(last) {
            Err(Silent::NoTheory) if build::by_number(game).is_none() && build::by_word(game).is_none() => {
                let known = desk.know(&keys);
                desk.unless_trouble(known)?;
                self.each(mirrored, |a, b| {
                    let facts = desk.facts(Way::Memory, at(a, b))?;
                    Ok((facts.outcome, facts.grundy))
                })
            }
            _ => self.each(mirrored, |a, b| {
                if let Ok(claim) = any.claim(at(a, b))
                    && claim.grundy != Grundy::Unknown(Unknown::TooLarge)
                {
                    return Ok((claim.outcome, claim.grundy));
                }
                let facts = desk.ask(at(a, b))?.facts;
                Ok((facts.outcome, facts.grundy))
            }),
        }
    }
}

fn won(is_won: bool) -> Outcome {
    if is_won { Outcome::Win } else { Outcome::Loss }
}

/// Reads a position of the square.
fn key(any: &dyn DynGame, text: String) -> Result<Key, HeatmapError> {
    any.parse(&text).map_err(|error| HeatmapError::Position { text, error })
}

fn trouble(any: &dyn DynGame) -> Result<(), SolveError> {
    any.take_trouble().map_or(Ok(()), |trouble| Err(SolveError::Rules(Box::new(trouble))))
}

/// RowFilter pairs are lost at Wythoff's game under misère play, row by row. A pair is lost just when no lost one is left of
/// it, below it or on its diagonal; the pair without stones is won.
fn lost_at_wythoff(side: usize) -> Vec<bool> {
    let mut lost = vec![false; side * side];
    let (mut lines, mut diagonals) = (vec![false; side], vec![false; side]);
    for a in 0..side {
        for b in a..side {
            if (a, b) != (0, 0) && !lines[a] && !lines[b] && !diagonals[b - a] {
                (lines[a], lines[b], diagonals[b - a]) = (true, true, true);
                (lost[a * side + b], lost[b * side + a]) = (true, true);
            }
        }
    }
    lost
}
