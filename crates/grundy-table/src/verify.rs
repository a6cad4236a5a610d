//! Derives every row of a table again, from the forward moves of the game, by the referee.
//!
//! First every checksum; then all rows, that they are positions of the game in the order they should be, each once; then each
//! row against its options ([`grundy::referee`]); then the counts. That is a proof that every value is right, and that all
//! options of the rows are rows; that nothing else is in the table is not shown.

use crate::load::Loaded;
use crate::{Rows, Table, TableError};
use grundy::any::{AnyGame, Erased, Key, Order};
use grundy::ask::Histogram;
use grundy::game::Index;
use grundy::limits::{LimitHit, Limits};
use grundy::referee::{check_position, check_table};
use grundy::{Facts, Solution};
use std::fmt;

/// Positions between two looks at the limits.
const STEPS: u64 = 1 << 12;

/// A table that was derived again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rows that were checked: all.
    pub rows: u64,
    /// Positions that they stand for.
    pub positions: u64,
    /// Moves that they have.
    pub moves: u64,
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
    Limit(LimitHit),
}

/// The first row that is wrong.
#[derive(Clone, Debug)]
pub struct WrongRow {
    /// Its number, from 0.
    pub row: u64,
    /// Its position as text.
    pub position: String,
    /// What is stored.
    pub stored: Option<Facts>,
    /// What is wrong with it.
    pub wrong: String,
    /// Its moves as text, the options, and what is stored of those.
    pub options: Vec<(String, String, Option<Facts>)>,
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

fn said(facts: Option<&Facts>) -> String {
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

impl From<LimitHit> for WrongTable {
    fn from(hit: LimitHit) -> Self {
        Self::Limit(hit)
    }
}

/// Checks all of a table of `game`. `told` hears of how many rows so many are checked.
///
/// Memory beyond a page: 4 bytes a number (8 where its two positions are two rows), 12 a position where they are words, else about
/// 100.
///
/// # Errors
/// What is wrong first, or a limit.
pub fn verify(
    table: &Table,
    game: &dyn AnyGame,
    limits: &Limits<'_>,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Verified, WrongTable> {
    let rows = table.counts().stored;
    let mut read = 0;
    if table
        .check_sums(&mut |done, _| {
            read = done;
            !(limits.stop)()
        })?
        .is_none()
    {
        limits.check(0, 0)?;
    }
    limits.check(0, Loaded::bytes(table, game))?;
    let check = Check { table, game, limits };
    let loaded = check.load(told)?;
    let moves = check.derive(&loaded, told)?;
    let counts = table.counts();
    if moves != counts.moves {
        return Err(WrongTable::Count(format!("the metadata counts {} moves, the rows have {moves}", counts.moves)));
    }
    if let Some(text) = &table.header().start {
        let start = game.parse(text).ok().filter(|start| loaded.facts(start).is_some());
        start.ok_or_else(|| WrongTable::Count(format!("the start, {text}, is not in the table")))?;
    }
    Ok(Verified { rows, positions: counts.positions.total(), moves })
}

struct Check<'a> {
    table: &'a Table,
    game: &'a dyn AnyGame,
    limits: &'a Limits<'a>,
}

impl<'a> Check<'a> {
    /// Calls `each` with every row.
    fn each(&self, mut each: impl FnMut(&Rows, usize, Key) -> Result<(), WrongTable>) -> Result<(), WrongTable> {
        let mut done = Ok(());
        self.table.each(&mut |rows| {
            done = (0..rows.len()).try_for_each(|row| {
                let number = rows.first() + row as u64;
                if number.is_multiple_of(STEPS) {
                    self.limits.check(0, 0)?;
                }
                each(rows, row, self.table.position(self.game, rows, row)?)
            });
            done.is_ok()
        })?;
        done
    }

    /// Takes all rows into memory, and sees that each is a position in its place and has its weight.
    fn load(&self, told: &mut dyn FnMut(u64, u64)) -> Result<Loaded<'a>, WrongTable> {
        let (table, game) = (self.table, self.game);
        let header = table.header();
        let mut loaded = Loaded::new(table, game);
        let (mut last, mut place) = (Vec::new(), Vec::new());
        let (mut all, mut stored) = (Histogram::default(), Histogram::default());
        let mut by_turn = [Histogram::default(), Histogram::default()];
        self.each(|rows, row, at| {
            let number = rows.first() + row as u64;
            let wrong = |what: &str| self.wrong(number, &at, &loaded, what.to_owned(), false);
            if header.texts && rows.text(row) != Some(&game.show(&at)) {
                return Err(wrong("the text is not how the game writes the position"));
            }
            if header.order.place(game, &at, &mut place).is_none() {
                return Err(wrong("the position has no place in the order of the table"));
            }
            if !header.texts {
                place.truncate(4);
            }
            if number > 0 && place <= last {
                return Err(wrong("the row does not stand after the one before it"));
            }
            let page = header.page();
            if !header.dense && number.is_multiple_of(page) && *table.fences[(number / page) as usize] != *place {
                return Err(wrong("the fence of its page is that of another position"));
            }
            if header.reduced && table.kept(game, &at).as_ref() != Some(&at) {
                return Err(wrong("another position stands for its class"));
            }
            if !self.is_weight(&at, rows.weight(row)) {
                return Err(wrong(&format!("its weight is not {}", rows.weight(row))));
            }
            all.add(rows.verdict(row), rows.weight(row));
            stored.add(rows.verdict(row), 1);
            if let Some(player) = game.turn(&at) {
                by_turn[player as usize].add(rows.verdict(row), 1);
            }
            std::mem::swap(&mut last, &mut place);
            loaded.push(at, rows, row);
            if number.is_multiple_of(STEPS) {
                told(number / 4, table.counts().stored);
            }
            Ok(())
        })?;
        let counts = table.counts();
        if counts.positions != all || counts.rows != stored {
            return Err(WrongTable::Count("the counts in the metadata are not those of the rows".to_owned()));
        }
        if counts.by_turn.as_ref().is_some_and(|counted| *counted != by_turn) {
            return Err(WrongTable::Count("the counts by player in the metadata are not those of the rows".to_owned()));
        }
        Ok(loaded)
    }

    /// Whether a row of this position may stand for so many.
    fn is_weight(&self, at: &Key, weight: u64) -> bool {
        let header = self.table.header();
        let size = match (header.order, header.reduced) {
            (_, false) => Some(1),
            (Order::Number, true) => self.game.numbered().and_then(|numbers| {
                let (_, size) = numbers.class(numbers.number(at)?)?;
                Some(size)
            }),
            (_, true) => self.game.class_size(at),
        };
        let is_double = |number: Index| self.game.numbered().is_some_and(|numbers| numbers.is_double(number));
        let both = !header.texts && self.game.numbered().and_then(|n| n.number(at)).is_some_and(is_double);
        size.is_some_and(|size| weight == size || both && weight == 2 * size)
    }

    /// Derives every row from its options; gives how many moves all have.
    fn derive(&self, loaded: &Loaded<'_>, told: &mut dyn FnMut(u64, u64)) -> Result<u64, WrongTable> {
        let of = self.table.counts().stored;
        let game = Erased::every(self.game);
        let (mut moves, mut options, mut has_values) = (0_u64, Vec::new(), false);
        self.each(|rows, row, at| {
            let number = rows.first() + row as u64;
            if let Err(wrong) = check_position(&game, &at, loaded) {
                return Err(self.wrong(number, &at, loaded, wrong.to_string(), true));
            }
            options.clear();
            self.game.every_option(&at, &mut options);
            options.sort_unstable();
            options.dedup();
            moves = moves.saturating_add(rows.weight(row).saturating_mul(options.len() as u64));
            has_values |= rows.grundy(row).is_some();
            if number.is_multiple_of(STEPS) {
                told(of / 4 + number / 4 * 3, of);
            }
            Ok(())
        })?;
        if has_values {
            // Grundy values could ground one another on a cycle.
            let game = if self.table.header().reduced { Erased::canonical(self.game) } else { game };
            let keys = loaded.keys();
            check_table(&game, keys.iter().cloned(), loaded).map_err(|fault| {
                let row = keys.binary_search(&fault.at).unwrap_or_default() as u64;
                self.wrong(row, &fault.at, loaded, fault.wrong.to_string(), true)
            })?;
        }
        Ok(moves)
    }

    fn wrong(&self, row: u64, at: &Key, loaded: &Loaded<'_>, wrong: String, with_options: bool) -> WrongTable {
        let moves = if with_options { self.game.moves(at, usize::MAX).moves } else { Vec::new() };
        let options =
            moves.into_iter().map(|(text, option)| (text, self.game.show(&option), loaded.facts(&option))).collect();
        let position = self.game.show(at);
        WrongTable::Row(Box::new(WrongRow { row, position, stored: loaded.facts(at), wrong, options }))
    }
}
