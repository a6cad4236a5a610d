//! Proves outcome and remoteness of single positions of connect four, on boards far too large to be enumerated.
//!
//! The value of a position is a score that says who wins and how soon (`score.rs`). A search with a window of one score
//! decides whether a position's score is at least a given number (`negamax.rs`). `engine.rs` repeats this with other
//! numbers until the lower and the upper bound of the score are equal. So each answer is a proof, and a run that is
//! stopped leaves proved bounds. A table that all threads share stores the bounds of the positions searched
//! (`table.rs`).
//!
//! The design is that of Tromp's "Fhourstones" and of Pons, "Solving Connect 4: how to build a perfect AI", with bounds
//! after Allis 1988 (`bounds.rs`) and with a table whose accesses mostly hit the processor's first-level cache. The
//! empty board of 7 columns by 6 rows takes about a minute on one thread.

mod board;
mod bounds;
mod control;
mod engine;
mod negamax;
mod saved;
mod score;
mod table;

#[cfg(test)]
mod tests;

use super::{Connect4, Discs};
use crate::answer::Searched;
use crate::checkpoint::CheckpointError;
use crate::game::Game;
use crate::limits::{Limits, RunError};
use crate::value::Verdict;
use engine::Engine;
use std::fmt;
use std::io::{self, Read, Write};
use table::ScoreRange;

/// Options of a [`Searcher`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The most bytes of the transposition table, rounded down to a power of two; at least 16 entries, of 8 bytes each
    /// on boards with columns · (rows + 1) up to 50, of 16 bytes on larger ones. The table begins small and grows as a
    /// search needs it. Answers do not depend on this size.
    pub table_bytes: u64,
}

impl Default for SearchOptions {
    /// 256 MiB.
    fn default() -> Self {
        Self { table_bytes: 1 << 28 }
    }
}

/// Searches positions of connect four on one board.
///
/// The table keeps the results of one search for the next.
///
/// ```
/// use grundy::catalog::{Connect4, SearchOptions, Searcher};
/// use grundy::text::TextGame;
/// use grundy::{Limits, Remoteness, Verdict};
///
/// let game = Connect4::new(7, 6)?;
/// let mut searcher = Searcher::new(&game, SearchOptions::default());
/// let at = game.parse("....O../....X../....X../....O../...XXOX/.OOXOOX")?;
/// let found = searcher.value(&at, &Limits::NONE)?;
/// assert_eq!(found.verdict(), Some(Verdict::Win(Remoteness(7))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    game: Connect4,
    engine: Box<dyn Engine>,
}

/// A move, and what the search has proved about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The column, from 0 at the left.
    pub column: u8,
    /// The verdict for the player who makes the move; its number of moves counts this one.
    pub searched: Searched,
}

impl Searcher {
    /// Creates a searcher with an empty table.
    pub fn new(game: &Connect4, options: SearchOptions) -> Self {
        let engine = engine::engine(game.grid.columns, game.grid.rows, options.table_bytes);
        Self { game: game.clone(), engine }
    }

    /// Proves outcome and remoteness of a position, or bounds of them if the limits end the search.
    ///
    /// `limits.threads` is the number of threads, and `limits.memory` bounds the table. `limits.stop` and
    /// `limits.on_progress` are called by each thread after every 4096 positions. In the progress, `level` is the
    /// remoteness that the search tries to prove or to refute (0 for a draw), `done` is the number of positions
    /// searched since the searcher was created, and `bytes` is the size of the table. `limits.positions` has no effect,
    /// since [`SearchOptions::table_bytes`] bounds the stored positions.
    ///
    /// # Errors
    /// If the table exceeds `limits.memory`, or a thread panicked. It is no error if `limits.stop` ends the search:
    /// [`Searched::stopped`] has the reason.
    pub fn value(&mut self, at: &Discs, limits: &Limits<'_>) -> Result<Searched, RunError> {
        self.value_within(at, &Searched::UNKNOWN, limits)
    }

    /// Proves outcome and remoteness of a position of which `known` is true. The search decides only what `known` leaves open.
    ///
    /// # Errors
    /// The errors of [`Searcher::value`].
    pub fn value_within(&mut self, at: &Discs, known: &Searched, limits: &Limits<'_>) -> Result<Searched, RunError> {
        let discs = self.game.discs(*at);
        let (own, last) = discs.own_and_last();
        let (all, cells) = (own | last, self.game.grid.cells());
        if self.game.has_line(last) || all.count_ones() == cells {
            return Ok(Searched::proved(Verdict::terminal(self.game.terminal(at))));
        }
        let score = |verdict| score::of_verdict(cells as i32, all.count_ones() as i32, verdict);
        let known = ScoreRange { lower: score(known.at_least), upper: score(known.at_most) };
        let (range, stopped) = self.engine.solve(own, all, known, limits)?;
        let verdict = |score| score::verdict(cells as i32, all.count_ones() as i32, score);
        Ok(Searched { at_least: verdict(range.lower), at_most: verdict(range.upper), stopped })
    }

    /// Proves outcome and remoteness of each move of a position, from left to right; none if the game is over.
    ///
    /// # Errors
    /// The errors of [`Searcher::value`].
    pub fn moves(&mut self, at: &Discs, limits: &Limits<'_>) -> Result<Vec<SearchedMove>, RunError> {
        let mut columns = Vec::new();
        self.game.moves(at, &mut columns);
        let mut search = |column| {
            let option = self.game.play(at, &column);
            Ok(SearchedMove { column, searched: self.value(&option, limits)?.before_move(false) })
        };
        columns.into_iter().map(&mut search).collect()
    }

    /// Writes what is proved of positions, for [`Searcher::load`] of a later searcher of the same board.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.engine.table().write_to(out)
    }

    /// Adds what an earlier searcher has saved, as far as the table has room within `limits.memory`.
    ///
    /// The caller must ensure that the state belongs to the board and is undamaged, as [`crate::checkpoint::read`] does.
    ///
    /// # Errors
    /// If the state cannot be read, or is not one of a search.
    pub fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        self.engine.load(state, limits)
    }

    /// Returns the number of positions searched so far.
    pub fn positions_searched(&self) -> u64 {
        self.engine.searched()
    }

    /// Returns the size of the table in bytes.
    pub fn table_bytes(&self) -> u64 {
        self.engine.table().bytes()
    }

    /// Returns the fraction of the table that is in use, from 0 to 1, estimated from some thousand entries.
    pub fn table_load(&self) -> f64 {
        self.engine.table().load()
    }
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("game", &self.game)
            .field("table_bytes", &self.table_bytes())
            .finish_non_exhaustive()
    }
}
