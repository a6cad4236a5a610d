//! One exploration: positions wait in a queue, threads ask the game for rows, and the rows are kept in the queue's order.
//!
//! Whoever has the lock keeps all rows whose turn has come, and takes the next positions to ask for; the game is asked
//! without it. So the numbers of positions, and the row at which a limit is hit, are those of one thread.

use super::interner::{self, NEW};
use super::worker::{Shared, Worker};
use super::{KeyExplorer, Reachable, Said, UNKNOWN};
use crate::game::sort_and_dedup_tail;
use crate::graph::Vertex;
use crate::graph::explore::Foreseen;
use crate::limits::{LimitHit, Limits, Phase, RunError, Stage};
use crate::text::{Code, Rows};
use rustc_hash::FxHashMap;
use std::sync::{Condvar, Mutex, PoisonError};

/// Positions and moves met between two looks at the limits.
const STEPS: u64 = 4096;
/// Positions asked for at a time.
const BATCH: usize = 64;
/// Positions that wait when more threads begin to help.
const MANY: usize = 512;

/// Rows that wait until it is their turn, and the numbers that their options had when they came.
#[derive(Default)]
pub(super) struct Answered {
    pub(super) rows: Rows,
    pub(super) found: Vec<u32>,
    next: usize,
}

pub(super) struct Run<'r, 'a> {
    pub(super) explorer: &'r mut KeyExplorer<'a>,
    pub(super) limits: &'r Limits<'r>,
    /// Positions to expand; `None`: all that the explorer knows, as it meets them.
    list: Option<Vec<Vertex>>,
    /// The next of the queue to be asked for, and to be kept.
    pub(super) asked: usize,
    pub(super) kept: usize,
    /// Rows asked for and not answered.
    pub(super) waiting: usize,
    /// Rows by the first position that they are of.
    pub(super) answered: FxHashMap<Vertex, Answered>,
    now: Answered,
    /// Buffers to be used again.
    pub(super) spare: Vec<Answered>,
    moves: u64,
    counted: u64,
    checked: u64,
    foreseen: Foreseen,
    /// Positions are handed out until so many wait.
    pub(super) pause: usize,
    pub(super) end: Option<Result<(), RunError>>,
}

impl<'r, 'a> Run<'r, 'a> {
    pub(super) fn new(explorer: &'r mut KeyExplorer<'a>, roots: &[Vertex], moves: u64, limits: &'r Limits<'r>) -> Self {
        let are_all = explorer.known == 0 && roots.iter().map(|root| root.index()).eq(0..explorer.count());
        let mut run = Self {
            explorer,
            limits,
            list: (!are_all).then(Vec::new),
            asked: 0,
            kept: 0,
            waiting: 0,
            answered: FxHashMap::default(),
            now: Answered::default(),
            spare: Vec::new(),
            moves,
            counted: 0,
            checked: 0,
            foreseen: Foreseen::default(),
            pause: usize::MAX,
            end: None,
        };
        if !are_all {
            run.explorer.calls += 1;
            roots.iter().for_each(|&root| run.meet(root));
        }
        run
    }

    /// Runs to the end, on one thread first.
    pub(super) fn finish(mut self) -> Result<Reachable, RunError> {
        let (game, by_class, workers) = (self.explorer.game, self.explorer.by_class, self.limits.workers());
        if workers > 1 {
            self.pause = MANY;
        }
        let shared = Shared { run: Mutex::new(self), changed: Condvar::new(), workers: 1 };
        game.ask(by_class, &mut Worker::of(&shared));
        let mut shared = Shared { workers, ..shared };
        let run = shared.run.get_mut().unwrap_or_else(PoisonError::into_inner);
        run.pause = usize::MAX;
        if run.end.is_none() {
            std::thread::scope(|scope| {
                let shared = &shared;
                for _ in 1..workers {
                    scope.spawn(move || game.ask(by_class, &mut Worker::of(shared)));
                }
                game.ask(by_class, &mut Worker::of(shared));
            });
        }
        let run = shared.run.into_inner().unwrap_or_else(PoisonError::into_inner);
        run.end.unwrap_or(Err(RunError::Interrupted { positions: run.kept as u64 }))?;
        let count = run.list.as_ref().map_or(run.explorer.count(), Vec::len);
        run.limits.check(count as u64, run.explorer.bytes())?;
        Ok(Reachable { list: run.list, count })
    }

    pub(super) fn queued(&self) -> usize {
        self.list.as_ref().map_or(self.explorer.rows.len(), Vec::len)
    }

    fn at(&self, i: usize) -> Vertex {
        self.list.as_ref().map_or(Vertex(i as u32), |list| list[i])
    }

    fn meet(&mut self, v: Vertex) {
        let Some(list) = &mut self.list else { return };
        let explorer = &mut *self.explorer;
        if explorer.met.len() < explorer.rows.len() {
            explorer.met.resize(explorer.rows.len(), 0);
        }
        let met = &mut explorer.met[v.index()];
        if std::mem::replace(met, explorer.calls) != explorer.calls {
            interner::push(list, v);
        }
    }

    /// Keeps the rows whose turn has come.
    pub(super) fn keep(&mut self) {
        while self.end.is_none() {
            if let Err(hit) = self.keep_one() {
                self.end = Some(hit);
            } else if !self.is_next_known() {
                return;
            }
        }
    }

    /// Whether the row of the next position is there, or nothing is left.
    fn is_next_known(&mut self) -> bool {
        if self.kept == self.queued() {
            return true;
        }
        let v = self.at(self.kept);
        if self.explorer.rows[v.index()].1 != UNKNOWN
            || self.now.next < self.now.rows.len()
            || self.now.rows.has_trouble()
        {
            return true;
        }
        let Some(next) = self.answered.remove(&v) else { return false };
        let mut done = std::mem::replace(&mut self.now, next);
        done.rows.clear();
        done.next = 0;
        self.spare.push(done);
        true
    }

    /// Keeps the row of the next position, if it is there. `Err`: this is the end.
    fn keep_one(&mut self) -> Result<(), Result<(), RunError>> {
        if !self.is_next_known() {
            return Ok(());
        }
        if self.counted + self.kept as u64 >= self.checked {
            let queued = self.queued();
            let (done, of) = (queued as u64, self.foreseen.total(self.kept, queued));
            let bytes = self.explorer.bytes();
            self.limits.report(Stage { phase: Phase::Explore, level: 0, done, of, bytes }).map_err(Err)?;
            self.checked = self.counted + self.kept as u64 + STEPS;
            self.explorer.places.choose();
        }
        if self.kept == self.queued() {
            return Err(Ok(()));
        }
        let v = self.at(self.kept);
        let (start, length) = match self.explorer.rows[v.index()] {
            (_, UNKNOWN) => self.store(v).map_err(Err)?,
            row => row,
        };
        self.counted += u64::from(length);
        if self.counted > self.moves {
            return Err(Err(RunError::Limit(LimitHit::Moves { limit: self.moves })));
        }
        self.kept += 1;
        if self.list.is_some() {
            for i in start as usize..start as usize + length as usize {
                self.meet(self.explorer.options[i]);
            }
        }
        Ok(())
    }

    /// Stores the row of a position.
    fn store(&mut self, v: Vertex) -> Result<(u32, u32), RunError> {
        if self.now.next >= self.now.rows.len() {
            // The rules failed here.
            if let Some(trouble) = self.now.rows.take_trouble() {
                self.explorer.game.leave_trouble(trouble);
            }
            return Err(RunError::Interrupted { positions: self.kept as u64 });
        }
        let (range, end, turn) = self.now.rows.row(self.now.next);
        self.now.next += 1;
        let explorer = &mut *self.explorer;
        let start = explorer.options.len();
        if start + range.len() >= u32::MAX as usize || explorer.places.len() + range.len() >= u32::MAX as usize {
            return Err(RunError::Limit(LimitHit::Moves { limit: u32::MAX.into() }));
        }
        let options = self.now.rows.every_option();
        for i in range {
            let n = match (self.now.found.get(i), options.get(i)) {
                (Some(&n), _) if n != NEW => n,
                (_, Code::Word(word)) => explorer.places.number_word(word),
                (_, Code::Key(key)) => explorer.places.number(key),
            };
            let option = explorer.add(n);
            interner::push(&mut explorer.options, option);
        }
        // Different moves to one position are one move, as in a graph file.
        sort_and_dedup_tail(&mut explorer.options, start);
        let row = (start as u32, (explorer.options.len() - start) as u32);
        explorer.rows[v.index()] = row;
        explorer.said[v.index()] = Said::new(end, turn);
        explorer.known += 1;
        Ok(row)
    }

    /// Takes positions to ask for.
    pub(super) fn take(&mut self, workers: usize, out: &mut Vec<Vertex>) {
        let queued = self.queued();
        let most = (queued - self.asked).div_ceil(2 * workers).clamp(1, BATCH);
        while out.len() < most && self.asked < queued {
            let v = self.at(self.asked);
            self.asked += 1;
            if self.explorer.rows[v.index()].1 == UNKNOWN {
                out.push(v);
            }
        }
        self.waiting += out.len();
    }
}
