//! The values that a run keeps: those of the first heaps, and the latest ones.

/// Values of heaps 0, 1, 2, …, of which only the first and the latest are kept.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Number of first values that are kept, and the least number of latest values that are kept.
    retained: usize,
    /// The first `retained` values, once `latest` no longer begins with them.
    first: Vec<u16>,
    /// The latest values.
    latest: Vec<u16>,
    /// The heap that the first of the latest values belongs to.
    base: u64,
}

impl History {
    /// A history that begins with heap 0.
    pub(super) fn new(values: Vec<u16>, retained: usize) -> Self {
        Self { retained, first: Vec::new(), latest: values, base: 0 }
    }

    /// A history of which the first values, and the latest from heap `base` on, are known.
    pub(super) fn resume(first: Vec<u16>, base: u64, latest: Vec<u16>, retained: usize) -> Self {
        Self { retained, first, latest, base }
    }

    /// Keeps another number of values from now on. All values so far must be known.
    pub(super) fn set_retained(&mut self, retained: usize) {
        debug_assert!(!self.has_dropped(), "values that were dropped are not known");
        self.retained = retained;
    }

    /// Whether the first `retained` values are all.
    ///
    /// The heap at which values are dropped depends on how many are appended at once, and thereby on the number of threads. Nothing else
    /// may: this method, [`Self::first`] and [`Self::get`] answer as if values were dropped at once.
    pub(super) fn is_complete(&self) -> bool {
        !self.has_dropped() && self.latest.len() <= self.retained
    }

    /// Whether values were dropped.
    pub(super) fn has_dropped(&self) -> bool {
        self.base > 0
    }

    /// Number of first values that are kept, and the least number of latest values that are kept.
    pub(super) fn retained(&self) -> usize {
        self.retained
    }

    /// Number of heaps whose values were computed: the next heap.
    pub(super) fn heaps(&self) -> u64 {
        self.base + self.latest.len() as u64
    }

    /// The latest values, and the heap that the first of them belongs to.
    pub(super) fn latest(&self) -> (&[u16], u64) {
        (&self.latest, self.base)
    }

    /// The values of heaps from 0 on: all of them, or as many as are kept.
    pub(super) fn first(&self) -> &[u16] {
        if self.has_dropped() { &self.first } else { &self.latest[..self.latest.len().min(self.retained)] }
    }

    /// The `count` latest values before heap `end`.
    pub(super) fn before(&self, end: u64, count: usize) -> &[u16] {
        let end = (end - self.base) as usize;
        &self.latest[end - count..end]
    }

    /// The value of a heap, if it is one of the first or of the latest.
    pub(super) fn get(&self, heap: u64) -> Option<u16> {
        let is_old = heap.saturating_add(self.retained as u64) < self.heaps();
        match heap.checked_sub(self.base) {
            Some(i) if !is_old => self.latest.get(i as usize).copied(),
            _ => self.first().get(heap as usize).copied(),
        }
    }

    /// Whether [`Self::reserve`] of `more` values drops older ones.
    pub(super) fn would_drop(&self, more: usize) -> bool {
        self.latest.len().saturating_add(more) > self.most(more)
    }

    /// The most latest values if `more` are appended at once.
    fn most(&self, more: usize) -> usize {
        self.retained.saturating_add((self.retained / 2).max(more))
    }

    /// Makes room for `more` values; may drop older ones.
    pub(super) fn reserve(&mut self, more: usize) {
        if self.would_drop(more) {
            self.drop_old(more);
        }
        let needed = self.latest.len().saturating_add(more);
        if needed > self.latest.capacity() {
            // Twice the room, unless that is more than is ever used.
            let room = needed.saturating_mul(2).min(self.most(more)).max(needed);
            self.latest.reserve_exact(room - self.latest.len());
        }
    }

    /// Drops all but the first and the latest `retained` values.
    fn drop_old(&mut self, more: usize) {
        if !self.has_dropped() {
            self.first = self.latest[..self.retained].to_vec();
        }
        let gone = self.latest.len() - self.retained;
        self.latest.copy_within(gone.., 0);
        self.latest.truncate(self.retained);
        self.latest.shrink_to(self.most(more));
        self.base += gone as u64;
    }

    pub(super) fn push(&mut self, value: u16) {
        self.latest.push(value);
    }

    pub(super) fn extend(&mut self, values: &[u16]) {
        self.latest.extend_from_slice(values);
    }

    /// Forgets the values from heap `end` on.
    pub(super) fn truncate(&mut self, end: u64) {
        self.latest.truncate((end - self.base) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What a history answers does not depend on the number of values that are appended at once.
        #[test]
        fn steps_change_no_answer(retained in 1usize..40, steps in prop::collection::vec(1usize..30, 1..20)) {
            let mut stepwise = History::new(vec![0], retained);
            let mut one_by_one = stepwise.clone();
            for more in steps {
                stepwise.reserve(more);
                for _ in 0..more {
                    let value = (stepwise.heaps() % 251) as u16;
                    stepwise.push(value);
                    one_by_one.reserve(1);
                    one_by_one.push(value);
                }
                prop_assert_eq!(stepwise.is_complete(), one_by_one.is_complete());
                prop_assert_eq!(stepwise.first(), one_by_one.first());
                let heaps = stepwise.heaps();
                for heap in 0..heaps + 2 {
                    let is_kept = heap < heaps && (heap < retained as u64 || heap + retained as u64 >= heaps);
                    prop_assert_eq!(stepwise.get(heap), is_kept.then_some((heap % 251) as u16), "heap {}", heap);
                    prop_assert_eq!(one_by_one.get(heap), stepwise.get(heap), "heap {}", heap);
                }
            }
        }
    }
}
