//! Games whose positions have numbers: all numbers are solved, and those counted that are asked for.

mod row_filter;

use super::solved_game::{Row, RowId};
use super::{BuildError, Count, Extent, Statistics};
use crate::answer::PositionValue;
use crate::catalog::Opened;
use crate::checkpoint::{CheckpointError, Checkpointer, Decoder, write_u64};
use crate::game::{Index, Player};
use crate::graph::{ReachState, Reached, reach_resumable};
use crate::limits::Limits;
use crate::solve::{IndexedSolution, IndexedState, retrograde_indexed_resumable};
use crate::text::{Key, TextIndexed};
use crate::value::{Grundy, Verdict};
use row_filter::RowFilter;

/// A game solved by its numbers.
pub(super) struct IndexedGame<'a> {
    which: RowFilter<'a>,
    start: Option<Key>,
    /// `None`: the start has no number, and is all that can be reached from it.
    verdicts: Option<IndexedSolution>,
    reduced: bool,
}

/// Solves all numbers, of which the positions of `extent`, or one of each class, will be read.
pub(super) fn solve<'a>(
    game: &'a Opened,
    numbers: &'a dyn TextIndexed,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<IndexedGame<'a>, BuildError> {
    let any = game.any();
    let start = match extent {
        Extent::From(start) => Some(start.clone()),
        Extent::All => any.start(),
    };
    let mut which =
        RowFilter { game, numbers, reached: None, mover: start.as_ref().and_then(|start| any.player(start)) };
    let root = match extent {
        Extent::From(start) => match numbers.number(start) {
            Some(index) => Some(index),
            None => return Ok(IndexedGame { which, start: Some(start.clone()), verdicts: None, reduced }),
        },
        Extent::All => None,
    };
    // What does not fit is refused before the search for what can be reached.
    limits.check(numbers.count(), bytes(numbers, extent, reduced, limits))?;
    let BuildState { reaching, reached, solving } =
        checkpointer.take_previous(|from| BuildState::read(from, numbers, root))?.unwrap_or_default();
    which.reached = match (root, reached) {
        (Some(root), None) => {
            let checkpointer = checkpointer.with_prefix(|out| write_u64(out, REACHING));
            Some(reach_resumable(numbers, root, limits, reaching, checkpointer)?)
        }
        (_, reached) => reached,
    };
    let held = which.reached.as_ref().map_or(0, Reached::bytes);
    let verdicts = {
        let checkpointer = checkpointer.with_prefix(|out| {
            write_u64(out, SOLVING)?;
            which.reached.as_ref().map_or(Ok(()), |reached| reached.write(out))
        });
        let limits = Limits { memory: limits.memory.map(|memory| memory.saturating_sub(held)), ..*limits };
        retrograde_indexed_resumable(numbers, &limits, solving, checkpointer)?
    };
    Ok(IndexedGame { which, start, verdicts: Some(verdicts), reduced })
}

/// The state of a run: of the search for what can be reached, or its result and the state of the analysis.
#[derive(Default)]
struct BuildState {
    reaching: Option<ReachState>,
    reached: Option<Reached>,
    solving: Option<IndexedState>,
}

/// The stages of a run: the state of each begins with one of these.
const REACHING: u64 = 0;
const SOLVING: u64 = 1;

impl BuildState {
    fn read(from: &mut Decoder<'_>, numbers: &dyn TextIndexed, root: Option<Index>) -> Result<Self, CheckpointError> {
        if from.read_up_to(SOLVING)? == REACHING {
            return Ok(Self { reaching: Some(ReachState::read(from, numbers)?), ..Self::default() });
        }
        let reached = root.map(|_| Reached::read(from, numbers)).transpose()?;
        Ok(Self { reaching: None, reached, solving: Some(IndexedState::read(from, numbers)?) })
    }
}

impl IndexedGame<'_> {
    pub(super) fn count(&self, limits: &Limits<'_>) -> Result<Statistics, BuildError> {
        let RowFilter { game, numbers, .. } = self.which;
        let Some(verdicts) = &self.verdicts else {
            return Ok(alone(game, self.start.as_ref().expect("built from one")));
        };
        let facts = self.start.as_ref().map(|start| facts(game, numbers, verdicts, start));
        let (count, moves) = if self.reduced {
            self.which.classes(verdicts, limits)?
        } else {
            self.which.positions(verdicts, limits)?
        };
        Ok(count.built(moves, self.start.clone().zip(facts)))
    }

    /// Calls `each` with every position in the order of the numbers, or every number with `both`.
    pub(super) fn rows(
        &self,
        both: bool,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&Row) -> bool,
    ) -> Result<(), BuildError> {
        let Some(verdicts) = &self.verdicts else { return Ok(()) };
        let mut emit = |index: Index, verdict: Verdict, turns: &[Option<Player>], size: u64| {
            let row = |turn, weight| Row { spot: RowId::Number(index), verdict, grundy: None, turn, weight };
            let go_on = if both {
                let turn = if let [turn] = turns { *turn } else { None };
                each(&row(turn, size * turns.len() as u64))
            } else {
                turns.iter().all(|&turn| each(&row(turn, size)))
            };
            if go_on { Ok(()) } else { Err(Stop::Ended) }
        };
        let mut turns = Vec::new();
        let done = if self.reduced {
            self.which.kept(verdicts, limits).map_err(Stop::Failed).and_then(|kept| {
                each_bit(&kept, |index, kept| {
                    let known = verdicts.get(index).zip(self.which.numbers.class(index));
                    let (verdict, (_, size)) = known.ok_or(BuildError::NoClasses)?;
                    let says_who = self.which.says_who(index);
                    turns.clear();
                    turns.extend(kept.into_iter().flatten().map(|player| Some(player).filter(|_| says_who)));
                    emit(index, verdict, &turns, size)
                })
            })
        } else {
            self.which.each(verdicts, limits, |index, verdict| {
                turns.clear();
                turns.extend(self.which.turns(index));
                turns.sort_unstable();
                emit(index, verdict, &turns, 1)
            })
        };
        match done {
            Ok(()) | Err(Stop::Ended) => Ok(()),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// Whether every number stands for a position that is kept.
    pub(super) fn is_dense(&self) -> bool {
        let Some(verdicts) = self.verdicts.as_ref().filter(|_| !self.reduced) else { return false };
        let count = verdicts.count();
        let all = |word: u64| if 64 * word + 64 <= count { u64::MAX } else { (1 << (count % 64)) - 1 };
        let is_reached = self.which.reached.as_ref().is_none_or(|reached| {
            (0..count.div_ceil(64)).all(|word| reached.word(word as usize) & all(word) == all(word))
        });
        is_reached && (0..count).all(|index| verdicts.get(Index(index as u32)).is_some())
    }

    /// Whether a row may stand for several positions.
    pub(super) fn is_weighted(&self) -> bool {
        self.reduced || self.which.numbers.colours_alike()
    }

    /// The position of a number in which `turn` moves.
    pub(super) fn position(&self, index: Index, turn: Option<Player>) -> Key {
        self.which.numbers.position_of(index, turn).expect("a number of a position")
    }
}

/// Why rows are read no further.
enum Stop {
    /// Whoever reads them has enough.
    Ended,
    Failed(BuildError),
}

impl<E: Into<BuildError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Calls `each` with every number of which a bit is set, and with the players whose it is: the first bit is of the one who
/// begins, or of a position that does not say who moves.
fn each_bit<E>(kept: &[[u64; 2]], mut each: impl FnMut(Index, [Option<Player>; 2]) -> Result<(), E>) -> Result<(), E> {
    for (word, [first, second]) in (0_u32..).zip(kept) {
        let mut set = first | second;
        while set != 0 {
            let bit = set.trailing_zeros();
            set &= set - 1;
            let player = |word: &u64, player| (word >> bit & 1 == 1).then_some(player);
            each(Index(64 * word + bit), [player(first, Player::Left), player(second, Player::Right)])?;
        }
    }
    Ok(())
}

/// What is known of a position when all numbers are solved.
pub(in crate::solver) fn facts(
    game: &Opened,
    numbers: &dyn TextIndexed,
    verdicts: &IndexedSolution,
    at: &Key,
) -> PositionValue {
    let verdict = numbers.number(at).and_then(|index| verdicts.get(index)).unwrap_or(Verdict::Draw);
    let why = game.any().without_grundy().expect("games solved by number have no Grundy values");
    PositionValue::solved(verdict, Grundy::Undefined(why))
}

/// A drawn position without a number is all that can be reached from it.
fn alone(game: &Opened, start: &Key) -> Statistics {
    let mut count = Count::default();
    count.add(Verdict::Draw, game.any().player(start), 1);
    let why = game.any().without_grundy().expect("games solved by number have no Grundy values");
    count.built(0, Some((start.clone(), PositionValue::solved(Verdict::Draw, Grundy::Undefined(why)))))
}

/// The bytes that building takes: on as many threads as may work, or where that is too much on one.
pub(in crate::solver) fn bytes(
    numbers: &dyn TextIndexed,
    extent: Extent<'_>,
    reduced: bool,
    limits: &Limits<'_>,
) -> u64 {
    let on_all = bytes_on(limits.workers(), numbers, extent, reduced);
    if on_all > limits.max_memory() { bytes_on(1, numbers, extent, reduced) } else { on_all }
}

fn bytes_on(threads: usize, numbers: &dyn TextIndexed, extent: Extent<'_>, reduced: bool) -> u64 {
    let count = numbers.count();
    let looked_for = Reached::bytes_for(count, numbers.colours_alike());
    let held = match extent {
        Extent::From(_) => looked_for / 2,
        Extent::All => 0,
    };
    let classes = if reduced { 16 * count.div_ceil(64) } else { 0 };
    (held + crate::solve::bytes_for_numbers(count, threads)).max(looked_for).max(held + count + classes)
}
