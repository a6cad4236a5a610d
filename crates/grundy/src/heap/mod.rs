//! What theory knows of heap games, and the games themselves: sums of heaps, in which a move is a move in one heap.
//!
//! Under normal play the Grundy value of a sum is the Nim sum of its heaps' values (Sprague 1935, Grundy 1939), so that the
//! winning moves from a sum of value s are all moves of a heap of value v to an option of value v + s.
//!
//! Misère play has no such rule in general. [`HeapRules::misere_by_values`] tells whether Ferguson's theorem applies
//! (1974, "On sums of graph games with last player losing"): for subtraction games, Nim among them, the outcome under
//! misère play is that of misère Nim on the heaps' Grundy values.

mod nim;
pub mod period;
mod set;
mod subtraction;

pub use nim::{Bash, Nim};
pub use set::{NamedSet, Set, SetError};
pub use subtraction::Subtraction;

use crate::game::{Game, Play};
use crate::theory::{Claim, Silent, Theory};
use crate::value::{Grundy, Nimber, Outcome, Undefined};

/// A move in one heap: stones are taken and what is left stands in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapMove {
    /// How many stones are taken.
    pub take: u64,
    /// The heap that is left; 0: none.
    pub leave: u64,
}

/// A lower bound of the game expanded from one heap, in positions and in moves.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Positions, the empty one and the heap itself included.
    pub positions: f64,
    /// Moves.
    pub moves: f64,
}

/// The rules of one heap and what theory knows of it.
pub trait HeapRules: Send + Sync {
    /// Calls `visit` with the moves of a heap, by the number of stones taken, until it answers `false`.
    fn each_move(&self, heap: u64, visit: &mut dyn FnMut(HeapMove) -> bool);

    /// Number of moves of a heap.
    fn count(&self, heap: u64) -> u64;

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    fn grundy(&self, heap: u64) -> Result<Nimber, Silent>;

    /// The moves of a heap to options of value `target`, at most `want` of them.
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    fn moves_to(&self, heap: u64, target: Nimber, want: usize) -> Result<Vec<HeapMove>, Silent>;

    /// Whether Ferguson's theorem gives misère play: the game is a subtraction game, whose heaps satisfy
    /// `g(n) = 1 ⇔ g(n − min S) = 0`.
    fn misere_by_values(&self) -> bool;

    /// Where the values of these heaps come from, in a few words.
    fn method(&self, heaps: &[u64]) -> String;

    /// How large the game expanded from a heap is at least.
    fn extent(&self, heap: u64) -> Extent;
}

/// Sums of heaps of one game. A position is the list of its heaps, none of them empty, in the order given.
#[derive(Debug)]
pub struct Heaps<R> {
    /// The rules of one heap.
    pub rules: R,
    /// What it means to have no move.
    pub play: Play,
}

/// A move in a sum: the size of the heap and the move in it.
pub type SumMove = (u64, HeapMove);

impl<R: HeapRules> Game for Heaps<R> {
    type Position = Vec<u64>;
    type Move = SumMove;

    fn moves(&self, at: &Vec<u64>, out: &mut Vec<SumMove>) {
        for heap in distinct(at) {
            self.rules.each_move(heap, &mut |m| {
                out.push((heap, m));
                true
            });
        }
    }

    fn play(&self, at: &Vec<u64>, &(heap, m): &SumMove) -> Vec<u64> {
        let mut after = at.clone();
        let place = after.iter().position(|&h| h == heap).expect("a heap of the position");
        if m.leave > 0 {
            after[place] = m.leave;
        } else {
            after.remove(place);
        }
        after
    }

    fn end(&self, _at: &Vec<u64>) -> Outcome {
        self.play.end()
    }

    fn without_grundy(&self) -> Option<Undefined> {
        (self.play == Play::Misere).then_some(Undefined::Misere)
    }
}

impl<R: HeapRules> Theory<Vec<u64>> for Heaps<R> {
    fn claim(&self, at: &Vec<u64>) -> Result<Claim, Silent> {
        let values = self.values(at)?;
        let sum: Nimber = values.iter().copied().sum();
        let (lost, grundy) = match self.play {
            Play::Normal => (sum == Nimber::ZERO, Grundy::Finite(sum)),
            Play::Misere => (misere_loss(&values), Grundy::Undefined(Undefined::Misere)),
        };
        Ok(Claim { outcome: if lost { Outcome::Loss } else { Outcome::Win }, grundy })
    }

    fn method(&self, at: &Vec<u64>) -> String {
        let heaps = self.rules.method(at);
        match self.play {
            Play::Normal => heaps,
            Play::Misere => format!("{heaps}; misère play of subtraction games by their values (Ferguson 1974)"),
        }
    }
}

impl<R: HeapRules> Heaps<R> {
    fn values(&self, at: &[u64]) -> Result<Vec<Nimber>, Silent> {
        if self.play == Play::Misere && !self.rules.misere_by_values() {
            return Err(Silent::NoTheory);
        }
        at.iter().map(|&heap| self.rules.grundy(heap)).collect()
    }

    /// Number of moves of a position, equal heaps counted once.
    pub fn count(&self, at: &[u64]) -> u128 {
        distinct(at).map(|heap| u128::from(self.rules.count(heap))).sum()
    }

    /// At most `want` winning moves, found without listing the others.
    ///
    /// # Errors
    /// If theory is silent at the position.
    pub fn winning_moves(&self, at: &[u64], want: usize) -> Result<Vec<SumMove>, Silent> {
        let values = self.values(at)?;
        let sum: Nimber = values.iter().copied().sum();
        let large = values.iter().filter(|v| v.0 > 1).count();
        let ones = values.iter().filter(|v| v.0 == 1).count();
        let mut moves = Vec::new();
        for (i, heap) in at.iter().copied().enumerate() {
            if at[..i].contains(&heap) {
                continue;
            }
            let v = values[i];
            let only_large = large - usize::from(v.0 > 1) == 0;
            let target = match self.play {
                // The others' ones must become odd in number.
                Play::Misere if only_large => Nimber(u64::from((ones - usize::from(v.0 == 1)) % 2 == 0)),
                _ => sum + v,
            };
            // An option never has its position's own value.
            if target != v && moves.len() < want {
                let found = self.rules.moves_to(heap, target, want - moves.len())?;
                moves.extend(found.into_iter().map(|m| (heap, m)));
            }
        }
        Ok(moves)
    }

    /// At most `want` moves, the winning ones first, then the others in the game's order.
    pub fn best_moves(&self, at: &[u64], want: usize) -> Vec<SumMove> {
        let mut moves = self.winning_moves(at, want).unwrap_or_default();
        let winning = moves.clone();
        for heap in distinct(at) {
            if moves.len() >= want {
                break;
            }
            self.rules.each_move(heap, &mut |m| {
                if !winning.contains(&(heap, m)) {
                    moves.push((heap, m));
                }
                moves.len() < want
            });
        }
        moves
    }

    /// A number of moves that the game expanded from `at`, its heaps sorted, has at least.
    ///
    /// Of k heaps, at most k! orders of a position and its move fall together when heaps are sorted. Taking the other
    /// heaps as they are, the largest heaps alone give a bound, and so do m equal heaps of R sizes each: they are
    /// multisets, C(m + R − 1, m) positions.
    pub fn expansion_at_least(&self, at: &[u64]) -> u64 {
        let mut sorted = at.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let mut bound = 0f64;
        let (mut positions, mut moves) = (1f64, 0f64);
        for (i, &heap) in sorted.iter().take(12).enumerate() {
            let extent = self.rules.extent(heap);
            let orders = i as f64 + 1.0;
            moves = (moves * extent.positions + positions * extent.moves) / orders;
            positions = positions * extent.positions / orders;
            bound = bound.max(moves);
        }
        for run in sorted.chunk_by(|a, b| a == b) {
            let sizes = self.rules.extent(run[0]).positions;
            let mut multisets = 1f64;
            for i in 1..=run.len() {
                multisets *= (sizes - 1.0 + i as f64) / i as f64;
            }
            bound = bound.max(multisets - 1.0);
        }
        // Rounding must not turn a lower bound into a claim.
        (bound * 0.999) as u64
    }
}

/// Whether a sum of heaps with these values is lost for the player to move in misère Nim: as in normal play if some
/// heap exceeds 1, else if an odd number of ones is left. (Bouton 1901.)
pub fn misere_loss(values: &[Nimber]) -> bool {
    if values.iter().any(|v| v.0 > 1) {
        values.iter().copied().sum::<Nimber>() == Nimber::ZERO
    } else {
        values.iter().filter(|v| v.0 == 1).count() % 2 == 1
    }
}

/// The different heaps of a position, in the order of their first appearance.
fn distinct(at: &[u64]) -> impl Iterator<Item = u64> + '_ {
    at.iter().enumerate().filter(|&(i, heap)| !at[..i].contains(heap)).map(|(_, &heap)| heap)
}
