//! `grundy solve`: solves one position, or a batch of positions.

use crate::bounds::{self, Bounds};
use crate::fail::{Failure, rules_status, solve_status};
use crate::interrupt::{self, InterruptibleReader};
use crate::named_files::NamedFiles;
use crate::position_args::PositionArgs;
use crate::progress;
use crate::render;
#[cfg(feature = "table")]
use crate::search_cache::SearchCache;
#[cfg(feature = "table")]
use crate::tables;
use crate::text_output;
use crate::{advice, atomic_file};
use grundy::Answer;
use grundy::answer::PartialAnswer;
use grundy::catalog::{self, OpenError, OpenedGame};
use grundy::limits::Limits;
#[cfg(feature = "table")]
use grundy::limits::RunError;
use grundy::solver::{SolveError, Solver};
use grundy::text::Key;
#[cfg(feature = "table")]
use grundy_table::TableSolution;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
#[cfg(feature = "table")]
use std::time::Duration;

/// The name of the game for a batch in which each line names its own games.
const SUMS: &str = "sum";

/// The maximum length of a line of a batch, in bytes.
const LINE_BYTES: u64 = 1 << 20;

/// The exit status and the error message for a line that cannot be answered.
type LineError = (u8, String);

/// The exit status and the JSON object for a line that is answered; the status is 0 if the answer is complete.
type LineAnswer = (u8, String);

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position_args: PositionArgs,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Answer the positions of a file, one per line, as one JSON object per line; `-` is standard input. With the game `sum`
    /// each line is a sum across games, or a game and a position
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<String>,
    /// Leave moves and remoteness out, for speed
    #[arg(long)]
    no_moves: bool,
    /// Look positions up in this table first
    #[cfg(feature = "table")]
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// Keep in this file what searches prove about positions or about the components of sums. If it exists, the search goes on from it; it is
    /// written at the end, also after Ctrl-C or when a limit ends the search
    #[cfg(feature = "table")]
    #[arg(long, value_name = "FILE")]
    cache: Option<String>,
    /// Seconds between two saves of the cache in a search of positions; 0 saves as often as possible
    #[cfg(feature = "table")]
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = bounds::interval, requires = "cache", allow_negative_numbers = true)]
    cache_every: Duration,
    /// List at most N moves, the best ones; by default 1000, and 20 as text on a terminal
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=1_000_000), allow_negative_numbers = true)]
    max_moves: Option<u64>,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.position_args.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        let files = NamedFiles::default().with_games([&self.position_args.game]).with_inputs(&self.batch);
        #[cfg(feature = "table")]
        let files = files.with_inputs(&self.table).with_inputs(&self.cache).with_outputs(&self.cache);
        files
    }
}

/// Runs `grundy solve`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        if let (SUMS, Some(path)) = (args.position_args.game.as_str(), &args.batch) {
            return batch(path, &mut |text| {
                let (game, position) = if text.contains('+') { (text, "") } else { split_at_space(text) };
                let game =
                    catalog::open(game, args.position_args.play(), &limits).map_err(|error| (2, refusal(&error)))?;
                let at = if position.is_empty() {
                    game.as_dyn().start().ok_or_else(|| (2, no_start(text)))?
                } else {
                    game.as_dyn().parse(position).map_err(|error| (2, error.to_string()))?
                };
                answer(args, &mut solver(args, &game, limits), &at)
            });
        }
        let game = args.position_args.open(&limits)?;
        #[cfg(feature = "table")]
        let table =
            args.table.as_ref().map(|path| tables::open_for(path, &args.position_args.game, &game)).transpose()?;
        #[cfg(feature = "table")]
        let store = table.as_ref().map(|table| TableSolution::new(table, game.as_dyn()));
        #[cfg(feature = "table")]
        let new_cache = |path| SearchCache::new(path, &args.position_args.game, &game, args.cache_every);
        #[cfg(feature = "table")]
        let cache = args.cache.as_deref().map(new_cache).transpose()?;
        let mut solver = solver(args, &game, limits);
        #[cfg(feature = "table")]
        if let Some(store) = &store {
            solver = solver.with_store(store);
        }
        #[cfg(feature = "table")]
        if let Some(cache) = &cache {
            solver = cache.use_in(solver)?;
        }
        let answered = answer_all(args, &game, &mut solver);
        #[cfg(feature = "table")]
        if let Some(cache) = &cache {
            // What an interrupted search has proved is kept too.
            let saved = cache.save(&mut solver);
            if saved.is_ok() && !matches!(answered, Err(Failure::Input { .. })) {
                cache.note_if_absent();
            }
            return match (answered, saved) {
                (Ok(()), saved) => saved,
                (Err(failure), Ok(())) => Err(failure),
                (Err(failure), Err(unsaved)) => {
                    // The exit status is that of the answer.
                    unsaved.print();
                    Err(failure)
                }
            };
        }
        answered
    })
}

/// The name of a game and its position.
fn split_at_space(text: &str) -> (&str, &str) {
    let (game, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (game, position.trim_start())
}

/// Answers the position of the command line, or the positions of its batch.
fn answer_all(args: &Args, game: &OpenedGame, solver: &mut Solver<'_>) -> Result<(), Failure> {
    let Some(path) = &args.batch else {
        let at = args.position_args.position(game)?;
        let answer = solver.solve(&at);
        if let Err(error) = &answer
            && let Some(partial) = partial(solver, &at, error)?
        {
            write_partial(args, game, &partial)?;
        }
        let answer = answer.map_err(|error| {
            let failure = failure(args, &error)
                .with_note(advice::recurring(solver))
                .with_note(advice::exceeded(solver))
                .with_note(advice::infinite_game(&args.position_args.game, &error));
            args.position_args.at_given_position(game, &at, failure)
        })?;
        let is_interrupted = answer.is_interrupted() && interrupt::is_pressed();
        write_answer(args, game, &at, &advice::answer(answer))?;
        return if is_interrupted { Err(Failure::interrupted()) } else { Ok(()) };
    };
    batch(path, &mut |text| {
        let at = game.as_dyn().parse(text).map_err(|error| (2, error.to_string()))?;
        answer(args, solver, &at)
    })
}

fn solver<'a>(args: &Args, game: &'a OpenedGame, limits: Limits<'a>) -> Solver<'a> {
    let max_moves = bounds::listed_moves(args.max_moves, !args.json && args.batch.is_none());
    let solver = Solver::new(game).limits(limits).max_moves(max_moves);
    #[cfg(feature = "table")]
    let solver = tables::with_openings(solver);
    if args.no_moves { solver.without_moves() } else { solver }
}

/// The failure for a position that cannot be solved.
fn failure(args: &Args, error: &SolveError) -> Failure {
    #[cfg(feature = "table")]
    if let (SolveError::Store(error), Some(path)) = (error, &args.table) {
        return tables::read_failure(path, error);
    }
    #[cfg(feature = "table")]
    if let (SolveError::Run(RunError::Checkpoint(error)), Some(path)) = (error, &args.cache) {
        return SearchCache::failure(path, error);
    }
    let _ = args;
    Failure::solve(error)
}

/// What is proved of a position that was not solved within the limits; `None` after other errors.
fn partial(solver: &Solver<'_>, at: &Key, error: &SolveError) -> Result<Option<PartialAnswer>, Failure> {
    let partial = solver.partial_answer(at, error).map_err(|error| Failure::solve(&error))?;
    let Some(mut partial) = partial else { return Ok(None) };
    partial.why = Some(advice::solve(error));
    partial.notes.splice(..0, advice::recurring(solver).into_iter().chain(advice::exceeded(solver)));
    Ok(Some(partial))
}

/// Writes what is proved of a position. If nothing is proved, it writes no text: the error message says that.
fn write_partial(args: &Args, game: &OpenedGame, partial: &PartialAnswer) -> Result<(), Failure> {
    progress::erase();
    let mut out = text_output::stdout();
    if args.json {
        writeln!(io::stdout(), "{}", serde_json::to_string(partial).expect("an answer is JSON"))?;
    } else if partial.is_informative() {
        render::partial_answer(partial, game.as_dyn(), &mut out)?;
    }
    Ok(out.flush()?)
}

fn write_answer(args: &Args, game: &OpenedGame, at: &Key, answer: &Answer) -> Result<(), Failure> {
    progress::erase();
    let mut out = text_output::stdout();
    if args.json {
        writeln!(io::stdout(), "{}", serde_json::to_string(&answer).expect("an answer is JSON"))?;
    } else {
        // Games of the catalogue are drawn only by `play`.
        if game.as_dyn().info().rules.is_some()
            && let Some(picture) = game.as_dyn().picture(at)?
        {
            writeln!(out, "{}\n", picture.trim_end_matches('\n'))?;
        }
        render::answer(answer, game.as_dyn(), &mut out)?;
    }
    Ok(out.flush()?)
}

/// Answers each line of a file with `ask`, which returns one JSON object, or the exit status and the error message.
fn batch(path: &str, ask: &mut dyn FnMut(&str) -> Result<LineAnswer, LineError>) -> Result<(), Failure> {
    let input: Box<dyn Read> = if path == "-" {
        Box::new(InterruptibleReader::new(io::stdin())?)
    } else {
        let file = interrupt::while_reading(|| File::open(path))
            .map_err(|error| Failure::file(path, &error, "name a file with one position per line, or `-`"))?;
        if atomic_file::is_special(path) { Box::new(InterruptibleReader::new(file)?) } else { Box::new(file) }
    };
    let mut input = BufReader::new(input);
    let mut out = BufWriter::new(io::stdout().lock());
    let watched = io::stdout().is_terminal();
    let mut status = 0;
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        // The reader of a pipe may wait for these answers before it writes more lines.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        let read = input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line);
        if interrupt::is_pressed() {
            out.flush()?;
            return Err(Failure::interrupted());
        }
        if read.map_err(|error| Failure::file(path, &error, ""))? == 0 {
            break;
        }
        let is_complete = line.last() == Some(&b'\n') || (line.len() as u64) < LINE_BYTES;
        let answer = if is_complete {
            match std::str::from_utf8(&line) {
                Ok(text) => ask(text.trim()),
                Err(_) => Err((2, "not UTF-8; save the file as UTF-8".to_owned())),
            }
        } else {
            let skipped = input.skip_until(b'\n');
            if interrupt::is_pressed() {
                out.flush()?;
                return Err(Failure::interrupted());
            }
            skipped.map_err(|error| Failure::file(path, &error, ""))?;
            Err((2, format!("a line of more than {LINE_BYTES} bytes; write one position per line")))
        };
        progress::erase();
        let (line_status, json) = answer.unwrap_or_else(|(failed, error)| {
            (failed, serde_json::json!({"error": error, "line": number}).to_string())
        });
        // A batch ends before the line that Ctrl-C cuts short.
        if line_status == 0 || !interrupt::is_pressed() {
            writeln!(out, "{json}")?;
        }
        // The status of bad input takes precedence over that of a limit.
        status = if status == 2 || line_status == 0 { status } else { line_status };
        if watched {
            out.flush()?;
        }
    }
    out.flush()?;
    if status == 0 { Ok(()) } else { Err(Failure::AlreadyReported { status }) }
}

/// Solves one position and returns the answer as JSON, with what is proved if that is not its value.
fn answer(args: &Args, solver: &mut Solver<'_>, at: &Key) -> Result<LineAnswer, LineError> {
    let error = match solver.solve(at) {
        Ok(answer) => {
            return Ok((0, serde_json::to_string(&advice::answer(answer)).expect("an answer is JSON")));
        }
        Err(error) => error,
    };
    let status = solve_status(&error);
    if error.unproved().is_some()
        && let Ok(Some(partial)) = partial(solver, at, &error)
    {
        return Ok((status, serde_json::to_string(&partial).expect("an answer is JSON")));
    }
    Err(match failure(args, &error) {
        Failure::Input { message, .. } => (status, message),
        Failure::Rules(error) => (rules_status(&error), advice::rules(*error).to_string()),
        _ => {
            let notes =
                std::iter::once(advice::solve(&error)).chain(advice::recurring(solver)).chain(advice::exceeded(solver));
            (status, notes.collect::<Vec<_>>().join("; "))
        }
    })
}

/// The error message for a game without a start, in one line.
fn no_start(game: &str) -> String {
    format!("`{game}` has no start; write its position after it, or a sum, as in `nim 3 5 + kayles 7`")
}

/// The error message for a sum that cannot be opened, in one line.
fn refusal(error: &OpenError) -> String {
    match error {
        OpenError::MisereSum => {
            "a sum of different games is for normal play; under misère play values do not add up; leave out --misere"
                .to_owned()
        }
        OpenError::MisereChangesNothing { .. } => format!("{error}; leave out --misere"),
        OpenError::RulesFile { path } => format!("`{path}` is a rules file, which cannot be in a list of sums"),
        other => other.to_string(),
    }
}
