//! HackerRank, Game of Stones (`game-of-stones-1`).
//!
//! Input: T (1 ≤ T ≤ 100), then T heaps n (1 ≤ n ≤ 100). A move takes 2, 3 or 5 stones from the heap; a player who cannot move loses.
//! Output for each heap: `First` if the first player wins, else `Second`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Nimber;
use grundy::heap::{Set, Subtraction};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "game-of-stones-1",
    title: "Game of Stones",
    source: "HackerRank",
    rule: "take 2, 3 or 5 stones; whoever cannot move loses",
    input: "T, then T heaps `n`",
    output: "`First` if the first player wins, else `Second`",
    theorem: "the Grundy values have period 7, proved: five consecutive ones come again (Winning Ways, chapter 4)",
    time: "one division a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let game = Subtraction::new(Set::of(&[2, 3, 5]).map_err(|error| input.error(error.to_string()))?);
    for _ in 0..input.cases()? {
        let stones = input.number("a heap")?;
        let is_lost = input.check_reach(game.nimber(stones))? == Nimber::ZERO;
        out.line(if is_lost { "Second" } else { "First" })?;
    }
    input.finish()
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    out.row([cases])?;
    for _ in 0..cases {
        out.row([random.size(100)])?;
    }
    Ok(())
}
