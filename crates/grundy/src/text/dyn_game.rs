//! An object-safe trait for any game.

use super::{
    DynComponents, DynIndexed, DynTiered, Expansions, Key, KeyCodec, Keys, MoveList, ParseError, PositionBatch,
    RulesError, Symmetry, Theory,
};
use crate::game::{Play, Player};
use crate::value::{Grundy, Nimber, Outcome, Undefined, Unknown};
use dashu_int::UBig;

/// An expander: appends the options of each position of the batch to the expansions, which must be empty.
///
/// It processes at least the first position of the batch, in the batch's order, and may leave out the last ones.
/// Integers in the batch are those of the game's [`DynGame::codec`]. The error is that of the first position that was
/// not processed.
pub type Expand<'e> = dyn FnMut(&PositionBatch, &mut Expansions) -> Result<(), RulesError> + 'e;

/// Facts about a game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// The names of the two players, the first player first.
    pub players: [&'static str; 2],
    /// Whether each move is a column, whose letter from `a` is the text of the move, as [`TextGame::has_column_moves`](super::TextGame::has_column_moves)
    /// gives it.
    pub has_column_moves: bool,
    /// The reason why positions of this game have no Grundy value, as [`crate::Game::without_grundy`] gives it.
    pub without_grundy: Option<Undefined>,
    /// The unit of counts: positions, classes or components.
    pub count_unit: CountUnit,
    /// A published lower bound of the number of positions that can be reached from the start, of a game that has too many to store.
    pub least_positions: Option<u64>,
    /// The name that the author of a rules file gives the game.
    pub title: Option<String>,
    /// The text of the rules with the values of their parameters, if the rules are a file.
    pub rules: Option<String>,
}

impl GameInfo {
    /// Returns the Grundy value to report where only the outcome is proved: undefined, with the reason, if the game has no Grundy values;
    /// otherwise 0 for a loss, and unknown for a win or a draw, since the position is too large.
    pub fn grundy_of_outcome(&self, outcome: Outcome) -> Grundy {
        match (self.without_grundy, outcome) {
            (Some(reason), _) => Grundy::Undefined(reason),
            (None, Outcome::Loss) => Grundy::Finite(Nimber::ZERO),
            (None, _) => Grundy::Unknown(Unknown::TooLarge),
        }
    }
}

/// The unit of counts: positions, classes or components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountUnit {
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
/// Methods that run rules given as data return their [`RulesError`]. The compiled games of the catalogue, wrapped in
/// [`WithText`](super::WithText), never fail. The optional parts of a game are its facets; they are `None` in a game without them.
pub trait DynGame: Send + Sync {
    /// Returns the name of the game with its parameters, as a user types it.
    fn name(&self) -> &str;

    /// Returns normal or misère play.
    fn play(&self) -> Play;

    /// Returns facts about the game as a whole.
    fn info(&self) -> &GameInfo;

    /// Returns the possible starting positions of the game; none if the user must give a position.
    fn starts(&self) -> &[Key];

    /// Returns a position from which a demonstration begins: the start, or a small one that is worth playing. `None` if there is none.
    fn opening(&self) -> Option<Key>;

    /// Parses a position.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    fn parse(&self, text: &str) -> Result<Key, ParseError>;

    /// Parses a position of a table of the whole game: one that has an index, even if no play leads to it. By default, [`DynGame::parse`].
    ///
    /// # Errors
    /// If the text is not a position of the game.
    fn parse_indexed(&self, text: &str) -> Result<Key, ParseError> {
        self.parse(text)
    }

    /// Returns the text of a position, which `parse_indexed` accepts, and `parse` if play may lead to it.
    ///
    /// # Errors
    /// If the rules fail.
    fn to_text(&self, at: &Key) -> Result<String, RulesError>;

    /// Returns a picture of a position in plain characters, of one or more lines; `None` if the text is as clear.
    ///
    /// # Errors
    /// If the rules fail.
    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError>;

    /// Returns the moves of a position: all of them if there are at most `at_most`, otherwise `at_most` of them, the
    /// winning ones first if theory knows them. With 0 the moves are only counted.
    ///
    /// # Errors
    /// If the rules fail.
    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError>;

    /// Calls `work` with an expander until it returns `false`.
    ///
    /// The expander is for one thread; several threads may call this method at the same time. Between two calls of
    /// `work` the game may renew the resources of the expander. With `by_class` the positions are canonical, and so are
    /// the options that the expander returns.
    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool);

    /// Returns a codec that has integers for most keys like those in `sample`, if the game has one. All later calls
    /// return the same codec.
    fn codec(&self, sample: &Keys) -> Option<&KeyCodec>;

    /// Returns the classes of equivalent positions; `None` if the game has none.
    fn symmetry(&self) -> Option<&dyn Symmetry>;

    /// Returns the theory of the game; `None` if it has none.
    fn theory(&self) -> Option<&dyn Theory>;

    /// Returns the indexed form of the game; `None` if its positions have no indices.
    fn indexed(&self) -> Option<&dyn DynIndexed>;

    /// Returns the tiered form of the game, whose positions are words; `None` if it has none. Such a game has no Grundy
    /// values.
    fn tiered(&self) -> Option<&dyn DynTiered>;

    /// Returns the game as sums of components; `None` if it has no such form.
    fn components(&self) -> Option<&dyn DynComponents> {
        None
    }
}

impl dyn DynGame + '_ {
    /// Returns the first of [`DynGame::starts`].
    pub fn start(&self) -> Option<Key> {
        self.starts().first().cloned()
    }

    /// Returns the canonical position of the symmetry class of `at`; `at` itself in a game without symmetries.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn canonical(&self, at: &Key) -> Result<Key, RulesError> {
        self.symmetry().map_or_else(|| Ok(at.clone()), |symmetry| symmetry.canonical(at))
    }

    /// Returns the number of positions in the symmetry class of `at`, if the game knows it.
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

    /// Returns the player to move at a position, as [`crate::Game::player`] does.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn player(&self, at: &Key) -> Result<Option<Player>, RulesError> {
        match (self.indexed(), self.tiered()) {
            (Some(indexed), _) => Ok(indexed.player(at)),
            (None, Some(tiered)) => Ok(tiered.player(tiered.word(at))),
            // Not by an expansion: a heap of 10^15 has as many options.
            (None, None) => Ok(self.moves(at, 0)?.player),
        }
    }

    /// Returns the outcome of a position without moves. Of a position with moves it expands them all.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn terminal(&self, at: &Key) -> Result<Outcome, RulesError> {
        Ok(self.expand(at, false)?.1.terminal)
    }
}
