//! `grundy export`: writes the rows of a table as text, or its game as a picture.

use crate::bounds::Bounds;
use crate::fail::Failure;
use crate::named_files::NamedFiles;
use crate::render::quote_csv;
use crate::tables;
use grundy::text::DynGame;
use grundy::value::{Outcome, Verdict};
use grundy_table::{Rows, Table, TableError};
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};

/// The maximum number of positions of a picture.
const MAX_DRAWN: u64 = 10_000;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The table, written by `grundy build GAME -o TABLE`
    table: String,
    /// The file of the game's rules, if it has moved
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Output format: rows; `n` and Grundy value, for games of single numbers; or the game's graph for Graphviz, coloured by value
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

impl Args {
    /// The files that the command line names.
    pub(crate) fn files(&self) -> NamedFiles<'_> {
        NamedFiles::default().with_inputs([&self.table]).with_games(&self.game)
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Csv,
    Bfile,
    Dot,
}

/// Runs `grundy export`, which writes to standard output.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.bounds.within(|limits| {
        let path = &args.table;
        let (table, game) = tables::open(path, args.game.as_deref(), &limits)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let export = Export { path, table: &table, game: game.as_dyn(), stop: limits.stop };
        match args.format {
            Format::Csv => export.csv(&mut out)?,
            Format::Bfile => export.bfile(&mut out)?,
            Format::Dot => export.dot(&mut out)?,
        }
        out.flush()?;
        limits.check(0, 0).map_err(|error| Failure::run(&error))
    })
}

struct Export<'a> {
    path: &'a str,
    table: &'a Table,
    game: &'a dyn DynGame,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Export<'_> {
    /// Calls `each` with every row.
    fn each(&self, mut each: impl FnMut(&Rows, usize) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut done = Ok(());
        let read = self.table.each(&mut |rows| {
            done = (0..rows.len()).try_for_each(|row| each(rows, row));
            done.is_ok() && !(self.stop)()
        });
        read.map_err(|error| self.failure(&error))?;
        done
    }

    fn failure(&self, error: &TableError) -> Failure {
        tables::failure(self.path, error)
    }

    fn text(&self, rows: &Rows, row: usize) -> Result<String, Failure> {
        match rows.text(row) {
            Some(text) => Ok(text.to_owned()),
            None => {
                let at = self.table.position(self.game, rows, row).map_err(|error| self.failure(&error))?;
                Ok(self.game.to_text(&at)?)
            }
        }
    }

    fn csv(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (weights, loopy) = (self.table.header().has_weights, self.table.header().has_infinite_values);
        let more = [(loopy, ",loopy"), (weights, ",weight")];
        let more: String = more.iter().filter(|(is_there, _)| *is_there).map(|(_, column)| *column).collect();
        writeln!(out, "position,value,remoteness,grundy{more}")?;
        self.each(|rows, row| {
            let verdict = rows.verdict(row);
            write!(out, "{},{},", quote_csv(&self.text(rows, row)?), verdict.outcome())?;
            verdict.remoteness().map_or(Ok(()), |r| write!(out, "{r}"))?;
            out.write_all(b",")?;
            rows.grundy(row).map_or(Ok(()), |value| write!(out, "{value}"))?;
            if loopy {
                let set = rows.loopy(row).map(|set| set.iter().map(ToString::to_string).collect::<Vec<_>>());
                let set = set.map_or_else(String::new, |set| quote_csv(&format!("[{}]", set.join(", "))).to_string());
                write!(out, ",{set}")?;
            }
            if weights {
                write!(out, ",{}", rows.weight(row))?;
            }
            Ok(writeln!(out)?)
        })
    }

    fn bfile(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut values = Vec::new();
        self.each(|rows, row| {
            let text = self.text(rows, row)?;
            // In a graph, `02` is another vertex than `2`.
            let number = text.parse::<u64>().ok().filter(|number| number.to_string() == text).ok_or_else(|| {
                Failure::input(
                    format!("{}: `{text}` is not a single number, so the table is not a sequence", self.path),
                    "take --format csv",
                )
            })?;
            let value = rows.grundy(row).ok_or_else(|| {
                Failure::input(format!("{}: {number} has no Grundy value", self.path), "take --format csv")
            })?;
            values.push((number, value));
            Ok(())
        })?;
        values.sort_unstable();
        Ok(values.iter().try_for_each(|(number, value)| writeln!(out, "{number} {value}"))?)
    }

    fn dot(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.table.counts().stored > MAX_DRAWN {
            return Err(Failure::input(
                format!("{}: {} positions are too many for a picture", self.path, self.table.counts().stored),
                format!("at most {MAX_DRAWN} are drawn; take --format csv"),
            ));
        }
        writeln!(out, "digraph {} {{\n  node [style=filled];", quote_dot(&self.table.header().game))?;
        self.each(|rows, row| {
            let at = self.table.position(self.game, rows, row).map_err(|error| self.failure(&error))?;
            let name = quote_dot(&self.game.to_text(&at)?);
            let colour = match rows.verdict(row).outcome() {
                Outcome::Win => "palegreen",
                Outcome::Loss => "lightcoral",
                Outcome::Draw => "khaki",
            };
            let label = match rows.verdict(row) {
                Verdict::Draw => "draw".to_owned(),
                Verdict::Win(r) => format!("win in {r}"),
                Verdict::Loss(r) => format!("loss in {r}"),
            };
            writeln!(out, "  {name} [fillcolor={colour}, tooltip=\"{label}\"];")?;
            let mut options = self.game.distinct_options(&at, self.table.header().is_reduced)?;
            for option in &mut options {
                let stored = self.table.stored_position(self.game, option).map_err(|error| self.failure(&error))?;
                *option = stored.unwrap_or_else(|| option.clone());
            }
            let mut drawn = HashSet::new();
            for option in options.iter().filter(|option| drawn.insert(*option)) {
                writeln!(out, "  {name} -> {};", quote_dot(&self.game.to_text(option)?))?;
            }
            Ok(())
        })?;
        Ok(writeln!(out, "}}")?)
    }
}

fn quote_dot(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
