//! `build --hosts`: a game that several processes solve together, on one machine or many.

mod addresses;
mod job;
mod local;

use super::scratch::{PARTITIONS, Scratch, ScratchPart, block_bytes};
use super::{Args, other_runs};
use crate::cluster_environment::SECRET;
use crate::fail::Failure;
use crate::interrupt;
use crate::progress;
use crate::text_output;
use addresses::Plan;
use grundy::catalog::OpenedGame;
use grundy::checkpoint::Checkpointer;
use grundy::limits::Limits;
use grundy::solve::partitioned::{Exchange, ExchangeError, Storage};
use grundy::solver::{BuildError, Extent, SolvedGame, Statistics};
use grundy::text::Key;
use grundy_cluster::{ClusterError, Config, Connections, Event, Options, TcpExchange, connect};
use local::Children;
use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// This process among the processes of a run.
struct Session {
    connections: Connections,
    /// Whether all processes are on this machine, and share its memory and the scratch directory.
    is_local: bool,
    /// The processes that this one started.
    _children: Children,
}

/// The connections that were made before this process isolated itself.
static EARLY: Mutex<Option<Session>> = Mutex::new(None);

/// Connects this process before it isolates itself to run a rules file: it cannot open sockets afterwards.
#[cfg(feature = "rules")]
pub(crate) fn connect_early(args: &Args) -> Result<(), Failure> {
    if args.hosts.hosts.is_some() {
        let session = args.bounds.within(|limits| join(args, &limits)).map_err(as_reported)?;
        *EARLY.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
    }
    Ok(())
}

/// Whether this process does not write the answer: process 0 does.
pub(super) fn is_follower(args: &Args) -> bool {
    args.hosts.hosts.is_some() && (local::is_child() || args.hosts.process.is_some_and(|process| process > 0))
}

/// Counts a solved game and writes its table.
pub(super) type CountAndWrite<'a> = &'a dyn Fn(&SolvedGame<'_>, &Limits<'_>) -> Result<Statistics, Failure>;

/// Solves the game together with the other processes. Process 0 writes the table by `count_and_write`.
pub(super) fn solve(
    args: &Args,
    game: &OpenedGame,
    start: Option<&Key>,
    limits: &Limits<'_>,
    count_and_write: CountAndWrite<'_>,
) -> Result<Statistics, Failure> {
    let early = EARLY.lock().unwrap_or_else(PoisonError::into_inner).take();
    let session = early.map_or_else(|| join(args, limits), Ok);
    let built = session.and_then(|session| run(args, game, start, limits, session, count_and_write));
    built.map_err(|failure| as_reported(if_interrupted(failure)))
}

/// Starts the other processes if they are on this machine, and connects to them.
fn join(args: &Args, limits: &Limits<'_>) -> Result<Session, Failure> {
    let text = args.hosts.hosts.as_deref().unwrap_or_default();
    let plan = addresses::plan(text, args.hosts.process, args.hosts.secret_file.as_deref())?;
    let job = job::describe(args)?;
    let Plan { process, addresses, secret, listener, children, is_local, timeout } = plan;
    let is_child = local::is_child();
    let on_event = |event: Event<'_>| {
        if !is_child {
            progress::erase();
            match event {
                Event::Waiting(peers) => text_output::eprintln(format_args!("waiting for {}", peers.join(", "))),
                Event::Refused(why) => text_output::eprintln(format_args!("note: {why}")),
                _ => (),
            }
        }
    };
    let ended = Mutex::new(None);
    let stop = || {
        let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
        *ended = ended.or_else(|| children.first_ended());
        ended.is_some() || local::is_orphan() || (limits.stop)()
    };
    let config = Config { process, addresses, listener, secret, job, timeout, on_event: &on_event, stop: &stop };
    let connections = connect(config).map_err(|error| {
        // Nothing is lost: no process has begun to work.
        children.kill();
        match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(process) => {
                Failure::Peer { message: format!("process {process} ended before the run began"), lost: None }
            }
            None => cluster_failure(error),
        }
    })?;
    Ok(Session { connections, is_local, _children: children })
}

fn run(
    args: &Args,
    game: &OpenedGame,
    start: Option<&Key>,
    limits: &Limits<'_>,
    session: Session,
    count_and_write: CountAndWrite<'_>,
) -> Result<Statistics, Failure> {
    let (process, processes) = (session.connections.process(), session.connections.processes());
    let part = match (session.is_local, process) {
        (true, 0) => ScratchPart::Whole,
        (true, _) => ScratchPart::Follower,
        (false, process) => ScratchPart::Host { process, processes },
    };
    let text = start.map(|at| game.as_dyn().to_text(at)).transpose()?;
    let mut scratch =
        args.scratch.as_ref().map(|folder| Scratch::open(folder, args, game, text.as_deref(), part)).transpose()?;
    let storage = Arc::new(scratch.as_ref().map_or_else(Storage::in_memory, Scratch::storage));
    // Processes on one machine share what it has.
    let share = if session.is_local { processes } else { 1 };
    let has_failed = Arc::new(AtomicBool::new(false));
    let stop = || (limits.stop)() || has_failed.load(Ordering::Relaxed);
    let on_progress = if process == 0 { limits.on_progress } else { &|_| () };
    let limits = Limits {
        memory: limits.memory.map(|memory| memory / share as u64),
        threads: std::num::NonZeroUsize::new((limits.workers() / share).max(1)),
        stop: &stop,
        on_progress,
        ..*limits
    };
    let options = Options {
        partitions: PARTITIONS,
        threads: limits.workers(),
        block_bytes: block_bytes(&limits),
        memory: limits.memory,
        is_storage_shared: session.is_local && scratch.is_some(),
        stop: &stop,
        has_failed: Arc::clone(&has_failed),
        ..Options::default()
    };
    let extent = start.map_or(Extent::All, Extent::From);
    let in_folder = scratch.as_mut();
    let solve = |exchange: &mut TcpExchange<'_, '_>| {
        let checkpointer = match in_folder {
            Some(scratch) => {
                other_runs::take_over(exchange, scratch, &args.position_args.game, &limits)?;
                scratch.checkpoint.checkpointer()
            }
            None => Checkpointer::none(),
        };
        let solved = SolvedGame::solve_partitioned(game, extent, args.reduced, exchange, &limits, checkpointer);
        let solved = solved.map_err(|error| Ended::by(error, &args.position_args.game))?;
        let built = if process == 0 {
            count_and_write(&solved, &limits)?
        } else {
            solved.count(&limits).map_err(|error| Failure::build(error, &args.position_args.game))?
        };
        // No process removes its checkpoint before the table is written.
        exchange.sum(&mut [])?;
        Ok(built)
    };
    let built = session.connections.run(&storage, options, |exchange| {
        solve(exchange).map_err(|Ended { failure, is_refusal }| match (&failure, exchange.failure()) {
            // What stopped the work of this process is that another one failed, or that what arrived could not be stored.
            (Failure::Stopped(_), Some(error)) => error.into(),
            _ => Ended { failure, is_refusal },
        })
    });
    match (built, scratch) {
        (Ok(built), Some(scratch)) => scratch.remove().map(|()| built),
        (Ok(built), None) => Ok(built),
        (Err(Ended { failure: Failure::Checkpoint(error), .. }), Some(scratch)) => {
            Err(scratch.checkpoint.failure(&error))
        }
        (Err(Ended { failure, is_refusal: true }), _) if local::is_child() => {
            Err(Failure::AlreadyReported { status: failure.exit_status() })
        }
        (Err(Ended { failure, .. }), _) => Err(failure),
    }
}

/// A failure as the error of a run: its text is what the other processes are told.
struct Ended {
    failure: Failure,
    /// Whether the game is refused: by every process, or by one of which process 0 is told. Process 0 reports it.
    is_refusal: bool,
}

impl Ended {
    /// The error of a game that is not solved; the user named it `game`.
    fn by(error: BuildError, game: &str) -> Self {
        let is_refusal = matches!(
            error,
            BuildError::NoIndices
                | BuildError::NoOpening
                | BuildError::OnlyClasses
                | BuildError::NoClasses
                | BuildError::Exchange(ExchangeError::Unsupported(_))
        );
        Self { failure: Failure::build(error, game), is_refusal }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure {
            // The sentence would be about the time.
            Failure::Stopped(_) if interrupt::is_pressed() => f.write_str("interrupted"),
            _ => f.write_str(&self.failure.sentence()),
        }
    }
}

impl From<ExchangeError> for Ended {
    fn from(error: ExchangeError) -> Self {
        Failure::exchange(&error, "the run").into()
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        Self { failure, is_refusal: false }
    }
}

/// The failure of a run that Ctrl-C may have ended. A terminal interrupts all processes of this machine at once, and one of them may be told
/// that another one has ended before it looks itself.
fn if_interrupted(failure: Failure) -> Failure {
    match failure {
        Failure::Peer { .. } | Failure::Stopped(_) if interrupt::is_pressed() => Failure::interrupted(),
        failure => failure,
    }
}

/// The failure of a process that another one of this machine started. Process 0 reports what all of them notice, unless it is gone itself.
fn as_reported(failure: Failure) -> Failure {
    let Some(process) = local::number() else { return failure };
    let is_reported = match failure {
        Failure::Peer { lost, .. } => lost != Some(0),
        Failure::Stopped(_) | Failure::AlreadyReported { .. } | Failure::BrokenPipe => true,
        _ => false,
    };
    if !is_reported {
        let mut out = text_output::stderr();
        let _ = write!(out, "process {process}: ").and_then(|()| failure.write_to(&mut out));
    }
    Failure::AlreadyReported { status: failure.exit_status() }
}

/// The failure of a process that was not connected.
fn cluster_failure(error: ClusterError) -> Failure {
    let message = error.to_string();
    match error {
        ClusterError::Interrupted if interrupt::is_pressed() => Failure::interrupted(),
        ClusterError::Interrupted => {
            Failure::Stopped("the time was up before all processes were connected; a larger --time may help".to_owned())
        }
        ClusterError::Timeout { .. } | ClusterError::Ended { .. } => Failure::Peer { message, lost: None },
        ClusterError::Secret { .. } => {
            Failure::input(message, format!("all processes need the same {SECRET} or --secret-file"))
        }
        ClusterError::Job { .. } => Failure::input(message, "all processes need the same program and the same options"),
        ClusterError::Protocol { .. } => Failure::input(message, "all processes need the same version of the program"),
        ClusterError::Numbers { .. } => {
            Failure::input(message, "all processes need the same list of hosts, and each its own --process")
        }
        ClusterError::Listen { .. } => Failure::input(message, "name another port in the list of hosts"),
        _ => Failure::input(message, ""),
    }
}
