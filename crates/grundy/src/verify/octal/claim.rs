//! The claim of a certificate by windows, after a check that its numbers are consistent. No heap's value is computed here.

use super::rules::Rules;
use super::{CertificateFault, MAX_HEAPS, least};
use crate::heap::octal::certificate::{Certificate, Window, WindowProof};

/// The most values of a window, so that an index into twice as many fits in 32 bits.
const MAX_VALUES: u64 = 1 << 30;

/// A certificate whose numbers are consistent, whose windows recur, and whose probes, if correct, show that preperiod
/// and period are the least.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    pub(super) rules: Rules,
    /// The largest value claimed; no value in the certificate exceeds it.
    pub(super) max_value: u16,
    pub(super) proof: &'a WindowProof,
    /// The larger of the last rare heap and the largest part.
    pub(super) reach: usize,
    /// Number of values in a window; each has as many.
    pub(super) window: usize,
    /// The heap of the last window, one period after the start.
    pub(super) end: u64,
    /// The first heap after the prefix, with which the segments begin.
    pub(super) prefix: usize,
    /// The segments between the prefix, the windows after it, and the end.
    pub(super) segments: Vec<Segment<'a>>,
}

/// A segment: the heaps between two windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'a> {
    /// The first heap.
    pub(super) from: u64,
    /// The window before it; `None` for the window of the prefix.
    pub(super) before: Option<&'a [u16]>,
    /// The window at its end.
    pub(super) end: &'a Window,
}

impl<'a> Claim<'a> {
    /// Checks that the numbers of a certificate are consistent.
    pub(super) fn new(certificate: &'a Certificate, proof: &'a WindowProof) -> Result<Self, CertificateFault> {
        let rules = Rules::read(&certificate.game)?;
        if rules.parts() > 2 {
            return Err(CertificateFault::Theorem(
                "a move leaves three heaps, and windows prove periods for up to two",
            ));
        }
        let &Certificate { preperiod, period, max_value, .. } = certificate;
        let max_value = least::head(preperiod, period, max_value)?;
        parity(&rules, proof.parity, period)?;
        let rare = check_ascending("rare heap", 1, MAX_HEAPS, max_value, &proof.rare)?;
        let reach = rare.max(proof.part);
        if reach > MAX_VALUES {
            return Err(number("part", proof.part, format!("at most {MAX_VALUES}, as for rare heaps")));
        }
        let window = reach + rules.last() as u64;
        let start = preperiod.max(1) + window;
        if proof.start != start {
            let expected = format!("{start}, the preperiod (1 if it is 0) and the {window} values of a window");
            return Err(number("start", proof.start, expected));
        }
        let end = start + period;
        windows(proof, window, end, max_value)?;
        // From here on, sizes are bounded by the number of values that the certificate contains.
        let (reach, window) = (reach as usize, window as usize);
        recurrence(proof, end)?;
        check_ascending("probe", 0, end - 1, max_value, &proof.probes)?;
        least::by_probes(preperiod, period, &proof.probes)?;

        let prefix = (2 * (window + rules.last() + 1)).min(usize::try_from(end).unwrap_or(usize::MAX));
        let first = proof.windows.partition_point(|window| window.heap <= prefix as u64);
        let later = &proof.windows[first..];
        let before = std::iter::once((prefix as u64, None)).chain(later.iter().map(|c| (c.heap, Some(&c.values[..]))));
        let segments = before.zip(later).map(|((from, before), end)| Segment { from, before, end }).collect();
        Ok(Self { rules, max_value, proof, reach, window, end, prefix, segments })
    }

    /// The windows within the prefix.
    pub(super) fn in_prefix(&self) -> &'a [Window] {
        &self.proof.windows[..self.proof.windows.len() - self.segments.len()]
    }

    /// The probes within a range of heaps.
    pub(super) fn probes(&self, from: u64, to: u64) -> &'a [(u64, u64)] {
        let index = |heap| self.proof.probes.partition_point(|probe| probe.0 < heap);
        &self.proof.probes[index(from)..index(to)]
    }
}

fn number(name: &'static str, value: u64, expected: String) -> CertificateFault {
    CertificateFault::Number { name, value, expected }
}

/// Checks that heap parity may be part of the class: all splits and the period must preserve it.
fn parity(rules: &Rules, parity: Option<u8>, period: u64) -> Result<(), CertificateFault> {
    let Some(t) = parity else { return Ok(()) };
    if t > 1 {
        return Err(number("parity", t.into(), "0 or 1".to_owned()));
    }
    if rules.stones_taken_leaving(2).any(|i| i % 2 != usize::from(t)) {
        return Err(number(
            "parity",
            t.into(),
            "that of all numbers that may be taken so that two heaps are left".to_owned(),
        ));
    }
    if period % 2 == 1 {
        return Err(number("period", period, "an even number, as the parity of heaps is in the class".to_owned()));
    }
    Ok(())
}

/// Checks that heaps ascend from `least` to `most` and that values do not exceed the largest; returns the last heap, 0
/// if there is none.
fn check_ascending(
    name: &'static str,
    least: u64,
    most: u64,
    max_value: u16,
    list: &[(u64, u64)],
) -> Result<u64, CertificateFault> {
    let mut next = least;
    for &(heap, value) in list {
        if heap < next || heap > most {
            return Err(CertificateFault::Entry {
                name,
                heap,
                expected: format!("a heap from {next} to {most}, ascending"),
            });
        }
        if value > max_value.into() {
            return Err(CertificateFault::Entry {
                name,
                heap,
                expected: format!("a value up to {max_value}, not {value}"),
            });
        }
        next = heap + 1;
    }
    Ok(list.last().map_or(0, |last| last.0))
}

/// Checks that the windows are complete and ascend to the end, and that the start is among them.
fn windows(proof: &WindowProof, window: u64, end: u64, max_value: u16) -> Result<(), CertificateFault> {
    let mut next = window;
    for &Window { heap, ref values } in &proof.windows {
        let wrong = |expected| Err(CertificateFault::Entry { name: "window", heap, expected });
        if heap < next || heap > end {
            return wrong(format!("a heap from {next} to {end}, ascending"));
        }
        if values.len() as u64 != window {
            return wrong(format!("{window} values, not {}", values.len()));
        }
        if let Some(value) = values.iter().find(|&&value| value > max_value) {
            return wrong(format!("values up to {max_value}, not {value}"));
        }
        next = heap + 1;
    }
    for (heap, name) in [(proof.start, "the start"), (end, "one period after the start")] {
        if proof.windows.binary_search_by_key(&heap, |window| window.heap).is_err() {
            return Err(CertificateFault::Entry {
                name: "window",
                heap,
                expected: format!("such a window, {name}; there is none"),
            });
        }
    }
    Ok(())
}

/// Checks that the windows before the start and before the end are equal.
fn recurrence(proof: &WindowProof, end: u64) -> Result<(), CertificateFault> {
    let values = |heap| proof.windows.iter().filter(move |c| c.heap == heap).flat_map(|c| &c.values);
    for (i, (&value, &later)) in values(proof.start).zip(values(end)).enumerate() {
        if value != later {
            // `start` minus the window is at least 1, and `i` is less than the window.
            let window = values(end).count() as u64;
            return Err(CertificateFault::Recurrence { heap: proof.start - window + i as u64, value, later });
        }
    }
    Ok(())
}
