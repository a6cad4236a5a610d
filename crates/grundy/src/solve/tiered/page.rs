//! A page: the positions whose words agree in all bits except the lowest 12, or 10. Tables of tiers consist of pages.
//!
//! A word is cut into the key of the page, the number of a *granule* in the page and the number of the position in its
//! granule. A granule is a bitset with one bit for each position; the mask of a page has the granules that contain a
//! position, and the page stores only those, in order.

/// A page in 16 bytes. A page without granules marks a free place in the table.
pub(super) trait Page: Copy + Default + Send + Sync {
    /// A granule.
    type Set: Copy + Default + Send + Sync;
    /// Number of bits of the number of a granule in its page, and also of the number of a position in its granule.
    const LOW: u32;
    /// The greatest key.
    const LAST_KEY: u64;

    /// A page without granules.
    fn new(key: u64) -> Self;
    /// The words without their low bits.
    fn key(&self) -> u64;
    /// The granules that have a position.
    fn mask(&self) -> u64;
    /// Marks that a granule has a position.
    fn mark(&mut self, granule: u32);
    /// The place of the page's granules.
    fn start(&self) -> u32;
    /// Sets the place of the page's granules.
    fn set_start(&mut self, start: u32);
    /// The bits of a granule.
    fn bits(set: Self::Set) -> u64;
    /// The granule with these bits.
    fn set(bits: u64) -> Self::Set;
}

/// A page of words less than 2⁴⁴: 64 granules of 64.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Narrow {
    mask: u64,
    key: u32,
    start: u32,
}

/// A page of any words: 32 granules of 32.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wide {
    key: u64,
    mask: u32,
    start: u32,
}

impl Narrow {
    /// The number of bits of a word in narrow pages: all words are less than 2 to this power.
    pub(super) const BITS: u32 = 44;
}

macro_rules! page {
    ($page:ident, $low:expr, $set:ty, $key:ty, $last:expr) => {
        impl Page for $page {
            type Set = $set;
            const LOW: u32 = $low;
            const LAST_KEY: u64 = <$key>::MAX as u64 >> ($last);

            #[inline]
            fn new(key: u64) -> Self {
                let short = key as $key;
                assert!(u64::from(short) == key, "a word of as many bits as the game says");
                Self { mask: 0, key: short, start: 0 }
            }

            #[inline]
            fn key(&self) -> u64 {
                self.key.into()
            }

            #[inline]
            fn mask(&self) -> u64 {
                self.mask.into()
            }

            #[inline]
            fn mark(&mut self, granule: u32) {
                self.mask |= 1 << granule;
            }

            #[inline]
            fn start(&self) -> u32 {
                self.start
            }

            #[inline]
            fn set_start(&mut self, start: u32) {
                self.start = start;
            }

            #[inline]
            fn bits(set: $set) -> u64 {
                set.into()
            }

            #[inline]
            fn set(bits: u64) -> $set {
                bits as $set
            }
        }
    };
}

// A word has 44 bits, or 64; the key does not include the low ones.
page!(Narrow, 6, u64, u32, 0);
page!(Wide, 5, u32, u64, 10);

/// Cuts a word into the key of its page, its granule there, and its place in the granule.
#[inline]
pub(super) fn split_word<P: Page>(word: u64) -> (u64, u32, u32) {
    let low = |word: u64| (word & ((1 << P::LOW) - 1)) as u32;
    (word >> (2 * P::LOW), low(word >> P::LOW), low(word))
}

/// Number of elements of a set that are below `bit`.
#[inline]
pub(super) fn below(set: u64, bit: u32) -> u32 {
    (set & ((1 << bit) - 1)).count_ones()
}

/// The numbers of the bits that are set, the lowest first.
pub(super) fn members(set: u64) -> impl Iterator<Item = u64> {
    let rests = std::iter::successors(Some(set), |&rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(|rest| rest.trailing_zeros().into())
}

/// Spreads the keys of a tier over all words, different keys to different words: the last steps of MurmurHash3 (Appleby
/// 2008). Each tier uses a different permutation. Many moves stay in their page, and a growing table that received the
/// keys in the order of their homes would be crowded at one end, and empty at the other (seventy probes for a look-up,
/// instead of two).
#[inline]
pub(super) fn mix(tier: u32, key: u64) -> u64 {
    let mut x = key ^ u64::from(tier).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ x >> 33
}

/// The place among `places` at which the search for a page begins; it rises with the mixed key.
#[inline]
pub(super) fn home(mixed: u64, places: usize) -> usize {
    ((u128::from(mixed) * places as u128) >> 64) as usize
}

/// Puts a page into a table that has a free place and no page with its key; `mixed` determines its home.
pub(super) fn put<P: Page>(places: &mut [P], mixed: u64, page: P) {
    let mut at = home(mixed, places.len());
    while places[at].mask() != 0 {
        at = if at + 1 == places.len() { 0 } else { at + 1 };
    }
    places[at] = page;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_sixteen_bytes() {
        assert_eq!((size_of::<Narrow>(), size_of::<Wide>()), (16, 16));
        assert_eq!(split_word::<Wide>(u64::MAX), (u64::MAX >> 10, 31, 31));
        assert_eq!(Wide::new(u64::MAX >> 10).key(), u64::MAX >> 10);
        assert_eq!(split_word::<Narrow>((1 << Narrow::BITS) - 1), (u32::MAX.into(), 63, 63));
        assert_eq!(Narrow::new(u32::MAX.into()).key(), u64::from(u32::MAX));
        assert_eq!((below(u64::MAX, 63), below(u64::MAX, 0), below(0b1011, 3)), (63, 0, 2));
        assert!(members(0b1000_0101).eq([0, 2, 7]));
    }
}
