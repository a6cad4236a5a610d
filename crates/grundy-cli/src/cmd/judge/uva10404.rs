//! UVa 10404, Bachet's Game.
//!
//! Input, to the end: cases `n m x1 … xm`: n stones, and m numbers that may be taken. Output a case: `Stan wins` if the
//! first player wins, else `Ollie wins`.

use super::Problem;
use super::input::{Input, Wrong};
use grundy::heap::{HeapRules, Set, Subtraction};
use grundy::theory::Silent;
use std::io::Write;

pub(super) const PROBLEM: Problem = Problem {
    name: "uva10404",
    title: "Bachet's Game",
    source: "UVa Online Judge 10404",
    rule: "take a number of stones that is in a given set",
    solve,
};

fn solve(input: &mut Input<'_>, out: &mut dyn Write) -> Result<(), Wrong> {
    let mut numbers = Vec::new();
    while let Some(stones) = input.next()? {
        let m = input.need("the number of moves", 1..=1_000_000)?;
        numbers.clear();
        for _ in 0..m {
            numbers.push(input.need("a number to take", 1..=u64::MAX)?);
        }
        let set = Set::of(&numbers).map_err(|error| input.wrong(error.to_string()))?;
        let value = Subtraction::new(set).value(&stones.into()).map_err(|silent| Wrong::OutOfReach {
            line: input.line(),
            message: match silent {
                Silent::TooFar(how_far) => how_far,
                Silent::NoTheory => "no theory".to_owned(),
            },
        })?;
        writeln!(out, "{}", if value.is_zero() { "Ollie wins" } else { "Stan wins" })?;
    }
    Ok(())
}
