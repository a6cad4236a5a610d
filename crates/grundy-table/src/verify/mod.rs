//! Derives every row of a table again, from the forward moves of the game, by the referee.
//!
//! First every checksum; then all rows, that they are positions of the game in the order they should be, each once (`rows`);
//! then each row against its options ([`grundy::verify`]), with the values of all rows in memory (`at_once`) or of one part of
//! the table after another (`in_parts`, `cycles`); then the counts. Either way that is a proof that every value is right, and
//! that all options of the rows are rows; that nothing else is in the table is not shown.

mod at_once;
mod bits;
mod cycles;
mod in_parts;
mod rows;

use crate::part::Finder;
use crate::{Table, TableError};
use grundy::limits::{Limits, RunError};
use grundy::text::{DynGame, Key};
use grundy::{PositionValue, Solution};
use std::fmt;

/// Rows between two looks at the limits.
const STEPS: u64 = 1 << 12;

/// Bytes that reading takes beside the values: many rows at a time, and their pages.
const READING: u64 = 20 << 20;

/// The fewest bytes for values.
const LEAST: u64 = 1 << 12;

/// A table that was derived again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rows that were checked: all.
    pub rows: u64,
    /// Positions that they stand for.
    pub positions: u64,
    /// Moves that they have.
    pub moves: u64,
    /// How many parts of the table had their values in memory one after another; 1: all at once.
    pub parts: u64,
}

/// Why a table is not right.
#[derive(Debug)]
pub enum WrongTable {
    /// The file is not what was written, or cannot be read.
    Table(TableError),
    /// A row is wrong.
    Row(Box<WrongRow>),
    /// A count in the metadata is wrong.
    Count(String),
    /// Not all was checked: a limit was hit.
    Limit(RunError),
}

/// The first row that is wrong.
#[derive(Clone, Debug)]
pub struct WrongRow {
    /// Its number, from 0.
    pub row: u64,
    /// Its position as text.
    pub position: String,
    /// What is stored.
    pub stored: Option<PositionValue>,
    /// What is wrong with it.
    pub wrong: String,
    /// Its moves as text, the options, and what is stored of those.
    pub options: Vec<(String, String, Option<PositionValue>)>,
}

impl fmt::Display for WrongTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Row(row) => row.fmt(f),
            Self::Count(what) => f.write_str(what),
            Self::Limit(hit) => hit.fmt(f),
        }
    }
}

impl std::error::Error for WrongTable {}

impl fmt::Display for WrongRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, position, stored, wrong, options } = self;
        write!(f, "row {row}, position {position}, {}: {wrong}", said(stored.as_ref()))?;
        for (text, option, stored) in options {
            write!(f, "\n  {text}: {option}, {}", said(stored.as_ref()))?;
        }
        Ok(())
    }
}

fn said(facts: Option<&PositionValue>) -> String {
    let Some(facts) = facts else { return "not stored".to_owned() };
    let mut text = format!("stored as {}", facts.outcome);
    if let Some(r) = facts.remoteness {
        text.push_str(&format!(" in {r}"));
    }
    if let Some(value) = facts.grundy.number() {
        text.push_str(&format!(", Grundy value {value}"));
    }
    text
}

impl From<TableError> for WrongTable {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<RunError> for WrongTable {
    fn from(hit: RunError) -> Self {
        Self::Limit(hit)
    }
}

/// Checks all of a table of `game`. `told` hears of how many rows so many are checked.
///
/// Where the values of all rows fit the memory it takes 1 byte a number (2 where its two positions are two rows), 9 a position
/// where they are words, else the bytes of its key and 5, or 13 where it has a Grundy value; the codes of remotenesses beyond 63
/// have a byte more. Where they do not, it takes what it may, and derives the rows once for each part of the table that fits.
///
/// # Errors
/// What is wrong first, or a limit.
pub fn verify(
    table: &Table,
    game: &dyn DynGame,
    limits: &Limits<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Verified, WrongTable> {
    if table.check_sums(&mut |_, _| !(limits.stop)())?.is_none() {
        limits.check(0, 0)?;
    }
    let (finder, base) = (Finder::new(table, game), READING + table.held());
    limits.check(0, base + LEAST + if finder.has_values() { cycles::bytes(table.counts().stored) } else { 0 })?;
    let check = Check { table, game, limits, finder, room: limits.max_memory() - base };
    let part = check.load(told)?;
    let (moves, parts) = if part.run().1 == table.counts().stored {
        (check.derive_at_once(part, told)?, 1)
    } else {
        check.derive_in_parts(part, told)?
    };
    let counts = table.counts();
    if moves != counts.moves {
        return Err(WrongTable::Count(format!("the metadata counts {} moves, the rows have {moves}", counts.moves)));
    }
    if let Some(text) = &table.header().start {
        let start = game.parse(text).ok();
        let facts = start.map_or(Ok(None), |start| table.facts(game, &start))?;
        facts.ok_or_else(|| WrongTable::Count(format!("the start, {text}, is not in the table")))?;
    }
    Ok(Verified { rows: counts.stored, positions: counts.positions.total(), moves, parts })
}

/// A table that is being checked.
struct Check<'a> {
    table: &'a Table,
    game: &'a dyn DynGame,
    limits: &'a Limits<'a>,
    finder: Finder<'a>,
    /// Bytes for values and what is noted of rows.
    room: u64,
}

impl Check<'_> {
    /// The bytes of a part: of the room, all but what the rows' debts take.
    fn part_room(&self) -> u64 {
        self.room - self.debt_room()
    }

    fn debt_room(&self) -> u64 {
        self.room / 8
    }

    /// A wrong row as it is shown, its options where `values` are told.
    fn wrong(
        &self,
        row: u64,
        at: &Key,
        stored: Option<PositionValue>,
        wrong: String,
        values: Option<&dyn Solution<Key>>,
    ) -> WrongTable {
        let options = values.map_or_else(Vec::new, |values| {
            let moves = self.game.moves(at, usize::MAX).moves;
            moves.into_iter().map(|(text, to)| (text, self.game.to_text(&to), values.facts(&to))).collect()
        });
        WrongTable::Row(Box::new(WrongRow { row, position: self.game.to_text(at), stored, wrong, options }))
    }
}
