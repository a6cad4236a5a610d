//! Ω, the number of prime factors with multiplicity, of all numbers up to a bound: a byte an odd number.
//!
//! Odd numbers are sieved segment by segment (Bays and Hudson 1977, "The segmented sieve of Eratosthenes") by the
//! powers of the odd primes up to √N. Each power adds to a number 1 and the logarithm of its prime, rounded, in one
//! word of 16 bits. A number n has at most one prime factor q > √N, and it has one exactly if the logarithms do not add
//! up to its own. An even number has as many prime factors as its odd part, and one for each 2.
//!
//! **The logarithms are sufficient.** Let L be [`LOG`] units for a factor of 2, and 2ʲ ≤ n < 2ʲ⁺¹ odd, j ≥ 2. The m
//! factors found are at least 3, and the error of their sum is at most m / 2. If they are all factors, the sum is at
//! least Lj − (j + 1)/3. If q is missing, their product is below √n, and the sum is at most L(j + 1)/2 + (j + 1)/6.
//! With L = 32 the number 24j + 8 is between the two. This also holds for n = 3, whose logarithm is 51; and 1 has no
//! factors.

use crate::limits::Limits;

/// Units of the logarithm for a factor of 2.
const LOG: u32 = 32;
/// The bits of a sum that count the factors; the bits above add logarithms. No vector is as long as 3³².
const COUNT: u16 = 31;
/// Number of odd numbers in a segment.
const SEGMENT: usize = 1 << 14;

/// Ω of the numbers up to a bound.
///
/// ```
/// use grundy::heap::divisor::OmegaTable;
/// let table = OmegaTable::up_to(1000);
/// assert_eq!((table.of(360), table.of(997), table.of(1)), (Some(6), Some(1), Some(0)));
/// assert_eq!((table.of(0), table.of(1001)), (None, None));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OmegaTable {
    most: u64,
    /// Ω of the odd numbers: index i is for 2i + 1.
    odd: Vec<u8>,
}

impl OmegaTable {
    /// Creates the table of the numbers from 1 up to `most`. Time O(n log log n), memory half a byte for each number
    /// and O(√n).
    ///
    /// # Panics
    /// If a vector cannot have n / 2 bytes.
    pub fn up_to(most: u64) -> Self {
        Self::up_to_within(most, &Limits::NONE).expect("no limits")
    }

    /// [`Self::up_to`], within limits; `None` if they end the computation.
    pub(super) fn up_to_within(most: u64, limits: &Limits<'_>) -> Option<Self> {
        let odds = usize::try_from(most.div_ceil(2)).expect("a vector of n / 2 bytes");
        let mut odd = vec![0u8; odds];
        let mut powers = odd_prime_powers(most);
        // At least √n, so that every prime has multiples in almost every segment; otherwise as many as fit in the
        // nearest cache.
        let segment = (most.isqrt() as usize).max(SEGMENT);
        let mut sums = vec![0u16; segment.min(odds)];
        for (start, counts) in (0..odds).step_by(segment).zip(odd.chunks_mut(segment)) {
            if (limits.stop)() {
                return None;
            }
            let sums = &mut sums[..counts.len()];
            sums.fill(0);
            for power in &mut powers {
                let mut i = power.next - start;
                while i < sums.len() {
                    sums[i] += power.adds;
                    i += power.step;
                }
                power.next = start + i;
            }
            // The numbers between two powers of 2 at a time.
            let mut done = 0;
            while done < sums.len() {
                let bits = (2 * (start + done) + 1).ilog2();
                // The first index of a number with a bit more.
                let end = ((1 << bits) - start).min(sums.len());
                let least = (3 * LOG / 4 * bits + LOG / 4) as u16;
                for (count, sum) in counts[done..end].iter_mut().zip(&sums[done..end]) {
                    *count = (sum & COUNT) as u8 + u8::from(sum / (COUNT + 1) < least);
                }
                done = end;
            }
        }
        if let Some(one) = odd.first_mut() {
            *one = 0;
        }
        Some(Self { most, odd })
    }

    /// Returns the largest number of the table.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// Returns Ω(n); `None` if `n` is 0 or not in the table.
    #[inline]
    pub fn of(&self, n: u64) -> Option<u32> {
        if n == 0 || n > self.most {
            return None;
        }
        let twos = n.trailing_zeros();
        Some(u32::from(self.odd[(n >> twos >> 1) as usize]) + twos)
    }
}

/// Returns Ω of every number up to `n`, at its own index; index 0 holds 0.
///
/// The time is that of [`OmegaTable::up_to`]. Memory is a byte and a half for each number, of which one byte remains.
///
/// # Panics
/// If a vector cannot have n + 1 bytes.
///
/// ```
/// assert_eq!(grundy::heap::divisor::omega_sieve(12), [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]);
/// ```
pub fn omega_sieve(n: u64) -> Vec<u8> {
    assert!(usize::try_from(n).is_ok_and(|n| n < usize::MAX), "a vector of n + 1 bytes");
    let table = OmegaTable::up_to(n);
    (0..=n).map(|n| table.of(n).map_or(0, |omega| omega as u8)).collect()
}

/// A power of an odd prime, as the sieve uses it.
struct Power {
    /// The number that it adds to a sum: 1, and the logarithm of the prime.
    adds: u16,
    /// The power itself, which is the distance of its odd multiples in the list of odd numbers.
    step: usize,
    /// The index of its next odd multiple among the odd numbers.
    next: usize,
}

/// The powers up to `n` of the odd primes up to √n.
fn odd_prime_powers(n: u64) -> Vec<Power> {
    let root = n.isqrt();
    let mut composite = vec![false; root as usize + 1];
    let mut powers = Vec::new();
    for p in (3..=root).step_by(2) {
        if !composite[p as usize] {
            for multiple in (p * p..=root).step_by(2 * p as usize) {
                composite[multiple as usize] = true;
            }
            let multiples =
                std::iter::successors(Some(p), |&power| power.checked_mul(p)).take_while(|&power| power <= n);
            let adds = (COUNT + 1) * (f64::from(LOG) * (p as f64).log2()).round() as u16 + 1;
            powers.extend(multiples.map(|power| Power { adds, step: power as usize, next: power as usize / 2 }));
        }
    }
    powers
}
