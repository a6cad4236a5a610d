//! A trait that adds text to the rules of a game, so that people can read and write its positions and moves.

use super::{DynComponents, DynIndexed, DynTiered, Key, MoveTexts, ParseError, PositionSearch};
use crate::game::Game;
use crate::limits::Limits;
use crate::theory::{Claim, ClaimError, ExpansionBound, PeriodError, PeriodSearch, Reason};
use crate::value::{Grundy, Nimber, Outcome, Verdict};
use dashu_int::UBig;
use std::ops::Range;

/// A game whose positions and moves have text. [`WithText`](super::WithText) makes it a [`DynGame`](super::DynGame).
///
/// The methods with a default are optional facets: a game overrides those that it supports.
///
/// ```
/// use grundy::{Game, Outcome, catalog::OpenedGame, solver::Solver};
/// use grundy::text::{ParseError, WithText, TextGame};
/// struct Bachet;
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
/// impl TextGame for Bachet {
///     fn name(&self) -> &str {
///         "bachet"
///     }
///     fn parse(&self, text: &str) -> Result<u32, ParseError> {
///         let wrong = |_| ParseError {
///             at: 0..text.len(),
///             message: format!("`{text}` is not a number of stones"),
///             help: "write a number, as in `21`".to_owned(),
///         };
///         text.parse().map_err(wrong)
///     }
///     fn to_text(&self, stones: &u32) -> String {
///         stones.to_string()
///     }
///     fn move_text(&self, _: &u32, take: &u32) -> String {
///         format!("take {take}")
///     }
///     fn encode(&self, stones: &u32, out: &mut Vec<u8>) {
///         out.extend(stones.to_be_bytes());
///     }
///     fn decode(&self, bytes: &[u8]) -> u32 {
///         u32::from_be_bytes(bytes.try_into().expect("four bytes"))
///     }
/// }
/// let game = OpenedGame::from(WithText::new(Bachet));
/// let answer = Solver::new(&game).solve(&game.as_dyn().parse("21")?)?;
/// assert_eq!(answer.value.outcome, Outcome::Win);
/// assert_eq!(answer.moves.unwrap().listed[0].text, "take 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TextGame: Game + Send {
    /// Returns the name of the game with its parameters, as a user types it.
    fn name(&self) -> &str;

    /// Parses a position.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    fn parse(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Parses a position of a table of the whole game: one that has an index, even if no play leads to it. By default, [`TextGame::parse`].
    ///
    /// # Errors
    /// If the text is not a position of the game.
    fn parse_indexed(&self, text: &str) -> Result<Self::Position, ParseError> {
        self.parse(text)
    }

    /// Returns the text of a position, which `parse_indexed` accepts, and `parse` if play may lead to it.
    fn to_text(&self, at: &Self::Position) -> String;

    /// Returns the text of a move.
    fn move_text(&self, at: &Self::Position, m: &Self::Move) -> String;

    /// Appends the bytes of a position; different positions have different bytes.
    fn encode(&self, at: &Self::Position, out: &mut Vec<u8>);

    /// Returns the position whose bytes `encode` wrote.
    fn decode(&self, bytes: &[u8]) -> Self::Position;

    /// Returns the starting position; `None` if the user must give a position.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// Returns a position from which a demonstration begins: the start, or a small one that is worth playing. `None` if there is none.
    fn opening(&self) -> Option<Self::Position> {
        self.start()
    }

    /// Returns a picture of a position in plain characters, of one or more lines; `None` if the text is as clear.
    fn picture(&self, _at: &Self::Position) -> Option<String> {
        None
    }

    /// Returns whether each move is a column, whose letter from `a` is the text of the move. A person may then type the number of the
    /// column from 1.
    fn has_column_moves(&self) -> bool {
        false
    }

    /// Returns the names of the two players, the first player first.
    fn players(&self) -> [&'static str; 2] {
        ["left", "right"]
    }

    /// Returns a published lower bound of the number of positions that can be reached from the start, of a game that has too many to store.
    /// If a run has a limit that is lower, [`SolvedGame`](crate::solver::SolvedGame) refuses the game before any work. `None` for other games.
    fn least_positions(&self) -> Option<u64> {
        None
    }

    /// Returns the canonical position of the symmetry class of `at`. Its options may be reduced in the same way.
    fn canonical(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// Returns the number of positions in the symmetry class of `at`; `None` if the game does not know the sizes of its classes.
    fn class_size(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// Returns the indexed form of the game: `Some(self)` in a game that is [`crate::game::Indexed`].
    fn indexed(&self) -> Option<&dyn DynIndexed> {
        None
    }

    /// Returns the tiered form of the game: `Some(self)` in a game that is [`crate::game::Tiered`] and has no Grundy
    /// values.
    fn tiered(&self) -> Option<&dyn DynTiered> {
        None
    }

    /// Returns a search for single positions, of a [`crate::game::Tiered`] game that is too large to be solved whole in about a second and
    /// has one; `None` for other games. `table_bytes` is the most memory that the search keeps, in bytes; if that is `None`, the game
    /// chooses.
    fn search(&self, _table_bytes: Option<u64>) -> Option<Box<dyn PositionSearch + '_>> {
        None
    }

    /// Returns a guess of how good the move from `at` to `option` is, for the player who makes it: a search tries moves with larger guesses
    /// first. Guesses change the time of a search and no answer. `None` if the game makes no guesses.
    fn guess(&self, _at: &Self::Position, _option: &Self::Position) -> Option<i32> {
        None
    }

    /// Returns two verdicts, such that the position is at least as good as the first and at most as good as the second; `None` if the game
    /// knows none without a search. For example, a player who needs three more marks cannot win in fewer than five moves. A search
    /// relies on these bounds.
    fn bounds(&self, _at: &Self::Position) -> Option<[Verdict; 2]> {
        None
    }

    /// Returns the game as sums of components: `Some(self)` in an impartial game under normal play that is [`DynComponents`].
    fn components(&self) -> Option<&dyn DynComponents> {
        None
    }

    /// Returns whether the game has a theory; otherwise the methods below are not called.
    fn has_theory(&self) -> bool {
        false
    }

    /// Returns outcome and Grundy value of a position, as far as theory gives them.
    ///
    /// # Errors
    /// If theory makes no claim.
    fn claim(&self, _at: &Self::Position) -> Result<Claim, ClaimError> {
        Err(ClaimError::NoTheory)
    }

    /// Computes the tables that the claim about `at` needs, within `limits`. Otherwise the claim itself computes them, and
    /// cannot be interrupted.
    ///
    /// # Errors
    /// If `limits` end the computation. What theory does not reach is an error of the claim.
    fn prepare_claim(&self, _at: &Self::Position, _limits: &Limits<'_>) -> Result<(), ClaimError> {
        Ok(())
    }

    /// Returns whether every claim under normal play includes a Grundy value.
    fn claims_values(&self) -> bool {
        true
    }

    /// Returns a short name of the theorem, period or table behind the claim about `at`.
    fn claim_method(&self, _at: &Self::Position) -> String {
        String::new()
    }

    /// Returns lower bounds of the size of the game expanded from `at`, without expanding it.
    fn expansion_bound(&self, _at: &Self::Position) -> ExpansionBound {
        ExpansionBound::default()
    }

    /// Returns the number of moves of `at`.
    fn count_moves(&self, at: &Self::Position) -> UBig {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.len().into()
    }

    /// Returns at most `at_most` moves of a position that has more, the winning ones first if theory has a claim.
    fn some_moves(&self, at: &Self::Position, at_most: usize) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        if self.has_theory() {
            let wins = |m: &Self::Move| self.claim(&self.play(at, m)).is_ok_and(|claim| claim.outcome == Outcome::Loss);
            moves.sort_by_cached_key(|m| !wins(m));
        }
        moves.truncate(at_most);
        moves
    }

    /// Returns at most `at_most` moves to options of Grundy value `target`, without listing the other moves; `None` if
    /// theory cannot find them and the moves have to be listed.
    fn moves_to(&self, _at: &Self::Position, _target: &UBig, _at_most: usize) -> Option<Vec<Self::Move>> {
        None
    }

    /// Appends the texts of the moves that [`TextGame::moves_to`] returns for a single heap and the value 0, and returns `true`; `false` if
    /// there is no way that is faster, and then what was appended is not valid.
    fn push_winning_moves(&self, _heap: u64, _at_most: usize, _out: &mut MoveTexts) -> bool {
        false
    }

    /// Returns the reason that theory gives for a position's value.
    fn reason(&self, _at: &Self::Position) -> Option<Reason> {
        None
    }

    /// Returns the smallest single heap, in games that have a sequence of single heaps; `None` in other games.
    fn least_heap(&self) -> Option<u64> {
        None
    }

    /// Returns the smallest heap, in games whose positions may be two heaps; `None` in other games.
    fn least_in_pair(&self) -> Option<u64> {
        self.least_heap()
    }

    /// Returns outcome and Grundy value of every position of two heaps from [`TextGame::least_in_pair`] to `largest`, row by row, if
    /// theory gives them all at once.
    ///
    /// # Errors
    /// If `largest` is too large for a table in memory.
    fn square(&self, _largest: u64) -> Option<Result<Vec<(Outcome, Grundy)>, ClaimError>> {
        None
    }

    /// Calls `visit` with the Grundy values of single heaps under normal play, one block of consecutive heaps after the
    /// other; `None` in games without a sequence of single heaps.
    fn visit_grundy_values(
        &self,
        _heaps: Range<u64>,
        _limits: &Limits<'_>,
        _visit: &mut dyn FnMut(&[Nimber]),
    ) -> Option<Result<(), ClaimError>> {
        None
    }

    /// Searches the values of at most `limit` single heaps for their period; `None` in games without a sequence of
    /// single heaps. Calls `go_on` from time to time with the number of heaps so far; the search ends if that returns
    /// `false`.
    fn find_period(&self, _limit: u64, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<PeriodSearch> {
        None
    }

    /// Searches the values of at most `heaps` single heaps for their period, within `limits`. Without `heaps`, the
    /// search takes some ten seconds. `None` in games without a sequence of single heaps.
    fn search_period(&self, _heaps: Option<u64>, _limits: &Limits<'_>) -> Option<Result<PeriodSearch, PeriodError>> {
        None
    }

    /// Returns the name that certificates use for the take-and-break game of these single heaps: `octal:0.77` or
    /// `grundys-game`.
    fn take_and_break(&self) -> Option<String> {
        None
    }

    /// Returns the lost position of two heaps with number `index`, from 0, the smaller heap first, if a formula gives it.
    fn cold_pair(&self, _index: u64) -> Option<(UBig, UBig)> {
        None
    }
}

/// The key of a position.
pub(super) fn key<G: TextGame>(game: &G, at: &G::Position) -> Key {
    let mut bytes = Vec::new();
    game.encode(at, &mut bytes);
    Key(bytes.into())
}
