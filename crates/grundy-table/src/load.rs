//! A table in memory without its text, so that the options of every row are found at once.

use crate::probe::facts_of;
use crate::{Rows, Table};
use grundy::any::{AnyGame, Key, Order};
use grundy::game::Player;
use grundy::value::{Nimber, Remoteness, Verdict};
use grundy::{Facts, Solution};
use std::collections::HashMap;

/// The values of all rows, by position.
pub(crate) struct Loaded<'a> {
    table: &'a Table,
    game: &'a dyn AnyGame,
    kept: Kept,
}

enum Kept {
    /// A code a number, or two where its two positions are two rows.
    Numbers {
        codes: Vec<u32>,
        sides: usize,
    },
    /// The tiers with the words of each, ascending, and a code for each.
    Words {
        tiers: Vec<(u32, usize)>,
        words: Vec<u64>,
        codes: Vec<u32>,
    },
    Keys(HashMap<Key, (u32, Option<Nimber>)>),
}

/// The bytes of a key with its value in a hash map, about.
const KEY: u64 = 96;

impl<'a> Loaded<'a> {
    /// Bytes that it will take.
    pub(crate) fn bytes(table: &Table, game: &dyn AnyGame) -> u64 {
        match (table.header().order, game.numbered()) {
            (Order::Number, Some(numbers)) => 4 * numbers.count() * sides(table, game) as u64,
            (Order::Word, _) => 12 * table.counts().stored,
            _ => KEY * table.counts().stored,
        }
    }

    /// Room for the rows of a table.
    pub(crate) fn new(table: &'a Table, game: &'a dyn AnyGame) -> Self {
        let rows = table.counts().stored as usize;
        let kept = match (table.header().order, game.numbered()) {
            (Order::Number, Some(numbers)) => {
                let sides = sides(table, game);
                Kept::Numbers { codes: vec![0; numbers.count() as usize * sides], sides }
            }
            (Order::Word, _) => {
                Kept::Words { tiers: Vec::new(), words: Vec::with_capacity(rows), codes: Vec::with_capacity(rows) }
            }
            _ => Kept::Keys(HashMap::with_capacity(rows)),
        };
        Self { table, game, kept }
    }

    /// Adds a row, which stands after all that were added.
    pub(crate) fn push(&mut self, at: Key, rows: &Rows, row: usize) {
        let code = code(rows.verdict(row));
        match &mut self.kept {
            Kept::Numbers { codes, sides } => {
                if let Some(slot) = slot(self.game, &at, *sides).and_then(|slot| codes.get_mut(slot)) {
                    *slot = code;
                }
            }
            Kept::Words { tiers, words, codes } => {
                let Some(game) = self.game.packed() else { return };
                let tier = game.tier(&at);
                if tiers.last().is_none_or(|&(last, _)| last != tier) {
                    tiers.push((tier, words.len()));
                }
                words.push(game.word(&at));
                codes.push(code);
            }
            Kept::Keys(all) => {
                all.insert(at, (code, rows.grundy(row)));
            }
        }
    }

    /// The keys of all rows, where they are kept.
    pub(crate) fn keys(&self) -> Vec<Key> {
        match &self.kept {
            Kept::Keys(all) => {
                let mut keys: Vec<Key> = all.keys().cloned().collect();
                keys.sort_unstable();
                keys
            }
            _ => Vec::new(),
        }
    }
}

impl Solution<Key> for Loaded<'_> {
    fn facts(&self, at: &Key) -> Option<Facts> {
        let Some(at) = self.table.kept(self.game, at) else {
            return Some(facts_of(self.game, Verdict::Draw, None));
        };
        let (code, grundy) = match &self.kept {
            Kept::Numbers { codes, sides } => (*codes.get(slot(self.game, &at, *sides)?)?, None),
            Kept::Words { tiers, words, codes } => {
                let game = self.game.packed()?;
                let tier = tiers.binary_search_by_key(&game.tier(&at), |&(tier, _)| tier).ok()?;
                let from = tiers[tier].1;
                let to = tiers.get(tier + 1).map_or(words.len(), |&(_, to)| to);
                (codes[from + words[from..to].binary_search(&game.word(&at)).ok()?], None)
            }
            Kept::Keys(all) => *all.get(&at)?,
        };
        Some(facts_of(self.game, verdict(code)?, grundy))
    }
}

fn sides(table: &Table, game: &dyn AnyGame) -> usize {
    if table.header().texts && game.numbered().is_some_and(|numbers| numbers.colours_alike()) { 2 } else { 1 }
}

fn slot(game: &dyn AnyGame, at: &Key, sides: usize) -> Option<usize> {
    let number = game.numbered()?.number(at)?.0 as usize;
    Some(if sides == 2 { 2 * number + usize::from(game.turn(at) == Some(Player::Right)) } else { number })
}

/// A verdict as a number above 0: the remoteness, and two bits for the outcome.
fn code(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Win(Remoteness(r)) => r << 2 | 1,
        Verdict::Loss(Remoteness(r)) => r << 2 | 2,
        Verdict::Draw => 3,
    }
}

fn verdict(code: u32) -> Option<Verdict> {
    match code & 3 {
        0 => None,
        1 => Some(Verdict::Win(Remoteness(code >> 2))),
        2 => Some(Verdict::Loss(Remoteness(code >> 2))),
        _ => Some(Verdict::Draw),
    }
}
