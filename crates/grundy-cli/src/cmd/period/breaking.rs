//! The search in take-and-break games: with a certificate, checkpoints and a line of progress.

use super::{Args, Outcome, why_stopped};
use crate::fail::Failure;
use crate::progress::{self, Progress, grouped};
use crate::whole;
use grundy::heap::octal::{self, Ended, Game, Method, Run};
use grundy::limits::Limits;
use std::time::{Duration, Instant};

/// Searches, goes on where a checkpoint ends, and writes what was asked for.
pub(super) fn search(game: Game, args: &Args, limits: &Limits<'_>) -> Result<Outcome, Failure> {
    let mut run = match &args.checkpoint {
        Some(path) => resume(game, path)?,
        None => Run::new(game),
    };
    run = run.memory(limits.memory);
    if args.limit.is_none() {
        run = run.plain_limit_by_default();
    }
    if args.history {
        run = run.keep_all();
    }
    let progress = Progress::new();
    let began = run.progress().heaps;
    let every = Duration::try_from_secs_f64(args.checkpoint_every).unwrap_or(Duration::MAX);
    let mut cut = "";
    let search = loop {
        let limit = args.limit.unwrap_or_else(|| run.default_limit());
        let saved = Instant::now();
        let mut save = false;
        let search = run.search(limit, &mut |at| {
            progress.show(|elapsed| said(at, began, elapsed, limit));
            cut = why_stopped(limits).unwrap_or_default();
            save = args.checkpoint.is_some() && saved.elapsed() >= every;
            cut.is_empty() && !save
        });
        if let Some(path) = &args.checkpoint {
            whole::write(path, &run.snapshot())
                .map_err(|error| Failure::file(path, &error, "a checkpoint is written to a file beside others"))?;
        }
        let farther = search.ended == Ended::Limit && args.limit.is_none() && run.default_limit() > search.heaps;
        if !(farther || search.ended == Ended::Stopped && cut.is_empty() && save) {
            break search;
        }
    };
    if search.ended == Ended::Inconsistent {
        return Err(Failure::Limit(format!(
            "after {} heaps values computed twice differ: a fault of the machine, or of this program; please report it",
            search.heaps
        )));
    }
    if let Some(path) = args.certificate.as_ref().filter(|_| search.found.is_some()) {
        let certificate = run.certificate(&search, &mut || {
            progress.show(|_| "computing again what the certificate holds".to_owned());
            cut = why_stopped(limits).unwrap_or_default();
            cut.is_empty()
        });
        let Some(certificate) = certificate else {
            return Err(Failure::Limit(format!("the period is proved, but no certificate was written{cut}")));
        };
        whole::write(path, certificate.encode().as_bytes()).map_err(|error| {
            Failure::file(path, &error, "a certificate is written to a file in a folder that exists")
        })?;
    }
    drop(progress);
    Ok(Outcome { method: search.method.to_string(), found: search.period(), cut })
}

/// The search that the file holds; a new one if there is no file.
fn resume(game: Game, path: &str) -> Result<Run, Failure> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Run::new(game)),
        Err(error) => {
            return Err(Failure::file(path, &error, "--checkpoint takes the name of a file that may be written"));
        }
    };
    Run::resume(game, &bytes).map_err(|error| {
        Failure::input(format!("{path}: {error}"), "name another file, or remove this one to begin anew")
    })
}

/// The line of progress.
fn said(at: &octal::Progress, began: u64, elapsed: Duration, limit: u64) -> String {
    let rate = (at.heaps - began) as f64 / elapsed.as_secs_f64().max(0.001);
    let mut text = format!("{} heaps", grouped(at.heaps));
    if at.found {
        return format!("{text}; period found, looking for where it begins");
    }
    text += &format!(", {} a second", grouped(rate as u64));
    if let Method::Sparse { rare, .. } = at.method {
        text += &format!(", {} rare", grouped(rare as u64));
    }
    text += &format!(", largest value {}", at.max_value);
    if rate >= 1.0 && matches!(at.method, Method::Sparse { .. }) {
        let left = limit.saturating_sub(at.heaps) as f64 / rate;
        text += &format!("; the limit of {} heaps in {}", grouped(limit), progress::roughly(left));
    }
    text
}
