//! Why a search for a misère quotient ended.

use crate::limits::LimitHit;

/// Why a search for a misère quotient ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuotientEnd {
    /// The quotient is proved for all heaps.
    Proved,
    /// All requested heaps are done.
    Heaps,
    /// With the next heap, no quotient with at most as many elements as allowed was found. It may be larger, or infinite.
    Order {
        /// The most elements allowed.
        most: usize,
    },
    /// With the next heap, no finite quotient could be found: perhaps it is infinite.
    NotFound,
    /// The search has done as much work as allowed.
    Work,
    /// The search needs more memory or positions than allowed.
    Limit(LimitHit),
    /// The limits stopped the search.
    Stopped,
}
