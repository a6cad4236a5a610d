//! POJ 2425, A Chess Game.
//!
//! Input, to the end: cases. A case describes a graph without cycles: N (up to 1000), then for each position 0, 1, …, N − 1 a line `k v1
//! … vk`, the positions that a chip moves to from there. Queries `m p1 … pm` follow, up to 10 chips on these positions, ended by `0`. A
//! player who cannot move any chip loses. Output for each query: `WIN` if the first player wins, else `LOSE`.

use super::Problem;
use super::input::{CaseError, Input};
use super::output::Output;
use super::random::Random;
use grundy::graph::GraphBuilder;
use grundy::limits::Limits;
use grundy::{Nimber, Play, Vertex, solve};
use std::io;

pub(super) const PROBLEM: Problem = Problem {
    name: "poj2425",
    title: "A Chess Game",
    source: "POJ 2425",
    rule: "chips on a graph without cycles; a move moves one of them along an edge",
    input: "to the end: `N`, then N lines `k v1 ... vk`, where a chip moves to from positions 0 to N - 1; then queries `m p1 ... pm`, \
            chips on these positions, ended by `0`",
    output: "a query: `WIN` if the first player wins, else `LOSE`",
    theorem: "the Nim sum of the chips' Grundy values, lost when it is 0; a position's value is the least number that no option has \
              (Sprague 1935, Grundy 1939)",
    time: "a step an edge, once a graph; then a look-up a chip",
    memory: "some 40 bytes per position and 16 per edge",
    solve: answer,
    random,
};

fn answer(input: &mut Input<'_>, out: &mut Output<'_>) -> Result<(), CaseError> {
    loop {
        input.begin_shared("graph");
        let Some(positions) = input.next()? else { return Ok(()) };
        let n = u32::try_from(positions).ok().filter(|&n| n > 0 && n < u32::MAX);
        let n = n.ok_or_else(|| input.error(format!("{positions} positions")))?;
        let mut builder = GraphBuilder::with_vertices(n.into());
        for from in 0..n {
            for _ in 0..input.need("the number of moves", 0..=u64::from(n))? {
                let to = input.need("a position", 0..=u64::from(n) - 1)?;
                builder.edge(Vertex(from), Vertex(to as u32));
            }
        }
        let graph = builder.build(Play::Normal).map_err(|error| input.out_of_reach(error.to_string()))?;
        let solved =
            solve::solve_with_grundy(&graph, &Limits::NONE).map_err(|hit| input.out_of_reach(hit.to_string()))?;
        input.end_shared();
        loop {
            input.begin_case();
            let chips = input.number("the number of chips")?;
            if chips == 0 {
                break;
            }
            let mut sum = Nimber::ZERO;
            for _ in 0..chips {
                let at = input.need("a position", 0..=u64::from(n) - 1)?;
                let value = solved.grundy(Vertex(at as u32)).finite();
                sum = sum + value.ok_or_else(|| input.error(format!("a cycle can be reached from position {at}")))?;
            }
            out.line(if sum == Nimber::ZERO { "LOSE" } else { "WIN" })?;
        }
    }
}

fn random(random: &mut Random, cases: u64, out: &mut Output<'_>) -> io::Result<()> {
    for _ in 0..cases {
        let n = random.size(1000);
        // Moves go down in a random order of the positions, so there is no cycle.
        let mut order: Vec<u64> = (0..n).collect();
        random.shuffle(&mut order);
        let mut rows = vec![Vec::new(); n as usize];
        for (below, &from) in (0..n).zip(&order) {
            let row = &mut rows[from as usize];
            for _ in 0..random.in_range(0..=below.min(10)) {
                row.push(order[random.in_range(0..=below - 1) as usize]);
            }
            row.sort_unstable();
            row.dedup();
            random.shuffle(row);
        }
        out.row([n])?;
        for row in rows {
            out.row([row.len() as u64].into_iter().chain(row))?;
        }
        for _ in 0..random.size(1000) {
            let chips = random.in_range(1..=10);
            out.row([chips].into_iter().chain((0..chips).map(|_| random.in_range(0..=n - 1))))?;
        }
        out.row([0])?;
    }
    Ok(())
}
