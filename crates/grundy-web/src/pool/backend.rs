//! A worker process from the server's side: the process and two pipes to it.

use super::Task;
use crate::pipe::{Message, Response};
use crate::request::OpenKey;
use crate::tables::LoadedTable;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// The command that starts a worker. The server appends an argument with the maximum memory of a request in bytes, and for a table its
/// path. The process limits itself and calls [`crate::serve_pipe`].
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// A running worker process.
#[derive(Debug)]
pub(super) struct Backend {
    /// The process, which is killed when this is dropped.
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// The rules that the worker runs, if any. A worker that has run rules serves nothing but those rules.
    owner: Option<String>,
    /// The game that the worker has open.
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
            .args(task.table().and_then(LoadedTable::worker_path))
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        // Ctrl-C at a terminal must reach only the server, which then waits for its workers.
        #[cfg(unix)]
        child.process_group(0);
        let mut process = child.spawn()?;
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = process.stdin.take().ok_or_else(broken)?;
        let from = BufReader::new(process.stdout.take().ok_or_else(broken)?);
        let (owner, open) = (task.owner(), OpenKey::default());
        Ok(Self { process, to, from, owner, open, idle_since: Instant::now() })
    }

    /// Whether the worker may run a task; if so, whether it already has the game of the task open.
    pub(super) fn suits(&self, task: &Task) -> Option<bool> {
        (self.owner == task.owner()).then(|| self.open == task.request.open_key())
    }

    /// Whether the process still runs: something else may have ended it.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Records that the worker has finished a task.
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
