//! Layers whose positions are evaluated in groups.

use super::Index;
use crate::value::{Remoteness, Verdict};

/// The value of an option as a number: the player to move chooses the greatest.
///
/// From the least on: 0 if no position has the index; options that are won for the opponent, by their remoteness; draws; options that are lost for
/// the opponent, the most remote first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionValue(u16);

impl OptionValue {
    /// No position has the index.
    pub const NONE: Self = Self(0);
    /// The option is a draw.
    pub const DRAW: Self = Self(1 << 15);
    /// The largest remoteness of an option.
    pub const MAX_REMOTENESS: u32 = (1 << 15) - 3;

    /// Returns the value of an option with this verdict; `None` if its remoteness is larger than [`Self::MAX_REMOTENESS`].
    pub fn new(verdict: Verdict) -> Option<Self> {
        let small = |Remoteness(remoteness)| (remoteness <= Self::MAX_REMOTENESS).then_some(remoteness as u16);
        Some(match verdict {
            Verdict::Draw => Self::DRAW,
            Verdict::Win(remoteness) => Self(1 + small(remoteness)?),
            Verdict::Loss(remoteness) => Self(u16::MAX - small(remoteness)?),
        })
    }

    /// Returns the number.
    pub fn to_code(self) -> u16 {
        self.0
    }

    /// Returns the value with this number.
    pub fn from_code(code: u16) -> Self {
        Self(code)
    }

    /// Returns the verdict; `None` if no position has the index.
    pub fn verdict(self) -> Option<Verdict> {
        match self {
            Self::NONE => None,
            Self::DRAW => Some(Verdict::Draw),
            Self(code) if self < Self::DRAW => Some(Verdict::Win(Remoteness(u32::from(code - 1)))),
            Self(code) => Some(Verdict::Loss(Remoteness(u32::from(u16::MAX - code)))),
        }
    }

    /// Returns the value of the position whose best option has this value, of a remoteness of at most [`Self::MAX_REMOTENESS`].
    ///
    /// ```
    /// use grundy::{Verdict, game::OptionValue, value::Remoteness};
    /// let [won, lost] = [Verdict::Win(Remoteness(3)), Verdict::Loss(Remoteness(8))].map(|verdict| OptionValue::new(verdict).unwrap());
    /// assert!(won < OptionValue::DRAW && OptionValue::DRAW < lost);
    /// assert_eq!(won.of_position().verdict(), Some(Verdict::Loss(Remoteness(4))));
    /// assert_eq!(lost.of_position().verdict(), Some(Verdict::Win(Remoteness(9))));
    /// ```
    #[inline]
    pub fn of_position(self) -> Self {
        debug_assert!(self.verdict().and_then(Verdict::remoteness).is_none_or(|r| r.0 <= Self::MAX_REMOTENESS));
        match self {
            Self::NONE | Self::DRAW => self,
            // A win in r moves, 1 + r, leads to a loss in r + 1, which is 2^16 - 1 - (r + 1); and a loss in r to a win in r + 1.
            Self(code) if self < Self::DRAW => Self(u16::MAX - code),
            Self(code) => Self(u16::MAX - code + 2),
        }
    }
}

/// The values of the positions of earlier layers.
#[derive(Debug, Default)]
pub struct EarlierLayers {
    /// The first index of each layer, and the codes of the values of its indices.
    layers: Vec<(Index, Vec<u16>)>,
}

impl EarlierLayers {
    /// Creates a collection of layers, each with its first index and the codes of the values of its indices ([`OptionValue::to_code`]).
    pub fn new(layers: Vec<(Index, Vec<u16>)>) -> Self {
        Self { layers }
    }

    /// Returns the values of `count` indices from `first` on.
    ///
    /// # Panics
    /// If not all of them are in one layer of the collection.
    pub fn values(&self, Index(first): Index, count: u64) -> impl ExactSizeIterator<Item = OptionValue> + '_ {
        let at = |start: &Index, values: &[u16]| {
            let at = first.checked_sub(start.0)?;
            (at + count <= values.len() as u64).then_some(at as usize)
        };
        let found = self.layers.iter().find_map(|(start, values)| Some((at(start, values)?, values)));
        let (at, values) = found.expect("indices of one of the layers that the moves lead to");
        values[at..at + count as usize].iter().map(|code| OptionValue(*code))
    }
}

/// A game with layers whose positions are evaluated in groups.
///
/// The options of the positions of a group have indices near one another, so that finding all of them together is faster than finding the positions
/// before each index.
pub trait GroupedLayers: Sync {
    /// Returns the number of groups of a layer; `None` if the layer is not evaluated in groups. All moves of the layer must lead to earlier ones.
    fn group_count(&self, layer: usize) -> Option<u64>;

    /// Appends the indices of a group, each with the value of its position as an option, and returns the number of options of all positions that the
    /// indices stand for: those that share an index, and those of a class.
    ///
    /// Each position of the layer must be in one group, terminal positions too. As in [`Indexed`](super::Indexed), an option without an index is a
    /// draw, and the number of options of a position is that of its initial state. `earlier` are the layers that the moves lead to
    /// ([`Layer::leads_to`](super::Layer::leads_to)). Several threads evaluate groups at the same time.
    fn evaluate(&self, layer: usize, group: u64, earlier: &EarlierLayers, out: &mut Vec<(Index, OptionValue)>) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_ordered_as_the_player_to_move_chooses() {
        let most = OptionValue::MAX_REMOTENESS;
        let won = (0..=most).map(|r| Verdict::Win(Remoteness(r)));
        let lost = (0..=most).rev().map(|r| Verdict::Loss(Remoteness(r)));
        let mut last = OptionValue::NONE;
        for verdict in won.chain([Verdict::Draw]).chain(lost) {
            let value = OptionValue::new(verdict).unwrap();
            assert!(value > last, "{verdict:?}");
            assert_eq!(value.verdict(), Some(verdict));
            let expected = match verdict {
                Verdict::Draw => Verdict::Draw,
                Verdict::Win(Remoteness(r)) => Verdict::Loss(Remoteness(r + 1)),
                Verdict::Loss(Remoteness(r)) => Verdict::Win(Remoteness(r + 1)),
            };
            assert_eq!(value.of_position().verdict(), Some(expected));
            last = value;
        }
        assert_eq!(OptionValue::NONE.of_position().verdict(), None);
        assert_eq!(OptionValue::new(Verdict::Win(Remoteness(most + 1))), None);
        assert_eq!(OptionValue::new(Verdict::Loss(Remoteness(most + 1))), None);
    }
}
