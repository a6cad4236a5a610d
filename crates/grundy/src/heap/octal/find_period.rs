//! The search for the period of a take-and-break game in one call.

use super::search::SearchProgress;
use super::{Game, PeriodSearcher};
use crate::theory::PeriodSearch;

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
pub fn find_period(game: &Game, limit: u64, go_on: &mut dyn FnMut(&SearchProgress) -> bool) -> PeriodSearch {
    PeriodSearcher::new(game.clone()).search(limit, go_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::{Code, Method};
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
