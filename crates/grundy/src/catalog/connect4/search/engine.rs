//! Narrows the bounds of a position's score, window by window, with a table that grows and any number of threads.

use super::board::Board;
use super::control::{Cancelled, Control};
use super::negamax::{Node, Worker};
use super::score::{of_win, verdict};
use super::table::{ScoreRange, Table};
use crate::checkpoint::CheckpointError;
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use std::io::Read;
use std::thread;

/// Number of entries of a new table. The table grows with the search, so that a short search uses little memory.
const FIRST_ENTRIES: usize = 1 << 15;

/// The factor by which a table grows.
const GROWTH: usize = 8;

/// A table grows when this many positions have been searched for each entry.
const POSITIONS_PER_ENTRY: u64 = 2;

/// Number of positions that one thread searches before the others begin, since threads take time to start.
const ALONE: u64 = 100_000;

/// Proved bounds, and the reason why the search ended if they are not equal.
pub(super) type Bounds = (ScoreRange, Option<RunError>);

/// Searches positions of one board.
pub(super) trait Engine: Send {
    /// Proves bounds of the score of a position that is not over, and whose score is in the range `known`. They are equal unless the run
    /// was stopped.
    ///
    /// # Errors
    /// If the smallest table exceeds the memory limit, or a thread panicked.
    fn solve(&mut self, own: u64, discs: u64, known: ScoreRange, limits: &Limits<'_>) -> Result<Bounds, RunError>;

    /// Adds what [`Table::write_to`] has written.
    ///
    /// # Errors
    /// If the state cannot be read, or is not one of a table of this board.
    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError>;

    /// Number of positions searched so far.
    fn searched(&self) -> u64;

    /// The table.
    fn table(&self) -> &Table;
}

/// Returns the engine for a board. For boards of 4 to 7 rows, its stride is a constant.
pub(super) fn engine(columns: u32, rows: u32, table_bytes: u64) -> Box<dyn Engine> {
    match rows {
        4 => Box::new(Search::<5>::new(columns, rows, table_bytes)),
        5 => Box::new(Search::<6>::new(columns, rows, table_bytes)),
        6 => Box::new(Search::<7>::new(columns, rows, table_bytes)),
        7 => Box::new(Search::<8>::new(columns, rows, table_bytes)),
        _ => Box::new(Search::<0>::new(columns, rows, table_bytes)),
    }
}

struct Search<const STRIDE: u32> {
    board: Board<STRIDE>,
    table: Table,
    /// The most bytes of the table.
    table_bytes: u64,
    searched: u64,
}

impl<const STRIDE: u32> Search<STRIDE> {
    fn new(columns: u32, rows: u32, table_bytes: u64) -> Self {
        let board = Board::new(columns, rows);
        let entries = Table::entries_in(&board, table_bytes).min(FIRST_ENTRIES);
        Self { table: Table::new(&board, entries), board, table_bytes, searched: 0 }
    }

    /// Decides whether the score of `root` is at least `beta` and returns a bound; `None` if the limits ended the
    /// search. The search starts again when the table grows or when threads are added.
    fn test(&mut self, root: Node, beta: i32, limits: &Limits<'_>) -> Result<Option<i32>, RunError> {
        let from = self.searched;
        loop {
            let alone = (from + ALONE).saturating_sub(self.searched);
            let workers = if alone > 0 { 1 } else { limits.workers() };
            let most = Table::entries_in(&self.board, self.table_bytes.min(limits.max_memory()));
            let until_growth = (self.table.len() as u64 * POSITIONS_PER_ENTRY).saturating_sub(self.searched);
            let grows = self.table.len() < most;
            if grows && until_growth == 0 {
                self.table = self.table.resized(&self.board, (self.table.len() * GROWTH).min(most));
                continue;
            }
            let before_growth = if grows { until_growth } else { u64::MAX };
            let before_threads = if workers < limits.workers() { alone } else { u64::MAX };
            let goal = verdict(self.board.cells, root.count, beta).remoteness().map_or(0, |r| r.0);
            let progress =
                Progress { phase: Phase::Solve, level: goal, done: self.searched, of: None, bytes: self.table.bytes() };
            let control = Control::new(limits, progress, before_growth.min(before_threads), workers);
            let found = self.run(root, beta, &control, workers);
            self.searched += control.seen();
            match found? {
                Ok(bound) => return Ok(Some(bound)),
                Err(Cancelled) if control.is_interrupted() => return Ok(None),
                Err(Cancelled) => {}
            }
        }
    }

    /// Runs one search on `workers` threads. The first thread that has an answer ends the others.
    fn run(
        &self,
        root: Node,
        beta: i32,
        control: &Control<'_>,
        workers: usize,
    ) -> Result<Result<i32, Cancelled>, RunError> {
        let work = || {
            let found = RunError::catch(|| {
                let mut worker = Worker::new(&self.board, &self.table, control, workers > 1);
                let found = worker.search(root, beta);
                control.count(worker.uncounted());
                found
            });
            if found != Ok(Err(Cancelled)) {
                control.cancel();
            }
            found
        };
        if workers == 1 {
            return work();
        }
        thread::scope(|scope| {
            let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
            let mut found = vec![work()];
            for other in others {
                found.push(other.join().unwrap_or_else(|panic| Err(RunError::from_panic(&*panic))));
            }
            if let Some(error) = found.iter().position(Result::is_err) {
                return found.swap_remove(error);
            }
            let answer = found.iter().position(|found| matches!(found, Ok(Ok(_))));
            found.swap_remove(answer.unwrap_or(0))
        })
    }
}

impl<const STRIDE: u32> Engine for Search<STRIDE> {
    fn solve(&mut self, own: u64, discs: u64, known: ScoreRange, limits: &Limits<'_>) -> Result<Bounds, RunError> {
        let (needed, limit) = (self.table.bytes(), limits.max_memory());
        if needed > limit {
            return Err(LimitHit::Memory { limit, needed }.into());
        }
        let (board, count) = (&self.board, discs.count_ones() as i32);
        if board.completing(own) & board.playable(discs) != 0 {
            let score = of_win(board.cells, count + 1);
            return Ok((ScoreRange { lower: score, upper: score }, None));
        }
        let root = Node { own, discs, count, threats: board.completing(own ^ discs) };
        let score_after = |moves| if count + moves > board.cells { 0 } else { of_win(board.cells, count + moves) };
        let mut range = ScoreRange { lower: known.lower.max(-score_after(2)), upper: known.upper.min(score_after(3)) };
        while range.lower < range.upper {
            match self.test(root, window(range), limits)? {
                Some(bound) if bound >= window(range) => range.lower = bound,
                Some(bound) => range.upper = bound,
                None => return Ok((range, Some(RunError::Interrupted { positions: self.searched }))),
            }
        }
        Ok((range, None))
    }

    fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        let most = Table::entries_in(&self.board, self.table_bytes.min(limits.max_memory()));
        self.table.read_from(&self.board, most, state)
    }

    fn searched(&self) -> u64 {
        self.searched
    }

    fn table(&self) -> &Table {
        &self.table
    }
}

/// The score that the next search compares with: the middle of the range, but a score near a draw while a draw is
/// possible. Searches for quick wins and losses are short, and their results help the longer ones.
fn window(range: ScoreRange) -> i32 {
    let middle = range.lower + (range.upper - range.lower + 1) / 2;
    if middle <= 0 && range.lower / 2 < middle {
        (range.lower / 2).max(range.lower + 1)
    } else if middle > 0 && range.upper / 2 >= middle {
        range.upper / 2 + 1
    } else {
        middle
    }
}
