//! An estimate of how many positions an exploration will find.

/// The estimate: the number of positions in all, if each waiting position leads to as many new ones as those expanded
/// since the previous estimate did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PositionEstimate {
    expanded: usize,
    found: usize,
}

impl PositionEstimate {
    /// The estimate for these numbers of expanded and found positions; `None` while each expanded position gives about
    /// one new position or more.
    pub(super) fn update(&mut self, expanded: usize, found: usize) -> Option<u64> {
        let (more, new) = ((expanded - self.expanded) as f64, (found - self.found) as f64);
        *self = Self { expanded, found };
        (new < 0.95 * more).then(|| found as u64 + ((found - expanded) as f64 * new / (more - new)) as u64)
    }
}
