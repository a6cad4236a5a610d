//! HDU 1907, John.
//!
//! Input: T, then T cases, each n (1 ≤ n ≤ 47) and then n heaps (up to 4747). A move takes any number from one heap; the player who takes
//! the last one loses. Output for each case: `John` if the first player wins, else `Brother`.

use super::Problem;
use super::hdu1850::random_heaps;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Play;
use grundy::heap::{Nim, is_p_position};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu1907",
    title: "John",
    source: "HDU 1907",
    rule: "misère Nim: whoever takes the last loses",
    input: "T, then T cases: `n`, then n heaps",
    output: "`John` if the first player wins, else `Brother`",
    theorem: "as in normal play, lost when the Nim sum is 0, if some heap exceeds 1; else lost when the number of ones is odd (Bouton 1901)",
    time: "two operations a heap",
    memory: "8 bytes per heap of one case",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let mut values = Vec::new();
    for _ in 0..input.cases()? {
        values.clear();
        for _ in 0..input.number("the number of heaps")? {
            let heap = input.number("a heap")?;
            values.push(input.check_reach(Nim.nimber(heap))?);
        }
        out.line(if is_p_position(values.iter().copied(), Play::Misere) { "Brother" } else { "John" })?;
    }
    input.finish()
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    out.row([cases])?;
    for _ in 0..cases {
        let heaps = random_heaps(random, 1, 47, 4747);
        out.row([heaps.len() as u64])?;
        out.row(heaps)?;
    }
    Ok(())
}
