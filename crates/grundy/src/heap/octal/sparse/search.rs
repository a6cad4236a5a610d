//! The search for a period in the sparse space: the engine, the windows that it saves, and what they prove.

use super::engine::{CHUNK, Engine, Event};
use super::history::History;
use super::proof::{Failure, Repeat, least_preperiod};
use super::recurrence::Recurrence;
use super::space::{Rules, Space};
use crate::heap::octal::{Game, Method};
use crate::theory::Period;

/// Number of first and of latest values that are kept, unless more turn out to be necessary.
const KEPT: usize = 1 << 20;
/// The initial A: the largest part of the splits that the engine tries first.
const PART: u64 = 1 << 12;
/// The least number of heaps with which a search begins.
pub(in crate::heap::octal) const BEGIN: usize = 2 * PART as usize;
/// A search begins if at most one heap in this many is rare.
const SPARSE: usize = 8;
/// A search ends if more than one heap in this many is rare.
const DENSE: usize = 6;

/// The theorem that proves a period in the sparse space.
pub(in crate::heap::octal) const WINDOWS: &str =
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
pub(in crate::heap::octal) enum Step {
    /// The heaps are known.
    Known,
    /// A window recurred, and the values repeat.
    Repeats,
    /// Too many heaps are rare.
    Dense,
    /// The search must keep this number of values, which is more than allowed.
    Memory(u64),
    /// A hypothesis of the window theorem fails that the engine should ensure, or values differ that should not.
    Inconsistent,
}

impl SparseSearch {
    /// A search that continues after the first values of a game, if few of them are rare. `keep_all` keeps all values.
    pub(in crate::heap::octal) fn begin(game: &Game, values: &[u16], keep_all: bool) -> Option<Self> {
        let rules = Rules::of(game).filter(|rules| !rules.breaks.is_empty())?;
        let (space, rare) = Space::choose(&rules, values).filter(|_| values.len() >= BEGIN)?;
        if rare * SPARSE > values.len() {
            return None;
        }
        let kept = if keep_all { usize::MAX } else { KEPT.max(4 * values.len()) };
        let past = History::new(values.to_vec(), kept);
        let engine = Engine::new(rules, space, past, PART);
        let recurrence = Recurrence::new(engine.window(), engine.past());
        Some(Self { choose_at: 2 * rare + 16, engine, recurrence, repeat: None })
    }

    /// Computes values up to heap `end`, which is at most some thousand heaps away; `most` values may be kept.
    pub(in crate::heap::octal) fn advance(&mut self, end: u64, most: u64) -> Step {
        let mut end = end.min(self.engine.past().heaps() + CHUNK);
        while self.engine.past().heaps() < end {
            let event = self.engine.run(end);
            let changed = matches!(event, Event::Rare | Event::Part);
            // The window before a heap that changes the window size still has the old size.
            let known = self.engine.past().heaps() - u64::from(changed);
            if let Some((heap, again)) = self.recurrence.scan(self.engine.past(), known) {
                return match Repeat::check(&self.engine, &self.recurrence, heap, again) {
                    Ok(repeat) => {
                        self.repeat = Some(repeat);
                        Step::Repeats
                    }
                    Err(_) => Step::Inconsistent,
                };
            }
            match event {
                Event::End => {}
                Event::Rare | Event::Part => {
                    if self.engine.rare().len() >= self.choose_at {
                        self.choose_anew();
                    }
                    let heaps = self.engine.past().heaps();
                    self.recurrence = Recurrence::new(self.engine.window(), self.engine.past());
                    if self.engine.past().is_whole() && self.engine.rare().len() * DENSE > heaps as usize {
                        return Step::Dense;
                    }
                }
                Event::Forgotten => {
                    let needed = 4 * self.engine.past().kept() as u64;
                    if needed > most {
                        return Step::Memory(needed);
                    }
                    self.keep(needed as usize);
                    // The recomputation must not take longer than any other step.
                    end = end.min(self.engine.past().heaps() + CHUNK);
                }
            }
        }
        Step::Known
    }

    /// Looks for a space with fewer rare heaps.
    fn choose_anew(&mut self) {
        let rare = self.engine.rare().len();
        self.choose_at = 2 * rare;
        if !self.engine.past().is_whole() {
            return;
        }
        let values = self.engine.past().first();
        if let Some((space, fewer)) = Space::choose(self.engine.rules(), values)
            && 4 * fewer < 3 * rare
        {
            let past = History::new(values.to_vec(), self.engine.past().kept());
            self.engine = Engine::new(self.engine.rules().clone(), space, past, self.engine.part());
            self.choose_at = 2 * fewer + 16;
        }
    }

    /// Keeps more values, and recomputes those that were dropped.
    fn keep(&mut self, kept: usize) {
        if self.engine.past().is_whole() {
            self.engine.past_mut().keep(kept);
            return;
        }
        let past = History::new(self.engine.past().first().to_vec(), kept);
        self.engine = Engine::new(self.engine.rules().clone(), self.engine.space(), past, self.engine.part());
        self.recurrence = Recurrence::new(self.engine.window(), self.engine.past());
    }

    /// The number of heaps known.
    pub(in crate::heap::octal) fn heaps(&self) -> u64 {
        self.engine.past().heaps()
    }

    /// The first values: all, or those kept.
    pub(in crate::heap::octal) fn first(&self) -> &[u16] {
        self.engine.past().first()
    }

    /// All values, if none was dropped.
    pub(in crate::heap::octal) fn all(&self) -> Option<&[u16]> {
        self.engine.past().is_whole().then(|| self.engine.past().first())
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
        let repeat = self.repeat.ok_or(Failure::Hypothesis(4))?;
        let preperiod = least_preperiod(&self.engine, self.recurrence.saved(), repeat, go_on)?;
        let (period, checked_to) = (repeat.period, repeat.heap + repeat.period);
        Ok(Period::Proved { preperiod, period, saltus: 0, checked_to, by: WINDOWS })
    }
}
