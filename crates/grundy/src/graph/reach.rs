//! Finds the indices of a game that are reachable from a position, as a bitset with one or two bits for each index.

use crate::checkpoint::{CheckpointError, Checkpointer, Decoder, write_list, write_u64};
use crate::game::Index;
use crate::limits::{LimitHit, Limits, Phase, Progress, RunError};
use crate::text::DynIndexed;
use std::io::{self, Write};

/// Number of positions expanded between two checks of the limits.
const STEPS: u64 = 1 << 14;

/// The most indices: the address space holds a bit for each.
const MAX_INDICES: u64 = isize::MAX as u64;

/// The positions that are reachable from a start, as a set of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableIndices {
    /// One bit for each index. If an index stands for two positions, the first set is for positions with the player to
    /// move of the start, and the second one for the others.
    reached: [Vec<u64>; 2],
    moves: u64,
}

impl ReachableIndices {
    /// Returns the memory of a search over `count` indices, in bytes.
    pub fn bytes_for(count: u64, is_colour_symmetric: bool) -> u64 {
        2 * 8 * count.div_ceil(64) * if is_colour_symmetric { 2 } else { 1 }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        8 * (self.reached[0].len() + self.reached[1].len()) as u64
    }

    /// Returns whether a position is reachable: the position of `index` in which the same player moves as at the start,
    /// or, if `same_mover` is `false` and an index stands for two positions, the other one.
    pub fn contains(&self, Index(index): Index, same_mover: bool) -> bool {
        let word = self.reached[usize::from(!same_mover)].get((index / 64) as usize).copied().unwrap_or_default();
        word >> (index % 64) & 1 == 1
    }

    /// Returns one bit for each of the 64 indices from `64 * word` on: whether one of its positions is reachable.
    ///
    /// # Panics
    /// If `word` is not below [`ReachableIndices::words`].
    pub fn word(&self, word: usize) -> u64 {
        self.reached[0][word] | self.reached[1].get(word).copied().unwrap_or_default()
    }

    /// Returns the number of 64-bit words.
    pub fn words(&self) -> usize {
        self.reached[0].len()
    }

    /// Returns the number of moves of all reachable positions; moves to the same option count once.
    pub fn moves(&self) -> u64 {
        self.moves
    }
}

/// Finds the positions that are reachable from the position of an index.
///
/// The search sweeps over the bits in the order of the indices, again and again, and expands every position that was
/// found and not yet expanded. If both positions of an index were found by then, it is expanded once for both. The
/// search takes two bits for each index, or four if an index stands for two positions
/// ([`ReachableIndices::bytes_for`]); the result takes half of that.
///
/// # Errors
/// If there are more indices than positions allowed, or another limit is exceeded.
///
/// # Panics
/// If there is no such index.
pub fn reachable_indices(
    game: &dyn DynIndexed,
    start: Index,
    limits: &Limits<'_>,
) -> Result<ReachableIndices, RunError> {
    reachable_indices_resumable(game, start, limits, None, Checkpointer::none())
}

/// Finds the reachable positions, and continues from the state of an earlier run if `from` holds one.
///
/// A state is complete whenever no index is half expanded: the next sweep expands the positions that were found and not
/// expanded, and neither the bits nor the count depend on the order.
///
/// # Errors
/// If a limit is exceeded, or the state cannot be saved.
pub(crate) fn reachable_indices_resumable(
    game: &dyn DynIndexed,
    Index(start): Index,
    limits: &Limits<'_>,
    from: Option<ReachState>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<ReachableIndices, RunError> {
    let count = game.count();
    let is_symmetric = game.is_colour_symmetric();
    let bytes = ReachableIndices::bytes_for(count, is_symmetric);
    if count > MAX_INDICES {
        return Err(LimitHit::TooLarge { limit: MAX_INDICES, needed: count }.into());
    }
    // What is stored is bits for all numbers, whatever the number of positions found.
    limits.check(count, bytes)?;
    let limits = &Limits { positions: None, ..*limits };
    assert!(start < count, "the start has index {start} of {count}");
    let mut state = from.unwrap_or_else(|| ReachState::new(count, is_symmetric, start));
    let words = state.reached[0].len();
    let (mut checked, mut level) = (0, 0);
    let (mut batch, mut options) = (Vec::new(), Vec::new());
    loop {
        let mut new = false;
        for word in 0..words {
            loop {
                let (first, second) = (state.new_bits(0, word), state.new_bits(1, word));
                if first | second == 0 {
                    break;
                }
                new = true;
                // Indices both of whose positions are new are expanded once for both.
                let groups = [(first & second, 0..2), (first & !second, 0..1), (second & !first, 1..2)];
                for (indices, sides) in groups.into_iter().filter(|(indices, _)| *indices != 0) {
                    batch.clear();
                    batch.extend(ones(indices).map(|bit| Index(64 * word as u64 + u64::from(bit))));
                    options.clear();
                    let many = game.options(&batch, &mut options);
                    for side in sides {
                        state.expanded[side][word] |= indices;
                        let to = &mut state.reached[if is_symmetric { 1 - side } else { 0 }];
                        options.iter().for_each(|o: &Index| to[(o.0 / 64) as usize] |= 1 << (o.0 % 64));
                        state.moves += many;
                        state.done += batch.len() as u64;
                    }
                }
                if state.done >= checked {
                    let done = state.done;
                    checkpointer.save_if_due(&mut |out| state.write(out))?;
                    limits.report(Progress { phase: Phase::Explore, level, done, of: None, bytes })?;
                    checked = done + STEPS;
                }
            }
        }
        if !new {
            return Ok(ReachableIndices { reached: state.reached, moves: state.moves });
        }
        level += 1;
    }
}

/// An upper bound of the positions or moves of any search.
const MAX_COUNT: u64 = 1 << 62;

/// The state of a search for reachable positions.
#[derive(Debug)]
pub(crate) struct ReachState {
    reached: [Vec<u64>; 2],
    /// The positions in `reached` that were expanded.
    expanded: [Vec<u64>; 2],
    /// Number of positions expanded, and of their options.
    done: u64,
    moves: u64,
}

impl ReachState {
    fn new(count: u64, is_symmetric: bool, start: u64) -> Self {
        let words = count.div_ceil(64) as usize;
        let empty = || [vec![0_u64; words], if is_symmetric { vec![0_u64; words] } else { Vec::new() }];
        let mut reached = empty();
        reached[0][(start / 64) as usize] |= 1 << (start % 64);
        Self { reached, expanded: empty(), done: 0, moves: 0 }
    }

    /// The bits of a word for positions that were found and not yet expanded.
    fn new_bits(&self, side: usize, word: usize) -> u64 {
        let get = |bits: &Vec<u64>| bits.get(word).copied().unwrap_or_default();
        get(&self.reached[side]) & !get(&self.expanded[side])
    }

    /// Writes the state.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_u64(out, self.done)?;
        write_u64(out, self.moves)?;
        self.reached.iter().chain(&self.expanded).try_for_each(|bits| write_list(out, bits))
    }

    /// Reads a state that [`Self::write`] wrote.
    pub(crate) fn read(from: &mut Decoder<'_>, game: &dyn DynIndexed) -> Result<Self, CheckpointError> {
        let (done, moves) = (from.read_up_to(MAX_COUNT)?, from.read_up_to(MAX_COUNT)?);
        Ok(Self { reached: bits(from, game)?, expanded: bits(from, game)?, done, moves })
    }
}

impl ReachableIndices {
    /// Writes the reachable positions.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_u64(out, self.moves)?;
        self.reached.iter().try_for_each(|bits| write_list(out, bits))
    }

    /// Reads reachable positions that [`Self::write`] wrote.
    pub(crate) fn read(from: &mut Decoder<'_>, game: &dyn DynIndexed) -> Result<Self, CheckpointError> {
        Ok(Self { moves: from.read_up_to(MAX_COUNT)?, reached: bits(from, game)? })
    }
}

/// Reads the bits of a game's indices, for both players to move.
fn bits(from: &mut Decoder<'_>, game: &dyn DynIndexed) -> Result<[Vec<u64>; 2], CheckpointError> {
    let words = game.count().div_ceil(64);
    let both = [
        from.read_list_of::<u64>(words)?,
        from.read_list_of::<u64>(if game.is_colour_symmetric() { words } else { 0 })?,
    ];
    // No bit may be set for an index that does not exist.
    let beyond = |bits: &Vec<u64>| match game.count() % 64 {
        0 => false,
        left => bits.last().is_some_and(|last| last >> left != 0),
    };
    if both.iter().any(beyond) { Err(CheckpointError::Invalid) } else { Ok(both) }
}

/// The positions of the set bits.
fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{InitialState, Player};
    use crate::text::Key;
    use std::collections::BTreeSet;

    /// A game whose options are computed, so that they are scattered over the indices.
    struct Jumps {
        count: u64,
        is_symmetric: bool,
        factors: Vec<u64>,
    }

    impl DynIndexed for Jumps {
        fn count(&self) -> u64 {
            self.count
        }
        fn is_colour_symmetric(&self) -> bool {
            self.is_symmetric
        }
        fn is_shared(&self, _index: Index) -> bool {
            unreachable!("what is met is counted elsewhere")
        }
        fn initial_states(&self, _first: Index, _out: &mut [InitialState]) {
            unreachable!("it is not solved")
        }
        fn options(&self, of: &[Index], out: &mut Vec<Index>) -> u64 {
            let mut count = 0;
            for Index(of) in of {
                let to: BTreeSet<u64> = self.factors.iter().map(|factor| (of * factor + 1) % self.count).collect();
                out.extend(to.iter().filter(|&&to| to % 5 != 0).map(|&to| Index(to)));
                count += to.len() as u64;
            }
            count
        }
        fn predecessors(&self, _of: &[Index], _out: &mut Vec<Index>) {
            unreachable!("it is not solved")
        }
        fn index_of(&self, _at: &Key) -> Option<Index> {
            unreachable!("it has no keys")
        }
        fn player(&self, _at: &Key) -> Option<Player> {
            unreachable!("it has no keys")
        }
        fn position(&self, _index: Index, _player: Option<Player>) -> Option<Key> {
            unreachable!("it has no keys")
        }
        fn class(&self, _index: Index) -> Option<(Index, u64)> {
            unreachable!("it has no classes")
        }
    }

    #[test]
    fn reachable_indices_are_those_of_a_search() {
        for (count, is_symmetric) in [(1, true), (64, false), (65, true), (1000, false), (1000, true), (999, true)] {
            let mut some = 0;
            for factors in [vec![], vec![1], vec![2], vec![3, 7], vec![2, 4, 6]] {
                let game = Jumps { count, is_symmetric, factors };
                let start = Index(count / 2);
                let indices = reachable_indices(&game, start, &Limits::NONE).unwrap();
                let (mut reached, mut moves) = (BTreeSet::from([(start, true)]), 0);
                let mut waiting = vec![(start, true)];
                while let Some((at, same_mover)) = waiting.pop() {
                    let mut options = Vec::new();
                    moves += game.options(&[at], &mut options);
                    let next = options.into_iter().map(|option| (option, !is_symmetric || !same_mover));
                    waiting.extend(next.filter(|&option| reached.insert(option)));
                }
                for index in (0..count + 70).map(Index) {
                    for same_mover in [true, false] {
                        let expected = reached.contains(&(index, same_mover));
                        assert_eq!(indices.contains(index, same_mover), expected, "{index:?} of {count}");
                    }
                    some += usize::from(reached.contains(&(index, false)));
                }
                assert_eq!(indices.moves(), moves);
            }
            assert_eq!(is_symmetric && count > 1, some > 0);
        }
    }

    #[test]
    fn limits_are_kept() {
        let game = Jumps { count: 1000, is_symmetric: true, factors: vec![1] };
        let needed = ReachableIndices::bytes_for(1000, true);
        assert!(reachable_indices(&game, Index(0), &Limits { memory: Some(needed), ..Limits::NONE }).is_ok());
        let hit = reachable_indices(&game, Index(0), &Limits { memory: Some(needed - 1), ..Limits::NONE }).unwrap_err();
        assert_eq!(hit, RunError::Limit(LimitHit::Memory { limit: needed - 1, needed }));
        assert!(reachable_indices(&game, Index(0), &Limits { stop: &|| true, ..Limits::NONE }).is_err());
    }
}
