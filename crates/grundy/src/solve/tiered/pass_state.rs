//! The progress of a run: in its forward pass, or in its backward pass.

use super::budget::MemoryBudget;
use super::growing::GrowingTier;
use super::page::Page;
use super::tier::Tier;
use super::values::OutcomeCounts;
use crate::game::TieredOption;
use crate::limits::{Limits, RunError};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The progress of a run.
pub(super) enum PassState<P: Page> {
    /// The forward pass finds positions.
    Forward(ForwardPass<P>),
    /// All positions are found, and the tiers from `valued_from` on have values.
    Backward { tiers: Vec<Tier<P>>, valued_from: usize, counts: OutcomeCounts },
}

/// A forward pass between two ranges of places.
pub(super) struct ForwardPass<P: Page> {
    /// Tiers that are already expanded.
    pub(super) tiers: Vec<Tier<P>>,
    /// The tier that is being expanded, and the number of its places that are done.
    pub(super) here: Option<(Tier<P>, usize)>,
    pub(super) above: GrowingTiers<P>,
}

/// Tiers that are still growing.
pub(super) struct GrowingTiers<P: Page> {
    pub(super) growing: BTreeMap<u32, GrowingTier<P>>,
    /// Number of their positions, and of the bytes that they take.
    pub(super) positions: u64,
    pub(super) bytes: u64,
}

impl<P: Page> GrowingTiers<P> {
    /// The tiers of positions that come block by block, without limits.
    pub(super) fn of<E>(mut options: impl FnMut(&mut Vec<TieredOption>) -> Result<bool, E>) -> Result<Self, E> {
        let mut budget = MemoryBudget::new(NO_LIMITS);
        let (mut growing, mut block) = (BTreeMap::new(), Vec::new());
        while options(&mut block)? {
            insert_positions(&mut growing, &block, &mut budget).expect("there are no limits");
            block.clear();
        }
        Ok(Self { growing, positions: budget.positions, bytes: budget.bytes() })
    }
}

const NO_LIMITS: &Limits<'static> = &Limits::NONE;

impl<P: Page> PassState<P> {
    pub(super) fn new_forward(start: TieredOption) -> Self {
        let mut start = Some(start);
        let above = GrowingTiers::of(|block| {
            block.extend(start.take());
            Ok::<_, Infallible>(!block.is_empty())
        });
        let Ok(above) = above;
        Self::Forward(ForwardPass { tiers: Vec::new(), here: None, above })
    }
}

/// Adds positions, tier after tier.
pub(super) fn insert_positions<P: Page>(
    growing: &mut BTreeMap<u32, GrowingTier<P>>,
    options: &[TieredOption],
    budget: &mut MemoryBudget<'_>,
) -> Result<(), RunError> {
    options.chunk_by(|a, b| a.tier == b.tier).try_for_each(|options| {
        let tier = options[0].tier;
        growing.entry(tier).or_insert_with(|| GrowingTier::new(tier)).insert(options, budget)
    })
}
