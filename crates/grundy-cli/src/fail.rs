//! Failures of commands: the text for standard error, and the exit status.

use crate::text_output::{self, TextOutput, visible_line};
use crate::{advice, diagnostic, panics};
use anstyle::{AnsiColor, Style};
use grundy::Grundy;
use grundy::catalog::OpenError;
use grundy::checkpoint::CheckpointError;
use grundy::graph::{FileError, FileErrorKind};
use grundy::limits::{LimitHit, RunError};
use grundy::solve::partitioned::{ExchangeError, StorageError};
use grundy::solver::{BuildError, SolveError};
use grundy::text::{ParseError, RulesError};
use grundy::value::Unknown;
use std::io::{self, Write};
use std::path::Path;

/// The advice for files of a run from which it cannot continue.
const RESTART_ADVICE: &str = "remove the folder `grundy-build` in the scratch directory to begin anew";

/// The exit status for a defect of the program, equal to that of a Rust program that panics.
pub(crate) const DEFECT: u8 = 101;

const RED: Style = AnsiColor::Red.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    Input {
        /// What is wrong.
        message: String,
        /// The location: a line of text with a range of characters in it.
        location: Option<TextLocation>,
        /// What to do next; may be empty.
        help: String,
    },
    /// A limit was exceeded.
    Limit(String),
    /// The limit of memory was exceeded.
    MemoryLimit(String),
    /// Ctrl-C stopped the run, or its time was up. The message describes the second case.
    Stopped(String),
    /// Another process of the run is lost, or has ended it.
    Peer {
        /// What happened; it names the process.
        message: String,
        /// The number of the process that was lost, if one was.
        #[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "runs on several hosts read it"))]
        lost: Option<usize>,
    },
    /// A defect of the program.
    Defect(String),
    /// The rules of a game are wrong, or hit a limit.
    Rules(Box<RulesError>),
    /// A checkpoint of a build cannot be written, or a run cannot continue from it.
    Checkpoint(CheckpointError),
    /// A check found an error.
    Mismatch(String),
    /// The errors have already been reported.
    AlreadyReported {
        /// The exit status.
        status: u8,
    },
    /// The reader of standard output has closed it.
    BrokenPipe,
}

/// A location in a line of text.
#[derive(Debug)]
pub(crate) struct TextLocation {
    line: String,
    start: usize,
    width: usize,
}

impl TextLocation {
    /// The byte range `at` of a line that a person typed.
    pub(crate) fn in_typed_line(line: &str, at: std::ops::Range<usize>) -> Option<Self> {
        let start = line.get(..at.start)?.chars().count();
        let width = line.get(at)?.chars().count();
        (line.chars().count() <= 200).then(|| Self { line: line.to_owned(), start, width })
    }
}

impl Failure {
    /// An error in the input.
    pub(crate) fn input(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Input { message: message.into(), location: None, help: help.into() }
    }

    /// The failure of a limit with a further note, if there is one. Other failures stay what they are.
    pub(crate) fn with_note(self, note: Option<String>) -> Self {
        let add = |message: String| note.map(|note| format!("{message}; {note}")).unwrap_or(message);
        match self {
            Self::Limit(message) => Self::Limit(add(message)),
            Self::MemoryLimit(message) => Self::MemoryLimit(add(message)),
            Self::Stopped(message) => Self::Stopped(add(message)),
            other => other,
        }
    }

    /// An error in the text of a line that a person typed.
    pub(crate) fn text(error: ParseError, line: &str) -> Self {
        let location = TextLocation::in_typed_line(line, error.at);
        Self::Input { message: error.message, location, help: error.help }
    }

    /// A game that cannot be opened; the user named it `game`.
    pub(crate) fn open(error: OpenError, game: &str) -> Self {
        match error {
            OpenError::UnknownGame(unknown) => Self::Input {
                message: match unknown.name.as_str() {
                    "" => "the name of a game is missing".to_owned(),
                    name => format!("there is no game called `{name}`"),
                },
                location: TextLocation::in_typed_line(game, unknown.at.clone()),
                help: advice::unknown_game(&unknown, game),
            },
            OpenError::Text(error) => Self::text(error, game),
            OpenError::Graph(error) => Self::graph(error),
            OpenError::MisereChangesNothing { .. } => Self::misere(game, error.to_string(), "leave out --misere"),
            OpenError::MisereSum => Self::misere(
                game,
                "a sum of different games is for normal play".to_owned(),
                "under misère play values do not add up; leave out --misere",
            ),
            other => Self::input(other.to_string(), ""),
        }
    }

    /// A game that is rejected under misère play.
    fn misere(game: &str, message: String, help: &str) -> Self {
        Self::Input { message, location: TextLocation::in_typed_line(game, 0..game.len()), help: help.to_owned() }
    }

    /// A graph file that cannot be read.
    pub(crate) fn graph(error: FileError) -> Self {
        let mut origin = error.path.clone();
        for number in [error.line, error.column] {
            if number > 0 {
                origin = format!("{origin}:{number}");
            }
        }
        match error.kind {
            FileErrorKind::Io(io) => Self::input(
                format!("{origin}: {}", system_message(&io)),
                "after `graph:` comes the path of a graph file that can be read",
            ),
            FileErrorKind::Limit(error) => Self::run(&error).with_origin(&origin),
            FileErrorKind::Damaged { message, help } => Self::input(format!("{origin}: {message}"), help),
            FileErrorKind::Text { message, help } => {
                let location = error.text.map(|line| TextLocation {
                    line,
                    start: (error.column as usize).saturating_sub(1),
                    width: error.width as usize,
                });
                Self::Input { message: format!("{origin}: {message}"), location, help }
            }
            kind => Self::input(FileError { kind, ..error }.to_string(), ""),
        }
    }

    /// A run that ended early.
    pub(crate) fn run(error: &RunError) -> Self {
        let message = advice::run(error);
        match error {
            RunError::Interrupted { .. } => Self::Stopped(message),
            RunError::WorkerPanicked { .. } => Self::Defect(message),
            RunError::Checkpoint(error) => Self::Checkpoint((**error).clone()),
            RunError::Limit(LimitHit::Memory { .. }) => Self::MemoryLimit(message),
            _ => Self::Limit(message),
        }
    }

    /// A position that cannot be solved.
    pub(crate) fn solve(error: &SolveError) -> Self {
        let message = advice::solve(error);
        match error {
            SolveError::Rules(error) => Self::Rules(error.clone()),
            SolveError::Run(RunError::Interrupted { .. }) => Self::Stopped(message),
            _ if matches!(error.unproved(), Some((_, Some(RunError::Interrupted { .. })))) => Self::Stopped(message),
            SolveError::Run(RunError::WorkerPanicked { .. }) => Self::Defect(message),
            _ if solve_status(error) == 2 => Self::input(message, ""),
            _ => Self::Limit(message),
        }
    }

    /// A whole game that cannot be solved; the user named it `game`.
    pub(crate) fn build(error: BuildError, game: &str) -> Self {
        match error {
            BuildError::Run(error) => Self::run(&error),
            BuildError::Rules(error) => Self::Rules(error),
            BuildError::Checkpoint(error) => Self::Checkpoint(error),
            BuildError::Exchange(error) => Self::exchange(&error, game),
            BuildError::NoIndices => Self::input(
                format!(
                    "{game}: the positions of this game have no numbers, so that only those can be solved that can be \
                     reached from one"
                ),
                "leave out --all",
            ),
            BuildError::OutOfReach(why) => Self::Limit(format!("{game}: {why}")),
            BuildError::NoOpening => Self::input(format!("{game}: {error}"), "leave out --opening"),
            BuildError::OnlyClasses => Self::input(format!("{game}: {error}"), "add --reduced"),
            BuildError::NoClasses => Self::input(format!("{game}: {error}"), "leave out --reduced"),
            _ => Self::input(format!("{game}: {error}"), ""),
        }
    }

    /// A run in partitions that failed.
    pub(crate) fn exchange(error: &ExchangeError, game: &str) -> Self {
        match error {
            ExchangeError::Storage(StorageError::Io { path, error }) => {
                let help = "free some space or fix the error; the same command then continues from the last checkpoint";
                Self::file(&path.display().to_string(), error, help)
            }
            ExchangeError::Storage(error) => Self::input(error.to_string(), RESTART_ADVICE),
            ExchangeError::Invalid => Self::input(format!("{game}: {error}"), RESTART_ADVICE),
            ExchangeError::Unsupported(_) => Self::input(format!("{game}: {error}"), ""),
            ExchangeError::Run(error) => Self::run(error),
            ExchangeError::Peer { message, lost } => Self::Peer { message: message.clone(), lost: *lost },
            error => Self::input(error.to_string(), ""),
        }
    }

    /// Adds `origin` before the message if this failure is an exceeded limit.
    pub(crate) fn with_origin(self, origin: &str) -> Self {
        match self {
            Self::Limit(message) => Self::Limit(format!("{origin}: {message}")),
            Self::MemoryLimit(message) => Self::MemoryLimit(format!("{origin}: {message}")),
            Self::Stopped(message) => Self::Stopped(format!("{origin}: {message}")),
            other => other,
        }
    }

    /// The failure; a panic in the interpreter of rules files is a limit: a file made a value that is too large for it.
    pub(crate) fn with_limits_of_interpreter(self) -> Self {
        match self {
            Self::Defect(_) if panics::location().is_some_and(|at| at.contains("/starlark-")) => {
                Self::Limit("the rules make a list, tuple or string that is too large for the interpreter".to_owned())
            }
            other => other,
        }
    }

    /// A run that Ctrl-C interrupted.
    pub(crate) fn interrupted() -> Self {
        Self::Stopped("interrupted".to_owned())
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &str, error: &io::Error, help: &str) -> Self {
        Self::input(format!("{path}: {}", system_message(error)), help)
    }

    /// A file that cannot be written; if its folder does not exist, the message names that.
    pub(crate) fn unwritable(path: &str, error: &io::Error, help: &str) -> Self {
        match Path::new(path).parent() {
            Some(folder) if error.kind() == io::ErrorKind::NotFound && folder != Path::new("") && !folder.exists() => {
                Self::input(
                    format!("{path}: there is no folder `{}`", folder.display()),
                    "make it first, or name another",
                )
            }
            _ => Self::file(path, error, help),
        }
    }

    /// A checkpoint from which a run cannot continue; `advice` says how to start without it.
    pub(crate) fn checkpoint(path: &str, error: &CheckpointError, advice: &str) -> Self {
        match error {
            CheckpointError::Read(error) | CheckpointError::Write(error) => Self::file(path, error, advice),
            CheckpointError::OtherVersion => {
                Self::input(format!("{path}: {error}"), format!("continue with that version, {advice}"))
            }
            CheckpointError::OtherRun { .. } => {
                Self::input(format!("{path}: {error}"), format!("repeat the command that wrote it, {advice}"))
            }
            _ => Self::input(format!("{path}: {error}"), advice),
        }
    }

    /// Ignores that the reader of standard output has closed it, for commands whose exit status is an answer too.
    pub(crate) fn ignore_closed_output(written: io::Result<()>) -> Result<(), Self> {
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// The exit status; `docs/commands.md` lists them.
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::Input { .. } | Self::Checkpoint(_) => 2,
            Self::Limit(_) | Self::MemoryLimit(_) | Self::Stopped(_) | Self::Peer { .. } => 3,
            Self::Defect(_) => DEFECT,
            Self::Rules(error) => rules_status(error),
            Self::Mismatch(_) => 1,
            Self::AlreadyReported { status } => *status,
            Self::BrokenPipe => 0,
        }
    }

    /// What is wrong, as one line without advice.
    #[cfg(feature = "table")]
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Input { message, .. }
            | Self::Limit(message)
            | Self::MemoryLimit(message)
            | Self::Stopped(message)
            | Self::Peer { message, .. }
            | Self::Defect(message)
            | Self::Mismatch(message) => message.clone(),
            Self::Rules(error) => error.to_string(),
            Self::Checkpoint(error) => error.to_string(),
            Self::AlreadyReported { .. } => "it reported why".to_owned(),
            Self::BrokenPipe => "its output was closed".to_owned(),
        }
    }
}

/// The exit status for a position that cannot be solved: 3 if larger limits, or a theory that reaches further, could help.
pub(crate) fn solve_status(error: &SolveError) -> u8 {
    match error {
        SolveError::Run(RunError::Limit(_) | RunError::Interrupted { .. })
        | SolveError::Undecided(_)
        | SolveError::NoGrundy { .. }
        | SolveError::OutOfReach(_)
        | SolveError::Product { .. }
        | SolveError::NoValue { grundy: Grundy::Unknown(Unknown::TooLarge), .. }
        | SolveError::NoOptionValues { .. } => 3,
        SolveError::Rules(error) => rules_status(error),
        SolveError::Run(RunError::WorkerPanicked { .. }) => DEFECT,
        _ => 2,
    }
}

/// The exit status for rules that failed: 3 if larger limits could help.
pub(crate) fn rules_status(error: &RulesError) -> u8 {
    if error.is_limit() { 3 } else { 2 }
}

/// The system's message for an error, without its number.
pub(crate) fn system_message(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder".to_owned(),
        _ => {
            // The number of the error means nothing to most readers.
            let system_message = error.to_string();
            system_message.split(" (os error").next().unwrap_or(&system_message).to_owned()
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::BrokenPipe
        } else {
            Self::input(format!("standard input or output: {}", system_message(&error)), "")
        }
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        Self::Rules(Box::new(error))
    }
}

impl Failure {
    /// Writes the failure as text: a line, or several.
    pub(crate) fn write_to(&self, out: &mut TextOutput<impl Write>) -> io::Result<()> {
        let (name, message) = match self {
            Self::Input { message, .. } => ("error", visible_line(message)),
            Self::Checkpoint(error) => ("error", visible_line(&error.to_string())),
            Self::Peer { message, .. } | Self::Defect(message) => ("error", visible_line(message)),
            Self::Limit(message) | Self::MemoryLimit(message) | Self::Stopped(message) => {
                ("limit", visible_line(message))
            }
            Self::Mismatch(message) => ("wrong", visible_line(message)),
            Self::Rules(error) => return diagnostic::write(&advice::rules((**error).clone()), out),
            Self::AlreadyReported { .. } | Self::BrokenPipe => return Ok(()),
        };
        out.write_styled(RED, name)?;
        writeln!(out, ": {message}")?;
        match self {
            Self::Input { location, help, .. } => {
                location.as_ref().map_or(Ok(()), |location| location.write_to(out))?;
                if help.is_empty() { Ok(()) } else { write_beside('=', &visible_line(help), out) }
            }
            Self::Defect(_) => {
                panics::location().map_or(Ok(()), |at| write_beside('=', &format!("in the program at {at}"), out))
            }
            _ => Ok(()),
        }
    }

    /// Writes the failure to standard error.
    pub(crate) fn print(&self) {
        // Standard error itself cannot be written to, so there is nowhere to report this error.
        let _ = self.write_to(&mut text_output::stderr());
    }
}

impl TextLocation {
    /// Writes the line, and below it carets under the range.
    fn write_to(&self, out: &mut TextOutput<impl Write>) -> io::Result<()> {
        let Self { line, start, width } = self;
        // The characters that stand for some of the line.
        let shown = |from: usize, count: usize| -> usize {
            let part = line.chars().skip(from).take(count);
            count + part.map(|c| visible_line(c.encode_utf8(&mut [0; 4])).chars().count() - 1).sum::<usize>()
        };
        let (indent, width) = (shown(0, *start), shown(*start, *width).max(1));
        write_beside('|', &visible_line(line), out)?;
        write!(out, "  ")?;
        out.write_styled(BLUE, '|')?;
        write!(out, " {:indent$}", "")?;
        out.write_styled(RED, "^".repeat(width))?;
        writeln!(out)
    }
}

/// Writes a line below a message, with a mark in the margin.
fn write_beside(mark: char, text: &str, out: &mut TextOutput<impl Write>) -> io::Result<()> {
    write!(out, "  ")?;
    out.write_styled(BLUE, mark)?;
    writeln!(out, " {text}")
}
