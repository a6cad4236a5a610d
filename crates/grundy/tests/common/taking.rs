//! The game of taking stones, written anew from its rule: which numbers may be taken is asked number by number.

use super::random::fixed;
use grundy::game::Game;
use grundy::heap::{NamedSet, Set, Subtraction};
use grundy::value::Undefined;
use grundy::{Outcome, Play};
use proptest::prelude::*;

/// Numbers that may be taken: those of a list and of named sets, or all but those of a list.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) list: Vec<u64>,
    pub(crate) named: Vec<NamedSet>,
    pub(crate) all_but: bool,
}

impl Numbers {
    pub(crate) fn of(list: &[u64]) -> Self {
        Self { list: list.to_vec(), named: Vec::new(), all_but: false }
    }

    pub(crate) fn all_but(list: &[u64]) -> Self {
        Self { all_but: true, ..Self::of(list) }
    }

    pub(crate) fn contain(&self, n: u64) -> bool {
        let is = |named: &NamedSet| match named {
            NamedSet::PowersOf2 => n.is_power_of_two(),
            NamedSet::Fibonacci => {
                let (mut a, mut b) = (1, 2);
                while a < n {
                    (a, b) = (b, a + b);
                }
                a == n
            }
            NamedSet::Squares => (1..=n).any(|root| root * root == n),
            NamedSet::Primes => n > 1 && (2..n).all(|d| !n.is_multiple_of(d)),
        };
        n > 0 && (self.list.contains(&n) || self.named.iter().any(is)) != self.all_but
    }

    pub(crate) fn least(&self) -> u64 {
        (1..).find(|&n| self.contain(n)).unwrap()
    }

    pub(crate) fn is_finite(&self) -> bool {
        !self.all_but && self.named.is_empty()
    }

    /// The library's rules for the same game.
    pub(crate) fn rules(&self) -> Subtraction {
        let ranges = self.list.iter().map(|&n| n..=n).collect();
        Subtraction::new(Set::new(ranges, self.named.clone(), self.all_but).expect("a set that is not empty"))
    }

    /// The game by its name in the catalogue.
    pub(crate) fn name(&self) -> String {
        let numbers = self.list.iter().map(u64::to_string);
        let parts: Vec<String> = numbers.chain(self.named.iter().map(|named| named.name().to_owned())).collect();
        format!("subtraction:{}{}", if self.all_but { "all-but:" } else { "" }, parts.join(","))
    }

    /// The values of heaps 0 to `heaps` − 1, from the definition.
    pub(crate) fn values(&self, heaps: usize) -> Vec<u64> {
        let takes: Vec<usize> = (1..heaps).filter(|&s| self.contain(s as u64)).collect();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..heaps {
            let options: Vec<u64> = takes.iter().take_while(|&&s| s <= n).map(|&s| values[n - s]).collect();
            values.push((0..).find(|v| !options.contains(v)).unwrap());
        }
        values
    }
}

/// Every kind of set: a few hundred numbers drawn at random, the named sets, unions with them, and complements.
pub(crate) fn many_sets() -> Vec<Numbers> {
    let some = |most: u64, count: usize| prop::collection::vec(1..=most, 1..=count);
    let finite = prop_oneof![3 => some(12, 5), 1 => some(30, 8), 1 => some(5, 3)];
    let mut sets: Vec<Numbers> = fixed(finite, 150).map(|list| Numbers::of(&list)).collect();
    sets.extend(fixed(some(9, 4), 12).map(|list| Numbers::all_but(&list)));
    sets.extend(NamedSet::ALL.map(|named| Numbers { list: Vec::new(), named: vec![named], all_but: false }));
    sets.push(Numbers { list: vec![6, 7], named: vec![NamedSet::PowersOf2], all_but: false });
    sets.push(Numbers { list: vec![3], named: vec![NamedSet::Squares, NamedSet::Primes], all_but: false });
    sets
}

/// Sums of heaps of such a game, sorted and without empty ones.
pub(crate) struct Taking<'a> {
    pub(crate) numbers: &'a Numbers,
    pub(crate) play: Play,
}

impl Game for Taking<'_> {
    type Position = Vec<u64>;
    type Move = Vec<u64>;

    fn moves(&self, at: &Vec<u64>, out: &mut Vec<Vec<u64>>) {
        for (i, &heap) in at.iter().enumerate() {
            for take in (1..=heap).filter(|&n| self.numbers.contain(n)) {
                let mut after = at.clone();
                after[i] -= take;
                out.push(sorted(after));
            }
        }
    }

    fn play(&self, _at: &Vec<u64>, after: &Vec<u64>) -> Vec<u64> {
        after.clone()
    }

    fn terminal(&self, _at: &Vec<u64>) -> Outcome {
        if self.play == Play::Misere { Outcome::Win } else { Outcome::Loss }
    }

    fn without_grundy(&self) -> Option<Undefined> {
        (self.play == Play::Misere).then_some(Undefined::Misere)
    }
}

/// Heaps as `Taking` has them.
pub(crate) fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}
