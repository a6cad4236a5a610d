//! `grundy census`: lists every octal code of up to three digits with its period and the games that are equal to it.

mod misere;

use crate::bounds::{self, Bounds};
use crate::fail::Failure;
use grundy::heap::octal::{Census, Class, Entry, Searched, census};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// The default number of heaps.
const HEAPS: u64 = 4800;

/// Arguments of `census`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Heaps of each game to look at for a period; the time rises with their square. Default: 4800, and 400 with --misere
    #[arg(long, value_name = "N", value_parser = bounds::whole(1..=10_000_000), allow_negative_numbers = true)]
    heaps: Option<u64>,
    /// Misère play: the misère quotient of each game, of two digits unless --digits says otherwise
    #[arg(long)]
    misere: bool,
    /// Digits after the point of the codes, with --misere
    #[arg(long, value_name = "N", default_value_t = 2, requires = "misere", value_parser = bounds::whole(1..=3), allow_negative_numbers = true)]
    digits: u64,
    /// Work for each game, with --misere, in steps of some nanoseconds; the result does not depend on the machine. Default: 100000000
    #[arg(long, value_name = "N", requires = "misere", value_parser = bounds::whole(1..=u64::MAX), allow_negative_numbers = true)]
    work: Option<u64>,
    /// Only the games in which no period is proved, or no quotient for all heaps
    #[arg(long)]
    open: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A row a class of equal games, for people
    Text,
    /// A row a code: code, period, preperiod, max_value, class, shift, standard_form, like; with --misere code, order, first_wild_heap, period, preperiod, normal_period, heaps, ended
    Csv,
    /// One object
    Json,
}

/// Runs `grundy census`.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.misere {
        return misere::run(args);
    }
    let heaps = args.heaps.unwrap_or(HEAPS) as usize;
    let census = args.bounds.within(|limits| census(heaps, &limits));
    let census = census.map_err(|error| Failure::run(&error))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match if args.json { Format::Json } else { args.format } {
        Format::Text => write_text(&census, args.open, &mut out)?,
        Format::Csv => write_csv(&census, args.open, &mut out)?,
        Format::Json => writeln!(out, "{}", as_json(&census, args.open))?,
    }
    Ok(out.flush()?)
}

/// The members of a class, least code first.
fn members<'a>(census: &'a Census, class: &'a Class) -> impl Iterator<Item = &'a Entry> {
    class.members.iter().map(|&member| &census.entries[member])
}

fn first<'a>(census: &'a Census, class: &'a Class) -> &'a Entry {
    &census.entries[class.members[0]]
}

/// The classes to list.
fn classes_to_list(census: &Census, open: bool) -> impl Iterator<Item = &Class> {
    census.classes.iter().filter(move |class| !(open && class.period.is_some()))
}

/// The first code of the class that a class could not be distinguished from.
fn indistinguishable_from(census: &Census, class: &Class) -> Option<String> {
    class
        .indistinguishable_from
        .map(|indistinguishable_from| first(census, &census.classes[indistinguishable_from]).code.to_string())
}

/// Formats a number; empty if there is none.
fn text(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// The number of classes, of those with a proved period, and of those that could not be distinguished from another class.
fn counts(census: &Census) -> (usize, usize, usize) {
    let count = |is: fn(&Class) -> bool| census.classes.iter().filter(|class| is(class)).count();
    (census.classes.len(), count(|class| class.period.is_some()), count(|class| class.indistinguishable_from.is_some()))
}

/// Says how far a game was searched and by whom, or which period a longer search found.
fn searched_text(searched: &Searched) -> String {
    let by = searched.by;
    match (searched.period, searched.heaps) {
        (Some((period, preperiod)), _) => format!("period {period} from heap {preperiod} on: {by}"),
        (None, heaps) => format!("searched to {} heaps: {by}", heaps.unwrap_or(0)),
    }
}

fn searched_json(searched: &Searched) -> Value {
    json!({
        "code": searched.code.to_string(),
        "heaps": searched.heaps,
        "period": searched.period.map(|(period, _)| period),
        "preperiod": searched.period.map(|(_, preperiod)| preperiod),
        "by": searched.by,
    })
}

fn write_text(census: &Census, open: bool, out: &mut impl Write) -> std::io::Result<()> {
    let (codes, proved, heaps) = (census.entries.len(), census.count_with_period(), census.heaps);
    writeln!(
        out,
        "{codes} codes: {proved} with a period, proved; {} open, no period found in {heaps} heaps",
        codes - proved
    )?;
    let (classes, with_period, alike) = counts(census);
    let apart = match alike {
        0 => "no two of them equal".to_owned(),
        alike => format!("{alike} of them not told apart from others"),
    };
    writeln!(
        out,
        "{classes} classes of equal games, proved: {with_period} with a period, {} open; {apart}\n",
        classes - with_period
    )?;
    writeln!(out, "code   period  preperiod  max value  equal games; after @, those whose values come so much later")?;
    for class in classes_to_list(census, open) {
        let entry = first(census, class);
        let period = class.period.map_or("open".to_owned(), |period| period.period().to_string());
        let preperiod = text(entry.preperiod);
        write!(out, "{:<5}  {period:>6}  {preperiod:>9}  {:>9}", entry.code.to_string(), class.max_value)?;
        if let Some(indistinguishable_from) = indistinguishable_from(census, class) {
            write!(out, "  [so far as {indistinguishable_from}]")?;
        }
        if let Some(searched) = &class.searched {
            write!(out, "  [{}]", searched_text(searched))?;
        }
        // List the members by shift: first those that are equal without a shift.
        let mut shifts: Vec<i64> = members(census, class).map(|other| census.shift(other)).collect();
        shifts.sort_unstable_by_key(|&shift| (shift != 0, shift));
        shifts.dedup();
        let mut gap = "  ";
        for shift in shifts {
            if shift != 0 {
                write!(out, "{gap}@{shift:+}")?;
                gap = " ";
            }
            for other in members(census, class).skip(1).filter(|&other| census.shift(other) == shift) {
                write!(out, "{gap}{}", other.code)?;
                gap = " ";
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_csv(census: &Census, open: bool, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "code,period,preperiod,max_value,class,shift,standard_form,like")?;
    for entry in census.entries.iter().filter(|entry| !(open && entry.preperiod.is_some())) {
        let class = &census.classes[entry.class];
        writeln!(
            out,
            "{},{},{},{},{},{},{},{}",
            entry.code,
            text(class.period.map(|period| period.period())),
            text(entry.preperiod),
            class.max_value,
            first(census, class).code,
            census.shift(entry),
            entry.standard.code,
            indistinguishable_from(census, class).unwrap_or_default(),
        )?;
    }
    Ok(())
}

fn as_json(census: &Census, open: bool) -> Value {
    let member = |entry: &Entry| {
        json!({
            "code": entry.code.to_string(),
            "shift": census.shift(entry),
            "preperiod": entry.preperiod,
            "standard_form": entry.standard.code.to_string(),
        })
    };
    let class = |class: &Class| {
        json!({
            "code": first(census, class).code.to_string(),
            "period": class.period.map(|period| period.period()),
            "preperiod": first(census, class).preperiod,
            "proved": class.period.is_some(),
            "theorem": class.period.and_then(|period| period.theorem()),
            "max_value": class.max_value,
            "like": indistinguishable_from(census, class),
            "searched": class.searched.as_ref().map(searched_json),
            "members": members(census, class).map(member).collect::<Vec<_>>(),
        })
    };
    let (classes, with_period, _) = counts(census);
    json!({
        "schema": "grundy/census/1",
        "heaps": census.heaps,
        "codes": census.entries.len(),
        "periods": census.count_with_period(),
        "open": census.entries.len() - census.count_with_period(),
        "equal_games": classes,
        "equal_games_open": classes - with_period,
        "classes": classes_to_list(census, open).map(class).collect::<Vec<_>>(),
    })
}
