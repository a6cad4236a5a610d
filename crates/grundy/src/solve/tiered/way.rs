//! The progress of a run: in its forward pass, or in its backward pass.

use super::budget::MemoryBudget;
use super::growing::Growing;
use super::page::Page;
use super::tier::Tier;
use super::values::Census;
use crate::game::Step;
use crate::limits::{Limits, RunError};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The progress of a run.
pub(super) enum Way<P: Page> {
    /// The forward pass finds positions.
    Up(ForwardPass<P>),
    /// All positions are found, and the tiers from `valued_from` on have values.
    Down { tiers: Vec<Tier<P>>, valued_from: usize, census: Census },
}

/// A forward pass between two ranges of places.
pub(super) struct ForwardPass<P: Page> {
    /// Tiers that are already expanded.
    pub(super) tiers: Vec<Tier<P>>,
    /// The tier that is being expanded, and the number of its places that are done.
    pub(super) here: Option<(Tier<P>, usize)>,
    pub(super) above: Above<P>,
}

/// Tiers that are still growing.
pub(super) struct Above<P: Page> {
    pub(super) growing: BTreeMap<u32, Growing<P>>,
    /// Number of their positions, and of the bytes that they take.
    pub(super) positions: u64,
    pub(super) bytes: u64,
}

impl<P: Page> Above<P> {
    /// The tiers of positions that come block by block, without limits.
    pub(super) fn of<E>(mut steps: impl FnMut(&mut Vec<Step>) -> Result<bool, E>) -> Result<Self, E> {
        let mut budget = MemoryBudget::new(NO_LIMITS);
        let (mut growing, mut block) = (BTreeMap::new(), Vec::new());
        while steps(&mut block)? {
            meet(&mut growing, &block, &mut budget).expect("there are no limits");
            block.clear();
        }
        Ok(Self { growing, positions: budget.positions, bytes: budget.bytes() })
    }
}

const NO_LIMITS: &Limits<'static> = &Limits::NONE;

impl<P: Page> Way<P> {
    pub(super) fn up(start: Step) -> Self {
        let mut start = Some(start);
        let above = Above::of(|block| {
            block.extend(start.take());
            Ok::<_, Infallible>(!block.is_empty())
        });
        let Ok(above) = above;
        Self::Up(ForwardPass { tiers: Vec::new(), here: None, above })
    }
}

/// Adds positions, tier after tier.
pub(super) fn meet<P: Page>(
    growing: &mut BTreeMap<u32, Growing<P>>,
    steps: &[Step],
    budget: &mut MemoryBudget<'_>,
) -> Result<(), RunError> {
    steps.chunk_by(|a, b| a.tier == b.tier).try_for_each(|steps| {
        let tier = steps[0].tier;
        growing.entry(tier).or_insert_with(|| Growing::new(tier)).meet(steps, budget)
    })
}
