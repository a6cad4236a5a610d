//! A run that is kept: on its way up between two spans of places, on its way down between two tiers.

use super::budget::MemoryBudget;
use super::growing::Growing;
use super::page::{Narrow, Page, Wide, members};
use super::tier::Tier;
use super::values::{Census, Values};
use super::{Above, ForwardPass, Way};
use crate::checkpoint::{Checkpointer, Source, State, Unreadable, number};
use crate::game::Step;
use crate::limits::RunError;
use crate::text::DynTiered;
use crate::value::Remoteness;
use std::collections::BTreeMap;

/// A run that was kept.
pub(crate) struct TieredState(pub(super) Ways);

/// The same, by the kind of its pages.
pub(super) enum Ways {
    Narrow(Way<Narrow>),
    Wide(Way<Wide>),
}

/// The most tiers.
const MOST: u64 = u32::MAX as u64 + 1;

const UP: u64 = 0;
const DOWN: u64 = 1;

impl TieredState {
    /// Reads the state of a run of a game.
    pub(crate) fn read(from: &mut Source<'_>, game: &dyn DynTiered) -> Result<Self, Unreadable> {
        Ok(Self(if game.bits() <= Narrow::BITS {
            Ways::Narrow(Way::read(from)?)
        } else {
            Ways::Wide(Way::read(from)?)
        }))
    }
}

/// Offers a run that is on its way up: the tiers that were expanded, and the one that is, up to a place.
pub(super) fn offer_up<P: Page>(
    tiers: &[Tier<P>],
    (here, places): (&Tier<P>, usize),
    growing: &BTreeMap<u32, Growing<P>>,
    budget: &MemoryBudget<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<(), RunError> {
    offer(budget, keeper, &mut |out| {
        number(out, UP)?;
        number(out, tiers.len() as u64)?;
        tiers.iter().try_for_each(|tier| tier.write(out))?;
        here.write(out)?;
        number(out, places as u64)?;
        number(out, growing.len() as u64)?;
        for (tier, met) in growing {
            number(out, (*tier).into())?;
            number(out, met.positions())?;
            met.granules(|first, set| {
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&first.to_le_bytes());
                bytes[8..].copy_from_slice(&set.to_le_bytes());
                out.write_all(&bytes)
            })?;
        }
        Ok(())
    })
}

/// Offers a run that is on its way down: all tiers, those from `valued_from` on with values.
pub(super) fn offer_down<P: Page>(
    tiers: &[Tier<P>],
    valued_from: usize,
    census: &Census,
    budget: &MemoryBudget<'_>,
    keeper: &mut dyn Checkpointer,
) -> Result<(), RunError> {
    offer(budget, keeper, &mut |out| {
        number(out, DOWN)?;
        number(out, tiers.len() as u64)?;
        tiers.iter().try_for_each(|tier| tier.write(out))?;
        number(out, valued_from as u64)?;
        tiers[valued_from..].iter().try_for_each(|tier| tier.values.write(out))?;
        let Census { positions, moves, wins, losses, draws, max_remoteness } = *census;
        let most = max_remoteness.map_or(0, |Remoteness(r)| u64::from(r) + 1);
        [positions, moves, wins, losses, draws, most].into_iter().try_for_each(|count| number(out, count))
    })
}

fn offer(budget: &MemoryBudget<'_>, keeper: &mut dyn Checkpointer, state: &mut State<'_>) -> Result<(), RunError> {
    if !keeper.is_due() || keeper.keep(state) {
        return Ok(());
    }
    Err(RunError::Interrupted { positions: budget.positions })
}

impl<P: Page> Way<P> {
    fn read(from: &mut Source<'_>) -> Result<Self, Unreadable> {
        let way = from.up_to(DOWN)?;
        let mut tiers: Vec<Tier<P>> = Vec::new();
        for _ in 0..from.up_to(MOST)? {
            tiers.push(Tier::read(from)?);
        }
        if !tiers.is_sorted_by(|a, b| a.number < b.number) {
            return Err(Unreadable::WRONG);
        }
        if way == UP {
            let here = Tier::read(from)?;
            let places = from.up_to(here.places() as u64)? as usize;
            let below = tiers.last().is_none_or(|last| last.number < here.number);
            let above = Above::read(from)?;
            if !below || above.growing.first_key_value().is_some_and(|(&first, _)| first <= here.number) {
                return Err(Unreadable::WRONG);
            }
            return Ok(Self::Up(ForwardPass { tiers, here: Some((here, places)), above }));
        }
        let count = tiers.len();
        let valued_from = from.up_to(count as u64)? as usize;
        for (i, tier) in tiers.iter_mut().enumerate().skip(valued_from) {
            tier.values = Values::read(from, tier.positions, count - 1 - i)?;
        }
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = from.number()?;
        }
        let [positions, moves, wins, losses, draws, most] = counts;
        let max_remoteness = most.checked_sub(1).map(|most| Remoteness(most as u32));
        let census = Census { positions, moves, wins, losses, draws, max_remoteness };
        Ok(Self::Down { tiers, valued_from, census })
    }
}

impl<P: Page> Above<P> {
    /// Reads the positions of tiers that were being met, and meets them again.
    fn read(from: &mut Source<'_>) -> Result<Self, Unreadable> {
        let mut tiers = from.up_to(MOST)?;
        // The tier that is read, and how many of its positions are to come.
        let mut tier = None;
        Self::of(|block| {
            loop {
                match &mut tier {
                    None if tiers == 0 => return Ok(false),
                    None => {
                        tiers -= 1;
                        tier = Some((from.up_to(u32::MAX.into())? as u32, from.number()?));
                    }
                    Some((_, 0)) => tier = None,
                    Some((number, left)) => {
                        let (first, set) = (from.number()?, from.number()?);
                        let is_granule = first & ((1 << P::LOW) - 1) == 0 && set != 0;
                        *left = left
                            .checked_sub(set.count_ones().into())
                            .filter(|_| is_granule)
                            .ok_or(Unreadable::WRONG)?;
                        block.extend(members(set).map(|low| Step { tier: *number, again: false, word: first | low }));
                        return Ok(true);
                    }
                }
            }
        })
    }
}
