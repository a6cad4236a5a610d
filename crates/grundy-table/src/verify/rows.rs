//! Checks the rows of a table one by one: each is a position of the game, occurs once and in order, and has the right class and weight.

use super::statistics::StatisticsCheck;
use super::{Check, STEPS, VerifyError};
use crate::rows::CHUNK_ROWS;
use crate::segment::{Segment, SegmentRow};
use crate::{Rows, TableError};
use grundy::game::{Index, Player};
use grundy::solver::Histogram;
use grundy::text::{Key, Order};
use std::ops::Range;

/// Consecutive rows with their positions.
pub(super) struct Block<'r> {
    rows: &'r Rows,
    /// The index in `rows` of the first row of the block.
    from: usize,
    pub(super) positions: Vec<Key>,
}

impl<'r> Block<'r> {
    /// The row at index `i` of the block: the batch that contains it, its index there, and its number in the table.
    pub(super) fn row(&self, i: usize) -> (&'r Rows, usize, u64) {
        let row = self.from + i;
        (self.rows, row, self.rows.first() + row as u64)
    }
}

/// The state that is carried from row to row.
struct Load {
    segment: Segment,
    is_full: bool,
    /// The sort key of the previous row.
    last: Vec<u8>,
    positions: Histogram,
    rows: Histogram,
    by_turn: [Histogram; 2],
}

impl Check<'_> {
    /// Calls `each` with blocks of rows until it returns `false`.
    pub(super) fn each_block(
        &self,
        range: Range<u64>,
        mut each: impl FnMut(&Block<'_>) -> Result<bool, VerifyError>,
    ) -> Result<(), VerifyError> {
        for first in range.clone().step_by(CHUNK_ROWS as usize) {
            let rows = self.table.rows(first, CHUNK_ROWS.min(range.end - first))?;
            for from in (0..rows.len()).step_by(STEPS as usize) {
                self.limits.check(0, 0)?;
                let to = rows.len().min(from + STEPS as usize);
                let mut positions = Vec::with_capacity(to - from);
                for row in from..to {
                    positions.push(self.table.position(self.game, &rows, row)?);
                }
                if !each(&Block { rows: &rows, from, positions })? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Loads the values of the rows from `first` on, as many as fit in `max_bytes` bytes. The rows must have been checked before.
    pub(super) fn segment(&self, first: u64, max_bytes: u64) -> Result<Segment, VerifyError> {
        let stored = self.table.counts().stored;
        let mut segment = Segment::new(self.table, &self.finder, self.players.are_stored(), first, max_bytes);
        self.each_block(first..stored, |block| {
            let players = self.stored_players(block)?;
            for (i, at) in block.positions.iter().enumerate() {
                if !segment.push(self.segment_row(block, i, at, players.get(i).copied().flatten())?) {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        Ok(segment)
    }

    /// The players of a block's positions if segments store players; otherwise empty.
    fn stored_players(&self, block: &Block<'_>) -> Result<Vec<Option<Player>>, VerifyError> {
        if self.players.are_stored() { self.players.all(self.game, &block.positions) } else { Ok(Vec::new()) }
    }

    pub(super) fn segment_row(
        &self,
        block: &Block<'_>,
        i: usize,
        at: &Key,
        player: Option<Player>,
    ) -> Result<SegmentRow, VerifyError> {
        let (rows, row, number) = block.row(i);
        let key = self.finder.row_key(at.clone());
        let key = key.ok_or_else(|| VerifyError::Count(format!("row {number} has no sort key")))?;
        Ok(SegmentRow { key, verdict: rows.verdict(row), value: rows.grundy(row), player })
    }

    /// Checks all rows, and loads the values of the first of them, as many as fit.
    pub(super) fn load(
        &self,
        mut statistics: StatisticsCheck<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Segment, VerifyError> {
        let counts = self.table.counts();
        let mut load = Load {
            segment: Segment::new(self.table, &self.finder, self.players.are_stored(), 0, self.segment_bytes()),
            is_full: false,
            last: Vec::new(),
            positions: Histogram::default(),
            rows: Histogram::default(),
            by_turn: Default::default(),
        };
        self.each_block(0..counts.stored, |block| {
            if block.from == 0 {
                self.compare_with_parquet(block.rows)?;
                statistics.add(block.rows)?;
            }
            let players = self.players.all(self.game, &block.positions)?;
            progress(block.row(0).2 / 4, counts.stored);
            for (i, (at, player)) in block.positions.iter().zip(players).enumerate() {
                self.load_row(block, i, at, player, &mut load)?;
            }
            Ok(true)
        })?;
        if counts.positions != load.positions || counts.rows != load.rows {
            return Err(other_counts());
        }
        if counts.by_turn.as_ref().is_some_and(|counted| *counted != load.by_turn) {
            return Err(VerifyError::Count(
                "the counts by player in the metadata are not those of the rows".to_owned(),
            ));
        }
        Ok(load.segment)
    }

    /// Compares rows with the Parquet reader's decoding of the same pages.
    fn compare_with_parquet(&self, rows: &Rows) -> Result<(), VerifyError> {
        let other = self.table.rows_by_parquet(rows.first(), rows.len() as u64)?;
        if *rows == other {
            return Ok(());
        }
        let row = rows.first() + rows.first_difference(&other) as u64;
        Err(TableError::damaged(format!("row {row}"), "lookups and other Parquet readers read it differently").into())
    }

    fn load_row(
        &self,
        block: &Block<'_>,
        i: usize,
        at: &Key,
        player: Option<Player>,
        load: &mut Load,
    ) -> Result<(), VerifyError> {
        let (rows, row, number) = block.row(i);
        if let Some(wrong) = self.fault(rows, row, number, at, &mut load.last)? {
            return Err(self.wrong_row(number, at, self.stored_value(rows, row), &wrong)?);
        }
        let verdict = rows.verdict(row);
        if verdict.remoteness() > self.table.counts().rows.max_remoteness() {
            return Err(other_counts());
        }
        load.positions.add(verdict, rows.weight(row));
        load.rows.add(verdict, 1);
        if let Some(player) = player {
            load.by_turn[player as usize].add(verdict, 1);
        }
        if !load.is_full {
            load.is_full = !load.segment.push(self.segment_row(block, i, at, player)?);
        }
        Ok(())
    }

    /// The fault of a row by itself, if it has one. `last` is the sort key of the previous row, and is set to that of this row.
    fn fault(
        &self,
        rows: &Rows,
        row: usize,
        number: u64,
        at: &Key,
        last: &mut Vec<u8>,
    ) -> Result<Option<String>, VerifyError> {
        let (table, game, header) = (self.table, self.game, self.table.header());
        let wrong = |what: &str| Ok(Some(what.to_owned()));
        if header.has_texts && rows.text(row) != Some(&game.to_text(at)?) {
            return wrong("the text is not how the game writes the position");
        }
        let mut key = Vec::new();
        if header.order.sort_key(game, at, &mut key).is_none() {
            return wrong("the position has no sort key in the order of the table");
        }
        if !header.has_texts {
            key.truncate(4);
        }
        if number > 0 && key <= *last {
            return wrong("the row does not come after the one before it");
        }
        let page = header.page();
        let is_first = !header.is_dense && number.is_multiple_of(page);
        if is_first && table.first_keys.get((number / page) as usize) != Some(&key[..]) {
            return wrong("the first key of its page is that of another position");
        }
        if header.is_reduced && table.representative(game, at)?.as_ref() != Some(at) {
            return wrong("the position is not the representative of its class");
        }
        if !self.is_weight(at, rows.weight(row)) {
            return Ok(Some(format!("its weight is not {}", rows.weight(row))));
        }
        *last = key;
        Ok(None)
    }

    /// Whether a row of this position may have this weight.
    fn is_weight(&self, at: &Key, weight: u64) -> bool {
        let header = self.table.header();
        let indexed = self.game.indexed();
        let index = || indexed.and_then(|indexed| indexed.index_of(at));
        let size = match (header.order, header.is_reduced) {
            (_, false) => Some(1),
            (Order::Index, true) => {
                indexed.zip(index()).and_then(|(indexed, index)| indexed.class(index)).map(|(_, size)| size)
            }
            (_, true) => self.game.class_size(at),
        };
        let is_shared = |index: Index| indexed.is_some_and(|indexed| indexed.is_shared(index));
        let both = !header.has_texts && index().is_some_and(is_shared);
        size.is_some_and(|size| weight == size || both && weight == 2 * size)
    }
}

fn other_counts() -> VerifyError {
    VerifyError::Count("the counts in the metadata are not those of the rows".to_owned())
}
