//! Sets of values, and the two classes of values: rare and common.

/// A set of values below 64·WORDS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// Adds a value, which is below 64·WORDS.
    #[inline(always)]
    pub(super) fn insert(&mut self, value: u16) {
        // The remainder changes nothing. It shows the compiler that the index is within bounds.
        self.0[usize::from(value >> 6) % WORDS] |= 1 << (value & 63);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, value: u16) {
        self.0[usize::from(value >> 6) % WORDS] &= !(1 << (value & 63));
    }

    #[inline(always)]
    pub(super) fn has(&self, value: u16) -> bool {
        self.0[usize::from(value >> 6) % WORDS] >> (value & 63) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The values that are in this set and not in the other.
    #[inline(always)]
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The values of this set below `value`.
    #[inline(always)]
    pub(super) fn below(mut self, value: u16) -> Self {
        let at = usize::from(value >> 6);
        for (i, word) in self.0.iter_mut().enumerate() {
            *word = match i.cmp(&at) {
                std::cmp::Ordering::Less => *word,
                std::cmp::Ordering::Equal => *word & ((1 << (value & 63)) - 1),
                std::cmp::Ordering::Greater => 0,
            };
        }
        self
    }

    #[inline(always)]
    pub(super) fn least(&self) -> Option<u16> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some((64 * i) as u16 + self.0[i].trailing_zeros() as u16)
    }
}

/// The classes of values at even and odd heaps: an even class is rare, an odd one common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes<const WORDS: usize> {
    /// The rare values at even and at odd heaps.
    rare: [Set<WORDS>; 2],
    /// The common values at even and at odd heaps.
    common: [Set<WORDS>; 2],
}

impl<const WORDS: usize> Classes<WORDS> {
    /// The classes for a mask: the class of heap x with value v is the parity of the number of bits of v in the mask,
    /// plus x − t if `parity` is t.
    pub(super) fn new(mask: u64, parity: Option<u8>) -> Self {
        let mut classes = Self { rare: [Set::EMPTY; 2], common: [Set::EMPTY; 2] };
        for heap in 0..2u64 {
            for value in 0..=(64 * WORDS - 1) as u16 {
                let bits = u64::from((u64::from(value) & mask).count_ones());
                let odd = (bits + parity.map_or(0, |t| heap + u64::from(t))) % 2 == 1;
                let set = if odd { &mut classes.common } else { &mut classes.rare };
                set[heap as usize].insert(value);
            }
        }
        classes
    }

    /// The rare values at a heap.
    #[inline(always)]
    pub(super) fn rare(&self, heap: u64) -> &Set<WORDS> {
        &self.rare[(heap % 2) as usize]
    }

    /// The common values at a heap.
    #[inline(always)]
    pub(super) fn common(&self, heap: u64) -> &Set<WORDS> {
        &self.common[(heap % 2) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_know_what_is_in_them() {
        let mut set = Set::<2>::EMPTY;
        for value in [3, 63, 64, 127] {
            set.insert(value);
        }
        assert_eq!((0..128).filter(|&value| set.has(value)).collect::<Vec<_>>(), [3, 63, 64, 127]);
        for (bound, least, count) in
            [(3, None, 0), (4, Some(3), 1), (64, Some(3), 2), (65, Some(3), 3), (127, Some(3), 3)]
        {
            let below = set.below(bound);
            assert_eq!((below.least(), (0..128).filter(|&value| below.has(value)).count()), (least, count), "{bound}");
        }
        let mut one = Set::EMPTY;
        one.insert(3);
        assert_eq!(set.without(&one).least(), Some(63));
        set.remove(3);
        assert_eq!((set.least(), set.is_empty()), (Some(63), false));
    }

    #[test]
    fn classes_are_parities() {
        let classes = Classes::<1>::new(0b1010, Some(1));
        for (heap, value, common) in
            [(7, 0, false), (8, 0, true), (7, 2, true), (7, 10, false), (7, 5, false), (8, 8, false)]
        {
            assert_eq!(classes.common(heap).has(value), common, "{heap} {value}");
            assert_eq!(classes.rare(heap).has(value), !common, "{heap} {value}");
        }
    }
}
