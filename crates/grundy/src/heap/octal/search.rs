//! Looks for a period, heap after heap, and says how far it looked.

use super::TableError;
use super::period::Found;
use super::{Game, Run};
use crate::theory::{Period, PeriodFound};
use std::fmt;

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
    /// How the values were computed.
    pub method: Method,
}

impl Search {
    /// The period, proved or observed, with a note where neither is all there is to say.
    pub fn period(&self) -> PeriodFound {
        let observed = self.observed.map(|o| Period::Observed {
            preperiod: o.preperiod,
            period: o.period,
            saltus: o.saltus,
            heaps: self.heaps,
        });
        let note = match (&self.found, &observed, self.ended) {
            (Some(_), _, _) => String::new(),
            (None, Some(_), _) => "values that rise are reported as observed, not as proved".to_owned(),
            (None, None, Ended::Table(error)) => error.to_string(),
            (None, None, Ended::Dense) => format!(
                "too many heaps are rare for any but the plain method, which stops at {} heaps unless a limit is given",
                self.heaps
            ),
            (None, None, _) => String::new(),
        };
        let grows = observed.is_some();
        PeriodFound {
            period: self.found.map(Period::from).or(observed),
            heaps: self.heaps,
            max_value: (!grows).then_some(self.max_value),
            note,
        }
    }
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
    /// The plain method is at its limit, and many heaps are rare.
    Dense,
    /// It was told to stop.
    Stopped,
    /// The table ends.
    Table(TableError),
    /// Values computed twice differ: the machine or the program is at fault.
    Inconsistent,
}

/// How values were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every split of every heap is looked at.
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

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of heaps whose values are known.
    pub heaps: u64,
    /// The largest value.
    pub max_value: u64,
    /// How values are computed.
    pub method: Method,
    /// Whether a period is found, and only its beginning is looked for.
    pub found: bool,
}

/// Computes values until they prove a period or `limit` heaps are known. Now and then `go_on` is asked whether to go on, and told
/// how far the search has come.
///
/// Games that the sparse space does not help are given up at `limit` as well; see [`Run`] for a search that can be bounded in
/// other ways, saved and resumed.
///
/// ```
/// use grundy::heap::octal::{Code, Game, find_period};
/// let search = find_period(&Game::Code(Code::DAWSONS_CHESS), 10_000, &mut |_| true);
/// let found = search.found.unwrap();
/// assert_eq!((found.preperiod, found.period, search.max_value), (52, 34, 9));
/// ```
pub fn find_period(game: &Game, limit: u64, go_on: &mut dyn FnMut(&Progress) -> bool) -> Search {
    Run::new(game.clone()).search(limit, go_on)
}
