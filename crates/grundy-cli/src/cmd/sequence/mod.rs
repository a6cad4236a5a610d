//! `grundy sequence`: the single heaps of a game, or the cold pairs of Wythoff's game, one after the other.

mod cold;
mod held;
mod plot;

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::rules::{self, Settings};
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
use crate::{atomic_file, progress};
use grundy::answer::Integer;
use grundy::catalog::Opened;
use grundy::limits::Limits;
use grundy::solver::{MAX_MOVES, Solver};
use grundy::theory::Period;
use grundy::{Outcome, Play, PositionValue};
use held::Held;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};

/// Heaps looked at for a period to fold the text by.
const FOLD_SEARCH: u64 = 100_000;
/// Periods up to this length fold the text.
const FOLD: u64 = 100;
/// Values in a row where there is no period to fold by.
const ROW: u64 = 20;
/// Winning moves named in a row of text.
const NAMED: usize = 6;

/// Arguments of `sequence`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:1,3,4`, `kayles`, `wythoff`, …
    game: String,
    /// The last heap, or the last index of a cold pair
    #[arg(long, value_name = "N")]
    to: u64,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Draw them into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    settings: Settings,
    /// List at most so many winning moves of a heap
    #[arg(long, value_name = "N", default_value_t = MAX_MOVES as u64, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    max_moves: u64,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.game, &self.bounds)
    }

    /// The files that are named.
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().reads([&self.game]).writes(&self.plot)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Aligned, for people; folded by the period when there is one
    Text,
    /// A row a heap: n, value, grundy, winning moves
    Csv,
    /// One object
    Json,
    /// A line a heap: n and Grundy value
    Bfile,
}

/// One heap.
struct Term {
    n: u64,
    value: PositionValue,
    winning: Vec<String>,
}

impl Term {
    /// The bytes that it takes, with what the allocator adds to each text.
    fn bytes(&self) -> usize {
        let texts: usize = self.winning.iter().map(|text| size_of::<String>() + text.capacity() + 16).sum();
        size_of::<Self>() + texts
    }
}

/// Lists.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let format = if args.json { Format::Json } else { args.format };
        if args.plot.is_some() && args.to > plot::MOST {
            return Err(Failure::input(
                format!("{} heaps are too many for a picture", args.to),
                format!("with --plot, --to is at most {}", plot::MOST),
            ));
        }
        let game = rules::open(&args.game, &args.settings, play, &limits)?;
        if let Some(theory) = game.as_dyn().theory().filter(|theory| theory.cold_pair(0).is_some()) {
            let pairs = || (0..=args.to).filter_map(|k| theory.cold_pair(k).map(|(small, large)| (k, small, large)));
            if args.plot.is_some() {
                let points: Vec<_> = pairs().map(|(k, small, large)| (k, float(&small), float(&large))).collect();
                draw(args, &plot::cold_pairs(&points))?;
            }
            return cold::cold_pairs(game.as_dyn().name(), args.to, pairs(), format, &limits);
        }
        let Some(least) = game.as_dyn().theory().and_then(|theory| theory.least_heap()) else {
            return Err(Failure::input(
                format!("the heaps of `{}` are not a sequence", args.game),
                "sequences are those of games with single heaps; `grundy games` lists all",
            ));
        };
        if format == Format::Bfile && args.misere {
            return Err(Failure::input(
                "a b-file holds Grundy values, and misère play has none",
                "choose another --format, or leave out --misere",
            ));
        }
        let terms = Terms {
            solver: Solver::new(&game).limits(limits).without_moves(),
            game: &game,
            limits,
            next: Some(least),
            winning_moves: match format {
                Format::Bfile => 0,
                // Those that a row names, and one more, which it tells by dots.
                Format::Text => (args.max_moves as usize).min(NAMED + 1),
                Format::Csv | Format::Json => args.max_moves as usize,
            },
            to: args.to,
        };
        if args.plot.is_none() {
            return write_terms(args, format, &game, least, terms, &limits);
        }
        let terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
        let point = |term: &Term| plot::Point {
            n: term.n,
            outcome: term.value.outcome,
            height: term.value.grundy.number().as_ref().map(float),
        };
        let points: Vec<plot::Point> = terms.iter().map(point).collect();
        let period = fold(args, &game, &limits);
        draw(args, &plot::heaps(&args.game, &points, period.as_ref()))?;
        write_terms(args, format, &game, least, terms.into_iter().map(Ok), &limits)
    })
}

/// Keeps a picture.
fn draw(args: &Args, drawn: &str) -> Result<(), Failure> {
    let Some(path) = &args.plot else { return Ok(()) };
    atomic_file::write(path, drawn.as_bytes())
        .map_err(|error| Failure::file(path, &error, "name a file that can be written"))
}

/// A number for a picture, where a little less than exact will do.
fn float(n: &impl ToString) -> f64 {
    n.to_string().parse().unwrap_or(0.0)
}

/// The heaps in turn, each asked for.
struct Terms<'a> {
    solver: Solver<'a>,
    game: &'a Opened,
    limits: Limits<'a>,
    /// The next heap; `None` after the largest heap there is.
    next: Option<u64>,
    /// How many winning moves a heap lists at most.
    winning_moves: usize,
    /// The last heap.
    to: u64,
}

impl Iterator for Terms<'_> {
    type Item = Result<Term, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let n = self.next.filter(|&n| n <= self.to)?;
        self.next = n.checked_add(1);
        Some((|| {
            // Theory answers at once, and does not ask whether the run is over.
            self.limits.check(0, 0).map_err(|error| Failure::run(&error))?;
            let at = self.game.as_dyn().parse(&n.to_string()).map_err(|error| Failure::text(error, &n.to_string()))?;
            let answer = self.solver.solve(&at).map_err(|error| Failure::solve(&error))?;
            progress::wipe();
            let winning = self.solver.winning_moves(&at, self.winning_moves).map_err(|error| Failure::solve(&error))?;
            Ok(Term { n, value: answer.value, winning })
        })())
    }
}

fn write_terms(
    args: &Args,
    format: Format,
    game: &Opened,
    first: u64,
    terms: impl Iterator<Item = Result<Term, Failure>>,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Bfile => {
            for term in terms {
                let term = term?;
                let grundy = term.value.grundy.number().ok_or_else(|| no_value(&term))?;
                writeln!(out, "{} {grundy}", term.n)?;
            }
        }
        Format::Csv => {
            writeln!(out, "n,value,grundy,winning_moves")?;
            for term in terms {
                let term = term?;
                let grundy = term.value.grundy.number().map_or(String::new(), |g| g.to_string());
                let winning = term.winning.join("; ");
                let quote = if winning.contains(',') { "\"" } else { "" };
                writeln!(out, "{},{},{grundy},{quote}{winning}{quote}", term.n, term.value.outcome)?;
            }
        }
        Format::Json => {
            let mut listed = JsonList::new(first, args.to, limits)?;
            for term in terms {
                let term = term?;
                listed.push(&json!({
                    "n": term.n,
                    "value": term.value.outcome.as_str(),
                    "grundy": term.value.grundy.number().map(Integer),
                    "winning_moves": term.winning,
                }))?;
            }
            let period = fold(args, game, limits);
            let whole = json!({
                "schema": "grundy/sequence/1",
                "game": args.game,
                "play": if args.misere { "misere" } else { "normal" },
                "period": period.as_ref().map(Period::period),
                "preperiod": period.as_ref().map(Period::preperiod),
            });
            listed.write_last_in(&whole, "terms", &mut out)?;
        }
        Format::Text => write_text(args, game, first, terms, limits, &mut out)?,
    }
    Ok(out.flush()?)
}

fn no_value(term: &Term) -> Failure {
    let why = term.value.grundy.reason().unwrap_or("no Grundy value");
    Failure::input(format!("heap {}: {why}", term.n), "choose another --format")
}

/// The proved period of the game, where one is found quickly.
fn fold(args: &Args, game: &Opened, limits: &Limits<'_>) -> Option<Period> {
    if args.misere {
        return None;
    }
    game.as_dyn().theory()?.find_period(FOLD_SEARCH, &mut |_| !(limits.stop)())?.proved()
}

fn write_text(
    args: &Args,
    game: &Opened,
    first: u64,
    terms: impl Iterator<Item = Result<Term, Failure>>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // Each value is a text of its own below.
    const ROW_BYTES: usize = size_of::<Term>() + size_of::<String>() + 32;
    let mut held = Held::new(first, args.to, ROW_BYTES, limits)?;
    let mut counted = |term: Term| held.add(term.bytes() + ROW_BYTES).map(|()| term);
    let terms: Vec<Term> = terms.map(|term| term.and_then(&mut counted)).collect::<Result<_, _>>()?;
    let width = args.to.to_string().len().max(1);
    writeln!(out, "{:>width$}     Grundy  winning moves", "n")?;
    for term in &terms {
        let letter = if term.value.outcome == Outcome::Loss { "P" } else { "N" };
        let grundy = term.value.grundy.number().map_or("-".to_owned(), |g| g.to_string());
        let more = if term.winning.len() > NAMED { "; ..." } else { "" };
        let winning = term.winning[..term.winning.len().min(NAMED)].join("; ");
        writeln!(out, "{}", format!("{:>width$}  {letter}  {grundy:>6}  {winning}{more}", term.n).trim_end())?;
    }
    // The values once more, so that their pattern can be seen.
    let values: Option<Vec<String>> = terms.iter().map(|t| t.value.grundy.number().map(|g| g.to_string())).collect();
    let (Some(values), Some(first)) = (values, terms.first()) else { return Ok(()) };
    let period = fold(args, game, limits);
    let folds = period.as_ref().filter(|p| p.period() <= FOLD && p.preperiod() <= args.to);
    let cell = values.iter().map(String::len).max().unwrap_or(1);
    writeln!(out)?;
    match (&period, folds) {
        (Some(p), Some(_)) => writeln!(out, "Grundy values, folded by the period: {p}")?,
        (Some(p), None) => writeln!(out, "Grundy values: {p}")?,
        (None, _) => writeln!(out, "Grundy values")?,
    }
    // Complete periods in a row, about as many values as fit a line.
    let (start, row) = match folds {
        Some(p) => (p.preperiod().max(first.n), p.period() * (ROW / p.period()).max(1)),
        None => (first.n, ROW),
    };
    let mut n = first.n;
    while n <= args.to {
        let end = if n < start { (n + ROW).min(start) } else { n + row }.min(args.to + 1);
        let line: Vec<String> = (n..end).map(|m| format!("{:>cell$}", values[(m - first.n) as usize])).collect();
        writeln!(out, "{n:>width$}: {}", line.join(" "))?;
        n = end;
    }
    Ok(())
}

/// A list of JSON objects as text, complete before it is written: an error leaves nothing half-written.
struct JsonList<'a> {
    text: String,
    held: Held<'a>,
}

impl<'a> JsonList<'a> {
    /// The least bytes of an object.
    const ROW: usize = 32;

    /// An empty list for the rows from `first` to `last`.
    fn new(first: u64, last: u64, limits: &'a Limits<'a>) -> Result<Self, Failure> {
        Ok(Self { text: String::new(), held: Held::new(first, last, Self::ROW, limits)? })
    }

    fn push(&mut self, row: &serde_json::Value) -> Result<(), Failure> {
        let before = self.text.len();
        let comma = if before == 0 { "" } else { "," };
        let _ = write!(self.text, "{comma}{row}");
        // The text grows by doubling.
        self.held.add(2 * (self.text.len() - before))
    }

    /// Writes `object`, a JSON object with fields, and the list as its last field.
    fn write_last_in(&self, object: &serde_json::Value, name: &str, out: &mut impl Write) -> std::io::Result<()> {
        let object = object.to_string();
        let fields = object.strip_suffix('}').unwrap_or(&object);
        writeln!(out, "{fields},\"{name}\":[{}]}}", self.text)
    }
}
