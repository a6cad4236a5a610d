//! The prime factors of a 64-bit number, by a deterministic algorithm.
//!
//! Small primes are divided out. The rest is tested by the strong probable prime test (Miller 1976, Rabin 1980) to the
//! first twelve prime bases, which is correct for all numbers below 318665857834031151167461 > 2⁶⁴ (Sorenson and
//! Webster 2015, "Strong pseudoprimes to twelve prime bases"). It is split by the rho method (Pollard 1975) as improved
//! by Brent 1980, "An improved Monte Carlo factorization algorithm". Unlike there, the sequences x² + c are not chosen
//! at random but tried for c = 1, 2, 3, … in turn, and squares are split by their root. A product of two 32-bit primes
//! takes some 10⁵ multiplications, in the representation of Montgomery 1985.

/// The largest odd number that is tried as a divisor one by one.
const SMALL: u64 = 255;
/// The first twelve primes.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
/// Number of differences that rho multiplies before it computes a common factor.
const BATCH: u64 = 128;

/// Returns the prime factors of `n`, ascending, with their multiplicities; an empty list for 1 and for 0.
///
/// ```
/// use grundy::heap::factor::factor;
/// assert_eq!(factor(9007199254740993), [(3, 1), (107, 1), (28059810762433, 1)]);
/// ```
pub fn factor(n: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    if n == 0 {
        return factors;
    }
    let mut rest = n;
    for p in std::iter::once(2).chain((3..=SMALL).step_by(2)) {
        if p * p > rest {
            break;
        }
        let mut count = 0;
        while rest.is_multiple_of(p) {
            rest /= p;
            count += 1;
        }
        if count > 0 {
            factors.push((p, count));
        }
    }
    let mut large = Vec::new();
    let mut parts = vec![rest];
    while let Some(part) = parts.pop() {
        if part == 1 {
            continue;
        }
        // A part below this square has no factor up to SMALL, so it is prime.
        if part < (SMALL + 2) * (SMALL + 2) || Modulus::new(part).is_prime() {
            large.push(part);
        } else {
            let divisor = Modulus::new(part).divisor();
            debug_assert!(divisor > 1 && divisor < part && part.is_multiple_of(divisor), "a proper divisor");
            parts.extend([divisor, part / divisor]);
        }
    }
    large.sort_unstable();
    factors.extend(large.chunk_by(|p, q| p == q).map(|equal| (equal[0], equal.len() as u32)));
    factors
}

/// An odd modulus without factors up to [`SMALL`]. A residue a is represented by a·2⁶⁴.
struct Modulus {
    n: u64,
    /// The inverse of n modulo 2⁶⁴.
    inverse: u64,
    /// The representation of 1.
    one: u64,
}

impl Modulus {
    fn new(n: u64) -> Self {
        debug_assert!(n % 2 == 1 && n > SMALL);
        // n is its own inverse modulo 8; each step doubles the bits that are right.
        let mut inverse = n;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(inverse)));
        }
        Self { n, inverse, one: u64::MAX % n + 1 }
    }

    /// ab/2⁶⁴, the representation of the product.
    fn product(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = u128::from((product as u64).wrapping_mul(self.inverse)) * u128::from(self.n);
        // The lower halves are equal and cancel.
        let (high, less) = ((product >> 64) as u64, (multiple >> 64) as u64);
        if high >= less { high - less } else { high + (self.n - less) }
    }

    fn sum(&self, a: u64, b: u64) -> u64 {
        let to_n = self.n - b;
        if a >= to_n { a - to_n } else { a + b }
    }

    fn power(&self, base: u64, exponent: u64) -> u64 {
        let (mut power, mut square, mut left) = (self.one, base, exponent);
        while left > 0 {
            if left % 2 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            left /= 2;
        }
        power
    }

    /// Whether the modulus is prime; it is larger than every base.
    fn is_prime(&self) -> bool {
        let minus_one = self.n - self.one;
        let twos = (self.n - 1).trailing_zeros();
        BASES.iter().all(|&base| {
            let base = (u128::from(base) * u128::from(self.one) % u128::from(self.n)) as u64;
            let mut power = self.power(base, (self.n - 1) >> twos);
            power == self.one
                || (0..twos).any(|_| {
                    let found = power == minus_one;
                    power = self.product(power, power);
                    found
                })
        })
    }

    /// A proper divisor of the modulus, which must be composite.
    fn divisor(&self) -> u64 {
        let root = self.n.isqrt();
        if root * root == self.n {
            return root;
        }
        (1..self.n).find_map(|c| self.rho(c)).expect("one of many sequences meets itself modulo one prime factor first")
    }

    /// A proper divisor from the sequence x → x² + c, or `None` if the sequence cycles modulo all prime factors at once.
    fn rho(&self, c: u64) -> Option<u64> {
        let next = |x| self.sum(self.product(x, x), c);
        let mut hare = 2;
        let mut stride = 1;
        loop {
            let tortoise = hare;
            for _ in 0..stride {
                hare = next(hare);
            }
            let mut compared = 0;
            while compared < stride {
                let before = hare;
                let batch = BATCH.min(stride - compared);
                let mut product = self.one;
                for _ in 0..batch {
                    hare = next(hare);
                    product = self.product(product, tortoise.abs_diff(hare));
                }
                compared += batch;
                let common = gcd(product, self.n);
                if common == self.n {
                    // A batch contains more than one prime factor: repeat it difference by difference.
                    hare = before;
                    let mut meetings = (0..batch).map(|_| {
                        hare = next(hare);
                        gcd(tortoise.abs_diff(hare), self.n)
                    });
                    return meetings.find(|&common| common > 1).filter(|&common| common < self.n);
                }
                if common > 1 {
                    return Some(common);
                }
            }
            stride *= 2;
        }
    }
}

/// The greatest common divisor; `b` if `a` is 0.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while a > 0 {
        (a, b) = (b % a, a);
    }
    b
}
