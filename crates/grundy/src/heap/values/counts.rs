//! Grundy values by counting, one heap at a time: for sets of few runs of consecutive numbers, endless ones among them.
//!
//! From one heap to the next, each run of the set reaches one heap more at its near end and one less at its far end. So
//! the number of options of each value is kept, and the values without an option, of which the least is the heap's.
//! Time a heap is linear in the number of runs, however long they are.
//!
//! In an all-but set the last run has no far end: a value that it has reached is *closed*, and never comes back. Closed
//! values are the least ones (lemma 2 in `mod.rs`). They are dropped now and then, all others being counted
//! from the least open one on, so that memory is linear in the largest number left out.

use super::mex_set::Free;
use super::recent::Recent;
use super::shifts::BLOCK;

/// The fewest closed values that are dropped together.
const DROPPED: usize = 4096;

/// Stands for a value that was dropped.
const CLOSED: u32 = u32::MAX;

/// A run of consecutive numbers that may be taken: the first, and the last if there is one.
pub(super) type Run = (usize, Option<usize>);

/// The last values of a subtraction game.
pub(super) struct Counts {
    /// The set, ascending.
    runs: Vec<Run>,
    /// Runs whose first number the last heap could take.
    entered: usize,
    /// Runs whose last number it had passed.
    left: usize,
    /// The next heap.
    heap: usize,
    /// The last values.
    recent: Recent,
    /// The number of options of each value; of closed ones, not all are counted.
    options: Vec<u32>,
    /// The values without.
    free: Free,
    /// For an all-but set, the number of values so far and of closed ones, less those dropped.
    risen: Option<Risen>,
}

/// The values of an all-but set so far, each number less those dropped.
struct Risen {
    /// The number of different values.
    values: u32,
    /// The number of closed ones.
    closed: u32,
    /// How many closed ones are dropped together.
    drop_at: usize,
}

impl Counts {
    /// The game of taking a number in `runs`, which ascend. Its values are written as they are; for a set that is
    /// `rising`, an all-but set, by how much they fall short of the number of different values before.
    pub(super) fn new(runs: Vec<Run>, rising: bool) -> Self {
        // As far back as the far end of the last run, or the near end of one without.
        let kept = runs.last().map_or(1, |&(first, last)| last.map_or(first, |last| last + 1));
        let drop_at = kept.max(DROPPED);
        let most = if rising {
            // Open values are had by the heaps that are kept only. Dropping may be late by a block.
            drop_at + BLOCK + kept
        } else {
            runs.iter().map(|&(first, last)| last.expect("a finite set") - first + 1).sum()
        };
        Self {
            runs,
            entered: 0,
            left: 0,
            heap: 0,
            recent: Recent::new(Vec::new(), kept),
            options: vec![0; most + 1],
            free: Free::all(most + 1),
            risen: rising.then_some(Risen { values: 0, closed: 0, drop_at }),
        }
    }

    /// Computes what is written of the next heaps.
    pub(super) fn block(&mut self, out: &mut [u32; BLOCK]) {
        self.drop_closed();
        for out in out {
            self.reach();
            let value = self.free.least() as u32;
            self.recent.push(value);
            self.heap += 1;
            *out = match &mut self.risen {
                None => value,
                Some(risen) => {
                    let short = risen.values - value;
                    risen.values += u32::from(short == 0);
                    short
                }
            };
        }
    }

    /// Goes over to the options of the next heap.
    #[inline]
    fn reach(&mut self) {
        // A run whose end is one heap away comes in or goes out with this heap.
        self.entered += usize::from(self.runs.get(self.entered).is_some_and(|run| run.0 == self.heap));
        self.left += usize::from(self.runs.get(self.left).is_some_and(|run| run.1.is_some_and(|s| s + 1 == self.heap)));
        for run in &self.runs[..self.entered] {
            let value = self.recent.back(run.0);
            if value != CLOSED {
                let options = &mut self.options[value as usize];
                *options += 1;
                if *options == 1 {
                    self.free.remove(value as usize);
                }
                if let (None, Some(risen)) = (run.1, &mut self.risen) {
                    debug_assert!(value <= risen.closed, "closed values are the least ones");
                    risen.closed = risen.closed.max(value + 1);
                }
            }
        }
        for run in &self.runs[..self.left] {
            let value = self.recent.back(run.1.expect("a run that ends") + 1);
            if value != CLOSED {
                let options = &mut self.options[value as usize];
                *options -= 1;
                if *options == 0 {
                    self.free.insert(value as usize);
                }
            }
        }
    }

    /// Drops the closed values if they are many.
    fn drop_closed(&mut self) {
        let Some(risen) = self.risen.as_mut().filter(|risen| risen.closed as usize >= risen.drop_at) else { return };
        let closed = std::mem::take(&mut risen.closed);
        risen.values -= closed;
        for value in self.recent.all_mut() {
            // What was dropped before stays so.
            *value = if *value == CLOSED { CLOSED } else { value.checked_sub(closed).unwrap_or(CLOSED) };
        }
        self.options.copy_within(closed as usize.., 0);
        let rest = self.options.len() - closed as usize;
        self.options[rest..].fill(0);
        self.free = Free::all(self.options.len());
        for (value, _) in self.options.iter().enumerate().filter(|&(_, &options)| options > 0) {
            self.free.remove(value);
        }
    }
}
