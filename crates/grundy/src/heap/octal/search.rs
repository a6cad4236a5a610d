//! Looks for the period of a take-and-break game, heap after heap: how the values are computed and how far the search is.

use super::{Game, PeriodSearcher};
use crate::theory::PeriodSearch;
use std::fmt;

/// How the values of a take-and-break game are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For every heap, all splits are examined.
    Plain,
    /// Few heaps are rare, and only splits with a rare part give common values.
    Sparse {
        /// A value is rare if it has an even number of ones in common with this.
        mask: u16,
        /// Whether the parity of the heap is added to that.
        parity: bool,
        /// Number of rare heaps.
        rare: usize,
        /// The last of them, 0 if there is none.
        last: u64,
        /// Words of 64 bits in a set of common values, for sixteen heaps at a time; 0: a byte a value, for one heap at a time.
        words: usize,
    },
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Plain => f.write_str("plain method, every split of every heap"),
            Self::Sparse { mask, parity, rare, last, words } => {
                let parity = if parity { " and heap parity" } else { "" };
                write!(f, "sparse space of mask {mask:#b}{parity}, {rare} rare heaps")?;
                if rare > 0 {
                    write!(f, " up to {last}")?;
                }
                match words {
                    0 => f.write_str(", option sets of stamped bytes"),
                    1 => f.write_str(", option sets of one word"),
                    _ => write!(f, ", option sets of {words} words"),
                }
            }
        }
    }
}

/// Progress of a search for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of heaps whose values are known.
    pub heaps: u64,
    /// The largest value.
    pub max_value: u64,
    /// How values are computed.
    pub method: Method,
    /// Whether a period is found, so that the search only looks for the least preperiod.
    pub found: bool,
}

/// Computes values until they prove a period or `limit` heaps are known. The search calls `go_on` now and then with its
/// progress, and ends if that returns `false`.
///
/// The search ends at `limit` also where the sparse space does not help. [`PeriodSearcher`] offers other bounds, and can be saved and
/// resumed.
///
/// ```
/// use grundy::heap::octal::{Code, Game, find_period};
/// let search = find_period(&Game::Code(Code::DAWSONS_CHESS), 10_000, &mut |_| true);
/// let period = search.proved().unwrap();
/// assert_eq!((period.preperiod(), period.period(), search.max_value), (52, 34, Some(9)));
/// ```
pub fn find_period(game: &Game, limit: u64, go_on: &mut dyn FnMut(&Progress) -> bool) -> PeriodSearch {
    PeriodSearcher::new(game.clone()).search(limit, go_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;
    use crate::theory::SearchEnd;

    fn code(text: &str) -> Game {
        Game::Code(Code::parse(text).unwrap())
    }

    #[test]
    fn a_search_gives_the_reason_for_its_end() {
        let mut calls = 0;
        let stopped = find_period(&code("0.007"), 1 << 20, &mut |_| {
            calls += 1;
            calls < 3
        });
        assert_eq!((calls, stopped.ended, stopped.period), (3, SearchEnd::Stopped, None));
        let limit = find_period(&code("0.007"), 1000, &mut |_| true);
        assert_eq!((limit.heaps, limit.ended, limit.period), (1000, SearchEnd::Limit, None));
        for heaps in [0, 1, 2] {
            let short = find_period(&code("0.77"), heaps, &mut |_| true);
            assert_eq!((short.heaps, short.ended, short.max_value), (heaps, SearchEnd::Limit, Some(heaps / 2)));
        }
        let dense = PeriodSearcher::new(code("0.007")).plain_limit(10_000).search(1 << 20, &mut |_| true);
        assert_eq!((dense.heaps, dense.ended, dense.method), (10_000, SearchEnd::Dense, Method::Plain.to_string()));
    }
}
