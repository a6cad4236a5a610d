//! Retrograde analysis of a game whose positions have indices: it stores no graph and asks the game for predecessors.
//!
//! It takes a byte an index, the lists of the ticks, and a bit an index where some indices have no position. It asks for the options of
//! every position once, to count them, and for the predecessors of a position once if it is decided; where most are draws, few are.

use super::cells::{Cell, Cells, SOME, most};
use super::checkpoint::{IndexedState, RetrogradeState};
use super::kernel::Unmoves;
use super::parts::each_part;
use super::scheme::Scheme;
use super::start::Start;
use super::{Predecessors, Verdicts, finish, room};
use super::{parallel, parts};
use crate::checkpoint::{Checkpointer, write_list, write_u64};
use crate::game::{Begin, Index};
use crate::graph::Vertex;
use crate::limits::{LimitHit, Limits, Phase, RunError, Stage};
use crate::text::DynIndexed;
use crate::value::{Outcome, Verdict};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most indices: the lists of the analysis store each in 32 bits, and two of these values are taken.
const MOST: u64 = u32::MAX as u64 - 1;

/// Indices that a game is asked for at a time; a multiple of the bits of a word.
const BLOCK: usize = 1 << 10;

/// Indices between two looks at the limits.
const STEPS: u64 = 1 << 18;

/// Outcome and remoteness of every index of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedSolution {
    verdicts: Verdicts,
    /// A bit for each index, set if no position has it; empty if every index has a position.
    nothing: Vec<u64>,
    moves: u64,
}

impl IndexedSolution {
    /// The verdict of an index; `None` if no position has it.
    pub fn get(&self, Index(index): Index) -> Option<Verdict> {
        let v = Vertex(u32::try_from(index).ok()?);
        let word = self.nothing.get(v.index() / 64).copied().unwrap_or_default();
        if word >> (v.0 % 64) & 1 == 1 { None } else { self.verdicts.get(v) }
    }

    /// The number of indices: every index is less than this.
    pub fn count(&self) -> u64 {
        self.verdicts.count() as u64
    }

    /// The sum of the numbers of different options of all positions.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.verdicts.bytes() + 8 * self.nothing.len() as u64
    }
}

/// Memory needed to solve `count` indices on `threads` threads, in bytes, unless a remoteness or a number of options outgrows a byte.
pub fn bytes_for_indices(count: u64, threads: usize) -> u64 {
    room::<Unmoves<'_>>(count, true, parallel_threads(threads)).saturating_add(count.div_ceil(8))
}

/// Checks that a game does not have more indices than can be solved.
pub(crate) fn check_count(count: u64) -> Result<(), LimitHit> {
    if count > MOST { Err(LimitHit::TooLarge { limit: MOST, needed: count }) } else { Ok(()) }
}

fn parallel_threads(threads: usize) -> usize {
    threads.min(parallel::MOST)
}

/// Solves a game by retrograde analysis: outcome and remoteness of every index, the same on any number of threads.
///
/// This takes the memory that [`bytes_for_indices`] returns. It stores no graph: it asks for the options of every position once, and
/// for its predecessors once. Its lists store an index in 4 bytes, so that a game must have at most 2³² − 2 indices.
///
/// ```
/// use grundy::{catalog::ThreeMensMorris, game::Indexed, limits::Limits, solve, Outcome};
/// let game = ThreeMensMorris;
/// let solved = solve::retrograde_indexed(&game, &Limits::NONE)?;
/// let start = game.rank(&ThreeMensMorris::EMPTY).unwrap();
/// assert_eq!(solved.get(start).map(|verdict| verdict.outcome()), Some(Outcome::Win));
/// # Ok::<(), grundy::limits::RunError>(())
/// ```
///
/// # Errors
/// If the game has more than 2³² − 2 indices or `limits` allow less memory, both checked before the start, or if the run was told to
/// stop.
pub fn retrograde_indexed(game: &dyn DynIndexed, limits: &Limits<'_>) -> Result<IndexedSolution, RunError> {
    retrograde_indexed_resumable(game, limits, None, Checkpointer::none())
}

/// As [`retrograde_indexed`], from the state of an earlier run if `from` holds one.
///
/// # Errors
/// As [`retrograde_indexed`], or if the state cannot be saved.
pub(crate) fn retrograde_indexed_resumable(
    game: &dyn DynIndexed,
    limits: &Limits<'_>,
    from: Option<IndexedState>,
    checkpointer: Checkpointer<'_>,
) -> Result<IndexedSolution, RunError> {
    indexed_shared_from(parts::LEAST, game, limits, from, checkpointer)
}

/// As [`retrograde_indexed_resumable`], with ticks of `least` positions or more shared between threads.
fn indexed_shared_from(
    least: usize,
    game: &dyn DynIndexed,
    limits: &Limits<'_>,
    from: Option<IndexedState>,
    mut checkpointer: Checkpointer<'_>,
) -> Result<IndexedSolution, RunError> {
    let count = game.count();
    check_count(count)?;
    let mut threads = parallel_threads(limits.workers());
    if bytes_for_indices(count, threads) > limits.max_memory() {
        threads = 1;
    }
    let needed = bytes_for_indices(count, threads);
    limits.check(count, needed)?;
    let IndexedState { nothing, moves, analysis } = match from {
        Some(state) => state,
        None => counted(game, threads, needed, limits)?,
    };
    let (scheme, cells) = {
        let checkpointer = checkpointer.with_prefix(|out| {
            write_u64(out, moves)?;
            write_list(out, &nothing)
        });
        let predecessors = Predecessors::Asked(Unmoves(game));
        RunError::catch(|| finish(predecessors, analysis, threads, least, needed, limits, checkpointer))??
    };
    Ok(IndexedSolution { verdicts: Verdicts::packed(None, scheme, cells), nothing, moves })
}

/// The cells before the first tick, as narrow as they can be.
fn counted(game: &dyn DynIndexed, threads: usize, needed: u64, limits: &Limits<'_>) -> Result<IndexedState, RunError> {
    let count = game.count();
    let begun = match begun::<u8>(game, threads, needed, Cells::Bytes, limits)? {
        Some(begun) => begun,
        None => {
            limits.check(count, needed + count)?;
            match begun::<u16>(game, threads, needed + count, Cells::Halves, limits)? {
                Some(begun) => begun,
                None => {
                    limits.check(count, needed + 3 * count)?;
                    begun::<u32>(game, threads, needed + 3 * count, Cells::Words, limits)?
                        .expect("no count is too great for 32 bits")
                }
            }
        }
    };
    let Begun { start, nothing, moves } = begun;
    Ok(IndexedState { nothing, moves, analysis: RetrogradeState::from(start) })
}

/// The cells before the first tick, and what else the rules say.
struct Begun {
    start: Start,
    nothing: Vec<u64>,
    moves: u64,
}

/// What one thread finds in its part of the indices.
#[derive(Default)]
struct Part {
    /// Positions without moves, by value.
    ends: [usize; 3],
    /// The number of indices in the part.
    count: usize,
    /// A bit for each index, set if no position has it; up to the last such index.
    nothing: Vec<u64>,
    wide: Vec<(Vertex, u32)>,
    moves: u64,
}

/// Asks the rules for all indices; `None` if too many counts do not fit their cells.
fn begun<C: Cell>(
    game: &dyn DynIndexed,
    threads: usize,
    bytes: u64,
    all: fn(Vec<C>) -> Cells,
    limits: &Limits<'_>,
) -> Result<Option<Begun>, RunError> {
    let n = game.count() as usize;
    let done = AtomicU64::new(0);
    let most_wide = n / SOME;
    let mut cells = vec![C::of(0); n];
    let parts = each_part(&mut cells, threads, |base, cells| {
        let mut part = Part { count: cells.len(), ..Part::default() };
        let mut begins = vec![Begin::Nothing; BLOCK];
        let mut unchecked = 0;
        for (i, cells) in cells.chunks_mut(BLOCK).enumerate() {
            let first = base + i * BLOCK;
            let begins = &mut begins[..cells.len()];
            game.begin(Index(first as u64), begins);
            part.fill(first, i * BLOCK, cells, begins, most_wide);
            unchecked += cells.len() as u64;
            if unchecked >= STEPS {
                let done = done.fetch_add(unchecked, Ordering::Relaxed) + unchecked;
                unchecked = 0;
                limits.report(Stage { phase: Phase::Count, level: 0, done, of: Some(n as u64), bytes })?;
            }
            if part.wide.len() > most_wide {
                break;
            }
        }
        Ok(part)
    })?;
    let parts = parts.into_iter().collect::<Result<Vec<Part>, RunError>>()?;
    let wide: Vec<_> = parts.iter().flat_map(|part| part.wide.iter().copied()).collect();
    if wide.len() > most_wide {
        return Ok(None);
    }
    let ends = |outcome: Outcome| parts.iter().map(|part| part.ends[outcome as usize]).sum::<usize>();
    let (won, lost) = (ends(Outcome::Win), ends(Outcome::Loss));
    let scheme = Scheme::of(false, won > 0, lost > 0);
    let ends = match scheme {
        Scheme::Parity { .. } => [won + lost, 0],
        Scheme::Valued | Scheme::Owned => [lost, won],
    };
    if scheme == (Scheme::Parity { ends_won: true }) {
        // A won end was decided at tick 1, as where there are lost ones too.
        let (first, second) = (C::decided(0), C::decided(1));
        cells.iter_mut().filter(|cell| **cell == second).for_each(|cell| *cell = first);
    }
    let moves = parts.iter().map(|part| part.moves).sum();
    let mut nothing = Vec::new();
    if parts.iter().any(|part| !part.nothing.is_empty()) {
        nothing.reserve_exact(n.div_ceil(64));
        for part in parts {
            let end = nothing.len() + part.count.div_ceil(64);
            nothing.extend(part.nothing);
            nothing.resize(end, 0);
        }
    }
    Ok(Some(Begun { start: Start { cells: all(cells), wide, scheme, ends }, nothing, moves }))
}

impl Part {
    /// Fills the cells from index `first` on; `before` cells of the part precede them.
    fn fill<C: Cell>(&mut self, first: usize, before: usize, cells: &mut [C], begins: &[Begin], most_wide: usize) {
        let most = most::<C>(false).bits();
        for (i, (cells, begins)) in cells.chunks_mut(64).zip(begins.chunks(64)).enumerate() {
            let mut nothing = 0;
            for (bit, (cell, begin)) in cells.iter_mut().zip(begins).enumerate() {
                *cell = match *begin {
                    Begin::Open(count) => {
                        self.moves += u64::from(count);
                        if count >= most && self.wide.len() <= most_wide {
                            self.wide.push((Vertex((first + 64 * i + bit) as u32), count));
                        }
                        C::of(count.min(most))
                    }
                    Begin::End(outcome) => {
                        self.ends[outcome as usize] += 1;
                        match outcome {
                            Outcome::Loss => C::decided(0),
                            Outcome::Win => C::decided(1),
                            Outcome::Draw => C::of(0),
                        }
                    }
                    Begin::Nothing => {
                        nothing |= 1 << bit;
                        C::of(0)
                    }
                };
            }
            if nothing != 0 {
                self.nothing.resize(before / 64 + i, 0);
                self.nothing.push(nothing);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Indexed, Player};
    use crate::graph::explore;
    use crate::solve;
    use crate::text::{Key, WithoutText};
    use std::num::NonZeroUsize;

    /// A random game of so many indices, each with some options: ends of all values, indices without a position, and drawn exits.
    struct Random {
        options: Vec<Vec<usize>>,
        before: Vec<Vec<usize>>,
        ends: Vec<Outcome>,
        /// An index whose unmoves are a defect of the rules.
        fault: Option<usize>,
    }

    impl Random {
        fn new(seed: u64, count: usize, degree: usize, ends: &[Outcome], is_free: fn(usize) -> bool) -> Self {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut next = |below: usize| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as usize % below
            };
            let mut options = vec![Vec::new(); count];
            for row in options.iter_mut().enumerate().filter(|(v, _)| !is_free(*v)).map(|(_, row)| row) {
                for _ in 0..next(degree + 1) {
                    // `count` is a drawn end without an index.
                    row.push(Some(next(count + 1)).filter(|&to| !is_free(to)).unwrap_or(count));
                }
            }
            let mut before = vec![Vec::new(); count + 1];
            for (v, row) in options.iter().enumerate() {
                row.iter().for_each(|&to| before[to].push(v));
            }
            let ends = (0..=count).map(|v| if v == count { Outcome::Draw } else { ends[next(ends.len())] }).collect();
            Self { options, before, ends, fault: None }
        }
    }

    impl Game for Random {
        type Position = usize;
        type Move = usize;
        fn moves(&self, &at: &usize, out: &mut Vec<usize>) {
            out.extend(self.options.get(at).into_iter().flatten());
        }
        fn play(&self, _at: &usize, &to: &usize) -> usize {
            to
        }
        fn terminal(&self, &at: &usize) -> Outcome {
            self.ends[at]
        }
    }

    /// Every seventh index has no position.
    fn seventh(v: usize) -> bool {
        v % 7 == 3
    }

    struct Holed<'a>(&'a Random, fn(usize) -> bool);

    impl Game for Holed<'_> {
        type Position = usize;
        type Move = usize;
        fn moves(&self, at: &usize, out: &mut Vec<usize>) {
            self.0.moves(at, out);
        }
        fn play(&self, _at: &usize, &to: &usize) -> usize {
            to
        }
        fn terminal(&self, at: &usize) -> Outcome {
            self.0.terminal(at)
        }
    }

    impl Indexed for Holed<'_> {
        fn indices(&self) -> u64 {
            self.0.options.len() as u64
        }
        fn rank(&self, &at: &usize) -> Option<Index> {
            (at < self.0.options.len()).then_some(Index(at as u64))
        }
        fn unrank(&self, Index(at): Index) -> Option<usize> {
            Some(at as usize).filter(|&at| !(self.1)(at))
        }
        fn unmoves(&self, &at: &usize, out: &mut Vec<usize>) {
            assert_ne!(Some(at), self.0.fault, "a defect of the rules");
            out.extend(&self.0.before[at]);
        }
    }

    fn holds(random: &Random, is_free: fn(usize) -> bool) {
        let count = random.options.len();
        let explored = explore(random, 0..=count, &Limits::NONE).unwrap();
        let solved = solve::solve(&explored.graph, &Limits::NONE).unwrap();
        let game = WithoutText(Holed(random, is_free));
        let mut first = None;
        for threads in [1, 2, 3, 8] {
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            let all = indexed_shared_from(16, &game, &limits, None, Checkpointer::none()).unwrap();
            for at in 0..count {
                let expected = (!is_free(at)).then(|| solved.verdict(explored.vertex(&at).unwrap()));
                assert_eq!(all.get(Index(at as u64)), expected, "{at} on {threads} threads");
            }
            assert_eq!(all.get(Index(count as u64)), None);
            assert_eq!(*first.get_or_insert_with(|| all.clone()), all, "{threads} threads");
        }
    }

    #[test]
    fn indices_are_solved_as_the_graph_is() {
        use Outcome::{Draw, Loss, Win};
        for (seed, ends) in (0..).zip([&[Loss][..], &[Win], &[Loss, Win], &[Loss, Draw], &[Loss, Win, Draw], &[Draw]]) {
            for (count, degree) in [(1, 1), (50, 2), (3000, 2), (3000, 5), (500, 40)] {
                holds(&Random::new(seed, count, degree, ends, |_| false), |_| false);
                holds(&Random::new(seed, count, degree, ends, seventh), seventh);
            }
        }
    }

    #[test]
    fn more_options_than_a_byte_counts() {
        // A few positions with many options, then most of them.
        holds(&Random::new(5, 2000, 1900, &[Outcome::Loss], |_| false), |_| false);
        let mut some = Random::new(6, 4000, 2, &[Outcome::Loss, Outcome::Draw], |_| false);
        for v in [17, 2044] {
            for to in 0..1000 {
                some.options[v].push(to);
                some.before[to].push(v);
            }
        }
        holds(&some, |_| false);
    }

    /// A thread that panics tells the others, which would wait for it for ever.
    #[test]
    fn a_panic_in_one_of_several_threads_is_an_error() {
        let mut random = Random::new(8, 3000, 3, &[Outcome::Loss], |_| false);
        let lost: Vec<usize> = (0..3000).filter(|&v| random.options[v].is_empty()).collect();
        for (threads, at) in [(2, lost[0]), (2, lost[lost.len() - 1]), (3, lost[lost.len() / 2]), (8, lost[0])] {
            random.fault = Some(at);
            let game = WithoutText(Holed(&random, |_| false));
            let limits = Limits { threads: NonZeroUsize::new(threads), ..Limits::NONE };
            let error = indexed_shared_from(16, &game, &limits, None, Checkpointer::none()).unwrap_err();
            assert!(
                matches!(&error, RunError::WorkerPanicked { message } if message.contains("a defect of the rules")),
                "{error:?}"
            );
        }
    }

    /// The same while options are counted, in each part of the indices.
    #[test]
    fn a_panic_while_counting_is_an_error() {
        struct Faulty(u64);
        impl DynIndexed for Faulty {
            fn count(&self) -> u64 {
                100_000
            }
            fn colours_alike(&self) -> bool {
                false
            }
            fn is_double(&self, _: Index) -> bool {
                false
            }
            fn begin(&self, Index(first): Index, out: &mut [Begin]) {
                assert!(!(first..first + out.len() as u64).contains(&self.0), "a defect of the rules");
                out.fill(Begin::End(Outcome::Loss));
            }
            fn options(&self, _: &[Index], _: &mut Vec<Index>) -> u64 {
                0
            }
            fn unmoves(&self, _: &[Index], _: &mut Vec<Index>) {}
            fn index_of(&self, _: &Key) -> Option<Index> {
                None
            }
            fn player(&self, _: &Key) -> Option<Player> {
                None
            }
            fn position(&self, _: Index, _: Option<Player>) -> Option<Key> {
                None
            }
            fn class(&self, _: Index) -> Option<(Index, u64)> {
                None
            }
        }
        let two = Limits { threads: NonZeroUsize::new(2), ..Limits::NONE };
        for fault in [0, 40_000, 60_000, 99_999] {
            let error = retrograde_indexed(&Faulty(fault), &two).unwrap_err();
            assert_eq!(error, RunError::WorkerPanicked { message: "a defect of the rules".to_owned() });
        }
        assert!(retrograde_indexed(&Faulty(u64::MAX), &two).is_ok());
    }

    /// So many positions that are lost at once; the key of a position is its index.
    struct Lost(u64);

    impl Game for Lost {
        type Position = u64;
        type Move = u64;
        fn moves(&self, _: &u64, _: &mut Vec<u64>) {}
        fn play(&self, _: &u64, &to: &u64) -> u64 {
            to
        }
    }

    impl Indexed for Lost {
        fn indices(&self) -> u64 {
            self.0
        }
        fn rank(&self, &at: &u64) -> Option<Index> {
            Some(Index(at))
        }
        fn unrank(&self, Index(at): Index) -> Option<u64> {
            (at < self.0).then_some(at)
        }
        fn unmoves(&self, _: &u64, _: &mut Vec<u64>) {}
    }

    #[test]
    fn more_indices_than_32_bits_are_an_error_here_alone() {
        assert!(bytes_for_indices(1 << 32, 1) > 1 << 32);
        assert_eq!(bytes_for_indices(u64::MAX, 8), u64::MAX);
        for count in [MOST + 1, 1 << 32, (1 << 32) + 5, u64::MAX] {
            let game = WithoutText(Lost(count));
            let error = retrograde_indexed(&game, &Limits::NONE).unwrap_err();
            assert_eq!(error, RunError::Limit(LimitHit::TooLarge { limit: MOST, needed: count }));
            for index in [0, 5, count / 2, count - 1].map(Index) {
                let key = game.position(index, None).unwrap();
                assert_eq!(key.0.len(), if count > 1 << 32 { 8 } else { 4 });
                assert_eq!(game.index_of(&key), Some(index));
            }
            assert_eq!(game.position(Index(count), None), None);
        }
        let all = retrograde_indexed(&WithoutText(Lost(6)), &Limits::NONE).unwrap();
        assert!(all.get(Index(5)).is_some());
        assert_eq!((all.get(Index(6)), all.get(Index((1 << 32) + 5))), (None, None));
    }

    #[test]
    fn limits_are_said_and_kept() {
        let random = Random::new(7, 300_000, 2, &[Outcome::Loss], |_| false);
        let game = WithoutText(Holed(&random, |_| false));
        let one = Limits { threads: NonZeroUsize::new(1), ..Limits::NONE };
        let needed = bytes_for_indices(300_000, 1);
        assert!(retrograde_indexed(&game, &Limits { memory: Some(needed), ..one }).is_ok());
        let hit = retrograde_indexed(&game, &Limits { memory: Some(needed - 1), ..one }).unwrap_err();
        assert_eq!(hit, RunError::Limit(LimitHit::Memory { limit: needed - 1, needed }));
        let hit = retrograde_indexed(&game, &Limits { positions: Some(299_999), ..one }).unwrap_err();
        assert_eq!(hit, RunError::Limit(LimitHit::Positions { limit: 299_999, needed: 300_000 }));
        let hit = retrograde_indexed(&game, &Limits { stop: &|| true, ..one }).unwrap_err();
        assert!(matches!(hit, RunError::Interrupted { .. }));
    }
}
