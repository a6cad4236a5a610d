//! Narrows the bounds of a position's score by a series of questions, with a table that grows and any number of threads.
//!
//! Two kinds of questions take turns. *Bounded* questions ask for a win or a loss within 1, 2, 3, … moves. They end soon if the game can
//! be decided soon, and prove the exact remoteness. *Unbounded* questions ask for the outcome; they prove draws, and long wins and losses.
//! When the outcome is known, questions about slow wins or losses replace the unbounded ones.
//! Each turn may visit twice as many positions as the one before, so the kind that does not help costs at most a constant factor.
//!
//! If a position recurs, a search cannot answer unbounded questions. Then the engine continues with bounded questions, for at most a
//! constant multiple of the work so far. So it also proves quick wins in games with cycles.

use super::backend::Backend;
use super::control::Control;
use super::error::SearchError;
use super::order::History;
use super::score::{self, Range};
use super::table::{MIN_ENTRIES, Table};
use super::worker::{Ended, Worker};
use crate::checkpoint::{Checkpointer, SaveRequest};
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use std::thread;

/// Number of entries of a new table. The table grows with the search, so that a short search uses little memory.
const FIRST_ENTRIES: usize = 1 << 12;

/// The factor by which a table grows.
const GROWTH: usize = 4;

/// A table grows when this many positions have been visited for each entry.
const POSITIONS_PER_ENTRY: u64 = 2;

/// Number of positions of the first turn of each kind of questions.
const FIRST_TURN: u64 = 1 << 10;

/// The least number of positions that are visited between two saves. The search starts again after a save, and a path is much shorter.
const POSITIONS_PER_SAVE: u64 = 1 << 14;

/// When the outcome is known, a turn of bounded questions is divided by this number.
const SHARE_WHEN_KNOWN: u64 = 8;

/// When a position has recurred, bounded questions may visit this many times as many positions as were visited before.
const TIMES_AFTER_RECURRENCE: u64 = 8;

/// The least number of positions that bounded questions may visit in all before a recurring position ends the search.
const LEAST_WITH_RECURRENCE: u64 = 1 << 10;

/// The search of one game.
pub(super) struct Engine<B: Backend> {
    backend: B,
    pub(super) table: Table<B::Key>,
    /// The most bytes of the table and of other stored results.
    max_bytes: u64,
    /// The move-ordering statistics of each thread.
    histories: Vec<History>,
    visited: u64,
    /// The number of positions visited before what is proved was saved the last time.
    saved_at: u64,
}

/// The result of a search by one or more threads.
type Found<P> = Result<Range, Ended<P>>;

/// The result of a question.
enum Answer<P> {
    Range(Range),
    /// The turn ended.
    TurnOver,
    /// This position recurs. Only an unbounded question has this result.
    Recurs(P),
    Stopped(RunError),
}

impl<B: Backend> Engine<B> {
    pub(super) fn new(backend: B, max_bytes: u64) -> Self {
        let mut this =
            Self { backend, table: Table::new(MIN_ENTRIES), max_bytes, histories: Vec::new(), visited: 0, saved_at: 0 };
        this.table = Table::new(this.most_entries(u64::MAX).min(FIRST_ENTRIES));
        this
    }

    /// The game.
    pub(super) fn backend(&self) -> &B {
        &self.backend
    }

    /// Number of positions visited so far.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Bytes of the stored results.
    pub(super) fn bytes(&self) -> u64 {
        self.table.len() as u64 * self.entry_bytes() + self.backend.bytes()
    }

    fn entry_bytes(&self) -> u64 {
        Table::<B::Key>::ENTRY_BYTES + self.backend.key_bytes()
    }

    /// The largest power of two of entries that the limit on memory allows.
    pub(super) fn most_entries(&self, max_memory: u64) -> usize {
        // The other half is for other stored results, and for the path.
        let entries = self.max_bytes.min(max_memory / 2) / self.entry_bytes();
        1 << usize::try_from(entries).unwrap_or(usize::MAX / 4).max(MIN_ENTRIES).ilog2()
    }

    /// Proves bounds of the score of a position. They are equal unless the run was stopped.
    ///
    /// # Errors
    /// If the table exceeds the memory limit, a thread panicked, the rules fail, or a position recurs.
    pub(super) fn solve(
        &mut self,
        root: &B::Position,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<(Range, Option<RunError>), Failure<B::Position>> {
        let (needed, limit) = (self.bytes(), limits.max_memory());
        if needed > limit {
            return Err(Failure::Error(RunError::from(LimitHit::Memory { limit, needed }).into()));
        }
        self.backend.set_max_bytes(self.max_bytes.min(limit / 4));
        let mut range = Range::UNKNOWN;
        let (mut moves, mut turn) = (0, FIRST_TURN);
        let start = self.visited;
        // The position that recurs, and the number of visited positions at which the search then ends.
        let mut recurrence = None;
        loop {
            for is_bounded in [true, false] {
                let end = match &recurrence {
                    Some((_, end)) if is_bounded => *end,
                    Some(_) => break,
                    None if is_bounded && about_outcome(range).is_none() => {
                        self.visited.saturating_add(turn / SHARE_WHEN_KNOWN)
                    }
                    None => self.visited.saturating_add(turn),
                };
                while !range.is_exact() && self.visited < end {
                    let question = if is_bounded { bounded(range, &mut moves) } else { unbounded(range) };
                    match self.answer(root, question, end - self.visited, limits, checkpointer)? {
                        Answer::Range(found) => range = range.and(found),
                        Answer::TurnOver => break,
                        Answer::Recurs(at) => {
                            let most = ((self.visited - start) * TIMES_AFTER_RECURRENCE).max(LEAST_WITH_RECURRENCE);
                            recurrence = Some((at, start.saturating_add(most)));
                            break;
                        }
                        Answer::Stopped(why) => return Ok((range, Some(why))),
                    }
                }
            }
            if range.is_exact() {
                return Ok((range, None));
            }
            if let Some((at, _)) = recurrence.take_if(|(_, end)| self.visited >= *end) {
                return Err(Failure::Recurs(at));
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Searches the answer to a question. The search starts again when the table grows, when threads are added, and after what is proved was
    /// saved.
    fn answer(
        &mut self,
        root: &B::Position,
        question: i32,
        turn: u64,
        limits: &Limits<'_>,
        checkpointer: &mut Checkpointer<'_>,
    ) -> Result<Answer<B::Position>, Failure<B::Position>> {
        let start = self.visited;
        let end = start.saturating_add(turn);
        loop {
            let alone = (start + B::ALONE).saturating_sub(self.visited);
            let workers = if alone > 0 { 1 } else { limits.workers() };
            let most = self.most_entries(limits.max_memory());
            let until_growth = (self.table.len() as u64 * POSITIONS_PER_ENTRY).saturating_sub(self.visited);
            let grows = self.table.len() < most;
            if grows && until_growth == 0 {
                let entries = (self.table.len() * GROWTH).min(most);
                self.table = std::mem::replace(&mut self.table, Table::new(MIN_ENTRIES)).resized(entries);
                continue;
            }
            let before_growth = if grows { until_growth } else { u64::MAX };
            let before_threads = if workers < limits.workers() { alone } else { u64::MAX };
            let since_save = self.visited - self.saved_at;
            let may_save = checkpointer.is_enabled() && since_save >= POSITIONS_PER_SAVE;
            let before_save =
                if checkpointer.is_enabled() && !may_save { POSITIONS_PER_SAVE - since_save } else { u64::MAX };
            let budget = before_growth.min(before_threads).min(before_save).min(end - self.visited);
            let level = score::moves(question);
            let progress = Progress { phase: Phase::Solve, level, done: self.visited, of: None, bytes: self.bytes() };
            let request = SaveRequest::new(checkpointer);
            let stop = || (limits.stop)() || may_save && request.is_due();
            let limits_until_save = Limits { stop: &stop, ..*limits };
            let control = Control::new(&limits_until_save, progress, budget, workers);
            let found = self.run(root, question, &control, workers);
            let (visited, stopped) = control.finish();
            self.visited += visited;
            let is_save_due = request.was_due();
            match found? {
                Ok(range) => return Ok(Answer::Range(range)),
                Err(Ended::Rules(error)) => return Err(Failure::Error(error.into())),
                Err(Ended::Recurs(at)) => return Ok(Answer::Recurs(at)),
                Err(Ended::Cancelled) => {
                    match stopped {
                        Some(RunError::Interrupted { .. }) if is_save_due && !(limits.stop)() => {
                            let saved = checkpointer.save(&mut |out| self.save(out));
                            saved.map_err(|error| Failure::Error(RunError::from(error).into()))?;
                            self.saved_at = self.visited;
                        }
                        Some(why) => return Ok(Answer::Stopped(why)),
                        None => {}
                    }
                    if self.visited >= end {
                        return Ok(Answer::TurnOver);
                    }
                }
            }
        }
    }

    /// Runs one search on `workers` threads. The first thread that has a result ends the others.
    fn run(
        &mut self,
        root: &B::Position,
        question: i32,
        control: &Control<'_>,
        workers: usize,
    ) -> Result<Found<B::Position>, Failure<B::Position>> {
        self.histories.resize_with(workers.max(self.histories.len()), History::new);
        let (backend, table) = (&self.backend, &self.table);
        let work = |history: &mut History| {
            let found = RunError::catch(|| Worker::new(backend, table, control, history).search(root, question));
            if !matches!(found, Ok(Err(Ended::Cancelled))) {
                control.cancel();
            }
            found
        };
        let mut histories = self.histories[..workers].iter_mut();
        let mut found = Vec::new();
        thread::scope(|scope| {
            let first = histories.next();
            let others: Vec<_> = histories.map(|history| scope.spawn(|| work(history))).collect();
            found.extend(first.map(work));
            found.extend(
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| Err(RunError::from_panic(&*panic)))),
            );
        });
        let mut result = Err(Ended::Cancelled);
        for found in found {
            match found.map_err(|error| Failure::Error(error.into()))? {
                Err(Ended::Cancelled) => {}
                // An answer is a proof, whatever the results of the other threads are.
                Ok(range) => result = Ok(range),
                ended if result.is_err() => result = ended,
                _ => {}
            }
        }
        Ok(result)
    }
}

/// Why no bounds were returned.
#[derive(Debug)]
pub(super) enum Failure<P> {
    Error(SearchError),
    /// This position recurs.
    Recurs(P),
}

/// The next question about a win or a loss within a number of moves, from `moves` on. The range is not exact.
fn bounded(range: Range, moves: &mut u32) -> i32 {
    loop {
        let questions = [score::win_within(*moves), score::no_loss_within(*moves)];
        if let Some(question) = questions.into_iter().find(|&question| range.answer(question).is_none()) {
            return question;
        }
        *moves += 1;
    }
}

/// The next question about the outcome; `None` if it is known.
fn about_outcome(range: Range) -> Option<i32> {
    [score::WIN, score::NO_LOSS].into_iter().find(|&question| range.answer(question).is_none())
}

/// The next question about the outcome. If the outcome is known, a question about the remoteness, near the greatest one that is possible,
/// since the bounded questions begin at the least. The range is not exact.
fn unbounded(range: Range) -> i32 {
    let quarter = (range.upper - range.lower) / 4;
    // A slower win has a smaller score, a slower loss a larger one.
    about_outcome(range).unwrap_or(if range.lower > 0 { range.lower + quarter.max(1) } else { range.upper - quarter })
}
