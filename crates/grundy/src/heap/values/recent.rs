//! The last values of a sequence, as many as can matter.

/// Values that are kept at least, so that moving them to the front is rare.
const SPARE: usize = 4096;

/// The last values, in one piece of memory.
pub(super) struct Recent {
    values: Vec<u32>,
    kept: usize,
}

impl Recent {
    /// Goes on from `values`, and keeps `kept` of them at least.
    pub(super) fn new(values: Vec<u32>, kept: usize) -> Self {
        Self { values, kept }
    }

    /// The value `back` places before the next.
    #[inline]
    pub(super) fn back(&self, back: usize) -> u32 {
        self.values[self.values.len() - back]
    }

    /// All that are kept, the last one last.
    #[inline]
    pub(super) fn all(&self) -> &[u32] {
        &self.values
    }

    /// Adds a value.
    #[inline]
    pub(super) fn push(&mut self, value: u32) {
        if self.values.len() >= 2 * self.kept + SPARE {
            self.values.drain(..self.values.len() - self.kept);
        }
        self.values.push(value);
    }

    /// All that are kept, to be changed.
    pub(super) fn all_mut(&mut self) -> &mut [u32] {
        &mut self.values
    }
}
