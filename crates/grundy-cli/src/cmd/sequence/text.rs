//! A sequence as text: one row per heap, then the values alone, folded by the period.

use super::fields::{push_joined, push_number, push_value};
use super::list_memory::ListMemory;
use super::rows::Rows;
use crate::fail::Failure;
use grundy::Outcome;
use grundy::catalog::OpenedGame;
use grundy::limits::Limits;
use grundy::solver::fold_period;
use grundy::theory::Period;
use std::io::Write;
use std::ops::RangeInclusive;

/// The maximum number of winning moves in a row of text.
pub(super) const MAX_MOVES_IN_TEXT: usize = 6;

/// The longest period by which the values are folded.
const FOLD: u64 = 100;
/// The number of values in a row if there is no period to fold by.
const ROW: u64 = 20;

/// Writes the rows up to heap `to`, of which `first` is the first. Nothing is written before all rows are known, so that an error leaves no
/// partial output.
pub(super) fn write_text(
    to: u64,
    game: &OpenedGame,
    first: u64,
    mut rows: Rows<'_>,
    limits: &Limits<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let width = to.to_string().len().max(1);
    // A row, and its value again below. Twice, because the texts grow by doubling.
    let least_row = 2 * (format!("{:width$}  P  {:6}\n", 0, 0).len() + 2);
    let mut memory = ListMemory::new(first, to, least_row, limits)?;
    let (mut table, mut values) = (String::new(), Values::default());
    while let Some(row) = rows.next() {
        let row = row?;
        let before = table.len() + values.text.len();
        let start = table.len();
        push_right(&mut table, width, |cell| push_number(row.size, cell));
        table.push_str(match row.value.outcome {
            Outcome::Loss => "  P  ",
            Outcome::Win => "  N  ",
            Outcome::Draw => "  D  ",
        });
        let value = values.push(|text| push_value(&row.value.grundy, text));
        push_right(&mut table, 6, |cell| cell.push_str(value.unwrap_or("-")));
        table.push_str("  ");
        push_joined(row.winning_moves.iter().take(MAX_MOVES_IN_TEXT), &mut table);
        if row.winning_moves.len() > MAX_MOVES_IN_TEXT {
            table.push_str("; ...");
        }
        table.truncate(start + table[start..].trim_end().len());
        table.push('\n');
        memory.add(2 * (table.len() + values.text.len() - before))?;
    }
    writeln!(out, "{:>width$}     Grundy  winning moves", "n")?;
    out.write_all(table.as_bytes())?;
    drop(table);
    if values.is_incomplete || values.text.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    values.write(first..=to, fold_period(game, limits), out)
}

/// The texts of the values, a line each.
#[derive(Default)]
struct Values {
    text: String,
    /// The largest number of characters of a value.
    width: usize,
    /// Whether a row has no value.
    is_incomplete: bool,
}

impl Values {
    /// Appends the value that `write` appends to its argument; returns its text. `write` returns whether there is a value.
    fn push(&mut self, write: impl FnOnce(&mut String) -> bool) -> Option<&str> {
        let start = self.text.len();
        if !write(&mut self.text) {
            self.is_incomplete = true;
            return None;
        }
        let end = self.text.len();
        self.width = self.width.max(width(&self.text[start..]));
        self.text.push('\n');
        Some(&self.text[start..end])
    }

    /// Writes the values of the heaps again in rows, so that their pattern can be seen.
    fn write(&self, heaps: RangeInclusive<u64>, period: Option<Period>, out: &mut impl Write) -> Result<(), Failure> {
        let (first, to) = heaps.into_inner();
        let width = to.to_string().len();
        let folds = period.as_ref().filter(|p| p.period() <= FOLD && p.preperiod() <= to);
        match (&period, folds) {
            (Some(p), Some(_)) => writeln!(out, "Grundy values, folded by the period: {p}")?,
            (Some(p), None) => writeln!(out, "Grundy values: {p}")?,
            (None, _) => writeln!(out, "Grundy values")?,
        }
        // Each row has complete periods, about as many values as fit in a line.
        let (start, row) = match folds {
            Some(p) => (p.preperiod().max(first), p.period() * (ROW / p.period()).max(1)),
            None => (first, ROW),
        };
        let mut texts = self.text.lines();
        let mut line = String::new();
        let mut n = first;
        while n <= to {
            let end = if n < start { (n + ROW).min(start) } else { n + row }.min(to + 1);
            line.clear();
            push_right(&mut line, width, |cell| push_number(n, cell));
            line.push(':');
            for value in texts.by_ref().take((end - n) as usize) {
                line.push(' ');
                push_right(&mut line, self.width, |cell| cell.push_str(value));
            }
            line.push('\n');
            out.write_all(line.as_bytes())?;
            n = end;
        }
        Ok(())
    }
}

/// The number of characters of a text.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Appends what `write` appends, on the right of a cell of `cell` characters.
fn push_right(out: &mut String, cell: usize, write: impl FnOnce(&mut String)) {
    const BLANKS: &str = "                ";
    let start = out.len();
    write(out);
    let missing = cell.saturating_sub(width(&out[start..]));
    if missing > 0 {
        match BLANKS.get(..missing) {
            Some(blanks) => out.insert_str(start, blanks),
            None => out.insert_str(start, &" ".repeat(missing)),
        }
    }
}
