//! The record of a game: moves played and their values.

use super::reply::Reply;
use crate::answer::{Answer, PositionValue};
use crate::text::{Key, ListedMove};
use crate::value::Outcome;

/// One of the two players of a game being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who moves in the first position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The side that played it.
    pub by: Side,
    /// The position before the move.
    pub at: Key,
    /// The move as text.
    pub text: String,
    /// The position after the move.
    pub after: Key,
    /// The value of the position before, for the player who moved; `None` if it is not known.
    pub before: Option<PositionValue>,
    /// The outcome of the position after, for the player who moved; `None` if it is not known.
    pub outcome: Option<Outcome>,
    /// Whether the move was a best one; `None` if that is not known.
    pub is_best: Option<bool>,
}

impl PlayedMove {
    /// Returns the outcomes before and after a move that lost value; `None` if it lost none, or if that is not known.
    pub fn mistake(&self) -> Option<(Outcome, Outcome)> {
        let (before, after) = (self.before.as_ref()?.outcome, self.outcome?);
        (after < before).then_some((before, after))
    }
}

/// The record of a game: moves played and their values.
///
/// ```
/// use grundy::{solver::Solver, catalog, limits::Limits, Outcome, Play};
/// use grundy::play::{GameRecord, Choices, Side};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let mut record = GameRecord::new(game.as_dyn().parse("3 4 5")?);
/// let answer = Solver::new(&game).solve(record.position())?;
/// let choices = Choices::new(game.as_dyn(), record.position())?;
/// record.play(choices.parse("take 3 from 3")?, Some(&answer));
/// let (number, played) = record.mistakes_by(Side::First).next().unwrap();
/// assert_eq!((number, played.mistake()), (1, Some((Outcome::Win, Outcome::Loss))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    start: Key,
    moves: Vec<PlayedMove>,
    mover: Side,
}

impl GameRecord {
    /// Creates the record of a game that begins at `start`.
    pub fn new(start: Key) -> Self {
        Self { start, moves: Vec::new(), mover: Side::First }
    }

    /// Returns the position in which the game began.
    pub fn start(&self) -> &Key {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &Key {
        self.moves.last().map_or(&self.start, |played| &played.after)
    }

    /// Returns the side to move.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Returns the moves played, the first one first.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// Records a move; `known` is the answer about the position before, with its moves, if there is one.
    pub fn play(&mut self, chosen: &ListedMove, known: Option<&Answer>) {
        let listed = known.and_then(|answer| answer.moves.as_ref()?.listed.iter().find(|m| m.text == chosen.text));
        let before = known.map(|answer| answer.value.clone());
        self.push(chosen, before, listed.map(|m| m.outcome), listed.map(|m| m.is_best));
    }

    /// Records the move that the opponent chose, with all that is known of it.
    pub fn play_reply(&mut self, reply: &Reply) {
        let is_best = (reply.is_best || reply.known.is_some()).then_some(reply.is_best);
        self.push(&reply.chosen, reply.value.clone(), reply.outcome(), is_best);
    }

    fn push(
        &mut self,
        chosen: &ListedMove,
        before: Option<PositionValue>,
        outcome: Option<Outcome>,
        is_best: Option<bool>,
    ) {
        let (by, at) = (self.mover, self.position().clone());
        self.mover = if chosen.moves_again { by } else { by.other() };
        let (text, after) = (chosen.text.clone(), chosen.option.clone());
        self.moves.push(PlayedMove { by, at, text, after, before, outcome, is_best });
    }

    /// Undoes the last move and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let played = self.moves.pop()?;
        self.mover = played.by;
        Some(played)
    }

    /// Iterates over the moves of a side, each with its number among that side's moves, from 1.
    pub fn moves_by(&self, side: Side) -> impl Iterator<Item = (usize, &PlayedMove)> {
        (1..).zip(self.moves.iter().filter(move |played| played.by == side))
    }

    /// Iterates over the moves of a side that lost value, each with its number among that side's moves, from 1.
    pub fn mistakes_by(&self, side: Side) -> impl Iterator<Item = (usize, &PlayedMove)> {
        self.moves_by(side).filter(|(_, played)| played.mistake().is_some())
    }

    /// Returns whether the value of every move of a side is known.
    pub fn is_known(&self, side: Side) -> bool {
        self.moves_by(side).all(|(_, played)| played.before.is_some() && played.outcome.is_some())
    }

    /// Returns how many times the current position occurred earlier in this game.
    pub fn earlier_occurrences(&self) -> usize {
        let here = self.position();
        self.moves.iter().filter(|played| played.at == *here).count()
    }
}
