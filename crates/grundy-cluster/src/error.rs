//! Why the processes of a run cannot be connected.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Why the processes of a run cannot be connected. `peer` is the other process, as in `process 2 (host:port)`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The number of this process or the addresses are wrong. The sentence says how.
    Config(String),
    /// This process cannot accept connections at its address.
    Listen {
        /// The address.
        address: String,
        /// The error of the operating system.
        error: Arc<io::Error>,
    },
    /// The system provides no random numbers.
    Random(String),
    /// A process has another secret.
    Secret {
        /// The other process.
        peer: String,
    },
    /// A process speaks another version of the protocol, because its program has another version.
    Protocol {
        /// The other process.
        peer: String,
        /// Its version of the protocol.
        theirs: u16,
        /// The version of this process.
        ours: u16,
    },
    /// A process has this process under another number: the lists of addresses differ.
    Numbers {
        /// The other process.
        peer: String,
    },
    /// A process runs another job.
    Job {
        /// The other process.
        peer: String,
        /// What differs, at least one.
        differences: Vec<Difference>,
    },
    /// Some processes were not connected in time.
    Timeout {
        /// The processes that are missing.
        peers: Vec<String>,
        /// The time, in seconds.
        seconds: u64,
        /// The last reason why a connection was refused, if one was.
        refused: Option<String>,
    },
    /// Another process ended the run before it began.
    Ended {
        /// The other process.
        peer: String,
        /// Its reason.
        why: String,
    },
    /// The run was asked to end.
    Interrupted,
}

/// A field of the job in which two processes differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the field.
    pub name: String,
    /// The value of the other process; `None` if it does not have the field.
    pub theirs: Option<String>,
    /// The value of this process; `None` if it does not have the field.
    pub ours: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<String>| value.as_ref().map_or("none".to_owned(), |value| format!("`{value}`"));
        write!(f, "{} {}, here {}", self.name, text(&self.theirs), text(&self.ours))
    }
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(why) => f.write_str(why),
            Self::Listen { address, error } => write!(f, "no connections can be accepted at {address}: {error}"),
            Self::Random(error) => write!(f, "the system provides no random numbers: {error}"),
            Self::Secret { peer } => write!(f, "{peer} has another secret"),
            Self::Protocol { peer, theirs, ours } => {
                write!(f, "{peer} has another version of the program: protocol {theirs}, here {ours}")
            }
            Self::Numbers { peer } => write!(f, "{peer} has another list of hosts, or the number of another process"),
            Self::Job { peer, differences } => {
                write!(f, "{peer} runs another job: ")?;
                for (i, difference) in differences.iter().enumerate() {
                    write!(f, "{}{difference}", if i > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            Self::Timeout { peers, seconds, refused } => {
                write!(f, "{} did not connect within {seconds} s", peers.join(", "))?;
                refused.as_ref().map_or(Ok(()), |why| write!(f, "; {why}"))
            }
            Self::Ended { peer, why } => write!(f, "{peer} ended the run: {why}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for ClusterError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Listen { error, .. } => Some(error),
            _ => None,
        }
    }
}
