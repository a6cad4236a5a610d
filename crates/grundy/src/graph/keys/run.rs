//! One exploration: positions wait in a queue, threads ask the game for rows, and the rows are kept in the queue's order.
//!
//! Whoever has the lock keeps all rows whose turn has come, and takes the next positions to ask for; the game is asked
//! without it. So the numbers of positions, and the row at which a limit is hit, are those of one thread.

use super::places::{self, AS_BYTES};
use super::{KeyExplorer, Met, Said, UNKNOWN};
use crate::any::{Asks, Keys, Pack, Rows};
use crate::graph::Vertex;
use crate::graph::explore::Foreseen;
use crate::limits::{LimitHit, Limits, Phase, Stage};
use rustc_hash::FxHashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Positions and moves met between two looks at the limits.
const STEPS: u64 = 4096;
/// Positions asked for at a time.
const BATCH: usize = 64;
/// Positions that wait when more threads begin to help.
const MANY: usize = 512;

/// Rows that wait until it is their turn, and the words of their options where there is a packing.
#[derive(Default)]
struct Answered {
    rows: Rows,
    words: Vec<u64>,
    next: usize,
}

pub(super) struct Run<'r, 'a> {
    explorer: &'r mut KeyExplorer<'a>,
    limits: &'r Limits<'r>,
    /// Positions to expand; `None`: all that the explorer knows, as it meets them.
    list: Option<Vec<Vertex>>,
    /// The next of the queue to be asked for, and to be kept.
    asked: usize,
    kept: usize,
    /// Rows asked for and not answered.
    waiting: usize,
    /// Rows by the first position that they are of.
    answered: FxHashMap<Vertex, Answered>,
    now: Answered,
    /// Buffers to be used again.
    spare: Vec<Answered>,
    moves: u64,
    counted: u64,
    checked: u64,
    foreseen: Foreseen,
    /// Positions are handed out until so many wait.
    pause: usize,
    end: Option<Result<(), LimitHit>>,
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
    pub(super) fn finish(mut self) -> Result<Met, LimitHit> {
        let (game, by_class, workers) = (self.explorer.game, self.explorer.by_class, self.limits.workers());
        if workers > 1 {
            self.pause = MANY;
        }
        let shared = Shared { run: Mutex::new(self), changed: Condvar::new(), workers: 1 };
        game.ask(by_class, &mut Hand::of(&shared));
        let mut shared = Shared { workers, ..shared };
        let run = shared.run.get_mut().unwrap_or_else(PoisonError::into_inner);
        run.pause = usize::MAX;
        if run.end.is_none() {
            std::thread::scope(|scope| {
                let shared = &shared;
                for _ in 1..workers {
                    scope.spawn(move || game.ask(by_class, &mut Hand::of(shared)));
                }
                game.ask(by_class, &mut Hand::of(shared));
            });
        }
        let run = shared.run.into_inner().unwrap_or_else(PoisonError::into_inner);
        run.end.unwrap_or(Err(LimitHit::Stopped { positions: run.kept as u64 }))?;
        let count = run.list.as_ref().map_or(run.explorer.count(), Vec::len);
        run.limits.check(count as u64, run.explorer.bytes())?;
        Ok(Met { list: run.list, count })
    }

    fn queued(&self) -> usize {
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
            places::push(list, v);
        }
    }

    /// Keeps the rows whose turn has come.
    fn keep(&mut self) {
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
        self.spare.push(done);
        true
    }

    /// Keeps the row of the next position, if it is there. `Err`: this is the end.
    fn keep_one(&mut self) -> Result<(), Result<(), LimitHit>> {
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
            return Err(Err(LimitHit::Moves { limit: self.moves }));
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
    fn store(&mut self, v: Vertex) -> Result<(u32, u32), LimitHit> {
        if self.now.next >= self.now.rows.len() {
            // The rules failed here.
            if let Some(trouble) = self.now.rows.take_trouble() {
                self.explorer.game.leave_trouble(trouble);
            }
            return Err(LimitHit::Stopped { positions: self.kept as u64 });
        }
        let (range, end, turn) = self.now.rows.row(self.now.next);
        self.now.next += 1;
        let explorer = &mut *self.explorer;
        let start = explorer.options.len();
        if start + range.len() >= u32::MAX as usize || explorer.places.len() + range.len() >= u32::MAX as usize {
            return Err(LimitHit::Moves { limit: u32::MAX.into() });
        }
        let keys = self.now.rows.every_option();
        for i in range {
            let n = match self.now.words.get(i) {
                Some(&word) if word & AS_BYTES == 0 => explorer.places.number_word(word),
                Some(_) => explorer.places.number_bytes(keys.get(i)),
                None => explorer.places.number(keys.get(i)),
            };
            let option = explorer.add(n);
            places::push(&mut explorer.options, option);
        }
        // Different moves to one position are one move, as in a graph file.
        if !explorer.options[start..].is_sorted_by(|a, b| a < b) {
            explorer.options[start..].sort_unstable();
            let mut kept = start;
            for i in start..explorer.options.len() {
                if i == start || explorer.options[i] != explorer.options[i - 1] {
                    explorer.options[kept] = explorer.options[i];
                    kept += 1;
                }
            }
            explorer.options.truncate(kept);
        }
        let row = (start as u32, (explorer.options.len() - start) as u32);
        explorer.rows[v.index()] = row;
        explorer.said[v.index()] = Said::new(end, turn);
        explorer.known += 1;
        Ok(row)
    }

    /// Takes positions to ask for.
    fn take(&mut self, workers: usize, out: &mut Vec<Vertex>) {
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

struct Shared<'r, 'a> {
    run: Mutex<Run<'r, 'a>>,
    changed: Condvar,
    workers: usize,
}

/// One thread's part in a run.
struct Hand<'s, 'r, 'a> {
    shared: &'s Shared<'r, 'a>,
    /// The positions asked for and not answered.
    task: Vec<Vertex>,
    words: Vec<u64>,
    packing: Option<&'a dyn Pack>,
}

impl<'s, 'r, 'a> Hand<'s, 'r, 'a> {
    fn of(shared: &'s Shared<'r, 'a>) -> Self {
        Self { shared, task: Vec::new(), words: Vec::new(), packing: None }
    }

    fn lock(&self) -> MutexGuard<'s, Run<'r, 'a>> {
        self.shared.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over what was said of the task.
    fn hand_over(&mut self, run: &mut Run<'r, 'a>, said: &mut Rows) {
        let count = said.len();
        let failed = count < self.task.len() && said.has_trouble();
        if count == 0 && !failed {
            run.end.get_or_insert(Err(LimitHit::Stopped { positions: run.kept as u64 }));
            return;
        }
        let first = self.task[0];
        let mut answered = run.spare.pop().unwrap_or_default();
        answered.next = 0;
        std::mem::swap(&mut answered.rows, said);
        std::mem::swap(&mut answered.words, &mut self.words);
        run.waiting -= count;
        if failed && count > 0 {
            // The failure is a row of its own, without any.
            if let Some(trouble) = answered.rows.take_trouble() {
                let mut alone = Answered::default();
                alone.rows.fail(trouble);
                run.answered.insert(self.task[count], alone);
            }
        }
        run.answered.insert(first, answered);
        self.task.drain(..count);
        if failed {
            run.waiting -= self.task.len();
            self.task.clear();
        }
    }
}

impl Asks for Hand<'_, '_, '_> {
    fn next(&mut self, said: &mut Rows, at: &mut Keys) -> bool {
        self.words.clear();
        if let Some(packing) = self.packing {
            self.words.extend(said.every_option().iter().map(|key| packing.pack(key).unwrap_or(AS_BYTES)));
        }
        let mut run = self.lock();
        if !self.task.is_empty() {
            self.hand_over(&mut run, said);
        }
        at.clear();
        said.clear();
        loop {
            run.keep();
            let many = run.queued() - run.asked;
            if run.end.is_some() || (many > run.pause && self.task.is_empty()) {
                self.task.clear();
                self.shared.changed.notify_all();
                return false;
            }
            if self.task.is_empty() {
                run.take(self.shared.workers, &mut self.task);
            }
            if !self.task.is_empty() {
                break;
            }
            if run.waiting == 0 {
                // Whoever was asked has given up.
                let positions = run.kept as u64;
                run.end.get_or_insert(Err(LimitHit::Stopped { positions }));
                continue;
            }
            run = self.shared.changed.wait(run).unwrap_or_else(PoisonError::into_inner);
        }
        if self.shared.workers > 1 {
            self.shared.changed.notify_all();
        }
        self.packing = run.explorer.places.packing();
        for v in &self.task {
            let _ = at.write(|out| {
                run.explorer.places.key(v.0, out);
                Ok::<(), ()>(())
            });
        }
        true
    }
}

impl Drop for Hand<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() || !self.task.is_empty() {
            let mut run = self.lock();
            run.end.get_or_insert(Err(LimitHit::Stopped { positions: 0 }));
            drop(run);
            self.shared.changed.notify_all();
        }
    }
}
