//! At most so many things, kept in place and not in memory of their own.
//!
//! What is known of a row of numbers is made anew whenever the next number is in another row. Where lists in memory held it,
//! taking and growing these was a fifth of the time of solving the movement phase.

/// The things, in the order in which they came.
pub(super) struct Few<T, const MOST: usize> {
    all: [T; MOST],
    count: usize,
}

impl<T: Copy + Default, const MOST: usize> Few<T, MOST> {
    /// None yet.
    pub(super) fn new() -> Self {
        Self { all: [T::default(); MOST], count: 0 }
    }

    /// These things.
    pub(super) fn of(things: impl Iterator<Item = T>) -> Self {
        let mut few = Self::new();
        things.for_each(|thing| few.push(thing));
        few
    }

    /// Adds a thing. There are fewer than `MOST`, or it is left out.
    pub(super) fn push(&mut self, thing: T) {
        debug_assert!(self.count < MOST, "room for one more");
        if let Some(slot) = self.all.get_mut(self.count) {
            *slot = thing;
            self.count += 1;
        }
    }
}

impl<T, const MOST: usize> std::ops::Deref for Few<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[..self.count]
    }
}
