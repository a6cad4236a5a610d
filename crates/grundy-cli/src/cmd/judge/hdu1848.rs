//! HDU 1848, Fibonacci again and again.
//!
//! Input: cases `m n p`, 1 ≤ m, n, p ≤ 1000, ended by `0 0 0`. There are three heaps, and a move takes a Fibonacci number of stones from
//! one of them. The player who takes the last stone wins. Output for each case: `Fibo` if the first player wins, else `Nacci`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::heap::{NamedSet, Set, Subtraction, is_p_position};
use grundy::{Nimber, Play};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu1848",
    title: "Fibonacci again and again",
    source: "HDU 1848",
    rule: "take a Fibonacci number from one of three heaps; whoever takes the last wins",
    input: "cases `m n p`, ended by `0 0 0`",
    output: "`Fibo` if the first player wins, else `Nacci`",
    theorem: "the Nim sum of the heaps' Grundy values, lost when it is 0 (Sprague 1935, Grundy 1939); the values are tabulated",
    time: "the table once, 64 heaps at a time; then three look-ups a case",
    memory: "4 bytes per heap up to the largest met",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let numbers = Set::new(vec![], vec![NamedSet::Fibonacci], false).map_err(|error| input.error(error.to_string()))?;
    let game = Subtraction::new(numbers);
    while let Some(first) = input.next()? {
        let heaps = [first, input.number("a heap")?, input.number("a heap")?];
        if heaps == [0; 3] {
            return input.finish();
        }
        let mut values = [Nimber::ZERO; 3];
        for (value, heap) in values.iter_mut().zip(heaps) {
            *value = input.check_reach(game.nimber(heap))?;
        }
        out.line(if is_p_position(values, Play::Normal) { "Nacci" } else { "Fibo" })?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        out.row([(); 3].map(|()| random.size(1000)))?;
    }
    out.row([0; 3])
}
