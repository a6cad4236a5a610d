//! The value of one heap, and its moves to a given value; for heaps of any size once a period is proved.

use super::moves::{KnownValues, moves_to};
use super::period_searcher::FIRST_ATTEMPT_HEAPS;
use super::search::Method;
use super::{Game, Move, PeriodSearcher};
use crate::heap::bulk;
use crate::limits::Limits;
use crate::theory::{ClaimError, Period, SearchEnd};
use crate::value::Nimber;
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The most heaps that the plain method computes if a move leaves up to two heaps: 4·10⁹ pairs, about a second.
const PLAIN: usize = 1 << 17;
/// The most heaps that it computes if a move leaves three heaps, when values may rise with the heap: about a second then.
const PLAIN_OF_THREE: usize = 1 << 13;
/// The most heaps computed in a sparse space: 16 MiB of values.
const SPARSE: usize = 1 << 23;
/// The bound on the number of heaps times the work for each heap in a sparse space: a second or two.
const SPARSE_WORK: u64 = 5_000_000_000;

/// The values of a game's heaps, computed on request. Once a period is proved, they are known for all heaps.
///
/// ```
/// use grundy::{Nimber, heap::octal::{Code, Game, Values}};
/// let kayles = Values::new(Game::Code(Code::KAYLES));
/// assert_eq!(kayles.grundy(1_000_000_000_000), Ok(Nimber(1)));
/// let winning = kayles.moves_to(1_000_000_000_000, Nimber(0), 1000)?;
/// assert_eq!((winning.len(), winning[0].take, winning[0].left), (1000, 2, [1, 999_999_999_997, 0]));
/// # Ok::<(), grundy::heap::octal::HeapOutOfReach>(())
/// ```
#[derive(Debug)]
pub struct Values {
    game: Game,
    /// The most heaps that the plain method computes; `limit` is for all methods.
    plain: usize,
    limit: usize,
    /// A period, with the values of the heaps before its first repetition.
    proved: OnceLock<(Period, Box<[u16]>)>,
    /// The values computed so far; empty after a period is proved.
    computed: Mutex<Computed>,
}

#[derive(Debug)]
struct Computed {
    searcher: PeriodSearcher,
    /// Whether no more can be computed.
    has_ended: bool,
}

impl Values {
    /// Creates the values of a game. If no period can be proved they are known up to heap 131,071, or, if a move may leave
    /// three heaps, up to heap 8191. If few heaps are rare they are known further, at most up to heap 8,388,607.
    pub fn new(game: Game) -> Self {
        let plain = if game.parts() == 3 { PLAIN_OF_THREE } else { PLAIN };
        Self::with_limits(game, plain, SPARSE)
    }

    /// Creates the values of a game of which at most `heaps` are computed.
    pub fn with_limit(game: Game, heaps: usize) -> Self {
        Self::with_limits(game, heaps, heaps)
    }

    fn with_limits(game: Game, plain: usize, limit: usize) -> Self {
        let searcher = searcher(game.clone(), plain);
        let computed = Mutex::new(Computed { searcher, has_ended: limit == 0 });
        Self { game, plain, limit, proved: OnceLock::new(), computed }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the period, if one has been proved so far.
    pub fn proved(&self) -> Option<Period> {
        self.proved.get().map(|(found, _)| *found)
    }

    /// Returns the period, if one can be proved within the limit.
    pub fn period(&self) -> Option<Period> {
        self.with(u64::MAX, |_| ()).ok().and_then(|()| self.proved())
    }

    /// Returns the value of a heap.
    ///
    /// # Errors
    /// If no period is proved and the heap is beyond the limit.
    pub fn grundy(&self, heap: u64) -> Result<Nimber, HeapOutOfReach> {
        self.with(heap, |known| Nimber(known.at(heap).into()))
    }

    /// Calls `visit` with the values of a range of heaps, a block at a time. [`Self::compute_to`] must have computed the last of
    /// them.
    ///
    /// # Errors
    /// If no period is proved and a heap is beyond the limit, or `limits` end the computation.
    pub(in crate::heap) fn visit(
        &self,
        heaps: Range<u64>,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&[Nimber]),
    ) -> Result<(), ClaimError> {
        if let Some(last) = bulk::last(&heaps) {
            self.with(last, |_| ()).map_err(|error| ClaimError::OutOfReach(error.to_string()))?;
        }
        if let Some((period, window)) = self.proved.get() {
            return bulk::periodic_in_blocks(heaps, window, period, limits, visit);
        }
        bulk::in_blocks(heaps, bulk::BLOCK, limits, visit, |values, heaps| {
            let computed = bulk::lock(&self.computed, limits)?;
            match self.cycle() {
                // Another thread has proved a period meanwhile.
                Some(known) => values.extend(heaps.map(|heap| Nimber(known.at(heap).into()))),
                None => {
                    let known = &computed.searcher.values()[heaps.start as usize..heaps.end as usize];
                    values.extend(known.iter().map(|&value| Nimber(value.into())));
                }
            }
            Ok(())
        })
    }

    /// Computes the values up to `heap`, within `limits`, as far as they can be known.
    ///
    /// # Errors
    /// If `limits` end the computation. A later call continues it.
    pub(in crate::heap) fn compute_to(&self, heap: u64, limits: &Limits<'_>) -> Result<(), ClaimError> {
        while self.proved.get().is_none() {
            let mut computed = bulk::lock(&self.computed, limits)?;
            if computed.has_ended || computed.searcher.values().len() as u64 > heap {
                break;
            }
            self.double(&mut computed, limits);
            drop(computed);
            bulk::check(limits)?;
        }
        Ok(())
    }

    /// Returns at most `want` of the moves of a heap to options of value `target`, in the order of [`Game::each_move`].
    ///
    /// With a proved period the time depends only on the preperiod, the period, the digits and `want`, not on the heap.
    ///
    /// # Errors
    /// If no period is proved and the heap is beyond the limit.
    pub fn moves_to(&self, heap: u64, target: Nimber, want: usize) -> Result<Vec<Move>, HeapOutOfReach> {
        self.with(heap, |known| match u16::try_from(target.0) {
            Ok(target) if want > 0 => moves_to(&self.game, known, heap, target, want),
            _ => Vec::new(),
        })
    }

    /// Calls `then` with the values, after computing those up to `heap`.
    fn with<T>(&self, heap: u64, then: impl FnOnce(KnownValues<'_>) -> T) -> Result<T, HeapOutOfReach> {
        if let Some(known) = self.cycle() {
            return Ok(then(known));
        }
        let mut computed = self.computed.lock().unwrap_or_else(PoisonError::into_inner);
        while self.proved.get().is_none() && computed.searcher.values().len() as u64 <= heap {
            if computed.has_ended {
                return Err(HeapOutOfReach { heap, heaps: computed.searcher.values().len() as u64 });
            }
            self.double(&mut computed, &Limits::NONE);
        }
        Ok(then(self.cycle().unwrap_or(KnownValues { values: computed.searcher.values(), cycle: None })))
    }

    /// The values, if a proved period gives them.
    fn cycle(&self) -> Option<KnownValues<'_>> {
        let (found, values) = self.proved.get()?;
        Some(KnownValues { values, cycle: Some((found.preperiod(), found.period())) })
    }

    /// Doubles the number of values and tries to prove a period.
    fn double(&self, computed: &mut MutexGuard<'_, Computed>, limits: &Limits<'_>) {
        let known = computed.searcher.values().len();
        let most = match computed.searcher.progress().method {
            Method::Plain => self.limit,
            Method::Sparse { rare, .. } => {
                self.limit.min(usize::try_from(SPARSE_WORK / (rare as u64 + 32)).unwrap_or(usize::MAX))
            }
        };
        let heaps = (2 * known).clamp(FIRST_ATTEMPT_HEAPS.min(most), most);
        let search = computed.searcher.search(heaps as u64, &mut |_| !(limits.stop)());
        if search.ended == SearchEnd::Stopped {
            return;
        }
        if let Some(found) = search.proved() {
            let values = &computed.searcher.values()[..(found.preperiod() + found.period()) as usize];
            self.proved.get_or_init(|| (found, values.into()));
            computed.searcher = searcher(self.game.clone(), self.plain);
        }
        computed.has_ended = search.ended != SearchEnd::Limit || heaps == most;
    }
}

/// A search that keeps all values.
fn searcher(game: Game, plain: usize) -> PeriodSearcher {
    PeriodSearcher::new(game).plain_limit(plain).keep_all()
}

/// A heap beyond those whose values are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapOutOfReach {
    /// The requested heap.
    pub heap: u64,
    /// Number of heaps whose values are known, from 0 on.
    pub heaps: u64,
}

impl fmt::Display for HeapOutOfReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, heaps } = self;
        write!(
            f,
            "no period is proved, and of the heaps only the first {heaps} are known; heap {heap} is not among them"
        )
    }
}

impl std::error::Error for HeapOutOfReach {}
