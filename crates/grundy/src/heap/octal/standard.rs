//! The standard form of an octal game: the same values without leading zeros, by a code without idle digits.
//!
//! **Shift** (after Guy and Smith 1956; Winning Ways, chapter 4). Let no heap up to s have a move, and f(n) = g(n + s).
//! Then the values f are those of an octal game with the following code. *Proof.* Heap n of the new game represents n +
//! s, n ≥ 1; f(0) = g(s) = 0. A move that takes i from n + s leaves
//! - nothing, if n = i − s: bit 1 of digit i − s, if that is at least 1;
//! - one heap m. If m > s it represents n − i: bit 2 of digit i. A heap m ≤ s has value 0, and n = i + m − s: bit 1 of
//!   this digit;
//! - heaps a and b. If both exceed s they represent a total of n − i − s: bit 4 of digit i + s. If only a ≤ s, heap a
//!   has value 0, and the value is that of the heap that represents n − i − a: bit 2 of digit i + a. If both are at
//!   most s the value is 0, and n = i + a + b − s: bit 1 of this digit. ∎
//!
//! Let s be as large as possible, so that heap s + 1 has a move, and all its options have the value 0: f(1) = 1.
//!
//! **Idle bits.** A bit that adds no new value to the options of any heap changes no value. (1) Bit 2 of digit i, if
//! for some j < i digit j has bit 4 and f(i − j) = 0: the one heap n − i has the value of the two heaps i − j and n −
//! i. (2) Bit 1 of digit i, if heap i has another option of value 0. The standard form has none of these bits. All bits
//! 4 stay, so the order in which the others are removed does not matter.
//!
//! Two games with the same standard form have the same values except for the number of leading zeros, for all
//! heaps, whether or not a period is known. The converse is not claimed.

use super::{Code, Game, Table};

/// Number of digits after the point of a standard form: three, shifted by at most four.
const DIGITS: usize = 7;
/// Number of heaps whose values determine which bits are idle.
const HEAPS: usize = DIGITS + 5;

/// A game of the census in its standard form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The code of the standard form.
    pub code: Code,
    /// Number of heaps, from 1 on, that have no move: g(n + shift) of the game is g(n) of the standard form.
    pub shift: usize,
}

impl Standard {
    /// Returns the standard form of an octal game with at most three digits after the point.
    ///
    /// # Panics
    /// If the code has more digits, or one above 7.
    ///
    /// ```
    /// use grundy::heap::octal::{Code, Standard};
    /// let standard = Standard::of(&Code::TREBLECROSS);
    /// assert_eq!((standard.code.to_string().as_str(), standard.shift), ("0.11337", 2));
    /// ```
    pub fn of(code: &Code) -> Self {
        assert!(code.last() <= 3 && code.digits_at_most(7), "{code} is no octal code of three digits");
        let mut table = Table::new(Game::Code(code.clone()));
        table.grow(HEAPS).expect("a few small values");
        let first = table.values().iter().position(|&value| value > 0).expect("a small heap has a move");
        let shift = first - 1;
        let mut digits = shift_digits(code, shift);
        strip(&mut digits, &table.values()[shift..]);
        Self { code: Code::of(&digits), shift }
    }
}

/// The digits of the game on heaps above `s`, d₀ first. No heap up to `s` may have a move.
fn shift_digits(code: &Code, s: usize) -> [u8; DIGITS + 1] {
    let mut digits = [0; DIGITS + 1];
    for i in 0..=code.last() {
        let digit = code.digit(i);
        if digit & 1 != 0 && i > s {
            digits[i - s] |= 1;
        }
        if digit & 2 != 0 {
            digits[i] |= 2;
            (1..=s).filter(|m| i + m > s).for_each(|m| digits[i + m - s] |= 1);
        }
        if digit & 4 != 0 {
            digits[i + s] |= 4;
            (1..=s).for_each(|a| digits[i + a] |= 2);
            let small = (1..=s).flat_map(|a| (a..=s).map(move |b| a + b));
            small.filter(|ab| i + ab > s).for_each(|ab| digits[i + ab - s] |= 1);
        }
    }
    digits
}

/// Removes the idle bits; `values` are those of the game.
fn strip(digits: &mut [u8; DIGITS + 1], values: &[u16]) {
    for i in 1..digits.len() {
        if (0..i).any(|j| digits[j] & 4 != 0 && values[i - j] == 0) {
            digits[i] &= !2;
        }
    }
    for i in 1..digits.len() {
        let zero = |j: usize| {
            let rest = i - j;
            let two = || (1..rest).any(|a| values[a] == values[rest - a]);
            digits[j] & 2 != 0 && values[rest] == 0 || digits[j] & 4 != 0 && two()
        };
        if (0..i).any(zero) {
            digits[i] &= !1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::octal::census::codes;

    fn values(code: &Code, heaps: usize) -> Vec<u16> {
        let mut table = Table::new(Game::Code(code.clone()));
        table.grow(heaps).unwrap();
        table.values().to_vec()
    }

    #[test]
    fn a_standard_form_has_the_values_of_the_game() {
        for code in codes() {
            let standard = Standard::of(&code);
            let own = values(&code, 300 + standard.shift);
            let form = values(&standard.code, 300);
            assert!(own[..standard.shift].iter().all(|&value| value == 0), "{code}");
            assert_eq!(own[standard.shift..], form, "{code}, {standard:?}");
            assert_eq!(form[1], 1, "{code}");
        }
    }

    #[test]
    fn no_bit_of_a_standard_form_is_idle() {
        for code in codes() {
            let form = Standard::of(&code).code;
            let digits: Vec<u8> = (0..=form.last()).map(|i| form.digit(i)).collect();
            // Removing a bit 1 changes the value of its heap.
            for i in (1..digits.len()).filter(|&i| digits[i] & 1 != 0) {
                let mut fewer = digits.clone();
                fewer[i] -= 1;
                if fewer.iter().any(|&digit| digit != 0) {
                    let fewer = Code::of(&fewer);
                    assert_ne!(values(&fewer, 12)[i], values(&form, 12)[i], "{form} without bit 1 of digit {i}");
                }
            }
            if form.last() <= 3 {
                assert_eq!(Standard::of(&form), Standard { code: form, shift: 0 }, "{code}");
            }
        }
    }
}
