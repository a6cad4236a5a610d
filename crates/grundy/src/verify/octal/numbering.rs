//! Numbers the values of each class: 0, 1, 2, … in ascending order.
//!
//! Exactly one of two values that differ in the lowest bit of the mask only is common. So the number of a value is the
//! value without that bit: the bits above it move down by one. Hence the number of a ⊕ b is the exclusive or of their
//! numbers, and of two values in one class the smaller one has the smaller number.

use super::class::Classes;
use super::word::Word;

/// The numbers of the values below 2·[`Word::BITS`], and back.
#[derive(Clone, Debug)]
pub(super) struct Numbering<W> {
    /// The lowest bit of the mask.
    bit: u32,
    /// The other bits of the mask that matter, as bits of numbers.
    mask: u16,
    /// The common values at even and at odd heaps.
    common: [Vec<u16>; 2],
    /// The rare values at even and at odd heaps.
    rare: [Vec<u16>; 2],
    /// The numbers whose rare value is below their common value, at even and at odd heaps. If two numbers differ only below
    /// `bit`, both are or none is.
    rare_is_less: [W; 2],
}

impl<W: Word> Numbering<W> {
    /// The numbers for a mask, or `None` if it has no bit that matters for values below 2·[`Word::BITS`].
    pub(super) fn new<const WORDS: usize>(mask: u64, classes: &Classes<WORDS>) -> Option<Self> {
        let bit = mask.trailing_zeros();
        if 1u64.checked_shl(bit).is_none_or(|lowest| lowest >= 2 * W::BITS as u64) || W::BITS > 32 * WORDS {
            return None;
        }
        let values = |is_in: &dyn Fn(u16) -> bool| (0..2 * W::BITS as u16).filter(|&value| is_in(value)).collect();
        let common: [Vec<u16>; 2] = [0, 1].map(|heap| values(&|value| classes.common(heap).has(value)));
        let rare: [Vec<u16>; 2] = [0, 1].map(|heap| values(&|value| classes.rare(heap).has(value)));
        let rare_is_less = [0, 1].map(|heap| {
            let less = |number: &usize| rare[heap][*number] < common[heap][*number];
            (0..W::BITS).filter(less).fold(W::default(), |less, number| less | W::of_bits(1 << number))
        });
        let mask = (mask >> bit >> 1 << bit) as u16 & (W::BITS - 1) as u16;
        Some(Self { bit, mask, common, rare, rare_is_less })
    }

    /// The number of a value, or `None` if a word does not hold it.
    pub(super) fn number(&self, value: u16) -> Option<usize> {
        let (above, below) = (value >> self.bit >> 1 << self.bit, value & ((1 << self.bit) - 1));
        Some(usize::from(above | below)).filter(|&number| number < W::BITS)
    }

    /// The common values at a heap, by number.
    #[inline(always)]
    pub(super) fn common(&self, heap: u64) -> &[u16] {
        &self.common[(heap % 2) as usize]
    }

    /// The common values of heaps from `heap` on with these numbers, which are below [`Word::BITS`].
    #[inline(always)]
    pub(super) fn common_values<const L: usize>(&self, heap: u64, numbers: &[u8; L]) -> [u16; L] {
        let lowest = 1u16 << self.bit;
        // The lowest bit of the mask in the common values of number 0.
        let bits = [0, 1].map(|next| self.common(heap + next)[0] >> self.bit & 1);
        let changes = bits[0] ^ bits[1];
        let mut values = [0; L];
        for (j, (value, &number)) in values.iter_mut().zip(numbers).enumerate() {
            let number = u16::from(number);
            let below = number & (lowest - 1);
            // The lowest bit becomes the parity of the number's bits in the mask, of which there are at most six.
            let parity = number & self.mask;
            let parity = parity ^ parity >> 4;
            let parity = parity ^ parity >> 2;
            let is_odd = (parity ^ parity >> 1 ^ bits[0] ^ j as u16 & changes) & 1;
            *value = (number ^ below) << 1 | below | lowest & is_odd.wrapping_neg();
        }
        values
    }

    /// The rare values at a heap, by number.
    pub(super) fn rare(&self, heap: u64) -> &[u16] {
        &self.rare[(heap % 2) as usize]
    }

    /// For heaps from `heap` on, given the sets of the number of each one's common value: the numbers of the rare values below it.
    #[inline(always)]
    pub(super) fn rare_below<const L: usize>(&self, heap: u64, sets: &[W; L]) -> [W; L] {
        // Numbers that differ only below `bit` have values that differ only below the lowest bit of the mask. So it is that bit,
        // and not these, in which a rare value differs from a common one.
        let mut similar = *sets;
        for bit in 0..self.bit.min(W::BITS.ilog2()) {
            for set in &mut similar {
                *set |= set.exchange(1 << bit);
            }
        }
        let less = [heap, heap + 1].map(|heap| self.rare_is_less[(heap % 2) as usize]);
        let mut below = [W::default(); L];
        for j in 0..L {
            below[j] = similar[j].below() & !similar[j] | similar[j] & less[j % 2];
        }
        below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word, const WORDS: usize>(mask: u64, parity: Option<u8>) {
        let classes = Classes::<WORDS>::new(mask, parity);
        let numbering = Numbering::<W>::new(mask, &classes).unwrap();
        for heap in 0..2 {
            for (number, (&common, &rare)) in numbering.common(heap).iter().zip(numbering.rare(heap)).enumerate() {
                assert!(classes.common(heap).has(common) && classes.rare(heap).has(rare));
                assert_eq!((numbering.number(common), numbering.number(rare)), (Some(number), Some(number)));
                let set = W::of_bits(1 << number);
                for (other, below) in [heap, heap + 1].into_iter().zip(numbering.rare_below(heap, &[set; 2])) {
                    let (common, rare) = (numbering.common(other)[number], numbering.rare(other));
                    let expected = (0..W::BITS).filter(|&rare_number| rare[rare_number] < common);
                    let expected = expected.fold(W::default(), |set, number| set | W::of_bits(1 << number));
                    assert_eq!(below, expected, "{mask} {parity:?} {other} {number}");
                }
            }
            let numbers: [u8; 16] = std::array::from_fn(|j| (j * j % W::BITS) as u8);
            let values = numbering.common_values(heap, &numbers);
            for (j, (value, number)) in values.into_iter().zip(numbers).enumerate() {
                assert_eq!(value, numbering.common(heap + j as u64)[usize::from(number)], "{heap} {j} {number}");
            }
            assert_eq!((numbering.common(heap).len(), numbering.rare(heap).len()), (W::BITS, W::BITS));
            assert!(numbering.common(heap).is_sorted() && numbering.rare(heap).is_sorted());
        }
        for (a, b) in [(3, 9), (14, 21), (30, 1), (31, 31)] {
            let sum = numbering.number(a).unwrap() ^ numbering.number(b).unwrap();
            assert_eq!(numbering.number(a ^ b), Some(sum), "{a} {b}");
        }
        assert_eq!(numbering.number(2 * W::BITS as u16), None);
    }

    #[test]
    fn values_and_numbers_belong_together() {
        for mask in 1..64 {
            for parity in [None, Some(0), Some(1)] {
                if mask % 32 != 0 {
                    check::<u16, 1>(mask, parity);
                }
                check::<u32, 1>(mask, parity);
                check::<u64, 2>(mask, parity);
            }
        }
        assert!(Numbering::<u16>::new(0, &Classes::<1>::new(0, Some(0))).is_none());
        assert!(Numbering::<u16>::new(32, &Classes::<1>::new(32, None)).is_none());
    }
}
