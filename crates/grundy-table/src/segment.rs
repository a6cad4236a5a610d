//! A segment: the values of consecutive rows in memory, without text, for fast lookups of options.

use crate::Table;
use crate::bits::Bits;
use crate::codes::Codes;
use crate::row_key::{RowKey, RowKeyFinder};
use grundy::game::Player;
use grundy::text::{Key, Order};
use grundy::value::{Nimber, Verdict};

/// The values of consecutive rows of a table.
pub(crate) struct Segment {
    /// The number of the first row.
    first: u64,
    /// The key of the first row; `None` if it is the first row of the table.
    low: Option<RowKey>,
    /// The key of the row after the last; `None` if the segment ends with the table.
    high: Option<RowKey>,
    rows: u64,
    row_keys: RowKeys,
    codes: Codes,
    /// The Grundy values, with [`NO_VALUE`] for a row without one; empty if the game has no Grundy values.
    values: Vec<u64>,
    has_values: bool,
    /// The rows in which the second player moves, if the segment stores players.
    second: Option<Bits>,
    /// The maximum size of the segment in bytes.
    max_bytes: u64,
}

/// The marker for a missing Grundy value; values of a table are smaller.
const NO_VALUE: u64 = u64::MAX;

enum RowKeys {
    /// Verdicts are stored by index of the position; the field is the index of the first row.
    Numbers(u64),
    /// `tiers` has each tier with the index of its first word; `words` has all words, ascending within a tier.
    Words { tiers: Vec<(u32, usize)>, words: Vec<u64> },
    /// The bytes of all keys, in ascending order of keys, and the end of each key.
    Keys { bytes: Vec<u8>, ends: Vec<u32> },
}

/// A row that can be added to a segment.
pub(crate) struct SegmentRow {
    pub(crate) key: RowKey,
    pub(crate) verdict: Verdict,
    pub(crate) value: Option<Nimber>,
    /// The player to move, if the segment stores players.
    pub(crate) player: Option<Player>,
}

/// The result of a lookup in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The key is not in the range of this segment.
    Elsewhere,
    /// The key is in the range of this segment, and no row has it.
    Missing,
    /// A row of this segment has the key.
    Found(FoundRow),
}

/// A row that was found in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundRow {
    /// The number of the row, if the table is in the order of keys.
    pub(crate) row: u64,
    pub(crate) verdict: Verdict,
    pub(crate) value: Option<Nimber>,
    /// The player to move, if the segment stores players.
    pub(crate) player: Option<Player>,
}

impl Segment {
    /// Creates an empty segment of at most `max_bytes` bytes for the rows from `first` on; it stores players if `has_players`.
    pub(crate) fn new(table: &Table, finder: &RowKeyFinder<'_>, has_players: bool, first: u64, max_bytes: u64) -> Self {
        let row_keys = match finder.order() {
            Order::Index => RowKeys::Numbers(0),
            Order::Word => RowKeys::Words { tiers: Vec::new(), words: Vec::new() },
            Order::Key => RowKeys::Keys { bytes: Vec::new(), ends: Vec::new() },
        };
        let mut segment = Self {
            first,
            low: None,
            high: None,
            rows: 0,
            row_keys,
            codes: Codes::new(table.counts().rows.max_remoteness().map_or(0, |r| r.0)),
            values: Vec::new(),
            has_values: finder.has_values(),
            second: has_players.then(Bits::default),
            max_bytes,
        };
        segment.reserve(table.counts().stored - first, finder);
        segment
    }

    /// Allocates the buffers in advance, so that none grows beyond `max_bytes` by doubling. The operating system commits memory only when it
    /// is written to.
    fn reserve(&mut self, rows: u64, finder: &RowKeyFinder<'_>) {
        let width = self.codes.width();
        let of = |each: u64, most: u64| most.min(self.max_bytes / each) as usize;
        match &mut self.row_keys {
            RowKeys::Numbers(_) => self.codes.reserve(of(width, finder.numbers())),
            RowKeys::Words { words, .. } => {
                let rows = of(8 + width, rows);
                words.reserve_exact(rows);
                self.codes.reserve(rows);
            }
            // Keys differ in length, so their buffers grow.
            RowKeys::Keys { .. } => {}
        }
    }

    /// Adds the next row. Returns `false` if there is no room for it; the segment then ends before it. There is always room for the first
    /// row.
    pub(crate) fn push(&mut self, row: SegmentRow) -> bool {
        let is_first = self.rows == 0;
        if !is_first && self.bytes_with(&row.key) > self.max_bytes {
            self.end_before(row.key);
            return false;
        }
        let index = match (&mut self.row_keys, &row.key) {
            (RowKeys::Numbers(first), RowKey::Number(number)) => {
                if is_first {
                    *first = *number;
                }
                (number - *first) as usize
            }
            (RowKeys::Words { tiers, words }, RowKey::Word(tier, word)) => {
                if tiers.last().is_none_or(|(last, _)| last != tier) {
                    tiers.push((*tier, words.len()));
                }
                words.push(*word);
                words.len() - 1
            }
            (RowKeys::Keys { bytes, ends }, RowKey::Key(key)) => {
                bytes.extend_from_slice(&key.0);
                ends.push(bytes.len() as u32);
                if self.has_values {
                    self.values.push(row.value.map_or(NO_VALUE, |value| value.0));
                }
                ends.len() - 1
            }
            _ => unreachable!("a finder gives the keys of one order"),
        };
        self.codes.set(index, row.verdict);
        if let Some(second) = &mut self.second {
            second.grow(index as u64 + 1);
            if row.player == Some(Player::Right) {
                second.set(index as u64);
            }
        }
        if is_first && self.first > 0 {
            self.low = Some(row.key);
        }
        self.rows += 1;
        true
    }

    /// Ends the segment before the row with this key.
    pub(crate) fn end_before(&mut self, key: RowKey) {
        self.high = Some(key);
    }

    /// The size of the segment in bytes with one more row.
    pub(crate) fn bytes_with(&self, key: &RowKey) -> u64 {
        let (width, rows) = (self.codes.width(), self.rows + 1);
        let players = if self.second.is_some() { rows / 8 } else { 0 };
        match (&self.row_keys, key) {
            (RowKeys::Numbers(first), RowKey::Number(number)) => width * (number - first + 1) + players,
            (RowKeys::Words { tiers, .. }, _) => (8 + width) * rows + 16 * (tiers.capacity() as u64 + 1) + players,
            (RowKeys::Keys { bytes, .. }, RowKey::Key(key)) => {
                // The end of a key is stored in 32 bits.
                if bytes.len() > (u32::MAX >> 1) as usize {
                    return u64::MAX;
                }
                let fixed = (4 + width + 8 * u64::from(self.has_values)) * rows;
                // Twice, because buffers grow by doubling.
                2 * (bytes.len() as u64 + key.0.len() as u64 + fixed + players)
            }
            _ => 0,
        }
    }

    /// The number of the first row, and the count of rows.
    pub(crate) fn run(&self) -> (u64, u64) {
        (self.first, self.rows)
    }

    /// Looks up a key.
    pub(crate) fn find(&self, key: &RowKey) -> Lookup {
        if self.low.as_ref().is_some_and(|low| key < low) || self.high.as_ref().is_some_and(|high| key >= high) {
            return Lookup::Elsewhere;
        }
        self.index(key).and_then(|index| self.row(index)).map_or(Lookup::Missing, Lookup::Found)
    }

    /// The position of a key in the arrays of the segment.
    fn index(&self, key: &RowKey) -> Option<usize> {
        match (&self.row_keys, key) {
            (RowKeys::Numbers(first), RowKey::Number(number)) => number.checked_sub(*first).map(|at| at as usize),
            (RowKeys::Words { tiers, words }, RowKey::Word(tier, word)) => {
                let tier = tiers.binary_search_by_key(tier, |&(tier, _)| tier).ok()?;
                let from = tiers[tier].1;
                let to = tiers.get(tier + 1).map_or(words.len(), |&(_, to)| to);
                Some(from + words[from..to].binary_search(word).ok()?)
            }
            (RowKeys::Keys { bytes, ends }, RowKey::Key(key)) => {
                let (mut from, mut to) = (0, ends.len());
                while from < to {
                    let middle = from.midpoint(to);
                    match key_at(bytes, ends, middle).cmp(&key.0) {
                        std::cmp::Ordering::Less => from = middle + 1,
                        std::cmp::Ordering::Equal => return Some(middle),
                        std::cmp::Ordering::Greater => to = middle,
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// The row at an index; `None` if there is none. If the table is in the order of keys, the first row of the segment has index 0, the
    /// next one 1.
    pub(crate) fn row(&self, index: usize) -> Option<FoundRow> {
        let player = |second: &Bits| if second.get(index as u64) { Player::Right } else { Player::Left };
        Some(FoundRow {
            row: self.first + index as u64,
            verdict: self.codes.get(index)?,
            value: self.values.get(index).copied().filter(|value| *value != NO_VALUE).map(Nimber),
            player: self.second.as_ref().map(player),
        })
    }

    /// The key of the row at an index, if the table is in the order of keys.
    pub(crate) fn key(&self, index: usize) -> Option<Key> {
        match &self.row_keys {
            RowKeys::Keys { bytes, ends } => (index < ends.len()).then(|| Key(key_at(bytes, ends, index).into())),
            RowKeys::Numbers(_) | RowKeys::Words { .. } => None,
        }
    }
}

fn key_at<'a>(bytes: &'a [u8], ends: &[u32], at: usize) -> &'a [u8] {
    let from = if at == 0 { 0 } else { ends[at - 1] as usize };
    &bytes[from..ends[at] as usize]
}
