//! Saves what a search has proved, and loads it again.
//!
//! The state is the number of entries of the table, the number of positions and, for each: its key, the lower and the upper bound of its score in
//! four bytes each, and in eight bytes the number of visited positions, the best option, and the player to move. Every stored bound is proved, so it
//! also holds when another position is searched.

use super::backend::Backend;
use super::engine::Engine;
use super::score::Range;
use super::table::{Entry, MIN_ENTRIES, Table, hash};
use crate::checkpoint::{CheckpointError, Decoder, write_u64};
use crate::game::Player;
use crate::limits::Limits;
use std::io::{self, Read, Write};

impl<B: Backend> Engine<B> {
    /// Writes what is proved of positions.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut count = 0;
        self.table.try_for_each(|_, _| {
            count += 1;
            Ok::<_, io::Error>(())
        })?;
        write_u64(out, self.table.len() as u64)?;
        write_u64(out, count)?;
        self.table.try_for_each(|key, entry| {
            B::write_key(key, out)?;
            let [range, rest] = words_of(entry);
            write_u64(out, range)?;
            write_u64(out, rest)
        })
    }

    /// Adds what an earlier search has saved. If the memory does not allow a table as large as that of the earlier search, positions replace others.
    pub(super) fn load(&mut self, state: &mut dyn Read, limits: &Limits<'_>) -> Result<(), CheckpointError> {
        Decoder::read_all(state, |from| {
            let entries = from.read_size()?;
            if !entries.is_power_of_two() {
                return Err(CheckpointError::Invalid);
            }
            for loaded in 0..from.read_u64()? {
                let key = self.backend().read_key(from)?;
                let entry = entry_of([from.read_u64()?, from.read_u64()?]).ok_or(CheckpointError::Invalid)?;
                if loaded == 0 {
                    self.resize(
                        entries.clamp(self.table.len(), self.most_entries(limits.max_memory()).max(self.table.len())),
                    );
                }
                self.table.put(&key, hash(&key), entry);
            }
            // A key may have been longer than the first one, so that fewer entries fit.
            self.resize(self.table.len().min(self.most_entries(limits.max_memory())));
            Ok(())
        })
    }

    fn resize(&mut self, entries: usize) {
        if entries != self.table.len() {
            self.table = std::mem::replace(&mut self.table, Table::new(MIN_ENTRIES)).resized(entries);
        }
    }
}

/// An entry as two words.
fn words_of(entry: &Entry) -> [u64; 2] {
    let player = match entry.player {
        None => 0,
        Some(Player::Left) => 1,
        Some(Player::Right) => 2,
    };
    let range = u64::from(entry.range.lower as u32) | u64::from(entry.range.upper as u32) << 32;
    [range, u64::from(entry.visited) | u64::from(entry.best) << 32 | player << 48]
}

/// The entry with these two words; `None` if there is none.
fn entry_of([range, rest]: [u64; 2]) -> Option<Entry> {
    let player = match rest >> 48 {
        0 => None,
        1 => Some(Player::Left),
        2 => Some(Player::Right),
        _ => return None,
    };
    let range = Range { lower: range as i32, upper: (range >> 32) as i32 };
    let all = Range::UNKNOWN;
    let is_valid = all.lower <= range.lower && range.lower <= range.upper && range.upper <= all.upper;
    is_valid.then_some(Entry { range, visited: rest as u32, best: (rest >> 32) as u16, player })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back() {
        let all = Range::UNKNOWN;
        for (range, player) in [
            (all, None),
            (Range { lower: all.upper, upper: all.upper }, Some(Player::Right)),
            (Range { lower: all.lower, upper: -1 }, Some(Player::Left)),
        ] {
            let entry = Entry { range, visited: u32::MAX - 1, best: u16::MAX, player };
            assert_eq!(entry_of(words_of(&entry)), Some(entry));
        }
        let [range, rest] = words_of(&Entry { range: all, visited: 3, best: 1, player: None });
        assert_eq!(entry_of([range, rest | 3 << 48]), None, "no such player");
        assert_eq!(entry_of([range.rotate_left(32), rest]), None, "the lower bound is above the upper one");
        assert_eq!(entry_of([u64::from(i32::MIN as u32), rest]), None, "no score is so low");
    }
}
