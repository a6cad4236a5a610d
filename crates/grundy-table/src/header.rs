//! The header of a table: the game, its rules and the counts, as key-value metadata of the footer.

use crate::{TableError, VERSION};
use grundy::Play;
use grundy::solver::Histogram;
use grundy::text::Order;
use std::collections::HashMap;

/// The number of rows of a page with text, which is searched row by row. Pages without text have eight times as many rows: a number is
/// found directly, and in short pages values take a third more bytes (measured with quixo:4).
const PAGE: u64 = 2048;
/// The number of rows of a row group with text, whose columns stay in memory while it is written. A row group without text has four times
/// as many.
const GROUP: u64 = 1 << 18;
/// The size of a block in bytes.
pub(crate) const BLOCK: u64 = 1 << 15;
/// The largest number of remotenesses that may be missing below the counted ones. None is missing in a correct table; in a wrong table
/// [`crate::verify()`] reports the wrong row.
const GAPS: usize = 1024;

/// The game of a table, its rules, and the form of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game, in the form in which a user writes it.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
    /// The rules, as [`rules_of`](crate::rules_of) returns them.
    pub rules: String,
    /// The program that wrote the table, and its version.
    pub program: String,
    /// The order of the rows.
    pub order: Order,
    /// Whether each row represents a class of positions.
    pub is_reduced: bool,
    /// Whether rows have the text of their positions.
    pub has_texts: bool,
    /// Whether the number of a row is the index of its position. In a table without text that is not dense, the indices are a column.
    pub is_dense: bool,
    /// Whether rows have weights, the numbers of positions that they represent; required if `is_reduced`.
    pub has_weights: bool,
    /// Whether finite Grundy values have stages, because the game has a cycle.
    pub has_stages: bool,
    /// Whether rows may have the set K of a value ∞(K); requires `has_stages`.
    pub has_infinite_values: bool,
    /// The position that the game was solved from, as text.
    pub start: Option<String>,
    /// In a table of openings, the last tier: that of the positions whose values were found by search. The table then holds the positions
    /// up to this tier, and not the options of the last ones. `None` in other tables.
    pub opening: Option<u32>,
}

/// The counts of a table's rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of rows.
    pub stored: u64,
    /// The number of moves of all positions; moves to one option count once.
    pub moves: u64,
    /// The number of positions by value and remoteness: the rows, each counted with its weight.
    pub positions: Histogram,
    /// The number of rows by value and remoteness.
    pub rows: Histogram,
    /// The number of rows by value and remoteness for each player to move, first player first; `None` if the game has no players or a row
    /// represents both.
    pub by_turn: Option<[Histogram; 2]>,
}

/// The values of the metadata by their keys.
pub(crate) type Values = HashMap<String, String>;

impl Header {
    /// Describes a contradiction between fields, and what to do; `None` if there is none.
    pub(crate) fn contradiction(&self) -> Option<&'static str> {
        if !self.has_texts && self.order != Order::Index {
            Some("rows without text are known by their indices; set `has_texts`, or write rows in `Order::Index`")
        } else if self.is_dense && self.has_texts {
            Some("`is_dense` is for rows without text; set one of `is_dense` and `has_texts`")
        } else if self.is_reduced && !self.has_weights {
            Some("`is_reduced` requires `has_weights`; set it")
        } else if self.has_infinite_values && !self.has_stages {
            Some("`has_infinite_values` requires `has_stages`; set it")
        } else if self.opening.is_some() && self.order != Order::Word {
            Some("openings are those of games whose positions are words; unset `opening`")
        } else if self.has_stages && self.order != Order::Key {
            Some("games with indices or words have no Grundy values; unset `has_stages`")
        } else {
            None
        }
    }

    /// The number of rows of a page.
    pub(crate) fn page(&self) -> u64 {
        if self.has_texts { PAGE } else { 8 * PAGE }
    }

    /// The number of rows of a row group.
    pub(crate) fn group(&self) -> u64 {
        if self.has_texts { GROUP } else { 4 * GROUP }
    }

    pub(crate) fn write(&self, out: &mut Vec<(&'static str, String)>) {
        out.push(("grundy.table", VERSION.to_string()));
        out.push(("grundy.program", self.program.clone()));
        out.push(("grundy.game", self.game.clone()));
        out.push(("grundy.play", self.play.as_str().to_owned()));
        out.push(("grundy.rules", self.rules.clone()));
        out.push(("grundy.order", self.order.as_str().to_owned()));
        out.push(("grundy.reduced", self.is_reduced.to_string()));
        out.push(("grundy.texts", self.has_texts.to_string()));
        out.push(("grundy.dense", self.is_dense.to_string()));
        out.push(("grundy.weights", self.has_weights.to_string()));
        for (key, has_column) in [("grundy.stages", self.has_stages), ("grundy.loopy", self.has_infinite_values)] {
            if has_column {
                out.push((key, has_column.to_string()));
            }
        }
        if let Some(start) = &self.start {
            out.push(("grundy.start", start.clone()));
        }
        if let Some(tier) = self.opening {
            out.push(("grundy.opening", tier.to_string()));
        }
    }

    pub(crate) fn read(values: &Values) -> Result<Self, TableError> {
        let text = |key: &str| text(values, key).map(str::to_owned);
        let order = text("grundy.order")?;
        let has_column = |key: &str| if values.contains_key(key) { parse(values, key) } else { Ok(false) };
        Ok(Self {
            game: text("grundy.game")?,
            play: parse(values, "grundy.play")?,
            rules: text("grundy.rules")?,
            program: text("grundy.program")?,
            order: Order::of_word(&order)
                .ok_or_else(|| TableError::damaged("its metadata", format!("no order is called `{order}`")))?,
            is_reduced: parse(values, "grundy.reduced")?,
            has_texts: parse(values, "grundy.texts")?,
            is_dense: parse(values, "grundy.dense")?,
            has_weights: parse(values, "grundy.weights")?,
            has_stages: has_column("grundy.stages")?,
            has_infinite_values: has_column("grundy.loopy")?,
            start: values.get("grundy.start").cloned(),
            opening: if values.contains_key("grundy.opening") { Some(parse(values, "grundy.opening")?) } else { None },
        })
    }
}

impl Counts {
    pub(crate) fn write(&self, out: &mut Vec<(&'static str, String)>) {
        out.push(("grundy.stored", self.stored.to_string()));
        out.push(("grundy.moves", self.moves.to_string()));
        out.push(("grundy.positions", self.positions.total().to_string()));
        out.push(("grundy.win", self.positions.won().to_string()));
        out.push(("grundy.loss", self.positions.lost().to_string()));
        out.push(("grundy.draw", self.positions.draws.to_string()));
        if let Some(most) = self.rows.max_remoteness() {
            out.push(("grundy.max-remoteness", most.to_string()));
        }
        out.push(("grundy.histogram", histogram_text(&self.positions)));
        out.push(("grundy.histogram.rows", histogram_text(&self.rows)));
        if let Some([first, second]) = &self.by_turn {
            out.push(("grundy.histogram.first", histogram_text(first)));
            out.push(("grundy.histogram.second", histogram_text(second)));
        }
    }

    /// Parses the counts. A position with some remoteness implies positions with every smaller remoteness, each with a count. So the text
    /// of a large remoteness is long, and the memory of a histogram is bounded by a multiple of its text.
    pub(crate) fn read(values: &Values) -> Result<Self, TableError> {
        let beyond = text(values, "grundy.histogram.rows")?.matches(':').count() + GAPS;
        let histogram = |key: &str| read_histogram(text(values, key)?, beyond);
        let by_turn = match values.contains_key("grundy.histogram.first") {
            true => Some([histogram("grundy.histogram.first")?, histogram("grundy.histogram.second")?]),
            false => None,
        };
        Ok(Self {
            stored: parse(values, "grundy.stored")?,
            moves: parse(values, "grundy.moves")?,
            positions: histogram("grundy.histogram")?,
            rows: histogram("grundy.histogram.rows")?,
            by_turn,
        })
    }
}

/// Formats a histogram: `win` and `loss`, each followed by `remoteness:count` for every count above 0, then `draw` and its count.
fn histogram_text(histogram: &Histogram) -> String {
    let mut text = String::from("win");
    let mut column = |name: &str, counts: &[u64]| {
        text.push_str(name);
        for (remoteness, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            text.push_str(&format!(" {remoteness}:{count}"));
        }
    };
    column("", &histogram.wins);
    column(" loss", &histogram.losses);
    text.push_str(&format!(" draw {}", histogram.draws));
    text
}

/// Parses a histogram whose remotenesses are below `beyond`.
fn read_histogram(text: &str, beyond: usize) -> Result<Histogram, TableError> {
    let wrong = || TableError::damaged("its metadata", "a histogram cannot be read");
    let mut histogram = Histogram::default();
    let (mut column, mut total) = ("", 0_u64);
    let mut counted = |word: &str| {
        let count: u64 = word.parse().ok()?;
        total = total.checked_add(count)?;
        Some(count)
    };
    for word in text.split(' ') {
        if ["win", "loss", "draw"].contains(&word) {
            column = word;
            continue;
        }
        if column == "draw" {
            if std::mem::replace(&mut histogram.draws, counted(word).ok_or_else(wrong)?) > 0 {
                return Err(wrong());
            }
            continue;
        }
        let (remoteness, count) = word.split_once(':').ok_or_else(wrong)?;
        let remoteness: usize = remoteness.parse().map_err(|_| wrong())?;
        let counts = if column == "win" { &mut histogram.wins } else { &mut histogram.losses };
        if remoteness < counts.len() || remoteness >= beyond {
            return Err(wrong());
        }
        counts.resize(remoteness, 0);
        counts.push(counted(count).ok_or_else(wrong)?);
    }
    Ok(histogram)
}

pub(crate) fn text<'a>(values: &'a Values, key: &str) -> Result<&'a str, TableError> {
    values
        .get(key)
        .map(String::as_str)
        .ok_or_else(|| TableError::damaged("its metadata", format!("`{key}` is not there")))
}

pub(crate) fn parse<T: std::str::FromStr>(values: &Values, key: &str) -> Result<T, TableError> {
    let value = text(values, key)?;
    value.parse().map_err(|_| TableError::damaged("its metadata", format!("`{key}` cannot be `{value}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remoteness_takes_no_more_memory_than_its_text() {
        let read = |histogram: &str| {
            let keys = ["grundy.histogram", "grundy.histogram.rows"].map(|key| (key, histogram));
            let numbers = [("grundy.stored", "9"), ("grundy.moves", "9")];
            let values = keys.into_iter().chain(numbers).map(|(key, value)| (key.to_owned(), value.to_owned()));
            Counts::read(&values.collect()).map(|counts| histogram_text(&counts.rows))
        };
        let long = format!("win {}loss draw 0", (0..5000).map(|r| format!("{r}:1 ")).collect::<String>());
        for right in ["win loss draw 3", "win 1:4 loss 0:2 2:1 draw 0", "win 3:4 loss draw 1", &long] {
            assert_eq!(read(right).unwrap(), right);
        }
        for wrong in ["win 5000:1 loss draw 0", "win 0:1 loss 5000000:1 draw 0", "win 1:1 0:1 loss draw 0"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
