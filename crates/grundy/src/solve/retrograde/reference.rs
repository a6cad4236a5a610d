//! The textbook's queue: slower than the kernel, without its cells and its unsafe lines, and what tests hold it to.
//!
//! A queue holds decided positions in order of remoteness; each is heard by its predecessors, which count the options they
//! still wait for, and whoever is settled by what it hears ([`decide`]) joins the queue. 16 bytes a vertex.

use super::Verdicts;
use crate::game::Game;
use crate::graph::{Reverse, Vertex};
use crate::limits::{Limits, RunError};
use crate::value::{Outcome, Verdict, decide};

/// Reference implementation of [`verdicts`](super::verdicts), by the textbook's queue.
///
/// # Errors
/// As there.
pub fn retrograde_reference(reverse: &Reverse<'_>, limits: &Limits<'_>) -> Result<Verdicts, RunError> {
    let graph = reverse.graph();
    let n = graph.vertices();
    limits.check(n as u64, graph.bytes() + reverse.bytes() + 16 * n as u64)?;
    let mut verdicts = vec![Verdict::Draw; n];
    let mut waiting: Vec<u32> = graph.all().map(|v| graph.row(v).len() as u32).collect();
    let mut queue: Vec<Vertex> = Vec::with_capacity(n);
    for v in graph.all().filter(|&v| graph.row(v).is_empty()) {
        verdicts[v.index()] = Verdict::end(graph.terminal(&v));
        // A drawn end is never heard: whoever waits for it alone is a draw.
        if verdicts[v.index()].outcome() != Outcome::Draw {
            queue.push(v);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        if next % (1 << 16) == 0 {
            limits.check(next as u64, 0)?;
        }
        let option = queue[next];
        next += 1;
        let heard = verdicts[option.index()];
        for &v in reverse.row(option) {
            let left = &mut waiting[v.index()];
            // Decided already: a position without moves has no predecessor to hear it, so 0 means settled.
            if *left == 0 {
                continue;
            }
            match decide(heard, graph.again(v, option), *left) {
                Some(verdict) => {
                    verdicts[v.index()] = verdict;
                    *left = 0;
                    queue.push(v);
                }
                None => *left -= 1,
            }
        }
    }
    Ok(Verdicts::listed(verdicts))
}
