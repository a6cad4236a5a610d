//! `grundy heatmap`: shows two heaps of every size up to a bound as a square, in text, JSON or SVG.

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::rules::{self, Settings};
use crate::suggested::Suggested;
use crate::text_output::TextOutput;
use crate::{atomic_file, progress, render};
use grundy::answer::json::{Integer, set};
use grundy::plot;
use grundy::solver::{Heatmap, HeatmapError, MAX_HEATMAP_HEAP, Pair, heatmap};
use grundy::{Outcome, Play};
use serde_json::json;
use std::io::{BufWriter, Write};

/// Arguments of `heatmap`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heap game: `nim`, `wythoff`, `subtraction:1,3,4`, `kayles`, …
    #[arg(value_parser = Suggested::heap_game(), hide_possible_values = true)]
    game: String,
    /// The largest heap
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = bounds::whole(0..=MAX_HEATMAP_HEAP), allow_negative_numbers = true)]
    size: u64,
    /// Draw the square into this file, as SVG
    #[arg(long, value_name = "FILE.svg", value_parser = atomic_file::svg)]
    plot: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    bounds: Bounds,
}

impl Args {
    /// The game and the limits.
    #[cfg(feature = "rules")]
    pub(crate) fn game(&self) -> (&str, &Bounds) {
        (&self.game, &self.bounds)
    }

    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_games([&self.game]).with_outputs(&self.plot)
    }
}

/// Runs `grundy heatmap`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let game = rules::open(&args.game, &args.settings, play, &limits)?;
        let square = heatmap(&game, args.size, &limits).map_err(|error| match error {
            HeatmapError::Solve(error) => Failure::solve(&error),
            HeatmapError::NotTwoHeaps if game.as_dyn().info().rules.is_some() => Failure::input(
                format!("`{}`: {error}", args.game),
                "let `text` write positions as two numbers, as in `3 4`, and `parse` read them",
            ),
            HeatmapError::NotTwoHeaps => Failure::input(
                format!("`{}`: {error}", args.game),
                "a heat map needs two heaps or numbers: try `nim`, `wythoff`, `king` or `subtraction:1,3,4`",
            ),
            HeatmapError::Position { text, error } => Failure::text(error, &text),
            _ => Failure::input(format!("--size {}: {error}", args.size), ""),
        })?;
        progress::erase();
        let name = render::game_name(&args.game, game.as_dyn());
        if let Some(path) = &args.plot {
            let picture = plot::heatmap(name, play, &square);
            atomic_file::write(path, picture.as_bytes())
                .map_err(|error| Failure::unwritable(path, &error, "name a file that can be written"))?;
        }
        if atomic_file::is_stdout(args.plot.as_deref()) {
            return Ok(());
        }
        let mut out = BufWriter::new(std::io::stdout().lock());
        if args.json {
            let each = |of: &dyn Fn(&Pair) -> serde_json::Value| -> Vec<Vec<serde_json::Value>> {
                square.rows.iter().map(|row| row.iter().map(of).collect()).collect()
            };
            let mut object = json!({
                "schema": "grundy/heatmap/1",
                "game": name,
                "play": play.as_str(),
                "least": square.least,
                "size": args.size,
                "value": each(&|pair| json!(pair.outcome.as_str())),
                "grundy": each(&|pair| json!(pair.grundy.clone().map(Integer::from))),
            });
            if square.rows.iter().flatten().any(|pair| pair.loopy.is_some()) {
                object["loopy"] = json!(each(&|pair| json!(pair.loopy.as_deref().map(set))));
            }
            if !square.notes.is_empty() {
                object["notes"] = json!(square.notes);
            }
            writeln!(out, "{object}")?;
        } else {
            text(args, name, play, &square, &mut TextOutput::new(&mut out))?;
        }
        Ok(out.flush()?)
    })
}

/// Writes a row for each first heap: Grundy values with P-positions in brackets, or letters if there are no values.
fn text(args: &Args, name: &str, play: Play, square: &Heatmap, out: &mut impl Write) -> std::io::Result<()> {
    let values = square.has_values();
    let has_draws = square.rows.iter().flatten().any(|pair| pair.outcome == Outcome::Draw);
    let what = match (values, has_draws) {
        (true, true) => "Grundy values, P-positions in brackets, ∞ for infinite values",
        (true, false) => "Grundy values, P-positions in brackets",
        (false, false) => "P lost, . won for the player to move",
        (false, true) => "P lost, . won, D drawn for the player to move",
    };
    let of = if args.game == "king" { "rows and columns" } else { "two heaps" };
    writeln!(out, "{name}, {of} from {} to {}, {play}: {what}\n", square.least, args.size)?;
    for note in &square.notes {
        writeln!(out, "note: {note}")?;
    }
    let word = |pair: &Pair| match (&pair.grundy, pair.outcome) {
        (None, _) if values && pair.loopy.is_some() => "∞ ".to_owned(),
        (Some(value), Outcome::Loss) if values => format!("[{value}]"),
        (Some(value), _) if values => format!("{value} "),
        (_, Outcome::Loss) => "P ".to_owned(),
        (_, Outcome::Win) => ". ".to_owned(),
        (_, Outcome::Draw) => "D ".to_owned(),
    };
    let words: Vec<Vec<String>> = square.rows.iter().map(|row| row.iter().map(word).collect()).collect();
    let head = args.size.to_string().len();
    let width = words.iter().flatten().map(|word| word.chars().count()).max().unwrap_or(1).max(head + 1);
    let heads: String = (square.least..=args.size).map(|b| format!(" {:>width$}", format!("{b} "))).collect();
    writeln!(out, "{:head$}{}", "", heads.trim_end())?;
    for (a, row) in (square.least..).zip(&words) {
        let row: String = row.iter().map(|word| format!(" {word:>width$}")).collect();
        writeln!(out, "{a:>head$}{}", row.trim_end())?;
    }
    Ok(())
}
