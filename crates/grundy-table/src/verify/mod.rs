//! Verifies a table: derives every row again from the rules of the game, with code that shares nothing with the solvers.
//!
//! The verification has four steps. It compares all checksums. It checks that the rows are positions of the game, each once and in order
//! (`rows`), and the statistics that other programs read (`statistics`). It checks each row against its options by the conditions of [`grundy::verify`], with the values of all rows in memory
//! (`at_once`) or of one segment of the table at a time (`in_segments`), and checks that Grundy values do not support one another in a
//! cycle (`acyclic`, `cycles`). In the table of a game with a cycle it checks Grundy values by their stages instead (`staged`). Finally it
//! checks the counts. This proves that every value is correct and that all options of rows are
//! rows; it does not show that every position of the table can be reached. In a table of openings it proves the values of all tiers but the
//! last from those of the last, which were found by search.

mod acyclic;
mod at_once;
mod cycles;
mod error;
mod in_segments;
mod obligations;
mod players;
mod rows;
mod staged;
mod statistics;

pub use error::{RowFault, StoredOption, VerifyError};

use crate::probe::position_value;
use crate::row_key::RowKeyFinder;
use crate::segment::{Lookup, Segment};
use crate::{Rows, Table};
use grundy::PositionValue;
use grundy::game::Player;
use grundy::limits::{LimitHit, Limits, RunError};
use grundy::text::{DynGame, Key};
use grundy::value::{Grundy, Nimber, Unknown, Verdict};
use players::Players;
use statistics::StatisticsCheck;

/// The number of rows between two checks of the limits.
const STEPS: u64 = 1 << 12;

/// Memory for reading, in bytes, besides the values: a batch of rows, and their pages.
const READING: u64 = 20 << 20;

/// The minimum memory for values, in bytes.
const MIN_MEMORY: u64 = 1 << 12;

/// The result of a successful verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of rows; all were checked.
    pub rows: u64,
    /// The number of positions that the rows represent.
    pub positions: u64,
    /// The number of moves of all positions.
    pub moves: u64,
    /// The number of segments that were in memory one after another; 1 if all values were in memory at once.
    pub segments: u64,
    /// In a table of openings, the number of rows of the last tier. Their values were found by search and are not derived again; 0 in
    /// other tables.
    pub searched: u64,
}

/// Verifies a table of `game`. Calls `progress` with the number of rows checked and the total number of rows.
///
/// If the values of all rows fit in memory, they take 1 byte per index (2 if its two positions are two rows), or 9 bytes per position if
/// positions are words, or else the bytes of its key and 5 more, 13 with Grundy values. Remotenesses above 63 take one byte more. If the
/// values do not fit, the run takes all the memory that is allowed, and derives the rows once for each segment of the table that fits.
///
/// # Errors
/// The first error that is found in the table, an error of the rules, or an exceeded limit.
pub fn verify(
    table: &Table,
    game: &dyn DynGame,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verified, VerifyError> {
    if table.check_checksums(&mut |_, _| !(limits.stop)())?.is_none() {
        return Err(RunError::Interrupted { positions: 0 }.into());
    }
    let counts = table.counts();
    let (finder, statistics) = (RowKeyFinder::new(table, game), StatisticsCheck::new(table)?);
    let base = READING + table.memory_bytes() + statistics.bytes();
    let marks = match table.header().has_stages {
        true => staged::bytes(counts.stored),
        false if finder.has_values() => cycles::bytes(counts.stored),
        false => 0,
    };
    limits.check(0, base + MIN_MEMORY + marks)?;
    let first = table.rows(0, 1)?;
    let sample = if first.is_empty() { None } else { Some(table.position(game, &first, 0)?) };
    let players = Players::of(game, sample.as_ref())?;
    let check = Check { table, game, limits, finder, players, max_bytes: limits.max_memory() - base };
    let segment = check.load(statistics, progress)?;
    let (moves, searched, segments) = if segment.run().1 == counts.stored {
        let (moves, searched) = check.derive_at_once(segment, progress)?;
        (moves, searched, 1)
    } else if table.header().opening.is_some() {
        // Tables of openings are small.
        let limit = limits.max_memory();
        return Err(RunError::from(LimitHit::Memory { limit, needed: limit.saturating_mul(2) }).into());
    } else {
        let (moves, segments) = check.derive_in_segments(segment, progress)?;
        (moves, 0, segments)
    };
    if moves != counts.moves {
        return Err(VerifyError::Count(format!("the metadata counts {} moves, the rows have {moves}", counts.moves)));
    }
    if table.header().has_stages {
        check.staged_values()?;
    }
    if let Some(text) = &table.header().start {
        let start = game.parse(text).ok();
        let value = start.map_or(Ok(None), |start| table.get_key(game, &start))?;
        value.ok_or_else(|| VerifyError::Count(format!("the start, {text}, is not in the table")))?;
    }
    Ok(Verified { rows: counts.stored, positions: counts.positions.total(), moves, segments, searched })
}

/// A table that is being verified.
struct Check<'a> {
    table: &'a Table,
    game: &'a dyn DynGame,
    limits: &'a Limits<'a>,
    finder: RowKeyFinder<'a>,
    players: Players<'a>,
    /// The memory for the values and the obligations of rows, in bytes.
    max_bytes: u64,
}

/// The result of looking up a position in a segment.
enum OptionLookup {
    /// Another segment has the position.
    Elsewhere,
    /// The table does not hold the position.
    Missing,
    Stored {
        value: PositionValue,
        player: Option<Player>,
    },
}

impl Check<'_> {
    /// The maximum size of a segment in bytes: `max_bytes` less the part for the obligations.
    fn segment_bytes(&self) -> u64 {
        self.max_bytes - self.obligation_bytes()
    }

    fn obligation_bytes(&self) -> u64 {
        self.max_bytes / 8
    }

    /// The value of a row, without the Grundy value if that has a stage.
    fn stored_value(&self, rows: &Rows, row: usize) -> PositionValue {
        self.value(rows.verdict(row), rows.grundy(row))
    }

    /// The value with these contents of a row, without the Grundy value if that has a stage.
    fn value(&self, verdict: Verdict, grundy: Option<Nimber>) -> PositionValue {
        if self.table.header().has_stages {
            return PositionValue::solved(verdict, Grundy::Unknown(Unknown::NotRequested));
        }
        position_value(self.game, verdict, grundy)
    }

    /// Looks up a position.
    fn look_up(&self, segment: &Segment, at: &Key) -> Result<OptionLookup, VerifyError> {
        let (value, player) = match self.table.representative(self.game, at)? {
            // A position without an index is a draw, whichever the segment.
            None => (self.value(Verdict::Draw, None), None),
            Some(representative) => {
                let Some(key) = self.finder.row_key(representative) else { return Ok(OptionLookup::Missing) };
                match segment.find(&key) {
                    Lookup::Elsewhere => return Ok(OptionLookup::Elsewhere),
                    Lookup::Missing => return Ok(OptionLookup::Missing),
                    Lookup::Found(row) => (self.value(row.verdict, row.value), row.player),
                }
            }
        };
        Ok(OptionLookup::Stored { value, player: self.players.player(at, player) })
    }

    /// The error for a wrong row, without the options of its position.
    fn wrong_row(&self, row: u64, at: &Key, stored: PositionValue, wrong: &str) -> Result<VerifyError, VerifyError> {
        let (position, stored) = (self.game.to_text(at)?, Some(stored));
        Ok(VerifyError::Row(Box::new(RowFault { row, position, stored, wrong: wrong.to_owned(), options: Vec::new() })))
    }

    /// The error for a wrong row, with the options of its position; `get` returns their values.
    fn wrong_row_with_options(
        &self,
        row: u64,
        at: &Key,
        stored: PositionValue,
        wrong: &str,
        get: &dyn Fn(&Key) -> Result<Option<PositionValue>, VerifyError>,
    ) -> Result<VerifyError, VerifyError> {
        let mut options = Vec::new();
        for listed in self.game.moves(at, usize::MAX)?.moves {
            let (position, stored) = (self.game.to_text(&listed.option)?, get(&listed.option)?);
            options.push(StoredOption { text: listed.text, position, stored });
        }
        let position = self.game.to_text(at)?;
        Ok(VerifyError::Row(Box::new(RowFault {
            row,
            position,
            stored: Some(stored),
            wrong: wrong.to_owned(),
            options,
        })))
    }
}
