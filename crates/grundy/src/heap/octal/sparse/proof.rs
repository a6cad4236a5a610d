//! Derives a proved period from a window that recurred: checks the hypotheses of the window theorem, and finds the
//! least preperiod.
//!
//! **Window theorem** (proof: the theory notes of the repository). Digits up to 7, k the most stones that a move takes.
//! Let n, p ≥ 1, R, A ≥ 0 and W = max(R, A) + k, with (1) n ≥ W + 1; (2) every rare heap in [1, n + p) is ≤ R; (3) for n
//! ≤ x < n + p each rare value below the least common value that is no option is an option of x by taking, or by a split
//! with a part ≤ A; (4) g(y) = g(y + p) for n − W ≤ y < n; (5) p is even if heap parity is in the class. Then g(y + p) =
//! g(y) for all y ≥ n − W.
//!
//! So the window before n recurs p later exactly if the preperiod is at most n − W. The least preperiod lies between the
//! last saved window that did not recur and the first that did; the values there are computed twice, p apart.

use super::engine::{Engine, Event};
use super::history::History;
use super::recurrence::{Recurrence, SavedWindow};

/// Number of heaps that are compared at a time.
const CHUNK: u64 = 1 << 12;

/// A window that recurred, with all hypotheses checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// n: the window is before this heap.
    pub(super) heap: u64,
    /// p: the distance to the recurrence.
    pub(super) period: u64,
}

/// The reason why a recurring window gives no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::octal) enum Failure {
    /// The caller stopped the computation.
    Stopped,
    /// No window recurred.
    NoRepeat,
    /// This hypothesis of the window theorem does not hold.
    Hypothesis(u8),
    /// Recomputed values differ from the first ones.
    Differs,
}

impl Repeat {
    /// The repeat of the window before `heap`, which recurred before `recurred_at`.
    ///
    /// # Errors
    /// A hypothesis that does not hold. This checks them all, even those that the engine should ensure.
    pub(super) fn check(
        engine: &Engine,
        recurrence: &Recurrence,
        heap: u64,
        recurred_at: u64,
    ) -> Result<Self, Failure> {
        let (window, period) = (engine.window(), recurred_at - heap);
        let saved = recurrence.saved().iter().find(|saved| saved.heap == heap);
        let saved = saved.map(|saved| saved.values(window, engine.history()));
        let wrong = |hypothesis| Err(Failure::Hypothesis(hypothesis));
        if heap < window + 1 || period == 0 {
            return wrong(1);
        }
        // All heaps below `recurred_at` are known, and so are the rare ones: no rare heap was found since the window's size
        // was fixed.
        if recurrence.window() != window || engine.history().heaps() < recurred_at {
            return wrong(2);
        }
        // The engine also accepts splits into two rare heaps, which may both exceed A. None is a split of heap n or a later one: by (2), (4)
        // and (5) the last rare heap R is before the window, so that n > R + W, and W ≥ R + k.
        if engine.part() + engine.rules().last as u64 > window {
            return wrong(3);
        }
        if saved.is_none_or(|saved| saved != engine.history().before(recurred_at, window as usize)) {
            return wrong(4);
        }
        if engine.space().parity.is_some() && period % 2 == 1 {
            return wrong(5);
        }
        Ok(Self { heap, period })
    }
}

/// A stream of values from some heap on, which are recomputed unless they are known.
#[derive(Debug)]
pub(super) struct Stream<'a> {
    from: u64,
    engine: &'a Engine,
    saved: &'a [SavedWindow],
    /// Made for the first value that is not known.
    recomputed: Option<Engine>,
}

impl<'a> Stream<'a> {
    /// The values from heap `from` on.
    pub(super) fn new(engine: &'a Engine, saved: &'a [SavedWindow], from: u64) -> Self {
        Self { from, engine, saved, recomputed: None }
    }

    /// An engine that computes the values from the first heap on.
    fn recompute(&self) -> Engine {
        let (engine, window) = (self.engine, self.engine.window());
        let known = engine.history().first().len() as u64;
        let near = self.saved.iter().rev().find(|saved| saved.heap - window <= self.from);
        match near {
            Some(saved) if self.from >= known => {
                engine.recompute_from(saved.heap, saved.values(window, engine.history()))
            }
            _ => {
                let history = History::new(engine.history().first().to_vec(), known as usize);
                Engine::with(
                    engine.rules().clone(),
                    engine.space(),
                    history,
                    engine.rare().to_vec(),
                    engine.part(),
                    engine.largest(),
                )
            }
        }
    }

    /// The values of the heaps from `from` up to `to`. Neither may be less than before, and they are at most `CHUNK`
    /// apart or a window.
    pub(super) fn values(&mut self, from: u64, to: u64, go_on: &mut dyn FnMut() -> bool) -> Result<&[u16], Failure> {
        if self.recomputed.is_none()
            && let Some(known) = self.engine.history().first().get(from as usize..to as usize)
        {
            return Ok(known);
        }
        if self.recomputed.is_none() {
            self.recomputed = Some(self.recompute());
        }
        let engine = self.recomputed.as_mut().expect("made above");
        while engine.history().heaps() < to {
            // No step may go farther than the requested end, because the values must be kept.
            let step = (engine.history().heaps() + (1 << 16)).min(to);
            if engine.run(step) != Event::End {
                return Err(Failure::Differs);
            }
            if !go_on() {
                return Err(Failure::Stopped);
            }
        }
        let (latest, base) = engine.history().latest();
        Ok(&latest[(from - base) as usize..(to - base) as usize])
    }
}

/// The least preperiod; the values repeat with `repeat.period` from `repeat.heap − W` on.
pub(super) fn least_preperiod(
    engine: &Engine,
    saved: &[SavedWindow],
    repeat: Repeat,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, Failure> {
    let (window, period) = (engine.window(), repeat.period);
    let mut end = repeat.heap - window;
    let before = |heap: u64| saved.iter().rfind(|saved| saved.heap < heap).map_or(0, |saved| saved.heap);
    let mut heap = repeat.heap;
    while end > 0 {
        heap = before(heap);
        let start = heap.saturating_sub(window);
        if let Some(last) = last_difference(engine, saved, start..end, period, go_on)? {
            return Ok(last + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The last heap y of `heaps` with g(y + period) ≠ g(y).
fn last_difference(
    engine: &Engine,
    saved: &[SavedWindow],
    heaps: std::ops::Range<u64>,
    period: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Failure> {
    let mut early = Stream::new(engine, saved, heaps.start);
    let mut late = Stream::new(engine, saved, heaps.start + period);
    let mut last = None;
    let mut from = heaps.start;
    while from < heaps.end {
        let to = heaps.end.min(from + CHUNK);
        let late = late.values(from + period, to + period, go_on)?;
        let early = early.values(from, to, go_on)?;
        if let Some(at) = early.iter().zip(late).rposition(|(a, b)| a != b) {
            last = Some(from + at as u64);
        }
        from = to;
    }
    Ok(last)
}
