//! Rows asked for many positions at a time: what a game says of each, in the order they were asked for.

use super::keys::{Code, PositionBatch};
use super::{DynGame, Key, RulesError};
use crate::game::Player;
use crate::value::Outcome;
use std::ops::Range;

/// Bytes of options after which a game answers for fewer positions than it was asked for.
const ENOUGH: usize = 1 << 20;

/// What a game says of positions, in the order they were asked for: options, end and turn of each.
#[derive(Debug, Default)]
pub struct Rows {
    options: PositionBatch,
    takes_words: bool,
    heads: Vec<(usize, Outcome, Option<Player>)>,
    trouble: Option<RulesError>,
}

impl Rows {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.options.clear();
        self.heads.clear();
        self.trouble = None;
    }

    /// Says whether options may be words of the game's packing.
    pub fn take_words(&mut self, takes_words: bool) {
        self.takes_words = takes_words;
    }

    /// Whether options may be words of the game's packing.
    pub fn takes_words(&self) -> bool {
        self.takes_words
    }

    /// The options of all positions; one more is one of the position that is closed next.
    pub fn options(&mut self) -> &mut PositionBatch {
        &mut self.options
    }

    /// The options of all positions.
    pub fn every_option(&self) -> &PositionBatch {
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
    pub fn fail(&mut self, trouble: RulesError) {
        self.trouble = Some(trouble);
    }

    /// Why the rules failed at the position after those that were closed.
    pub fn take_trouble(&mut self) -> Option<RulesError> {
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
    /// failed at it, and clears it; asks for others, or says `false` if there is nothing left to ask. DynTiered are those of
    /// the game's [`packing`](DynGame::packing), and come only from who has asked for it.
    fn next(&mut self, said: &mut Rows, at: &mut PositionBatch) -> bool;
}

/// Integers for the keys of a game, where most of them have one.
pub trait KeyCodec: Sync {
    /// The number of a key, below 2⁶³; different keys have different numbers.
    fn pack(&self, key: &[u8]) -> Option<u64>;
    /// Appends the key that has this number.
    fn unpack(&self, word: u64, key: &mut Vec<u8>);
}

/// Answers an [`DynGame::ask`] by the questions about one position at a time, for a game without a packing.
///
/// # Panics
/// If a position that is asked for is a word.
pub fn ask_each(game: &(impl DynGame + ?Sized), by_class: bool, asks: &mut dyn Asks) {
    let (mut said, mut at, mut options) = (Rows::default(), PositionBatch::default(), Vec::new());
    while asks.next(&mut said, &mut at) {
        for code in at.iter() {
            let Code::Key(bytes) = code else { unreachable!("words are for games with a packing") };
            let key = Key(bytes.into());
            options.clear();
            if by_class {
                game.options(&key, &mut options);
            } else {
                game.every_option(&key, &mut options);
            }
            options.iter().for_each(|option| said.options().push(&option.0));
            let end = if options.is_empty() { game.terminal(&key) } else { Outcome::Loss };
            said.close(end, game.player(&key));
            if said.is_enough() {
                break;
            }
        }
    }
}
