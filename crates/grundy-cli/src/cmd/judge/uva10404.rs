//! UVa 10404, Bachet's Game.
//!
//! Input, to the end: cases `n m x1 … xm`. There are n stones (n ≤ 10⁶); a move takes one of the m numbers x1 … xm of stones (m ≤ 10), of
//! which one is 1. The player who takes the last stone wins. Output for each case: `Stan wins` if the first player wins, else `Ollie
//! wins`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::heap::{Set, Subtraction};
use std::io;

/// The most entries of the list of numbers that a move may take.
const MAX_MOVES: u64 = 1_000_000;

pub(super) const PROBLEM: Problem = Problem {
    name: "uva10404",
    title: "Bachet's Game",
    source: "UVa Online Judge 10404",
    rule: "take a number of stones that is in a given set",
    input: "to the end: `n m x1 ... xm`, stones and the numbers that may be taken",
    output: "`Stan wins` if the first player wins, else `Ollie wins`",
    theorem: "a heap is lost exactly when no number that may be taken leads to a lost one; if the outcomes of as many heaps as the \
              largest number come again, they repeat for ever (Winning Ways, chapter 4); two numbers, and 1 to m, have a formula",
    time: "m operations for 64 heaps, up to n or to where the period shows",
    memory: "one bit per heap",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let mut numbers = Vec::new();
    while let Some(stones) = input.next()? {
        let m = input.need("the number of moves", 1..=u64::MAX)?;
        if m > MAX_MOVES {
            return Err(input.out_of_reach(format!("the case lists {m} moves, and at most {MAX_MOVES} are supported")));
        }
        numbers.clear();
        for _ in 0..m {
            numbers.push(input.need("a number to take", 1..=u64::MAX)?);
        }
        let set = Set::of(&numbers).map_err(|error| input.error(error.to_string()))?;
        let is_lost = input.check_reach(Subtraction::new(set).is_p_position(stones))?;
        out.line(if is_lost { "Ollie wins" } else { "Stan wins" })?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        let stones = random.size(1_000_000);
        let most = random.size(stones);
        let mut numbers = vec![1];
        numbers.extend((1..random.in_range(1..=10)).map(|_| random.size(most)));
        random.shuffle(&mut numbers);
        out.row([stones, numbers.len() as u64].into_iter().chain(numbers))?;
    }
    Ok(())
}
