//! A set of elements of a finite monoid, as bits.

/// A set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ElementSet(Box<[u64]>);

impl ElementSet {
    /// The empty set, for a monoid of this order.
    pub(super) fn new(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)].into())
    }

    /// The set of the elements for which `is_member` holds.
    pub(super) fn of(order: usize, is_member: impl Fn(usize) -> bool) -> Self {
        let word = |w: usize| {
            let bits = 64 * w..order.min(64 * w + 64);
            bits.rev().fold(0, |word, x| word << 1 | u64::from(is_member(x)))
        };
        Self((0..order.div_ceil(64)).map(word).collect())
    }

    /// The approximate size in memory of a set for a monoid of this order.
    pub(super) fn bytes(order: usize) -> usize {
        32 + 8 * order.div_ceil(64)
    }

    pub(super) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn unite(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// The members, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * w + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_members() {
        let odd = ElementSet::of(130, |x| x % 2 == 1);
        assert!(odd.iter().eq((1..130).step_by(2)));
        let mut some = ElementSet::new(130);
        assert!(some.is_subset(&odd));
        some.insert(129);
        assert!(some.is_subset(&odd) && some.contains(129) && !some.contains(128));
        some.insert(64);
        assert!(!some.is_subset(&odd));
        some.unite(&odd);
        assert_eq!(some.iter().count(), 66);
    }
}
