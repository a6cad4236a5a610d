//! One worker as the server sees it: a process at the other end of two pipes.

use super::Task;
use crate::pipe::{Message, Response};
use crate::request::OpenKey;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// How a worker is started. The bytes that a request may take are added as an argument, then the path of a table if the worker is
/// for one. The process limits itself and calls [`crate::serve_pipe`].
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// Whose code a worker runs. A worker that ran rules serves no other rules, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Games of the catalogue.
    Catalogue,
    /// The rules with this handle.
    Rules(String),
    /// The table with this name, and the rules in it.
    Table(String),
}

/// A worker.
#[derive(Debug)]
pub(super) struct Backend {
    /// Killed when it is dropped.
    _process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    owner: Owner,
    /// What it has open.
    open: OpenKey,
    idle_since: Instant,
}

impl Backend {
    /// Starts a worker for a task.
    pub(super) fn start(command: &WorkerCommand, memory: u64, task: &Task) -> io::Result<Self> {
        let mut child = Command::new(&command.program);
        child
            .args(&command.arguments)
            .arg(memory.to_string())
            .args(task.table_path())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        // Ctrl-C at a terminal is for the server, which then waits for its workers.
        #[cfg(unix)]
        child.process_group(0);
        let mut process = child.spawn()?;
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = process.stdin.take().ok_or_else(broken)?;
        let from = BufReader::new(process.stdout.take().ok_or_else(broken)?);
        let (owner, open) = (task.owner(), OpenKey::default());
        Ok(Self { _process: process, to, from, owner, open, idle_since: Instant::now() })
    }

    /// Whether it may do a task, and whether it has its game open.
    pub(super) fn suits(&self, task: &Task) -> Option<bool> {
        (self.owner == task.owner()).then(|| self.open == task.request.open_key())
    }

    /// It has done a task.
    pub(super) fn idle(&mut self, task: &Task) {
        self.open = task.request.open_key();
        self.idle_since = Instant::now();
    }

    pub(super) fn idle_since(&self) -> Instant {
        self.idle_since
    }

    /// Sends a message and reads the response.
    pub(super) async fn exchange(&mut self, message: &Message) -> io::Result<Response> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.to.write_all(&line).await?;
        let mut head = String::new();
        (&mut self.from).take(80).read_line(&mut head).await?;
        let head = Response::read_head(&head);
        let (mut response, length) = head.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        response.body.resize(length, 0);
        self.from.read_exact(&mut response.body).await?;
        Ok(response)
    }
}
