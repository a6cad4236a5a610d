//! HDU 1846, Brave Game.
//!
//! Input: T, then T cases `n m`, 1 ≤ n, m ≤ 1000. A pile has n stones, and a move takes 1 to m of them. The player who takes the last
//! stone wins. Output for each case: `first` if the first player wins, else `second`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Nimber;
use grundy::heap::Bash;
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu1846",
    title: "Brave Game",
    source: "HDU 1846",
    rule: "take 1 to m of n stones; whoever takes the last wins",
    input: "T, then T cases `n m`",
    output: "`first` if the first player wins, else `second`",
    theorem: "the Grundy value is n mod (m + 1) (Bachet 1612), lost when it is 0",
    time: "one division a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    for _ in 0..input.cases()? {
        let stones = input.number("the number of stones")?;
        out.line(if bounded_is_lost(input, stones)? { "second" } else { "first" })?;
    }
    input.finish()
}

/// Reads the maximum number of stones that a move may take; returns whether such a heap is lost for the player to move.
pub(super) fn bounded_is_lost(input: &mut Input<'_>, heap: u64) -> Result<bool, CaseError> {
    let most = input.need("the largest number of a move", 1..=u64::MAX)?;
    let bash = Bash::new(most.into()).ok_or_else(|| input.error("no move at all".to_owned()))?;
    Ok(input.check_reach(bash.nimber(heap))? == Nimber::ZERO)
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    out.row([cases])?;
    for _ in 0..cases {
        out.row([random.size(1000), random.size(1000)])?;
    }
    Ok(())
}
