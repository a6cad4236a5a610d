//! Subtraction games, by name.

use super::heaps::{HeapGame, Opening, Wording};
use super::opening::HeapCandidates;
use super::{Entry, Opener, set};
use crate::heap::{MAX_TABULATED_PRIME, NamedSet, Subtraction};
use crate::text::WithText;

/// The entry of the catalogue.
pub(super) const ENTRY: Entry = Entry {
    name: "subtraction",
    form: "subtraction:SET",
    rules: "Take a number of stones that is in SET from one heap. Whoever cannot move loses. SET is a list of numbers, \
            ranges and names: `1,3,4`, `1..10`, `powers-of-2`, `fibonacci`, `squares`, `primes`; or \
            `all-but:1,2`, every positive number except those.",
    moves: "`take 3`; with several heaps `take 3 from 14`",
    source: "Berlekamp, Conway and Guy 1982, \"Winning Ways\", chapter 4",
    example: "subtraction:1,3,4",
    open: Opener::Game(|parameters, play| {
        let set = set::read(parameters)?;
        // Beyond, the moves cannot be counted; no theory reaches such heaps.
        let most = match set.named_sets() {
            named if named.contains(&NamedSet::Primes) => Some(MAX_TABULATED_PRIME.into()),
            [] => None,
            _ if set.is_named_set(NamedSet::PowersOf2) => None,
            _ => Some(u64::MAX.into()),
        };
        let rules = Subtraction::new(set);
        let is_taken_whole = set::is_complement(parameters);
        let opening = Opening::Heap(HeapCandidates { first: 20, has_large: true, is_taken_whole });
        let game = HeapGame::new(parameters.game(), rules, play, Wording::Take, opening);
        Ok(Box::new(WithText::new(HeapGame { most, ..game })))
    }),
    ..Entry::HEAPS
};
