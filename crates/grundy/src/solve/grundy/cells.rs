//! Cells: one for each vertex. A cell holds the number of options without a value, and later the vertex's own value.
//!
//! | bits | meaning |
//! |---|---|
//! | `0 count mask` | waits for `count` options, 1 to 26; bit *g* of the 26 bits of `mask`: some option has the value *g* |
//! | `1 count` | a *wide* vertex, of more than 26 options: waits for `count` of them |
//! | a number below 2²⁶ | the value |
//!
//! The mex of up to 26 options is at most 26, so a mask of the values 0 to 25 determines it. A value is below 2²⁶: a vertex
//! of value *g* has options of the values 0 to *g* − 1, which together have at least *g*²/2 options.

use crate::graph::{Graph, Offset, Vertex};
use crate::limits::{LimitHit, RunError};

/// The value of a vertex without a finite value; it occurs only in the result, not during the computation.
pub(in crate::solve) const NONE: u32 = u32::MAX;

/// The number of bits of a mask, and the most options of a vertex that has a mask.
const MASK_BITS: u32 = 26;

/// One option, in the count of a vertex that has a mask.
const ONE: u32 = 1 << MASK_BITS;

/// The bit that marks a wide vertex.
const WIDE: u32 = 1 << 31;

/// The most options of a wide vertex.
const MAX_OPTIONS: u32 = WIDE - 1;

/// The initial cells of the rows that begin at `first`. A vertex without options has its value, 0.
///
/// # Errors
/// If a vertex has more options than a cell can count.
pub(super) fn of_rows<O: Offset>(first: &[O]) -> Result<Vec<u32>, RunError> {
    let mut longest = 0;
    let lengths = first.iter().zip(first.iter().skip(1)).map(|(row, next)| row.length_to(*next));
    let cells = lengths
        .map(|length| {
            longest = longest.max(length);
            of_options(length)
        })
        .collect();
    if longest > MAX_OPTIONS {
        return Err(LimitHit::TooLarge { limit: MAX_OPTIONS.into(), needed: longest.into() }.into());
    }
    Ok(cells)
}

/// The initial cell of a vertex with this number of options, less than 2³¹.
#[inline(always)]
pub(in crate::solve) fn of_options(count: u32) -> u32 {
    if count <= MASK_BITS { count << MASK_BITS } else { WIDE | count }
}

/// The bit of a value in a mask; 0 for a value that is too large for a mask.
#[inline(always)]
pub(in crate::solve) fn bit(value: u32) -> u32 {
    if value < MASK_BITS { 1 << value } else { 0 }
}

/// Whether the cell is that of a wide vertex without a value.
#[inline(always)]
pub(in crate::solve) fn is_wide(cell: u32) -> bool {
    cell >= WIDE
}

/// Whether the cell is a value.
#[inline(always)]
pub(in crate::solve) fn is_value(cell: u32) -> bool {
    cell < ONE
}

/// The cell after an option got the value with this [`bit`], and whether that was the last option; not for wide vertices.
#[inline(always)]
pub(in crate::solve) fn after(cell: u32, bit: u32) -> (u32, bool) {
    let new = (cell | bit) - ONE;
    let is_last = new < ONE;
    (std::hint::select_unpredictable(is_last, new.trailing_ones(), new), is_last)
}

/// The cell of a wide vertex after an option got a value; `None` if that was the last option.
pub(in crate::solve) fn wide_after(cell: u32) -> Option<u32> {
    let new = cell - 1;
    (new > WIDE).then_some(new)
}

/// The mex of the values of a vertex's options, all of which must be known. `seen` is scratch space.
pub(super) fn mex_of_row(graph: &Graph, v: Vertex, cells: &[u32], seen: &mut Vec<u64>) -> u32 {
    let row = graph.row(v);
    seen.clear();
    seen.resize(row.len() / 64 + 1, 0);
    for option in row {
        let value = cells[option.index()] as usize;
        if let Some(word) = seen.get_mut(value / 64) {
            *word |= 1 << (value % 64);
        }
    }
    mex_of_bits(seen)
}

/// The least number whose bit is not set. Some bit must not be: the words have more bits than the vertex has options.
pub(in crate::solve) fn mex_of_bits(seen: &[u64]) -> u32 {
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
    64 * full as u32 + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_becomes_the_mex() {
        for values in [&[0][..], &[1], &[0, 0, 1], &[3, 1, 0], &[25, 26, 1000, 0], &[0, 1, 2, 3]] {
            let mut cell = (values.len() as u32) << MASK_BITS;
            for (i, &value) in values.iter().enumerate() {
                assert!(!is_value(cell) && !is_wide(cell));
                let (new, is_last) = after(cell, bit(value));
                assert_eq!(is_last, i + 1 == values.len());
                cell = new;
            }
            assert!(is_value(cell));
            let mex = (0..).find(|value| !values.contains(value));
            assert_eq!(Some(cell), mex, "{values:?}");
        }
        let all = (0..MASK_BITS).fold(MASK_BITS << MASK_BITS, |cell, value| after(cell, bit(value)).0);
        assert_eq!(all, MASK_BITS);
    }

    #[test]
    fn a_wide_cell_counts() {
        assert_eq!(wide_after(WIDE | 27), Some(WIDE | 26));
        assert_eq!(wide_after(WIDE | 2), Some(WIDE | 1));
        assert_eq!(wide_after(WIDE | 1), None);
    }
}
