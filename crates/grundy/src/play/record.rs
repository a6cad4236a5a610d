//! The account of a game that is played: who stood where, what each move was worth, and which moves lost value.

use crate::answer::{Answer, PositionValue};
use crate::text::{Key, ListedMove};
use crate::value::Outcome;

/// One of the two players of a game that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Whoever moves in the first position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// One move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who played it.
    pub by: Side,
    /// The position before.
    pub at: Key,
    /// The move as text.
    pub text: String,
    /// The position after.
    pub after: Key,
    /// What is known of the position before, for the player who moved; `None` where it is out of reach.
    pub before: Option<PositionValue>,
    /// The value of the position after, for the player who moved, where it is known.
    pub value: Option<Outcome>,
    /// Whether the move was a best one, where that is known.
    pub best: Option<bool>,
}

impl Step {
    /// The value that the move threw away and the one that it left; `None` if it lost none, or nobody knows.
    pub fn lost(&self) -> Option<(Outcome, Outcome)> {
        let worth = |value: Outcome| match value {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
        let (before, after) = (self.before.as_ref()?.outcome, self.value?);
        (worth(after) < worth(before)).then_some((before, after))
    }
}

/// A game that is played, from its first position.
///
/// ```
/// use grundy::{solver::Solver, catalog, limits::Limits, Outcome, Play};
/// use grundy::play::{Account, Choices, Side};
/// let game = catalog::open("nim", Play::Normal, &Limits::NONE)?;
/// let mut account = Account::new(game.as_dyn().parse("3 4 5")?);
/// let answer = Solver::new(&game).solve(account.position())?;
/// let choices = Choices::new(game.as_dyn(), account.position())?;
/// account.play(choices.read("take 3 from 3")?, Some(&answer));
/// let (number, step) = account.lost_by(Side::First).next().unwrap();
/// assert_eq!((number, step.lost()), (1, Some((Outcome::Win, Outcome::Loss))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Account {
    start: Key,
    steps: Vec<Step>,
    mover: Side,
}

impl Account {
    /// Nothing was played yet.
    pub fn new(start: Key) -> Self {
        Self { start, steps: Vec::new(), mover: Side::First }
    }

    /// Where the game began.
    pub fn start(&self) -> &Key {
        &self.start
    }

    /// The position that the game has come to.
    pub fn position(&self) -> &Key {
        self.steps.last().map_or(&self.start, |step| &step.after)
    }

    /// Who is to move.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// The moves, the first one first.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Takes a move into the account; `known` is what is known of the position it is played in, moves among it.
    pub fn play(&mut self, chosen: &ListedMove, known: Option<&Answer>) {
        let at = self.position().clone();
        let listed = known.and_then(|answer| answer.moves.as_ref()?.listed.iter().find(|m| m.text == chosen.text));
        let by = self.mover;
        self.mover = if chosen.again { by } else { by.other() };
        self.steps.push(Step {
            by,
            at,
            text: chosen.text.clone(),
            after: chosen.option.clone(),
            before: known.map(|answer| answer.value.clone()),
            value: listed.map(|m| m.outcome),
            best: listed.map(|m| m.best),
        });
    }

    /// Takes the last move back and gives it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Step> {
        let step = self.steps.pop()?;
        self.mover = step.by;
        Some(step)
    }

    /// The moves of a side, each with its number among that side's moves, from 1.
    pub fn by(&self, side: Side) -> impl Iterator<Item = (usize, &Step)> {
        (1..).zip(self.steps.iter().filter(move |step| step.by == side))
    }

    /// Those of them that lost value.
    pub fn lost_by(&self, side: Side) -> impl Iterator<Item = (usize, &Step)> {
        self.by(side).filter(|(_, step)| step.lost().is_some())
    }

    /// Whether the value of every move of a side is known.
    pub fn is_known(&self, side: Side) -> bool {
        self.by(side).all(|(_, step)| step.before.is_some() && step.value.is_some())
    }

    /// How often the position was met before, in the same game.
    pub fn met_before(&self) -> usize {
        let here = self.position();
        let earlier = self.steps.iter().map(|step| &step.at);
        if self.steps.is_empty() { 0 } else { earlier.filter(|at| *at == here).count() }
    }
}
