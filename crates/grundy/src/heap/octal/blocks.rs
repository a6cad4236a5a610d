//! Examines the splits of a block of heaps on several threads, before the values of the block are known.
//!
//! Nearly all splits of a heap some way beyond the known ones have two known parts. Each thread takes some consecutive heaps at a time
//! and looks for the least value that is not that of such a split. What it finds is kept for the plain method, which then only examines
//! the splits with a small part. So the values do not depend on the threads.

use super::options::{collect_options, split_totals};
use super::pairs::{KnownHeaps, PairSearch};
use super::value_set::ValueSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// The most heaps of a block. Their splits into a part from the block and a small one are examined by one thread.
pub(super) const MAX_HEAPS: usize = 512;
/// Number of consecutive heaps that a thread takes at a time.
const RUN: usize = 64;
/// The least number of splits of a block for which threads are started: a tenth of a millisecond.
const MIN_SPLITS: usize = if cfg!(test) { 1 << 16 } else { 1 << 21 };

/// Whether the splits of these heaps are enough for several threads.
pub(super) fn is_worthwhile(heaps: Range<usize>) -> bool {
    heaps.len() > RUN && heaps.start > 2 * MAX_HEAPS && heaps.len() * heaps.start / 2 >= MIN_SPLITS
}

/// Examines the splits of the heaps from the first that is not known up to heap `end`, and adds their totals to `pairs`.
pub(super) fn prepare(
    pairs: &mut PairSearch,
    heaps: KnownHeaps<'_>,
    end: usize,
    digits: &[(usize, u8)],
    threads: usize,
) {
    let block = heaps.values.len()..end;
    let (next, found) = (AtomicUsize::new(block.start), Mutex::new(Vec::new()));
    let shared = &*pairs;
    let work = || {
        loop {
            let first = next.fetch_add(RUN, Ordering::Relaxed);
            if first >= block.end {
                return;
            }
            let search = examine(shared, heaps, first..(first + RUN).min(block.end), digits);
            found.lock().unwrap_or_else(PoisonError::into_inner).push((first, search));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(block.len().div_ceil(RUN)) {
            // If a thread cannot be started, the others do its work.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|&(first, _)| first);
    found.into_iter().for_each(|(_, search)| pairs.unite(search));
}

/// Examines the splits of some heaps.
fn examine(pairs: &PairSearch, heaps: KnownHeaps<'_>, run: Range<usize>, digits: &[(usize, u8)]) -> PairSearch {
    let breaks = || digits.iter().filter(|&&(_, digit)| digit & 4 != 0).map(|&(take, _)| take);
    let (least, most) = (breaks().min().unwrap_or(0), breaks().max().unwrap_or(0));
    let first = run.start - most;
    let mut search = pairs.since(first);
    let mut totals = first.max(search.next())..run.end - least;
    let mut options = ValueSet::default();
    for heap in run {
        // One by one: how many values are searched for a heap decides how the next total is examined.
        while totals.start <= heap - least {
            search.add(totals.start, heaps);
            totals.start += 1;
        }
        collect_options(digits, heap, heaps.values, |total| [Some(search.known(total)), None], &mut options);
        // Options by taking may have the least values. Those in the block are not known.
        let is_unknown = |&&(take, digit): &&(usize, u8)| digit & 2 != 0 && heap - take >= heaps.values.len();
        let taken = digits.iter().filter(is_unknown).count();
        search.least_missing(split_totals(digits, heap), &mut options, heaps, 1 + taken);
    }
    search
}
