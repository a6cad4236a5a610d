//! `grundy convert`: writes a graph file as binary rows, which are read several times as fast as text.

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::progress::group_digits;
use crate::render::counted;
use crate::text_output;
use crate::{atomic_file, interrupt};
use grundy::graph::{self, FileErrorKind};
use grundy::limits::{Limits, RunError};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The graph file, as text (or binary already); `/dev/stdin` reads standard input
    graph: String,
    /// The file to write; it keeps its previous contents until the new ones are complete
    binary: String,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        // The path may be written as the game `graph:PATH`.
        NamedFiles::default().with_inputs([&self.graph]).with_games([&self.graph]).with_outputs([&self.binary])
    }
}

/// Runs `grundy convert`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    interrupt::install_handlers();
    // Accept the form `graph:PATH` of other verbs, such as `solve`, as well.
    let from = match args.graph.strip_prefix("graph:") {
        Some(path) if !Path::new(&args.graph).exists() => path,
        _ => &args.graph,
    };
    let file = args.bounds.within(|limits| {
        let stop = || interrupt::is_pressed() || (limits.stop)();
        interrupt::while_reading(|| graph::read_path(from, &Limits { stop: &stop, ..limits }))
    });
    let file = file.map_err(|error| match error.kind {
        FileErrorKind::Limit(RunError::Interrupted { .. }) if interrupt::is_pressed() => interrupted_error(),
        _ => Failure::graph(error),
    })?;
    let written = atomic_file::write_by(&args.binary, |out| file.write_binary(&mut Interruptible { out }));
    let bytes = written.map_err(|error| {
        if interrupt::is_pressed() {
            return interrupted_error();
        }
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::unwritable(&args.binary, &error, "name a file that can be written"),
        }
    })?;
    // If the output is a pipe, it may be standard output, so print nothing else.
    if atomic_file::is_special(&args.binary) {
        return Ok(());
    }
    let (vertices, edges) = (file.graph.vertices(), file.graph.edges());
    let mut out = text_output::stdout();
    if args.json {
        let answer = json!({
            "schema": "grundy/convert/1",
            "binary": args.binary,
            "vertices": vertices,
            "edges": edges,
            "bytes": bytes,
        });
        writeln!(io::stdout(), "{answer}")?;
    } else {
        let [v, e, bytes] = [vertices as u64, edges as u64, bytes].map(group_digits);
        let vertices = if vertices == 1 { "vertex" } else { "vertices" };
        writeln!(out, "{}: {v} {vertices}, {}, {bytes} bytes", args.binary, counted(e, "edge"))?;
    }
    Ok(out.flush()?)
}

fn interrupted_error() -> Failure {
    Failure::AlreadyReported { status: interrupt::STATUS }
}

/// A writer that fails once Ctrl-C is pressed.
struct Interruptible<'a> {
    out: &'a mut dyn Write,
}

impl Write for Interruptible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt::is_pressed() {
            return Err(io::Error::other("interrupted"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
