//! `grundy census --misere`: the misère quotients of all octal codes of few digits.

use super::{Args, Format};
use crate::cmd::misere::end_name;
use crate::fail::Failure;
use grundy::heap::misere::{CensusBounds, MAX_ORDER, MisereCensus, MisereEntry, QuotientEnd, misere_census};
use grundy::heap::octal::{Game, find_period};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// The default number of heaps.
const HEAPS: u64 = 400;
/// The default work for each game, in steps: a second or two.
const WORK: u64 = 100_000_000;
/// Number of heaps in which the period under normal play is searched.
const NORMAL_HEAPS: u64 = 4800;

/// Runs `grundy census --misere`.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let bounds = CensusBounds { heaps: args.heaps.unwrap_or(HEAPS), order: MAX_ORDER, work: args.work.unwrap_or(WORK) };
    let census = args.bounds.within(|limits| misere_census(args.digits as usize, bounds, &limits));
    let census = census.map_err(|error| Failure::run(&error))?;
    let listed: Vec<&MisereEntry> =
        census.entries.iter().filter(|entry| !(args.open && entry.repetition.is_some())).collect();
    let mut out = BufWriter::new(std::io::stdout().lock());
    match if args.json { Format::Json } else { args.format } {
        Format::Text => write_text(&census, &listed, &mut out)?,
        Format::Csv => write_csv(&listed, &mut out)?,
        Format::Json => writeln!(out, "{}", as_json(&census, &listed))?,
    }
    Ok(out.flush()?)
}

/// The period of a game under normal play, if the first heaps prove one.
fn normal_period(entry: &MisereEntry) -> Option<u64> {
    find_period(&Game::Code(entry.code.clone()), NORMAL_HEAPS, &mut |_| true).proved().map(|period| period.period())
}

fn count_proved(census: &MisereCensus) -> usize {
    census.entries.iter().filter(|entry| entry.repetition.is_some()).count()
}

fn text(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn write_text(census: &MisereCensus, listed: &[&MisereEntry], out: &mut impl Write) -> std::io::Result<()> {
    let (codes, proved) = (census.entries.len(), count_proved(census));
    writeln!(
        out,
        "{codes} codes, misère play: {proved} with a misère quotient proved for all heaps; {} open",
        codes - proved
    )?;
    let CensusBounds { heaps, order, work } = census.bounds;
    writeln!(out, "each with at most {heaps} heaps, {order} elements and {work} steps of work")?;
    writeln!(
        out,
        "where it is open, order and kind are those of the heaps up to the one that is named, and proved for these alone\n"
    )?;
    writeln!(out, "code   order  tame or wild      period  preperiod  normal period")?;
    for entry in listed {
        let kind = match entry.first_wild {
            Some(heap) => format!("wild from {heap}"),
            None if entry.repetition.is_some() => "tame".to_owned(),
            None => "tame so far".to_owned(),
        };
        let (code, order) = (entry.code.to_string(), entry.order);
        let (preperiod, period) = entry.repetition.unzip();
        let period = period.map_or("open".to_owned(), |period| period.to_string());
        let normal = normal_period(entry).map_or("open".to_owned(), |period| period.to_string());
        write!(out, "{code:<5}  {order:>5}  {kind:<16}  {period:>6}  {:>9}  {normal:>13}", text(preperiod))?;
        match entry.ended {
            QuotientEnd::Proved => writeln!(out)?,
            QuotientEnd::Order { most } => {
                writeln!(out, "  heaps up to {}; then none of at most {most} elements", entry.heaps)?
            }
            QuotientEnd::Work => writeln!(out, "  heaps up to {}; then too much work", entry.heaps)?,
            QuotientEnd::NotFound => writeln!(out, "  heaps up to {}; then no finite quotient found", entry.heaps)?,
            _ => writeln!(out, "  heaps up to {}", entry.heaps)?,
        }
    }
    Ok(())
}

fn write_csv(listed: &[&MisereEntry], out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "code,order,first_wild_heap,period,preperiod,normal_period,heaps,ended")?;
    for entry in listed {
        let (preperiod, period) = entry.repetition.unzip();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{}",
            entry.code,
            entry.order,
            text(entry.first_wild),
            text(period),
            text(preperiod),
            text(normal_period(entry)),
            entry.heaps,
            end_name(&entry.ended)
        )?;
    }
    Ok(())
}

fn as_json(census: &MisereCensus, listed: &[&MisereEntry]) -> Value {
    let entry = |entry: &&MisereEntry| {
        let (preperiod, period) = entry.repetition.unzip();
        json!({
            "code": entry.code.to_string(),
            "order": entry.order,
            "tame": entry.first_wild.is_none(),
            "first_wild_heap": entry.first_wild,
            "proved": entry.repetition.is_some(),
            "period": period,
            "preperiod": preperiod,
            "normal_period": normal_period(entry),
            "heaps": entry.heaps,
            "ended": end_name(&entry.ended),
        })
    };
    json!({
        "schema": "grundy/misere-census/1",
        "codes": census.entries.len(),
        "proved": count_proved(census),
        "max_heaps": census.bounds.heaps,
        "max_order": census.bounds.order,
        "max_work": census.bounds.work,
        "games": listed.iter().map(entry).collect::<Vec<_>>(),
    })
}
