//! Sets of one rank each, of which planes of bytes are made.

use super::byte_groups::{BLOCK, PlaneBlock};

/// The sets of one rank each, for a block.
pub(super) struct OneHot {
    /// The plane of each rank.
    planes: PlaneBlock,
    /// Its byte there.
    bits: PlaneBlock,
}

impl OneHot {
    /// The sets of these ranks.
    #[inline(always)]
    pub(super) fn new(ranks: &[u16; BLOCK]) -> Self {
        let (mut planes, mut bits) = ([0; BLOCK], [0; BLOCK]);
        for j in 0..BLOCK {
            planes[j] = (ranks[j] / 8).min(u8::MAX.into()) as u8;
            bits[j] = (1u32 << (ranks[j] % 8)) as u8;
        }
        Self { planes, bits }
    }

    /// Unites the bytes of one plane with those of these sets.
    #[inline(always)]
    pub(super) fn unite(&self, plane: usize, sets: &mut PlaneBlock) {
        // Compared as bytes: a compiler may not see that it need not widen them.
        let plane = plane as u8;
        for (j, set) in sets.iter_mut().enumerate() {
            *set |= if self.planes[j] == plane { self.bits[j] } else { 0 };
        }
    }
}
