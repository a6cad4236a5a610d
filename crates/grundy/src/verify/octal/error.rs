//! The errors of a certificate, and the reasons why a check can end without a result.

use std::fmt;

/// Why the verification of a certificate failed or gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateCheckError {
    /// The certificate is wrong, or does not prove what it claims.
    Fault(CertificateFault),
    /// The caller stopped the verification.
    Stopped {
        /// Number of values computed.
        heaps: u64,
        /// Number of values to compute in all.
        of: u64,
    },
    /// The certificate does not have a requested segment.
    Segments {
        /// Number of segments of the certificate.
        segments: u64,
    },
}

impl fmt::Display for CertificateCheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(wrong) => write!(f, "{wrong}"),
            Self::Stopped { heaps, of } => write!(f, "the verification was stopped after {heaps} of {of} heaps"),
            Self::Segments { segments: 0 } => {
                f.write_str("the certificate has no segments; all of it is checked without")
            }
            Self::Segments { segments } => write!(f, "the certificate has the segments 1 to {segments}"),
        }
    }
}

impl std::error::Error for CertificateCheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Fault(wrong) => Some(wrong),
            Self::Stopped { .. } | Self::Segments { .. } => None,
        }
    }
}

impl From<CertificateFault> for CertificateCheckError {
    fn from(wrong: CertificateFault) -> Self {
        Self::Fault(wrong)
    }
}

/// The kind and the place of an error in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateFault {
    /// The game is unknown, or its name is not in normal form.
    Game {
        /// The text in the certificate.
        game: String,
        /// The expected form or value.
        expected: &'static str,
    },
    /// The theorem does not apply to the game.
    Theorem(&'static str),
    /// A number in the head has a wrong value.
    Number {
        /// The name of the number.
        name: &'static str,
        /// The value in the certificate.
        value: u64,
        /// The expected form or value.
        expected: String,
    },
    /// An entry of a list is out of order or out of range.
    Entry {
        /// The name of the entry.
        name: &'static str,
        /// The heap of the entry.
        heap: u64,
        /// The expected form or value.
        expected: String,
    },
    /// The windows before two heaps should be equal, but differ.
    Recurrence {
        /// A heap in the first window.
        heap: u64,
        /// Its value.
        value: u16,
        /// The value one period on.
        later: u16,
    },
    /// No probes show that the preperiod or the period is the least.
    NotLeast {
        /// The number in question: the preperiod or the period.
        name: &'static str,
        /// The probes that were expected.
        expected: String,
    },
    /// A rare value below a heap's value was not found to be an option, neither by taking nor by a split with an
    /// allowed part.
    Open {
        /// The heap.
        heap: u64,
        /// The value that was not found.
        value: u16,
    },
    /// A heap that is listed as rare does not have the listed value.
    Rare {
        /// The heap.
        heap: u64,
        /// The value.
        value: u64,
        /// The reason why the heap does not have it.
        because: &'static str,
    },
    /// The value of a heap exceeds the largest that is claimed.
    Exceeds {
        /// The heap.
        heap: u64,
        /// The claimed largest value.
        max_value: u64,
    },
    /// A heap does not have the value that a window or a probe gives.
    Value {
        /// The heap of the window; `None` for a probe.
        window: Option<u64>,
        /// The heap.
        heap: u64,
        /// The value in the certificate.
        claimed: u64,
        /// The value.
        computed: u16,
    },
    /// The values do not repeat where they should.
    Repeats {
        /// The heap.
        heap: u64,
        /// Its value.
        value: u16,
        /// The value one period on.
        later: u16,
    },
    /// The largest value is smaller than the claimed one.
    Largest {
        /// The claimed largest value.
        claimed: u64,
        /// The largest value.
        computed: u16,
    },
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { game, expected } => write!(f, "the game `{}`: expected {expected}", game.escape_debug()),
            Self::Theorem(why) => write!(f, "the theorem does not apply: {why}"),
            Self::Number { name, value, expected } => write!(f, "{name} {value}: expected {expected}"),
            Self::Entry { name, heap, expected } => write!(f, "{name} {heap}: expected {expected}"),
            Self::Recurrence { heap, value, later } => write!(
                f,
                "the two windows a period apart differ: heap {heap} has the value {value} there, and {later} a period on"
            ),
            Self::NotLeast { name, expected } => {
                write!(f, "nothing shows that the {name} is the least: expected {expected}")
            }
            Self::Open { heap, value } => write!(
                f,
                "heap {heap}: no option of value {value} is found, by taking or by a split with a part that is allowed; the heap \
                 may be rare and is not listed, or `part` is too small"
            ),
            Self::Rare { heap, value, because } => write!(f, "rare heap {heap} of value {value}: {because}"),
            Self::Exceeds { heap, max_value } => {
                write!(f, "heap {heap}: its value exceeds {max_value}, the largest claimed")
            }
            Self::Value { window, heap, claimed, computed } => {
                write!(f, "heap {heap} has the value {computed}, ")?;
                match window {
                    Some(at) => write!(f, "and {claimed} in the window before {at}"),
                    None => write!(f, "and {claimed} as a probe"),
                }
            }
            Self::Repeats { heap, value, later } => {
                write!(f, "heap {heap} has the value {value}, and the heap a period on {later}")
            }
            Self::Largest { claimed, computed } => {
                write!(f, "max-value {claimed}: the largest value is {computed}")
            }
        }
    }
}

impl std::error::Error for CertificateFault {}
