//! Threads that check segments, each taking the next one that is left.

use super::CertificateCheckError;
use super::claim::Claim;
use super::prefix::Prefix;
use super::progress::CheckProgress;
use super::segment::SegmentChecker;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Checks the chosen segments in this order, and returns the largest value in them.
///
/// If several are wrong the first is reported, whatever the number of threads: the segments before it were all taken
/// before it, and are checked completely.
pub(super) fn check<const WORDS: usize>(
    claim: &Claim<'_>,
    prefix: &Prefix<WORDS>,
    chosen: &[usize],
    threads: usize,
    progress: &CheckProgress<'_>,
) -> Result<u16, CertificateCheckError> {
    let (next, first_wrong) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let largest = Mutex::new(0);
    let failures = Mutex::new(Vec::new());
    let check_segments = || {
        let mut checker = SegmentChecker::new(claim, prefix);
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let Some(&segment) = chosen.get(turn) else { break };
            let abandon = || first_wrong.load(Ordering::Relaxed) < turn;
            if abandon() {
                break;
            }
            match checker.check(&claim.segments[segment], progress, &abandon) {
                Ok(value) => {
                    let mut largest = largest.lock().unwrap_or_else(PoisonError::into_inner);
                    *largest = value.max(*largest);
                }
                Err(failure) => {
                    first_wrong.fetch_min(turn, Ordering::Relaxed);
                    failures.lock().unwrap_or_else(PoisonError::into_inner).push((turn, failure));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(chosen.len()) {
            // If a thread cannot be started, the others do its work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, check_segments);
        }
        check_segments();
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failures.into_iter().min_by_key(|failure| failure.0) {
        Some((_, failure)) => Err(failure),
        None => Ok(largest.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}
