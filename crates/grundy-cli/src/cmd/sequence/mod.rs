//! `grundy sequence`: lists the single heaps of a game, or the cold pairs of Wythoff's game.

mod cold;
mod compare;
mod list_memory;

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::rules::{self, Settings};
#[cfg(feature = "rules")]
use crate::sandbox::NamedFiles;
use crate::{atomic_file, progress};
use compare::Bfile;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::plot;
use grundy::solver::json::Term;
use grundy::solver::{HeapError, SingleHeap, SingleHeaps, fold_period};
use grundy::theory::Period;
use grundy::{Outcome, Play};
use list_memory::ListMemory;
use serde::Serialize;
use serde_json::json;
use std::io::{BufWriter, Write};

/// The longest period by which the text is folded.
const FOLD: u64 = 100;
/// The number of values in a row if there is no period to fold by.
const ROW: u64 = 20;
/// The default number of winning moves of a heap in formats other than text.
const DEFAULT_MAX_MOVES: usize = 20;
/// The maximum number of winning moves in a row of text.
const MAX_MOVES_IN_TEXT: usize = 6;

/// Arguments of `sequence`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:1,3,4`, `kayles`, `wythoff`, …
    game: String,
    /// The last heap, or the last index of a cold pair
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "compare",
        value_parser = bounds::whole(0..=u64::MAX),
        allow_negative_numbers = true
    )]
    to: Option<u64>,
    /// Compare the values with those of this b-file or list, up to its last index or to --to; status 1 if they differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "json", "plot", "max_moves"])]
    compare: Option<String>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Draw them into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<String>,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    settings: Settings,
    /// List at most so many winning moves of a heap; by default 6 as text, and 20 in the other formats
    #[arg(long, value_name = "N", value_parser = bounds::whole(0..=1_000_000), allow_negative_numbers = true)]
    max_moves: Option<u64>,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The last heap; 0 only if a b-file determines it.
    fn to(&self) -> u64 {
        self.to.unwrap_or_default()
    }

    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.game, &self.bounds)
    }

    /// The files that the command line names.
    #[cfg(feature = "rules")]
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.game]).with_inputs(&self.compare).with_outputs(&self.plot)
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

/// The memory of a heap in bytes, including the allocator's overhead for each text.
fn bytes(heap: &SingleHeap) -> usize {
    let texts: usize = heap.winning_moves.iter().map(|text| size_of::<String>() + text.capacity() + 16).sum();
    size_of::<SingleHeap>() + texts
}

/// Runs `grundy sequence`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let format = if args.json { Format::Json } else { args.format };
        if args.plot.is_some() && args.to() > plot::MAX_POINTS {
            return Err(Failure::input(
                format!("{} heaps are too many for a picture", args.to()),
                format!("with --plot, --to is at most {}", plot::MAX_POINTS),
            ));
        }
        let game = rules::open(&args.game, &args.settings, play, &limits)?;
        if let Some(path) = &args.compare {
            return compare_with(args, Bfile::read(path)?, &game, &limits);
        }
        if let Some(theory) = game.as_dyn().theory().filter(|theory| theory.cold_pair(0).is_some()) {
            let pairs = || (0..=args.to()).filter_map(|k| theory.cold_pair(k).map(|(small, large)| (k, small, large)));
            if args.plot.is_some() {
                let points: Vec<_> = pairs().map(|(k, small, large)| (k, float(&small), float(&large))).collect();
                write_plot(args, &plot::cold_pairs(&points))?;
            }
            return cold::cold_pairs(game.as_dyn().name(), args.to(), pairs(), format, &limits);
        }
        let Some(least) = game.as_dyn().theory().and_then(|theory| theory.least_heap()) else {
            return Err(no_heaps(args));
        };
        if format == Format::Bfile && args.misere {
            return Err(Failure::input(
                "a b-file holds Grundy values, and misère play has none",
                "choose another --format, or leave out --misere",
            ));
        }
        let winning_moves = match format {
            Format::Bfile => 0,
            // As many as a row names, and one more, to know whether to write dots.
            Format::Text => args.max_moves.map_or(usize::MAX, |most| most as usize).min(MAX_MOVES_IN_TEXT + 1),
            Format::Csv | Format::Json => args.max_moves.map_or(DEFAULT_MAX_MOVES, |most| most as usize),
        };
        let terms = terms(args, &game, args.to(), winning_moves, &limits)?;
        if args.plot.is_none() {
            return write_terms(args, format, &game, least, terms, &limits);
        }
        let terms: Vec<SingleHeap> = terms.collect::<Result<_, _>>()?;
        let point = |term: &SingleHeap| plot::HeapPoint {
            n: term.size,
            outcome: term.value.outcome,
            height: term.value.grundy.number().as_ref().map(float),
        };
        let points: Vec<plot::HeapPoint> = terms.iter().map(point).collect();
        let period = fold_period(&game, &limits);
        write_plot(args, &plot::heaps(&args.game, &points, period.as_ref()))?;
        write_terms(args, format, &game, least, terms.into_iter().map(Ok), &limits)
    })
}

fn no_heaps(args: &Args) -> Failure {
    Failure::input(
        format!("the heaps of `{}` are not a sequence", args.game),
        "sequences are those of games with single heaps; `grundy games` lists all",
    )
}

/// The heaps up to `to`, each with at most `winning_moves` winning moves.
fn terms<'a>(
    args: &Args,
    game: &'a OpenedGame,
    to: u64,
    winning_moves: usize,
    limits: &Limits<'a>,
) -> Result<impl Iterator<Item = Result<SingleHeap, Failure>> + use<'a>, Failure> {
    let heaps = SingleHeaps::new(game, to, winning_moves, *limits).ok_or_else(|| no_heaps(args))?;
    Ok(heaps.map(|heap| {
        progress::erase();
        heap.map_err(|error| match error {
            HeapError::Position { text, error } => Failure::text(error, &text),
            HeapError::Solve(error) => Failure::solve(&error),
            other => Failure::input(other.to_string(), ""),
        })
    }))
}

/// Compares the values with a b-file; for cold pairs, the smaller heaps.
fn compare_with(args: &Args, file: Bfile<'_>, game: &OpenedGame, limits: &Limits<'_>) -> Result<(), Failure> {
    if args.misere {
        return Err(Failure::input("a b-file holds Grundy values, and misère play has none", "leave out --misere"));
    }
    let to = args.to.unwrap_or(file.last());
    if let Some(theory) = game.as_dyn().theory().filter(|theory| theory.cold_pair(0).is_some()) {
        let smaller = (0..=to).map_while(|index| theory.cold_pair(index).map(|(smaller, _)| Ok((index, smaller))));
        return file.compare(&args.game, to, smaller);
    }
    let values = terms(args, game, to, 0, limits)?.map(|term| {
        let term = term?;
        let value = term.value.grundy.number().ok_or_else(|| no_value(&term))?;
        Ok((term.size, value))
    });
    file.compare(&args.game, to, values)
}

/// Writes a picture to its file.
fn write_plot(args: &Args, picture: &str) -> Result<(), Failure> {
    let Some(path) = &args.plot else { return Ok(()) };
    atomic_file::write(path, picture.as_bytes())
        .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))
}

/// Converts a number for a picture, where approximate precision is enough.
fn float(n: &impl ToString) -> f64 {
    n.to_string().parse().unwrap_or(0.0)
}

fn write_terms(
    args: &Args,
    format: Format,
    game: &OpenedGame,
    first: u64,
    terms: impl Iterator<Item = Result<SingleHeap, Failure>>,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Bfile => {
            for term in terms {
                let term = term?;
                let grundy = term.value.grundy.number().ok_or_else(|| no_value(&term))?;
                writeln!(out, "{} {grundy}", term.size)?;
            }
        }
        Format::Csv => {
            writeln!(out, "n,value,grundy,winning_moves")?;
            for term in terms {
                let term = term?;
                let grundy = quote(&term.value.grundy.value_text().unwrap_or_default());
                let winning = term.winning_moves.join("; ");
                writeln!(out, "{},{},{grundy},{}", term.size, term.value.outcome, quote(&winning))?;
            }
        }
        Format::Json => {
            let mut listed = JsonList::new(first, args.to(), limits)?;
            for term in terms {
                listed.push(&Term::from(term?))?;
            }
            let period = fold_period(game, limits);
            let object = json!({
                "schema": "grundy/sequence/1",
                "game": args.game,
                "play": if args.misere { "misere" } else { "normal" },
                "period": period.as_ref().map(Period::period),
                "preperiod": period.as_ref().map(Period::preperiod),
            });
            listed.write_last_in(&object, "terms", &mut out)?;
        }
        Format::Text => write_text(args, game, first, terms, limits, &mut out)?,
    }
    Ok(out.flush()?)
}

/// A field of a CSV file, in quotes if it has a comma.
fn quote(field: &str) -> String {
    if field.contains(',') { format!("\"{field}\"") } else { field.to_owned() }
}

fn no_value(term: &SingleHeap) -> Failure {
    let why = match (term.value.grundy.reason(), &term.value.grundy) {
        (Some(why), _) => why.to_owned(),
        (None, value) => format!("its Grundy value is {value}, not a number"),
    };
    Failure::input(format!("heap {}: {why}", term.size), "choose another --format")
}

fn write_text(
    args: &Args,
    game: &OpenedGame,
    first: u64,
    terms: impl Iterator<Item = Result<SingleHeap, Failure>>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // The values are formatted again below, each as a text.
    const ROW_BYTES: usize = size_of::<SingleHeap>() + size_of::<String>() + 32;
    let mut memory = ListMemory::new(first, args.to(), ROW_BYTES, limits)?;
    let mut add_to_memory = |term: SingleHeap| memory.add(bytes(&term) + ROW_BYTES).map(|()| term);
    let terms: Vec<SingleHeap> = terms.map(|term| term.and_then(&mut add_to_memory)).collect::<Result<_, _>>()?;
    let width = args.to().to_string().len().max(1);
    writeln!(out, "{:>width$}     Grundy  winning moves", "n")?;
    for term in &terms {
        let letter = match term.value.outcome {
            Outcome::Loss => "P",
            Outcome::Win => "N",
            Outcome::Draw => "D",
        };
        let grundy = term.value.grundy.value_text().unwrap_or_else(|| "-".to_owned());
        let more = if term.winning_moves.len() > MAX_MOVES_IN_TEXT { "; ..." } else { "" };
        let winning = term.winning_moves[..term.winning_moves.len().min(MAX_MOVES_IN_TEXT)].join("; ");
        writeln!(out, "{}", format!("{:>width$}  {letter}  {grundy:>6}  {winning}{more}", term.size).trim_end())?;
    }
    // Print the values again in rows, so that their pattern can be seen.
    let values: Option<Vec<String>> = terms.iter().map(|t| t.value.grundy.value_text()).collect();
    let (Some(values), Some(first)) = (values, terms.first()) else { return Ok(()) };
    let period = fold_period(game, limits);
    let folds = period.as_ref().filter(|p| p.period() <= FOLD && p.preperiod() <= args.to());
    let cell = values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
    writeln!(out)?;
    match (&period, folds) {
        (Some(p), Some(_)) => writeln!(out, "Grundy values, folded by the period: {p}")?,
        (Some(p), None) => writeln!(out, "Grundy values: {p}")?,
        (None, _) => writeln!(out, "Grundy values")?,
    }
    // Each row has complete periods, about as many values as fit in a line.
    let (start, row) = match folds {
        Some(p) => (p.preperiod().max(first.size), p.period() * (ROW / p.period()).max(1)),
        None => (first.size, ROW),
    };
    let mut n = first.size;
    while n <= args.to() {
        let end = if n < start { (n + ROW).min(start) } else { n + row }.min(args.to() + 1);
        let line: Vec<String> = (n..end).map(|m| format!("{:>cell$}", values[(m - first.size) as usize])).collect();
        writeln!(out, "{n:>width$}: {}", line.join(" "))?;
        n = end;
    }
    Ok(())
}

/// A list of JSON objects as text. It is completed before it is written, so that an error leaves no partial output.
struct JsonList<'a> {
    text: String,
    memory: ListMemory<'a>,
}

impl<'a> JsonList<'a> {
    /// The minimum size of an object in bytes.
    const ROW: usize = 32;

    /// Creates an empty list for the rows from `first` to `last`.
    fn new(first: u64, last: u64, limits: &'a Limits<'a>) -> Result<Self, Failure> {
        Ok(Self { text: String::new(), memory: ListMemory::new(first, last, Self::ROW, limits)? })
    }

    fn push(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        let before = self.text.len();
        if before > 0 {
            self.text.push(',');
        }
        self.text.push_str(&serde_json::to_string(row).expect("a row is JSON"));
        // Twice, because the text grows by doubling.
        self.memory.add(2 * (self.text.len() - before))
    }

    /// Writes `object`, a JSON object with fields, and the list as its last field.
    fn write_last_in(&self, object: &serde_json::Value, name: &str, out: &mut impl Write) -> std::io::Result<()> {
        let object = object.to_string();
        let fields = object.strip_suffix('}').unwrap_or(&object);
        writeln!(out, "{fields},\"{name}\":[{}]}}", self.text)
    }
}
