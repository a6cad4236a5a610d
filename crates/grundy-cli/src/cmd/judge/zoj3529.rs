//! ZOJ 3529, A Game Between Alice and Bob.
//!
//! Input, to the end: cases, each n (up to 10⁵) and then n numbers from 1 to 5·10⁶. A move replaces a number by one of its proper
//! divisors; a player who cannot move loses. Output for case k: `Test #k: Bob` if the first player, Alice, loses, else `Test #k: Alice
//! i`, where i is the index, from 1, of the first number that one of her winning moves changes.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Nimber;
use grundy::heap::divisor::{OmegaTable, big_omega};
use grundy::heap::winning_components;
use std::io;

/// The largest number in the problem statement; larger numbers are factored one by one.
const MAX_NUMBER: u64 = 5_000_000;

pub(super) const PROBLEM: Problem = Problem {
    name: "zoj3529",
    title: "A Game Between Alice and Bob",
    source: "ZOJ 3529",
    rule: "replace a number by one of its proper divisors; the first number that a winning move changes",
    input: "to the end: `n`, then n numbers",
    output: "`Test #k: Alice i` with i the first number, from 1, that a winning move changes, or `Test #k: Bob`",
    theorem: "a number is a Nim heap of as many stones as it has prime factors, with multiplicity; a winning move makes the Nim sum 0 \
              (Bouton 1901)",
    time: "a sieve once, of 5,000,000 numbers at most, about log log n operations an odd number; then a look-up a number",
    memory: "half a byte per number of the sieve, and 16 bytes per number of one case",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let mut table = OmegaTable::default();
    let (mut numbers, mut values) = (Vec::new(), Vec::new());
    let mut test = 0;
    while let Some(many) = input.next()? {
        numbers.clear();
        for _ in 0..many {
            numbers.push(input.need("a number", 1..=u64::MAX)?);
        }
        // The table is only as large as the numbers require.
        let largest = numbers.iter().copied().filter(|&number| number <= MAX_NUMBER).max().unwrap_or(1);
        if largest > table.most() {
            table = OmegaTable::up_to(largest.next_power_of_two().clamp(1 << 12, MAX_NUMBER));
        }
        values.clear();
        // A separate pass after reading, so that memory look-ups overlap: this halves the time on a full-size input.
        let omega = |&number: &u64| Nimber(table.of(number).unwrap_or_else(|| big_omega(number)).into());
        values.extend(numbers.iter().map(omega));
        test += 1;
        out.text("Test #");
        out.number(test);
        match winning_components(&values).next() {
            Some(place) => {
                out.text(": Alice ");
                out.number(place as u64 + 1);
            }
            None => out.text(": Bob"),
        }
        out.end()?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        let many = random.size(100_000);
        let largest = random.size(MAX_NUMBER);
        out.row([many])?;
        out.row((0..many).map(|_| random.in_range(1..=largest)))?;
    }
    Ok(())
}
