//! The values of a run of rows in memory, without their text, so that an option among them is found at once.

use crate::Table;
use grundy::game::Player;
use grundy::text::{DynGame, Key, Order};
use grundy::value::{Nimber, Remoteness, Verdict};

/// Where a row stands, as [`Order::place`] has it, in a form that is quick to compare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    /// A number; twice the number, and one more for the second player, where its two positions are two rows.
    Number(u64),
    /// A tier and a word.
    Word(u32, u64),
    /// The bytes of the key.
    Key(Key),
}

/// How the rows of a table are found.
#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    game: &'a dyn DynGame,
    order: Order,
    is_double: bool,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(table: &Table, game: &'a dyn DynGame) -> Self {
        let is_double = table.header().texts && game.indexed().is_some_and(|numbers| numbers.colours_alike());
        Self { game, order: table.header().order, is_double }
    }

    /// Where a position stands that a row could be of; `None` where none could.
    pub(crate) fn spot(&self, at: Key) -> Option<Spot> {
        Some(match self.order {
            Order::Number => {
                let number = u64::from(self.game.indexed()?.number(&at)?.0);
                let second = self.is_double && self.game.player(&at) == Some(Player::Right);
                Spot::Number(if self.is_double { 2 * number + u64::from(second) } else { number })
            }
            Order::Word => {
                let words = self.game.tiered()?;
                Spot::Word(words.tier(&at), words.word(&at))
            }
            Order::Key => Spot::Key(at),
        })
    }

    /// Whether rows may have Grundy values.
    pub(crate) fn has_values(&self) -> bool {
        self.order == Order::Key && self.game.without_grundy().is_none()
    }
}

/// The values of a run of rows.
pub(crate) struct Part {
    /// The first row, and where it stands.
    first: u64,
    low: Option<Spot>,
    /// Where the row after the last stands; `None` where the last is that of the table.
    high: Option<Spot>,
    rows: u64,
    spots: Spots,
    codes: Codes,
    /// The Grundy values, [`NO_VALUE`] where there is none; empty where the game has none.
    values: Vec<u64>,
    has_values: bool,
    /// Bytes that may be taken.
    room: u64,
    /// The largest remoteness that has a code.
    most: u32,
}

/// What stands for a Grundy value that is missing; none in a table is so large.
const NO_VALUE: u64 = u64::MAX;

enum Spots {
    /// The codes stand by number, from that of the first row on.
    Numbers(u64),
    /// The tiers with the words of each, ascending.
    Words { tiers: Vec<(u32, usize)>, words: Vec<u64> },
    /// The bytes of all keys, ascending, and where each ends.
    Keys { bytes: Vec<u8>, ends: Vec<u32> },
}

/// Verdicts in as many bytes as the largest remoteness needs.
enum Codes {
    Bytes(Vec<u8>),
    Pairs(Vec<u16>),
    Fours(Vec<u32>),
}

/// What a part says of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It is not among the rows of this part.
    Elsewhere,
    /// It is none of any part.
    Missing,
    /// It is there: the number among what the part holds.
    At(usize),
}

impl Part {
    /// Room for rows from `first` on, at most so many bytes.
    pub(crate) fn new(table: &Table, finder: &Finder<'_>, first: u64, room: u64) -> Self {
        let most = table.counts().rows.max_remoteness().map_or(0, |r| r.0);
        let spots = match finder.order {
            Order::Number => Spots::Numbers(0),
            Order::Word => Spots::Words { tiers: Vec::new(), words: Vec::new() },
            Order::Key => Spots::Keys { bytes: Vec::new(), ends: Vec::new() },
        };
        let codes = match most {
            0..=63 => Codes::Bytes(Vec::new()),
            64..=16_383 => Codes::Pairs(Vec::new()),
            _ => Codes::Fours(Vec::new()),
        };
        let mut part = Self {
            first,
            low: None,
            high: None,
            rows: 0,
            spots,
            codes,
            values: Vec::new(),
            has_values: finder.has_values(),
            room,
            most,
        };
        part.reserve(table.counts().stored - first, finder);
        part
    }

    /// Takes what the rows will need at once, so that no buffer is ever doubled beyond the room: memory is in use only where it was
    /// written to.
    fn reserve(&mut self, rows: u64, finder: &Finder<'_>) {
        let width = self.codes.width();
        let numbers = finder.game.indexed().map_or(0, |n| n.count()) << u32::from(finder.is_double);
        let of = |each: u64, most: u64| most.min(self.room / each) as usize;
        match &mut self.spots {
            Spots::Numbers(_) => self.codes.reserve(of(width, numbers)),
            Spots::Words { words, .. } => {
                let rows = of(8 + width, rows);
                words.reserve_exact(rows);
                self.codes.reserve(rows);
            }
            // Keys are as long as they are: their buffers grow.
            Spots::Keys { .. } => {}
        }
    }

    /// Adds a row, which stands after all that were added; `false` where there is no room for it, and the part ends before it.
    pub(crate) fn push(&mut self, spot: &Spot, verdict: Verdict, value: Option<Nimber>) -> bool {
        debug_assert!(
            verdict.remoteness().is_none_or(|r| r.0 <= self.most),
            "the counts say how large a remoteness is"
        );
        let width = self.codes.width();
        let begins = self.rows == 0;
        let bytes = match (&self.spots, spot) {
            (Spots::Numbers(first), Spot::Number(number)) if !begins => width * (number - first + 1),
            (Spots::Words { tiers, .. }, _) => (8 + width) * (self.rows + 1) + 16 * (tiers.capacity() as u64 + 1),
            // Twice, because buffers that grow do so by doubling.
            (Spots::Keys { bytes, .. }, Spot::Key(key)) => {
                2 * (bytes.len() as u64
                    + key.0.len() as u64
                    + (4 + width + 8 * u64::from(self.has_values)) * (self.rows + 1))
            }
            _ => 0,
        };
        let is_long = matches!(&self.spots, Spots::Keys { bytes, .. } if bytes.len() > (u32::MAX >> 1) as usize);
        if !begins && (bytes > self.room || is_long) {
            self.high = Some(spot.clone());
            return false;
        }
        if begins && self.first > 0 {
            self.low = Some(spot.clone());
        }
        let code = code(verdict);
        match (&mut self.spots, spot) {
            (Spots::Numbers(first), Spot::Number(number)) => {
                if begins {
                    *first = *number;
                }
                self.codes.set((number - *first) as usize, code);
            }
            (Spots::Words { tiers, words }, Spot::Word(tier, word)) => {
                if tiers.last().is_none_or(|(last, _)| last != tier) {
                    tiers.push((*tier, words.len()));
                }
                words.push(*word);
                self.codes.set(words.len() - 1, code);
            }
            (Spots::Keys { bytes, ends }, Spot::Key(key)) => {
                bytes.extend_from_slice(&key.0);
                ends.push(bytes.len() as u32);
                self.codes.set(ends.len() - 1, code);
                if self.has_values {
                    self.values.push(value.map_or(NO_VALUE, |value| value.0));
                }
            }
            _ => unreachable!("a table has one order"),
        }
        self.rows += 1;
        true
    }

    /// The first row, and how many there are.
    pub(crate) fn run(&self) -> (u64, u64) {
        (self.first, self.rows)
    }

    /// Where a spot is.
    pub(crate) fn find(&self, spot: &Spot) -> Found {
        if self.low.as_ref().is_some_and(|low| spot < low) || self.high.as_ref().is_some_and(|high| spot >= high) {
            return Found::Elsewhere;
        }
        let found = match (&self.spots, spot) {
            (Spots::Numbers(first), Spot::Number(number)) => {
                number.checked_sub(*first).map(|at| at as usize).filter(|&at| self.codes.get(at) != 0)
            }
            (Spots::Words { tiers, words }, Spot::Word(tier, word)) => {
                tiers.binary_search_by_key(tier, |&(tier, _)| tier).ok().and_then(|tier| {
                    let from = tiers[tier].1;
                    let to = tiers.get(tier + 1).map_or(words.len(), |&(_, to)| to);
                    Some(from + words[from..to].binary_search(word).ok()?)
                })
            }
            (Spots::Keys { bytes, ends }, Spot::Key(key)) => {
                let (mut from, mut to) = (0, ends.len());
                loop {
                    if from == to {
                        break None;
                    }
                    let middle = from.midpoint(to);
                    match key_at(bytes, ends, middle).cmp(&key.0) {
                        std::cmp::Ordering::Less => from = middle + 1,
                        std::cmp::Ordering::Equal => break Some(middle),
                        std::cmp::Ordering::Greater => to = middle,
                    }
                }
            }
            _ => None,
        };
        found.map_or(Found::Missing, Found::At)
    }

    /// The value of what was found.
    pub(crate) fn value(&self, at: usize) -> (Verdict, Option<Nimber>) {
        let verdict = verdict(self.codes.get(at)).expect("what was found has a code");
        (verdict, self.values.get(at).copied().filter(|value| *value != NO_VALUE).map(Nimber))
    }

    /// The row of what was found, where rows are in the order of their keys.
    pub(crate) fn row(&self, at: usize) -> u64 {
        self.first + at as u64
    }

    /// The keys of all rows, where they are kept.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        let (bytes, ends): (&[u8], &[u32]) = match &self.spots {
            Spots::Keys { bytes, ends } => (bytes, ends),
            _ => (&[], &[]),
        };
        (0..ends.len()).map(move |at| Key(key_at(bytes, ends, at).into()))
    }
}

fn key_at<'a>(bytes: &'a [u8], ends: &[u32], at: usize) -> &'a [u8] {
    let from = if at == 0 { 0 } else { ends[at - 1] as usize };
    &bytes[from..ends[at] as usize]
}

impl Codes {
    fn width(&self) -> u64 {
        match self {
            Self::Bytes(_) => 1,
            Self::Pairs(_) => 2,
            Self::Fours(_) => 4,
        }
    }

    fn reserve(&mut self, codes: usize) {
        match self {
            Self::Bytes(all) => all.reserve_exact(codes),
            Self::Pairs(all) => all.reserve_exact(codes),
            Self::Fours(all) => all.reserve_exact(codes),
        }
    }

    /// Puts a code at its place, the last; 0 wherever none was put.
    fn set(&mut self, at: usize, code: u32) {
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

    fn get(&self, at: usize) -> u32 {
        match self {
            Self::Bytes(all) => all.get(at).copied().map_or(0, u32::from),
            Self::Pairs(all) => all.get(at).copied().map_or(0, u32::from),
            Self::Fours(all) => all.get(at).copied().unwrap_or(0),
        }
    }
}

/// A verdict as a number above 0: the remoteness, and two bits for the outcome.
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
