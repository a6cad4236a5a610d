//! Independent checker of period certificates.
//!
//! The checker reads the rules of the take-and-break game itself and shares no code with the search, except the choice of the processor's vectors. For a certificate
//! by the plain method, it recomputes the values. For a certificate by windows, it makes four checks, which together
//! are a proof:
//!
//! - Its numbers are consistent, the two windows a period apart are equal, and the probes, if correct, show that
//!   preperiod and period are the least.
//! - The values of the first heaps, about twice as many as a window has, are computed from all moves. That proves the
//!   list of rare heaps.
//! - Each *segment*, from one window to the next, is computed from the window before it: no heap is rare, the rare values
//!   below each heap's value are options by the allowed splits, and the window after it is as the certificate states. The
//!   first segment begins with the window that was computed. So, by induction, all windows are correct if all segments are.
//! - The largest value is the claimed one.
//!
//! A segment is computed 64 heaps at a time, as far as words of at most 64 bits hold the values.
//!
//! Segments are independent of one another and may be checked separately, by threads, runs or machines: see
//! [`Scope::Segments`]. The memory is that of the certificate and, for each thread, of three windows of values and as many of
//! sets: up to 60 bytes for each heap of a window.

mod block_method;
mod blocks;
mod chain;
mod claim;
mod class;
mod error;
mod least;
mod numbering;
mod parts;
mod plain;
mod prefix;
mod progress;
pub(super) mod rules;
mod scan;
mod segment;
mod shifted;
mod word;
mod workers;

pub use error::{CertificateCheckError, CertificateFault};

use crate::heap::octal::certificate::{Certificate, Proof, WindowProof};
use claim::Claim;
use prefix::Prefix;
use progress::CheckProgress;
use std::fmt;
use std::ops::RangeInclusive;

/// The most heaps that a preperiod or a period may have. Sums of a few such numbers do not overflow.
const MAX_HEAPS: u64 = 1 << 53;

/// Options of a check.
#[derive(Clone, Copy)]
pub struct CheckOptions<'a> {
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
    /// The parts to check.
    pub scope: &'a Scope,
    /// Called from time to time; `true` ends the check without a result.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called from time to time with the number of computed values and the total number of values to compute.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl CheckOptions<'static> {
    /// A check of the whole certificate, on one thread, without callbacks.
    pub const ALL: Self = Self { threads: 1, scope: &Scope::All, stop: &|| false, progress: &|_, _| {} };
}

impl fmt::Debug for CheckOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckOptions")
            .field("threads", &self.threads)
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}

/// The parts to check. The head, the recurrence and the first heaps are always checked; a certificate by the plain
/// method is always checked completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything: a proof.
    All,
    /// The segments with these numbers, from 1 on. Each is proved, assuming the window before it.
    ///
    /// Runs that together cover every segment are a proof together, if each verified the same certificate and the
    /// largest [`Verified::largest`] among them is the certificate's `max_value`.
    Segments(RangeInclusive<u64>),
    /// The segments of one period, and a random tenth of the others: no proof, unless these are all segments.
    Quick {
        /// The seed of the random choice.
        seed: u64,
    },
}

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Number of values computed.
    pub heaps: u64,
    /// Number of values that a complete check computes.
    pub of: u64,
    /// The largest computed value.
    pub largest: u64,
    /// The numbers of the checked segments, from 1 on, ascending.
    pub checked: Vec<u64>,
    /// Number of segments; 0 if the first heaps are all heaps, and for the plain method.
    pub segments: u64,
    /// The theorem that makes a complete check a proof.
    pub theorem: &'static str,
}

impl Verified {
    /// Returns whether everything was checked, so that the result is a proof.
    pub fn is_proof(&self) -> bool {
        self.checked.len() as u64 == self.segments
    }
}

/// Checks a certificate.
///
/// ```
/// use grundy::heap::octal::{Certificate, Proof};
/// use grundy::verify::octal::{CheckOptions, verify};
/// let proof = Proof::Plain { theorem: "Guy and Smith 1956".to_owned(), checked_to: 168 };
/// let kayles = Certificate { game: "octal:0.77".to_owned(), preperiod: 71, period: 12, max_value: 8, proof };
/// assert!(verify(&kayles, &CheckOptions::ALL)?.is_proof());
/// let wrong = Certificate { preperiod: 72, ..kayles };
/// let message = verify(&wrong, &CheckOptions::ALL).unwrap_err().to_string();
/// assert_eq!(message, "checked-to 168: expected 170, as the theorem asks of this game, preperiod and period");
/// # Ok::<(), grundy::verify::octal::CertificateCheckError>(())
/// ```
///
/// # Errors
/// If the certificate is wrong, the check was stopped, or there are no such segments.
pub fn verify(certificate: &Certificate, options: &CheckOptions<'_>) -> Result<Verified, CertificateCheckError> {
    match &certificate.proof {
        Proof::Plain { checked_to, .. } => {
            let plain = plain::Plain::new(certificate, *checked_to)?;
            let progress = CheckProgress::new(options, plain.heaps);
            plain.check(&progress)?;
            Ok(Verified {
                heaps: plain.heaps,
                of: plain.heaps,
                largest: certificate.max_value,
                checked: Vec::new(),
                segments: 0,
                theorem: plain.theorem(),
            })
        }
        Proof::Windows(proof) => {
            let claim = Claim::new(certificate, proof)?;
            let chosen = choose(&claim, proof, options.scope)?;
            // The least power of two above all values, and so above all sums.
            match claim.max_value {
                0..64 => check::<1>(&claim, &chosen, options),
                64..128 => check::<2>(&claim, &chosen, options),
                128..256 => check::<4>(&claim, &chosen, options),
                256..1024 => check::<16>(&claim, &chosen, options),
                _ => check::<1024>(&claim, &chosen, options),
            }
        }
    }
}

/// The segments to check, from 0 on.
fn choose(claim: &Claim<'_>, proof: &WindowProof, scope: &Scope) -> Result<Vec<usize>, CertificateCheckError> {
    let count = claim.segments.len();
    match scope {
        Scope::All => Ok((0..count).collect()),
        Scope::Segments(range) => {
            let (first, last) = (*range.start(), *range.end());
            if first == 0 || first > last || last > count as u64 {
                return Err(CertificateCheckError::Segments { segments: count as u64 });
            }
            Ok((first as usize - 1..last as usize).collect())
        }
        Scope::Quick { seed } => {
            let (mut chosen, mut others): (Vec<usize>, Vec<usize>) =
                (0..count).partition(|&i| claim.segments[i].end.heap > proof.start);
            let mut random = *seed;
            let wanted = others.len().div_ceil(10);
            for i in 0..wanted {
                let left = (others.len() - i) as u64;
                others.swap(i, i + (split_mix(&mut random) % left) as usize);
            }
            chosen.extend(&others[..wanted]);
            chosen.sort_unstable();
            Ok(chosen)
        }
    }
}

/// The next number of a pseudorandom sequence: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
/// generators".
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Checks the prefix and the segments chosen.
fn check<const WORDS: usize>(
    claim: &Claim<'_>,
    chosen: &[usize],
    options: &CheckOptions<'_>,
) -> Result<Verified, CertificateCheckError> {
    let length = |&i: &usize| claim.segments[i].end.heap - claim.segments[i].from;
    let progress = CheckProgress::new(options, claim.prefix as u64 + chosen.iter().map(length).sum::<u64>());
    let prefix = Prefix::<WORDS>::compute(claim, &progress)?;
    let later = workers::check(claim, &prefix, chosen, options.threads, &progress)?;
    let largest = prefix.values.iter().copied().max().unwrap_or(0).max(later);
    let verified = Verified {
        heaps: progress.done(),
        of: claim.end,
        largest: largest.into(),
        checked: chosen.iter().map(|&i| i as u64 + 1).collect(),
        segments: claim.segments.len() as u64,
        theorem: "equal windows in sparse space (the window theorem; see \"Sparse space\" in the documentation)",
    };
    if verified.is_proof() && largest != claim.max_value {
        return Err(CertificateFault::Largest { claimed: claim.max_value.into(), computed: largest }.into());
    }
    Ok(verified)
}
