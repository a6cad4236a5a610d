//! The census of misère play: the misère quotients of all octal codes of two or three digits.

use super::searcher::{QuotientEnd, QuotientSearcher};
use crate::heap::octal::{Code, Game};
use crate::limits::{Limits, RunError};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The misère quotients of octal codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereCensus {
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

/// Computes the misère quotients of all octal codes of `digits` digits after the point, with at most `heaps` heaps and `work` steps
/// each. The result does not depend on the number of threads.
///
/// # Errors
/// If the limits stop the run.
///
/// # Panics
/// If `digits` exceeds 4.
pub fn misere_census(digits: usize, heaps: u64, work: u64, limits: &Limits<'_>) -> Result<MisereCensus, RunError> {
    assert!(digits <= 4, "there are too many codes");
    let codes = codes(digits);
    let next = AtomicUsize::new(0);
    let run = || {
        let mut entries = Vec::new();
        while let Some((i, code)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, codes.get(i)?))) {
            let entry = entry(code, heaps, work, limits);
            if entry.ended == QuotientEnd::Stopped {
                return None;
            }
            entries.push((i, entry));
        }
        Some(entries)
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..limits.workers().min(codes.len())).map(|_| scope.spawn(run)).collect();
        let own = run();
        let others: Vec<_> = threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        std::iter::once(Ok(own)).chain(others).collect::<Result<Option<Vec<_>>, _>>()
    });
    let parts = parts.map_err(|panic| RunError::from_panic(&*panic))?;
    let done = next.load(Relaxed).min(codes.len()) as u64;
    let mut all: Vec<_> = parts.ok_or(RunError::Interrupted { positions: done })?.into_iter().flatten().collect();
    all.sort_by_key(|&(i, _)| i);
    Ok(MisereCensus { entries: all.into_iter().map(|(_, entry)| entry).collect() })
}

fn entry(code: &Code, heaps: u64, work: u64, limits: &Limits<'_>) -> MisereEntry {
    let mut searcher = QuotientSearcher::new(Game::Code(code.clone())).max_work(work);
    let quiet = Limits { on_progress: &|_| (), ..*limits };
    let ended = searcher.search(heaps, &quiet);
    let quotient = searcher.quotient();
    MisereEntry {
        code: code.clone(),
        order: quotient.order(),
        heaps: searcher.heaps(),
        first_wild: searcher.first_wild(),
        repetition: quotient.preperiod().zip(quotient.period()),
        ended,
    }
}
