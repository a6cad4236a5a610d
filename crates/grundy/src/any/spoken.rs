//! What a game adds to its rules so that people can talk about it; every such game is an [`AnyGame`].

use super::{AnyGame, Key, MoveList, Numbered, TextError, Worded};
use crate::game::{Game, Play, Player};
use crate::theory::{AtLeast, Claim, PeriodFound, Reason, Silent};
use crate::value::{Outcome, Undefined};
use dashu_int::UBig;

/// A game that people can talk about.
pub trait Spoken: Game + Send {
    /// The game with its parameters, as it was asked for.
    fn name(&self) -> &str;

    /// What it means to have no move.
    fn play_kind(&self) -> Play;

    /// Where the game begins; `None` where a position must be given.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Where the text is no position of the game.
    fn parse(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Writes a position; `parse` gives it back.
    fn show(&self, at: &Self::Position) -> String;

    /// Writes a move.
    fn label(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// Appends the bytes of a position.
    fn write(&self, at: &Self::Position, out: &mut Vec<u8>);

    /// Reads what `write` wrote.
    fn read(&self, bytes: &[u8]) -> Self::Position;

    /// One member of the class of positions that are solved as one. Its options may be reduced in the same way.
    fn canonical(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// How many positions are in the class of `at`, where the game knows it of all its classes.
    fn class_size(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// What the two players are called, the one who begins first.
    fn players(&self) -> [&'static str; 2] {
        ["left", "right"]
    }

    /// The same game by its numbers, where it is [`crate::game::Indexed`]: then `Some(self)`.
    fn numbered(&self) -> Option<&dyn Numbered> {
        None
    }

    /// The same game by its words, where it is [`crate::game::Packed`] and has no Grundy values: then `Some(self)`.
    fn packed(&self) -> Option<&dyn Worded> {
        None
    }

    /// What theory says of a position.
    ///
    /// # Errors
    /// Where theory is silent.
    fn claim(&self, _at: &Self::Position) -> Result<Claim, Silent> {
        Err(Silent::NoTheory)
    }

    /// Whether every claim under normal play comes with a Grundy value.
    fn claims_values(&self) -> bool {
        true
    }

    /// Where that claim comes from.
    fn claim_method(&self, _at: &Self::Position) -> String {
        String::new()
    }

    /// How large the game expanded from `at` is at least, found without expanding it.
    fn expansion_at_least(&self, _at: &Self::Position) -> AtLeast {
        AtLeast::default()
    }

    /// How many moves `at` has.
    fn count_moves(&self, at: &Self::Position) -> UBig {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.len().into()
    }

    /// At most `want` moves of a position that has more, the winning ones first. Asked only where theory has a claim.
    fn some_moves(&self, at: &Self::Position, want: usize) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.truncate(want);
        moves
    }

    /// At most `want` moves to options of Grundy value `target`, found without listing the others; `None` where theory
    /// cannot tell, and the moves have to be listed.
    fn moves_to(&self, _at: &Self::Position, _target: &UBig, _want: usize) -> Option<Vec<Self::Move>> {
        None
    }

    /// Why theory gives a position its value.
    fn reason(&self, _at: &Self::Position) -> Option<Reason> {
        None
    }

    /// The smallest single heap, in games whose single heaps are a sequence.
    fn least_heap(&self) -> Option<u64> {
        None
    }

    /// Looks for the period of single heaps among at most `limit` of them; `None` where the game has no single heaps.
    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodFound> {
        None
    }
}

pub(super) fn key<G: Spoken>(game: &G, at: &G::Position) -> Key {
    let mut bytes = Vec::new();
    game.write(at, &mut bytes);
    Key(bytes.into())
}

fn labelled<G: Spoken>(game: &G, at: &G::Position, moves: &[G::Move]) -> Vec<(String, Key)> {
    moves.iter().map(|m| (game.label(at, m), key(game, &Game::play(game, at, m)))).collect()
}

impl<G: Spoken> AnyGame for G {
    fn name(&self) -> &str {
        Spoken::name(self)
    }

    fn play_kind(&self) -> Play {
        Spoken::play_kind(self)
    }

    fn start(&self) -> Option<Key> {
        Spoken::start(self).map(|at| key(self, &at))
    }

    fn parse(&self, text: &str) -> Result<Key, TextError> {
        Spoken::parse(self, text).map(|at| key(self, &at))
    }

    fn show(&self, at: &Key) -> String {
        Spoken::show(self, &self.read(&at.0))
    }

    fn canonical(&self, at: &Key) -> Key {
        key(self, &Spoken::canonical(self, &self.read(&at.0)))
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        Spoken::class_size(self, &self.read(&at.0))
    }

    fn players(&self) -> [&'static str; 2] {
        Spoken::players(self)
    }

    fn numbered(&self) -> Option<&dyn Numbered> {
        Spoken::numbered(self)
    }

    fn packed(&self) -> Option<&dyn Worded> {
        Spoken::packed(self)
    }

    fn moves(&self, at: &Key, want: usize) -> MoveList<Key> {
        let at = self.read(&at.0);
        let total = self.count_moves(&at);
        let moves = if total > UBig::from(want) {
            self.some_moves(&at, want)
        } else {
            let mut all = Vec::new();
            Game::moves(self, &at, &mut all);
            all
        };
        MoveList { moves: labelled(self, &at, &moves), total }
    }

    fn options(&self, at: &Key, out: &mut Vec<Key>) {
        let mut options = Vec::new();
        Game::options(self, &self.read(&at.0), &mut options);
        out.extend(options.iter().map(|option| key(self, &Spoken::canonical(self, option))));
    }

    fn every_option(&self, at: &Key, out: &mut Vec<Key>) {
        let mut options = Vec::new();
        Game::options(self, &self.read(&at.0), &mut options);
        out.extend(options.iter().map(|option| key(self, option)));
    }

    fn end(&self, at: &Key) -> Outcome {
        Game::end(self, &self.read(&at.0))
    }

    fn turn(&self, at: &Key) -> Option<Player> {
        Game::turn(self, &self.read(&at.0))
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Game::without_grundy(self)
    }

    fn claim(&self, at: &Key) -> Result<Claim, Silent> {
        Spoken::claim(self, &self.read(&at.0))
    }

    fn claims_values(&self) -> bool {
        Spoken::claims_values(self)
    }

    fn claim_method(&self, at: &Key) -> String {
        Spoken::claim_method(self, &self.read(&at.0))
    }

    fn expansion_at_least(&self, at: &Key) -> AtLeast {
        Spoken::expansion_at_least(self, &self.read(&at.0))
    }

    fn count_moves(&self, at: &Key) -> UBig {
        Spoken::count_moves(self, &self.read(&at.0))
    }

    fn moves_to(&self, at: &Key, target: &UBig, want: usize) -> Option<Vec<(String, Key)>> {
        let at = self.read(&at.0);
        Spoken::moves_to(self, &at, target, want).map(|moves| labelled(self, &at, &moves))
    }

    fn reason(&self, at: &Key) -> Option<Reason> {
        Spoken::reason(self, &self.read(&at.0))
    }

    fn least_heap(&self) -> Option<u64> {
        Spoken::least_heap(self)
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodFound> {
        Spoken::find_period(self, limit, go_on)
    }
}
