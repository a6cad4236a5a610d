//! HDU 2149, Public Sale.
//!
//! Input, to the end: cases `M N`, 0 < M, N < 1100. M is a price; each bid raises the last one by 1 to N. The first player whose bid is
//! the price or more wins. Output for each case: every winning first bid, ascending and separated by spaces, or `none`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::heap::Bash;
use std::io;

/// The most bids that are written for a case: all from the price to the largest raise win.
const MAX_BIDS: u64 = 1_000_000;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu2149",
    title: "Public Sale",
    source: "HDU 2149",
    rule: "raise a bid by 1 to N; whoever reaches the price wins; all winning first bids",
    input: "to the end: `M N`, the price and the largest raise",
    output: "the winning first bids separated by spaces, or `none`",
    theorem: "the amount that is missing to the price is a heap from which 1 to N are taken (Bachet 1612): the bid that leaves a multiple of N + 1, and \
              every bid that reaches the price",
    time: "one division a case, and the bids",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    while let Some(price) = input.next()? {
        let most = input.need("the largest raise", 1..=u64::MAX)?;
        let least = price.max(1);
        if most.saturating_sub(least) >= MAX_BIDS {
            return Err(input.out_of_reach(format!(
                "all bids from {least} to {most} win, more than the {MAX_BIDS} that are written"
            )));
        }
        let bash = Bash::new(most.into()).ok_or_else(|| input.error("no bid at all".to_owned()))?;
        let winning = input.check_reach(bash.moves_to(&price.into(), &0u8.into(), 1))?;
        let bid = winning.first().and_then(|bid| u64::try_from(&bid.take).ok());
        match bid {
            // A bid above the price takes more than the heap has, but it reaches the price all the same.
            _ if price <= most => out.row(least..=most)?,
            Some(bid) => out.row([bid])?,
            None => out.line("none")?,
        }
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        out.row([random.size(1099), random.size(1099)])?;
    }
    Ok(())
}
