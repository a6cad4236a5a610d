//! The counts of a completely solved game.

use super::error::BuildError;
use crate::answer::PositionValue;
use crate::game::{Index, LayerPart, Player};
use crate::solver::histogram::Histogram;
use crate::text::{DynGame, DynIndexed, Key};
use crate::value::{Remoteness, Verdict};

/// The counts of a completely solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Number of positions.
    pub positions: u64,
    /// Number of stored positions: all, or one of each class.
    pub stored: u64,
    /// Number of moves of all positions together; moves to the same position count once.
    pub moves: u64,
    /// Number of positions won for the player to move.
    pub wins: u64,
    /// Number of positions lost for the player to move.
    pub losses: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// The largest remoteness of a position that is won or lost; `None` if all are drawn.
    pub max_remoteness: Option<Remoteness>,
    /// The stored positions, by outcome and remoteness.
    pub histogram: Histogram,
    /// The stored positions for each player to move, first player first; `None` if the game gives no player.
    pub by_turn: Option<[Histogram; 2]>,
    /// The parts of the layers of a game whose indices stand for classes, by the men of their positions for example; empty for other games.
    /// A class counts once, with the one that differs from it in the colours alone.
    pub parts: Vec<PartStatistics>,
    /// The position that the game was solved from, with its value; `None` if there is no such position.
    pub start: Option<(Key, PositionValue)>,
}

/// The moves of all positions of some classes: the number of moves of one position of each, times the size of the class.
pub(super) fn moves_of_classes(game: &dyn DynGame, keys: &[Key]) -> Result<u64, BuildError> {
    let (mut moves, mut options) = (0, Vec::new());
    game.expand_all::<BuildError>(false, keys, |i, expanded| {
        expanded.distinct_options(&mut options)?;
        moves += game.class_size(&keys[i]).ok_or(BuildError::NoClasses)? * options.len() as u64;
        Ok(true)
    })?;
    Ok(moves)
}

/// The counts of a part of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartStatistics {
    /// The name of the part.
    pub name: String,
    /// The classes by outcome and remoteness.
    pub histogram: Histogram,
}

/// Counts in progress.
#[derive(Default)]
pub(super) struct Count {
    rows: Histogram,
    all: Histogram,
    by_turn: [Histogram; 2],
    has_players: bool,
    parts: Vec<Histogram>,
}

/// The parts of a game's layers.
#[derive(Clone)]
pub(super) struct Parts {
    parts: Vec<LayerPart>,
}

impl Parts {
    pub(super) fn new(game: &dyn DynIndexed) -> Self {
        Self { parts: game.layers().into_iter().flat_map(|layer| layer.parts).collect() }
    }

    /// The part of an index. `last` is the one of the index asked for before, as a guess.
    pub(super) fn of(&self, index: Index, last: &mut usize) -> usize {
        let has =
            |at: usize| self.parts[at].first <= index && self.parts.get(at + 1).is_none_or(|next| index < next.first);
        if !has(*last) {
            *last = self.parts.partition_point(|part| part.first <= index) - 1;
        }
        *last
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl Count {
    /// No positions of these parts.
    pub(super) fn of_parts(parts: &Parts) -> Self {
        Self { parts: vec![Histogram::default(); parts.parts.len()], ..Self::default() }
    }

    /// Counts an index of a part, besides [`Count::add`] for its positions.
    pub(super) fn add_to_part(&mut self, part: usize, verdict: Verdict) {
        self.parts[part].add(verdict, 1);
    }

    /// Counts a position that represents a class of this size.
    pub(super) fn add(&mut self, verdict: Verdict, player: Option<Player>, class: u64) {
        self.add_all(verdict, &[player], class);
    }

    /// Counts, for each of these players to move, a position that represents a class of this size.
    pub(super) fn add_all(&mut self, verdict: Verdict, players: &[Option<Player>], class: u64) {
        let count = players.len() as u64;
        self.rows.add(verdict, count);
        self.all.add(verdict, count * class);
        for player in players.iter().flatten() {
            self.has_players = true;
            self.by_turn[*player as usize].add(verdict, 1);
        }
    }

    /// Adds the counts of other positions.
    pub(super) fn merge(&mut self, other: &Self) {
        self.rows.merge(&other.rows);
        self.all.merge(&other.all);
        self.by_turn.iter_mut().zip(&other.by_turn).for_each(|(mine, other)| mine.merge(other));
        self.has_players |= other.has_players;
        self.parts.resize(self.parts.len().max(other.parts.len()), Histogram::default());
        self.parts.iter_mut().zip(&other.parts).for_each(|(mine, other)| mine.merge(other));
    }

    /// The counts as numbers, which add up; every remoteness must be less than `levels`.
    pub(super) fn to_numbers(&self, levels: usize) -> Vec<u64> {
        let mut numbers = vec![u64::from(self.has_players)];
        for histogram in [&self.rows, &self.all, &self.by_turn[0], &self.by_turn[1]].into_iter().chain(&self.parts) {
            for column in [&histogram.wins, &histogram.losses] {
                numbers.extend((0..levels).map(|r| column.get(r).copied().unwrap_or(0)));
            }
            numbers.push(histogram.draws);
        }
        numbers
    }

    /// The counts of sums of [`Count::to_numbers`].
    pub(super) fn from_numbers(numbers: &[u64], levels: usize) -> Self {
        let mut histograms = numbers[1..].chunks(2 * levels + 1).map(|numbers| {
            let (wins, rest) = numbers.split_at(levels);
            let (losses, draws) = rest.split_at(levels);
            Histogram { wins: trimmed(wins), losses: trimmed(losses), draws: draws[0] }
        });
        let mut next = || histograms.next().expect("four histograms");
        let (rows, all, by_turn) = (next(), next(), [next(), next()]);
        Self { rows, all, by_turn, has_players: numbers[0] > 0, parts: histograms.collect() }
    }

    /// The statistics of a game with these parts.
    pub(super) fn statistics_with(
        mut self,
        parts: Parts,
        moves: u64,
        start: Option<(Key, PositionValue)>,
    ) -> Statistics {
        let counted = std::mem::take(&mut self.parts).into_iter();
        let parts = parts.parts.into_iter().zip(counted);
        let parts = parts.map(|(part, histogram)| PartStatistics { name: part.name, histogram }).collect();
        Statistics { parts, ..self.statistics(moves, start) }
    }

    pub(super) fn statistics(self, moves: u64, start: Option<(Key, PositionValue)>) -> Statistics {
        let Self { rows, all, by_turn, has_players, .. } = self;
        Statistics {
            positions: all.total(),
            stored: rows.total(),
            moves,
            wins: all.won(),
            losses: all.lost(),
            draws: all.draws,
            max_remoteness: rows.max_remoteness(),
            histogram: rows,
            by_turn: has_players.then_some(by_turn),
            parts: Vec::new(),
            start,
        }
    }
}

/// The numbers up to the last that is not 0.
fn trimmed(numbers: &[u64]) -> Vec<u64> {
    let length = numbers.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1);
    numbers[..length].to_vec()
}
