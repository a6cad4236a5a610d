//! The census of misère play: the misère quotients of all octal codes of two or three digits.

use super::end::QuotientEnd;
use super::searcher::QuotientSearcher;
use crate::heap::octal::{Code, Game};
use crate::limits::{Limits, RunError};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The misère quotients of octal codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereCensus {
    /// The bounds of each search.
    pub bounds: CensusBounds,
    /// The codes in the order of their digits.
    pub entries: Vec<MisereEntry>,
}

/// The misère quotient of a code, as far as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereEntry {
    /// The code.
    pub code: Code,
    /// The order of the quotient of the heaps up to [`heaps`](Self::heaps), or of all heaps if there is a period.
    pub order: usize,
    /// The largest heap whose quotient was found.
    pub heaps: u64,
    /// The first wild heap among these; `None`: the game is tame so far.
    pub first_wild: Option<u64>,
    /// The least preperiod and the least period of the elements, if the quotient is proved for all heaps.
    pub repetition: Option<(u64, u64)>,
    /// Why the search ended.
    pub ended: QuotientEnd,
}

/// The codes d₀.d₁d₂ or d₀.d₁d₂d₃ with d₀ 0 or 4, in the order of their digits.
fn codes(digits: usize) -> Vec<Code> {
    let count = 2 << (3 * digits);
    (1..count)
        .filter_map(|bits: usize| {
            let octal: String =
                (0..digits).map(|i| char::from(b'0' + (bits >> (3 * (digits - 1 - i)) & 7) as u8)).collect();
            Code::parse(&format!("{}.{octal}", 4 * (bits >> (3 * digits)))).ok()
        })
        .collect()
}

/// The bounds of the search for each code of a census. The result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusBounds {
    /// The most heaps.
    pub heaps: u64,
    /// The most elements of a quotient.
    pub order: usize,
    /// The most work, in steps; a step takes some nanoseconds.
    pub work: u64,
}

/// Computes the misère quotients of all octal codes of `digits` digits after the point, within `bounds` each. The result does not depend
/// on the number of threads.
///
/// Threads share the memory that `limits` allow equally. A code that needs more than a share is done at the end, alone.
///
/// # Errors
/// If a code needs more memory than allowed, or `limits` stop the run.
///
/// # Panics
/// If `digits` exceeds 4.
pub fn misere_census(digits: usize, bounds: CensusBounds, limits: &Limits<'_>) -> Result<MisereCensus, RunError> {
    assert!(digits <= 4, "there are too many codes");
    let codes = codes(digits);
    let next = AtomicUsize::new(0);
    let threads = limits.workers().min(codes.len()).max(1);
    let share = Limits { memory: limits.memory.map(|bytes| bytes / threads as u64), on_progress: &|_| (), ..*limits };
    let run = || {
        let mut entries = Vec::new();
        while let Some((i, code)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, codes.get(i)?))) {
            let entry = MisereEntry::compute(code, bounds, &share);
            if entry.ended == QuotientEnd::Stopped {
                return None;
            }
            entries.push((i, entry));
        }
        Some(entries)
    };
    let parts = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let own = run();
        let others: Vec<_> = others.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        std::iter::once(Ok(own)).chain(others).collect::<Result<Option<Vec<_>>, _>>()
    });
    let parts = parts.map_err(|panic| RunError::from_panic(&*panic))?;
    let done = next.load(Relaxed).min(codes.len()) as u64;
    let mut all: Vec<_> = parts.ok_or(RunError::Interrupted { positions: done })?.into_iter().flatten().collect();
    all.sort_by_key(|&(i, _)| i);
    let alone = Limits { memory: limits.memory, ..share };
    let mut entries = Vec::with_capacity(all.len());
    for (done, entry) in all {
        let entry = match entry.ended {
            QuotientEnd::Limit(_) => MisereEntry::compute(&entry.code, bounds, &alone),
            _ => entry,
        };
        match entry.ended {
            QuotientEnd::Limit(hit) => return Err(hit.into()),
            QuotientEnd::Stopped => return Err(RunError::Interrupted { positions: done as u64 }),
            _ => entries.push(entry),
        }
    }
    Ok(MisereCensus { bounds, entries })
}

impl MisereEntry {
    fn compute(code: &Code, bounds: CensusBounds, limits: &Limits<'_>) -> Self {
        let mut searcher =
            QuotientSearcher::new(Game::Code(code.clone())).max_order(bounds.order).max_work(bounds.work);
        let ended = searcher.search(bounds.heaps, limits);
        let quotient = searcher.quotient();
        Self {
            code: code.clone(),
            order: quotient.order(),
            heaps: searcher.heaps(),
            first_wild: searcher.first_wild(),
            repetition: quotient.preperiod().zip(quotient.period()),
            ended,
        }
    }
}
