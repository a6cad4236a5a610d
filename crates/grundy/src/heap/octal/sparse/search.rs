//! The search for a period in the sparse space: the engine, the windows that it saves, and what they prove.

use super::engine::{CHUNK, Engine, Event};
use super::history::History;
use super::proof::{Failure, Repeat, least_preperiod};
use super::recurrence::Recurrence;
use super::space::{Rules, Space};
use crate::heap::octal::{Game, Method};
use crate::theory::Period;

/// Number of first and of latest values that are kept, unless more turn out to be necessary.
pub(super) const RETAINED_VALUES: usize = 1 << 20;
/// The initial A: the largest part of the splits that the engine tries first.
const INITIAL_PART: u64 = 1 << 12;
/// The least number of heaps with which a search begins.
pub(in crate::heap::octal) const MIN_START_HEAPS: usize = 2 * INITIAL_PART as usize;
/// A search begins if at most one heap in this many is rare.
const START_HEAPS_PER_RARE: usize = 8;
/// A search ends if more than one heap in this many is rare.
const MIN_HEAPS_PER_RARE: usize = 6;

/// The theorem that proves a period in the sparse space.
pub(in crate::heap::octal) const WINDOW_THEOREM: &str =
    "equal windows of values in the sparse space (window theorem; see \"Sparse space\" in the documentation)";

/// The known values of a game, and the saved windows.
#[derive(Clone, Debug)]
pub(in crate::heap::octal) struct SparseSearch {
    pub(super) engine: Engine,
    pub(super) recurrence: Recurrence,
    /// The number of rare heaps at which the search chooses the space anew.
    pub(super) choose_at: usize,
    /// A window that recurred.
    pub(super) repeat: Option<Repeat>,
}

/// The result of some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::octal) enum AdvanceResult {
    /// Nothing happened that ends the search; more steps may be needed.
    Known,
    /// A window recurred, and the values repeat.
    Repeats,
    /// Too many heaps are rare.
    Dense,
    /// The search needs this number of bytes, which is more than allowed.
    Memory(u64),
    /// The value of the next heap exceeds 65535, or it is a rare heap beyond 2³².
    TooLarge,
    /// A hypothesis of the window theorem fails that the engine should ensure, or values differ that should not.
    Inconsistent,
}

impl SparseSearch {
    /// A search that continues after the first values of a game, if few of them are rare.
    pub(in crate::heap::octal) fn begin(game: &Game, values: &[u16]) -> Option<Self> {
        let rules = Rules::of(game).filter(|rules| !rules.breaks.is_empty())?;
        let (space, rare) = Space::choose(&rules, values).filter(|_| values.len() >= MIN_START_HEAPS)?;
        if rare * START_HEAPS_PER_RARE > values.len() {
            return None;
        }
        let retained = RETAINED_VALUES.max(4 * values.len());
        let history = History::new(values.to_vec(), retained);
        let engine = Engine::new(rules, space, history, INITIAL_PART);
        let recurrence = Recurrence::new(engine.window(), engine.history());
        Some(Self { choose_at: 2 * rare + 16, engine, recurrence, repeat: None })
    }

    /// Computes values up to heap `end`, or as many as take a tenth of a second or so, in `memory` bytes.
    pub(in crate::heap::octal) fn advance(&mut self, end: u64, memory: u64, threads: usize) -> AdvanceResult {
        if let Some(found) = self.engine.run_on_threads(end, threads, &mut self.recurrence) {
            return self.recurs(found);
        }
        let mut end = end.min(self.engine.history().heaps() + CHUNK);
        while self.engine.history().heaps() < end {
            let event = self.engine.run_one_step(end);
            let changed = matches!(event, Event::Rare | Event::Part);
            // The window before a heap that changes the window size still has the old size.
            let known = self.engine.history().heaps() - u64::from(changed);
            if let Some(found) = self.recurrence.scan(self.engine.history(), known) {
                return self.recurs(found);
            }
            match event {
                Event::End => {}
                Event::Filling => break,
                Event::Rare | Event::Part => {
                    if self.engine.rare().len() >= self.choose_at {
                        self.choose_anew();
                    }
                    let heaps = self.engine.history().heaps();
                    self.recurrence = Recurrence::new(self.engine.window(), self.engine.history());
                    if self.engine.history().is_complete()
                        && self.engine.rare().len() * MIN_HEAPS_PER_RARE > heaps as usize
                    {
                        return AdvanceResult::Dense;
                    }
                }
                Event::TooLarge => return AdvanceResult::TooLarge,
                Event::Dropped { window } => {
                    let retained = self.engine.history().retained().saturating_mul(4);
                    let needed = self.engine.bytes(retained, window);
                    if needed > memory {
                        return AdvanceResult::Memory(needed);
                    }
                    self.retain(retained);
                    // The recomputation must not take longer than any other step.
                    end = end.min(self.engine.history().heaps() + CHUNK);
                }
            }
        }
        AdvanceResult::Known
    }

    /// Checks that a window that recurred proves a period.
    fn recurs(&mut self, (heap, recurred_at): (u64, u64)) -> AdvanceResult {
        match Repeat::check(&self.engine, &self.recurrence, heap, recurred_at) {
            Ok(repeat) => {
                self.repeat = Some(repeat);
                AdvanceResult::Repeats
            }
            Err(_) => AdvanceResult::Inconsistent,
        }
    }

    /// Looks for a space with fewer rare heaps.
    fn choose_anew(&mut self) {
        let rare = self.engine.rare().len();
        self.choose_at = 2 * rare;
        if !self.engine.history().is_complete() {
            return;
        }
        let values = self.engine.history().first();
        if let Some((space, fewer)) = Space::choose(self.engine.rules(), values)
            && 4 * fewer < 3 * rare
        {
            let history = History::new(values.to_vec(), self.engine.history().retained());
            self.engine = Engine::new(self.engine.rules().clone(), space, history, self.engine.part());
            self.choose_at = 2 * fewer + 16;
        }
    }

    /// Keeps more values, and recomputes those that were dropped.
    fn retain(&mut self, retained: usize) {
        if self.engine.history().is_complete() {
            self.engine.history_mut().set_retained(retained);
            return;
        }
        let history = History::new(self.engine.history().first().to_vec(), retained);
        self.engine = Engine::new(self.engine.rules().clone(), self.engine.space(), history, self.engine.part());
        self.recurrence = Recurrence::new(self.engine.window(), self.engine.history());
    }

    /// Keeps all values from now on, if all are kept so far.
    pub(in crate::heap::octal) fn retain_all(&mut self) {
        if self.engine.history().is_complete() {
            self.engine.history_mut().set_retained(usize::MAX);
        }
    }

    /// Drops old values from now on, after a run that kept all.
    pub(in crate::heap::octal) fn retain_latest(&mut self) {
        if self.engine.history().retained() < usize::MAX {
            return;
        }
        self.recurrence.copy_windows(self.engine.history());
        let needed = (self.engine.window() + 2 * CHUNK) as usize;
        self.engine.history_mut().set_retained(needed.next_power_of_two().max(RETAINED_VALUES));
    }

    /// The bytes of the search as it is.
    pub(in crate::heap::octal) fn bytes(&self) -> u64 {
        let history = self.engine.history();
        self.engine.bytes(history.retained().min(history.heaps() as usize), self.engine.window())
    }

    /// The number of heaps known.
    pub(in crate::heap::octal) fn heaps(&self) -> u64 {
        self.engine.history().heaps()
    }

    /// The first values: all, or as many as are kept.
    pub(in crate::heap::octal) fn first(&self) -> &[u16] {
        self.engine.history().first()
    }

    /// All values, if all are kept.
    pub(in crate::heap::octal) fn all(&self) -> Option<&[u16]> {
        self.engine.history().is_complete().then(|| self.engine.history().first())
    }

    /// The largest value.
    pub(in crate::heap::octal) fn largest(&self) -> u16 {
        self.engine.largest()
    }

    /// Whether a window recurred.
    pub(in crate::heap::octal) fn repeats(&self) -> bool {
        self.repeat.is_some()
    }

    /// The method of computing the values.
    pub(in crate::heap::octal) fn method(&self) -> Method {
        let Space { mask, parity } = self.engine.space();
        Method::Sparse {
            mask,
            parity: parity.is_some(),
            rare: self.engine.rare().len(),
            last: self.engine.last_rare(),
            words: self.engine.words(),
        }
    }

    /// The least period and preperiod, proved by the window that recurred.
    pub(in crate::heap::octal) fn prove(&self, go_on: &mut dyn FnMut() -> bool) -> Result<Period, Failure> {
        let repeat = self.repeat.ok_or(Failure::NoRepeat)?;
        let preperiod = least_preperiod(&self.engine, self.recurrence.saved(), repeat, go_on)?;
        let (period, checked_to) = (repeat.period, repeat.heap + repeat.period);
        Ok(Period::Proved { preperiod, period, saltus: 0, checked_to, by: WINDOW_THEOREM })
    }
}
