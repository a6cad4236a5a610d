//! The yardstick: retrograde analysis of an indexed game with a queue, as in a textbook, one position at a time.
//!
//! It calls the same rules through the same trait as the library, [`DynIndexed`]. So only two things differ: the analysis, and the gain
//! from expanding many indices at a time.

use grundy::game::{Index, InitialState};
use grundy::text::DynIndexed;
use grundy::{Outcome, Remoteness, Verdict};
use std::collections::VecDeque;

const UNDECIDED: u8 = 0;
const LOSS: u8 = 1;
const WIN: u8 = 2;
const NOTHING: u8 = 3;

/// The outcome and remoteness of each index.
pub struct Solved {
    outcome: Vec<u8>,
    remoteness: Vec<u32>,
    /// The number of options of all positions.
    pub moves: u64,
}

impl Solved {
    /// The verdict of an index; an index that was never decided is a draw.
    pub fn verdict(&self, Index(index): Index) -> Option<Verdict> {
        let r = Remoteness(self.remoteness[index as usize]);
        match self.outcome[index as usize] {
            LOSS => Some(Verdict::Loss(r)),
            WIN => Some(Verdict::Win(r)),
            NOTHING => None,
            _ => Some(Verdict::Draw),
        }
    }
}

/// Solves the game; calls `counted` when all options are counted and the queue begins.
pub fn solve(game: &dyn DynIndexed, counted: impl FnOnce()) -> Solved {
    let n = game.count() as usize;
    let mut outcome = vec![UNDECIDED; n];
    let mut remoteness = vec![0u32; n];
    let mut counts = vec![0u32; n];
    let mut queue = VecDeque::new();
    let mut moves = 0;
    for v in 0..n {
        let mut state = [InitialState::Unused];
        game.initial_states(Index(v as u64), &mut state);
        match state[0] {
            InitialState::Unused => outcome[v] = NOTHING,
            InitialState::Terminal(Outcome::Draw) => (),
            InitialState::Terminal(end) => {
                outcome[v] = if end == Outcome::Win { WIN } else { LOSS };
                queue.push_back(v as u32);
            }
            InitialState::Open(count) => {
                counts[v] = count;
                moves += u64::from(count);
            }
        }
    }
    counted();
    let mut predecessors = Vec::new();
    while let Some(v) = queue.pop_front() {
        predecessors.clear();
        game.predecessors(&[Index(v.into())], &mut predecessors);
        let v = v as usize;
        for u in predecessors.iter().map(|u| u.0 as usize) {
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
    Solved { outcome, remoteness, moves }
}
