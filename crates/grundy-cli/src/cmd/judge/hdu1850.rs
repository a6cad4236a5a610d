//! HDU 1850, Being a Good Boy in Spring Festival.
//!
//! Input: cases, each M (1 < M ≤ 100) and then M heaps (up to 10⁶), ended by a case 0. The game is Nim with cards; the player who takes
//! the last card wins. Output for each case: the number of winning first moves, of which each heap has at most one; 0 if there is none.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::heap::{Nim, winning_components};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "hdu1850",
    title: "Being a Good Boy in Spring Festival",
    source: "HDU 1850",
    rule: "Nim; how many first moves win?",
    input: "cases `M`, then M heaps; ended by `0`",
    output: "the number of winning first moves, 0 if there is none",
    theorem: "the winning moves make the Nim sum 0: one in each heap that exceeds its Nim sum with the total (Bouton 1901)",
    time: "two operations a heap",
    memory: "8 bytes per heap of one case",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    let mut values = Vec::new();
    while let Some(heaps) = input.next()? {
        if heaps == 0 {
            return input.finish();
        }
        values.clear();
        for _ in 0..heaps {
            let heap = input.number("a heap")?;
            values.push(input.check_reach(Nim.nimber(heap))?);
        }
        out.row([winning_components(&values).count() as u64])?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        let heaps = random_heaps(random, 2, 100, 1_000_000);
        out.row([heaps.len() as u64])?;
        out.row(heaps)?;
    }
    out.row([0])
}

/// From `few` to `many` random heaps of at most `large` stones; sometimes one of them is the Nim sum of the others.
pub(super) fn random_heaps(random: &mut Random, few: u64, many: u64, large: u64) -> Vec<u64> {
    let many = random.size(many).max(few);
    let large = random.size(large);
    let mut heaps: Vec<u64> = (0..many).map(|_| random.in_range(1..=large)).collect();
    let sum = heaps[1..].iter().fold(0, |sum, heap| sum ^ heap);
    if random.one_in(3) && (1..=large).contains(&sum) {
        heaps[0] = sum;
    }
    random.shuffle(&mut heaps);
    heaps
}
