//! Ω, the number of prime factors with multiplicity, of all numbers up to a bound: a byte an odd number.
//!
//! Odd numbers are sieved segment by segment (Bays and Hudson 1977, "The segmented sieve of Eratosthenes") by the powers of the
//! odd primes up to √n, with the product of the primes met; a number that is not that product has one prime factor more. An even
//! number has as many as its odd part, and one for each 2.

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
    /// Of the odd numbers: index i stands for 2i + 1.
    odd: Vec<u8>,
}

impl OmegaTable {
    /// The table of the numbers from 1 up to `most`. Time O(n log log n), memory half a byte a number and O(√n).
    ///
    /// # Panics
    /// If n / 2 bytes are no vector.
    pub fn up_to(most: u64) -> Self {
        let odds = usize::try_from(most.div_ceil(2)).expect("a vector of n / 2 bytes");
        let mut odd = vec![0u8; odds];
        let mut powers = odd_prime_powers(most);
        // At least √n, so that every prime has work in almost every segment; at most what a cache near the core holds.
        let segment = (most.isqrt() as usize).clamp(1 << 12, 1 << 15);
        let mut products = vec![0u64; segment];
        for (start, counts) in (0..odds).step_by(segment).zip(odd.chunks_mut(segment)) {
            let products = &mut products[..counts.len()];
            products.fill(1);
            for power in &mut powers {
                let mut i = power.next - start;
                while i < counts.len() {
                    products[i] *= power.prime;
                    counts[i] += 1;
                    i += power.step;
                }
                power.next = start + i;
            }
            for ((count, product), number) in counts.iter_mut().zip(products).zip((2 * start as u64 + 1..).step_by(2)) {
                *count += u8::from(*product != number);
            }
        }
        Self { most, odd }
    }

    /// The largest number of the table.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// Ω(n); `None` if `n` is 0 or not in the table.
    #[inline]
    pub fn of(&self, n: u64) -> Option<u32> {
        if n == 0 || n > self.most {
            return None;
        }
        let twos = n.trailing_zeros();
        Some(u32::from(self.odd[(n >> twos >> 1) as usize]) + twos)
    }
}

/// Ω of every number up to `n`, at its own index; index 0 holds 0. Time as [`OmegaTable::up_to`], memory a byte and a half a
/// number, of which a byte stays.
///
/// # Panics
/// If n + 1 bytes are no vector.
///
/// ```
/// assert_eq!(grundy::heap::divisor::omega_sieve(12), [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]);
/// ```
pub fn omega_sieve(n: u64) -> Vec<u8> {
    assert!(usize::try_from(n).is_ok_and(|n| n < usize::MAX), "a vector of n + 1 bytes");
    let table = OmegaTable::up_to(n);
    (0..=n).map(|n| table.of(n).map_or(0, |omega| omega as u8)).collect()
}

/// A power of an odd prime, at work in the sieve.
struct Power {
    prime: u64,
    /// The power itself: its odd multiples are so many odd numbers apart.
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
            powers.extend(multiples.map(|power| Power { prime: p, step: power as usize, next: power as usize / 2 }));
        }
    }
    powers
}
