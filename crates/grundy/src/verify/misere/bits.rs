//! A set of elements, as bits.

/// A set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set, for a table of this order.
    pub(super) fn empty(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)].into())
    }

    /// The approximate size in memory of a set for a table of this order.
    pub(super) fn bytes(order: usize) -> u64 {
        32 + 8 * order.div_ceil(64) as u64
    }

    pub(super) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Inserts the elements of another set.
    pub(super) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The least element of both sets.
    pub(super) fn first_common(&self, other: &Self) -> Option<usize> {
        let both = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        both.into_iter().find(|&(_, word)| word != 0).map(|(i, word)| 64 * i + word.trailing_zeros() as usize)
    }

    /// The elements, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|&x| self.contains(x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_elements() {
        let set = |elements: &[usize]| {
            let mut set = Bits::empty(130);
            elements.iter().for_each(|&x| set.insert(x));
            set
        };
        let mut some = set(&[3, 64, 129]);
        assert!(some.iter().eq([3, 64, 129]) && some.contains(129) && !some.contains(65));
        assert!(set(&[]).is_empty() && !some.is_empty());
        assert!(set(&[64]).is_within(&some) && !set(&[63, 64]).is_within(&some));
        assert_eq!((some.first_common(&set(&[2, 129])), some.first_common(&set(&[65]))), (Some(129), None));
        some.unite(&set(&[4]));
        assert_eq!(some, set(&[3, 4, 64, 129]));
    }
}
