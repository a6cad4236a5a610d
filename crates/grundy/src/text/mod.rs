//! A game spoken in text: positions and moves as people write them, behind one object-safe trait.
//!
//! [`TextGame`] is what a game adds to its rules so that people can talk about it; every spoken game is an [`DynGame`], in
//! which a position is a [`Key`], and [`DynAsGame`] turns that back into a [`Game`](crate::game::Game) that any solver takes.

mod as_game;
mod expansions;
mod indexed;
mod keys;
mod order;
mod rules_error;
mod text_game;
mod tiered;

pub use as_game::DynAsGame;
pub use expansions::{Asks, KeyCodec, Rows, ask_each};
pub use indexed::TextIndexed;
pub use keys::{Code, Keys, PositionBatch};
pub use order::Order;
pub use rules_error::{Place, RulesError};
pub use text_game::TextGame;
pub use tiered::TextTiered;

use crate::answer::Solution;
use crate::game::{Play, Player};
use crate::theory::{AtLeast, Claim, PeriodSearch, Reason, Silent};
use crate::value::{Outcome, Undefined};
use dashu_int::UBig;
use std::fmt;
use std::ops::Range;

/// A position as bytes; different positions of a game have different bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Box<[u8]>);

/// Whoever can answer from a store: a table, another machine.
pub type Known = dyn Solution<Key>;

/// Text that is not what it should be: where, what is wrong, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The bytes of the text that are meant.
    pub at: Range<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do next, without a full stop.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for ParseError {}

/// Splits text into words, each with the bytes it stands at.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut rest = 0;
    text.split_whitespace().map(move |word| {
        let start = rest + text[rest..].find(word).expect("a word of the text");
        rest = start + word.len();
        (start..rest, word)
    })
}

/// The moves of one position, or the best of them where there are too many to list.
#[derive(Clone, Debug)]
pub struct MoveList<P> {
    /// Each move as text with the option it leads to. All of them in the game's order, or the winning ones first.
    pub moves: Vec<(String, P)>,
    /// How many there are.
    pub total: UBig,
}

/// A [`TextGame`] game without its types: what faces hold.
pub trait DynGame: Send + Sync {
    /// The game with its parameters, as it was asked for.
    fn name(&self) -> &str;
    /// What it means to have no move.
    fn play_kind(&self) -> Play;
    /// Where the game begins; `None` where a position must be given.
    fn start(&self) -> Option<Key>;
    /// Reads a position.
    ///
    /// # Errors
    /// Where the text is no position of the game.
    fn parse(&self, text: &str) -> Result<Key, ParseError>;
    /// Writes a position; `parse` gives it back.
    fn to_text(&self, at: &Key) -> String;
    /// One member of the class of positions that are solved as one.
    fn canonical(&self, at: &Key) -> Key;
    /// How many positions are in the class of `at`, as [`TextGame::class_size`].
    fn class_size(&self, at: &Key) -> Option<u64>;
    /// What the two players are called, the one who begins first.
    fn players(&self) -> [&'static str; 2];
    /// The same game by its numbers, where its positions have some.
    fn indexed(&self) -> Option<&dyn TextIndexed>;
    /// The same game by its words, where its positions are words in tiers and have no Grundy values.
    fn tiered(&self) -> Option<&dyn TextTiered>;
    /// All moves of a position that has at most `want`, else `want` of them, the winning ones first.
    fn moves(&self, at: &Key, want: usize) -> MoveList<Key>;
    /// Appends the canonical options of a canonical position.
    fn options(&self, at: &Key, out: &mut Vec<Key>);
    /// Appends the options of a position, each as it is.
    fn every_option(&self, at: &Key, out: &mut Vec<Key>);
    /// The value of a position without moves.
    fn terminal(&self, at: &Key) -> Outcome;
    /// Who moves at `at`, as [`crate::game::Game::player`].
    fn player(&self, at: &Key) -> Option<Player>;
    /// Why positions of this game have no Grundy value, as [`crate::game::Game::without_grundy`].
    fn without_grundy(&self) -> Option<Undefined>;
    /// What theory says of a position.
    ///
    /// # Errors
    /// Where theory is silent.
    fn claim(&self, at: &Key) -> Result<Claim, Silent>;
    /// Whether every claim under normal play comes with a Grundy value.
    fn claims_values(&self) -> bool;
    /// Where that claim comes from.
    fn claim_method(&self, at: &Key) -> String;
    /// How large the game expanded from `at` is at least.
    fn expansion_at_least(&self, at: &Key) -> AtLeast;
    /// How many moves `at` has.
    fn count_moves(&self, at: &Key) -> UBig;
    /// At most `want` moves to options of Grundy value `target`, as [`TextGame::moves_to`].
    fn moves_to(&self, at: &Key, target: &UBig, want: usize) -> Option<Vec<(String, Key)>>;
    /// Why theory gives a position its value.
    fn reason(&self, at: &Key) -> Option<Reason>;
    /// The smallest single heap, in games whose single heaps are a sequence.
    fn least_heap(&self) -> Option<u64>;
    /// Looks for the period of single heaps, as [`TextGame::find_period`].
    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch>;

    /// All positions that the game may begin with, where there are several; the first is [`DynGame::start`].
    fn starts(&self) -> Vec<Key> {
        self.start().into_iter().collect()
    }

    /// A picture of a position for people, of one or more lines, where it is not the position's text.
    fn picture(&self, _at: &Key) -> Option<String> {
        None
    }

    /// The rules as one text, where they are a file that was read: the file, with what its parameters are set to.
    fn rules(&self) -> Option<String> {
        None
    }

    /// The independent components of a position, in games that are counted by them; else the position itself.
    fn components(&self, at: &Key) -> Vec<Key> {
        vec![at.clone()]
    }

    /// What counts of positions count, where it is not positions: `components`, or `classes` of unknown size if one of each
    /// class is kept.
    fn counts(&self) -> Option<&'static str> {
        None
    }

    /// Why the rules failed since this was asked last, if they did. Until it is asked, every position seems to be without
    /// moves, so that whatever is under way ends soon; it is to be thrown away.
    fn take_trouble(&self) -> Option<RulesError> {
        None
    }

    /// Leaves what went wrong in rows that were asked for, for the next `take_trouble`.
    fn leave_trouble(&self, _trouble: RulesError) {}

    /// Answers for many positions at a time until nothing more is asked: for the canonical options of canonical positions,
    /// or all as they are. Several threads may be in it at once.
    fn ask(&self, by_class: bool, asks: &mut dyn Asks) {
        ask_each(self, by_class, asks);
    }

    /// How keys like these become integers, where the game knows of a way. It is the same for all keys from then on. Such a
    /// game is asked in words, too, by whoever has called this.
    fn packing(&self, _like: &Keys) -> Option<&dyn KeyCodec> {
        None
    }
}
