//! The rules of a take-and-break game, which the checker reads from a certificate itself.

use super::CertificateFault;

/// The most digits after the point.
const MAX_DIGITS: usize = 64;

/// The rules of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::verify) struct Rules {
    /// The digits: digit i determines what may be left when i are taken, 1 nothing, 2 one heap, 4 two, 8 three; the
    /// last one is not 0.
    digits: Vec<u8>,
    /// Whether two heaps that are left must differ.
    unequal: bool,
}

impl Rules {
    /// Reads `grundys-game`, or `octal:` and a code in its normal form: lower case, and no trailing zero except
    /// directly after the point.
    pub(in crate::verify) fn read(game: &str) -> Result<Self, CertificateFault> {
        if game == "grundys-game" {
            return Ok(Self { digits: vec![4], unequal: true });
        }
        let wrong = |expected| CertificateFault::Game { game: game.to_owned(), expected };
        let code = game.strip_prefix("octal:").ok_or(wrong("`octal:` and a code, or `grundys-game`"))?.as_bytes();
        let [first, b'.', rest @ ..] = code else {
            return Err(wrong("a digit, a point and more digits, as in `octal:0.137`"));
        };
        if !b"048c".contains(first) {
            return Err(wrong("a first digit of 0, 4, 8 or c"));
        }
        if !(1..=MAX_DIGITS).contains(&rest.len()) || rest.len() > 1 && rest.ends_with(b"0") {
            return Err(wrong("1 to 64 digits after the point, the last one not 0 unless it is the only one"));
        }
        let digit = |&c: &u8| match c {
            b'0'..=b'9' => Ok(c - b'0'),
            b'a'..=b'f' => Ok(c - b'a' + 10),
            _ => Err(wrong("the digits 0 to 9 and a to f")),
        };
        let mut digits: Vec<u8> = [first].into_iter().chain(rest).map(digit).collect::<Result<_, _>>()?;
        let last = digits.iter().rposition(|&d| d != 0).ok_or(wrong("a digit that is not 0"))?;
        digits.truncate(last + 1);
        Ok(Self { digits, unequal: false })
    }

    /// The most stones that a move takes.
    pub(in crate::verify) fn last(&self) -> usize {
        self.digits.len() - 1
    }

    /// Whether two heaps that are left must differ.
    pub(in crate::verify) fn unequal(&self) -> bool {
        self.unequal
    }

    /// The numbers of stones that may be taken if `heaps` heaps are left.
    pub(in crate::verify) fn stones_taken_leaving(&self, heaps: u32) -> impl Iterator<Item = usize> + '_ {
        (0..self.digits.len()).filter(move |&i| self.digits[i] >> heaps & 1 == 1)
    }

    /// Whether a move may take all of a heap.
    pub(in crate::verify) fn takes_whole(&self, heap: u64) -> bool {
        let digit = usize::try_from(heap).ok().and_then(|heap| self.digits.get(heap));
        digit.is_some_and(|digit| digit & 1 == 1)
    }

    /// The most heaps that a move leaves: 1, 2 or 3. If moves leave no heap at all, returns 1.
    pub(in crate::verify) fn parts(&self) -> u64 {
        match self.digits.iter().max() {
            Some(8..) => 3,
            Some(4..) => 2,
            _ => 1,
        }
    }

    /// Whether every digit is 0 or 3, so that an empty heap is like any other.
    pub(in crate::verify) fn only_subtracts(&self) -> bool {
        self.digits.iter().all(|&d| d == 0 || d == 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_text() {
        let rules = Rules::read("octal:0.137").unwrap();
        assert_eq!((rules.last(), rules.parts(), rules.unequal()), (3, 2, false));
        assert_eq!(rules.stones_taken_leaving(1).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(rules.stones_taken_leaving(2).collect::<Vec<_>>(), [3]);
        assert_eq!(
            (0..6).map(|heap| rules.takes_whole(heap)).collect::<Vec<_>>(),
            [false, true, true, true, false, false]
        );
        assert_eq!(Rules::read("octal:4.0").unwrap().last(), 0);
        assert_eq!(Rules::read("octal:c.0f").unwrap().parts(), 3);
        assert!(Rules::read("octal:0.3003").unwrap().only_subtracts() && !rules.only_subtracts());
        let long = format!("octal:0.{}1", "0".repeat(64));
        for text in [
            "",
            "kayles",
            "0.77",
            "octal:",
            "octal:0",
            "octal:0.",
            "octal:.7",
            "octal:0.770",
            "octal:0.00",
            "octal:0.0",
            "octal:1.7",
            "octal:0.7F",
            "octal:0.8g",
            "octal:0.7 ",
            "octal:00.7",
            "octal:4.00",
            "Grundys-game",
            &long,
        ] {
            assert!(matches!(Rules::read(text), Err(CertificateFault::Game { .. })), "{text}");
        }
    }
}
