//! HDU 1847, Good Luck in CET-4 Everybody!
//!
//! Input, to the end: cases n, 1 ≤ n ≤ 1000. There are n cards, and a move takes a power of 2 of them. The player who takes the last card
//! wins. Output for each case: `Kiki` if the first player wins, else `Cici`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::Nimber;
use grundy::heap::{NamedSet, Set, Subtraction};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu1847",
    title: "Good Luck in CET-4 Everybody!",
    source: "HDU 1847",
    rule: "take a power of 2 from n cards; whoever takes the last wins",
    input: "to the end: `n`",
    output: "`Kiki` if the first player wins, else `Cici`",
    theorem: "the Grundy value is n mod 3, as no power of 2 is a multiple of 3",
    time: "one division a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let powers = Set::new(vec![], vec![NamedSet::PowersOf2], false).map_err(|error| input.error(error.to_string()))?;
    let game = Subtraction::new(powers);
    while let Some(cards) = input.next()? {
        let is_lost = input.check_reach(game.nimber(cards))? == Nimber::ZERO;
        out.line(if is_lost { "Cici" } else { "Kiki" })?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        out.row([random.size(1000)])?;
    }
    Ok(())
}
