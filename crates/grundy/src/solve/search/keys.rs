//! The [`Backend`] of any game: a position is the key of its canonical position.
//!
//! To expand a position with the rules of a file takes many times as long as the rest of the search, and deeper questions visit the same
//! positions again. So expansions are stored, within half of the memory, and all are dropped when they exceed it.

use super::backend::{Backend, Choice, Expand, Expanded};
use super::score::Range;
use super::table;
use crate::checkpoint::{CheckpointError, Decoder, write_list};
use crate::text::{DynGame, Expansions, NodeInfo, PositionBatch, PositionRef, contract_error};
use rustc_hash::FxHashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The key of a canonical position.
pub(super) type KeyPosition = Arc<[u8]>;

/// Number of locks of the stored expansions.
const SHARDS: usize = 64;

/// The most bytes of a key that was saved.
const MAX_SAVED_KEY: u64 = 1 << 20;

/// Bytes of an allocated key beside its content.
const KEY_OVERHEAD: usize = 32;

/// A game.
pub(super) struct Keys<'a> {
    game: &'a dyn DynGame,
    rows: Box<[Mutex<Rows>]>,
    /// Bytes of the stored expansions, and the most that are allowed.
    bytes: AtomicU64,
    max_bytes: u64,
    /// Bytes of the longest key so far.
    key_bytes: AtomicU64,
}

type Rows = FxHashMap<KeyPosition, Row>;

/// An expansion: the options with their ranks.
struct Row {
    expanded: Expanded,
    options: Box<[(KeyPosition, i64)]>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(game: &'a dyn DynGame) -> Self {
        let rows = (0..SHARDS).map(|_| Mutex::new(Rows::default())).collect();
        Self { game, rows, bytes: AtomicU64::new(0), max_bytes: 0, key_bytes: AtomicU64::new(0) }
    }

    fn rows(&self, at: &KeyPosition) -> MutexGuard<'_, Rows> {
        let shard = table::hash(at) >> 32;
        self.rows[shard as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores an expansion.
    fn store(&self, at: &KeyPosition, expanded: Expanded, options: &[Choice<KeyPosition>]) {
        let key = at.len() + KEY_OVERHEAD;
        self.key_bytes.fetch_max(key as u64, Relaxed);
        let row = 2 * size_of::<(KeyPosition, Row)>() + key;
        let bytes = (row + options.len() * (key + size_of::<(KeyPosition, i64)>())) as u64;
        if self.bytes.fetch_add(bytes, Relaxed) + bytes > self.max_bytes {
            self.bytes.store(0, Relaxed);
            for rows in &self.rows {
                *rows.lock().unwrap_or_else(PoisonError::into_inner) = Rows::default();
            }
            return;
        }
        let options = options.iter().map(|choice| (choice.position.clone(), choice.rank)).collect();
        self.rows(at).insert(at.clone(), Row { expanded, options });
    }
}

impl Backend for Keys<'_> {
    type Position = KeyPosition;
    type Key = KeyPosition;

    const MAY_RECUR: bool = true;
    const INTERVAL: u64 = 32;
    const ALONE: u64 = 1 << 12;

    fn key(at: &KeyPosition) -> &KeyPosition {
        at
    }

    fn move_kind(from: &KeyPosition, to: &KeyPosition) -> u64 {
        if from.len() != to.len() {
            return table::hash(to);
        }
        let mix = |kind: u64, difference: u8| {
            (kind.rotate_left(8) ^ u64::from(difference)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        from.iter().zip(&**to).fold(0, |kind, (from, to)| mix(kind, from ^ to))
    }

    fn write_key(key: &KeyPosition, out: &mut dyn Write) -> io::Result<()> {
        write_list(out, key)
    }

    fn read_key(&self, from: &mut Decoder<'_>) -> Result<KeyPosition, CheckpointError> {
        let key: Vec<u8> = from.read_list(MAX_SAVED_KEY)?;
        self.key_bytes.fetch_max((key.len() + KEY_OVERHEAD) as u64, Relaxed);
        Ok(key.into())
    }

    fn key_bytes(&self) -> u64 {
        self.key_bytes.load(Relaxed)
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    fn set_max_bytes(&mut self, bytes: u64) {
        self.max_bytes = bytes;
    }

    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_, KeyPosition>) -> bool) {
        let (mut batch, mut expansions) = (PositionBatch::default(), Expansions::default());
        expansions.set_wants_hints(true);
        let choice = |i, position, rank| {
            let index = Choice::<KeyPosition>::index(i);
            Choice { position, moves_again: None, index, rank }
        };
        self.game.with_expander(true, &mut |expand| {
            work(&mut |at: &KeyPosition, out: &mut Vec<Choice<KeyPosition>>| {
                if let Some(row) = self.rows(at).get(at) {
                    out.extend(row.options.iter().enumerate().map(|(i, (at, rank))| choice(i, at.clone(), *rank)));
                    return Ok(row.expanded);
                }
                batch.clear();
                batch.push(at);
                expansions.clear();
                expand(&batch, &mut expansions)?;
                if expansions.is_empty() {
                    return Err(contract_error("no options of a position"));
                }
                let (range, NodeInfo { terminal, player }) = expansions.node(0);
                let expanded = Expanded { terminal, player, bounds: expansions.bounds(0).map(Range::between) };
                let first = out.len();
                for (i, option) in range.enumerate() {
                    let PositionRef::Key(bytes) = expansions.options().get(option) else {
                        return Err(contract_error("no options of a position"));
                    };
                    out.push(choice(i, bytes.into(), Choice::<KeyPosition>::rank(expansions.guess(option))));
                }
                self.store(at, expanded, &out[first..]);
                Ok(expanded)
            })
        });
    }
}
