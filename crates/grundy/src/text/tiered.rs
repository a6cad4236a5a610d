//! Every game in text whose positions are words in tiers, without its types.

use super::dyn_tiered::{DynTiered, PositionSearch};
use super::text_game::key;
use super::{Key, TextGame};
use crate::game::{Game, Player, Tiered, TieredBlock};
use crate::value::Verdict;

impl<G: TextGame + Tiered> DynTiered for G {
    fn bits(&self) -> u32 {
        Tiered::bits(self)
    }

    fn expand(&self, tier: u32, words: &[u64], out: &mut TieredBlock) {
        Tiered::expand(self, tier, words, out);
    }

    fn player(&self, word: u64) -> Option<Player> {
        Game::player(self, &self.unpack(word))
    }

    fn word(&self, at: &Key) -> u64 {
        self.pack(&self.decode(&at.0))
    }

    fn tier(&self, at: &Key) -> u32 {
        Tiered::tier(self, &self.decode(&at.0))
    }

    fn position(&self, word: u64) -> Key {
        key(self, &self.unpack(word))
    }

    fn text(&self, word: u64) -> String {
        self.to_text(&self.unpack(word))
    }

    fn canonical(&self, word: u64) -> u64 {
        self.pack(&TextGame::canonical(self, &self.unpack(word)))
    }

    fn guess(&self, word: u64, option: u64) -> Option<i32> {
        TextGame::guess(self, &self.unpack(word), &self.unpack(option))
    }

    fn bounds(&self, word: u64) -> Option<[Verdict; 2]> {
        TextGame::bounds(self, &self.unpack(word))
    }

    fn search(&self, table_bytes: Option<u64>) -> Option<Box<dyn PositionSearch + '_>> {
        TextGame::search(self, table_bytes)
    }
}
