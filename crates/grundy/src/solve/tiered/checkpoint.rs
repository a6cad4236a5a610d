//! The state of a run: of the forward pass between two ranges of places, or of the backward pass between two tiers.

use super::growing::GrowingTier;
use super::page::{Narrow, Page, Wide, members, split_word};
use super::pass_state::{ForwardPass, GrowingTiers, PassState};
use super::tier::Tier;
use super::values::{OutcomeCounts, Values};
use crate::checkpoint::{CheckpointError, Checkpointer, Decoder, write_u64};
use crate::game::TieredOption;
use crate::text::DynTiered;
use crate::value::Remoteness;
use std::collections::BTreeMap;

/// The state of a run.
pub(crate) struct TieredState(pub(super) StateByWidth);

/// The state of a run, by the kind of its pages.
pub(super) enum StateByWidth {
    Narrow(PassState<Narrow>),
    Wide(PassState<Wide>),
}

/// The most tiers that a game can have.
const MAX_TIERS: u64 = u32::MAX as u64 + 1;

const FORWARD: u64 = 0;
const BACKWARD: u64 = 1;

impl TieredState {
    /// Reads the state of a run of `game`.
    pub(crate) fn read(from: &mut Decoder<'_>, game: &dyn DynTiered) -> Result<Self, CheckpointError> {
        Ok(Self(if game.bits() <= Narrow::BITS {
            StateByWidth::Narrow(PassState::read(from)?)
        } else {
            StateByWidth::Wide(PassState::read(from)?)
        }))
    }
}

/// Saves the state of the forward pass if that is due: the expanded tiers, and the current tier up to a place.
pub(super) fn save_forward<P: Page>(
    tiers: &[Tier<P>],
    (here, places): (&Tier<P>, usize),
    growing: &BTreeMap<u32, GrowingTier<P>>,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<(), CheckpointError> {
    checkpointer.save_if_due(&mut |out| {
        write_u64(out, FORWARD)?;
        write_u64(out, tiers.len() as u64)?;
        tiers.iter().try_for_each(|tier| tier.write(out))?;
        here.write(out)?;
        write_u64(out, places as u64)?;
        write_u64(out, growing.len() as u64)?;
        for (tier, growing_tier) in growing {
            write_u64(out, (*tier).into())?;
            write_u64(out, growing_tier.positions())?;
            growing_tier.granules(|first, set| {
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&first.to_le_bytes());
                bytes[8..].copy_from_slice(&set.to_le_bytes());
                out.write_all(&bytes)
            })?;
        }
        Ok(())
    })
}

/// Saves the state of the backward pass if that is due: all tiers, those from `valued_from` on with values.
pub(super) fn save_backward<P: Page>(
    tiers: &[Tier<P>],
    valued_from: usize,
    counts: &OutcomeCounts,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<(), CheckpointError> {
    checkpointer.save_if_due(&mut |out| {
        write_u64(out, BACKWARD)?;
        write_u64(out, tiers.len() as u64)?;
        tiers.iter().try_for_each(|tier| tier.write(out))?;
        write_u64(out, valued_from as u64)?;
        tiers[valued_from..].iter().try_for_each(|tier| tier.values.write(out))?;
        let OutcomeCounts { positions, moves, wins, losses, draws, max_remoteness } = *counts;
        let most = max_remoteness.map_or(0, |Remoteness(r)| u64::from(r) + 1);
        [positions, moves, wins, losses, draws, most].into_iter().try_for_each(|count| write_u64(out, count))
    })
}

impl<P: Page> PassState<P> {
    fn read(from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let direction = from.read_up_to(BACKWARD)?;
        let mut tiers: Vec<Tier<P>> = Vec::new();
        for _ in 0..from.read_up_to(MAX_TIERS)? {
            tiers.push(Tier::read(from)?);
        }
        if !tiers.is_sorted_by(|a, b| a.number < b.number) {
            return Err(CheckpointError::Invalid);
        }
        if direction == FORWARD {
            let here = Tier::read(from)?;
            let places = from.read_up_to(here.places() as u64)? as usize;
            let below = tiers.last().is_none_or(|last| last.number < here.number);
            let above = GrowingTiers::read(from)?;
            if !below || above.growing.first_key_value().is_some_and(|(&first, _)| first <= here.number) {
                return Err(CheckpointError::Invalid);
            }
            return Ok(Self::Forward(ForwardPass { tiers, here: Some((here, places)), above }));
        }
        let count = tiers.len();
        let valued_from = from.read_up_to(count as u64)? as usize;
        for (i, tier) in tiers.iter_mut().enumerate().skip(valued_from) {
            tier.values = Values::read(from, tier.positions, count - 1 - i)?;
        }
        let mut counts = [0; 5];
        for count in &mut counts {
            *count = from.read_u64()?;
        }
        let [positions, moves, wins, losses, draws] = counts;
        let most = from.read_up_to(u64::from(u32::MAX) + 1)?;
        let max_remoteness = most.checked_sub(1).map(|most| Remoteness(most as u32));
        let counts = OutcomeCounts { positions, moves, wins, losses, draws, max_remoteness };
        Ok(Self::Backward { tiers, valued_from, counts })
    }
}

impl<P: Page> GrowingTiers<P> {
    /// Reads the positions of growing tiers, and inserts them again.
    fn read(from: &mut Decoder<'_>) -> Result<Self, CheckpointError> {
        let mut tiers = from.read_up_to(MAX_TIERS)?;
        // The tier that is being read, and the number of its positions that are left.
        let mut tier = None;
        Self::of(|block| {
            loop {
                match &mut tier {
                    None if tiers == 0 => return Ok(false),
                    None => {
                        tiers -= 1;
                        tier = Some((from.read_up_to(u32::MAX.into())? as u32, from.read_u64()?));
                    }
                    Some((_, 0)) => tier = None,
                    Some((number, left)) => {
                        let (first, set) = (from.read_u64()?, from.read_u64()?);
                        let is_granule = first & ((1 << P::LOW) - 1) == 0
                            && split_word::<P>(first).0 <= P::LAST_KEY
                            && set != 0
                            && P::bits(P::set(set)) == set;
                        *left = left
                            .checked_sub(set.count_ones().into())
                            .filter(|_| is_granule)
                            .ok_or(CheckpointError::Invalid)?;
                        block.extend(members(set).map(|low| TieredOption {
                            tier: *number,
                            moves_again: false,
                            word: first | low,
                        }));
                        return Ok(true);
                    }
                }
            }
        })
    }
}
