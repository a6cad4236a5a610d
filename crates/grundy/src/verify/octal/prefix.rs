//! Computes the first values of a game, each proved with all splits of its heap, and with them the list of rare heaps.

use super::claim::Claim;
use super::class::Classes;
use super::progress::CheckProgress;
use super::scan::Scan;
use super::{CertificateCheckError, CertificateFault};

/// Number of heaps between two checks whether to stop.
const CHECK_INTERVAL: usize = 256;

/// The first values of a game.
#[derive(Debug)]
pub(super) struct Prefix<const WORDS: usize> {
    /// The values from heap 0 on.
    pub(super) values: Vec<u16>,
    /// The scan after these values, which has all rare heaps.
    pub(super) scan: Scan<WORDS>,
}

impl<const WORDS: usize> Prefix<WORDS> {
    /// Computes the values and compares them with the certificate.
    pub(super) fn compute(claim: &Claim<'_>, progress: &CheckProgress<'_>) -> Result<Self, CertificateCheckError> {
        let proof = claim.proof;
        let classes = Classes::new(proof.mask, proof.parity);
        let mut scan = Scan::<WORDS>::new(&claim.rules, classes, claim.max_value);
        let mut values: Vec<u16> = Vec::with_capacity(claim.prefix);
        values.push(0);
        // For each number that may be taken with a split, the rare heaps that are not yet parts.
        let mut to_come: Vec<_> = scan.splits().map(|taken| (taken, proof.rare.iter().peekable())).collect();
        let mut listed = proof.rare.iter().peekable();
        for heap in 1..claim.prefix {
            for (taken, rare) in &mut to_come {
                if let Some(&(part, value)) = rare.next_if(|rare| rare.0 + (*taken as u64) < heap as u64) {
                    scan.add_rare(*taken, part as usize, value as u16);
                }
            }
            if heap as u64 == proof.start {
                scan.limit_parts(proof.part);
            }
            let value = match listed.next_if(|rare| rare.0 == heap as u64) {
                Some(&(_, value)) => {
                    progress.go_on()?;
                    scan.rare_value(heap as u64, value as u16, &values)?;
                    value as u16
                }
                None => scan.common_value(heap as u64, &values, &values)?,
            };
            values.push(value);
            if heap % CHECK_INTERVAL == 0 {
                progress.advance(CHECK_INTERVAL as u64)?;
            }
        }
        progress.advance(((claim.prefix - 1) % CHECK_INTERVAL + 1) as u64)?;
        scan.limit_parts(proof.part);
        compare(claim, &values)?;
        Ok(Self { values, scan })
    }

    /// The window after the values.
    pub(super) fn window(&self, claim: &Claim<'_>) -> &[u16] {
        &self.values[self.values.len() - claim.window..]
    }
}

/// Compares probes and windows with the values.
fn compare(claim: &Claim<'_>, values: &[u16]) -> Result<(), CertificateFault> {
    for &(heap, claimed) in claim.probes(0, values.len() as u64) {
        let computed = values[heap as usize];
        if u64::from(computed) != claimed {
            return Err(CertificateFault::Value { window: None, heap, claimed, computed });
        }
    }
    for window in claim.in_prefix() {
        let end = window.heap as usize;
        same_window(window.heap, &window.values, &values[end - claim.window..end])?;
    }
    Ok(())
}

/// Compares the values of a window with the computed ones.
pub(super) fn same_window(window: u64, claimed: &[u16], computed: &[u16]) -> Result<(), CertificateFault> {
    match claimed.iter().zip(computed).position(|(a, b)| a != b) {
        None => Ok(()),
        Some(i) => {
            let heap = window - claimed.len() as u64 + i as u64;
            Err(CertificateFault::Value {
                window: Some(window),
                heap,
                claimed: claimed[i].into(),
                computed: computed[i],
            })
        }
    }
}
