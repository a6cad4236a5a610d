//! Games whose positions fit in a word and whose moves lead from tier to higher tier, so that no position recurs.

use super::{Game, sort_and_dedup_tail};
use crate::value::Outcome;

/// An option of a tiered position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TieredOption {
    /// The tier of the option: greater than that of the position.
    pub tier: u32,
    /// Whether the player who made the move also moves next; then the option's value is not negated.
    pub moves_again: bool,
    /// The word of the option.
    pub word: u64,
}

/// The expansion of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieredRow {
    /// The position has no moves; this is its value.
    Terminal(Outcome),
    /// The position has this many different options, at least one: the next options of its [`TieredBlock`].
    Open(u32),
}

/// Expansions of a block of positions, in order.
#[derive(Clone, Debug, Default)]
pub struct TieredBlock {
    rows: Vec<TieredRow>,
    options: Vec<TieredOption>,
    /// Number of options that belong to rows.
    closed_options: usize,
}

impl TieredBlock {
    /// Returns the rows, one for each position.
    pub fn rows(&self) -> &[TieredRow] {
        &self.rows
    }

    /// Returns the options of all rows, row after row.
    pub fn options(&self) -> &[TieredOption] {
        &self.options
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.options.clear();
        self.closed_options = 0;
    }

    /// Adds a position without moves.
    #[inline]
    pub fn push_terminal(&mut self, value: Outcome) {
        self.rows.push(TieredRow::Terminal(value));
    }

    /// Adds an option of the position that [`TieredBlock::close`] will add.
    #[inline]
    pub fn push_option(&mut self, option: TieredOption) {
        self.options.push(option);
    }

    /// Adds the position whose options were added since the last position: at least one, all different.
    #[inline]
    pub fn close(&mut self) {
        debug_assert!(self.options.len() > self.closed_options, "a position without moves is an end");
        self.rows.push(TieredRow::Open((self.options.len() - self.closed_options) as u32));
        self.closed_options = self.options.len();
    }

    /// Sorts the options since the last position and removes repetitions.
    fn sort_and_dedup_open(&mut self) {
        sort_and_dedup_tail(&mut self.options, self.closed_options);
    }
}

/// A game whose positions are words, in tiers.
///
/// Positions are stored in pages of words that differ only in their lowest 12 bits. Any words are valid. A good
/// encoding puts many positions on each page, and changes few bits with a move.
///
/// ```
/// use grundy::{Game, Verdict, Remoteness, game::Tiered, limits::Limits, solve::solve_tiered, text::WithoutText};
///
/// /// Take one to three stones: the more are gone, the greater the tier.
/// struct Bachet;
///
/// impl Game for Bachet {
///     type Position = u32;
///     type Move = u32;
///     fn moves(&self, &stones: &u32, out: &mut Vec<u32>) {
///         out.extend(1..=stones.min(3));
///     }
///     fn play(&self, &stones: &u32, &take: &u32) -> u32 {
///         stones - take
///     }
/// }
///
/// impl Tiered for Bachet {
///     fn pack(&self, &stones: &u32) -> u64 {
///         stones.into()
///     }
///     fn unpack(&self, word: u64) -> u32 {
///         word as u32
///     }
///     fn tier(&self, &stones: &u32) -> u32 {
///         u32::MAX - stones
///     }
/// }
///
/// let solved = solve_tiered(&WithoutText(Bachet), 21, Bachet.tier(&21), &Limits::NONE).unwrap();
/// assert_eq!(solved.counts().positions, 22);
/// assert_eq!(solved.verdict(Bachet.tier(&20), 20), Some(Verdict::Loss(Remoteness(10))));
/// ```
pub trait Tiered: Game {
    /// Returns the word of a position; different positions have different words.
    fn pack(&self, at: &Self::Position) -> u64;

    /// Returns the position with this word.
    fn unpack(&self, word: u64) -> Self::Position;

    /// Returns the tier of a position: every move leads to a greater one. For example the number of men on the board,
    /// or of seeds out of play.
    fn tier(&self, at: &Self::Position) -> u32;

    /// Returns the number of bits of a word: all words are less than 2 to this power. Words of up to 44 bits take less
    /// memory.
    fn bits(&self) -> u32 {
        64
    }

    /// Expands words of one tier, in order, into an empty block.
    ///
    /// An implementation may override this method, but only for speed; the options of a position may be in any order.
    fn expand(&self, _tier: u32, words: &[u64], out: &mut TieredBlock) {
        let mut options = Vec::new();
        for at in words.iter().map(|&word| self.unpack(word)) {
            options.clear();
            self.options(&at, &mut options);
            if options.is_empty() {
                out.push_terminal(self.terminal(&at));
                continue;
            }
            let mover = self.player(&at);
            for option in &options {
                let moves_again = mover.is_some() && self.player(option) == mover;
                out.push_option(TieredOption { word: self.pack(option), tier: self.tier(option), moves_again });
            }
            out.sort_and_dedup_open();
            out.close();
        }
    }
}
