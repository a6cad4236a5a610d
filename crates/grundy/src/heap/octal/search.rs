//! How the values of a take-and-break game are computed in a search for its period, and how far the search is.

use std::fmt;

/// The method of computing the values of a take-and-break game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// For every heap, all splits are examined.
    Plain,
    /// Few heaps are rare, and only splits with a rare part give common values.
    Sparse {
        /// The mask: a value is rare if it has an even number of one bits in common with it.
        mask: u16,
        /// Whether the parity of the heap is added to the class.
        parity: bool,
        /// Number of rare heaps.
        rare: usize,
        /// The last rare heap, 0 if there is none.
        last: u64,
        /// Number of 64-bit words in a set of all common values so far: 1, 2 or 4; then blocks of heaps are computed at once, with sets of
        /// this size or smaller ones. 0: more than four, so that a set has a byte for each value, and most heaps are computed one by one.
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
pub struct SearchProgress {
    /// Number of heaps whose values are known.
    pub heaps: u64,
    /// The largest value.
    pub max_value: u64,
    /// The method of computing values.
    pub method: Method,
    /// Whether a period was found, so that the search only needs the least preperiod.
    pub is_found: bool,
}
