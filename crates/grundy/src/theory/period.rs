//! The period of a sequence of Grundy values with its proof, and the result of a search for one.

use std::fmt;

/// `g(n + period) = g(n) + saltus` for all heaps `n >= preperiod`, observed or proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// The values computed so far repeat. This proves nothing about the others.
    Observed {
        /// First heap from which they repeat.
        preperiod: u64,
        /// The length of the period, in heaps.
        period: u64,
        /// The saltus: the number that each period adds to the values.
        saltus: u64,
        /// Number of heaps computed.
        heaps: u64,
    },
    /// The values repeat for ever.
    Proved {
        /// Least heap from which they repeat.
        preperiod: u64,
        /// Least length of the repetition, in heaps.
        period: u64,
        /// The saltus: the number that each period adds to the values.
        saltus: u64,
        /// Number of heaps that the proof computed, from heap 0 on; 0 for a formula.
        checked_to: u64,
        /// The theorem that extends the proof from those heaps to all heaps.
        by: &'static str,
    },
}

impl Period {
    /// Returns the first heap from which the values repeat.
    pub fn preperiod(&self) -> u64 {
        let (Self::Observed { preperiod, .. } | Self::Proved { preperiod, .. }) = self;
        *preperiod
    }

    /// Returns the length of the period, in heaps.
    pub fn period(&self) -> u64 {
        let (Self::Observed { period, .. } | Self::Proved { period, .. }) = self;
        *period
    }

    /// Returns the saltus: the number that each period adds to the values.
    pub fn saltus(&self) -> u64 {
        let (Self::Observed { saltus, .. } | Self::Proved { saltus, .. }) = self;
        *saltus
    }

    /// Returns the number of heaps that the observation or the proof computed, from heap 0 on; 0 for a formula.
    pub fn heaps(&self) -> u64 {
        let (Self::Observed { heaps, .. } | Self::Proved { checked_to: heaps, .. }) = self;
        *heaps
    }

    /// Returns whether the period is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Self::Proved { .. })
    }

    /// Returns the theorem that proves the period; `None` if it is only observed.
    pub fn theorem(&self) -> Option<&'static str> {
        match self {
            Self::Observed { .. } => None,
            Self::Proved { by, .. } => Some(by),
        }
    }

    /// Returns a heap below preperiod + period, and the number to add to that heap's value to get the value of `heap`.
    ///
    /// # Panics
    /// If the period is 0, or the number to add does not fit in 64 bits. No search finds such a period.
    ///
    /// ```
    /// use grundy::theory::Period;
    /// let period = Period::Proved { preperiod: 5, period: 3, saltus: 2, checked_to: 0, by: "a formula" };
    /// assert_eq!(period.fold(12), (6, 4));
    /// ```
    #[must_use]
    pub fn fold(&self, heap: u64) -> (u64, u64) {
        let beyond = heap.saturating_sub(self.preperiod());
        let added = (beyond / self.period()).checked_mul(self.saltus()).expect("values of 64 bits");
        (heap - beyond + beyond % self.period(), added)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "period {}", self.period())?;
        if self.saltus() != 0 {
            write!(f, " with saltus {}", self.saltus())?;
        }
        write!(f, " from {}, {}", self.preperiod(), if self.is_proved() { "proved" } else { "observed" })
    }
}

/// The result of a search for a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodSearch {
    /// The period, if one was proved or observed.
    pub period: Option<Period>,
    /// Number of heaps whose values were computed, from heap 0 on; 0 for a formula.
    pub heaps: u64,
    /// The largest value of these heaps, which is the largest of all heaps if the period is proved. `None` if it is unknown or
    /// the values grow without bound.
    pub max_value: Option<u64>,
    /// Why the search ended.
    pub ended: SearchEnd,
    /// A short description of the method that computed the values; may be empty.
    pub method: String,
    /// A sentence with further information, without its full stop; may be empty.
    pub note: String,
}

/// Why a search for a period ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// A period is proved.
    Proved,
    /// The values of all heaps below the limit were computed.
    Limit,
    /// No value was computed, because the limit is too low for a proof.
    LimitTooLow {
        /// A proof computes more heaps than this.
        more_than: u64,
    },
    /// The callback ended the search.
    Stopped,
    /// Too many heaps are rare, and the plain method has reached its own limit.
    Dense,
    /// The next value does not fit in its type.
    ValueTooLarge {
        /// The heap of that value.
        heap: u64,
    },
    /// The values need too much memory.
    Memory {
        /// The first heap without a value.
        heap: u64,
        /// The memory needed, in bytes.
        bytes: u64,
    },
    /// Two computations of a value differ: the machine or the program is at fault.
    Inconsistent,
    /// No value was computed, because no known theorem proves a period for this game or the period does not fit in 64 bits.
    NoTheorem,
}

impl PeriodSearch {
    /// Creates a proved period that needed no search, with the largest value if it is known.
    pub fn by_formula(period: Period, max_value: Option<u64>) -> Self {
        let (method, note) = (String::new(), String::new());
        Self { period: Some(period), heaps: 0, max_value, ended: SearchEnd::Proved, method, note }
    }

    /// Creates a search that computed no value; `note` is a sentence without its full stop, or empty.
    pub fn not_begun(ended: SearchEnd, note: impl Into<String>) -> Self {
        Self { period: None, heaps: 0, max_value: None, ended, method: String::new(), note: note.into() }
    }

    /// Returns the period, if it is proved.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Game, find_period};
    /// let kayles = find_period(&Game::Code(Code::KAYLES), 1000, &mut |_| true);
    /// assert_eq!(kayles.proved().map(|period| period.period()), Some(12));
    /// ```
    pub fn proved(&self) -> Option<Period> {
        self.period.filter(Period::is_proved)
    }
}
