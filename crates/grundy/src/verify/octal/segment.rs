//! The values from one window of a certificate to the next.

use super::block_method::{self, BlockMethod};
use super::chain::BLOCK;
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
    /// The method for blocks, if there is one for the claim.
    method: Option<Box<dyn BlockMethod<WORDS>>>,
    /// Whether blocks are proved in this segment: all values of its first window are common.
    in_blocks: bool,
}

impl<'a, const WORDS: usize> SegmentChecker<'a, WORDS> {
    pub(super) fn new(claim: &'a Claim<'a>, prefix: &'a Prefix<WORDS>) -> Self {
        // A number of whole blocks comes after a window.
        let places = claim.window + claim.window.max(MIN_KEPT_VALUES).next_multiple_of(BLOCK);
        let method = block_method::choose(claim, prefix, places);
        Self { claim, prefix, scan: prefix.scan.clone(), values: vec![0; places], method, in_blocks: false }
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
        let heaps = segment.from - window as u64..;
        self.in_blocks = self.method.as_mut().is_some_and(|method| {
            heaps.zip(before).enumerate().all(|(at, (heap, &value))| method.set(heap, at, value))
        });
        let (mut heap, mut known, mut largest) = (segment.from, window, 0);
        while heap < segment.end.heap && !abandon() {
            if known == self.values.len() {
                self.values.copy_within(known - window.., 0);
                if let Some(method) = &mut self.method {
                    method.keep(known - window..known);
                }
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
    fn extend(&mut self, mut heap: u64, mut known: usize, count: usize) -> Result<(), CertificateFault> {
        let (window, low) = (self.claim.window, &self.prefix.values[..=self.claim.reach]);
        let mut method = self.method.as_mut().filter(|_| self.in_blocks);
        let end = known + count;
        while known < end {
            if let Some(method) = &mut method {
                let proved = method.prove(heap, known, end, &mut self.values, &mut self.scan, low);
                known += proved;
                heap += proved as u64;
            }
            // The scan decides where a block is not proved, and about the last heaps.
            for _ in 0..BLOCK.min(end - known) {
                let value = self.scan.common_value(heap, &self.values[known - window..known], low)?;
                self.values[known] = value;
                if let Some(blocks) = &mut method
                    && !blocks.set(heap, known, value)
                {
                    (method, self.in_blocks) = (None, false);
                }
                known += 1;
                heap += 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::CheckOptions;
    use super::super::rules::Rules;
    use super::*;
    use crate::heap::octal::certificate::{Window, WindowProof};

    const HEAPS: usize = 6000;

    /// The values by the definition.
    fn values_of(rules: &Rules) -> Vec<u16> {
        let mut values: Vec<u16> = vec![0];
        for heap in 1..HEAPS {
            let mut options = [false; 512];
            options[0] = rules.takes_whole(heap as u64);
            for i in rules.stones_taken_leaving(1).filter(|&i| i < heap) {
                options[usize::from(values[heap - i])] = true;
            }
            for i in rules.stones_taken_leaving(2).filter(|&i| i < heap) {
                for part in 1..=(heap - i) / 2 {
                    options[usize::from(values[part] ^ values[heap - i - part])] |=
                        !rules.unequal() || 2 * part != heap - i;
                }
            }
            values.push(options.iter().position(|is_option| !is_option).unwrap() as u16);
        }
        values
    }

    fn is_rare(mask: u64, parity: Option<u8>, heap: usize, value: u16) -> bool {
        let bits = (u64::from(value) & mask).count_ones() as usize;
        (bits + parity.map_or(0, |t| heap + usize::from(t))).is_multiple_of(2)
    }

    /// The outcome of a check of one segment, and whether blocks were proved.
    type Outcome = (Result<u16, CertificateCheckError>, bool);

    /// Checks the heaps after the prefix with blocks and without. The rare heaps are those below `known`. `None` if the prefix is
    /// wrong.
    fn check(rules: &Rules, values: &[u16], (known, part, max_value): (usize, u64, u16)) -> Option<[Outcome; 2]> {
        let parity = |mask: u64| rules.stones_taken_leaving(2).next().map(|i| (mask, Some((i % 2) as u8)));
        let is_even = |(_, parity): &(u64, Option<u8>)| {
            parity.is_none_or(|t| rules.stones_taken_leaving(2).all(|i| i % 2 == usize::from(t)))
        };
        let spaces = (1..64).flat_map(|mask| parity(mask).into_iter().chain([(mask, None)])).filter(is_even);
        let rare = |&(mask, parity): &(u64, Option<u8>)| -> Vec<(u64, u64)> {
            let rare = (1..known).filter(|&heap| is_rare(mask, parity, heap, values[heap]));
            rare.map(|heap| (heap as u64, values[heap].into())).collect()
        };
        let space = spaces.min_by_key(|space| rare(space).len()).unwrap();
        let rare = rare(&space);
        let reach = rare.last().unwrap().0.max(part) as usize;
        let window = reach + rules.last();
        let prefix = 2 * (window + rules.last() + 1);
        let end = Window { heap: HEAPS as u64, values: values[HEAPS - window..].to_vec() };
        let proof = WindowProof {
            mask: space.0,
            parity: space.1,
            rare,
            part,
            start: u64::MAX,
            windows: vec![end.clone()],
            probes: vec![(HEAPS as u64 - 100, values[HEAPS - 100].into())],
        };
        let segment = Segment { from: prefix as u64, before: None, end: &end };
        let segments = vec![segment];
        let rules = rules.clone();
        let claim = Claim { rules, max_value, proof: &proof, reach, window, end: HEAPS as u64, prefix, segments };
        let options = CheckOptions::ALL;
        let progress = CheckProgress::new(&options, 0);
        let prefix = Prefix::<4>::compute(&claim, &progress).ok()?;
        Some([true, false].map(|in_blocks| {
            let mut checker = SegmentChecker::new(&claim, &prefix);
            checker.method = checker.method.filter(|_| in_blocks);
            (checker.check(&segment, &progress, &|| false), checker.in_blocks)
        }))
    }

    /// Games with different numbers of stones in a split, with heap parity in the class and without.
    #[test]
    fn blocks_prove_what_single_heaps_prove() {
        for game in ["octal:0.104", "octal:0.106", "octal:0.454", "octal:0.356", "octal:0.45"] {
            let rules = Rules::read(game).unwrap();
            let values = values_of(&rules);
            let largest = *values.iter().max().unwrap();
            for max_value in [largest, 40, 100] {
                let [blocks, single] = check(&rules, &values, (2900, 1400, max_value)).expect(game);
                assert_eq!(blocks, (single.0.clone(), true), "{game} {max_value}");
                assert!(single.0.is_ok() && !single.1, "{game} {single:?}");
            }
        }
    }

    #[test]
    fn blocks_find_the_same_faults() {
        let mut faults = 0;
        for game in
            ["octal:0.104", "octal:0.106", "octal:0.454", "octal:0.054", "octal:0.16", "octal:0.14", "octal:0.362"]
        {
            let rules = Rules::read(game).unwrap();
            let values = values_of(&rules);
            let largest = *values.iter().max().unwrap();
            let first_largest = values.iter().position(|&value| value == largest).unwrap();
            let mut compare = |values: &[u16], known, part, max_value| {
                let Some([blocks, single]) = check(&rules, values, (known, part, max_value)) else { return };
                assert_eq!(blocks, (single.0.clone(), true), "{game} {known} {part} {max_value}");
                faults += usize::from(single.0.is_err());
            };
            // Rare values are missed with few parts, and rare heaps that are not listed.
            for part in (10..500).step_by(10) {
                compare(&values, 300, part, largest);
                compare(&values, 1200, part, 50);
            }
            // Values exceed the largest that is claimed.
            if first_largest > 1000 {
                compare(&values, 300, 400, largest - 1);
            }
            // The probe is wrong, or the window at the end.
            for heap in [HEAPS - 100, HEAPS - 1] {
                let mut wrong = values.clone();
                wrong[heap] ^= 1;
                compare(&wrong, 300, 400, largest);
            }
        }
        assert!(faults > 40, "{faults}");
    }
}
