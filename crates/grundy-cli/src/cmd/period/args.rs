//! The arguments of `period`.

use crate::bounds::{self, Bounds};
use crate::named_files::NamedFiles;
use crate::suggested::Suggested;
use std::time::Duration;

/// Arguments of `period`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:2,5,9`, `octal:0.137`, `kayles`, …
    #[arg(value_parser = Suggested::single_heap_game(), hide_possible_values = true)]
    pub(super) game: String,
    /// Heaps to look at; by default 10^7. In take-and-break games that depends on their rare heaps: up to 6·10^8 where there are
    /// few, and down to 300000 where there are many; with the plain method 300000, and 20000 if a move leaves three heaps
    #[arg(long, value_name = "HEAPS", value_parser = bounds::whole(1..=u64::MAX), allow_negative_numbers = true)]
    pub(super) limit: Option<u64>,
    /// Write what another program needs to check the proof; `grundy verify FILE` does
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<String>,
    /// Save the search to this file now and then and at the end, and take up what it holds
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<String>,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = bounds::interval, requires = "checkpoint", allow_negative_numbers = true)]
    pub(super) checkpoint_every: Duration,
    /// Keep all values in memory, two bytes per heap, not only the first and the latest
    #[arg(long)]
    pub(super) history: bool,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_games([&self.game]).with_outputs(&self.certificate).with_outputs(&self.checkpoint)
    }
}
