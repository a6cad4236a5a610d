//! Chooses the length of the words of [`Blocks`], and runs it with the processor's vectors.

use super::blocks::Blocks;
use super::chain::BLOCK;
use super::claim::Claim;
use super::prefix::Prefix;
use super::scan::Scan;
use super::word::Word;
use crate::simd::{SimdLevel, Vectorized};
use std::fmt::Debug;
use std::ops::Range;

/// The method for the segments of a claim, which keep `places` values; `None` if no word is long enough.
pub(super) fn choose<const WORDS: usize>(
    claim: &Claim<'_>,
    prefix: &Prefix<WORDS>,
    places: usize,
) -> Option<Box<dyn BlockMethod<WORDS>>> {
    match claim.max_value {
        0..32 => Blocks::<u16>::new(claim, prefix, places).map(|blocks| Box::new(blocks) as _),
        32..64 => Blocks::<u32>::new(claim, prefix, places).map(|blocks| Box::new(blocks) as _),
        _ => Blocks::<u64>::new(claim, prefix, places).map(|blocks| Box::new(blocks) as _),
    }
}

/// [`Blocks`] with words of any length.
pub(super) trait BlockMethod<const WORDS: usize>: Debug {
    /// See [`Blocks::set`].
    fn set(&mut self, heap: u64, at: usize, value: u16) -> bool;

    /// See [`Blocks::keep`].
    fn keep(&mut self, places: Range<usize>);

    /// Proves blocks from `heap` on, at the places from `at` up to `end`. Returns the number of heaps before the first block
    /// that is not proved, or that is not complete.
    fn prove(
        &mut self,
        heap: u64,
        at: usize,
        end: usize,
        values: &mut [u16],
        scan: &mut Scan<WORDS>,
        low: &[u16],
    ) -> usize;
}

impl<W: Word, const WORDS: usize> BlockMethod<WORDS> for Blocks<W> {
    fn set(&mut self, heap: u64, at: usize, value: u16) -> bool {
        self.set(heap, at, value)
    }

    fn keep(&mut self, places: Range<usize>) {
        self.keep(places);
    }

    fn prove(
        &mut self,
        heap: u64,
        at: usize,
        end: usize,
        values: &mut [u16],
        scan: &mut Scan<WORDS>,
        low: &[u16],
    ) -> usize {
        SimdLevel::best().run(ProveBlocks { blocks: self, heap, at, end, values, scan, low })
    }
}

/// The arguments of [`BlockMethod::prove`].
struct ProveBlocks<'a, W, const WORDS: usize> {
    blocks: &'a mut Blocks<W>,
    heap: u64,
    at: usize,
    end: usize,
    values: &'a mut [u16],
    scan: &'a mut Scan<WORDS>,
    low: &'a [u16],
}

impl<W: Word, const WORDS: usize> Vectorized for ProveBlocks<'_, W, WORDS> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let mut proved = 0;
        while self.at + proved + BLOCK <= self.end
            && self.blocks.prove(self.heap + proved as u64, self.at + proved, self.values, self.scan, self.low)
        {
            proved += BLOCK;
        }
        proved
    }
}
