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

    /// Keeps more values from now on. All values so far must be known.
    pub(super) fn keep(&mut self, retained: usize) {
        debug_assert!(self.base == 0, "values that were let go are not known");
        self.retained = retained;
    }

    /// Whether all values are kept so far.
    pub(super) fn is_complete(&self) -> bool {
        self.base == 0
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
        if self.base == 0 { &self.latest } else { &self.first }
    }

    /// The `count` latest values before heap `end`.
    pub(super) fn before(&self, end: u64, count: usize) -> &[u16] {
        let end = (end - self.base) as usize;
        &self.latest[end - count..end]
    }

    /// The value of a heap, if it is kept.
    pub(super) fn get(&self, heap: u64) -> Option<u16> {
        match heap.checked_sub(self.base) {
            Some(i) => self.latest.get(i as usize).copied(),
            None => self.first.get(heap as usize).copied(),
        }
    }

    /// Whether [`Self::reserve`] of `more` values drops older ones.
    pub(super) fn would_drop(&self, more: usize) -> bool {
        let most = self.retained.saturating_add((self.retained / 2).max(more));
        self.latest.len().saturating_add(more) > most
    }

    /// Makes room for `more` values; may drop older ones.
    pub(super) fn reserve(&mut self, more: usize) {
        if !self.would_drop(more) {
            return;
        }
        if self.base == 0 {
            self.first = self.latest[..self.retained].to_vec();
        }
        let gone = self.latest.len() - self.retained;
        self.latest.copy_within(gone.., 0);
        self.latest.truncate(self.retained);
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
