//! `grundy man`: writes the manual pages, generated from the definition of the command line.

use crate::fail::Failure;
use std::path::PathBuf;

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder to write the pages into; made if it does not exist
    dir: PathBuf,
}

/// Writes a page for the program and one for each verb of its command line.
pub(crate) fn run(args: &Args, command: clap::Command) -> Result<(), Failure> {
    let write = move || {
        std::fs::create_dir_all(&args.dir)?;
        clap_mangen::generate_to(command, &args.dir)
    };
    write().map_err(|error| {
        Failure::file(&args.dir.to_string_lossy(), &error, "name a folder in which pages can be written")
    })
}
