//! Sets of numbers that may be taken: numbers, ranges, named sets, and the complement of numbers and ranges.

use super::named_set::NamedSet;
use std::fmt;
use std::ops::RangeInclusive;

/// A set of positive numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Disjoint and non-adjacent ranges, ascending.
    ranges: Vec<RangeInclusive<u64>>,
    named: Vec<NamedSet>,
    /// Whether the set contains every positive number except those of `ranges`; then it has no named sets.
    complement: bool,
}

/// Why numbers do not form a subtraction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The set has no members.
    Empty,
    /// 0 would be among the numbers that may be taken.
    Zero,
    /// A range that ends before it begins.
    Backwards,
    /// The set leaves out 2⁶⁴ − 1. Its members above that number could not be represented.
    LeavesOutTheLargest,
    /// A set that leaves numbers out, with a named set beside it.
    ComplementWithNamedSet,
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the set is empty",
            Self::Zero => "0 is not a move: a move takes something",
            Self::Backwards => "the range ends before it begins",
            Self::LeavesOutTheLargest => {
                "18446744073709551615 cannot be left out; leave out numbers up to 18446744073709551614 only"
            }
            Self::ComplementWithNamedSet => "a set that leaves numbers out has no named sets",
        })
    }
}

impl std::error::Error for SetError {}

impl Set {
    /// Creates the union of ranges and named sets; with `complement`, every positive number that is in none of the ranges.
    ///
    /// # Errors
    /// If the set is empty, contains 0, is made of a range that ends before it begins, or would leave out 2⁶⁴ − 1; if there are named sets
    /// beside a complement.
    pub fn new(ranges: Vec<RangeInclusive<u64>>, named: Vec<NamedSet>, complement: bool) -> Result<Self, SetError> {
        if ranges.iter().any(RangeInclusive::is_empty) {
            return Err(SetError::Backwards);
        }
        if ranges.iter().any(|r| *r.start() == 0) {
            return Err(SetError::Zero);
        }
        if complement && !named.is_empty() {
            return Err(SetError::ComplementWithNamedSet);
        }
        let mut merged: Vec<RangeInclusive<u64>> = Vec::new();
        let mut sorted = ranges;
        sorted.sort_unstable_by_key(|r| *r.start());
        for range in sorted {
            match merged.last_mut() {
                Some(last) if *range.start() <= last.end().saturating_add(1) => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => merged.push(range),
            }
        }
        let mut named = named;
        named.sort_unstable();
        named.dedup();
        if !complement && merged.is_empty() && named.is_empty() || complement && merged == [1..=u64::MAX] {
            return Err(SetError::Empty);
        }
        if complement && merged.last().is_some_and(|range| *range.end() == u64::MAX) {
            return Err(SetError::LeavesOutTheLargest);
        }
        Ok(Self { ranges: merged, named, complement })
    }

    /// Creates the set of the given numbers.
    ///
    /// # Errors
    /// If the set is empty or contains 0.
    pub fn of(numbers: &[u64]) -> Result<Self, SetError> {
        Self::new(numbers.iter().map(|&s| s..=s).collect(), Vec::new(), false)
    }

    /// Returns the largest member of a finite set; `None` if the set is infinite.
    pub fn max(&self) -> Option<u64> {
        if self.complement || !self.named.is_empty() { None } else { self.ranges.last().map(|r| *r.end()) }
    }

    /// Returns the smallest member.
    pub fn min(&self) -> u64 {
        if self.complement {
            return self.ranges.first().filter(|r| *r.start() == 1).map_or(1, |r| r.end() + 1);
        }
        let range = self.ranges.first().map(|r| *r.start());
        let named = self.named.iter().map(|&s| if s == NamedSet::Primes { 2 } else { 1 }).min();
        range.into_iter().chain(named).min().expect("a set that is not empty")
    }

    /// Returns `Some(m)` if the set is 1, 2, …, m.
    pub fn initial_range(&self) -> Option<u64> {
        match &self.ranges[..] {
            [range] if *range.start() == 1 && !self.complement && self.named.is_empty() => Some(*range.end()),
            _ => None,
        }
    }

    /// Returns whether every positive number is in the set.
    pub fn is_everything(&self) -> bool {
        self.complement && self.ranges.is_empty()
    }

    /// Returns whether the set is every positive number but finitely many.
    pub fn is_complement(&self) -> bool {
        self.complement
    }

    /// Returns the number of positive numbers that a complement leaves out; 0 for other sets.
    pub fn count_excluded(&self) -> u64 {
        if self.complement { self.ranges.iter().map(|r| r.end() - r.start() + 1).sum() } else { 0 }
    }

    /// Returns whether `n` is a member.
    pub fn contains(&self, n: u64) -> bool {
        let in_ranges = self.ranges.iter().any(|r| r.contains(&n));
        if self.complement {
            n > 0 && !in_ranges
        } else {
            in_ranges || self.named.iter().any(|named| named.contains(n))
        }
    }

    /// Calls `visit` with the least members, at most `count` of them, without listing the others.
    pub fn first_members(&self, count: usize, visit: &mut dyn FnMut(u64)) {
        let mut left = count;
        if left == 0 {
            return;
        }
        self.each_up_to(u64::MAX, &mut |s| {
            visit(s);
            left -= 1;
            left > 0
        });
    }

    /// Returns the named sets of which the set is a union, with its ranges.
    pub fn named_sets(&self) -> &[NamedSet] {
        &self.named
    }

    /// Returns whether the set consists of exactly one named set.
    pub fn is_named_set(&self, named: NamedSet) -> bool {
        !self.complement && self.named == [named] && self.ranges.is_empty()
    }

    /// Returns the runs of consecutive members, ascending, each as first and last member; the last run of an all-but
    /// set has no last member. `None` if the set contains a named set.
    ///
    /// ```
    /// use grundy::heap::Set;
    /// let all_but = Set::new(vec![2..=3, 7..=7], vec![], true)?;
    /// assert_eq!(all_but.runs(), Some(vec![(1, Some(1)), (4, Some(6)), (8, None)]));
    /// # Ok::<(), grundy::heap::SetError>(())
    /// ```
    pub fn runs(&self) -> Option<Vec<(u64, Option<u64>)>> {
        if !self.named.is_empty() {
            return None;
        }
        if !self.complement {
            return Some(self.ranges.iter().map(|r| (*r.start(), Some(*r.end()))).collect());
        }
        let mut runs = Vec::new();
        let mut next = 1;
        for range in &self.ranges {
            if next < *range.start() {
                runs.push((next, Some(range.start() - 1)));
            }
            next = range.end() + 1;
        }
        runs.push((next, None));
        Some(runs)
    }

    /// Returns the number of members up to `n`; `None` if they would have to be visited one by one: primes beyond 20,000,000.
    pub fn count(&self, n: u64) -> Option<u64> {
        let ranges = || self.ranges.iter().filter(|r| *r.start() <= n).map(|r| *r.start()..=n.min(*r.end()));
        let in_ranges: u64 = ranges().map(|r| r.end() - r.start() + 1).sum();
        if self.complement {
            return Some(n - in_ranges);
        }
        let is_in_range = |member: u64| self.ranges.iter().any(|r| r.contains(&member));
        let mut total = in_ranges;
        for (i, named) in self.named.iter().enumerate() {
            total += if named.has_few_members() {
                let others = |member: u64| {
                    let others = self.named.iter().enumerate().filter(|(j, other)| *j < i || !other.has_few_members());
                    others.into_iter().any(|(_, other)| other.contains(member))
                };
                let own = named.members().take_while(|&member| member <= n);
                own.filter(|&member| !is_in_range(member) && !others(member)).count() as u64
            } else {
                // No square is prime.
                let in_range =
                    |r: std::ops::RangeInclusive<u64>| Some(named.count(*r.end())? - named.count(r.start() - 1)?);
                named.count(n)? - ranges().map(in_range).sum::<Option<u64>>()?
            };
        }
        Some(total)
    }

    /// Calls `visit` with the members up to `n`, ascending, until it returns `false`. The time is linear in the number
    /// of visited members; primes beyond 20,000,000 are searched for one by one.
    pub fn each_up_to(&self, n: u64, visit: &mut dyn FnMut(u64) -> bool) {
        if self.complement {
            let mut next = 1;
            for range in &self.ranges {
                if !(next..=n.min(range.start() - 1)).all(&mut *visit) || *range.end() >= n {
                    return;
                }
                next = range.end() + 1;
            }
            (next..=n).all(visit);
        } else if self.named.is_empty() {
            self.ranges.iter().flat_map(|r| *r.start()..=n.min(*r.end())).all(visit);
        } else {
            let ranges = self.ranges.clone().into_iter().flatten();
            let named = self.named.iter().map(|named| named.members());
            let mut parts: Vec<_> = named.chain([Box::new(ranges) as _]).map(Iterator::peekable).collect();
            while let Some(least) = parts.iter_mut().filter_map(|part| part.peek().copied()).min() {
                if least > n || !visit(least) {
                    return;
                }
                for part in &mut parts {
                    part.next_if_eq(&least);
                }
            }
        }
    }

    /// Returns the members up to `n`, ascending.
    pub fn up_to(&self, n: u64) -> Vec<u64> {
        let mut members = Vec::new();
        self.each_up_to(n, &mut |s| {
            members.push(s);
            true
        });
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_merge_and_complements_complement() {
        let set = Set::new(vec![5..=7, 1..=2, 3..=3], vec![], false).unwrap();
        assert_eq!(set.up_to(6), [1, 2, 3, 5, 6]);
        assert_eq!((set.count(6), set.max(), set.min()), (Some(5), Some(7), 1));
        let rest = Set::new(vec![1..=1, 4..=5], vec![], true).unwrap();
        assert_eq!(rest.up_to(8), [2, 3, 6, 7, 8]);
        assert_eq!((rest.count(8), rest.max(), rest.min()), (Some(5), None, 2));
        assert_eq!(Set::new(vec![], vec![], true).unwrap().up_to(3), [1, 2, 3]);
        assert_eq!(Set::new(vec![], vec![], false), Err(SetError::Empty));
    }

    #[test]
    fn named_sets_have_their_members() {
        let up_to_30 = |named| Set::new(vec![], vec![named], false).unwrap().up_to(30);
        assert_eq!(up_to_30(NamedSet::PowersOf2), [1, 2, 4, 8, 16]);
        assert_eq!(up_to_30(NamedSet::Fibonacci), [1, 2, 3, 5, 8, 13, 21]);
        assert_eq!(up_to_30(NamedSet::Squares), [1, 4, 9, 16, 25]);
        assert_eq!(up_to_30(NamedSet::Primes), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    }

    /// Every union of named sets, with and without ranges: the members one by one, their number, and the first of them.
    #[test]
    fn unions_of_named_sets() {
        for kinds in 1..16 {
            for ranges in [vec![], vec![6..=6, 13..=17, 60..=70]] {
                let named: Vec<_> =
                    NamedSet::ALL.into_iter().enumerate().filter(|(i, _)| kinds >> i & 1 == 1).collect();
                let named = named.into_iter().map(|(_, named)| named).collect();
                let set = Set::new(ranges, named, false).unwrap();
                let members: Vec<u64> = (0..300).filter(|&n| set.contains(n)).collect();
                assert_eq!(set.up_to(299), members, "{set:?}");
                for n in 0..300 {
                    assert_eq!(
                        set.count(n),
                        Some(members.iter().filter(|&&member| member <= n).count() as u64),
                        "{set:?} {n}"
                    );
                }
                for few in [0, 1, 5] {
                    let mut first = Vec::new();
                    set.first_members(few, &mut |member| first.push(member));
                    assert_eq!(first, members[..few], "{set:?}");
                }
            }
        }
        // As fast for large numbers.
        let large = Set::new(vec![1..=1 << 40], vec![NamedSet::Squares, NamedSet::Fibonacci], false).unwrap();
        assert_eq!(large.count(1 << 50), Some((1 << 40) + (1 << 25) - (1 << 20) + 14));
    }
}
