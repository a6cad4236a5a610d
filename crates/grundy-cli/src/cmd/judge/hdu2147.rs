//! HDU 2147, kiki's game.
//!
//! Input: cases `n m`, 0 < n, m ≤ 2000, ended by `0 0`. On a board of n rows and m columns, a king starts in the top right corner; a move
//! takes it one square left, down, or both. A player who cannot move loses. Output for each case: `Wonderful!` if the first player wins,
//! else `What a pity!`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Outcome;
use grundy::catalog::King;
use grundy::text::TextGame;
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu2147",
    title: "kiki's game",
    source: "HDU 2147",
    rule: "a king moves left, down, or both, to the corner of an n by m board",
    input: "cases `n m`, ended by `0 0`",
    output: "`Wonderful!` if the first player wins, else `What a pity!`",
    theorem: "lost exactly when both distances to the corner are even: every move from there makes one odd, and then both can be made even",
    time: "two operations a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let king = King::default();
    while let Some(rows) = input.next()? {
        let columns = input.number("the number of columns")?;
        let (row, column) = match (rows.checked_sub(1), columns.checked_sub(1)) {
            (Some(row), Some(column)) => (row, column),
            (None, None) => return input.finish(),
            _ => return Err(input.error(format!("a board of {rows} rows and {columns} columns"))),
        };
        let claim = input.check_reach(king.claim(&(row, column)))?;
        out.line(if claim.outcome == Outcome::Loss { "What a pity!" } else { "Wonderful!" })?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        out.row([random.size(2000), random.size(2000)])?;
    }
    out.row([0, 0])
}
