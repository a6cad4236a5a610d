//! Grundy values by counting, one heap at a time: for sets of few runs of consecutive numbers, of which the last may be
//! infinite.
//!
//! From one heap to the next, each run of the set gains one heap at its near end and loses one at its far end. The
//! method keeps the number of options of each value, and the set of values without an option, whose minimum is the
//! heap's value. The time for a heap is linear in the number of runs, however long they are.
//!
//! In an all-but set the last run has no far end: a value that it has reached is *closed*, and never becomes free
//! again. Closed values are the least ones (lemma 2 in `mod.rs`). They are dropped from time to time, and all other
//! values are counted from the least open one on, so that memory is linear in the largest number left out.

use super::mex_set::MexSet;
use super::recent::Recent;
use super::shifts::BLOCK;

/// The fewest closed values that are dropped together.
const MIN_DROPPED: usize = 4096;

/// The entry of a value that was dropped.
const CLOSED: u32 = u32::MAX;

/// A run of consecutive numbers that may be taken: the first, and the last if there is one.
pub(super) type Run = (usize, Option<usize>);

/// The last values of a subtraction game.
pub(super) struct Counts {
    /// The set, ascending.
    runs: Vec<Run>,
    /// Number of runs whose first number the last heap could take.
    entered: usize,
    /// Number of runs whose last number the last heap had passed.
    left: usize,
    /// The next heap.
    heap: usize,
    /// The last values.
    recent: Recent,
    /// The number of options of each value; for closed values the count may be incomplete.
    options: Vec<u32>,
    /// The values without an option.
    mex_set: MexSet,
    /// For an all-but set, the numbers of values so far and of closed values, minus the dropped ones.
    rising_counts: Option<RisingCounts>,
}

/// The numbers of values of an all-but set so far, minus the dropped ones.
struct RisingCounts {
    /// The number of different values.
    values: u32,
    /// The number of closed ones.
    closed: u32,
    /// The number of closed values that are dropped together.
    drop_at: usize,
}

impl Counts {
    /// The game of taking a number in `runs`, which ascend. Its output is the values; if `rising` is set, for
    /// an all-but set, the output is the number of different values so far minus the value.
    pub(super) fn new(runs: Vec<Run>, rising: bool) -> Self {
        // As far back as the far end of the last run, or its near end if it has no far end.
        let retained = runs.last().map_or(1, |&(first, last)| last.map_or(first, |last| last + 1));
        let drop_at = retained.max(MIN_DROPPED);
        let most = if rising {
            // Only kept heaps have open values. Dropping may be late by a block.
            drop_at + BLOCK + retained
        } else {
            runs.iter().map(|&(first, last)| last.expect("a finite set") - first + 1).sum()
        };
        Self {
            runs,
            entered: 0,
            left: 0,
            heap: 0,
            recent: Recent::new(Vec::new(), retained),
            options: vec![0; most + 1],
            mex_set: MexSet::all(most + 1),
            rising_counts: rising.then_some(RisingCounts { values: 0, closed: 0, drop_at }),
        }
    }

    /// Computes the output for the next heaps.
    pub(super) fn block(&mut self, out: &mut [u32; BLOCK]) {
        self.drop_closed();
        for out in out {
            self.reach();
            let value = self.mex_set.least() as u32;
            self.recent.push(value);
            self.heap += 1;
            *out = match &mut self.rising_counts {
                None => value,
                Some(rising_counts) => {
                    let short = rising_counts.values - value;
                    rising_counts.values += u32::from(short == 0);
                    short
                }
            };
        }
    }

    /// Advances to the options of the next heap.
    #[inline]
    fn reach(&mut self) {
        // A run whose end is one heap away enters or leaves with this heap.
        self.entered += usize::from(self.runs.get(self.entered).is_some_and(|run| run.0 == self.heap));
        self.left += usize::from(self.runs.get(self.left).is_some_and(|run| run.1.is_some_and(|s| s + 1 == self.heap)));
        for run in &self.runs[..self.entered] {
            let value = self.recent.back(run.0);
            if value != CLOSED {
                let options = &mut self.options[value as usize];
                *options += 1;
                if *options == 1 {
                    self.mex_set.remove(value as usize);
                }
                if let (None, Some(rising_counts)) = (run.1, &mut self.rising_counts) {
                    debug_assert!(value <= rising_counts.closed, "closed values are the least ones");
                    rising_counts.closed = rising_counts.closed.max(value + 1);
                }
            }
        }
        for run in &self.runs[..self.left] {
            let value = self.recent.back(run.1.expect("a run that ends") + 1);
            if value != CLOSED {
                let options = &mut self.options[value as usize];
                *options -= 1;
                if *options == 0 {
                    self.mex_set.insert(value as usize);
                }
            }
        }
    }

    /// Drops the closed values if they are many.
    fn drop_closed(&mut self) {
        let Some(rising_counts) =
            self.rising_counts.as_mut().filter(|rising_counts| rising_counts.closed as usize >= rising_counts.drop_at)
        else {
            return;
        };
        let closed = std::mem::take(&mut rising_counts.closed);
        rising_counts.values -= closed;
        for value in self.recent.all_mut() {
            // Values that were dropped before stay dropped.
            *value = if *value == CLOSED { CLOSED } else { value.checked_sub(closed).unwrap_or(CLOSED) };
        }
        self.options.copy_within(closed as usize.., 0);
        let rest = self.options.len() - closed as usize;
        self.options[rest..].fill(0);
        self.mex_set = MexSet::all(self.options.len());
        for (value, _) in self.options.iter().enumerate().filter(|&(_, &options)| options > 0) {
            self.mex_set.remove(value);
        }
    }
}
