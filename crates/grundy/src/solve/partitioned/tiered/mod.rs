//! Solves a tiered game in partitions: two tiers of one partition are in memory for each thread.
//!
//! The algorithm is that of [`solve_tiered`](crate::solve::solve_tiered), with messages in place of look-ups.
//!
//! - *Forward*, one round for each tier, in ascending order: a partition reads the words that were sent to it, removes duplicates (delayed
//!   duplicate detection, after Korf 2003), stores those of the tier in ascending order, expands them, and sends each option to the
//!   partition that owns it.
//! - *Backward*, two rounds for each tier, in descending order: a partition expands the words of the tier again and sends each option to its
//!   owner as a request; the owner looks the value up, and replies with it. The best reply gives a position's value, so that the order of
//!   the replies does not matter.
//!
//! Words that agree in all but the lowest half of their bits, or the lowest 18 if that is fewer, belong to the same partition: the options of
//! neighbours are mostly neighbours.

mod backward;
mod ends;
mod forward;
mod messages;
mod rows;
mod solved;
mod streams;
mod values;

pub use rows::TierRows;
pub use solved::PartitionedTiers;

use super::exchange::{ExchangeError, invalid};
use super::run::Run;
use crate::text::DynTiered;
use messages::WordCodec;

/// The state of a run at a boundary.
struct State {
    stage: Stage,
    solved: PartitionedTiers,
}

/// The next round.
#[derive(Clone, Copy)]
enum Stage {
    /// The words of this tier are in the inboxes.
    Forward(u32),
    /// The replies to the requests of the tier of this number are in the inboxes; none if it is the number of tiers.
    Request(usize),
    /// The requests of the tier of this number are in the inboxes.
    Reply(usize),
    /// All values are stored.
    Done,
}

/// Solves all positions that are reachable from `start`, a word in `tier`.
pub(super) fn solve(
    game: &dyn DynTiered,
    start: u64,
    tier: u32,
    run: &mut Run<'_, '_>,
    from: Option<Vec<u64>>,
) -> Result<PartitionedTiers, ExchangeError> {
    let codec = WordCodec::new(run.exchange.partitions(), game.bits());
    let mut state = match from {
        Some(numbers) => State::read(&numbers).ok_or_else(invalid)?,
        None => {
            run.round(&|partition, _, outbox| {
                if partition == 0 {
                    codec.send(outbox, codec.owner(start), tier.into(), start, None)?;
                }
                Ok(())
            })?;
            let solved = PartitionedTiers { tiers: Vec::new(), moves: 0, positions: 0 };
            State { stage: Stage::Forward(tier), solved }
        }
    };
    loop {
        run.save_if_due(&state.write())?;
        state.stage = match state.stage {
            Stage::Forward(tier) => match forward::round(game, codec, tier, &mut state.solved, run)? {
                Some(next) => Stage::Forward(next),
                None => Stage::Request(state.solved.tiers.len()),
            },
            Stage::Request(finished) => {
                backward::request(game, codec, finished, &state.solved, run)?;
                finished.checked_sub(1).map_or(Stage::Done, Stage::Reply)
            }
            Stage::Reply(number) => {
                backward::reply(codec, number, &state.solved, run)?;
                Stage::Request(number)
            }
            Stage::Done => return Ok(state.solved),
        };
    }
}

impl State {
    /// The state as numbers: the stage, its number, positions, moves, and the tiers.
    fn write(&self) -> Vec<u64> {
        let (stage, number) = match self.stage {
            Stage::Forward(tier) => (0, tier.into()),
            Stage::Request(finished) => (1, finished as u64),
            Stage::Reply(number) => (2, number as u64),
            Stage::Done => (3, 0),
        };
        let head = [stage, number, self.solved.positions, self.solved.moves];
        head.into_iter().chain(self.solved.tiers.iter().map(|tier| u64::from(*tier))).collect()
    }

    fn read(numbers: &[u64]) -> Option<Self> {
        let [stage, number, positions, moves, ref tiers @ ..] = *numbers else { return None };
        let tiers: Vec<u32> = tiers.iter().map(|tier| u32::try_from(*tier).ok()).collect::<Option<_>>()?;
        let below = |most: usize| usize::try_from(number).ok().filter(|number| *number < most);
        let stage = match stage {
            0 => Stage::Forward(u32::try_from(number).ok()?),
            1 => Stage::Request(below(tiers.len() + 1)?),
            2 => Stage::Reply(below(tiers.len())?),
            3 => Stage::Done,
            _ => return None,
        };
        let is_sorted = tiers.is_sorted_by(|a, b| a < b);
        is_sorted.then_some(Self { stage, solved: PartitionedTiers { tiers, moves, positions } })
    }
}
