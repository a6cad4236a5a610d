//! Grundy values by their definition, one heap and one option at a time: for sets of many numbers without long runs.

use super::recent::Recent;
use super::shifts::BLOCK;

/// The last values of a subtraction game.
pub(super) struct Plain {
    /// The numbers that may be taken, ascending.
    members: Vec<usize>,
    recent: Recent,
    /// The next heap.
    heap: u64,
    /// For each value so far, and one more, the last heap with an option of that value, plus one.
    seen: Vec<u64>,
}

impl Plain {
    /// The game of taking one of `members`, which ascend, from `heap` on; `recent` are the values before it.
    pub(super) fn new(members: Vec<usize>, heap: u64, recent: Vec<u32>) -> Self {
        let retained = members.last().copied().unwrap_or(0);
        let top = recent.iter().copied().max().unwrap_or(0) as usize;
        Self { members, recent: Recent::new(recent, retained), heap, seen: vec![0; top + 2] }
    }

    /// Computes the values of the next heaps.
    pub(super) fn block(&mut self, out: &mut [u32; BLOCK]) {
        for out in out {
            let stamp = self.heap + 1;
            let usable = self.members.partition_point(|&s| s as u64 <= self.heap);
            let recent = self.recent.all();
            for &s in &self.members[..usable] {
                self.seen[recent[recent.len() - s] as usize] = stamp;
            }
            let least = self.seen.iter().position(|&seen| seen != stamp).expect("a value that no heap had");
            if least + 1 == self.seen.len() {
                self.seen.push(0);
            }
            *out = least as u32;
            self.recent.push(*out);
            self.heap += 1;
        }
    }
}
