//! Both passes over the tiers: the forward pass finds all positions, the backward pass computes their values.

use super::backward::Shared;
use super::budget::MemoryBudget;
use super::checkpoint;
use super::page::Page;
use super::pass_state::{ForwardPass, GrowingTiers, PassState, insert_positions};
use super::tier::Tier;
use super::values::{OutcomeCounts, Values};
use crate::checkpoint::Checkpointer;
use crate::game::TieredBlock;
use crate::limits::RunError;
use crate::text::DynTiered;

pub(super) fn run_passes<P: Page>(
    game: &dyn DynTiered,
    state: PassState<P>,
    budget: &mut MemoryBudget<'_>,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<(Vec<Tier<P>>, OutcomeCounts), RunError> {
    let (mut tiers, valued_from, mut counts) = match state {
        PassState::Forward(pass) => {
            let tiers = forward::<P>(game, pass, budget, checkpointer)?;
            let none = tiers.len();
            (tiers, none, OutcomeCounts::default())
        }
        PassState::Backward { tiers, valued_from, counts } => {
            tiers.iter().try_for_each(|tier| budget.restore_tier(tier))?;
            (tiers, valued_from, counts)
        }
    };
    for i in (0..valued_from).rev() {
        checkpoint::save_backward(&tiers, i + 1, &counts, checkpointer)?;
        let above = tiers.len() - 1 - i;
        budget.reserve(tiers[i].positions as usize * Values::width(above))?;
        let mut values = Values::new(tiers[i].positions, above);
        let shared = Shared {
            game,
            tier: &tiers[i],
            above: &tiers[i + 1..],
            limits: budget.limits(),
            bytes: budget.bytes(),
            positions: budget.positions,
            done: counts.positions,
        };
        counts.add_counts(&shared.fill(&mut values)?);
        tiers[i].values = values;
    }
    checkpoint::save_backward(&tiers, 0, &counts, checkpointer)?;
    Ok((tiers, counts))
}

/// Places of a tier between two boundaries.
const SPAN: usize = 1 << 12;

/// Finds all reachable positions; the tiers are ascending and have no values.
fn forward<P: Page>(
    game: &dyn DynTiered,
    pass: ForwardPass<P>,
    budget: &mut MemoryBudget<'_>,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<Vec<Tier<P>>, RunError> {
    let ForwardPass { mut tiers, mut here, above: GrowingTiers { mut growing, positions, bytes } } = pass;
    tiers.iter().chain(here.iter().map(|(tier, _)| tier)).try_for_each(|tier| budget.restore_tier(tier))?;
    budget.reserve(bytes as usize)?;
    budget.positions += positions;
    let (mut block, mut sorted) = (TieredBlock::default(), Vec::new());
    loop {
        let (tier, mut from) = match here.take() {
            Some(here) => here,
            None => match growing.pop_first() {
                Some((number, growing_tier)) => {
                    let tier = growing_tier.close(budget)?;
                    budget.start_tier(number, tier.positions);
                    (tier, 0)
                }
                None => break,
            },
        };
        let number = tier.number;
        while from < tier.places() {
            let to = tier.places().min(from + SPAN);
            tier.blocks(from..to, |words| {
                budget.check()?;
                block.clear();
                game.expand(number, words, &mut block);
                let mut options = block.options();
                assert!(options.iter().all(|option| option.tier > number), "every move leads to a greater tier");
                if options.iter().any(|option| option.tier != options[0].tier) {
                    sorted.clear();
                    sorted.extend_from_slice(options);
                    sorted.sort_unstable();
                    options = &sorted;
                }
                insert_positions(&mut growing, options, budget)
            })?;
            from = to;
            checkpoint::save_forward(&tiers, (&tier, from), &growing, checkpointer)?;
        }
        tiers.push(tier);
    }
    budget.check()?;
    Ok(tiers)
}
