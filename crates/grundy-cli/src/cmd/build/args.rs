//! The arguments of `build`.

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::position_args::PositionArgs;
use grundy::solver::BuildError;
#[cfg(feature = "table")]
use std::time::Duration;

/// The most moves of an opening.
const MAX_OPENING: u64 = 1000;

/// The options that a list of positions does not have.
#[cfg(feature = "table")]
const LIST_EXCLUDES: [&str; 5] = ["forecast", "json", "opening", "output", "checkpoint"];
#[cfg(not(feature = "table"))]
const LIST_EXCLUDES: [&str; 3] = ["forecast", "json", "opening"];

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("saves").multiple(true))]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) position_args: PositionArgs,
    /// Solve every position with a number, or every vertex of a graph, not only what can be reached from the start
    #[arg(long, conflicts_with = "position")]
    pub(super) all: bool,
    /// Keep one position of each class under the symmetries of the game
    #[arg(long)]
    pub(super) reduced: bool,
    /// Solve the opening of a game too large to be solved whole: the positions after at most N moves, one of each class under the
    /// symmetries of the game. Those after N moves are searched, and the others follow
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=MAX_OPENING), allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["all", "reduced", "forecast"])]
    pub(super) opening: Option<u64>,
    /// Write a table of all positions, which other programs open as a Parquet file
    #[cfg(feature = "table")]
    #[arg(short, long, value_name = "TABLE", conflicts_with = "forecast")]
    pub(super) output: Option<String>,
    /// Leave the positions' text out of the table: they are known by their numbers, where the game has some
    #[cfg(feature = "table")]
    #[arg(long, requires = "output")]
    pub(super) no_positions: bool,
    /// Save the state of the run in this folder about once a minute; to continue a run that ended early, repeat the command
    #[cfg(feature = "table")]
    #[arg(long, value_name = "DIR", conflicts_with = "forecast", group = "saves")]
    pub(super) checkpoint: Option<String>,
    /// Seconds between two saves; 0 saves as often as possible
    #[cfg(feature = "table")]
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = bounds::interval, requires = "saves", allow_negative_numbers = true)]
    pub(super) checkpoint_every: Duration,
    /// Where a game does not fit in the memory, solve it on disk in this directory, which needs some ten bytes for each position and move; to
    /// continue a run that ended early, repeat the command
    #[cfg(feature = "table")]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["opening", "list"], group = "saves")]
    pub(super) scratch: Option<String>,
    /// Say how many positions, how much memory and about how much time it will take, and stop there
    #[arg(long)]
    pub(super) forecast: bool,
    /// Write every position with its value, remoteness and Grundy value, as CSV, instead of the counts
    #[arg(long, conflicts_with_all = LIST_EXCLUDES)]
    pub(super) list: bool,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(super) hosts: HostArgs,
    #[command(flatten)]
    pub(super) bounds: Bounds,
}

impl Args {
    /// The failure of a game that was not solved.
    pub(super) fn failure(&self, error: BuildError) -> Failure {
        match Failure::build(error, &self.position_args.game) {
            #[cfg(feature = "table")]
            Failure::MemoryLimit(message) if self.scratch.is_none() => {
                Failure::MemoryLimit(format!("{message}, or `--scratch DIR` to solve it on disk"))
            }
            failure => failure,
        }
    }

    /// Whether one position of each symmetry class is kept.
    pub(super) fn is_reduced(&self) -> bool {
        self.reduced || self.opening.is_some()
    }

    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.position_args.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().with_games([&self.position_args.game]);
        #[cfg(feature = "table")]
        let files = files.with_outputs(&self.output).with_folders(&self.checkpoint).with_folders(&self.scratch);
        #[cfg(feature = "cluster")]
        let files = files.with_inputs(self.hosts.files());
        files
    }
}

/// The options of a build by several processes.
#[cfg(feature = "cluster")]
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Hosts")]
pub(crate) struct HostArgs {
    /// Solve the game by several processes: `local:N` starts N of them on this machine; a file has a line `host:port` for each of them
    #[arg(long, value_name = "HOSTS", conflicts_with_all = ["forecast", "opening", "list", "checkpoint"])]
    pub(super) hosts: Option<String>,
    /// The number of this process, from 0: of its line in the file
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(super) process: Option<usize>,
    /// A file with the secret that all processes share; by default, it is in the environment variable GRUNDY_CLUSTER_SECRET
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) secret_file: Option<String>,
}

#[cfg(feature = "cluster")]
impl HostArgs {
    /// The files that the options name.
    pub(super) fn files(&self) -> impl Iterator<Item = &String> {
        self.hosts.iter().chain(&self.secret_file)
    }
}
