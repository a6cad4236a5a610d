//! Infinite sets with names.

use super::factor::factor;
use std::sync::OnceLock;

/// An infinite set with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedSet {
    /// 1, 2, 4, 8, …
    PowersOf2,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 4, 9, 16, …
    Squares,
    /// 2, 3, 5, 7, 11, …
    Primes,
}

impl NamedSet {
    /// All named sets.
    pub const ALL: [Self; 4] = [Self::PowersOf2, Self::Fibonacci, Self::Squares, Self::Primes];

    /// Returns the name that the text of a game uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::PowersOf2 => "powers-of-2",
            Self::Fibonacci => "fibonacci",
            Self::Squares => "squares",
            Self::Primes => "primes",
        }
    }

    /// The members below 2⁶⁴, ascending, each computed when it is needed.
    pub(super) fn members(self) -> Box<dyn Iterator<Item = u64>> {
        match self {
            Self::PowersOf2 => Box::new((0..64).map(|i| 1u64 << i)),
            Self::Fibonacci => {
                let next = |&(a, b): &(u64, Option<u64>)| Some((b?, b.and_then(|b| a.checked_add(b))));
                Box::new(std::iter::successors(Some((1, Some(2))), next).map(|(member, _)| member))
            }
            Self::Squares => Box::new((1..=u64::from(u32::MAX)).map(|root| root * root)),
            Self::Primes => {
                let table = PrimeTable::get();
                let beyond = (MAX_TABULATED_PRIME + 1..=u64::MAX).filter(|&n| is_prime(n));
                Box::new((1..=MAX_TABULATED_PRIME).filter(|&n| table.contains(n)).chain(beyond))
            }
        }
    }

    /// Whether `n` is a member.
    pub(super) fn contains(self, n: u64) -> bool {
        match self {
            Self::PowersOf2 => n.is_power_of_two(),
            Self::Fibonacci => self.members().take_while(|&member| member <= n).last() == Some(n),
            Self::Squares => n > 0 && n.isqrt() * n.isqrt() == n,
            Self::Primes => is_prime(n),
        }
    }

    /// Whether the set has fewer than a hundred members below 2⁶⁴.
    pub(super) fn has_few_members(self) -> bool {
        matches!(self, Self::PowersOf2 | Self::Fibonacci)
    }

    /// Number of members up to `n`, if it is known without visiting many of them.
    pub(super) fn count(self, n: u64) -> Option<u64> {
        match self {
            Self::PowersOf2 | Self::Fibonacci => Some(self.members().take_while(|&member| member <= n).count() as u64),
            Self::Squares => Some(n.isqrt()),
            Self::Primes => (n <= MAX_TABULATED_PRIME).then(|| PrimeTable::get().count(n)),
        }
    }
}

fn is_prime(n: u64) -> bool {
    factor(n) == [(n, 1)]
}

/// The largest number that the table of primes decides.
pub(crate) const MAX_TABULATED_PRIME: u64 = 20_000_000;

/// The primes up to [`MAX_TABULATED_PRIME`]: a bit for each odd number, and how many there are before each word.
struct PrimeTable {
    /// Bit i of word w stands for 2 (64 w + i) + 1. That of 1 stands for the prime 2.
    words: Vec<u64>,
    before: Vec<u32>,
}

impl PrimeTable {
    /// The table, which the first call computes by the sieve of Eratosthenes, in some 50 ms.
    fn get() -> &'static Self {
        static TABLE: OnceLock<PrimeTable> = OnceLock::new();
        TABLE.get_or_init(|| {
            let odd_numbers = MAX_TABULATED_PRIME as usize / 2;
            let mut words = vec![u64::MAX; odd_numbers.div_ceil(64)];
            for i in 1..odd_numbers {
                let odd = 2 * i + 1;
                if odd * odd > MAX_TABULATED_PRIME as usize {
                    break;
                }
                if words[i / 64] >> (i % 64) & 1 == 1 {
                    (odd * odd / 2..odd_numbers).step_by(odd).for_each(|i| words[i / 64] &= !(1 << (i % 64)));
                }
            }
            let mut count = 0;
            let before = words.iter().map(|word| {
                count += word.count_ones();
                count - word.count_ones()
            });
            let before = before.collect();
            Self { words, before }
        })
    }

    /// Whether a number up to [`MAX_TABULATED_PRIME`] is prime.
    fn contains(&self, n: u64) -> bool {
        let i = n as usize / 2;
        n == 2 || n % 2 == 1 && n > 1 && self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// The number of primes up to a number up to [`MAX_TABULATED_PRIME`].
    fn count(&self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        // The odd numbers up to n.
        let i = (n as usize).div_ceil(2);
        match self.words.get(i / 64) {
            Some(word) => u64::from(self.before[i / 64] + (word & ((1 << (i % 64)) - 1)).count_ones()),
            None => u64::from(self.before[i / 64 - 1] + self.words[i / 64 - 1].count_ones()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against trial division; and the number of primes up to powers of 10 (OEIS A006880).
    #[test]
    fn the_table_of_primes() {
        let table = PrimeTable::get();
        let mut count = 0;
        for n in 0..5000 {
            let is_prime = n > 1 && (2..n).all(|d| n % d > 0);
            count += u64::from(is_prime);
            assert_eq!((table.contains(n), table.count(n)), (is_prime, count), "{n}");
        }
        let counts = [4, 25, 168, 1229, 9592, 78_498, 664_579];
        for (power, count) in (1..).zip(counts) {
            assert_eq!(table.count(10u64.pow(power)), count);
        }
        assert_eq!(table.count(MAX_TABULATED_PRIME), 1_270_607);
        let near = MAX_TABULATED_PRIME - 200..=MAX_TABULATED_PRIME;
        assert!(near.clone().all(|n| table.contains(n) == is_prime(n)));
        // Beyond the table.
        let mut members =
            NamedSet::Primes.members().skip_while(|member| near.contains(member) || *member < *near.start());
        assert_eq!(members.next(), (MAX_TABULATED_PRIME + 1..).find(|&n| is_prime(n)));
    }

    #[test]
    fn all_members_below_2_to_the_64() {
        let last = |set: NamedSet| set.members().last();
        assert_eq!(last(NamedSet::PowersOf2), Some(1 << 63));
        assert_eq!(last(NamedSet::Fibonacci), Some(12_200_160_415_121_876_738));
        assert_eq!(NamedSet::Squares.count(u64::MAX), Some(u64::from(u32::MAX)));
        assert!(NamedSet::ALL.iter().all(|set| set.members().take(50).is_sorted()));
    }
}
