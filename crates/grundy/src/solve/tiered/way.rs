//! How far a run is: on its way up, or on its way down.

use super::budget::MemoryBudget;
use super::growing::Growing;
use super::page::Page;
use super::tier::Tier;
use super::values::Census;
use crate::game::Step;
use crate::limits::{Limits, RunError};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// How far a run is.
pub(super) enum Way<P: Page> {
    /// Positions are met.
    Up(ForwardPass<P>),
    /// All are met, and valued in the tiers from this one on.
    Down { tiers: Vec<Tier<P>>, valued_from: usize, census: Census },
}

/// A run on its way up, between two spans of places.
pub(super) struct ForwardPass<P: Page> {
    /// Tiers that were expanded.
    pub(super) tiers: Vec<Tier<P>>,
    /// The tier that is expanded, and how many of its places were.
    pub(super) here: Option<(Tier<P>, usize)>,
    pub(super) above: Above<P>,
}

/// Tiers that are still being met.
pub(super) struct Above<P: Page> {
    pub(super) growing: BTreeMap<u32, Growing<P>>,
    /// Their positions, and the bytes that they take.
    pub(super) positions: u64,
    pub(super) bytes: u64,
}

impl<P: Page> Above<P> {
    /// Those of positions that come block by block, whatever the limits are.
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

/// Meets positions, tier after tier.
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
