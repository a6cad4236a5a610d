//! The rows of a sequence: the heaps of the game, solved one after the other or stored.

use super::Args;
use super::fields::float;
use crate::fail::Failure;
use crate::{progress, rules};
use grundy::Play;
use grundy::answer::PositionValue;
use grundy::catalog::{GameSpec, OpenedGame};
use grundy::limits::Limits;
use grundy::plot;
use grundy::solver::{HeapError, SingleHeapRef, SingleHeaps};
use grundy::text::MoveTexts;

/// The rows that are not read yet.
pub(super) enum Rows<'a> {
    Solved(Box<SingleHeaps<'a>>),
    Stored { rows: Vec<StoredRow>, next: usize },
}

/// A row in memory.
pub(super) struct StoredRow {
    size: u64,
    value: PositionValue,
    winning_moves: MoveTexts,
}

impl<'a> Rows<'a> {
    /// The heaps up to `to`, each with at most `winning_moves` winning moves.
    pub(super) fn new(
        args: &Args,
        game: &'a OpenedGame,
        to: u64,
        winning_moves: usize,
        limits: &Limits<'a>,
    ) -> Result<Self, Failure> {
        let heaps = SingleHeaps::new(game, to, winning_moves, *limits).ok_or_else(|| no_heaps(args))?;
        Ok(Self::Solved(Box::new(heaps)))
    }

    /// The next row; `None` after the last one.
    pub(super) fn next(&mut self) -> Option<Result<SingleHeapRef<'_>, Failure>> {
        match self {
            Self::Solved(heaps) => {
                let heap = heaps.next_ref()?;
                progress::erase();
                Some(heap.map_err(|error| match error {
                    HeapError::Position { text, error } => Failure::text(error, &text),
                    HeapError::Solve(error) => Failure::solve(&error),
                    other => Failure::input(other.to_string(), ""),
                }))
            }
            Self::Stored { rows, next } => {
                let row = rows.get(*next)?;
                *next += 1;
                Some(Ok(SingleHeapRef { size: row.size, value: &row.value, winning_moves: &row.winning_moves }))
            }
        }
    }

    /// Solves all rows.
    pub(super) fn store(mut self) -> Result<Self, Failure> {
        let mut rows = Vec::new();
        while let Some(row) = self.next() {
            let row = row?;
            let (value, winning_moves) = (row.value.clone(), row.winning_moves.clone());
            rows.push(StoredRow { size: row.size, value, winning_moves });
        }
        Ok(Self::Stored { rows, next: 0 })
    }

    /// The points of a picture of the stored rows.
    pub(super) fn points(&self) -> Vec<plot::HeapPoint> {
        let Self::Stored { rows, .. } = self else { return Vec::new() };
        let point = |row: &StoredRow| plot::HeapPoint {
            n: row.size,
            outcome: row.value.outcome,
            height: row.value.grundy.number().as_ref().map(float),
        };
        rows.iter().map(point).collect()
    }
}

/// The failure for a game without a sequence of heaps.
pub(super) fn no_heaps(args: &Args) -> Failure {
    let help = match GameSpec::is_rules_file(&args.game) {
        true => "a sequence needs positions that are integers",
        false if args.misere && !args.game.starts_with("graph:") && has_cold_pairs_under_normal_play(args) => {
            "under misère play sequences are those of games with single heaps; leave out --misere"
        }
        false => "sequences are those of games with single heaps; `grundy games` lists all",
    };
    Failure::input(format!("the heaps of `{}` are not a sequence", args.game), help)
}

fn has_cold_pairs_under_normal_play(args: &Args) -> bool {
    let game = rules::open(&args.game, &args.settings, Play::Normal, &Limits::NONE);
    game.is_ok_and(|game| game.as_dyn().theory().is_some_and(|theory| theory.cold_pair(0).is_some()))
}
