//! The threads of a connection: one receives frames and one sends them.

use crate::frame::{HEADER_LENGTH, Header, Kind};
use crate::handshake::{is_temporary, job::shown};
use crate::link::Link;
use crate::queue::Popped;
use crate::shared::Shared;
use grundy::limits::{LimitHit, RunError};
use grundy::solve::partitioned::{BlockWriter, ExchangeError, StorageError};
use std::io;
use std::time::Instant;

/// The most counts of a process that wait for the solver: it may be one sum ahead.
const MAX_WAITING_COUNTS: usize = 2;

/// Sends the frames of a queue to a process, with signs of life between them.
pub(crate) fn send(shared: &Shared<'_>, link: &Link, to: usize) {
    loop {
        let frame = match shared.queue(to).pop(shared.options.heartbeat) {
            Popped::Frame(frame) => frame,
            Popped::Idle => Header::new(Kind::Heartbeat).alone(),
            Popped::Finished => return,
        };
        let mut rest = &frame[..];
        while !rest.is_empty() {
            match link.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if is_temporary(&error) && !shared.is_over(to) => (),
                // The receiver may not have read yet why the other process closed the connection; it reports what happened.
                Err(_) => return,
            }
        }
    }
}

/// Receives the frames of a process until the connection ends.
pub(crate) fn receive(shared: &Shared<'_>, link: &Link, from: usize) {
    let mut receiver = Receiver { shared, link, from, next_stream: 0, writer: None };
    match receiver.run() {
        Ok(()) | Err(Stop::Ended) => (),
        Err(_) if shared.is_ending() => (),
        Err(Stop::Closed) => shared.lose(from, ""),
        Err(Stop::Silent) => {
            shared.lose(from, &format!(": no sign of it for {} s", shared.options.silence.as_secs()));
        }
        Err(Stop::Invalid) => shared.reject(from),
        Err(Stop::NotStored(error)) => shared.fail(error),
    }
}

/// Why a receiver stops.
enum Stop {
    /// This process has ended its run.
    Ended,
    /// The connection was closed or broke.
    Closed,
    /// Nothing was received for too long.
    Silent,
    /// A frame was received that no process of this run sends.
    Invalid,
    /// What was received cannot be stored.
    NotStored(ExchangeError),
}

impl From<StorageError> for Stop {
    fn from(error: StorageError) -> Self {
        Self::NotStored(error.into())
    }
}

struct Receiver<'r, 'a> {
    shared: &'r Shared<'a>,
    link: &'r Link,
    from: usize,
    /// The next partition whose stream arrives, while this process collects.
    next_stream: u32,
    /// The stream that is arriving.
    writer: Option<BlockWriter<'a>>,
}

impl Receiver<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let (mut header, mut bytes) = ([0; HEADER_LENGTH], Vec::new());
        self.next_stream = self.shared.split.range(self.from).start;
        // A process may take any time between its handshake and its run, in which it says nothing; TCP's keepalive watches it there.
        let mut is_silence_limited = false;
        loop {
            self.read(&mut header, is_silence_limited)?;
            is_silence_limited = true;
            let header = Header::read(&header).ok_or(Stop::Invalid)?;
            bytes.resize(header.length, 0);
            self.read(&mut bytes, true)?;
            match header.kind {
                Kind::Goodbye => {
                    self.shared.finished_by(self.from);
                    return Ok(());
                }
                Kind::Abort => {
                    let reason = shown_reason(&bytes);
                    self.shared.abort_by(self.from, header, &reason);
                    return Ok(());
                }
                _ if self.shared.is_ending() => (),
                Kind::Heartbeat => (),
                Kind::Block => self.block(header, &bytes)?,
                Kind::Stream | Kind::StreamEnd => self.stream(header, &bytes)?,
                Kind::End | Kind::Counts | Kind::Agree | Kind::Collect => self.control(header, &bytes)?,
            }
        }
    }

    /// Reads all of `bytes`. Only the time in which nothing comes counts as silence, not that in which this process stores blocks.
    fn read(&self, mut bytes: &mut [u8], is_silence_limited: bool) -> Result<(), Stop> {
        let mut began = Instant::now();
        while !bytes.is_empty() {
            match self.link.read(bytes) {
                Ok(0) => return Err(Stop::Closed),
                Ok(count) => {
                    bytes = &mut bytes[count..];
                    began = Instant::now();
                }
                Err(error) if is_temporary(&error) => {
                    if self.shared.is_over(self.from) {
                        return Err(Stop::Ended);
                    }
                    // The read was interrupted by a signal, or nothing came.
                    if is_silence_limited
                        && error.kind() != io::ErrorKind::Interrupted
                        && began.elapsed() > self.shared.options.silence
                    {
                        return Err(Stop::Silent);
                    }
                }
                Err(_) => return Err(Stop::Closed),
            }
        }
        Ok(())
    }

    /// Stores messages in the inbox of a partition of this process.
    fn block(&self, header: Header, bytes: &[u8]) -> Result<(), Stop> {
        let shared = self.shared;
        let (ours, theirs) = (shared.split.range(shared.process), shared.split.range(self.from));
        if !ours.contains(&header.to) || !theirs.contains(&header.from) {
            return Err(Stop::Invalid);
        }
        let inboxes = {
            let mut state = shared.lock();
            let round = header.round;
            // `Shared` says why no other round can be right.
            let is_open = round == state.round || round.checked_add(1) == Some(state.round);
            if state.peers[self.from].round != Some(round) || !is_open {
                return Err(Stop::Invalid);
            }
            state.peers[self.from].is_in_round = true;
            shared.inboxes(&mut state, round)
        };
        inboxes.append(header.to, header.from, bytes)?;
        self.check_memory()
    }

    /// Checks that the streams in memory are not too large.
    fn check_memory(&self) -> Result<(), Stop> {
        let needed = self.shared.storage.held_bytes();
        match self.shared.options.memory {
            Some(limit) if needed > limit => {
                Err(Stop::NotStored(RunError::from(LimitHit::Memory { limit, needed }).into()))
            }
            _ => Ok(()),
        }
    }

    /// Records what the solver waits for.
    fn control(&self, header: Header, bytes: &[u8]) -> Result<(), Stop> {
        let is_valid = self.shared.update(|state| {
            let peer = &mut state.peers[self.from];
            if peer.is_in_round && header.kind != Kind::End {
                return false;
            }
            match header.kind {
                Kind::End => {
                    let next = header.round.checked_add(1).filter(|_| peer.round == Some(header.round));
                    // Ignore an invalid end: otherwise this process could finish the round before it learns of the error.
                    if next.is_some() {
                        (peer.round, peer.is_in_round) = (next, false);
                    }
                    next.is_some()
                }
                Kind::Counts => {
                    let counts =
                        bytes.chunks_exact(8).map(|count| u64::from_le_bytes(*count.first_chunk().expect("8")));
                    peer.counts.push_back(counts.collect());
                    peer.counts.len() <= MAX_WAITING_COUNTS
                }
                Kind::Agree => {
                    (peer.round, peer.is_in_round) = (Some(header.round), true);
                    peer.agreed.replace(header.round).is_none()
                }
                _ => !std::mem::replace(&mut peer.is_collecting, true),
            }
        });
        if is_valid { Ok(()) } else { Err(Stop::Invalid) }
    }

    /// Stores a part of the streams that this process collects.
    fn stream(&mut self, header: Header, bytes: &[u8]) -> Result<(), Stop> {
        let shared = self.shared;
        let names = shared.lock().collected_names.clone().ok_or(Stop::Invalid)?;
        let theirs = shared.split.range(self.from);
        if header.to != self.next_stream || !theirs.contains(&header.to) {
            return Err(Stop::Invalid);
        }
        let name = &names[header.to as usize];
        if self.writer.is_none() {
            self.writer = Some(shared.storage.create(name)?);
        }
        let writer = self.writer.as_mut().expect("a writer");
        if header.kind == Kind::Stream {
            writer.append(header.from, bytes)?;
            return self.check_memory();
        }
        if let Some(writer) = self.writer.take() {
            writer.finish()?;
        }
        if header.from == 0 {
            shared.storage.remove(name)?;
        }
        self.next_stream += 1;
        if self.next_stream == theirs.end {
            self.next_stream = theirs.start;
            shared.update(|state| state.peers[self.from].is_collected = true);
        }
        Ok(())
    }
}

/// The reason of another process as a line of text.
fn shown_reason(bytes: &[u8]) -> String {
    shown(String::from_utf8_lossy(bytes).trim())
}
