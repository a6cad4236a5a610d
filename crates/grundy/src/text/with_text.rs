//! Converts a game with text to the object-safe form.

use super::text_game::key;
use super::{
    DynComponents, DynGame, DynIndexed, DynTiered, Expand, Expansions, GameInfo, Key, KeyCodec, Keys, ListedMove,
    MoveList, MoveTexts, NodeInfo, ParseError, PositionBatch, PositionRef, RulesError, Symmetry, TextGame, Theory,
    TheoryError,
};
use crate::game::{Game, Play};
use crate::limits::Limits;
use crate::theory::{Claim, ExpansionBound, PeriodError, PeriodSearch, Reason};
use crate::value::{Grundy, Nimber, Outcome};
use dashu_int::UBig;
use std::fmt;
use std::ops::Range;

/// A [`TextGame`] as a [`DynGame`]: its rules are compiled, so no method of it fails.
///
/// [`OpenedGame::from`](crate::catalog::OpenedGame) converts it for the solver and for tables; [`TextGame`] shows this for a
/// game of your own.
///
/// ```
/// use grundy::catalog::{Dao, OpenedGame};
/// use grundy::text::{DynGame, WithText};
/// let dao = WithText::new(Dao);
/// let start = (&dao as &dyn DynGame).start().expect("Dao has a start");
/// assert_eq!(dao.key(&dao.position(&start)), start);
/// assert_eq!(OpenedGame::from(dao).as_dyn().name(), "dao");
/// ```
pub struct WithText<G> {
    game: G,
    starts: Vec<Key>,
    info: GameInfo,
}

impl<G: TextGame> WithText<G> {
    /// Wraps a game with text.
    pub fn new(game: G) -> Self {
        let starts = game.start().map(|at| key(&game, &at)).into_iter().collect();
        let info = GameInfo {
            players: game.players(),
            has_column_moves: game.has_column_moves(),
            without_grundy: game.without_grundy(),
            least_positions: game.least_positions(),
            ..GameInfo::default()
        };
        Self { game, starts, info }
    }

    /// Returns the wrapped game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the key of a position.
    pub fn key(&self, at: &G::Position) -> Key {
        key(&self.game, at)
    }

    /// Returns the position with this key.
    ///
    /// # Panics
    /// If the key is not that of a position of the game.
    pub fn position(&self, at: &Key) -> G::Position {
        self.game.decode(&at.0)
    }

    /// The moves of a position with their options.
    fn list(&self, at: &G::Position, moves: &[G::Move]) -> Vec<ListedMove> {
        let player = Game::player(&self.game, at);
        let listed = |m: &G::Move| {
            let option = Game::play(&self.game, at, m);
            ListedMove {
                text: self.game.move_text(at, m),
                moves_again: player.is_some() && Game::player(&self.game, &option) == player,
                option: self.key(&option),
            }
        };
        moves.iter().map(listed).collect()
    }

    /// Appends the options of each position of a batch, until `out` is full.
    fn expand(&self, by_class: bool, batch: &PositionBatch, options: &mut Vec<G::Position>, out: &mut Expansions) {
        for at in batch.iter() {
            let PositionRef::Key(bytes) = at else { panic!("a game without a codec was given an integer") };
            let at = self.game.decode(bytes);
            options.clear();
            Game::options(&self.game, &at, options);
            if out.wants_hints()
                && let Some(bounds) = self.game.bounds(&at)
            {
                out.set_bounds(bounds);
            }
            for option in options.iter() {
                if out.wants_hints()
                    && let Some(guess) = self.game.guess(&at, option)
                {
                    out.push_guess(guess);
                }
                let option = if by_class { &self.game.canonical(option) } else { option };
                out.options_mut().append(|bytes| self.game.encode(option, bytes));
            }
            let terminal = if options.is_empty() { Game::terminal(&self.game, &at) } else { Outcome::Loss };
            out.close(NodeInfo { terminal, player: Game::player(&self.game, &at) });
            if out.is_full() {
                break;
            }
        }
    }
}

impl<G: TextGame> fmt::Debug for WithText<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WithText").field(&self.game.name()).finish()
    }
}

impl<G: TextGame> DynGame for WithText<G> {
    fn name(&self) -> &str {
        self.game.name()
    }

    fn play(&self) -> Play {
        self.game.play_kind()
    }

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn starts(&self) -> &[Key] {
        &self.starts
    }

    fn opening(&self) -> Option<Key> {
        self.game.opening().map(|at| self.key(&at))
    }

    fn parse(&self, text: &str) -> Result<Key, ParseError> {
        self.game.parse(text).map(|at| self.key(&at))
    }

    fn parse_indexed(&self, text: &str) -> Result<Key, ParseError> {
        self.game.parse_indexed(text).map(|at| self.key(&at))
    }

    fn to_text(&self, at: &Key) -> Result<String, RulesError> {
        Ok(self.game.to_text(&self.position(at)))
    }

    fn picture(&self, at: &Key) -> Result<Option<String>, RulesError> {
        Ok(self.game.picture(&self.position(at)))
    }

    fn moves(&self, at: &Key, at_most: usize) -> Result<MoveList, RulesError> {
        let at = self.position(at);
        let total = self.game.count_moves(&at);
        let moves = if at_most == 0 {
            Vec::new()
        } else if total > UBig::from(at_most) {
            self.game.some_moves(&at, at_most)
        } else {
            let mut all = Vec::new();
            Game::moves(&self.game, &at, &mut all);
            all
        };
        Ok(MoveList { moves: self.list(&at, &moves), total, player: Game::player(&self.game, &at) })
    }

    fn with_expander(&self, by_class: bool, work: &mut dyn FnMut(&mut Expand<'_>) -> bool) {
        let mut options = Vec::new();
        let mut expand = |batch: &PositionBatch, out: &mut Expansions| {
            self.expand(by_class, batch, &mut options, out);
            Ok(())
        };
        while work(&mut expand) {}
    }

    fn codec(&self, _sample: &Keys) -> Option<&KeyCodec> {
        None
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        Some(self)
    }

    fn theory(&self) -> Option<&dyn Theory> {
        self.game.has_theory().then_some(self)
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

impl<G: TextGame> Symmetry for WithText<G> {
    fn canonical(&self, at: &Key) -> Result<Key, RulesError> {
        Ok(self.key(&self.game.canonical(&self.position(at))))
    }

    fn class_size(&self, at: &Key) -> Option<u64> {
        self.game.class_size(&self.position(at))
    }
}

impl<G: TextGame> Theory for WithText<G> {
    fn claim(&self, at: &Key) -> Result<Claim, TheoryError> {
        Ok(self.game.claim(&self.position(at))?)
    }

    fn prepare(&self, at: &Key, limits: &Limits<'_>) -> Result<(), TheoryError> {
        Ok(self.game.prepare_claim(&self.position(at), limits)?)
    }

    fn claims_values(&self) -> bool {
        self.game.claims_values()
    }

    fn method(&self, at: &Key) -> String {
        self.game.claim_method(&self.position(at))
    }

    fn reason(&self, at: &Key) -> Result<Option<Reason>, RulesError> {
        Ok(self.game.reason(&self.position(at)))
    }

    fn moves_to(&self, at: &Key, target: &UBig, at_most: usize) -> Option<Vec<ListedMove>> {
        let at = self.position(at);
        self.game.moves_to(&at, target, at_most).map(|moves| self.list(&at, &moves))
    }

    fn push_winning_moves(&self, heap: u64, at_most: usize, out: &mut MoveTexts) -> bool {
        self.game.push_winning_moves(heap, at_most, out)
    }

    fn expansion_bound(&self, at: &Key) -> ExpansionBound {
        self.game.expansion_bound(&self.position(at))
    }

    fn components(&self, at: &Key) -> Vec<Key> {
        vec![at.clone()]
    }

    fn least_heap(&self) -> Option<u64> {
        self.game.least_heap()
    }

    fn least_in_pair(&self) -> Option<u64> {
        self.game.least_in_pair()
    }

    fn square(&self, largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, TheoryError>> {
        self.game.square(largest).map(|cells| cells.map_err(TheoryError::from))
    }

    fn visit_grundy_values(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), TheoryError>> {
        self.game.visit_grundy_values(heaps, limits, visit).map(|visited| visited.map_err(TheoryError::from))
    }

    fn find_period(&self, limit: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        self.game.find_period(limit, go_on)
    }

    fn search_period(&self, heaps: Option<u64>, limits: &Limits<'_>) -> Option<Result<PeriodSearch, PeriodError>> {
        self.game.search_period(heaps, limits)
    }

    fn take_and_break(&self) -> Option<String> {
        self.game.take_and_break()
    }

    fn cold_pair(&self, index: u64) -> Option<(UBig, UBig)> {
        self.game.cold_pair(index)
    }
}
