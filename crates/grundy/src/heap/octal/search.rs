//! Looks for a period, heap after heap, and says how far it looked.

use super::period::{Found, matches_back, prove_period};
use super::{Game, Table, TableError};

/// Heaps computed before the first look.
pub(super) const FIRST: usize = 256;
/// Steps between two questions whether to go on: some 20 milliseconds.
const STEPS: usize = 1 << 25;

/// What came of looking for a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Number of heaps whose values were computed, from 0 on.
    pub heaps: u64,
    /// The largest value among them; if a period is proved, the largest there is.
    pub max_value: u64,
    /// The period, if one is proved.
    pub found: Option<Found>,
    /// A rising period that shows and is not proved, only looked for in games with three parts.
    pub observed: Option<Observed>,
    /// Why the search ended.
    pub ended: Ended,
}

/// Values that rise: g(n + period) = g(n) + saltus for the heaps n ≥ preperiod that were computed. It proves nothing.
///
/// Of rising periods Austin 1976 and Howse and Nowakowski 2004 prove some, under conditions that are not checked here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The least heap from which that holds.
    pub preperiod: u64,
    /// The least such length.
    pub period: u64,
    /// What is added once a period, not 0.
    pub saltus: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A period is proved.
    Proved,
    /// All heaps within the limit were looked at.
    Limit,
    /// It was told to stop.
    Stopped,
    /// The table ends.
    Table(TableError),
}

/// Computes values, twice as many each time, until they prove a period or `limit` heaps are known. Now and then `go_on` is asked
/// whether to go on, and told how many heaps are known.
///
/// ```
/// use grundy::heap::octal::{Code, Game, find_period};
/// let search = find_period(&Game::Code(Code::DAWSONS_CHESS), 10_000, &mut |_| true);
/// let found = search.found.unwrap();
/// assert_eq!((found.preperiod, found.period, search.max_value), (52, 34, 9));
/// ```
pub fn find_period(game: &Game, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Search {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut table = Table::new(game.clone());
    let mut goal = FIRST.min(limit);
    loop {
        let ended = grow(&mut table, goal, go_on).err();
        let found = prove_period(game, table.values());
        let ended = if found.is_some() { Some(Ended::Proved) } else { ended };
        if let Some(ended) = ended.or((goal == limit).then_some(Ended::Limit)) {
            let observed = if found.is_none() && game.parts() == 3 { observe(table.values()) } else { None };
            let (heaps, max_value) = (table.values().len() as u64, table.largest().into());
            return Search { heaps, max_value, found, observed, ended };
        }
        goal = goal.saturating_mul(2).min(limit);
    }
}

/// Grows a table, asking now and then whether to go on.
fn grow(table: &mut Table, heaps: usize, go_on: &mut dyn FnMut(u64) -> bool) -> Result<(), Ended> {
    while table.values().len() < heaps {
        let known = table.values().len();
        let step = 1 + STEPS / table.steps(known);
        table.grow(known.saturating_add(step).min(heaps)).map_err(Ended::Table)?;
        if !go_on(table.values().len() as u64) {
            return Err(Ended::Stopped);
        }
    }
    Ok(())
}

/// A rising period that the second half of the values shows, and at least four times.
///
/// g(n + p) − g(n) is the same for all n ≥ m just when the differences g(n + 1) − g(n) repeat with the period p from m on.
fn observe(values: &[u16]) -> Option<Observed> {
    let differences: Vec<i32> = values.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0])).collect();
    let (len, last) = (values.len(), differences.len());
    (1..).zip(matches_back(&differences).iter().skip(1)).find_map(|(period, &matches)| {
        let preperiod = last - period - matches as usize;
        let seen = preperiod <= len / 2 && len - preperiod >= 4 * period;
        let saltus = i64::from(values[len - 1]) - i64::from(values[len - 1 - period]);
        (seen && saltus > 0).then_some(Observed {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: saltus as u64,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::Code;

    fn code(text: &str) -> Game {
        Game::Code(Code::parse(text).unwrap())
    }

    #[test]
    fn a_search_says_why_it_ended() {
        let mut asked = 0;
        let stopped = find_period(&code("0.007"), 1 << 20, &mut |_| {
            asked += 1;
            asked < 3
        });
        assert_eq!((asked, stopped.ended, stopped.found), (3, Ended::Stopped, None));
        let limit = find_period(&code("0.007"), 1000, &mut |_| true);
        assert_eq!((limit.heaps, limit.ended, limit.found), (1000, Ended::Limit, None));
        for heaps in [0, 1, 2] {
            let short = find_period(&code("0.77"), heaps, &mut |_| true);
            assert_eq!((short.heaps, short.ended, short.max_value), (heaps, Ended::Limit, heaps / 2));
        }
    }

    #[test]
    fn rising_values_are_observed() {
        let rising: Vec<u16> = (0..40).map(|n| [5, 9, 2][n as usize % 3] + 2 * (n / 3)).collect();
        assert_eq!(observe(&rising), Some(Observed { preperiod: 0, period: 3, saltus: 2 }));
        let mut late = vec![7; 10];
        late.extend(&rising[..30]);
        assert_eq!(observe(&late), Some(Observed { preperiod: 10, period: 3, saltus: 2 }));
        assert_eq!(observe(&late[..15]), None);
        assert_eq!(observe(&[]), None);
        assert_eq!(observe(&[3; 40]), None);
    }
}
