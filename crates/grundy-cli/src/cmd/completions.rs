//! `grundy completions`: prints a completion script, generated from the definition of the command line.

use crate::fail::Failure;
use std::io::Write;

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

/// Prints the script for a command line.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "grundy", &mut script);
    Ok(std::io::stdout().write_all(&script)?)
}
