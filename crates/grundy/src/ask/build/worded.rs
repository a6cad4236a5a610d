//! Games whose positions are words: every one that can be reached is kept in a table, tier by tier.

use super::{Built, Count, by_word};
use crate::answer::Facts;
use crate::any::{Key, Worded};
use crate::catalog::Opened;
use crate::limits::{LimitHit, Limits};
use crate::solve::{Tiered, tiered};
use crate::value::Grundy;

/// Every position that can be reached from `start`.
pub(super) fn build(game: &Opened, start: &Key, limits: &Limits<'_>) -> Result<Built, LimitHit> {
    let words = by_word(game).expect("asked before");
    let solved = tiered(words, words.word(start), words.tier(start), limits)?;
    let mut count = Count::default();
    solved.all().for_each(|(_, word, verdict)| count.add(verdict, words.turn(word), 1));
    let facts = facts(game, words, &solved, start).expect("the start is met first");
    Ok(count.built(solved.census().moves, Some((start.clone(), facts))))
}

/// What is known of a position, if it was met.
pub(in crate::ask) fn facts(game: &Opened, words: &dyn Worded, solved: &Tiered, at: &Key) -> Option<Facts> {
    let verdict = solved.verdict(words.tier(at), words.word(at))?;
    let why = game.any().without_grundy().expect("games solved tier by tier have no Grundy values");
    Some(Facts::solved(verdict, Grundy::Undefined(why)))
}
