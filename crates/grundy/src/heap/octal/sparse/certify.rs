//! Collects the data of a certificate: windows along the way, and single values that show that the period is the least.

use super::proof::{Failure, Stream};
use super::search::SparseSearch;
use crate::heap::octal::{Window, WindowProof};

/// The most values in the windows between the two that are necessary, if there are several between them: some three megabytes as text.
const MAX_VALUES: u64 = 3 << 19;

impl SparseSearch {
    /// The windows and probes that prove the least preperiod, which was found before.
    pub(in crate::heap::octal) fn certify(
        &self,
        preperiod: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<WindowProof, Failure> {
        let period = self.repeat.ok_or(Failure::NoRepeat)?.period;
        let engine = &self.engine;
        let window = engine.window();
        let start = preperiod.max(1) + window;
        let end = start + period;
        let saved = self.recurrence.saved();
        // The windows between the two are thinned out evenly; the checker divides its work at those that are left.
        let between: Vec<_> = saved.iter().filter(|saved| saved.heap < end && saved.heap != start).collect();
        let step = between.len().div_ceil((MAX_VALUES / window).max(1) as usize).max(1);
        let between = between.into_iter().step_by(step);
        let mut windows: Vec<_> = between
            .map(|saved| Window { heap: saved.heap, values: saved.values(window, engine.history()).to_vec() })
            .collect();
        let values = Stream::new(engine, saved, start - window).values(start - window, start, go_on)?.to_vec();
        // The theorem implies that the window recurs.
        windows.push(Window { heap: end, values: values.clone() });
        windows.push(Window { heap: start, values });
        windows.sort_unstable_by_key(|window| window.heap);
        let mut value = |heap: u64| -> Result<(u64, u64), Failure> {
            let value = Stream::new(engine, saved, heap).values(heap, heap + 1, go_on)?[0];
            Ok((heap, value.into()))
        };
        // Heap 0, which belongs to preperiod 0, is compared as well.
        let last = preperiod.saturating_sub(1);
        let mut probes = vec![value(last)?, value(last + period)?];
        for prime in primes_of(period) {
            let shift = period / prime;
            let early = Stream::new(engine, saved, start - window).values(start - window, start, go_on)?.to_vec();
            let mut late = Stream::new(engine, saved, start - window + shift);
            let late = late.values(start - window + shift, start + shift, go_on)?;
            // If there were no difference, the shift would be a period.
            let at = early.iter().zip(late).position(|(a, b)| a != b).ok_or(Failure::Differs)?;
            let heap = start - window + at as u64;
            probes.extend([(heap, early[at].into()), (heap + shift, late[at].into())]);
        }
        probes.sort_unstable();
        probes.dedup();
        let space = engine.space();
        Ok(WindowProof {
            mask: space.mask.into(),
            parity: space.parity,
            rare: engine.rare().iter().map(|&(heap, value)| (heap, value.into())).collect(),
            part: engine.part(),
            start,
            windows,
            probes,
        })
    }
}

/// The prime divisors of a number.
fn primes_of(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes.extend((number > 1).then_some(number));
    primes
}
