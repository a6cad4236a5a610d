//! Heap games and their theory: sums of heaps, in which a move is a move in one heap.
//!
//! Under normal play the Grundy value of a sum is the Nim sum of its heaps' values (Sprague 1935, Grundy 1939), so that the
//! winning moves from a sum of value s are all moves of a heap of value v to an option of value v + s. Misère play has no
//! such rule in general; [`misere`] covers the games that have one.
//!
//! Heaps are integers of any size. A formula or a proved period gives the values of enormous heaps, whose moves are
//! never listed.

mod arithmetic;
pub(crate) mod bulk;
pub mod divisor;
mod expansion_size;
pub mod factor;
mod formula;
pub mod misere;
pub mod moore;
mod named_set;
mod nim;
pub mod octal;
mod omega;
mod periodic;
mod rules;
mod set;
mod subtraction;
mod take_break;
pub mod values;
mod words;
pub mod wythoff;

pub use arithmetic::nim_sum;
pub use divisor::Divisor;
pub use expansion_size::ExpansionSize;
pub(crate) use named_set::MAX_TABULATED_PRIME;
pub use named_set::NamedSet;
pub use nim::{Bash, Nim};
pub use rules::HeapRules;
pub use set::{Set, SetError};
pub use subtraction::Subtraction;
pub use take_break::TakeBreak;
pub use words::{is_p_position, winning_components};

use crate::game::{Game, Play};
use crate::limits::Limits;
use crate::theory::{Claim, ClaimError, ExpansionBound};
use crate::value::{Grundy, Nimber, Outcome, Undefined};
use dashu_int::UBig;
use misere::{MisereQuotient, MisereTheory};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A move in one heap: it takes stones and replaces the heap by the remaining heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapMove {
    /// Number of stones taken.
    pub take: UBig,
    /// The heaps that are left, up to three; unused entries are 0.
    pub leave: [UBig; 3],
}

impl HeapMove {
    /// Creates the move that takes stones and leaves the others in one heap.
    ///
    /// # Panics
    /// If the heap has fewer stones.
    pub fn take(take: UBig, heap: &UBig) -> Self {
        let rest = heap - &take;
        Self { take, leave: [rest, UBig::ZERO, UBig::ZERO] }
    }

    /// Returns the heaps that are left.
    pub fn left(&self) -> impl Iterator<Item = &UBig> {
        self.leave.iter().filter(|part| !part.is_zero())
    }
}

/// Sums of heaps of one game. A position is the list of its heaps, none of them empty, in the order given.
#[derive(Debug)]
pub struct Heaps {
    /// The rules of one heap.
    pub rules: HeapRules,
    /// Normal or misère play.
    pub play: Play,
}

/// A move in a sum: the size of the heap and the move in it.
pub type SumMove = (UBig, HeapMove);

impl Game for Heaps {
    type Position = Vec<UBig>;
    type Move = SumMove;

    fn moves(&self, at: &Vec<UBig>, out: &mut Vec<SumMove>) {
        for heap in distinct(at) {
            self.rules.each_move(heap, &mut |m| {
                out.push((heap.clone(), m));
                true
            });
        }
    }

    fn play(&self, at: &Vec<UBig>, (heap, m): &SumMove) -> Vec<UBig> {
        let place = at.iter().position(|h| h == heap).expect("a heap of the position");
        let mut after = Vec::with_capacity(at.len() + 2);
        after.extend_from_slice(&at[..place]);
        after.extend(m.left().cloned());
        after.extend_from_slice(&at[place + 1..]);
        after
    }

    fn play_kind(&self) -> Play {
        self.play
    }
}

impl Heaps {
    /// Creates the sums of heaps with these rules.
    ///
    /// ```
    /// use grundy::{Outcome, Play};
    /// use grundy::heap::{Heaps, Nim};
    /// let nim = Heaps::new(Nim, Play::Normal);
    /// assert_eq!(nim.claim(&[3u8, 5, 6].map(Into::into))?.outcome, Outcome::Loss);
    /// # Ok::<(), grundy::theory::ClaimError>(())
    /// ```
    pub fn new(rules: impl Into<HeapRules>, play: Play) -> Self {
        Self { rules: rules.into(), play }
    }

    /// Returns the value of a position, without expanding it.
    ///
    /// # Errors
    /// If the theory does not reach the position.
    pub fn claim(&self, at: &[UBig]) -> Result<Claim, ClaimError> {
        if self.is_by_quotient() {
            let is_lost = self.quotient(at)?.is_p_position(at).ok_or(ClaimError::NoTheory)?;
            let outcome = if is_lost { Outcome::Loss } else { Outcome::Win };
            return Ok(Claim { outcome, grundy: Grundy::Undefined(Undefined::Misere) });
        }
        let values = self.values(at)?;
        let (is_lost, grundy) = match self.play {
            Play::Normal => {
                let sum = nim_sum(&values);
                (sum.is_zero(), Grundy::from(sum))
            }
            Play::Misere => (misere::is_p_position(&values), Grundy::Undefined(Undefined::Misere)),
        };
        Ok(Claim { outcome: if is_lost { Outcome::Loss } else { Outcome::Win }, grundy })
    }

    /// Whether outcomes come from a misère quotient.
    fn is_by_quotient(&self) -> bool {
        self.play == Play::Misere && self.rules.misere() == MisereTheory::Quotient
    }

    /// The misère quotient, if it is proved for all heaps of a position.
    fn quotient(&self, at: &[UBig]) -> Result<&MisereQuotient, ClaimError> {
        let quotient = self.rules.misere_quotient().ok_or(ClaimError::NoTheory)?;
        quotient.element_of_sum(at).map(|_| quotient).ok_or(ClaimError::NoTheory)
    }

    /// Computes what a claim about a position needs, within `limits`.
    ///
    /// # Errors
    /// If `limits` end the computation.
    pub fn prepare(&self, at: &[UBig], limits: &Limits<'_>) -> Result<(), ClaimError> {
        match &self.rules {
            HeapRules::TakeBreak(rules) if self.is_by_quotient() => rules.prepare_misere(limits),
            rules => at.iter().try_for_each(|heap| rules.prepare(heap, limits)),
        }
    }

    /// Returns a sentence on how a misère quotient gives the outcome of a position; `None` if it does not.
    pub fn explain_by_quotient(&self, at: &[UBig]) -> Option<String> {
        self.is_by_quotient().then(|| self.quotient(at).ok().map(|quotient| quotient.explain(at)))?
    }

    /// Returns a short reason for the claim about a position: a theorem with its source, a period or a table.
    pub fn method(&self, at: &[UBig]) -> String {
        if self.is_by_quotient() {
            return self.quotient(at).map_or_else(|error| error.to_string(), ToString::to_string);
        }
        let largest = at.iter().max().cloned().unwrap_or_default();
        let heap = self.rules.value_source(&largest).to_string();
        match (self.play, self.rules.misere()) {
            (Play::Misere, MisereTheory::Bouton) => "misère Nim (Bouton 1901)".to_owned(),
            (Play::Misere, MisereTheory::NimHeaps) => format!("misère Nim on the values (Bouton 1901); {heap}"),
            (Play::Misere, _) => format!("misère Nim on the heaps' values (Ferguson 1974); {heap}"),
            (Play::Normal, MisereTheory::Bouton) => "Nim sum of the heaps (Bouton 1901)".to_owned(),
            (Play::Normal, _) if at.len() > 1 => format!("Nim sum of the heaps' values; {heap}"),
            (Play::Normal, _) => heap,
        }
    }

    /// Returns the Grundy values of the heaps.
    ///
    /// # Errors
    /// If the theory does not reach a heap.
    pub fn values(&self, at: &[UBig]) -> Result<Vec<UBig>, ClaimError> {
        at.iter().map(|heap| self.rules.value(heap)).collect()
    }

    /// Returns the Grundy values of consecutive single heaps, as [`HeapRules::grundy_values`] does.
    ///
    /// # Errors
    /// If the theory does not reach one of them, or they do not fit in memory.
    pub fn grundy_values(&self, heaps: Range<u64>) -> Result<Vec<Nimber>, ClaimError> {
        self.rules.grundy_values(heaps)
    }

    /// Returns the number of moves of a position; moves in equal heaps count once.
    pub fn count(&self, at: &[UBig]) -> UBig {
        distinct(at).map(|heap| self.rules.count(heap)).sum()
    }

    /// Returns at most `want` moves to positions of Grundy value `target`, without listing the other moves.
    ///
    /// Under misère play, returns moves to lost positions, whatever the target.
    ///
    /// # Errors
    /// If the theory does not reach the position.
    pub fn moves_to(&self, at: &[UBig], target: &UBig, want: usize) -> Result<Vec<SumMove>, ClaimError> {
        if self.is_by_quotient() {
            return self.moves_by_quotient(at, want);
        }
        let values = self.values(at)?;
        let others = nim_sum(&values) ^ target;
        let mut moves = Vec::new();
        for (i, heap) in distinct_places(at) {
            let goal = match self.play {
                Play::Normal => &others ^ &values[i],
                Play::Misere => misere::goal(&values, i),
            };
            // An option never has its position's own value.
            if goal != values[i] && moves.len() < want {
                let found = self.rules.moves_to(heap, &goal, want - moves.len())?;
                moves.extend(found.into_iter().map(|m| (heap.clone(), m)));
            }
        }
        Ok(moves)
    }

    /// At most `want` moves to lost positions, by the misère quotient. The time is linear in the number of heaps.
    fn moves_by_quotient(&self, at: &[UBig], want: usize) -> Result<Vec<SumMove>, ClaimError> {
        let quotient = self.rules.misere_quotient().ok_or(ClaimError::NoTheory)?;
        let elements: Option<Vec<usize>> = at.iter().map(|heap| quotient.element(heap)).collect();
        let elements = elements.ok_or(ClaimError::NoTheory)?;
        // The product of the elements of the heaps from each place on. Elements have no inverses in general.
        let mut after = vec![0; at.len() + 1];
        for (i, &element) in elements.iter().enumerate().rev() {
            after[i] = quotient.product(element, after[i + 1]);
        }
        let mut firsts = distinct_places(at).peekable();
        let mut before = 0;
        let mut moves = Vec::new();
        for (i, &element) in elements.iter().enumerate() {
            if moves.len() >= want {
                break;
            }
            if let Some((_, heap)) = firsts.next_if(|&(first, _)| first == i) {
                let rest = quotient.product(before, after[i + 1]);
                let small = arithmetic::word(heap).ok_or(ClaimError::NoTheory)?;
                let found = quotient.winning_moves(small, rest, want - moves.len()).unwrap_or_default();
                moves.extend(found.into_iter().map(|m| (heap.clone(), take_break::in_heap(m))));
            }
            before = quotient.product(before, element);
        }
        Ok(moves)
    }

    /// Returns at most `want` winning moves, without listing the other moves.
    ///
    /// # Errors
    /// If the theory does not reach the position.
    pub fn winning_moves(&self, at: &[UBig], want: usize) -> Result<Vec<SumMove>, ClaimError> {
        self.moves_to(at, &UBig::ZERO, want)
    }

    /// Returns at most `want` moves, the winning ones first, then the others in the order of the game.
    pub fn best_moves(&self, at: &[UBig], want: usize) -> Vec<SumMove> {
        let mut moves = self.winning_moves(at, want).unwrap_or_default();
        let mut winning = moves.clone();
        winning.sort_unstable();
        for heap in distinct(at) {
            if moves.len() >= want {
                break;
            }
            self.rules.each_move(heap, &mut |m| {
                let m = (heap.clone(), m);
                if winning.binary_search(&m).is_err() {
                    moves.push(m);
                }
                moves.len() < want
            });
        }
        moves
    }

    /// Returns a lower bound of the size of the game expanded from `at`, with the heaps of each position sorted.
    pub fn expansion_bound(&self, at: &[UBig]) -> ExpansionBound {
        expansion_size::expansion_bound(
            at,
            |heap| self.rules.expansion_size(heap),
            |heap, visit| self.rules.each_move(heap, &mut |m| visit(&m.leave)),
        )
    }
}

/// The different heaps of a position, in the order of their first appearance.
fn distinct(at: &[UBig]) -> impl Iterator<Item = &UBig> {
    distinct_places(at).map(|(_, heap)| heap)
}

/// The different heaps of a position with their first places, in ascending order.
fn distinct_places(at: &[UBig]) -> impl Iterator<Item = (usize, &UBig)> {
    // A position mostly has few heaps; to compare these takes less time than to hash them.
    const FEW: usize = 32;
    let mut known = FxHashSet::default();
    at.iter().enumerate().filter(
        move |&(i, heap)| {
            if at.len() <= FEW { !at[..i].contains(heap) } else { known.insert(heap) }
        },
    )
}
