//! Both passes over the tiers: the forward pass finds all positions, the backward pass computes their values.

use super::backward::Shared;
use super::budget::MemoryBudget;
use super::checkpoint;
use super::page::Page;
use super::tier::Tier;
use super::values::{Census, Values};
use super::way::{Above, ForwardPass, Way, meet};
use crate::checkpoint::Checkpointer;
use crate::game::Block;
use crate::limits::RunError;
use crate::text::DynTiered;

pub(super) fn both_ways<P: Page>(
    game: &dyn DynTiered,
    way: Way<P>,
    budget: &mut MemoryBudget<'_>,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<(Vec<Tier<P>>, Census), RunError> {
    let (mut tiers, valued_from, mut census) = match way {
        Way::Up(climb) => {
            let tiers = forward::<P>(game, climb, budget, checkpointer)?;
            let none = tiers.len();
            (tiers, none, Census::default())
        }
        Way::Down { tiers, valued_from, census } => {
            tiers.iter().try_for_each(|tier| budget.take_up(tier))?;
            (tiers, valued_from, census)
        }
    };
    for i in (0..valued_from).rev() {
        checkpoint::save_backward(&tiers, i + 1, &census, checkpointer)?;
        let above = tiers.len() - 1 - i;
        budget.take(tiers[i].positions as usize * Values::width(above))?;
        let mut values = Values::new(tiers[i].positions, above);
        let shared = Shared {
            game,
            tier: &tiers[i],
            above: &tiers[i + 1..],
            limits: budget.limits(),
            bytes: budget.bytes(),
            positions: budget.positions,
            done: census.positions,
        };
        census.join(&shared.fill(&mut values)?);
        tiers[i].values = values;
    }
    checkpoint::save_backward(&tiers, 0, &census, checkpointer)?;
    Ok((tiers, census))
}

/// Places of a tier between two boundaries.
const SPAN: usize = 1 << 12;

/// Finds all reachable positions; the tiers are ascending and have no values.
fn forward<P: Page>(
    game: &dyn DynTiered,
    climb: ForwardPass<P>,
    budget: &mut MemoryBudget<'_>,
    checkpointer: &mut Checkpointer<'_>,
) -> Result<Vec<Tier<P>>, RunError> {
    let ForwardPass { mut tiers, mut here, above: Above { mut growing, positions, bytes } } = climb;
    tiers.iter().chain(here.iter().map(|(tier, _)| tier)).try_for_each(|tier| budget.take_up(tier))?;
    budget.take(bytes as usize)?;
    budget.positions += positions;
    let (mut block, mut sorted) = (Block::default(), Vec::new());
    loop {
        let (tier, mut from) = match here.take() {
            Some(here) => here,
            None => match growing.pop_first() {
                Some((number, met)) => {
                    let tier = met.close(budget)?;
                    budget.climb(number, tier.positions);
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
                let mut steps = block.steps();
                assert!(steps.iter().all(|step| step.tier > number), "every move leads to a greater tier");
                if steps.iter().any(|step| step.tier != steps[0].tier) {
                    sorted.clear();
                    sorted.extend_from_slice(steps);
                    sorted.sort_unstable();
                    steps = &sorted;
                }
                meet(&mut growing, steps, budget)
            })?;
            from = to;
            checkpoint::save_forward(&tiers, (&tier, from), &growing, checkpointer)?;
        }
        tiers.push(tier);
    }
    budget.check()?;
    Ok(tiers)
}
