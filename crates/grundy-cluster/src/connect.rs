//! Connects each process to each other one: the higher number connects, the lower one accepts.
//!
//! A process is *ready* when it is connected to all others, and says so on each connection. The run begins when all are ready. Until then a
//! connection that breaks is made again, so processes may be started in any order, and started again.

use crate::address;
use crate::config::{Config, Event};
use crate::error::ClusterError;
use crate::handshake::{Refusal, Speaker, is_temporary, job};
use crate::link::Link;
use crate::listen::bind;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// What a process says when it is connected to all others.
const READY: u8 = b'!';
/// What a process says when its attempt fails, before the reason.
const FAILED: u8 = b'?';
/// The most bytes of a reason.
const MAX_REASON: u64 = 4096;
/// The most conversations with processes that have not proved anything.
const MAX_CONVERSATIONS: usize = 64;
/// The time between two looks at the connections.
const POLL: Duration = Duration::from_millis(10);
/// The time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(200);
/// The time within which a host must answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a process that failed to connect tells the reason to those that connect later.
const ERROR_GRACE: Duration = Duration::from_secs(3);
/// The time before the first report about what is missing, and that between two reports.
const REPORTS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(10));

/// The connections of one process to all others.
#[derive(Debug)]
pub struct Connections {
    pub(crate) process: usize,
    pub(crate) addresses: Vec<String>,
    /// `None` for this process.
    pub(crate) links: Vec<Option<Link>>,
}

impl Connections {
    /// Returns the number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.addresses.len()
    }
}

/// Connects this process to all others of the run. Returns when all of them are connected to each other.
///
/// # Errors
/// If the configuration is wrong, a process has another secret or another job, some processes do not connect in time, or
/// [`Config::stop`] ends the attempt.
pub fn connect(mut config: Config<'_>) -> Result<Connections, ClusterError> {
    address::check(config.process, &config.addresses)?;
    job::check(&config.job)?;
    let (process, count) = (config.process, config.addresses.len());
    let deadline = Instant::now() + config.timeout;
    let listener = match config.listener.take() {
        _ if process + 1 == count => None,
        None => Some(bind(process, &config.addresses, deadline, config.stop)?),
        listener => listener,
    };
    let setup = Setup {
        config: &config,
        slots: Mutex::new((0..count).map(|_| None).collect()),
        is_done: AtomicBool::new(false),
        conversations: AtomicUsize::new(0),
        known_refusals: AtomicUsize::new(0),
        error: Mutex::new(None),
        refused: Mutex::new(None),
    };
    let streams = thread::scope(|scope| {
        if let Some(listener) = listener {
            let setup = &setup;
            scope.spawn(move || setup.accept(listener, scope));
        }
        for to in 0..process {
            let setup = &setup;
            scope.spawn(move || setup.keep_connected(to));
        }
        let streams = setup.wait(deadline);
        if let Err(error) = &streams {
            setup.report_failure(error);
        }
        setup.is_done.store(true, Ordering::Relaxed);
        streams
    })?;
    let links = streams.into_iter().map(|stream| stream.map(Link::new).transpose()).collect::<io::Result<Vec<_>>>();
    let links = links.map_err(|error| ClusterError::Config(format!("a connection cannot be prepared: {error}")))?;
    Ok(Connections { process, addresses: config.addresses, links })
}

/// A connection whose handshake is done.
struct Slot {
    stream: TcpStream,
    /// Whether this process has said that it is ready.
    is_ready_sent: bool,
    /// Whether the other process has.
    is_ready: bool,
}

/// What a look at a connection showed.
enum State {
    Connected,
    Broken,
    /// The attempt of the other process failed, for a reason.
    Failed(String),
}

impl Slot {
    /// Looks at the connection, and learns whether the other process is ready.
    fn check(&mut self) -> State {
        let mut byte = [0];
        // What comes after the other process was ready belongs to the run, unless that fails at once.
        match self.stream.peek(&mut byte) {
            Ok(0) => State::Broken,
            Ok(_) if byte == [FAILED] => State::Failed(self.read_reason()),
            Ok(_) if self.is_ready => State::Connected,
            Ok(_) => {
                self.is_ready = byte == [READY] && matches!(self.stream.read(&mut byte), Ok(1));
                if self.is_ready { State::Connected } else { State::Broken }
            }
            Err(error) if is_temporary(&error) => State::Connected,
            Err(_) => State::Broken,
        }
    }

    fn read_reason(&mut self) -> String {
        let mut reason = Vec::new();
        let _ = self.stream.set_nonblocking(false);
        let _ = (&self.stream).take(MAX_REASON).read_to_end(&mut reason);
        job::shown(&String::from_utf8_lossy(reason.get(1..).unwrap_or_default()))
    }

    /// Tells the other process why the attempt of this one failed.
    fn fail(&self, error: &ClusterError) {
        let mut message = vec![FAILED];
        message.extend(error.to_string().bytes().take(MAX_REASON as usize - 1));
        let _ = (&self.stream).write(&message);
    }
}

/// The state of an attempt.
struct Setup<'a> {
    config: &'a Config<'a>,
    /// The connection to each other process.
    slots: Mutex<Vec<Option<Slot>>>,
    is_done: AtomicBool,
    /// Number of conversations that other sides began.
    conversations: AtomicUsize,
    /// Number of processes that were refused, and so know the reason.
    known_refusals: AtomicUsize,
    error: Mutex<Option<ClusterError>>,
    /// Why a connection was refused last.
    refused: Mutex<Option<String>>,
}

impl Setup<'_> {
    fn slots(&self) -> MutexGuard<'_, Vec<Option<Slot>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    fn converse<T>(&self, talk: impl FnOnce(&Speaker<'_>) -> T) -> T {
        talk(&Speaker {
            process: self.config.process,
            addresses: &self.config.addresses,
            secret: &self.config.secret,
            job: &self.config.job,
            is_done: &|| self.is_done(),
        })
    }

    fn is_connected(&self, process: usize) -> bool {
        let mut slots = self.slots();
        self.check_one(process, &mut slots[process]);
        slots[process].is_some()
    }

    /// Removes the connection to a process if it is broken.
    fn check_one(&self, process: usize, slot: &mut Option<Slot>) {
        match slot.as_mut().map(Slot::check) {
            None | Some(State::Connected) => return,
            Some(State::Broken) => (),
            Some(State::Failed(why)) => {
                let peer = address::name(process, &self.config.addresses[process]);
                self.fail(ClusterError::Ended { peer, why });
            }
        }
        *slot = None;
    }

    fn insert(&self, process: usize, stream: TcpStream) {
        if stream.set_nonblocking(true).is_ok() && !self.is_connected(process) {
            self.slots()[process] = Some(Slot { stream, is_ready_sent: false, is_ready: false });
        }
    }

    fn fail(&self, error: ClusterError) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Fails because of another process, which learns the reason too.
    fn refuse_run(&self, error: ClusterError) {
        self.fail(error);
        self.known_refusals.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells the other processes why the attempt of this one failed: those that are connected at once, and for a short time those that connect
    /// later. Otherwise they would wait until their own timeout.
    fn report_failure(&self, error: &ClusterError) {
        // If another process ended the run, it tells the others itself. After a timeout or an interrupt there is no further wait.
        let is_ours =
            !matches!(error, ClusterError::Ended { .. } | ClusterError::Timeout { .. } | ClusterError::Interrupted);
        let deadline = Instant::now() + if is_ours { ERROR_GRACE } else { Duration::ZERO };
        let mut is_told = vec![false; self.config.addresses.len()];
        loop {
            for (slot, is_told) in self.slots().iter().zip(&mut is_told) {
                if let Some(slot) = slot.as_ref().filter(|_| !*is_told) {
                    slot.fail(error);
                    *is_told = true;
                }
            }
            let told = is_told.iter().filter(|is_told| **is_told).count() + self.known_refusals.load(Ordering::Relaxed);
            if told + 1 >= is_told.len() || Instant::now() >= deadline || (self.config.stop)() {
                return;
            }
            thread::sleep(POLL);
        }
    }

    /// Records why a connection to or from `whom` was refused; reports it if it is not the last reason again.
    fn refuse(&self, whom: &str, why: &str) {
        let sentence = format!("{whom} was refused: {why}");
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_done() && refused.as_ref() != Some(&sentence) {
            (self.config.on_event)(Event::Refused(&sentence));
            *refused = Some(sentence);
        }
    }

    /// Accepts connections until all processes are connected.
    fn accept<'scope, 'env>(&'env self, listener: TcpListener, scope: &'scope Scope<'scope, 'env>) {
        if let Err(error) = listener.set_nonblocking(true) {
            return self.fail(ClusterError::Config(format!("the socket cannot be used: {error}")));
        }
        while !self.is_done() {
            match listener.accept() {
                Ok((stream, from)) if self.conversations.load(Ordering::Relaxed) < MAX_CONVERSATIONS => {
                    self.conversations.fetch_add(1, Ordering::Relaxed);
                    scope.spawn(move || {
                        self.answer(stream, from);
                        self.conversations.fetch_sub(1, Ordering::Relaxed);
                    });
                }
                // Too many: the connection is closed. An error may be one of a connection, or pass.
                Ok(_) => (),
                Err(_) => thread::sleep(POLL),
            }
        }
    }

    fn answer(&self, stream: TcpStream, from: SocketAddr) {
        let Ok(other) = stream.try_clone() else { return };
        let is_connected = |process| self.is_connected(process);
        match self.converse(|speaker| speaker.answer(other, from.ip(), &is_connected)) {
            Ok(process) => self.insert(process, stream),
            Err(Refusal::Run(error)) => self.refuse_run(error),
            Err(Refusal::Connection(why)) => self.refuse(&format!("a connection from {}", from.ip()), &why),
        }
    }

    /// Connects to a process with a lower number, and again if the connection breaks, until all processes are connected.
    fn keep_connected(&self, to: usize) {
        while !self.is_done() {
            if !self.is_connected(to)
                && let Some(stream) = self.dial(to)
                && let Ok(other) = stream.try_clone()
            {
                match self.converse(|speaker| speaker.speak_first(other, to)) {
                    Ok(()) => self.insert(to, stream),
                    Err(Refusal::Run(error)) => return self.refuse_run(error),
                    Err(Refusal::Connection(why)) => {
                        self.refuse(
                            &format!("the connection to {}", address::name(to, &self.config.addresses[to])),
                            &why,
                        );
                    }
                }
            }
            thread::sleep(RETRY);
        }
    }

    fn dial(&self, to: usize) -> Option<TcpStream> {
        let found = address::resolve(&self.config.addresses[to]).ok()?;
        found.iter().filter(|_| !self.is_done()).find_map(|at| {
            let stream = TcpStream::connect_timeout(at, CONNECT_TIMEOUT).ok()?;
            // A socket that connects to a free port in the range of ephemeral ports may be given this port, and meet itself.
            let is_itself = stream.local_addr().ok()? == stream.peer_addr().ok()?;
            (!is_itself).then_some(stream)
        })
    }

    /// Waits until all processes are ready, and returns their connections.
    fn wait(&self, deadline: Instant) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let mut next_report = Instant::now() + REPORTS.0;
        loop {
            if let Some(error) = self.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return Err(error);
            }
            let missing = {
                let mut slots = self.slots();
                self.check(&mut slots);
                match self.missing(&slots) {
                    missing if missing.is_empty() => {
                        let streams = std::mem::take(&mut *slots).into_iter().map(|slot| slot.map(|slot| slot.stream));
                        // The other threads do not look at the slots again: they are told before the lock is released.
                        self.is_done.store(true, Ordering::Relaxed);
                        *slots = (0..self.config.addresses.len()).map(|_| None).collect();
                        return Ok(streams.collect());
                    }
                    missing => missing,
                }
            };
            let now = Instant::now();
            if (self.config.stop)() {
                return Err(ClusterError::Interrupted);
            }
            if now > deadline {
                let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).take();
                return Err(ClusterError::Timeout { peers: missing, seconds: self.config.timeout.as_secs(), refused });
            }
            if now > next_report {
                (self.config.on_event)(Event::Waiting(&missing));
                next_report = now + REPORTS.1;
            }
            thread::sleep(POLL);
        }
    }

    /// Removes broken connections. If none is missing, says that this process is ready.
    fn check(&self, slots: &mut [Option<Slot>]) {
        for (process, slot) in slots.iter_mut().enumerate() {
            self.check_one(process, slot);
        }
        let others = slots.iter_mut().enumerate().filter(|(process, _)| *process != self.config.process);
        let Some(others) = others.map(|(_, slot)| slot.as_mut()).collect::<Option<Vec<_>>>() else { return };
        for slot in others.into_iter().filter(|slot| !slot.is_ready_sent) {
            slot.is_ready_sent = slot.stream.write(&[READY]).is_ok();
        }
    }

    /// The names of the processes that are not connected; if all are, of those that are not ready.
    fn missing(&self, slots: &[Option<Slot>]) -> Vec<String> {
        let names = |is_missing: &dyn Fn(&Option<Slot>) -> bool| -> Vec<String> {
            let others = slots.iter().enumerate().filter(|(process, _)| *process != self.config.process);
            let missing = others.filter(|(_, slot)| is_missing(slot));
            missing.map(|(process, _)| address::name(process, &self.config.addresses[process])).collect()
        };
        let absent = names(&|slot| slot.is_none());
        if absent.is_empty() {
            names(&|slot| slot.as_ref().is_none_or(|slot| !slot.is_ready || !slot.is_ready_sent))
        } else {
            absent
        }
    }
}
