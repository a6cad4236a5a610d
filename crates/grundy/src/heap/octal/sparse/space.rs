//! The sparse space of a game: it determines which values and heaps are rare.
//!
//! Fix a mask m. A value v is *rare* if the number of ones in v & m is even, otherwise *common*; a heap has the class
//! of its value. The class of a xor is the sum of the classes, so two heaps of the same class have a rare sum, and two
//! heaps of different classes a common one. If all breaking indices are ≡ t modulo 2, the class of heap x may have x −
//! t added to it: the parts of a split of x have the same total parity as x − t, so the rule still holds. An option of
//! x is classified with x's parity.
//!
//! The *rank* of a value is its place among the values of its class, from 0 on: the value without the lowest bit of m, which the other
//! bits determine. The rank of a xor is the xor of the ranks. The rank of a heap is that of its value. After Berlekamp, Conway and Guy,
//! *Winning Ways*, chapter 4; Gangolli and Plambeck 1989.

use crate::heap::octal::Game;
use std::ops::{Add, Sub};

/// A game's digits, sorted by the moves that they allow.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Numbers of stones that may be taken if one heap is left, at least 1, ascending.
    pub(super) takes: Vec<usize>,
    /// Numbers of stones that may be taken if they are the whole heap.
    pub(super) wholes: Vec<usize>,
    /// Numbers of stones that may be taken if two heaps are left, ascending.
    pub(super) breaks: Vec<usize>,
    /// Whether the two heaps left must differ.
    pub(super) unequal: bool,
    /// The most stones that a move takes.
    pub(super) last: usize,
}

impl Rules {
    /// The rules of a game; `None` if a move may leave three heaps.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let with =
            |bit: u8| game.digits().filter(move |&(_, digit)| digit & bit != 0).map(|(i, _)| i as usize).collect();
        (game.parts() <= 2).then(|| Self {
            takes: with(2),
            wholes: with(1),
            breaks: with(4),
            unequal: *game == Game::Grundy,
            last: game.last(),
        })
    }

    /// The parity of all breaking indices, if it is the same for all.
    pub(super) fn parity(&self) -> Option<u8> {
        let first = self.breaks.first()? & 1;
        self.breaks.iter().all(|i| i & 1 == first).then_some(first as u8)
    }
}

/// A classification of values and heaps as rare or common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    /// The mask m, not 0.
    pub(super) mask: u16,
    /// t, if heap parity is part of the class.
    pub(super) parity: Option<u8>,
}

impl Space {
    /// The space with the fewest rare heaps among the heaps 1, 2, …, and their number; `values` has the values from
    /// heap 0 on.
    ///
    /// The common heaps outnumber the rare ones by −Σ (−1)^|g(x) & m|, which is a Walsh–Hadamard transform of the
    /// histogram of values; with heap parity, of the histogram of even x − t minus that of odd ones.
    pub(super) fn choose(rules: &Rules, values: &[u16]) -> Option<(Self, usize)> {
        let largest = values.iter().copied().max().filter(|&v| v > 0)?;
        let size = (usize::from(largest) + 1).next_power_of_two();
        let mut counts = [vec![0i64; size], vec![0i64; size]];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts[heap & 1][usize::from(value)] += 1;
        }
        counts.iter_mut().for_each(|count| walsh_hadamard(count));
        let excess = |mask: usize, parity: Option<u8>| match parity {
            None => -counts[0][mask] - counts[1][mask],
            Some(t) => counts[usize::from(1 - t)][mask] - counts[usize::from(t)][mask],
        };
        let parities = [None, rules.parity()];
        let parities = &parities[..1 + usize::from(rules.parity().is_some())];
        let spaces = (1..size).flat_map(|mask| parities.iter().map(move |&parity| (mask, parity)));
        // The first of the best: the least mask, without parity if that is as good.
        let (mask, parity) = spaces.rev().max_by_key(|&(mask, parity)| excess(mask, parity))?;
        let rare = (values.len() as i64 - 1 - excess(mask, parity)) / 2;
        Some((Self { mask: mask as u16, parity }, rare as usize))
    }

    /// The *class flip* of a heap: 1 if its parity exchanges the classes of values, otherwise 0.
    #[inline]
    pub(super) fn class_flip(&self, heap: u64) -> usize {
        self.parity.map_or(0, |t| (heap as usize ^ usize::from(t)) & 1)
    }

    /// Whether taking this number of stones from a common heap leads to a rare one.
    pub(super) fn changes_class(&self, stones: usize) -> bool {
        self.parity.is_some() && stones % 2 == 1
    }

    /// Whether a value is common, as the value of heap x or of an option of x, where `flip` is [`Self::class_flip`] of x.
    #[inline]
    pub(super) fn is_common(&self, value: u16, flip: usize) -> bool {
        (value & self.mask).count_ones() as usize & 1 != flip
    }

    /// Whether a heap with this value is rare.
    pub(super) fn is_rare(&self, heap: u64, value: u16) -> bool {
        !self.is_common(value, self.class_flip(heap))
    }

    /// The bits of a value below the one that is left out.
    #[inline]
    fn below(&self) -> u16 {
        (self.mask & self.mask.wrapping_neg()) - 1
    }

    /// The ranks form groups of 2 to this power: those that differ only in bits below the one that is left out. Of one group, all
    /// common values are below all rare ones, or all above them; if the groups differ, ranks are in the order of their values.
    pub(super) fn group_bits(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The least rank whose rare value is not less than a common value, given that value and its rank. The rare values of all lower
    /// ranks are less, those of all higher ones are not.
    #[inline(always)]
    pub(super) fn least_not_less(&self, common_value: u16, rank: u16) -> u16 {
        // The ranks of lower groups; those of its own group, if the value that is left out is that of the rare ones.
        (rank & !self.below()) + (common_value & (self.below() + 1))
    }

    /// The rank of a value among those of its class.
    #[inline]
    pub(super) fn rank(&self, value: u16) -> u16 {
        let below = self.below();
        value & below | value >> 1 & !below
    }

    /// The value with a rank in one class, as that of heap x or its options.
    pub(super) fn value(&self, rank: u16, common: bool, flip: usize) -> u16 {
        let below = self.below();
        let value = rank & below | (rank & !below) << 1;
        if self.is_common(value, flip) == common { value } else { value | (below + 1) }
    }

    /// The values of consecutive common heaps with these ranks; `flip` is [`Self::class_flip`] of the first.
    #[inline(always)]
    pub(super) fn common_values<const L: usize>(&self, ranks: &[impl Into<u16> + Copy; L], flip: usize) -> [u16; L] {
        let (below, pivot) = (self.below(), self.below() + 1);
        let odd = u16::from(self.parity.is_some());
        let mut values = [0; L];
        for (j, (value, &rank)) in values.iter_mut().zip(ranks).enumerate() {
            let rank = rank.into();
            let without = rank & below | (rank & !below) << 1;
            // The parity of the number of ones, in the lowest bit.
            let ones = without & self.mask;
            let ones = ones ^ ones >> 8;
            let ones = ones ^ ones >> 4;
            let ones = ones ^ ones >> 2;
            let is_rare = !(ones ^ ones >> 1 ^ flip as u16 ^ j as u16 & odd) & 1;
            *value = without | pivot & is_rare.wrapping_neg();
        }
        values
    }
}

/// The Walsh–Hadamard transform, whose length must be a power of two. The inverse is the same transform, divided by the length.
pub(super) fn walsh_hadamard<T: Copy + Add<Output = T> + Sub<Output = T>>(counts: &mut [T]) {
    let mut half = 1;
    while half < counts.len() {
        for pair in counts.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
