//! An estimate of how many positions an exploration will find.

/// The estimate grows with the exploration: how many positions there are in all, if each that waits leads to as many new ones as
/// those expanded since the last estimate did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foreseen {
    expanded: usize,
    found: usize,
}

impl Foreseen {
    /// The estimate when so many are expanded of those that are found; `None` while each leads to more than one new one.
    pub(super) fn total(&mut self, expanded: usize, found: usize) -> Option<u64> {
        let (more, new) = ((expanded - self.expanded) as f64, (found - self.found) as f64);
        *self = Self { expanded, found };
        (new < 0.95 * more).then(|| found as u64 + ((found - expanded) as f64 * new / (more - new)) as u64)
    }
}
