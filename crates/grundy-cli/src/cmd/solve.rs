//! `grundy solve`: one position, or a batch of them.

use crate::bounds::Bounds;
use crate::fail::{Failure, ask_status};
use crate::progress;
use crate::question::Question;
use crate::render;
#[cfg(feature = "table")]
use crate::stored;
use grundy::Answer;
use grundy::catalog::{self, Opened};
use grundy::limits::Limits;
use grundy::solver::{MAX_MOVES, Solver};
use grundy::text::Key;
#[cfg(feature = "table")]
use grundy_table::Stored;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};

/// The game of a batch in which each line is a sum across games.
const SUMS: &str = "sum";
const NOT_A_SUM: &str = "not a sum; write it as in `nim 3 5 + kayles 7`";

/// The longest line of a batch, in bytes.
const LINE_BYTES: u64 = 1 << 20;

/// The exit status and the error of a line that has no answer.
type Refused = (u8, String);

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Answer the positions of a file, one a line, as one JSON object a line; `-` is standard input. With the game `sum`
    /// each line is a sum across games
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<String>,
    /// Leave moves and remoteness out, for speed
    #[arg(long)]
    no_moves: bool,
    /// Ask this table first
    #[cfg(feature = "table")]
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// List at most so many moves, the best ones
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES as u64, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    max_moves: u64,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.question.game, &self.bounds)
    }
}

/// Answers.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        if let (SUMS, Some(path)) = (args.question.game.as_str(), &args.batch) {
            return batch(path, &mut |text| {
                let game =
                    catalog::open(text, args.question.play(), &limits).map_err(|error| (2, error.to_string()))?;
                let start = game.any().start().ok_or_else(|| (2, NOT_A_SUM.to_owned()))?;
                answer(&mut desk(args, &game, limits), &start)
            });
        }
        let game = args.question.open(&limits)?;
        #[cfg(feature = "table")]
        let table = args.table.as_ref().map(|path| stored::open_for(path, &args.question.game, &game)).transpose()?;
        #[cfg(feature = "table")]
        let store = table.as_ref().map(|table| Stored::new(table, game.any()));
        let mut desk = desk(args, &game, limits);
        #[cfg(feature = "table")]
        if let Some(store) = &store {
            desk = desk.with_store(store);
        }
        // What went wrong with the table while a question was asked: its answer is not to be believed.
        #[cfg(feature = "table")]
        let trouble = || {
            let (path, error) = args.table.as_ref().zip(store.as_ref()?.trouble())?;
            Some(format!("{path}: {error}"))
        };
        #[cfg(not(feature = "table"))]
        let trouble = || None::<String>;
        match &args.batch {
            Some(path) => batch(path, &mut |text| {
                let at = game.any().parse(text).map_err(|error| (2, error.to_string()))?;
                let answer = answer(&mut desk, &at);
                trouble().map_or(answer, |what| Err((2, what)))
            }),
            None => {
                let at = args.question.position(&game)?;
                let answer = desk.ask(&at);
                if let Some(what) = trouble() {
                    return Err(Failure::input(what, "restore the table from a copy, or build it again"));
                }
                say(args, &game, &at, &answer.map_err(|error| Failure::ask(&error))?)
            }
        }
    })
}

fn desk<'a>(args: &Args, game: &'a Opened, limits: Limits<'a>) -> Solver<'a> {
    let desk = Solver::new(game, limits).max_moves(args.max_moves as usize);
    if args.no_moves { desk.without_moves() } else { desk }
}

fn say(args: &Args, game: &Opened, at: &Key, answer: &Answer) -> Result<(), Failure> {
    progress::wipe();
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer).expect("an answer is JSON"))?;
    } else {
        if let Some(picture) = game.any().picture(at) {
            writeln!(out, "{}\n", picture.trim_end_matches('\n'))?;
        }
        if let Some(trouble) = game.any().take_trouble() {
            return Err(Failure::Rules(Box::new(trouble)));
        }
        render::answer(answer, &mut out)?;
    }
    Ok(out.flush()?)
}

/// Answers each line of a file by `ask`: one JSON object, or the exit status and the error.
fn batch(path: &str, ask: &mut dyn FnMut(&str) -> Result<String, Refused>) -> Result<(), Failure> {
    let input: Box<dyn Read> = if path == "-" {
        Box::new(io::stdin())
    } else {
        let file = File::open(path);
        Box::new(file.map_err(|error| Failure::file(path, &error, "name a file with one position a line, or `-`"))?)
    };
    let mut input = BufReader::new(input);
    let mut out = BufWriter::new(io::stdout().lock());
    let watched = io::stdout().is_terminal();
    let mut status = 0;
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let read = input.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::file(path, &error, ""))? == 0 {
            break;
        }
        let whole = line.last() == Some(&b'\n') || (line.len() as u64) < LINE_BYTES;
        let answer = if whole {
            match std::str::from_utf8(&line) {
                Ok(text) => ask(text.trim()),
                Err(_) => Err((2, "not UTF-8; save the file as UTF-8".to_owned())),
            }
        } else {
            input.skip_until(b'\n').map_err(|error| Failure::file(path, &error, ""))?;
            Err((2, format!("a line of more than {LINE_BYTES} bytes; write one position a line")))
        };
        progress::wipe();
        match answer {
            Ok(json) => writeln!(out, "{json}")?,
            Err((failed, error)) => {
                // Bad input outranks a limit.
                status = if status == 2 { 2 } else { failed };
                writeln!(out, "{}", serde_json::json!({"error": error, "line": number}))?;
            }
        }
        if watched {
            out.flush()?;
        }
    }
    out.flush()?;
    if status == 0 { Ok(()) } else { Err(Failure::Answered { status }) }
}

/// One position's answer as JSON; else the exit status and the error.
fn answer(desk: &mut Solver<'_>, at: &Key) -> Result<String, Refused> {
    let answer = desk.ask(at).map_err(|error| (ask_status(&error), error.to_string()))?;
    Ok(serde_json::to_string(&answer).expect("an answer is JSON"))
}
