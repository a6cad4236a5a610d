//! Nim and bounded Nim: any number, or at most m stones, from one heap.
//!
//! After Bouton 1901, "Nim, a game with a complete mathematical theory", and Bachet 1612 (one heap, bounded).

use super::{Extent, HeapMove, HeapRules};
use crate::theory::Silent;
use crate::value::Nimber;

/// Take any number of stones. A heap's value is its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// Take from 1 up to so many stones. A heap's value is its size modulo that plus one.
#[derive(Clone, Copy, Debug)]
pub struct Bash {
    most: u64,
}

impl Bash {
    /// The game in which at most `most` stones are taken; `None` if that is 0, which leaves no moves.
    pub fn new(most: u64) -> Option<Self> {
        (most > 0).then_some(Self { most })
    }

    /// `heap mod (most + 1)`, in numbers that hold `most + 1`.
    fn residue(&self, heap: u64) -> u64 {
        (u128::from(heap) % (u128::from(self.most) + 1)) as u64
    }
}

/// The moves that take 1 up to `most` stones.
fn each_take(heap: u64, most: u64, visit: &mut dyn FnMut(HeapMove) -> bool) {
    for take in 1..=most.min(heap) {
        if !visit(HeapMove { take, leave: heap - take }) {
            break;
        }
    }
}

/// Every size up to the heap's can be reached, each with as many moves as stones can be taken.
fn extent(heap: u64, most: u64) -> Extent {
    let (n, m) = (heap as f64, most.min(heap) as f64);
    Extent { positions: n + 1.0, moves: m * (n - m) + m * (m + 1.0) / 2.0 }
}

impl HeapRules for Nim {
    fn each_move(&self, heap: u64, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, u64::MAX, visit);
    }

    fn count(&self, heap: u64) -> u64 {
        heap
    }

    fn grundy(&self, heap: u64) -> Result<Nimber, Silent> {
        Ok(Nimber(heap))
    }

    fn moves_to(&self, heap: u64, target: Nimber, _want: usize) -> Result<Vec<HeapMove>, Silent> {
        Ok(if target.0 < heap { vec![HeapMove { take: heap - target.0, leave: target.0 }] } else { Vec::new() })
    }

    fn misere_by_values(&self) -> bool {
        true
    }

    fn method(&self, _heaps: &[u64]) -> String {
        "Nim sum of the heaps (Bouton 1901)".to_owned()
    }

    fn extent(&self, heap: u64) -> Extent {
        extent(heap, u64::MAX)
    }
}

impl HeapRules for Bash {
    fn each_move(&self, heap: u64, visit: &mut dyn FnMut(HeapMove) -> bool) {
        each_take(heap, self.most, visit);
    }

    fn count(&self, heap: u64) -> u64 {
        self.most.min(heap)
    }

    fn grundy(&self, heap: u64) -> Result<Nimber, Silent> {
        Ok(Nimber(self.residue(heap)))
    }

    fn moves_to(&self, heap: u64, target: Nimber, _want: usize) -> Result<Vec<HeapMove>, Silent> {
        // The m options of a heap have different residues modulo m + 1, so there is one such move at most.
        let modulus = u128::from(self.most) + 1;
        if u128::from(target.0) >= modulus {
            return Ok(Vec::new());
        }
        let take = ((u128::from(self.residue(heap)) + modulus - u128::from(target.0)) % modulus) as u64;
        let possible = take >= 1 && take <= heap;
        Ok(if possible { vec![HeapMove { take, leave: heap - take }] } else { Vec::new() })
    }

    fn misere_by_values(&self) -> bool {
        true
    }

    fn method(&self, heaps: &[u64]) -> String {
        let one = format!("heap mod {} (Bachet 1612)", u128::from(self.most) + 1);
        if heaps.len() > 1 { format!("Nim sum of {one}") } else { one }
    }

    fn extent(&self, heap: u64) -> Extent {
        extent(heap, self.most)
    }
}
