//! Infinite sets with names.

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

    /// The members up to `n`, ascending.
    pub(super) fn up_to(self, n: u64) -> Vec<u64> {
        match self {
            Self::PowersOf2 => (0..64).map(|i| 1u64 << i).take_while(|&p| p <= n).collect(),
            Self::Fibonacci => {
                let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.checked_add(b)?)));
                pairs.map(|(a, _)| a).take_while(|&f| f <= n).collect()
            }
            Self::Squares => (1..=n.isqrt()).map(|r| r * r).collect(),
            Self::Primes => primes(n),
        }
    }

    /// Whether `n` is a member.
    pub(super) fn contains(self, n: u64) -> bool {
        match self {
            Self::PowersOf2 => n.is_power_of_two(),
            Self::Fibonacci => self.up_to(n).last() == Some(&n),
            Self::Squares => n > 0 && n.isqrt() * n.isqrt() == n,
            Self::Primes => n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d)),
        }
    }

    /// Number of members up to `n`, if it is known without listing them.
    pub(super) fn count(self, n: u64) -> Option<u64> {
        match self {
            Self::Squares => Some(n.isqrt()),
            Self::Primes => None,
            Self::PowersOf2 | Self::Fibonacci => Some(self.up_to(n).len() as u64),
        }
    }
}

/// The primes up to `n`, by the sieve of Eratosthenes.
fn primes(n: u64) -> Vec<u64> {
    let n = usize::try_from(n).expect("a sieve that fits in memory");
    let mut composite = vec![false; n + 1];
    let mut primes = Vec::new();
    for i in 2..=n {
        if !composite[i] {
            primes.push(i as u64);
            for multiple in (i * i..=n).step_by(i) {
                composite[multiple] = true;
            }
        }
    }
    primes
}
