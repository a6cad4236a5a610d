//! Any game, behind one object-safe trait.

use super::{
    DynIndexed, DynTiered, Expansions, Key, KeyCodec, Keys, MoveList, ParseError, PositionBatch, RulesError, Symmetry,
    Theory,
};
use crate::game::{Play, Player};
use crate::value::{Outcome, Undefined};
use dashu_int::UBig;

/// An expander: appends the options of each position of the batch to the expansions, which are empty.
///
/// It answers the first position of the batch at least, in the batch's order, and may leave the last ones out. Integers in the batch
/// are those of the game's [`DynGame::codec`]. It fails with the error of the first position that is not answered.
pub type Expand<'e> = dyn FnMut(&PositionBatch, &mut Expansions) -> Result<(), RulesError> + 'e;

/// Facts about a game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// What the two players are called, the one who begins first.
    pub players: [&'static str; 2],
    /// Why positions of this game have no Grundy value, as [`crate::Game::without_grundy`].
    pub without_grundy: Option<Undefined>,
    /// Whether counts are of positions, classes or components.
    pub counted: Counted,
    /// The text of the rules with the values of their parameters, where the rules are a file.
    pub rules: Option<String>,
}

/// Whether counts are of positions, classes or components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// Positions.
    #[default]
    Positions,
    /// Symmetry classes of unknown size, if one position of each class is stored.
    Classes,
    /// Components of sums.
    Components,
}

/// The object-safe form of a game: what the solver, tables and front ends hold.
///
/// Methods that run the rules of a game that is data return its [`RulesError`]; the compiled games of the catalogue, wrapped in
/// [`Text`](super::Text), never fail. The facets are `None` in a game that does not have them.
pub trait DynGame: Send + Sync {
    /// Returns the game with its parameters, as a user writes it.
    fn name(&self) -> &str;

    /// Returns normal or misère play.
    fn play(&self) -> Play;

    /// Returns facts about the game as a whole.
    fn info(&self) -> &GameInfo;

    /// Returns the positions that the game may begin with; none if a position must be given.
    fn starts(&self) -> &[Key];

    /// Returns a position from which a demonstration begins: the start, or a small one that is worth playing. `None` if there is none.
    fn opening(&self) -> Option<Key>;

    /// Parses a position.
    ///
    /// # Errors
    /// If the text is no position of the game.
    fn parse(&self, text: &str) -> Result<Key, ParseError>;

    /// Returns the text of a position; `parse` reads it back.
    ///
    /// # Errors
    /// If the rules fail.
    fn to_text(&self, at: &Key) -> Result<String, RulesError>;

    /// Returns a picture of a position in plain characters, of one or more lines; `None` if its text is as good.
    ///
    /// # Errors
    /// If the rules fail.
    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError>;

    /// Returns all moves of a position that has at most `at_most`, else `at_most` of them, the winning ones first where theory knows
    /// them. With 0 the moves are only counted.
    ///
    /// # Errors
    /// If the rules fail.
    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError>;

    /// Calls `work` with an expander until it returns `false`. The expander is for one thread; several threads may be in here at
    /// once. Between two calls of `work` the game may renew what the expander works with. With `by_class` positions are
    /// canonical, and so are the options that the expander gives.
    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool);

    /// Returns a codec that has integers for most keys like these, if the game knows one. Once it has been given it stays the same.
    fn codec(&self, sample: &Keys) -> Option<&KeyCodec>;

    /// Returns the classes of equivalent positions; `None` if the game has none.
    fn symmetry(&self) -> Option<&dyn Symmetry>;

    /// Returns the theory of the game; `None` if it has none.
    fn theory(&self) -> Option<&dyn Theory>;

    /// Returns the game by the indices of its positions.
    fn indexed(&self) -> Option<&dyn DynIndexed>;

    /// Returns the game by the words of its positions, in tiers. Such a game has no Grundy values.
    fn tiered(&self) -> Option<&dyn DynTiered>;
}

impl dyn DynGame + '_ {
    /// Returns the first of [`DynGame::starts`].
    pub fn start(&self) -> Option<Key> {
        self.starts().first().cloned()
    }

    /// Returns the position that stands for the symmetry class of `at`; `at` itself in a game without symmetries.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn canonical(&self, at: &Key) -> Result<Key, RulesError> {
        self.symmetry().map_or_else(|| Ok(at.clone()), |symmetry| symmetry.canonical(at))
    }

    /// Returns the number of positions in the symmetry class of `at`, where the game knows it.
    pub fn class_size(&self, at: &Key) -> Option<u64> {
        self.symmetry()?.class_size(at)
    }

    /// Returns the number of moves of a position.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn count_moves(&self, at: &Key) -> Result<UBig, RulesError> {
        Ok(self.moves(at, 0)?.total)
    }

    /// Returns who moves at a position, as [`crate::Game::player`].
    ///
    /// # Errors
    /// If the rules fail.
    pub fn player(&self, at: &Key) -> Result<Option<Player>, RulesError> {
        match (self.indexed(), self.tiered()) {
            (Some(indexed), _) => Ok(indexed.player(at)),
            (None, Some(tiered)) => Ok(tiered.player(tiered.word(at))),
            (None, None) => Ok(self.expand(at, false)?.1.player),
        }
    }

    /// Returns the value of a position that has no moves.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn terminal(&self, at: &Key) -> Result<Outcome, RulesError> {
        Ok(self.expand(at, false)?.1.terminal)
    }
}
