//! POJ 1067, HDU 1527, the game of taking stones (取石子游戏).
//!
//! Input, to the end: cases `a b`, two heaps of up to 10⁹. A move takes any number from one heap, or the same number from both; the
//! player who takes the last stone wins. Output for each case: `1` if the first player wins, else `0`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::heap::wythoff::is_p_position_u64;
use std::io;

const MAX_STONES: u64 = 1_000_000_000;

pub(super) const PROBLEM: Problem = Problem {
    name: "poj1067",
    title: "取石子游戏",
    source: "POJ 1067, HDU 1527",
    rule: "Wythoff's game: any number from one heap, or the same from both",
    input: "to the end: `a b`, the heaps",
    output: "`1` if the first player wins, else `0`",
    theorem: "lost exactly when the smaller heap is floor(k phi), k the difference and phi the golden ratio (Wythoff 1907); in integers, \
              as in floating point the first wrong k is 102334155",
    time: "one square root a case",
    memory: "none beside the buffers",
    solve,
    random,
};

fn solve(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    while let Some(a) = input.next()? {
        let b = input.number("the second heap")?;
        out.line(if is_p_position_u64(a, b) { "0" } else { "1" })?;
    }
    Ok(())
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        let mut heaps = [random.size(MAX_STONES), random.size(MAX_STONES)];
        if random.one_in(2) {
            // Choose heaps near a lost position: the quotient of consecutive Fibonacci numbers is nearly the golden ratio.
            let larger = heaps[0];
            heaps[1] = (larger as u128 * 1_134_903_170 / 1_836_311_903) as u64 + random.in_range(0..=1);
        }
        random.shuffle(&mut heaps);
        out.row(heaps)?;
    }
    Ok(())
}
