//! The last values of a sequence, as many as determine the next ones.

/// The least number of values that are kept, so that they rarely have to be moved to the front.
const MIN_SPARE: usize = 4096;

/// The last values, contiguous in memory.
pub(super) struct Recent {
    values: Vec<u32>,
    retained: usize,
}

impl Recent {
    /// Continues `values`, and keeps at least `retained` of them.
    pub(super) fn new(values: Vec<u32>, retained: usize) -> Self {
        Self { values, retained }
    }

    /// The value `back` places before the next.
    #[inline]
    pub(super) fn back(&self, back: usize) -> u32 {
        self.values[self.values.len() - back]
    }

    /// All kept values, in order.
    #[inline]
    pub(super) fn all(&self) -> &[u32] {
        &self.values
    }

    /// Adds a value.
    #[inline]
    pub(super) fn push(&mut self, value: u32) {
        if self.values.len() >= 2 * self.retained + MIN_SPARE {
            self.values.drain(..self.values.len() - self.retained);
        }
        self.values.push(value);
    }

    /// All kept values, for modification.
    pub(super) fn all_mut(&mut self) -> &mut [u32] {
        &mut self.values
    }
}
