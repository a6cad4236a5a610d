//! `grundy solve`: one position, or a batch of them.

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::render;
use grundy::Play;
use grundy::ask::{AskError, Desk, MAX_MOVES};
use grundy::catalog::{self, Opened};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};

/// The longest line of a batch, in bytes.
const LINE_BYTES: u64 = 1 << 20;

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: `nim`, `bash:3`, `subtraction:1,3,4`, `graph:PATH`, …; `grundy games` lists all
    game: String,
    /// The position, as in `14 21 39`; by default the game's start, if it has one
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Answer the positions of a file, one a line, as one JSON object a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<String>,
    /// Leave moves and remoteness out, for speed
    #[arg(long)]
    no_moves: bool,
    /// List at most so many moves, the best ones
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES)]
    max_moves: usize,
    #[command(flatten)]
    bounds: Bounds,
}

/// Answers.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let game = catalog::open(&args.game, play, &limits).map_err(|error| Failure::open(error, &args.game))?;
        let mut desk = Desk::new(&game, limits).max_moves(args.max_moves);
        if args.no_moves {
            desk = desk.without_moves();
        }
        match &args.batch {
            Some(path) => batch(&game, &mut desk, path),
            None => one(args, &game, &mut desk),
        }
    })
}

fn one(args: &Args, game: &Opened, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let any = game.any();
    let text = args.position.join(" ");
    let at = match any.start() {
        Some(start) if args.position.is_empty() => start,
        None if args.position.is_empty() => {
            let name = args.game.split(':').next().unwrap_or_default();
            return Err(Failure::input(
                format!("`{}` has no start, so it needs a position", args.game),
                format!("write it after the game; `grundy games {name}` says how"),
            ));
        }
        _ => any.parse(&text).map_err(|error| Failure::text(error, &text))?,
    };
    let answer = desk.ask(&at).map_err(|error| Failure::ask(&error))?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer).expect("an answer is JSON"))?;
    } else {
        render::answer(&answer, &mut out)?;
    }
    Ok(out.flush()?)
}

fn batch(game: &Opened, desk: &mut Desk<'_>, path: &str) -> Result<(), Failure> {
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
            answer(game, desk, &line)
        } else {
            input.skip_until(b'\n').map_err(|error| Failure::file(path, &error, ""))?;
            Err((2, format!("a line of more than {LINE_BYTES} bytes; write one position a line")))
        };
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

/// One line's answer as JSON; else the exit status and the error.
fn answer(game: &Opened, desk: &mut Desk<'_>, line: &[u8]) -> Result<String, (u8, String)> {
    let text = std::str::from_utf8(line).map_err(|_| (2, "not UTF-8; save the file as UTF-8".to_owned()))?;
    let at = game.any().parse(text.trim()).map_err(|error| (2, error.to_string()))?;
    let answer = desk.ask(&at).map_err(|error| match error {
        AskError::StoreIncomplete => (2, error.to_string()),
        _ => (3, error.to_string()),
    })?;
    Ok(serde_json::to_string(&answer).expect("an answer is JSON"))
}
