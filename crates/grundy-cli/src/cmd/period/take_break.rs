//! The search for periods of take-and-break games, with a certificate, checkpoints and a progress line.

use super::args::Args;
use super::period_result::{PeriodResult, RAISE_LIMIT_ADVICE, as_addition, why_stopped};
use crate::atomic_file;
use crate::fail::Failure;
use crate::progress::{self, ProgressLine, group_digits};
use crate::save_timer::SaveTimer;
use crate::text_output;
use grundy::heap::octal::{self, Game, Method, PeriodSearcher};
use grundy::limits::{Bytes, Limits};
use grundy::solver::{PERIOD_MEMORY, PeriodError};
use grundy::theory::{PeriodSearch, SearchEnd};
use std::fs::File;
use std::io;
use std::time::Duration;

const CHECKPOINT_HELP: &str = "--checkpoint takes the name of a file that may be written";

/// Runs a search, from a checkpoint if there is one, and writes the checkpoint and the certificate.
pub(super) fn search(game: Game, args: &Args, limits: &Limits<'_>) -> Result<PeriodResult, Failure> {
    check_files(args)?;
    let mut run = Run { searcher: searcher(game, args, limits)?, args, limits, stopped: None, failed: None };
    let progress = ProgressLine::new();
    let search = run.search(&progress);
    if search.ended == SearchEnd::Inconsistent {
        return Err(Failure::Limit(PeriodError::Inconsistent { heaps: search.heaps }.to_string()));
    }
    if let Some(path) = args.certificate.as_ref().filter(|_| search.proved().is_some()) {
        run.write_certificate(path, &search, &progress);
    }
    drop(progress);
    if args.certificate.is_some() && search.proved().is_none() {
        text_output::eprintln(format_args!("note: no certificate was written, since no period is proved"));
    }
    let Run { stopped, failed, .. } = run;
    let advice = match (stopped, &args.checkpoint) {
        _ if matches!(search.ended, SearchEnd::Memory { .. }) && args.history => {
            "try a larger --memory, or leave out --history"
        }
        _ if matches!(search.ended, SearchEnd::Memory { .. }) => "try a larger --memory",
        (None, _) => RAISE_LIMIT_ADVICE,
        (Some(_), Some(_)) => "the same command goes on where this one ended",
        (Some(_), None) => "--checkpoint FILE lets a search go on later",
    };
    Ok(PeriodResult { search, stopped, advice, failed })
}

/// Checks that the files of the run can be written.
fn check_files(args: &Args) -> Result<(), Failure> {
    if let Some(path) = args.checkpoint.as_ref().filter(|path| atomic_file::is_pipe(path)) {
        return Err(Failure::input(format!("{path}: is a pipe"), CHECKPOINT_HELP));
    }
    for path in args.certificate.iter().chain(&args.checkpoint) {
        atomic_file::check_writable(path)
            .map_err(|error| Failure::unwritable(path, &error, "name a file in a folder that may be written to"))?;
    }
    match (&args.certificate, &args.checkpoint) {
        (Some(certificate), Some(checkpoint)) if atomic_file::is_same(certificate, checkpoint) => {
            Err(Failure::input("the certificate and the checkpoint are one file", "name two"))
        }
        _ => Ok(()),
    }
}

/// The search with the limits of the run, from its checkpoint if there is one.
fn searcher(game: Game, args: &Args, limits: &Limits<'_>) -> Result<PeriodSearcher, Failure> {
    if limits.max_memory() < PERIOD_MEMORY {
        let little = PeriodError::Memory { allowed: limits.max_memory() };
        return Err(Failure::Limit(format!("{little}; a larger --memory may help")));
    }
    let mut searcher = match &args.checkpoint {
        Some(path) => resume(game, path, limits.max_memory())?,
        None => PeriodSearcher::new(game),
    };
    searcher = searcher.memory(limits.max_memory()).threads(limits.workers());
    if args.limit.is_none() {
        searcher = searcher.plain_limit_by_default();
    }
    if !args.history {
        return Ok(searcher);
    }
    if let Some(path) = args.checkpoint.as_ref().filter(|_| !searcher.has_all_values()) {
        return Err(Failure::input(
            format!("{path}: `--history` keeps all values, but this search has dropped some"),
            "leave `--history` out, or name another file to begin a new search",
        ));
    }
    Ok(searcher.keep_all())
}

/// A run of a search.
struct Run<'a> {
    searcher: PeriodSearcher,
    args: &'a Args,
    limits: &'a Limits<'a>,
    /// Why the run was stopped, if it was.
    stopped: Option<&'static str>,
    /// The failure that occurred after something was found, if any.
    failed: Option<Failure>,
}

impl Run<'_> {
    /// Searches up to the limit, and saves the checkpoint from time to time and at the end.
    fn search(&mut self, progress: &ProgressLine) -> PeriodSearch {
        let args = self.args;
        let began = self.searcher.progress().heaps;
        let timer = SaveTimer::every(args.checkpoint_every);
        let mut seen = false;
        loop {
            let limit = args.limit.unwrap_or_else(|| self.searcher.default_limit());
            let mut save = false;
            let (limits, stopped) = (self.limits, &mut self.stopped);
            let search = self.searcher.search(limit, &mut |at| {
                progress.show(|elapsed| describe(at, began, elapsed, limit));
                *stopped = why_stopped(limits);
                // The work after a period is found cannot be saved and would start again, so save once at that point.
                save = args.checkpoint.is_some() && if at.is_found { !seen } else { timer.is_due() };
                seen |= at.is_found;
                stopped.is_none() && !save
            });
            if let Some(path) = &args.checkpoint
                && let Err(error) = timer.save(|| atomic_file::write_by(path, |out| self.searcher.save(out)))
            {
                let help = "the search was not saved; the result so far follows";
                self.failed = Some(Failure::unwritable(path, &error, help));
                return search;
            }
            let can_go_farther = search.ended == SearchEnd::Limit
                && args.limit.is_none()
                && self.searcher.default_limit() > search.heaps;
            let was_for_save = search.ended == SearchEnd::Stopped && self.stopped.is_none() && save;
            if !can_go_farther && !was_for_save {
                return search;
            }
        }
    }

    /// Writes the certificate of a proved period.
    fn write_certificate(&mut self, path: &str, search: &PeriodSearch, progress: &ProgressLine) {
        let (limits, stopped) = (self.limits, &mut self.stopped);
        let certificate = self.searcher.certificate(search, &mut || {
            progress.show(|_| "computing again what the certificate holds".to_owned());
            *stopped = why_stopped(limits);
            stopped.is_none()
        });
        match certificate.map(|certificate| atomic_file::write(path, certificate.encode().as_bytes())) {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                let help = "the period is proved, but no certificate was written";
                self.failed = Some(Failure::unwritable(path, &error, help));
            }
            None => {
                let why = as_addition(self.stopped);
                let message = format!("the period is proved, but no certificate was written{why}");
                self.failed = Some(Failure::Stopped(message));
            }
        }
    }
}

/// Resumes the search from a checkpoint file of at most `max_bytes` bytes, or starts a new search if there is no file.
fn resume(game: Game, path: &str, max_bytes: u64) -> Result<PeriodSearcher, Failure> {
    let read_failure = |error: io::Error| Failure::file(path, &error, CHECKPOINT_HELP);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(PeriodSearcher::new(game)),
        Err(error) => return Err(read_failure(error)),
    };
    if file.metadata().map_err(read_failure)?.len() > max_bytes {
        let larger = format!("is larger than {}", Bytes(max_bytes));
        return Err(read_failure(io::Error::new(io::ErrorKind::FileTooLarge, larger)));
    }
    PeriodSearcher::resume(game, file)
        .map_err(|error| Failure::checkpoint(path, &error, "name another file, or remove this one to begin anew"))
}

/// Formats the progress line.
fn describe(at: &octal::SearchProgress, began: u64, elapsed: Duration, limit: u64) -> String {
    let rate = at.heaps.saturating_sub(began) as f64 / elapsed.as_secs_f64().max(0.001);
    let mut text = format!("{} heaps", group_digits(at.heaps));
    if at.is_found {
        return format!("{text}; period found, looking for where it begins");
    }
    text += &match rate {
        1e6.. => format!(", {:.1} M/s", rate / 1e6),
        _ => format!(", {}/s", group_digits(rate as u64)),
    };
    if let Method::Sparse { rare, .. } = at.method {
        text += &format!(", {} rare", group_digits(rare as u64));
    }
    text += &format!(", largest value {}", at.max_value);
    if rate >= 1.0 && matches!(at.method, Method::Sparse { .. }) {
        let left = limit.saturating_sub(at.heaps) as f64 / rate;
        text += &format!("; {} in {}", group_digits(limit), progress::approximate_duration(left));
    }
    text
}
