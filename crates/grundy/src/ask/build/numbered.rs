//! Games whose positions have numbers: all numbers are solved, and those counted that are asked for.

use super::{BuildError, Built, Count, Extent};
use crate::answer::Facts;
use crate::any::{Key, Numbered};
use crate::catalog::Opened;
use crate::game::{Begin, Index, Player};
use crate::graph::{Reached, reach};
use crate::limits::Limits;
use crate::solve::{NumberVerdicts, by_number};
use crate::value::{Grundy, Verdict};

/// Solves all numbers and counts the positions of `extent`, or one of each class.
pub(super) fn build(
    game: &Opened,
    numbers: &dyn Numbered,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> Result<Built, BuildError> {
    let any = game.any();
    let start = match extent {
        Extent::From(start) => Some(start.clone()),
        Extent::All => any.start(),
    };
    let root = match extent {
        Extent::From(start) => match numbers.number(start) {
            Some(index) => Some(index),
            None => return Ok(alone(game, start)),
        },
        Extent::All => None,
    };
    // What does not fit is refused before the search for what can be reached.
    limits.check(numbers.count(), bytes(numbers, extent, reduced, limits))?;
    let reached = root.map(|root| reach(numbers, root, limits)).transpose()?;
    let held = reached.as_ref().map_or(0, Reached::bytes);
    let verdicts = by_number(numbers, &Limits { memory: limits.memory.saturating_sub(held), ..*limits })?;
    let facts = start.as_ref().map(|start| facts(game, numbers, &verdicts, start));
    let which = Which { game, numbers, reached, mover: start.as_ref().and_then(|start| any.turn(start)) };
    let (count, moves) =
        if reduced { which.classes(&verdicts, limits)? } else { which.positions(&verdicts, limits)? };
    Ok(count.built(moves, start.zip(facts)))
}

/// What is known of a position when all numbers are solved.
pub(in crate::ask) fn facts(game: &Opened, numbers: &dyn Numbered, verdicts: &NumberVerdicts, at: &Key) -> Facts {
    let verdict = numbers.number(at).and_then(|index| verdicts.get(index)).unwrap_or(Verdict::Draw);
    let why = game.any().without_grundy().expect("games solved by number have no Grundy values");
    Facts::solved(verdict, Grundy::Undefined(why))
}

/// A drawn position without a number is all that can be reached from it.
fn alone(game: &Opened, start: &Key) -> Built {
    let mut count = Count::default();
    count.add(Verdict::Draw, game.any().turn(start), 1);
    let why = game.any().without_grundy().expect("games solved by number have no Grundy values");
    count.built(0, Some((start.clone(), Facts::solved(Verdict::Draw, Grundy::Undefined(why)))))
}

/// Numbers that a game is asked for at a time.
const BLOCK: usize = 1 << 12;

/// Numbers between two looks at the limits.
const STEPS: u64 = 1 << 18;

/// The positions that are counted.
struct Which<'a> {
    game: &'a Opened,
    numbers: &'a dyn Numbered,
    /// What can be reached; `None`: all.
    reached: Option<Reached>,
    /// Who moves at the start.
    mover: Option<Player>,
}

impl Which<'_> {
    /// Who moves at the positions of a number that are counted, `None` where it does not matter.
    fn turns(&self, index: Index) -> impl Iterator<Item = Option<Player>> {
        let turn = || self.numbers.position(index).and_then(|at| self.game.any().turn(&at));
        let alike = self.numbers.colours_alike();
        let (movers, sides) = match &self.reached {
            Some(reached) if alike => {
                let sides = [reached.contains(index, true), reached.contains(index, false)];
                ([self.mover, self.mover.map(Player::other)], sides)
            }
            None if self.numbers.is_double(index) => ([Some(Player::Left), Some(Player::Right)], [true, true]),
            _ => ([turn(), None], [true, false]),
        };
        movers.into_iter().zip(sides).filter(|(_, is_counted)| *is_counted).map(|(turn, _)| turn)
    }

    /// Calls `each` with every number of which some position is counted.
    fn each(
        &self,
        verdicts: &NumberVerdicts,
        limits: &Limits<'_>,
        mut each: impl FnMut(Index, Verdict) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        for start in (0..verdicts.count()).step_by(64) {
            if start.is_multiple_of(STEPS) {
                limits.check(start, 0)?;
            }
            let mut word = self.reached.as_ref().map_or(u64::MAX, |reached| reached.word(start as usize / 64));
            while word != 0 {
                let index = Index(start as u32 + word.trailing_zeros());
                word &= word - 1;
                if let Some(verdict) = verdicts.get(index) {
                    each(index, verdict)?;
                }
            }
        }
        Ok(())
    }

    /// Every position, and how many options they have.
    fn positions(&self, verdicts: &NumberVerdicts, limits: &Limits<'_>) -> Result<(Count, u64), BuildError> {
        let mut count = Count::default();
        self.each(verdicts, limits, |index, verdict| {
            self.turns(index).for_each(|turn| count.add(verdict, turn, 1));
            Ok(())
        })?;
        let moves = match &self.reached {
            Some(reached) => reached.moves(),
            None if self.numbers.colours_alike() => self.all_moves(limits)?,
            None => verdicts.moves(),
        };
        Ok((count, moves))
    }

    /// How many different options all positions have, those that share a number counted apart.
    fn all_moves(&self, limits: &Limits<'_>) -> Result<u64, BuildError> {
        let mut moves = 0;
        let mut begins = vec![Begin::Nothing; BLOCK];
        for first in (0..self.numbers.count()).step_by(BLOCK) {
            limits.check(first, 0)?;
            let begins = &mut begins[..BLOCK.min((self.numbers.count() - first) as usize)];
            self.numbers.begin(Index(first as u32), begins);
            for (index, begin) in (first as u32..).map(Index).zip(&*begins) {
                if let Begin::Open(count) = *begin {
                    moves += u64::from(count) * if self.numbers.is_double(index) { 2 } else { 1 };
                }
            }
        }
        Ok(moves)
    }

    /// One position of each class, and how many options all of the classes have.
    fn classes(&self, verdicts: &NumberVerdicts, limits: &Limits<'_>) -> Result<(Count, u64), BuildError> {
        let mut count = Count::default();
        let mut moves = 0;
        let mut options = Vec::new();
        // The classes counted already, by the number of their canonical position and by who moves.
        let words = verdicts.count().div_ceil(64);
        limits.check(0, 16 * words)?;
        let mut counted = vec![[0_u64; 2]; words as usize];
        self.each(verdicts, limits, |index, verdict| {
            let (class, size) = self.numbers.class(index).ok_or(BuildError::NoClasses)?;
            let bit = 1 << (class.0 % 64);
            for turn in self.turns(index) {
                let word = &mut counted[class.0 as usize / 64][usize::from(turn == Some(Player::Right))];
                if *word & bit == 0 {
                    *word |= bit;
                    count.add(verdict, turn, size);
                    options.clear();
                    moves += size * self.numbers.options(&[class], &mut options);
                }
            }
            Ok(())
        })?;
        Ok((count, moves))
    }
}

/// The bytes that building takes: on as many threads as may work, or where that is too much on one.
pub(in crate::ask) fn bytes(numbers: &dyn Numbered, extent: Extent<'_>, reduced: bool, limits: &Limits<'_>) -> u64 {
    let on_all = bytes_on(limits.workers(), numbers, extent, reduced);
    if on_all > limits.memory { bytes_on(1, numbers, extent, reduced) } else { on_all }
}

fn bytes_on(threads: usize, numbers: &dyn Numbered, extent: Extent<'_>, reduced: bool) -> u64 {
    let count = numbers.count();
    let looked_for = Reached::bytes_for(count, numbers.colours_alike());
    let held = match extent {
        Extent::From(_) => looked_for / 2,
        Extent::All => 0,
    };
    let classes = if reduced { 16 * count.div_ceil(64) } else { 0 };
    (held + crate::solve::bytes_for_numbers(count, threads)).max(looked_for).max(held + count + classes)
}
