//! Verdicts as numbers; each takes as few bytes as the largest remoteness needs.

use grundy::value::{Remoteness, Verdict};

/// An array of optional verdicts, in one, two or four bytes each.
pub(crate) enum Codes {
    Bytes(Vec<u8>),
    Pairs(Vec<u16>),
    Fours(Vec<u32>),
}

impl Codes {
    /// Creates an empty array for verdicts of at most this remoteness.
    pub(crate) fn new(max_remoteness: u32) -> Self {
        match max_remoteness {
            0..=63 => Self::Bytes(Vec::new()),
            64..=16_383 => Self::Pairs(Vec::new()),
            _ => Self::Fours(Vec::new()),
        }
    }

    /// The number of bytes of a verdict.
    pub(crate) fn width(&self) -> u64 {
        match self {
            Self::Bytes(_) => 1,
            Self::Pairs(_) => 2,
            Self::Fours(_) => 4,
        }
    }

    pub(crate) fn reserve(&mut self, codes: usize) {
        match self {
            Self::Bytes(all) => all.reserve_exact(codes),
            Self::Pairs(all) => all.reserve_exact(codes),
            Self::Fours(all) => all.reserve_exact(codes),
        }
    }

    /// Sets the verdict at an index above all indices set before. The indices between have no verdict.
    pub(crate) fn set(&mut self, at: usize, verdict: Verdict) {
        let code = code(verdict);
        match self {
            Self::Bytes(all) => {
                all.resize(at, 0);
                all.push(code as u8);
            }
            Self::Pairs(all) => {
                all.resize(at, 0);
                all.push(code as u16);
            }
            Self::Fours(all) => {
                all.resize(at, 0);
                all.push(code);
            }
        }
    }

    /// The verdict at an index, if it has one.
    pub(crate) fn get(&self, at: usize) -> Option<Verdict> {
        verdict(match self {
            Self::Bytes(all) => u32::from(*all.get(at)?),
            Self::Pairs(all) => u32::from(*all.get(at)?),
            Self::Fours(all) => *all.get(at)?,
        })
    }
}

/// Encodes a verdict as a number above 0: the remoteness, and two bits for the outcome.
fn code(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Win(Remoteness(r)) => r << 2 | 1,
        Verdict::Loss(Remoteness(r)) => r << 2 | 2,
        Verdict::Draw => 3,
    }
}

fn verdict(code: u32) -> Option<Verdict> {
    match code & 3 {
        0 => None,
        1 => Some(Verdict::Win(Remoteness(code >> 2))),
        2 => Some(Verdict::Loss(Remoteness(code >> 2))),
        _ => Some(Verdict::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_by_index() {
        for most in [0, 63, 64, 16_383, 16_384, 1 << 29] {
            let mut codes = Codes::new(most);
            let all = [Verdict::Win(Remoteness(most)), Verdict::Draw, Verdict::Loss(Remoteness(most))];
            (0..).zip(all).for_each(|(i, verdict)| codes.set(2 * i, verdict));
            let found: Vec<_> = (0..6).map(|at| codes.get(at)).collect();
            assert_eq!(found, [Some(all[0]), None, Some(all[1]), None, Some(all[2]), None]);
        }
    }
}
