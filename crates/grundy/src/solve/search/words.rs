//! The [`Backend`] of a tiered game: a position is a word.

use super::backend::{Backend, Choice, Expand, Expanded};
use super::score::Range;
use crate::checkpoint::{CheckpointError, Decoder, write_u64};
use crate::game::{TieredBlock, TieredRow};
use crate::text::DynTiered;
use crate::value::Outcome;
use std::io::{self, Write};

/// A tiered game.
pub(super) struct Words<'a> {
    game: &'a dyn DynTiered,
}

/// A position of a tiered game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) word: u64,
    pub(super) tier: u32,
}

impl<'a> Words<'a> {
    pub(super) fn new(game: &'a dyn DynTiered) -> Self {
        Self { game }
    }

    /// The canonical position of the class of a position.
    pub(super) fn canonical(&self, word: u64, tier: u32) -> Word {
        Word { word: self.game.canonical(word), tier }
    }
}

impl Backend for Words<'_> {
    type Position = Word;
    type Key = u64;

    // Each move leads to a higher tier.
    const MAY_RECUR: bool = false;
    const INTERVAL: u64 = 1024;
    const ALONE: u64 = 1 << 15;

    fn key(at: &Word) -> &u64 {
        &at.word
    }

    fn move_kind(from: &Word, to: &Word) -> u64 {
        from.word ^ to.word
    }

    fn write_key(key: &u64, out: &mut dyn Write) -> io::Result<()> {
        write_u64(out, *key)
    }

    fn read_key(&self, from: &mut Decoder<'_>) -> Result<u64, CheckpointError> {
        from.read_u64()
    }

    fn key_bytes(&self) -> u64 {
        0
    }

    fn bounds(&self, at: &Word) -> Option<Range> {
        self.game.bounds(at.word).map(Range::between)
    }

    fn with_expander(&self, work: &mut dyn FnMut(&mut Expand<'_, Word>) -> bool) {
        let mut block = TieredBlock::default();
        let mut expand = |at: &Word, out: &mut Vec<Choice<Word>>| {
            block.clear();
            self.game.expand(at.tier, &[at.word], &mut block);
            let terminal = match block.rows().first() {
                Some(TieredRow::Terminal(outcome)) => *outcome,
                _ => Outcome::Loss,
            };
            out.extend(block.options().iter().enumerate().map(|(i, option)| Choice {
                position: self.canonical(option.word, option.tier),
                moves_again: Some(option.moves_again),
                index: Choice::<Word>::index(i),
                rank: self.game.guess(at.word, option.word).map_or(0, Choice::<Word>::rank),
            }));
            Ok(Expanded { terminal, player: None, bounds: None })
        };
        while work(&mut expand) {}
    }
}
