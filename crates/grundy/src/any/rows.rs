//! Rows asked for many positions at a time: keys one after the other, and what a game says of each.

use super::{AnyGame, Key, Trouble};
use crate::game::Player;
use crate::value::Outcome;
use std::ops::Range;

/// Bytes of options after which a game answers for fewer positions than it was asked for.
const ENOUGH: usize = 1 << 20;

/// The bytes of many keys, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Keys {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of all of them.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
    }

    /// Appends the key that `write` appends; nothing, if it fails.
    ///
    /// # Errors
    /// If `write` fails.
    pub fn write<E>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        let start = self.bytes.len();
        let written = write(&mut self.bytes);
        match written {
            Ok(()) => self.ends.push(self.bytes.len()),
            Err(_) => self.bytes.truncate(start),
        }
        written
    }

    /// Keeps the first `count`.
    fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Key number `i`.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// What a game says of positions, in the order they were asked for: options, end and turn of each.
#[derive(Debug, Default)]
pub struct Rows {
    options: Keys,
    heads: Vec<(usize, Outcome, Option<Player>)>,
    trouble: Option<Trouble>,
}

impl Rows {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.options.clear();
        self.heads.clear();
        self.trouble = None;
    }

    /// The options of all positions; one more is one of the position that is closed next.
    pub fn options(&mut self) -> &mut Keys {
        &mut self.options
    }

    /// The options of all positions.
    pub fn every_option(&self) -> &Keys {
        &self.options
    }

    /// Ends a row: what the position is worth if it has no options, and who moves there.
    pub fn close(&mut self, end: Outcome, turn: Option<Player>) {
        self.heads.push((self.options.len(), end, turn));
    }

    /// Forgets the options of the position that would be closed next.
    pub fn open_again(&mut self) {
        let last = self.heads.last().map_or(0, |head| head.0);
        self.options.truncate(last);
    }

    /// The rules fail at the position after those that were closed.
    pub fn fail(&mut self, trouble: Trouble) {
        self.trouble = Some(trouble);
    }

    /// Why the rules failed at the position after those that were closed.
    pub fn take_trouble(&mut self) -> Option<Trouble> {
        self.trouble.take()
    }

    /// Whether the rules failed at the position after those that were closed.
    pub fn has_trouble(&self) -> bool {
        self.trouble.is_some()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Whether so much was said that the rest should be asked for later.
    pub fn is_enough(&self) -> bool {
        self.options.bytes() > ENOUGH
    }

    /// Row number `i`: which of the options are its own, the value of an end, who moves.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn row(&self, i: usize) -> (Range<usize>, Outcome, Option<Player>) {
        let start = if i == 0 { 0 } else { self.heads[i - 1].0 };
        let (end, outcome, turn) = self.heads[i];
        (start..end, outcome, turn)
    }
}

/// Whoever asks a game for rows.
pub trait Asks {
    /// Takes what the game says of the first of the positions that were asked for before, of one at least unless the rules
    /// failed at it, and clears it; asks for others, or says `false` if there is nothing left to ask.
    fn next(&mut self, said: &mut Rows, at: &mut Keys) -> bool;
}

/// Integers for the keys of a game, where most of them have one.
pub trait Pack: Sync {
    /// The number of a key, below 2⁶³; different keys have different numbers.
    fn pack(&self, key: &[u8]) -> Option<u64>;
    /// Appends the key that has this number.
    fn unpack(&self, word: u64, key: &mut Vec<u8>);
}

/// Answers an [`AnyGame::ask`] by the questions about one position at a time.
pub fn ask_each(game: &(impl AnyGame + ?Sized), by_class: bool, asks: &mut dyn Asks) {
    let (mut said, mut at, mut options) = (Rows::default(), Keys::default(), Vec::new());
    while asks.next(&mut said, &mut at) {
        for key in at.iter() {
            let key = Key(key.into());
            options.clear();
            if by_class {
                game.options(&key, &mut options);
            } else {
                game.every_option(&key, &mut options);
            }
            options.iter().for_each(|option| said.options().push(&option.0));
            let end = if options.is_empty() { game.end(&key) } else { Outcome::Loss };
            said.close(end, game.turn(&key));
            if said.is_enough() {
                break;
            }
        }
    }
}
