//! POJ 2425, A Chess Game.
//!
//! Input, to the end: cases. A case is N, then N lines `k v1 … vk`, the positions that a chip moves to from position
//! 0, 1, …, N − 1, a graph without cycles; then queries `m p1 … pm`, chips on these positions, ended by `0`. Output a
//! query: `WIN` if the first player wins, else `LOSE`. Whoever cannot move any chip loses.

use super::Problem;
use super::input::{Input, Wrong};
use grundy::graph::Draft;
use grundy::limits::Limits;
use grundy::{Nimber, Play, Vertex, solve};
use std::io::Write;

pub(super) const PROBLEM: Problem = Problem {
    name: "poj2425",
    title: "A Chess Game",
    source: "POJ 2425",
    rule: "chips on a graph without cycles; a move moves one of them along an edge",
    solve,
};

fn solve(input: &mut Input<'_>, out: &mut dyn Write) -> Result<(), Wrong> {
    while let Some(positions) = input.next()? {
        let n = u32::try_from(positions).ok().filter(|&n| n > 0 && n < u32::MAX);
        let n = n.ok_or_else(|| input.wrong(format!("{positions} positions")))?;
        let mut draft = Draft::with_vertices(n);
        for from in 0..n {
            for _ in 0..input.need("the number of moves", 0..=u64::from(n))? {
                let to = input.need("a position", 0..=u64::from(n) - 1)?;
                draft.edge(Vertex(from), Vertex(to as u32));
            }
        }
        let out_of_reach = |message: String| Wrong::OutOfReach { line: input.line(), message };
        let graph = draft.finish(Play::Normal).map_err(|error| out_of_reach(error.to_string()))?;
        let solved = solve::solve(&graph, &Limits::NONE).map_err(|hit| out_of_reach(hit.to_string()))?;
        loop {
            let chips = input.need("the number of chips", 0..=u64::MAX)?;
            if chips == 0 {
                break;
            }
            let mut sum = Nimber::ZERO;
            for _ in 0..chips {
                let at = input.need("a position", 0..=u64::from(n) - 1)?;
                let value = solved.grundy(Vertex(at as u32)).finite();
                sum = sum + value.ok_or_else(|| input.wrong(format!("a cycle can be reached from position {at}")))?;
            }
            writeln!(out, "{}", if sum == Nimber::ZERO { "LOSE" } else { "WIN" })?;
        }
    }
    Ok(())
}
