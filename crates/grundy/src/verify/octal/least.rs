//! Proves from a few values that a preperiod and a period are the least.
//!
//! Let g(n + p) = g(n) for all n ≥ n₀, and let P be the least period from some heap on. P divides p, and has the same least
//! preperiod: for n ≥ n₀ and large j, g(n + P) = g(n + P + j·p) = g(n + j·p) = g(n). So n₀ is the least if it is 0, or if
//! g(n₀ − 1) ≠ g(n₀ − 1 + p). And if P < p, then P divides p / q for some prime q, and g(n + p / q) = g(n) for all n ≥ n₀: one
//! y ≥ n₀ with g(y) ≠ g(y + p / q) for each prime q that divides p shows that p is the least.

use super::{CertificateFault, MAX_HEAPS};

/// Checks each number of the head by itself; returns the largest value.
pub(super) fn head(preperiod: u64, period: u64, max_value: u64) -> Result<u16, CertificateFault> {
    let number = |name, value, expected| CertificateFault::Number { name, value, expected };
    if preperiod > MAX_HEAPS {
        return Err(number("preperiod", preperiod, format!("at most {MAX_HEAPS}")));
    }
    if !(1..=MAX_HEAPS).contains(&period) {
        return Err(number("period", period, format!("1 to {MAX_HEAPS}")));
    }
    u16::try_from(max_value).map_err(|_| number("max-value", max_value, format!("at most {}", u16::MAX)))
}

/// Checks that the probes, if their values are correct, show that preperiod and period are the least.
pub(super) fn by_probes(preperiod: u64, period: u64, probes: &[(u64, u64)]) -> Result<(), CertificateFault> {
    let value = |heap| Some(probes[probes.binary_search_by_key(&heap, |probe| probe.0).ok()?].1);
    let before = preperiod.saturating_sub(1);
    let shown = match (value(before), value(before + period)) {
        (Some(first), Some(later)) if preperiod == 0 => first == 0 && later == 0,
        (Some(first), Some(later)) => first != later,
        _ => false,
    };
    if !shown {
        let kind = if preperiod == 0 { "the value 0" } else { "different values" };
        let expected = format!("probes {before} and {}, of {kind}", before + period);
        return Err(CertificateFault::NotLeast { name: "preperiod", expected });
    }
    for prime in primes(period) {
        let apart = period / prime;
        let differ = |&(heap, first): &(u64, u64)| value(heap + apart).is_some_and(|later| later != first);
        if !probes.iter().filter(|probe| probe.0 >= preperiod).any(differ) {
            let expected = format!("two probes from {preperiod} on, {apart} apart, of different values");
            return Err(CertificateFault::NotLeast { name: "period", expected });
        }
    }
    Ok(())
}

/// The primes that divide a number up to [`MAX_HEAPS`].
pub(super) fn primes(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    for d in std::iter::once(2).chain((3..).step_by(2)) {
        if d * d > n {
            break;
        }
        if n.is_multiple_of(d) {
            primes.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_divide() {
        for n in 1..2000u64 {
            let slow: Vec<u64> = (2..=n).filter(|d| n % d == 0 && (2..*d).all(|e| d % e != 0)).collect();
            assert_eq!(primes(n), slow, "{n}");
        }
        assert_eq!(primes(MAX_HEAPS - 111), [MAX_HEAPS - 111]);
    }

    #[test]
    fn probes_show_what_is_least() {
        // The sequence 5 0 1 0 2 0 1 0 2 …
        let g = |heap: u64| if heap == 0 { 5 } else { [2, 0, 1, 0][heap as usize % 4] };
        let at = |heaps: &[u64]| heaps.iter().map(|&heap| (heap, g(heap))).collect::<Vec<_>>();
        assert_eq!(by_probes(1, 4, &at(&[0, 2, 4])), Ok(()));
        for (preperiod, period, heaps) in
            [(1, 4, vec![0, 4]), (1, 4, vec![2, 4]), (2, 4, vec![0, 2, 4]), (1, 8, vec![0, 2, 4, 8]), (1, 4, vec![])]
        {
            assert!(by_probes(preperiod, period, &at(&heaps)).is_err(), "{preperiod} {period} {heaps:?}");
        }
        assert_eq!(by_probes(0, 1, &[(0, 0), (1, 0)]), Ok(()));
        assert!(by_probes(0, 1, &[(0, 0), (1, 1)]).is_err());
    }
}
