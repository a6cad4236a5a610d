//! `grundy misere`: the misère quotient of a take-and-break game, with its proof.

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use crate::progress::ProgressLine;
use crate::suggested::Suggested;
use crate::text_output;
use crate::{atomic_file, interrupt, position_args};
use grundy::Play;
use grundy::heap::misere::{Genera, Genus, MisereQuotient, QuotientEnd, QuotientSearcher};
use grundy::heap::octal::Game;
use grundy::limits::Limits;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// The default number of heaps.
const HEAPS: u64 = 1000;
/// The most work of a search that no option bounds, in steps: some ten seconds.
const WORK: u64 = 1_000_000_000;
/// Number of single heaps whose genus is computed, if it is not too much work.
const GENERA: u32 = 20;
/// The most sums that are examined for genera.
const MAX_SUMS: u64 = 200_000;
/// The most elements, heaps and relations that the text lists.
const LISTED: usize = 100;

/// Arguments of `misere`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The take-and-break game: `kayles`, `octal:0.53`, …
    #[arg(value_parser = Suggested::take_and_break_game(), hide_possible_values = true)]
    game: String,
    /// Heaps to take in; the search ends before if the quotient is proved for all heaps. Default: 1000. Without --to, --max-order and
    /// --time, the search also ends after some ten seconds of work
    #[arg(long, value_name = "N", value_parser = bounds::whole(1..=100_000), allow_negative_numbers = true)]
    to: Option<u64>,
    /// The most elements that the quotient may have. Default: 1024
    #[arg(long, value_name = "N", value_parser = bounds::whole(2..=20_000), allow_negative_numbers = true)]
    max_order: Option<u64>,
    /// Write what another program needs to check the proof; `grundy verify FILE` does
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// A quotient with what is said about it.
struct Found<'a> {
    name: &'a str,
    searcher: &'a QuotientSearcher,
    quotient: MisereQuotient,
    end: QuotientEnd,
    genera: Vec<Genus>,
}

/// Runs `grundy misere`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let game = position_args::open(&args.game, Play::Normal, &limits)?;
        let code = game.as_dyn().theory().and_then(|theory| theory.take_and_break());
        let game = code.and_then(|code| Game::from_name(&code)).ok_or_else(|| {
            Failure::input(
                format!("`{}` is not a take-and-break game, so no misère quotient is computed for it", args.game),
                "such are `octal:0.53`, `kayles` and `grundys-game`",
            )
        })?;
        if let Some(path) = &args.certificate {
            atomic_file::check_writable(path)
                .map_err(|error| Failure::unwritable(path, &error, "name a file in a folder that may be written to"))?;
        }
        let mut searcher = QuotientSearcher::new(game.clone());
        if let Some(order) = args.max_order {
            searcher = searcher.max_order(order as usize);
        }
        searcher = searcher.max_work(max_work(args));
        let end = search(&mut searcher, args.to.unwrap_or(HEAPS), &limits);
        let quotient = searcher.quotient();
        let genera = genera(game, searcher.heaps(), &limits);
        let found = Found { name: &args.game, searcher: &searcher, quotient, end, genera };
        let mut out = BufWriter::new(text_output::stdout());
        if searcher.heaps() > 0 && atomic_file::is_stdout(args.certificate.as_deref()) {
            // The certificate alone.
        } else if args.json {
            writeln!(std::io::stdout(), "{}", found.to_json())?;
        } else {
            found.write_text(&mut out)?;
        }
        out.flush()?;
        if let Some(path) = args.certificate.as_ref().filter(|_| searcher.heaps() > 0) {
            atomic_file::write(path, found.quotient.certificate().encode().as_bytes()).map_err(|error| {
                Failure::unwritable(path, &error, "the quotient is proved, but no certificate was written")
            })?;
        }
        match found.end {
            QuotientEnd::Proved => Ok(()),
            QuotientEnd::Heaps if args.to.is_some() => Ok(()),
            _ if interrupt::is_pressed() => Err(Failure::AlreadyReported { status: interrupt::STATUS }),
            _ => Err(Failure::AlreadyReported { status: 3 }),
        }
    })
}

/// The most work of the search: none if the user bounds it in another way.
fn max_work(args: &Args) -> u64 {
    if args.to.is_none() && args.max_order.is_none() && !args.bounds.has_time() { WORK } else { u64::MAX }
}

/// Searches with a progress line.
fn search(searcher: &mut QuotientSearcher, to: u64, limits: &Limits<'_>) -> QuotientEnd {
    let line = ProgressLine::new();
    let on_progress = |progress: grundy::limits::Progress| {
        line.show(|_| format!("heap {} of {to}; the quotient so far has {} elements", progress.level, progress.done));
    };
    searcher.search(to, &Limits { on_progress: &on_progress, ..*limits })
}

/// The genera of the first heaps, as many as are not too much work.
fn genera(game: Game, heaps: u64, limits: &Limits<'_>) -> Vec<Genus> {
    let mut table = Genera::new(game);
    // They are part of the answer even if the run was stopped meanwhile.
    let limits = Limits { positions: Some(MAX_SUMS), stop: &|| false, ..*limits };
    let mut found = Vec::new();
    for heap in 1..=GENERA.min(heaps as u32) {
        match table.take(heap, &limits) {
            Ok(genera) => found = genera,
            Err(_) => break,
        }
    }
    found
}

impl Found<'_> {
    fn write_text(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { name, quotient, searcher, .. } = self;
        let words = quotient.presentation();
        writeln!(out, "{name}, misère play")?;
        writeln!(out, "{quotient}")?;
        if let Some(checked_to) = quotient.checked_to() {
            writeln!(out, "the heaps below {checked_to} prove it for all")?;
        }
        if let Some(why) = self.why_ended() {
            writeln!(out, "{why}")?;
        }
        match searcher.first_wild() {
            None if quotient.is_for_all_heaps() => writeln!(out, "tame: it is played like misère Nim")?,
            None => writeln!(out, "tame so far: it is played like misère Nim")?,
            Some(heap) => writeln!(out, "wild from heap {heap} on: it is not played like misère Nim")?,
        }
        let generators: Vec<String> =
            words.generators().iter().map(|(name, heap)| format!("{name} = heap {heap}")).collect();
        writeln!(out, "\ngenerators  {}", or_none(&generators.join(", ")))?;
        let relations = words.relations().map(|(left, right)| format!("{left} = {right}"));
        writeln!(out, "relations   {}", shorten(relations, ", "))?;
        let lost = (0..quotient.order()).filter(|&x| quotient.is_lost(x)).map(|x| words.word(x));
        writeln!(out, "lost        {}", shorten(lost, ", "))?;
        writeln!(out, "\nheaps       their elements")?;
        let elements: Vec<String> = quotient.elements().map(|x| words.word(x)).collect();
        for (row, elements) in elements[1..].chunks(10).enumerate().take(LISTED) {
            writeln!(out, "{:>5} +     {}", 10 * row, elements.join(" "))?;
        }
        if elements.len() > 10 * LISTED + 1 {
            writeln!(out, "{} more heaps are not listed; --json lists all", elements.len() - 10 * LISTED - 1)?;
        }
        if !self.genera.is_empty() {
            writeln!(out, "\nheaps       their genus")?;
            for (row, genera) in self.genera.chunks(5).enumerate() {
                let genera: Vec<String> = genera.iter().map(ToString::to_string).collect();
                writeln!(out, "{:>5} +     {}", 5 * row, genera.join(" "))?;
            }
        }
        Ok(())
    }

    /// The reason why the search ended before the quotient was proved for all heaps.
    fn why_ended(&self) -> Option<String> {
        let next = self.searcher.heaps() + 1;
        Some(match &self.end {
            QuotientEnd::Proved => return None,
            QuotientEnd::Heaps => format!("no proof for all heaps up to heap {}; a larger --to may give one", next - 1),
            QuotientEnd::Order { most } => {
                format!("with heap {next} no quotient of at most {most} elements was found; --max-order allows more")
            }
            QuotientEnd::NotFound => format!("with heap {next} no finite quotient was found"),
            QuotientEnd::Limit(hit) => {
                format!("with heap {next}: {}", crate::advice::limit(hit))
            }
            QuotientEnd::Work => format!(
                "with heap {next} the work exceeds some ten seconds; --time, --to or --max-order sets another bound"
            ),
            _ if interrupt::is_pressed() => format!("interrupted at heap {next}"),
            _ => format!("the time was up at heap {next}; a larger --time may help"),
        })
    }

    fn to_json(&self) -> Value {
        let Self { name, quotient, searcher, end, genera } = self;
        let words = quotient.presentation();
        let word = |x: usize| words.word(x);
        json!({
            "schema": "grundy/misere/1",
            "game": name,
            "order": quotient.order(),
            "heaps": searcher.heaps(),
            "all_heaps": quotient.is_for_all_heaps(),
            "preperiod": quotient.preperiod(),
            "period": quotient.period(),
            "checked_to": quotient.checked_to(),
            "tame": searcher.first_wild().is_none(),
            "first_wild_heap": searcher.first_wild(),
            "generators": words.generators().iter().map(|(name, heap)| json!({"name": name, "heap": heap})).collect::<Vec<_>>(),
            "relations": words.relations().map(|(left, right)| json!([left, right])).collect::<Vec<_>>(),
            "lost": (0..quotient.order()).filter(|&x| quotient.is_lost(x)).map(word).collect::<Vec<_>>(),
            "elements": quotient.elements().map(word).collect::<Vec<_>>(),
            "genera": genera.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "ended": end_name(end),
            "note": self.why_ended(),
        })
    }
}

/// The word for the end of a search in JSON and CSV.
pub(super) fn end_name(end: &QuotientEnd) -> &'static str {
    match end {
        QuotientEnd::Proved => "proved",
        QuotientEnd::Heaps => "heaps",
        QuotientEnd::Order { .. } => "order",
        QuotientEnd::NotFound => "not-found",
        QuotientEnd::Work => "work",
        QuotientEnd::Limit(_) => "memory",
        _ => "stopped",
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// Joins the first texts, and says how many are left out.
fn shorten(texts: impl Iterator<Item = String>, separator: &str) -> String {
    let all: Vec<String> = texts.collect();
    let shown = all[..all.len().min(LISTED)].join(separator);
    match all.len().saturating_sub(LISTED) {
        0 => or_none(&shown).to_owned(),
        more => format!("{shown}{separator}and {more} more; --json lists all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn a_search_that_no_option_bounds_ends_after_some_work() {
        let work = |options: &[&str]| max_work(&Line::parse_from([&["misere", "octal:0.07"], options].concat()).args);
        assert_eq!((work(&[]), work(&["--json", "--memory", "1G"])), (WORK, WORK));
        for options in [["--to", "100"], ["--max-order", "100"], ["--time", "100"]] {
            assert_eq!(work(&options), u64::MAX, "{options:?}");
        }
        let game = Game::from_name("octal:0.07").unwrap();
        let mut searcher = QuotientSearcher::new(game).max_work(10_000);
        let end = searcher.search(HEAPS, &Limits::NONE);
        assert_eq!(end, QuotientEnd::Work);
        let found = Found { name: "", searcher: &searcher, quotient: searcher.quotient(), end, genera: Vec::new() };
        let why = found.why_ended().unwrap();
        assert!(why.contains(&format!("with heap {} the work", searcher.heaps() + 1)), "{why}");
        assert!(why.contains("--time, --to or --max-order"), "{why}");
    }
}
