//! The values from one window of a certificate to the next.

use super::claim::{Claim, Segment};
use super::prefix::{Prefix, same_window};
use super::progress::CheckProgress;
use super::scan::Scan;
use super::{CertificateCheckError, CertificateFault};

/// Number of heaps between two checks whether to stop.
const CHECK_INTERVAL: usize = 1 << 12;
/// The least number of values kept beside a window.
const MIN_KEPT_VALUES: usize = 1 << 15;

/// The state of a thread that checks segments: a buffer for values, and its scan.
#[derive(Debug)]
pub(super) struct SegmentChecker<'a, const WORDS: usize> {
    claim: &'a Claim<'a>,
    prefix: &'a Prefix<WORDS>,
    scan: Scan<WORDS>,
    /// A window, and the values after it.
    values: Vec<u16>,
}

impl<'a, const WORDS: usize> SegmentChecker<'a, WORDS> {
    pub(super) fn new(claim: &'a Claim<'a>, prefix: &'a Prefix<WORDS>) -> Self {
        let values = vec![0; claim.window + claim.window.max(MIN_KEPT_VALUES)];
        Self { claim, prefix, scan: prefix.scan.clone(), values }
    }

    /// Proves a segment, assuming the window before it: no heap in it is rare, and the probes and the window at its end
    /// are correct. Returns the largest value. Calls `abandon` from time to time; if that returns `true`, the check
    /// stops and its result is meaningless.
    pub(super) fn check(
        &mut self,
        segment: &Segment<'a>,
        progress: &CheckProgress<'_>,
        abandon: &dyn Fn() -> bool,
    ) -> Result<u16, CertificateCheckError> {
        let window = self.claim.window;
        let before = segment.before.unwrap_or_else(|| self.prefix.window(self.claim));
        self.values[..window].copy_from_slice(before);
        let (mut heap, mut known, mut largest) = (segment.from, window, 0);
        while heap < segment.end.heap && !abandon() {
            if known == self.values.len() {
                self.values.copy_within(known - window.., 0);
                known = window;
            }
            let free_capacity = CHECK_INTERVAL.min(self.values.len() - known);
            let count = usize::try_from(segment.end.heap - heap).map_or(free_capacity, |left| left.min(free_capacity));
            self.extend(heap, known, count)?;
            let new = &self.values[known..known + count];
            largest = new.iter().copied().max().unwrap_or(0).max(largest);
            for &(probe, claimed) in self.claim.probes(heap, heap + count as u64) {
                let computed = new[(probe - heap) as usize];
                if u64::from(computed) != claimed {
                    return Err(CertificateFault::Value { window: None, heap: probe, claimed, computed }.into());
                }
            }
            known += count;
            heap += count as u64;
            progress.advance(count as u64)?;
        }
        if heap == segment.end.heap {
            same_window(heap, &segment.end.values, &self.values[known - window..known])?;
        }
        Ok(largest)
    }

    /// Computes `count` values from a heap on; `known` values come before them.
    fn extend(&mut self, heap: u64, known: usize, count: usize) -> Result<(), CertificateFault> {
        let (window, low) = (self.claim.window, &self.prefix.values[..=self.claim.reach]);
        for i in 0..count {
            let past = &self.values[known + i - window..known + i];
            self.values[known + i] = self.scan.common_value(heap + i as u64, past, low)?;
        }
        Ok(())
    }
}
