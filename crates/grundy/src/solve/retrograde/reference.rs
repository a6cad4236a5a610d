//! Reference implementation of retrograde analysis with the textbook's queue: slower than the kernel, without its cells
//! and unsafe lines, for tests.
//!
//! A queue holds decided positions in order of remoteness. Each updates its predecessors, which count the options they
//! still wait for; a predecessor that this decides ([`decide`]) joins the queue. 16 bytes for each vertex.

use super::Verdicts;
use crate::game::Game;
use crate::graph::{Reverse, Vertex};
use crate::limits::{Limits, RunError};
use crate::value::{Outcome, Verdict, decide};

/// Reference implementation of [`verdicts`](super::verdicts), by the textbook's queue.
///
/// # Errors
/// The errors of [`verdicts`](super::verdicts).
pub fn retrograde_reference(reverse: &Reverse<'_>, limits: &Limits<'_>) -> Result<Verdicts, RunError> {
    let graph = reverse.graph();
    let n = graph.vertices();
    limits.check(n as u64, graph.bytes() + reverse.bytes() + 16 * n as u64)?;
    let mut verdicts = vec![Verdict::Draw; n];
    let mut waiting: Vec<u32> = graph.all().map(|v| graph.row(v).len() as u32).collect();
    let mut queue: Vec<Vertex> = Vec::with_capacity(n);
    for v in graph.all().filter(|&v| graph.row(v).is_empty()) {
        verdicts[v.index()] = Verdict::terminal(graph.terminal(&v));
        // A drawn end is never propagated: a position that waits only for draws is a draw.
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
        let option_verdict = verdicts[option.index()];
        for &v in reverse.row(option) {
            let left = &mut waiting[v.index()];
            // Already decided: a position without moves is a predecessor of none, so 0 means decided.
            if *left == 0 {
                continue;
            }
            match decide(option_verdict, graph.moves_again(v, option), *left) {
                Some(verdict) => {
                    verdicts[v.index()] = verdict;
                    *left = 0;
                    queue.push(v);
                }
                None => *left -= 1,
            }
        }
    }
    Ok(Verdicts::from_list(verdicts))
}
