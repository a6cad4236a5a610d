//! A worker: opens a game, answers jobs about it by one solver, and does so for the next game.
//!
//! It runs in a process of its own, started by the face that knows its command line, so that whatever a game does, its
//! memory and its time end with that process; or in a thread, where no command line is known.

mod clock;
mod heatmap;
mod period;
mod refusal;
mod reply;
mod sequence;
mod solve;
mod table;

pub(crate) use clock::Clock;
pub(crate) use reply::chosen;
pub(crate) use solve::{explanation, position};

use crate::failure::{Failure, place};
use crate::games;
use crate::job::{self, Done, Job, Op};
use crate::tables::Statistics;
use grundy::Play;
use grundy::catalog::{self, Files, GameSpec, Opened};
use grundy::limits::Limits;
use grundy::solver::Solver;
use grundy_rules::Setting;
use grundy_table::Table;
use refusal::wrong_rules;
use serde_json::{Map, Value, json};
use std::io;
use std::num::NonZeroUsize;
use table::Held;

/// Positions that are explored when rules are posted.
const LOOKED_AT: u64 = 10_000;

/// What the program that runs a worker as a process brings.
#[derive(Clone, Copy, Debug)]
pub struct WorkerProcess {
    /// Tells what is in a table.
    pub statistics: Statistics,
    /// Isolates the process. Called before each job, when the job's table is open: from then on the process opens no file. An error
    /// says which restriction the system lacks; then the worker refuses rules that a client posted.
    pub isolate: fn() -> Result<(), String>,
}

impl WorkerProcess {
    /// Isolates the process for a job.
    ///
    /// # Errors
    /// If the job runs rules that a client posted, and the system lacks a restriction.
    fn isolate(&self, job: &Job) -> Result<(), Failure> {
        (self.isolate)().or_else(|why| {
            if job.source.is_none() {
                return Ok(());
            }
            let message = format!("this server runs no rules that are posted: {why}");
            Err(Failure::new(503, message, "run the file on your own machine, as `grundy solve FILE.star`"))
        })
    }
}

/// Works for the server that started this process: jobs come on standard input, answers go to standard output.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve_pipe(process: WorkerProcess) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut failed = Ok(());
    work(&Clock::new(), Some(process), &mut || job::read(&mut input), &mut |done| {
        failed = done.write(&mut output);
        failed.is_ok()
    });
    failed
}

/// Answers jobs until there are none, or nobody takes the answer.
pub(crate) fn work(
    clock: &Clock,
    process: Option<WorkerProcess>,
    next: &mut dyn FnMut() -> Option<Job>,
    say: &mut dyn FnMut(Done) -> bool,
) {
    let mut job = next();
    while let Some(present) = job {
        job = if present.op == Op::Check {
            clock.start(present.time);
            let isolated = process.map_or(Ok(()), |process| process.isolate(&present));
            let done = isolated.map(|()| check(&present, &limits(&present, &|| clock.is_over())));
            if say(done.unwrap_or_else(Done::from)) { next() } else { None }
        } else {
            at_one_game(present, clock, process, next, say)
        };
    }
}

/// Answers jobs about a game as long as they are about that game; gives the first of another.
fn at_one_game(
    first: Job,
    clock: &Clock,
    process: Option<WorkerProcess>,
    next: &mut dyn FnMut() -> Option<Job>,
    say: &mut dyn FnMut(Done) -> bool,
) -> Option<Job> {
    clock.start(first.time);
    let stop = || clock.is_over();
    let limits = limits(&first, &stop);
    let opened = table::open(&first).and_then(|table| {
        process.map_or(Ok(()), |process| process.isolate(&first))?;
        Ok((open(&first, table.as_ref(), &limits)?, table))
    });
    let (game, table) = match opened {
        Ok(opened) => opened,
        Err(failure) => return if say(failure.into()) { next() } else { None },
    };
    let held = table.as_ref().map(|table| Held::new(&first.game, table, &game));
    let mut solver = Solver::new(&game).limits(limits);
    if let Some(held) = &held {
        solver = solver.with_store(held.store());
    }
    if !first.moves {
        solver = solver.without_moves();
    }
    let mut job = first.clone();
    loop {
        let asked = held.as_ref().map_or(Ok(()), |held| held.find(&mut job, &game));
        let done = asked.and_then(|()| match job.op {
            Op::Solve => solve::solve(&job, &game, &mut solver),
            Op::Explain => solve::explained(&job, &game, &mut solver),
            Op::Reply => reply::replied(&job, &game, &mut solver),
            Op::Sequence => sequence::sequence(&job, &game, &mut solver, &limits),
            Op::Heatmap => heatmap::heatmap(&job, &game, &limits),
            Op::Period => period::period(&job, &game, &limits),
            Op::Game => games::with_parameters(&game).map(|told| Done::always(told.to_string())),
            Op::Stats => table::statistics(held.as_ref(), &game, process.map(|process| process.statistics)),
            Op::Check => unreachable!("done above"),
        });
        if !say(done.unwrap_or_else(Done::from).sendable()) {
            return None;
        }
        job = next()?;
        if job.op == Op::Check || job.of_game() != first.of_game() || job.memory != first.memory {
            return Some(job);
        }
        clock.start(job.time);
    }
}

fn limits<'a>(job: &Job, stop: &'a (dyn Fn() -> bool + Sync)) -> Limits<'a> {
    Limits { memory: Some(job.memory), threads: NonZeroUsize::new(1), stop, ..Limits::NONE }
}

fn settings(job: &Job) -> Result<Vec<Setting>, Failure> {
    let read = |text: &String| {
        text.parse()
            .map_err(|help: String| Failure::input(format!("`set={text}`"), help).with("parameter", json!("set")))
    };
    job.set.iter().map(read).collect()
}

fn open(job: &Job, table: Option<&Table>, limits: &Limits<'_>) -> Result<Opened, Failure> {
    if let Some(table) = table {
        return table::game(job, table, limits);
    }
    let play = if job.misere { Play::Misere } else { Play::Normal };
    match &job.source {
        Some(source) => grundy_rules::open_script(&job.game, source, &settings(job)?, play, limits)
            .map_err(|error| wrong_rules(&error, &job.game)),
        None => open_named(&job.game, play, limits).map_err(|error| {
            let failure = Failure::open(&error, &job.game);
            if job.op == Op::Game { failure.with("parameter", json!("name")) } else { failure }
        }),
    }
}

/// Opens a game by its text. No text names a file.
fn open_named(text: &str, play: Play, limits: &Limits<'_>) -> Result<Opened, catalog::OpenError> {
    GameSpec::parse(text).map_err(catalog::OpenError::Text)?.open(play, Files::Denied, limits)
}

/// Explores rules that were posted.
fn check(job: &Job, limits: &Limits<'_>) -> Done {
    let limits = Limits { positions: Some(LOOKED_AT), ..*limits };
    let source = job.source.as_deref().unwrap_or_default();
    let report = match settings(job).and_then(|settings| {
        grundy_rules::check_source(&job.game, source, &settings, &limits)
            .map_err(|error| wrong_rules(&error, &job.game))
    }) {
        Ok(report) => report,
        Err(failure) => return failure.into(),
    };
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|found| {
            let mut told = Map::new();
            told.insert("severity".to_owned(), json!(found.severity.as_str()));
            told.insert("message".to_owned(), json!(found.message));
            told.insert("position".to_owned(), json!(found.position));
            if let Some(error) = &found.error {
                told.extend(place(error));
                told.insert("help".to_owned(), json!(error.help));
                told.insert("notes".to_owned(), json!(error.notes));
            }
            Value::Object(told)
        })
        .collect();
    if report.is_wrong() {
        let worst = report.findings.iter().find_map(|found| found.error.as_deref());
        let failure = match worst {
            Some(error) => Failure { status: 422, ..Failure::rules(error) },
            None => Failure::new(422, &report.findings[0].message, "change the rules and post them again"),
        };
        return failure.with("findings", json!(findings)).into();
    }
    let parameters: Map<String, Value> =
        report.parameters.iter().map(|(name, default)| (name.clone(), json!(default))).collect();
    let answer = json!({
        "schema": "grundy/rules/1",
        "game": job.game,
        "name": report.name,
        "source": report.source,
        "parameters": parameters,
        "check": {
            "findings": findings,
            "positions": report.positions(),
            "moves": report.moves(),
            "whole": report.is_whole,
            "cycles": report.cycles,
            "bytes": report.bytes,
        },
    });
    Done::always(answer.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(job: Job, isolate: fn() -> Result<(), String>) -> Done {
        let (mut jobs, mut answers) = (vec![job], Vec::new());
        let process = WorkerProcess { statistics: |_, _| Err(String::new()), isolate };
        work(&Clock::new(), Some(process), &mut || jobs.pop(), &mut |done| {
            answers.push(done);
            true
        });
        answers.pop().unwrap()
    }

    fn job(op: Op, game: &str, source: Option<&str>) -> Job {
        let job = crate::api::job(op, game, crate::door::Asked::Catalogue, Vec::new(), false);
        Job { source: source.map(str::to_owned), position: Some("3".to_owned()), time: 5000, memory: 64 << 20, ..job }
    }

    #[test]
    fn posted_rules_are_refused_where_the_process_cannot_be_isolated() {
        let rules = Some("def initial(): return 3\ndef moves(s): return [s - 1] if s else []\n");
        let lacking = || Err("the system does not filter system calls".to_owned());
        for op in [Op::Check, Op::Solve, Op::Sequence] {
            let refused = answer(job(op, "rules:1", rules), lacking);
            let body = String::from_utf8(refused.body).unwrap();
            assert_eq!(refused.status, 503, "{body}");
            assert!(
                body.contains("no rules that are posted") && body.contains("does not filter system calls"),
                "{body}"
            );
            assert_eq!(answer(job(op, "rules:1", rules), || Ok(())).status, 200, "{op:?}");
        }
        assert_eq!(answer(job(Op::Solve, "nim", None), lacking).status, 200);
    }
}
