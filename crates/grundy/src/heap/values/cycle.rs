//! Proves the period of a subtraction game, in time linear in preperiod + period and memory linear in the number of
//! latest terms that determine the next one.
//!
//! The terms are those of `value_stream.rs`; the last k of them determine all that follow (theorems 1 and 3 in `mod.rs`).
//!
//! 1. After Brent 1980: the search keeps k terms and looks for them in the terms that follow. Their first recurrence is
//!    one least period later. If it has not occurred after as many heaps as lie before these terms, the search keeps
//!    the next k terms instead. Unlike Brent, who compares single values, it searches the k terms by the algorithm of
//!    Knuth, Morris and Pratt ([`Matcher`]), and begins with the terms of heaps 0 to k − 1, because most games have no
//!    preperiod.
//!    If the limit ends that, the search computes the terms again and looks for the last k among them. So it finds each
//!    period that the terms below the limit prove, and takes at most twice as long.
//! 2. Two streams, a period apart, then start from heap 0 and end as soon as k consecutive terms agree. The least
//!    preperiod is after the last heap for which the values differ.

use super::kmp::Matcher;
use super::value_stream::{ValueStream, is_rising};
use crate::heap::Set;
use crate::theory::{Period, PeriodSearch, SearchEnd};

/// The most heaps between two calls of `go_on`.
const STRIDE: usize = 1 << 16;
/// The most operations between two calls, approximately.
const CALL_WORK: u64 = 1 << 27;
/// The least number of heaps before the search keeps other terms.
const MIN_RESTART_HEAPS: u64 = 4096;
/// The most terms that are kept.
const MAX_ORDER: u64 = u32::MAX as u64 - 1;
/// A number that is no term.
const NO_TERM: u32 = u32::MAX;

/// Searches for the period of the Grundy values for a finite set or an all-but set, and proves it.
///
/// The search computes at most the heaps below `limit`, and then some of them again to find the least period and
/// preperiod. It proves the period exactly if `limit` is at least preperiod + period + k, where k is the largest number of
/// the set; `heaps` is this sum. For an all-but set, k is the largest number left out, and the preperiod is that of the
/// differences d (theorem 3 in `mod.rs`), which may exceed that of the values.
///
/// It calls `go_on` at least every 2¹⁶ heaps with the number computed so far, and ends if that returns `false`. It
/// computes nothing if no proof is possible: for infinite named sets, and if `limit` is not above k. Time is linear in
/// preperiod and period, memory in k.
///
/// ```
/// use grundy::heap::{Set, values::find_period};
/// let search = find_period(&Set::of(&[1, 3, 4])?, 1 << 20, &mut |_| true);
/// let period = search.proved().expect("a short period");
/// assert_eq!((period.preperiod(), period.period(), period.saltus()), (0, 7, 0));
/// assert_eq!((search.heaps, search.max_value), (11, Some(3)));
/// let search = find_period(&Set::new(vec![1..=2], vec![], true)?, 1 << 20, &mut |_| true);
/// assert_eq!(search.proved().map(|period| (period.period(), period.saltus())), Some((3, 1)));
/// # Ok::<(), grundy::heap::SetError>(())
/// ```
pub fn find_period(set: &Set, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodSearch {
    let Some(order) = order(set) else { return PeriodSearch::not_begun(SearchEnd::NoTheorem, "") };
    let too_many = |ended| {
        let largest =
            set.max().map(|k| format!("a proof needs more heaps than {k}, the largest number that may be taken"));
        PeriodSearch::not_begun(ended, largest.unwrap_or_default())
    };
    if order >= limit {
        return too_many(SearchEnd::LimitTooLow { more_than: order });
    }
    if order > MAX_ORDER {
        let note = format!("a proof needs the last {order} values, and the search keeps at most {MAX_ORDER}");
        return PeriodSearch::not_begun(SearchEnd::NoTheorem, note);
    }
    let mut totals = SearchTotals { heaps: 0, recomputed: 0, max_value: 0 };
    let (period, ended) = match prove(set, order as usize, limit, &mut totals, go_on) {
        Ok(period) => (Some(period), SearchEnd::Proved),
        Err(ended) => (None, ended),
    };
    let SearchTotals { heaps, max_value, .. } = totals;
    let grows = period.is_some_and(|period| period.saltus() > 0);
    let max_value = (!grows && heaps > 0).then_some(max_value);
    PeriodSearch { period, heaps, max_value, ended, method: String::new(), note: String::new() }
}

/// The memory that [`find_period`] takes for a set, in bytes, approximately; 0 if it computes nothing.
///
/// It keeps the terms that it looks for and their borders, up to twice as many terms of two streams, and the counts of their options.
pub(in crate::heap) fn period_search_bytes(set: &Set, limit: u64) -> u64 {
    let order = order(set).filter(|&order| order < limit && order <= MAX_ORDER);
    order.map_or(0, |order| order * 7 * size_of::<u32>() as u64)
}

/// The number and the largest value of the heaps that the search computed.
struct SearchTotals {
    /// The number of heaps, from heap 0 on.
    heaps: u64,
    /// The number of heaps that it computed again.
    recomputed: u64,
    /// The largest value among all of them.
    max_value: u64,
}

/// Runs both steps. The error is the reason why they ended without a proof.
fn prove(
    set: &Set,
    order: usize,
    limit: u64,
    totals: &mut SearchTotals,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Period, SearchEnd> {
    let found = match repetition(set, order, limit, totals, go_on)? {
        Search::Found(found) => found,
        Search::AtLimit { last_terms } => last_repetition(set, &last_terms, totals, go_on)?,
    };
    let Preperiods { of_terms, of_values } = match found.from {
        0 => Preperiods { of_terms: 0, of_values: 0 },
        _ => preperiods(set, order, &found, totals, go_on)?,
    };
    let Repetition { period, saltus, .. } = found;
    // The terms of heaps `of_terms` to `of_terms` + `order` − 1 repeat one period later: no fewer heaps prove the period.
    let checked_to = of_terms + period + order as u64;
    totals.heaps = checked_to;
    Ok(Period::Proved { preperiod: of_values, period, saltus, checked_to, by: theorem(saltus) })
}

/// The theorem that proves a period.
fn theorem(saltus: u64) -> &'static str {
    if saltus == 0 {
        "the next value depends on the last k, k the largest number that may be taken, and k consecutive values repeat \
         (Winning Ways, chapter 4)"
    } else {
        "the next value depends on the last k relative to the least value still open, k the largest number that may not \
         be taken, and that state repeats"
    }
}

/// The number of latest terms that determine the next term.
fn order(set: &Set) -> Option<u64> {
    let runs = set.runs()?;
    let &(first, last) = runs.last()?;
    // If all numbers may be taken, the next term is constant, and so a function of the last term.
    Some(last.unwrap_or(first - 1).max(1))
}

/// Consecutive terms that recur.
#[derive(Clone, Copy)]
struct Repetition {
    /// The heap of the first of these terms.
    from: u64,
    /// The distance of the first recurrence.
    period: u64,
    /// The amount by which the values increase over this distance.
    saltus: u64,
}

/// The result of the first search for a repetition.
enum Search {
    Found(Repetition),
    /// None was found below the limit.
    AtLimit {
        /// The last `order` terms below it.
        last_terms: Vec<u32>,
    },
}

/// The first step: finds a repetition.
fn repetition(
    set: &Set,
    order: usize,
    limit: u64,
    totals: &mut SearchTotals,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Search, SearchEnd> {
    let mut stream = ValueStream::new(set, limit);
    let mut last_terms = Vec::new();
    let mut matcher = Matcher::new(order);
    let mut from = 0;
    let mut until = 4 * order as u64 + MIN_RESTART_HEAPS;
    let mut values = Values { rising: is_rising(set), count: 0 };
    // The number of different values below heap `from + order`.
    let mut count = 0;
    let mut buffer = TermBuffer::new(&stream);
    loop {
        let full = from + order as u64;
        let stop = if matcher.is_full() { until } else { full };
        let terms = buffer.next(stop.min(limit) - totals.heaps);
        if terms.is_empty() {
            return Ok(Search::AtLimit { last_terms });
        }
        if !go_on(totals.heaps) {
            return Err(SearchEnd::Stopped);
        }
        stream.fill(terms);
        let end = matcher.feed(terms);
        let fed = &terms[..end.unwrap_or(terms.len())];
        totals.heaps += fed.len() as u64;
        totals.max_value = totals.max_value.max(values.push_all(fed));
        if end.is_some() {
            let repetition = Repetition { from, period: totals.heaps - full, saltus: values.count - count };
            return Ok(Search::Found(repetition));
        }
        // No term before is among the last `order` ones below the limit.
        let last = (totals.heaps + order as u64).saturating_sub(limit).min(fed.len() as u64) as usize;
        last_terms.extend_from_slice(&fed[fed.len() - last..]);
        if totals.heaps == full {
            count = values.count;
        }
        if totals.heaps == until {
            matcher.restart();
            from = totals.heaps;
            until = 2 * from + order as u64 + MIN_RESTART_HEAPS;
        }
    }
}

/// Looks for the last terms below the limit in all terms below it.
///
/// If their first occurrence is an earlier one, the terms repeat from there on, and the next occurrence is one least
/// period later.
fn last_repetition(
    set: &Set,
    last_terms: &[u32],
    totals: &mut SearchTotals,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Repetition, SearchEnd> {
    let order = last_terms.len();
    let limit = totals.heaps;
    let pattern = || {
        let mut matcher = Matcher::new(order);
        matcher.feed(last_terms);
        matcher
    };
    let mut matcher = pattern();
    // No occurrence begins in the pattern itself.
    matcher.feed(&[NO_TERM]);
    let mut stream = ValueStream::new(set, limit);
    let mut buffer = TermBuffer::new(&stream);
    let mut values = Values { rising: is_rising(set), count: 0 };
    // The end of the first occurrence, and the number of different values before that.
    let mut first = None;
    while totals.recomputed < limit {
        let filled = buffer.next(limit - totals.recomputed);
        if !go_on(limit + totals.recomputed) {
            return Err(SearchEnd::Stopped);
        }
        stream.fill(filled);
        let mut terms = &*filled;
        while let Some(end) = matcher.feed(terms) {
            let (before, after) = terms.split_at(end);
            values.push_all(before);
            totals.recomputed += end as u64;
            if let Some((heap, count)) = first {
                let (period, saltus) = (totals.recomputed - heap, values.count - count);
                return Ok(Repetition { from: heap - order as u64, period, saltus });
            }
            first = Some((totals.recomputed, values.count));
            matcher = pattern();
            terms = after;
        }
        values.push_all(terms);
        totals.recomputed += terms.len() as u64;
    }
    Err(SearchEnd::Limit)
}

/// The least preperiods for one period. They are equal if terms are values.
struct Preperiods {
    of_terms: u64,
    of_values: u64,
}

/// The second step: finds the least preperiods. By the first step, the terms from heap `from` on agree with those a
/// period later.
fn preperiods(
    set: &Set,
    order: usize,
    found: &Repetition,
    totals: &SearchTotals,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Preperiods, SearchEnd> {
    let computed = totals.heaps + totals.recomputed;
    let rising = is_rising(set);
    let stream = || (ValueStream::new(set, totals.heaps), Values { rising, count: 0 });
    let ((mut near, mut near_values), (mut far, mut far_values)) = (stream(), stream());
    let mut buffer = TermBuffer::new(&far);
    let mut other = vec![0; STRIDE];
    let mut ahead = 0;
    while ahead < found.period {
        let terms = buffer.next(found.period - ahead);
        if !go_on(computed + ahead) {
            return Err(SearchEnd::Stopped);
        }
        far.fill(terms);
        far_values.push_all(terms);
        ahead += terms.len() as u64;
    }
    // Most preperiods are as short as most periods.
    let mut buffer = TermBuffer::new(&far);
    let mut heap = 0;
    let mut least = 0;
    let mut agreed = 0;
    loop {
        debug_assert!(heap <= found.from + order as u64, "the terms agree from where they were found to");
        let terms = buffer.next(u64::MAX);
        if !go_on(computed + found.period + 2 * heap) {
            return Err(SearchEnd::Stopped);
        }
        let other = &mut other[..terms.len()];
        near.fill(other);
        far.fill(terms);
        for (&near, &far) in other.iter().zip(&*terms) {
            heap += 1;
            if far_values.push(far) != near_values.push(near) + found.saltus {
                least = heap;
            }
            agreed = if near == far { agreed + 1 } else { 0 };
            if agreed == order {
                return Ok(Preperiods { of_terms: heap - order as u64, of_values: least });
            }
        }
    }
}

/// Turns terms into values.
struct Values {
    rising: bool,
    /// Number of different values of an all-but set so far.
    count: u64,
}

impl Values {
    /// The value of the next heap.
    #[inline]
    fn push(&mut self, term: u32) -> u64 {
        if !self.rising {
            return term.into();
        }
        let value = self.count - u64::from(term);
        self.count += u64::from(term == 0);
        value
    }

    /// The largest value among the heaps so far, including those of `terms`.
    fn push_all(&mut self, terms: &[u32]) -> u64 {
        if !self.rising {
            return terms.iter().copied().max().unwrap_or(0).into();
        }
        self.count += terms.iter().filter(|&&term| term == 0).count() as u64;
        self.count - 1
    }
}

/// The buffer for the next terms: short at first, as most periods are short.
struct TermBuffer {
    terms: Vec<u32>,
    length: usize,
    most: usize,
}

impl TermBuffer {
    fn new(stream: &ValueStream) -> Self {
        let most = (CALL_WORK / stream.cost()).clamp(512, STRIDE as u64) as usize;
        Self { terms: vec![0; most], length: 512, most }
    }

    /// A buffer for at most `most` terms.
    fn next(&mut self, most: u64) -> &mut [u32] {
        let length = self.length.min(usize::try_from(most).unwrap_or(usize::MAX));
        self.length = (2 * self.length).min(self.most);
        &mut self.terms[..length]
    }
}
