//! Positions as words: ranks without gaps, solved tier by tier.

use super::{Kalah, MAX_PITS, Seeds, side};
use crate::catalog::subsets::choose;
use crate::game::{Player, Tiered};

impl Tiered for Kalah {
    fn pack(&self, at: &Seeds) -> u64 {
        let bars = (1..).zip(self.places(at)).take(2 * self.pits + 1);
        let (mut seeds, mut number) = (0, 0);
        for (bar, place) in bars {
            seeds += u32::from(place);
            number += choose(seeds + bar - 1, bar);
        }
        2 * number + side(at.mover) as u64
    }

    fn unpack(&self, word: u64) -> Seeds {
        let mover = if word & 1 == 0 { Player::Left } else { Player::Right };
        let mut at = Seeds { pits: [[0; MAX_PITS]; 2], stores: [0; 2], mover };
        let bars = 2 * self.pits as u32 + 1;
        let (mut rest, mut after) = (word / 2, self.total() + bars);
        for bar in (0..=bars).rev() {
            // The bar before this place; `None` for the first place.
            let before = match bar {
                0 => None,
                _ => (0..after).rev().find(|&place| choose(place, bar) <= rest),
            };
            rest -= before.map_or(0, |place| choose(place, bar));
            let seeds = (after - before.map_or(0, |place| place + 1)) as u8;
            let (side, i) = (bar as usize / (self.pits + 1), bar as usize % (self.pits + 1));
            *(if i < self.pits { &mut at.pits[side][i] } else { &mut at.stores[side] }) = seeds;
            after = before.unwrap_or_default();
        }
        at
    }

    /// Seeds in the stores dominate the tier. A move that brings none there carries all its seeds closer to the store.
    fn tier(&self, at: &Seeds) -> u32 {
        let along = |row: &[u8; MAX_PITS]| (0..).zip(row).map(|(i, &seeds)| i * u32::from(seeds)).sum::<u32>();
        let stored = u32::from(at.stores[0] + at.stores[1]);
        stored * (self.total() * (self.pits as u32 - 1) + 1) + along(&at.pits[0]) + along(&at.pits[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::kalah::RemainingSeeds;
    use crate::game::Game;
    use crate::text::TextGame;

    #[test]
    fn words_are_numbers_without_gaps() {
        for (pits, seeds) in [(1, 1), (1, 6), (2, 2), (3, 1)] {
            let game = Kalah::new(pits, seeds, RemainingSeeds::Owner, false).unwrap();
            let count = 2 * choose(game.total() + 2 * pits as u32 + 1, 2 * pits as u32 + 1);
            for word in 0..count {
                let at = game.unpack(word);
                assert_eq!(game.pack(&at), word);
                assert_eq!(game.places(&at).map(u32::from).sum::<u32>(), game.total());
                let mut options = Vec::new();
                game.options(&at, &mut options);
                assert!(
                    options.iter().all(|option| Tiered::tier(&game, option) > Tiered::tier(&game, &at)),
                    "{}",
                    game.to_text(&at)
                );
            }
        }
        let largest = Kalah::new(6, 6, RemainingSeeds::Owner, false).unwrap();
        let at = largest.parse("72 0 0 0 0 0 +0 / 0 0 0 0 0 0 +0 N").unwrap();
        assert_eq!(largest.unpack(largest.pack(&at)), at);
        let at = largest.parse("0 0 0 0 0 0 +0 / 0 0 0 0 0 0 +72 S").unwrap();
        assert_eq!(largest.unpack(largest.pack(&at)), at);
    }
}
