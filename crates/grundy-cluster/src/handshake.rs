//! The conversation that begins a connection: both processes prove that they know the secret, then compare their jobs.
//!
//! | from | bytes | what |
//! |---|---|---|
//! | connector | 48 | magic, version of the protocol (u16), nonce |
//! | acceptor | 48 | its own; only after the magic of the connector |
//! | connector | 40 | its number and that of the acceptor (u32 each), its proof |
//! | acceptor | 1 | a status; all others end the connection |
//! | acceptor | 32 | its proof |
//! | both | at most 64 KiB | the job, see [`job`](crate::handshake::job) |
//!
//! Numbers are little-endian. A proof is the HMAC of the role, both first messages and the numbers, so that none can be repeated in another
//! connection, for another role or for another process. Who does not know the secret learns the magic, a nonce and a status.

pub(crate) mod job;

use crate::address;
use crate::error::ClusterError;
use crate::secret::{NONCE_LENGTH, PROOF_LENGTH, Secret, random};
use std::io::{self, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

const MAGIC: [u8; 14] = *b"grundy cluster";
/// The version of the protocol: of this conversation and of the frames after it.
const VERSION: u16 = 1;
const OPENING_LENGTH: usize = MAGIC.len() + 2 + NONCE_LENGTH;

const ACCEPTED: u8 = 1;
const OTHER_SECRET: u8 = 2;
const OTHER_NUMBERS: u8 = 3;
const CONNECTED_ALREADY: u8 = 4;

/// The time within which a conversation must end.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The time between two looks at whether the conversation is still wanted.
const POLL: Duration = Duration::from_millis(100);

/// What this process says in each conversation.
pub(crate) struct Speaker<'a> {
    pub(crate) process: usize,
    pub(crate) addresses: &'a [String],
    pub(crate) secret: &'a Secret,
    pub(crate) job: &'a [(String, String)],
    /// Whether all processes are connected or the attempt has ended.
    pub(crate) is_done: &'a (dyn Fn() -> bool + Sync),
}

/// Why a conversation failed.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The other side is not a process of this run, or not yet: other connections may succeed.
    Connection(String),
    /// The run cannot begin.
    Run(ClusterError),
}

impl From<ClusterError> for Refusal {
    fn from(error: ClusterError) -> Self {
        Self::Run(error)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Connection(match error.kind() {
            io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
            _ => error.to_string(),
        })
    }
}

impl Speaker<'_> {
    /// How messages name a process.
    pub(crate) fn name(&self, process: usize) -> String {
        address::name(process, &self.addresses[process])
    }

    /// Holds the conversation as the side that connected, to process `to`.
    pub(crate) fn speak_first(&self, stream: TcpStream, to: usize) -> Result<(), Refusal> {
        let mut line = Line::new(stream, self)?;
        let ours = opening()?;
        line.write(&ours)?;
        let theirs = line.read_opening()?;
        if let Some(theirs) = other_version(&theirs) {
            return Err(ClusterError::Protocol { peer: self.name(to), theirs, ours: VERSION }.into());
        }
        let numbers = numbers(self.process, to);
        line.write(&numbers)?;
        line.write(&self.secret.prove(&proof_text("connector", &ours, &theirs, numbers)))?;
        match line.read::<1>()? {
            [ACCEPTED] => (),
            [OTHER_SECRET] => return Err(ClusterError::Secret { peer: self.name(to) }.into()),
            [OTHER_NUMBERS] => return Err(ClusterError::Numbers { peer: self.name(to) }.into()),
            [CONNECTED_ALREADY] => {
                let own = self.process;
                return Err(Refusal::Connection(format!("another process {own} is connected to it already")));
            }
            _ => return Err(Refusal::Connection("it does not answer as a process of this program does".to_owned())),
        }
        if !self.secret.is_proof(&proof_text("acceptor", &ours, &theirs, numbers), &line.read()?) {
            return Err(ClusterError::Secret { peer: self.name(to) }.into());
        }
        self.compare_jobs(&mut line, to)
    }

    /// Holds the conversation as the side that accepted a connection from `remote`. Returns the number of the other process.
    pub(crate) fn answer(
        &self,
        stream: TcpStream,
        remote: IpAddr,
        is_connected: &dyn Fn(usize) -> bool,
    ) -> Result<usize, Refusal> {
        let mut line = Line::new(stream, self)?;
        let ours = opening()?;
        let theirs = line.read_opening()?;
        line.write(&ours)?;
        if let Some(theirs) = other_version(&theirs) {
            let is_of_run = (self.process + 1..self.addresses.len()).any(|process| self.is_at(process, remote));
            let error = ClusterError::Protocol { peer: format!("a process at {remote}"), theirs, ours: VERSION };
            return Err(if is_of_run { Refusal::Run(error) } else { Refusal::Connection(error.to_string()) });
        }
        let numbers = line.read::<8>()?;
        let proof = line.read::<PROOF_LENGTH>()?;
        let number = |at: usize| u32::from_le_bytes(numbers[at..at + 4].try_into().expect("four bytes")) as usize;
        let (from, to) = (number(0), number(4));
        if !self.secret.is_proof(&proof_text("connector", &theirs, &ours, numbers), &proof) {
            line.write(&[OTHER_SECRET])?;
            return Err(self.other_secret(from, remote));
        }
        if to != self.process || from <= self.process || from >= self.addresses.len() {
            line.write(&[OTHER_NUMBERS])?;
            return Err(ClusterError::Numbers { peer: format!("a process at {remote}, number {from},") }.into());
        }
        if is_connected(from) {
            line.write(&[CONNECTED_ALREADY])?;
            return Err(Refusal::Connection(format!("another process {from} is connected already")));
        }
        line.write(&[ACCEPTED])?;
        line.write(&self.secret.prove(&proof_text("acceptor", &theirs, &ours, numbers)))?;
        self.compare_jobs(&mut line, from)?;
        Ok(from)
    }

    /// The refusal of a process without the secret. If its address is that of a process of the run, the user gave it another secret, and
    /// the run cannot begin; otherwise it may be anybody.
    fn other_secret(&self, from: usize, remote: IpAddr) -> Refusal {
        if from > self.process && self.is_at(from, remote) {
            Refusal::Run(ClusterError::Secret { peer: self.name(from) })
        } else {
            Refusal::Connection("it has another secret".to_owned())
        }
    }

    /// Whether the address of a process resolves to `remote`.
    fn is_at(&self, process: usize, remote: IpAddr) -> bool {
        let found = self.addresses.get(process).and_then(|address| address::resolve(address).ok()).unwrap_or_default();
        found.iter().any(|at| at.ip().to_canonical() == remote.to_canonical())
    }

    /// Sends the job of this process and compares it with the other one's.
    fn compare_jobs(&self, line: &mut Line<'_>, with: usize) -> Result<(), Refusal> {
        line.write(&job::encode(self.job))?;
        let length = u32::from_le_bytes(line.read()?) as usize;
        let is_invalid = || Refusal::Connection("it sent a job that cannot be read".to_owned());
        if length > job::MAX_BYTES {
            return Err(is_invalid());
        }
        let mut bytes = vec![0; length];
        line.read_into(&mut bytes)?;
        let theirs = job::decode(&bytes).ok_or_else(is_invalid)?;
        let differences = job::differences(&theirs, self.job);
        if differences.is_empty() {
            return Ok(());
        }
        Err(ClusterError::Job { peer: self.name(with), differences }.into())
    }
}

/// The first message of a side.
fn opening() -> Result<[u8; OPENING_LENGTH], ClusterError> {
    let mut bytes = [0; OPENING_LENGTH];
    bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
    bytes[MAGIC.len()..MAGIC.len() + 2].copy_from_slice(&VERSION.to_le_bytes());
    bytes[MAGIC.len() + 2..].copy_from_slice(&random()?);
    Ok(bytes)
}

/// The version of the protocol in the first message of the other side, if it is not that of this process.
fn other_version(theirs: &[u8; OPENING_LENGTH]) -> Option<u16> {
    let version = u16::from_le_bytes([theirs[MAGIC.len()], theirs[MAGIC.len() + 1]]);
    (version != VERSION).then_some(version)
}

fn numbers(from: usize, to: usize) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&(from as u32).to_le_bytes());
    bytes[4..].copy_from_slice(&(to as u32).to_le_bytes());
    bytes
}

fn proof_text(
    role: &str,
    connector: &[u8; OPENING_LENGTH],
    acceptor: &[u8; OPENING_LENGTH],
    numbers: [u8; 8],
) -> Vec<u8> {
    [role.as_bytes(), connector, acceptor, &numbers].concat()
}

/// A connection whose conversation must end in time.
struct Line<'a> {
    stream: TcpStream,
    deadline: Instant,
    is_done: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Line<'a> {
    fn new(stream: TcpStream, speaker: &Speaker<'a>) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        // All that is written here fits into the buffers of the system.
        stream.set_write_timeout(Some(TIMEOUT))?;
        Ok(Self { stream, deadline: Instant::now() + TIMEOUT, is_done: speaker.is_done })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_into(&mut bytes)?;
        Ok(bytes)
    }

    fn read_into(&mut self, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if Instant::now() > self.deadline || (self.is_done)() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "it did not answer in time"));
            }
            match self.stream.read(bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => bytes = &mut bytes[count..],
                Err(error) if is_temporary(&error) => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads the first message of the other side; fails at the first byte of another protocol.
    fn read_opening(&mut self) -> Result<[u8; OPENING_LENGTH], Refusal> {
        let mut opening = [0; OPENING_LENGTH];
        for (at, expected) in MAGIC.iter().enumerate() {
            self.read_into(&mut opening[at..=at])?;
            if opening[at] != *expected {
                return Err(Refusal::Connection("it is not a process of this program".to_owned()));
            }
        }
        self.read_into(&mut opening[MAGIC.len()..])?;
        Ok(opening)
    }
}

/// Whether a read or a write that failed may be tried again.
pub(crate) fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}
