//! The yardstick: retrograde analysis with a queue, as in a textbook, without tuning.

use grundy::{Outcome, Vertex};
use std::collections::VecDeque;

/// A graph as rows of neighbours: those of *v* are `targets[first[v] .. first[v + 1]]`.
pub struct Rows {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Rows {
    /// Sorts the edges into rows by counting; each row is sorted and has no duplicates.
    pub fn of(vertices: usize, edges: &[(Vertex, Vertex)]) -> Self {
        let mut first = vec![0u32; vertices + 1];
        for (from, _) in edges {
            first[from.index() + 1] += 1;
        }
        for v in 1..first.len() {
            first[v] += first[v - 1];
        }
        let mut next = first.clone();
        let mut targets = vec![0; edges.len()];
        for (from, to) in edges {
            targets[next[from.index()] as usize] = to.0;
            next[from.index()] += 1;
        }
        let (mut start, mut written) = (0, 0);
        for v in 0..vertices {
            let end = first[v + 1] as usize;
            targets[start..end].sort_unstable();
            let row = written;
            for i in start..end {
                if written == row || targets[written - 1] != targets[i] {
                    targets[written] = targets[i];
                    written += 1;
                }
            }
            start = end;
            first[v + 1] = written as u32;
        }
        targets.truncate(written);
        Self { first, targets }
    }

    /// The graph with all edges reversed, built by counting.
    pub fn reversed(&self) -> Self {
        let mut first = vec![0u32; self.first.len()];
        for &to in &self.targets {
            first[to as usize + 1] += 1;
        }
        for v in 1..first.len() {
            first[v] += first[v - 1];
        }
        let mut next = first.clone();
        let mut targets = vec![0; self.targets.len()];
        for from in 0..self.vertices() {
            for &to in self.row(from) {
                targets[next[to as usize] as usize] = from as u32;
                next[to as usize] += 1;
            }
        }
        Self { first, targets }
    }

    pub fn vertices(&self) -> usize {
        self.first.len() - 1
    }

    pub fn row(&self, v: usize) -> &[u32] {
        &self.targets[self.first[v] as usize..self.first[v + 1] as usize]
    }
}

const UNDECIDED: u8 = 0;
const LOSS: u8 = 1;
const WIN: u8 = 2;

/// The outcome and remoteness of each vertex.
pub struct Solved {
    outcome: Vec<u8>,
    remoteness: Vec<u32>,
}

impl Solved {
    /// The outcome and remoteness of `v`; a vertex that was never decided is a draw.
    pub fn verdict(&self, v: usize) -> (Outcome, Option<u32>) {
        match self.outcome[v] {
            LOSS => (Outcome::Loss, Some(self.remoteness[v])),
            WIN => (Outcome::Win, Some(self.remoteness[v])),
            _ => (Outcome::Draw, None),
        }
    }
}

/// Solves the graph `forward`, whose edges reversed are `reverse` and whose terminal vertices are lost.
pub fn solve(forward: &Rows, reverse: &Rows) -> Solved {
    let n = forward.vertices();
    let mut outcome = vec![UNDECIDED; n];
    let mut remoteness = vec![0u32; n];
    let mut counts: Vec<u32> = (0..n).map(|v| forward.row(v).len() as u32).collect();
    let mut queue = VecDeque::new();
    for v in 0..n {
        if counts[v] == 0 {
            outcome[v] = LOSS;
            queue.push_back(v as u32);
        }
    }
    while let Some(v) = queue.pop_front() {
        let v = v as usize;
        for &u in reverse.row(v) {
            let u = u as usize;
            if outcome[u] != UNDECIDED {
                continue;
            }
            if outcome[v] == LOSS {
                outcome[u] = WIN;
            } else {
                counts[u] -= 1;
                if counts[u] != 0 {
                    continue;
                }
                outcome[u] = LOSS;
            }
            remoteness[u] = remoteness[v] + 1;
            queue.push_back(u as u32);
        }
    }
    Solved { outcome, remoteness }
}

/// The Grundy value of a vertex from which a cycle can be reached.
pub const NO_VALUE: u32 = u32::MAX;

/// The Grundy value of each vertex: in topological order, the mex of the options' values.
pub fn grundy(forward: &Rows, reverse: &Rows) -> Vec<u32> {
    let n = forward.vertices();
    let mut values = vec![NO_VALUE; n];
    let mut counts: Vec<u32> = (0..n).map(|v| forward.row(v).len() as u32).collect();
    let mut queue: VecDeque<u32> = (0..n as u32).filter(|&v| counts[v as usize] == 0).collect();
    let mut seen = Vec::new();
    while let Some(v) = queue.pop_front() {
        let v = v as usize;
        let row = forward.row(v);
        seen.clear();
        seen.resize(row.len() + 1, false);
        for &option in row {
            let value = values[option as usize] as usize;
            if value < seen.len() {
                seen[value] = true;
            }
        }
        values[v] = seen.iter().position(|&seen| !seen).expect("one more than there are options") as u32;
        for &u in reverse.row(v) {
            counts[u as usize] -= 1;
            if counts[u as usize] == 0 {
                queue.push_back(u);
            }
        }
    }
    values
}
