//! Outcome, remoteness and Grundy value, and the rule that derives them from a position's options.
//!
//! Let *P* be a position. Without moves it has the outcome that its game gives it, and remoteness 0. Otherwise, with
//! each option seen by the player who moves *to* it,
//!
//! - P is a win if some option is won by the mover; its remoteness is 1 + the least among those options;
//! - P is a loss if every option is lost by the mover; its remoteness is 1 + the greatest among them;
//! - P is a draw otherwise, and has no remoteness.
//!
//! [`Tally`] and [`decide`] implement that rule, for options in any order and for options in order of remoteness.
//! After Zermelo 1913 and, for games that can go on for ever, Smith 1966, "Graphs and composite games".

use dashu_int::UBig;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The outcome of a position, always for the player to move. A loss is less than a draw, and that less than a win.
///
/// ```
/// use grundy::Outcome;
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// The player to move can force the win: an N-position.
    Win,
    /// The other player can force the win: a P-position.
    Loss,
    /// Neither player can force a win; this includes endless play.
    Draw,
}

impl Outcome {
    /// Returns this outcome as the opponent sees it: a win becomes a loss.
    ///
    /// ```
    /// use grundy::Outcome;
    /// assert_eq!(Outcome::Win.for_opponent(), Outcome::Loss);
    /// assert_eq!(Outcome::Draw.for_opponent(), Outcome::Draw);
    /// ```
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    fn rank(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// Returns the word that text and JSON use: `win`, `loss` or `draw`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of parsing a text that is not `win`, `loss` or `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnOutcome;

impl fmt::Display for NotAnOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an outcome; write `win`, `loss` or `draw`")
    }
}

impl std::error::Error for NotAnOutcome {}

impl FromStr for Outcome {
    type Err = NotAnOutcome;

    fn from_str(text: &str) -> Result<Self, NotAnOutcome> {
        match text {
            "win" => Ok(Self::Win),
            "loss" => Ok(Self::Loss),
            "draw" => Ok(Self::Draw),
            _ => Err(NotAnOutcome),
        }
    }
}

/// The number of moves to the end, if the winner wins as soon as possible and the loser delays as long as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remoteness(pub u32);

impl Remoteness {
    /// Returns the remoteness plus one move.
    ///
    /// # Panics
    /// Beyond 2³² − 1 moves; no game that fits in memory reaches that.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.checked_add(1).expect("a remoteness below 2^32"))
    }
}

impl fmt::Display for Remoteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The size of the Nim heap that an impartial position equals. `+` is the Nim sum.
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber(14) + Nimber(21) + Nimber(39), Nimber(60));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of every P-position.
    pub const ZERO: Self = Self(0);
}

impl std::ops::Add for Nimber {
    type Output = Self;

    // The Nim sum of two numbers is their sum in binary without carries.
    #[expect(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, std::ops::Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the least number that is not among `values`: the Grundy value of a position whose options have these values.
///
/// Time and memory are linear in the number of values, whatever their size.
///
/// ```
/// use grundy::{Nimber, mex};
/// assert_eq!(mex([0, 1, 3, 1].map(Nimber)), Nimber(2));
/// assert_eq!(mex([]), Nimber(0));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let values: Vec<Nimber> = values.into_iter().collect();
    // n values leave one of 0..=n free, so larger ones cannot matter.
    let mut seen = vec![false; values.len() + 1];
    for value in values {
        if let Some(slot) = usize::try_from(value.0).ok().and_then(|v| seen.get_mut(v)) {
            *slot = true;
        }
    }
    let free = seen.iter().position(|&s| !s).expect("one more slot than values");
    Nimber(free as u64)
}

/// A Grundy value, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Grundy {
    /// The position equals a Nim heap of this size.
    Finite(Nimber),
    /// The position equals a Nim heap too large for 64 bits.
    Large(UBig),
    /// The position has Smith's loopy value ∞(K), where K is the set of finite values among its options, ascending.
    Infinite(Box<[Nimber]>),
    /// The theory gives the position no Grundy value.
    Undefined(Undefined),
    /// The position has a value in theory that was not computed.
    Unknown(Unknown),
}

/// Why a position has no Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Undefined {
    /// Grundy values are defined only for normal play.
    Misere,
    /// The two players do not have the same moves.
    Partizan,
    /// Some position without moves is not a loss for the player to move.
    EndValues,
}

/// Why a Grundy value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// A cycle is reachable, and the value was read from a table of a version that did not compute values of games with cycles.
    CycleReachable,
    /// Theory does not reach the position, and it is too large to be expanded.
    TooLarge,
    /// Only outcome and remoteness were requested.
    NotRequested,
}

impl Grundy {
    /// Returns the finite value; `None` if there is none below 2⁶⁴.
    pub fn finite(&self) -> Option<Nimber> {
        match self {
            Self::Finite(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of a sum of positions with these values. The error is the first value that is undefined or unknown.
    ///
    /// Finite values add as Nim heaps do. A sum with one value ∞(K) has the value ∞(K'), where K' is K with the sum of the finite values
    /// added to each of its numbers; a sum with two or more infinite values has the value ∞(). After Smith 1966.
    ///
    /// ```
    /// use grundy::{Grundy, Nimber, Outcome};
    /// let infinite = Grundy::Infinite([Nimber(0), Nimber(2)].into());
    /// let sum = Grundy::of_sum([infinite, Grundy::Finite(Nimber(2))])?;
    /// assert_eq!((sum.to_string().as_str(), sum.outcome()), ("∞(0, 2)", Some(Outcome::Win)));
    /// # Ok::<(), Grundy>(())
    /// ```
    ///
    /// # Errors
    /// If a value is undefined or unknown; [`Unknown::TooLarge`] if a number of K' does not fit in 64 bits.
    pub fn of_sum(values: impl IntoIterator<Item = Self>) -> Result<Self, Self> {
        let mut finite = UBig::ZERO;
        let mut infinite: Option<Box<[Nimber]>> = None;
        for value in values {
            match value {
                Self::Finite(value) => finite ^= UBig::from(value.0),
                Self::Large(value) => finite ^= value,
                Self::Infinite(set) => infinite = Some(if infinite.is_some() { Box::default() } else { set }),
                Self::Undefined(_) | Self::Unknown(_) => return Err(value),
            }
        }
        let Some(mut set) = infinite else { return Ok(Self::from(finite)) };
        if set.is_empty() {
            return Ok(Self::Infinite(set));
        }
        let finite = u64::try_from(finite).map_err(|_| Self::Unknown(Unknown::TooLarge))?;
        set.iter_mut().for_each(|value| *value = *value + Nimber(finite));
        set.sort_unstable();
        Ok(Self::Infinite(set))
    }

    /// Returns the outcome of a position with this value under normal play: a loss if the value is 0, a draw if it is ∞(K) without 0 in K.
    /// `None` if the value is undefined or unknown.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Finite(Nimber::ZERO) => Some(Outcome::Loss),
            Self::Finite(_) | Self::Large(_) => Some(Outcome::Win),
            Self::Infinite(set) if set.first() == Some(&Nimber::ZERO) => Some(Outcome::Win),
            Self::Infinite(_) => Some(Outcome::Draw),
            Self::Undefined(_) | Self::Unknown(_) => None,
        }
    }

    /// Returns the finite value, of any size; `None` if there is none.
    pub fn number(&self) -> Option<UBig> {
        match self {
            Self::Finite(value) => Some(value.0.into()),
            Self::Large(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Returns the value as text, such as `3` or `∞(0, 2)`; `None` if there is none.
    ///
    /// ```
    /// use grundy::{Grundy, Nimber, value::Unknown};
    /// assert_eq!(Grundy::Infinite([Nimber(0), Nimber(2)].into()).value_text().as_deref(), Some("∞(0, 2)"));
    /// assert_eq!(Grundy::Unknown(Unknown::NotRequested).value_text(), None);
    /// ```
    pub fn value_text(&self) -> Option<String> {
        self.outcome().map(|_| self.to_string())
    }

    /// Returns the reason why there is no value, as a sentence without its full stop; `None` if there is a value.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Finite(_) | Self::Large(_) | Self::Infinite(_) => None,
            Self::Undefined(Undefined::Misere) => {
                Some("no Grundy value: it belongs to normal play, and this is misère play")
            }
            Self::Undefined(Undefined::Partizan) => {
                Some("no Grundy value: the game is partizan, the two players do not have the same moves")
            }
            Self::Undefined(Undefined::EndValues) => {
                Some("no Grundy value: the rules say how the game ends, and Grundy values belong to normal play")
            }
            Self::Unknown(Unknown::CycleReachable) => Some(
                "Grundy value not known: a cycle can be reached from here, and the table is older than values of games with cycles",
            ),
            Self::Unknown(Unknown::TooLarge) => {
                Some("Grundy value not known: no formula or table reaches it, and it is too large to be played out")
            }
            Self::Unknown(Unknown::NotRequested) => {
                Some("Grundy value not computed: only outcome and remoteness were requested")
            }
        }
    }
}

/// The value; `none` if the position has no value, `unknown` if it is not known. [`Grundy::reason`] gives the reason.
///
/// ```
/// use grundy::{Grundy, Nimber, value::Undefined};
/// assert_eq!(Grundy::Finite(Nimber(5)).to_string(), "5");
/// assert_eq!(Grundy::Infinite([Nimber(0), Nimber(2)].into()).to_string(), "∞(0, 2)");
/// assert_eq!(Grundy::Undefined(Undefined::Misere).to_string(), "none");
/// ```
impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => value.fmt(f),
            Self::Large(value) => value.fmt(f),
            Self::Infinite(values) => {
                let values: Vec<String> = values.iter().map(Nimber::to_string).collect();
                write!(f, "∞({})", values.join(", "))
            }
            Self::Undefined(_) => f.write_str("none"),
            Self::Unknown(_) => f.write_str("unknown"),
        }
    }
}

impl From<UBig> for Grundy {
    fn from(value: UBig) -> Self {
        match u64::try_from(&value) {
            Ok(small) => Self::Finite(Nimber(small)),
            Err(_) => Self::Large(value),
        }
    }
}

/// Outcome and remoteness of a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Won for the player to move, in this number of moves.
    Win(Remoteness),
    /// Lost for the player to move, in this number of moves.
    Loss(Remoteness),
    /// Neither player can force a win.
    Draw,
}

impl Verdict {
    /// Returns the verdict of a position without moves: its outcome, in 0 moves.
    pub fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win(Remoteness(0)),
            Outcome::Loss => Self::Loss(Remoteness(0)),
            Outcome::Draw => Self::Draw,
        }
    }

    /// Returns the outcome.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win(_) => Outcome::Win,
            Self::Loss(_) => Outcome::Loss,
            Self::Draw => Outcome::Draw,
        }
    }

    /// Returns the remoteness; `None` for a draw.
    pub fn remoteness(self) -> Option<Remoteness> {
        match self {
            Self::Win(r) | Self::Loss(r) => Some(r),
            Self::Draw => None,
        }
    }

    /// Returns an option's verdict as the player who moves to it sees it. If the same player moves again, the verdict
    /// is unchanged.
    #[must_use]
    pub fn for_mover(self, moves_again: bool) -> Self {
        match self {
            Self::Win(r) if !moves_again => Self::Loss(r),
            Self::Loss(r) if !moves_again => Self::Win(r),
            same => same,
        }
    }
}

/// A win or a loss with its number of moves, or a draw.
///
/// ```
/// use grundy::{Remoteness, Verdict};
/// assert_eq!(Verdict::Win(Remoteness(3)).to_string(), "win in 3 moves");
/// assert_eq!(Verdict::Loss(Remoteness(1)).to_string(), "loss in 1 move");
/// assert_eq!(Verdict::Draw.to_string(), "draw");
/// ```
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome();
        match self.remoteness() {
            Some(Remoteness(1)) => write!(f, "{outcome} in 1 move"),
            Some(moves) => write!(f, "{outcome} in {moves} moves"),
            None => write!(f, "{outcome}"),
        }
    }
}

/// Computes a position's verdict from its options' verdicts.
///
/// The options may be added in any order.
///
/// ```
/// use grundy::{Remoteness, Tally, Verdict};
/// let mut tally = Tally::default();
/// tally.add(Verdict::Win(Remoteness(5)), false);
/// assert_eq!(tally.verdict(), Verdict::Loss(Remoteness(6)));
/// tally.add(Verdict::Draw, false);
/// assert_eq!(tally.verdict(), Verdict::Draw);
/// tally.add(Verdict::Win(Remoteness(2)), true); // the same player moves again
/// assert_eq!(tally.verdict(), Verdict::Win(Remoteness(3)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    quickest_win: Option<Remoteness>,
    longest_loss: Option<Remoteness>,
    is_drawn: bool,
}

impl Tally {
    /// Adds an option; `moves_again` is set if the player who moves to it also moves next.
    pub fn add(&mut self, option: Verdict, moves_again: bool) {
        match option.for_mover(moves_again) {
            Verdict::Win(r) => self.quickest_win = Some(self.quickest_win.map_or(r, |q| q.min(r))),
            Verdict::Loss(r) => self.longest_loss = self.longest_loss.max(Some(r)),
            Verdict::Draw => self.is_drawn = true,
        }
    }

    /// Returns the verdict of a position with exactly the added options.
    ///
    /// # Panics
    /// If no option was added: the game gives the outcome of a position without moves.
    pub fn verdict(&self) -> Verdict {
        match (self.quickest_win, self.is_drawn, self.longest_loss) {
            (Some(r), _, _) => Verdict::Win(r.next()),
            (None, true, _) => Verdict::Draw,
            (None, false, r) => Verdict::Loss(r.expect("an option was added").next()),
        }
    }
}

/// Returns the verdict of a position if its latest option decides it; otherwise `None`.
///
/// Options must be given in order of remoteness. `waiting` is the number of options of the position that have no
/// verdict so far, including `option`.
///
/// In this order the first option won by the mover is the quickest, and the last lost option the longest, so no tally
/// is necessary.
///
/// ```
/// use grundy::{Remoteness, Verdict, decide};
/// let won = Verdict::Win(Remoteness(3));
/// assert_eq!(decide(won, false, 2), None);
/// assert_eq!(decide(won, false, 1), Some(Verdict::Loss(Remoteness(4))));
/// assert_eq!(decide(won, true, 2), Some(Verdict::Win(Remoteness(4))));
/// ```
pub fn decide(option: Verdict, moves_again: bool, waiting: u32) -> Option<Verdict> {
    match option.for_mover(moves_again) {
        Verdict::Win(r) => Some(Verdict::Win(r.next())),
        Verdict::Loss(r) if waiting == 1 => Some(Verdict::Loss(r.next())),
        Verdict::Loss(_) | Verdict::Draw => None,
    }
}
