//! Positions met, each once, in one arena; their options as numbers, and what the script says of their ends and turns.
//!
//! A position takes its bytes and some 20 more, an option 4. They are numbered in the order they are met, which is that in
//! which an exploration asks for them: so that when one is asked for, the script is asked for those that come next as well.

use grundy::{Outcome, Player};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// What the script says of one position.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) options: Vec<Box<[u8]>>,
    pub(crate) end: Option<Outcome>,
    pub(crate) turn: Option<Player>,
}

/// The end and the turn of a position whose row is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) end: Option<Outcome>,
    pub(crate) turn: Option<Player>,
}

/// Positions and their rows.
#[derive(Default)]
pub(crate) struct Store {
    arena: Vec<u8>,
    /// Where the bytes of each position end.
    ends: Vec<usize>,
    table: HashTable<u32>,
    /// Where the options of each position begin, and how many there are.
    rows: Vec<Option<(u32, u32)>>,
    said: Vec<Said>,
    options: Vec<u32>,
}

impl Store {
    pub(crate) fn bytes(&self) -> u64 {
        let each = size_of::<usize>() + size_of::<Option<(u32, u32)>>() + size_of::<Said>();
        (self.arena.capacity() + each * self.ends.capacity() + 5 * self.table.capacity() + 4 * self.options.capacity())
            as u64
    }

    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The bytes of a position.
    pub(crate) fn at(&self, n: u32) -> &[u8] {
        at(&self.arena, &self.ends, n)
    }

    pub(crate) fn find(&self, bytes: &[u8]) -> Option<u32> {
        self.table.find(FxBuildHasher.hash_one(bytes), |&n| self.at(n) == bytes).copied()
    }

    /// The number of a position, a new one if it is new.
    pub(crate) fn number(&mut self, bytes: &[u8]) -> u32 {
        let hash = FxBuildHasher.hash_one(bytes);
        if let Some(&n) = self.table.find(hash, |&n| self.at(n) == bytes) {
            return n;
        }
        let n = self.len();
        self.arena.extend_from_slice(bytes);
        self.ends.push(self.arena.len());
        self.rows.push(None);
        self.said.push(Said { end: None, turn: None });
        let (arena, ends) = (&self.arena, &self.ends);
        self.table.insert_unique(hash, n, |&n| FxBuildHasher.hash_one(at(arena, ends, n)));
        n
    }

    /// Whether the row of a position is known.
    pub(crate) fn is_known(&self, n: u32) -> bool {
        self.rows[n as usize].is_some()
    }

    /// The options of a position whose row is known.
    pub(crate) fn options(&self, n: u32) -> impl Iterator<Item = u32> {
        let (start, length) = self.rows[n as usize].unwrap_or_default();
        self.options[start as usize..start as usize + length as usize].iter().copied()
    }

    /// The end and the turn of a position whose row is known.
    pub(crate) fn said(&self, bytes: &[u8]) -> Option<Said> {
        let n = self.find(bytes)?;
        self.is_known(n).then(|| self.said[n as usize])
    }

    /// Keeps the row of a position.
    pub(crate) fn keep(&mut self, n: u32, row: &Row) {
        let start = self.options.len() as u32;
        for option in &row.options {
            let option = self.number(option);
            self.options.push(option);
        }
        self.rows[n as usize] = Some((start, row.options.len() as u32));
        self.said[n as usize] = Said { end: row.end, turn: row.turn };
    }

    /// Whether more positions and options can be numbered.
    pub(crate) fn has_room(&self) -> bool {
        self.options.len() < (u32::MAX - (1 << 24)) as usize && self.ends.len() < (u32::MAX - (1 << 24)) as usize
    }
}

fn at<'a>(arena: &'a [u8], ends: &[usize], n: u32) -> &'a [u8] {
    let n = n as usize;
    let start = if n == 0 { 0 } else { ends[n - 1] };
    &arena[start..ends[n]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_kept_once() {
        let mut store = Store::default();
        let options = [&b"b"[..], b"", b"b"].map(Box::from).to_vec();
        let n = store.number(b"a");
        store.keep(n, &Row { options, end: Some(Outcome::Draw), turn: None });
        assert_eq!((store.len(), store.options(n).collect::<Vec<_>>()), (3, vec![1, 2, 1]));
        assert_eq!((store.at(1), store.at(2), store.find(b"c")), (&b"b"[..], &b""[..], None));
        assert!(store.said(b"a").is_some_and(|said| said.end == Some(Outcome::Draw)) && store.said(b"b").is_none());
        assert!(store.bytes() > 0 && store.has_room());
    }
}
