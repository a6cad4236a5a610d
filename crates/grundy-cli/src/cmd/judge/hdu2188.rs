//! HDU 2188, Selection of volunteers (the donations for Wenchuan).
//!
//! Input: T, then T cases `n m`, 0 < n, m ≤ 10⁴. Two children give 1 to m yuan in turn, starting from nothing; the one who reaches n
//! wins. Output for each case: `Grass` if the first player wins, else `Rabbit`.

use super::Problem;
use super::hdu1846::bounded_is_lost;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu2188",
    title: "Selection of volunteers",
    source: "HDU 2188",
    rule: "add 1 to m in turn; whoever reaches n wins",
    input: "T, then T cases `n m`",
    output: "`Grass` if the first player wins, else `Rabbit`",
    theorem: "the amount that is missing is a heap of value n mod (m + 1) (Bachet 1612), lost when that is 0",
    time: "one division a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    for _ in 0..input.cases()? {
        let missing = input.number("the sum to reach")?;
        out.line(if bounded_is_lost(input, missing)? { "Rabbit" } else { "Grass" })?;
    }
    input.finish()
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    out.row([cases])?;
    for _ in 0..cases {
        out.row([random.size(10_000), random.size(10_000)])?;
    }
    Ok(())
}
