//! One worker as the server sees it: a process at the other end of two pipes, or a thread.

use crate::job::{Done, Job};
use crate::worker::{Clock, work};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;

/// How a worker is started as a process. The bytes that a job may take are added as the last argument; the process sets its
/// own limits by them and calls [`crate::worker::serve_pipe`].
#[derive(Clone, Debug)]
pub struct Child {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

#[derive(Debug)]
enum Seat {
    Process {
        /// Ended when it is dropped.
        _process: Box<tokio::process::Child>,
        to: ChildStdin,
        from: BufReader<ChildStdout>,
    },
    Thread {
        to: std::sync::mpsc::Sender<Job>,
        from: mpsc::Receiver<Done>,
        clock: Arc<Clock>,
    },
}

/// A worker.
#[derive(Debug)]
pub(super) struct Worker {
    seat: Seat,
    /// The game that it has open.
    open: Option<(String, Vec<String>, bool, bool)>,
    /// Whether its game is a rules file.
    ran_rules: bool,
    since: Instant,
}

impl Worker {
    pub(super) fn start(child: Option<&Child>, memory: u64) -> io::Result<Self> {
        let seat = match child {
            Some(child) => Seat::process(child, memory)?,
            None => Seat::thread()?,
        };
        Ok(Self { seat, open: None, ran_rules: false, since: Instant::now() })
    }

    /// Whether it may do a job: a process that ran rules, or opened a table, does so for no others, and opens no more files.
    pub(super) fn may_do(&self, job: &Job) -> bool {
        self.has(job) || !self.ran_rules && job.source.is_none() && job.table.is_none()
    }

    /// Whether it has the game of a job open.
    pub(super) fn has(&self, job: &Job) -> bool {
        self.open
            .as_ref()
            .is_some_and(|(game, set, misere, moves)| job.of_game() == (game.as_str(), set.as_slice(), *misere, *moves))
    }

    /// It has done that job and has nothing to do.
    pub(super) fn rest(&mut self, job: &Job) {
        self.open = Some((job.game.clone(), job.set.clone(), job.misere, job.moves));
        self.ran_rules |= job.source.is_some() || job.table.is_some();
        self.since = Instant::now();
    }

    /// Since when it has nothing to do.
    pub(super) fn since(&self) -> Instant {
        self.since
    }

    /// Has a job done.
    pub(super) async fn exchange(&mut self, job: &Job) -> io::Result<Done> {
        let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
        match &mut self.seat {
            Seat::Process { to, from, .. } => {
                let mut line = serde_json::to_vec(job)?;
                line.push(b'\n');
                to.write_all(&line).await?;
                let mut head = String::new();
                (&mut *from).take(80).read_line(&mut head).await?;
                let (mut done, length) = Done::head(&head).ok_or_else(gone)?;
                done.body.resize(length, 0);
                from.read_exact(&mut done.body).await?;
                Ok(done)
            }
            Seat::Thread { to, from, .. } => {
                to.send(job.clone()).map_err(|_| gone())?;
                from.recv().await.ok_or_else(gone)
            }
        }
    }
}

impl Seat {
    fn process(child: &Child, memory: u64) -> io::Result<Self> {
        let mut command = Command::new(&child.program);
        command
            .args(&child.arguments)
            .arg(memory.to_string())
            // What runs rules sees nothing of the server's environment. Windows starts no process without this variable.
            .env_clear()
            .envs(std::env::var_os("SYSTEMROOT").map(|root| ("SYSTEMROOT", root)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        // Ctrl-C at a terminal is for the server, which then waits for what is under way.
        #[cfg(unix)]
        command.process_group(0);
        let mut process = command.spawn()?;
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = process.stdin.take().ok_or_else(gone)?;
        let from = BufReader::new(process.stdout.take().ok_or_else(gone)?);
        Ok(Self::Process { _process: Box::new(process), to, from })
    }

    fn thread() -> io::Result<Self> {
        let (to, jobs) = std::sync::mpsc::channel();
        let (done, from) = mpsc::channel(1);
        let clock = Arc::new(Clock::new());
        let own = Arc::clone(&clock);
        std::thread::Builder::new().name("worker".to_owned()).spawn(move || {
            work(&own, None, &mut || jobs.recv().ok(), &mut |answer| done.blocking_send(answer).is_ok());
        })?;
        Ok(Self::Thread { to, from, clock })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Self::Thread { clock, .. } = self {
            clock.give_up();
        }
    }
}
