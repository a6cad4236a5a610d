//! What theory knows of heap games, and the games themselves: sums of heaps, in which a move is a move in one heap.
//!
//! Under normal play the Grundy value of a sum is the Nim sum of its heaps' values (Sprague 1935, Grundy 1939), so that the
//! winning moves from a sum of value s are all moves of a heap of value v to an option of value v + s. Misère play has no
//! such rule in general; where it has one, [`misere`] says so.
//!
//! Heaps are integers of any size: a formula or a proved period serves enormous ones, whose moves are never listed.

pub mod divisor;
mod extent;
pub mod factor;
mod formula;
pub mod misere;
pub mod moore;
mod nim;
pub mod octal;
mod omega;
mod set;
mod subtraction;
mod take_break;
pub mod values;
mod words;
pub mod wythoff;

pub use divisor::Divisor;
pub use extent::Extent;
pub use nim::{Bash, Nim};
pub use set::{NamedSet, Set, SetError};
pub use subtraction::Subtraction;
pub use take_break::TakeBreak;
pub use words::{is_lost, lowered};

use crate::game::{Game, Play};
use crate::limits::Limits;
use crate::theory::{AtLeast, Claim, PERIOD_HEAPS, PeriodError, PeriodFound, PeriodSearch, Silent, Theory, Why};
use crate::value::{Grundy, Nimber, Outcome, Undefined};
use dashu_int::UBig;
use misere::MisereTheory;

/// A move in one heap: stones are taken, and what is left stands in the heap's place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapMove {
    /// How many stones are taken.
    pub take: UBig,
    /// The heaps that are left, up to three; 0 stands for none.
    pub leave: [UBig; 3],
}

impl HeapMove {
    /// The move that takes stones and leaves the rest together.
    pub fn take(take: UBig, heap: &UBig) -> Self {
        let rest = heap - &take;
        Self { take, leave: [rest, UBig::ZERO, UBig::ZERO] }
    }

    /// The heaps that are left.
    pub fn left(&self) -> impl Iterator<Item = &UBig> {
        self.leave.iter().filter(|part| !part.is_zero())
    }
}

/// The rules of one heap and what theory knows of it.
pub trait HeapRules: Send + Sync {
    /// Calls `visit` with the moves of a heap, in a fixed order and each once, until it answers `false`.
    fn each_move(&self, heap: &UBig, visit: &mut dyn FnMut(HeapMove) -> bool);

    /// Number of moves of a heap.
    fn count(&self, heap: &UBig) -> UBig;

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    fn value(&self, heap: &UBig) -> Result<UBig, Silent>;

    /// The Grundy value of a heap of 64 bits, which is the same number as [`HeapRules::value`]; overridden for speed only.
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    fn nimber(&self, heap: u64) -> Result<Nimber, Silent> {
        let value = self.value(&heap.into())?;
        word(&value).map(Nimber).ok_or_else(|| Silent::TooFar("the value is beyond 2^64".to_owned()))
    }

    /// The moves of a heap to options of value `target`, at most `want` of them, found without listing the others where
    /// these could be many.
    ///
    /// # Errors
    /// If the heap is beyond what theory reaches.
    fn moves_to(&self, heap: &UBig, target: &UBig, want: usize) -> Result<Vec<HeapMove>, Silent>;

    /// What theory knows of misère play.
    fn misere(&self) -> MisereTheory;

    /// Where the value of a heap comes from.
    fn why(&self, heap: &UBig) -> Why;

    /// How large the game expanded from a heap is at least.
    fn extent(&self, heap: &UBig) -> Extent;

    /// Looks for the period of the heaps' values among at most `limit` heaps; `go_on` is asked now and then, with the
    /// number of heaps so far, whether to go on.
    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> PeriodFound;

    /// Searches the values of at most `heaps` heaps for their period, within `limits`; by default of as many as take some ten
    /// seconds.
    ///
    /// # Errors
    /// If there is too little memory, or two computations of a value differ.
    fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Result<PeriodSearch, PeriodError> {
        let found = self.find_period(heaps.unwrap_or(PERIOD_HEAPS), &mut |_| !(limits.stop)());
        Ok(PeriodSearch { found, method: String::new() })
    }

    /// The take-and-break game that these rules are, as certificates name it.
    fn take_and_break(&self) -> Option<String> {
        None
    }
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
pub type SumMove = (UBig, HeapMove);

impl<R: HeapRules> Game for Heaps<R> {
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

    fn terminal(&self, _at: &Vec<UBig>) -> Outcome {
        self.play.end()
    }

    fn without_grundy(&self) -> Option<Undefined> {
        (self.play == Play::Misere).then_some(Undefined::Misere)
    }
}

impl<R: HeapRules> Theory<Vec<UBig>> for Heaps<R> {
    fn claim(&self, at: &Vec<UBig>) -> Result<Claim, Silent> {
        if self.play == Play::Misere && self.rules.misere() == MisereTheory::None {
            return Err(Silent::NoTheory);
        }
        let values = self.values(at)?;
        let (lost, grundy) = match self.play {
            Play::Normal => {
                let sum = nim_sum(&values);
                (sum.is_zero(), Grundy::from(sum))
            }
            Play::Misere => (misere::is_loss(&values), Grundy::Undefined(Undefined::Misere)),
        };
        Ok(Claim { outcome: if lost { Outcome::Loss } else { Outcome::Win }, grundy })
    }

    fn method(&self, at: &Vec<UBig>) -> String {
        let largest = at.iter().max().cloned().unwrap_or_default();
        let heap = self.rules.why(&largest).to_string();
        match (self.play, self.rules.misere()) {
            (Play::Misere, MisereTheory::Bouton) => "misère Nim (Bouton 1901)".to_owned(),
            (Play::Misere, MisereTheory::NimHeaps) => format!("misère Nim on the values (Bouton 1901); {heap}"),
            (Play::Misere, _) => format!("misère Nim on the heaps' values (Ferguson 1974); {heap}"),
            (Play::Normal, MisereTheory::Bouton) => "Nim sum of the heaps (Bouton 1901)".to_owned(),
            (Play::Normal, _) if at.len() > 1 => format!("Nim sum of the heaps' values; {heap}"),
            (Play::Normal, _) => heap,
        }
    }
}

impl<R: HeapRules> Heaps<R> {
    /// The Grundy values of the heaps.
    ///
    /// # Errors
    /// If a heap is beyond what theory reaches.
    pub fn values(&self, at: &[UBig]) -> Result<Vec<UBig>, Silent> {
        at.iter().map(|heap| self.rules.value(heap)).collect()
    }

    /// Number of moves of a position, equal heaps counted once.
    pub fn count(&self, at: &[UBig]) -> UBig {
        distinct(at).map(|heap| self.rules.count(heap)).sum()
    }

    /// At most `want` moves to positions of Grundy value `target`, found without listing the others. Under misère play: to
    /// lost positions, whatever the target.
    ///
    /// # Errors
    /// If theory is silent at the position.
    pub fn moves_to(&self, at: &[UBig], target: &UBig, want: usize) -> Result<Vec<SumMove>, Silent> {
        if self.play == Play::Misere && self.rules.misere() == MisereTheory::None {
            return Err(Silent::NoTheory);
        }
        let values = self.values(at)?;
        let others = nim_sum(&values) ^ target;
        let mut moves = Vec::new();
        for (i, heap) in at.iter().enumerate() {
            if at[..i].contains(heap) {
                continue;
            }
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

    /// At most `want` winning moves, found without listing the others.
    ///
    /// # Errors
    /// If theory is silent at the position.
    pub fn winning_moves(&self, at: &[UBig], want: usize) -> Result<Vec<SumMove>, Silent> {
        self.moves_to(at, &UBig::ZERO, want)
    }

    /// At most `want` moves, the winning ones first, then the others in the game's order.
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

    /// How large the game expanded from `at`, its heaps sorted, is at least.
    pub fn expansion_at_least(&self, at: &[UBig]) -> AtLeast {
        extent::expansion_at_least(at, |heap| self.rules.extent(heap))
    }
}

/// The Nim sum: the sum in binary without carries.
pub fn nim_sum(values: &[UBig]) -> UBig {
    values.iter().fold(UBig::ZERO, |sum, value| sum ^ value)
}

/// The different heaps of a position, in the order of their first appearance.
fn distinct(at: &[UBig]) -> impl Iterator<Item = &UBig> {
    at.iter().enumerate().filter(|&(i, heap)| !at[..i].contains(heap)).map(|(_, heap)| heap)
}

/// A heap as a machine word, where a table or a list is asked for.
fn word(heap: &UBig) -> Option<u64> {
    u64::try_from(heap).ok()
}
