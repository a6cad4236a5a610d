//! The genus of heaps (Conway, *On Numbers and Games*, chapter 12), by recursion over sums.
//!
//! The genus of a position G is g^{g₀g₁g₂…}: its Grundy value g under normal play, and the misère Grundy values g_i of G + i·*2,
//! where *2 is the Nim heap of two. The misère Grundy value is the mex of the options' values, and 1 for a position without
//! moves. The digits that are not written alternate between two values: g_{i+1} = g_i ⊕ 2.
//!
//! Adding *1 to a position of misère Grundy value v gives one of value v ⊕ 1. So for i ≥ 1
//!
//! g_i(G) = mex ( { g_i(G′) } ∪ { g_{i−1}(G), g_{i−1}(G) ⊕ 1 } ),
//!
//! and no sum with Nim heaps has to be stored.

use super::monoid::{Sum, add, options};
use crate::heap::octal::Game;
use crate::limits::{Limits, RunError};
use rustc_hash::FxHashMap;
use std::fmt;

/// Number of misère Grundy values that are computed.
const DIGITS: usize = 12;

/// The genus of a position.
///
/// It displays as `1^{031}`, with commas between digits if one exceeds 9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value under normal play.
    pub grundy: u32,
    /// The misère Grundy values g₀, g₁, …; after these each is the one before ⊕ 2.
    pub misere: Vec<u32>,
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.misere.iter().any(|&digit| digit > 9) { "," } else { "" };
        let digits: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        f.pad(&format!("{}^{{{}}}", self.grundy, digits.join(separator)))
    }
}

#[derive(Clone, Copy, Debug)]
struct Values {
    grundy: u32,
    misere: [u32; DIGITS],
}

impl Values {
    const TERMINAL: Self = {
        let mut misere = [0; DIGITS];
        misere[0] = 1;
        let mut i = 1;
        while i < DIGITS {
            misere[i] = if i % 2 == 1 { 2 } else { 0 };
            i += 1;
        }
        Self { grundy: 0, misere }
    };

    /// The values of a position with these options.
    fn of(options: &[Self]) -> Self {
        if options.is_empty() {
            return Self::TERMINAL;
        }
        let mut misere = [0; DIGITS];
        for i in 0..DIGITS {
            let before = i.checked_sub(1).map(|before| misere[before]);
            let beside = before.into_iter().flat_map(|value: u32| [value, value ^ 1]);
            misere[i] = mex(options.iter().map(|option| option.misere[i]).chain(beside));
        }
        Self { grundy: mex(options.iter().map(|option| option.grundy)), misere }
    }

    fn genus(&self) -> Genus {
        let alternates = |&i: &usize| self.misere[i + 1] == self.misere[i] ^ 2;
        let start = DIGITS - 1 - (0..DIGITS - 1).rev().take_while(alternates).count();
        Genus { grundy: self.grundy, misere: self.misere[..(start + 2).min(DIGITS)].to_vec() }
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.into_iter().fold(0, |least, value| if value == least { least + 1 } else { least })
}

/// The genera of the single heaps of a game. The number of sums to examine grows fast with the heap.
///
/// ```
/// use grundy::heap::misere::Genera;
/// use grundy::heap::octal::{Code, Game};
/// use grundy::limits::Limits;
/// let genera = Genera::new(Game::Code(Code::KAYLES)).take(8, &Limits::NONE)?;
/// let text: Vec<String> = genera.iter().map(ToString::to_string).collect();
/// assert_eq!(text[..4], ["1^{031}", "2^{20}", "3^{31}", "1^{031}"]);
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
#[derive(Debug)]
pub struct Genera {
    game: Game,
    has_moves: Vec<bool>,
    options: Vec<Vec<Sum>>,
    known: FxHashMap<Sum, Values>,
}

impl Genera {
    /// Creates an empty table of the game's genera.
    pub fn new(game: Game) -> Self {
        Self { game, has_moves: vec![false], options: vec![Vec::new()], known: FxHashMap::default() }
    }

    /// Returns the genera of the heaps 1, 2, …, `heaps`.
    ///
    /// # Errors
    /// If the sums to examine exceed the limits, or these stop the computation. Those computed so far remain known.
    pub fn take(&mut self, heaps: u32, limits: &Limits<'_>) -> Result<Vec<Genus>, RunError> {
        for heap in self.options.len() as u32..=heaps {
            let options = options(&self.game, &self.has_moves, heap);
            self.has_moves.push(!options.is_empty());
            self.options.push(options);
        }
        (1..=heaps).map(|heap| Ok(self.values(&self.live(&[heap]), limits)?.genus())).collect()
    }

    fn live(&self, sum: &[u32]) -> Sum {
        sum.iter().copied().filter(|&heap| self.has_moves[heap as usize]).collect()
    }

    fn values(&mut self, sum: &[u32], limits: &Limits<'_>) -> Result<Values, RunError> {
        if let Some(&values) = self.known.get(sum) {
            return Ok(values);
        }
        if self.known.len().is_multiple_of(1024) {
            let count = self.known.len() as u64;
            limits.check(count, count * 160)?;
        }
        let mut options = Vec::new();
        for place in (0..sum.len()).filter(|&i| i == 0 || sum[i] != sum[i - 1]) {
            let mut rest = sum.to_vec();
            let heap = rest.remove(place);
            for i in 0..self.options[heap as usize].len() {
                let option = add(&rest, &self.options[heap as usize][i]);
                options.push(self.values(&option, limits)?);
            }
        }
        let values = Values::of(&options);
        self.known.insert(sum.to_vec(), values);
        Ok(values)
    }
}
