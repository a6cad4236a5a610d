//! Counts of several processes.

use crate::solve::partitioned::Exchange;
use crate::solver::build::error::BuildError;
use crate::solver::build::statistics::Count;
use crate::value::{Remoteness, Verdict};

/// Adds the counts of all processes, and finds the verdict that one of them has. Every remoteness must be less than `levels`.
pub(super) fn sum(
    exchange: &mut dyn Exchange,
    count: Count,
    first: Option<Verdict>,
    levels: usize,
) -> Result<(Count, Option<Verdict>), BuildError> {
    let mut numbers = count.to_numbers(levels);
    let (outcome, moves) = match first {
        None => (0, 0),
        Some(Verdict::Win(Remoteness(moves))) => (1, moves),
        Some(Verdict::Loss(Remoteness(moves))) => (2, moves),
        Some(Verdict::Draw) => (3, 0),
    };
    numbers.extend([outcome, moves.into()]);
    exchange.sum(&mut numbers)?;
    let first = match numbers.split_off(numbers.len() - 2)[..] {
        [1, moves] => Some(Verdict::Win(Remoteness(moves as u32))),
        [2, moves] => Some(Verdict::Loss(Remoteness(moves as u32))),
        [3, _] => Some(Verdict::Draw),
        _ => None,
    };
    Ok((Count::from_numbers(&numbers, levels), first))
}
