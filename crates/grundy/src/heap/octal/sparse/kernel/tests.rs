//! All kernels compute and check what their definition says, for any moves, rare heaps, parts and earlier heaps.

use super::super::byte_kernel::ByteKernel;
use super::super::chain::STEP;
use super::super::history::History;
use super::super::short_word::ShortWord;
use super::super::space::{Rules, Space};
use super::super::word_kernel::WordKernel;
use super::{BlockCheck, HeapValues, Kernel, OptionSearch};
use crate::simd::SimdLevel;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The heap that comes next.
const NEXT: usize = 1500;
/// The largest block.
const MAX_BLOCK: usize = 128;

/// What a kernel is given, for sets of a number of bits.
struct Case {
    rules: Rules,
    space: Space,
    rare: Vec<(u64, u16)>,
    parts: Vec<(u64, u16)>,
    bits: u16,
    /// The ranks of the heaps before [`NEXT`]; `None` for heap 0 and rare heaps.
    ranks: Vec<Option<u16>>,
}

impl Case {
    fn common_value(&self, heap: usize, rank: u16) -> u16 {
        self.space.value(rank, true, self.space.class_flip(heap as u64))
    }

    fn history(&self) -> History {
        let value = |(heap, rank): (usize, &Option<u16>)| match *rank {
            None if heap == 0 => 0,
            None => self.space.value(1, false, self.space.class_flip(heap as u64)),
            Some(rank) => self.common_value(heap, rank),
        };
        History::new(self.ranks.iter().enumerate().map(value).collect(), 1 << 20)
    }

    /// The ranks of the options of the next heap by taking, where the class changes or not, and by splits with one of these parts.
    fn options(&self, ranks: &[Option<u16>], changes_class: bool, parts: &HeapValues) -> BTreeSet<u16> {
        let takes = self.rules.takes.iter().filter(|&&i| self.space.changes_class(i) == changes_class);
        let taken = takes.filter_map(|i| ranks[ranks.len() - i]);
        let splits = parts.iter().flat_map(|&(part, value)| {
            let others = self.rules.breaks.iter().filter_map(move |i| ranks[ranks.len() - i - part as usize]);
            others.map(move |other| other ^ self.space.rank(value))
        });
        taken.chain(splits).collect()
    }

    /// The ranks of a block; ends before one that the sets do not hold.
    fn block(&self, block: usize) -> Vec<u16> {
        let mut ranks = self.ranks.clone();
        while ranks.len() < NEXT + block {
            let options = self.options(&ranks, false, &self.rare);
            let Some(least) = (0..self.bits).find(|rank| !options.contains(rank)) else { break };
            ranks.push(Some(least));
        }
        ranks[NEXT..].iter().flatten().copied().collect()
    }

    /// The rare values below those of a block with these ranks that are not options, each with its heap.
    fn missed(&self, block: &[u16]) -> Vec<(u64, u16)> {
        let (mut ranks, mut missed) = (self.ranks.clone(), Vec::new());
        for &rank in block {
            let heap = ranks.len();
            let options = self.options(&ranks, true, &self.parts);
            let rare = |rank| self.space.value(rank, false, self.space.class_flip(heap as u64));
            let is_missed = |other: &u16| rare(*other) < self.common_value(heap, rank) && !options.contains(other);
            missed.extend((0..self.bits).filter(is_missed).map(|other| (heap as u64, rare(other))));
            ranks.push(Some(rank));
        }
        missed
    }

    /// Compares the block of a kernel with the definition.
    fn compare_block<K: Kernel>(&self, kernel: &mut K) -> Result<(), TestCaseError> {
        let expected = self.block(K::BLOCK);
        kernel.fill(&self.history());
        let is_held = kernel.try_append();
        prop_assert_eq!(is_held, expected.len() == K::BLOCK, "{} bits", self.bits);
        if is_held {
            let mut ranks = Vec::new();
            kernel.copy_ranks(K::BLOCK, &mut ranks);
            let ranks: Vec<_> = ranks.into_iter().map(u16::from).collect();
            prop_assert_eq!(ranks, expected, "{} bits", self.bits);
        }
        Ok(())
    }

    /// Compares the check of a kernel with the definition, for a block with these ranks. No heap may be rare.
    fn compare_check<K: Kernel>(&self, kernel: &K, block: &[u16]) -> Result<(), TestCaseError> {
        let block = &block[..K::BLOCK];
        let from = NEXT - (kernel.span() - K::Check::UNREAD_HEAPS);
        let mut check = kernel.check();
        check.restart(from as u64);
        check.reserve_heaps(NEXT + K::BLOCK - from);
        let ranks = self.ranks[from..].iter().map(|rank| rank.expect("common")).chain(block.iter().copied());
        let ranks: Vec<u8> = ranks.map(|rank| rank as u8).collect();
        let mut history = History::resume(Vec::new(), from as u64, Vec::new(), 1 << 20);
        ranks.chunks(K::BLOCK).for_each(|ranks| check.append(ranks, &mut history));
        let values: Vec<_> = (NEXT..).zip(block).map(|(heap, &rank)| self.common_value(heap, rank)).collect();
        prop_assert_eq!(history.before((NEXT + K::BLOCK) as u64, K::BLOCK), values, "{} bits", self.bits);
        let expected = self.missed(block);
        let mut search = AcceptsSome { asked: Vec::new(), most: usize::MAX };
        prop_assert_eq!(check.find_failure(NEXT as u64, &mut search), None);
        prop_assert_eq!(&search.asked, &expected, "{} bits", self.bits);
        if let Some(&(heap, _)) = expected.get(expected.len() / 2) {
            let mut search = AcceptsSome { asked: Vec::new(), most: expected.len() / 2 };
            let place = (heap as usize) - NEXT;
            prop_assert_eq!(check.find_failure(NEXT as u64, &mut search), Some(place), "{} bits", self.bits);
        }
        Ok(())
    }

    fn compare<K: Kernel>(&self, mut kernel: K, block: &[u16]) -> Result<(), TestCaseError> {
        if self.ranks[1..].iter().all(Option::is_some) {
            self.compare_check(&kernel, block)?;
        }
        self.compare_block(&mut kernel)
    }
}

/// Accepts the first `most` values that it is asked about.
struct AcceptsSome {
    asked: Vec<(u64, u16)>,
    most: usize,
}

impl OptionSearch for AcceptsSome {
    fn accepts(&mut self, heap: u64, value: u16) -> bool {
        self.asked.push((heap, value));
        self.asked.len() <= self.most
    }
}

fn word_kernel<W: ShortWord>(case: &Case, simd: SimdLevel) -> WordKernel<W> {
    let history = case.history();
    WordKernel::new(&case.rules, case.space, &case.rare, &case.parts, &history, 0, simd).expect("the words hold them")
}

fn byte_kernel<const N: usize>(case: &Case, simd: SimdLevel) -> ByteKernel<N> {
    let largest = case.space.value(case.bits - 1, true, 0);
    let lists = (&case.rare[..], &case.parts[..]);
    ByteKernel::new(&case.rules, case.space, lists, (largest, 0), simd).expect("the planes hold them")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn blocks_and_their_checks_are_as_defined(
        takes in prop::collection::btree_set(1usize..8, 0..5),
        breaks in prop::collection::btree_set(0usize..8, 1..7),
        long in prop::collection::btree_set(8usize..=48, 0..2),
        (mask, parity) in (1u16..32, prop::option::of(0u8..2)),
        near in prop_oneof![prop::collection::vec(any::<u16>(), 0..STEP), prop::collection::vec(any::<u16>(), STEP)],
        rare in prop::collection::btree_map(1u64..400, any::<u16>(), 0..40),
        parts in prop::collection::btree_map(1u64..400, any::<u16>(), 0..40),
        (small, rare_heaps, seed) in (1u16..=256, prop::bool::ANY, any::<u64>()),
    ) {
        let breaks: Vec<_> = breaks.into_iter().chain(long.iter().copied()).collect();
        // Heap parity belongs to the class only if it is the same after all splits.
        let is_same = |&&i: &&usize| parity.is_none_or(|t| i % 2 == usize::from(t));
        let mut breaks: Vec<usize> = breaks.iter().filter(is_same).copied().collect();
        if breaks.is_empty() {
            breaks.push(usize::from(parity.unwrap_or(0)));
        }
        let takes: Vec<usize> = takes.into_iter().chain(long).collect();
        let last = takes.iter().chain(&breaks).copied().max().unwrap_or(0);
        let rules = Rules { takes, wholes: Vec::new(), breaks, unequal: false, last };
        let space = Space { mask, parity };
        for bits in [16, 32, 64, 128, 256] {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut rank = || random.u16(..small.min(bits));
            let block: Vec<_> = (0..MAX_BLOCK).map(|_| rank()).collect();
            let mut ranks: Vec<_> = (0..NEXT).map(|_| Some(rank())).collect();
            ranks[0] = None;
            if rare_heaps {
                (1..NEXT).filter(|_| random.u8(..8) == 0).for_each(|heap| ranks[heap] = None);
            }
            let values = |list: &BTreeMap<u64, u16>, common| -> Vec<_> {
                let value = |(&heap, rank): (&u64, &u16)| {
                    (heap, space.value(rank % small.min(bits), common, space.class_flip(heap)))
                };
                list.iter().map(value).collect()
            };
            let rare = rare.clone().into_iter().chain((1..).zip(near.clone())).collect();
            let (rare, parts) = (values(&rare, false), values(&parts, true));
            let case = Case { rules: rules.clone(), space, rare, parts, bits, ranks };
            for simd in SimdLevel::available() {
                match bits {
                    16 => case.compare(word_kernel::<u16>(&case, simd), &block)?,
                    32 => case.compare(word_kernel::<u32>(&case, simd), &block)?,
                    64 => case.compare(byte_kernel::<1>(&case, simd), &block)?,
                    128 => case.compare(byte_kernel::<2>(&case, simd), &block)?,
                    _ => case.compare(byte_kernel::<4>(&case, simd), &block)?,
                }
            }
        }
    }
}
