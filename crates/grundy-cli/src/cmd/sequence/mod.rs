//! `grundy sequence`: lists the single heaps of a game, or the cold pairs of Wythoff's game.

mod cold;
mod compare;
mod fields;
mod json_list;
mod list_memory;
mod rows;
mod text;

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::rules::{self, Settings};
use crate::suggested::Suggested;
use crate::text_output::TextOutput;
use crate::{atomic_file, render};
use compare::Bfile;
use fields::{float, no_value, push_field, push_joined, push_number, push_value};
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::plot;
use grundy::solver::fold_period;
use grundy::solver::json::{SequenceAnswer, Term};
use grundy::{Grundy, Play};
use json_list::JsonList;
use rows::{Rows, no_heaps};
use std::io::{BufWriter, Write};

/// The default number of winning moves of a heap in formats other than text.
const DEFAULT_MAX_MOVES: usize = 20;
/// Arguments of `sequence`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `subtraction:1,3,4`, `kayles`, `wythoff`, …
    #[arg(value_parser = Suggested::heap_game(), hide_possible_values = true)]
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
    #[arg(long, value_name = "FILE.svg", value_parser = atomic_file::svg)]
    plot: Option<String>,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    settings: Settings,
    /// List at most N winning moves of a heap; by default 6 as text, and 20 in the other formats
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
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_games([&self.game]).with_inputs(&self.compare).with_outputs(&self.plot)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Aligned, for people; folded by the period when there is one
    Text,
    /// One row per heap: n, value, grundy, winning moves
    Csv,
    /// One object
    Json,
    /// A line a heap: n and Grundy value
    Bfile,
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
            if atomic_file::is_stdout(args.plot.as_deref()) {
                return Ok(());
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
            Format::Text => args.max_moves.map_or(usize::MAX, |most| most as usize).min(text::MAX_MOVES_IN_TEXT + 1),
            Format::Csv | Format::Json => args.max_moves.map_or(DEFAULT_MAX_MOVES, |most| most as usize),
        };
        let rows = Rows::new(args, &game, args.to(), winning_moves, &limits)?;
        if args.plot.is_none() {
            return write_rows(args, format, &game, least, rows, &limits);
        }
        let rows = rows.store()?;
        let points = rows.points();
        let period = fold_period(&game, &limits);
        write_plot(args, &plot::heaps(render::game_name(&args.game, game.as_dyn()), &points, period.as_ref()))?;
        if atomic_file::is_stdout(args.plot.as_deref()) {
            return Ok(());
        }
        write_rows(args, format, &game, least, rows, &limits)
    })
}

/// Compares the values with a b-file; for cold pairs, the smaller heaps.
fn compare_with(args: &Args, file: Bfile<'_>, game: &OpenedGame, limits: &Limits<'_>) -> Result<(), Failure> {
    if args.misere {
        return Err(Failure::input("a b-file holds Grundy values, and misère play has none", "leave out --misere"));
    }
    let to = args.to.unwrap_or(file.last());
    if let Some(theory) = game.as_dyn().theory().filter(|theory| theory.cold_pair(0).is_some()) {
        let smaller = (0..=to).map_while(|index| theory.cold_pair(index).map(|(smaller, _)| Ok((index, Ok(smaller)))));
        return file.compare(&args.game, to, smaller);
    }
    let mut rows = Rows::new(args, game, to, 0, limits)?;
    let values = std::iter::from_fn(move || {
        let row = rows.next()?;
        Some(row.and_then(|row| {
            let value = match row.value.grundy {
                // No term is equal to it.
                Grundy::Infinite(_) => None,
                ref value => Some(value.number().ok_or_else(|| no_value(row.size, value))?),
            };
            Ok((row.size, value.ok_or_else(|| row.value.grundy.to_string())))
        }))
    });
    file.compare(&args.game, to, values)
}

/// Writes a picture to its file.
fn write_plot(args: &Args, picture: &str) -> Result<(), Failure> {
    let Some(path) = &args.plot else { return Ok(()) };
    atomic_file::write(path, picture.as_bytes())
        .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))
}

fn write_rows(
    args: &Args,
    format: Format,
    game: &OpenedGame,
    first: u64,
    mut rows: Rows<'_>,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    // One row, in memory that is used again.
    let mut line = String::new();
    match format {
        Format::Bfile => {
            while let Some(row) = rows.next() {
                let row = row?;
                line.clear();
                push_number(row.size, &mut line);
                line.push(' ');
                if row.value.grundy.number().is_none() || !push_value(&row.value.grundy, &mut line) {
                    return Err(no_value(row.size, &row.value.grundy));
                }
                line.push('\n');
                out.write_all(line.as_bytes())?;
            }
        }
        Format::Csv => {
            writeln!(out, "n,value,grundy,winning_moves")?;
            while let Some(row) = rows.next() {
                let row = row?;
                line.clear();
                push_number(row.size, &mut line);
                line.push(',');
                line.push_str(row.value.outcome.as_str());
                line.push(',');
                push_field(&mut line, |field| {
                    push_value(&row.value.grundy, field);
                });
                line.push(',');
                push_field(&mut line, |field| push_joined(row.winning_moves.iter(), field));
                line.push('\n');
                out.write_all(line.as_bytes())?;
            }
        }
        Format::Json => {
            let mut listed = JsonList::new(first, args.to(), limits)?;
            while let Some(row) = rows.next() {
                listed.push(&Term::from(row?.to_owned()))?;
            }
            let period = fold_period(game, limits);
            let play = if args.misere { Play::Misere } else { Play::Normal };
            let answer = SequenceAnswer::of_heaps(render::game_name(&args.game, game.as_dyn()), play, period.as_ref());
            listed.write_last_in(&answer, "terms", &mut out)?;
        }
        Format::Text => text::write_text(args.to(), game, first, rows, limits, &mut TextOutput::new(&mut out))?,
    }
    Ok(out.flush()?)
}
