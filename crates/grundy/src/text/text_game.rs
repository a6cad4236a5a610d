//! What a game adds to its rules so that people can talk about it; every such game is an [`DynGame`].

use super::{DynGame, Key, MoveList, ParseError, TextIndexed, TextTiered};
use crate::game::{Game, Play, Player};
use crate::theory::{AtLeast, Claim, PeriodSearch, Reason, Silent};
use crate::value::{Outcome, Undefined};
use dashu_int::UBig;

/// A game that people can talk about.
pub trait TextGame: Game + Send {
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
    fn parse(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Writes a position; `parse` gives it back.
    fn to_text(&self, at: &Self::Position) -> String;

    /// Writes a move.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// Appends the bytes of a position.
    fn encode(&self, at: &Self::Position, out: &mut Vec<u8>);

    /// Reads what `write` wrote.
    fn decode(&self, bytes: &[u8]) -> Self::Position;

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
    fn indexed(&self) -> Option<&dyn TextIndexed> {
        None
    }

    /// The same game by its words, where it is [`crate::game::Tiered`] and has no Grundy values: then `Some(self)`.
    fn tiered(&self) -> Option<&dyn TextTiered> {
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
    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        None
    }
}

pub(super) fn key<G: TextGame>(game: &G, at: &G::Position) -> Key {
    let mut bytes = Vec::new();
    game.encode(at, &mut bytes);
    Key(bytes.into())
}

fn labelled<G: TextGame>(game: &G, at: &G::Position, moves: &[G::Move]) -> Vec<(String, Key)> {
    moves.iter().map(|m| (game.move_text(at, m), key(game, &Game::play(game, at, m)))).collect()
}

impl<G: TextGame> DynGame for G {
    fn name(&self) -> &str {
        TextGame::name(self)
    }

    fn play_kind(&self) -> Play {
        TextGame::play_kind(self)
    }

    fn start(&self) -> Option<Key> {
        TextGame::start(self).map(|at| key(self, &at))
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        TextGame::parse(self, text).map(|at| key(self, &at))
    }

    fn to_text(&self, at: &Key) -> String {
        TextGame::to_text(self, &self.decode(&at.0))
    }

    fn canonical(&self, at: &Key) -> Key {
        key(self, &TextGame::canonical(self, &self.decode(&at.0)))
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        TextGame::class_size(self, &self.decode(&at.0))
    }

    fn players(&self) -> [&'static str; 2] {
        TextGame::players(self)
    }

    fn indexed(&self) -> Option<&dyn TextIndexed> {
        TextGame::indexed(self)
    }

    fn tiered(&self) -> Option<&dyn TextTiered> {
        TextGame::tiered(self)
    }

    fn moves(&self, at: &Key, want: usize) -> MoveList<Key> {
        let at = self.decode(&at.0);
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
        Game::options(self, &self.decode(&at.0), &mut options);
        out.extend(options.iter().map(|option| key(self, &TextGame::canonical(self, option))));
    }

    fn every_option(&self, at: &Key, out: &mut Vec<Key>) {
        let mut options = Vec::new();
        Game::options(self, &self.decode(&at.0), &mut options);
        out.extend(options.iter().map(|option| key(self, option)));
    }

    fn terminal(&self, at: &Key) -> Outcome {
        Game::terminal(self, &self.decode(&at.0))
    }

    fn player(&self, at: &Key) -> Option<Player> {
        Game::player(self, &self.decode(&at.0))
    }

    fn without_grundy(&self) -> Option<Undefined> {
        Game::without_grundy(self)
    }

    fn claim(&self, at: &Key) -> Result<Claim, Silent> {
        TextGame::claim(self, &self.decode(&at.0))
    }

    fn claims_values(&self) -> bool {
        TextGame::claims_values(self)
    }

    fn claim_method(&self, at: &Key) -> String {
        TextGame::claim_method(self, &self.decode(&at.0))
    }

    fn expansion_at_least(&self, at: &Key) -> AtLeast {
        TextGame::expansion_at_least(self, &self.decode(&at.0))
    }

    fn count_moves(&self, at: &Key) -> UBig {
        TextGame::count_moves(self, &self.decode(&at.0))
    }

    fn moves_to(&self, at: &Key, target: &UBig, want: usize) -> Option<Vec<(String, Key)>> {
        let at = self.decode(&at.0);
        TextGame::moves_to(self, &at, target, want).map(|moves| labelled(self, &at, &moves))
    }

    fn reason(&self, at: &Key) -> Option<Reason> {
        TextGame::reason(self, &self.decode(&at.0))
    }

    fn least_heap(&self) -> Option<u64> {
        TextGame::least_heap(self)
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        TextGame::find_period(self, limit, go_on)
    }
}
