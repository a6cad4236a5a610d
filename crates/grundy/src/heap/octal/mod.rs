//! Take-and-break games: a move takes stones from a heap and may split the rest. Also Grundy's game, in which a move
//! only splits.
//!
//! A heap is a position and several heaps are a sum, so that with g(0) = 0
//!
//! g(n) = mex { g(a) ⊕ g(b) ⊕ … : a move turns a heap of n stones into the heaps a, b, … }.
//!
//! [`Code`] defines the moves, [`Table`] computes values, [`prove_period`] extends enough of them to all heaps,
//! and [`Values`] gives the value of one heap of any size. After Guy and Smith 1956, "The G-values of various games".

mod blocks;
mod census;
pub(crate) mod certificate;
mod checkpoint;
mod code;
mod find_period;
pub(in crate::heap) mod moves;
mod options;
mod pairs;
mod period;
mod period_searcher;
mod quadratic;
mod rising;
mod search;
mod searched;
mod sparse;
mod splits;
mod standard;
mod table_error;
mod value_set;
mod values;

pub use census::{Census, Class, Entry, census};
pub use certificate::{Certificate, CertificateError, Expected, Proof, Window, WindowProof};
pub use code::{Code, CodeError, CodeFault};
pub use find_period::find_period;
pub use period::prove_period;
pub use period_searcher::PeriodSearcher;
pub use quadratic::Table;
pub use search::{Method, SearchProgress};
pub use searched::Searched;
pub use standard::Standard;
pub use table_error::TableError;
pub use values::{HeapOutOfReach, Values};

use std::fmt;

/// A take-and-break game: the rules of one heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// The take-and-break game with this code.
    Code(Code),
    /// Grundy's game: a move splits a heap into two unequal heaps.
    Grundy,
}

/// A move in one heap: stones are taken and up to three heaps are left in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Number of stones taken.
    pub take: u64,
    /// The heaps that are left, ascending; unused entries at the end are 0.
    pub left: [u64; 3],
}

impl Game {
    /// Returns the game whose [`Display`](fmt::Display) text is `name`, as certificates write it; `None` if there is none.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Game};
    /// assert_eq!(Game::from_name("octal:0.77"), Some(Game::Code(Code::KAYLES)));
    /// assert_eq!(Game::from_name("grundys-game"), Some(Game::Grundy));
    /// assert_eq!(Game::from_name("nim"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_prefix("octal:") {
            Some(code) => Code::parse(code).ok().map(Self::Code),
            None => (name == Self::Grundy.to_string()).then_some(Self::Grundy),
        }
    }

    /// Calls `visit` with the moves of a heap until it returns `false`. Moves are ordered by the number of stones
    /// taken, then by the number of heaps left, then by the smallest of these, then by the next. Each move appears
    /// once, whatever the order of the heaps left.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Game, Move};
    /// let mut moves = Vec::new();
    /// Game::Code(Code::DAWSONS_KAYLES).each_move(6, &mut |m| {
    ///     moves.push(m);
    ///     true
    /// });
    /// assert_eq!(moves, [[4, 0, 0], [1, 3, 0], [2, 2, 0]].map(|left| Move { take: 2, left }));
    /// ```
    pub fn each_move(&self, heap: u64, visit: &mut dyn FnMut(Move) -> bool) {
        for (take, digit) in self.digits().take_while(|&(take, _)| take <= heap) {
            let total = heap - take;
            let mut leave = |left| visit(Move { take, left });
            let goes_on = digit & 1 == 0 || total > 0 || leave([0; 3]);
            let one = goes_on && (digit & 2 == 0 || total == 0 || leave([total, 0, 0]));
            let two = one && (digit & 4 == 0 || (1..=self.smaller_part(total)).all(|a| leave([a, total - a, 0])));
            let triples = |a| (a..=(total - a) / 2).map(move |b| [a, b, total - a - b]);
            if !(two && (digit & 8 == 0 || (1..=total / 3).flat_map(triples).all(leave))) {
                return;
            }
        }
    }

    /// Returns the number of moves of a heap, without listing them.
    ///
    /// The number saturates at 2¹²⁸ − 1, which requires at least 13 digits from 8 on and a heap of more than 2⁶² stones.
    ///
    /// The number of sums m of two positive numbers, in any order, is ⌊m/2⌋; for ⌊(m − 1)/2⌋ of them the numbers are
    /// unequal. The number of sums of three is the integer nearest to m²/12.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Game};
    /// assert_eq!(Game::Code(Code::KAYLES).count(9), 1 + 4 + 1 + 3);
    /// assert_eq!(Game::Grundy.count(u64::MAX), (1 << 63) - 1);
    /// ```
    pub fn count(&self, heap: u64) -> u128 {
        let of_digit = |(take, digit): (u64, u8)| {
            let total = heap - take;
            let goes_on = digit & 1 != 0 && total == 0;
            let one = digit & 2 != 0 && total > 0;
            let two = if digit & 4 != 0 { self.smaller_part(total) } else { 0 };
            // The squares of integers are congruent to 0, 1, 4 or 9 modulo 12.
            let three = if digit & 8 != 0 { (u128::from(total).pow(2) + 6) / 12 } else { 0 };
            u128::from(goes_on) + u128::from(one) + u128::from(two) + three
        };
        self.digits().take_while(|&(take, _)| take <= heap).map(of_digit).fold(0, u128::saturating_add)
    }

    /// The digits that are not 0, each with its number of stones taken. Grundy's game has those of 4.0.
    fn digits(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        (0..=self.last()).map(|i| (i as u64, self.digit(i))).filter(|&(_, digit)| digit != 0)
    }

    fn digit(&self, i: usize) -> u8 {
        match self {
            Self::Code(code) => code.digit(i),
            Self::Grundy => 4 * u8::from(i == 0),
        }
    }

    /// The most stones that a move takes.
    fn last(&self) -> usize {
        match self {
            Self::Code(code) => code.last(),
            Self::Grundy => 0,
        }
    }

    /// The most heaps that a move leaves in the place of one.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Self::Code(code) => code.parts(),
            Self::Grundy => 2,
        }
    }

    /// The most stones in the smaller part of a split of `total` into two.
    fn smaller_part(&self, total: u64) -> u64 {
        match self {
            Self::Code(_) => total / 2,
            Self::Grundy => total.saturating_sub(1) / 2,
        }
    }
}

impl fmt::Display for Game {
    /// Writes the game as certificates do: `octal:CODE` or `grundys-game`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "octal:{code}"),
            Self::Grundy => f.write_str("grundys-game"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_in_order() {
        let mut moves = Vec::new();
        Game::Code(Code::parse("4.9f").unwrap()).each_move(5, &mut |m| {
            moves.push((m.take, m.left));
            true
        });
        let take_2 = [[3, 0, 0], [1, 2, 0], [1, 1, 1]].map(|left| (2, left));
        let mut want = vec![(0, [1, 4, 0]), (0, [2, 3, 0]), (1, [1, 1, 2])];
        want.extend(take_2);
        assert_eq!(moves, want);
    }

    #[test]
    fn a_visit_that_answers_false_is_the_last() {
        for (rules, heap, total) in [("0.ff", 2, 2), ("0.3", 1, 1), ("c.f", 6, 11)] {
            let game = Game::Code(Code::parse(rules).unwrap());
            assert_eq!(game.count(heap), total, "{rules}");
            for most in 1..=total {
                let mut visits = 0;
                game.each_move(heap, &mut |_| {
                    visits += 1;
                    visits < most
                });
                assert_eq!(visits, most, "{rules}");
            }
        }
    }

    #[test]
    fn enormous_counts_are_exact() {
        let eight = Game::Code(Code::parse("8.0").unwrap());
        let most = u128::from(u64::MAX);
        // most² = 225 = 9 modulo 12.
        assert_eq!(eight.count(u64::MAX), (most * most + 3) / 12);
        let many = Game::Code(Code::parse(&format!("0.{}", "8".repeat(64))).unwrap());
        assert_eq!(many.count(u64::MAX), u128::MAX);
        assert_eq!(Game::Grundy.count(0), 0);
    }
}
