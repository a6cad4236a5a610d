//! A game with a start of its own.

use crate::game::Play;
use crate::text::{
    DynComponents, DynGame, DynIndexed, DynTiered, Expand, GameInfo, Key, KeyCodec, Keys, MoveList, ParseError,
    RulesError, Symmetry, Theory,
};

/// A game that starts at a given position.
pub(super) struct StartingAt {
    game: Box<dyn DynGame>,
    start: [Key; 1],
}

impl StartingAt {
    /// The game with this start, which must be a position of it.
    pub(super) fn new(game: Box<dyn DynGame>, start: Key) -> Self {
        Self { game, start: [start] }
    }
}

impl DynGame for StartingAt {
    fn name(&self) -> &str {
        self.game.name()
    }

    fn play(&self) -> Play {
        self.game.play()
    }

    fn info(&self) -> &GameInfo {
        self.game.info()
    }

    fn starts(&self) -> &[Key] {
        &self.start
    }

    fn opening(&self) -> Option<Key> {
        Some(self.start[0].clone())
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        self.game.parse(text)
    }

    fn parse_indexed(&self, text: &str) -> Result<Key, ParseError> {
        self.game.parse_indexed(text)
    }

    fn to_text(&self, at: &Key) -> Result<String, RulesError> {
        self.game.to_text(at)
    }

    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError> {
        self.game.picture(at)
    }

    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError> {
        self.game.moves(at, at_most)
    }

    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        self.game.with_expander(by_class, work);
    }

    fn codec(&self, sample: &Keys) -> Option<&KeyCodec> {
        self.game.codec(sample)
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        self.game.symmetry()
    }

    fn theory(&self) -> Option<&dyn Theory> {
        self.game.theory()
    }

    fn indexed(&self) -> Option<&dyn DynIndexed> {
        self.game.indexed()
    }

    fn tiered(&self) -> Option<&dyn DynTiered> {
        self.game.tiered()
    }

    fn components(&self) -> Option<&dyn DynComponents> {
        self.game.components()
    }
}
